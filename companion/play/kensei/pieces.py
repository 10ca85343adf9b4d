"""What stands and lies on the table: heroes, their pieces and sides, terrain, cards, and what was written down."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeVar

from companion.content import catalog
from companion.rules.kensei.abilities.rule import AbilityRule, Lasts
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.deployment.terrain import BY_KIND, TerrainKind, TerrainType
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.profiles import CharacterProfile, Path, UnitProfile, WeaponId
from companion.rules.kensei.turn.effects import EffectId
from companion.rules.kensei.turn.facts import Facts
from companion.rules.text import Numbered, Text

SeatId = Literal["a", "b"]
SEATS: tuple[SeatId, SeatId] = ("a", "b")
Choices = tuple[tuple[str, str], ...]
"""Who may be chosen or is meant, each by his id and what he is called."""


def other(seat: str) -> SeatId:
    """The seat across the table."""
    return "b" if seat == "a" else "a"


class Named(Protocol):
    """Whatever a state keeps under a name."""

    @property
    def id(self) -> str: ...


class OfPiece(Protocol):
    """Whatever a state keeps of a piece."""

    @property
    def piece(self) -> str: ...


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


def removed(among: Iterable[N], name: str) -> tuple[N, ...]:
    """Without the one of this name."""
    return tuple(one for one in among if one.id != name)


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
    distinct_name: str = ""
    """What tells him from another of his name on the table."""
    outlived: bool = False
    """What is left of a unit that is gone was called by his name (K68), and is so also once he has fallen."""

    @property
    def profile(self) -> CharacterProfile:
        return catalog().characters[self.character]

    @property
    def own_title(self) -> str:
        """What he is called where nobody else bears his name."""
        return self.name or self.profile.name

    @property
    def title(self) -> str:
        return self.distinct_name or self.own_title

    @property
    def number(self) -> int:
        """His place in the order in which the side enlisted; hidden characters have no number and come last."""
        digits = self.id[2:]
        return int(digits) if digits.isdecimal() else sys.maxsize


def by_themselves(rules: Iterable[AbilityRule]) -> Iterator[EffectId]:
    """The effects of abilities that nobody has to use."""
    forms = (form for rule in rules for form in rule.forms if form.window == "by-itself")
    return (one.effect for form in forms for one in form.won if isinstance(one, Lasts))


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
    def is_ninja(self) -> bool:
        """Whether it may wait hidden, and comes after the others in the deployment (5:1:6)."""
        return "ninja" in self.profile.traits

    @property
    def standing(self) -> bool:
        """Whether anything of it is left on the table."""
        return self.miniatures > 0 or any(h.alive for h in self.heroes)

    @property
    def able(self) -> bool:
        """Whether it can still act: who runs away or is gone has lost its orders."""
        return self.standing and not self.facts.flees

    @property
    def seen_heroes(self) -> tuple[Hero, ...]:
        """The characters that live and are known to both sides."""
        return tuple(h for h in self.heroes if h.alive and not h.hidden)

    @property
    def bushi(self) -> tuple[Hero, ...]:
        """The Bushi among them: all but special characters."""
        return tuple(h for h in self.seen_heroes if h.profile.rank != "special")

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

    @property
    def lone_id(self) -> str | None:
        """That of who acts for it alone; None while a unit stands."""
        return self.lone.id if self.lone is not None else None

    def hero(self, hero_id: str) -> Hero | None:
        return by_name(self.heroes, hero_id)

    def with_facts(self, **changes: Any) -> Piece:
        return replace(self, facts=replace(self.facts, **changes))

    def combatant(self, hero_id: str | None = None, weapon: WeaponId | None = None) -> Combatant:
        """It, or one hero of it, as the rules see a fighter."""
        if self.unit is not None and hero_id is None:
            return Combatant(
                catalog().units[self.unit],
                miniatures=self.miniatures,
                weapon=weapon,
                characters=tuple(Character(h.profile, h.weapon, h.mounted, h.wounds) for h in self.seen_heroes),
                accumulated_damage=self.accumulated_damage,
            )
        hero = self.hero(hero_id) if hero_id else self.heroes[0]
        assert hero is not None
        unit = catalog().units[self.unit] if self.unit and self.miniatures else None
        return Combatant(
            hero.profile,
            weapon=weapon,
            mounted=hero.mounted,
            in_unit=unit is not None,
            accumulated_damage=hero.wounds,
            unit=unit,
        )

    @property
    def body(self) -> Combatant:
        """The fighter that stands and runs for it: its unit, or who is left of it, or the lone character (K55, K68)."""
        return self.combatant(self.survivors[0].id if self.survivors else None)

    def weapons_of(self, striker: str | None) -> tuple[WeaponId, ...]:
        """What the unit, or the hero who strikes, carries: of several to choose from only what he chose, and that
        first."""
        hero = self.heroes[0] if self.unit is None else self.hero(striker or "")
        carried = self.combatant(hero.id if hero else None).carried
        if hero is None:
            return carried
        chosen = (hero.weapon,) if hero.weapon else ()
        return tuple(dict.fromkeys((*chosen, *(w for w in carried if w not in hero.profile.weapon_choice))))

    def ranged_of(self, striker: str | None) -> tuple[WeaponId, ...]:
        """What of it shoots."""
        return tuple(weapon for weapon in self.weapons_of(striker) if catalog().weapons[weapon].ranged)

    @property
    def bears_teppo(self) -> bool:
        """Whether its unit carries teppo."""
        return self.miniatures > 0 and "teppo" in self.weapons_of(None)

    def is_wet(self, striker: str | None) -> bool:
        """Whether all that the unit, or the hero who strikes, has to shoot with are wet teppo (6:2:6)."""
        return self.facts.teppo_wet and set(self.ranged_of(striker)) == {"teppo"}

    def revealed(self) -> Piece:
        """With every character in it shown: his unit fights, or nothing is left to hide in (5:1:13, K80)."""
        return replace(self, heroes=tuple(replace(h, hidden=False) for h in self.heroes))

    def with_hero(self, hero: Hero) -> Piece:
        return replace(self, heroes=renewed(self.heroes, hero))

    def without_hero(self, hero_id: str) -> Piece:
        return replace(self, heroes=removed(self.heroes, hero_id))


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A character and the piece he stands in, or is."""

    piece: Piece
    hero: Hero

    @property
    def inside(self) -> bool:
        """Whether he stands in a unit that is left."""
        return self.piece.unit is not None and self.piece.miniatures > 0

    @property
    def acts_for_piece(self) -> bool:
        """Whether the orders of his piece are his: he is alone, or the first who is left of a unit that is gone."""
        return self.piece.lone_id == self.hero.id

    @property
    def names(self) -> dict[str, object]:
        """`who` he is and the `unit` he stands in, as sentences say it."""
        return {"who": self.hero.title, "unit": self.piece.unit_title}

    @property
    def apart(self) -> Hero | None:
        """He himself where his orders are no piece's."""
        return None if self.acts_for_piece else self.hero


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
        return replace(self, absent=removed(self.absent, hero_id))


