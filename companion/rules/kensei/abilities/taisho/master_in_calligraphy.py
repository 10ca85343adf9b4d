"""Master in Calligraphy (12:6:2, K71): two or more run; his HR reaches them anywhere, and two cost one point."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts, Moment
from companion.rules.text import Text


def _two_run(moment: Moment) -> Text | None:
    return None if moment.fleeing_friends >= 2 else Text("It is for two or more units that run away.")


RULE = AbilityRule(
    "master-in-calligraphy", (Form("taisho", (Lasts("master-in-calligraphy", on="side"),), against=_two_run),)
)
