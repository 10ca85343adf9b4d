"""Every modifier of K9 to K23, one by one from the shared table, and the boundaries between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.content import catalog
from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.modifiers import MODIFIERS
from companion.rules.text import Number
from tests.modifier_cases import (
    BOWS,
    IKAME,
    KATANA,
    KENGO,
    LANCERS,
    LONE_BUSHO,
    LONE_DAIMYO,
    LONE_RIDER,
    MODIFIER_CASES,
    NINJAS,
    RIDERS,
    RIDING_SPEAR,
    SPY,
    TEPPO,
    YARI,
    ModifierCase,
    melee,
    shot,
    unit,
)
from tests.strategies import strike_from


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


@pytest.mark.parametrize(("unit_struck", "section"), [(BOWS, "5:2:3"), (TEPPO, "5:2:5")], ids=["bows", "teppos"])
def test_each_weapon_that_hinders_has_its_own_section(unit_struck: Any, section: str) -> None:
    """-2 DF in close combat: of the unit, and of a lone character who carries the same and shot this turn."""
    cited = {m.rule for m in of(melee(YARI, unit_struck)).df.modifiers if m.value == -2}
    assert cited == {section}
    strike = strike_from(melee(YARI, LONE_BUSHO, defender_shot=True))
    carried = catalog().units[unit_struck["unit"]].weapons
    shooter = replace(strike.defender, profile=replace(strike.defender.profile, weapons=carried))
    alone = numbers(replace(strike, defender=shooter))
    assert isinstance(alone, Numbers)
    assert {m.rule for m in alone.df.modifiers} == {section}


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
