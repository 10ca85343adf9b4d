"""The doorbell, the streams that carry it, and who is present."""

import json
import threading

import pytest

from companion.live import Bell, Full, Neighbors, Streams
from companion.live.stream import Stream
from companion.play.presence import ASLEEP_SECONDS, LATELY_SECONDS, Presence
from tests.live.test_shared_limits import rooms


@pytest.fixture
def bell():
    bell = Bell()
    yield bell
    bell.close()


def beat(heartbeat: float) -> bytes:
    """A sign of life, which says after how many milliseconds the next one comes."""
    return b"event: beat\ndata: %d\n\n" % (1000 * heartbeat)


def hello(heartbeat: float) -> bytes:
    return b"retry: 2000\n" + beat(heartbeat)


def later(act, seconds=0.05) -> threading.Thread:
    thread = threading.Timer(seconds, act)
    thread.start()
    return thread


def test_rings_that_overtake_each_other_never_go_back(bell):
    listener, other = bell.listen("t"), bell.listen("other")
    thread = later(lambda: bell.ring("t", 5))
    assert listener.wait(60) == 5, "a ring wakes who waits"
    thread.join()
    bell.ring("t", 4)
    assert listener.wait(0.01) is other.wait(0.01) is None
    for version in (7, 8):  # rung between its waits
        bell.ring("t", version)
    assert listener.wait(1) == 8
    assert listener.wait(0.01) is None
    bell.nudge("t")
    assert listener.wait(1) == 8
    for _ in range(2):
        listener.close()


def test_closing_wakes_everybody_at_once(bell):
    """Whoever is not woken waits an hour."""
    ended: list[object] = []
    streams = Streams(bell, most=20, heartbeat=3600)
    opened = [streams.open("t", current=lambda: 1, last_seen=1) for _ in range(20)]
    listeners = [bell.listen("t") for _ in range(20)]
    waiting = [threading.Thread(target=lambda one=one: ended.append(list(one)[1:]), daemon=True) for one in opened]
    waiting += [
        threading.Thread(target=lambda listener=listener: ended.append(listener.wait(3600)), daemon=True)
        for listener in listeners
    ]
    for thread in waiting:
        thread.start()
    later(bell.close)
    for thread in waiting:
        thread.join(timeout=60)
    assert ended.count([]) == ended.count(None) == 20
    assert streams.count == 0


def test_tables_nobody_listens_to_are_forgotten(bell):
    bell.REMEMBERED = 10
    listener = bell.listen("kept")
    for number in range(50):
        bell.ring(f"t{number}", 1)
    assert len(bell._channels) == 10
    bell.ring("kept", 3)
    assert listener.wait(1) == 3


def test_a_stream_rings_at_once_when_the_phone_is_behind(bell):
    streams = Streams(bell, most=3, heartbeat=5)
    behind = streams.open("t", current=lambda: 9, last_seen=7)
    assert next(behind) == hello(5) + b"id: 9\nevent: changed\ndata: 9\n\n"
    level = streams.open("t", current=lambda: 9, last_seen=9)
    assert next(level) == hello(5)
    new = streams.open("t", current=lambda: 9)
    assert b"id: 9\nevent: changed" in next(new)
    bell.ring("t", 10)
    assert next(behind) == next(level) == next(new) == b"id: 10\nevent: changed\ndata: 10\n\n"
    for stream in (behind, level, new):
        stream.close()


def test_a_ring_between_opening_and_reading_the_version_is_not_lost(bell):
    streams = Streams(bell, most=1, heartbeat=5)

    def current() -> int:
        bell.ring("t", 2)  # committed by another phone while this one reads version 1
        return 1

    stream = streams.open("t", current=current, last_seen=1)
    assert next(stream) == hello(5)
    assert b"id: 2" in next(stream)
    stream.close()


def test_a_heartbeat_finds_what_another_process_changed(bell):
    streams = Streams(bell, most=1, heartbeat=0.01)
    versions = iter([1, 1, 2, None])
    beats: list[int] = []
    stream = streams.open("t", current=lambda: next(versions), last_seen=1, on_beat=lambda: beats.append(1))
    assert list(stream) == [hello(0.01), beat(0.01), b"id: 2\nevent: changed\ndata: 2\n\n", b"event: gone\ndata:\n\n"]
    assert len(beats) == 3
    assert streams.count == 0


