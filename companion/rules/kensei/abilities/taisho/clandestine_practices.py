"""Clandestine Practices (12:6:2, K72): Ninjas or a Shinobi kept off the table enter from any edge."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Enters, Form, Moment
from companion.rules.text import Text


def _second(moment: Moment) -> Text | None:
    return None if moment.turn >= 2 else Text("From the second turn on.")


RULE = AbilityRule("clandestine-practices", (Form("taisho", (Enters(),), against=_second),))
