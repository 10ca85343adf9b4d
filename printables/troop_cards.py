"""Troop Cards (7:3, ruling K42): the formation's exact size, every base outlined, who stands there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.rules.text import Text
from printables import qr
from printables.card_layout import Set, best_set
from printables.card_parts import (
    APART,
    BAND,
    INSET,
    LEAST_VALUE,
    SIDE,
    Letters,
    Make,
    ability_lines,
    band,
    corner_code,
    lines,
    title,
    track,
    values,
)
from printables.figure import draw_figure, shape_of, within
from printables.fonts import Weight, width_mm
from printables.formation import HARASSER_CM, HARASSER_GAP_CM, Base, places
from printables.ink import Role
from printables.livery import LIVERIES
from printables.model import BASE_MM, Army, Member, Troop
from printables.numbers import company, line_of, strength, weapon_lines
from printables.options import Options
from printables.packing import Box
from printables.pen import LEAST_SIZE, Pen, ruler
from printables.pieces import Piece, all_of

BLANK_FRONTS = ((4, 1), (4, 2), (5, 2), (3, 1))
NARROW = 30.0
"""Millimeters of width under which the mark stands in a box."""
TRIM = 0.3
"""Millimeters along the trim that bear no outline of a base."""
SMALL = 2 * BASE_MM[0] * BASE_MM[1]
"""Square millimeters up to which the crest stands on the band."""
LEAST_FIGURE, MOST_FIGURE = 9.0, 40.0
SMALLEST_FIGURE = 7.0
"""Where there is no square beside the name to take instead."""
LEAST_FILL, MOST_FILL = 15.0, 40.0
"""Millimeters of the figure's height, and of the pale crest, in what a card has left beside its words."""
SIZES = (
    Letters(26, 22, 12, 22, 2.0),
    Letters(21, 18, 10.5, 18, 1.5),
    Letters(17, 15, 9, 14, 1.0),
    Letters(14, 13, 8, 11, 0.8),
    Letters(12, 11, 7.5, 9, 0.5),
    Letters(10, LEAST_VALUE, 7, 7),
    Letters(9, LEAST_VALUE, LEAST_SIZE, 6),
    Letters(8, LEAST_VALUE, LEAST_SIZE, 0, 0.2),
    Letters(7, LEAST_VALUE, LEAST_SIZE, 0, 0.1),
    Letters(LEAST_SIZE, LEAST_VALUE, LEAST_SIZE, 0, 0.1),
    Letters(LEAST_SIZE, LEAST_VALUE, LEAST_SIZE, 0, 0.1, rows=1),
)
"""Largest first; the last four are for a base or two."""


def troop_card(troop: Troop, army: Army, options: Options) -> tuple[Piece, bool]:
    """The card of one unit, and whether it needs a leaf: where it has no room for every word or box.

    With a base URL its QR code opens the unit; where there is a leaf, that bears it.
    """
    wide, deep = troop.size_mm
    address = options.address(troop.id, troop.code)
    bare = ruler(wide, deep, options.say)
    words = _layout(bare, troop, army.crest, address)
    leaf = not words.is_whole
    if leaf and address:
        address = ""
        words = _layout(bare, troop, army.crest, address)
    named = {"name": troop.title, "wide": wide, "deep": deep}
    card = Piece(
        kind="troop-cards",
        id=troop.id,
        title=str(Text("%(name)s, %(wide)s × %(deep)s mm", named)),
        width=wide,
        height=deep,
        face=lambda pen: _face(pen, troop, army.crest, address, words),
        data=all_of((troop, army.crest, address)),
        back="cloth",
        joins=troop.joins_mm,
    )
    return card, leaf


def _face(pen: Pen, troop: Troop, crest_id: str, address: str, words: Set) -> None:
    bases = places(troop)
    _draw_bases(pen, bases)
    high = _band_high(pen, address)
    sign = draw_front(pen, crest_id, high, mark_of(troop) if _is_marked(pen, high) else "")
    _draw_signs(pen, bases, sign, high)
    words.draw(pen)
    side = corner_code(pen, address)
    if not draw_emblems(pen, words, side, troop.profile.id, crest_id):
        pen.crest(crest_id, 4.2 if pen.width < NARROW else 11, 0.1 * high, 0.8 * high, sign)


