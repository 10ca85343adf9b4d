"""One strike: who strikes whom, with what, and in which situation (chapters 9:3 and 10).

Everything the numbers depend on stands here as plain values; `modifiers` says what each of them is worth and
`attack` adds it up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.situation import Situation, StrikeKind
from companion.rules.kensei.profiles import CharacterProfile, Weapon, WeaponId
from companion.rules.kensei.settings import Settings
from companion.rules.kensei.turn.contacts import Zone
from companion.rules.text import Refusal, Text

NumberName = Literal["dc", "at", "df", "ar", "damage_bonus"]


@dataclass(frozen=True, slots=True)
class FreeModifier:
    """A modifier the table adds by hand, with its reason: a house rule, an ability, a forgotten case."""

    to: NumberName
    value: int
    reason: Text | str


@dataclass(frozen=True, slots=True)
class Strike:
    """One pool of equal dice: a unit's, or a character's (K47)."""

    kind: StrikeKind
    attacker: Combatant
    defender: Combatant
    situation: Situation = Situation()
    free: tuple[FreeModifier, ...] = ()
    settings: Settings = field(default_factory=Settings)
    weapons: Mapping[WeaponId, Weapon] = field(default_factory=dict)
    """The weapons of 5:2 by id; their ranges decide about shots."""
    share: int | None = None
    """Its dice, where the pool is shared out among several enemies; None is the whole pool (10:2:6)."""

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
    def alone(self) -> bool:
        """Whether a charge, a flank or a rear would count, were not one of the two a lone character (K15)."""
        s = self.situation
        return self.kind == "melee" and s.first_turn and not s.free_attack and not self.charge_counts

    @property
    def charges(self) -> bool:
        """Whether the attacker has the bonuses of a charge, his own or by a counter-charge (9:5:6, K23)."""
        return self.charge_counts and self.reached_by_charge

    @property
    def charged(self) -> bool:
        """Whether the attacker charged or won contact by a counter-charge, whatever that is worth against this one."""
        s = self.situation
        return s.charging or s.counter_charge == "won" or s.defender_counter_charge == "lost"

    @property
    def reached_by_charge(self) -> bool:
        """Whether the attacker's charge made this contact, and this is its first turn: alone or not (K15, K23)."""
        s = self.situation
        failed = s.counter_charge == "lost" or s.defender_counter_charge == "won"
        return self.kind == "melee" and s.first_turn and not s.free_attack and self.charged and not failed

    @property
    def charged_in_front(self) -> bool:
        """Whether who is struck was charged in its front, in the first turn of the contact."""
        return self.reached_by_charge and self.situation.zone == "front"

    @property
    def attacker_withstood(self) -> bool:
        """Whether the attacker withstood a charge and shot: said of this strike, or lasting on it (K20)."""
        return self.situation.attacker_withstood_and_shot or "withstood-and-shot" in self.attacker.effects

    @property
    def defender_withstood(self) -> bool:
        """The same of who is struck."""
        return self.situation.defender_withstood_and_shot or "withstood-and-shot" in self.defender.effects

    @property
    def failed_break_away(self) -> bool:
        """Whether the attacker tried to leave the combat in vain: said of this strike, or lasting on him (4:3:8)."""
        return self.situation.failed_break_away or "failed-break-away" in self.attacker.effects

    @property
    def meets_counter_charge(self) -> bool:
        """Whether one side counter-charged and the attacker is the one who gains by it (K23)."""
        s = self.situation
        met = s.counter_charge == "won" or s.defender_counter_charge == "lost"
        return met and self.charges

    @property
    def zone(self) -> Zone:
        """The zone that counts. Fleeing and reached by a charge is always the rear (9:5:6, K60)."""
        if not self.charge_counts:
            return "front"
        if self.defender.is_unit and self.defender.is_harasser and not self.situation.defender_engaged:
            return "front"
        if self.situation.defender_fleeing and self.reached_by_charge:
            return "rear"
        return self.situation.zone

    @property
    def attacker_is_defensive(self) -> bool:
        """In defensive position: units only, not after a charge, counter-charge or withstand and shoot (K12, K52)."""
        s = self.situation
        if self.kind != "melee" or not self.attacker.is_unit:
            return False
        charged = s.first_turn and (s.charging or s.counter_charge is not None)
        return s.attacker_fleeing or (s.attacker_defensive and not charged and not self.attacker_withstood)

    @property
    def defender_is_defensive(self) -> bool:
        """The same for who is struck. A counter-charge of either side means that both had charged."""
        s = self.situation
        if self.kind != "melee" or not self.defender.is_unit:
            return False
        charged = s.first_turn and (s.counter_charge is not None or s.defender_counter_charge is not None)
        return s.defender_fleeing or (s.defender_defensive and not charged and not self.defender_withstood)

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

    def weapon_names(self, *weapons: WeaponId) -> tuple[str, ...]:
        """These weapons by their names."""
        return tuple(self.weapons[w].name if w in self.weapons else w for w in weapons) or ("-",)


