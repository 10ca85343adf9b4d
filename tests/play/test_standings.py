"""Statistics over played games: by evening, by player and game, names that are one person, and what is taken away."""

import csv
import io
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from companion.play.book import Book
from companion.play.played import Mended, Play, Ranked
from companion.play.plays_export import COLUMNS, bg_stats, document, sheet
from companion.play.standings import Against, evenings, head_to_head, in_games, streaks, tallies
from companion.rules.text import Refusal
from companion.web.pictures import grid, over_time

FRIDAY = datetime(2026, 11, 20, 21, tzinfo=UTC)


def play(*places: str, game: str = "tenno", hours: float = 0.0, points: tuple[int, ...] = (), **more: object) -> Play:
    """Players by place, the first won; `points` are their own."""
    scored = points or (None,) * len(places)
    players = tuple(
        Ranked(name, place, own, 0, own, seat=place)
        for place, (name, own) in enumerate(zip(places, scored, strict=True), 1)
    )
    at = FRIDAY + timedelta(hours=hours)
    return Play(f"t{hours}", game, game.title(), "A table", at, players, **more)  # type: ignore[arg-type]


def test_an_evening_is_a_day_of_the_readers_zone_and_lasts_past_midnight() -> None:
    late, noted = play("Ana", "Ben", hours=2, place="At Ben's"), play("Ana", "Ben", hours=-9, day="2026-11-20")
    plays = [late, play("Ana", "Ben", place="At Ben's"), noted]
    for zone, days in (
        ("UTC", [("2026-11-20", 3)]),
        ("Europe/Berlin", [("2026-11-20", 3)]),  # 00:00 in Berlin, still that evening
        ("Asia/Tokyo", [("2026-11-21", 2), ("2026-11-20", 1)]),
    ):
        assert [(one.day, len(one.plays)) for one in evenings(plays, ZoneInfo(zone))] == days
    assert [one.day for one in evenings([noted], ZoneInfo("Pacific/Honolulu"))] == ["2026-11-20"]
    [evening] = evenings(plays, UTC)
    assert evening.plays == (late, plays[1], noted), "the latest first, as in the files"
    assert evening.places == ("At Ben's",), "named once"


def test_there_is_no_average_over_different_games() -> None:
    tenno = [play("Ana", "Ben", points=(20, 10)), play("Ana", "Ben", points=(30, 10))]
    assert [(one.name, one.average, one.best) for one in tallies(tenno)] == [("Ana", 25.0, 30), ("Ben", 10.0, 10)]
    [ana, _] = tallies([*tenno, play("Ana", "Ben", game="zipang", points=(9, 1))])
    assert (ana.plays, ana.wins, ana.average, ana.best) == (3, 3, None, None)


def test_streaks() -> None:
    for won, found in (
        ([], (0, 0)),
        ([True, True], (2, 2)),
        ([True, True, False, True], (1, 2)),
        ([True, False], (0, 1)),
    ):
        assert streaks(won) == found


def test_a_player_game_by_game() -> None:
    """The last game is one that nobody won, and ends the streak."""
    level = Play(
        "l", "kensei", "Kensei", "A table", FRIDAY + timedelta(hours=9), (Ranked("Ana", 1, 3), Ranked("Ben", 1, 3))
    )
    met = ("Ana", "Ben")
    fought = (play(*names, game="kensei", hours=hours) for hours, names in enumerate((("Ben", "ana"), met, met), 1))
    plays = [level, *fought, play("Ana", "Chie", game="zipang")]
    kensei, zipang = in_games(plays, "ANA")
    assert (kensei.game, kensei.tally.plays, kensei.tally.wins, kensei.streak, kensei.longest) == ("kensei", 4, 2, 0, 2)
    assert kensei.rivals == (Against("Ana", "Ben", 2, 1, 1),), "Chie was met in another game"
    assert [(one.what, one.plays, one.wins) for one in kensei.seats] == [("1", 2, 2), ("2", 1, 0)]
    assert (zipang.streak, zipang.longest) == (1, 1)
    assert in_games(plays, "Dai") == ()


def test_guests_are_left_out_but_of_their_own_page() -> None:
    plays = [play("Dai", "Ana"), play("Ana", "Dai", "Ben", hours=1)]
    assert {one.name for one in tallies(plays, {"dai"})} == {"Ana", "Ben"}
    assert head_to_head(plays, {"dai"}) == (Against("Ana", "Ben", 1, 0, 0),)
    [dai] = in_games(plays, "Dai", {"Dai"})
    assert (dai.tally.plays, dai.tally.wins) == (2, 1)


# ---- names


def test_two_names_become_one_person_and_two_again() -> None:
    plays = [play("Benny", "Ana"), play("Ana", "Ben", hours=1), play("B", "Ana", hours=2)]
    book = Book()
    for name, into in (("B", "Benny"), ("benny", "Ben")):
        merged = book.merged(name, into, [book.with_persons(one) for one in plays])
        assert isinstance(merged, Book)
        book = merged
    told = [book.with_persons(one) for one in plays]
    assert {one.name: (one.plays, one.wins) for one in tallies(told)} == {"Ben": (3, 2), "Ana": (3, 1)}
    parted = [book.parted("Benny").with_persons(one) for one in plays]
    assert {one.name: one.plays for one in tallies(parted)} == {"Benny": 2, "Ben": 1, "Ana": 3}


