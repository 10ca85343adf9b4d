"""Whom a card is played at: the question a phone asks after the card was tapped (Character Full Description)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.text import Problem, Refusal, Text, refuse
from companion.rules.zipang.attack import MOST_TARGETS, answer_order
from companion.rules.zipang.cards import CARDS, IKKI
from companion.rules.zipang.house import BY_THE_BOOK, ZipangHouse

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
    problems = []
    if card not in CARDS and card != IKKI:
        values = {"card": card, "known": ", ".join((*CARDS, IKKI))}
        problems.append(Problem("card", Text('"%(card)s" is not a card; the cards are: %(known)s.', values)))
    if player not in standing:
        values = {"player": player, "standing": ", ".join(standing)}
        problems.append(Problem("player", Text("%(player)s is not in this campaign; still in: %(standing)s.", values)))
    strangers = [someone for someone in (*standing, player) if someone not in players]
    for someone in dict.fromkeys(strangers):
        problems.append(Problem("players", Text("%(player)s is not among the players.", {"player": someone})))
    if problems:
        return refuse(problems, "4 Campaign Turns")
    if card not in CHOOSING | HITS_ALL:
        return Aim(card, (), 0, False)
    within = players if card in REACHES_ELIMINATED else standing
    candidates = answer_order(players, player, tuple(within))
    if card == "commander" and len(candidates) == 1 and house.commander_alone == "none":  # ruling Z8
        return Aim(card, (), 0, False)
    choose = min(MOST_TARGETS.get(card, 1), len(candidates)) if card in CHOOSING else 0
    return Aim(card, candidates, choose, bool(candidates))
