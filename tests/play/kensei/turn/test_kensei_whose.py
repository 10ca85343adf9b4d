"""Whose orders it is, whose choice of combat, and what the end of a turn says and offers (7:4:2, 8:3:4, K69)."""

from __future__ import annotations

from companion.play.kensei.choose import ChooseView
from companion.play.kensei.orders.view import Alike
from companion.play.kensei.state import must
from tests.play.kensei.after.rout import broken
from tests.play.kensei.combat.trio import rolled
from tests.play.kensei.field import Field, attack_of
from tests.play.kensei.orders.lines import CHARGE, charged, lines, react
from tests.play.kensei.test_kensei_choose import leave, panel
from tests.play.kensei.turn.test_kensei_taisho import routed
from tests.play.kensei.turn.test_kensei_victory import field_of

OWN = "Your orders: tap a unit."
GENERIC = "Orders: tap a unit, or end the phase."


def said(field: Field) -> tuple[str, str]:
    return str(panel(field, "a").sentence), str(panel(field, "b").sentence)


def other_orders(side: str) -> str:
    return f"Side {side} gives orders. Draft yours."


GIVES_B = "Side B gives orders."
MORE = "Your orders: more, or done?"


def ends(field: Field, seat: str) -> str:
    """This side ends its orders."""
    return field.act(seat, "done", turn=field.state.turn)


def above(shown: ChooseView) -> tuple[str, bool]:
    """Whose crest stands above the act, and whether the phone has the baton."""
    return shown.speaker, shown.baton


def test_orders_pass_from_the_first_side_to_the_other_and_then_to_the_combats() -> None:
    field = lines()
    assert said(field) == (OWN, other_orders("A"))
    assert (above(panel(field, "a")), above(panel(field, "b"))) == (("a", True), ("a", False))
    before = panel(field, "b").step
    field.act("a", "announce", piece="a1", do="advance")
    assert said(field) == ("Announce more, or carry this out.", other_orders("A"))
    field.act("a", "moved")
    assert said(field) == (MORE, other_orders("A")), "a side ends its own orders, and no other thing does"
    assert ends(field, "a") == "Side A has finished giving orders."
    assert said(field) == (GIVES_B, OWN), "who has ended them is asked for no drafts, and told of no units left"
    assert (above(panel(field, "a")), above(panel(field, "b"))) == (("b", False), ("b", True))
    assert panel(field, "b").step != before, "the phone is told that it is its turn"
    field.act("b", "order", piece="b2", do="advance")
    assert said(field)[0] == GIVES_B, "a draft tells nothing"
    field.act("b", "order", piece="b2", do="advance", on=False)
    assert field.view("a").acts_now == "b"
    assert "undo that to give more" in field.refused("a", "announce", piece="a2", do="advance")
    field.act("b", "announce", piece="b1", do="advance")
    assert said(field) == (GIVES_B, "Announce more, or carry this out.")
    assert ends(field, "b") == "Carried out: Yari Ashigaru. Side B has finished giving orders. Turn 1: Resolution."
    assert said(field) == ("Turn 1 ends: take these markers off.",) * 2, "nobody fights"
    assert undone(field) == [], "nothing was left"
    assert panel(field, "a").leave is None, "the turn ends by the key under its markers and by no other"
    assert str(panel(field, "a").next_turn) == "Next turn"


def test_a_charge_is_its_sides_until_it_has_ended() -> None:
    field = charged()
    react(field, "withstand")
    assert field.view("b").acts_now == "a"
    assert "not carried out: Katana Samurai" in field.refused("a", "done", turn=1)
    field.act("a", "charge", charge=CHARGE)
    ends(field, "a")
    assert said(field) == (GIVES_B, OWN)


def test_a_shot_is_its_sides_until_its_dice_are_thrown() -> None:
    field = lines()
    field.act("a", "announce", piece="a2", do="shoot", target="b1")
    field.act("a", "carry", piece="a2")
    assert "An attack is under way" in field.refused("a", "done", turn=1)
    ends(field, "b")
    assert field.view("b").acts_now == "a"
    field.act("a", "situate", step=field.step(), field="distance_cm", value=20)
    field.act("a", "roll", step=field.step(), faces=[1] * 6)
    assert field.view("b").acts_now == "a"
    assert ends(field, "a").endswith("Turn 1: Resolution.")


def test_a_table_without_orders_keeps_its_sentence_and_so_does_one_before_the_commandment_roll() -> None:
    field = lines()
    field.act("a", "show-orders", shown=False)
    assert said(field) == (GENERIC, GENERIC)
    field = field_of("pitched")
    assert [str(one.sentence) for one in field.due() if one.kind == "choose"] == [GENERIC, GENERIC]


