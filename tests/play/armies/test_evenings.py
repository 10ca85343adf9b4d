"""Evenings that take lists: terms, ends, what is legal there, and that nobody reads a list before all do."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from companion.play.armies.evenings import FARTHEST, MOST_LISTS, Evening, Evenings, against
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal
from companion.store import Store, schema, upsert
from tests.rules.kensei.army.lists import army, hero, plain, unit

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


class Clock:
    at = NOON

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def evenings(store: Store, clock: Clock) -> Evenings:
    return Evenings(store, now=clock)


@pytest.fixture
def evening(evenings: Evenings) -> Evening:
    return made(evenings)


TERMS: dict[str, Any] = {"name": "Friday", "level": 3, "koku": None, "until": NOON + timedelta(hours=8)}


def made(evenings: Evenings, **other: Any) -> Evening:
    found = evenings.make("host", **{**TERMS, **other})
    assert isinstance(found, Evening)
    return found


LEGAL = army(plain("buke", 3, name="Vanguard"))
MUCH = army(plain("buke", 3, units=[unit("katana-samurai", 40)]))
ILLEGAL = army(plain("buke", 3, name="Too much", units=[unit("yari-samurai", 30), unit("ninjas", 3)]))


def test_each_link_finds_the_evening_and_only_its_own_way(evenings: Evenings, evening: Evening) -> None:
    assert evenings.by_host(evening.host_token) == evenings.by_token(evening.token) == evening
    assert evenings.by_host(evening.token) is None
    assert evenings.by_token(evening.host_token) is None
    assert evenings.mine("host") == (evening,)
    assert evenings.mine("another") == ()
    assert made(evenings, form="once").id == made(evenings, form="once").id, "a form that is sent twice makes one"
    assert made(evenings).id != made(evenings).id
    there = (NOON + timedelta(hours=1)).astimezone(timezone(timedelta(hours=9)))
    assert made(evenings, until=there).until == NOON + timedelta(hours=1), "in whatever zone it is written"


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"name": " \n"}, "name"),
        ({"name": "x" * 61}, "room for 60"),
        ({"level": 0}, "1 to 10"),
        ({"level": 11}, "1 to 10"),
        ({"koku": 0}, "1 to 1200"),
        ({"koku": 1201}, "1 to 1200"),
        ({"level": 10, "koku": 3999}, "4000 to 100000"),
        ({"until": NOON}, "has passed"),
        ({"until": NOON + FARTHEST + timedelta(seconds=1)}, "within a year"),
    ],
)
def test_what_cannot_be_is_said(evenings: Evenings, other: dict[str, Any], words: str) -> None:
    refused = evenings.make("host", **{**TERMS, **other})
    assert isinstance(refused, Refusal)
    assert words in str(refused)
    assert evenings.mine("host") == ()


def test_before_they_are_opened_a_list_is_told_of_and_nothing_of_it(evenings: Evenings, evening: Evening) -> None:
    """What is sent is a copy, of the evening's level and without bench and notes."""
    units = [{**unit("katana-samurai"), "note": "mill"}, {**unit("kiba-musha"), "benched": True}]
    kept = army(plain("buke", 1, name="Vanguard", units=units, characters=[{**hero("spy"), "note": "mill"}]))
    assert evenings.send(evening.id, "ana", "Ana", kept) is None
    assert evenings.send(evening.id, "ben", "Ben", ILLEGAL) is None
    found = [(one.player, one.legal, one.army) for one in evenings.sent(evening.id)]
    assert found == [("Ana", True, None), ("Ben", False, None)]
    (own,) = evenings.own(evening.id, "ana")
    assert own.army is not None
    assert (own.army.name, len(own.army.units), len(kept.units), own.army.level) == ("Vanguard", 3, 4, 3)
    assert "kiba-musha" not in [one.unit for one in own.army.units]
    assert {one.note for one in (*own.army.units, *own.army.characters)} == {""}
    assert evenings.own(evening.id, "eve") == ()
    evenings.open_all(evening.id)
    assert [one.army and one.army.name for one in evenings.sent(evening.id)] == ["Vanguard", "Too much"]


