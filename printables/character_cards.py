"""Character Cards (7:3): small ones, 44 by 68 mm, for characters who deploy outside units or hide in one, or all
sealed.
"""

from __future__ import annotations

from companion.content import catalog
from companion.rules.text import Text
from printables import qr
from printables.fonts import wrap
from printables.model import Army, Member, Troop
from printables.numbers import COLUMNS, member_weapon_lines, printed_line
from printables.options import Options
from printables.pen import LEAST_SIZE, MM, Pen
from printables.pieces import Piece

WIDTH, HEIGHT = 44.0, 68.0
INSET = 3.0


def character_cards(army: Army, options: Options) -> list[Piece]:
    """One card for each character outside a unit or hidden in one; sealed: one of the same size for each unit as well.

    Sealed, a card on the table tells neither what stands there nor how wide: the units' own cards stay aside.
    """
    cards = [character_card(member, army, options) for member in army.carded]
    return cards + ([sealed_card(troop, army) for troop in army.troops] if options.sealed else [])


def sealed_card(troop: Troop, army: Army) -> Piece:
    """A unit on a card of the common size: its formation in numbers, to be laid out when the cards are turned."""

    def face(pen: Pen) -> None:
        width = WIDTH - 2 * INSET
        pen.rect(0, 0, WIDTH, 1.3, fill="ink")
        pen.polygon([(WIDTH / 2 - 3, 4.8), (WIDTH / 2, 1.8), (WIDTH / 2 + 3, 4.8)], fill="ink")
        name = pen.words(troop.called)
        size = next((s for s in (12, 11, 10, 9, 8) if len(wrap(name, s, width, "bold")) <= 3), 7)
        y = pen.paragraph(INSET, 6 + size / MM, width, name, size, "bold", most=4, leading=1.15)
        kind = Text("%(unit)s × %(count)s", {"unit": troop.profile.name, "count": troop.miniatures})
        y = pen.paragraph(INSET, y, width, kind, 7.5, most=2)
        inside = [member.called for member in troop.shown]
        standard = [pen.words(Text("standard"))] if troop.standard_bearer else []
        y = pen.paragraph(INSET, y, width, " · ".join([*standard, *inside]), 7.5, "bold", most=3)
        wide, deep = troop.size_mm
        values = {"front": troop.front, "ranks": troop.ranks, "wide": wide, "deep": deep}
        pen.paragraph(INSET, HEIGHT - 13, width, Text("Front %(front)s, ranks %(ranks)s", values), 9, "bold", most=1)
        pen.text(
            INSET, HEIGHT - 8.4, Text("%(wide)s × %(deep)s mm, the arrow in front", values), LEAST_SIZE, width=width
        )
        pen.text(INSET, HEIGHT - 3.2, f"{troop.id} · {troop.code}", 7)

    data = repr((troop, army.crest))
    return Piece("character-cards", f"sealed-{troop.id}", troop.called, WIDTH, HEIGHT, face, data, back="crest")


def character_card(member: Member, army: Army, options: Options) -> Piece:
    """The card of one character; with a base URL its QR code opens him."""
    address = options.address(member.id, member.code)
    unit = next((troop.called for troop in army.troops if troop.id == member.joins), "")
    leads = army.general is not None and army.general.id == member.id
    return Piece(
        kind="character-cards",
        id=member.id,
        title=member.called,
        width=WIDTH,
        height=HEIGHT,
        face=lambda pen: _face(pen, member, leads, unit, address),
        data=repr((member, army.crest, leads, unit, address)),
        back="crest",
        qr=address,
    )


def _face(pen: Pen, member: Member, leads: bool, unit: str, address: str) -> None:
    width = WIDTH - 2 * INSET
    pen.rect(0, 0, WIDTH, 1.3, fill="ink")
    y = _title(pen, member, leads, unit, width)
    side = qr.side_mm(address) if address else 0.0
    floor = HEIGHT - 2.2 - (max(side, 0) + 0.4 if address else 5.0)
    _profile(pen, member, y, floor)
    if address:
        top = HEIGHT - 1.2 - side
        pen.qr(address, WIDTH - 1.2 - side, top)
        pen.text(INSET, HEIGHT - 6.4, member.id, 8, "bold", width=WIDTH - INSET - side)
        pen.text(INSET, HEIGHT - 3.2, member.code, 7, width=WIDTH - INSET - side)
    else:
        pen.text(INSET, HEIGHT - 3.2, f"{member.id} · {member.code}", 7)


def _title(pen: Pen, member: Member, leads: bool, unit: str, width: float) -> float:
    """Name, rank and place; gives the baseline after them."""
    name = pen.words(member.called)
    size = next((s for s in (12, 11, 10, 9, 8) if len(wrap(name, s, width, "bold")) <= 2), 7)
    y = 2.2 + size / MM
    y = pen.paragraph(INSET, y, width, name, size, "bold", most=3, leading=1.15)
    kind = [member.profile.name] if member.name else []
    if member.mounted:
        kind.append(pen.words(Text("mounted")))
    if member.kind:
        kind.append(member.kind.capitalize())
    if leads:
        kind.append(pen.words(Text("general")))
    if member.joins:
        kind.append(pen.words(Text("hidden in %(id)s, %(unit)s", {"id": member.joins, "unit": unit})))
    if kind:
        y = pen.paragraph(INSET, y - 0.4, width, " · ".join(kind), 7.5, most=2, leading=1.2)
    return y + 0.7


def _profile(pen: Pen, member: Member, y: float, floor: float) -> None:
    """The eleven attributes in two rows, the weapons, and the names of his abilities while there is room."""
    width = WIDTH - 2 * INSET
    values = printed_line(member.attributes)
    for start in (0, 6):
        if y + 5.6 > floor:
            return
        pen.rect(INSET, y - 2.4, width, 3.1, fill="pale")
        for column in range(start, min(start + 6, len(COLUMNS))):
            x = INSET + (column - start + 0.5) * width / 6
            pen.text(x, y, COLUMNS[column], LEAST_SIZE, "regular", "soft", "center")
            pen.text(x, y + 3.7, values[column], 9, "bold", "ink", "center")
        y += 7.8
    y -= 0.3
    lines: list[str] = []
    for weapon in member_weapon_lines(member):
        lines += wrap(pen.words(weapon), LEAST_SIZE, width)
    names = [catalog().abilities[id_].name for id_ in member.profile.abilities]
    lines += wrap(" · ".join(names), LEAST_SIZE, width)
    for line in lines:
        if y > floor:
            return
        pen.text(INSET, y, line, LEAST_SIZE)
        y += LEAST_SIZE / MM * 1.25
