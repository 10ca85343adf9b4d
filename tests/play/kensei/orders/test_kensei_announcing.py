"""Orders drafted in private, nobody else's, and announced to all, with their AC (8:3:4, 8:3:5, 9:1, K70)."""

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from tests.play.kensei.field import Field
from tests.play.kensei.orders.lines import eyes_of_others, lines, row, seen

OWN_DRAFTS = "Only a unit's own side drafts its orders: announce the order that was spoken."


def words(field: Field, piece: str, seat: str = "a") -> tuple[list[str], list[str]]:
    """What is drafted for a piece, and announced, as this seat sees it."""
    shown = row(field, seat, piece)
    return [str(one) for one in shown.draft], [str(one) for one in shown.announced]


def test_a_draft_is_its_sides_alone_until_it_is_announced_with_the_next_that_is() -> None:
    field = lines()
    before = eyes_of_others(field)
    have = row(field, "a", "a1").have
    assert field.act("a", "order", piece="a1", do="advance", pace="run") == ""
    assert eyes_of_others(field) == before
    event = field.events[-1]
    assert [field.shown(event, seat) for seat in ("a", "b", None)] == [event.data, None, None]
    assert KENSEI.secrets(field.state) == {"orders a1"}
    assert words(field, "a1") == (["run"], [])
    assert [seen(field, seat).drafts for seat in ("a", "b", None)] == [1, 0, 0]
    assert [(row(field, seat, "a1").left, row(field, seat, "a1").drafting) for seat in "ab"] == [(have, 1), (have, 0)]
    told = field.act("a", "announce", piece="a3", goal="charge+run+", target="b1")
    assert told == "Katana Samurai: run. Kiba Musha: run, charge Yari Ashigaru."
    assert words(field, "a1", "b") == ([], ["run"])
    assert [row(field, "b", piece).left for piece in ("a1", "a3")] == [have - 1, row(field, "b", "a3").have - 2]
    assert KENSEI.secrets(field.state) == frozenset()


def reveals(field: Field, event: Event) -> bool:
    """Whether the log says of this event that it showed a secret."""
    after = KENSEI.apply(field.state, event)
    assert isinstance(after, State), str(after)
    return KENSEI.line(field.state, event, after).reveals


def test_a_draft_that_is_dropped_shows_nothing_and_is_no_secret_any_more() -> None:
    field = lines()
    field.act("b", "done", turn=1)
    leave = Event("leave", "b", "a", {"turn": 1, "phase": "orders"})
    assert not reveals(field, leave)
    field.act("a", "order", piece="a1", do="advance")
    drafted = field.state
    assert not reveals(field, leave)
    assert not reveals(field, Event("announce", "a", "a", {})), "its own side tells it, and may take that back"
    assert not reveals(field, Event("correct", "b", "b", {"piece": "a1", "miniatures": 0, "reason": "all fell"}))
    field.act("b", "correct", piece="a1", miniatures=0, reason="all fell")
    assert KENSEI.secrets(field.state) == frozenset()
    field.state = drafted
    assert field.leave() == "Turn 1: Combat.", "a draft alone keeps nobody in the phase"
    assert field.state.plans == ()
    assert field.refused("a", "order", piece="a1", do="advance").startswith("Orders are given")


def test_the_other_side_enters_what_was_spoken_and_neither_drafts_nor_announces_drafts() -> None:
    """What is drafted changes nothing that it sees or is answered."""
    eyes, told = [], []
    for drafting in (False, True):
        field = lines()
        if drafting:
            for piece, do in (("a2", "advance"), ("a1", "advance"), ("a1", "face")):
                field.act("a", "order", piece=piece, do=do)
        for on in (True, False):
            told.append(field.refused("a", "order", by="b", piece="a1", do="advance", on=on))
        told.append(field.refused("a", "announce", by="b"))
        told.append(field.act("a", "announce", by="b", piece="a1", goal="charge+run+", target="b1"))
        told.append(field.refused("a", "announce", by="b", piece="a1", do="advance"))
        told.append(field.act("a", "announce", by="b", piece="a2", do="advance", pace="run"))
        eyes.append(eyes_of_others(field))
    assert told[:6] == told[6:]
    assert told[:2] == [OWN_DRAFTS] * 2
    assert told[2] == "Only a unit's own side announces its drafts: choose the unit and the order spoken."
    assert eyes[0] == eyes[1]
    assert words(field, "a1")[0] == ["march", "face"]
