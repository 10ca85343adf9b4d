"""The combat phase as a list of combats: contacts, initiative, shared dice, strikes in order (10, K44 to K48)."""

from __future__ import annotations

from typing import Any

from companion.play.game import Event
from companion.play.kensei.after.results import fought, judged
from companion.play.kensei.combat.initiative import strikers_in_order, totals
from companion.play.kensei.combat.listing import ahead, chooser, left
from companion.play.kensei.combat.strikes import is_done, upcoming
from companion.play.kensei.combat.view import combats_view
from companion.play.kensei.game import KENSEI
from companion.play.kensei.melee import Melee
from companion.play.kensei.state import State
from companion.rules.kensei.turn.contacts import between
from tests.play.kensei.field import Field, attack_of

TRIO = "t1.combat.a1+a2+b1"


NEW = {"begun_with": "kensei-6"}


def book(*, zone: str = "flank", bushi: bool = False, **setup: str) -> Field:
    """The combat of the book's chapter 10: samurai charge spearmen in the front, riders in the flank."""
    field = Field(**setup)
    field.act("a", "side", path="buke")
    field.unit("a", "katana-samurai", 10)
    field.unit("a", "kiba-musha", 4)
    if bushi:
        field.hero("a", "busho-buke", "a1", weapon="katana")
    field.unit("b", "yari-ashigaru", 10)
    field.unit("b", "katana-samurai", 10)
    field.begin()
    field.leave()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    field.act("a", "touch", one="a2", other="b1", charged="one", zone=zone)
    return field


def rolled(field: Field, *, a: str = "5 3", b: str = "4", **given: Any) -> str:
    """Both sides give their initiative in the only combat there is; the line of the last."""
    field.act("a", "fight", combat=ahead(field.state)[0].id)
    (melee,) = field.state.melees
    field.act("a", "initiative", step=f"{melee.id}.in.a", faces=[int(die) for die in a.split()])
    return field.act("b", "initiative", step=f"{melee.id}.in.b", faces=[int(die) for die in b.split()], **given)


def only(field: Field) -> Melee:
    (melee,) = field.state.melees
    return melee


def waiting(field: Field) -> list[str]:
    """Who has still to strike, in order."""
    return [s.id for s in upcoming(field.state, only(field))]


def due(field: Field) -> list[tuple[str, str]]:
    return [(d.seat, str(d.sentence)) for d in KENSEI.due(field.state) if d.kind in ("initiative", "strike")]


def seen(field: Field, event: Event, seat: str | None) -> Any:
    return KENSEI.show_event(field.state, event, seat)


# ---- who touches whom


def test_contacts_are_known_before_anybody_strikes_and_say_who_charged_from_where() -> None:
    field = book()
    met = between(field.state.contacts, "a2", "b1")
    assert met is not None
    assert (met.zone_of("a2"), met.zone_of("b1"), met.charger, met.since) == ("flank", "front", "a2", 1)
    assert field.markers("a2") == {"charge"}
    assert field.markers("b1") == set()
    field.act("b", "aim", kind="melee", attacker="b1", defender="a2")
    assert not field.chain().situation.charging, "it was charged"
    field.act("b", "cancel", step=field.step())
    field.act("a", "aim", kind="melee", attacker="a2", defender="b1")
    assert field.chain().situation.charging
    assert field.chain().situation.zone == "flank"


def test_what_the_enemy_did_may_be_said_too_and_said_again_otherwise() -> None:
    field = book()
    said = field.act("b", "touch", one="b2", other="a1", charged="other", zone="rear")
    assert said == "Katana Samurai 1 has charged Katana Samurai 2 in the rear."
    field.act("b", "touch", one="b2", other="a1", charged="one")
    met = between(field.state.contacts, "a1", "b2")
    assert met is not None
    assert (met.charger, met.zone_of("b2"), met.zone_of("a1")) == ("b2", "front", "front")
    assert "charge" in field.markers("b2")
    assert "charge" in field.markers("a1"), "it has charged the spearmen"
    field.act("b", "aim", kind="melee", attacker="b2", defender="a1")
    assert field.chain().situation.charging
    field.act("b", "cancel", step=field.step())
    field.act("a", "aim", kind="melee", attacker="a1", defender="b2")
    assert not field.chain().situation.charging, "it charged another"


