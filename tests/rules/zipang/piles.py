"""Hands, supply and discard pile: where every card of a campaign lies, and what each card does to the others' hands.

The program of a table seldom knows hands; these functions say what happens to them, for tests and for tables whose
cards the program deals. No card appears or disappears (3 to 5, rulings Z6, Z7).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules import counts
from companion.rules.text import Problem, Refusal, Text, refuse
from companion.rules.zipang.cards import CARDS, HAND, IKKI, hand_problems, players_problems


@dataclass(frozen=True, slots=True)
class Piles:
    """All cards of a campaign."""

    hands: Mapping[str, tuple[str, ...]]
    """Of the players still in, in the order of play. The player whose turn it is has one card more."""
    supply: tuple[str, ...]
    """The next card first."""
    discard: tuple[str, ...] = ()
    """Lying face up, the oldest first."""
    hidden: tuple[str, ...] = ()
    """The card under the discard pile that was laid face down at the beginning."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A card taken from somewhere and played by who took it (ruling Z7): `card` is `ikki` with a Peasant of his own."""

    piles: Piles
    card: str


def deal(players: Sequence[str], shuffled: Sequence[str]) -> Piles | Refusal:
    """Two cards to each player and one face down (3 Campaign Beginning); `shuffled` is the deck, top first."""
    problems = players_problems("players", players)
    problems += hand_problems("shuffled", shuffled, most=sum(card.count for card in CARDS.values()))
    if len(shuffled) < HAND * len(players) + 1:
        problems.append(Problem("shuffled", Text("There are not enough cards to deal; take the whole deck.")))
    if problems:
        return refuse(problems, "3 Campaign Beginning")
    hands = {player: tuple(shuffled[seat * HAND : (seat + 1) * HAND]) for seat, player in enumerate(players)}
    rest = tuple(shuffled[HAND * len(players) :])
    return Piles(hands, rest[1:], (), rest[:1])


def draw(piles: Piles, player: str) -> Piles | Refusal:
    """The card at the start of a turn. An empty supply ends the campaign instead (4 Campaign Turns 1)."""
    if player not in piles.hands:
        return refuse([_out("player", player, piles)], "4 Campaign Turns")
    if not piles.supply:
        return Refusal(Text("The supply is empty: the campaign ends and honor in hand decides."), "4 Campaign Turns")
    return _draw_one(piles, player)


def refill(piles: Piles, player: str) -> Piles:
    """A hand back up to two cards, as far as the supply goes (Hand Refill Rule). Others' hands stay as they are."""
    while player in piles.hands and len(piles.hands[player]) < HAND and piles.supply:
        piles = _draw_one(piles, player)
    return piles


def play(piles: Piles, player: str, card: str) -> Piles | Refusal:
    """A card from the hand onto the discard pile, or two Peasants for an `ikki`; the hand is refilled at once."""
    needed = ("peasant", "peasant") if card == IKKI else (card,)
    if player not in piles.hands:
        return refuse([_out("player", player, piles)], "4 Campaign Turns")
    if piles.hands[player].count(needed[0]) < len(needed):
        values = {"player": player, "card": CARDS[needed[0]].name if needed[0] in CARDS else card, "need": len(needed)}
        problem = Problem("card", Text("%(player)s needs this in hand to play it: %(need)s of %(card)s.", values))
        return refuse([problem], "4 Campaign Turns")
    return refill(_discard(piles, player, needed), player)


def answer_monk(piles: Piles, player: str) -> Piles | Refusal:
    """A Monk played at any time to cancel what a card does to his owner; a new card is drawn at once (ruling Z6)."""
    return play(piles, player, "monk")


def eliminate(piles: Piles, players: Collection[str]) -> Piles | Refusal:
    """Defeated players lay their whole hands face up on the discard pile and are out (Player Elimination)."""
    if problems := [_out("players", player, piles) for player in players if player not in piles.hands]:
        return refuse(problems, "5 Battle")
    fallen = tuple(card for player, hand in piles.hands.items() if player in players for card in hand)
    left = {player: hand for player, hand in piles.hands.items() if player not in players}
    return replace(piles, hands=left, discard=piles.discard + fallen)


