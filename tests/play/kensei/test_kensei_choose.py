"""The bottom panel while no dice are due: which question comes first, its sentence, and the keys that follow."""

from __future__ import annotations

import pytest

from companion.play.kensei.choose import ChooseView, EndView, LeaveView, choose_view
from companion.play.kensei.orders.view import OrdersView
from companion.play.kensei.state import must
from companion.play.kensei.turn.whose import PHASE_ACTS
from companion.rules.text import Text
from tests.play.kensei.after.rout import beaten, broken
from tests.play.kensei.after.test_kensei_results import shot_dead
from tests.play.kensei.combat.test_kensei_duels import COMBAT, DUEL, two_bushi
from tests.play.kensei.combat.trio import book, rolled
from tests.play.kensei.field import Field, attack_of, fielded
from tests.play.kensei.fight.test_kensei_beside import THREE
from tests.play.kensei.fight.test_kensei_beside import charged as beside_his_unit
from tests.play.kensei.orders.lines import CHARGE, answered, charged, lines, misses, react
from tests.play.kensei.turn.test_kensei_taisho import routed
from tests.play.kensei.turn.test_kensei_victory import field_of, slay


def panel(field: Field, seat: str | None, mine: tuple[str, ...] | None = None) -> ChooseView:
    """What this seat's phone shows, with the act that a page shows it; `mine`: it holds more seats than the one."""
    due = field.due()
    act = due[0] if due[0].seat == seat else next((one for one in due if one.seat == seat and not one.owed), None)
    held = mine if mine is not None else (seat,) if seat is not None else ()
    return choose_view(field.view(seat), seat, held, act, due)


def leave(field: Field, seat: str) -> LeaveView:
    """The key by which this seat's phone ends the phase."""
    return must(panel(field, seat).leave)


def orders(field: Field, seat: str) -> OrdersView:
    """What this seat's phone shows of the orders."""
    return must(panel(field, seat).orders)


def at_once(shown: ChooseView) -> list[str]:
    return [what for what, _ in shown.at_once]


def words(shown: list[Text] | tuple[Text, ...]) -> list[str]:
    return [str(one) for one in shown]


def test_who_watches_reads_where_the_battle_is_and_who_is_asked_what(field: Field) -> None:
    assert panel(field, None) == ChooseView("choose-1-orders", sentence=PHASE_ACTS["orders"]), "and chooses nothing"
    assert str(panel(lines(), None).sentence) == "Side A gives orders.", "he is asked for no drafts"
    for field, seat, sentence in (
        (charged(), "b", "Waiting for the reaction of Yari Ashigaru to Katana Samurai."),
        (beaten(), "b", "Katana Samurai 2 must make an honor roll."),
    ):
        shown = panel(field, None)
        assert shown == ChooseView(shown.step, speaker=seat, sentence=shown.sentence)
        assert str(shown.sentence) == sentence
    field = routed()
    field.act("a", "first", first="b")
    assert not [one for one in field.due() if one.owed], "what may wait stands above nobody's orders"
    assert str(panel(field, None).sentence) == "Side B gives orders."
    field.act("b", "done", turn=field.state.turn)
    owed = next(one for one in field.due() if one.owed)
    assert (field.state.phase, owed.kind, owed.seat) == ("orders", "run-on", "a")


def test_the_commandment_roll_stands_above_all_and_who_waits_for_the_others_die_reads_that() -> None:
    field = field_of("pitched")
    assert not panel(field, "a").awaited
    field.act("a", "roll", step="t1.command.a", faces=[7])
    waiting, rolling = panel(field, "a"), panel(field, "b")
    assert (str(waiting.sentence), waiting.awaited) == ("Side B makes the Commandment roll.", True)
    assert not rolling.awaited
    assert None not in (waiting.command, rolling.command)
    field.act("a", "first", first="a")
    assert panel(field, "a").command is None


def test_who_runs_away_is_called_back_after_it_on_the_phones_of_his_side() -> None:
    field = routed()
    assert panel(field, "a").runaways == ()
    field.act("a", "first", first="a")
    for mine, seats in (("a", ["a"]), ("b", ["b"]), ("ab", ["a", "b"])):
        assert [side.seat for side in panel(field, mine[0], tuple(mine)).runaways] == seats
    (side,) = panel(field, "a").runaways
    assert [one.piece for one in side.running] == ["a1", "a2"]
    assert str(panel(field, "a").sentence) == str(side.running[0].sentence), "that of the first is said once"


