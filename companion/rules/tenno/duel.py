"""Duels, and what is owed after them, in order (Game Play, Special Powers, rulings T2 to T6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.cardgame import unknown_card
from companion.rules.tenno.cards import CARDS
from companion.rules.text import Problem, Refusal, Text, refuse_any

Role = Literal["attacker", "defender"]


@dataclass(frozen=True, slots=True)
class Duel:
    """The outcome of one card attacking another.

    `captured` goes face down to the winner's pile, `discarded` leave the game. `attack` and `defense` are None where
    two Geishas meet (each would be 1 stronger than the other), and where the attack is not allowed.
    """

    allowed: bool
    attack: int | None = None
    defense: int | None = None
    winner: Role | None = None
    captured: Role | None = None
    discarded: tuple[Role, ...] = ()
    look: bool = False
    """The defender looks at one card of the attacker's layout."""
    swap: bool = False
    """The attacker lost nothing in this duel and may exchange a card of his layout when the turn ends."""
    second_attack: bool = False
    """A Ronin attacked: another card of the layout may attack before gaps are filled."""
    reason: Text | None = None
    rule: str = ""

    def lost(self, role: Role) -> bool:
        """Whether this side's card is gone from its layout."""
        return self.captured == role or role in self.discarded


def duel(attacker: str, defender: str, monk: bool = False) -> Duel | Refusal:
    """Compares two cards. `monk`: the defender turned over the Monk of his layout, after both cards (ruling T6)."""
    if refused := refuse_any(_duel_problems(attacker, defender, monk), "Special Powers"):
        return refused
    if attacker == "shogun":
        return Duel(False, reason=Text("The Shogun never attacks; choose another card."), rule="Special Powers")
    second = attacker == "ronin"
    if attacker == defender == "geisha":
        return Duel(True, discarded=("attacker", "defender"), second_attack=second)
    attack, defense = _strengths(attacker, defender, monk)
    if attack > defense:
        gone: tuple[Role, ...] = ("attacker",) if attacker == "geisha" else ()
        return Duel(True, attack, defense, "attacker", "defender", gone, swap=not gone, second_attack=second)
    if attack == defense:
        return Duel(True, attack, defense, discarded=("attacker", "defender"), second_attack=second)
    prisoner: Role | None = "attacker" if defender == "shogun" else None
    leaves: tuple[Role, ...] = () if prisoner else ("attacker",)
    if defender == "geisha":
        leaves = ("attacker", "defender")
    return Duel(True, attack, defense, "defender", prisoner, leaves, look=True, second_attack=second)


def _duel_problems(attacker: str, defender: str, monk: bool) -> Iterator[Problem]:
    for path, card in (("attacker", attacker), ("defender", defender)):
        if card not in CARDS:
            yield unknown_card(path, card, CARDS)
    if monk and defender == "monk":
        yield Problem("monk", Text("The Monk helps another card of the layout, never itself; attack without it."))


def _strengths(attacker: str, defender: str, monk: bool) -> tuple[int, int]:
    """Strengths of a duel in which at most one is a Geisha: hers is her opponent's and 1 more."""
    attack = CARDS[attacker].attack
    defense = CARDS[defender].value + (2 if monk else 0)
    if attacker == "geisha":
        return defense + 1, defense
    if defender == "geisha":
        return attack, attack + 1
    return attack, defense


@dataclass(frozen=True, slots=True)
class Bout:
    """A duel of a turn, with the player who was attacked."""

    defender: str
    duel: Duel


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do after a duel. `count` cards to lay down; `at` whose layout is looked into."""

    kind: Literal["second-attack", "fill", "swap-with-hand", "swap-in-layout", "look"]
    player: str
    count: int = 0
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What follows the duels of a turn, in order. `ends`: whose gap cannot be filled, which ends the game at once."""

    steps: tuple[Step, ...]
    ends: str | None = None


def after(attacker: str, fights: Sequence[Bout], hands: Mapping[str, int], declined: bool = False) -> Aftermath:
    """What is due after the duels of this turn so far (ruling T6). `hands` is the number of cards in each hand.

    While a Ronin's second attack is open it is the only step; `declined` says that it is not wanted. One turn has one
    duel, or two when a Ronin fought the first.
    """
    if len(fights) == 1 and fights[0].duel.second_attack and not declined:
        return Aftermath((Step("second-attack", attacker),))
    gaps = {attacker: sum(fight.duel.lost("attacker") for fight in fights)}
    for fight in fights:
        gaps[fight.defender] = gaps.get(fight.defender, 0) + fight.duel.lost("defender")
    steps: list[Step] = []
    for player, count in gaps.items():
        if count > hands[player]:
            return Aftermath(tuple(steps), ends=player)
        if count:
            steps.append(Step("fill", player, count))
    if not gaps[attacker]:
        steps.append(Step("swap-with-hand" if hands[attacker] else "swap-in-layout", attacker))
    steps += [Step("look", fight.defender, at=attacker) for fight in fights if fight.duel.look]
    return Aftermath(tuple(steps))