def test_of_a_table_one_stream_looks_in_a_heartbeat(bell):
    streams = Streams(bell, most=9, heartbeat=3600)
    first, second, other = (streams.open(name, current=lambda: 1, last_seen=1) for name in ("t", "t", "u"))
    assert (first.sign_of_life(), other.sign_of_life()) == (b"", b""), "each table's first has to look"
    assert second.sign_of_life() == first.sign_of_life() == beat(3600)
    for stream in (first, second, other):
        stream.close()
    again = streams.open("t", current=lambda: 1, last_seen=1)
    assert again.sign_of_life() == b"", "nothing is remembered of a table that nobody listens to"
    again.close()
    hasty = Streams(bell, most=9, heartbeat=0)
    alone = hasty.open("t", current=lambda: 1, last_seen=1)
    assert (alone.sign_of_life(), alone.sign_of_life()) == (b"", b""), "the next heartbeat has the next look"
    alone.close()


BEAT = b"event: beat\ndata: 0\n\n"


def test_a_stream_with_a_thread_of_its_own_leaves_the_look_to_another_too(bell, monkeypatch):
    monkeypatch.setattr(Stream, "heartbeat", 0.0)  # nobody waits for it here; a look is good for an hour
    streams = Streams(bell, most=9, heartbeat=3600)
    looks: list[int] = []
    two = [streams.open("t", current=lambda: looks.append(1) or 1, last_seen=1) for _ in range(2)]
    for stream in two:
        assert next(stream) == b"retry: 2000\n" + BEAT
    assert [next(stream) for _ in range(5) for stream in two] == [BEAT] * 10
    assert len(looks) == len(two) + 1, "at the start, and once for both"
    bell.close()
    assert [list(stream) for stream in two] == [[], []]


def test_what_a_heartbeat_finds_rings_for_the_others_and_once_for_itself(bell):
    streams = Streams(bell, most=9, heartbeat=3600)
    finder, other = (streams.open("t", current=lambda: 2, last_seen=1) for _ in range(2))
    woken: list[int] = []
    other.set_callback(lambda: woken.append(1))
    assert finder.beat() == b"id: 2\nevent: changed\ndata: 2\n\n"
    assert finder.rung() == b""
    assert woken == [1]
    assert other.rung() == b"id: 2\nevent: changed\ndata: 2\n\n"
    for stream in (finder, other):
        stream.close()


def test_a_table_that_is_gone_ends_all_its_streams_at_their_next_heartbeat(bell):
    streams = Streams(bell, most=9, heartbeat=3600)
    finder, other = (streams.open("t", current=lambda: None) for _ in range(2))
    assert (finder.sign_of_life(), other.sign_of_life()) == (b"", beat(3600))
    assert finder.beat() == other.sign_of_life() == b"event: gone\ndata:\n\n"
    assert finder.closed
    assert other.closed
    assert streams.count == 0
    again = streams.open("t", current=lambda: 1)
    assert again.sign_of_life() == b""
    again.close()


def test_who_must_not_wait_is_woken_for_what_it_may_hear(bell):
    listener, woken = bell.listen("t", "mine"), []
    bell.ring("t", 3)
    listener.set_callback(lambda: woken.append(1))
    assert woken == [1], "what was rung before is told at once"
    assert listener.wait(0) == 3
    bell.ring_phones("t", ["another"])
    bell.ring("t", 3)
    assert woken == [1]
    bell.ring_phones("t", ["mine"])
    bell.nudge("t")
    assert len(woken) == 3
    listener.close()
    bell.ring("t", 4)
    assert len(woken) == 3
    last = bell.listen("t")
    last.set_callback(lambda: woken.append(1))
    bell.close()
    assert len(woken) == 4
    bell.nudge("t")
    assert len(woken) == 4, "at the end nobody is woken again"
    last.close()


