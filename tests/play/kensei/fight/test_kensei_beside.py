"""A unit strikes and its Bushi right after it: one harm, counted and taken away at once (K47, K68)."""

from __future__ import annotations

import pytest

from tests.play.kensei.field import Field, attack_of, fielded

LED = "buke: katana-samurai 10 + busho-buke katana"


def charged() -> Field:
    """Katana Samurai with a Busho against spearmen, in the combat phase of the turn in which they charged a flank."""
    field = fielded(LED, "yari-ashigaru 10")
    field.act("a", "mark", piece="a1", marker="charge", on=True)
    field.leave()
    return field


THREE = ("9 9 9", "9 9 9", "4 4 4")
"""Nine points on Yari Ashigaru: AR 1, VT 3."""


def test_the_units_harm_waits_for_the_bushis_and_both_land_together() -> None:
    field = charged()
    said = field.strike("a1", "b1", "9 9", "9 9", "3 3", wait=True, zone="flank")
    assert said == "Damage dice 3 3: 4 damage to Yari Ashigaru. Casualties are removed after the strike of Busho Buke."
    assert (field.piece("b1").miniatures, field.piece("b1").accumulated_damage) == (10, 0)
    due = field.due()[0]
    assert (due.kind, due.data["dice"]) == ("beside", 0)
    view = field.view("b")
    assert view.front == "beside"
    assert str(view.results[0].fallen) == "Take nothing away yet: Busho Buke may strike too."
    field.aim("melee", "a1", "b1", striker="ah1")
    chances = {str(bar.label): bar.chance for bar in attack_of(field).bars}
    assert chances["1 or more fall"] == 1, "the four points that wait count"
    field.act("a", "cancel", step=field.step())
    said = field.strike("a1", "b1", "9 9", "9 9", "3 4", striker="ah1")
    fell = "Yari Ashigaru: 3 miniatures fall, 7 are left."
    assert said == f"Damage dice 3 4: 5 damage to Yari Ashigaru, 9 with the unit's. {fell}"
    assert [str(r.fallen) for r in field.view("a").results] == [
        "Its casualties are counted with the Bushi's.",
        "Remove 3 miniatures of Yari Ashigaru.",
    ]
    assert [(b.damage, b.striker) for b in field.state.blows] == [(4, ""), (5, "ah1")]


def test_he_may_stand_back_or_strike_and_call_it_off_and_then_the_units_harm_lands() -> None:
    field = charged()
    field.strike("a1", "b1", *THREE, wait=True)
    step = field.step()
    assert step == "t1.a1>b1.melee.beside"
    field.aim("melee", "a1", "b1", striker="ah1")
    assert "is not due any more" in field.refused("a", "stand-back", step=step), "his dice come first"
    field.act("a", "cancel", step=field.step())
    assert field.due()[0].kind == "beside"
    assert "No dice are needed yet" in field.refused("a", "roll", step=step, faces=[1])
    assert "Only side A can say" in field.refused("b", "stand-back", step=step)
    waits = field.state
    said = field.act("a", "stand-back", step=step)
    assert said == "Busho Buke stood back. Yari Ashigaru: 3 miniatures fall, 7 are left."
    assert "is not due any more" in field.refused("a", "stand-back", step=step)
    field.state = waits
    field.strike("a1", "b1", "9", "1", striker="ah1")
    assert field.piece("b1").miniatures == 7


@pytest.mark.parametrize(
    ("type", "form", "said"),
    [
        ("leave", {"turn": 1, "phase": "combat"}, "Yari Ashigaru: 3 miniatures fall, 7 are left. Turn 1: Resolution."),
        ("end", {"winner": "draw"}, "Yari Ashigaru: 3 miniatures fall, 7 are left. A draw: the battle is over."),
        ("aim", {"kind": "melee", "attacker": "a1", "defender": "b1"}, "Yari Ashigaru: 3 miniatures fall, 7 are left."),
    ],
)
def test_whatever_else_goes_on_lets_it_land_first(type: str, form: dict[str, object], said: str) -> None:
    field = charged()
    field.strike("a1", "b1", *THREE, wait=True)
    assert field.act("a", type, **form).startswith(said)
    assert field.piece("b1").miniatures == 7
    assert field.state.ask("t1.a1>b1.melee.beside") is None


# ---- what else happens while the harm waits


def test_an_aim_that_lets_harm_land_is_judged_by_the_table_after_it() -> None:
    """b1 is destroyed by what waited: who aims at it finds its survivor, and it strikes no more."""
    field = fielded(LED + ", katana-samurai 10", "katana-samurai 5 + daisho-samurai")
    field.act("b", "correct", piece="b1", miniatures=1, reason="it began so")
    field.leave()
    field.strike("a1", "b1", *THREE, wait=True)
    field.aim("melee", "a2", "b1")
    assert field.chain().aimed_at == "bh1"
    assert attack_of(field).whom == "Daisho Samurai"


def test_the_other_sides_other_fight_lets_it_wait() -> None:
    field = charged()
    field.strike("a1", "b1", *THREE, wait=True)
    assert "no result" in field.refused("b", "put-away"), "his choice is not b's to put away"
    field.act("a", "stand-back", step="t1.a1>b1.melee.beside")
    field = fielded(LED + ", katana-samurai 10", "yari-ashigaru 10, yari-ashigaru 10", phase="combat")
    field.strike("a1", "b1", *THREE, wait=True)
    field.aim("melee", "b2", "a2")
    assert field.piece("b1").miniatures == 10
    assert field.state.ask("t1.a1>b1.melee.beside") is not None
    field.act("b", "cancel", step="t1.b2>a2.melee.at")
    field.aim("melee", "b1", "a2")
    assert field.piece("b1").miniatures == 7, "it is in the fight that waits"


def test_nobody_waits_for_a_bushi_who_fell_and_who_falls_while_he_aims_aims_no_more() -> None:
    for harm in (True, False):
        field = charged()
        if harm:
            field.strike("a1", "b1", *THREE, wait=True)
        else:
            field.aim("melee", "a1", "b1", striker="ah1")
        vitality = field.hero_of("ah1").profile.attributes.vt
        field.act("a", "correct", piece="a1", hero="ah1", wounds=vitality, reason="an arrow")
        assert field.piece("b1").miniatures == (7 if harm else 10)
        assert [ask.kind for ask in field.state.asks] == ["death"], "only who stood near him is still asked"
        assert field.state.running is None


def test_his_strike_knows_that_the_enemy_broke_meanwhile() -> None:
    field = charged()
    field.strike("a1", "b1", "9", "1", wait=True)
    field.act("b", "mark", piece="b1", marker="fleeing", on=True)
    field.aim("melee", "a1", "b1", striker="ah1")
    assert -2 in [m.value for m in dict(attack_of(field).numbers)["DF"].modifiers]


def test_ten_points_go_to_the_duel_that_killed_and_not_to_what_fell_beside_it() -> None:
    field = fielded(LED, "daisho-samurai, yari-ashigaru 5", phase="combat")
    field.strike("a1", "bh1", "9 9 9 9", "9 9 9 9", "9 9 9 9", wait=True)
    field.strike("a1", "bh1", "", striker="ah1", confrontation="yes")
    assert not field.hero_of("bh1").alive
    assert [b.slain for b in field.state.blows] == [False, False]
