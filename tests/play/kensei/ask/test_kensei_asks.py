"""Questions to seats: which stand beside each other, which wait, and what they are called."""

from companion.play.kensei.after.owing import owe
from tests.play.kensei.field import Field, fielded


def archers(*defenders: int) -> Field:
    """Two archers of a against units of b of this size, with one of a's own to be shot at."""
    enemies = [*(f"katana-samurai {count}" for count in defenders), "yumi-ashigaru 8"]
    return fielded("yumi-samurai 10, yumi-samurai 10, katana-samurai 8", ", ".join(enemies))


def test_a_second_roll_of_one_moment_keeps_its_dice_when_the_first_is_taken_away() -> None:
    """b1 rolls for what fight 1 did, and again for the general's death: `…/2` stands without the first."""
    field = archers(5)
    owed = "t1.combats.honor.b1"
    before = field.state
    field.state = owe(before, "b1", "t1.combats", "half-unit")
    field.act("b", "roll", step=f"{owed}.die", faces=[1])
    field.state = owe(field.state, "b1", "t1.combats", "general")
    with_first = field.state
    for state in (with_first, owe(before, "b1", "t1.combats", "general")):
        field.state = state
        field.act("b", "honor", piece="b1", owed=f"{owed}/2")
        field.act("b", "roll", step=f"{owed}/2.die", faces=[1])
        assert not field.owed()
