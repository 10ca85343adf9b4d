"""Kept lists: edits that never overwrite each other, what is refused, links, and what a repeated tap does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.live import Bell
from companion.play.armies.draft import in_order
from companion.play.armies.kept import Lists, topic_of
from companion.play.values import Done
from companion.rules.text import Refusal, Text
from tests.play.armies.hands import ANA, BEN, Pair, key, why


def test_every_edit_changes_its_one_thing(pair: Pair) -> None:
    pair.add("yari-ashigaru", "katana-samurai")
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
    pair.add("yari-ashigaru")
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
    pair.add("katana-samurai")
    pair.did("enlist", character="busho-buke", joins="u1")
    pair.did("general", id="c2")
    for gone, found in (("u1", (None, "c2")), ("c2", (None, None))):
        pair.did("remove", id=gone)
        left = pair.army.character("c2")
        assert (left and left.joins, pair.army.general) == found
        assert isinstance(pair.undo(), Done)
        assert (pair.army.characters[0].joins, pair.army.general) == ("u1", "c2")


def test_order_by_steps_copies_and_places(pair: Pair) -> None:
    def order() -> list[str]:
        return [u.id for u in pair.army.units]

    pair.add("yari-ashigaru", "katana-samurai", "yumi-samurai")
    pair.did("move", id="u3", way="up")
    assert order() == ["u1", "u3", "u2"]
    pair.did("name", id="u1", name="Guard")
    pair.did("enlist", character="daisho-samurai", joins="u1")
    pair.did("copy", id="u1")
    pair.did("copy", id="c4")
    assert order() == ["u1", "u5", "u3", "u2"]
    assert [u.name for u in pair.army.units[:2]] == ["Guard", ""], "a copy takes neither name nor company"
    assert [c.joins for c in pair.army.characters] == ["u1", None]
    pair.did("move", id="u2", before="u1")
    assert order() == ["u2", "u1", "u5", "u3"]
    pair.did("move", id="u2", before="")
    assert order()[-1] == "u2"
    for _ in range(30):  # the numbers between two entries run out, and are given out anew
        pair.did("copy", id="u1")
    assert order()[:31] == ["u1", *(f"u{n}" for n in range(36, 6, -1))]


def test_many_phones_at_once(pair: Pair) -> None:
    def add(device: str) -> None:
        for _ in range(5):
            assert isinstance(pair.lists.edit(pair.id, device, "add", {"unit": "yari-ashigaru"}, key()), Done)

    with ThreadPoolExecutor() as threads:
        list(threads.map(add, [f"phone-{n}" for n in range(4)]))
    assert len({u.id for u in pair.army.units}) == 20
    assert [u.id for u in pair.army.units] == in_order(pair.kept.draft, "unit")


def test_a_key_counts_once(pair: Pair) -> None:
    def add(by: str, kind: str, with_key: str) -> Done | Refusal:
        return pair.lists.edit(pair.id, by, "add", {"unit": kind}, with_key)

    again = key()
    first, second = (add(ANA, "yari-ashigaru", again) for _ in range(2))
    assert isinstance(first, Done)
    assert isinstance(second, Done)
    assert (second.seq, second.again, len(pair.army.units)) == (first.seq, True, 1)
    for other in (
        add(BEN, "yari-ashigaru", again),
        add(ANA, "katana-samurai", again),
        pair.lists.edit(pair.id, ANA, "remove", {"unit": "yari-ashigaru"}, again),
        pair.lists.undo(pair.id, ANA, again),
        pair.lists.back(pair.id, ANA, 1, again),
    ):
        assert "taken for an earlier one" in why(other)
    assert "8 to 64" in why(add(ANA, "yari-ashigaru", "short"))


# ---- what is refused


REFUSED: list[tuple[str, dict[str, str], str]] = [
    ("add", {"unit": "orcs"}, ""),
    ("add", {}, ""),
    ("add", {"unit": "yari-ashigaru", "extra": "1"}, ""),
    ("size", {"id": "u9", "by": "1"}, ""),
    ("size", {"id": "u1", "to": "0"}, ""),
    ("size", {"id": "u1", "to": "1000"}, ""),
    ("size", {"id": "u1", "by": "x"}, ""),
    ("size", {"id": "u1", "to": "9" * 5000}, ""),
    ("standard", {"id": "u1", "on": "perhaps"}, ""),
    ("standard", {"id": "c9", "on": "true"}, ""),
    ("name", {"id": "u1", "name": "x" * 61}, ""),
    ("note", {"id": "u1", "note": "x" * 301}, "note: 301 letters; there is room for 300."),
    ("front", {"id": "u1", "front": "999"}, ""),
    ("enlist", {"character": "emperor"}, ""),
    ("enlist", {"character": "spy", "joins": "u9"}, ""),
    ("join", {"id": "u1", "unit": ""}, ""),
    ("outfit", {"id": "u1", "weapon": "katana"}, ""),
    ("general", {"id": "u1"}, ""),
    ("ability", {"ability": "flight", "on": "true"}, ""),
    ("head", {"path": "ronin"}, ""),
    ("head", {"level": "11"}, ""),
    ("head", {"mon": "skull"}, ""),
    ("head", {"clan": "甲" * 41}, "clan: 41 letters; there is room for 40."),
    *(("head", {"koku_limit": koku}, "") for koku in ("-1", "0", "3999", "100001")),
    ("head", {"koku_limit": "4500.5"}, "4500.5 koku: agree on a whole number from 4000"),
    ("fix", {"code": "koku-over"}, ""),
    ("explode", {}, ""),
]


@pytest.mark.parametrize(("name", "form", "words"), REFUSED)
def test_what_cannot_be_written_down_is_refused_with_a_sentence(
    pair: Pair, name: str, form: dict[str, str], words: str
) -> None:
    pair.add("yari-ashigaru")
    before = pair.kept
    sentence = why(pair.edit(name, **form))
    assert len(sentence) > 10
    assert sentence.startswith(words)
    assert pair.kept == before


def test_a_fix_mends_and_is_undone_like_anything_and_every_edit_rings(pair: Pair, bell: Bell) -> None:
    listener = bell.listen(topic_of(pair.id))
    pair.add("yari-ashigaru")
    assert listener.wait(1) == pair.kept.seq
    pair.edit("size", id="u9", by=1)
    assert listener.wait(0.01) is None
    pair.did("size", id="u1", to=12)
    pair.did("fix", code="unit-too-large", about="u1")
    assert pair.army.units[0].miniatures == 9
    assert "fixed: Yari Ashigaru: 12 miniatures" in str(pair.lists.history(pair.id)[0].line)
    assert "no longer wrong" in why(pair.edit("fix", code="unit-too-large", about="u1"))
    pair.undo()
    assert listener.wait(1) == pair.kept.seq
    before = pair.army
    assert before.units[0].miniatures == 12
    pair.add(*["yari-ashigaru"] * 59)
    for name, form in (("add", {"unit": "yari-ashigaru"}), ("copy", {"id": "u1"})):
        assert "60 units" in why(pair.edit(name, **form)), "a full list says so"
    assert isinstance(pair.lists.replace(pair.id, ANA, before, Text("suggested"), key(), {}), Done)
    assert pair.army == before, "a whole army in one edit"
    assert isinstance(pair.undo(), Done)
    assert len(pair.army.units) == 60


# ---- links, the bell, the collection


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


def test_a_collection_is_kept_by_phone(lists: Lists) -> None:
    lists.own(ANA, "yari-ashigaru", 12)
    lists.own(ANA, "yari-ashigaru", 15)
    lists.own(ANA, "geisha", 1)
    lists.own(ANA, "geisha", 0)
    assert lists.miniatures(ANA) == {"yari-ashigaru": 15}
    assert lists.miniatures(BEN) == {}
