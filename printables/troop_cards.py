"""Troop Cards (7:3, ruling K42): the formation's exact size, every base outlined, who stands there."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules import counts
from companion.rules.text import Text
from printables.card_parts import (
    BAND,
    INSET,
    LEAST_VALUE,
    Letters,
    Make,
    ability_lines,
    band,
    best_set,
    corner_code,
    crest,
    lines,
    title,
    track,
    values,
)
from printables.fonts import Weight
from printables.formation import HARASSER_GAP_CM, Base, places, spread_cm
from printables.ink import Role
from printables.livery import livery_of
from printables.model import Army, Troop
from printables.numbers import line_of, weapon_lines
from printables.options import Options
from printables.pen import LEAST_SIZE, Pen
from printables.pieces import Piece

BLANK_FRONTS = ((4, 1), (4, 2), (5, 2), (3, 1))
NARROW = 30.0
"""Millimeters of width under which the mark stands in a box and the crest on the band."""
SIZES = (
    Letters(26, 22, 12, 22, 2.0),
    Letters(21, 18, 10.5, 18, 1.5),
    Letters(17, 15, 9, 14, 1.0),
    Letters(14, 13, 8, 11, 0.8),
    Letters(12, 11, 7.5, 9, 0.5),
    Letters(10, LEAST_VALUE, 7, 7),
    Letters(9, LEAST_VALUE, LEAST_SIZE, 6),
    Letters(8, LEAST_VALUE, LEAST_SIZE, 0, 0.2),
)
"""Largest first; the last is for a single base."""


def troop_card(troop: Troop, army: Army, options: Options) -> Piece:
    """The card of one unit; with a base URL its QR code opens the unit."""
    wide, deep = troop.size_mm
    address = options.address(troop.id, troop.code) if troop.bases > 1 else ""
    named = {"name": troop.called, "wide": wide, "deep": deep}
    return Piece(
        kind="troop-cards",
        id=troop.id,
        title=str(Text("%(name)s, %(wide)s × %(deep)s mm", named)),
        width=wide,
        height=deep,
        face=lambda pen: _face(pen, troop, army.crest, address),
        data=repr((troop, army.crest, address)),
        back="cloth",
        qr=address,
        joins=tuple(25.0 * n for n in range(1, troop.front)),
    )


def _face(pen: Pen, troop: Troop, crest_id: str, address: str) -> None:
    bases = places(troop)
    narrow = pen.width < NARROW
    _draw_bases(pen, bases)
    sign = draw_front(pen, crest_id, "" if narrow else _mark(troop))
    _draw_signs(pen, bases, sign)
    if narrow:
        crest(pen, crest_id, 4.2, 0.4, 3.2, sign)
    corner = corner_code(pen, address) if address else 0.0
    sizes = [one for one in SIZES if not narrow or not one.crest]
    best_set(pen, lambda letters: _parts(pen, troop, crest_id, letters), corner, sizes).draw(pen)


def _parts(pen: Pen, troop: Troop, crest_id: str, letters: Letters) -> list[Make]:
    """What can stand on the card, the most needed first."""
    color = livery_of(crest_id).color
    kind: list[tuple[str, Weight]] = [(words, "regular") for words in _kind(pen, troop)]
    if troop.shown:
        inside = " · ".join(member.called for member in troop.shown)
        kind.append((pen.words(Text("with %(who)s", {"who": inside})), "bold"))
    beside = bool(letters.crest)
    size = letters.text
    mark = (troop.id, troop.code) if pen.width < NARROW else None
    half_of = troop.profile.basic_unit
    losses = track(pen.words(Text("losses · damage")), troop.miniatures, color, size, half_of, _circles(troop))
    weapons = "  ·  ".join(pen.words(line) for line in weapon_lines(troop))
    return [
        title(pen, crest_id, pen.words(troop.called), kind if beside else [], letters),
        values(line_of(troop), color, letters.value, mark),
        *([] if beside else [lines(pen, [words], size, weight) for words, weight in kind]),
        lines(pen, [weapons], size),
        lines(pen, _in_play(pen, troop), size),
        lines(pen, ability_lines(pen, troop.profile.abilities), size, "bold"),
        *([losses] if pen.height * pen.width > 25 * 25 else []),
    ]


def _kind(pen: Pen, troop: Troop) -> list[str]:
    """What kind of unit it is where it has a name of its own, how many, and whether with a standard."""
    told = {"unit": troop.profile.name, "count": troop.miniatures}
    if troop.bases == 1:
        return [troop.profile.name] if troop.name else []
    kind = Text("%(unit)s × %(count)s", told) if troop.name else counts.miniatures(troop.miniatures)
    standard = [pen.words(Text("standard-bearer"))] if troop.standard_bearer else []
    return [" · ".join([pen.words(kind), *standard])]


def _in_play(pen: Pen, troop: Troop) -> list[str]:
    if not troop.is_harasser or troop.bases == 1:
        return []
    spread = {"cm": spread_cm(troop), "gap": HARASSER_GAP_CM}
    return [pen.words(Text("In play: circle %(cm)s cm across, %(gap)s cm apart", spread))]


def _circles(troop: Troop) -> int:
    """Damage that has not removed a miniature yet: one less than it takes."""
    return troop.profile.attributes.vt - 1


def _draw_bases(pen: Pen, bases: Sequence[Base]) -> None:
    """Every base's outline. A card of one base is its own outline."""
    for base in bases if len(bases) > 1 else ():
        pen.rect(base.x, base.y, base.width, base.depth, stroke="line", line=0.15)


