"""Tables computed anew in a process of their own (`companion/apart.py`): an evening's log takes a second or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.apart import Apart
from companion.play.replay import Exported, Replayed
from companion.rules.text import Refusal, Text

FEW = 4
"""Who waits at a time: the largest export takes about two seconds, and none is asked for twenty at once."""


class Replaying(Apart):
    """The one process that computes tables anew, for all threads of this one."""

    def __init__(self) -> None:
        super().__init__(
            "companion.play.replay", Text("No table can be computed anew at the moment."), most_waiting=FEW
        )

    def replay(self, game: str, setup: Mapping[str, Any], log: Sequence[Exported]) -> Replayed | Refusal:
        """What the log of an export comes to; why its setup begins no game."""
        found: Replayed | Refusal = self.ask("replay", game, setup, log)
        return found


REPLAYING = Replaying()
"""The one of this process."""
