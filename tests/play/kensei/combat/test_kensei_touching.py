"""Who touches whom, and the list of combats that come of it (10:1, K69)."""

from __future__ import annotations

from companion.play.kensei.combat.listing import ahead, left
from tests.play.kensei.combat.trio import TRIO, book, contact, only
from tests.play.kensei.field import fielded

# ---- who touches whom


def test_contacts_are_known_before_anybody_strikes_and_say_who_charged_from_where() -> None:
    field = book()
    met = contact(field, "a2", "b1")
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
    assert said == "Katana Samurai 1 charged Katana Samurai 2 in the rear."
    field.act("b", "touch", one="b2", other="a1", charged="one")
    met = contact(field, "a1", "b2")
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
    assert "not marked as in contact" in field.refused("a", "part", one="a1", other="b1")
    assert "Choose an enemy" in field.refused("a", "touch", one="a1", other="a2")
    assert "one of your own" in field.refused("b", "touch", one="a1", other="b1")


def test_whose_marker_says_that_it_charged_has_charged_whom_it_touches() -> None:
    field = book()
    field.act("b", "mark", piece="b2", marker="charge", on=True)
    assert field.act("b", "touch", one="b2", other="a1").endswith("charged Katana Samurai 1.")
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
    field = fielded("katana-samurai 10", "katana-samurai 10 + spy")
    spy = "bx-spy"
    field.act("a", "touch", one="a1", other="b1")
    assert field.hero_of(spy).hidden
    said = field.act("a", "fight", combat="t1.combat.a1+b1")
    assert said.endswith("Spy is revealed in Katana Samurai 2.")
    assert [s.id for s in only(field).strikers] == ["a1", "b1", spy], "he strikes at his own IN"
