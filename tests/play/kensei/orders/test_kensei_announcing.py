"""Orders drafted in private, nobody else's, and announced to all, with their AC (8:3:4, 8:3:5, 9:1, K70)."""

from __future__ import annotations

import pytest

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.view import OrdersView, orders_view
from companion.play.kensei.state import State
from tests.play.kensei.field import Field
from tests.play.kensei.orders.lines import eyes_of_others, lines, row, seen

NO_ENEMY = "A charge or a shot names an enemy on the table: choose one."


LATE_WORDS = "Units have acted already: by the book all orders are announced first."


def test_a_draft_is_its_sides_alone_until_it_is_announced() -> None:
    field = lines()
    before = eyes_of_others(field)
    assert field.act("a", "order", piece="a1", do="advance", pace="run") == ""
    assert eyes_of_others(field) == before
    event = field.events[-1]
    assert field.shown(event, "a") == event.data
    assert field.shown(event, "b") is None
    assert field.shown(event, None) is None
    assert KENSEI.secrets(field.state) == {"orders a1"}
    assert [str(words) for words in row(field, "a", "a1").draft] == ["run"]
    assert field.act("a", "announce") == "Katana Samurai: run."
    assert [str(words) for words in row(field, "b", "a1").announced] == ["run"]
    assert KENSEI.secrets(field.state) == frozenset()


def test_a_target_announces_its_unit_and_the_drafts_before_it() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance")
    told = field.act("a", "announce", piece="a3", goal="charge+run+", target="b1")
    assert told == "Katana Samurai: march. Kiba Musha: run, charge Yari Ashigaru."


def test_ac_are_counted_when_announced_and_shown_when_drafted() -> None:
    field = lines()
    have = row(field, "a", "a2").have
    field.act("a", "order", piece="a2", do="advance")
    shown = row(field, "a", "a2")
    assert (shown.left, shown.drafting) == (have, 1)
    assert [seen(field, seat).drafts for seat in ("a", "b", None)] == [1, 0, 0]
    assert row(field, "b", "a2").drafting == 0
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    assert row(field, "b", "a2").left == have - 2


def test_what_the_book_has_something_against_is_done_anyway_and_the_log_says_so() -> None:
    field = lines()
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    assert field.refused("a", "announce", piece="a1", do="advance") == ("That makes 3 AC in all; the unit has 2.")
    told = field.act("a", "announce", piece="a1", do="advance", anyway=True)
    assert "Against the rules: That makes 3 AC in all; the unit has 2." in told
    assert lines().refused("a", "announce", piece="a1", goal="shoot+march+", target="b1") == (
        "Katana Samurai cannot shoot: no weapon for it."
    )


def test_a_chip_tapped_again_takes_its_draft_back_and_another_pace_replaces_it() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance")
    field.act("a", "order", piece="a1", do="advance", pace="run")
    assert [str(words) for words in row(field, "a", "a1").draft] == ["run"]
    field.act("a", "order", piece="a1", do="advance", pace="run", on=False)
    assert row(field, "a", "a1").draft == ()
    assert field.refused("a", "announce") == "Nothing is drafted: open a unit's row and tap an order first."


def test_archers_may_shoot_with_or_without_greater_precision() -> None:
    shots = [one for one in row(lines(), "a", "a2").goals if one.do == "shoot"]
    assert [(str(one.label), one.precision, one.ac) for one in shots] == [
        ("Shoot", False, 1),
        ("Greater precision", True, 3),
    ]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"piece": "b1", "do": "advance"}, "You have no such unit on the table: choose another."),
        ({"piece": "a1", "goal": "charge+run+"}, NO_ENEMY),
        ({"piece": "a1", "goal": "charge+run+", "target": "a2"}, NO_ENEMY),
    ],
)
def test_an_order_without_a_unit_or_an_enemy_says_what_is_wanted(form: dict[str, str], said: str) -> None:
    assert lines().refused("a", "announce", **form) == said


def test_a_table_without_orders_goes_on_as_before_and_drafts_do_not_outlive_the_phase() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance")
    field.shoot("a2", "b2", "1 1 1 1 1 1")
    field.leave()
    assert field.state.phase == "combat"
    assert field.state.plans == ()
    assert field.refused("a", "order", piece="a1", do="advance").startswith("Orders are given")


