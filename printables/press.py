"""Drawing in a process of its own (`companion/worker.py`): what draws is loaded only there."""

from __future__ import annotations

from typing import cast

from companion.rules.kensei.army import Army as ArmyList
from companion.rules.text import Refusal, Text
from companion.worker import IDLE_SECONDS, Worker
from printables.options import Options
from printables.packed import Packed
from printables.printed import Kit


class Press(Worker):
    """The one process that draws, for all threads of this one."""

    def __init__(self, idle: float = IDLE_SECONDS) -> None:
        super().__init__("printables.drawing", Text("This cannot be drawn at the moment."), idle)

    def kit(self, listed: ArmyList | None, options: Options) -> Kit | Refusal:
        """A list's kit, or everything that stands against it."""
        return cast("Kit | Refusal", self.ask("kit", listed, options))

    def packed(self, battle: Packed, options: Options) -> bytes:
        """The sheet of a battle that is put away."""
        return cast(bytes, self.ask("packed", battle, options))

    def page(self, pdf: bytes, number: int, width: int) -> bytes:
        """A page of a PDF as a PNG this many pixels across."""
        return cast(bytes, self.ask("page", pdf, number, width))

    def icon(self, pixels: int, room: float, rounded: bool) -> bytes:
        """The program's sign as a PNG; it takes `room` of the width."""
        return cast(bytes, self.ask("icon", pixels, room, rounded))


PRESS = Press()
"""The one of this process."""