def key(field: Field, seat: str) -> tuple[str | None, bool]:
    """The key that ends the orders of this seat, and whether it is what comes next."""
    found = must(panel(field, seat).done)
    return str(found.label) if found.label is not None else None, found.primary


def test_the_key_says_what_it_does_besides_ending_the_orders() -> None:
    field = lines()
    assert panel(field, "a").leave is None, "the phase ends with both sides' orders, by no other key"
    assert (key(field, "a"), key(field, "b")) == (("Done", True), (None, False))
    field.act("a", "order", piece="a1", do="advance")
    assert key(field, "a") == ("Announce, move and end the orders", False)
    drafted = field.state
    told = "Katana Samurai: march. Carried out: Katana Samurai. Side A has finished giving orders."
    assert ends(field, "a") == told
    assert field.piece("a1").facts.moved == "march"
    field.state = drafted
    field.act("a", "announce")
    assert key(field, "a") == ("End the orders: 2 units stay", False), "others may still be ordered"
    field.act("a", "alike")
    field.act("a", "announce")
    assert key(field, "a") == ("All moved: end the orders", True)
    field.act("a", "moved")
    assert key(field, "a") == ("Done", True)
    field.act("a", "announce", piece="a2", do="shoot", target="b1")
    assert key(field, "a")[0] is None, "the shot comes first"


def test_all_march_with_one_tap_and_the_others_do_what_one_was_told() -> None:
    field = lines()
    field.act("a", "alike")
    shown = must(panel(field, "a").orders)
    assert (shown.drafts, shown.all_others.marching, shown.all_others.as_many) == (3, 0, 0)
    assert field.view("b").orders.drafts == 0
    assert [row.draft for row in field.view("b").orders.rows if row.seat == "a"] == [(), (), ()]
    assert "None of the units without orders" in field.refused("a", "alike")
    field.act("b", "mark", piece="b2", marker="unloaded", on=True)
    field.act("b", "order", piece="b2", do="load")
    shown = must(panel(field, "b").orders)
    assert shown.all_others == Alike(0, ("b2", "Yumi Ashigaru"), 0), "spears have nothing to load"
    field.act("b", "order", piece="b2", do="load", on=False)
    field.act("b", "order", piece="b2", do="advance", pace="run")
    field.act("b", "alike", like="b2")
    assert "Yari Ashigaru: run." in ends(field, "b")
    assert "Only a unit's own side" in field.refused("a", "alike", by="b")


def test_on_the_phone_of_both_sides_all_march_or_do_what_one_does_with_one_tap() -> None:
    field = lines()
    shown = must(panel(field, "a", ("a", "b")).orders)
    assert (shown.all_others.marching, shown.all_others.as_many) == (3, 0)
    field.act("a", "announce", piece="a2", do="advance", pace="run")
    shown = must(panel(field, "a", ("a", "b")).orders)
    assert (shown.all_others.like[0], shown.all_others.as_many) == ("a2", 2)
    assert str(shown.sentence) == "Announce more, or carry this out."
    own = must(panel(field, "a").orders)
    assert own.all_others.as_many == 0, "what is announced is not drafted once more"
    field.act("a", "announce", alike=True, piece="a2")
    assert [plan.announced for plan in field.state.plans] == [1, 1, 1]
    field.act("a", "moved", units="a1 a2 a3")
    assert {field.piece(one).facts.moved for one in ("a1", "a2", "a3")} == {"run"}
    assert "None of the units without orders" in field.refused("a", "announce", alike=True)
    field.act("b", "announce", alike=True)
    assert "Only a unit's own side" in field.refused("b", "announce", alike=True, by="a")
    assert all(plan.announced for plan in field.state.plans)


def test_nobody_ends_the_orders_of_a_side_that_is_asked_unless_it_is_silent_for_a_minute() -> None:
    noon, minute = "2026-01-01T12:00:00+00:00", "2026-01-01T12:01:00+00:00"
    field = lines()
    ends(field, "b")
    field.act("a", "announce", piece="a2", do="shoot", target="b1")
    field.act("a", "order", piece="a1", do="advance")
    assert "has not finished giving orders: ask" in field.refused("b", "leave", turn=1, phase="orders", skip=True)
    assert "ask whether they are done" in field.refused("a", "done", by="b", turn=1)
    mine = must(panel(field, "b").done)
    assert (mine.asks, mine.forces) == ("a", "")
    field.act("b", "hurry", turn=1, moment=noon)
    assert (must(panel(field, "a").done).hurried, must(panel(field, "b").done).forces) == (True, "a")
    asked = field.state
    field.act("a", "not-yet", turn=1)
    assert "ask whether they are done" in field.refused("a", "done", by="b", turn=1, moment=minute)
    assert [plan.draft for plan in field.state.plans if plan.piece == "a1"] != [()], "the draft is still there"
    field.state = asked
    early = field.refused("a", "done", by="b", turn=1, moment="2026-01-01T12:00:59+00:00")
    assert early == "Side A was asked less than 60 seconds ago: wait for the answer."
    told = "Side A was asked and gave no answer: side B has ended those orders."
    said_ = field.act("a", "done", by="b", turn=1, moment=minute)
    assert said_ == f"{told} Orders not carried out: Yumi Samurai. Turn 1: Resolution."
    assert set(field.line.private) == {"a"}, "the draft is its own side's to know of"
    assert not field.line.reveals


