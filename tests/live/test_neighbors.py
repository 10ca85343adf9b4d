"""Several processes over one database: what one rings, tells or commits, the others hear. Here each is a bell with a
store of its own; `test_gunicorn.py` starts whole servers. Nothing but the wire between them can wake anybody: there are
no heartbeats, and whoever waits does so until he is rung."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.live import Listener, SharedBell
from companion.live.neighbors import BEAT_SECONDS, Neighbors, Note, Received
from companion.live.postgres import PostgresWire
from companion.live.sqlite import KEPT, SqliteWire
from companion.play.armies.kept import Lists, topic_of
from companion.play.presence import LATELY_SECONDS, Presence
from companion.store import Store
from companion.web.services import versions
from tests.databases import empty_database
from tests.play.armies.hands import ANA, Pair, key
from tests.play.tabletop import A, B, Tabletop
from tests.system import postgres
from tools.postgres import Postgres

PATIENCE = 120.0
"""A failing test ends after this time; one that passes has been rung."""


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


class Host:
    """A process: its store and its bell, and what it has been told."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.store.migrate()
        self.bell = SharedBell()
        self.told: list[tuple[str, str]] = []
        self.arrived = threading.Semaphore(0)
        self.met = threading.Event()
        self.parted = threading.Event()
        self.bell.neighbors.subscribe("test", self._hear)
        self.bell.neighbors.watch(lambda: None if self.bell.neighbors.alone else self.met.set(), self._part)
        self.presence = Presence(self.bell, neighbors=self.bell.neighbors)
        wire = SqliteWire(self.store.file, self.store.is_own) if self.store.file else PostgresWire(self.store.address)
        self.bell.join(wire, lambda names: versions(self.store, names))

    def _hear(self, host: str, text: str) -> None:
        self.told.append((host, text))
        self.arrived.release()

    def _part(self, _host: str) -> None:
        self.parted.set()

    def close(self) -> None:
        self.bell.close()
        self.store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def top(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tabletop]:
    """A table on either database, rung by a host of its own."""
    url = "" if request.param == "sqlite" else request.getfixturevalue("server").url
    top = Tabletop(tmp_path, url=url)
    with joined(top.url) as here:
        top.bell = here.bell
        top.reopen()
        top.table("a", "b")
        yield top
    top.close()


@contextmanager
def joined(url: str) -> Iterator[Host]:
    host = Host(url)
    try:
        yield host
    finally:
        host.close()


def heard(listener: Listener, version: int) -> None:
    """Waits until the listener has been told of this version."""
    while (found := listener.wait(PATIENCE)) != version:
        assert found is not None, "nobody rang"
        assert found < version


def acquainted(*hosts: Host) -> None:
    assert all(host.met.wait(PATIENCE) for host in hosts), "they never met"


def test_what_is_done_here_rings_there(top: Tabletop) -> None:
    """A tap, what one phone alone may know, an edit of a list, and the end of both."""
    pair = Pair(Lists(top.store, top.bell, now=top.now))
    with joined(top.url) as there:
        acquainted(there)
        mine, other = there.bell.listen(top.id, A), there.bell.listen(top.id, B)
        of_list = there.bell.listen(topic_of(pair.id))
        for number in (1, 2):
            top.did("a", "add", n=number)
            for listener in (mine, other):
                heard(listener, top.get().version)
        top.bell.ring_phones(top.id, [A])
        assert mine.wait(PATIENCE) is not None
        assert other.wait(0) is None
        pair.did("add", unit="yari-ashigaru")
        heard(of_list, pair.lists.seq(pair.id) or 0)
        pair.lists.to_bin(pair.id, ANA, key())
        heard(of_list, pair.lists.seq(pair.id) or 0)
        pair.lists.destroy(pair.id)
        assert of_list.wait(PATIENCE) is not None
        assert pair.lists.seq(pair.id) is None
        top.tables.delete(top.id, A)
        assert top.tables.get(top.id) is None
        heard(mine, versions(top.store, [top.id])[top.id])


