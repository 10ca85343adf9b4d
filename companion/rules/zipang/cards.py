"""The deck of Zipang Portable: every card's points and number, the setup, and what a hand is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules import counts
from companion.rules.cardgame import unknown_card
from companion.rules.text import Problem, Text

LEAST_PLAYERS, MOST_PLAYERS = 2, 6
HAND = 2
"""Cards everybody holds while it is not his turn, as long as the supply lasts (Hand Refill Rule)."""


@dataclass(frozen=True, slots=True)
class ZipangCard:
    """A kind of card: Battle points (BTL), Honor points (HNR), and how many of the thirty are of it."""

    id: str
    name: Text
    battle: int
    honor: int
    count: int
    effect: Text


CARDS: Mapping[str, ZipangCard] = {
    card.id: card
    for card in (
        ZipangCard("emperor", Text("Emperor"), 0, 5, 1, Text("The campaign ends: most honor in hand wins the pot.")),
        ZipangCard(
            "peasant", Text("Peasant"), 1, 0, 6, Text("One does nothing; two are an ikki: 5 BTL at everyone else.")
        ),
        ZipangCard("bandit", Text("Bandit"), 2, 1, 3, Text("Take 1 coin from any player, eliminated or not.")),
        ZipangCard(
            "merchant", Text("Merchant"), 1, 0, 2, Text("Everyone else, eliminated or not, pays 1 coin to the pot.")
        ),
        ZipangCard("princess", Text("Princess"), 0, 3, 1, Text("Take half of the pot, rounded down.")),
        ZipangCard("captain", Text("Captain"), 3, 1, 5, Text("Attack one player with 3 BTL.")),
        ZipangCard("monk", Text("Monk"), 1, 2, 3, Text("At any time: whatever a card does to you is cancelled.")),
        ZipangCard(
            "shrine-maiden", Text("Shrine Maiden"), 0, 4, 1, Text("The others show their hands for 15 seconds.")
        ),
        ZipangCard("commander", Text("Commander"), 4, 2, 3, Text("Attack two players with 4 BTL each.")),
        ZipangCard("ninja", Text("Ninja"), 2, 0, 1, Text("Another player discards their hand and draws two cards.")),
        ZipangCard(
            "tea-master", Text("Tea Master"), 1, 3, 1, Text("Draw a card blindly from a player's hand and play it.")
        ),
        ZipangCard("crazy-one", Text("Crazy One"), 2, 3, 1, Text("Play a card lying face up in the discard pile.")),
        ZipangCard(
            "nobleman", Text("Nobleman"), 1, 4, 1, Text("See a player's hand, take one of its cards and play it.")
        ),
        ZipangCard("warlord", Text("Warlord"), 5, 3, 1, Text("Attack one player with 5 BTL.")),
    )
}

IKKI = "ikki"
"""Two Peasants played together."""

_FEW = {"bandit": 2, "captain": 2, "peasant": 4, "monk": 1, "commander": 3}
_SOME = {"bandit": 1, "captain": 1, "peasant": 1, "monk": 1, "commander": 1}
REMOVED: Mapping[int, Mapping[str, int]] = {
    2: _FEW,
    3: _FEW,
    4: _SOME,
    5: _SOME,
    6: {},
}
"""Cards that stay in the box, by number of players (2 Game Setup)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the table needs for a number of players: cards to take out, size of the deck, coins for each player."""

    players: int
    remove: Mapping[str, int]
    deck: int
    coins: int


def setup(players: int) -> Setup:
    """The setup for two to six players (2 Game Setup)."""
    remove = dict(REMOVED[players])
    deck = sum(card.count for card in CARDS.values()) - sum(remove.values())
    return Setup(players, remove, deck, 4 if players == 2 else 5)


def deck(players: int) -> tuple[str, ...]:
    """Every card in the deck of that many players (2 to 6), unshuffled."""
    return tuple(card.id for card in CARDS.values() for _ in range(card.count - REMOVED[players].get(card.id, 0)))


def battle(hand: Sequence[str]) -> int:
    """Battle points of a hand in defense: its cards added up. Two Peasants are 2, never 5 (FAQ Q10)."""
    return sum(CARDS[card].battle for card in hand)


def most_battle(players: int) -> int:
    """The Battle points of the best hand in the deck of that many players."""
    return sum(sorted((CARDS[card].battle for card in deck(players)), reverse=True)[:HAND])


def honor(hand: Sequence[str]) -> int:
    """Honor points of the cards left in a hand (6 Campaign End)."""
    return sum(CARDS[card].honor for card in hand)


def hand_problems(path: str, hand: Sequence[str]) -> Iterator[Problem]:
    """What is impossible about a hand: unknown cards, more cards than anyone holds, more of a kind than there are."""
    for place, card in enumerate(hand):
        if card not in CARDS:
            yield unknown_card(f"{path}.{place}", card, CARDS)
    if len(hand) > HAND:
        sizes = {"cards": counts.cards(len(hand)), "most": HAND}
        yield Problem(path, Text("%(cards)s in a hand that holds %(most)s at most.", sizes))
    for card, times in Counter(hand).items():
        if card in CARDS and times > CARDS[card].count:
            values = {"card": CARDS[card].name, "times": times, "count": CARDS[card].count}
            yield Problem(path, Text("%(card)s is named %(times)s times, but the game has only %(count)s.", values))