def test_a_contact_is_taken_back_and_its_charge_with_it() -> None:
    field = book()
    assert field.act("a", "part", one="a1", other="b1") == "Katana Samurai 1 and Yari Ashigaru are not in contact."
    assert field.markers("a1") == set()
    assert field.markers("a2") == {"charge"}
    assert "not said to touch" in field.refused("a", "part", one="a1", other="b1")
    assert "Choose an enemy" in field.refused("a", "touch", one="a1", other="a2")
    assert "one of your own" in field.refused("b", "touch", one="a1", other="b1")


def test_whose_marker_says_that_it_charged_has_charged_whom_it_touches() -> None:
    field = book()
    field.act("b", "mark", piece="b2", marker="charge", on=True)
    assert field.act("b", "touch", one="b2", other="a1").endswith("has charged Katana Samurai 1.")
    assert field.act("b", "touch", one="b2", other="a1", charged="nobody").endswith("are in contact.")
    assert field.markers("b2") == set(), "said again, it has not"


def test_who_fights_since_an_earlier_turn_is_engaged_and_charges_no_more() -> None:
    field = book()
    assert field.act("a", "touch", one="a1", other="b2", charged="earlier").endswith("are in contact.")
    assert {"engaged"} <= field.markers("a1") & field.markers("b2")
    field.act("a", "aim", kind="melee", attacker="a1", defender="b2")
    assert not field.chain().situation.first_turn


# ---- the list


def test_combats_are_listed_till_they_are_fought_and_the_phase_may_be_left_all_the_same() -> None:
    field = book()
    assert [one.id for one in ahead(field.state)] == [TRIO]
    field.act("a", "touch", one="a1", other="b2")
    assert [one.id for one in ahead(field.state)] == ["t1.combat.a1+a2+b1+b2"]
    assert "look at the list" in field.refused("a", "fight", combat=TRIO)
    field.act("a", "part", one="a1", other="b2")
    said = field.act("b", "fight", combat=TRIO)
    assert said == "Katana Samurai 1, Kiba Musha and Yari Ashigaru fight."
    field.act("a", "touch", one="a1", other="b2")
    assert ahead(field.state) == (), "who comes into contact with a combat that has begun fights in the next turn"
    field.leave()
    field.leave()
    assert field.state.melees == ()
    assert [one.members for one in ahead(field.state)] == [("a1", "a2", "b1", "b2")]


def test_a_table_that_just_strikes_has_no_combat_left() -> None:
    field = book()
    assert len(left(field.state)) == 1
    field.strike("a1", "b1", "1")
    assert left(field.state) == ()
    assert len(ahead(field.state)) == 1, "it may still be led"


def test_hidden_characters_are_shown_when_their_combat_begins() -> None:
    field = Field()
    field.unit("a", "katana-samurai", 10)
    field.unit("b", "katana-samurai", 10)
    spy = field.hero("b", "spy", "b1")
    field.begin()
    field.act("a", "touch", one="a1", other="b1")
    assert field.hero_of(spy).hidden
    said = field.act("a", "fight", combat="t1.combat.a1+b1")
    assert said.endswith("Spy is revealed in Katana Samurai 2.")
    assert [s.id for s in only(field).strikers] == ["a1", "b1", spy], "he strikes at his own IN"


# ---- initiative


def test_the_example_of_the_book() -> None:
    """10:2:4: samurai 10, riders 9, ashigaru 8."""
    field = book()
    assert rolled(field) == "Initiative: Katana Samurai 1 10, Kiba Musha 9, Yari Ashigaru 8."
    assert totals(only(field)) == {"a1": (10,), "a2": (9,), "b1": (8,)}
    assert waiting(field) == ["a1", "a2", "b1"]
    assert due(field) == [("a", "Katana Samurai 1 strikes: IN 10.")]


