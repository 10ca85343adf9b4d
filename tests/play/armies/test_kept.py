"""Kept lists: sessions of two phones, links, many at once, and what holds whatever they do."""

from concurrent.futures import ThreadPoolExecutor

from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.live import Bell
from companion.play.armies.draft import army_of, in_order
from companion.play.armies.kept import Lists, topic_of
from companion.play.values import Done
from companion.rules.kensei.army import Army
from companion.rules.text import Text
from tests.golden.told import changed
from tests.play.armies.hands import ANA, BEN, Pair, key, why
from tests.play.armies.sessions import Session


def test_sessions_go_as_they_are_kept(lists: Lists) -> None:
    """What every edit does, what is refused, undo, history, bin, and taps that come late."""
    assert not changed("kept-lists", lambda lines: Session(lists).told(lines))


def test_the_numbers_between_two_entries_run_out_and_are_given_out_anew(pair: Pair) -> None:
    pair.add("yari-ashigaru", "katana-samurai")
    for _ in range(30):
        pair.did("copy", id="u1")
    assert [one.id for one in pair.army.units] == ["u1", *(f"u{n}" for n in range(32, 2, -1)), "u2"]


def test_many_phones_at_once(pair: Pair) -> None:
    def add(device: str) -> None:
        for _ in range(5):
            assert isinstance(pair.lists.edit(pair.id, device, "add", {"unit": "yari-ashigaru"}, key()), Done)

    with ThreadPoolExecutor() as threads:
        list(threads.map(add, [f"phone-{n}" for n in range(4)]))
    assert len({u.id for u in pair.army.units}) == 20
    assert [u.id for u in pair.army.units] == in_order(pair.kept.draft, "unit")


def test_every_edit_rings_and_a_whole_army_is_one(pair: Pair, bell: Bell) -> None:
    listener = bell.listen(topic_of(pair.id))
    pair.add("yari-ashigaru")
    assert listener.wait(1) == pair.kept.seq
    pair.edit("size", id="u9", by=1)
    assert listener.wait(0.01) is None
    pair.did("size", id="u1", to=12)
    assert listener.wait(1) == pair.kept.seq
    before = pair.army
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


# ---- laws

ACTS = (
    "add unit=yumi-samurai", "enlist character=spy joins=u1", "front id=u1 front=3", "front id=u1 front=4",
    *(f"size id={one} by={by}" for one in ("u1", "u2") for by in (1, -1, 5)), "size id=u1 to=most", "copy id=u1",
    "name id=u1 name=Reds", "move id=u2 way=up", "remove id=u1", "remove id=c3", "join id=c3 unit=u1",
    "join id=c3 unit=u2", "bench id=u1 on=true", "bench id=c3 on=true", "general id=c3", "head path=kuge",
    "ability ability=banzai on=true", "undo", "redo", "undo", "redo",
)  # fmt: skip


@settings(max_examples=40)
@example([("ana", "undo"), ("ana", "undo"), ("ben", "enlist character=spy joins=u1")])
@given(st.lists(st.tuples(st.sampled_from(["ana", "ben", "ana late"]), st.sampled_from(ACTS)), max_size=20))
def test_whatever_two_phones_do_every_tap_is_entered_or_told_and_every_point_stays(
    lists: Lists, acts: list[tuple[str, str]]
) -> None:
    """What holds after each tap: `Session.act`."""
    session = Session(lists)
    was = {1: Army("buke", 3)}
    for line in ("begun", *(f"{who}: {act}" for who, act in acts)):
        list(session.answers(line))
        assert session.kept is not None
        was[session.kept.seq] = session.kept.army
    for seq, army in was.items():
        assert army_of(lists.at(session.id, seq) or {}) == army
    before = session.kept
    if isinstance(lists.undo(session.id, "ana", key()), Done):
        assert isinstance(lists.redo(session.id, "ana", key()), Done)
        assert (before and before.army) == (session.kept and session.kept.army)