def choose_weapon(strike: Strike) -> WeaponId | Refusal | None:
    """The named weapon, or the first one that fits. Bows, teppos and the like do not count in close combat (4:3:6)."""
    attacker = strike.attacker
    named = attacker.weapon
    if named is not None and not _may_carry(attacker, named):
        weapon, carried = strike.weapon_names(named), strike.weapon_names(*attacker.carried)
        values = {"name": attacker.name, "weapon": weapon, "carried": carried}
        text = Text("%(weapon)s: no weapon of %(name)s. Choose one of these: %(carried)s.", values)
        return Refusal(text, attacker.profile.rule)
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
            "%(name)s cannot shoot with these weapons (%(carried)s): choose close combat or a unit with projectiles.",
            {"name": attacker.name, "carried": strike.weapon_names(*([named] if named else attacker.carried))},
        ),
        "5:1:9",
    )


def _may_carry(attacker: Combatant, weapon: WeaponId) -> bool:
    """Whether the fighter may use the weapon. A profile that lists no weapons was made up at the table: it may use any.
    A Daisho Ashigaru whose unit is not named may use the weapons ashigaru shoot with (K14).
    """
    if not attacker.carried or weapon in attacker.carried:
        return True
    believed = attacker.in_unit and attacker.unit is None and weapon in ("bow", "teppo", "sling")
    return believed and isinstance(attacker.profile, CharacterProfile) and attacker.profile.rank == "daisho-ashigaru"


# ---- who may strike or shoot at whom, before any number is asked


@dataclass(frozen=True, slots=True)
class Party:
    """One side of an attack that is about to begin."""

    name: str
    began_to_flee: bool
    """In this turn: then it is out of the game until the turn ends (K28)."""
    engaged: bool
    """It fights: for a strike since before this turn, or these two; for a shot whoever touches an enemy (K60, K62)."""


def may_strike(kind: StrikeKind, attacker: Party, defender: Party, settings: Settings) -> Refusal | None:
    """Why this attack cannot be, or None.

    A unit that has begun to run is out of the game. One that fights does not shoot, and is not shot at unless the table
    agreed on it.
    """
    names = {"unit": attacker.name, "target": defender.name}
    if attacker.began_to_flee and (kind == "shot" or not attacker.engaged):
        return Refusal(
            Text(
                "In flight, %(unit)s cannot strike this turn. If a charge reaches %(unit)s, mark Engaged first: then "
                "striking back is allowed.",
                names,
            ),
            "8:3:5",
        )
    if kind == "shot" and attacker.engaged:
        return Refusal(Text("%(unit)s cannot shoot while engaged.", names), "9:1")
    return no_shot_into_combat(defender.name, defender.engaged, settings) if kind == "shot" else None


def no_shot_into_combat(target: str, engaged: bool, settings: Settings) -> Refusal | None:
    """Why nobody shoots at `target` while it touches an enemy: the table has not agreed on it (9:3:2, K62)."""
    if not engaged or settings.shoot_into_combat == "yes":
        return None
    words = Text("In a combat: %(target)s. At this table nobody shoots into one.", {"target": target})
    return Refusal(words, "9:3:2")
