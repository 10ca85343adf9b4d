"""Taps: stored once, refused with a reason, never on an old page, with dice from the hand or the app."""

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


def test_a_repeated_key_counts_once_even_after_a_restart_and_is_no_other_taps(top):
    key = top.key()
    first = top.tap("a", "add", n=5, key=key)
    top.did("b", "add", n=1)
    for _ in range(2):
        assert top.tap("a", "add", n=5, key=key) == Done(first.version, first.seq, again=True)
        top.reopen()
    for other in (top.tap("b", "add", n=5, key=key), top.tap("a", "spend", n=5, key=key)):
        assert "taken for an earlier one" in reason(other)
    assert "taken for an earlier one" in reason(top.tables.undo(top.id, A, "a", key))
    assert top.get().state.coins == {"a": 5, "b": 1, "c": 0}


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


def test_only_a_seat_of_ones_own_may_enter_and_for_an_absent_player_it_is_logged_so(top):
    def enter(device: str, seat: str, by: str, table: str = top.id):
        return top.tables.tap(table, device, Tap("add", {"n": 1}, seat, by, top.key()))

    assert "do not hold" in reason(enter(B, "a", "a"))
    assert "You are watching" in reason(enter("stranger", "a", "a"))
    assert "no such table" in reason(enter(A, "a", "a", "nowhere"))
    assert "the seats are a, b, c" in reason(enter(B, "z", "b"))
    assert isinstance(enter(B, "c", "b"), Done)
    entry = top.tables.log(top.id, None)[0]
    assert (entry.seat, entry.by, entry.player) == ("c", "b", "Ben")


def test_what_the_table_or_the_game_cannot_read_is_refused(top):
    for type in ("undo", "amend", "rules", "", "x" * 41):
        assert "does not know" in reason(top.tap("a", type, n=1)), type
    assert "1 to 9,999" in reason(top.tap("a", "add", n=0))
    assert "64000" in reason(top.tap("a", "draw", card="x" * 70_000))
    for key in ("short", "x" * 65, "with space", "", "ümlaut-key", 12345678):
        assert "8 to 64" in reason(top.tables.tap(top.id, A, Tap("add", {"n": 1}, "a", "a", key)))


def test_dice_by_hand_and_by_the_app_are_told_apart_and_thrown_once(top):
    top.did("a", "begin")
    top.did("a", "pad", face=4)
    top.did("a", "roll", faces=[8, 9, 1], how="app")  # a form cannot pretend that the app has thrown
    top.did("a", "begin")
    assert "rolled or drawn already" in reason(top.tap("a", "roll", step="roll-7", app=True))
    assert "rolled or drawn already" in reason(top.tap("b", "roll", step="roll-2", app=True))
    key = top.key()
    done = top.tap("a", "roll", step="roll-2", app=True, key=key)
    assert top.tap("a", "roll", step="roll-2", app=True, key=key) == Done(done.version, done.seq, again=True)
    assert top.thrown == [3]
    assert top.get().state.coins["a"] == 4
    found = [(row.type, row.how) for row in top.rows()]
    assert found == [("begin", ""), ("pad", "hand"), ("roll", "hand"), ("begin", ""), ("roll", "app")]
    assert top.rows()[-1].data == '{"faces": [10, 7, 6]}'


def test_new_tables_are_checked_and_found_by_their_words_however_typed(top):
    create = top.tables.create
    assert isinstance(create(A, "chess", "x", {}), Refusal)
    for name, setup, words in (
        ("x" * 61, {}, "1 to 60"),
        (" \u200b\n ", {}, "1 to 60"),
        ("x", {"coins": -1}, "from 0 on"),
        ("x", {"coins": "9" * 9_000}, "8000"),
        ("x", {"coins": object()}, "JSON"),
    ):
        assert words in reason(create(A, "tally", name, setup))
    table = create(A, "tally", "  Two \t words ", {"coins": 3})
    assert isinstance(table, Table)
    assert (table.name, table.version, table.seq, table.seats_of(A)) == ("Two words", 1, 0, ())
    assert top.tables.get(table.id) == table
    words = table.words
    for typed in (words, words.upper(), words.replace("-", "  "), f" {words.replace('-', '. ')}. "):
        assert top.tables.find(typed) == table.id
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
