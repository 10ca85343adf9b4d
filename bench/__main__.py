"""Takes every measurement and prints it: `make bench`, or `python -m bench live growth …` for some of them."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

from bench import faults, hall, odds
from bench import print as kits
from bench.cost import ACT_MOST, ATTACK_MOST, Costs, act_costs, attack_costs
from bench.growth import FLAT, LONG, growth
from bench.live import TABLES, Taps, session
from bench.rules_api import PROGRAMS, attacks_per_second
from bench.server import ROOT
from bench.sessions import UNREACHED
from bench.weight import weigh

RATES: list[float | None] = [10.0, 20.0, 40.0, None]
SECOND_PHONE_MS = 100.0
FIRST_LOAD_BYTES = 70_000
ANSWER_BYTES = 6_000

_failed: list[str] = []


def verdict(ok: bool, what: str) -> str:
    """OK or NOT OK, and a note for the end."""
    if not ok:
        _failed.append(what)
    return "OK" if ok else "NOT OK"


def taps_line(run: Taps) -> str:
    """One run in a line."""
    wanted = "flat out" if run.wanted is None else f"{run.wanted:g}/s"
    answer = " / ".join(f"{ms:.0f}" for ms in run.answer)
    second = " / ".join(f"{ms:.0f}" for ms in run.second_phone)
    own = run.processor / run.per_second * 1000 if run.per_second else 0.0
    lost = f", never seen {run.missed}, refused {run.refused}" if run.missed or run.refused else ""
    return f"{wanted:>9}  {run.per_second:6.1f}/s  {answer:>18}  {second:>18}  {own:5.1f} ms of one core a tap{lost}"


def live(folder: Path) -> None:
    runs, streams = session(folder, RATES)
    print(f"{TABLES} tables of four phones ({4 * TABLES} streams), two players and two who watch at each")
    print("    taps         done     answer p50/95/99     2nd phone p50/95/99 (ms)")
    for run in runs:
        print(taps_line(run))
        if run.wanted:
            ok = run.second_phone[1] <= SECOND_PHONE_MS and not run.missed and not run.refused
            what = f"second phone within {SECOND_PHONE_MS:.0f} ms (p95) at {run.wanted:g} taps/s"
            print(f"{'':11}{verdict(ok, what)}: {what}")
    print(
        f"memory, PSS / RSS in MB: idle {streams.idle[0]:.0f} / {streams.idle[1]:.0f}, with all streams open ", end=""
    )
    print(f"{streams.open[0]:.0f} / {streams.open[1]:.0f}, after play {streams.after_play[0]:.0f} / ", end="")
    print(f"{streams.after_play[1]:.0f}; threads {streams.threads}")
    print(f"every phone vanishes: all have a stream again after {streams.freed:.1f} s")
    what = "Ctrl-C with all streams open under a second"
    print(f"Ctrl-C with all streams open: {streams.stop:.2f} s  {verdict(streams.stop < 1.0, what)}")


def grown(folder: Path) -> None:
    print(f"Growth of one table's log to {LONG} events, median milliseconds in the app, without the network")
    for name, (events, short, long) in growth(folder).items():
        ratio = long / short
        what = f"{name} at {LONG} events costs at most {FLAT} times that at {events}"
        print(f"  {name:12} {events:5} {short:7.1f} -> {long:7.1f}   ratio {ratio:.2f}  {verdict(ratio <= FLAT, what)}")


def costs(folder: Path) -> None:
    print(
        "Processor time of a tap and the looks of three other phones, as multiples of a bare app's, without the network"
    )
    taps = attack_costs(folder)
    for name, cost in taps.items():
        print(f"  {name:14} {cost.ours:6.1f} ms, bare {cost.bare:.2f} ms   ratio {Costs([cost]).ratio:.1f}")
    attack = Costs(list(taps.values()))
    what = f"an attack of Kensei at most {ATTACK_MOST:g} times the bare app, in the mean of its taps"
    ok = verdict(attack.ratio <= ATTACK_MOST, what)
    print(f"  mean ratio {attack.ratio:.1f}, dearest {attack.worst:.1f}  {ok}: {what}")
    print("Every other act, wherever a recorded session has it: mean, and the dearest one")
    dear = []
    for (game, act), found in sorted(act_costs(folder).items()):
        if found.ratio > ACT_MOST:
            dear.append(f"{game} {act}")
        mark = "OK" if found.ratio <= ACT_MOST else "NOT OK"
        ratios = f"ratio {found.ratio:5.1f}, dearest {found.worst:5.1f}"
        print(f"  {game:7} {act:14} {len(found.taps):4} taps   {ratios}  {mark}")
    for game, left_out in UNREACHED.items():
        print(f"  {game:7} not in any session: {', '.join(sorted(left_out))}")
    what = f"every other act at most {ACT_MOST:g} times the bare app ({len(dear)} are dearer)"
    print(f"  {verdict(not dear, what)}: {what}")


def api(folder: Path) -> None:
    rate, one = attacks_per_second(folder)
    print(f"POST /api/kensei/attack: {rate:.0f} a second from {PROGRAMS} programs at once, median {one:.1f} ms")


def weight(folder: Path) -> None:
    pages, answers = weigh(folder)
    for name, sizes in pages.items():
        total = sum(sizes.values())
        what = f"first load of the {name} under {FIRST_LOAD_BYTES} bytes"
        parts = ", ".join(f"{Path(path).name or 'page'} {size}" for path, size in sizes.items())
        print(f"First load, {name}: {total} bytes compressed  {verdict(total < FIRST_LOAD_BYTES, what)}\n  {parts}")
    most = max(answers.values())
    ordered = sorted(answers.values())
    what = f"a tap's answer under {ANSWER_BYTES} bytes"
    print(
        f"A tap's answer: median {ordered[len(ordered) // 2]}, most {most} bytes  {verdict(most < ANSWER_BYTES, what)}"
    )


def chances(_folder: Path) -> None:
    odds.main()


def print_kits(_folder: Path) -> None:
    first, again, size = kits.measured()
    within = max(first, again) <= kits.SECONDS and size <= kits.KILOBYTES
    line = f"24 cards and 60 markers: {first:.3f} s the first, {again:.3f} s after, {size:.0f} KB"
    line += f" (at most {kits.SECONDS} s, {kits.KILOBYTES} KB)"
    print(f"{line}: {verdict(within, line)}")


def many(folder: Path) -> None:
    from bench.hosts import DRIVER, TABLES, hosts  # psycopg and gunicorn need not be there for the others

    print(f"{TABLES} tables of four phones over one PostgreSQL; psycopg is the one made of {DRIVER}")
    for found in hosts(folder):
        spread = "" if found.processes == 1 else ", a table at one" if found.together else ", a table at both"
        print(f"processes: {found.processes}{spread}     done     answer p50/95/99     2nd phone p50/95/99 (ms)")
        for run, phones, stored in zip(found.runs, found.phones, found.database, strict=True):
            print(taps_line(run))
            print(f"{'':11}cores: Gunbai {run.processor:.2f}, phones {phones:.2f}, PostgreSQL {stored:.2f}")
            if found.processes > 1 and run.wanted and not found.together:
                ok = run.second_phone[1] <= SECOND_PHONE_MS and not run.missed and not run.refused
                what = f"a phone at another process within {SECOND_PHONE_MS:.0f} ms (p95) at {run.wanted:g} taps/s"
                print(f"{'':11}{verdict(ok, what)}: {what}")
        memory = " and ".join(f"{one:.0f}" for one in found.memory)
        print(f"{'':11}memory {memory} MB (PSS); {found.events} events, {found.bytes_an_event:.0f} bytes each", end="")
        print(" with indexes")


PARTS: dict[str, Callable[[Path], None]] = {
    "live": live,
    "growth": grown,
    "cost": costs,
    "api": api,
    "odds": chances,
    "print": print_kits,
    "weight": weight,
    "hosts": many,
}


def main() -> int:
    if sys.argv[1:2] == ["faults"]:  # takes long, and has numbers of its own
        return faults.main(sys.argv[2:])
    if sys.argv[1:2] == ["hall"]:
        return hall.main(sys.argv[2:])
    parser = argparse.ArgumentParser(prog="python -m bench", description="Takes the measurements and prints them.")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which ones; all but hosts if none is named")
    chosen = parser.parse_args().parts or [name for name in PARTS if name != "hosts"]
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{date.today()}, commit {commit.stdout.strip() or 'unknown'}, {os.cpu_count()} cores, ", end="")
    print(f"Python {sys.version.split()[0]}, load before: {load}")
    # Ended from outside, it ends its server too.
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen:
            print(f"\n== {name}")
            PARTS[name](Path(folder))
    print(f"\n{'NOT OK: ' + '; '.join(_failed) if _failed else 'All within the budgets.'}")
    return 1 if _failed else 0


if __name__ == "__main__":
    sys.exit(main())