def test_sent_again_it_takes_the_place_of_the_one_before(evenings: Evenings, evening: Evening) -> None:
    evenings.send(evening.id, "ana", "Ana", LEGAL)
    evenings.send(evening.id, "ana", " Ana ", ILLEGAL)
    evenings.send(evening.id, "ana", "Her sister", LEGAL)
    evenings.send(evening.id, "ben", "Ana", LEGAL)
    assert [(one.player, one.legal) for one in evenings.own(evening.id, "ana")] == [
        ("Ana", False),
        ("Her sister", True),
    ]
    assert [one.player for one in evenings.sent(evening.id)] == ["Ana", "Ana", "Her sister"]
    own, _ = evenings.own(evening.id, "ana")
    for phone, left in (("ben", 3), ("ana", 2)):
        assert evenings.withdraw(evening.id, phone, own.id) is None
        assert len(evenings.sent(evening.id)) == left, "only its phone takes a list back"


def test_when_the_time_is_over_nothing_changes_any_more(evenings: Evenings, evening: Evening, clock: Clock) -> None:
    evenings.send(evening.id, "ana", "Ana", LEGAL)
    (sent,) = evenings.own(evening.id, "ana")
    clock.at = evening.until - timedelta(microseconds=1)
    assert evenings.send(evening.id, "ben", "Ben", LEGAL) is None
    clock.at = evening.until
    assert "time is over" in str(evenings.send(evening.id, "cid", "Cid", LEGAL))
    assert "time is over" in str(evenings.withdraw(evening.id, "ana", sent.id))
    assert [one.army for one in evenings.sent(evening.id)] == [None, None], "the end opens nothing"
    assert evenings.ends(evening.id, clock.at + timedelta(hours=1)) is None
    assert evenings.send(evening.id, "cid", "Cid", LEGAL) is None
    evenings.open_all(evening.id)
    for refused in (
        evenings.send(evening.id, "dan", "Dan", LEGAL),
        evenings.withdraw(evening.id, "ana", sent.id),
        evenings.ends(evening.id, clock.at + timedelta(hours=2)),
    ):
        assert "The lists have been opened" in str(refused)


def test_a_list_needs_a_player_and_an_evening_is_not_endless(evenings: Evenings, evening: Evening) -> None:
    assert "who you are" in str(evenings.send(evening.id, "ana", " ", LEGAL))
    assert "room for 24" in str(evenings.send(evening.id, "ana", "x" * 25, LEGAL))
    for number in range(MOST_LISTS):
        evenings.send(evening.id, "ana", f"Ana {number}", LEGAL)
    assert "This evening is full" in str(evenings.send(evening.id, "ben", "Ben", LEGAL))
    assert evenings.send(evening.id, "ana", "Ana 7", ILLEGAL) is None, "in the place of one that is there"


def test_what_is_deleted_is_gone_with_its_lists_and_no_row_is_written_over(
    store: Store, evenings: Evenings, evening: Evening
) -> None:
    other = made(evenings)
    values = {"id": other.id, "host_token": "h", "token": "t", "device": "d", "name": "n", "level": 1,
              "koku": None, "until": "u", "created_at": "c", "opened_at": None}  # fmt: skip
    with store.write() as db:
        assert not upsert.add_once(db, schema.evenings, values)
    assert evenings.by_token(other.token) == other
    for one in (evening, other):
        evenings.send(one.id, "ana", "Ana", LEGAL)
    evenings.delete(evening.id)
    assert evenings.by_token(evening.token) is None
    assert evenings.own(evening.id, "ana") == ()
    assert "deleted it" in str(evenings.send(evening.id, "ana", "Ana", LEGAL))
    assert len(evenings.own(other.id, "ana")) == 1


@pytest.mark.parametrize(
    ("level", "koku", "sent", "words"),
    [
        (3, None, LEGAL, ""),
        (1, None, army(plain("buke", 3, units=[unit("yari-ashigaru", 9)])), "level 1 allows"),
        (3, 100, LEGAL, "this evening allows 100: "),
        (10, 4100, army(plain("buke", 3)), "level 10 asks for at least"),
        (3, 1000, MUCH, "The units cost 1395 koku; this evening allows 1000: 395 too many."),
        (3, None, MUCH, "level 3 allows 1200: 195 too many"),
        (10, 6000, army(plain("buke", 3, units=[unit("katana-samurai", 40)] * 7)), "this evening allows 6000"),
    ],
)
def test_legal_is_what_the_evening_agreed_on(
    evenings: Evenings, level: int, koku: int | None, sent: Army, words: str
) -> None:
    found = " ".join(str(message) for message, _ in against(sent, made(evenings, level=level, koku=koku)))
    assert words in found
    assert bool(found) == bool(words)
    assert found.count("The units cost") <= 1, "one limit of koku, the one agreed on"
