"""The army as the sheets take it: profiles from the content, placed in units, with the checker's verdict beside it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.kensei.army import Verdict, may_hide
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.fight.combatant import with_mount
from companion.rules.kensei.profiles import Ability, Attributes, CharacterProfile, Path, UnitProfile, WeaponId

BASE_MM, MOUNTED_MM = (25, 25), (25, 50)
"""Width and depth of a base on foot, and of a mounted one (3:3:1, 3:3:2)."""
CHARACTER_CARD_MM = (44.0, 68.0)
"""Width and height of a character's card; a unit's is as large as its formation, `Troop.size_mm` (7:3)."""


@dataclass(frozen=True, slots=True)
class Member:
    """A character of the list. `joins` is the id of the unit he starts in, None where he stands alone.

    `code` is a short fingerprint of all his card says.
    """

    id: str
    profile: CharacterProfile
    name: str = ""
    weapon: WeaponId | None = None
    mounted: bool = False
    joins: str | None = None
    kind: ShinobiKind | None = None
    vp: int = 0
    code: str = ""

    @property
    def hides(self) -> bool:
        """May start hidden in a unit."""
        return may_hide(self.profile)

    @property
    def title(self) -> str:
        """His own name, or the book's."""
        return self.name or self.profile.name

    @property
    def attributes(self) -> Attributes:
        """His profile, with the mount's bonuses if he rides (12:6:1)."""
        return with_mount(self.profile.attributes) if self.mounted else self.profile.attributes

    @property
    def weapons(self) -> tuple[WeaponId, ...]:
        """What he carries: always, and the one chosen."""
        chosen = self.profile.chosen(self.weapon) if self.weapon else None
        if chosen is None or chosen in self.profile.weapons:
            return self.profile.weapons
        return (*self.profile.weapons, chosen)

    @property
    def base_mm(self) -> tuple[int, int]:
        """Width and depth of his base."""
        return MOUNTED_MM if self.mounted else BASE_MM


@dataclass(frozen=True, slots=True)
class Troop:
    """A unit of the list with the characters who start in it; `front` is how many bases wide it stands.

    `code` is a short fingerprint of all its card says: the same as long as the card need not be printed anew.
    """

    id: str
    profile: UnitProfile
    miniatures: int
    front: int
    standard_bearer: bool
    name: str
    characters: tuple[Member, ...]
    koku: int
    code: str = ""

    @property
    def shown(self) -> tuple[Member, ...]:
        """The characters its card tells: those who hide in it have cards of their own (7:3), and no base here."""
        return tuple(member for member in self.characters if not member.hides)

    @property
    def title(self) -> str:
        """Its own name, or the book's."""
        return self.name or self.profile.name

    @property
    def weapons(self) -> tuple[WeaponId, ...]:
        """What it carries."""
        return self.profile.weapons

    @property
    def is_harasser(self) -> bool:
        """Spreads in play (3:4:1)."""
        return "harasser" in self.profile.traits

    @property
    def base_mm(self) -> tuple[int, int]:
        """Width and depth of each base."""
        return MOUNTED_MM if "mounted" in self.profile.traits else BASE_MM

    @property
    def bases(self) -> int:
        """How many stand in its formation, characters included (K42) unless they hide."""
        return self.miniatures + len(self.shown)

    @property
    def ranks(self) -> int:
        """How many ranks deep it stands."""
        return -(-self.bases // self.front)

    @property
    def size_mm(self) -> tuple[int, int]:
        """Width and depth of its formation, which is the size of its card."""
        wide, deep = self.base_mm
        return self.front * wide, self.ranks * deep

    @property
    def joins_mm(self) -> tuple[float, ...]:
        """Where its bases meet, in millimeters across: there a piece too large for the paper is joined."""
        return tuple(float(self.base_mm[0] * n) for n in range(1, self.front))


@dataclass(frozen=True, slots=True)
class Army:
    """A whole list. `code` is a short fingerprint of what everybody may know of it, the same on every sheet; `own_code`
    one of all of it, which stands in the address of the owner's sheet only."""

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
    own_code: str = ""

    @property
    def characters(self) -> tuple[Member, ...]:
        """Everyone, those in units first."""
        return (*(member for troop in self.troops for member in troop.characters), *self.alone)

    @property
    def carded(self) -> tuple[Member, ...]:
        """Who has a card of his own: everyone outside units, and whoever hides in one (7:3)."""
        return (*self.alone, *(member for troop in self.troops for member in troop.characters if member.hides))

    @property
    def codes(self) -> dict[str, str]:
        """The code of each card by its entry, and that of the list by “-”."""
        cards = {troop.id: troop.code for troop in self.troops} | {one.id: one.code for one in self.characters}
        return {"-": self.own_code} | cards

    @property
    def title(self) -> str:
        """The list's name, or the clan's, or the path's."""
        return self.name or self.clan or self.path.capitalize()