def test_all_others_are_told_and_nobody_tells_himself(top: Tabletop) -> None:
    with joined(top.url) as one, joined(top.url) as two, joined(top.url) as three:
        acquainted(one, two, three)
        one.bell.neighbors.publish("test", "Grüße, 鎧")
        for other in (two, three):
            assert other.arrived.acquire(timeout=PATIENCE)
            assert other.told == [(one.bell.neighbors.host, "Grüße, 鎧")]
        two.bell.neighbors.publish("test", "back")
        assert one.arrived.acquire(timeout=PATIENCE)
        assert one.told == [(two.bell.neighbors.host, "back")]


def test_what_is_told_twice_is_heard_twice(top: Tabletop) -> None:
    """Limits are kept by differences: two right guesses give back two."""
    with joined(top.url) as one, joined(top.url) as two:
        acquainted(one, two)
        wire, host = one.bell.neighbors._wire, one.bell.neighbors.host
        assert wire is not None
        one.bell.neighbors._notes.extend(Note(host, "test", text) for text in ("same", "same", "other", "same"))
        wire.wake()  # so that all of them go at once
        for _ in range(4):
            assert two.arrived.acquire(timeout=PATIENCE)
        assert [text for _, text in two.told] == ["same", "same", "other", "same"]


def becomes(host: Host, listener: Listener, table_id: str, device: str, where: str) -> None:
    """Waits until this process knows where the phone is; it nudges whoever listens to the table."""
    while host.presence.of(table_id, device) != where:
        assert listener.wait(PATIENCE) is not None, "nobody told it"


def test_every_process_knows_who_is_at_the_table(top: Tabletop) -> None:
    with joined(top.url) as one, joined(top.url) as two:
        acquainted(one, two)
        listeners = {host: host.bell.listen(top.id) for host in (one, two)}
        one.presence.opened(top.id, A)
        becomes(two, listeners[two], top.id, A, "here")
        two.presence.visible(top.id, A, False)  # the phone is locked, and says so to the process without its stream
        becomes(one, listeners[one], top.id, A, "asleep")
        becomes(two, listeners[two], top.id, A, "asleep")
        two.presence.seen(top.id, A)
        assert two.presence.of(top.id, A) == "asleep", "what it asks for tells less than its stream"
        two.presence.opened(top.id, A)  # it wakes, and its stream is with the other process now
        one.presence.closed(top.id, A)
        becomes(one, listeners[one], top.id, A, "here")
        becomes(two, listeners[two], top.id, A, "here")


def test_who_starts_later_is_told_who_is_there_and_who_ends_takes_his_phones_along(top: Tabletop) -> None:
    with joined(top.url) as one:
        one.presence.opened(top.id, A)
        with joined(top.url) as two:
            two.presence.opened(top.id, B)
            listeners = {host: host.bell.listen(top.id) for host in (one, two)}
            becomes(two, listeners[two], top.id, A, "here")
            becomes(one, listeners[one], top.id, B, "here")
        becomes(one, listeners[one], top.id, B, "offline")
        assert one.presence.of(top.id, A) == "here"
        assert one.parted.wait(PATIENCE)