def test_one_sides_dice_and_positions_are_sealed_until_the_other_gives_its_own() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    assert [seat for seat, _ in due(field)] == ["a", "b"]
    said = field.act("b", "initiative", step=f"{TRIO}.in.b", **{"die.b1": "4", "defensive.b1": "true"})
    assert said == "Side B has given initiative."
    event = field.events[-1]
    assert seen(field, event, "b") == event.data
    for stranger in ("a", None):
        assert seen(field, event, stranger) == {"step": f"{TRIO}.in.b"}
        assert KENSEI.view(field.state, stranger).side("b").pieces[0].markers == ()  # type: ignore[index]
    assert KENSEI.secrets(field.state) == {f"{TRIO}.in.b"}
    assert field.markers("b1") == set(), "nobody is in position before both have chosen"
    assert [seat for seat, _ in due(field)] == ["a"]
    field.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    assert seen(field, event, "a") == event.data
    assert field.markers("b1") == {"defensive"}
    assert KENSEI.secrets(field.state) == frozenset()
    assert "already past" in field.refused("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    field.leave()
    field.leave()
    assert seen(field, event, "a") == event.data, "nor is it closed again when its turn is over"


def test_a_side_may_give_its_dice_anew_while_the_other_has_not() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    for die in (9, 1):
        field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[die])
    field.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    assert totals(only(field))["b1"] == (5,)


def test_nobody_gives_anew_what_the_other_side_has_sealed() -> None:
    """Also not for it, as one does who enters what was spoken."""
    field = book()
    field.act("a", "fight", combat=TRIO)
    field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[9])
    said = field.refused("b", "initiative", by="a", step=f"{TRIO}.in.b", faces=[1])
    assert said == "Side B has given these dice already: only the same phone gives others."


def test_who_charged_holds_no_obstacle() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    said = field.refused("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3], **{"obstacle.a1": "true"})
    assert "for who did not charge" in said


def test_a_combat_counts_as_left_until_its_last_strike() -> None:
    field = book()
    counts = [combats_view(field.state).left]
    rolled(field)
    counts.append(combats_view(field.state).left)
    for one in ("a2", "a1", "b1"):
        field.act(field.piece(one).seat, "pass", combat=TRIO, fighter=one)
    assert [*counts, combats_view(field.state).left] == [1, 1, 0]


def test_a_roll_from_the_combats_is_offered_in_the_resolution() -> None:
    """K55."""
    field = Field()
    field.unit("a", "katana-samurai", 8)
    field.unit("b", "yari-ashigaru", 8)
    field.begin()
    field.leave()
    field.strike("a1", "b1", "9 9 9 9 9", "9 9 9 9 9", "5 5 5 5 5")
    assert [roll.moment for roll in field.state.owed] == ["t1.combats"]
    assert KENSEI.view(field.state, "b").owed == ()
    field.leave()
    assert len(KENSEI.view(field.state, "b").owed) == 1


def test_a_combat_in_which_nobody_strikes_is_a_draw() -> None:
    field = book()
    rolled(field)
    for one in ("a2", "a1", "b1"):
        said = field.act(field.piece(one).seat, "pass", combat=TRIO, fighter=one)
    assert said.endswith("0 against 0 damage: a draw.")


def test_who_comes_late_into_a_combat_is_judged_with_it() -> None:
    field = Field()
    for _ in range(2):
        field.unit("a", "katana-samurai", 8)
    field.unit("b", "yari-ashigaru", 10)
    field.begin()
    field.leave()
    field.act("a", "touch", one="a1", other="b1")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    field.act("a", "touch", one="a2", other="b1")
    for one in ("a1", "a2"):
        field.strike(one, "b1", "9 9", "9 9", "4 4")
    (combat,) = fought(field.state)
    assert combat.members == {"a1", "a2", "b1"}
    assert judged(field.state, combat).first_inflicted == 12


def test_who_won_the_command_chooses_the_first_combat_whoever_acts_first() -> None:
    field = Field(battle="pitched")
    field.unit("a", "katana-samurai", 5)
    field.unit("b", "katana-samurai", 5)
    field.begin()
    for seat, face in (("a", 2), ("b", 9)):
        field.act(seat, "pad", step=f"t1.command.{seat}", face=face, die=0)
    field.act("b", "first", first="a")
    assert (field.state.first, chooser(field.state)) == ("a", "b")


def test_the_dice_of_a_tie_are_rolled_again_by_those_who_tied() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    field.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 4])
    field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[4])
    assert due(field) == [("a", "A tie: roll 2 dice again for Katana Samurai 1, Kiba Musha.")]
    assert waiting(field) == []
    assert "parts a tie" in field.refused(
        "a", "initiative", step=f"{TRIO}.in2.a", faces=[1, 2], **{"defensive.a1": "true"}
    )
    said = field.act("a", "initiative", step=f"{TRIO}.in2.a", faces=[1, 2])
    assert said == "Initiative: Kiba Musha 10/8, Katana Samurai 1 10/6, Yari Ashigaru 8."
    assert waiting(field) == ["a2", "a1", "b1"]
    assert due(field) == [("a", "Kiba Musha strikes: IN 10.")]


