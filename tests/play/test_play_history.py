"""The log and the exports: what each seat may read, and nothing of the others' secrets."""

import json
from dataclasses import replace

import pytest

from companion.play.desk import SINCE_LINES
from companion.play.game import Event, Line
from companion.play.values import Done, Replacement, Stale
from companion.store.rows import lane
from tests.play.tabletop import DEVICES, B, Tabletop
from tests.play.tally import State, Tally

SECRETS = ("planted-fox", "planted-owl", "planted-crane")


@pytest.fixture
def top(tabletop):
    tabletop.table("a", "b", coins=2)
    return tabletop


def play_secretly(top: Tabletop) -> None:
    """B plants secrets everywhere: drawn, hidden, taken back, corrected, and asked for."""
    top.did("b", "draw", card=SECRETS[0])
    top.did("b", "hide", card=SECRETS[1])
    top.did("b", "hide", card=SECRETS[2])
    top.undo("b")
    top.did("b", "draw", card=SECRETS[2])
    corrected = top.did("b", "draw", card="planted-wrong")
    top.amend("b", corrected, [Replacement("draw", {"card": SECRETS[0]})])
    top.did("a", "draw", card="plain")
    assert top.amend("b", corrected + 2, []).ask


def everything_shown(top: Tabletop, seat: str | None) -> str:
    """All that a seat's phone can ask for, in one string."""
    table = top.get()
    own = DEVICES.get(seat or "", "watcher")
    shown = [
        [str(entry) for entry in top.tables.log(top.id, seat, limit=200)],
        [str(line) for line in top.tables.export_text(top.id, seat)],
        top.tables.export(top.id, seat),
        [[str(line) for line in ask.lines_for(seat)] for ask in table.asks],
        [[str(line) for line in ask.lines] for ask in table.asks],
        str(top.tables.next_undo(top.id, own, seat or "", seat)),
        str(top.tap("a", "spend", seen=0, n=1)),
        [str(top.tables.preview_amend(top.id, own, seat or "", row.seq, [])) for row in top.rows()],
        [str(top.tables.mine(own))],
        table.game.view(table.state, seat),
    ]
    return json.dumps(shown)


def test_secrets_reach_their_owner_and_no_other_seat(top):
    play_secretly(top)
    for seat in ("a", "c", None):
        assert "planted" not in everything_shown(top, seat)
    own = json.dumps([str(entry) for entry in top.tables.log(top.id, "b", limit=200)])
    exported = json.dumps(top.tables.export(top.id, "b"))
    assert all(secret in own and secret in exported for secret in SECRETS)
    (ask,) = top.get().asks
    assert [str(line) for line in ask.lines_for("b")] == ["b draws planted-fox"]
    assert [str(line) for line in ask.lines_for("a")] == ["b draws a card"]


def test_even_the_number_of_hidden_acts_stays_hidden(top):
    """The numbers of what is thought can be guessed; neither by them nor by a step must a line show."""
    top.reopen(Stepped())
    top.did("a", "add", n=1)
    top.did("b", "think", card=SECRETS[0])
    hidden = top.did("b", "hide", card="owl")
    for number in (lane(1) + 1, hidden):
        assert top.tables.log(top.id, "b", before=number)
        for seat in ("a", "c", None):
            assert top.tables.log(top.id, seat, before=number) == ()
    own = top.did("a", "hide", card="x")
    assert [top.tables.last_entry(top.id, seat, "s1.") for seat in ("a", "b", "c", None)] == [own, hidden, None, None]
    top.undo("b")
    assert top.lines("b")[-1] == "Ben undid: b hides owl"
    top.did("a", "add", n=1)
    assert top.lines("c") == top.lines(None) == ["a adds 1 and has 3", "a adds 1 and has 4"]
    assert [event["n"] for event in top.tables.export(top.id, "c")["events"]] == [1, 2]
    assert [event["n"] for event in top.tables.export(top.id, "b")["events"]] == [1, 2, 3, 4, 5]


def test_a_choice_given_up_stays_the_choosers(top):
    top.did("b", "draw", card="planted-first")
    top.undo("b")
    top.did("b", "draw", card="fox")
    top.did("b", "show")
    exported = json.dumps(top.tables.export(top.id, "a"))
    assert "planted" not in exported
    assert "fox" in exported


