"""Charges, their chances, the reactions to them, and where both end: in contact, short, in flight
(4:3:11, 9:5, 10:1:1, K51 to K54, K87 to K90)."""

from __future__ import annotations

import pytest

from companion.play.kensei.orders.charges_view import GapKey
from companion.play.kensei.orders.chips import Strip
from companion.play.kensei.orders.view import orders_view
from companion.rules.kensei.turn.contacts import between
from tests.play.kensei.combat.trio import contact
from tests.play.kensei.field import Field, fielded
from tests.play.kensei.orders.lines import CHARGE, answered, charged, in_combat, lines, misses, react, row, seen


def test_in_contact_makes_the_contact_that_the_combat_phase_finds() -> None:
    field = charged()
    asked = field.state
    assert react(field, "withstand") == "Yari Ashigaru will withstand Katana Samurai."
    assert field.act("a", "charge", charge=CHARGE, left_cm=0, zone="flank") == (
        "Katana Samurai charged Yari Ashigaru in the flank."
    )
    met = contact(field, "a1", "b1")
    assert (met.cause, met.charger, met.zone_of("a1"), met.zone_of("b1")) == ("charge", "a1", "flank", "front")
    assert field.piece("a1").facts.charged
    assert row(field, "a", "a1").done
    in_combat(field, "a1", "b1")
    said = field.chain().situation
    assert (said.charging, said.zone) == (True, "flank")
    field.state = asked
    react(field, "counter")
    field.act("a", "charge", charge=CHARGE, left_cm=0)
    assert field.piece("b1").facts.counter_charged, "who is reached has lost contact and is done"
    assert field.refused("b", "announce", piece="b1", do="advance") == (
        "Yari Ashigaru counter-charged and cannot move or react again this turn."
    )
    in_combat(field, "a1", "b1")
    said = field.chain().situation
    assert (said.charging, said.defender_counter_charge) == (True, "lost")


@pytest.mark.parametrize(
    ("pace", "left", "chance", "face", "moved"),
    [
        ("run", "4", 0.7, 6, ""),
        ("run", "4", 0.7, 4, ""),
        ("run", "4", 0.7, 0, ""),
        ("run", "4", 0.7, 3, "run"),
        ("run", "10", 0.1, 9, "run"),
        ("run", "5+turned", 0.6, 4, "run"),
        ("none", "8", 0.3, 2, "march"),
    ],
)
def test_what_the_advance_leaves_is_bridged_by_a_die(
    pace: str, left: str, chance: float, face: int, moved: str
) -> None:
    field = answered("withstand", pace)
    told = field.act("a", "charge", charge=CHARGE, left_cm=left)
    cm = left.removesuffix("+turned")
    assert told.startswith(f"Katana Samurai to Yari Ashigaru: {cm} cm, 1 die.")
    due = field.due()[0]
    assert str(due.sentence) == f"Katana Samurai charge Yari Ashigaru. Roll 1 die: {cm} or more reaches."
    assert due.step == f"{CHARGE}.dice"
    assert seen(field, "a").dice[0].chance == pytest.approx(chance)
    told = field.act("a", "pad", step=due.step, die=0, face=face or 10)
    reached = between(field.state.contacts, "a1", "b1") is not None
    assert (reached, field.piece("a1").facts.charged) == (not moved, not moved)
    if moved:
        away = max(5, int(cm) - face)
        assert told == f"Katana Samurai fell short of Yari Ashigaru. Charge dice {face}. Short, {away} cm away."
        assert field.piece("a1").facts.moved == moved


def test_riders_throw_two_dice_and_every_key_has_its_chance() -> None:
    field = lines()
    field.act("a", "announce", piece="a3", goal="charge+run+", target="b1")
    keys = seen(field, "a").charges[0].keys
    assert [key.cm for key in keys] == list(range(1, 21))
    assert (keys[1].chance, keys[-1].chance) == (1.0, 0.01)
    react(field, "withstand", "t1.charge.a3>b1")
    field.act("a", "charge", charge="t1.charge.a3>b1", left_cm=12)
    field.act("a", "roll", step="t1.charge.a3>b1.dice", faces=[7, 5])
    assert between(field.state.contacts, "a3", "b1") is not None


def test_a_withstanding_shot_opens_filled_in_before_the_charger_moves() -> None:
    field = answered("shoot", target="b2")
    charge = "t1.charge.a1>b2"
    assert row(field, "a", "b2").left == row(field, "a", "b2").have - 1
    for by, end in (("b", "cancel"), ("a", "")):
        view = seen(field, "a").charges[0]
        assert (view.reply, view.reply_seat) == ("shoot", "b"), "also after it was called off"
        field.act("b", "reply", by=by, charge=charge)
        chain = field.chain()
        assert (chain.attacker, chain.defender) == ("b2", "a1")
        assert chain.situation.withstand_and_shoot
        if end:
            field.act("b", end, step=field.step())
    misses(field)
    facts = field.piece("b2").facts
    assert (facts.withstood_and_shot, facts.loaded) == (True, False)
    assert seen(field, "a").charges[0].reply == "", "once dice have fallen it is made"
    assert field.refused("b", "reply", charge=charge).startswith("Nothing is left to be done")


