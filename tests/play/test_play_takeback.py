"""Undo and amend: free while nobody else was touched, otherwise by consent, and always foreseen."""

from typing import Any

import pytest

from companion.play.game import Event
from companion.play.values import Asked, Done, Preview, Replacement, Stale, Tap
from companion.rules.text import Refusal, Text
from tests.play.tabletop import DEVICES, A, B, Tabletop, reason
from tests.play.tally import Tally


def add(n: int) -> Replacement:
    return Replacement("add", {"n": n})


# Undo


def test_undo_takes_the_own_newest_event_each_time_and_stays_in_the_log(top):
    top.did("a", "add", n=5)
    before = top.get().state
    top.did("a", "spend", n=2)
    assert top.tables.next_undo(top.id, A, "a", "a")[0] == 2
    done = top.undo("a")
    assert isinstance(done, Done)
    table = top.get()
    assert (table.state, table.seq, table.version) == (before, 3, done.version)
    newest, undone, first = top.tables.log(top.id, None)
    assert str(newest.text) == "Aki undid: a spends 2 and has 3"
    assert (newest.undone, undone.undone, first.undone) == (False, True, False)
    top.undo("a")
    assert top.get().state.coins["a"] == 0
    assert top.tables.next_undo(top.id, A, "a", "a") is None
    assert "nothing that could be undone" in reason(top.undo("a"))


def test_what_is_taken_back_or_corrected_is_told_as_it_stood_then(top):
    """Not as it was entered: a correction before it had changed its line."""
    top.did("a", "add", n=5)
    top.did("a", "spend", n=2)
    top.did("a", "spend", n=1)
    assert isinstance(top.amend("b", 1, [add(9)]), Asked)
    assert isinstance(top.answer("a", True), Done)
    assert isinstance(top.undo("a"), Done)
    assert top.lines(None)[-1] == "Aki undid: a spends 1 and has 6"
    assert isinstance(top.amend("a", 2, [Replacement("spend", {"n": 3})]), Done)
    assert top.lines(None)[-1] == "Aki corrected: a spends 2 and has 7 → a spends 3 and has 6"


def test_a_mere_tap_is_undone_alone_and_silently_and_asked_for_by_its_own_name(top):
    top.did("a", "begin")
    for face in (3, 9):
        top.did("a", "pad", face=face)
    top.undo("a")
    assert top.get().state.noted == (3,)
    assert top.lines("a", undone=True) == ["a takes the dice"]
    assert str(top.tables.next_undo(top.id, A, "a", "a")[1]) == "the face 3"
    for event, form in (("pad", {"face": 7}), ("pad", {"face": 8}), ("roll", {"faces": []})):
        assert isinstance(top.tables.tap(top.id, B, Tap(event, form, "a", "b", top.key())), Done)
    assert isinstance(top.undo("a"), Asked)
    assert str(top.get().asks[0].lines[0]) == "the face 3 · 1 entry falls"


def test_undo_takes_back_just_what_its_button_named(top):
    top.did("a", "add", n=1)
    named = top.tables.next_undo(top.id, A, "a", "a")[0]
    top.did("a", "add", n=2)
    told = reason(top.tables.undo(top.id, A, "a", top.key(), named))
    assert told == "Nothing was undone: what you entered last is now a adds 2 and has 3."
    assert top.get().state.coins["a"] == 3
    key, now = top.key(), top.tables.next_undo(top.id, A, "a", "a")[0]
    done = top.tables.undo(top.id, A, "a", key, now)
    assert top.tables.undo(top.id, A, "a", key, now) == Done(done.version, done.seq, again=True)
    assert top.get().state.coins["a"] == 1


