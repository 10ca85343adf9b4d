"""Kept lists: undo and redo by phone, the history and every point of it, and the bin."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.play.armies.draft import army_of, in_order
from companion.play.armies.kept import Lists
from companion.play.values import Done
from tests.play.armies.hands import ANA, BEN, Pair, key, why


def test_undo_takes_back_the_own_last_edit_only(pair: Pair) -> None:
    pair.add("yari-ashigaru")
    reach = pair.lists.reach(pair.id, ANA)
    assert (str(reach.undo), reach.redo) == ("added 5 Yari Ashigaru", None)
    assert pair.lists.reach(pair.id, BEN).undo is None
    pair.did("add", BEN, unit="katana-samurai")
    assert isinstance(pair.undo(), Done)
    assert [u.id for u in pair.army.units] == ["u2"]
    reach = pair.lists.reach(pair.id, ANA)
    assert (reach.undo, str(reach.redo)) == (None, "added 5 Yari Ashigaru")
    assert isinstance(pair.redo(), Done)
    assert [u.id for u in pair.army.units] == ["u1", "u2"]
    assert isinstance(pair.undo(BEN), Done)
    assert [u.id for u in pair.army.units] == ["u1"]
    pair.did("name", id="u1", name="Guard")
    pair.did("size", BEN, id="u1", by=1)
    assert isinstance(pair.undo(), Done)
    assert "another phone has changed it since (Guard: miniatures 5 → 6)" in why(pair.undo()), "and not one undone"


def test_undo_goes_far_back_and_redo_forward_again(pair: Pair) -> None:
    pair.add("yari-ashigaru")
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
    assert isinstance(pair.undo(), Done)
    pair.add("katana-samurai")
    assert "Nothing to redo" in why(pair.redo()), "another edit ends it"


def test_undo_never_reverts_what_the_other_phone_changed_since(pair: Pair) -> None:
    pair.add("katana-samurai", "yari-ashigaru")
    pair.did("size", id="u2", by=1)
    pair.did("size", BEN, id="u2", by=2)
    newest, again = pair.lists.history(pair.id, limit=1), key()
    sentence = why(pair.lists.undo(pair.id, ANA, again))
    assert "Yari Ashigaru: miniatures 5 → 6" in sentence
    assert "another phone has changed it since (Yari Ashigaru: miniatures 6 → 8)" in sentence
    assert pair.army.units[1].miniatures == 8
    assert why(pair.lists.undo(pair.id, ANA, again)) == sentence, "repeated it gives the same answer"
    assert pair.lists.history(pair.id, limit=1) == newest, "it is no part of the history"
    assert "added 5 Yari Ashigaru" in why(pair.undo()), "the unit was changed as well, so it stays"
    assert isinstance(pair.undo(), Done)
    assert [(u.id, u.miniatures) for u in pair.army.units] == [("u2", 8)]
    assert isinstance(pair.undo(BEN), Done)
    assert pair.army.units[0].miniatures == 6


# ---- history and bin


def test_history_tells_every_edit_and_goes_back_to_any_point(pair: Pair) -> None:
    pair.add("yari-ashigaru")
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
    pair.add("yari-ashigaru")
    assert [u.id for u in pair.army.units] == ["u2", "u3"], "a number is never given out twice"
    assert "no such point" in why(pair.lists.back(pair.id, BEN, 99, key()))
    assert pair.lists.at(pair.id, 0) is None
    assert pair.lists.history(pair.id, before=3, limit=1)[0].seq == 2


def test_the_bin_gives_back_what_it_got(pair: Pair, lists: Lists) -> None:
    pair.add("yari-ashigaru")
    before = pair.army
    assert isinstance(lists.to_bin(pair.id, ANA, key()), Done)
    assert pair.kept.deleted_at is not None
    assert lists.by_share(pair.kept.share_token) is None
    assert "trash" in why(pair.edit("add", unit="yari-ashigaru"))
    assert "trash" in why(pair.undo())
    assert [one.deleted_at is not None for one in lists.mine(ANA)] == [True]
    assert isinstance(lists.restore(pair.id, ANA, key()), Done)
    assert (pair.army, pair.kept.deleted_at) == (before, None)
    lists.destroy(pair.id)
    assert lists.by_edit(pair.token) is not None, "only what lies in the bin is destroyed"
    lists.to_bin(pair.id, ANA, key())
    lists.destroy(pair.id)
    assert lists.by_edit(pair.token) is None
    assert "deleted for good" in why(pair.edit("add", unit="yari-ashigaru"))


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


@settings(max_examples=15)
@given(ACTS)
def test_every_point_of_the_history_is_what_the_list_was_and_redo_leads_back(
    lists: Lists, acts: list[tuple[str, str, int]]
) -> None:
    pair = Pair(lists)
    was = {1: pair.army}
    for by, what, which in acts:
        _act(pair, by, what, which)
        was[pair.kept.seq] = pair.army
    for seq, army in was.items():
        draft = lists.at(pair.id, seq)
        assert draft is not None
        assert army_of(draft) == army
    before = pair.kept
    if isinstance(pair.undo(), Done):
        assert isinstance(pair.redo(), Done)
        assert pair.army == before.army
