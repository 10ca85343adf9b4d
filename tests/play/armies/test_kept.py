"""Kept lists: edits that never overwrite each other, undo per phone, history, bin, and what a repeated tap does."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.live import Bell
from companion.play.armies.draft import army_of, changed, difference, draft_of, in_order, without
from companion.play.armies.kept import Kept, Lists, bell_of
from companion.play.values import Done, Refused
from companion.rules.kensei.army import Army
from companion.rules.text import Text
from companion.store import Store

ANA, BEN = "phone-of-ana", "phone-of-ben"
_numbers = itertools.count()


def key() -> str:
    return f"key-{next(_numbers):08}"


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def lists(tmp_path: Path, bell: Bell) -> Iterator[Lists]:
    store = Store(f"sqlite:///{tmp_path / 'lists.sqlite3'}")
    store.migrate()
    yield Lists(store, bell, now=lambda: datetime.now(UTC))
    store.close()


class Pair:
    """A list with the hands that edit it."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        self.id = lists.make(ANA, Army("buke", 3), Text("made")).id
        self.token = next(one.edit_token for one in lists.mine(ANA) if one.id == self.id)

    @property
    def kept(self) -> Kept:
        found = self.lists.by_edit(self.token)
        assert found is not None
        return found

    @property
    def army(self) -> Army:
        return self.kept.army

    def edit(self, name: str, by: str = ANA, /, **form: Any) -> Done | Refused:
        return self.lists.edit(self.id, by, name, form, key())

    def did(self, name: str, by: str = ANA, /, **form: Any) -> None:
        done = self.edit(name, by, **form)
        assert isinstance(done, Done), done

    def undo(self, by: str = ANA) -> Done | Refused:
        return self.lists.undo(self.id, by, key())

    def redo(self, by: str = ANA) -> Done | Refused:
        return self.lists.redo(self.id, by, key())


@pytest.fixture
def pair(lists: Lists) -> Pair:
    return Pair(lists)


def why(done: Done | Refused) -> str:
    assert isinstance(done, Refused), done
    return str(done.refusal)