def test_what_is_wrong_with_the_dice_or_positions_is_said() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    step = f"{TRIO}.in.a"
    assert field.refused("a", "initiative", step=step, faces=[5]) == (
        "One die is due for each of these: Katana Samurai 1, Kiba Musha."
    )
    assert "One die is due" in field.refused("a", "initiative", step=step, faces=[5, 5, 5])
    assert "One die is due" in field.refused("a", "initiative", step=step, **{"die.a1": "5"})
    assert "side A's to roll" in field.refused("b", "initiative", step=step, faces=[5, 3])
    charged = field.refused("a", "initiative", step=step, faces=[5, 3], **{"defensive.a1": "true"})
    assert charged == "Katana Samurai 1 charged this turn: it takes no defensive position."
    assert "your own units" in field.refused("a", "initiative", step=step, faces=[5, 3], **{"defensive.b1": "true"})
    assert "already past" in field.refused("a", "initiative", step="t9.x.in.a", faces=[5, 3])


def test_a_defended_obstacle_counts_in_the_first_turn() -> None:
    field = book()
    rolled(field, **{"obstacle.b1": "true"})
    assert totals(only(field))["b1"] == (10,)


def test_who_is_reached_in_flight_has_no_roll_and_strikes_last() -> None:
    field = Field()
    field.unit("a", "kiba-musha", 4)
    field.unit("b", "yari-ashigaru", 10)
    field.begin()
    field.act("b", "mark", piece="b1", marker="fleeing", on=True)
    field.act("a", "touch", one="a1", other="b1", charged="one", zone="rear")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    assert [seat for seat, _ in due(field)] == ["a"]
    said = field.act("a", "initiative", step="t1.combat.a1+b1.in.a", faces=[1])
    assert said == "Initiative: Kiba Musha 7, Yari Ashigaru last."
    field.strike("a1", "b1", "1")
    assert due(field) == [("b", "Yari Ashigaru strikes last: it was reached in flight.")]
    field.act("b", "aim", kind="melee", attacker="b1", defender="a1")
    assert dict(attack_of(field).numbers)["DC"].value == 7, "in defensive position as everybody who flees"


# ---- strikes


def test_strikes_come_in_their_order_and_end_with_the_result() -> None:
    field = book()
    rolled(field)
    field.strike("a1", "b1", "9 9", "9 9", "5 5")
    assert waiting(field) == ["a2", "b1"]
    assert "nobody left to strike" in field.refused("a", "pass", combat=TRIO, fighter="a1")
    assert field.act("a", "pass", combat=TRIO, fighter="a2") == "Kiba Musha does not strike."
    assert due(field) == [("b", "Yari Ashigaru shares its dice out, then strikes: IN 8.")]
    said = field.strike("b1", "a1", "1")
    assert said.endswith("8 against 0 damage: a draw.")
    assert is_done(field.state, only(field))
    assert due(field) == []


def test_a_combat_that_is_led_is_judged_with_everybody_in_it() -> None:
    """K57: the riders struck nobody and nobody struck them, but theirs is the losing side too."""
    field = book()
    rolled(field, a="1 2", b="10")
    field.act("b", "share", combat=TRIO, fighter="b1", split="a1:10")
    field.strike("b1", "a1", "9 9 9 9", "9 9 9 9", "9 9 9 9")
    field.act("a", "pass", combat=TRIO, fighter="a1")
    said = field.act("a", "pass", combat=TRIO, fighter="a2")
    assert said.endswith("0 against 28 damage: Katana Samurai 1, Kiba Musha defeated.")
    field.leave()
    assert {piece for piece, _ in field.owed()} == {"a1", "a2"}


