"""Undo after a correction: it is taken back itself, and what it took back counts again."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.play.values import Asked, Done, Replacement
from companion.rules.text import Refusal
from tests.play.tabletop import A, Tabletop, reason
from tests.play.test_play_replay import ACTS, SEATS


@pytest.fixture
def top(tabletop):
    tabletop.table("a", "b")
    return tabletop


def add(n: int) -> Replacement:
    return Replacement("add", {"n": n})


def undone(top, seat: str) -> None:
    assert isinstance(top.undo(seat), Done)
    assert top.get().state == top.replayed()


def test_the_entry_and_all_that_fell_with_it_count_again(top):
    top.did("a", "add", n=5)
    top.did("a", "spend", n=4)
    before = top.get().state
    assert isinstance(top.amend("a", 1, [add(2)]), Done)
    assert top.get().state.coins["a"] == 2
    named = top.tables.next_undo(top.id, A, "a", "a")
    assert (named.seq, str(named.label), str(named.standalone_label)) == (
        3,
        "your correction",
        "Aki corrected: a adds 5 and has 5 → a adds 2 and has 2",
    )
    undone(top, "a")
    assert top.get().state == before
    corrected = "Aki corrected: a adds 5 and has 5 → a adds 2 and has 2"
    assert top.lines(None) == [
        "a adds 5 and has 5",
        "a spends 4 and has 1",
        f"Aki undid: {corrected} · 2 entries count again",
    ]
    top.reopen()
    assert top.get().state == top.replayed() == before
    undone(top, "a")
    undone(top, "a")
    assert "nothing that could be undone" in reason(top.undo("a"))


def test_each_correction_of_one_step_is_taken_back_by_itself(top):
    top.did("a", "begin")
    for face in (7, 8, 9):
        top.did("a", "pad", face=face)
    rolled = top.did("a", "roll")
    one, other = ([Replacement("roll", {"faces": faces})] for faces in ([7, 7, 1], [7, 1, 1]))
    first = top.amend("a", rolled, one)
    assert isinstance(top.amend("a", first.seq, other), Done)
    top.did("a", "add", n=1)
    for coins in (2, 1):
        assert top.get().state.coins["a"] == coins
        undone(top, "a")
    undone(top, "a")
    assert top.get().state.coins["a"] == 3, "with the dice that were noted one by one"
    assert str(top.tables.next_undo(top.id, A, "a", "a").label) == "a rolls and has 3"


@pytest.mark.parametrize(("put", "coins"), [([], 4), ([add(3)], 7)])
def test_what_was_crossed_out_or_put_beside_an_entry(top, put, coins):
    top.did("a", "add", n=4)
    top.did("b", "draw", card="fox")
    assert isinstance(top.amend("a", 1, put, where="after" if put else "instead"), Done)
    undone(top, "a")
    assert top.get().state.coins["a"] == 4
    assert top.lines(None)[-1] == (
        "Aki undid: a adds 3 and has 7" if put else "Aki undid: Aki corrected: a adds 4 and has 4"
    )


def test_whose_entry_would_fall_change_or_come_back_is_asked(top):
    top.did("a", "add", n=5)
    top.did("b", "add", n=1)
    assert isinstance(top.amend("a", 2, []), Asked)
    assert isinstance(top.answer("b", True), Done)
    asked = top.undo("a")
    assert isinstance(asked, Asked)
    (ask,) = top.get().asks
    told = "Aki corrected, with the consent of Ben: b adds 1 and has 1"
    assert [str(line) for line in ask.lines_for("b")] == [told, "Counts again: b adds 1 and has 1"]
    assert (ask.kind, ask.touches) == ("undo", ("b",))
    assert isinstance(top.answer("b", True), Done)
    assert top.get().state.coins["b"] == 1
    assert top.get().state == top.replayed()
    assert top.lines(None)[-1] == f"Aki undid, with the consent of Ben: {told}"


def test_what_has_come_in_its_place_falls_by_consent(top):
    top.did("a", "begin")
    assert isinstance(top.amend("a", 1, []), Done)
    top.did("b", "begin")
    assert isinstance(top.undo("a"), Asked)
    lines = [str(line) for line in top.get().asks[0].lines_for("b")]
    assert lines == [
        "Aki corrected: a takes the dice · 1 of yours falls too",
        "Counts again: a takes the dice",
        "No longer possible then: b takes the dice",
    ]
    assert isinstance(top.answer("b", True), Done)
    assert (top.get().state.roller, top.get().state) == ("a", top.replayed())


def test_a_correction_that_another_has_replaced_is_not_taken_back(top):
    top.did("a", "add", n=5)
    mine = top.amend("a", 1, [add(6)])
    assert isinstance(top.amend("b", mine.seq, [add(7)]), Asked)
    assert isinstance(top.answer("a", True), Done)
    assert top.tables.next_undo(top.id, A, "a", "a") is None
    assert isinstance(top.undo("b"), Asked)
    assert isinstance(top.answer("a", True), Done)
    assert top.get().state.coins["a"] == 6
    undone(top, "a")
    assert top.get().state.coins["a"] == 5


def test_no_secret_comes_to_light_by_it(top):
    top.did("b", "draw", card="planted-owl")
    top.amend("b", 1, [Replacement("draw", {"card": "planted-fox"})])
    top.did("a", "draw", card="hare")
    undone(top, "b")
    for seat in ("a", "c", None):
        shown = [top.tables.export(top.id, seat), [str(one) for one in top.tables.log(top.id, seat)]]
        assert "planted" not in json.dumps(shown)
    assert top.get().state.hands["b"] == ("planted-owl",)


@given(
    evening=st.lists(st.tuples(SEATS, ACTS), min_size=3, max_size=12),
    seat=SEATS,
    place=st.integers(0, 11),
    put=st.lists(ACTS, max_size=2),
    where=st.sampled_from(["instead", "before", "after"]),
)
def test_whatever_was_corrected_stands_as_it_stood(evening, seat, place, put, where):
    with tempfile.TemporaryDirectory() as folder:
        top = Tabletop(Path(folder))
        top.table("a", "b", coins=4)
        for by, (type, form) in evening:
            top.tap(by, type, **form)
        before, lines = top.get().state, top.lines(None)
        other = {"a": "b", "b": "a"}[seat]
        done = top.amend(seat, 1 + place % max(1, top.get().seq), [Replacement(*one) for one in put], where=where)
        if isinstance(done, Asked):
            top.answer(other, True)
        if not isinstance(done, Refusal) and isinstance(undone := top.undo(seat), Done | Asked):
            if isinstance(undone, Asked):
                top.answer(other, True)
            assert top.get().state == before == top.replayed()
            assert [line for line in top.lines(None) if "corrected" not in line and "undid" not in line] == lines
        top.close()
