"""Taking aim: who may strike whom, in which circumstances, from how far, and what the refusals say."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from companion.content import catalog
from companion.play.kensei.fight.situation import CHIPS, bands, defaults, fight_of, nudges, situation_with
from companion.play.kensei.game import ACTS
from companion.play.kensei.state import Chain
from companion.rules.kensei.fight.situation import CIRCUMSTANCES, MOST_CM, Circumstance, Situation
from companion.rules.kensei.profiles import WeaponId
from tests.play.kensei.field import Field, attack_of

SHOT = "t1.a1>b1.shot.at"


def test_who_may_not_be_chosen(field: Field) -> None:
    for kind, attacker, defender, more, words in (
        ("shot", "b1", "b2", {}, "a unit or character of yours"),
        ("shot", "a1", "a2", {}, "Choose an enemy"),
        ("shot", "a9", "b1", {}, "a unit or character of yours"),
        ("magic", "a1", "b1", {}, "one of shot, melee"),
        ("melee", "a1", "b1", {"striker": "bh1"}, "dice of their own there: Busho Buke"),
        ("melee", "a1", "b1", {"striker": "x" * 999}, "dice of their own there: Busho Buke"),
        ("melee", "a1", "b1", {"weapon": "teppo"}, "carried: Bow (yumi)"),
    ):
        assert words in field.refused("a", "aim", kind=kind, attacker=attacker, defender=defender, **more)


def test_circumstances_name_their_values(field: Field) -> None:
    field.aim("shot", "a1", "b1")
    for circumstance, value, words in (
        ("distance_cm", "nan", "0 to 300"),
        ("distance_cm", "-1", "0 to 300"),
        ("distance_cm", "far", "0 to 300"),
        ("weather", "rain", "known: distance_cm, moved"),
        ("w" * 41, "rain", f"no circumstance {'w' * 40};"),
        ("aimed_at_character", "x" * 41, "possible: Daisho Samurai"),
        ("aimed_at_character", "ah1", "possible: Daisho Samurai"),
        ("moved", "flew", "one of none, march, run"),
        ("loaded", "perhaps", "yes or no"),
        ("ve_attacker", "9" * 5000, "0 to 99"),
        ("ve_attacker", "-3", "0 to 99"),
    ):
        assert words in field.refused("a", "situate", step=SHOT, field=circumstance, value=value)


def test_every_circumstance_but_the_distance_is_a_chip() -> None:
    assert {chip.field for chip in CHIPS} == CIRCUMSTANCES.keys() - {"distance_cm"}


@pytest.mark.parametrize("one", CIRCUMSTANCES.values(), ids=lambda one: one.field)
def test_a_circumstance_is_set_from_a_forms_text_and_back(one: Circumstance) -> None:
    texts: dict[str, dict[str, object]] = {
        "flag": {"yes": True, " ON ": True, "true": True, "no": False, "": False},
        "hero": {"bh1": True, "": False},
        "number": {"0": 0, str(one.most): one.most, "": None},
        "distance": {"0": 0.0, "12.5": 12.5, str(one.most): one.most},
        "choice": {value: value or None for value, _ in one.choices},
    }
    for text, value in texts[one.kind].items():
        after = situation_with(Situation(), one.field, text)
        assert isinstance(after, Situation)
        assert getattr(after, one.field) == value
        assert replace(after, **{one.field: one.default}) == Situation(), "and nothing else"


def begun(field: Field, kind: Literal["shot", "melee"]) -> Situation:
    """What is suggested when a1 takes aim at b1."""
    return defaults(field.state, fight_of(field.state, Chain("", kind, "a1", "b1")))


def test_free_modifiers_are_few_and_have_a_usual_reason_or_one_in_words(field: Field) -> None:
    field.aim("shot", "a1", "b1")
    assert "reason" in field.refused("a", "modify", step=SHOT, to="at", value=1)
    assert "other reason" in field.refused("a", "modify", step=SHOT, to="at", value=1, reason="other")
    assert "value" in field.refused("a", "modify", step=SHOT, to="at", value=99, reason="luck")
    for reason, words in (("ability", ""), ("other", "wind from behind"), *((f"gust {n}", "") for n in range(6))):
        field.act("a", "modify", step=SHOT, to="at", value=1, reason=reason, words=words)
    assert [str(reason) for _, _, reason in attack_of(field).free][:3] == ["an ability", "wind from behind", "gust 0"]
    assert "8" in field.refused("a", "modify", step=SHOT, to="at", value=1, reason="luck")
    assert "gone" in field.refused("a", "unmodify", step=SHOT, index=8)
    field.act("a", "unmodify", step=SHOT, index=0)
    assert str(attack_of(field).free[0][2]) == "wind from behind"
    assert not ACTS["unmodify"].commutes, "a stale page would take away another one"


def test_one_may_aim_anew_but_not_into_anothers_dice(field: Field) -> None:
    field.aim("shot", "a1", "b1")
    field.aim("shot", "a1", "b2")
    assert "under way" in field.refused("b", "aim", kind="melee", attacker="b1", defender="a1")
    field.act("a", "situate", step="t1.a1>b2.shot.at", field="distance_cm", value=40)
    field.act("a", "pad", step="t1.a1>b2.shot.at", die=0, face=5)
    assert "under way" in field.refused("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert "Dice are already entered" in field.refused(
        "a", "situate", step="t1.a1>b2.shot.at", field="moved", value="run"
    )
    assert "Dice are already entered" in field.refused("a", "cancel", step="t1.a1>b2.shot.at")
    assert "under way" in field.refused("a", "leave", turn=1, phase="orders")
    assert "under way" in field.refused("a", "honor", piece="a1")
    field.act("a", "pad", step="t1.a1>b2.shot.at", clear=True)
    field.act("a", "cancel", step="t1.a1>b2.shot.at")
    assert field.state.running is None


def test_a_bushi_in_the_target_is_challenged_by_a_hero_only(field: Field) -> None:
    field.leave()
    field.aim("melee", "a1", "b1", striker="ah1")
    assert [c.field for c in attack_of(field).chips].count("aimed_at_character") == 1
    field.act("a", "situate", step=field.step(), field="aimed_at_character", value="bh1")
    seen = attack_of(field)
    assert (seen.whom, seen.dice) == ("Daisho Samurai", 5), "with all his dice, not half"
    field.act("a", "striker", step=field.step(), striker="")
    seen = attack_of(field)
    assert (seen.whom, seen.striker) == ("Katana Samurai", None)
    assert "aimed_at_character" not in [c.field for c in seen.chips]
    aimed = {"step": field.step(), "field": "aimed_at_character", "value": "bh1"}
    assert "possible: nobody" in field.refused("a", "situate", **aimed)


def test_a_shot_begins_without_a_distance_and_is_not_rolled_before_it_has_one(field: Field) -> None:
    field.aim("shot", "a1", "b1")
    seen = attack_of(field)
    assert (seen.distance, seen.lacks_distance, seen.dice) == (None, True, 0)
    assert str(seen.sentence) == "How far is it to Katana Samurai?"
    for type, form in (("roll", {"faces": [1] * 10}), ("pad", {"bins": {"hits": 2}}), ("blank", {})):
        assert "A shot needs its distance" in field.refused("a", type, step=SHOT, **form)
    field.act("a", "situate", step=SHOT, field="distance_cm", value=20)
    seen = attack_of(field)
    assert (seen.distance, seen.lacks_distance, seen.dice) == (20, False, 10)
    assert str(seen.sentence) == "Roll 10 dice. 6 or more hits."


@pytest.mark.parametrize(
    ("weapon", "on_hill", "keys"),
    [
        ("bow", False, ["short to 20", "medium 20–40", "long 40–60", "too far over 60"]),
        ("bow", True, ["short to 20", "medium 20–50", "long 50–70", "too far over 70"]),
        ("teppo", False, ["short to 20", "medium 20–45", "too far over 45"]),
        ("sling", False, ["too near to 20", "medium 20–40", "too far over 40"]),
        ("blowpipe", False, ["short to 20", "too far over 20"]),
    ],
)
def test_each_weapon_has_keys_for_its_own_distances(weapon: WeaponId, on_hill: bool, keys: list[str]) -> None:
    found = bands(catalog().weapons[weapon], on_hill)
    assert [f"{band.name} {band.label}" for band in found] == keys
    for cm in (0, 12.5, 20, 20.5, 39, 48, 50, 60, 61, 70, 300):
        assert [band.holds(cm) for band in found].count(True) == 1, cm
    assert all(band.holds(band.cm) for band in found), "a key shows what it enters"
    assert not any(band.holds(None) for band in found)


def test_the_exact_distance_moves_in_steps_and_stays_one() -> None:
    assert nudges(None) == ()
    for distance, keys in ((35.5, [25.5, 34.5, 36.5, 45.5]), (4, [0, 3, 5, 14]), (MOST_CM - 1, [289, 298, 300, 300])):
        assert [one.cm for one in nudges(distance)] == keys
    assert [one.by for one in nudges(0)] == [-10, -1, 1, 10]
