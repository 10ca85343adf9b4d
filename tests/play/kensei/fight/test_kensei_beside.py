"""A unit strikes and its Bushi right after it: one harm, counted and taken away at once (K47, K68)."""

from __future__ import annotations

import pytest

from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field, attack_of


def charged() -> Field:
    """Katana Samurai with a Busho against spearmen, in the combat phase of the turn in which they charged a flank."""
    field = Field()
    field.act("a", "side", path="buke")
    field.unit("a", "katana-samurai", 10)
    field.hero("a", "busho-buke", "a1", weapon="katana")
    field.unit("b", "yari-ashigaru", 10)
    field.begin()
    field.act("a", "mark", piece="a1", marker="charge", on=True)
    field.leave()
    return field


THREE = ("9 9 9", "9 9 9", "4 4 4")
"""Nine points on Yari Ashigaru: AR 1, VT 3."""


def test_the_units_harm_waits_for_the_bushis_and_both_land_together() -> None:
    field = charged()
    said = field.strike("a1", "b1", "9 9", "9 9", "3 3", wait=True, zone="flank")
    assert said == "Damage dice 3 3. 4 damage; casualties come after Busho Buke."
    assert (field.piece("b1").miniatures, field.piece("b1").accumulated_damage) == (10, 0)
    assert KENSEI.due(field.state)[0].kind == "beside"
    view = KENSEI.view(field.state, "b")
    assert view.front == "beside"
    assert str(view.results[0].fallen) == "Take nothing away yet: casualties come after Busho Buke has struck too."
    said = field.strike("a1", "b1", "9 9", "9 9", "3 4", striker="ah1")
    assert said == "Damage dice 3 4. 3 miniatures fall, 7 are left, 0 damage stays."
    assert [str(r.fallen) for r in KENSEI.view(field.state, "a").results] == [
        "Its casualties are counted with the Bushi's.",
        "Remove 3 miniatures of Yari Ashigaru.",
    ]
    assert [(b.damage, b.striker) for b in field.state.blows] == [(4, ""), (5, "ah1")]


def test_the_units_charge_zone_and_first_turn_are_his() -> None:
    field = charged()
    field.strike("a1", "b1", "9", "1", wait=True, zone="flank", terrain="forest")
    field.act("a", "aim", kind="melee", attacker="a1", defender="b1", striker="ah1")
    numbers = dict(attack_of(field).numbers)
    assert [m.rule for m in numbers["AT"].modifiers] == ["9:5:5", "5:2:4", "6:2:1"]
    assert [m.value for m in numbers["DF"].modifiers] == [-1]


def test_he_may_stand_back_and_then_the_units_harm_lands() -> None:
    field = charged()
    field.strike("a1", "b1", *THREE, wait=True)
    step = KENSEI.due(field.state)[0].step
    assert step == "t1.a1>b1.melee.beside"
    assert "No dice are due here" in field.refused("a", "roll", step=step, faces=[1])
    assert "side A's to say" in field.refused("b", "stand-back", step=step)
    said = field.act("a", "stand-back", step=step)
    assert said == "Busho Buke stands back. 3 miniatures fall, 7 are left, 0 damage stays."
    assert "already past" in field.refused("a", "stand-back", step=step)


@pytest.mark.parametrize(
    ("type", "form", "said"),
    [
        ("leave", {"turn": 1, "phase": "combat"}, "3 miniatures fall, 7 are left, 0 damage stays. Turn 1: Resolution."),
        ("end", {"winner": "draw"}, "3 miniatures fall, 7 are left, 0 damage stays. The battle ends in a draw."),
        (
            "aim",
            {"kind": "melee", "attacker": "a1", "defender": "b1"},
            "3 miniatures fall, 7 are left, 0 damage stays.",
        ),
    ],
)
def test_whatever_else_goes_on_lets_it_land_first(type: str, form: dict[str, object], said: str) -> None:
    field = charged()
    field.strike("a1", "b1", *THREE, wait=True)
    assert field.act("a", type, **form).startswith(said)
    assert field.piece("b1").miniatures == 7
    assert field.state.ask("t1.a1>b1.melee.beside") is None


def test_his_strike_may_be_called_off_and_begun_anew() -> None:
    field = charged()
    field.strike("a1", "b1", *THREE, wait=True)
    field.act("a", "aim", kind="melee", attacker="a1", defender="b1", striker="ah1")
    assert "already past" in field.refused("a", "stand-back", step="t1.a1>b1.melee.beside"), "his dice come first"
    field.act("a", "cancel", step=field.step())
    assert KENSEI.due(field.state)[0].kind == "beside"
    field.strike("a1", "b1", "9", "1", striker="ah1")
    assert field.piece("b1").miniatures == 7


def test_harm_of_both_is_one_when_it_destroys_and_goes_over() -> None:
    """Two miniatures of VT 3, damage 4 and then 5: six points kill them, three go on, less the armor of who is next."""
    field = Field()
    field.act("a", "side", path="buke")
    field.unit("a", "katana-samurai", 10)
    field.hero("a", "busho-buke", "a1", weapon="katana")
    field.unit("b", "yari-ashigaru", 5)
    victim = field.hero("b", "daisho-ashigaru", "b1")
    field.begin()
    field.act("b", "correct", piece="b1", miniatures=2, reason="it began so")
    field.leave()
    field.strike("a1", "b1", "9 9", "9 9", "3 3", wait=True)
    said = field.strike("a1", "b1", "9 9", "9 9", "3 4", striker="ah1")
    assert field.hero_of(victim).wounds == 3 - field.hero_of(victim).profile.attributes.ar
    assert said.endswith("Yari Ashigaru is destroyed. Daisho Ashigaru has 1 wound.")


def test_he_struck_before_or_joins_no_free_attack_so_nothing_waits() -> None:
    field = charged()
    field.strike("a1", "b1", "9", "1", striker="ah1")
    field.strike("a1", "b1", *THREE, wait=True)
    assert field.piece("b1").miniatures == 7, "he has struck this turn"
    field = charged()
    field.strike("a1", "b1", *THREE, wait=True, free_attack="yes")
    assert field.piece("b1").miniatures == 7, "K86"


def test_only_the_blow_of_both_together_makes_a_unit_cross_half() -> None:
    field = charged()
    field.act("b", "correct", piece="b1", miniatures=4, reason="it began so")
    field.strike("a1", "b1", "9", "9", "4", wait=True)
    assert not field.owed()
    field.strike("a1", "b1", "9 9", "9 9", "4 4", striker="ah1")
    assert field.owed() == [("b1", ("half-unit",))]