def test_who_stood_near_the_dead_is_asked_once_and_alone_before_his_side_rolls_or_strikes_on() -> None:
    field = shot_dead()
    field.act("b", "honor", piece="b2", cause="by-hand")
    waived = panel(field, "b")
    assert at_once(waived) == ["stood-near"]
    assert str(waived.sentence) == "Busho Kuge is dead. Who stands within 30 cm of him?"
    assert at_once(panel(field, "a")) == [], "only his own side is asked"
    field = fielded("katana-samurai 10", "kuge: katana-samurai 8, busho-kuge")
    field.act("b", "correct", piece="bh1", hero="bh1", wounds=8, reason="an earlier fight")
    field.leave()
    for enemy in ("b1", "bh1"):
        field.act("a", "touch", one="a1", other=enemy, charged="one")
    rolled(field, a="10", b="1 1")
    field.act("a", "share", combat="t1.combat.a1+b1+bh1", fighter="a1", split="b1:5 bh1:5")
    field.strike("a1", "bh1", "9 9 9 9 9", "9 9 9 9 9", "9 9 9 9 9")
    assert not field.hero_of("bh1").alive
    asked = field.due()[0]
    assert (asked.kind, asked.seat) == ("death", "b"), "a phone that holds both seats turns to it"
    shown = panel(field, "b")
    assert (at_once(shown), shown.combats) == (["stood-near"], ()), "no strike beside the question"
    field.act("b", "stood-near", step=asked.step, **{"near.b1": "yes"})
    assert "death" not in [one.kind for one in field.due()]
    assert at_once(panel(field, "b")) == []


def test_who_runs_is_asked_whom_he_meets_while_the_roll_of_it_is_shown() -> None:
    field = broken()
    assert [one.piece for one in panel(field, "b").flights] == ["b1"]
    assert panel(field, "a").flights == (), "its own player says so"
    (flight,) = panel(field, "b").flights
    field.act("b", "met", flight=flight.id, what="enemy", who="")
    assert panel(field, "b").flights, "more may be said"
    field.act("b", "met", flight=flight.id, what="nothing", who="")
    assert panel(field, "b").flights == (), "that is all"
    field = broken()
    field.act("b", "met", flight=panel(field, "b").flights[0].id, what="edge")
    assert panel(field, "b").flights == (), "it has left the table, and meets nothing more"


def test_while_the_other_side_owes_the_dice_of_a_flight_the_turn_does_not_end() -> None:
    field = beaten(battle="pitched")
    (owed,) = field.state.owed
    field.act("b", "honor", piece="b1", owed=owed.id)
    field.act("b", "roll", step=f"{owed.id}.die", faces=[10])
    shown = panel(field, "a")
    assert shown.ending is None
    assert shown.leave is not None
    assert not shown.leave.primary
    field.act("b", "roll", step=f"{owed.id}.flight", faces=[6, 8])
    assert at_once(panel(field, "a")) == ["chase"]


def test_orders_say_the_next_thing_of_their_turn() -> None:
    field = lines()

    def said() -> str:
        return str(panel(field, "a").sentence)

    assert said() == "Your orders: tap a unit."
    field.act("a", "order", piece="a2", do="advance")
    assert said() == "1 unit has an order: announce it."
    field.act("a", "order", piece="a3", do="advance")
    assert said() == "2 units have orders: announce them."
    assert str(panel(field, "b").sentence) == "Side A gives orders. Draft yours."
    field.act("a", "announce")
    assert said() == "Announce more, or carry this out."
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    field.act("b", "react", step=f"{CHARGE}.react", what="withstand")
    assert said() == "Katana Samurai charge Yari Ashigaru: their advance is up to 20 cm."


def test_a_charge_asks_its_target_and_tells_the_charger_what_was_answered() -> None:
    field = charged(target="b2")
    own, other = orders(field, "b"), orders(field, "a")
    assert at_once(panel(field, "b")) == ["react"]
    assert str(panel(field, "b").sentence) == "Katana Samurai charge Yumi Ashigaru. What is the reaction?"
    assert ([one.seat for one in other.others], own.others) == (["b"], ()), "the other side reads who is asked"
    assert ([one.answered for one in other.charges], own.charges) == ([None], ())
    react(field, "shoot", "t1.charge.a1>b2")
    assert [one.reply for one in orders(field, "b").replies] == ["shoot"], "what comes first is its own side's key"
    assert orders(field, "a").replies == (), "it stands with the charge"
    shown = panel(field, "b")
    assert (str(shown.sentence), shown.speaker) == (
        "Shoot at Katana Samurai with Yumi Ashigaru, before the charge.",
        "b",
    )
    assert [str(one.answered) for one in orders(field, "a").charges] == ["Yumi Ashigaru will shoot at Katana Samurai."]
    (shown,) = orders(answered("counter"), "a").charges
    assert str(shown.answered) == "Yari Ashigaru will counter-charge Katana Samurai."