def draw_emblems(pen: Pen, words: Set, corner: float, figure: str, crest_id: str, besides: Sequence[Box] = ()) -> bool:
    """The crest beside the name, the figure in the largest room beside words and code, a pale crest in the next.

    Where there is no room the figure takes the crest's place. Gives whether the crest stands beside the name.
    """
    place = words.room(pen, corner, shape_of(figure), MOST_FIGURE, besides)
    emblem = words.emblem
    if place is None or place.height < (LEAST_FIGURE if emblem is not None else SMALLEST_FIGURE):
        if emblem is not None:
            draw_figure(pen, figure, within(figure, emblem))
        return False
    free = APART - 0.2  # the lines of what stands beside it are whole
    pen.rect(place.x - free, place.y - free, place.width + 2 * free, place.height + free, fill="white")
    draw_figure(pen, figure, place)
    left = words.room(pen, corner, 1.0, MOST_FILL, [place, *besides])
    if left is not None and left.height >= LEAST_FILL:
        pen.crest(crest_id, left.x, left.y, left.height, "pale")
    if emblem is not None:
        pen.crest(crest_id, emblem.x, emblem.y, emblem.width, LIVERIES[crest_id].color)
    return emblem is not None


def _band_high(pen: Pen, address: str) -> float:
    """How high the band can be over a code."""
    return min(BAND, pen.height - SIDE - qr.side_mm(address))


def _is_marked(pen: Pen, high: float) -> bool:
    return high == BAND and pen.width >= NARROW


def _layout(pen: Pen, troop: Troop, crest_id: str, address: str) -> Set:
    """Everything written on the card, set around its code."""
    corner = qr.side_mm(address)
    high = _band_high(pen, address)
    marked = _is_marked(pen, high)
    sizes = [one for one in SIZES if pen.width * pen.height > SMALL or not one.crest]
    shape = shape_of(troop.profile.id)
    weapons = "  ·  ".join(weapon_lines(troop, pen.words))

    def parts(letters: Letters, *, tight: bool, brief: bool) -> tuple[list[Make], Make, list[Make]]:
        return _parts(pen, troop, crest_id, letters, marked, weapons, tight=tight, brief=brief)

    found = []
    for tight, brief in ((False, False), (True, False), (True, True)):
        made = partial(parts, tight=tight, brief=brief)
        found.append(best_set(pen, made, corner, sizes, shape, high))
        if found[-1].is_whole:
            return found[-1]
    return min(found, key=lambda one: one.left_out)


def _parts(
    pen: Pen, troop: Troop, crest_id: str, letters: Letters, marked: bool, weapons: str, *, tight: bool, brief: bool
) -> tuple[list[Make], Make, list[Make]]:
    """What can stand on the card, the most needed first: words, the values, the track.

    `tight`: the kind stands under the name even without a crest beside them, the track in a line. `brief`: how wide
    harassers spread is left to the reference sheet, for boxes are what is written on.
    """
    color = LIVERIES[crest_id].color
    kind: list[tuple[str, Weight]] = [(words, "regular") for words in _kind(pen, troop, marked)]
    if troop.shown:
        kind.append((inside_of(pen, troop), "bold"))
    beside = bool(letters.crest) or tight
    size = letters.text
    words = [
        title(_name(pen, troop), kind if beside else [], letters),
        *([] if beside else [lines([words], size, weight) for words, weight in kind]),
        lines([weapons], size),
        lines([] if brief else in_play(pen, troop), size),
        lines(ability_lines(pen, troop.profile.abilities), size, "bold"),
    ]
    mark = None if marked else (troop.id, troop.code)
    return words, values(line_of(troop), color, letters.value, mark), tracks(pen, troop, color, size, tight=tight)


def _name(pen: Pen, troop: Troop) -> str:
    """Its name; on the card of a single base on foot its kind in the same line, where both fit."""
    name = pen.words(troop.title)
    both = f"{name} · {troop.profile.name}"
    alone = troop.name and troop.size_mm == BASE_MM
    return both if alone and width_mm(both, LEAST_SIZE, "serif") <= pen.width - 2 * INSET else name


def tracks(pen: Pen, one: Troop | Member, color: Role, size: float, *, tight: bool = False) -> list[Make]:
    """Boxes for the miniatures and circles for damage that has removed none yet, for a single one its wounds; then the
    wounds of each character in it."""
    wounds = pen.words(Text("wounds"))
    if isinstance(one, Member):
        return [track(wounds, one.attributes.vt, color, size)]
    vt = one.profile.attributes.vt
    if one.miniatures == 1:
        first = track(wounds, vt, color, size, tight=tight)
    else:
        first = track(
            pen.words(Text("losses · damage")), one.miniatures, color, size, one.profile.basic_unit, vt - 1, tight=tight
        )
    inside = ((pen.words(Text("%(who)s: wounds", {"who": who.title})), who.attributes.vt) for who in one.shown)
    return [first, *(track(label, boxes, color, size, tight=tight) for label, boxes in inside)]


def _kind(pen: Pen, troop: Troop, marked: bool) -> list[str]:
    """What kind of unit it is, and its mark where the band has no room for it."""
    kind = kind_of(pen, troop)
    if kind and troop.bases > 1 and not marked and pen.width >= NARROW:
        return [f"{kind[0]} · {mark_of(troop)}"]
    return kind


