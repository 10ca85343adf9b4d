"""The distance of a shot: asked in the open, one key a band of the weapon, and no die falls before it is given."""

from __future__ import annotations

import pytest

from companion.content import catalog
from companion.play.kensei.fight.situation import bands, nudges
from companion.rules.kensei.fight.situation import MOST_CM
from companion.rules.kensei.profiles import WeaponId
from tests.play.kensei.field import Field, attack_of

SHOT = "t1.a1>b1.shot.at"


def test_a_shot_begins_without_a_distance_and_is_not_rolled_before_it_has_one(field: Field) -> None:
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    seen = attack_of(field)
    assert (seen.distance, seen.lacks_distance, seen.dice) == (None, True, 0)
    assert str(seen.sentence) == "How far is it to Katana Samurai?"
    for type, form in (("roll", {"faces": [1] * 10}), ("pad", {"bins": {"hits": 2}}), ("blank", {})):
        assert "A shot needs its distance" in field.refused("a", type, step=SHOT, **form)
    field.act("a", "situate", step=SHOT, field="distance_cm", value=20)
    seen = attack_of(field)
    assert (seen.distance, seen.lacks_distance, seen.dice) == (20, False, 10)
    assert str(seen.sentence) == "Roll 10 dice. 6 or more hits."


def test_what_else_keeps_a_shot_from_being_is_said_before_its_distance_is_asked(field: Field) -> None:
    field.act("a", "mark", piece="a1", marker="unloaded", on=True)
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert not attack_of(field).lacks_distance
    assert "not loaded" in str(attack_of(field).refusal)


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
