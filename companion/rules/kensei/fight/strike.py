"""One strike: who strikes whom, with what, and in which situation (chapters 9:3 and 10).

Everything the numbers depend on stands here as plain values; `modifiers` says what each of them is worth and
`attack` adds it up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.rules.kensei.profiles import Attributes, CharacterProfile, Trait, UnitProfile, Weapon, WeaponId
from companion.rules.kensei.settings import Settings
from companion.rules.kensei.turn.contacts import Zone
from companion.rules.text import Refusal, Text

Kind = Literal["shot", "melee"]
CounterCharge = Literal["won", "lost"]
NumberName = Literal["dc", "at", "df", "ar", "damage_bonus"]

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


@dataclass(frozen=True, slots=True)
class Combatant:
    """A unit, or a character alone, as one side of a strike.

    `mounted`, `in_unit`, `failed_break_away` and `unit` speak of a character. `unit` is the profile of the unit
    he stands in, where it is known: its bows and its gait in a forest are his too.
    """

    profile: UnitProfile | CharacterProfile
    miniatures: int = 1
    weapon: WeaponId | None = None
    mounted: bool = False
    in_unit: bool = False
    failed_break_away: bool = False
    characters: tuple[Character, ...] = ()
    accumulated_damage: int = 0
    unit: UnitProfile | None = None

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
    def ve(self) -> int:
        """Confrontation value: the miniatures left times VE, plus the characters in it (2:7:11, K46)."""
        each = self.profile.attributes.ve
        if not self.is_unit:
            return each
        return each * self.miniatures + sum(c.profile.attributes.ve for c in self.characters)

    def has(self, trait: Trait) -> bool:
        """Whether the profile prints this trait."""
        return trait in self.profile.traits


def with_mount(printed: Attributes) -> Attributes:
    """A character's attributes on horseback."""
    return replace(printed, mv=MOUNT_MV, ar=printed.ar + MOUNT_AR, vt=printed.vt + MOUNT_VT)


@dataclass(frozen=True, slots=True)
class Situation:
    """Where and how the strike happens. `attacker` is who strikes in this call, `defender` who is struck.

    `charging`, `zone` and the counter-charges count only while `first_turn`.
    """

    charging: bool = False
    zone: Zone = "front"
    """Where the attacker stands, seen from the defender."""
    first_turn: bool = True
    attacker_defensive: bool = False
    defender_defensive: bool = False
    defender_engaged: bool = False
    """The defender fights somebody already: then harassers have a flank and a rear (3:4:5)."""
    attacker_withstood_and_shot: bool = False
    defender_withstood_and_shot: bool = False
    counter_charge: CounterCharge | None = None
    """The attacker counter-charged: he won contact (and charges), or was reached instead."""
    attacker_charged: bool = False
    """Kept for the IN roll; no number of a strike depends on it."""
    cover: Literal["none", "light", "heavy"] = "none"
    terrain: Literal["open", "forest", "stream"] = "open"
    """Close combat: where it is fought. Shots: where the target stands, a forest meaning its edge (6:2:1)."""
    defender_held_hill: bool = False
    defender_fleeing: bool = False
    ve_attacker: int | None = None
    ve_defender: int | None = None
    """VE of everyone who fights on that side, when several units do (K11, K46)."""

    distance_cm: float | None = None
    """Shots: to the nearest miniature, in centimeters. Required for them."""
    moved: Literal["none", "march", "run"] = "none"
    overcame_obstacle: bool = False
    greater_precision: bool = False
    withstand_and_shoot: bool = False
    attacker_on_hill: bool = False
    defender_on_hill: bool = False
    loaded: bool = True
    aimed_at_character: bool = False
    """The shot is meant for a character inside the target unit."""

    attacker_fleeing: bool = False
    """The attacker flees and was reached: he strikes in defensive position (2:7:2, K60)."""
    attacker_in_stream: bool = False
    """The shooter stands in a stream and cannot shoot (6:2:6)."""
    defender_counter_charge: CounterCharge | None = None
    """The defender counter-charged: he won contact (this attacker's charge failed), or was reached instead."""
    defender_shot: bool = False
    """A lone character shot a bow or teppo this turn (5:2:3, 5:2:5)."""
    free_attack: bool = False
    """The strike of a pursuit (11:4:5, K58): no charge and no zone, whatever stands in the other fields."""
    confrontation: bool = False
    """A duel of characters: full DC (4:3:10, K65)."""
    chased_breakaway: bool = False
    """The duel after a chase: charge modifiers count although characters fight alone (4:3:8, K15)."""