def test_one_phone_takes_back_nothing_that_the_player_who_has_it_may_not_see(tabletop):
    """Ana's hidden act is none of Ben's, whose dice came by on her phone; what lies open is either's to take back."""
    top = tabletop
    top.table("a")
    assert isinstance(top.tables.sit(top.id, A, "b", "Ben"), Done)
    top.did("a", "add", n=3)
    top.did("a", "hide", n=7)
    assert top.tables.next_undo(top.id, A, "b", "b") is None
    assert top.tables.next_undo(top.id, A, "b", None) is None
    assert "nothing that could be undone" in reason(top.tables.undo(top.id, A, "b", top.key(), eyes="b"))
    hidden, *_ = top.tables.next_undo(top.id, A, "a", None)
    told = reason(top.tables.undo(top.id, A, "a", top.key(), hidden - 1))
    assert told == "Nothing was undone: what you entered last is now something else."
    assert isinstance(top.tables.undo(top.id, A, "a", top.key(), hidden, eyes="a"), Done)
    assert str(top.tables.next_undo(top.id, A, "b", "b")[1]) == "a adds 3 and has 3"
    top.did("a", "hide", n=7)
    assert isinstance(top.tables.tap(top.id, A, Tap("add", {"n": 1}, "b", "b", top.key())), Done)
    top.did("a", "spend", n=1)
    assert str(top.tables.next_undo(top.id, A, "b", None)[1]) == "a spends 1 and has 2"
    assert isinstance(top.tables.undo(top.id, A, "b", top.key()), Done)
    assert str(top.tables.next_undo(top.id, A, "b", None)[1]) == "b adds 1 and has 1"


def test_undo_takes_back_a_tap_by_its_key(top):
    """The page that was drawn before the tap knows no number of it. One that comes behind its undo is not entered."""
    top.did("a", "add", n=1)
    mistaken, late = top.key(), top.key()
    assert isinstance(top.tap("a", "add", n=2, key=mistaken), Done)
    assert isinstance(top.tables.undo(top.id, A, "a", top.key(), mistaken), Done)
    assert top.get().state.coins["a"] == 1
    for never in (late, late, "\0"):
        assert top.tables.undo(top.id, A, "a", top.key(), never) is None
    assert "taken for an earlier one" in reason(top.tap("a", "add", n=2, key=late))
    top.did("b", "add", n=4)
    assert "Nothing was undone" in reason(top.tables.undo(top.id, A, "a", top.key(), mistaken)), "it is gone already"
    assert top.get().state.coins == {"a": 1, "b": 4, "c": 0}


def test_one_phone_never_takes_back_the_others_later_act_without_consent_and_each_answer_counts_once(top):
    top.did("a", "add", n=5)
    top.did("a", "spend", n=3)
    top.did("b", "add", n=1)
    state, key, yes = top.get().state, top.key(), top.key()
    assert str(top.tables.next_undo(top.id, A, "a", "a")[1]) == "a spends 3 and has 2"
    asked = top.tables.undo(top.id, A, "a", key)
    again = Asked(asked.version, asked.seq, asked.ask, again=True)
    assert top.tables.undo(top.id, A, "a", key) == again
    table = top.get()
    assert (table.state, table.version) == (state, asked.version)
    (ask,) = table.asks
    assert (ask.id, ask.kind, ask.by, ask.player) == (asked.ask, "undo", "a", "Aki")
    assert [str(line) for line in ask.lines] == ["a spends 3 and has 2"]
    done = top.answer("b", True, yes)
    assert top.tables.answer(top.id, B, asked.ask, True, yes) == Done(done.version, done.seq, again=True)
    assert top.tables.undo(top.id, A, "a", key) == again
    table = top.get()
    assert (table.state.coins, table.asks, table.seq) == ({"a": 5, "b": 1, "c": 0}, (), 4)
    assert top.lines(None)[-1] == "Aki undid, with the consent of Ben: a spends 3 and has 2"


def test_what_touches_nothing_that_another_did_since_is_corrected_and_taken_back_at_once(top):
    top.did("a", "add", n=5)
    top.did("b", "draw", card="fox")
    preview = top.preview("a", 1, [add(6)])
    assert not preview.consent
    assert isinstance(top.amend("a", 1, [add(6)], seen=preview.seq), Done)
    assert top.get().state.coins["a"] == 6
    corrected = "Aki corrected: a adds 5 and has 5 → a adds 6 and has 6"
    assert isinstance(top.undo("a"), Done)
    assert top.get().state.coins["a"] == 5
    assert isinstance(top.undo("a"), Done)
    assert top.get().state.coins["a"] == 0
    assert top.lines("b") == ["b draws fox", f"Aki undid: {corrected}", "Aki undid: a adds 5 and has 5"]
    assert top.get().state == top.replayed()
    top.did("a", "draw", card="hare")
    top.did("b", "draw", card="fox")
    assert isinstance(top.undo("a"), Asked), "its line says nothing of it, but the deck is one card shorter"
    assert isinstance(top.answer("b", True), Done)
    assert top.get().state.drawn == 2


