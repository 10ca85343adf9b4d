"""Profiles of units and characters and the other entries of chapters 2:7, 4, 5 and 12.

The numbers themselves live in `companion/content/kensei/*.toml`; these are the shapes the rules read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.rules.text import EMPTY, Text

Path = Literal["kuge", "buke", "sohei"]
UnitClass = Literal["basic", "special", "elite"]
Rank = Literal["daimyo", "taisho", "busho", "daisho-samurai", "daisho-ashigaru", "special"]
Trait = Literal[
    "on-foot",
    "mounted",
    "harasser",
    "heinin",
    "ashigaru",
    "samurai",
    "sohei",
    "ninja",
    "projectiles",
    "loner",
    "bushi",
    "special",
    "commandment",
    "duelist",
    "assassin",
    "hidden",
    "no-combat",
]
WeaponId = Literal[
    "spear",
    "naginata",
    "bow",
    "katana",
    "teppo",
    "tetsubo",
    "sling",
    "shuriken",
    "shinobi-gatana",
    "blowpipe",
    "no-dachi",
    "fan",
]
ArmorId = Literal["light", "medium", "heavy", "legendary"]


@dataclass(frozen=True, slots=True)
class Attributes:
    """The eleven attributes of 2:7. `mv` is centimeters; an attribute a profile does not have is None."""

    mv: int
    dc: int
    at: int | None
    df: int
    ar: int
    vt: int
    ki: int
    hr: int
    initiative: int
    ac: int
    ve: int


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon of 5:2. `ranged` weapons have a band of distances in centimeters, both ends included in reach."""

    id: WeaponId
    name: str
    rule: str
    ranged: bool = False
    over_cm: float = 0
    range_cm: float = 0
    """Shots reach targets over `over_cm` and up to `range_cm` (the sling: over 20, to 40)."""
    range_from_hill_cm: float = 0
    """Reach when the shooter stands on a hill (6:2:2); the same as `range_cm` except for bows."""
    summary: Text = EMPTY


@dataclass(frozen=True, slots=True)
class UnitProfile:
    """A line of the unit tables 12:5, with what stands beside it. Prices in koku."""

    id: str
    name: str
    meaning: str
    path: Path | None
    unit_class: UnitClass
    attributes: Attributes
    basic_unit: int
    maximum: int
    koku: int
    dc_per_miniature: int
    standard_bearer: int | None
    traits: frozenset[Trait]
    weapons: tuple[WeaponId, ...]
    armor: ArmorId
    abilities: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class CharacterProfile:
    """A line of the character tables 12:6. Price in VP (character points)."""

    id: str
    name: str
    path: Path | None
    rank: Rank
    attributes: Attributes
    vp: int
    honor_bonus: int
    """What a Bushi in a unit adds to its HR (2:7:8); 0 for special characters."""
    initiative_bonus: int
    commandment_points: int
    traits: frozenset[Trait]
    weapons: tuple[WeaponId, ...]
    """Carried always."""
    weapon_choice: tuple[WeaponId, ...]
    """One of these besides."""
    armor: ArmorId
    may_ride: bool
    abilities: tuple[str, ...]
    rule: str

    def chosen(self, named: WeaponId | None) -> WeaponId | None:
        """The weapon of his choice: the one named, or the first where none of the choice is named (12:6:1). What he
        carries always, as a Busho his bow, takes nothing from it."""
        if self.weapon_choice and (named is None or named in self.weapons):
            return self.weapon_choice[0]
        return named


AbilityKind = Literal["action", "combat", "free", "taisho"]


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of 12:5 or 12:6. `cost` is the printed AC (Commandment Points for a Taisho's), None where none is."""

    id: str
    name: str
    kind: AbilityKind
    owners: tuple[str, ...]
    """Units and characters that have it; for a Taisho's ability the path, or `all`."""
    cost: int | None
    once_per_battle: bool
    ki_roll: Literal["none", "own", "opposed"]
    effect: str
    rule: str


@dataclass(frozen=True, slots=True)
class Armor:
    """A kind of armor of 2:7:5: what it gives on foot and, besides, against bows (ruling K21).

    A profile's own AR already holds `ar`; this is the book's list of kinds, not a modifier to add.
    """

    id: ArmorId
    name: str
    ar: int
    against_bows: int
    summary: str
    rule: str


@dataclass(frozen=True, slots=True)
class TraitText:
    """What a trait of 5:1 means, in a sentence or two of our own."""

    id: Trait
    name: str
    summary: str
    rule: str


Crossing = Literal["normal", "difficult", "impassable", "obstacle"]


@dataclass(frozen=True, slots=True)
class Terrain:
    """A terrain piece of 6:2. Each effect is a short text, empty where the book gives none."""

    id: str
    name: str
    ground: Crossing
    """How it is crossed (6:1); obstacles as 9:4:1 says."""
    vision: str
    shooting: str
    movement: str
    combat: str
    rule: str


SizeLimit = int | Literal["max"]
"""Miniatures allowed above the basic unit, or `max`: the unit's own maximum (ruling K34)."""


@dataclass(frozen=True, slots=True)
class ClassLimits:
    """How many units of one class (basic, special or elite) a level allows; None is no limit."""

    least: int
    most: int | None
    projectiles: int | None
    cavalry: int | None


@dataclass(frozen=True, slots=True)
class Level:
    """A row of both level tables: units and koku (12:3), characters and VP (12:4)."""

    number: int
    general: SizeLimit
    """Infantry that is no Heinin."""
    heinin: SizeLimit
    cavalry: SizeLimit
    loner: SizeLimit
    basic: ClassLimits
    special: ClassLimits
    elite: ClassLimits
    koku: int
    koku_open: bool
    """Printed with a plus: the players may agree on more (ruling K33)."""
    projectiles_total: int
    cavalry_total: int
    characters: Mapping[Rank, int]
    """The most of each rank."""
    vp: int
