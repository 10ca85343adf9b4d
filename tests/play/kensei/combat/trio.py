"""The battle that tests of combats begin with: two against one, and what is asked and seen of their combat."""

from typing import Any

from companion.play.kensei.combat.listing import ahead
from tests.play.kensei.field import Field, fielded

TRIO = "t1.combat.a1+a2+b1"


def book(*, zone: str = "flank", bushi: bool = False, **setup: str) -> Field:
    """The combat of the book's chapter 10: samurai charge spearmen in the front, riders in the flank."""
    leader = " + busho-buke katana" if bushi else ""
    army = f"buke: katana-samurai 10{leader}, kiba-musha 4"
    field = fielded(army, "yari-ashigaru 10, katana-samurai 10", phase="combat", **setup)
    field.act("a", "touch", one="a1", other="b1", charged="one")
    field.act("a", "touch", one="a2", other="b1", charged="one", zone=zone)
    return field


def rolled(field: Field, *, a: str = "5 3", b: str = "4", **given: Any) -> str:
    """Both sides give their initiative in the combat that has begun, or else in the next; the line of the last."""
    if not field.state.melees:
        field.act("a", "fight", combat=ahead(field.state)[0].id)
    melee = field.state.melees[-1]
    field.act("a", "initiative", step=f"{melee.id}.in.a", faces=[int(die) for die in a.split()])
    return field.act("b", "initiative", step=f"{melee.id}.in.b", faces=[int(die) for die in b.split()], **given)


def due(field: Field) -> list[tuple[str, str]]:
    return [(d.seat, str(d.sentence)) for d in field.due() if d.kind in ("initiative", "strike")]