def test_what_becomes_impossible_is_named_in_the_request_and_voided_by_consent_only(top):
    """Both undo at once: what the other's undo would have cost is gone already, and one yes is enough."""
    spend = {"type": "spend", "seat": "a", "by": "b"}
    top.did("a", "add", n=5)
    top.did("b", "add", n=1)
    assert isinstance(top.tables.tap(top.id, B, Tap(form={"n": 4}, key=top.key(), **spend)), Done)
    assert isinstance(top.undo("a"), Asked)
    (ask,) = top.get().asks
    assert [str(line) for line in ask.lines] == [
        "a adds 5 and has 5 · 1 entry falls",
        "No longer possible then: a spends 4 and has 1",
    ]
    assert isinstance(top.undo("b"), Done)
    assert [str(line) for line in top.get().asks[0].lines] == ["a adds 5 and has 5"]
    assert isinstance(top.answer("b", True), Done)
    assert top.get().state.coins["a"] == 0
    top.did("a", "add", n=5)
    lost = top.tables.tap(top.id, B, Tap(form={"n": 4}, key=top.key(), **spend))
    top.undo("a")
    top.tables.tap(top.id, B, Tap(form={"n": 1}, key=top.key(), **spend))
    (read,) = [ask.read_by("b") for ask in top.get().asks]
    assert isinstance(top.amend("b", lost.seq, []), Done)
    assert str(top.get().asks[0].lines[1]) == "No longer possible then: a spends 1 and has 4"
    assert isinstance(top.answer("b", True, read=read), Stale), "what it would cost by now stood in no request"
    assert isinstance(top.answer("b", True), Done)
    assert top.get().state.coins == {"a": 0, "b": 1, "c": 0}
    assert top.get().state == top.replayed()


def test_a_request_is_answered_by_another_and_withdrawn_by_who_asked(top):
    """Who asked is told that it was declined until he puts that away, or asks anew."""
    top.did("a", "add", n=5)
    top.did("b", "add", n=1)
    state = top.get().state
    asked = top.undo("a")
    assert "Another player" in reason(top.answer("a", True))
    assert "Only a player" in reason(top.tables.answer(top.id, "stranger", asked.ask, True, top.key()))
    assert "asked for something already" in reason(top.undo("a"))
    assert isinstance(top.answer("b", False), Done)
    assert (top.get().asks, top.get().state) == ((), state)
    (told,) = top.get().declined
    assert (told.id, told.by, told.declined_by) == (asked.ask, "a", "Ben")
    assert [str(line) for line in told.lines] == ["a adds 5 and has 5"]
    assert "This request is not yours" in reason(top.tables.withdraw(top.id, B, told.id))
    version = top.get().version
    assert isinstance(top.tables.withdraw(top.id, A, told.id), Done)
    assert (top.get().declined, top.get().version) == ((), version + 1)
    again = top.undo("a")
    assert isinstance(again, Asked)
    assert "This request is not yours" in reason(top.tables.withdraw(top.id, B, again.ask))
    assert isinstance(top.tables.withdraw(top.id, A, again.ask), Done)
    assert top.tables.withdraw(top.id, A, again.ask) == Done(top.get().version, 2)
    assert top.get().asks == ()
    assert "no longer open" in reason(top.tables.answer(top.id, B, again.ask, True, top.key()))
    top.undo("a")
    top.answer("b", False)
    top.undo("a")
    assert (len(top.get().asks), top.get().declined) == (1, ())


