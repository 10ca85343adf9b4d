"""Two gunicorn processes over one PostgreSQL beside one process of the same kind: latencies, taps a second, memory.

A table's phones are led to one process, as both proxy files of `docs/hosting/` do it; and then to both, which is the
worst a proxy can do.

The phones run on the same machine and take their share of its processors; how much is said.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import psycopg

from bench.evening import Evening
from bench.live import Taps, play
from bench.server import Server
from tools.postgres import Postgres

GUNICORN = ("-m", "gunicorn", "-c", "python:companion.hosting")
DRIVER = "Python alone" if psycopg.pq.__impl__ == "python" else "C, as the extra `hosting` installs it"
"""A tap takes half as much again with the one of Python alone, as `make setup` installs it for the tests."""
TABLES = 50
RATES: list[float | None] = [8.0, None]


class Kind(NamedTuple):
    """How many processes, and whether the phones of each table are at one of them."""

    processes: int
    together: bool


KINDS = (Kind(1, True), Kind(2, True), Kind(2, False))


@dataclass(frozen=True, slots=True)
class Hosts:
    """What came of one kind. Processor seconds are for each second."""

    processes: int
    together: bool
    runs: list[Taps]
    phones: list[float]
    database: list[float]
    memory: list[float]
    """PSS of each process in MB, after play."""
    events: int
    bytes_an_event: float


class Together:
    """Several servers as one, for whoever asks what they cost."""

    def __init__(self, servers: list[Server]) -> None:
        self._servers = servers

    def cpu_seconds(self) -> float:
        """Processor time of all."""
        return sum(server.cpu_seconds() for server in self._servers)


def _processor(pids: list[int]) -> float:
    """Processor time these processes have used, and those they have begun that have ended."""
    used = 0.0
    for pid in pids:
        try:
            numbers = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        used += sum(int(one) for one in numbers[11:15]) / os.sysconf("SC_CLK_TCK")
    return used


async def _session(folder: Path, database: Postgres, kind: Kind, tables: int, seconds: float) -> Hosts:
    settings = {"COMPANION_DATABASE_URL": database.url, "COMPANION_KEY_FILE": str(folder / "key")}
    servers: list[Server] = []
    try:
        for _ in range(kind.processes):
            servers.append(Server(folder, command=GUNICORN, **settings))
        evenings = [Evening(*_spread(servers, number, kind.together)) for number in range(tables)]
        for evening in evenings:
            await evening.begin()
        states = [await phone.listen() for evening in evenings for phone in evening.phones]
        assert set(states) == {200}, f"streams refused: {states}"
        await asyncio.sleep(2.0)
        runs, phones, stored = [], [], []
        for rate in RATES:
            begun, own, kept = time.perf_counter(), time.process_time(), _processor(database.pids())
            runs.append(await play(evenings, Together(servers), rate, seconds))
            took = time.perf_counter() - begun
            phones.append((time.process_time() - own) / took)
            stored.append((_processor(database.pids()) - kept) / took)
        memory = [server.memory_mb()[0] for server in servers]
        for evening in evenings:
            for phone in evening.phones:
                await phone.leave()
        return Hosts(*kind, runs, phones, stored, memory, *_size(database))
    finally:
        for server in servers:
            server.__exit__(None, None, None)


def _spread(servers: list[Server], number: int, together: bool) -> tuple[int, int]:
    """The two ports of a table's phones; where they are not together, its players are on different processes."""
    first = servers[number % len(servers)].port
    return first, first if together else servers[(number + 1) % len(servers)].port


def _size(database: Postgres) -> tuple[int, float]:
    """Events stored, and bytes for each with its indexes and all that belongs to its table."""
    names = ("tables", "events", "snapshots", "seats", "partners", "asks", "army_brought")
    with psycopg.connect(database.url.replace("+psycopg", "")) as db:
        (events,) = db.execute("SELECT count(*) FROM events").fetchone() or (0,)
        sizes = [db.execute("SELECT pg_total_relation_size(%s::text)", (name,)).fetchone() or (0,) for name in names]
    return events, sum(size for (size,) in sizes) / max(events, 1)


def hosts(folder: Path, tables: int = TABLES, seconds: float = 12.0) -> list[Hosts]:
    """The same evening on one process and on two, each over a PostgreSQL of its own."""
    found = []
    for kind in KINDS:
        own = folder / secrets.token_hex(4)
        own.mkdir()
        with Postgres() as database:
            found.append(asyncio.run(_session(own, database, kind, tables, seconds)))
    return found
