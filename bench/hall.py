"""A convention hall: fifty tables that play, and many phones that only listen.

`python -m bench hall` says what an answer takes with 200 and with 1,500 streams, how long a tap waits while kits are
printed, lists suggested or odds asked, what it takes in memory, and how soon Ctrl-C ends it. `--beside FOLDER` takes
another version of Gunbai too, in turn with this one: on a machine that does other work only ratios tell.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import json
import os
import secrets
import subprocess
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.evening import Evening
from bench.live import percentiles
from bench.odds import HEAVIEST
from bench.print import MARKERS, listed
from bench.server import ROOT, Server
from bench.wire import Line

TABLES, RATE, SECONDS, TURN_SECONDS = 50, 8.0, 12.0, 3.0
FEW, MANY = 200, 1500
SEATED_EACH = 10
"""Streams of each player of a table at most; the others come from phones without a seat."""
RATIO, MEGABYTES, LATER_MS, STOP_SECONDS = 1.5, 200.0, 50.0, 1.0

Times = list[float]
"""Milliseconds."""


@dataclass(frozen=True, slots=True)
class Hall:
    """What came of one number of streams."""

    streams: int
    quiet: Times
    threads: int
    memory: float
    """PSS in MB, once the tables have played."""
    processor: float
    """Processor milliseconds of the server for each tap, streams and heartbeats included."""
    rings: int
    beside: dict[str, tuple[Times, Times, int]]
    """Of each kind of heavy work: answers without it, answers beside it, and how often it was done."""
    memory_after: float
    """PSS in MB after the heavy work."""
    stop: float


class Listeners:
    """The phones that only listen, in their own process."""

    def __init__(self, port: int, streams: list[tuple[str, str]]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.listeners"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        opened = self._ask(json.dumps({"port": port, "streams": streams}))
        assert opened == {"open": len(streams), "refused": 0}, f"streams refused: {opened}"

    def _ask(self, line: str = "") -> dict[str, int]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer: dict[str, int] = json.loads(self._process.stdout.readline())
        return answer

    def now(self) -> dict[str, int]:
        """How many are open, and the rings of all so far."""
        return self._ask()

    def close(self) -> None:
        """Everybody goes home."""
        self._process.communicate()


async def taps(evenings: list[Evening], seconds: float) -> Times:
    """The tables tap in turn, `RATE` a second over all; times count from the moment a tap was due."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    found: Times = []

    async def table(number: int, evening: Evening) -> None:
        due = begun + number / RATE
        while due < begun + seconds:
            await asyncio.sleep(max(0.0, due - loop.time()))
            _seat, _seq, answer = await evening.tap_next()
            assert answer.status == 200, answer.text
            found.append((loop.time() - due) * 1000)
            due += len(evenings) / RATE

    await asyncio.gather(*(table(number, evening) for number, evening in enumerate(evenings)))
    return found


# ---- heavy work, over and over from one more phone


def _kits(port: int) -> Callable[[], Awaitable[None]]:
    line = Line(port)
    counts = [{"marker": marker, "count": count} for marker, count in MARKERS.items()]
    pieces = ["troop-cards", "character-cards", "markers"]
    body = json.dumps({"army": listed(), "pieces": pieces, "marker_counts": counts}).encode()

    async def once() -> None:
        answer = await line.ask("POST", "/api/kensei/print", {"Content-Type": "application/json"}, body=body)
        assert answer.status == 200, answer.text

    return once


def _lists(port: int) -> Callable[[], Awaitable[None]]:
    line = Line(port)
    kept: dict[str, str] = {}

    async def once() -> None:
        if not kept:
            made = await line.ask("POST", "/lists/new", {}, {"path": "buke", "level": "5"})
            kept["at"] = "/".join(made.headers["location"].split("/")[:3])
            kept["cookie"] = made.headers["set-cookie"].split(";")[0]
        fields = {"taste": "balanced", "key": secrets.token_hex(12)}
        answer = await line.ask("POST", f"{kept['at']}/suggest", {"Cookie": kept["cookie"]}, fields)
        assert answer.status in (200, 303), answer.text

    return once


def _odds(port: int) -> Callable[[], Awaitable[None]]:
    line = Line(port)
    number = iter(range(10**9))

    async def once() -> None:
        attack = dataclasses.asdict(HEAVIEST) | {"dc": 1 + next(number) % 40, "miniatures": 1 + next(number) % 39}
        body = json.dumps({name: value for name, value in attack.items() if value is not None}).encode()
        answer = await line.ask("POST", "/api/kensei/odds", {"Content-Type": "application/json"}, body=body)
        assert answer.status == 200, answer.text

    return once


HEAVY: dict[str, Callable[[int], Callable[[], Awaitable[None]]]] = {
    "kits printed": _kits,
    "lists suggested": _lists,
    "odds asked": _odds,
}


@contextmanager
def over_and_over(port: int, kind: str) -> Iterator[list[int]]:
    """Heavy work without a pause, in a thread of its own, until the block ends; how often it was done."""
    done, stop, warm = [0], threading.Event(), threading.Event()

    async def go() -> None:
        once = HEAVY[kind](port)
        await once()  # what is loaded once is loaded
        warm.set()
        while not stop.is_set():
            await once()
            done[0] += 1

    thread = threading.Thread(target=lambda: asyncio.run(go()))
    thread.start()
    warm.wait(60)
    try:
        yield done
    finally:
        stop.set()
        thread.join()


