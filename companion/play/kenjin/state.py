"""What a game of Kenjin is at one moment: frozen values only, plain enough to be stored as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.play.acts import Acts
from companion.play.cardgame import SHARED, Player, Seated
from companion.rules.kenjin.armies import Lying, Stack, owner
from companion.rules.kenjin.battlefield import Resolution, resolve, supply_bonus
from companion.rules.kenjin.cards import ENTERED
from companion.rules.kenjin.deployment import ROUNDS
from companion.rules.kenjin.house import KenjinHouse
from companion.rules.kenjin.layout import Draft, Pair, Placed
from companion.rules.kenjin.layout import teams as teams_of
from companion.rules.kenjin.score import Conquest
from companion.rules.text import Refusal

CAMP = "supply-camp"
Mode = Literal["draw", "draft", "table"]
Way = Literal["score", "help"]
"""Straight from the battlefields to the combat, or with help for the deployment."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A battlefield, the cards tapped in so far, and its result once it is taken down.

    `quick`: only the winner was tapped, not the cards. `named`: whom the Supply Camp's winner strengthens;
    `skipped`: nobody, where only winners are tapped.
    """

    battlefield: str
    between: Pair
    armies: Mapping[str, tuple[Lying, ...]] = field(default_factory=dict)
    destroy: Mapping[str, int] = field(default_factory=dict)
    done: bool = False
    quick: bool = False
    winner: str | None = None
    peasant: bool = False
    lord: bool = False
    named: tuple[str, ...] = ()
    skipped: bool = False

    def army(self, player: str) -> Stack:
        """One side, bottom to top."""
        return Stack(player, self.armies.get(player, ()))

    @property
    def sides(self) -> tuple[Stack, Stack]:
        return self.army(self.between[0]), self.army(self.between[1])


@dataclass(frozen=True, slots=True)
class KenjinState(Seated):
    """A whole game."""

    players: tuple[Player, ...]
    clans: Mapping[str, str]
    mode: Mode
    in_teams: bool
    strengths: Mapping[str, int]
    oldest: str
    draft: Draft | None = None
    spots: tuple[Spot, ...] = ()
    turns: int = 0
    gone: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Cards of each player that left the game before the combat (ruling N9)."""
    cowards: tuple[str, ...] | None = None
    """Whose Lord was the last card, as it was said; None until somebody has said so."""
    way: Way = "help"
    recalled: bool = False
    """The Strengths are those of an earlier table; nobody at this one has looked at them yet."""
    house: KenjinHouse = KenjinHouse()

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in play, clockwise from the oldest player."""
        seats = tuple(player.seat for player in self.players)
        place = seats.index(self.oldest)
        return seats[place:] + seats[:place]

    @property
    def teams(self) -> tuple[Pair, Pair] | None:
        """Partners, who sit across from each other; None where everybody fights alone."""
        return teams_of(self.seats) if self.in_teams else None

    @property
    def layout(self) -> tuple[Placed, ...]:
        return tuple(Placed(spot.battlefield, spot.between) for spot in self.spots)

    @property
    def all_turns(self) -> int:
        """How many turns a whole deployment has."""
        return ROUNDS * len(self.players)

    @property
    def deployed(self) -> bool:
        """Whether all cards are laid and the combat has begun."""
        return bool(self.spots) and self.turns == self.all_turns

    @property
    def strengths_known(self) -> bool:
        return all(card in self.strengths for card in ENTERED)

    @property
    def covered(self) -> Mapping[str, str]:
        """Players who have a card above their Lord, and where: he was not the last, for at least one card came later.

        A General moves a card onto a Lord only when he is deployed after him, an Assassin stands in the place of a
        card that had come before.
        """
        return {
            army.player: spot.battlefield
            for spot in self.spots
            for army in spot.sides
            for card in army.cards[:-1]
            if card.card == "lord"
        }

    @property
    def lords_last(self) -> tuple[str, ...] | None:
        """Whose Lord was the last card; None while it is neither said nor told by the cards."""
        if self.cowards is None:
            return () if len(self.covered) == len(self.players) else None
        return tuple(seat for seat in self.cowards if seat not in self.covered)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be resolved or asked."""
        return self.deployed and all(spot.done for spot in self.spots) and self.lords_last is not None

    def spot(self, battlefield: str) -> Spot | None:
        return next((spot for spot in self.spots if spot.battlefield == battlefield), None)

    def with_spot(self, spot: Spot) -> KenjinState:
        return replace(self, spots=tuple(spot if s.battlefield == spot.battlefield else s for s in self.spots))

    def bonus(self, battlefield: str) -> Mapping[str, int]:
        """The Supply Camp's +1 on a battlefield, by player."""
        camp = self.spot(CAMP)
        if camp is None or not camp.done or camp.winner is None or not camp.named:
            return {}
        found = supply_bonus(camp.winner, camp.named, self.layout, self.teams)
        return {} if isinstance(found, Refusal) else found.get(battlefield, {})

    def resolution(self, spot: Spot) -> Resolution | Refusal:
        """What the cards tapped in so far lead to."""
        return resolve(
            spot.battlefield, self.strengths, spot.sides, self.bonus(spot.battlefield), spot.destroy, self.house
        )

    def conquests(self) -> tuple[Conquest, ...]:
        """The battlefields resolved so far."""
        return tuple(
            Conquest(spot.battlefield, spot.between, spot.winner, spot.peasant, spot.lord)
            for spot in self.spots
            if spot.done
        )

    def lying(self) -> Iterator[tuple[Spot, str, str]]:
        """Every card told of: where, whose, which. Where only the winner was tapped, the cards of his left there."""
        for spot in self.spots:
            if spot.quick and spot.winner is not None:
                left = (("peasant", spot.peasant), ("lord", spot.lord))
                yield from ((spot, spot.winner, card) for card, here in left if here)
            for army in spot.sides:
                for card in army.cards:
                    yield spot, owner(army, card), card.card


ACTS = Acts(SHARED)
"""Every kind of event of the game."""
