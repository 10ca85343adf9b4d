"""The doorbell of many processes over one database: what one of them rings, the phones of all of them hear."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping

from companion.live.bell import Bell
from companion.live.neighbors import Neighbors, Wire

Versions = Callable[[Collection[str]], Mapping[str, int]]
"""The stored versions of what a bell rings for; what is gone for good is left out."""


class SharedBell(Bell):
    """The doorbell of one process among several. Until `join` it is the only one."""

    def __init__(self, neighbors: Neighbors | None = None) -> None:
        super().__init__()
        self.neighbors = neighbors or Neighbors()
        self._versions: Versions = lambda names: {}
        self._gone: frozenset[str] = frozenset()
        self.neighbors.on_ring(super().ring, self._catch_up, self._lost)
        self.neighbors.subscribe("phones", self._ring_phones)

    def join(self, wire: Wire, versions: Versions) -> None:
        """Rings and hears the other processes from now on. `versions` reads what may have been missed."""
        self._versions = versions
        self.neighbors.join(wire)

    def ring(self, topic: str, version: int) -> None:
        super().ring(topic, version)
        self.neighbors.ring(topic, version)

    def ring_phones(self, topic: str, devices: Collection[str]) -> None:
        super().ring_phones(topic, devices)
        self.neighbors.publish("phones", json.dumps((topic, sorted(devices))))

    def close(self) -> None:
        super().close()
        self.neighbors.close()

    def _ring_phones(self, _host: str, text: str) -> None:
        topic, devices = json.loads(text)
        super().ring_phones(topic, devices)

    def _lost(self) -> None:
        """The database may be gone: every phone looks, and hears it from the answer."""
        for name in self.awaited():
            self.nudge(name)

    def _catch_up(self, everything: bool) -> None:
        """Rings what has a newer version than was rung. `everything`: rings for single phones may be missed too, which
        are stored nowhere, so everybody looks."""
        names = self.awaited()
        if not names:
            return
        stored = self._versions(names)
        for name, version in stored.items():
            super().ring(name, version)
        gone = names - stored.keys()
        for name in names if everything else gone - self._gone:
            self.nudge(name)
        self._gone = gone
