"""What a unit and the characters in it do to each other's movement and traits, and what a failed charge leaves
(4:3:1, 10:2:1; rulings K93, K94, K96)."""

from __future__ import annotations

import pytest

from companion.play.kensei.combat.initiative import may_be_defensive
from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.charging import charge_rules, runs_cm
from companion.play.kensei.turn_state import Striker
from tests.play.kensei.field import Field
from tests.play.kensei.orders.test_kensei_charges import CHARGE, charged, react


def test_riders_go_no_faster_than_who_rides_with_them() -> None:
    field = Field(battle="pitched")
    for seat in "ab":
        field.act(seat, "side", path="buke")
    field.unit("a", "yari-kiba-musha", 4)
    field.hero("a", "busho-buke", "a1", mounted=True)
    field.unit("b", "yari-ashigaru", 8)
    field.begin().act("a", "first", first="a")
    assert runs_cm(field.piece("a1")) == 2 * 15
    field.act("a", "announce", piece="a1", goal="charge+march+", target="b1")
    charge = field.state.charge(CHARGE)
    assert charge is not None
    assert charge_rules(field.state, charge).advance_cm == 15


def test_a_charge_that_fell_short_leaves_no_defensive_position() -> None:
    field = charged()
    react(field, "withstand")
    swordsmen = Striker("a1", unit=True)
    assert may_be_defensive(field.state, swordsmen) is None, "not carried out yet"
    field.act("a", "charge", charge=CHARGE, left_cm=99)
    assert "charged this turn" in str(may_be_defensive(field.state, swordsmen))
    for _ in range(3):
        field.leave(skip=True)
    assert may_be_defensive(field.state, swordsmen) is None, "next turn"


@pytest.mark.parametrize("left", [8, 0])
def test_a_daisho_who_is_left_of_ashigaru_is_called_back_near_enemies(left: int) -> None:
    """He is no Heinin; a Sohei near by does nothing for him either."""
    field = Field(battle="pitched")
    for seat in "ab":
        field.act(seat, "side", path="buke")
    field.unit("a", "yari-ashigaru", 8)
    field.hero("a", "daisho-ashigaru", "a1")
    field.hero("a", "taisho-buke")
    field.unit("b", "katana-samurai", 8)
    field.begin()
    if not left:
        field.act("a", "correct", piece="a1", miniatures=0, reason="casualties")
    field.act("a", "mark", piece="a1", marker="fleeing", on=True)
    field.next_turn()
    (taisho,) = (one for one in KENSEI.view(field.state, "a").taisho if one.seat == "a")
    (running,) = taisho.running
    assert (running.beware is not None) == bool(left)
