"""Who fights: a unit with the characters in it, or a character, with what the profile and the mount make of him."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.kensei.profiles import Attributes, CharacterProfile, Trait, UnitProfile, WeaponId
from companion.rules.kensei.turn.contacts import Zone
from companion.rules.text import Modifier, Number, Text

MOUNT_MV = 15
MOUNT_AR = 1
MOUNT_VT = 2
"""What a mount does to a character's profile (2:7:5, 12:6:1, K21). Mounted units have it printed already."""


@dataclass(frozen=True, slots=True)
class Character:
    """A character inside a unit. He strikes as a `Combatant` of his own; here he counts for VE, honor and damage."""

    profile: CharacterProfile
    weapon: WeaponId | None = None
    mounted: bool = False
    accumulated_damage: int = 0
    """Wounds he carries already; they stay (K68)."""
    bonus_lost: bool = False
    """He refused a confrontation or failed to break away: no HR or IN for his unit this turn (4:3:8, 4:3:10)."""

    @property
    def attributes(self) -> Attributes:
        """His profile, with the mount's bonuses if he rides."""
        return with_mount(self.profile.attributes) if self.mounted else self.profile.attributes

    @property
    def is_bushi(self) -> bool:
        """A Bushi hero, not a special character."""
        return self.profile.rank != "special"

    def lends(self, value: int, rule: str, ruling: str) -> Modifier:
        """What he adds to a number of his unit."""
        return Modifier(value, Text("%(name)s in the unit", {"name": self.profile.name}), rule, ruling)


@dataclass(frozen=True, slots=True)
class Combatant:
    """A unit, or a character alone, as one side of a strike.

    `mounted`, `in_unit` and `unit` speak of a character. `unit` is the profile of the unit
    he stands in, where it is known: its bows and its gait in a forest are his too.
    """

    profile: UnitProfile | CharacterProfile
    miniatures: int = 1
    weapon: WeaponId | None = None
    mounted: bool = False
    in_unit: bool = False
    characters: tuple[Character, ...] = ()
    accumulated_damage: int = 0
    unit: UnitProfile | None = None
    effects: frozenset[str] = frozenset()
    """What lasts on it at this moment, by the ids of `turn.effects` and of abilities."""

    @property
    def name(self) -> str:
        """The book's name."""
        return self.profile.name

    @property
    def is_unit(self) -> bool:
        """A unit, not a character."""
        return isinstance(self.profile, UnitProfile)

    @property
    def is_lone(self) -> bool:
        """A character outside any unit (4:3:3)."""
        return not self.is_unit and not self.in_unit

    @property
    def is_mounted(self) -> bool:
        """Rides: units by their trait, characters by choice."""
        return self.has("mounted") if self.is_unit else self.mounted

    @property
    def on_foot(self) -> bool:
        """Does not ride."""
        return not self.is_mounted

    @property
    def is_bushi(self) -> bool:
        """A Bushi hero."""
        return isinstance(self.profile, CharacterProfile) and self.profile.rank != "special"

    @property
    def is_loner(self) -> bool:
        """A unit with the trait, or a character who is in no unit (5:1:10)."""
        return self.has("loner") if self.is_unit else not self.in_unit

    @property
    def is_harasser(self) -> bool:
        """A harasser unit; a lone character moves and fights in a forest like one (4:3:1, K64)."""
        if self.is_unit:
            return self.has("harasser")
        return self.is_lone or (self.unit is not None and "harasser" in self.unit.traits)

    @property
    def carried(self) -> tuple[WeaponId, ...]:
        """Every weapon the profile allows, those carried always first; and a Daisho Ashigaru's share (12:6:1, K14)."""
        if not isinstance(self.profile, CharacterProfile):
            return self.profile.weapons
        borrowed: tuple[WeaponId, ...] = ()
        if self.profile.rank == "daisho-ashigaru" and self.in_unit and self.unit is not None:
            borrowed = self.unit.weapons if {"heinin", "projectiles"} <= self.unit.traits else ()
        return self.profile.weapons + self.profile.weapon_choice + borrowed

    @property
    def attributes(self) -> Attributes:
        """The profile's attributes, with the mount's bonuses of a riding character (K21)."""
        printed = self.profile.attributes
        return with_mount(printed) if not self.is_unit and self.mounted else printed

    @property
    def mv(self) -> int:
        """Centimeters of a march: a unit goes no faster than the slowest who goes with it (4:3:1, K93)."""
        return min((self.attributes.mv, *(one.attributes.mv for one in self.characters)))

    @property
    def ve(self) -> int:
        """Confrontation value: the miniatures left times VE, plus the characters in it (2:7:11, K46)."""
        each = self.profile.attributes.ve
        if not self.is_unit:
            return each
        return each * self.miniatures + sum(c.profile.attributes.ve for c in self.characters)

    def number(self, base: int, terms: Iterable[Modifier]) -> Number:
        """A number that begins with its profile's, and everything that changes it."""
        return Number(base, Text("profile of %(name)s", {"name": self.name}), self.profile.rule, tuple(terms))

    def charge_held_by(self, zone: Zone) -> Literal["forest-of-spears", "remain-steadfast"] | None:
        """The effect by which a charge from there has no bonus: spears in its front, or its nerve (K73, K74)."""
        if "forest-of-spears" in self.effects and zone == "front":
            return "forest-of-spears"
        return "remain-steadfast" if "remain-steadfast" in self.effects else None

    def has(self, trait: Trait) -> bool:
        """Whether the profile prints this trait."""
        return trait in self.profile.traits


def with_mount(printed: Attributes) -> Attributes:
    """A character's attributes on horseback."""
    return replace(printed, mv=MOUNT_MV, ar=printed.ar + MOUNT_AR, vt=printed.vt + MOUNT_VT)


# ---- how far one side's confrontation value outweighs the other's


def superiority(own: int, enemy: int) -> Literal[0, 2, 3]:
    """How many times the enemy's VE one's own is: 3 for at least triple, 2 for at least double, else 0."""
    if own <= 0 or own < 2 * enemy:
        return 0
    return 3 if own >= 3 * enemy else 2
