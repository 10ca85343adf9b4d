"""The combats of a phase, their initiative and their order (10:1, 10:2:4, 10:2:5, 9:5:5; K15, K19, K44, K48)."""

from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.initiative import Entrant, in_order, initiative, rolls, total
from companion.rules.kensei.fight.melees import entrant
from companion.rules.kensei.turn.contacts import Contact
from companion.rules.kensei.turn.facts import Facts
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
