"""Suggesting a list in a process of its own (`companion/worker.py`): the solver is loaded only there."""

from __future__ import annotations

from collections.abc import Collection

from companion.play.armies.suggest import Owned, Suggestion, Taste
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal, Text
from companion.worker import Worker


class Suggesting(Worker):
    """The one process that suggests lists, for all threads of this one."""

    def __init__(self) -> None:
        super().__init__("companion.play.armies.suggest", Text("No list can be suggested at the moment."))

    def fill(
        self, army: Army, taste: Taste, seed: int, owned: Owned | None, *, homeless: Collection[str] = ()
    ) -> Suggestion | Refusal:
        """The list with units and characters added."""
        found: Suggestion | Refusal = self.ask("fill", army, taste, seed, owned, homeless=homeless)
        return found


SUGGESTING = Suggesting()
"""The one of this process."""
