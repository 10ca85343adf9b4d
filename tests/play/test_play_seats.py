"""Seats: taken, left, taken over by agreement, recovered by link; tables renamed and deleted."""

import pytest

from companion.play.values import Asked, Done, Recovered
from companion.rules.text import Refusal
from tests.play.tabletop import A, B, reason


@pytest.fixture
def top(tabletop):
    tabletop.table("a")
    return tabletop


def test_sitting_raises_the_version_and_repeating_it_does_not(tabletop):
    top = tabletop
    found = [(seat.seat, seat.device, seat.player) for seat in top.table().seats]
    assert found == [("a", None, ""), ("b", None, ""), ("c", None, "")], "who makes a table has no seat"
    before = top.get()
    done = top.tables.sit(top.id, B, "b", "  Ben   Oda ")
    assert done == Done(before.version + 1, 0)
    assert top.tables.sit(top.id, B, "b", "Ben Oda") == done
    assert top.get().player("b") == "Ben Oda"
    assert top.tables.sit(top.id, B, "b", "Benkei").version == done.version + 1
    top.tables.sit(top.id, B, "c", "Cho")
    assert top.get().seats_of(B) == ("b", "c"), "one phone may hold two seats"
    assert top.get().seats_of(None) == ()


def test_a_taken_seat_is_not_given_away_and_is_left_by_its_holder_only(top):
    assert reason(top.tables.sit(top.id, B, "a", "Ben")).startswith("Aki sits there.")
    assert "the seats are a, b, c" in reason(top.tables.sit(top.id, B, "z", "Ben"))
    for name in ("", " \x00 ", 7):
        assert "at least one letter" in reason(top.tables.sit(top.id, B, "b", name))
    for name in ("x" * 25, "x" * 100_000):
        assert "at most 24 characters" in reason(top.tables.sit(top.id, B, "b", name))
    assert "do not hold" in reason(top.tables.leave(top.id, B, "a"))
    done = top.tables.leave(top.id, A, "a")
    assert top.tables.leave(top.id, A, "a") == done
    assert top.get().seats_of(A) == ()
    assert "You are watching" in reason(top.tap("a", "add", n=1))


def test_a_seat_is_taken_over_when_its_holder_agrees(top):
    asked = top.tables.ask_for_seat(top.id, B, "a", "Ben")
    assert isinstance(asked, Asked)
    (ask,) = top.get().asks
    assert (ask.kind, ask.by, ask.seat, ask.player, ask.lines) == ("seat", B, "a", "Ben", ())
    assert top.tables.ask_for_seat(top.id, B, "a", "Ben").again
    assert "plays here already" in reason(top.tables.sit(top.id, A, "b", " aKI"))
    top.tables.sit(top.id, A, "b", "Abe")
    assert "requests open" in reason(top.tables.ask_for_seat(top.id, B, "b", "Ben"))  # one at a time
    link = top.tables.seat_link(top.id, A, "a")
    assert isinstance(top.answer("a", True), Done)
    table = top.get()
    assert (table.seats_of(B), table.seats_of(A), table.player("a"), table.asks) == (("a",), ("b",), "Ben", ())
    assert isinstance(top.tables.recover(link, A), Refusal)  # the old link went with the seat


def test_a_second_phone_cannot_let_itself_into_a_seat_with_secrets(top):
    top.tables.sit(top.id, B, "b", "Ben")
    top.did("b", "draw", card="fox")
    asked = top.tables.ask_for_seat(top.id, "second", "b", "Spy")
    assert isinstance(asked, Asked)
    assert "only the phone that holds this seat" in reason(top.answer("a", True))
    assert top.get().seats_of(B) == ("b",)
    top.did("b", "show")
    assert isinstance(top.answer("a", True), Done)  # nothing is hidden now: any player may
    assert top.get().seats_of("second") == ("b",)


def test_requests_are_few_may_be_declined_and_a_free_seat_needs_none(top):
    link = top.tables.seat_link(top.id, A, "a")
    top.tables.ask_for_seat(top.id, B, "a", "Ben")
    assert isinstance(top.answer("a", False), Done)
    assert top.get().seats_of(A) == ("a",)
    assert isinstance(top.tables.ask_for_seat(top.id, B, "b", "Ben"), Done)
    assert top.get().seats_of(B) == ("b",)
    for number in range(8):
        assert isinstance(top.tables.ask_for_seat(top.id, f"phone-{number}", "a", "Cho"), Asked)
    assert "requests open" in reason(top.tables.ask_for_seat(top.id, "phone-9", "a", "Cho"))
    assert isinstance(top.tables.recover(link, "phone-3"), Recovered)
    assert len(top.get().asks) == 7, "who was brought the seat asks no more for it, the others do"


