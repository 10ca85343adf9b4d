"""Fifty tables of four phones: taps per second, the way to the second phone's screen, memory, and the end."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Protocol

from bench.evening import Evening, Phone
from bench.server import Server

TABLES = 50
SECONDS = 12.0


@dataclass(frozen=True, slots=True)
class Taps:
    """What came of one run. Times in milliseconds, as (p50, p95, p99)."""

    wanted: float | None
    per_second: float
    answer: tuple[float, float, float]
    second_phone: tuple[float, float, float]
    missed: int
    refused: int
    bytes_median: float
    bytes_most: int
    processor: float
    """Processor seconds of the server for each second."""


@dataclass(frozen=True, slots=True)
class Streams:
    """Memory in MB as (PSS, RSS), and seconds."""

    idle: tuple[float, float]
    open: tuple[float, float]
    after_play: tuple[float, float]
    threads: int
    freed: float
    stop: float


def percentiles(values: list[float]) -> tuple[float, float, float]:
    """p50, p95 and p99."""
    ordered = sorted(values) or [0.0]
    return median(ordered), ordered[int(len(ordered) * 0.95)], ordered[int(len(ordered) * 0.99)]


class Costly(Protocol):
    """A server, or several."""

    def cpu_seconds(self) -> float:
        """Processor time used so far."""


async def play(evenings: list[Evening], server: Costly, rate: float | None, seconds: float = SECONDS) -> Taps:
    """Everybody plays: `rate` taps a second over all tables, or each table as fast as it is answered.

    With a rate, times count from the moment the tap was due, so that a server that falls behind cannot hide it.
    """
    loop = asyncio.get_running_loop()
    begun, cpu = loop.time(), server.cpu_seconds()
    taps: list[tuple[float, float, Evening, str, int, int]] = []

    async def table(number: int, evening: Evening) -> None:
        due = begun + (number / rate if rate else 0.0)
        while due < begun + seconds and loop.time() < begun + 2 * seconds:
            await asyncio.sleep(max(0.0, due - loop.time()))
            seat, seq, answer = await evening.tap_next()
            now = loop.time()
            if answer.status == 200:
                taps.append((due, now, evening, seat, seq, answer.wire_bytes))
            due = due + len(evenings) / rate if rate else now

    await asyncio.gather(*(table(number, evening) for number, evening in enumerate(evenings)))
    ended, used = loop.time(), server.cpu_seconds() - cpu
    await asyncio.sleep(1.0)  # the last looks arrive
    answers, ways, missed = [], [], 0
    for due, now, evening, seat, seq, _size in taps:
        answers.append((now - due) * 1000)
        other = evening.players["b" if seat == "a" else "a"]
        seen = other.when(seq)
        if seen is None:
            missed += 1
        else:
            ways.append((seen - due) * 1000)
    sizes = [size for *_, size in taps] or [0]
    refused = sum(len(evening.refused()) for evening in evenings)
    return Taps(
        wanted=rate,
        per_second=len(taps) / (ended - begun),
        answer=percentiles(answers),
        second_phone=percentiles(ways),
        missed=missed,
        refused=refused,
        bytes_median=median(sizes),
        bytes_most=max(sizes),
        processor=used / (ended - begun),
    )


async def _session(folder: Path, rates: list[float | None], tables: int, seconds: float) -> tuple[list[Taps], Streams]:
    with Server(folder) as server:
        evenings = [Evening(server.port) for _ in range(tables)]
        await evenings[0].begin()  # everything that is loaded once is loaded
        idle = server.memory_mb()
        for evening in evenings[1:]:
            await evening.begin()
        phones = [phone for evening in evenings for phone in evening.phones]
        states = [await phone.listen() for phone in phones]
        assert set(states) == {200}, f"streams refused: {states}"
        await asyncio.sleep(2.0)
        opened = server.memory_mb()
        runs = [await play(evenings, server, rate, seconds) for rate in rates]
        after = server.memory_mb()
        threads = server.threads()
        freed = await _drop_and_return(phones)
        stop = await asyncio.to_thread(server.interrupt)
        for phone in phones:
            await phone.leave()
        return runs, Streams(idle, opened, after, threads, freed, stop)


async def _drop_and_return(phones: list[Phone]) -> float:
    """Every phone vanishes; the seconds until all of them have a stream again, which needs the old ones freed."""
    for phone in phones:
        await phone.leave(abruptly=True)
    begun = time.perf_counter()
    left = phones
    while left and time.perf_counter() - begun < 60:
        states = await asyncio.gather(*(phone.listen() for phone in left))
        left = [phone for phone, status in zip(left, states, strict=True) if status != 200]
        if left:
            await asyncio.sleep(0.25)
    return time.perf_counter() - begun if not left else float("inf")


def session(
    folder: Path, rates: list[float | None], tables: int = TABLES, seconds: float = SECONDS
) -> tuple[list[Taps], Streams]:
    """A whole evening of `tables` tables at several rates (None: as fast as it goes), then the end of it."""
    return asyncio.run(_session(folder, rates, tables, seconds))
