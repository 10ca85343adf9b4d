"""Who has won, by what, and when that ends the battle; what ends with a turn (7:1:1, 7:4:7, K32, K84, K92)."""

import pytest

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from tests.play.kensei.combat.trio import rolled
from tests.play.kensei.field import Field


def field_of(battle: str, **setup: str) -> Field:
    """Swordsmen with a standard, riders and a Taisho alone, against swordsmen with a Daisho Samurai and a Busho."""
    field = Field(battle=battle, **setup).army("a", "buke: katana-samurai 8, taisho-buke, kiba-musha 4")
    field.act("a", "standard", piece="a1", standard=True)
    return field.army("b", "kuge: katana-samurai 8 + daisho-samurai, busho-kuge").begin()


def two_combats(battle: str) -> Field:
    """The general of B has charged into one combat, that of A into another; the first is being fought."""
    field = field_of(battle)
    field.act("b", "correct", piece="bh2", hero="bh2", wounds=8, reason="hurt before")
    field.leave()
    field.act("a", "touch", one="a1", other="bh2")
    field.act("a", "touch", one="ah1", other="b1")
    field.act("a", "fight", combat="t1.combat.a1+bh2")
    rolled(field, a="10", b="1")
    return field


@pytest.mark.parametrize(
    ("then", "free"),
    [
        ([], "a b"),
        ([("a", "mark", "a1")], "b"),
        ([("a", "mark", "a1"), ("b", "first", "")], "a b"),
        ([("a", "mark", "a1"), ("a", "first", "")], "b"),
        ([("b", "mark", "a1"), ("b", "first", "")], "a"),
    ],
)
def test_one_side_ends_alone_what_both_have_played(then: list[tuple[str, str, str]], free: str) -> None:
    """An entry by hand, or for the other, counts as both sides' once the other has entered something after it (K92)."""
    field = two_combats("assassination")
    field.strike("a1", "bh2", "9 1", "9", "9")
    for seat, act, piece in then:
        field.act(seat, act, **({"piece": piece, "marker": "hill", "on": True} if piece else {"first": "a"}))
    for seat in "ab":
        assert field.view(seat).free_result == ("a" if seat in free else "")
        for winner in ("a", "b", "draw"):
            asked = KENSEI.agreed(field.state, Event("end", seat, seat, {"winner": winner}))
            assert asked == (winner != "a" or seat not in free)
