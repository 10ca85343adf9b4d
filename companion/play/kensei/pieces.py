"""What stands on the table: heroes, the pieces they belong to, and the sides that lead them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeVar

from companion.content import catalog
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.profiles import CharacterProfile, Path, UnitProfile, WeaponId
from companion.rules.kensei.turn.facts import Facts
from companion.rules.text import Numbered

SeatId = Literal["a", "b"]
SEATS: tuple[SeatId, SeatId] = ("a", "b")
HIDDEN_NUMBER = sys.maxsize
"""Beyond every number of an enlisted hero."""


def other(seat: str) -> SeatId:
    """The seat across the table."""
    return "b" if seat == "a" else "a"


class Named(Protocol):
    """Whatever a state keeps under a name."""

    @property
    def id(self) -> str: ...


N = TypeVar("N", bound=Named)


def by_name(among: Iterable[N], name: str) -> N | None:
    """The one of this name."""
    return next((one for one in among if one.id == name), None)


def renewed(among: Iterable[N], one: N) -> tuple[N, ...]:
    """With this one in the place of what had its name."""
    return tuple(one if known.id == one.id else known for known in among)


def placed(among: tuple[N, ...], one: N) -> tuple[N, ...]:
    """With this one in the place of what had its name, or behind all others."""
    return renewed(among, one) if by_name(among, one.id) is not None else (*among, one)


@dataclass(frozen=True, slots=True)
class Hero:
    """A character in play, inside a unit or alone."""

    id: str
    character: str
    weapon: WeaponId | None = None
    mounted: bool = False
    name: str = ""
    wounds: int = 0
    alive: bool = True
    hidden: bool = False
    """Deployed in secret (5:1:13): the other side learns of him when he is revealed or his unit fights."""
    kind: ShinobiKind | None = None
    """What a Shinobi of an army list was sent to do (12:6:3); only his own side knows it."""
    loaded: bool = True
    """His own bow or teppo, inside a unit too (9:3:1)."""
    called: str = ""
    """What tells him from another of his name on the table."""

    @property
    def profile(self) -> CharacterProfile:
        return catalog().characters[self.character]

    @property
    def own_title(self) -> str:
        """What he is called where nobody else bears his name."""
        return self.name or self.profile.name

    @property
    def title(self) -> str:
        return self.called or self.own_title

    @property
    def number(self) -> int:
        """His place in the order in which the side enlisted; hidden characters have no number and come last."""
        digits = self.id[2:]
        return int(digits) if digits.isdecimal() else HIDDEN_NUMBER


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands and acts as one on the table: a unit with the characters in it, or a lone character."""

    id: str
    seat: SeatId
    unit: str | None
    miniatures: int
    """How many of its unit are left; 0 for a lone character."""
    at_start: int
    name: str = ""
    standard_bearer: bool = False
    accumulated_damage: int = 0
    heroes: tuple[Hero, ...] = ()
    facts: Facts = Facts()
    """What it did this turn and where it stands; whether it is loaded is said of units, a hero has his own."""
    front: int | None = None
    """How wide its army list has it stand; None is the usual."""
    off_table: bool = False
    """It went over the edge of the table (11:4:4) and counts as destroyed, each miniature of it (K84)."""
    brought_standard: bool = False
    """It had a standard-bearer when the battle began; he is part of its price (K32)."""
    number: int = 0
    """What tells its unit from others of the same name on the table; 0 where there is no other."""

    @classmethod
    def alone(cls, seat: SeatId, hero: Hero) -> Piece:
        """This character as a piece of his own."""
        return cls(hero.id, seat, None, 0, 0, heroes=(hero,))

    @property
    def profile(self) -> UnitProfile | CharacterProfile:
        return catalog().units[self.unit] if self.unit else self.heroes[0].profile

    @property
    def title(self) -> str:
        """What it is called: who stands alone, also as the last of his unit, by his own name."""
        if self.survivors:
            return self.survivors[0].title
        return self.unit_title

    @property
    def unit_title(self) -> str:
        """What its unit is called, also when only characters are left of it; of who never had one, his own name."""
        if self.name:  # given by its player, and in no table
            return f"{self.name} {self.number}" if self.number else self.name
        name = self.profile.name if self.unit else self.heroes[0].title
        return Numbered(name, self.number) if self.number else name

    @property
    def standing(self) -> bool:
        """Whether anything of it is left on the table."""
        return self.miniatures > 0 or any(h.alive for h in self.heroes)

    @property
    def seen_heroes(self) -> tuple[Hero, ...]:
        """The characters that live and are known to both sides."""
        return tuple(h for h in self.heroes if h.alive and not h.hidden)

    @property
    def survivors(self) -> tuple[Hero, ...]:
        """The characters who stand where their unit is gone (K68), who was in it as a special one first (4:3:8)."""
        if self.unit is None or self.miniatures:
            return ()
        return tuple(sorted(self.seen_heroes, key=lambda h: h.profile.rank != "special"))

    @property
    def loaded(self) -> bool:
        """Whether its weapon is loaded: the unit's, or that of who stands alone (9:3:1)."""
        lone = self.lone
        return self.facts.loaded if lone is None else lone.loaded

    @property
    def lone(self) -> Hero | None:
        """The character who acts for it: alone from the start, or left of a unit that is gone."""
        if self.unit is None:
            return self.heroes[0]
        return self.survivors[0] if self.survivors else None

    def hero(self, hero_id: str) -> Hero | None:
        return by_name(self.heroes, hero_id)

    def unveiled(self) -> Piece:
        """With every character in it shown: his unit fights, or nothing is left to hide in (5:1:13, K80)."""
        return replace(self, heroes=tuple(replace(h, hidden=False) for h in self.heroes))

    def with_hero(self, hero: Hero) -> Piece:
        return replace(self, heroes=renewed(self.heroes, hero))


@dataclass(frozen=True, slots=True)
class Side:
    """One army of a quick battle, as its player made it."""

    seat: SeatId
    path: Path = "buke"
    mon: str = ""
    clan: str = ""
    ready: bool = False
    next_piece: int = 1
    next_hero: int = 1
    sealed: str = ""
    """The army as its player sealed it with Ready: what the fingerprint was made of."""
    nonce: str = ""
    """Stirred into the fingerprint of the sealed army, so that nobody can guess what it stands for."""
    legal: bool | None = None
    """Whether it kept the agreed level when its player said Ready; None where no level was agreed."""
    absent: tuple[Hero, ...] = ()
    """Shinobi sent behind terrain or among the enemy (12:6:3, K80): written down, and on no table until they show."""
    general: str = ""
    """The hero its army list names as general, among several of the highest rank; empty is the first of them."""
    taisho_abilities: tuple[str, ...] = ()

    def without_hero(self, hero_id: str) -> Side:
        """The side when this one is no longer absent."""
        return replace(self, absent=tuple(h for h in self.absent if h.id != hero_id))
