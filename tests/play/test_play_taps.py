"""Taps: stored once, refused with a reason, never on an old page, with dice from the hand or the app."""

from __future__ import annotations

import pytest

from companion.play.values import Done, Stale, Table, Tap
from companion.rules.text import Refusal
from tests.play.tabletop import A, B, reason


def test_a_tap_is_stored_and_rings_and_a_refused_one_changes_nothing(top):
    before, listener = top.get(), top.bell.listen(top.id)
    done = top.tap("a", "add", n=5)
    assert done == Done(before.version + 1, 1)
    assert listener.wait(1) == done.version == top.tables.version(top.id)
    after = top.get()
    assert (after.version, after.seq, after.state.coins["a"]) == (done.version, 1, 5)
    assert top.lines(None) == ["a adds 5 and has 5"]
    refused = top.tap("a", "spend", n=6)
    assert reason(refused) == "a has only 5"
    assert listener.wait(0) is None
    assert top.get() == after
    assert top.did("a", "add", n=6) == 2


def test_a_repeated_key_counts_once_even_after_a_restart(top):
    key = top.key()
    first = top.tap("a", "add", n=5, key=key)
    top.did("b", "add", n=1)
    assert top.tap("a", "add", n=5, key=key) == Done(first.version, first.seq, again=True)
    top.reopen()
    assert top.tap("a", "add", n=5, key=key) == Done(first.version, first.seq, again=True)
    assert top.get().state.coins == {"a": 5, "b": 1, "c": 0}


def test_a_key_of_another_device_or_act_is_refused_not_swallowed(top):
    key = top.key()
    top.tap("a", "add", n=5, key=key)
    assert "taken for an earlier one" in reason(top.tap("b", "add", n=5, key=key))
    assert "taken for an earlier one" in reason(top.tap("a", "spend", n=5, key=key))
    assert "taken for an earlier one" in reason(top.tables.undo(top.id, A, "a", key))


@pytest.mark.parametrize("key", ["short", "x" * 65, "with space", "", "ümlaut-key", 12345678])
def test_keys_have_8_to_64_plain_characters(top, key):
    refused = top.tables.tap(top.id, A, Tap("add", {"n": 1}, "a", "a", key))
    assert "8 to 64" in reason(refused)


def test_an_old_page_is_stale_unless_the_act_commutes(top):
    seen = top.did("a", "add", n=9)
    top.did("b", "draw", card="fox")
    top.did("b", "hide", card="owl")
    stale = top.tap("a", "spend", n=1, seen=seen)
    assert isinstance(stale, Stale)
    assert (stale.version, stale.seq) == (top.get().version, 3)
    assert [str(line) for line in stale.since] == ["b draws a card"]
    assert isinstance(top.tap("a", "add", n=1, seen=seen), Done)
    assert isinstance(top.tap("a", "spend", n=1, seen=4), Done)
    assert isinstance(top.tap("a", "spend", n=1, seen=99), Stale)


def test_only_a_seat_of_ones_own_may_enter(top):
    assert "do not hold" in reason(top.tables.tap(top.id, B, Tap("add", {"n": 1}, "a", "a", top.key())))
    assert "You are watching" in reason(top.tables.tap(top.id, "stranger", Tap("add", {"n": 1}, "a", "a", top.key())))
    assert "no such table" in reason(top.tables.tap("nowhere", A, Tap("add", {"n": 1}, "a", "a", top.key())))


def test_answering_for_an_absent_player_is_logged_so(top):
    done = top.tables.tap(top.id, B, Tap("add", {"n": 1}, "c", "b", top.key()))
    assert isinstance(done, Done)
    entry = top.tables.log(top.id, None)[0]
    assert (entry.seat, entry.by, entry.player) == ("c", "b", "Ben")
    assert "the seats are a, b, c" in reason(top.tables.tap(top.id, B, Tap("add", {"n": 1}, "z", "b", top.key())))


@pytest.mark.parametrize("type", ["undo", "amend", "rules", "", "x" * 41])
def test_the_tables_own_events_cannot_be_tapped(top, type):
    assert "does not know" in reason(top.tap("a", type, n=1))


def test_what_the_game_cannot_read_is_refused_in_its_words(top):
    assert "1 to 9,999" in reason(top.tap("a", "add", n=0))
    assert "64000" in reason(top.tap("a", "draw", card="x" * 70_000))


def test_dice_by_hand_and_by_the_app_are_told_apart(top):
    top.did("a", "begin")
    top.did("a", "pad", face=4)
    assert top.tap("a", "roll", faces=[8, 9, 1])
    top.did("a", "begin")
    done = top.tap("a", "roll", step="roll-2", app=True)
    assert isinstance(done, Done)
    assert top.thrown == [3]
    assert top.get().state.coins["a"] == 4
    assert [(row.type, row.how) for row in top.rows()] == [
        ("begin", ""),
        ("pad", "hand"),
        ("roll", "hand"),
        ("begin", ""),
        ("roll", "app"),
    ]
    assert top.rows()[-1].data == '{"faces": [10, 7, 6]}'


def test_the_app_throws_only_what_is_due_and_only_once(top):
    top.did("a", "begin")
    assert "rolled or drawn already" in reason(top.tap("a", "roll", step="roll-7", app=True))
    assert "rolled or drawn already" in reason(top.tap("b", "roll", step="roll-1", app=True))
    key = top.key()
    first = top.tap("a", "roll", step="roll-1", app=True, key=key)
    assert top.tap("a", "roll", step="roll-1", app=True, key=key) == Done(first.version, first.seq, again=True)
    assert top.thrown == [3]


def test_a_form_cannot_pretend_that_the_app_has_thrown(top):
    top.did("a", "begin")
    top.did("a", "roll", faces=[10, 10, 10], how="app")
    assert top.rows()[-1].how == "hand"


def test_new_tables_are_checked(top):
    create = top.tables.create
    assert isinstance(create(A, "chess", "x", {}), Refusal)
    assert "1 to 60" in str(create(A, "tally", "x" * 61, {}))
    assert "1 to 60" in str(create(A, "tally", " \u200b\n ", {}))
    assert "from 0 on" in str(create(A, "tally", "x", {"coins": -1}))
    assert "8000" in str(create(A, "tally", "x", {"coins": "9" * 9_000}))
    assert "JSON" in str(create(A, "tally", "x", {"coins": object()}))
    table = create(A, "tally", "  Two \t words ", {"coins": 3})
    assert isinstance(table, Table)
    assert (table.name, table.version, table.seq, table.seats_of(A)) == ("Two words", 1, 0, ())
    assert top.tables.get(table.id) == table


def test_tables_are_found_by_their_words_however_typed(top):
    words = top.get().words
    for typed in (words, words.upper(), words.replace("-", "  "), f" {words.replace('-', '. ')}. "):
        assert top.tables.find(typed) == top.id
    for typed in ("", "acorn", "not these words", words + "-acorn", "é" * 5000):
        assert top.tables.find(typed) is None


def test_a_device_lists_what_it_made_and_where_it_sits(top):
    first = top.id
    second = top.table("b")
    assert [(s.id, s.made, s.seats, s.players) for s in top.tables.mine(A)] == [
        (second.id, True, (), ("Ben",)),
        (first, True, ("a",), ("Aki", "Ben")),
    ]
    assert [(s.id, s.made, s.seats) for s in top.tables.mine(B)] == [(second.id, False, ("b",)), (first, False, ("b",))]
    assert top.tables.mine("stranger") == ()
