"""A new version of a game's rules meets tables that were played by the old one."""

import pytest

from companion.live import Bell
from companion.play.desk import NAMED
from companion.play.fold import SNAPSHOT_EVERY, NewerRules, SetupRefused, outdated
from companion.play.registry import GAMES
from companion.play.tables import Tables
from companion.play.values import Done, Tap
from companion.rules.text import Refusal, Text
from companion.store import rows
from tests.play.tabletop import A
from tests.play.tally import Tally


@pytest.fixture
def top(top):
    for _ in range(SNAPSHOT_EVERY):
        top.did("a", "add", n=1)
    top.did("a", "spend", n=9)
    top.did("a", "spend", n=2)
    return top


def test_a_tap_may_be_the_first_to_meet_the_new_rules_and_old_snapshots_are_rebuilt(top):
    seen = top.get()
    top.reopen(Tally(rules_version="2"))
    done = top.tap("a", "spend", n=1, seen=seen.seq)
    assert done == Done(seen.version + 1, seen.seq + 1)
    with top.store.read() as db:
        assert rows.newest_snapshot(db, top.id, "1") is None
    top.reopen(Tally(rules_version="2"))
    assert top.get().state == top.replayed()
    assert top.get().state.coins["a"] == SNAPSHOT_EVERY - 12


def test_entries_the_new_rules_refuse_are_set_aside_in_the_open(top):
    before = top.get()
    top.reopen(Tally(rules_version="2", most_spent=5))
    table = top.get()
    assert table.state.coins["a"] == SNAPSHOT_EVERY - 2
    assert (table.version, table.seq) == (before.version + 1, before.seq + 1)
    said, second, first = top.tables.log(top.id, None, limit=3)
    refused = f"a spends 9 and has {SNAPSHOT_EVERY - 9}"
    told = "The rules of this program have changed. Entries that no longer count: 1. "
    assert str(said.text) == f"{told}“{refused}”"
    own = str(top.tables.log(top.id, "a", limit=1)[0].text)
    assert own == f"{told}“{refused}”: a has only {SNAPSHOT_EVERY}", "who entered it reads why"
    assert (first.undone, second.undone) == (True, False)
    assert str(second.text) == f"a spends 2 and has {SNAPSHOT_EVERY - 2}"
    assert top.get() == table  # once, not at every look
    assert isinstance(top.tap("a", "add", n=1), Done)
    assert isinstance(top.undo("a"), Done)
    assert top.get().state == table.state


def test_a_long_row_of_them_is_counted_and_the_first_are_named(top):
    for _ in range(NAMED):
        top.did("a", "spend", n=6)
    top.reopen(Tally(rules_version="2", most_spent=5))
    said = str(top.tables.log(top.id, "b", limit=1)[0].text)
    assert f"Entries that no longer count: {NAMED + 1}. " in said
    assert said.count("“a spends") == NAMED


def test_a_setup_the_new_rules_refuse_leaves_everything_as_it_is(top):
    kept = rows_of(top)
    for game in (Refusing(rules_version="2"), Refusing(rules_version="3")):
        top.reopen(game)
        with pytest.raises(SetupRefused, match=f"{game.rules_version} refuses the setup"):
            top.get()
    assert rows_of(top) == kept
    assert [one.id for one in top.tables.mine("device-a")] == [top.id], "its players still find it in their list"
    top.reopen(Tally())
    assert top.get().state.coins["a"] == SNAPSHOT_EVERY - 11


class Refusing(Tally):
    """Its rules have forgotten a choice that older tables were set up with."""

    def start(self, setup):
        return Refusal(Text("Coins are no more."))


def test_quiet_entries_are_set_aside_without_a_word_to_others(top):
    """The other seat, and who looks on, may not learn that there were any; who entered them reads which and why."""
    for card in ("x", "y"):
        top.did("a", "think", card=card)
    before = top.get()
    top.reopen(Tally(rules_version="2", thinks=False))
    table = top.get()
    assert (table.state.hidden["a"], table.seq) == ((), before.seq)
    assert "The rules" not in "".join(line for seat in (None, "b") for line in top.lines(seat))
    said = next(line for line in top.lines("a") if line.startswith("The rules"))
    assert said.endswith("no longer count: 2. “a hides x”: Nobody thinks here., “a hides y”: Nobody thinks here.")
    assert top.get().state == top.replayed()
    assert isinstance(top.undo("a"), Done)
    assert top.get().state.coins["a"] == SNAPSHOT_EVERY - 9, "the last spending, not what was set aside"
    top.reopen(Tally(rules_version="3"))
    top.did("a", "think", card="z")
    top.reopen(Tally(rules_version="4", most_spent=5, thinks=False))
    (said,) = (line for line in top.lines("b") if line.startswith("The rules"))
    assert "Entries that no longer count: 1. “a spends 9" in said, "those in the open"
    assert top.get().state == top.replayed()


def test_a_table_of_a_game_that_is_gone_is_not_shown(top):
    game = Tally()
    game.id = "another"
    top.reopen(game)
    assert top.tables.get(top.id) is None
    assert top.tables.mine("device-a") == ()


@pytest.fixture
def older(top):
    """Of two processes over one database the one that has not been restarted with newer rules; `top` is the other."""
    bell, before = Bell(), {"tally": Tally(rules_version="9", thinks=False)}
    top.tables = Tables(top.store, top.bell, {"tally": Tally(rules_version="10")}, now=top.now, throw=top.throw)
    return Tables(top.store, bell, before, now=top.now, throw=top.throw)


def test_the_older_process_is_served_until_the_newer_one_has_had_the_table(top, older):
    assert older.get(top.id).state.coins["a"] == SNAPSHOT_EVERY - 11
    assert isinstance(older.tap(top.id, A, Tap("add", {"n": 1}, "a", "a", "older-one")), Done)
    assert top.get().state.coins["a"] == SNAPSHOT_EVERY - 10


def test_the_older_process_leaves_a_table_alone_that_the_newer_one_has_had(top, older):
    """It knows no thinking: folded by its rules, an acknowledged tap would be set aside for good."""
    older.get(top.id)  # and keeps it
    top.did("a", "think", card="x")
    table, logged, stored = top.get(), top.lines("a"), rows_of(top)
    listener = older.bell.listen(top.id)
    for look in (
        lambda: older.get(top.id),
        lambda: older.log(top.id, "a"),
        lambda: older.export(top.id, "a"),
        lambda: older.tap(top.id, A, Tap("add", {"n": 1}, "a", "a", "older-one")),
        lambda: older.undo(top.id, A, "a", "older-two"),
        lambda: older.sit(top.id, "device-c", "c", "Cho"),
        lambda: older.rename(top.id, A, "Another evening"),
        lambda: older.delete(top.id, A),
    ):
        with pytest.raises(NewerRules):
            look()
    assert listener.wait(0) is None
    assert (top.get(), top.lines("a"), rows_of(top)) == (table, logged, stored)
    assert top.get().state.hidden["a"] == ("x",)
    assert older.version(top.id) == table.version, "its streams go on and ring"
    assert older.find(table.words) == top.id


def rows_of(top):
    """All that is stored of the table."""
    with top.store.read() as db:
        return tuple(rows.table_row(db, top.id)), [tuple(row) for row in rows.acts_after(db, top.id, 0)]


def test_versions_are_ordered_by_their_number():
    rising = ("kensei-8", "kensei-10"), ("", "1"), *(("", game.rules_version) for game in GAMES.values())
    for stored, own in rising:
        assert outdated(stored, own)
        assert not outdated(own, own)
        with pytest.raises(NewerRules, match=f"folded by {own}"):
            outdated(own, stored)
