"""Paper stand-ins for miniatures: a unit as a strip of its formation's size, each base outlined with a figure on it.

Who falls is crossed out. All of a small army lies on one sheet.
"""

from __future__ import annotations

from printables.card_parts import BAND, INSET
from printables.figure import draw_figure, drawn_as, within
from printables.fonts import width_mm
from printables.formation import Base, places
from printables.model import Army, Member, Troop
from printables.packing import Box
from printables.pen import LEAST_SIZE, Pen
from printables.pieces import Piece, all_of
from printables.troop_cards import draw_front

FOOT = 4.0
"""Millimeters at the foot of a base for what stands on it."""
APART = 1.5
SIDE = 1.0
"""Millimeters from the sides of a base to the words at its foot."""
LETTERS = 8.0


def stand_ins(army: Army) -> list[Piece]:
    """One piece for each unit with the characters in it, and one for each other character. Who hides in a unit has one
    of his own, which says nothing of the unit: it comes to the table when he is shown."""
    return [*(_of_unit(troop, army.crest) for troop in army.troops), *(_of_one(one, army.crest) for one in army.carded)]


def _of_unit(troop: Troop, crest: str) -> Piece:
    wide, deep = troop.size_mm
    bases = places(troop)
    alone = _foot_words(troop, wide) if len(bases) == 1 else ""  # on its foot: beside the arrow there is no room

    def face(pen: Pen) -> None:
        for base in bases:
            common = f"{troop.profile.id}-standard" if base.who == "standard" else troop.profile.id
            figure = drawn_as(base.member) if base.member else common
            _draw_base(pen, base, figure, base.member.title if base.member else alone)
        _draw_front(pen, crest, "" if alone else f"{troop.id}  {troop.title}")

    data = all_of((troop, crest))
    return Piece("stand-ins", f"stand-in-{troop.id}", troop.title, wide, deep, face, data, joins=troop.joins_mm)


def _of_one(member: Member, crest: str) -> Piece:
    wide, deep = member.base_mm

    def face(pen: Pen) -> None:
        _draw_base(pen, Base(0, 0, wide, deep, "character", member), drawn_as(member), _foot_words(member, wide))
        _draw_front(pen, crest, "")

    return Piece("stand-ins", f"stand-in-{member.id}", member.title, wide, deep, face, all_of((member, crest)))


def _foot_words(one: Troop | Member, wide: float) -> str:
    """Who stands on a base of his own, with his mark where both have room."""
    both = f"{one.id}  {one.title}"
    return both if width_mm(both, LEAST_SIZE) <= wide - 2 * SIDE else one.title


def _draw_front(pen: Pen, crest: str, name: str) -> None:
    """The edge that faces the enemy, with the arrow of the deployment cards and the name beside it."""
    sign = draw_front(pen, crest)
    room = pen.width / 2 - BAND - 2 * INSET - APART
    if name and room > 0:
        pen.fitted(BAND + INSET, 0.74 * BAND, room, name, LETTERS, "bold", role=sign)


def _draw_base(pen: Pen, base: Base, figure: str, name: str) -> None:
    pen.rect(base.x, base.y, base.width, base.depth, stroke="ink", line=0.2)
    top = base.y + BAND + APART  # under the band of those in front; behind, as far, for all are of one size
    foot = base.y + base.depth - (FOOT if name else APART)
    side = min(base.width - 2 * APART, foot - top)
    draw_figure(pen, figure, within(figure, Box(base.x + (base.width - side) / 2, foot - side, side, side)))
    if name:
        pen.fitted(
            base.x + base.width / 2, base.y + base.depth - 1.3, base.width - 2 * SIDE, name, LETTERS, align="center"
        )
