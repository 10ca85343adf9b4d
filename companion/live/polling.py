"""Waiting for the network, for a server that holds hundreds of open streams.

waitress asks every connection before every wait whether it has something to read or to write: with 200 phones, three
connections each, that took more of the processor than the answers did. Here only connections that are at work are
asked; the others can only be woken by their own phone, which the system tells.
"""

from __future__ import annotations

import select
import time
from typing import Any

from waitress import wasyncore

READ = select.POLLIN | select.POLLPRI if hasattr(select, "poll") else 0
ASK_ALL_SECONDS = 1.0
"""How long a change nobody told of (an idle connection waitress gives up) may go unnoticed."""


class Polling:
    """The waiting of one waitress server over its `map` of connections by file number; for its own thread only."""

    def __init__(self, map: dict[int, Any]) -> None:
        self._map = map
        self._poll = select.poll()
        self._known: dict[int, Any] = {}
        self._flags: dict[int, int] = {}
        self._busy: set[int] = set()
        self._asked_all = 0.0

    def wait(self, timeout: float) -> None:
        """Waits at most `timeout` seconds for the network and lets the connections read and write."""
        self._compare()
        for number in tuple(self._busy):
            self._ask(number)
        for number, happened in self._poll.poll(int(timeout * 1000)):
            connection = self._map.get(number)
            if connection is not None:
                self._busy.add(number)
                wasyncore.readwrite(connection, happened)

    def _compare(self) -> None:
        """Notices connections that came, went, or took the file number of one that went."""
        for number in self._known.keys() - self._map.keys():
            self._forget(number)
        for number, connection in list(self._map.items()):
            if self._known.get(number) is not connection:
                self._forget(number)
                self._known[number] = connection
                self._busy.add(number)
        now = time.monotonic()
        if now - self._asked_all >= ASK_ALL_SECONDS:
            self._asked_all = now
            self._busy.update(self._known)

    def _forget(self, number: int) -> None:
        self._known.pop(number, None)
        self._busy.discard(number)
        if self._flags.pop(number, 0):
            self._poll.unregister(number)

    def _ask(self, number: int) -> None:
        """What the connection waits for now. It is idle once it only waits for its phone and no request is under way;
        the server itself and its trigger are never."""
        connection = self._known[number]
        flags = READ if connection.readable() else 0
        if connection.writable() and not connection.accepting:
            flags |= select.POLLOUT
        if flags != self._flags.get(number, 0):
            if flags:
                self._poll.register(number, flags)
            else:
                self._poll.unregister(number)
            self._flags[number] = flags
        if flags == READ and not getattr(connection, "requests", True):
            self._busy.discard(number)
