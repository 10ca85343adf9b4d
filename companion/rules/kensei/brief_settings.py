"""Kensei in short as a table plays it: only what its settings let hold, with a sign on what is a setting.

The book leaves six questions open (`settings.py`); what a sheet says of them is what this table has chosen.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.kensei.brief import ACTIONS, HONOR, modifiers_of, said_reason
from companion.rules.kensei.fight.modifiers import ModifierRule
from companion.rules.kensei.fight.strike import NumberName
from companion.rules.kensei.settings import Settings
from companion.rules.text import Text

SIGN = "◆"
"""Stands before what a table has settled for itself."""
LEGEND = Text("◆ a table may settle this otherwise")

SETTLED: Mapping[str, str] = {
    "teppo": "halved_defense",
    "superiority-double": "superiority",
    "superiority-triple": "superiority",
    "loner-in-melee": "loner_in_melee",
}
"""Modifiers whose amount, or whether they hold at all, is a setting: its name."""
SHOOT_RULE = "9:3:2"
"""The section by which units shoot (9:3:2), and may or may not shoot at who is engaged."""

Row = tuple[str, Text, str]


def holds(rule: ModifierRule, settings: Settings) -> bool:
    """Whether a modifier counts at all at a table with these settings."""
    if rule.id == "superiority-triple":
        return settings.superiority == "cumulative"
    return rule.id != "loner-in-melee" or settings.loner_in_melee == "plus_one"


def settled_modifiers(number: NumberName, settings: Settings) -> tuple[ModifierRule, ...]:
    """The modifiers of one number that hold at this table, in the rules' own order."""
    return tuple(rule for rule in modifiers_of(number) if holds(rule, settings))


def settled_reason(rule: ModifierRule, settings: Settings) -> Text:
    """The reason of a modifier with what this table has chosen for it."""
    if rule.id == "teppo":
        up, down = Text("a teppo halves Defense, rounded up"), Text("a teppo halves Defense, rounded down")
        return up if settings.halved_defense == "up" else down
    if rule.id == "superiority-triple":
        return Text("at least triple the enemy's VE, on top of that")
    if rule.id == "superiority-double" and settings.superiority == "flat":
        return Text("at least double the enemy's VE, no more for triple")
    return said_reason(rule)


def settled_honor(settings: Settings) -> tuple[Row, ...]:
    """When an honor roll is due at this table."""
    changed = {
        "11:4:1": Text("the unit falls to half its basic unit, once")
        if settings.half_unit == "half"
        else Text("the unit falls below half its basic unit, once"),
        "11:2:3": Text("defeated: the difference is greater than the VE the unit has left")
        if settings.defeat_ve == "unit"
        else Text("defeated: the difference is greater than the VE its side has left"),
    }
    return tuple((SIGN if rule in changed else "•", changed.get(rule, words), rule) for words, rule in HONOR)


def settled_actions(settings: Settings) -> tuple[Row, ...]:
    """What AC pay for, and whether they pay for a shot at who is engaged."""
    engaged = (
        Text("no shot at a unit that is engaged")
        if settings.shoot_into_combat == "no"
        else Text("a unit that is engaged may be shot at")
    )
    rows: list[Row] = []
    for cost, words, rule in ACTIONS:
        rows.append((cost, words, rule))
        if rule == SHOOT_RULE:
            rows.append((SIGN, engaged, rule))
    return (*rows, (SIGN, _abilities(settings), "3:4:6"))


def _abilities(settings: Settings) -> Text:
    """What abilities cost at this table, and what a failed one has cost."""
    return Text(
        "an ability: %(price)s, %(failed)s; a general's: %(points)s",
        {
            "price": Text("1 AC") if settings.ability_cost == "one" else Text("printed AC"),
            "failed": Text("spent if it fails") if settings.failed_ability == "spent" else Text("back if it fails"),
            "points": Text("2 points") if settings.taisho_ability_cost == "2" else Text("1 point"),
        },
    )