@dataclass(frozen=True, slots=True)
class FreeModifier:
    """A modifier the table adds by hand, with its reason: a house rule, an ability, a forgotten case."""

    to: NumberName
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class Strike:
    """One pool of equal dice: a unit's, or a character's (K47)."""

    kind: Kind
    attacker: Combatant
    defender: Combatant
    situation: Situation = Situation()
    free: tuple[FreeModifier, ...] = ()
    settings: Settings = field(default_factory=Settings)
    weapons: Mapping[WeaponId, Weapon] = field(default_factory=dict)
    """The weapons of 5:2 by id; their ranges decide about shots."""

    @property
    def in_confrontation(self) -> bool:
        """A duel: said so, after a chase, or because the one struck stands inside a unit (10:2:6)."""
        s = self.situation
        reached_inside = self.kind == "melee" and not self.defender.is_unit and self.defender.in_unit
        return self.kind == "melee" and (s.confrontation or s.chased_breakaway or reached_inside)

    @property
    def charge_counts(self) -> bool:
        """Whether charge, flank and rear count at all: first turn, no pursuit, nobody alone (K15, K58)."""
        s = self.situation
        if self.kind != "melee" or not s.first_turn or s.free_attack:
            return False
        return s.chased_breakaway or not (self.attacker.is_lone or self.defender.is_lone)

    @property
    def charges(self) -> bool:
        """Whether the attacker has the bonuses of a charge, his own or by a counter-charge (9:5:6, K23)."""
        s = self.situation
        if not self.charge_counts or s.counter_charge == "lost" or s.defender_counter_charge == "won":
            return False
        return s.charging or s.counter_charge == "won" or s.defender_counter_charge == "lost"

    @property
    def meets_counter_charge(self) -> bool:
        """Whether one side counter-charged and the attacker is the one who gains by it (K23)."""
        s = self.situation
        return self.charges and (s.counter_charge == "won" or s.defender_counter_charge == "lost")

    @property
    def zone(self) -> Zone:
        """The zone that counts. Fleeing and reached by a charge is always the rear (9:5:6, K60)."""
        if not self.charge_counts:
            return "front"
        if self.defender.is_unit and self.defender.is_harasser and not self.situation.defender_engaged:
            return "front"
        if self.situation.defender_fleeing and self.charges:
            return "rear"
        return self.situation.zone

    @property
    def attacker_is_defensive(self) -> bool:
        """In defensive position: units only, not after a charge, counter-charge or withstand and shoot (K12, K52)."""
        s = self.situation
        if self.kind != "melee" or not self.attacker.is_unit:
            return False
        charged = s.first_turn and (s.charging or s.counter_charge is not None)
        return s.attacker_fleeing or (s.attacker_defensive and not charged and not s.attacker_withstood_and_shot)

    @property
    def defender_is_defensive(self) -> bool:
        """The same for who is struck. A counter-charge of either side means that both had charged."""
        s = self.situation
        if self.kind != "melee" or not self.defender.is_unit:
            return False
        charged = s.first_turn and (s.counter_charge is not None or s.defender_counter_charge is not None)
        return s.defender_fleeing or (s.defender_defensive and not charged and not s.defender_withstood_and_shot)

    @property
    def distance_cm(self) -> float:
        """How far the shot goes. Withstand and shoot reaches at least as far as the weapon does (K52)."""
        given = self.situation.distance_cm or 0.0
        weapon = self.weapon
        if self.situation.withstand_and_shoot and weapon is not None and weapon in self.weapons:
            return min(given, self.reach_cm(self.weapons[weapon]))
        return given

    def reach_cm(self, weapon: Weapon) -> float:
        """The longest distance of a weapon from where the attacker stands (5:2, 6:2:2)."""
        on_hill = self.situation.attacker_on_hill
        return max(weapon.range_cm, weapon.range_from_hill_cm) if on_hill else weapon.range_cm

    @property
    def weapon(self) -> WeaponId | None:
        """The weapon in use; None for bare hands and where `choose_weapon` refuses."""
        chosen = choose_weapon(self)
        return None if isinstance(chosen, Refusal) else chosen

    def is_ranged(self, weapon: WeaponId) -> bool:
        """Whether this is a weapon for shooting."""
        known = self.weapons.get(weapon)
        return known is not None and known.ranged

    def called(self, *weapons: WeaponId) -> tuple[str, ...]:
        """These weapons by their names."""
        return tuple(self.weapons[w].name if w in self.weapons else w for w in weapons) or ("-",)


def choose_weapon(strike: Strike) -> WeaponId | Refusal | None:
    """The named weapon, or the first one that fits. Bows, teppos and the like are none in close combat (4:3:6)."""
    attacker = strike.attacker
    named = attacker.weapon
    if named is not None and not _may_carry(attacker, named):
        return Refusal(
            Text(
                "%(name)s has no %(weapon)s; it carries: %(carried)s. Choose one of these.",
                {"name": attacker.name, "weapon": strike.called(named), "carried": strike.called(*attacker.carried)},
            ),
            attacker.profile.rule,
        )
    if strike.kind == "melee":
        if named is not None:
            return None if strike.is_ranged(named) else named
        return next((w for w in attacker.carried if not strike.is_ranged(w)), None)
    if named is not None and strike.is_ranged(named):
        return named
    fitting = None if named is not None else next((w for w in attacker.carried if strike.is_ranged(w)), None)
    if fitting is not None:
        return fitting
    return Refusal(
        Text(
            "%(name)s cannot shoot with what it carries (%(carried)s): choose close combat or a unit with projectiles.",
            {"name": attacker.name, "carried": strike.called(*([named] if named else attacker.carried))},
        ),
        "5:1:9",
    )


def _may_carry(attacker: Combatant, weapon: WeaponId) -> bool:
    """A profile without any weapon is one made up at the table and may use all. Of a Daisho Ashigaru in a unit that
    is not named, the ashigaru's weapons for shooting are believed (K14)."""
    if not attacker.carried or weapon in attacker.carried:
        return True
    believed = attacker.in_unit and attacker.unit is None and weapon in ("bow", "teppo", "sling")
    return believed and isinstance(attacker.profile, CharacterProfile) and attacker.profile.rank == "daisho-ashigaru"
