"""The end of the game: captured cards, tie-break and ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules import counts
from companion.rules.cardgame import Ranking, by_place, unknown_card
from companion.rules.tenno.cards import CARDS, LAYOUT, LEAST_PLAYERS, MOST_PLAYERS
from companion.rules.tenno.house import BY_THE_BOOK, TennoHouse
from companion.rules.text import Problem, Refusal, Text, refuse_any

Cards = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class TennoScore:
    """Points of the captured cards, what hand and layout add among tied leaders, and the players by place."""

    points: Mapping[str, int]
    tie_break: Mapping[str, int]
    ranking: Ranking

    @property
    def totals(self) -> Mapping[str, int]:
        """The points that count: leaders who tie have those of hand and layout added."""
        lead = max(self.points.values())
        tied = [player for player, value in self.points.items() if value == lead]
        more = tied if len(tied) > 1 else []
        return {
            player: value + (self.tie_break[player] if player in more else 0) for player, value in self.points.items()
        }


def points_of(card: str, house: TennoHouse) -> int:
    """What a card counts at the end: what is printed on it, but for the Ninja where a table says otherwise (T5)."""
    return int(house.counted_ninja) if card == "ninja" else CARDS[card].value


def score(captured: Cards, hands: Cards, layouts: Cards, house: TennoHouse = BY_THE_BOOK) -> TennoScore | Refusal:
    """Scores a finished game of the players named in `captured`; who holds nothing may be left out of the others.

    Printed values count, the Ninja's being 4 and a Geisha's 0. Only leaders who tie add hand and layout (`tie_break`,
    given for everybody); who is equal after that, or further down, shares his place.
    """
    problems = (*_players_problems(captured, hands, layouts), *_cards_problems(captured, hands, layouts))
    if refused := refuse_any(problems, "End of the Game"):
        return refused
    points = {player: _value(cards, house) for player, cards in captured.items()}
    added = {player: _value((*hands.get(player, ()), *layouts.get(player, ())), house) for player in captured}
    return ranked(points, added)


def ranked(points: Mapping[str, int], added: Mapping[str, int]) -> TennoScore:
    """The score of players whose captured cards have these `points`, and hand and layout together those `added`."""
    lead = max(points.values())
    reached = {player: (value, added[player] if value == lead else 0) for player, value in points.items()}
    return TennoScore(points, added, by_place(reached))


def beyond(captured: Cards) -> list[Problem]:
    """What no game can lead to, however many duels it had, at `captured.PLAYER`.

    The Shogun never attacks, and only a Geisha beats him: each player has one, who leaves the game with it.
    """
    text = Text("More than one Shogun: only the Geisha takes him, and then she leaves the game; look again.")
    return [Problem(f"captured.{player}", text) for player, pile in captured.items() if [*pile].count("shogun") > 1]


def room(captured: Cards, player: str) -> Mapping[str, int]:
    """How often each card can lie in this player's pile, beside what lies in those of the others.

    There is one of each in every set, none of his own in his pile; one Shogun at most, and no Geisha.
    """
    others = Counter(card for whose, cards in captured.items() if whose != player for card in cards)
    most = {card: 1 if card == "shogun" else len(captured) - 1 for card in CARDS if card != "geisha"}
    return {card: max(min(most[card], len(captured) - others[card]), 0) for card in most}


def most_points(players: int, house: TennoHouse = BY_THE_BOOK) -> int:
    """The points of the largest pile that one of so many players can capture."""
    seats = [str(number) for number in range(players)]
    return sum(points_of(card, house) * times for card, times in room(dict.fromkeys(seats, ()), seats[0]).items())


def owned(captured: Cards, rests: Cards) -> list[tuple[str, str]]:
    """Who has a card in his pile that can be nobody's any more, as (player, card), the piles' order.

    There is one of each in every set. A rival's card that still lies in his own hand or layout (`rests`, of those who
    were counted) was never captured, and nobody captures his own.
    """
    found = []
    for card in CARDS:
        owners = [player for player in captured if card not in rests.get(player, ())]
        piles = {player: [*pile].count(card) for player, pile in captured.items()}
        every = sum(piles.values())
        for player, times in piles.items():
            if times and (every > len(owners) or times > len([one for one in owners if one != player])):
                found.append((player, card))
    return found


def freed(captured: Cards, rests: Cards) -> list[str]:
    """Who holds his Geisha although a Shogun lies in his pile: only she takes one, and then she leaves the game."""
    return [player for player, cards in rests.items() if "geisha" in cards and "shogun" in captured.get(player, ())]


def kept(captured: Cards, rests: Cards, player: str) -> frozenset[str]:
    """The cards that this player's hand and layout can hold, beside the piles and what others still hold."""
    own = tuple(rests.get(player, ()))
    return frozenset(
        card
        for card in CARDS
        if not (owned(captured, more := {**rests, player: (*own, card)}) or player in freed(captured, more))
    )


def _value(cards: Sequence[str], house: TennoHouse) -> int:
    return sum(points_of(card, house) for card in cards)


def _players_problems(captured: Cards, hands: Cards, layouts: Cards) -> Iterator[Problem]:
    if not LEAST_PLAYERS <= len(captured) <= MOST_PLAYERS:
        values = {"players": counts.players(len(captured))}
        yield Problem("captured", Text("%(players)s cannot play; Tenno is for 2 to 7. Give a pile for each.", values))
    for path, place in (("hands", hands), ("layouts", layouts)):
        for player in place:
            if player not in captured:
                names = {"player": player, "players": ", ".join(captured)}
                text = Text("%(player)s has no captured pile, not even an empty one; named: %(players)s.", names)
                yield Problem(f"{path}.{player}", text)


def _cards_problems(captured: Cards, hands: Cards, layouts: Cards) -> Iterator[Problem]:
    for path, place in (("captured", captured), ("hands", hands), ("layouts", layouts)):
        for player, cards in place.items():
            for index, card in enumerate(cards):
                if card not in CARDS:
                    yield unknown_card(f"{path}.{player}.{index}", card, CARDS)
            if path == "layouts" and len(cards) > LAYOUT:
                yield Problem(f"layouts.{player}", Text("A layout has three cards at most."))
    for player, pile in captured.items():
        yield from _pile_problems(f"captured.{player}", pile)
    for player in {**hands, **layouts}:
        own = Counter((*hands.get(player, ()), *layouts.get(player, ())))
        for card, times in own.items():
            if card in CARDS and times > 1:
                values = {"card": CARDS[card].name, "player": player}
                text = Text("%(player)s holds %(card)s twice, but has one of each; take one out.", values)
                yield Problem(f"hands.{player}" if player in hands else f"layouts.{player}", text)


def _pile_problems(path: str, pile: Sequence[str]) -> Iterator[Problem]:
    """A pile comes from six other sets at most; and a Geisha only falls with another one, out of the game."""
    for card, times in Counter(pile).items():
        if card == "geisha":
            yield Problem(path, Text("A Geisha is never captured: she leaves the game; take her out."))
        elif card in CARDS and times > MOST_PLAYERS - 1:
            values = {"card": CARDS[card].name, "times": times}
            yield Problem(path, Text("%(times)s × %(card)s: six at most can be captured.", values))
