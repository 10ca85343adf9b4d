"""Purses and pot. Coins only change places, so that purses and pot together always stay the same (ruling Z1).

Who moves coins has a purse: a table sees to that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules import counts
from companion.rules.text import Problem, Refusal, Text, refuse_any
from companion.rules.zipang.cards import LEAST_PLAYERS, MOST_PLAYERS, setup


@dataclass(frozen=True, slots=True)
class Coins:
    """Mangoku Coins: each player's purse, in the order of play, and the pot in the middle."""

    purses: Mapping[str, int]
    pot: int = 0

    @property
    def total(self) -> int:
        """Every coin on the table."""
        return sum(self.purses.values()) + self.pot


@dataclass(frozen=True, slots=True)
class Balance:
    """Coins counted against the coins there must be. `missing` is negative when there are too many."""

    counted: int
    expected: int

    @property
    def missing(self) -> int:
        return self.expected - self.counted

    @property
    def sentence(self) -> Text:
        """ "25 of 25", or how many are missing or too many."""
        values = {"counted": self.counted, "expected": counts.coins(self.expected), "off": abs(self.missing)}
        if self.missing > 0:
            return Text("%(counted)s of %(expected)s: %(off)s missing.", values)
        if self.missing < 0:
            return Text("%(counted)s of %(expected)s: %(off)s too many.", values)
        return Text("%(counted)s of %(expected)s.", values)


def start(players: Sequence[str]) -> Coins:
    """The purses a game begins with: 5 coins each, 4 with two players (2 Game Setup 1)."""
    return Coins(dict.fromkeys(players, setup(len(players)).coins))


def balance(coins: Coins) -> Balance:
    """Whether the coins on the table are all the coins of that many players (ruling Z1)."""
    plan = setup(len(coins.purses))
    return Balance(coins.total, plan.coins * plan.players)


def ante(coins: Coins) -> Coins | Refusal:
    """A new campaign: each player puts 1 coin into the pot (3 Campaign Beginning 3)."""
    if refused := refuse_any(_broke(coins), "3 Campaign Beginning"):
        return refused
    return Coins({player: purse - 1 for player, purse in coins.purses.items()}, coins.pot + len(coins.purses))


def _broke(coins: Coins) -> Iterator[Problem]:
    so = Text("the game is over before another campaign")
    for player, purse in coins.purses.items():
        if purse < 1:
            yield Problem(
                f"purses.{player}", Text("%(player)s has no coin left: %(so)s.", {"player": player, "so": so})
            )


def pay_pot(coins: Coins, player: str) -> Coins:
    """1 coin from a purse to the pot, to be spared an attack before one's first turn (5 Battle, FAQ Q1)."""
    return Coins({**coins.purses, player: coins.purses[player] - 1}, coins.pot + 1)


def bandit(coins: Coins, thief: str, victim: str, cancelled: bool = False) -> Coins:
    """1 coin from the victim's purse to the thief's; nothing from an empty one or against a Monk (rulings Z3, Z8)."""
    taken = 0 if cancelled else min(1, coins.purses[victim])
    moved = {victim: coins.purses[victim] - taken, thief: coins.purses[thief] + taken}
    return Coins({**coins.purses, **moved}, coins.pot)


def merchant(coins: Coins, player: str, cancelled: Collection[str] = ()) -> Coins:
    """Every other player who has a coin pays 1 to the pot, except who cancels it by a Monk (rulings Z3, Z8)."""
    pays = {p for p, purse in coins.purses.items() if p != player and purse > 0 and p not in cancelled}
    return Coins({p: purse - (p in pays) for p, purse in coins.purses.items()}, coins.pot + len(pays))


def princess(coins: Coins, player: str) -> Coins:
    """Half of the pot, rounded down, to the player's purse."""
    half = coins.pot // 2
    return Coins({**coins.purses, player: coins.purses[player] + half}, coins.pot - half)


def coin_problems(coins: Coins) -> Iterator[Problem]:
    """What is impossible about purses and pot: not two to six players, or fewer than no coins."""
    if not LEAST_PLAYERS <= len(coins.purses) <= MOST_PLAYERS:
        values = {"players": counts.players(len(coins.purses))}
        yield Problem("purses", Text("%(players)s cannot play; Zipang Portable is for 2 to 6.", values))
    for path, amount in (("pot", coins.pot), *((f"purses.{p}", purse) for p, purse in coins.purses.items())):
        if amount < 0:
            yield Problem(path, Text("%(coins)s: it must be 0 or more.", {"coins": counts.coins(amount)}))