def test_what_is_owed_is_made_before_the_turn_goes_on_or_is_named_with_its_end() -> None:
    field = routed()
    field.act("a", "first", first="a")
    open_ = field.state
    for seat in ("a", "b"):
        ends(field, seat)
    assert field.state.phase == "orders"
    assert [str(one.reason) for one in field.view("a").still_open] == [
        "Still to be regrouped, or to flee again: Katana Samurai 1, Kiba Musha. Choose, or end the phase anyway."
    ]
    field.state = open_
    field.leave(skip=True)
    field.leave()
    assert undone(field) == ["Neither regrouped nor moved farther in flight: Katana Samurai 1, Kiba Musha."]


def undone(field: Field) -> list[str]:
    """What the end of the turn says was left."""
    return [str(one.reason) for one in must(panel(field, "a").ending).undone]


def test_a_combat_is_not_passed_by() -> None:
    field = lines()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    field.act("a", "touch", one="a2", other="b2", charged="one")
    assert ends(field, "a") == "Side A has finished giving orders. Turn 1: Combat.", "B has nobody it could order"
    assert said(field)[0] == "Combat: you say which is fought next."


def test_the_only_combat_that_is_left_opens_by_itself_and_behind_the_last_comes_the_resolution() -> None:
    field = lines()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    ends(field, "a")
    told = "Turn 1: Combat. Katana Samurai and Yari Ashigaru fight."
    assert ends(field, "b") == f"Side B has finished giving orders. {told}"
    assert [melee.id for melee in field.state.melees] == ["t1.combat.a1+b1"]
    rolled(field, a="9", b="1")
    field.act("a", "roll", step=field.step(), faces=[1] * 8)
    said_ = field.act("b", "roll", step=field.step(), faces=[1] * attack_of(field, "b").dice)
    assert said_.endswith("Turn 1: Resolution. 0 against 0 damage: a draw.")
    assert field.state.phase == "resolution"


def test_the_combats_say_whose_choice_it_is_and_one_said_by_hand_opens_by_no_other_key() -> None:
    """Where the phase was left by hand, more contacts may still be said."""
    field = lines()
    field.leave()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    assert field.state.melees == ()
    assert said(field) == ("Combat: you say which is fought next.", "Combat: side A says which is fought next.")
    assert above(panel(field, "b")) == ("a", False)
    waiting = field.state
    field.act("a", "fight", combat="t1.combat.a1+b1")
    assert field.view("a").acts_now == "", "it is being fought"
    field.state = waiting
    field.leave()
    assert undone(field) == ["Not fought: Katana Samurai against Yari Ashigaru."]


def test_a_turn_ends_when_nothing_of_it_is_open() -> None:
    field = broken(battle="pitched")
    assert field.view("b").ending is not None
    met = "Katana Samurai 2 flee 14 cm: straight away"
    pursuit = "Katana Samurai 1 may pursue Katana Samurai 2: 14 cm or more is enough."
    assert (said(field)[0], said(field)[1][: len(met)]) == (pursuit, met), "each side has what is its own to answer"
    assert panel(field, "b").ending is None
    (chase,) = field.view("a").chases
    field.act("a", "hold", step=chase.step)
    assert said(field) == ("Turn 1 ends: take these markers off.",) * 2


def test_after_the_last_turn_the_battle_goes_on_only_by_a_plain_key() -> None:
    field = field_of("pitched", turns="1")
    field.act("a", "first", first="a")
    field.leave(2)
    shown = panel(field, "a")
    assert shown.end is not None
    assert shown.end.ahead
    assert str(leave(field, "a").label) == "Play on anyway"
    assert not leave(field, "a").primary
    field.leave()
    assert key(field, "a") == ("Done", False), "the Commandment roll comes first, and may be left aside"
    ends(field, "a")
    assert ends(field, "b").endswith("Turn 2: Combat."), "then contacts are said by hand too"
    assert leave(field, "a") is not None