def test_moves_end_with_one_word_and_are_known_to_shots() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance", pace="run")
    field.act("a", "order", piece="a2", do="advance")
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    assert [one.piece for one in seen(field, "a").moving] == ["a1"]
    assert [one.piece for one in seen(field, "a").following] == ["a2"]
    assert field.act("a", "moved") == "Carried out: Katana Samurai."
    assert field.piece("a1").facts.moved == "run"
    field.act("a", "carry", piece="a2")
    chain = field.chain()
    assert (chain.attacker, chain.defender, chain.kind) == ("a2", "b2", "shot")
    assert chain.situation.moved == "march"
    assert chain.situation.loaded
    assert seen(field, "a").following == ()


def test_loading_makes_ready_and_a_stop_loses_the_rest() -> None:
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


def test_orders_after_a_unit_has_moved_are_late_by_the_book_and_still_announced() -> None:
    field = lines()
    assert LATE_WORDS not in field.act("a", "announce", piece="a1", do="advance")
    assert seen(field, "a").late is None
    field.act("a", "moved")
    assert str(seen(field, "a").late) == LATE_WORDS
    assert seen(field, "b").late is None
    assert field.act("a", "announce", piece="a2", do="advance").endswith(LATE_WORDS)


CHARGE = "t1.charge.a1>b1"


def reveals(field: Field, event: Event) -> bool:
    """Whether the log says of this event that it showed a secret."""
    after = KENSEI.apply(field.state, event)
    assert isinstance(after, State), str(after)
    return KENSEI.line(field.state, event, after).reveals


# ---- stopped


def test_a_unit_that_stopped_is_drafted_for_unseen_and_its_lost_orders_do_not_come_back() -> None:
    field = lines()
    field.act("a", "announce", piece="a1", do="advance", pace="run")
    field.act("a", "stop", piece="a1")
    before = eyes_of_others(field)
    field.act("a", "order", piece="a1", do="face")
    assert eyes_of_others(field) == before
    assert row(field, "b", "a1").stopped
    field.act("a", "announce")
    assert [[str(words) for words in one.orders] for one in seen(field, "a").moving] == [["face"]]
    field.act("a", "moved")
    assert field.piece("a1").facts.moved == "none"


def test_an_obstacle_it_never_crossed_does_not_count_at_its_shot() -> None:
    field = lines()
    field.act("a", "announce", piece="a2", do="overcome")
    field.act("a", "stop", piece="a2")
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    field.act("a", "carry", piece="a2")
    assert not field.chain().situation.overcame_obstacle


# ---- dropped


def test_a_draft_shows_nothing_that_the_other_side_must_let_go() -> None:
    field = lines()
    field.act("b", "done", turn=1)
    leave = Event("leave", "b", "a", {"turn": 1, "phase": "orders"})
    assert not reveals(field, leave)
    field.act("a", "order", piece="a1", do="advance")
    assert not reveals(field, leave)
    assert not reveals(field, Event("announce", "a", "a", {})), "its own side tells it, and may take that back"
    assert field.leave() == "Turn 1: Combat.", "a draft alone keeps nobody in the phase"


def test_the_draft_of_a_unit_that_is_gone_is_no_secret_any_more() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance")
    gone = Event("correct", "b", "b", {"piece": "a1", "miniatures": 0, "reason": "all fell"})
    assert not reveals(field, gone)
    field.act("b", "correct", piece="a1", miniatures=0, reason="all fell")
    assert KENSEI.secrets(field.state) == frozenset()


# ---- spoken, and entered by the other side


def test_the_other_side_neither_drafts_nor_announces_drafts() -> None:
    only = "Only a unit's own side drafts its orders: announce the order that was spoken."
    for drafting in (False, True):
        field = lines()
        if drafting:
            field.act("a", "order", piece="a1", do="advance")
        for on in (True, False):
            assert field.refused("a", "order", by="b", piece="a1", do="advance", on=on) == only
        assert field.refused("a", "announce", by="b") == (
            "Only a unit's own side announces its drafts: choose the unit and the order spoken."
        )


def test_an_order_spoken_takes_no_draft_along_and_is_judged_without_it() -> None:
    eyes, told = [], []
    for drafting in (False, True):
        field = lines()
        if drafting:
            field.act("a", "order", piece="a2", do="advance")
            field.act("a", "order", piece="a1", do="advance")
            field.act("a", "order", piece="a1", do="face")
        told.append(field.act("a", "announce", by="b", piece="a1", goal="charge+run+", target="b1"))
        told.append(field.refused("a", "announce", by="b", piece="a1", do="advance"))
        told.append(field.act("a", "announce", by="b", piece="a2", do="advance", pace="run"))
        eyes.append(eyes_of_others(field))
    assert told[:3] == told[3:]
    assert eyes[0] == eyes[1]
    assert [str(words) for words in row(field, "a", "a1").draft] == ["march", "face"]