def test_every_edit_changes_its_one_thing(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    pair.did("add", unit="katana-samurai")
    pair.did("size", id="u1", by=1)
    pair.did("standard", id="u1", on="true")
    pair.did("front", id="u1", front="4")
    pair.did("name", id="u1", name="First spears")
    pair.did("note", id="u1", note="hold the bridge")
    pair.did("enlist", character="busho-buke", joins="u2")
    pair.did("outfit", id="c3", weapon="spear")
    pair.did("general", id="c3")
    pair.did("ability", ability="banzai", on="true")
    pair.did("head", name="Vanguard", clan="Takeda")
    pair.did("head", level="4")
    army = pair.army
    first = army.unit("u1")
    assert first is not None
    assert (first.miniatures, first.standard_bearer, first.front) == (6, True, 4)
    assert (first.name, first.note) == ("First spears", "hold the bridge")
    general = army.character("c3")
    assert general is not None
    assert (general.joins, general.weapon, army.general) == ("u2", "spear", "c3")
    assert (army.name, army.clan, army.level, army.taisho_abilities) == ("Vanguard", "Takeda", 4, ("banzai",))


def test_two_quick_taps_are_two_steps_and_large_steps_stop_at_the_bounds(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    for by in (ANA, BEN):
        pair.did("size", by, id="u1", by=1)
    assert pair.army.units[0].miniatures == 7
    pair.did("size", id="u1", by=5)
    assert pair.army.units[0].miniatures == 9, "level 3 allows a basic unit of 5 and 4 more"
    pair.did("size", id="u1", by=1)
    assert pair.army.units[0].miniatures == 10, "one step goes over the limit: it advises, it does not police"
    pair.did("size", id="u1", by=9)
    assert pair.army.units[0].miniatures == 15, "but never over the unit's own maximum"
    pair.did("size", id="u1", by=-5)
    pair.did("size", id="u1", by=-9)
    assert pair.army.units[0].miniatures == 5
    pair.did("size", id="u1", to="most")
    assert pair.army.units[0].miniatures == 9


def test_removing_a_unit_leaves_its_characters_alone_and_undo_joins_them_again(pair: Pair) -> None:
    pair.did("add", unit="katana-samurai")
    pair.did("enlist", character="busho-buke", joins="u1")
    pair.did("general", id="c2")
    pair.did("remove", id="u1")
    assert pair.army.characters[0].joins is None
    assert isinstance(pair.undo(), Done)
    assert pair.army.characters[0].joins == "u1"
    pair.did("remove", id="c2")
    assert pair.army.general is None
    assert isinstance(pair.undo(), Done)
    assert pair.army.general == "c2"


def test_order_by_steps_copies_and_places(pair: Pair) -> None:
    for unit in ("yari-ashigaru", "katana-samurai", "yumi-samurai"):
        pair.did("add", unit=unit)
    pair.did("move", id="u3", way="up")
    assert [u.id for u in pair.army.units] == ["u1", "u3", "u2"]
    pair.did("copy", id="u1")
    assert [u.id for u in pair.army.units] == ["u1", "u4", "u3", "u2"]
    pair.did("move", id="u2", before="u1")
    assert [u.id for u in pair.army.units] == ["u2", "u1", "u4", "u3"]
    pair.did("move", id="u2", before="")
    assert [u.id for u in pair.army.units][-1] == "u2"
    for _ in range(30):  # the numbers between two entries run out, and are given out anew
        pair.did("copy", id="u1")
    order = [u.id for u in pair.army.units]
    assert order[0] == "u1"
    assert order[1:31] == [f"u{n}" for n in range(34, 4, -1)]


def test_a_copy_takes_neither_name_nor_company(pair: Pair) -> None:
    pair.did("add", unit="katana-samurai")
    pair.did("name", id="u1", name="Guard")
    pair.did("enlist", character="daisho-samurai", joins="u1")
    pair.did("copy", id="u1")
    pair.did("copy", id="c2")
    assert [u.name for u in pair.army.units] == ["Guard", ""]
    assert [c.joins for c in pair.army.characters] == ["u1", None]


def test_two_phones_never_overwrite_each_other(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    pair.did("name", BEN, id="u1", name="Spears")
    pair.did("size", id="u1", by=1)
    pair.did("add", BEN, unit="katana-samurai")
    pair.did("add", unit="yumi-ashigaru")
    assert [(u.id, u.name, u.miniatures) for u in pair.army.units] == [
        ("u1", "Spears", 6),
        ("u2", "", 4),
        ("u3", "", 4),
    ]


def test_many_phones_at_once(pair: Pair) -> None:
    def add(device: str) -> None:
        for _ in range(5):
            done = pair.lists.edit(pair.id, device, "add", {"unit": "yari-ashigaru"}, key())
            assert isinstance(done, Done)

    threads = [threading.Thread(target=add, args=(f"phone-{n}",)) for n in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len({u.id for u in pair.army.units}) == 20
    assert [u.id for u in pair.army.units] == in_order(pair.kept.draft, "unit")


def test_a_key_counts_once(pair: Pair) -> None:
    again = key()
    first = pair.lists.edit(pair.id, ANA, "add", {"unit": "yari-ashigaru"}, again)
    second = pair.lists.edit(pair.id, ANA, "add", {"unit": "yari-ashigaru"}, again)
    assert isinstance(first, Done)
    assert isinstance(second, Done)
    assert (second.seq, second.again, len(pair.army.units)) == (first.seq, True, 1)
    assert "key of another" in why(pair.lists.edit(pair.id, BEN, "add", {"unit": "yari-ashigaru"}, again))
    assert "8 to 64" in why(pair.lists.edit(pair.id, ANA, "add", {"unit": "yari-ashigaru"}, "short"))


# ---- undo


def test_undo_takes_back_the_own_last_edit_only(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    pair.did("add", BEN, unit="katana-samurai")
    assert isinstance(pair.undo(), Done)
    assert [u.id for u in pair.army.units] == ["u2"]
    assert isinstance(pair.redo(), Done)
    assert [u.id for u in pair.army.units] == ["u1", "u2"]
    assert isinstance(pair.undo(BEN), Done)
    assert [u.id for u in pair.army.units] == ["u1"]


def test_undo_goes_far_back_and_redo_forward_again(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    for _ in range(4):
        pair.did("size", id="u1", by=1)
    sizes = []
    for _ in range(5):
        assert isinstance(pair.undo(), Done)
        sizes.append([u.miniatures for u in pair.army.units])
    assert sizes == [[8], [7], [6], [5], []]
    assert "left to undo" in why(pair.undo())
    for _ in range(5):
        assert isinstance(pair.redo(), Done)
    assert pair.army.units[0].miniatures == 9
    assert "Nothing to redo" in why(pair.redo())


def test_another_edit_ends_redo(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    assert isinstance(pair.undo(), Done)
    pair.did("add", unit="katana-samurai")
    assert "Nothing to redo" in why(pair.redo())
    assert isinstance(pair.undo(), Done)
    assert isinstance(pair.redo(), Done)
    assert [u.unit for u in pair.army.units] == ["katana-samurai"]


def test_undo_never_reverts_what_the_other_phone_changed_since(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    pair.did("size", id="u1", by=1)
    pair.did("size", BEN, id="u1", by=2)
    sentence = why(pair.undo())
    assert "Yari Ashigaru: miniatures 5 → 6" in sentence
    assert "another phone has changed it since (Yari Ashigaru: miniatures 6 → 8)" in sentence
    assert pair.army.units[0].miniatures == 8
    assert "added 5 Yari Ashigaru" in why(pair.undo()), "the unit was changed as well, so it stays"
    assert len(pair.army.units) == 1
    assert isinstance(pair.undo(BEN), Done)
    assert pair.army.units[0].miniatures == 6


def test_a_refused_undo_repeated_gives_the_same_answer(pair: Pair) -> None:
    pair.did("add", unit="katana-samurai")
    pair.did("add", unit="yari-ashigaru")
    pair.did("size", BEN, id="u2", by=1)
    again = key()
    first = why(pair.lists.undo(pair.id, ANA, again))
    assert why(pair.lists.undo(pair.id, ANA, again)) == first
    assert len(pair.army.units) == 2
    assert isinstance(pair.undo(), Done)
    assert [u.id for u in pair.army.units] == ["u2"]


def test_reach_says_what_undo_and_redo_would_do(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    reach = pair.lists.reach(pair.id, ANA)
    assert (str(reach.undo), reach.redo) == ("added 5 Yari Ashigaru", None)
    assert pair.lists.reach(pair.id, BEN).undo is None
    pair.undo()
    reach = pair.lists.reach(pair.id, ANA)
    assert (reach.undo, str(reach.redo)) == (None, "added 5 Yari Ashigaru")


# ---- history and bin


def test_history_tells_every_edit_and_goes_back_to_any_point(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    pair.did("add", BEN, unit="katana-samurai")
    pair.did("remove", id="u1")
    told = pair.lists.history(pair.id)
    assert [str(one.line) for one in told] == [
        "removed Yari Ashigaru",
        "added 4 Katana Samurai",
        "added 5 Yari Ashigaru",
        "made",
    ]
    point = told[1].seq
    draft = pair.lists.at(pair.id, point)
    assert draft is not None
    assert in_order(draft, "unit") == ["u1", "u2"]
    assert isinstance(pair.lists.back(pair.id, BEN, point, key()), Done)
    assert [u.id for u in pair.army.units] == ["u1", "u2"]
    assert isinstance(pair.undo(BEN), Done)
    assert [u.id for u in pair.army.units] == ["u2"]
    assert "no such point" in why(pair.lists.back(pair.id, BEN, 99, key()))
    assert pair.lists.at(pair.id, 0) is None
    assert pair.lists.history(pair.id, before=3, limit=1)[0].seq == 2


def test_a_number_is_never_given_out_twice(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    pair.did("remove", id="u1")
    pair.did("add", unit="katana-samurai")
    assert pair.army.units[0].id == "u2"
    pair.undo()
    pair.undo()
    assert [u.id for u in pair.army.units] == ["u1"]


def test_the_bin_gives_back_what_it_got(pair: Pair, lists: Lists) -> None:
    pair.did("add", unit="yari-ashigaru")
    before = pair.army
    assert isinstance(lists.to_bin(pair.id, ANA, key()), Done)
    assert pair.kept.deleted_at is not None
    assert lists.by_share(pair.kept.share_token) is None
    assert "bin" in why(pair.edit("add", unit="yari-ashigaru"))
    assert "bin" in why(pair.undo())
    assert [one.deleted_at is not None for one in lists.mine(ANA)] == [True]
    assert isinstance(lists.restore(pair.id, ANA, key()), Done)
    assert (pair.army, pair.kept.deleted_at) == (before, None)
    lists.destroy(pair.id)
    assert lists.by_edit(pair.token) is not None, "only what lies in the bin is destroyed"
    lists.to_bin(pair.id, ANA, key())
    lists.destroy(pair.id)
    assert lists.by_edit(pair.token) is None
    assert "deleted for good" in why(pair.edit("add", unit="yari-ashigaru"))


def test_links_are_two_and_a_phone_remembers(pair: Pair, lists: Lists) -> None:
    kept = pair.kept
    assert kept.edit_token != kept.share_token
    assert min(len(kept.edit_token), len(kept.share_token)) >= 20
    assert lists.by_share(kept.edit_token) is None
    assert lists.by_edit(kept.share_token) is None
    assert not lists.keeps(pair.id, BEN)
    pair.did("add", BEN, unit="yari-ashigaru")
    assert lists.keeps(pair.id, BEN), "who edits a list keeps it"
    lists.forget(pair.id, BEN)
    assert lists.mine(BEN) == ()
    lists.keep(pair.id, BEN)
    lists.keep(pair.id, BEN)
    assert [one.id for one in lists.mine(BEN)] == [pair.id]


def test_the_bell_rings_after_every_edit(pair: Pair, bell: Bell) -> None:
    ear = bell.listen(bell_of(pair.id))
    pair.did("add", unit="yari-ashigaru")
    assert ear.wait(1) == pair.kept.seq
    pair.edit("size", id="u9", by=1)
    assert ear.wait(0.01) is None
    pair.undo()
    assert ear.wait(1) == pair.kept.seq


def test_a_collection_is_kept_by_phone(lists: Lists) -> None:
    lists.own(ANA, "yari-ashigaru", 12)
    lists.own(ANA, "yari-ashigaru", 15)
    lists.own(ANA, "geisha", 1)
    lists.own(ANA, "geisha", 0)
    lists.own(ANA, "spy", 10_000)
    assert lists.miniatures(ANA) == {"yari-ashigaru": 15, "spy": 200}
    assert lists.miniatures(BEN) == {}


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("add", {"unit": "orcs"}),
        ("add", {}),
        ("add", {"unit": "yari-ashigaru", "extra": "1"}),
        ("size", {"id": "u9", "by": "1"}),
        ("size", {"id": "u1", "to": "0"}),
        ("size", {"id": "u1", "to": "1000"}),
        ("size", {"id": "u1", "by": "x"}),
        ("size", {"id": "u1", "to": "9" * 5000}),
        ("standard", {"id": "u1", "on": "perhaps"}),
        ("standard", {"id": "c9", "on": "true"}),
        ("name", {"id": "u1", "name": "x" * 61}),
        ("note", {"id": "u1", "note": "x" * 301}),
        ("front", {"id": "u1", "front": "999"}),
        ("enlist", {"character": "emperor"}),
        ("enlist", {"character": "spy", "joins": "u9"}),
        ("join", {"id": "u1", "unit": ""}),
        ("outfit", {"id": "u1", "weapon": "katana"}),
        ("general", {"id": "u1"}),
        ("ability", {"ability": "flight", "on": "true"}),
        ("head", {"path": "ronin"}),
        ("head", {"level": "11"}),
        ("head", {"mon": "skull"}),
        ("head", {"koku_limit": "-1"}),
        ("head", {"koku_limit": "0"}),
        ("head", {"koku_limit": "3999"}),
        ("head", {"koku_limit": "100001"}),
        ("fix", {"code": "koku-over"}),
        ("explode", {}),
    ],
)
def test_what_cannot_be_written_down_is_refused_with_a_sentence(pair: Pair, name: str, form: dict[str, str]) -> None:
    pair.did("add", unit="yari-ashigaru")
    before = pair.kept
    done = pair.edit(name, **form)
    assert len(why(done)) > 10
    assert pair.kept == before


def test_a_full_list_says_so(pair: Pair) -> None:
    for _ in range(60):
        pair.did("add", unit="yari-ashigaru")
    assert "60 units" in why(pair.edit("add", unit="yari-ashigaru"))
    assert "60 units" in why(pair.edit("copy", id="u1"))


def test_a_fix_mends_and_is_undone_like_anything(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    pair.did("size", id="u1", to=12)
    pair.did("fix", code="unit-too-large", about="u1")
    assert pair.army.units[0].miniatures == 9
    assert "mended: Yari Ashigaru: 12 miniatures" in str(pair.lists.history(pair.id)[0].line)
    assert "no longer wrong" in why(pair.edit("fix", code="unit-too-large", about="u1"))
    pair.undo()
    assert pair.army.units[0].miniatures == 12


def test_a_whole_army_in_one_edit(pair: Pair) -> None:
    pair.did("add", unit="yari-ashigaru")
    pair.did("add", unit="katana-samurai")
    pair.did("move", id="u2", way="up")
    before = pair.army
    other = before.without("u1")
    assert isinstance(pair.lists.replace(pair.id, ANA, other, Text("suggested"), key()), Done)
    assert [u.id for u in pair.army.units] == ["u2"]
    assert isinstance(pair.undo(), Done)
    assert pair.army == before


# ---- laws

ACTS = st.lists(
    st.tuples(
        st.sampled_from([ANA, BEN]),
        st.sampled_from(["add", "grow", "shrink", "remove", "copy", "up", "name", "undo", "redo", "undo", "redo"]),
        st.integers(0, 5),
    ),
    max_size=25,
)


def _act(pair: Pair, by: str, what: str, which: int) -> None:
    ids = [u.id for u in pair.army.units]
    one = ids[which % len(ids)] if ids else "u1"
    acts: dict[str, Callable[[], object]] = {
        "add": lambda: pair.edit("add", by, unit="yari-ashigaru"),
        "grow": lambda: pair.edit("size", by, id=one, by=1),
        "shrink": lambda: pair.edit("size", by, id=one, by=-1),
        "remove": lambda: pair.edit("remove", by, id=one),
        "copy": lambda: pair.edit("copy", by, id=one),
        "up": lambda: pair.edit("move", by, id=one, way="up"),
        "name": lambda: pair.edit("name", by, id=one, name=f"n{which}"),
        "undo": lambda: pair.undo(by),
        "redo": lambda: pair.redo(by),
    }
    acts[what]()


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS)
def test_every_point_of_the_history_is_what_the_list_was(lists: Lists, acts: list[tuple[str, str, int]]) -> None:
    pair = Pair(lists)
    was = {1: pair.army}
    for by, what, which in acts:
        _act(pair, by, what, which)
        was[pair.kept.seq] = pair.army
    for seq, army in was.items():
        draft = lists.at(pair.id, seq)
        assert draft is not None
        assert army_of(draft) == army


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS)
def test_undo_changes_only_what_the_own_edit_had_set(lists: Lists, acts: list[tuple[str, str, int]]) -> None:
    pair = Pair(lists)
    for by, what, which in acts:
        _act(pair, by, what, which)
    before = pair.kept
    if isinstance(pair.undo(), Done):
        assert isinstance(pair.redo(), Done)
        assert pair.army == before.army


def test_differences_lead_there_and_back() -> None:
    before = draft_of(Army("buke", 3))
    after = draft_of(Army("kuge", 5, taisho_abilities=("banzai",), name="x"))
    found = difference(before, after)
    assert changed(before, found) == after
    assert without(after, found) == before