# ---- what is on the table before the first turn: terrain, deployment cards, and what was written down in secret


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """A piece of terrain on the table. One that is `gone` keeps its number, so that no other is called the same."""

    kind: TerrainKind
    number: int
    gone: bool = False
    by: str = ""
    """The seat that placed it: they do so by turns (7:2)."""

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.number}"

    @property
    def terrain(self) -> TerrainType:
        return BY_KIND[self.kind]

    @property
    def title(self) -> Text:
        return Text("%(terrain)s %(number)s", {"terrain": self.terrain.short, "number": self.number})


SEAL = 8
"""Hex digits of a fingerprint: few enough to compare by eye."""


def fingerprint(nonce: str, seat: str, written: str) -> str:
    """What everybody sees of something sealed; nobody can guess it without the nonce."""
    return hashlib.sha256(f"{nonce}/{seat}/{written}".encode()).hexdigest()[:SEAL]


def proof(nonce: str, seat: str, what: str, written: str) -> dict[str, str]:
    """What a fingerprint was made of; `what` that is called. It may be told once everybody may read what was sealed."""
    how = f"the first {SEAL} hex digits of SHA-256 of nonce/seat/{what}"
    return {"seal": fingerprint(nonce, seat, written), what: written, "nonce": nonce, "how": how}


@dataclass(frozen=True, slots=True)
class WrittenDown:
    """What a player wrote down in secret: whom it is about, behind which terrain, beside which enemy card, in words."""

    seat: SeatId
    nonce: str
    who: str = ""
    """A piece or a character of the side, by its id."""
    behind: str = ""
    card: int | None = None
    text: str = ""
    turn: int = 0
    """The turn in which it was written; none before the battle."""
    opened: bool = False
    off: bool = False
    """Who it is about is kept off the table, and enters from any edge later (12:6:2)."""
    shown: bool = False
    """It opened by itself, because who it is about acted."""
    met: str = ""
    """The enemy who came upon them, where that is said."""
    found: str = ""
    """The piece that enemy came upon, where what was written names nobody."""

    @property
    def written(self) -> str:
        """All of it in one line: what the fingerprint is made of."""
        return in_one_line(self.who, self.behind, self.card, self.text, off=self.off)

    @property
    def seal(self) -> str:
        return fingerprint(self.nonce, self.seat, self.written)

    @property
    def came_upon(self) -> str:
        """Whom the enemy came upon: who is named, else the piece that was said."""
        return self.who or self.found


def in_one_line(who: str, behind: str, card: object, text: str, *, off: object) -> str:
    """What was written down, as its fingerprint is made of it."""
    return f"{who}/{behind}/{'' if card is None else card}/{text}{'/off the table' if off else ''}"


@dataclass(frozen=True, slots=True)
class OpposedRoll:
    """A roll of both sides, each die with its number, and who won (`ask/contest.py`)."""

    id: str = ""
    dice: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Frozen at each side's die."""
    winner: str = ""
    tied: str = ""
    """What fell before, where that was a tie: "3 + 8 = 4 + 7"."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that was laid face down, and for what it lies there: its side's secret until it is turned up."""

    seat: SeatId
    piece: str
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Deploying:
    """How far the deployment has come."""

    ground: OpposedRoll = OpposedRoll()
    advantage: OpposedRoll = OpposedRoll()
    first: SeatId | Literal[""] = ""
    """Who deploys first."""
    cards: tuple[Card, ...] = ()
    """In the order in which they were laid; each side counts its own."""
    up: tuple[str, ...] = ()
    """Sides that have turned their cards up."""
    placed: tuple[str, ...] = ()
    """Sides that have said that they have deployed; the battle waits for the other."""
    asked: Mapping[str, str] = field(default_factory=dict)
    """Sides that were asked whether they have deployed, and when."""

    def of(self, seat: str) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card.seat == seat)

    def lies_open(self, piece: str) -> bool:
        """Whether the other side may know for what the card of this piece lies there."""
        return any(card.piece == piece and (card.face_up or card.seat in self.up) for card in self.cards)