def test_a_yes_is_to_what_its_sender_has_read(top):
    """The request names more by now: a yes to what stood there before is outdated, however often it is sent."""
    top.tables.sit(top.id, DEVICES["c"], "c", "Cho")
    spend = {"type": "spend", "seat": "a", "by": "b"}
    top.did("a", "add", n=5)
    top.tables.tap(top.id, B, Tap(form={"n": 1}, key=top.key(), **spend))
    top.undo("a")
    (before,) = [ask.read_by("b") for ask in top.get().asks]
    top.tables.tap(top.id, B, Tap(form={"n": 2}, key=top.key(), **spend))
    assert str(top.get().asks[0].lines[2]) == "No longer possible then: a spends 2 and has 2"
    key, version = top.key(), top.get().version
    for old in (before, before, ""):  # sent again, because the answer was lost; or by a page from before an update
        assert isinstance(top.answer("b", True, key, old), Stale)
    assert top.get().state.coins["a"] == 2
    assert version < top.get().version, "its phone is shown the words anew"
    for allow in (True, False):
        assert reason(top.answer("c", allow)) == "This is for Ben to answer."
    assert isinstance(top.answer("b", True), Done)
    assert top.get().state.coins["a"] == 0


def several(top: Tabletop, *, phones: str = "bc") -> None:
    """Ana asks to undo, and an act of Ben's and one of Cho's fall by it."""
    devices = dict(zip("bc", phones, strict=True))
    for seat, name in (("b", "Ben"), ("c", "Cho")):
        top.tables.sit(top.id, DEVICES[devices[seat]], seat, name)
    top.did("a", "add", n=5)
    for seat in "bc":
        tap = Tap("spend", {"n": 1}, "a", seat, top.key())
        assert isinstance(top.tables.tap(top.id, DEVICES[devices[seat]], tap), Done)
    assert isinstance(top.undo("a"), Asked)


def awaited(top: Tabletop) -> tuple[str, ...]:
    """Who has still to allow the oldest request."""
    table = top.get()
    return table.awaited(table.asks[0])


def test_each_whose_act_falls_is_asked_and_none_can_say_yes_for_another(top):
    several(top)
    (ask,) = top.get().asks
    assert awaited(top) == ("b", "c")
    assert str(ask.lines_for("b")[0]) == "a adds 5 and has 5 · 2 entries fall, 1 of them yours"
    assert str(ask.lines_for("a")[0]) == "a adds 5 and has 5 · 2 entries fall"
    key, version = top.key(), top.get().version
    assert isinstance(top.answer("b", True, key), Done)
    assert (awaited(top), top.get().state.coins["a"]) == (("c",), 3)
    assert version < top.get().version, "who asked is shown whose yes is still missing"
    done = top.answer("b", True, key)
    assert isinstance(done, Done)
    assert done.again
    assert isinstance(top.answer("c", True), Done)
    assert (top.get().asks, top.get().state.coins["a"]) == ((), 0)
    assert top.lines(None)[-1] == "Aki undid, with the consent of Ben and Cho: a adds 5 and has 5"
    again = top.tables.answer(top.id, B, ask.id, True, key, ask.read_by("b"))
    assert isinstance(again, Done)
    assert again.again, "the answer to his yes was lost on the way"


def test_one_no_of_those_who_are_asked_ends_it(top):
    several(top)
    assert isinstance(top.answer("b", True), Done)
    assert isinstance(top.answer("c", False), Done)
    assert (top.get().asks, top.get().state.coins["a"]) == ((), 3)
    assert [one.declined_by for one in top.get().declined] == ["Cho"]
    top.did("b", "add", n=1)
    assert top.get().declined, "another's act does not put it away"
    top.did("a", "add", n=1)
    assert top.get().declined == ()


def test_a_yes_to_what_would_be_other_by_now_is_asked_for_anew(top):
    several(top)
    assert isinstance(top.answer("b", True), Done)
    top.tables.tap(top.id, DEVICES["c"], Tap("spend", {"n": 1}, "a", "c", top.key()))
    assert awaited(top) == ("b", "c")
    assert isinstance(top.undo("c"), Done)
    assert awaited(top) == ("b", "c"), "it is not his yes again because it reads again as it did"
    assert isinstance(top.answer("c", True), Done)
    assert isinstance(top.answer("b", True), Done)
    assert top.get().state.coins["a"] == 0


