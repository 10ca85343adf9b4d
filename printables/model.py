"""The army as the sheets take it: profiles from the content, placed in units, with the checker's verdict beside it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.kensei.army import UnitNumbers, Verdict
from companion.rules.kensei.joining import ShinobiKind
from companion.rules.kensei.profiles import Ability, Attributes, CharacterProfile, Path, UnitProfile, WeaponId
from companion.rules.kensei.strike import with_mount


@dataclass(frozen=True, slots=True)
class Member:
    """A character of the list. `joins` is the id of the unit he starts in, None where he stands alone."""

    id: str
    profile: CharacterProfile
    name: str = ""
    weapon: WeaponId | None = None
    mounted: bool = False
    joins: str | None = None
    kind: ShinobiKind | None = None
    vp: int = 0

    @property
    def called(self) -> str:
        """His own name, or the book's."""
        return self.name or self.profile.name

    @property
    def attributes(self) -> Attributes:
        """His profile, with the mount's bonuses if he rides (12:6:1)."""
        return with_mount(self.profile.attributes) if self.mounted else self.profile.attributes

    @property
    def weapons(self) -> tuple[WeaponId, ...]:
        """What he carries: always, and the one chosen."""
        chosen = (self.weapon,) if self.weapon and self.weapon not in self.profile.weapons else ()
        return self.profile.weapons + chosen

    @property
    def base_mm(self) -> tuple[int, int]:
        """Width and depth of his base (3:3:1, 3:3:2)."""
        return (25, 50) if self.mounted else (25, 25)


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit of the list with the characters who start in it; `front` is how many bases wide it stands."""

    id: str
    profile: UnitProfile
    miniatures: int
    front: int
    standard_bearer: bool
    name: str
    characters: tuple[Member, ...]
    koku: int
    numbers: UnitNumbers

    @property
    def called(self) -> str:
        """Its own name, or the book's."""
        return self.name or self.profile.name

    @property
    def is_mounted(self) -> bool:
        """Rides: its bases are 50 mm deep (3:3:2)."""
        return "mounted" in self.profile.traits

    @property
    def is_harasser(self) -> bool:
        """Spreads in play (3:4:1)."""
        return "harasser" in self.profile.traits

    @property
    def base_mm(self) -> tuple[int, int]:
        """Width and depth of each base (3:3:1, 3:3:2)."""
        return (25, 50) if self.is_mounted else (25, 25)

    @property
    def bases(self) -> int:
        """How many stand in its formation, characters included (K42)."""
        return self.miniatures + len(self.characters)

    @property
    def ranks(self) -> int:
        """How many ranks deep it stands."""
        return -(-self.bases // self.front)

    @property
    def size_mm(self) -> tuple[int, int]:
        """Width and depth of its formation, which is the size of its card."""
        wide, deep = self.base_mm
        return self.front * wide, self.ranks * deep


@dataclass(frozen=True, slots=True)
class Army:
    """A whole list. `code` is a short fingerprint of it, the same on every sheet and card."""

    name: str
    clan: str
    crest: str
    path: Path
    level: int
    troops: tuple[Troop, ...]
    alone: tuple[Member, ...]
    general: Member | None
    taisho_abilities: tuple[Ability, ...]
    verdict: Verdict
    code: str

    @property
    def characters(self) -> tuple[Member, ...]:
        """Everyone, those in units first."""
        return (*(member for troop in self.troops for member in troop.characters), *self.alone)

    @property
    def called(self) -> str:
        """The list's name, or the clan's, or the path's."""
        return self.name or self.clan or self.path.capitalize()