def test_leaving_closes_what_was_asked_of_and_by_the_seat(top):
    top.tables.sit(top.id, B, "b", "Ben")
    for seat in "ab":
        top.did(seat, "add", n=1)
    top.undo("a")
    top.tables.ask_for_seat(top.id, "third", "a", "Cho")
    assert len(top.get().asks) == 2
    top.tables.leave(top.id, A, "a")
    assert top.get().asks == ()


def test_the_recovery_link_brings_the_seat_to_another_phone(top):
    link = top.tables.seat_link(top.id, A, "a")
    assert "do not hold" in reason(top.tables.seat_link(top.id, B, "a"))
    top.tables.sit(top.id, B, "b", "Ben")
    for seat in "ab":
        top.did(seat, "add", n=1)
    asked = top.undo("a")
    version = top.get().version
    for _ in range(2):
        assert top.tables.recover(link, "new") == Recovered(top.id, "a", version + 1)
    assert (top.get().seats_of("new"), top.get().seats_of(A)) == (("a",), ())
    # The request came along: still the player's own.
    assert "Another player" in reason(top.tables.answer(top.id, "new", asked.ask, True, top.key()))
    assert isinstance(top.tables.withdraw(top.id, "new", asked.ask), Done)
    top.tables.leave(top.id, "new", "a")
    for gone in ("guess", link):
        assert "no seat any more" in reason(top.tables.recover(gone, "new"))


def test_a_recovery_link_works_once_and_its_holder_reads_that_it_was_used(top):
    """Whoever photographed it takes no seat with it that was brought back since."""
    link = top.tables.seat_link(top.id, A, "a")
    assert top.tables.recover(link, A) == Recovered(top.id, "a", top.get().version), "who has the seat uses nothing up"
    assert top.tables.seat_link(top.id, A, "a") == link
    assert isinstance(top.tables.recover(link, "new"), Recovered)
    assert (top.tables.brought_from(top.id, A), top.tables.brought_from(top.id, "new")) == (["a"], [])
    version = top.get().version
    for again in (A, "thief"):
        assert not top.tables.leads_to_a_seat(link, again)
        assert "it was used" in reason(top.tables.recover(link, again))
    assert (top.get().version, top.get().seats_of("new")) == (version, ("a",))
    following = top.tables.seat_link(top.id, "new", "a")
    assert following != link
    top.reopen()
    assert top.tables.leads_to_a_seat(link, "new"), "its own answer may have been lost"
    assert isinstance(top.tables.recover(following, "newest"), Recovered)
    assert "it was used" in reason(top.tables.recover(link, "new")), "the seat has gone on"
    assert (top.tables.brought_from(top.id, A), top.tables.brought_from(top.id, "new")) == ([], ["a"])
    assert isinstance(top.tables.recover(following, "newest"), Recovered)
    top.tables.leave(top.id, "newest", "a")
    assert top.tables.brought_from(top.id, "new") == [], "somebody else's seat from here on"
    top.tables.sit(top.id, "newest", "a", "Aki")
    assert isinstance(top.tables.recover(following, "newest"), Refusal)


def test_renaming_is_for_who_made_it_or_sits_there_and_deleting_for_who_made_it_leaves_nothing(top):
    assert "Only a player who made" in reason(top.tables.rename(top.id, B, "Mine"))
    top.tables.sit(top.id, B, "b", "Ben")
    done = top.tables.rename(top.id, B, "Our evening")
    assert top.tables.rename(top.id, A, "Our evening") == done
    assert top.get().name == "Our evening"
    assert "1 to 60" in reason(top.tables.rename(top.id, A, ""))
    top.did("b", "draw", card="planted-secret")
    words = top.get().words
    assert "made this table" in reason(top.tables.delete(top.id, B))
    listener = top.bell.listen(top.id)
    done = top.tables.delete(top.id, A)
    assert listener.wait(1) == done.version
    for gone in (top.tables.get(top.id), top.tables.find(words), top.tables.version(top.id)):
        assert gone is None
    assert top.tables.mine(A) == top.tables.mine(B) == ()
    assert top.rows() == []
    for answer in (top.tables.delete(top.id, A), top.tap("b", "add", n=1)):
        assert "no such table" in reason(answer)
    assert (top.tables.log(top.id, "b"), top.tables.export(top.id, "b")) == ((), None)