@pytest.mark.parametrize(
    ("pace", "cm", "left"),
    [
        ("run", 23, GapKey(3, 0.8)),
        ("run", 20, None),  # a key of the pad: somewhere up to 20 cm
        ("run", 19, None),  # its advance is enough
        ("run", 31, None),  # out of reach
        ("march", 19, GapKey(9, 0.2)),
        ("none", 7, GapKey(7, 0.4)),
    ],
)
def test_a_distance_measured_for_the_shot_is_not_asked_again_for_the_charge(
    pace: str, cm: int, left: GapKey | None
) -> None:
    field = answered("shoot", pace, target="b2")
    charge = "t1.charge.a1>b2"
    assert str(seen(field, "a").charges[0].answered) == "Yumi Ashigaru will shoot at Katana Samurai."
    field.act("b", "reply", charge=charge)
    field.act("b", "situate", step=field.step(), field="distance_cm", value=cm)
    field.act("b", "roll", step=field.step(), faces=[1] * field.due()[0].data["dice"])
    shown = seen(field, "a").charges[0]
    assert shown.known == left
    assert str(shown.answered) == "Yumi Ashigaru shot at Katana Samurai, and will withstand."


def test_who_flees_runs_before_the_charger_and_may_be_reached() -> None:
    field = answered("flee")
    assert row(field, "a", "b1").left == row(field, "a", "b1").have, "a flight costs no AC"
    assert field.act("b", "reply", charge=CHARGE) == "Flight first: Yari Ashigaru, from Katana Samurai."
    due = field.due()[0]
    assert (due.seat, due.kind, due.data["dice"]) == ("b", "escape", 2)
    assert str(due.sentence) == "Yari Ashigaru will flee from the charge. Roll 2 dice to see how far."
    field.act("b", "roll", step=due.step, faces=[5, 3])
    assert field.state.flights[0].faces == (5, 3)
    assert field.state.flights[0].away == "a1"
    assert "fleeing" in field.markers("b1")
    assert seen(field, "a").charges[0].rear
    told = field.act("a", "charge", charge=CHARGE)
    assert told == "Katana Samurai charged Yari Ashigaru in the rear.", "without a word"
    assert contact(field, "a1", "b1").zone_of("a1") == "rear"
    in_combat(field, "a1", "b1")
    assert field.chain().situation.defender_fleeing
    assert field.chain().situation.zone == "rear"


def test_a_counter_charge_after_a_charge_that_fell_short_wins_contact() -> None:
    field = answered("counter")
    field.act("a", "charge", charge=CHARGE, left_cm=9)
    field.act("a", "roll", step=f"{CHARGE}.dice", faces=[4])
    assert [one.seat for one in seen(field, "b").counters] == ["b"]
    assert field.act("b", "counter", charge=CHARGE, reached=True) == ("Yari Ashigaru counter-charged Katana Samurai.")
    in_combat(field, "b1", "a1")
    assert field.chain().situation.counter_charge == "won"
    field.act("b", "cancel", step=field.step())
    field.aim("melee", "a1", "b1")
    assert (field.chain().situation.defender_counter_charge, field.chain().situation.charging) == ("won", False)


def test_a_reaction_the_book_forbids_says_why_and_can_be_taken_anyway() -> None:
    field = charged()
    step = f"{CHARGE}.react"
    assert field.refused("b", "react", step=step, what="shoot") == "Yari Ashigaru cannot shoot: no weapon for it."
    assert field.refused("a", "react", step=step, what="flee") == "Only side B can say that."
    assert field.refused("b", "roll", step=step, faces=[3]) == "No dice are needed yet: choose the reaction first."
    options = {one.what: one.against is None for one in orders_view(field.state, "b").reactions[0].options}
    assert options == {"withstand": True, "shoot": False, "counter": True, "flee": True}
    react(field, "shoot", anyway=True)
    again = field.refused("b", "react", step=step, what="flee")
    assert again == "That charge has its answer already: look at the table as it is now."
    assert "over or was undone" in field.refused("b", "react", step="t1.charge.a9>b1.react", what="flee")


def test_a_charge_of_who_is_gone_or_was_touched_by_hand_is_over() -> None:
    field = charged()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    assert seen(field, "a").charges == ()
    field = answered("shoot", target="b2")
    field.off_table("a1")
    gone = "One of the two is no longer on the table: nothing is left to react to."
    assert field.refused("b", "reply", charge="t1.charge.a1>b2") == gone
    field = charged()
    field.off_table("a1")
    assert not [ask for ask in field.state.asks if ask.kind == "react"]
    assert field.refused("a", "charge", charge=CHARGE).startswith("One of the two is gone")


def told(strip: Strip | None) -> dict[str, float]:
    """What a strip shows: percent, or hits."""
    assert strip is not None
    return {
        str(one.at): round(one.chance * 100) if one.chance is not None else round(one.hits or 0, 1)
        for one in strip.cells
    }


