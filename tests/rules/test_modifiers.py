"""Every modifier of K9 to K23, one by one from the shared table, and the boundaries between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.kensei.attack import Numbers, numbers
from companion.rules.kensei.modifiers import MODIFIERS
from companion.rules.kensei.strike import Combatant, Situation
from companion.rules.text import Number
from tests.modifier_cases import (
    BOWS,
    BUSHO,
    DAISHO_ARCHER,
    IKAME,
    KATANA,
    KENGO,
    KENSEI,
    LANCERS,
    LONE_BUSHO,
    LONE_DAIMYO,
    LONE_RIDER,
    MODIFIER_CASES,
    NINJAS,
    RIDERS,
    RIDING_SPEAR,
    SHINOBI,
    SLINGS,
    SPY,
    TEPPO,
    YARI,
    ModifierCase,
    melee,
    shot,
    unit,
)
from tests.strategies import catalog, strike_from


def of(body: Any) -> Numbers:
    """The numbers of a body that must be allowed."""
    n = numbers(strike_from(body))
    assert isinstance(n, Numbers), n
    return n


def values(body: Any) -> dict[str, int]:
    """The five numbers by name."""
    n = of(body)
    return {name: getattr(n, name).value for name in ("dc", "at", "df", "ar", "damage_bonus")}


def terms(number: Number) -> list[tuple[int, str]]:
    return [(m.value, str(m.reason)) for m in number.modifiers]


def test_every_modifier_has_one_case() -> None:
    assert Counter(case.id for case in MODIFIER_CASES) == Counter(rule.id for rule in MODIFIERS)


@pytest.mark.parametrize("case", MODIFIER_CASES, ids=lambda case: case.id)
def test_modifier_counts_where_it_should(case: ModifierCase) -> None:
    rule = next(rule for rule in MODIFIERS if rule.id == case.id)
    assert rule.to == case.to
    number = getattr(of(case.fires), case.to)
    assert (case.value, case.reason) in terms(number)
    assert next(m.rule for m in number.modifiers if str(m.reason) == case.reason) == rule.rule


@pytest.mark.parametrize(
    ("case", "body"),
    [pytest.param(case, body, id=f"{case.id}-{i}") for case in MODIFIER_CASES for i, body in enumerate(case.quiet)],
)
def test_modifier_keeps_out_elsewhere(case: ModifierCase, body: dict[str, Any]) -> None:
    assert case.reason not in [reason for _, reason in terms(getattr(of(body), case.to))]


def test_reasons_are_told_apart() -> None:
    """Within one number no two reasons read the same."""
    assert not [key for key, n in Counter((rule.to, rule.reason) for rule in MODIFIERS).items() if n > 1]


# ---- several at once


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(
            melee(unit("katana-samurai", 10), unit("yari-ashigaru", 10), charging=True, defender_defensive=True),
            {"dc": 10, "at": 4, "df": 4, "ar": 1, "damage_bonus": 0},
            id="the book's charge, 10:3",
        ),
        pytest.param(
            melee(KATANA, unit("yari-ashigaru", 5), charging=True, defender_fleeing=True),
            {"dc": 4, "at": 4, "df": 0, "ar": 1, "damage_bonus": 0},
            id="fleeing and reached: -2 rear, -2 fleeing, +1 (K60)",
        ),
        pytest.param(
            melee(KATANA, unit("yari-ashigaru", 5), charging=True, defender_fleeing=True, free_attack=True),
            {"dc": 4, "at": 5, "df": 2, "ar": 1, "damage_bonus": 0},
            id="free attack of a pursuit (K58)",
        ),
        pytest.param(
            shot(BOWS, unit("yari-ashigaru", 5), defender_fleeing=True),
            {"dc": 4, "at": 6, "df": 0, "ar": 1, "damage_bonus": 0},
            id="fleeing and shot at: -2 only, and the bow (K60)",
        ),
        pytest.param(
            melee(unit("yari-ashigaru", 5), KATANA, attacker_fleeing=True),
            {"dc": 2, "at": 7, "df": 4, "ar": 2, "damage_bonus": 0},
            id="a fleeing unit strikes back with 3 dice less (K60)",
        ),
        pytest.param(
            melee(YARI, BOWS, defender_withstood_and_shot=True, charging=True),
            {"dc": 5, "at": 6, "df": 1, "ar": 2, "damage_bonus": 0},
            id="archers who withstood and shot: -2 and -1 (K20)",
        ),
        pytest.param(
            melee(LANCERS, RIDERS, charging=True),
            {"dc": 6, "at": 3, "df": 4, "ar": 2, "damage_bonus": 0},
            id="lancers charge riders: -2 charge, -1 spear, -1 AR (K19)",
        ),
        pytest.param(
            melee(YARI, RIDERS, counter_charge="won"),
            {"dc": 7, "at": 4, "df": 3, "ar": 3, "damage_bonus": 0},
            id="counter-charge won on foot (K23)",
        ),
        pytest.param(
            melee(RIDERS, YARI, counter_charge="won"),
            {"dc": 8, "at": 3, "df": 2, "ar": 1, "damage_bonus": 0},
            id="counter-charge won on horseback (K23)",
        ),
        pytest.param(
            melee(YARI, RIDERS, counter_charge="lost", charging=True),
            {"dc": 5, "at": 5, "df": 4, "ar": 3, "damage_bonus": 0},
            id="counter-charge lost gives nothing (K23)",
        ),
        pytest.param(
            melee(RIDERS, YARI, charging=True, defender_counter_charge="lost"),
            {"dc": 8, "at": 3, "df": 2, "ar": 1, "damage_bonus": 0},
            id="the charge reaches a counter-charger: bonuses, +2 DC, -1 DF (K23)",
        ),
        pytest.param(
            melee(KATANA, YARI, charging=True, defender_counter_charge="lost"),
            {"dc": 6, "at": 4, "df": 2, "ar": 1, "damage_bonus": 0},
            id="the same on foot (K23)",
        ),
        pytest.param(
            melee(KATANA, YARI, charging=True, defender_counter_charge="won"),
            {"dc": 4, "at": 5, "df": 3, "ar": 1, "damage_bonus": 0},
            id="the charge failed against a counter-charger who won (K23)",
        ),
        pytest.param(
            shot(TEPPO, KENGO, cover="heavy"),
            {"dc": 5, "at": 8, "df": 5, "ar": 1, "damage_bonus": 0},
            id="teppo halves the printed 5 to 3, then cover (K9, K45)",
        ),
        pytest.param(
            shot(TEPPO, KENGO, cover="heavy") | {"settings": {"halved_defense": "down"}},
            {"dc": 5, "at": 8, "df": 4, "ar": 1, "damage_bonus": 0},
            id="halved down (K9)",
        ),
        pytest.param(
            shot(NINJAS, KENGO, 20, moved="run", overcame_obstacle=True, greater_precision=True),
            {"dc": 6, "at": 7, "df": 5, "ar": 1, "damage_bonus": 1},
            id="all the shooter did adds up (K18)",
        ),
        pytest.param(
            shot(BOWS, LONE_RIDER),
            {"dc": 4, "at": 7, "df": 4, "ar": 5, "damage_bonus": 0},
            id="a riding Busho: mount and heavy armor against arrows (K21)",
        ),
        pytest.param(
            shot(BOWS, {**LONE_DAIMYO, "mounted": True}),
            {"dc": 4, "at": 7, "df": 5, "ar": 7, "damage_bonus": 0},
            id="a riding Daimyo goes beyond the 4 of foot (K21)",
        ),
        pytest.param(
            melee(RIDING_SPEAR, RIDERS, charging=True),
            {"dc": 3, "at": 1, "df": 4, "ar": 2, "damage_bonus": 0},
            id="a Taisho with a spear in a charging unit of riders (K15, K19)",
        ),
        pytest.param(
            melee(SPY | {"in_unit": True}, YARI, charging=True),
            {"dc": 3, "at": 2, "df": 3, "ar": 1, "damage_bonus": 0},
            id="a special character in a unit strikes with all his dice (K47)",
        ),
        pytest.param(
            melee(LONE_BUSHO, YARI, charging=True, zone="rear", counter_charge="won"),
            {"dc": 5, "at": 3, "df": 3, "ar": 1, "damage_bonus": 0},
            id="alone: no charge, no zone (K15)",
        ),
        pytest.param(
            melee(IKAME, YARI),
            {"dc": 3, "at": 4, "df": 3, "ar": 1, "damage_bonus": 0},
            id="tetsubo against AR 1: AR counts as 1 (K6)",
        ),
        pytest.param(
            melee(KATANA, LANCERS, charging=True, zone="rear", defender_engaged=True),
            {"dc": 4, "at": 4, "df": 2, "ar": 2, "damage_bonus": 0},
            id="harassers who fight already have a rear (K17)",
        ),
    ],
)
def test_several_modifiers(body: dict[str, Any], expected: dict[str, int]) -> None:
    assert values(body) == expected


# ---- boundaries


@pytest.mark.parametrize(
    ("distance", "on_hill", "at"),
    [
        (0, False, 5),
        (20, False, 5),
        (20.1, False, 6),
        (40, False, 6),
        (40.1, False, 7),
        (60, False, 7),
        (60.1, False, None),
        (40.1, True, 6),
        (50, True, 6),
        (50.1, True, 7),
        (70, True, 7),
        (70.1, True, None),
    ],
)
def test_bow_distances(distance: float, on_hill: bool, at: int | None) -> None:
    n = numbers(strike_from(shot(BOWS, YARI, distance, attacker_on_hill=on_hill)))
    assert (n.at.value if isinstance(n, Numbers) else None) == at


@pytest.mark.parametrize(
    ("shooter", "distance", "at"),
    [
        (TEPPO, 20, 6),
        (TEPPO, 40.1, 7),
        (TEPPO, 45, 7),
        (TEPPO, 45.1, None),
        (SLINGS, 20, None),
        (SLINGS, 20.1, 7),
        (SLINGS, 40, 7),
        (SLINGS, 40.1, None),
        (NINJAS, 20, 4),
        (NINJAS, 20.1, None),
        (SHINOBI, 20, 3),
        (SHINOBI, 20.1, None),
    ],
)
@pytest.mark.parametrize("on_hill", [False, True])
def test_other_distances(shooter: dict[str, Any], distance: float, at: int | None, on_hill: bool) -> None:
    """A hill lengthens the reach of bows only (6:2:2)."""
    n = numbers(strike_from(shot(shooter, YARI, distance, attacker_on_hill=on_hill)))
    assert (n.at.value if isinstance(n, Numbers) else None) == at


@pytest.mark.parametrize("distance", [60.1, 75])
def test_withstand_and_shoot_reaches_as_far_as_the_weapon(distance: float) -> None:
    """Declared from too far, the shot goes at the weapon's longest distance (K52)."""
    n = of(shot(BOWS, YARI, distance, withstand_and_shoot=True))
    assert n.at.value == 6 + 1 + 2