def test_one_phone_of_several_seats_answers_for_them_with_one_tap(top):
    several(top, phones="bb")
    assert awaited(top) == ("b", "c")
    assert isinstance(top.answer("b", True), Done)
    assert top.get().state.coins["a"] == 0
    assert top.lines(None)[-1] == "Aki undid, with the consent of Ben and Cho: a adds 5 and has 5"


def test_who_leaves_is_not_waited_for_and_what_nobody_can_answer_ends(top):
    """The other's yes was given beside his: it is asked for anew. With nobody left the next tap counts at once."""
    several(top)
    assert isinstance(top.answer("b", True), Done)
    assert isinstance(top.tables.leave(top.id, DEVICES["c"], "c"), Done)
    assert (awaited(top), top.get().state.coins["a"]) == (("b",), 3)
    assert isinstance(top.tables.leave(top.id, B, "b"), Done)
    assert (top.get().asks, top.get().state.coins["a"]) == ((), 3)
    (ended,) = top.get().declined
    assert ended.ended == "alone"
    assert isinstance(top.tables.withdraw(top.id, A, ended.id), Done)
    assert top.get().declined == ()
    assert isinstance(top.undo("a"), Done)
    assert top.get().state.coins["a"] == 0


def test_a_request_ends_when_the_last_other_seat_comes_to_the_phone_that_asks(top):
    top.did("a", "add", n=5)
    top.tables.tap(top.id, B, Tap("spend", {"n": 4}, "a", "b", top.key()))
    assert isinstance(top.undo("a"), Asked)
    link = top.tables.seat_link(top.id, B, "b")
    top.tables.recover(link, A)
    assert (top.get().asks, [one.ended for one in top.get().declined]) == ((), ["alone"])
    assert isinstance(top.undo("a"), Done)
    assert top.get().declined == ()


def test_hidden_acts_name_nobody(top):
    """That something hidden of Cho's falls may be asked, of whomever; that it is hers is never to be read from it."""
    top.tables.sit(top.id, DEVICES["c"], "c", "Cho")
    top.did("a", "draw", card="fox")
    top.did("c", "hide", card="owl")
    top.did("c", "draw", card="hare")
    top.did("a", "show")
    assert isinstance(top.undo("a"), Asked)
    assert (top.get().asks[0].touches, awaited(top)) == ((), ())
    assert isinstance(top.answer("b", True), Done), "one of the others decides"


def test_a_yes_is_to_what_an_entry_becomes(top):
    """Another correction, which was allowed meanwhile, makes something else of it though nothing more falls."""
    first = top.did("b", "add", n=1)
    top.tables.tap(top.id, A, Tap("add", {"n": 1}, "a", "a", top.key()))
    last = top.tables.tap(top.id, B, Tap("add", {"n": 5}, "a", "b", top.key())).seq
    assert isinstance(top.amend("a", last, [Replacement("add", {"n": 9}, "a")]), Asked)
    assert isinstance(top.amend("b", first + 1, [Replacement("add", {"n": 3}, "a")]), Asked)
    mine, theirs = top.get().asks
    assert [str(line) for line in mine.lines] == ["a adds 5 and has 6 → a adds 9 and has 10"]
    done = top.tables.answer(top.id, A, theirs.id, True, top.key(), theirs.read_by("a"))
    assert isinstance(done, Done)
    assert [str(line) for line in top.get().asks[0].lines] == ["a adds 5 and has 8 → a adds 9 and has 12"]
    assert isinstance(top.answer("b", True, read=mine.read_by("b")), Stale)
    assert isinstance(top.answer("b", True), Done)
    assert top.get().state.coins["a"] == 12


def test_a_yes_to_what_other_rules_foresaw_is_none(top):
    """The page was opened before an update, by whose rules less falls: its table was computed anew meanwhile."""
    top.did("a", "add", n=5)
    top.tables.tap(top.id, B, Tap("spend", {"n": 4}, "a", "b", top.key()))
    top.undo("a")
    (before,) = [ask.read_by("b") for ask in top.get().asks]
    top.reopen(Tally(rules_version="2", most_spent=3))
    assert isinstance(top.answer("b", True, read=before), Stale)
    assert [str(line) for line in top.get().asks[0].lines] == ["a adds 5 and has 5"]
    assert isinstance(top.answer("b", True), Done)
    assert top.get().state.coins["a"] == 0


