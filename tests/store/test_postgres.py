"""The same store on PostgreSQL: a server of its own, made of this machine's binaries, for these tests only."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url, text

from companion.live import Bell
from companion.play.armies.kept import Lists
from companion.play.printing import Prints
from companion.play.values import Asked, Done, Recovered, Replacement, Tap
from companion.rules.text import Refusal
from companion.store import Store, StoreTrouble, rows
from companion.store.store import MIGRATION_LOCK
from tests.play.armies.hands import ANA, BEN, Pair, why
from tests.play.tabletop import A, B, Tabletop
from tests.system import postgres

THREADS, TAPS = 8, 10


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a fresh database."""
    with postgres() as server:
        yield server.url


@pytest.fixture
def top(server: str, tmp_path: Path) -> Iterator[Tabletop]:
    top = Tabletop(tmp_path, url=server)
    top.table("a", "b")
    yield top
    top.close()


def together(work: Callable[[int], None]) -> None:
    """The same work in eight threads at once; what one of them raises fails the test."""
    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(work, range(THREADS)))


def test_eight_threads_lose_nothing_and_repeat_nothing(top: Tabletop) -> None:
    """Each tap is sent twice, as an impatient network does; then all begin the next game."""

    def tap_on(worker: int) -> None:
        seat, device = ("a", A) if worker % 2 else ("b", B)
        for number in range(TAPS):
            tap = Tap("add", {"n": 20}, seat, seat, f"worker{worker}-{number:03}")
            first, second = top.tables.tap(top.id, device, tap), top.tables.tap(top.id, device, tap)
            assert isinstance(first, Done)
            assert second == Done(first.version, first.seq, again=True)

    together(tap_on)
    table = top.get()
    assert sum(table.state.coins.values()) == 20 * THREADS * TAPS
    assert [row.seq for row in top.rows()] == list(range(1, table.seq + 1))
    instead = [Replacement("add", {"n": 400})]
    done = top.amend("a", next(row.seq for row in top.rows() if row.seat == "a"), instead)
    assert isinstance(done, Asked)
    assert isinstance(top.answer("b", True), Done)
    assert isinstance(top.undo("a"), Done | Asked), "by who was the last"
    top.reopen()
    assert top.get().state == top.replayed()
    found: list[object] = []
    together(lambda worker: found.append(top.tables.begin_next(top.id, (A, B)[worker % 2])))
    assert set(found) == {top.get().next}
    assert top.tables.find(table.words) == top.get().next
    link = top.tables.seat_link(str(top.get().next), A, "a")
    assert isinstance(top.tables.recover(str(link), "device-new"), Recovered)
    assert top.get().seats_of("device-new") == ("a",)


def test_two_phones_of_one_seat_think_at_once_and_nothing_of_it_is_lost(top: Tabletop) -> None:
    """Quiet acts are numbered apart: who has waited for the table counts on from what he waited for."""
    top.did("a", "add", n=1)

    def think_on(worker: int) -> None:
        for number in range(TAPS):
            card = f"{worker}-{number}"
            top.tables.tap(top.id, A, Tap("think", {"card": card}, "a", "a", f"worker{worker}-{number:03}"))
            top.tables.tap(top.id, B, Tap("add", {"n": 1}, "b", "b", f"beside{worker}-{number:03}"))

    together(think_on)
    table = top.get()
    assert len(set(table.state.hidden["a"])) == THREADS * TAPS
    assert table.seq == 1 + THREADS * TAPS
    top.reopen()
    assert top.get().state == table.state == top.replayed()


def test_two_phones_edit_one_list_at_once(top: Tabletop) -> None:
    pair = Pair(Lists(top.store, Bell(), now=top.now))
    for unit in ("yari-ashigaru", "katana-samurai"):
        pair.did("add", unit=unit)
    together(lambda worker: pair.did("size", (ANA, BEN)[worker % 2], id=f"u{worker % 2 + 1}", by=1))
    assert [unit.miniatures for unit in pair.army.units] == [5 + 4, 4 + 4]
    pair.did("size", ANA, id="u2", by=1)
    assert "another phone has changed it since" in why(pair.undo(BEN))
    assert isinstance(pair.undo(ANA), Done)
    assert isinstance(pair.redo(ANA), Done)
    assert [unit.miniatures for unit in pair.army.units] == [9, 9]


