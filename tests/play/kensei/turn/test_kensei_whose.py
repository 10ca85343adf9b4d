"""Whose orders it is, whose choice of combat, and what the end of a turn says and offers (7:4:2, 8:3:4, K69)."""

from __future__ import annotations

from companion.play.kensei.choose import ChooseView
from companion.play.kensei.game import KENSEI
from tests.play.kensei.after.rout import broken
from tests.play.kensei.field import Field
from tests.play.kensei.orders.test_kensei_announcing import lines
from tests.play.kensei.orders.test_kensei_charges import CHARGE, charged, react
from tests.play.kensei.test_kensei_choose import leave, panel
from tests.play.kensei.turn.test_kensei_taisho import routed
from tests.play.kensei.turn.test_kensei_victory import field_of

OWN = "Your orders: open a unit, tap what it does, announce."
GENERIC = "Orders: move, shoot, say who is in contact, or end the phase."


def said(field: Field) -> tuple[str, str]:
    return str(panel(field, "a").sentence), str(panel(field, "b").sentence)


def other_orders(side: str) -> str:
    return f"Side {side} gives orders. Draft yours meanwhile."


def left_over(side: str, count: int) -> str:
    """What it is told that has ordered, but not everybody of its own."""
    return f"Side {side} gives orders. {count} of your units could still act."


def above(shown: ChooseView) -> tuple[str, bool]:
    """Whose crest stands above the act, and whether the phone has the baton."""
    return shown.speaker, shown.baton


def test_orders_pass_from_the_first_side_to_the_other_and_then_to_the_combats() -> None:
    field = lines()
    assert said(field) == (OWN, other_orders("A"))
    field.act("a", "announce", piece="a1", do="advance")
    assert said(field) == ("Carry out what is announced.", other_orders("A"))
    field.act("a", "moved")
    assert said(field) == (left_over("B", 3), OWN)
    field.act("b", "announce", piece="b1", do="advance")
    assert said(field) == (left_over("B", 3), "Carry out what is announced.")
    field.act("b", "moved")
    done = "All that was announced is carried out: on to the combats."
    assert said(field) == tuple(f"{done} {count} of your units could still act." for count in (3, 2))


def test_who_won_the_command_and_acts_second_is_told_so() -> None:
    field = lines()
    field.act("a", "first", first="b")
    assert said(field) == (other_orders("B"), OWN)
    assert [one.seat for one in KENSEI.due(field.state)] == ["b", "a"]


def advances(field: Field, piece: str) -> None:
    """Announces it and carries it out."""
    field.act(piece[0], "announce", piece=piece, do="advance")
    field.act(piece[0], "moved")


def test_the_crest_and_the_baton_are_of_whose_orders_it_is() -> None:
    field = lines()
    assert (above(panel(field, "a")), above(panel(field, "b"))) == (("a", True), ("a", False))
    before = panel(field, "b").step
    advances(field, "a1")
    assert (above(panel(field, "a")), above(panel(field, "b"))) == (("b", False), ("b", True))
    assert panel(field, "b").step != before, "the phone is told that it is its turn"
    told = said(field)[0]
    field.act("b", "order", piece="b1", do="advance")
    assert said(field)[0] == told, "a draft tells nothing"
    assert KENSEI.view(field.state, "a").acts_now == "b"
    field.act("a", "announce", piece="a2", do="advance")
    assert KENSEI.view(field.state, None).acts_now == "a", "orders that are announced once more come back"


def test_a_charge_is_its_sides_until_it_has_ended() -> None:
    field = charged()
    react(field, "withstand")
    assert KENSEI.view(field.state, "b").acts_now == "a"
    field.act("a", "charge", charge=CHARGE)
    assert said(field) == (left_over("B", 2), OWN)


def test_a_shot_is_its_sides_until_its_dice_are_thrown() -> None:
    field = lines()
    field.act("a", "announce", piece="a2", do="shoot", target="b1")
    field.act("a", "carry", piece="a2")
    assert KENSEI.view(field.state, "b").acts_now == "a"
    field.act("a", "situate", step=field.step(), field="distance_cm", value=20)
    field.act("a", "roll", step=field.step(), faces=[1] * 6)
    assert KENSEI.view(field.state, "b").acts_now == "b"


