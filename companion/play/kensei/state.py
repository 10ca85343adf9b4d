"""What a battle is at one moment: frozen values only, plain enough to be stored as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.content import catalog
from companion.rules.dice import AttackTally, DefenseTally
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.fight.strike import Kind
from companion.rules.kensei.profiles import CharacterProfile, Path, UnitProfile, WeaponId
from companion.rules.kensei.settings import Settings

SeatId = Literal["a", "b"]
SEATS: tuple[SeatId, SeatId] = ("a", "b")
Phase = Literal["orders", "combat", "resolution"]
PHASES: tuple[Phase, ...] = ("orders", "combat", "resolution")
SituationValue = bool | int | float | str | None


HIDDEN_NUMBER = 10**6


def other(seat: str) -> SeatId:
    """The seat across the table."""
    return "b" if seat == "a" else "a"


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

    @property
    def profile(self) -> CharacterProfile:
        return catalog().characters[self.character]

    @property
    def title(self) -> str:
        return self.name or self.profile.name

    @property
    def number(self) -> int:
        """His place in the order in which the side enlisted; who hides has a name for an id and comes after all."""
        digits = self.id[2:]
        return int(digits) if digits.isdecimal() else HIDDEN_NUMBER


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands and acts as one on the table: a unit with the characters in it, or a lone character."""

    id: str
    seat: SeatId
    unit: str | None
    miniatures: int
    at_start: int
    name: str = ""
    standard_bearer: bool = False
    accumulated_damage: int = 0
    heroes: tuple[Hero, ...] = ()
    markers: frozenset[str] = frozenset()
    front: int | None = None
    """How wide its army list has it stand; None is the usual."""

    @property
    def profile(self) -> UnitProfile | CharacterProfile:
        return catalog().units[self.unit] if self.unit else self.heroes[0].profile

    @property
    def title(self) -> str:
        return self.name or (self.profile.name if self.unit else self.heroes[0].title)

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

    def hero(self, hero_id: str) -> Hero | None:
        return next((h for h in self.heroes if h.id == hero_id), None)

    def unveiled(self) -> Piece:
        """With every character in it shown: his unit fights, or nothing is left to hide in (5:1:13, K80)."""
        return replace(self, heroes=tuple(replace(h, hidden=False) for h in self.heroes))

    def with_hero(self, hero: Hero) -> Piece:
        return replace(self, heroes=tuple(hero if h.id == hero.id else h for h in self.heroes))

    def marked(self, *markers: str) -> Piece:
        return replace(self, markers=self.markers | set(markers))

    def unmarked(self, *markers: str) -> Piece:
        return replace(self, markers=self.markers - set(markers))


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


@dataclass(frozen=True, slots=True)
class FreeTerm:
    """A modifier the players add by hand, with their reason."""

    to: str
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class Pad:
    """Half-entered dice: bins tapped so far, or faces one by one (None: not yet)."""

    bins: Mapping[str, int] = field(default_factory=dict)
    faces: tuple[int | None, ...] = ()
    by: str = ""

    @property
    def empty(self) -> bool:
        return not self.bins and not any(f is not None for f in self.faces)


@dataclass(frozen=True, slots=True)
class Attack:
    """One chain attack → defense → damage, from taking aim to its result.

    `attacker` and `defender` are the pieces as they were when it began; what the dice do is applied to the
    table only at the end.
    """

    id: str
    kind: Kind
    attacker: Piece
    defender: Piece
    striker: str | None = None
    """The hero who strikes with his own dice (K47), or None for the unit's dice."""
    aimed_at: str | None = None
    weapon: WeaponId | None = None
    situation: Mapping[str, SituationValue] = field(default_factory=dict)
    free: tuple[FreeTerm, ...] = ()
    pad: Pad = Pad()
    attack: AttackTally | None = None
    defense: DefenseTally | None = None
    damage: tuple[int, ...] | None = None
    how: Mapping[str, str] = field(default_factory=dict)
    """How each step's dice came about: hand or app."""
    finished: bool = False

    @property
    def step(self) -> str:
        """Whose dice are due: attack, defense, damage, or result when none are."""
        if self.finished:
            return "result"
        if self.attack is None:
            return "attack"
        return "defense" if self.defense is None else "damage"

    @property
    def step_id(self) -> str:
        return f"{self.id}.{self.step}"

    @property
    def aiming(self) -> bool:
        """The situation may still be changed: no die has been entered."""
        return self.attack is None and self.pad.empty


@dataclass(frozen=True, slots=True)
class Owed:
    """An honor roll somebody owes (K25)."""

    id: str
    piece: str
    causes: tuple[str, ...]
    moment: str
    """When it is due: the id of the shot that caused it, or the turn's combats. Causes of one moment are one roll."""

    @property
    def is_ki(self) -> bool:
        """A KI roll of riders hurt by slings (5:2:7), which is owed beside an honor roll."""
        return self.causes == ("sling",)


@dataclass(frozen=True, slots=True)
class Honor:
    """An honor roll being made: what only the players can know, the die, and the flight that follows."""

    id: str
    piece: str
    causes: tuple[str, ...]
    owed: str = ""
    commander: str | None = None
    sohei: bool = False
    standard_bearer: bool = False
    """Whether it still stood when the roll began: who runs loses it (3:4:7)."""
    destroyed_enemy: bool = False
    deserted: bool = False
    run_through: bool = False
    pad: Pad = Pad()
    die: int | None = None
    holds: bool | None = None
    flight: tuple[int, ...] | None = None
    how: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_ki(self) -> bool:
        """A KI roll of riders hurt by slings (5:2:7), which is made the same way."""
        return self.causes == ("sling",)


@dataclass(frozen=True, slots=True)
class Blow:
    """What one attack of this turn's combats did, for the result of the combat (K27)."""

    attacker: str
    defender: str
    damage: int
    slain: bool = False
    """A character was killed in a confrontation: +10 instead of his damage."""
    destroyed: bool = False
    pursuit: bool = False
    """The free attack on who runs away, which no result counts (K58)."""


@dataclass(frozen=True, slots=True)
class State:
    """A whole battle."""

    settings: Settings = Settings()
    odds_shown: bool = True
    salt: str = ""
    """Stirred into the fingerprints of sealed armies, so that nobody can guess what they stand for."""
    sides: Mapping[str, Side] = field(default_factory=dict)
    pieces: tuple[Piece, ...] = ()
    begun: bool = False
    turn: int = 0
    phase: Phase = "orders"
    first: SeatId = "a"
    attack: Attack | None = None
    honor: Honor | None = None
    owed: tuple[Owed, ...] = ()
    blows: tuple[Blow, ...] = ()
    chains: int = 0
    over: str = ""
    """Who won ("a", "b" or "draw"); empty while the battle goes on."""
    level: int | None = None
    """The level of army lists the players agreed on (12:3), None for a quick battle without points."""
    koku_limit: int | None = None
    """The koku agreed on at a level the book leaves open (K33); None is what it prints."""

    @property
    def attack_is_over(self) -> bool:
        """No attack is running; a finished one may still show its result."""
        return self.attack is None or self.attack.finished

    def piece(self, piece_id: str) -> Piece | None:
        return next((p for p in self.pieces if p.id == piece_id), None)

    def of(self, seat: str) -> Iterator[Piece]:
        return (p for p in self.pieces if p.seat == seat)

    def with_piece(self, piece: Piece) -> State:
        return replace(self, pieces=tuple(piece if p.id == piece.id else p for p in self.pieces))

    def with_side(self, side: Side) -> State:
        return replace(self, sides={**self.sides, side.seat: side})