def _draw_signs(pen: Pen, bases: Sequence[Base], sign: Role) -> None:
    """Over the bases of those who are no common fighter, on the band; behind it, in the base's own corner."""
    for base in bases:
        x = base.x + (17.6 if pen.width < NARROW else 4.8)
        first = base.y == 0
        y, role = (0.3, sign) if first else (base.y + 0.5, "ink")
        if base.who == "character":
            helm = [(x, y), (x + 1.7, y + 1.5), (x + 3.4, y), (x + 2.7, y + 3.4), (x + 0.7, y + 3.4)]
            pen.polygon(helm, fill=role)
        elif base.who == "standard":
            pen.line(x, y, x, y + 3.5, role, 0.45)
            pen.rect(x + 0.2, y, 2.6, 2.2, fill=role)


def draw_front(pen: Pen, crest_id: str, mark: str = "") -> Role:
    """The front edge: the band, the arrow that faces the enemy, and the two corners a wheel turns on."""
    sign = band(pen, livery_of(crest_id).color, mark)
    middle = pen.width / 2
    pen.polygon([(middle - 3, 3.4), (middle, 0.6), (middle + 3, 3.4)], fill=sign)
    for x, way in ((0.0, 1), (pen.width, -1)):
        pen.polygon([(x, 0), (x + way * 3.6, 0), (x, 3.6)], fill="ink")
        pen.circle(x + way * 1.15, 1.15, 0.45, fill="white")
    return sign


def _mark(troop: Troop) -> str:
    return f"{troop.id} · {troop.code}"


def blank_card(number: int, crest_id: str) -> Piece:
    """A card to write on by hand: unit, standard-bearer, characters, and a box for each value."""
    front, ranks = BLANK_FRONTS[number % len(BLANK_FRONTS)]
    wide, deep = front * 25, ranks * 25
    color = livery_of(crest_id).color

    def face(pen: Pen) -> None:
        for rank in range(ranks):
            for column in range(front):
                pen.rect(column * 25, rank * 25, 25, 25, stroke="line", line=0.15)
        draw_front(pen, crest_id)
        pen.rect(INSET, BAND + 0.4, pen.width - 2 * INSET, 11.2, fill="white")
        pen.rect(pen.width - INSET - 24, 6.4, 3, 3, stroke="ink")
        pen.text(pen.width - INSET - 20, 8.9, Text("Standard-bearer"), 7)
        for row, label in enumerate((Text("Unit"), Text("Characters"))):
            y = 8.9 + row * 5.4
            took = pen.text(INSET + 0.5, y, label, 7)
            end = pen.width - INSET - (26 if row == 0 else 0.5)
            pen.line(INSET + took + 2, y + 0.4, end, y + 0.4, "soft", 0.2)
        part = values([""] * 11, color, 12)(pen.width - 2 * INSET)
        assert part is not None
        part.draw(pen, INSET, 16)

    named = str(Text("Blank, %(wide)s × %(deep)s mm", {"wide": wide, "deep": deep}))
    data = f"blank {wide} {crest_id}"
    return Piece("troop-cards", f"blank-{number + 1}", named, wide, deep, face, data, back="cloth")
