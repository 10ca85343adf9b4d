"""Who guesses, makes or holds at one process has done so at all of them; whoever does elsewhere is not held up."""

from __future__ import annotations

from collections.abc import Callable

from companion.live import Neighbors
from companion.web.shared_limits import SharedGuesses, SharedHeld, SharedQuotas

HERE, THERE = 100.0, 7.0
"""The clocks of two processes that were started at different times."""


class Room(Neighbors):
    """Neighbors that hear each other at once, without a wire."""

    def __init__(self) -> None:
        super().__init__()
        self.others: list[Room] = []
        self.heard: dict[str, Callable[[str, str], None]] = {}
        self.parting: Callable[[str], None] = lambda host: None

    def hear(self, subject: str, handler: Callable[[str, str], None]) -> None:
        self.heard[subject] = handler

    def meet(self, met: Callable[[], None], parted: Callable[[str], None]) -> None:
        self.meeting, self.parting = met, parted

    def tell(self, subject: str, text: str) -> None:
        for other in self.others:
            other.heard[subject](self.host, text)


def rooms() -> tuple[Room, Room]:
    one, two = Room(), Room()
    one.others, two.others = [two], [one]
    return one, two


def guesses() -> tuple[SharedGuesses, SharedGuesses]:
    one, two = rooms()
    each, everybody = (3, 6.0), (100, 0.5)
    return SharedGuesses(each, everybody, one, lambda: HERE), SharedGuesses(each, everybody, two, lambda: THERE)


def test_guesses_at_one_process_count_at_the_other() -> None:
    one, two = guesses()
    assert [one.wait("guesser", HERE), two.wait("guesser", THERE), one.wait("guesser", HERE)] == [0, 0, 0]
    assert one.wait("guesser", HERE) > 0
    assert two.wait("guesser", THERE) > 0
    assert two.wait("somebody else", THERE) == 0


def test_a_right_guess_counts_nowhere() -> None:
    one, two = guesses()
    for _ in range(20):
        assert one.wait("player", HERE) == 0
        one.give_back("player")
    assert two.wait("player", THERE) == 0


def test_a_turn_given_at_one_process_is_taken_once_at_any() -> None:
    one, two = guesses()
    for _ in range(3):
        one.wait("hall", HERE)
    mine = one.turn("hall", "phone", HERE)
    assert mine.ticket
    assert two.turn("hall", "phone", THERE).ticket == mine.ticket, "the same phone has one turn, wherever it asks"
    assert two.turn("hall", "another", THERE).seconds > mine.seconds, "who comes later waits longer, wherever he asks"
    assert two.called(mine.ticket, THERE + mine.seconds - 1) == 1
    assert two.called(mine.ticket, THERE + mine.seconds) == 0
    assert two.called(mine.ticket, THERE + mine.seconds) is None
    assert one.called(mine.ticket, HERE + mine.seconds) is None


def test_what_was_made_at_one_process_counts_at_the_other() -> None:
    one, two = rooms()
    here = SharedQuotas("lists", 2, 60.0, one, lambda: HERE)
    there = SharedQuotas("lists", 2, 60.0, two, lambda: THERE)
    assert [here.take("phone", HERE), there.take("phone", THERE)] == [0, 0]
    assert here.take("phone", HERE) > 0
    assert there.take("phone", THERE) > 0
    assert there.take("another", THERE) == 0


def test_what_is_held_at_one_process_counts_at_the_other_until_it_is_given_back() -> None:
    one, two = rooms()
    here, there = SharedHeld("seated", 2, one), SharedHeld("seated", 2, two)
    assert here.take("phone")
    assert there.take("phone")
    assert not here.take("phone")
    assert not there.take("phone")
    here.release("phone")
    assert there.take("phone")


def test_who_comes_later_is_told_what_is_held_and_who_is_gone_holds_nothing() -> None:
    one, two = rooms()
    one.others = []
    here = SharedHeld("seated", 1, one)
    assert here.take("phone")
    there = SharedHeld("seated", 1, two)
    one.others = [two]
    one.meeting()
    assert not there.take("phone")
    two.parting(one.host)
    assert there.take("phone")
