"""Orders drafted in private, nobody else's, and announced to all, with their AC (8:3:4, 8:3:5, 9:1, K70)."""

from __future__ import annotations

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.view import OrdersView
from companion.play.kensei.state import State
from tests.play.kensei.field import Field
from tests.play.kensei.orders.lines import CHARGE, answered, eyes_of_others, lines, row, seen

NO_ENEMY = "A charge or a shot names an enemy on the table: choose one."
LATE_WORDS = "Units have acted already: by the book all orders are announced first."
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


def test_a_chip_tapped_again_takes_its_draft_back_and_another_pace_replaces_it() -> None:
    field = lines()
    for pace in ("march", "run"):
        field.act("a", "order", piece="a1", do="advance", pace=pace)
    assert words(field, "a1")[0] == ["run"]
    field.act("a", "order", piece="a1", do="advance", pace="run", on=False)
    assert words(field, "a1")[0] == []
    assert field.refused("a", "announce") == "Nothing is drafted: open a unit's row and tap an order first."


def test_what_the_book_has_something_against_is_done_anyway_and_the_log_says_so() -> None:
    field = lines()
    for form, said in (
        ({"piece": "b1", "do": "advance"}, "You have no such unit on the table: choose another."),
        ({"piece": "a1", "goal": "charge+run+"}, NO_ENEMY),
        ({"piece": "a1", "goal": "charge+run+", "target": "a2"}, NO_ENEMY),
        ({"piece": "a1", "goal": "shoot+march+", "target": "b1"}, "Katana Samurai cannot shoot: no weapon for it."),
    ):
        assert field.refused("a", "announce", **form) == said
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    why = "That makes 3 AC in all; the unit has 2."
    assert field.refused("a", "announce", piece="a1", do="advance") == why
    assert f"Against the rules: {why}" in field.act("a", "announce", piece="a1", do="advance", anyway=True)
    field = lines()
    field.act("a", "order", piece="a1", do="load", anyway=True)
    field.act("a", "order", piece="a3", do="occupy", anyway=True)
    assert field.act("a", "announce", piece="a2", do="advance") == (
        "Katana Samurai: load. Against the rules: Katana Samurai cannot shoot: no weapon for it. "
        "Kiba Musha: occupy. Against the rules: Riders neither occupy obstacles nor move through friends. "
        "Yumi Samurai: march."
    ), "also of what was drafted anyway"


def test_what_archers_are_offered() -> None:
    field = lines()
    shots = [one for one in row(field, "a", "a2").goals if one.do == "shoot"]
    assert [(str(one.label), one.precision, one.ac) for one in shots] == [
        ("Shoot", False, 1),
        ("Greater precision", True, 3),
    ]

    def often() -> bool:
        return next(chip for chip in row(field, "a", "a2").chips if chip.do == "load").often

    loaded = "The weapon is loaded already."
    assert field.refused("a", "order", piece="a2", do="load") == loaded
    assert not often(), "it is unfolded first"
    field.act("a", "mark", piece="a2", marker="unloaded", on=True)
    field.act("a", "order", piece="a2", do="load")
    assert field.refused("a", "announce", piece="a2", do="load") == loaded, "by its draft"
    field = lines()
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    assert often(), "after the shot, in the same turn"


def test_moves_end_with_one_word_and_are_known_to_shots() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance", pace="run")
    field.act("a", "order", piece="a2", do="advance")
    assert LATE_WORDS not in field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    assert [one.piece for one in seen(field, "a").moving] == ["a1"]
    assert seen(field, "a").late is None
    assert field.act("a", "moved") == "Carried out: Katana Samurai."
    assert field.piece("a1").facts.moved == "run"
    assert [str(seen(field, seat).late) for seat in "ab"] == [LATE_WORDS, "None"]
    for _ in range(2):
        assert [one.piece for one in seen(field, "a").following] == ["a2"]
        field.act("a", "carry", piece="a2")
        chain = field.chain()
        assert (chain.attacker, chain.defender, chain.kind) == ("a2", "b2", "shot")
        assert (chain.situation.moved, chain.situation.loaded) == ("march", True)
        assert seen(field, "a").following == ()
        field.act("a", "cancel", step=field.step())
    assert field.act("a", "announce", piece="a3", do="advance").endswith(LATE_WORDS)


