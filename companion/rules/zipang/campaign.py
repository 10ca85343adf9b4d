"""Who takes the pot at the end of a campaign, and how the game ends (1 Victory, 6 Campaign End, rulings Z4, Z5, Z8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.cardgame import Ranking, by_place, stranger
from companion.rules.text import Problem, Refusal, Text, refuse_any
from companion.rules.zipang.cards import CARDS, hand_problems, honor
from companion.rules.zipang.coins import Coins, coin_problems
from companion.rules.zipang.house import BY_THE_BOOK, ZipangHouse

REASONS = ("emperor", "supply", "last-standing")


@dataclass(frozen=True, slots=True)
class CampaignEnd:
    """A finished campaign, before the next ante. `winner` None: a draw, and the pot stays, or what is left of it."""

    winner: str | None
    honor: Mapping[str, int]
    """Honor of everybody whose hand was named."""
    purses: Mapping[str, int]
    pot: int
    starts: str
    """Who has the first turn of the next campaign: the winner, or after a draw who had it before."""
    game_over: bool
    ranking: Ranking | None
    """Players by coins when the game is over. Leaders who share the first place draw cards: `tie_draw`."""


def shares_pot(purses: Mapping[str, int], house: ZipangHouse) -> bool:
    """Whether a draw shares the pot among those who tie: a house rule, once somebody has no coins (ruling Z8)."""
    return house.drawn_pot == "shared" and min(purses.values()) == 0


def campaign_end(
    reason: str,
    pot: int,
    hands: Mapping[str, Sequence[str]],
    purses: Mapping[str, int],
    first: str,
    house: ZipangHouse = BY_THE_BOOK,
) -> CampaignEnd | Refusal:
    """Ends a campaign.

    `hands` are the cards left in hand of the players **still in**: eliminated players have none and are left out,
    or an eliminated one could tie with an honor of 0. `reason` is `emperor` (he was played and is in no hand),
    `supply` (no card to draw) or `last-standing`; `first` had the first turn of this campaign.
    """
    coins = Coins(dict(purses), pot)
    problems = (*coin_problems(coins), *_hands_problems(reason, hands, coins), *stranger("first", first, purses))
    if refused := refuse_any(problems, "6 Campaign End"):
        return refused
    points = {player: honor(hand) for player, hand in hands.items()}
    first_by_honor = _standing(hands) if reason == "last-standing" else _most_honor(points)
    winner = first_by_honor[0] if len(first_by_honor) == 1 else None
    after = dict(purses)
    if winner is not None or shares_pot(purses, house):
        part, pot = divmod(pot, len(first_by_honor))
        for player in first_by_honor:
            after[player] += part
    over = min(after.values()) == 0
    return CampaignEnd(
        winner,
        points,
        after,
        pot,
        winner or first,
        over,
        by_place(after) if over else None,
    )


def tie_draw(ranking: Ranking, drawn: Mapping[str, str]) -> Ranking:
    """The ranking after the players who share the first place drew a card each: more Honor goes first (ruling Z5).

    Who is equal again still shares the place and draws again from a shuffled deck.
    """
    return (*by_place({player: CARDS[drawn[player]].honor for player in ranking[0]}), *ranking[1:])


def _most_honor(points: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(player for player, value in points.items() if value == max(points.values()))


def _standing(hands: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Who is left: the only one named, or the only one named with cards, since the eliminated have none."""
    if len(hands) == 1:
        return tuple(hands)
    return tuple(player for player, hand in hands.items() if hand)


def _hands_problems(reason: str, hands: Mapping[str, Sequence[str]], coins: Coins) -> Iterator[Problem]:
    if reason not in REASONS:
        values = {"reason": reason, "known": ", ".join(REASONS)}
        yield Problem("reason", Text('A campaign does not end for "%(reason)s"; the reasons are: %(known)s.', values))
    for player, hand in hands.items():
        if player not in coins.purses:
            values = {"player": player, "players": ", ".join(coins.purses)}
            yield Problem(f"hands.{player}", Text("%(player)s has no purse; the players are: %(players)s.", values))
        yield from hand_problems(f"hands.{player}", hand)
    if not hands:
        yield Problem("hands", Text("No hand is named; name everybody still in, with an empty hand too."))
    elif reason == "last-standing" and len(_standing(hands)) != 1:
        yield Problem("hands", Text("Last one standing: name the hand of the one player left, no other."))
