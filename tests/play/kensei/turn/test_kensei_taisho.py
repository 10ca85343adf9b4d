"""Taisho orders: who is called back or runs on, and comes first; strategic orders, Commandment Points
(8:2, 8:3, 11:4:3, 11:4:4; K61)."""

import pytest

from companion.play.kensei.after.owing import owe
from companion.rules.kensei.after.honor import KI_CAUSES
from tests.play.kensei.field import Field, fielded, taisho_of


@pytest.fixture
def rout() -> Field:
    """Turn 2: the swordsmen of a Taisho with a Bushi in them, and his riders, ran away in turn 1."""
    return routed()


def routed() -> Field:
    field = fielded(
        "buke: katana-samurai 8 + daisho-samurai, taisho-buke, kiba-musha 4, yari-ashigaru 8",
        "kuge: katana-samurai 8 + daisho-samurai, ninjas 4",
        battle="pitched",
    )
    for piece in ("a1", "a2"):
        field.act("a", "mark", piece=piece, marker="fleeing", on=True)
    field.next_turn()
    return field


def running(field: Field) -> list[str]:
    return [one.piece for one in taisho_of(field).running]


def test_its_die_falls_away_with_the_orders_and_who_owes_another_roll_is_called_back_all_the_same(rout: Field) -> None:
    fresh = rout.state
    rout.state = owe(fresh, "a2", "t2.b1>a2.shot", *KI_CAUSES)
    rout.act("a", "honor", piece="a2", owed="t2.b1>a2.shot.ki.a2")
    assert running(rout) == ["a1", "a2"]
    rout.state = fresh
    rout.act("a", "strategic", piece="a1", target="b2")
    rout.leave(skip=True)
    assert rout.state.asks == ()
    for act, form in (("strategic", {"target": "b2"}), ("regroup", {})):
        assert "given in the orders phase" in rout.refused("a", act, piece="a1", **form)