def test_streams_are_counted_and_capped(bell):
    streams = Streams(bell, most=2)
    ended: list[int] = []
    first = streams.open("t", current=lambda: 1, on_close=lambda: ended.append(1))
    second = streams.open("t", current=lambda: 1)
    assert streams.count == 2
    assert streams.open("t", current=lambda: 1) == Full(2)
    first.close()  # never started: still counted, still released
    first.close()
    assert ended == [1]
    assert streams.count == 1
    assert next(first, None) is None
    third = streams.open("t", current=lambda: 1)
    assert not isinstance(third, Full)
    second.close()
    third.close()
    assert streams.count == 0
    bell.close()
    assert isinstance(streams.open("t", current=lambda: 1), Full), "nor while the server goes down"


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def presence(bell, clock):
    return Presence(bell, clock)


def test_here_asleep_and_offline(presence, clock):
    def after(seconds: float, phone: str = "d") -> str:
        clock.now += seconds
        return str(presence.of("t", phone))

    assert after(0) == "offline"
    presence.opened("t", "d")
    presence.opened("t", "d")  # another tab of the same phone
    presence.closed("t", "d")
    assert after(3600) == "here"
    presence.visible("t", "d", False)
    assert after(0) == "asleep"
    presence.closed("t", "d")
    assert after(ASLEEP_SECONDS - 1) == "asleep"
    assert after(2) == "offline"
    presence.seen("t", "polling")
    assert after(LATELY_SECONDS - 1, "polling") == "here"
    assert after(2, "polling") == "offline"


def test_a_change_of_presence_nudges_once_and_stores_nothing(presence, clock, bell):
    listener = bell.listen("t")
    presence.opened("t", "d")
    before = presence.of_seats("t", {"a": ["d"], "b": []})
    assert listener.wait(1) == 0  # no version was stored or rung
    presence.seen("t", "d")
    presence.check("t")
    assert presence.of_seats("t", {"a": ["d"], "b": []}) == before
    assert listener.wait(0.01) is None
    presence.visible("t", "d", False)
    assert listener.wait(1) == 0
    assert presence.of_seats("t", {"a": ["d"], "b": []}) == (("a", "asleep"), ("b", "offline")) != before
    presence.seen("t", "silent")
    assert listener.wait(1) == 0
    clock.now += LATELY_SECONDS + 1
    presence.check("t")
    assert listener.wait(1) == 0, "a silent departure is noticed by a heartbeat"


def test_a_room_nobody_looks_after_is_swept(presence, clock, bell):
    for number in range(50):
        presence.seen(f"t{number}", "d")
    presence.opened("held", "d")
    presence.visible("asleep", "d", False)
    listener = bell.listen("t7")
    clock.now += LATELY_SECONDS + 1
    presence.sweep()
    assert listener.wait(1) == 0
    assert presence._rooms.keys() == {"held", "asleep"}
    clock.now += ASLEEP_SECONDS
    presence.sweep()
    assert presence._rooms.keys() == {"held"}


def test_who_left_one_process_is_not_taken_to_be_here_at_the_other(bell, clock):
    one, two = rooms()
    here, there = Presence(bell, clock, one), Presence(Bell(), clock, two)
    here.opened("t", "ana")
    there.opened("t", "ben")
    here.closed("t", "ana")
    assert there.of("t", "ana") == "here", "it may be back at once"
    clock.now += LATELY_SECONDS + 1
    there.check("t")
    assert there.of("t", "ana") == "here", "only who held the stream can tell"
    here.sweep()
    assert there.of("t", "ana") == "offline"
    assert here.of("t", "ben") == "here"


def test_the_others_are_told_in_the_order_in_which_it_was_noticed(bell, clock):
    """Of two threads that note the same phone one after the other, the second tells after the first: it tells before it
    lets the other one in."""
    told = []

    class Others(Neighbors):
        alone = False

        def publish(self, subject: str, text: str) -> None:
            told.append((subject, *json.loads(text)[1:], presence._lock.locked()))

    presence = Presence(bell, clock, Others())
    presence.opened("t", "d")
    presence.visible("t", "d", False)
    presence.closed("t", "d")
    clock.now += ASLEEP_SECONDS
    presence.sweep()
    assert told == [
        ("presence", "d", "here", True, True),
        ("visible", "d", True, True),
        ("presence", "d", "asleep", True, True),
        ("visible", "d", False, True),
        ("presence", "d", "asleep", False, True),
        ("presence", "d", "offline", False, True),
    ]