def test_what_was_left_unfinished_is_over_in_the_resolution() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[4])
    field.leave()
    assert due(field) == []
    (combat,) = KENSEI.view(field.state, "a").combats.combats
    assert (combat.stage, str(combat.words)) == ("done", "left unfinished")


def test_what_was_sealed_may_be_read_when_the_battle_is_over() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[4])
    event = field.events[-1]
    field.act("a", "end", winner="draw")
    assert seen(field, event, "a") == event.data
    assert KENSEI.secrets(field.state) == frozenset()


def test_a_strike_in_a_combat_of_several_knows_the_strength_of_both_sides() -> None:
    field = book()
    rolled(field)
    field.act("b", "aim", kind="melee", attacker="b1", defender="a1")
    situation = field.chain().situation
    assert (situation.ve_attacker, situation.ve_defender) == (10, 18)


def test_a_unit_that_is_destroyed_before_its_turn_does_not_strike() -> None:
    field = book()
    rolled(field)
    field.act("b", "correct", piece="b1", miniatures=3, reason="miscounted")
    said = field.strike("a1", "b1", "9 9 9", "9 9 9", "9 9 9")
    assert "Yari Ashigaru is destroyed." in said
    assert said.endswith("damage: nobody is left to be defeated.")
    assert waiting(field) == [], "and nobody is left for the riders"


def test_dice_are_shared_among_several_and_each_share_is_a_strike_of_its_own() -> None:
    field = book()
    rolled(field)
    for striker in ("a1", "a2"):
        field.act("a", "pass", combat=TRIO, fighter=striker)
    wrong = field.refused("b", "share", combat=TRIO, fighter="b1", split="a1:6 a2:5")
    assert "11 dice are shared out; the strike has 10." in wrong
    assert "among these" in field.refused("b", "share", combat=TRIO, fighter="b1", split="b2:10")
    said = field.act("b", "share", combat=TRIO, fighter="b1", split="a1:6 a2:4")
    assert said == "Yari Ashigaru shares its dice: 6 on Katana Samurai 1, 4 on Kiba Musha."
    field.act("b", "aim", kind="melee", attacker="b1", defender="a2")
    pool = dict(attack_of(field).numbers)["DC"]
    assert (pool.value, [(m.value, m.rule, m.ruling) for m in pool.modifiers][-1]) == (4, (-6, "10:2:6", "K48"))
    field.act("b", "cancel", step=field.step())
    field.strike("b1", "a2", "1")
    assert waiting(field) == ["b1"], "the other share is to come"
    field.act("b", "aim", kind="melee", attacker="b1", defender="a1")
    assert dict(attack_of(field).numbers)["DC"].value == 6
    field.act("b", "cancel", step=field.step())
    assert "has struck already" in field.refused("b", "share", combat=TRIO, fighter="b1", split="a1:10")
    field.strike("b1", "a1", "1")
    assert waiting(field) == []


def test_who_charged_puts_half_of_its_dice_there() -> None:
    field = book()
    field.act("a", "touch", one="a1", other="b2")
    field.act("a", "fight", combat=ahead(field.state)[0].id)
    melee = only(field)
    field.act("a", "initiative", step=f"{melee.id}.in.a", faces=[9, 1])
    field.act("b", "initiative", step=f"{melee.id}.in.b", faces=[2, 1])
    assert due(field) == [("a", "Katana Samurai 1 shares its dice out, then strikes: IN 14.")]
    wrong = field.refused("a", "share", combat=melee.id, fighter="a1", split="b1:4 b2:6")
    assert wrong == "Yari Ashigaru: 4 dice; at least 5 go there."
    field.act("a", "share", combat=melee.id, fighter="a1", split="b1:5 b2:5")
    assert waiting(field)[0] == "a1"