def test_the_export_tells_all_a_seat_may_see(top):
    top.did("a", "begin")
    top.did("a", "roll", faces=[7, 8, 9])
    top.amend("a", 2, [Replacement("roll", {"faces": [7, 1, 1]})])
    exported = top.tables.export(top.id, "a")
    assert json.loads(json.dumps(exported)) == exported
    assert exported["format"] == "gunbai-table/1"
    assert (exported["setup"], exported["name"], exported["result"]) == ({"coins": 2}, "Evening", None)
    assert exported["seats"][0] == {"seat": "a", "player": "Aki"}
    begun, rolled, put, amended = exported["events"]
    assert (begun["type"], begun["line"], begun["counts"]) == ("begin", "a takes the dice", True)
    assert (rolled["counts"], rolled["voided_by"], rolled["data"]) == (False, amended["n"], {"faces": [7, 8, 9]})
    assert (put["amended_by"], put["how"], put["counts"]) == (amended["n"], "hand", True)
    assert (amended["type"], amended["data"]) == ("amend", None)
    assert "device" not in json.dumps(exported)
    top.did("b", "add", n=1000)
    points = {"a": 3, "b": 1002, "c": 2}
    finished = {"places": [["b"]], "points": points, "sentence": "b wins"}
    assert top.tables.export(top.id, None)["result"] == finished


def test_the_text_reads_from_the_beginning(top):
    top.did("a", "add", n=1)
    top.did("a", "begin")
    top.did("a", "roll", app=True, step="roll-1")
    top.undo("a")
    text = [str(line) for line in top.tables.export_text(top.id, None)]
    assert text[0] == "Evening: Tally"
    assert [line.split("  ", 1)[1] for line in text[1:]] == [
        "Aki: a adds 1 and has 3",
        "Aki: a takes the dice",
    ], "what was undone is no part of it"
    assert text[1].startswith("2026-11-20 12:00")


def test_what_was_put_right_stands_in_the_text_at_the_time_of_what_it_replaces(top):
    """Its time stood among earlier ones."""
    first = top.did("a", "add", n=1)
    top.later(5)
    second = top.did("b", "add", n=2)
    top.later(10)
    top.amend("a", first, [Replacement("add", {"n": 3})])
    top.answer("b", True)
    top.amend("b", second, [Replacement("add", {"n": 4})], where="before")
    text = [str(line) for line in top.tables.export_text(top.id, None)][1:]
    assert [line[:16].partition(" ")[2] for line in text] == ["12:00", "12:00", "12:05"]
    assert [line.partition("  ")[2] for line in text] == [
        "Aki: a adds 3 and has 5",
        "Ben: b adds 4 and has 6",
        "Ben: b adds 2 and has 8",
    ]


def test_the_text_tells_what_was_hidden_once_it_lies_open(top):
    def told(seat):
        return [str(line).partition("  ")[2] for line in top.tables.export_text(top.id, seat)[1:]]

    top.did("b", "draw", card="fox")
    top.did("b", "hide", card="owl")
    assert told("a") == told(None) == ["Ben: b draws a card"]
    top.did("b", "show")
    assert told("a")[0] == told(None)[0] == told("b")[0] == "Ben: b draws fox"
    assert "owl" not in json.dumps(told("a"))


def test_the_log_comes_in_pages_without_gaps_or_repeats(top):
    for number in range(1, 60):
        top.did("a", "add", n=number)
        if number % 3 == 0:
            top.did("b", "hide", card="x")  # a page of lines a does not see
    top.tables.leave(top.id, B, "b")
    assert isinstance(top.amend("a", 10, [Replacement("add", {"n": 1})] * 3), Done)
    whole = [entry.seq for entry in top.tables.log(top.id, "a", limit=200)]
    paged: list[int] = []
    while page := top.tables.log(top.id, "a", before=paged[-1] if paged else None, limit=7):
        assert len(page) <= 7
        paged += [entry.seq for entry in page]
    assert paged == whole
    assert len(whole) == 59 + 1 + 3
    assert top.tables.log(top.id, "a", before=10**6) == ()


def test_who_is_stale_hears_what_lay_open_however_much_was_thought(top):
    seen = top.get().seq
    top.did("b", "add", n=1)
    for number in range(SINCE_LINES):
        top.did("b", "think", card=str(number))
    stale = top.tap("a", "spend", seen=seen, n=1)
    assert isinstance(stale, Stale)
    assert [str(line) for line in stale.since] == ["b adds 1 and has 3"]


class Stepped(Tally):
    """What is hidden belongs to a step."""

    def line(self, before: State, event: Event, after: State) -> Line:
        line: Line = super().line(before, event, after)
        return replace(line, step="s1.hidden") if event.type == "hide" else line