def reactions(field: Field) -> dict[str, Strip | None]:
    return {one.what: one.strip for one in seen(field, "b").reactions[0].options}


def test_a_charge_shows_its_chance_by_gap_before_it_is_announced() -> None:
    found = row(lines(), "a", "a1").goals
    assert {goal.value: goal.ac for goal in found} == {"charge+run+": 2, "charge+march+": 2, "charge+none+": 1}
    goals = {goal.value: goal.strip for goal in found}
    assert told(goals["charge+run+"]) == {
        "20 cm": 100, "22 cm": 90, "24 cm": 70, "26 cm": 50, "28 cm": 30, "30 cm": 10,
    }  # fmt: skip
    assert list(told(goals["charge+none+"])) == ["2 cm", "4 cm", "6 cm", "8 cm", "10 cm"]
    assert [goal.strip for goal in row(lines(), "a", "a2").goals if goal.do == "shoot"] == [None, None]


def test_reactions_show_what_they_may_come_to() -> None:
    strips = reactions(charged(target="b2"))
    assert strips["withstand"] is None
    flight = told(strips["flee"])
    assert list(flight) == ["5 cm", "10 cm", "15 cm", "20 cm", "25 cm", "30 cm"]
    assert flight["30 cm"] == 100
    assert told(strips["counter"])["30 cm"] == 90
    shots = told(strips["shoot"])
    assert shots == {"to 20 cm": 1.2, "20–40 cm": 0.6, "40–60 cm": 0.6}, "as a withstanding shot hits"
    assert reactions(charged())["shoot"] is None, "spearmen shoot nothing"


def test_nobody_sees_odds_where_the_table_hides_them() -> None:
    field = fielded("buke: yumi-samurai 6", "buke: yumi-samurai 6", battle="pitched", odds="nobody", first="a")
    assert [goal.strip for goal in row(field, "a", "a1").goals] == [None] * 5
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    assert set(reactions(field).values()) == {None}


def bushi_charged(what: str = "shoot") -> Field:
    """Swordsmen charge archers with a Busho among them, who answer."""
    field = fielded(
        "buke: katana-samurai 8",
        "buke: yumi-samurai 6 + busho-buke katana, daisho-samurai",
        battle="pitched",
        first="a",
    )
    field.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    field.act("b", "react", step=f"{CHARGE}.react", what=what)
    return field


def test_he_shoots_after_his_unit_with_what_a_withstanding_shot_costs() -> None:
    field = bushi_charged()
    field.act("b", "reply", charge=CHARGE)
    misses(field)
    assert [str(one.sentence) for one in orders_view(field.state, None).hero_replies] == [
        "Busho Buke shoots too, at Katana Samurai"
    ]
    assert (
        field.act("b", "hero-reply", charge=CHARGE, hero="bh1")
        == "Busho Buke shoots before the charge of Katana Samurai."
    )
    chain = field.chain()
    assert (chain.striker, chain.situation.withstand_and_shoot) == ("bh1", True)
    assert chain.situation.distance_cm == 28, "his unit has measured it"
    misses(field)
    assert not field.hero_of("bh1").loaded
    row = next(one for one in orders_view(field.state, "b").heroes if one.hero == "bh1")
    assert (row.have, row.left) == (3, 2)
    assert orders_view(field.state, "b").hero_replies == ()
    assert "not loaded" in field.refused("b", "hero-reply", charge=CHARGE, hero="bh1")
    assert "One shot a turn" in field.refused("b", "announce", piece="bh1", do="shoot", target="a1")
    field.act("a", "charge", charge=CHARGE, left_cm=99)
    assert field.view("b").acts_now == "b", "an answer is no order: his side has given none yet"
    assert not field.view("b").all_carried_out


def test_he_does_not_where_his_unit_does_not_or_the_charge_is_over() -> None:
    field = bushi_charged("withstand")
    assert orders_view(field.state, "b").hero_replies == ()
    assert "withstands and shoots" in field.refused("b", "hero-reply", charge=CHARGE, hero="bh1")
    again = bushi_charged()
    assert "no such character" in again.refused("a", "hero-reply", charge=CHARGE, hero="bh1")
    again.act("b", "announce", piece="bh1", do="load", anyway=True)
    assert "spent AC" in again.refused("b", "hero-reply", charge=CHARGE, hero="bh1")
    again.act("a", "charge", charge=CHARGE, anyway=True)
    assert "is waiting" in again.refused("b", "hero-reply", charge=CHARGE, hero="bh1")


def test_a_lone_character_withstands_and_shoots_like_a_unit() -> None:
    field = bushi_charged()
    field.act("a", "announce", piece="a1", goal="charge+none+", target="bh2", anyway="true")
    step = "t1.charge.a1>bh2"
    assert "never counter-charges" in field.refused("b", "react", step=f"{step}.react", what="counter")
    field.act("b", "react", step=f"{step}.react", what="shoot")
    field.act("b", "reply", charge=step)
    chain = field.chain()
    assert (chain.attacker, chain.weapon, chain.situation.withstand_and_shoot) == ("bh2", "bow", True)
    assert row(field, "a", "bh2").left == 2
