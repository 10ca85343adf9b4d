"""The wire between processes over one PostgreSQL: LISTEN and NOTIFY on a connection of its own."""

from __future__ import annotations

import json
import selectors
import socket
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import psycopg

from companion.live.neighbors import Note, Received

RINGS, NOTES = "gunbai_rings", "gunbai_notes"
LONGEST = 7999
"""Bytes PostgreSQL takes as one notification."""


class PostgresWire:
    """A `Wire`. What it sends is delivered by PostgreSQL at once; a ring's payload is only a name and a version."""

    def __init__(self, address: str) -> None:
        """`address` as libpq reads it: `postgresql://…`. It says too how soon a connection that is dead is noticed."""
        self._address = address
        self._db: psycopg.Connection[Any] | None = None
        self._waking: tuple[socket.socket, socket.socket] | None = None

    def open(self) -> None:
        self._waking = socket.socketpair()
        for end in self._waking:
            end.setblocking(False)
        self._db = psycopg.connect(self._address, autocommit=True, application_name="gunbai doorbell")
        # What is told here is stored nowhere, so nobody waits until it is on a disk.
        self._db.execute("SET synchronous_commit TO off")
        self._db.execute(f"LISTEN {RINGS}")
        self._db.execute(f"LISTEN {NOTES}")

    def send(self, rings: Mapping[str, int], notes: Sequence[Note]) -> None:
        assert self._db is not None
        messages = [(RINGS, f"{name} {version}") for name, version in rings.items()]
        alike: Counter[Note] = Counter()
        for note in notes:
            # Of equal payloads in one transaction PostgreSQL delivers one. Blanks make them differ, and json minds none
            # of them, also at a process of the version before.
            text = json.dumps((note.host, note.subject, note.text), separators=(",", ":")) + " " * alike[note]
            alike[note] += 1
            if len(text) <= LONGEST:  # json is ASCII here: a letter is a byte
                messages.append((NOTES, text))
        self._db.execute(
            "SELECT pg_notify(channel, payload) FROM unnest(%s::text[], %s::text[]) AS messages (channel, payload)",
            ([channel for channel, _ in messages], [payload for _, payload in messages]),
        )

    def receive(self, timeout: float) -> Received:
        assert self._db is not None
        came = list(self._db.notifies(timeout=0))  # some may have come with the answer to a statement
        if not came:
            self._wait(self._db, timeout)
            came = list(self._db.notifies(timeout=0))
        rings: dict[str, int] = {}
        notes = []
        for one in came:
            if one.channel == RINGS:
                name, version = one.payload.rsplit(" ", 1)
                rings[name] = max(int(version), rings.get(name, 0))
            else:
                notes.append(Note(*json.loads(one.payload)))
        return Received(rings, notes)

    def _wait(self, db: psycopg.Connection[Any], timeout: float) -> None:
        assert self._waking is not None
        woken = self._waking[0]
        with selectors.DefaultSelector() as selector:
            selector.register(db.fileno(), selectors.EVENT_READ)
            selector.register(woken, selectors.EVENT_READ)
            ready = {key.fileobj for key, _ in selector.select(timeout)}
        if woken in ready:
            while len(woken.recv(4096)) == 4096:
                pass

    def wake(self) -> None:
        waking = self._waking
        if waking is not None:
            with suppress(OSError):  # full of wakes nobody has taken yet, or closed just now
                waking[1].send(b"!")

    def close(self) -> None:
        waking, self._waking = self._waking, None
        for end in waking or ():
            end.close()
        if self._db is not None:
            self._db.close()
            self._db = None
