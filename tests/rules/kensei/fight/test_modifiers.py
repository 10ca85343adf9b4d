"""Every modifier of K9 to K23, one by one from the shared table, and the boundaries between them."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from companion.content import catalog
from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.modifiers import MODIFIERS
from companion.rules.kensei.fight.strike import Strike
from companion.rules.text import Number
from tests.modifier_cases import BOWS, LONE_BUSHO, MODIFIER_CASES, TEPPO, YARI, ModifierCase, melee
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