def test_a_restart_of_postgresql_loses_no_ring(server: Postgres, tmp_path: Path) -> None:
    """What was committed while the wire was broken is looked up, and rings for single phones are taken to be missed."""
    with joined(server.url) as there:
        top = Tabletop(
            tmp_path, url=server.url
        )  # with a bell that tells nobody: as if its process had died right after
        top.table("a", "b")
        listener, quiet = there.bell.listen(top.id), there.bell.listen("a table that has no news")
        top.did("a", "add", n=1)
        top.store.close()
        there.store.close()
        server.stop("fast")
        server.start()
        heard(listener, top.get().version)
        assert quiet.wait(PATIENCE) is not None
        with joined(server.url) as here:
            top.bell = here.bell
            top.reopen()
            top.did("a", "add", n=1)
            heard(listener, top.get().version)
        top.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A database of its own."""
    made = Store(empty_database(tmp_path / "tables.sqlite3"))
    yield made
    made.close()


def wire_of(store: Store) -> SqliteWire:
    assert store.file is not None
    return SqliteWire(store.file, store.is_own)


def test_a_database_file_put_in_the_place_of_another_is_not_looked_into(tmp_path: Path, store: Store) -> None:
    """What SQLite keeps beside the one would be written into the other."""
    store.migrate()
    wire, file = wire_of(store), tmp_path / "tables.sqlite3"
    wire.open()
    store.backup(tmp_path / "copy")
    content = (tmp_path / "copy").read_bytes()
    (tmp_path / "copy").replace(file)
    for look in (lambda: wire.receive(PATIENCE), lambda: wire.send({}, [Note("one", "test", "news")])):
        with pytest.raises(OSError, match="another file"):
            look()
    wire.close()
    with pytest.raises(OSError, match="another file"):
        wire.open()
    wire.close()
    store.close()
    assert file.read_bytes() == content


def test_only_the_newest_notes_are_kept_in_the_file_also_for_a_wire_that_was_closed(store: Store) -> None:
    one, two = (wire_of(store) for _ in range(2))
    one.open()
    one.send({}, [Note("one", "test", "long ago")])
    two.open()
    two.close()
    one.send({}, [Note("one", "test", "meanwhile")])
    two.open()
    assert [note.text for note in two.receive(PATIENCE).notes] == ["meanwhile"]
    for number in range(KEPT + 20):
        one.send({}, [Note("one", "test", str(number))])
    found = two.receive(PATIENCE)
    assert [note.text for note in found.notes] == [str(number) for number in range(20, KEPT + 20)]
    one.close()
    two.close()


class Script:
    """A wire that breaks when told to, with everything that was sent through it."""

    def __init__(self) -> None:
        self.sent: list[tuple[dict[str, int], list[str]]] = []
        self.incoming: list[Received] = []
        self.broken = threading.Event()
        self.tried, self.opened = threading.Semaphore(0), threading.Semaphore(0)
        self.woken = threading.Event()

    def open(self) -> None:
        self.tried.release()
        if self.broken.is_set():
            raise OSError("broken")
        self.opened.release()

    def send(self, rings: dict[str, int], notes: list[Note]) -> None:
        if self.broken.is_set():
            raise OSError("broken")
        self.sent.append((dict(rings), [note.subject for note in notes]))

    def receive(self, timeout: float) -> Received:
        if self.broken.is_set():
            raise OSError("broken")
        if self.incoming:
            return self.incoming.pop(0)
        self.woken.wait(timeout)
        self.woken.clear()
        return Received({})

    def wake(self) -> None:
        self.woken.set()

    def close(self) -> None: ...


def test_when_the_wire_breaks_every_phone_looks() -> None:
    """The database may be gone with it, and nothing else would tell who only looks on."""
    wire, bell = Script(), SharedBell()
    wire.broken.set()
    listener = bell.listen("t")
    bell.join(wire, lambda names: {})
    assert listener.wait(PATIENCE) is not None
    bell.close()


def test_a_lonely_process_tells_nothing(caplog: pytest.LogCaptureFixture) -> None:
    wire, neighbors = Script(), Neighbors()
    neighbors.publish("test", "nobody is there")
    neighbors.join(wire)
    neighbors.publish("test", "nobody is there")
    neighbors.close()
    assert {subject for _, subjects in wire.sent for subject in subjects} == {"hello", "bye"}


def test_a_neighbor_that_falls_silent_is_gone() -> None:
    now = 100.0
    wire, parted = Script(), threading.Event()
    neighbors = Neighbors(clock=lambda: now)
    neighbors.watch(lambda: None, lambda host: parted.set())
    wire.incoming.append(Received({}, [Note("other", "here", "")]))
    met = threading.Event()
    neighbors.subscribe("here", lambda host, text: met.set())
    neighbors.join(wire)
    assert met.wait(PATIENCE)
    now += 36
    wire.wake()
    assert parted.wait(PATIENCE)
    assert neighbors.alone
    neighbors.close()


def test_what_is_due_periodic_is_done_alone_and_without_a_wire() -> None:
    now = 100.0
    wire, neighbors, done = Script(), Neighbors(clock=lambda: now), threading.Semaphore(0)
    neighbors.periodically(done.release)
    neighbors.join(wire)
    assert wire.tried.acquire(timeout=PATIENCE)
    for broken in (False, True):
        assert not done.acquire(blocking=False)
        now += BEAT_SECONDS
        if broken:
            wire.broken.set()
        wire.wake()
        assert done.acquire(timeout=PATIENCE)
    wire.broken.clear()
    neighbors.close()


def test_a_sweep_takes_place_at_every_process(tmp_path: Path) -> None:
    top = Tabletop(tmp_path)
    with joined(top.url) as here:
        now = [0.0]
        here.presence._clock = lambda: now[0]
        here.presence.seen("t", "ana")
        listener = here.bell.listen("t")
        now[0] += LATELY_SECONDS + 1
        here.bell.neighbors._done -= BEAT_SECONDS
        here.bell.neighbors._wake()
        assert listener.wait(PATIENCE) == 0
        assert here.presence.of("t", "ana") == "offline"
    top.close()


def test_what_a_broken_wire_did_not_take_is_told_once_when_it_is_back(caplog: pytest.LogCaptureFixture) -> None:
    """Of rings only the newest; what else is told, in its order."""
    wire, neighbors, met = Script(), Neighbors(), threading.Event()
    neighbors.subscribe("here", lambda host, text: met.set())
    wire.incoming.append(Received({}, [Note("other", "here", "")]))
    neighbors.join(wire)
    assert met.wait(PATIENCE)
    assert all(one.acquire(timeout=PATIENCE) for one in (wire.tried, wire.opened))
    wire.broken.set()
    neighbors.publish("guess", "one")
    for _ in range(3):
        assert wire.tried.acquire(timeout=PATIENCE)
    neighbors.publish("guess", "two")
    for version in (3, 5, 4):
        neighbors.ring("t", version)
    wire.broken.clear()
    assert wire.opened.acquire(timeout=PATIENCE)
    neighbors.close()
    assert [told for told, _ in wire.sent if told] == [{"t": 5}]
    subjects = [subject for _, told in wire.sent for subject in told]
    assert (subjects.count("guess"), subjects.count("hello"), subjects[-1]) == (2, 2, "bye")
    assert subjects.index("guess") < len(subjects) - 1 - subjects[::-1].index("hello"), "in the order it was told"
    assert len([one for one in caplog.records if one.levelname == "WARNING"]) == 1, "said once, not at every try"


def test_a_wire_over_a_file_that_is_busy_loses_no_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.live.sqlite.BUSY_SECONDS", 0)
    top = Tabletop(tmp_path)
    with joined(top.url) as here, joined(top.url) as there:
        acquainted(here, there)
        tried = threading.Semaphore(0)
        wire = here.bell.neighbors._wire
        assert isinstance(wire, SqliteWire)
        opened = wire.open
        monkeypatch.setattr(wire, "open", lambda: (opened(), tried.release()))
        with top.store.write():  # nobody else may write meanwhile
            here.bell.neighbors.publish("test", "kept")
            assert tried.acquire(timeout=PATIENCE)
        assert there.arrived.acquire(timeout=PATIENCE)
        assert there.told == [(here.bell.neighbors.host, "kept")]
    top.close()
