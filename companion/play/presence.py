"""Who is at the table just now: known to this process only, never stored, and never a reason to raise a version.

A phone is *here* while its page is visible and it has a stream or asked lately, *asleep* when its page said that it
was hidden (a locked phone, another app) not too long ago, and otherwise *offline*.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.live.bell import Doorbell

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
    shown: Where = "offline"


_Room = dict[str, _Phone]
"""The phones at one table."""


class Presence:
    """Presence by table and device. `clock` gives seconds that only go forward."""

    def __init__(self, bell: Doorbell, clock: Callable[[], float] = time.monotonic) -> None:
        self._bell = bell
        self._clock = clock
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}

    def opened(self, table_id: str, device: str) -> None:
        """The phone's page opened a stream: it is being looked at."""
        self._note(table_id, device, streams=1, visible=True)

    def closed(self, table_id: str, device: str) -> None:
        """One of the phone's streams ended."""
        self._note(table_id, device, streams=-1)

    def seen(self, table_id: str, device: str) -> None:
        """The phone asked for something."""
        self._note(table_id, device)

    def visible(self, table_id: str, device: str, visible: bool) -> None:
        """The phone's page says whether it can be seen."""
        self._note(table_id, device, visible=visible)

    def of(self, table_id: str, device: str | None) -> Where:
        """Where this phone is; a free seat's (None) is offline."""
        with self._lock:
            room = self._rooms.get(table_id)
            phone = room.get(device) if room and device is not None else None
            return self._where(phone) if phone else "offline"

    def places(self, table_id: str, devices: Sequence[str | None]) -> tuple[Where, ...]:
        """Where each of these phones is; a free seat's (None) is offline. Who is silently gone is noticed first."""
        self.check(table_id)
        return tuple(self.of(table_id, device) for device in devices)

    def of_seats(self, table_id: str, phones: Sequence[Sequence[str]]) -> tuple[Where, ...]:
        """Where the players of each seat are, by the phones of it: here as soon as one of them is."""
        self.check(table_id)
        found = [{self.of(table_id, device) for device in held} for held in phones]
        return tuple("here" if "here" in one else "asleep" if "asleep" in one else "offline" for one in found)

    def check(self, table_id: str) -> None:
        """Notices who has silently gone since the last look, and nudges the table if somebody has.

        Every stream's heartbeat should call it (`on_beat`).
        """
        with self._lock:
            room = self._rooms.get(table_id)
            changed = room is not None and self._refresh(room)
            if room is not None and not room:
                del self._rooms[table_id]
        if changed:
            self._bell.nudge(table_id)

    def _note(self, table_id: str, device: str, *, streams: int = 0, visible: bool | None = None) -> None:
        with self._lock:
            room = self._rooms.get(table_id)
            if room is None:
                room = self._rooms[table_id] = {}
            phone = room.setdefault(device, _Phone(self._clock()))
            phone.last = self._clock()
            phone.streams = max(0, phone.streams + streams)
            if visible is not None:
                phone.visible = visible
            changed = self._refresh(room)
        if changed:
            self._bell.nudge(table_id)

    def _refresh(self, room: _Room) -> bool:
        changed = False
        for device, phone in list(room.items()):
            where = self._where(phone)
            changed = changed or where != phone.shown
            phone.shown = where
            if where == "offline" and not phone.streams:
                del room[device]  # unknown and offline are the same
        return changed

    def _where(self, phone: _Phone) -> Where:
        silent = self._clock() - phone.last
        if not phone.visible:
            return "asleep" if phone.streams or silent < ASLEEP_SECONDS else "offline"
        return "here" if phone.streams or silent < LATELY_SECONDS else "offline"