class Asking(Tally):
    """Who rolls while nobody has coins asks first, and so does who spends."""

    def agreed(self, state: Any, event: Event) -> bool:
        return event.type == "spend" or (event.type == "begin" and state.pot == 0)


def test_what_can_be_entered_no_more_is_asked_for_no_more(tmp_path):
    top = Tabletop(tmp_path, Asking())
    top.table("a", "b")
    assert isinstance(top.tap("b", "begin"), Asked)
    adds = [Tap("add", {"n": n}, "a", "b", top.key()) for n in (1, 4)]
    top.tables.tap(top.id, B, adds[0])
    assert [ask.kind for ask in top.get().asks] == ["enter"]
    top.did("a", "begin")  # by now without asking
    assert top.get().asks == ()
    assert isinstance(top.tap("a", "spend", n=1), Asked)
    (before,) = [ask.read_by("b") for ask in top.get().asks]
    top.tables.tap(top.id, B, adds[1])
    assert [str(line) for line in top.get().asks[0].lines] == ["a spends 1 and has 4"]
    assert isinstance(top.answer("b", True, read=before), Stale)
    top.undo("b")
    assert [ask.read_by("b") for ask in top.get().asks] == [before]
    top.undo("b")
    assert (top.get().state.pot, top.get().asks) == (0, ()), "there is nothing to spend"
    assert [one.ended for one in top.get().declined] == ["impossible"]
    top.close()


def test_what_was_entered_by_consent_is_named_by_the_requests_that_wait_beside_it(tmp_path):
    top = Tabletop(tmp_path, Asking())
    top.table("a", "b")
    top.tables.tap(top.id, B, Tap("add", {"n": 5}, "a", "b", top.key()))
    assert isinstance(top.tap("a", "spend", n=1), Asked)
    assert isinstance(top.answer("b", True), Done)
    assert isinstance(top.undo("b"), Asked)
    assert isinstance(top.tap("a", "spend", n=2), Asked)
    undo, spend = top.get().asks
    assert str(undo.lines[0]) == "a adds 5 and has 5 · 1 entry falls"
    assert isinstance(top.tables.answer(top.id, B, spend.id, True, top.key(), spend.read_by("b")), Done)
    assert [str(ask.lines[0]) for ask in top.get().asks] == ["a adds 5 and has 5 · 2 entries fall"]
    top.close()


def test_a_correction_that_has_become_impossible_is_asked_for_no_more(top):
    for seat, n in (("b", 4), ("a", 1), ("b", 1)):
        top.tables.tap(top.id, DEVICES[seat], Tap("add", {"n": n}, "a", seat, top.key()))
    assert isinstance(top.amend("a", 2, [Replacement("spend", {"n": 3}, "a")]), Asked)
    assert isinstance(top.amend("b", 1, [Replacement("add", {"n": 2}, "a")]), Asked)
    less = top.get().asks[1]
    assert isinstance(top.tables.answer(top.id, A, less.id, True, top.key(), less.read_by("a")), Done)
    (ended,) = top.get().declined
    assert (top.get().asks, ended.ended, ended.device) == ((), "impossible", A), "who asked is told"


class Wary(Asking):
    """Nobody rolls while somebody thinks."""

    def _begin(self, state: Any, seat: str, data: Any) -> Any:
        return Refusal(Text("Wait.")) if any(state.hidden.values()) else super()._begin(state, seat, data)


def test_what_is_allowed_and_cannot_be_entered_is_told(tmp_path):
    """It comes behind what was entered quietly while it waited."""
    top = Tabletop(tmp_path, Wary())
    top.table("a", "b")
    top.did("a", "draw", card="fox")
    assert isinstance(top.tap("a", "begin"), Asked)
    top.did("b", "think", card="owl")
    assert "settled in another way" in reason(top.answer("b", True))
    assert [one.ended for one in top.get().declined] == ["impossible"]
    assert reason(top.tap("a", "begin")) == "Wait."
    assert (top.get().asks, top.get().state.rolls) == ((), 0)
    top.close()