def test_a_bushi_strikes_right_after_his_unit_and_shares_nothing() -> None:
    field = book(bushi=True)
    field.act("a", "touch", one="a1", other="b2")
    field.act("a", "fight", combat=ahead(field.state)[0].id)
    melee = only(field)
    assert [s.id for s in melee.strikers] == ["a1", "a2", "b1", "b2"], "a Bushi has no initiative of his own"
    field.act("a", "initiative", step=f"{melee.id}.in.a", faces=[9, 1])
    field.act("b", "initiative", step=f"{melee.id}.in.b", faces=[2, 1])
    field.act("a", "share", combat=melee.id, fighter="a1", split="b1:5 b2:5")
    field.strike("a1", "b1", "1", wait=True)
    assert due(field) == [], "he has the act"
    field.act("a", "aim", kind="melee", attacker="a1", defender="b1", striker="ah1")
    assert field.chain().share is None


def test_a_bushi_strikes_though_his_unit_does_not() -> None:
    """K47: his dice are a chain of their own."""
    field = book(bushi=True, **NEW)
    rolled(field)
    assert field.act("a", "pass", combat=TRIO, fighter="a1") == "Katana Samurai 1 does not strike."
    assert waiting(field) == ["ah1", "a2", "b1"]
    assert due(field) == [("a", "Busho Buke strikes by himself: his unit does not.")]
    (strike,) = (one.strike for one in combats_view(field.state).combats)
    assert strike is not None
    assert (strike.piece, strike.hero, [t.id for t in strike.targets]) == ("a1", "ah1", ["b1"])
    field.strike("a1", "b1", "9 9", "9 9", "4 4", striker="ah1")
    assert field.piece("b1").miniatures < 10, "nothing waits for it"
    assert waiting(field) == ["a2", "b1"]


def test_a_bushi_may_stay_as_silent_as_his_unit() -> None:
    field = book(bushi=True, **NEW)
    rolled(field)
    field.act("a", "pass", combat=TRIO, fighter="a1")
    assert field.act("a", "pass", combat=TRIO, fighter="ah1") == "Busho Buke does not strike."
    assert waiting(field) == ["a2", "b1"]


def test_at_an_older_table_a_silent_unit_silences_its_bushi() -> None:
    field = book(bushi=True, begun_with="kensei-5")
    rolled(field)
    field.act("a", "pass", combat=TRIO, fighter="a1")
    assert waiting(field) == ["a2", "b1"]


def test_who_has_no_dice_left_is_passed_by_itself_with_a_word() -> None:
    """10:2:1: a defensive position takes three dice of who has no more."""
    field = book(**NEW)
    rolled(field, **{"defensive.b1": "true"})
    field.act("b", "correct", piece="b1", miniatures=2, reason="miscounted")
    field.act("a", "pass", combat=TRIO, fighter="a1")
    said = field.act("a", "pass", combat=TRIO, fighter="a2")
    assert said.startswith("Kiba Musha does not strike. Yari Ashigaru has no dice left and does not strike.")
    assert only(field).passed == ("a1", "a2", "b1")
    assert is_done(field.state, only(field))


def test_at_an_older_table_who_has_no_dice_is_offered_all_the_same() -> None:
    field = book(begun_with="kensei-5")
    rolled(field, **{"defensive.b1": "true"})
    field.act("b", "correct", piece="b1", miniatures=2, reason="miscounted")
    for one in ("a1", "a2"):
        field.act("a", "pass", combat=TRIO, fighter=one)
    assert waiting(field) == ["b1"]


def test_strikes_of_a_combat_need_its_initiative_only_where_it_is_led() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    assert "Initiative comes first" in field.refused("a", "pass", combat=TRIO, fighter="a1")
    assert "no such fighter of yours" in field.refused("b", "pass", combat=TRIO, fighter="a1")
    field.strike("a1", "b1", "1")
    field.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[4])
    assert waiting(field) == ["a2", "b1"], "it has struck already"


def test_a_battle_with_a_combat_under_way_is_the_same_after_it_was_stored_and_folded() -> None:
    field = book(bushi=True)
    rolled(field)
    state: Any = KENSEI.start({"_salt": "pepper"})
    for event in field.events:
        state = KENSEI.apply(state, event)
        assert isinstance(state, State), str(state)
        assert KENSEI.load(KENSEI.dump(state)) == state
    assert state == field.state
    assert [s.id for s in strikers_in_order(only(field))] == waiting(field)