def test_loading_makes_ready_and_a_stop_loses_the_rest_of_its_orders_for_good() -> None:
    field = lines()
    field.shoot("a2", "b2", "1 1 1 1 1 1")
    assert not field.piece("a2").loaded
    field.act("a", "announce", piece="a2", do="load")
    field.act("a", "moved")
    assert field.piece("a2").loaded
    field.act("a", "announce", piece="a1", goal="charge+march+", target="b1")
    assert field.act("a", "stop", piece="a1") == "Katana Samurai stopped; lost: march, charge Yari Ashigaru."
    assert seen(field, "a").charges == ()
    assert not any(ask.kind == "react" for ask in field.state.asks), "nobody is asked about a charge that stopped"
    assert row(field, "a", "a1").left == row(field, "a", "a1").have - 2, "its AC are spent"
    before = eyes_of_others(field)
    field.act("a", "order", piece="a1", do="face", anyway=True)
    assert eyes_of_others(field) == before, "it is drafted for unseen"
    assert row(field, "b", "a1").stopped
    field.act("a", "announce")
    assert [[str(one) for one in moving.orders] for moving in seen(field, "a").moving] == [["face"]]
    field.act("a", "moved")
    assert field.piece("a1").facts.moved == "none"


def test_an_obstacle_it_never_crossed_does_not_count_at_its_shot() -> None:
    field = lines()
    field.act("a", "announce", piece="a2", do="overcome")
    field.act("a", "stop", piece="a2")
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    field.act("a", "carry", piece="a2")
    assert not field.chain().situation.overcame_obstacle


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


def test_what_it_moved_before_an_impossible_shot_stands() -> None:
    field = answered("withstand", target="b2")
    field.act("a", "announce", piece="a2", do="advance", pace="march")
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    field.act("a", "charge", charge="t1.charge.a1>b2")
    assert field.act("a", "carry", piece="a2") == "Carried out by Yumi Samurai: march."
    assert "In a combat: " in str(seen(field, "a").following[0].against)
    field.act("a", "stop", piece="a2")
    assert field.piece("a2").facts.moved == "march"
    assert seen(field, "a").following == ()


def test_what_is_announced_and_open_is_listed_before_the_phase_is_left() -> None:
    field = lines()
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    field.act("a", "announce", piece="a2", do="advance")
    field.act("a", "order", piece="a3", do="advance")

    def listed(seat: str | None) -> list[str]:
        return [str(one.reason) for one in field.view(seat).still_open]

    assert listed("a") == [
        "Still to say how they react: Yari Ashigaru. Answer, or end the phase anyway.",
        "Announced and not carried out: Katana Samurai, Yumi Samurai. Do it, or end the phase anyway.",
    ]
    assert listed("b") == listed(None) == listed("a"), "a draft is in no list"
    field.act("a", "show-orders", shown=False)
    assert [one.seat for one in seen(field, "b").reactions] == ["b"], "a table without orders shows what is asked"
    field.act("b", "react", step=f"{CHARGE}.react", what="withstand")
    assert seen(field, "a") == OrdersView(shown=False)
    field.act("a", "charge", charge=CHARGE, left_cm=4)
    assert [one.seat for one in seen(field, "a").dice] == ["a"]
    field.act("b", "show-orders", shown=True)
    assert seen(field, "a").now
    field.act("a", "moved")
    assert "Charge dice still due: Katana Samurai. Roll, or end the phase anyway." in listed("b")
    assert field.leave(skip=True) == "Turn 1: Combat. Orders not carried out: Katana Samurai."
