"""Taking aim: who may strike whom, in which circumstances, from how far, and what the refusals say."""

from dataclasses import replace

import pytest

from companion.content import catalog
from companion.play.kensei.chains import Chain
from companion.play.kensei.fight.situation import CHIPS, bands, nudges, with_circumstance
from companion.rules.kensei.fight.situation import CIRCUMSTANCES, MOST_CM, Circumstance, Situation
from companion.rules.kensei.profiles import WeaponId
from tests.play.kensei.field import Field, attack_of, fielded

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


@pytest.mark.parametrize(("shooter", "offered"), [("shinobi", ["bh1"]), ("kuge: teppotai", []), ("yumi-samurai", [])])
def test_only_a_blowpipe_is_offered_a_character_in_a_unit(shooter: str, offered: list[str]) -> None:
    field = fielded(shooter, "katana-samurai + busho-buke")
    field.aim("shot", next(field.state.of("a")).id, "b1", distance_cm=15)
    chips = attack_of(field).chips
    assert [who for one in chips if one.kind == "hero" for who, _ in one.choices if who] == offered


def test_circumstances_name_their_values(field: Field) -> None:
    field.aim("shot", "a1", "b1")
    for circumstance, value, words in (
        ("distance_cm", "nan", "0 to 300"),
        ("distance_cm", "-1", "0 to 300"),
        ("distance_cm", "far", "0 to 300"),
        ("weather", "rain", "known: distance_cm, moved"),
        ("w" * 41, "rain", f"no circumstance {'w' * 40};"),
        ("aimed_at_character", "x" * 41, "possible: nobody"),
        ("aimed_at_character", "bh1", "possible: nobody"),
        ("moved", "flew", "one of none, march, run"),
        ("loaded", "perhaps", "yes or no"),
        ("ve_attacker", "9" * 5000, "0 to 99"),
        ("ve_attacker", "-3", "0 to 99"),
    ):
        assert words in field.refused("a", "situate", step=SHOT, field=circumstance, value=value)


def test_every_circumstance_but_the_distance_is_a_chip() -> None:
    assert {chip.field for chip in CHIPS} == CIRCUMSTANCES.keys() - {"distance_cm"}


@pytest.mark.parametrize("one", CIRCUMSTANCES.values(), ids=lambda one: one.field)
def test_a_circumstance_is_set_from_a_forms_text_and_back(field: Field, one: Circumstance) -> None:
    field.aim("melee", "a1", "b1")
    bare = replace(field.state.chains[-1], situation=Situation())
    back = {one.field: one.default, **({"charging": False} if one.field == "counter_charge" else {})}
    texts: dict[str, dict[str, object]] = {
        "flag": {"yes": True, " ON ": True, "true": True, "no": False, "": False},
        "hero": {"bh1": True, "": False},
        "number": {"0": 0, str(one.most): one.most, "": None},
        "distance": {"0": 0.0, "12.5": 12.5, str(one.most): one.most},
        "choice": {value: value or None for value, _ in one.choices},
    }
    for text, value in texts[one.kind].items():
        after = with_circumstance(field.state, bare, one.field, text)
        assert isinstance(after, Chain)
        assert getattr(after.situation, one.field) == value
        assert after.situated(**back) == bare, "and nothing else"


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
    found = tuple(bands(catalog().weapons[weapon], on_hill))
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