def ninja(piles: Piles, victim: str) -> Piles | Refusal:
    """The victim discards his hand and draws two cards."""
    if victim not in piles.hands:
        return refuse([_out("victim", victim, piles)], "Ninja")
    return refill(_discard(piles, victim, piles.hands[victim]), victim)


def take(piles: Piles, taker: str, victim: str, place: int, join: bool = False) -> Taken | Refusal:
    """A Tea Master (`place` by chance) or Nobleman (by choice) takes a card of the victim's hand and plays it.

    The victim draws before the card takes effect. `join`: a stolen Peasant is joined by the taker's own (FAQ Q7).
    """
    problems = [_out(path, p, piles) for path, p in (("taker", taker), ("victim", victim)) if p not in piles.hands]
    if taker == victim:
        problems.append(Problem("victim", Text("A card is taken from another player; name someone else.")))
    if not problems and not 0 <= place < len(piles.hands[victim]):
        values = {"player": victim, "cards": counts.cards(len(piles.hands[victim]))}
        problems.append(Problem("place", Text("%(player)s holds %(cards)s; choose one of them.", values)))
    if not problems and join:
        problems += _join_problems(piles, taker, piles.hands[victim][place])
    if problems:
        return refuse(problems, "4 Campaign Turns")
    card = piles.hands[victim][place]
    piles = refill(_discard(piles, victim, (card,)), victim)
    return _joined(piles, taker) if join else Taken(piles, card)


def crazy_one(piles: Piles, player: str, card: str, join: bool = False) -> Taken | Refusal:
    """A card lying face up in the discard pile is played again; not the face-down one, nor the Crazy One himself."""
    problems = [] if player in piles.hands else [_out("player", player, piles)]
    open_cards = [lying for lying in piles.discard if lying != "crazy-one"]
    if card not in open_cards:
        values = {"card": card, "cards": ", ".join(dict.fromkeys(open_cards)) or "-"}
        problems.append(Problem("card", Text('There is no "%(card)s" to take; these lie face up: %(cards)s.', values)))
    if not problems and join:
        problems += _join_problems(piles, player, card)
    if problems:
        return refuse(problems, "Crazy One")
    last = len(piles.discard) - 1 - piles.discard[::-1].index(card)
    piles = replace(piles, discard=(*piles.discard[:last], *piles.discard[last + 1 :], card))
    return _joined(piles, player) if join else Taken(piles, card)


def shrine_maiden(piles: Piles, player: str, cancelled: Collection[str] = ()) -> Mapping[str, tuple[str, ...]]:
    """The hands that lie open: all but the player's own and those a Monk keeps hidden (ruling Z8)."""
    return {p: hand for p, hand in piles.hands.items() if p != player and p not in cancelled}


def _draw_one(piles: Piles, player: str) -> Piles:
    hand = (*piles.hands[player], piles.supply[0])
    return replace(piles, hands={**piles.hands, player: hand}, supply=piles.supply[1:])


def _discard(piles: Piles, player: str, cards: Sequence[str]) -> Piles:
    hand = list(piles.hands[player])
    for card in cards:
        hand.remove(card)
    return replace(piles, hands={**piles.hands, player: tuple(hand)}, discard=(*piles.discard, *cards))


def _joined(piles: Piles, player: str) -> Taken:
    return Taken(refill(_discard(piles, player, ("peasant",)), player), IKKI)


def _join_problems(piles: Piles, player: str, card: str) -> list[Problem]:
    if card == "peasant" and "peasant" in piles.hands[player]:
        return []
    return [Problem("join", Text("An ikki needs the Peasant taken and one Peasant of one's own; play it alone."))]


def _out(path: str, player: str, piles: Piles) -> Problem:
    values = {"player": player, "players": ", ".join(piles.hands)}
    return Problem(path, Text("%(player)s is not in this campaign; still in are: %(players)s.", values))