def test_each_objection_to_a_reaction_is_said_once_and_so_is_who_may_stop() -> None:
    field = lines()
    field.act("b", "announce", piece="b1", do="advance")
    field.act("b", "announce", piece="b1", do="advance", anyway=True)
    field.act("a", "announce", piece="a2", do="advance")
    field.act("a", "mark", piece="a2", marker="unloaded", on=True)
    field.act("a", "announce", piece="a2", do="load")
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    (asked,) = field.view("b").orders.reactions
    assert [one.what for one in asked.options if one.against] == ["shoot", "counter", "flee"]
    assert words([one.reason for one in asked.objections]) == [
        "Yari Ashigaru can only withstand: no AC is left to react."
    ]
    assert orders(field, "a").stops == (("a1", "Katana Samurai"), ("a2", "Yumi Samurai"))


def test_an_act_of_a_combat_has_the_baton_until_its_side_has_given_its_dice() -> None:
    field = book()
    assert str(leave(field, "a").left) == "1 combat is still to be fought."
    assert not panel(field, "a").baton
    field.act("a", "fight", combat="t1.combat.a1+a2+b1")
    own = panel(field, "a")
    assert (own.baton, own.step, own.awaited) == (True, "t1.combat.a1+a2+b1.in.a", False)
    assert own.sentence == next(one.sentence for one in field.due() if one.seat == "a")
    field.act("b", "initiative", step="t1.combat.a1+a2+b1.in.b", **{"die.b1": "4"})
    assert (str(panel(field, "b").sentence), panel(field, "b").awaited) == ("Side A enters initiative dice.", True)
    assert not panel(field, "a").awaited


def test_a_battle_that_is_won_is_ended_or_gone_on_with() -> None:
    field = field_of("head-hunt")
    slay(field, "ah1", "ah1")
    shown = panel(field, "a")
    assert (shown.end, shown.speaker) == (EndView("b", decided=True), "b")
    assert shown.orders is None
    assert shown.at_once == ()
    assert [one.said for one in shown.owed] == [False] * len(shown.owed)
    assert shown.leave is not None


def test_who_waits_in_a_duel_reads_what_is_awaited_and_is_not_told_to_do_it() -> None:
    field = two_bushi()
    field.act("a", "challenge", combat=COMBAT, hero="ah1", other="bh1")
    answer = " challenges Busho Buke (Katana Samurai 2): waiting for the answer."
    for seat in ("a", None):
        assert str(panel(field, seat).sentence) == "Busho Buke (Katana Samurai 1)" + answer
    field.act("b", "meet", duel=DUEL)
    field.act("a", "duel-die", step=f"{DUEL}.in.ah1", face=2)
    for seat in ("a", None):
        assert str(panel(field, seat).sentence) == "Waiting for the die of Busho Buke (Katana Samurai 2)."
    assert str(panel(field, "b").sentence).startswith("Roll 1 die for Busho Buke")


def test_who_waits_for_a_bushi_beside_his_unit_reads_it_and_so_does_who_watches() -> None:
    field = beside_his_unit()
    field.strike("a1", "b1", *THREE, wait=True)
    (asked,) = panel(field, "a").beside
    assert asked.attacker.id == "a1"
    result = attack_of(field)
    assert (result.step, result.tells_harm) == ("result", False), "harm that waits is not what is left on the next"
    shown = panel(field, "b")
    assert shown.beside == ()
    assert shown.awaited
    assert str(shown.sentence) == str(panel(field, None).sentence) == "Busho Buke may strike too."
    assert not panel(field, "a").awaited


def two_combats() -> Field:
    """Two swordsmen have charged two spearmen, each one; it is the combat phase."""
    field = fielded("katana-samurai 8, katana-samurai 8", "yari-ashigaru 8, yari-ashigaru 8", phase="combat")
    for one in ("1", "2"):
        field.act("a", "touch", one=f"a{one}", other=f"b{one}", charged="one")
    return field


