"""Every modifier of K9 to K23, one by one from the shared table, and the boundaries between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.content import catalog
from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.modifiers import MODIFIERS
from companion.rules.kensei.fight.strike import Strike
from companion.rules.text import Number
from tests.modifier_cases import (
    BOWS,
    CHARGE_OF_THE_BOOK,
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
)
from tests.strategies import strike_from


def of(attack: Any) -> Numbers:
    """The numbers of a strike, or of the body of one, that must be allowed."""
    n = numbers(attack if isinstance(attack, Strike) else strike_from(attack))
    assert isinstance(n, Numbers), n
    return n


def values(attack: Any) -> dict[str, int]:
    """The five numbers by name."""
    n = of(attack)
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
    assert {m.rule for m in of(replace(strike, defender=shooter)).df.modifiers} == {section}


# ---- several at once

SEVERAL = {
    "the book's charge, 10:3":
        (CHARGE_OF_THE_BOOK, (10, 4, 4, 1, 0)),
    "fleeing and reached: -2 rear, -2 fleeing, +1 (K60)":
        (melee(KATANA, YARI, charging=True, defender_fleeing=True), (4, 4, 0, 1, 0)),
    "free attack of a pursuit (K58)":
        (melee(KATANA, YARI, charging=True, defender_fleeing=True, free_attack=True), (4, 5, 2, 1, 0)),
    "fleeing and shot at: -2 only, and the bow (K60)":
        (shot(BOWS, YARI, defender_fleeing=True), (4, 6, 0, 1, 0)),
    "a fleeing unit strikes back with 3 dice less (K60)":
        (melee(YARI, KATANA, attacker_fleeing=True), (2, 7, 4, 2, 0)),
    "archers who withstood and shot: -2 and -1 (K20)":
        (melee(YARI, BOWS, defender_withstood_and_shot=True, charging=True), (5, 6, 1, 2, 0)),
    "lancers charge riders: -2 charge, -1 spear, -1 AR (K19)":
        (melee(LANCERS, RIDERS, charging=True), (6, 3, 4, 2, 0)),
    "counter-charge won on foot (K23)":
        (melee(YARI, RIDERS, counter_charge="won"), (7, 4, 3, 3, 0)),
    "counter-charge won on horseback (K23)":
        (melee(RIDERS, YARI, counter_charge="won"), (8, 3, 2, 1, 0)),
    "counter-charge lost gives nothing (K23)":
        (melee(YARI, RIDERS, counter_charge="lost", charging=True), (5, 5, 4, 3, 0)),
    "the charge reaches a counter-charger: bonuses, +2 DC, -1 DF (K23)":
        (melee(RIDERS, YARI, charging=True, defender_counter_charge="lost"), (8, 3, 2, 1, 0)),
    "the same on foot (K23)":
        (melee(KATANA, YARI, charging=True, defender_counter_charge="lost"), (6, 4, 2, 1, 0)),
    "the charge failed against a counter-charger who won (K23)":
        (melee(KATANA, YARI, charging=True, defender_counter_charge="won"), (4, 5, 3, 1, 0)),
    "teppo halves the printed 5 to 3, then cover (K9, K45)":
        (shot(TEPPO, KENGO, cover="heavy"), (5, 8, 5, 1, 0)),
    "halved down (K9)":
        (shot(TEPPO, KENGO, cover="heavy") | {"settings": {"halved_defense": "down"}}, (5, 8, 4, 1, 0)),
    "all the shooter did adds up (K18)":
        (shot(NINJAS, KENGO, 20, moved="run", overcame_obstacle=True, greater_precision=True), (6, 7, 5, 1, 1)),
    "a riding Busho: mount and heavy armor against arrows (K21)":
        (shot(BOWS, LONE_RIDER), (4, 7, 4, 5, 0)),
    "a riding Daimyo goes beyond the 4 of foot (K21)":
        (shot(BOWS, {**LONE_DAIMYO, "mounted": True}), (4, 7, 5, 7, 0)),
    "a Taisho with a spear in a charging unit of riders (K15, K19)":
        (melee(RIDING_SPEAR, RIDERS, charging=True), (3, 1, 4, 2, 0)),
    "a special character in a unit strikes with all his dice (K47)":
        (melee(SPY | {"in_unit": True}, YARI, charging=True), (3, 2, 3, 1, 0)),
    "alone: no charge, no zone (K15)":
        (melee(LONE_BUSHO, YARI, charging=True, zone="rear", counter_charge="won"), (5, 3, 3, 1, 0)),
    "tetsubo against AR 1: AR counts as 1 (K6)":
        (melee(IKAME, YARI), (3, 4, 3, 1, 0)),
    "harassers who fight already have a rear (K17)":
        (melee(KATANA, LANCERS, charging=True, zone="rear", defender_engaged=True), (4, 4, 2, 2, 0)),
}  # fmt: skip
"""Attacks with the DC, AT, DF, AR and damage bonus they come to."""


@pytest.mark.parametrize(("body", "expected"), SEVERAL.values(), ids=SEVERAL)
def test_several_modifiers(body: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert tuple(values(body).values()) == expected
