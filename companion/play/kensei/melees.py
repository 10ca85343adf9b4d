"""A combat whose fight has begun: who strikes in which order, its confrontations, and who breaks away from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.play.kensei.pieces import OpposedRoll, by_name, placed
from companion.rules.kensei.after.flight import reaches


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
    """The die of each of its strikers who roll now; none yet, where what it declares is carried out before."""
    defensive: tuple[str, ...] = ()
    obstacle: tuple[str, ...] = ()
    """Its pieces that defend an obstacle (6:2:5)."""
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
    declared: bool = False
    """Both sides have said what comes before their dice (10:2:1-3)."""
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The open initiative dice of each striker: one, and one more for each tie."""
    initiative: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """IN of each before its die, as `freeze_number` keeps it: who falls later lends it still."""
    shares: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """How a striker shares its dice out, by enemy."""
    passed: tuple[str, ...] = ()
    """Strikers whose players say that they do not strike."""
    called_off: tuple[str, ...] = ()
    """Strikers whose strike was called off: it opens by itself no more."""
    settled: bool = False
    """One alone would roll for initiative, with nothing to choose, or is left to strike: nobody rolls."""
    confrontations: tuple[Confrontation, ...] = ()
    """Fought before its strikes (10:2:3)."""
    left: tuple[str, ...] = ()
    """Members that went out of it before its strikes (K76)."""

    @property
    def first_roll(self) -> bool:
        """Whether no initiative die of it lies open yet: now positions are chosen, and challenges spoken."""
        return not self.dice

    @property
    def declares(self) -> bool:
        """Whether positions, challenges and abilities may be declared in it now: dice alone are asked after."""
        return self.first_roll and not self.declared

    def sealed_challenges(self, seat: str | None) -> Mapping[str, str]:
        """Whom the characters of this side challenge, as far as that is not spoken yet."""
        given = self.given.get(seat or "")
        return given.challenges if given is not None else {}

    def striker(self, striker_id: str) -> Striker | None:
        return by_name(self.strikers, striker_id)

    def with_confrontation(self, one: Confrontation) -> Melee:
        """With this confrontation, in the place of what was known of it or behind the others."""
        return replace(self, confrontations=placed(self.confrontations, one))

    def without(self, one: str) -> Melee:
        """When this member, or a character inside one, has gone: he rolls and strikes no more."""
        gone = {s.id for s in self.strikers if one in (s.id, s.piece)}
        given = {
            seat: replace(side, dice={who: die for who, die in side.dice.items() if who not in gone})
            for seat, side in self.given.items()
        }
        strikers = tuple(s for s in self.strikers if s.id not in gone)
        return replace(self, strikers=strikers, given=given, left=(*self.left, one))


@dataclass(frozen=True, slots=True)
class Breakaway:
    """A character who breaks away from an enemy, and who follows him, from the word to the last die (4:3:8, K67)."""

    id: str
    hero: str
    piece: str
    """Where he stood: his unit, or himself."""
    enemy: str
    roll: OpposedRoll = OpposedRoll()
    """His roll against the enemy's; then the roll of who follows him, against the unit that he left."""
    away: bool | None = None
    """Whether he got away; None while the dice are due."""
    run: tuple[int, ...] = ()
    follower: str = ""
    """The enemy character who goes after him."""
    follows: bool | None = None
    chase: tuple[int, ...] = ()

    @property
    def roller(self) -> str:
        """The character whose opposed roll this is: who breaks away, or who would follow."""
        return self.hero if self.away is None else self.follower

    @property
    def against_unit(self) -> str:
        """The piece that rolls against him: the enemy, or the unit that was left."""
        return self.enemy if self.away is None else self.piece

    @property
    def reached(self) -> bool:
        """Whether who follows has reached who broke away."""
        return reaches(self.chase, self.run)
