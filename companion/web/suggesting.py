"""Suggesting a list in a process of its own (`companion/worker.py`): the solver is loaded only there."""

from __future__ import annotations

from collections.abc import Collection

from companion.play.armies.suggest import Owned, Suggestion, Taste
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal, Text
from companion.worker import Worker

SUGGESTING = Worker("companion.play.armies.suggest", Text("No list can be suggested at the moment."))
"""The one of this process, for all its threads."""


def fill(
    army: Army, taste: Taste, seed: int, owned: Owned | None, *, homeless: Collection[str] = ()
) -> Suggestion | Refusal:
    """The list with units and characters added."""
    found: Suggestion | Refusal = SUGGESTING.ask("fill", army, taste, seed, owned, homeless=homeless)
    return found
