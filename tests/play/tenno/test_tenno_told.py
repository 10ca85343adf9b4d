"""What a table of Tenno tells to do with the cards of a turn. What the rules make of every duel is tested in
`tests/rules/tenno`, and that the page says it in `tests/browser/test_tenno.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.play.tenno.game import TENNO
from tests.play.cardtable import Cardtable

NAMES = {"name.a": "Ana", "name.b": "Ben", "name.c": "Chie"}
WON = "Ana wins, lays the card of Ben face down on the pile and puts the attacking card back."
LOST = "Ben wins and puts the defending card back; the attacking card leaves the game."
ANA_FILLS, BEN_FILLS = (f"{who} fills the gap with a card from hand, in the same position." for who in ("Ana", "Ben"))
SWAP, LOOK = "Ana may swap a card of the layout with one from hand.", "Ben looks at one card in the layout of Ana."
PRISONER = "Ben wins, lays the attacking card face down on the pile and puts the defending card back."
SHOGUN_FALLS = "Ana wins and lays the card of Ben face down on the pile; the attacking card leaves the game."
TURNS: tuple[tuple[str, Mapping[str, int], list[str], list[str]], ...] = (
    ("farmer-2 farmer-1", {}, [WON], [BEN_FILLS, SWAP]),
    ("farmer-1 daimyo", {}, [LOST], [ANA_FILLS, LOOK]),
    ("farmer-3 farmer-3", {}, ["Nobody wins: both cards leave the game."], [ANA_FILLS, BEN_FILLS]),
    ("farmer-2 farmer-1", {"a": 0}, [WON],
     [BEN_FILLS, "Ana has no hand: two cards of the layout may change places."]),
    ("ronin samurai-7", {}, [LOST], []),
    ("ronin samurai-7, farmer-1 daimyo", {}, [LOST, LOST],
     ["Ana fills 2 gaps with cards from hand, in the same positions.", LOOK, LOOK]),
    ("daimyo shogun", {}, [PRISONER], [ANA_FILLS, LOOK]),
    ("geisha shogun", {}, [SHOGUN_FALLS], [ANA_FILLS, BEN_FILLS]),
    ("samurai-8 geisha", {}, ["Ben wins: both cards leave the game."], [ANA_FILLS, BEN_FILLS, LOOK]),
    ("farmer-2 farmer-1", {"b": 1}, [WON], [BEN_FILLS, SWAP]),
    ("farmer-2 farmer-1", {"b": 0}, [WON], []),
)  # fmt: skip
"""The duels of Ana's turn, her card and Ben's; hands that are not full; what was done, and what is done next."""


@pytest.mark.parametrize(("duels", "hands", "last", "steps"), TURNS)
def test_what_is_done_with_the_cards(duels: str, hands: Mapping[str, int], last: list[str], steps: list[str]) -> None:
    table = Cardtable(TENNO, players=3, way="duels", **NAMES)
    for player, cards in hands.items():
        table.do("a", "hold", player=player, cards=cards)
    for number, cards in enumerate(duels.split(", "), 1):
        card, defense = cards.split()
        table.do("a", "duel", number=number, card=card, target="b", defense=defense)
    view = table.view()
    assert ([str(text) for text in view.last], [str(text) for text in view.steps]) == (last, steps)
    assert str(view.ended) == ("Ben cannot fill the gap: the game is over." if hands.get("b") == 0 else "None")


def test_leaders_who_are_equal_again_share_the_favor() -> None:
    table = Cardtable(TENNO, players=3, way="score", **NAMES)
    for act, piles in (
        ("pile", {"a": "ronin", "b": "ronin", "c": ""}),
        ("rest", {"a": "monk", "b": "farmer-2,farmer-3"}),
    ):
        for seat, cards in piles.items():
            table.do(seat, act, cards=cards)
    assert str(table.result().sentence) == "Ana and Ben share the emperor's favor: 6 points, 5 in hand and layout."
