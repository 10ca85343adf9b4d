"""Who guesses, makes or holds at one process has done so at all of them; whoever does elsewhere is not held up."""

from collections.abc import Callable

from companion.live import Neighbors
from companion.web.limiter import SharedHeld, SharedLimiter

HERE, THERE = 100.0, 7.0
"""The clocks of two processes that were started at different times."""


class Room(Neighbors):
    """Neighbors that hear each other at once, without a wire."""

    def __init__(self) -> None:
        super().__init__()
        self.others: list[Room] = []
        self.heard: dict[str, Callable[[str, str], None]] = {}
        self.parting: Callable[[str], None] = lambda host: None

    def subscribe(self, subject: str, handler: Callable[[str, str], None]) -> None:
        self.heard[subject] = handler

    def watch(self, joined: Callable[[], None], left: Callable[[str], None]) -> None:
        self.meeting, self.parting = joined, left

    def publish(self, subject: str, text: str) -> None:
        for other in self.others:
            other.heard[subject](self.host, text)


def rooms() -> tuple[Room, Room]:
    one, two = Room(), Room()
    one.others, two.others = [two], [one]
    one._known, two._known = {two.host: 0.0}, {one.host: 0.0}
    return one, two


def guesses() -> tuple[SharedLimiter, SharedLimiter]:
    one, two = rooms()
    each, together = (3, 6.0), (100, 0.5)
    return (
        SharedLimiter("guess", one, lambda: HERE, each, together),
        SharedLimiter("guess", two, lambda: THERE, each, together),
    )


def test_guesses_at_one_process_count_at_the_other() -> None:
    one, two = guesses()
    for _ in range(20):  # a right guess counts nowhere
        assert one.wait(("hall", ""), "player", HERE) == 0
        one.give_back(("hall", ""), "player", HERE)
    for process, now in ((one, HERE), (two, THERE), (one, HERE)):
        assert process.wait(("hall", ""), "a", now) == 0
    assert one.wait(("hall", ""), "a", HERE) > 0
    assert two.wait(("hall", ""), "a", THERE) > 0
    assert two.wait(("home", ""), "b", THERE) == 0
    assert two.wait(("another hall", "another"), "a", THERE) == 0


def test_a_place_kept_at_one_process_is_kept_at_all_and_its_turn_is_taken_once() -> None:
    one, two = guesses()
    for _ in range(3):
        one.wait(("hall", ""), "guesser", HERE)
    assert one.wait(("hall", ""), "phone", HERE) == 6
    assert two.wait(("hall", ""), "another", THERE) == 12, "who comes later waits longer, wherever he asks"
    assert two.wait(("hall", ""), "phone", THERE) == 6, "and the same phone has its place"
    assert two.wait(("hall", ""), "phone", THERE + 6) == 0
    assert one.wait(("hall", ""), "phone", HERE) == 18, "as the clock stands there still"


def test_what_is_held_at_one_process_counts_at_the_other_until_it_is_given_back() -> None:
    one, two = rooms()
    here, there = SharedHeld("seated", one), SharedHeld("seated", two)
    assert here.take("phone", 2)
    assert there.take("phone", 2)
    assert not here.take("phone", 2)
    assert not there.take("phone", 2)
    assert [here.held("phone"), there.held("phone")] == [2, 2]
    here.release("phone")
    assert there.take("phone", 2)


def test_who_comes_later_is_told_what_is_held_and_who_is_gone_holds_nothing() -> None:
    one, two = rooms()
    one.others = []
    here = SharedHeld("seated", one)
    assert here.take("phone", 1)
    there = SharedHeld("seated", two)
    one.others = [two]
    one.meeting()
    assert not there.take("phone", 1)
    two.parting(one.host)
    assert there.take("phone", 1)
