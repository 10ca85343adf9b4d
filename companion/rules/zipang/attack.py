"""Whom a card is played at, and battles: what an attack does to each of its targets (5 Battle, rulings Z2, Z6, Z8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.cardgame import unknown_card
from companion.rules.text import Problem, Refusal, Text, refuse_any
from companion.rules.zipang.cards import CARDS, IKKI, MOST_PLAYERS, battle, hand_problems
from companion.rules.zipang.house import BY_THE_BOOK, ZipangHouse

Answer = Literal["coin", "monk"]
Outcome = Literal["blocked", "eliminated", "paid", "cancelled"]

NEEDED: Mapping[str, int] = {**{card: CARDS[card].battle for card in ("captain", "commander", "warlord")}, IKKI: 5}
"""Battle points of each attack: what a hand must add up to, to block it."""

MOST_TARGETS: Mapping[str, int] = {"captain": 1, "commander": 2, "warlord": 1, IKKI: MOST_PLAYERS - 1}
"""How many players each attack reaches, as far as there are rivals left; an ikki reaches all of them."""


@dataclass(frozen=True, slots=True)
class Target:
    """A defender when his attack is answered: his hand then, and how he answers (None: with the hand alone)."""

    hand: Sequence[str]
    before_first_turn: bool = False
    answer: str | None = None
    coins: int | None = None
    """His purse, where it is known: an empty one cannot pay (FAQ Q1)."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of one attack: `sum` is the hand's Battle points, `needed` what blocks."""

    outcome: Outcome
    sum: int
    needed: int


@dataclass(frozen=True, slots=True)
class AttackOutcome:
    """All outcomes of one attack card; they take effect together."""

    targets: Mapping[str, Answered]


def attack(card: str, attacker: str, targets: Mapping[str, Target]) -> AttackOutcome | Refusal:
    """Each target's outcome. Targets do not touch each other, so their order does not matter (ruling Z2)."""
    if refused := refuse_any(_attack_problems(card, attacker, targets), "5 Battle"):
        return refused
    return AttackOutcome({player: _answer(target, NEEDED[card]) for player, target in targets.items()})


def answer_order(players: Sequence[str], attacker: str, targets: Sequence[str]) -> tuple[str, ...]:
    """Targets in the order they answer: clockwise from the attacker; `players` is the order of play (ruling Z2)."""
    start = players.index(attacker)
    return tuple(p for p in (*players[start + 1 :], *players[:start]) if p in targets)


def _answer(target: Target, needed: int) -> Answered:
    total = battle(target.hand)
    outcome: Outcome = "blocked" if total >= needed else "eliminated"
    if target.answer == "coin":
        outcome = "paid"
    elif target.answer == "monk":
        outcome = "cancelled"
    return Answered(outcome, total, needed)


def _attack_problems(card: str, attacker: str, targets: Mapping[str, Target]) -> Iterator[Problem]:
    if card not in NEEDED:
        known = {"card": card, "known": ", ".join(NEEDED)}
        yield Problem("card", Text('"%(card)s" is not an attack; the attacks are: %(known)s.', known))
    elif len(targets) > MOST_TARGETS[card]:
        values = {"card": card, "most": MOST_TARGETS[card], "given": len(targets)}
        yield Problem("targets", Text("%(card)s attacks %(most)s at most; targets named: %(given)s.", values))
    if not targets:
        yield Problem("targets", Text("Nobody is attacked; name at least one target."))
    if attacker in targets:
        yield Problem(f"targets.{attacker}", Text("%(player)s cannot attack themselves.", {"player": attacker}))
    for player, target in targets.items():
        yield from _target_problems(f"targets.{player}", target)


def _target_problems(path: str, target: Target) -> Iterator[Problem]:
    yield from hand_problems(f"{path}.hand", target.hand)
    at = f"{path}.answer"
    if target.answer not in (None, "coin", "monk"):
        values = {"answer": target.answer}
        yield Problem(at, Text('"%(answer)s" is not an answer; the answers are coin, monk and none.', values))
    if target.answer == "monk" and "monk" not in target.hand:
        yield Problem(at, Text("There is no Monk in this hand; answer with the hand alone."))
    if target.answer == "coin" and not target.before_first_turn:
        yield Problem(at, Text("A coin helps only before the first turn; answer with hand or Monk."))
    if target.answer == "coin" and target.coins == 0:
        yield Problem(at, Text("The purse is empty: no coin can be paid; answer with hand or Monk."))


# ---- whom a card is played at: the question a phone asks after the card was tapped (Character Full Description)


CHOOSING = frozenset({"bandit", "ninja", "tea-master", "nobleman", "captain", "commander", "warlord"})
"""Cards whose player chooses whom they hit; the others hit nobody, or everybody."""
HITS_ALL = frozenset({"merchant", "shrine-maiden", IKKI})
REACHES_ELIMINATED = frozenset({"bandit", "merchant"})
SHRINE_SECONDS = 15
"""How long hands lie open to a Shrine Maiden (ruling Z8)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Whom a card can hit, clockwise from its player, and how many of them are chosen: `choose` 0 means all of them.

    `monk`: each of them may cancel it for himself; the Emperor hits nobody and cannot be cancelled (FAQ Q9).
    """

    card: str
    candidates: tuple[str, ...]
    choose: int
    monk: bool


def aim(
    card: str, player: str, players: Sequence[str], standing: Sequence[str], house: ZipangHouse = BY_THE_BOOK
) -> Aim | Refusal:
    """Whom `player` can hit with the card (or `ikki`). `players` is the order of play, `standing` who is still in.

    No candidates: the card is played without effect on anybody else.
    """
    if refused := refuse_any(_aim_problems(card, player, standing), "4 Campaign Turns"):
        return refused
    if card not in CHOOSING | HITS_ALL:
        return Aim(card, (), 0, False)
    within = players if card in REACHES_ELIMINATED else standing
    candidates = answer_order(players, player, tuple(within))
    if card == "commander" and len(candidates) == 1 and house.commander_alone == "none":  # ruling Z8
        return Aim(card, (), 0, False)
    choose = min(MOST_TARGETS.get(card, 1), len(candidates)) if card in CHOOSING else 0
    return Aim(card, candidates, choose, bool(candidates))


def _aim_problems(card: str, player: str, standing: Sequence[str]) -> Iterator[Problem]:
    if card not in (known := (*CARDS, IKKI)):
        yield unknown_card("card", card, known)
    if player not in standing:
        values = {"player": player, "standing": ", ".join(standing)}
        yield Problem("player", Text("%(player)s is not in this campaign; still in: %(standing)s.", values))