def test_the_log_says_that_what_was_taken_back_had_been_seen(top):
    drawn = top.did("a", "draw", card="fox")
    top.did("a", "show")
    top.undo("a")
    assert isinstance(top.answer("b", True), Done)
    shows = "Aki undid, with the consent of Ben: a shows fox What it showed has been seen."
    assert top.lines(None)[-1] == shows
    top.did("a", "show")
    assert isinstance(top.amend("a", drawn, []), Asked)
    assert isinstance(top.answer("b", True), Done)  # without the card there is nothing to show
    assert top.lines("a")[-1] == "Aki corrected, with the consent of Ben: a draws fox What it showed has been seen."
    corrected = top.did("a", "add", n=1)
    top.did("a", "draw", card="fox")
    top.did("a", "show")
    assert isinstance(top.amend("a", corrected, [add(2)]), Asked)
    assert isinstance(top.answer("b", True), Done)
    told = "Aki corrected, with the consent of Ben: a adds 1 and has 1 → a adds 2 and has 2"
    assert top.lines(None)[-1] == told, "it lies open as before"


def test_with_nobody_else_at_the_table_there_is_nobody_to_ask(top):
    """Both seats on one phone are one person: the newest of its acts goes, whichever seat is up."""
    top.did("a", "add", n=5)
    top.did("b", "add", n=1)
    top.tables.leave(top.id, B, "b")
    assert isinstance(top.undo("a"), Done)
    assert top.get().state.coins == {"a": 0, "b": 1, "c": 0}
    top.tables.sit(top.id, A, "b", "Ben")
    top.did("a", "add", n=1)
    top.tables.tap(top.id, A, Tap("add", {"n": 2}, "b", "b", top.key()))
    assert isinstance(top.undo("a"), Done)
    assert top.get().state.coins == {"a": 1, "b": 1, "c": 0}


# Amend


def test_amending_an_old_entry_shows_the_consequences_first(top):
    top.did("a", "add", n=5)
    top.did("a", "spend", n=4)
    top.did("a", "add", n=1)
    before = top.get()
    preview = top.preview("a", 1, [add(4)])
    assert isinstance(preview, Preview)
    assert ([str(t) for t in preview.replaced], [str(t) for t in preview.fresh]) == (
        ["a adds 5 and has 5"],
        ["a adds 4 and has 4"],
    )
    assert [(c.seq, str(c.before), str(c.after)) for c in preview.changed] == [
        (2, "a spends 4 and has 1", "a spends 4 and has 0"),
        (3, "a adds 1 and has 2", "a adds 1 and has 1"),
    ]
    assert (preview.impossible, preview.consent, preview.seq) == ((), False, 3)
    assert top.get() == before
    assert isinstance(top.amend("a", 1, [add(4)], seen=preview.seq), Done)
    assert top.lines(None) == [
        "a adds 4 and has 4",
        "a spends 4 and has 0",
        "a adds 1 and has 1",
        "Aki corrected: a adds 5 and has 5 → a adds 4 and has 4",
    ]
    assert {entry.seq: entry for entry in top.tables.log(top.id, None)}[1].undone
    top.reopen()
    assert top.get().state == top.replayed()


def test_amending_to_nothing_lists_what_becomes_impossible_and_voids_it(top):
    top.did("a", "add", n=5)
    top.did("a", "spend", n=4)
    assert [(c.seq, str(c.refusal)) for c in top.preview("a", 1, []).impossible] == [(2, "a has only 0")]
    assert isinstance(top.amend("a", 1, []), Done)
    assert top.lines(None) == ["Aki corrected: a adds 5 and has 5"]


def test_a_step_is_replaced_as_a_whole_and_may_be_corrected_again(top):
    top.did("a", "begin")
    for face in (1, 2, 3):
        top.did("a", "pad", face=face)
    rolled = top.did("a", "roll")
    top.did("a", "add", n=1)
    roll = [Replacement("roll", {"faces": [7, 8, 9]})]
    assert isinstance(top.amend("a", rolled, roll), Done)
    assert top.get().state.coins["a"] == 4
    assert [row.seq for row in top.rows() if row.voided_by] == [2, 3, 4, 5]
    assert top.lines(None)[:3] == ["a takes the dice", "a rolls and has 3", "a adds 1 and has 4"]
    (seq,) = (row.seq for row in top.rows() if row.amends is not None)
    (amended,) = (entry for entry in top.tables.log(top.id, None) if entry.seq == seq)
    assert (amended.how, amended.step) == ("hand", "roll-1")
    roll = [Replacement("pad", {"face": 7}), Replacement("roll", {"faces": [1, 1, 10]})]
    assert isinstance(top.amend("a", amended.seq, roll), Done)
    assert top.get().state.coins["a"] == 2
    assert top.get().state == top.replayed()


