"""Confrontations: who may challenge whom, what a refusal costs, and who strikes first (4:3:10, 10:2:3; K65, K66)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from companion.rules.kensei.fight.initiative import total
from companion.rules.kensei.profiles import CharacterProfile, Trait, UnitProfile
from companion.rules.text import Refusal, Text

CHALLENGERS: frozenset[Trait] = frozenset({"bushi", "duelist", "assassin"})
"""Traits of those who may fight a confrontation (4:3:10, K65)."""
Won = Literal["again", "challenger", "challenged", "off"]


def may_challenge(challenger: CharacterProfile, challenged: CharacterProfile) -> Refusal | None:
    """Why these two cannot meet in a confrontation, or None."""
    for who in (challenger, challenged):
        if not who.traits & CHALLENGERS:
            words = Text("Only Bushi, Duelists and Assassins fight confrontations: %(who)s cannot.", {"who": who.name})
            return Refusal(words, "4:3:10")
    return None


def has_dice(who: UnitProfile | CharacterProfile) -> bool:
    """Whether he ever strikes by dice (5:1:14)."""
    return who.attributes.at is not None and "no-combat" not in who.traits


def may_refuse(challenger: UnitProfile | CharacterProfile) -> bool:
    """Nobody refuses an Assassin (K66)."""
    return "assassin" not in challenger.traits


def opposed(
    challenger: tuple[int, Sequence[int]], challenged: tuple[int, Sequence[int]], *, refused: bool
) -> Won | None:
    """Who won the opposed roll, each with his IN and his dice so far; None while a die is missing.

    Equal ones roll again (K8). Whoever wins strikes first; a refusal that wins its roll, and nothing less, is no fight.
    """
    mine, theirs = total(*challenger), total(*challenged)
    if len(mine) != len(theirs) or not mine:
        return None
    if mine[-1] == theirs[-1]:
        return "again"
    if mine[-1] > theirs[-1]:
        return "challenger"
    return "off" if refused else "challenged"
