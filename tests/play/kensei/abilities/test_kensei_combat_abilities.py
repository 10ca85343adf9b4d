"""Abilities chosen under the seal of the initiative dice, and what comes of them (10:2:2, 12:5, 12:6:3, K49)."""

from companion.play.kensei.game import KENSEI
from tests.play.kensei.abilities.combats import give, ki, met
from tests.play.kensei.field import Field


def test_the_other_side_sees_neither_offer_nor_seal() -> None:
    field = met("kuge: onna-bushi 4")
    give(field, "a", 5, **{"ability.a1": "cherry-tree-flowers"})
    shown = field.view("b").combat_abilities
    assert not shown.sealed
    assert not shown.open
    assert not field.view(None).combat_abilities.sealed
    event = field.events[-1]
    for seat in ("b", None):
        assert KENSEI.acts["initiative"].sees(field.state, event, seat) == {"step": event.data["step"]}


def sealed(field: Field, ability: str, user: str = "a1") -> None:
    """Both sides give their dice, and one of side a's uses this under the seal."""
    give(field, "a", 5, **{f"ability.{user}": ability})
    give(field, "b", 3)


def stabbing(hers: int, his: int) -> Field:
    """A Geisha in a unit has used Assassin, with these dice."""
    field = met("katana-samurai 8 + geisha", "buke: katana-samurai 8 + busho-buke")
    sealed(field, "assassin", "ax-geisha")
    ki(field, hers, his)
    return field