@pytest.mark.parametrize(
    ("own", "enemy", "extra"), [(9, 5, 0), (10, 5, 2), (14, 5, 2), (15, 5, 4), (1, 0, 4), (0, 0, 0), (5, 10, 0)]
)
def test_superiority(own: int, enemy: int, extra: int) -> None:
    body = melee(KATANA, YARI, ve={"attacker": own, "defender": enemy})
    assert values(body)["dc"] == 4 + extra
    flat = body | {"settings": {"superiority": "flat"}}
    assert values(flat)["dc"] == 4 + min(extra, 2)
    assert values({**shot(BOWS, YARI), "situation": {"distance_cm": 30, "ve": body["situation"]["ve"]}})["dc"] == 4


def test_characters_in_a_unit_count_for_superiority() -> None:
    """VE 7 against 4 is less than double; with a Busho and a Taisho inside (VE 1 and 2) it is more (K46)."""
    captains = [{"character": name, "weapon": None, "mounted": False} for name in ("busho-buke", "taisho-buke")]
    attacker = unit("yari-ashigaru", 7)
    assert values(melee(attacker, KATANA))["dc"] == 7
    assert values(melee(attacker | {"characters": captains}, KATANA))["dc"] == 9
    assert values(melee(unit("yari-ashigaru", 8), unit("katana-samurai", 4, characters=captains[:1])))["dc"] == 8


