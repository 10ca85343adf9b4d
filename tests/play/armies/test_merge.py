"""Taps made without a network and entered late: merged entry by entry, and nothing lost without a word."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content import catalog
from companion.play.armies.draft import army_of
from companion.play.armies.kept import Lists
from companion.play.values import Done
from companion.rules.text import Refusal
from tests.play.armies.hands import ANA, BEN, Pair, key, why


@pytest.fixture
def pair(lists: Lists) -> Pair:
    """Two units and a character that both phones saw; Ana's loses its network now."""
    pair = Pair(lists)
    pair.add("yari-ashigaru", "katana-samurai")
    pair.did("enlist", character="busho-buke")
    return pair


class Away:
    """Ana's phone, that saw the list as it is now and sends its taps later."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.seen = pair.kept.seq

    def edit(self, name: str, /, tap: str = "", **form: Any) -> Done | Refusal:
        return self.pair.lists.edit(self.pair.id, ANA, name, form, tap or key(), self.seen)

    def did(self, name: str, /, **form: Any) -> None:
        done = self.edit(name, **form)
        assert isinstance(done, Done), done


def lines(pair: Pair) -> list[str]:
    """The history, newest first."""
    return [str(one.line) for one in pair.lists.history(pair.id)]


def test_units_of_both_and_different_values_of_one_entry_are_merged(pair: Pair) -> None:
    ana, tap = Away(pair), key()
    pair.did("name", BEN, id="u1", name="Red Spears")
    pair.did("size", BEN, id="u1", by=1)
    pair.did("move", BEN, id="u1", way="down")
    pair.did("add", BEN, unit="yumi-samurai")
    for _ in range(3):  # it counts once, however often it is sent
        assert isinstance(ana.edit("size", tap=tap, id="u1", by=2), Done)
    ana.did("note", id="u1", note="behind the mill")
    ana.did("front", id="u1", front=4)
    ana.did("add", unit="no-dachi-samurai")
    ana.did("enlist", character="spy")
    one = pair.army.unit("u1")
    assert one is not None
    assert (one.name, one.miniatures, one.note, one.front) == ("Red Spears", 8, "behind the mill", 4)
    assert [unit.id for unit in pair.army.units[:2]] == ["u2", "u1"]
    assert [one.unit for one in pair.army.units[2:]] == ["yumi-samurai", "no-dachi-samurai"]
    assert [one.character for one in pair.army.characters] == ["busho-buke", "spy"]


CLASHES = {
    "a value": (("front", {"id": "u1", "front": 3}), ("front", {"id": "u1", "front": 4}), "front of 4"),
    "a name": (("name", {"id": "u1", "name": "Reds"}), ("name", {"id": "u1", "name": "Blues"}), "“Blues”"),
    "a note": (("note", {"id": "u1", "note": "left"}), ("note", {"id": "u1", "note": "right"}), "“right”"),
    "the level": (("head", {"level": 4}), ("head", {"level": 5}), "level 5"),
    "an entry that is gone": (("remove", {"id": "u1"}), ("size", {"id": "u1", "by": 1}), "miniatures 5 → 6"),
    "a removal": (("size", {"id": "u1", "by": 1}), ("remove", {"id": "u1"}), "removed Yari Ashigaru"),
    "a unit somebody joined": (("join", {"id": "c3", "unit": "u1"}), ("remove", {"id": "u1"}), "removed Yari Ashigaru"),
    "a place": (("join", {"id": "c3", "unit": "u1"}), ("join", {"id": "c3", "unit": "u2"}), "joins Katana Samurai"),
    "a general who is gone": (("remove", {"id": "c3"}), ("general", {"id": "c3"}), "general: Busho"),
}


@pytest.mark.parametrize(("theirs", "late", "told"), CLASHES.values(), ids=CLASHES)
def test_what_another_phone_set_is_not_written_over(pair: Pair, theirs: Any, late: Any, told: str) -> None:
    ana, tap = Away(pair), key()
    pair.did(theirs[0], BEN, **theirs[1])
    stands, since = pair.army, lines(pair)[0]
    sentence = why(ana.edit(late[0], tap=tap, **late[1]))
    assert sentence.startswith("Not entered: “")
    assert told in sentence
    assert f"Another phone has changed it since ({since}). " in sentence
    assert pair.army == stands
    assert lines(pair)[0] == sentence, "whoever did not see it then finds it in the history"
    count = len(lines(pair))
    assert why(ana.edit(late[0], tap=tap, **late[1])) == sentence
    assert len(lines(pair)) == count, "it is told once, however often it is sent"


def test_own_edits_since_are_no_clash_and_hide_nothing_that_another_phone_did(pair: Pair) -> None:
    """She stepped from his size without having seen it; to the smallest she would take his away."""
    ana = Away(pair)
    pair.did("size", BEN, id="u1", by=3)
    ana.did("size", id="u1", by=1)
    assert pair.army.units[0].miniatures == 9
    assert "(Yari Ashigaru: miniatures 5 → 8)" in why(ana.edit("size", id="u1", to="least"))
    assert pair.army.units[0].miniatures == 9
    for front in (3, 4, 5):
        ana.did("front", id="u2", front=front)
    ana.did("remove", id="u2")
    assert [one.id for one in pair.army.units] == ["u1"]


def test_a_character_who_joins_a_unit_that_is_gone_is_told(pair: Pair) -> None:
    ana = Away(pair)
    pair.did("remove", BEN, id="u1")
    sentence = why(ana.edit("enlist", character="spy", joins="u1"))
    told = (
        "Another phone has changed it since (removed Yari Ashigaru). "
        "What was removed can be brought back under “History”."
    )
    assert sentence == f"Not entered: “added Spy in Yari Ashigaru”. {told}"
    assert why(ana.edit("join", id="c3", unit="u1")) == f"Not entered: “Busho Buke joins Yari Ashigaru”. {told}"


def test_a_step_that_finds_no_room_or_no_entry_is_refused(pair: Pair) -> None:
    pair.did("size", id="u1", to=catalog().units["yari-ashigaru"].maximum - 1)
    ana = Away(pair)
    pair.did("size", BEN, id="u1", by=1)
    assert "its number of miniatures is already at the limit" in why(ana.edit("size", id="u1", by=1))
    count = len(lines(pair))
    assert why(ana.edit("size", id="u9", by=1)).startswith("That entry is no longer in the list")
    assert len(lines(pair)) == count, "what was wrong all along is told to nobody else"


def test_taps_on_a_list_that_lies_in_the_bin_are_told_one_by_one(pair: Pair) -> None:
    ana = Away(pair)
    pair.did("remove", BEN, id="u1")
    pair.did("ability", BEN, ability="banzai", on=True)
    count = len(lines(pair))
    ana.did("remove", id="u1")
    ana.did("ability", ability="banzai", on=True)
    assert len(lines(pair)) == count, "what both wished is done, and not told"
    pair.lists.to_bin(pair.id, BEN, key())
    why(ana.edit("size", id="u2", by=1))
    why(ana.edit("add", unit="yumi-samurai"))
    assert lines(pair)[:2] == [
        "Not entered: “added 4 Yumi Samurai”. The list is in the trash. Take it out first.",
        "Not entered: “Katana Samurai: miniatures 4 → 5”. The list is in the trash. Take it out first.",
    ]
    assert "no unit ronin" in why(ana.edit("add", unit="ronin"))
    assert pair.kept.deleted_at is not None


def test_tapped_again_with_the_list_in_sight_it_holds(pair: Pair) -> None:
    ana, late = Away(pair), key()
    pair.did("front", BEN, id="u1", front=3)
    why(ana.edit("front", id="u1", front=4))
    assert isinstance(ana.edit("size", tap=late, id="u1", by=1), Done)
    assert isinstance(pair.lists.undo(pair.id, ANA, key(), late), Done), "what was entered late is taken back"
    Away(pair).did("front", id="u1", front=4)
    assert (pair.army.units[0].front, pair.army.units[0].miniatures) == (4, 5)
    for seen in (-1, 0, 99):  # a number no list had counts for nothing
        pair.did("front", BEN, id="u1", front=3)
        assert isinstance(pair.lists.edit(pair.id, ANA, "front", {"id": "u1", "front": 4}, key(), seen), Done)


def test_undo_of_a_tap_that_was_not_entered_takes_nothing_back(pair: Pair) -> None:
    pair.did("size", id="u2", by=1)
    ana, tap = Away(pair), key()
    pair.did("front", BEN, id="u1", front=3)
    why(ana.edit("front", tap=tap, id="u1", front=4))
    assert why(pair.lists.undo(pair.id, ANA, key(), tap)) == "Nothing was undone: your last tap changed nothing."
    assert pair.army.units[1].miniatures == 5
    assert isinstance(pair.undo(), Done)
    assert pair.army.units[1].miniatures == 4


EDITS = st.sampled_from(
    [
        ("add", {"unit": "yumi-samurai"}),
        ("enlist", {"character": "spy", "joins": "u1"}),
        *(("size", {"id": one, "by": by}) for one in ("u1", "u2") for by in (1, -1, 5)),
        ("size", {"id": "u1", "to": "most"}),
        ("front", {"id": "u1", "front": 3}),
        ("front", {"id": "u1", "front": 4}),
        ("copy", {"id": "u1"}),
        ("move", {"id": "u2", "way": "up"}),
        ("remove", {"id": "u1"}),
        ("remove", {"id": "c3"}),
        ("join", {"id": "c3", "unit": "u1"}),
        ("join", {"id": "c3", "unit": "u2"}),
        ("bench", {"id": "u1", "on": True}),
        ("bench", {"id": "c3", "on": True}),
        ("general", {"id": "c3"}),
        ("head", {"path": "kuge"}),
        ("ability", {"ability": "banzai", "on": True}),
        ("undo", {}),
        ("redo", {}),
    ]
)


@settings(max_examples=25)
@given(theirs=st.lists(EDITS, min_size=1, max_size=6), late=st.lists(EDITS, min_size=1, max_size=6))
def test_whatever_two_phones_do_every_tap_is_entered_or_told(lists: Lists, theirs: Any, late: Any) -> None:
    pair = Pair(lists)
    pair.add("yari-ashigaru", "katana-samurai")
    pair.did("enlist", character="busho-buke")
    ana = Away(pair)
    for name, form in theirs:
        pair.undo(BEN) if name == "undo" else pair.redo(BEN) if name == "redo" else pair.edit(name, BEN, **form)
    for name, form in late:
        before = pair.kept
        if name in ("undo", "redo"):
            pair.undo() if name == "undo" else pair.redo()
            continue
        done = ana.edit(name, **form)
        if isinstance(done, Refusal):
            assert pair.army == before.army
            assert pair.kept.seq == before.seq or lines(pair)[0] == str(done)
    draft = pair.lists.at(pair.id, pair.kept.seq)
    assert draft is not None
    assert army_of(draft) == pair.army
