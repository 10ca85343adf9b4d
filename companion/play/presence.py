"""Who is at the table just now: never stored, and never a reason to raise a version.

A phone is *here* while its page is visible and it has a stream or asked lately, *asleep* when its page said that it
was hidden (a locked phone, another app) not too long ago, and otherwise *offline*. Several processes tell each other
what changes, so that it is the same on all of them, whichever holds the stream and whichever is asked.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.live.bell import Bell
from companion.live.neighbors import Neighbors

Where = Literal["here", "asleep", "offline"]

LATELY_SECONDS = 15.0
"""A page without a stream asks every few seconds; after this silence it is offline."""
ASLEEP_SECONDS = 30 * 60.0
"""A phone that said good night is taken to be asleep this long."""


@dataclass(slots=True)
class _Phone:
    last: float
    streams: int = 0
    visible: bool = True
    published: tuple[Where, bool] = ("offline", False)
    """What the other processes know: where it is, and whether it has a stream here."""


_Room = dict[str, _Phone]
"""The phones at one table."""


class Presence:
    """Presence by table and device. `clock` gives seconds that only go forward."""

    def __init__(
        self, bell: Bell, clock: Callable[[], float] = time.monotonic, neighbors: Neighbors | None = None
    ) -> None:
        self._bell = bell
        self._clock = clock
        self._neighbors = neighbors
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}
        self._elsewhere: dict[str, dict[tuple[str, str], tuple[Where, bool]]] = {}
        self._shown: dict[str, dict[str, Where]] = {}
        if neighbors is not None:
            neighbors.subscribe("presence", self._on_presence)
            neighbors.subscribe("visible", self._on_visible)
            neighbors.watch(self._publish_all, self._parted)
            neighbors.periodically(self.sweep)

    def opened(self, table_id: str, device: str) -> None:
        """The phone's page opened a stream: it is being looked at."""
        self._note(table_id, device, streams=1, visible=True, reported=True)

    def closed(self, table_id: str, device: str) -> None:
        """One of the phone's streams ended."""
        self._note(table_id, device, streams=-1)

    def seen(self, table_id: str, device: str) -> None:
        """The phone asked for something."""
        if not self._streams_elsewhere(table_id, device):
            self._note(table_id, device)

    def visible(self, table_id: str, device: str, visible: bool) -> None:
        """The phone's page says whether it can be seen."""
        if self._streams_elsewhere(table_id, device):
            self._publish("visible", table_id, device, visible)
        else:
            self._note(table_id, device, visible=visible, reported=True)

    def of(self, table_id: str, device: str) -> Where:
        """Where this phone is."""
        with self._lock:
            return self._anywhere(table_id, device)

    def of_seats(self, table_id: str, phones: Mapping[str, Sequence[str]]) -> tuple[tuple[str, Where], ...]:
        """Where the players of each seat are, by these phones of it: here as soon as one of them is, and offline where
        it is free. Who is silently gone is noticed first."""
        self.check(table_id)
        return tuple((seat, _best({self.of(table_id, device) for device in held})) for seat, held in phones.items())

    def check(self, table_id: str) -> None:
        """Notices who has silently gone since the last look, and nudges the table if somebody has.

        A stream of the table calls it in every heartbeat (`on_beat`).
        """
        with self._lock:
            changed = self._refresh(table_id)
        self._nudge(table_id, changed)

    def sweep(self) -> None:
        """Notices who has silently gone from tables that no stream of this process looks after."""
        with self._lock:
            tables = [table for table, room in self._rooms.items() if not any(one.streams for one in room.values())]
        for table in tables:
            self.check(table)

    def _note(
        self, table_id: str, device: str, *, streams: int = 0, visible: bool | None = None, reported: bool = False
    ) -> None:
        """What became of a phone. `reported`: its page said to this process whether it is visible."""
        with self._lock:
            phone = self._rooms.setdefault(table_id, {}).setdefault(device, _Phone(self._clock()))
            phone.last = self._clock()
            phone.streams = max(0, phone.streams + streams)
            if visible is not None:
                phone.visible = visible
            changed = self._refresh(table_id)
            if reported:
                self._publish("visible", table_id, device, phone.visible)
        self._nudge(table_id, changed)

    def _refresh(self, table_id: str) -> bool:
        """Tells the other processes what they do not know yet, and says whether anybody at the table is elsewhere than
        last shown.

        It tells with the lock held, or an older note might be told after a newer one, and nobody would mend it.
        """
        room, there = self._rooms.get(table_id, {}), self._elsewhere.get(table_id, {})
        for device, phone in list(room.items()):
            now = (self._where(phone), phone.streams > 0)
            if now != phone.published:
                self._publish("presence", table_id, device, *now)
                phone.published = now
            if now == ("offline", False):
                del room[device]  # unknown and offline are the same
        devices = room.keys() | {device for _, device in there}
        shown: dict[str, Where] = {
            device: where for device in devices if (where := self._anywhere(table_id, device)) != "offline"
        }
        changed = shown != self._shown.get(table_id, {})
        for held, known in ((self._rooms, room), (self._elsewhere, there)):
            if not known:
                held.pop(table_id, None)
        if shown:
            self._shown[table_id] = shown
        else:
            self._shown.pop(table_id, None)
        return changed

    def _anywhere(self, table_id: str, device: str) -> Where:
        phone = self._rooms.get(table_id, {}).get(device)
        there = self._elsewhere.get(table_id, {})
        found = {where for (_, other), (where, _) in there.items() if other == device}
        return _best(found | {self._where(phone)} if phone is not None else found)

    def _where(self, phone: _Phone) -> Where:
        silent = self._clock() - phone.last
        if not phone.visible:
            return "asleep" if phone.streams or silent < ASLEEP_SECONDS else "offline"
        return "here" if phone.streams or silent < LATELY_SECONDS else "offline"

    # The other processes

    def _streams_elsewhere(self, table_id: str, device: str) -> bool:
        """Whether the process that holds the phone's stream tells more of it than a request here could."""
        with self._lock:
            if device in self._rooms.get(table_id, {}):
                return False
            there = self._elsewhere.get(table_id, {})
            return any(streams for (_, other), (_, streams) in there.items() if other == device)

    def _nudge(self, table_id: str, changed: bool) -> None:
        if changed:
            self._bell.nudge(table_id)

    def _publish(self, subject: str, *what: str | bool) -> None:
        """Only queues it, so that it may be called with the lock held."""
        if self._neighbors is not None and not self._neighbors.alone:
            self._neighbors.publish(subject, json.dumps(what))

    def _publish_all(self) -> None:
        """Somebody came who knows nothing yet."""
        with self._lock:
            for table, room in self._rooms.items():
                for device, phone in room.items():
                    self._publish("presence", table, device, *phone.published)

    def _on_presence(self, host: str, text: str) -> None:
        table_id, device, where, streams = json.loads(text)
        with self._lock:
            there = self._elsewhere.setdefault(table_id, {})
            if where == "offline" and not streams:
                there.pop((host, device), None)
            else:
                there[host, device] = (where, streams)
            changed = self._refresh(table_id)
        self._nudge(table_id, changed)

    def _on_visible(self, _host: str, text: str) -> None:
        table_id, device, visible = json.loads(text)
        with self._lock:
            known = device in self._rooms.get(table_id, {})
        if known:
            self._note(table_id, device, visible=visible)

    def _parted(self, host: str) -> None:
        """Its phones are where the processes that are left know them to be."""
        with self._lock:
            tables = [table for table, there in self._elsewhere.items() if any(one == host for one, _ in there)]
            for table in tables:
                there = self._elsewhere[table]
                self._elsewhere[table] = {key: known for key, known in there.items() if key[0] != host}
        for table in tables:
            self.check(table)


def _best(found: set[Where]) -> Where:
    return "here" if "here" in found else "asleep" if "asleep" in found else "offline"
