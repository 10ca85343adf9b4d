"""Tricky situations of Tenno's book on the page, and whole games of many players. What the rules make of every duel is
tested in `tests/rules/tenno`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from flask.testing import FlaskClient

from tests.web.test_card_games import make, tap, text

NAMES = {"name.b": "Ben", "name.c": "Chie"}
HANDS = {"a": 8, "b": 8, "c": 8}


@dataclass(frozen=True)
class Case:
    """A situation: duels of Ana's turn (her card, Ben's), or piles; what comes of it the page says, and nothing of
    `not_page`."""

    section: str
    what: str
    duels: tuple[tuple[str, str], ...] = ()
    hands: Mapping[str, int] = field(default_factory=dict)
    piles: Mapping[str, str] = field(default_factory=dict)
    rests: Mapping[str, str] = field(default_factory=dict)
    page: tuple[str, ...] = ()
    not_page: tuple[str, ...] = ()


FILL_A, FILL_B = "Ana fills the gap with a card from hand", "Ben fills the gap with a card from hand"
SWAP, LOOK = "Ana may swap a card of the layout", "Ben looks at one card in the layout of Ana."
CASES = (
    Case(
        "The Attacker Wins",
        "the lower card is captured, the attacker goes back",
        (("farmer-2", "farmer-1"),),
        page=("Ana wins, lays the card of Ben face down on the pile and puts the attacking card back.", FILL_B, SWAP),
    ),
    Case(
        "The Defender Wins",
        "the attacker leaves the game and is nobody's",
        (("farmer-1", "daimyo"),),
        page=("Ben wins and puts the defending card back; the attacking card leaves the game.", FILL_A, LOOK),
        not_page=(SWAP,),
    ),
    Case(
        "Neither Player Wins",
        "both leave the game, and nobody swaps or looks",
        (("farmer-3", "farmer-3"),),
        page=("Nobody wins: both cards leave the game.", FILL_A, FILL_B),
        not_page=(SWAP, LOOK),
    ),
    Case(
        "The Attacking Player Has Not Lost any Cards",
        "without a hand two cards of the layout change places",
        (("farmer-2", "farmer-1"),),
        hands={"a": 0},
        page=("Ana has no hand: two cards of the layout may change places.",),
        not_page=(SWAP,),
    ),
    Case(
        "Special Powers: Ronin",
        "attacks again although he lost",
        (("ronin", "samurai-7"),),
        page=("You may attack again with another card of the layout.", "No second attack"),
        not_page=(FILL_A, LOOK),
    ),
    Case(
        "Special Powers: Ronin",
        "both lost: two gaps at once, and two looks",
        (("ronin", "samurai-7"), ("farmer-1", "daimyo")),
        page=("Ana fills 2 gaps with cards from hand, in the same positions.", LOOK),
    ),
    Case(
        "Special Powers: Shogun",
        "takes the attacker prisoner",
        (("daimyo", "shogun"),),
        page=("Ben wins, lays the attacking card face down on the pile and puts the defending card back.",),
    ),
    Case(
        "Special Powers: Shogun",
        "falls to the Geisha",
        (("geisha", "shogun"),),
        page=("Ana wins and lays the card of Ben face down on the pile; the attacking card leaves the game.",),
        not_page=(SWAP,),
    ),
    Case(
        "Special Powers: Geisha",
        "defends once: both cards leave, and her owner looks",
        (("samurai-8", "geisha"),),
        page=("Ben wins: both cards leave the game.", LOOK),
    ),
    Case(
        "End of the Game",
        "at once, where a gap cannot be filled",
        (("farmer-2", "farmer-1"),),
        hands={"b": 0},
        page=("Ben cannot fill the gap: the game is over.",),
    ),
    Case(
        "End of the Game",
        "equal again: they share",
        piles={"a": "ronin", "b": "ronin", "c": ""},
        rests={"a": "monk", "b": "farmer-2,farmer-3"},
        page=("Ana and Ben share the emperor&#39;s favor: 6 points, 5 in hand and layout.",),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.section}: {case.what}")
def test_on_the_page(client: FlaskClient, case: Case) -> None:
    table = make(client, "tenno", players="3", phones="one", way="score" if case.piles else "duels", **NAMES)
    taps = [("a", "hold", {"player": seat, "cards": str(cards)}) for seat, cards in case.hands.items()]
    for number, (card, against) in enumerate(case.duels, 1):
        taps.append(("a", "duel", {"number": str(number), "card": card, "target": "b", "defense": against}))
    taps += [(seat, "pile", {"cards": cards}) for seat, cards in case.piles.items()]
    taps += [(seat, "rest", {"cards": cards}) for seat, cards in case.rests.items()]
    for seat, type_, form in taps:
        assert tap(client, table, seat, type_, **form).status_code == 303, (type_, form)
    page = re.sub(r"\s+", " ", text(client, f"/t/{table}"))
    for words in case.page:
        assert words in page
    for words in case.not_page:
        assert words not in page
