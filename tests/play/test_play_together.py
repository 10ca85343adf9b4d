"""Many phones at once, two processes at one database, a process killed in the middle: nothing lost, nothing twice."""

import itertools
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from companion.play.values import Done, Tap
from tests.play.tabletop import A, B, Tabletop

ROOT = Path(__file__).parents[2]


def other_process(top: Tabletop, count: int, prefix: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", "-m", "tests.play.other_process"]
    arguments = [top.url, top.id, B, "b", str(count), prefix]
    return subprocess.Popen(command + arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def in_threads(acts) -> None:
    """Runs the acts at the same time; what one raises fails the test."""
    with ThreadPoolExecutor(len(acts)) as threads:
        for running in [threads.submit(act) for act in acts]:
            running.result()


def check_whole(top: Tabletop, adds: int) -> None:
    """So many coins, seqs without a gap, and a state that is its own replay, also after a restart."""
    table = top.get()
    assert sum(table.state.coins.values()) == adds
    assert [row.seq for row in top.rows()] == list(range(1, table.seq + 1))
    assert table.state == top.replayed()
    top.reopen()
    assert (top.get().state, top.get().version, top.get().seq) == (table.state, table.version, table.seq)


def test_eight_threads_lose_nothing_and_repeat_nothing(top):
    """Each tap is sent twice, as an impatient network does; both phones tap from four threads each."""

    def taps(worker: int) -> None:
        seat, device = ("a", A) if worker % 2 else ("b", B)
        for number in range(20):
            tap = Tap("add", {"n": 1}, seat, seat, f"worker{worker}-{number:03}")
            first, second = top.tables.tap(top.id, device, tap), top.tables.tap(top.id, device, tap)
            assert isinstance(first, Done)
            assert second == Done(first.version, first.seq, again=True)

    before = top.get().version
    in_threads([partial(taps, worker) for worker in range(8)])
    assert top.get().version == before + 160
    check_whole(top, 160)


def test_one_key_sent_by_many_threads_counts_once(top):
    answers: list[Done] = []
    tap = Tap("add", {"n": 1}, "a", "a", "the-same-key")
    in_threads([lambda: answers.append(top.tables.tap(top.id, A, tap)) for _ in range(8)])
    assert sorted(answer.again for answer in answers) == [False, *[True] * 7]
    assert len({(answer.version, answer.seq) for answer in answers}) == 1
    check_whole(top, 1)


def test_of_two_acts_on_the_same_page_one_is_stale(top):
    """What the version check is for: both phones saw seq 1 and act at once; exactly one comes through."""
    top.did("a", "add", n=1)
    answers: list[object] = []

    def begin(device: str, seat: str) -> None:
        answers.append(top.tables.tap(top.id, device, Tap("begin", {}, seat, seat, top.key(), 1)))

    in_threads([partial(begin, A, "a"), partial(begin, B, "b")])
    assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Stale"]
    assert top.get().seq == 2


def test_tables_do_not_hinder_each_other(top):
    tables = [top.table("a").id for _ in range(4)]

    def taps(table_id: str) -> None:
        for number in range(15):
            top.tables.tap(table_id, A, Tap("add", {"n": 1}, "a", "a", f"{table_id}-{number}"))

    in_threads([partial(taps, table_id) for table_id in tables])
    assert [top.tables.get(table_id).state.coins["a"] for table_id in tables] == [15] * 4


def test_a_second_process_may_write_to_the_same_database(top):
    other = other_process(top, 25, "other")
    for number in range(25):
        assert isinstance(top.tap("a", "add", n=1, key=f"this-{number:05}"), Done)
    out, err = other.communicate(timeout=60)
    assert (err, other.returncode, len(out.split())) == ("", 0, 25)
    assert top.get().state.coins == {"a": 25, "b": 25, "c": 0}  # not what this process remembers of its own
    check_whole(top, 50)


def test_a_process_killed_in_the_middle_loses_nothing_it_had_stored(top):
    other = other_process(top, 1_000_000, "killed")
    assert other.stdout is not None
    lines = iter(other.stdout)
    stored = [line.strip() for line in itertools.islice(lines, 40)]
    other.send_signal(signal.SIGKILL)
    stored += [line.strip() for line in lines]  # first those read ahead, which `communicate` knows nothing of
    other.communicate(timeout=120)
    assert other.returncode == -signal.SIGKILL
    top.reopen()
    keys = [row.key for row in top.rows()]
    assert len(keys) == len(set(keys))
    assert keys[: len(stored)] == stored
    assert len(keys) - len(stored) in (0, 1)  # the last may have been stored and not yet said
    with sqlite3.connect(top.store.file) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    # What the phone repeats because it got no answer counts once.
    last = keys[-1]
    assert top.tables.tap(top.id, B, Tap("add", {"n": 1}, "b", "b", last)).again
    check_whole(top, len(keys))
