"""Character Cards (7:3): small ones, for characters who deploy outside units or hide in one, or all sealed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.text import Text
from printables import qr
from printables.card_layout import best_set, set_parts
from printables.card_parts import (
    BAND,
    INSET,
    LEAST_VALUE,
    Letters,
    Make,
    ability_lines,
    band,
    corner_code,
    lines,
    title,
    values,
)
from printables.figure import drawn_as, shape_of
from printables.fonts import Weight
from printables.formation import places
from printables.ink import Role
from printables.livery import LIVERIES
from printables.model import CHARACTER_CARD_MM, Army, Member, Troop
from printables.numbers import line_of, weapon_lines
from printables.options import Options, PieceKind
from printables.packing import Box
from printables.pen import LEAST_SIZE, Draw, Pen
from printables.pieces import Piece, all_of
from printables.printed import Words
from printables.troop_cards import draw_emblems, in_play, inside_of, kind_of, mark_of, tracks

WIDTH, HEIGHT = CHARACTER_CARD_MM
SIZES = (
    Letters(13, 13, 8.5, 11, 1.0),
    Letters(12, 12, 8, 10, 0.8),
    Letters(11, 11, 7, 9, 0.5),
    Letters(10, LEAST_VALUE, LEAST_SIZE, 8, 0.3),
    Letters(9, LEAST_VALUE, LEAST_SIZE, 6, 0.2),
)
"""Largest first."""


def character_cards(army: Army, options: Options) -> list[Piece]:
    """One card for each character outside a unit or hidden in one; sealed: one of the same size for each unit as well.

    Sealed, a card on the table tells neither what stands there nor how wide: the units' own cards stay aside.
    """
    cards = [character_card(member, army, options) for member in army.carded]
    return cards + ([sealed_card(troop, army) for troop in army.troops] if options.sealed else [])


def sealed_card(troop: Troop, army: Army) -> Piece:
    """A unit on a card of the common size: its formation in numbers and small, to be laid out when cards are turned."""

    def face(pen: Pen) -> None:
        sign = band(pen, LIVERIES[army.crest].color, mark=mark_of(troop))
        pen.polygon([(WIDTH / 2 - 3, 3.4), (WIDTH / 2, 0.6), (WIDTH / 2 + 3, 3.4)], fill=sign)
        makes = [title(pen.words(troop.title), _unit_lines(pen, troop), SIZES[0])]
        words = set_parts(pen, makes, 0.0, SIZES[0])
        words.draw(pen)
        draw_emblems(pen, words, 0.0, troop.profile.id, army.crest, [_small_formation(pen, troop, army.crest)])

    return _card("character-cards", f"sealed-{troop.id}", troop.title, face, (troop, army.crest))


def _card(kind: PieceKind, id_: str, titled: Words, face: Draw, shown: tuple[object, ...]) -> Piece:
    """A card of the common size, on which all of `shown` stands."""
    return Piece(kind, id_, titled, WIDTH, HEIGHT, face, all_of(shown), back="cloth")


def _small_formation(pen: Pen, troop: Troop, crest_id: str) -> Box:
    """The bases as they stand, as large as there is room for, and their numbers. Gives the room they take."""
    wide, deep = troop.size_mm
    named = {"front": troop.front, "ranks": troop.ranks, "wide": wide, "deep": deep}
    width = WIDTH - 2 * INSET
    scale = min(width / wide, 20.0 / deep, 0.4)
    x, y = (WIDTH - wide * scale) / 2, HEIGHT - 12.5 - deep * scale
    for base in places(troop):
        box = (x + base.x * scale, y + base.y * scale, base.width * scale, base.depth * scale)
        fill: Role = "white" if base.who == "miniature" else LIVERIES[crest_id].color
        pen.rect(*box, fill=fill, stroke="ink", line=0.25)
    pen.line(x, y, x + wide * scale, y, "ink", 0.8)
    front = Text("Front %(front)s, ranks %(ranks)s", named)
    pen.fitted(INSET, HEIGHT - 7.2, width, front, 10, "bold")
    pen.fitted(INSET, HEIGHT - 2.8, width, Text("%(wide)s × %(deep)s mm, the arrow in front", named), 8)
    return Box(0.0, y - 1, WIDTH, HEIGHT)


def character_card(member: Member, army: Army, options: Options) -> Piece:
    """The card of one character; with a base URL its QR code opens him."""
    address = options.address(member.id, member.code)
    unit = next((troop.title for troop in army.troops if troop.id == member.joins), "")
    leads = member == army.general

    def face(pen: Pen) -> None:
        _face(pen, member, _lines_of(pen, member, leads, unit), army.crest, address)

    return _card("character-cards", member.id, member.title, face, (member, army.crest, leads, unit, address))


def leaf_of(troop: Troop, army: Army, options: Options) -> Piece:
    """What a small card has no room for, on a leaf that stays beside the table: weapons, abilities, losses."""
    address = options.address(troop.id, troop.code)
    named = {"name": troop.title, "wide": f"{WIDTH:g}", "high": f"{HEIGHT:g}"}
    titled = Text("%(name)s, leaf, %(wide)s × %(high)s mm", named)

    def face(pen: Pen) -> None:
        _face(pen, troop, _unit_lines(pen, troop), army.crest, address)

    return _card("troop-cards", f"{troop.id}-leaf", titled, face, (troop, army.crest, address))


def _unit_lines(pen: Pen, troop: Troop) -> list[tuple[str, Weight]]:
    """What stands under a unit's name."""
    inside: list[tuple[str, Weight]] = [(inside_of(pen, troop), "bold")] if troop.shown else []
    return [*((line, "regular") for line in kind_of(pen, troop)), *inside]


def _lines_of(pen: Pen, member: Member, leads: bool, unit: str) -> list[tuple[str, Weight]]:
    """What stands under a character's name."""
    kind = [member.profile.name] if member.name else []
    if member.mounted:
        kind.append(pen.words(Text("mounted")))
    if member.kind:
        kind.append(member.kind.capitalize())
    if leads:
        kind.append(pen.words(Text("general")))
    under: list[tuple[str, Weight]] = [(" · ".join(kind), "regular")] if kind else []
    if member.joins:
        under.append((pen.words(Text("hidden in %(id)s, %(unit)s", {"id": member.joins, "unit": unit})), "bold"))
    return under


def _face(pen: Pen, one: Troop | Member, under: Sequence[tuple[str, Weight]], crest_id: str, address: str) -> None:
    """The family's face at the common size: name, values, weapons, abilities, and a box for each wound or miniature."""
    color = LIVERIES[crest_id].color
    sign = band(pen, color, mark=mark_of(one))
    corner = qr.side_mm(address)
    weapons = weapon_lines(one, pen.words) + (in_play(pen, one) if isinstance(one, Troop) else [])

    def parts(letters: Letters) -> tuple[list[Make], Make, list[Make]]:
        words = [
            title(pen.words(one.title), under, letters),
            lines(weapons, letters.text, whole=True),
            lines(ability_lines(pen, one.profile.abilities), letters.text, "bold"),
        ]
        return words, values(line_of(one), color, letters.value), tracks(pen, one, color, LEAST_SIZE)

    words = best_set(pen, parts, corner, SIZES, shape_of(drawn_as(one)))
    words.draw(pen)
    corner_code(pen, address)
    if not draw_emblems(pen, words, corner, drawn_as(one), crest_id):
        pen.crest(crest_id, INSET, 0.1 * BAND, 0.8 * BAND, sign)