def test_a_correction_that_touches_others_needs_consent(top):
    top.did("a", "add", n=5)
    before = top.preview("a", 1, [add(6)])
    top.did("b", "add", n=1)
    assert isinstance(top.amend("a", 1, [add(6)], seen=before.seq), Stale)
    assert top.preview("a", 1, [add(6)]).consent
    asked = top.amend("a", 1, [add(7)])
    assert isinstance(asked, Asked)
    theirs = top.amend("b", 1, [add(8)])
    assert isinstance(theirs, Asked)
    _, ask = top.get().asks
    assert (ask.kind, [str(line) for line in ask.lines]) == ("amend", ["a adds 5 and has 5 → a adds 8 and has 8"])
    assert isinstance(top.tables.answer(top.id, A, theirs.ask, True, top.key(), ask.read_by("a")), Done)
    assert top.get().asks == (), "the other is closed, its entry went another way"
    assert "no longer open" in reason(top.tables.answer(top.id, B, asked.ask, True, top.key()))
    assert top.get().state.coins["a"] == 8
    assert top.lines(None)[0] == "a adds 8 and has 8"
    assert top.lines(None)[-1] == "Ben corrected, with the consent of Aki: a adds 5 and has 5 → a adds 8 and has 8"


@pytest.mark.parametrize("where", ["before", "after"])
def test_what_is_put_beside_an_entry_touches_what_others_did_since_and_its_key_answers_alike(top, where):
    top.did("a", "begin")
    seq, key = top.did("a", "add", n=5), top.key()
    assert not top.preview("a", seq, [add(1)], where="after").consent, "nothing follows"
    done = top.amend("a", seq, [add(1)], key, where="after")
    assert done.seq == seq + 2, "the correction and what it brought"
    assert max(row.seq for row in top.rows()) == done.seq, "nothing of it is numbered apart"
    assert top.amend("a", seq, [add(1)], key, where="after") == Done(done.version, done.seq, again=True)
    top.did("b", "add", n=1)
    preview = top.preview("a", seq, [add(1)], where=where)
    assert preview.consent
    assert isinstance(top.amend("a", seq, [add(1)], seen=preview.seq, where=where), Asked)
    assert top.get().state.coins["a"] == 6
    assert isinstance(top.answer("b", True), Done)
    assert top.get().state.coins["a"] == 7
    assert top.lines(None)[1] == {"before": "a adds 1 and has 1", "after": "a adds 5 and has 5"}[where]
    assert top.get().state == top.replayed()


def test_bad_corrections_are_refused_with_a_reason(top):
    top.did("a", "add", n=5)
    top.did("a", "spend", n=5)
    for answer in (top.amend("a", 9, []), top.preview("a", 9, [])):
        assert "no such entry" in reason(answer)
    assert "1 to 9,999" in reason(top.preview("a", 1, [add(0)]))
    assert "only 5" in reason(top.amend("a", 2, [Replacement("spend", {"n": 6})]))
    assert "cannot roll again" in reason(top.amend("a", 1, [Replacement("roll", {"app": True})]))
    assert "At most 64" in reason(top.amend("a", 1, [add(1)] * 65))
    top.undo("a")
    assert "no such entry" in reason(top.amend("a", 2, []))
    assert "no such entry" in reason(top.amend("a", 3, []))
    assert "do not hold" in reason(top.tables.preview_amend(top.id, B, "a", 1, []))
    assert "do not hold" in reason(top.tables.undo(top.id, B, "a", top.key()))
    hidden = top.did("b", "hide", card="owl")
    assert reason(top.preview("a", hidden, [])) == reason(top.preview("a", 99, [])), "nobody finds it by correcting"