def test_who_has_nobody_to_order_is_not_waited_for() -> None:
    field = lines()
    for piece in ("a1", "a2", "a3"):
        field.act("a", "mark", piece=piece, marker="fleeing", on=True)
    assert KENSEI.view(field.state, "a").acts_now == "b"


def test_a_table_without_orders_keeps_its_sentence_and_so_does_one_before_the_commandment_roll() -> None:
    field = lines()
    field.act("a", "show-orders", shown=False)
    assert said(field) == (GENERIC, GENERIC)
    field = field_of("pitched")
    assert [str(one.sentence) for one in KENSEI.due(field.state) if one.kind == "choose"] == [GENERIC, GENERIC]


def test_the_key_to_the_combats_is_what_comes_next_only_when_both_have_ordered() -> None:
    field = lines()
    assert (str(leave(field, "a").unfinished), leave(field, "a").primary) == (
        "3 of your units could still act.",
        False,
    )
    assert str(leave(field, "b").unfinished) == "Side A has not finished giving orders."
    for seat in ("a", "b"):
        field.act(seat, "announce", piece=f"{seat}1", do="advance")
        assert not leave(field, "a").primary
        assert not leave(field, "b").primary
        field.act(seat, "moved")
    for seat in ("a", "b"):
        assert (leave(field, seat).unfinished, leave(field, seat).primary) == (None, True)


def in_contact(field: Field) -> Field:
    field.leave()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    return field


def test_the_combats_say_whose_choice_it_is() -> None:
    field = in_contact(lines())
    assert said(field) == ("Combat: you say which is fought next.", "Combat: side A says which is fought next.")
    assert above(panel(field, "b")) == ("a", False)
    field.act("a", "fight", combat="t1.combat.a1+b1")
    assert KENSEI.view(field.state, "a").acts_now == "", "it is being fought"


def test_a_turn_ends_when_nothing_of_it_is_open() -> None:
    field = broken(battle="pitched")
    assert KENSEI.view(field.state, "b").ending is not None
    assert said(field)[1] == "Katana Samurai 1 may pursue Katana Samurai 2."
    assert panel(field, "b").ending is None
    (chase,) = KENSEI.view(field.state, "a").chases
    field.act("a", "hold", step=chase.step_id)
    assert said(field) == ("Turn 1 ends: take these markers off.",) * 2


def undone(field: Field) -> list[str]:
    shown = panel(field, "a").ending
    assert shown is not None
    return [str(one.reason) for one in shown.undone]


def test_combats_that_were_not_fought_are_named_with_the_end_of_the_turn() -> None:
    field = in_contact(lines())
    field.leave()
    assert undone(field) == ["Not fought: Katana Samurai against Yari Ashigaru."]


def test_who_was_neither_called_back_nor_ran_on_is_named_with_the_end_of_the_turn() -> None:
    field = routed()
    field.act("a", "first", first="a")
    field.leave(skip=True)
    field.leave()
    assert undone(field) == ["Neither called back nor run on: Katana Samurai 1, Kiba Musha."]


def test_a_turn_in_which_nothing_was_left_names_nothing() -> None:
    field = lines()
    field.leave()
    field.leave()
    assert undone(field) == []
    assert str(panel(field, "a").next_turn) == "Next turn"


def test_after_the_last_turn_the_battle_goes_on_only_by_a_plain_key() -> None:
    field = field_of("pitched", turns="1")
    field.act("a", "first", first="a")
    field.leave()
    field.leave()
    shown = panel(field, "a")
    assert shown.winner
    assert str(leave(field, "a").label) == "Play on anyway"
    assert not leave(field, "a").primary
    field.leave()
    assert str(leave(field, "a").label) == "To the combat phase"


def test_whose_drafts_end_with_the_phase_is_told_so_and_nobody_else() -> None:
    field = lines()
    field.act("a", "order", piece="a1", do="advance")
    field.act("a", "order", piece="a2", do="advance")
    before = field.state
    field.act("b", "leave", turn=1, phase="orders")
    line = KENSEI.line(before, field.events[-1], field.state)
    assert set(line.private) == {"a"}
    assert str(line.private["a"]).endswith("Your orders of 2 units were drafted, not announced: they are gone.")
    assert "draft" not in str(line.public)
