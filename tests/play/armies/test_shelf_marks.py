"""Favorites and tags of a phone: kept with the phone, lost with what it forgets, no part of the list."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from companion.play.armies.kept import Lists
from companion.play.armies.shelf_marks import Mark, ShelfMarks, tags_of
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal, Text
from companion.store import Store


@pytest.fixture
def marks(store: Store) -> ShelfMarks:
    return ShelfMarks(store, now=lambda: datetime(2026, 5, 1, tzinfo=UTC))


@pytest.fixture
def made(lists: Lists) -> Callable[[], str]:
    return lambda: lists.make("ana", Army("buke", 3), Text("a new list")).id


def test_each_phone_has_its_own(marks: ShelfMarks, lists: Lists, made: Callable[[], str]) -> None:
    list_id = made()
    marks.favorite(list_id, "ana", on=True)
    assert marks.tag(list_id, "ana", "club", on=True) is None
    assert marks.tag(list_id, "ben", "school", on=True) is None
    assert marks.of("ana") == {list_id: Mark(True, ("club",))}
    assert marks.of("ben") == {list_id: Mark(False, ("school",))}
    assert lists.keeps(list_id, "ben"), "who marks a list keeps it"
    lists.forget(list_id, "ana")
    lists.keep(list_id, "ana")
    assert marks.of("ana") == {list_id: Mark()}


def test_a_tag_has_one_spelling_on_a_phone(marks: ShelfMarks, made: Callable[[], str]) -> None:
    first, second = made(), made()
    for list_id, words in ((first, "  Sunday\tclub "), (second, "sunday CLUB"), (second, "Aoi"), (second, "Aoi")):
        assert marks.tag(list_id, "ana", words, on=True) is None
    found = marks.of("ana")
    assert (found[first].tags, found[second].tags) == (("Sunday club",), ("Sunday club", "Aoi"))
    assert tags_of(found.values()) == ("Aoi", "Sunday club")
    marks.tag(second, "ana", "SUNDAY club", on=False)
    assert marks.of("ana")[second].tags == ("Aoi",)


def test_a_list_that_is_gone_is_marked_by_nobody_and_what_is_no_tag_is_refused(
    marks: ShelfMarks, made: Callable[[], str]
) -> None:
    marks.favorite("none", "ana", on=True)
    assert marks.tag("none", "ana", "club", on=True) is None
    assert marks.of("ana") == {}
    list_id = made()
    for words in ("", "  \n\u200b", "x" * 25):
        assert isinstance(marks.tag(list_id, "ana", words, on=True), Refusal)
    marks.tag(list_id, "ana", "  武田 \x00 家 ", on=True)
    assert marks.of("ana") == {list_id: Mark(False, ("武田 家",))}
