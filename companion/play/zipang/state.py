"""What a game of Zipang Portable is at one moment: frozen values only, plain enough to be stored as JSON.

Which cards anybody holds is never known. How many he holds is, and how many are in the supply: both follow from what
was played (Hand Refill Rule).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.play.acts import Acts
from companion.play.cardgame import SHARED, Player, Seated
from companion.rules.cardgame import Ranking
from companion.rules.zipang.coins import Coins
from companion.rules.zipang.house import ZipangHouse

AnswerKind = Literal["blocked", "out", "coin", "monk"]
Way = Literal["result", "cards"]
"""How a table is kept: only who takes each pot, or card by card."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign under way."""

    number: int
    first: str
    """Who had its first turn."""
    turn: str
    """Whose turn it is; empty once the campaign has come to its end."""
    standing: tuple[str, ...]
    begun: tuple[str, ...]
    """Who has begun his first turn: a coin no longer spares him an attack (5 Battle)."""
    hands: Mapping[str, int]
    supply: int
    discard: tuple[str, ...] = ()
    """Cards known to lie face up, the oldest first."""
    unseen: int = 0
    """Cards that lie there too without having been tapped in: hands of the eliminated, and a Ninja's victims'."""
    plays: int = 0
    ending: str = ""
    """`emperor` or `supply` once hands have to decide."""
    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Hands tapped in at the end."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How a target met a card; `sum` is his hand's Battle points, where it was counted and lies open."""

    kind: AnswerKind
    sum: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """The card played last, with all its effect follows from: an answer given later works it out anew."""

    number: int
    player: str
    card: str
    targets: tuple[str, ...]
    base: Campaign
    """The campaign once the card was laid down, before its effect."""
    coins: Coins
    via: str = ""
    """The Tea Master, Nobleman or Crazy One that brought this card."""
    answers: Mapping[str, Answer] = field(default_factory=dict)
    nothing: bool = False
    """A card that takes another found none."""


@dataclass(frozen=True, slots=True)
class Column:
    """A finished campaign in the history."""

    number: int
    first: str
    reason: str
    winner: str | None
    took: int
    honor: Mapping[str, int]
    purses: Mapping[str, int]
    pot: int
    shared: tuple[str, ...] = ()
    """Who tied and shared the pot of a draw, by the house rule of the table."""

    @property
    def steps(self) -> str:
        """How the steps of its entries in the log begin."""
        return f"c{self.number}."


@dataclass(frozen=True, slots=True)
class CoinMove:
    """Coins that changed places, for finding a missing one: who has fewer since then, and who more (`pot` for it)."""

    what: str
    campaign: int
    gave: tuple[str, ...]
    got: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ZipangState(Seated):
    """A whole game."""

    players: tuple[Player, ...]
    coins: Coins
    first: str = ""
    """Who has the first turn of the next campaign; empty until the first player is found."""
    rolls: int = 0
    campaign: Campaign | None = None
    play: PlayedCard | None = None
    columns: tuple[Column, ...] = ()
    ranking: Ranking | None = None
    """Players by coins once the game is over."""
    drawn: Mapping[str, str] = field(default_factory=dict)
    """Cards drawn by leaders who tie."""
    shared: bool = False
    """Leaders who tie leave it at that."""
    moves: tuple[CoinMove, ...] = ()
    """The latest moves of coins."""
    counted: Mapping[str, int] = field(default_factory=dict)
    """By how much a count by hand differed, by place; empty again as soon as anything moves."""
    way: Way = "cards"
    house: ZipangHouse = ZipangHouse()

    @property
    def tied(self) -> tuple[str, ...]:
        """Leaders who still have to draw for the first place."""
        leaders = self.ranking[0] if self.ranking else ()
        return leaders if len(leaders) > 1 and not self.shared else ()


ACTS = Acts(SHARED)
"""Every kind of event of the game."""
