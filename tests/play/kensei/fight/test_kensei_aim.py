"""Taking aim: who may strike whom, in which circumstances, and what the refusals say."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.kensei.game import ACTS
from tests.play.kensei.field import Field, attack_of

SHOT = "t1.a1>b1.shot.at"


@pytest.mark.parametrize(
    ("seat", "form", "words"),
    [
        ("a", {"kind": "shot", "attacker": "b1", "defender": "b2"}, "one of your own"),
        ("a", {"kind": "shot", "attacker": "a1", "defender": "a2"}, "Choose an enemy"),
        ("a", {"kind": "shot", "attacker": "a9", "defender": "b1"}, "one of your own"),
        ("a", {"kind": "magic", "attacker": "a1", "defender": "b1"}, "'shot' or 'melee'"),
        ("a", {"kind": "melee", "attacker": "a1", "defender": "b1", "striker": "bh1"}, "strike there: Busho Buke"),
        ("a", {"kind": "melee", "attacker": "a1", "defender": "b1", "striker": "x" * 999}, "strike there: Busho Buke"),
        ("a", {"kind": "melee", "attacker": "a1", "defender": "b1", "weapon": "teppo"}, "theirs: Bow (yumi)"),
    ],
)
def test_who_may_not_be_chosen(field: Field, seat: str, form: dict[str, Any], words: str) -> None:
    assert words in field.refused(seat, "aim", **form)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"field": "distance_cm", "value": "nan"}, "0 to 300"),
        ({"field": "distance_cm", "value": "-1"}, "0 to 300"),
        ({"field": "distance_cm", "value": "far"}, "0 to 300"),
        ({"field": "weather", "value": "rain"}, "known: distance_cm, moved"),
        ({"field": "moved", "value": "flew"}, "one of none, march, run"),
        ({"field": "loaded", "value": "perhaps"}, "yes or no"),
        ({"field": "ve_attacker", "value": "9" * 5000}, "0 to 99"),
        ({"field": "ve_attacker", "value": "-3"}, "0 to 99"),
        ({"field": "aimed_at_character", "value": "ah1"}, "possible are: Daisho Samurai"),
    ],
)
def test_circumstances_name_their_values(field: Field, form: dict[str, str], words: str) -> None:
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert words in field.refused("a", "situate", step=SHOT, **form)


def test_free_modifiers_are_few_and_have_a_reason(field: Field) -> None:
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert "reason" in field.refused("a", "modify", step=SHOT, to="at", value=1)
    assert "value" in field.refused("a", "modify", step=SHOT, to="at", value=99, reason="luck")
    for number in range(8):
        field.act("a", "modify", step=SHOT, to="at", value=1, reason=f"gust {number}")
    assert "8" in field.refused("a", "modify", step=SHOT, to="at", value=1, reason="luck")
    assert "gone" in field.refused("a", "unmodify", step=SHOT, index=8)
    field.act("a", "unmodify", step=SHOT, index=0)
    assert field.chain().free[0].reason == "gust 1"
    assert not ACTS["unmodify"].commutes, "a stale page would take away another one"


def test_engaged_units_do_not_shoot_and_are_shot_at_where_the_table_says_so(field: Field) -> None:
    field.act("a", "mark", piece="a1", marker="engaged", on=True)
    assert "is engaged and cannot shoot" in field.refused("a", "aim", kind="shot", attacker="a1", defender="b2")
    field.act("a", "mark", piece="a1", marker="engaged", on=False)
    field.act("b", "mark", piece="b1", marker="engaged", on=True)
    assert "does not shoot into a combat" in field.refused("a", "aim", kind="shot", attacker="a1", defender="b1")
    lenient = Field(shoot_into_combat="yes")
    lenient.unit("a", "yumi-samurai", 10)
    lenient.unit("b", "katana-samurai", 8)
    lenient.begin()
    lenient.act("b", "mark", piece="b1", marker="engaged", on=True)
    lenient.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert attack_of(lenient).refusal is None


def test_one_may_aim_anew_but_not_into_anothers_dice(field: Field) -> None:
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("a", "aim", kind="shot", attacker="a1", defender="b2")
    assert "under way" in field.refused("b", "aim", kind="melee", attacker="b1", defender="a1")
    field.act("a", "pad", step="t1.a1>b2.shot.at", die=0, face=5)
    assert "under way" in field.refused("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert "dice are falling" in field.refused("a", "situate", step="t1.a1>b2.shot.at", field="moved", value="run")
    assert "dice are falling" in field.refused("a", "cancel", step="t1.a1>b2.shot.at")
    assert "under way" in field.refused("a", "leave", turn=1, phase="orders")
    assert "under way" in field.refused("a", "honor", piece="a1")
    field.act("a", "pad", step="t1.a1>b2.shot.at", clear=True)
    field.act("a", "cancel", step="t1.a1>b2.shot.at")
    assert field.state.running is None


def test_a_bushi_in_the_target_is_challenged_by_a_hero_only(field: Field) -> None:
    field.leave()
    field.act("a", "aim", kind="melee", attacker="a1", defender="b1", striker="ah1")
    assert [c.field for c in attack_of(field).chips].count("aimed_at_character") == 1
    field.act("a", "situate", step=field.step(), field="aimed_at_character", value="bh1")
    seen = attack_of(field)
    assert (seen.whom, seen.dice) == ("Daisho Samurai", 5), "with all his dice, not half"
    field.act("a", "striker", step=field.step(), striker="")
    seen = attack_of(field)
    assert (seen.whom, seen.striker) == ("Katana Samurai", None)
    assert "aimed_at_character" not in [c.field for c in seen.chips]


def test_a_shot_out_of_range_says_so_before_any_die(field: Field) -> None:
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("a", "situate", step=SHOT, field="distance_cm", value="61")
    assert "up to 60 cm" in str(attack_of(field).refusal)
    assert attack_of(field).dice == 0
    assert "up to 60 cm" in field.refused("a", "roll", step=SHOT, faces=[1] * 10)
    field.act("a", "cancel", step=SHOT)
    field.act("a", "aim", kind="shot", attacker="a2", defender="b1")
    assert "cannot shoot" in str(attack_of(field).refusal)