def test_who_cannot_be_one_person() -> None:
    """After midnight it is still the evening before, and by the clock of the players."""
    late = play("Ana", "Ben", hours=4)
    zone = timezone(timedelta(hours=2))
    assert late.evening(zone) != f"{late.at:%Y-%m-%d}"
    for name, into, says in (
        ("Ben", "ben", "one and the same name"),
        ("Ben", "Ana", "correct that game first"),
        ("Ben", "Ana", f"on {late.evening(zone)}, so"),
        ("Ben", "Nobody", "Choose both names"),
    ):
        refused = Book().merged(name, into, [late], zone)
        assert isinstance(refused, Refusal)
        assert says in str(refused.reason)


def test_names_of_one_person_that_meet_later_stay_apart_there_and_books_never_go_in_circles() -> None:
    book = Book({"benny": "Ben"})
    both = play("Ben", "Benny")
    assert book.with_persons(both) == both
    assert [one.name for one in book.with_persons(play("Benny", "Ana")).players] == ["Ben", "Ana"]
    book = Book({"ben": "Benny"}, ("Dai",)).joined(Book({"benny": "Ben", "a": "Ana"}, ("dai", "Eva")))
    assert book.person("Ben") == book.person("Benny") == "Benny"
    assert (book.person("A"), book.guests) == ("Ana", ("Dai", "Eva"))


def test_mending_changes_what_surrounds_a_game_and_nothing_that_was_counted() -> None:
    counted = play("Player B", "Ana", points=(5, 3), minutes=40)
    mended = Mended("At Ben's", "rain", 55, {"Player B": "Ben"}).on(counted)
    assert (mended.place, mended.note, mended.minutes) == ("At Ben's", "rain", 55)
    assert [(one.name, one.place, one.own) for one in mended.players] == [("Ben", 1, 5), ("Ana", 2, 3)]
    assert Mended().on(counted) == counted


# ---- to take away


def test_no_name_becomes_a_formula_of_a_spreadsheet() -> None:
    for start in ("=1+1", "+1", "-1", "@SUM(A1)", "  =1", "\t=1", "＝1"):
        told = sheet([play(start, "Ana", points=(-3, -5), note=start, place=start)], UTC)
        heads, first, *_ = csv.reader(io.StringIO(told))
        assert heads == list(COLUMNS)
        found = dict(zip(COLUMNS, first, strict=True))
        assert {found["player"], found["note"], found["place"]} == {f"'{start}"}
        assert found["points"] == "-3", "a number stays one"


def test_a_sheet_has_a_line_for_each_player_of_each_game() -> None:
    rows = csv.DictReader(io.StringIO(sheet([play('A "quoted", name', "Ana", points=(9, 2), minutes=30)], UTC)))
    found = [(one["player"], one["rank"], one["points"], one["won"], one["minutes"], one["turn"]) for one in rows]
    assert found == [('A "quoted", name', "1", "9", "yes", "30", "1"), ("Ana", "2", "2", "no", "30", "2")]


def test_the_document_counts_by_game() -> None:
    told = document([play("Ana", "Ben", points=(9, 2)), play("Ben", "Ana", game="zipang", points=(5, 1))])
    assert [(one["name"], one["game"], one["wins"], one["average"]) for one in told["players"]] == [
        ("Ana", "tenno", 1, 9.0), ("Ben", "tenno", 0, 2.0), ("Ben", "zipang", 1, 5.0), ("Ana", "zipang", 0, 1.0),
    ]  # fmt: skip


def test_bg_stats_hears_of_place_and_note() -> None:
    sent = bg_stats(play("Ana", "Ben", place="At Ben's", note="rain"))
    assert (sent["location"], sent["comments"]) == ("At Ben's", "A table: rain")
    assert "location" not in bg_stats(play("Ana", "Ben"))


# ---- pictures


def test_wins_over_time_end_at_the_wins_of_each_with_names_apart() -> None:
    plays = [play("Ana", "Ben"), play("Ben", "Ana", hours=1), play("Ana", "Chie", hours=2), play("Ben", "Ana", hours=3)]
    found = over_time(plays, tallies(plays))
    assert found is not None
    assert [(one.name, one.wins) for one in found.lines] == [("Ana", 2), ("Ben", 2)], "who never won has no line"
    ends = [one.points.split()[-1] for one in found.lines]
    assert ends[0] == ends[1], "as many wins end at one height"
    assert found.lines[1].label - found.lines[0].label >= 13
    assert (found.first, found.last) == (plays[0], plays[3])
    assert over_time(plays[:2], tallies(plays[:2])) is None, "two games are no line"


def test_who_beats_whom_from_both_sides() -> None:
    plays = [play("Ana", "Ben"), play("Ben", "Ana"), play("Ana", "Ben"), play("Chie", "Dai")]
    found = grid(head_to_head(plays), tallies(plays))
    assert found is not None
    assert found.names == ("Ana", "Ben", "Chie", "Dai")
    assert dict(found.cells) == {
        ("Ana", "Ben"): (2, 3),
        ("Ben", "Ana"): (1, 3),
        ("Chie", "Dai"): (1, 1),
        ("Dai", "Chie"): (0, 1),
    }
    assert grid((), tallies(plays)) is None