def test_the_combat_that_is_begun_is_the_act_and_the_others_wait() -> None:
    field = two_combats()
    for one in ("a1+b1", "a2+b2"):
        field.act("a", "fight", combat=f"t1.combat.{one}")
    assert [one.id for one in panel(field, "a").combats] == ["t1.combat.a1+b1"]
    field.act("a", "initiative", step="t1.combat.a1+b1.in.a", faces=[9])
    assert panel(field, "a").combats == (), "it waits for the enemy's dice, and so does the second combat"
    assert [one.id for one in panel(field, "b").combats] == ["t1.combat.a1+b1"]


def test_initiative_and_then_each_strike_is_told_until_the_next_has_begun() -> None:
    field = two_combats()
    rolled(field, a="9", b="1")
    view = field.view("b")
    assert (must(view.attack).aiming, str(must(view.attack).waiting)) == (
        True,
        "Katana Samurai 1 strike Yari Ashigaru 1.",
    )
    told = must(view.other_result).figures
    assert [who for _, who in told] == ["Katana Samurai 1", "Yari Ashigaru 1"]
    field.act("b", "honor", piece="b1", cause="by-hand")
    assert not field.view("a").combats.idle, "it is begun, and not fought to its end"
    field.act("b", "put-off", step="t1.called.honor.b1.die")
    for faces in ("9 9 9", "9 9 9", "5 5 5"):
        field.throw(faces)
    view = field.view("b")
    assert must(view.newest) is not view.attack, "the enemy's strike is open already"
    field = two_combats()
    field.strike("a1", "b1", "9 9 9", "9 9 9", "5 5 5")
    shown = panel(field, "b")
    assert shown.result is not None
    assert shown.remove is None, "the result itself tells it"
    field.act("a", "fight", combat="t1.combat.a2+b2")
    shown = panel(field, "b")
    assert (shown.result, str(shown.remove)) == (None, "Remove 4 miniatures of Yari Ashigaru 1.")


@pytest.mark.parametrize(("face", "came"), [(8, "In contact."), (1, "Short, 7 cm away.")])
def test_the_dice_of_a_charge_are_the_newest_result_after_the_shot_at_it(face: int, came: str) -> None:
    field = answered("shoot", target="b2")
    field.act("b", "reply", charge="t1.charge.a1>b2")
    misses(field)
    field.act("a", "charge", charge="t1.charge.a1>b2", left_cm=8)
    said = field.act("a", "roll", step="t1.charge.a1>b2.dice", faces=[face])
    assert said.endswith(f"Charge dice {face}. {came}"), "the end is what a narrow phone reads of it"
    for seat in ("a", "b"):
        shown = panel(field, seat)
        assert shown.result is None, "the shot is older"
        assert shown.other_result is not None
        assert (shown.other_result.figures[0][0], str(shown.other_result.outcome)) == (str(face), came)
    told = field.state
    field.aim("shot", "a2", "b1")
    assert field.view("a").other_result is None, "an attack began after it"
    field.state = told
    field.act("a", "done", turn=1)
    assert [panel(field, seat).other_result for seat in "ab"] == [None, None], "its side has ended its orders"


def test_the_result_of_a_shot_is_told_above_the_charge_that_waited_for_it() -> None:
    field = answered("withstand")
    field.shoot("a2", "b2", "9 9 9", "9 9 9", "5 5 5")
    for seat in ("a", "b"):
        shown = panel(field, seat)
        assert shown.result is not None, "also where drafts, or another charge, are what comes next"
        assert [figure for figure, _ in shown.result.figures][1:3] == [3, 3]
    field.act("b", "order", piece="b2", do="advance", pace="march")
    assert panel(field, "b").result is not None, "a draft begins nothing"
    field.act("a", "charge", charge=CHARGE, left_cm=0)
    assert panel(field, "a").result is None


def test_an_owed_roll_gives_the_act_its_sentence_on_its_own_phone_and_the_other_reads_for_what_it_waits() -> None:
    field = beaten()
    own, other = panel(field, "b"), panel(field, "a")
    assert (str(own.sentence), own.awaited) == ("Katana Samurai 2 must make an honor roll.", False)
    assert (str(other.sentence), other.awaited) == ("Side B: Katana Samurai 2 must make an honor roll.", True)
    assert [one.piece for one in own.owed] == ["b1"]
    assert other.owed == ()
    assert [one.seat for one in panel(field, "a", ("a", "b")).owed] == ["b"], "one phone has the keys of both"
    assert panel(field, "b", ("a", "b")).sentence == own.owed[0].sentence
    key = leave(field, "b")
    open_ = field.view("b").still_open
    assert words([one.reason for one in open_]) == ["Honor rolls still owed: 1. Make them, or end the phase anyway."]
    assert str(key.label) == "Leave the phase anyway"