@pytest.mark.parametrize("who", sorted(catalog().characters))
def test_fractions_of_a_characters_dice(who: str) -> None:
    """Half rounded up in a unit, half rounded down shooting, a third after a failed break-away (K13)."""
    profile = catalog().characters[who]
    dc = profile.attributes.dc
    if profile.attributes.at is None or profile.rank == "special":
        return
    inside = {"character": who, "in_unit": True}
    assert values(melee(inside, YARI))["dc"] == -(-dc // 2)
    assert values(melee(inside | {"failed_break_away": True}, YARI))["dc"] == dc // 3
    assert values(melee({"character": who}, YARI, ve={"attacker": 1, "defender": 5}))["dc"] == dc
    if "bow" in profile.weapons:
        for shooter in (inside, {"character": who}):
            assert values(shot(shooter | {"weapon": "bow"}, YARI))["dc"] == dc // 2


def test_confrontation_is_fought_with_full_dice() -> None:
    """Between characters no limit to DC, and no numbers of a unit (4:3:10, K65)."""
    enemy = {"character": "taisho-buke", "weapon": "katana", "in_unit": True}
    assert values(melee(BUSHO, enemy))["dc"] == 5
    assert values(melee(BUSHO, enemy | {"in_unit": False}, confrontation=True))["dc"] == 5
    assert values(melee(LONE_DAIMYO, {"character": "busho-buke"}, confrontation=True))["dc"] == 6
    assert values(melee(LONE_DAIMYO, {"character": "busho-buke"}))["dc"] == 8


def test_duel_after_a_chase_has_the_charge() -> None:
    """The one exception for characters who fight alone (K15)."""
    body = melee(LONE_BUSHO, {"character": "taisho-buke"}, charging=True, zone="rear", chased_breakaway=True)
    assert (values(body)["at"], values(body)["df"]) == (4 - 1 - 1, 5 - 2)


def test_a_character_shares_what_his_unit_suffers() -> None:
    """Bows in close combat (K20), and a harasser unit's ease in a forest (K22)."""
    yumi, slings = catalog().units["yumi-samurai"], catalog().units["ishitsubute-ashigaru"]
    strike = strike_from(melee(LONE_BUSHO, BUSHO))
    hit = numbers(replace(strike, defender=replace(strike.defender, unit=yumi)))
    assert isinstance(hit, Numbers)
    assert hit.df.value == 5 - 2
    strike = strike_from(melee(BUSHO, YARI, terrain="forest"))
    assert of(melee(BUSHO, YARI, terrain="forest")).at.value == 4 - 1 + 1
    easy = numbers(replace(strike, attacker=replace(strike.attacker, unit=slings)))
    assert isinstance(easy, Numbers)
    assert easy.at.value == 4 - 1


def test_daisho_ashigaru_shoots_with_his_unit() -> None:
    """He counts as carrying what the ashigaru around him carry (12:6:1, K14), and nothing elsewhere."""
    daisho = {"character": "daisho-ashigaru", "in_unit": True}
    assert values(shot(daisho | {"weapon": "teppo"}, KENGO, 45))["dc"] == 1
    alone = numbers(strike_from(shot({"character": "daisho-ashigaru", "weapon": "bow"}, YARI)))
    assert not isinstance(alone, Numbers)
    strike = strike_from(shot(daisho, YARI))
    among = replace(strike.attacker, unit=catalog().units["teppotai"])
    found = numbers(replace(strike, attacker=among))
    assert isinstance(found, Numbers)
    assert found.weapon == "teppo"
    lost = replace(strike.attacker, unit=catalog().units["yumi-samurai"])
    assert not isinstance(numbers(replace(strike, attacker=lost)), Numbers)


def test_lone_shooter_by_his_own_shot() -> None:
    """A character who shot in his own phase (K20)."""
    assert values(melee(YARI, DAISHO_ARCHER, defender_shot=True))["df"] == 3
    assert values(melee(YARI, KENSEI, defender_shot=True))["df"] == 6


def test_aimed_shot_meets_the_character() -> None:
    """The blowpipe picks the character out: his DF and AR, +2 AT, and no loner (K18, K76)."""
    inside = {"character": "busho-buke", "weapon": "katana", "mounted": True}
    body = shot(SHINOBI, unit("kiba-musha", 3, characters=[inside]), 15, aimed_at_character=True)
    n = of(body)
    assert (n.at.value, n.df.value, n.ar.value) == (4 - 1 + 2, 5, 3 + 1)
    assert n.target is not None
    assert n.target.attributes.vt == 9 + 2
    same = of(shot(SHINOBI, {**LONE_RIDER, "in_unit": True}, 15))
    assert (same.at, same.df, same.ar) == (n.at, n.df, n.ar)
    assert of(shot(SHINOBI, KATANA, 15)).target is None


def test_mounted_character() -> None:
    """MV 15, +1 AR, +2 VT (K21); a unit's horses are printed."""
    rider = Combatant(catalog().characters["busho-buke"], mounted=True).attributes
    assert (rider.mv, rider.ar, rider.vt) == (15, 4, 11)
    kiba = Combatant(catalog().units["kiba-musha"], 3, mounted=True)
    assert kiba.attributes == kiba.profile.attributes


def test_weapons_are_chosen_for_the_kind() -> None:
    assert of(melee({"character": "busho-kuge"}, YARI)).weapon == "katana"
    assert of(shot({"character": "busho-kuge"}, YARI)).weapon == "bow"
    assert of(melee(NINJAS, YARI)).weapon == "shinobi-gatana"
    assert of(shot(NINJAS, YARI, 15)).weapon == "shuriken"
    assert of(melee(BOWS, YARI)).weapon is None
    assert of(melee(DAISHO_ARCHER, YARI)).weapon is None


def test_free_modifiers_come_last_and_before_the_floors() -> None:
    body = melee(YARI, KATANA, attacker_defensive=True) | {
        "modifiers": [
            {"to": "dc", "value": -4, "reason": "house rule"},
            {"to": "ar", "value": -5, "reason": "Clean Cut, 100 %"},
            {"to": "damage_bonus", "value": 2, "reason": "poison"},
        ]
    }
    n = of(body)
    assert (n.dc.value, n.ar.value, n.damage_bonus.value) == (0, 1, 2)
    assert terms(n.dc) == [(-3, "in defensive position"), (-4, "house rule"), (2, "counts as at least 0")]
    assert terms(n.ar) == [(-5, "Clean Cut, 100 %"), (4, "counts as at least 1")]
    raised = melee(YARI, KATANA) | {"modifiers": [{"to": "ar", "value": 3, "reason": "x"}]}
    assert values(raised)["ar"] == 5


def test_what_multiplies_stands_first_and_defensive_last() -> None:
    n = of(melee(unit("yari-ashigaru", 12), KATANA, attacker_defensive=True))
    assert [value for value, _ in terms(n.dc)] == [7, 2, 2, -3]
    df = of(shot(TEPPO, KENGO, cover="light", defender_fleeing=True)).df
    assert terms(df)[0] == (-2, "a teppo halves Defense")


# ---- refusals


@pytest.mark.parametrize(
    ("body", "rule", "word"),
    [
        (shot(BOWS, YARI, 61), "9:3:3", "up to 60 cm"),
        (shot(SLINGS, YARI, 20), "5:2:7", "over 20"),
        (shot(BOWS, YARI, float("nan")), "9:3:3", "nan"),
        (shot(BOWS, YARI, -1), "9:3:3", "-1"),
        (shot(BOWS, YARI, loaded=False), "9:3:1", "1 AC"),
        ({**shot(BOWS, YARI), "situation": {}}, "9:3:3", "measure"),
        (shot(BOWS, YARI, attacker_in_stream=True), "6:2:6", "stream"),
        (shot(BOWS, YARI, defender_engaged=True), "9:3:2", "another target"),
        (shot(YARI, KATANA), "5:1:9", "spear"),
        (shot({**LONE_BUSHO}, YARI), "5:1:9", "katana"),
        (melee({**KATANA, "weapon": "naginata"}, YARI), "12:5:1", "katana"),
        (melee({"character": "geisha"}, YARI), "5:1:14", "Geisha"),
        (shot(BOWS, {**LONE_BUSHO, "in_unit": True}), "4:3:9", "blowpipe"),
        (shot(BOWS, KATANA, aimed_at_character=True), "4:3:9", "blowpipe"),
        (melee(YARI, {**LONE_BUSHO, "in_unit": True}), "10:2:6", "challenge"),
    ],
)
def test_refusals_say_why(body: dict[str, Any], rule: str, word: str) -> None:
    refused = numbers(strike_from(body))
    assert not isinstance(refused, Numbers)
    assert refused.rule == rule
    assert word in str(refused)


def test_two_characters_must_be_told_apart() -> None:
    two = [{"character": name} for name in ("busho-buke", "geisha")]
    refused = numbers(
        strike_from(shot(SHINOBI, unit("katana-samurai", 4, characters=two), 15, aimed_at_character=True))
    )
    assert not isinstance(refused, Numbers)
    assert "two characters" in str(refused)


def test_settings_open_what_they_say() -> None:
    assert of(shot(BOWS, YARI, defender_engaged=True) | {"settings": {"shoot_into_combat": "yes"}}).dc.value == 4
    assert of(melee(NINJAS, {**LONE_BUSHO, "in_unit": True}, confrontation=True)).dc.value == 6


def test_situation_has_the_fields_of_the_api() -> None:
    """Defaults are those of API.md: nothing special is happening."""
    assert Situation().first_turn
    assert Situation().loaded
    assert Situation().zone == "front"
    assert values(melee(KATANA, YARI)) == {"dc": 4, "at": 5, "df": 3, "ar": 1, "damage_bonus": 0}
