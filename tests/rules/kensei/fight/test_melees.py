"""The combats of a phase, their initiative and their order (10:1, 10:2:4, 10:2:5, 9:5:5; K15, K19, K44, K48)."""

from __future__ import annotations

import pytest

from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.initiative import Entrant, in_order, initiative, rolls, total
from companion.rules.kensei.fight.melees import charger, entrant, groups, may_defend, ways_to_share
from companion.rules.kensei.fight.split import Foe
from companion.rules.kensei.turn.contacts import Contact, again, separated
from companion.rules.kensei.turn.facts import Facts
from companion.rules.text import Refusal
from tests.strategies import catalog

CHARGE = Contact("a1", "b1", 2, "charge", charger="a1")
FLANK = Contact("a2", "b1", 2, "charge", zone_of_one="flank", charger="a2")
UNITS = {"a1": "katana-samurai", "a2": "kiba-musha", "b1": "yari-ashigaru"}
RAN = {"a1": Facts(charged=True), "a2": Facts(charged=True), "b1": Facts()}


def who(piece: str) -> Combatant:
    return Combatant(catalog().units[UNITS[piece]], 10)


def example(*contacts: Contact, facts: dict[str, Facts] = RAN) -> dict[str, Entrant]:
    """The combat of the book's chapter 10 as its contacts tell it."""
    known = {"turn": 2, "riders": ("a2",)}
    return {
        piece: entrant(piece, piece, who(piece), facts, contacts, side=piece[0], **known)  # type: ignore[arg-type]
        for piece in UNITS
    }


def test_the_example_of_the_book_out_of_its_contacts() -> None:
    """10:2:4: samurai 5+3+2, riders 3+4+2, ashigaru 4+2+2: charged in the front by foot, in the flank by riders."""
    entrants = example(CHARGE, FLANK)
    dice = {"a1": 5, "a2": 3, "b1": 4}
    everybody = tuple(entrants.values())
    totals = {one.id: total(initiative(one, everybody).value, (dice[one.id],)) for one in everybody}
    assert totals == {"a1": (10,), "a2": (9,), "b1": (8,)}
    assert in_order(("b1", "a1", "a2"), totals) == ("a1", "a2", "b1")
    assert rolls(("a1", "a2", "b1"), totals) == ()


def test_an_old_contact_has_neither_charge_nor_spears() -> None:
    entrants = example(Contact("a1", "b1", 1, "charge", charger="a1"))
    assert not entrants["a1"].charging
    assert entrants["b1"].charged_by is None
    assert not entrants["b1"].first_turn


def test_of_several_chargers_the_one_in_front_and_mounted_counts_for_spears() -> None:
    behind = Contact("a1", "b1", 2, "charge", zone_of_one="rear", charger="a1")
    in_front = Contact("b1", "a2", 2, "charge", charger="a2")
    entrants = example(behind, in_front)
    assert (entrants["b1"].charged_by, entrants["b1"].zone) == ("mounted", "front")
    assert (entrants["a2"].charges, entrants["a1"].charges) == ("b1", "b1")


@pytest.mark.parametrize(
    ("met", "a1", "b1", "expected"),
    [
        (Contact("a1", "b1", 2), Facts(), Facts(), ""),
        (Contact("a1", "b1", 2, charger=""), Facts(charged=True), Facts(), ""),
        (Contact("a1", "b1", 2, charger="b1"), Facts(charged=True), Facts(), "b1"),
        (Contact("a1", "b1", 2, "strike"), Facts(charged=True), Facts(), "a1"),
        (Contact("a1", "b1", 2, "counter"), Facts(charged=True), Facts(counter_charged=True), "b1"),
        (Contact("a1", "b1", 2, "charge"), Facts(charged=True), Facts(counter_charged=True), "a1"),
        (Contact("a1", "b1", 2, "charge"), Facts(charged=True), Facts(charged=True), ""),
    ],
)
def test_who_charged(met: Contact, a1: Facts, b1: Facts, expected: str) -> None:
    assert charger(met, {"a1": a1, "b1": b1}) == expected


def test_combats_are_who_is_connected() -> None:
    contacts = [Contact("a1", "b1", 2), Contact("a10", "b3", 1), Contact("a2", "b2", 2), Contact("b1", "a2", 2)]
    everybody = {"a1", "a2", "a10", "b1", "b2", "b3"}
    assert groups(contacts, everybody) == (("a1", "a2", "b1", "b2"), ("a10", "b3"))
    assert groups(contacts, everybody - {"a2", "a10"}) == (("a1", "b1"),)
    assert groups([Contact("a1", "", 1)], everybody) == (), "with whom nobody has said"
    gone_first = [Contact("a9", "b9", 1), Contact("a1", "b1", 2)]
    assert groups(gone_first, everybody) == (("a1", "b1"),), "one who is gone ends no list"


def test_equal_ones_roll_again_among_themselves() -> None:
    totals = {"a1": (9,), "b1": (9,), "b2": (4,)}
    assert rolls(("a1", "b1", "b2"), totals) == ("a1", "b1")
    again_ = {**totals, "a1": (9, *total(3, (2,))), "b1": (9, *total(2, (9,)))}
    assert rolls(("a1", "b1", "b2"), again_) == ()
    assert in_order(("a1", "b1", "b2", "b3"), again_) == ("b1", "a1", "b2", "b3"), "b3 was reached in flight"
    assert rolls(("a1", "b1"), {"a1": (9,)}) == ("b1",), "everybody rolls once first"
    assert total(3, (0, 10, 1)) == (13, 13, 4)


def test_ways_to_share_are_the_allowed_ones() -> None:
    one, other = Foe("b1"), Foe("b2")
    assert ways_to_share(5, (one, other), "b1") == ((5, 0), (4, 1), (3, 2))
    assert ways_to_share(2, (one, other), None) == ((2, 0), (1, 1), (0, 2))
    assert ways_to_share(5, (one, Foe("b2", lone_character=True)), None) == ((5, 0), (4, 1), (3, 2))


def test_who_may_take_a_defensive_position() -> None:
    unit, kensei = who("b1"), Combatant(catalog().characters["kensei"])
    assert may_defend(unit, Facts()) is None
    for facts in (Facts(charged=True), Facts(counter_charged=True), Facts(withstood_and_shot=True)):
        assert isinstance(may_defend(unit, facts), Refusal)
    assert isinstance(may_defend(unit, Facts(), fell_short=True), Refusal), "a charge that fell short is one (K94)"
    assert isinstance(may_defend(kensei, Facts()), Refusal)


def test_a_contact_is_said_again_and_taken_back() -> None:
    better = Contact("b1", "a1", 2, "charge", charger="b1")
    assert again([CHARGE, FLANK], better) == (better, FLANK)
    assert again([], CHARGE) == (CHARGE,)
    assert separated([CHARGE, FLANK], "b1", "a1") == (FLANK,)