def kind_of(pen: Pen, troop: Troop) -> list[str]:
    """What kind of unit it is where it has a name of its own, how many, whether with a standard."""
    if troop.bases == 1:
        return [troop.profile.name] if troop.name else []
    standard = [pen.words(Text("standard-bearer"))] if troop.standard_bearer else []
    return [" · ".join([pen.words(strength(troop)), *standard])]


def inside_of(pen: Pen, troop: Troop) -> str:
    """Who stands in the unit for all to see, and what they add to it."""
    return pen.words(company(troop, troop.shown))


def in_play(pen: Pen, troop: Troop) -> list[str]:
    """How wide harassers spread on the table."""
    if not troop.is_harasser or troop.bases == 1:
        return []
    spread = {"cm": HARASSER_CM * troop.miniatures, "gap": HARASSER_GAP_CM}
    return [pen.words(Text("In play: circle %(cm)s cm across, %(gap)s cm apart", spread))]


def _draw_bases(pen: Pen, bases: Sequence[Base]) -> None:
    """Where a base ends within the card: the trim itself has ticks at its corners, and no frame."""
    with pen.window(TRIM, TRIM, pen.width - 2 * TRIM, pen.height - 2 * TRIM):
        for base in bases:
            pen.rect(base.x, base.y, base.width, base.depth, stroke="grid", line=0.15)


def _draw_signs(pen: Pen, bases: Sequence[Base], sign: Role, high: float) -> None:
    """Over the bases of those who are no common fighter, on the band; behind it, in the base's own corner."""
    for base in bases:
        x = base.x + (17.6 if pen.width < NARROW else 4.8)
        y, role, unit = (0.08 * high, sign, high / BAND) if base.y == 0 else (base.y + 0.5, "ink", 1.0)
        if base.who == "character":
            helm = [(0.0, 0.0), (1.7, 1.5), (3.4, 0.0), (2.7, 3.4), (0.7, 3.4)]
            pen.polygon([(x + across * unit, y + down * unit) for across, down in helm], fill=role)
        elif base.who == "standard":
            pen.line(x, y, x, y + 3.4 * unit, role, 0.45)
            pen.rect(x + 0.2, y, 2.6 * unit, 2.2 * unit, fill=role)


def draw_front(pen: Pen, crest_id: str, high: float = BAND, mark: str = "") -> Role:
    """The front edge: the band, the arrow that faces the enemy, and the two corners a wheel turns on."""
    sign = band(pen, LIVERIES[crest_id].color, high, mark)
    middle = pen.width / 2
    pen.polygon([(middle - 3, 0.85 * high), (middle, 0.15 * high), (middle + 3, 0.85 * high)], fill=sign)
    for x, way in ((0.0, 1), (pen.width, -1)):
        pen.polygon([(x, 0), (x + way * 0.9 * high, 0), (x, 0.9 * high)], fill="ink")
        pen.circle(x + way * 0.28 * high, 0.28 * high, 0.11 * high, fill="white")
    return sign


def mark_of(one: Troop | Member) -> str:
    """The unit or character and the code of the card."""
    return f"{one.id} · {one.code}"


def blank_card(number: int, crest_id: str) -> Piece:
    """A card to write on by hand: unit, standard-bearer, characters, and a box for each value."""
    front, ranks = BLANK_FRONTS[number % len(BLANK_FRONTS)]
    across, down = BASE_MM
    wide, deep = front * across, ranks * down
    bases = [Base(n % front * across, n // front * down, across, down, "miniature") for n in range(front * ranks)]
    color = LIVERIES[crest_id].color

    def face(pen: Pen) -> None:
        _draw_bases(pen, bases)
        draw_front(pen, crest_id)
        part = values([""] * 11, color, 15)(pen.width - 2 * INSET)
        assert part is not None
        pen.rect(INSET - APART, BAND, pen.width - 2 * INSET + 2 * APART, 16 + part.high + APART - BAND, fill="white")
        pen.rect(pen.width - INSET - 24, 6.4, 3, 3, stroke="ink")
        pen.text(pen.width - INSET - 20, 8.9, Text("Standard-bearer"), 7)
        for row, label in enumerate((Text("Unit"), Text("Characters"))):
            y = 8.9 + row * 5.4
            took = pen.text(INSET + 0.5, y, label, 7)
            end = pen.width - INSET - (26 if row == 0 else 0.5)
            pen.blank(INSET + took + 2, y + 0.4, end)
        part.draw(pen, INSET, 16)

    named = str(Text("Blank, %(wide)s × %(deep)s mm", {"wide": wide, "deep": deep}))
    data = f"blank {wide} {crest_id}"
    return Piece("troop-cards", f"blank-{number + 1}", named, wide, deep, face, data, back="cloth")