def test_plans_lie_in_the_order_of_their_announcement() -> None:
    eyes = []
    for drafting in (False, True):
        field = lines()
        if drafting:
            field.act("a", "order", piece="a1", do="advance")
        field.act("a", "announce", by="b", piece="a2", do="advance")
        if not drafting:
            field.act("a", "order", piece="a1", do="advance")
        field.act("a", "announce")
        eyes.append(eyes_of_others(field))
    assert eyes[0] == eyes[1]


# ---- the log


def test_what_was_drafted_anyway_says_so_when_it_is_announced() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="load", anyway=True)
    field.act("a", "order", piece="a3", do="occupy", anyway=True)
    told = field.act("a", "announce", piece="a2", do="advance")
    assert told == (
        "Katana Samurai: load. Against the rules: Katana Samurai cannot shoot: no weapon for it. "
        "Kiba Musha: occupy. Against the rules: Riders neither occupy obstacles nor move through friends. "
        "Yumi Samurai: march."
    )


# ---- a charge after an advance


@pytest.mark.parametrize(("then", "pace"), [("", "march"), ("moved", "none"), ("stop", "none")])
def test_an_advance_announced_before_is_the_charges_own_until_it_is_made_or_lost(then: str, pace: str) -> None:
    field = lines()
    field.act("a", "announce", piece="a3", do="advance")
    if then:
        field.act("a", then, **({"piece": "a3"} if then == "stop" else {}))
    field.act("a", "announce", piece="a3", goal="charge+none+", target="b1")
    assert [charge.pace for charge in field.state.charges] == [pace]


# ---- a shot called off


def test_a_shot_called_off_is_left_to_be_carried_out() -> None:
    field = lines()
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    field.act("a", "carry", piece="a2")
    assert seen(field, "a").following == ()
    field.act("a", "cancel", step=field.step())
    assert [one.piece for one in seen(field, "a").following] == ["a2"]
    field.act("a", "carry", piece="a2")
    assert field.chain().defender == "b2"


def test_what_it_moved_before_an_impossible_shot_stands() -> None:
    field = lines()
    field.act("a", "announce", piece="a2", do="advance", pace="march")
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b2")
    field.act("b", "react", step="t1.charge.a1>b2.react", what="withstand")
    field.act("a", "charge", charge="t1.charge.a1>b2")
    assert field.act("a", "carry", piece="a2") == "Carried out by Yumi Samurai: march."
    assert "In a combat: " in str(orders_view(field.state, "a").following[0].against)
    field.act("a", "stop", piece="a2")
    assert field.piece("a2").facts.moved == "march"
    assert orders_view(field.state, "a").following == ()


# ---- shown and listed


def test_a_table_without_orders_still_shows_what_is_asked() -> None:
    field = lines()
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    field.act("a", "show-orders", shown=False)
    assert [one.seat for one in seen(field, "b").reactions] == ["b"]
    field.act("b", "react", step=f"{CHARGE}.react", what="withstand")
    assert seen(field, "a") == OrdersView(shown=False)
    field.act("a", "charge", charge=CHARGE, left_cm=4)
    assert [one.seat for one in seen(field, "a").dice] == ["a"]
    field.act("b", "show-orders", shown=True)
    assert seen(field, "a").now


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
    assert orders_view(field.state, "a").drafts == 1
    field.act("b", "react", step=f"{CHARGE}.react", what="withstand")
    field.act("a", "charge", charge=CHARGE, left_cm=4)
    field.act("a", "moved")
    assert "Charge dice still due: Katana Samurai. Roll, or end the phase anyway." in listed("b")
    assert field.leave(skip=True) == "Turn 1: Combat. Orders not carried out: Katana Samurai."


# ---- what is loaded


def test_what_is_loaded_is_not_loaded_again_nor_offered_to_be() -> None:
    field = lines()
    assert field.refused("a", "order", piece="a2", do="load") == "The weapon is loaded already."
    load = next(chip for chip in row(field, "a", "a2").chips if chip.do == "load")
    assert load.against is not None
    assert not load.often, "it is unfolded first"
    field.act("a", "mark", piece="a2", marker="unloaded", on=True)
    field.act("a", "order", piece="a2", do="load")
    assert field.refused("a", "announce", piece="a2", do="load") == "The weapon is loaded already.", "by its draft"


def test_after_a_shot_it_may_be_loaded_in_the_same_turn() -> None:
    field = lines()
    field.act("a", "announce", piece="a2", goal="shoot+march+", target="b2")
    assert next(chip for chip in row(field, "a", "a2").chips if chip.do == "load").often
