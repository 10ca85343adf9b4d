"""A combat whose fight has begun: frozen values, as the state keeps them (10:2, K44, K48)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Striker:
    """One who strikes at an initiative of his own: a unit, a lone character, or a special one in a unit (K44)."""

    piece: str
    hero: str = ""
    """The special character inside the unit; empty for whoever the piece itself is."""
    unit: bool = False
    """These are a unit's dice."""
    flees: bool = False
    """Reached in flight: it has no roll and strikes last."""

    @property
    def id(self) -> str:
        return self.hero or self.piece


@dataclass(frozen=True, slots=True)
class Given:
    """What one side has given and the other may not see until it has given its own (10:2:1, 10:2:4)."""

    dice: Mapping[str, int]
    """The die of each of its strikers who roll now."""
    defensive: tuple[str, ...] = ()
    obstacle: tuple[str, ...] = ()
    """Its pieces that defend an obstacle (6:2:5)."""
    how: str = ""
    challenges: Mapping[str, str] = field(default_factory=dict)
    """Whom each of its characters challenges (10:2:3)."""
    abilities: Mapping[str, str] = field(default_factory=dict)
    """What each of its own uses before initiative (K49), as `abilities.sealed` writes it."""


@dataclass(frozen=True, slots=True)
class Confrontation:
    """A challenge between two characters, from the word to its end; both are named by their heroes (K65, K66).

    One miniature of a unit may fight a character (12:5): it is named by its piece.
    """

    id: str
    challenger: str
    challenged: str
    refused: bool | None = None
    """None while the challenged has not answered."""
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The dice of the opposed roll by hero: one each, and one more for each tie."""
    first: str = ""
    """Who strikes first; empty until the dice have told."""
    off: bool = False
    """It is not fought: a refusal that won its roll, or called off."""
    goes_on: bool = False
    """It was begun in an earlier turn (K65)."""
    bound: bool = False
    """Nobody refuses it, whoever challenges (K66)."""

    @property
    def both(self) -> tuple[str, str]:
        return self.challenger, self.challenged

    def foe(self, hero: str) -> str:
        """Whom this one of the two faces."""
        return self.challenged if hero == self.challenger else self.challenger


@dataclass(frozen=True, slots=True)
class Melee:
    """Its name is made of its turn and its members: `t3.combat.a1+b2`."""

    id: str
    members: tuple[str, ...]
    strikers: tuple[Striker, ...]
    given: Mapping[str, Given] = field(default_factory=dict)
    """By seat, while the others' is awaited."""
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The open initiative dice of each striker: one, and one more for each tie."""
    initiative: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """IN of each before its die, as `ask.frozen` keeps a number: who falls later lends it still."""
    shares: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How a striker shares its dice out, by enemy."""
    passed: tuple[str, ...] = ()
    """Strikers whose players say that they do not strike."""
    called_off: tuple[str, ...] = ()
    """Strikers whose strike was called off: it opens by itself no more."""
    settled: bool = False
    """One alone would roll for initiative, and has nothing to choose with it: nobody rolls."""
    confrontations: tuple[Confrontation, ...] = ()
    """Fought before its strikes (10:2:3)."""
    how: Mapping[str, str] = field(default_factory=dict)
    """How the initiative dice of each seat came about: hand or app."""
    left: tuple[str, ...] = ()
    """Members that went out of it before its strikes (K76)."""

    def striker(self, striker_id: str) -> Striker | None:
        return next((s for s in self.strikers if s.id == striker_id), None)

    def with_confrontation(self, one: Confrontation) -> Melee:
        """With this confrontation, in the place of what was known of it or behind the others."""
        if all(known.id != one.id for known in self.confrontations):
            return replace(self, confrontations=(*self.confrontations, one))
        return replace(self, confrontations=tuple(one if c.id == one.id else c for c in self.confrontations))

    def without(self, one: str) -> Melee:
        """When this member, or a character inside one, has gone: he rolls and strikes no more."""
        gone = {s.id for s in self.strikers if one in (s.id, s.piece)}
        given = {
            seat: replace(one, dice={who: die for who, die in one.dice.items() if who not in gone})
            for seat, one in self.given.items()
        }
        strikers = tuple(s for s in self.strikers if s.id not in gone)
        return replace(self, strikers=strikers, given=given, left=(*self.left, one))

    def with_share(self, striker_id: str, share: Mapping[str, int]) -> Melee:
        return replace(self, shares={**self.shares, striker_id: share})


def first_roll(melee: Melee) -> bool:
    """Whether no initiative die of it lies open yet: now positions are chosen, and challenges spoken."""
    return not melee.dice
