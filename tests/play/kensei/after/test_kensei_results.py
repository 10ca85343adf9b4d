"""The results of a turn's combats on the screen, and who stands near a dead general
(4:4:5, 11:2; K25, K55, K57)."""

from dataclasses import replace

from companion.play.kensei.after.view import CombatCard
from tests.play.kensei.field import Field, fielded


def cards(field: Field, seat: str | None = "a") -> tuple[CombatCard, ...]:
    return field.view(seat).judged


def chooser(field: Field) -> str | None:
    return field.view("b").resolves


def test_who_chooses_the_next_combat_to_resolve_goes_by_turns() -> None:
    """11: the winner of the commandment roll first, then the other. Three of b's units have lost to three of a's."""
    field = fielded(*2 * ["katana-samurai 8, katana-samurai 8, katana-samurai 8"], phase="combat")
    for number in (1, 2, 3):
        field.strike(f"a{number}", f"b{number}", "9 9 9", "9 9 9", "5 5 5")
    field.leave()
    for first in ("b", "a"):
        field.act("b", "first", first=first)
        assert chooser(field) == first
    field.act("b", "honor", piece="b2", owed="t1.combats.honor.b2")
    assert chooser(field) == "b"
    field.act("b", "roll", step="t1.combats.honor.b2.die", faces=[1])
    assert chooser(field) == "b", "held: it is resolved"
    field.honor("b1", 10, 3, 4)
    assert chooser(field) == "a"
    over = Field()
    over.state = replace(field.state, over="a")
    assert (chooser(over), cards(over)) == (None, ()), "the battle is over"
    field.act("b", "waive", owed="t1.combats.honor.b3")
    assert chooser(field) is None
