"""The attributes of a fighter before any enemy is named (2:7, 4:3:1, 11:4:2, 12:6:1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.content import catalog
from companion.rules.kensei.at_rest import attributes
from companion.rules.kensei.fight.combatant import Character, Combatant

UNITS, PEOPLE = catalog().units, catalog().characters


def changed(who: Combatant, **more: object) -> dict[str, tuple[int, int]]:
    """Each attribute that is not as printed: the printed value and today's."""
    shown = attributes(who, **more)  # type: ignore[arg-type]
    return {name: (number.base, number.value) for name, number in shown if number.modifiers}


def test_the_eleven_of_the_table_in_its_order() -> None:
    names = [name for name, _number in attributes(Combatant(UNITS["katana-samurai"], 6))]
    assert names == ["MV", "DC", "AT", "DF", "AR", "VT", "KI", "HR", "IN", "AC", "VE"]


def test_a_unit_loses_dice_and_strength_with_its_miniatures() -> None:
    """2:7:2, 2:7:11: six Katana Samurai are the basic unit."""
    samurai = UNITS["katana-samurai"]
    dc, ve = samurai.attributes.dc, samurai.attributes.ve
    assert changed(Combatant(samurai, samurai.basic_unit)) == {"VE": (ve, ve * samurai.basic_unit)}
    assert changed(Combatant(samurai, 2))["DC"] == (dc, dc + (2 - samurai.basic_unit) * samurai.dc_per_miniature)
    assert "VE" not in changed(Combatant(samurai, 1)), "one is as strong as the table says"


def test_riders_go_no_faster_than_who_rides_with_them() -> None:
    """4:3:1, K93: a mounted Busho has MV 15."""
    riders, busho = UNITS["yari-kiba-musha"], PEOPLE["busho-buke"]
    with_him = Combatant(riders, 4, characters=(Character(busho, mounted=True),))
    on_foot = Combatant(UNITS["yari-ashigaru"], 8, characters=(Character(busho),))
    assert changed(with_him)["MV"] == (17, 15)
    assert changed(on_foot).get("MV") is None
    assert changed(with_him)["HR"] == (riders.attributes.hr, riders.attributes.hr + busho.honor_bonus)


def test_a_mount_gives_mv_ar_and_vt() -> None:
    """12:6:1, K21."""
    busho = PEOPLE["busho-buke"].attributes
    alone = changed(Combatant(PEOPLE["busho-buke"], mounted=True))
    assert alone == {"MV": (busho.mv, 15), "AR": (busho.ar, busho.ar + 1), "VT": (busho.vt, busho.vt + 2)}


@pytest.mark.parametrize(
    ("unit", "effect", "by"),
    [
        ("yari-ashigaru", "ashigarus-general", {"AT": -1}),
        ("katana-samurai", "ashigarus-general", {}),
        ("katana-samurai", "overwhelmed", {"AT": 1}),
        ("katana-samurai", "two-swords", {"DF": 1}),
        ("katana-samurai", "cherry-tree-flowers", {"DF": -1, "AR": -1}),
        ("katana-samurai", "no-thinking", {}),
        ("katana-samurai", "cried-at", {"HR": -1, "IN": -2}),
    ],
)
def test_what_lasts_counts_where_it_needs_no_enemy(unit: str, effect: str, by: dict[str, int]) -> None:
    """12:5, 12:6:2. No Thinking is a matter of whom he strikes."""
    who = Combatant(UNITS[unit], UNITS[unit].basic_unit)
    was, now = dict(attributes(who)), dict(attributes(replace(who, effects=frozenset({effect}))))
    assert {one: now[one].value - was[one].value for one in was if now[one] != was[one]} == by


def test_flight_costs_defense_and_orders_cost_ac() -> None:
    """11:4:2, 8:3:4."""
    who = Combatant(UNITS["katana-samurai"], 6)
    df, ac = who.attributes.df, who.attributes.ac
    now = changed(who, fleeing=True, ac_left=ac - 1)
    assert now["DF"] == (df, df - 2)
    assert now["AC"] == (ac, ac - 1)


def test_who_has_no_attack_difficulty_shows_none() -> None:
    without = [one for one in PEOPLE.values() if one.attributes.at is None]
    assert without
    assert all("AT" not in dict(attributes(Combatant(one))) for one in without)