async def _hall(folder: Path, streams: int, root: Path, heavy: tuple[str, ...], seconds: float) -> Hall:
    most = {"COMPANION_MAX_STREAMS": str(2000 if streams > FEW else 300)}
    with Server(folder, secrets.token_hex(4), root=root, **most) as server:
        evenings = [Evening(server.port) for _ in range(TABLES)]
        for evening in evenings:
            await evening.begin()
        listeners = await asyncio.to_thread(Listeners, server.port, _listeners(evenings, streams))
        await taps(evenings, 4.0)
        before = listeners.now()
        used = server.cpu_seconds()
        quiet = await taps(evenings, seconds)
        processor = (server.cpu_seconds() - used) * 1000 / len(quiet)
        threads, memory = server.threads(), server.memory_mb()[0]
        after = listeners.now()
        assert after["open"] == streams, f"{streams - after['open']} streams were lost"
        beside: dict[str, tuple[Times, Times, int]] = {kind: ([], [], 0) for kind in heavy}
        for _ in range(max(1, round(seconds / TURN_SECONDS))):  # in turns, so that other work on the machine meets all
            for kind, (without, times, often) in beside.items():
                without += await taps(evenings, TURN_SECONDS)
                with over_and_over(server.port, kind) as done:
                    times += await taps(evenings, TURN_SECONDS)
                beside[kind] = (without, times, often + done[0])
        memory_after = server.memory_mb()[0]
        stop = await asyncio.to_thread(server.interrupt)
        listeners.close()
        rings = after["rings"] - before["rings"]
        return Hall(streams, quiet, threads, memory, processor, rings, beside, memory_after, stop)


def _listeners(evenings: list[Evening], streams: int) -> list[tuple[str, str]]:
    """Path and cookie of each stream: half of them of the tables' players, as far as a phone may hold so many."""
    found = []
    for number in range(streams):
        evening, turn = evenings[number % TABLES], number // TABLES
        player = evening.players["ab"[turn // 2 % 2]]
        seated = turn % 2 == 0 or turn // 2 < SEATED_EACH
        found.append((f"/t/{player.table}/stream", player.cookie if seated and turn < 2 * SEATED_EACH else ""))
    return found


def hall(folder: Path, streams: int, root: Path = ROOT, heavy: tuple[str, ...] = (), seconds: float = SECONDS) -> Hall:
    """A hall with so many streams that only listen, served by the version of Gunbai in `root`."""
    return asyncio.run(_hall(folder, streams, root, heavy, seconds))


def _line(name: str, found: Hall) -> str:
    p50, p95, p99 = percentiles(found.quiet)
    times = f"{p50:6.1f} / {p95:6.1f} / {p99:6.1f} ms"
    return (
        f"  {name:6} {found.streams:5} streams: {times}, {found.processor:.1f} ms of a core a tap, {found.threads} "
        f"threads, {found.memory:.0f} MB ({found.memory_after:.0f} at the end), {found.rings} rings, "
        f"Ctrl-C {found.stop:.2f} s"
    )


def main(arguments: list[str]) -> int:
    """Prints what was found; exit code 1 where a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench hall", description=__doc__)
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="another version of Gunbai, taken in turn")
    parser.add_argument("--rounds", type=int, default=1, help="how often each number of streams is taken")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of taps in each part")
    chosen = parser.parse_args(arguments)
    versions = {"this": ROOT, **({"other": chosen.beside.resolve()} if chosen.beside else {})}
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{TABLES} tables, {RATE:g} taps a second, answers p50 / p95 / p99; load before: {load}", flush=True)
    runs: dict[str, dict[int, list[Hall]]] = {name: {FEW: [], MANY: []} for name in versions}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(chosen.rounds):
            for streams in (FEW, MANY):
                for name, root in versions.items():
                    heavy = tuple(HEAVY) if streams == MANY else ()
                    runs[name][streams].append(hall(Path(folder), streams, root, heavy, chosen.seconds))
                    print(_line(name, runs[name][streams][-1]), flush=True)
    wrong: list[str] = []
    for name, found in runs.items():
        missed = _judge(name, found)
        wrong += missed if name == "this" else []
    print(f"NOT OK: {'; '.join(wrong)}" if wrong else "All within the goals.")
    return 1 if wrong else 0


def _judge(name: str, runs: dict[int, list[Hall]]) -> list[str]:
    wrong: list[str] = []

    def judge(ok: bool, what: str) -> None:
        print(f"  {name:6} {'OK' if ok else 'NOT OK'}: {what}")
        if not ok:
            wrong.append(what)

    few, many = (percentiles([one for run in runs[streams] for one in run.quiet]) for streams in (FEW, MANY))
    for number, which in enumerate(("p50", "p95")):
        ratio = many[number] / few[number]
        judge(
            ratio <= RATIO,
            f"{which} of an answer with {MANY} streams {ratio:.2f} times that with {FEW} (at most {RATIO})",
        )
    memory = max(run.memory for run in runs[MANY])
    judge(memory <= MEGABYTES, f"{memory:.0f} MB with {MANY} streams (at most {MEGABYTES:.0f})")
    for kind in HEAVY:
        without = [one for run in runs[MANY] for one in run.beside[kind][0]]
        beside = [one for run in runs[MANY] for one in run.beside[kind][1]]
        later = [b - w for b, w in zip(percentiles(beside), percentiles(without), strict=True)]
        most, done = max(beside) - max(without), sum(run.beside[kind][2] for run in runs[MANY])
        shift = f"p50 {later[0]:+.0f}, p95 {later[1]:+.0f}, slowest {most:+.0f} ms"
        judge(max(later[:2]) <= LATER_MS, f"a tap beside {kind} ({done} of them): {shift} (at most {LATER_MS:.0f})")
    stop = max(run.stop for every in runs.values() for run in every)
    judge(stop < STOP_SECONDS, f"Ctrl-C within {stop:.2f} s (under {STOP_SECONDS:g})")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