def test_what_is_kept_once_is_kept_once_whoever_comes_first(top: Tabletop) -> None:
    """Miniatures, lists on a phone, choices and printers, each set by eight requests at once."""
    pair, prints = Pair(Lists(top.store, Bell(), now=top.now)), Prints(top.store, now=top.now)
    measured = {"bar_across": 100.0, "bar_down": 100.0, "back_right": 0.5, "back_down": -0.5}

    def keep(worker: int) -> None:
        pair.lists.own(BEN, "kengo", 4)
        pair.lists.keep(pair.id, BEN)
        prints.choose(BEN, {"paper": "a4"})
        prints.downloaded(pair.id, BEN, {"u1": "mark"})
        assert not isinstance(prints.keep_printer(BEN, "laser", measured), Refusal)

    together(keep)
    assert pair.lists.miniatures(BEN) == {"kengo": 4}
    assert [one.id for one in pair.lists.mine(BEN)].count(pair.id) == 1
    assert prints.choices(BEN) == {"paper": "a4"}
    assert prints.of_list(pair.id, BEN).printed == {"u1": "mark"}
    assert prints.printers(BEN) == {"laser": measured}


def test_a_row_that_another_program_holds_has_an_end(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.engine.BUSY_SECONDS", 0.1)
    top = Tabletop(tmp_path, url=server)
    top.table("a", "b")
    with closing(psycopg.connect(top.store.address)) as other:
        other.execute("SELECT 1 FROM tables WHERE id = %s FOR UPDATE", (top.id,))
        with pytest.raises(StoreTrouble, match="another program holds it locked") as told:
            top.tap("a", "add", n=1, key="held-for-long")
        assert told.value.kind == "held"
        assert top.get().seq == 0, "a look needs no lock"
    assert isinstance(top.tap("a", "add", n=1, key="held-for-long"), Done)
    top.close()


def test_of_two_who_wait_for_each_other_one_is_told_to_try_again(top: Tabletop) -> None:
    """As a game that is deleted and the one before it, where somebody plays just then."""
    ids, both = [top.id, top.table("a").id], threading.Barrier(2)

    def lock(order: list[str]) -> str:
        try:
            with top.store.write() as db:
                rows.table_row(db, order[0], lock=True)
                both.wait(60)
                rows.table_row(db, order[1], lock=True)
        except StoreTrouble as trouble:
            return trouble.kind
        return "both"

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(lock, (ids, ids[::-1]))) == ["both", "held"]


def test_who_starts_waits_for_another_that_brings_the_database_up_to_date(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long that takes: a lock that is waited for in play ends sooner."""
    monkeypatch.setattr("companion.store.engine.BUSY_SECONDS", 0.001)
    store = Store(server)
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with closing(psycopg.connect(store.address, autocommit=True)) as other, ThreadPoolExecutor(1) as threads:
        other.execute("SELECT pg_advisory_lock(%s)", (MIGRATION_LOCK,))
        migrated = threads.submit(store.migrate)
        seen = 0  # so often that it has waited for longer than a lock is waited for in play
        while not migrated.done() and seen < 50:
            seen += other.execute(waits).fetchone() == (1,)
        other.execute("SELECT pg_advisory_unlock(%s)", (MIGRATION_LOCK,))
        assert migrated.result() is None
    store.close()


def test_a_server_that_has_gone_without_a_word_is_noticed(server: str) -> None:
    """By every connection, the doorbell's too; what the address itself says about that counts."""
    expected = {"keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3"}
    store = Store(server + "&tcp_user_timeout=9000&options=-c%20work_mem%3D8MB")
    with store.read() as reading, store.write() as writing, closing(psycopg.connect(store.address)) as bell:
        for one in (reading.connection.driver_connection, writing.connection.driver_connection, bell):
            assert one is not None
            assert expected.items() <= one.info.get_parameters().items()
            assert one.info.get_parameters()["tcp_user_timeout"] == "9000"
        shown = [writing.execute(text(f"SHOW {name}")).scalar() for name in ("lock_timeout", "work_mem")]
        assert shown == ["20s", "8MB"]
    store.close()


def test_after_a_restore_as_the_documentation_has_it_no_page_of_before_is_the_newest(server: str) -> None:
    """The backup goes into a database of its own, which then takes the other's name (docs/hosting.md)."""

    def store(name: str) -> Store:
        return Store(make_url(server).set(database=name).render_as_string(hide_password=False))

    with closing(psycopg.connect(store("template1").address, autocommit=True)) as owner:
        owner.execute("CREATE DATABASE gunbai")
        played = store("gunbai")
        played.migrate()
        before = played.era
        played.close()
        assert played.era == before, "a server that is started again changes nothing"
        played.close()
        owner.execute("CREATE DATABASE restored TEMPLATE gunbai")
        owner.execute("ALTER DATABASE gunbai RENAME TO gunbai_before")
        owner.execute("ALTER DATABASE restored RENAME TO gunbai")
    assert played.era != before
    played.close()
