"""Every modifier of a strike in one table (rulings K9 to K23). To change a rule, change its entry here.

An entry says which number it touches, by how much and when; `attack.numbers` applies them in `order`. What
multiplies works on the printed value and comes first, the dice of a defensive position go last (K45).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.rules.counts import miniatures
from companion.rules.kensei.fight.combatant import superiority
from companion.rules.kensei.fight.situation import StrikeKind
from companion.rules.kensei.fight.strike import NumberName, Strike
from companion.rules.kensei.profiles import UnitProfile, WeaponId
from companion.rules.kensei.settings import Settings
from companion.rules.text import Modifier, Text

MULTIPLY, ADD, LAST = 0, 1, 2

MELEE: frozenset[StrikeKind] = frozenset({"melee"})
SHOT: frozenset[StrikeKind] = frozenset({"shot"})
BOTH: frozenset[StrikeKind] = MELEE | SHOT

SHORT_CM = 20
LONG_CM = 40
LONG_FROM_HILL_CM = 50
"""Short is up to 20 cm, long over 40; from a hill a bow's long distance begins over 50 (9:3:3, 6:2:2)."""

NO_CHARGE = Modifier(0, Text("charge: none of a lone character, or against one"), "4:3:3", "K15")
"""Said of a charge that counts for nothing, where its bonus is looked for."""
NO_ZONE = Modifier(0, Text("flank and rear: none of a lone character, or against one"), "4:3:3", "K15")
"""As `NO_CHARGE` says it of a charge."""

Test = Callable[[Strike], bool]


@dataclass(frozen=True, slots=True)
class ModifierRule:
    """One modifier: `value` is added to the number `to` in strikes of `kinds` for which `when` holds.

    `rule` is the section of the book, `ruling` the one that settles it. `values` fills the places in `reason`;
    `cited` finds the section where several weapons have the modifier, each in a section of its own. `chosen`: the
    setting, and the choice of it by which alone the modifier counts.
    """

    id: str
    to: NumberName
    value: int | Callable[[Strike], int]
    reason: str
    rule: str
    ruling: str
    kinds: frozenset[StrikeKind]
    when: Test
    order: int = ADD
    values: Callable[[Strike], Mapping[str, Any]] | None = None
    cited: Callable[[Strike], str] | None = None
    chosen: tuple[str, str] | None = None

    def holds(self, settings: Settings) -> bool:
        """Whether it counts at all at a table with these settings."""
        return self.chosen is None or getattr(settings, self.chosen[0]) == self.chosen[1]

    def applies(self, strike: Strike) -> bool:
        """Whether it counts in this strike."""
        return strike.kind in self.kinds and self.holds(strike.settings) and self.when(strike)

    def amount(self, strike: Strike) -> int:
        """What it adds in this strike."""
        return self.value if isinstance(self.value, int) else self.value(strike)

    def section(self, strike: Strike) -> str:
        """The section of the book that has it in this strike."""
        return self.rule if self.cited is None else self.cited(strike)

    def term(self, strike: Strike) -> Modifier:
        """What it adds in this strike, with its reason."""
        words = Text(self.reason, self.values(strike) if self.values else {})
        return Modifier(self.amount(strike), words, self.section(strike), self.ruling)


def using(weapon: WeaponId) -> Test:
    """The attacker strikes with this weapon."""
    return lambda s: s.weapon == weapon


# ---- helpers of the dice pool


def _extra_miniatures(s: Strike) -> int:
    profile = s.attacker.profile
    return s.attacker.miniatures - profile.basic_unit if isinstance(profile, UnitProfile) else 0


def _dice_of_miniatures(s: Strike) -> int:
    profile = s.attacker.profile
    return _extra_miniatures(s) * profile.dc_per_miniature if isinstance(profile, UnitProfile) else 0


def _count_and_basic(s: Strike) -> Mapping[str, Any]:
    basic = s.attacker.miniatures - _extra_miniatures(s)
    return {"count": miniatures(s.attacker.miniatures), "basic": basic}


def _dc_cut(divisor: int, *, up: bool = False) -> Callable[[Strike], int]:
    """What is lost when the printed DC is divided."""

    def lost(s: Strike) -> int:
        dc = s.attacker.profile.attributes.dc
        return (-(-dc // divisor) if up else dc // divisor) - dc

    return lost


def _strikes_from_unit(s: Strike, *, bushi: bool, failed: bool) -> bool:
    a = s.attacker
    member = not a.is_unit and a.in_unit and not s.in_confrontation
    return member and a.is_bushi == bushi and s.failed_break_away == failed


def _superiority(s: Strike) -> int:
    """+2 a step. A Bushi beside his unit and a duelist strike with their own dice only (4:3:8, K65)."""
    if s.attacker.in_unit or s.in_confrontation:
        return 0
    own = s.attacker.ve if s.situation.ve_attacker is None else s.situation.ve_attacker
    enemy = s.defender.ve if s.situation.ve_defender is None else s.situation.ve_defender
    return superiority(own, enemy)


# ---- helpers of the defense


def _half_defense_lost(s: Strike) -> int:
    df = s.defender.profile.attributes.df
    return (-(-df // 2) if s.settings.halved_defense == "up" else df // 2) - df


HINDERING: Mapping[WeaponId, str] = {"bow": "5:2:3", "teppo": "5:2:5"}
"""Weapons for shooting that are in the way in close combat, and the sections that say so."""


def _hindering(s: Strike) -> WeaponId | None:
    """The weapon that hinders the one who is struck: that of the unit, for a character in it too; a lone character's
    own.
    """
    d = s.defender
    profile = d.profile if d.is_unit else d.unit
    carried = profile.weapons if isinstance(profile, UnitProfile) else d.carried if d.is_lone else ()
    return next((weapon for weapon in HINDERING if weapon in carried), None)


def _section_of_hindering(s: Strike) -> str:
    return HINDERING[_hindering(s) or "bow"]


def _of_projectile_unit(s: Strike) -> bool:
    """A bow or teppo unit is struck, or a character who stands in one. Ninjas carry neither (12:5:4)."""
    return not s.defender.is_lone and _hindering(s) is not None


def _lone_shooter(s: Strike) -> bool:
    shot = s.situation.defender_shot or s.defender_withstood
    return s.defender.is_lone and shot and _hindering(s) is not None


def cover(s: Strike) -> Literal["none", "light", "heavy", "hill", "forest"]:
    """The best cover only (K64). A wall or fence helps for the first turn of a combat (6:2:5)."""
    if s.kind == "melee" and not s.situation.first_turn:
        return "none"
    if s.situation.cover != "none" or s.kind == "melee":
        return s.situation.cover
    if s.situation.defender_on_hill:
        return "hill"
    return "forest" if s.situation.terrain == "forest" else "none"


# ---- helpers of the attack


def long_over_cm(weapon: WeaponId | None, *, on_hill: bool) -> int | None:
    """Beyond which the distance is long: never for teppos (5:2:5), and later for a bow from a hill (6:2:2)."""
    if weapon == "teppo":
        return None
    return LONG_FROM_HILL_CM if on_hill and weapon == "bow" else LONG_CM


def _is_long(s: Strike) -> bool:
    begins = long_over_cm(s.weapon, on_hill=s.situation.attacker_on_hill)
    return begins is not None and s.distance_cm > begins


def _at_character_inside(s: Strike) -> bool:
    """Whether a shot is meant for a character inside a unit; a lone one counts as a loner instead (K18)."""
    aimed = s.situation.aimed_at_character and s.defender.is_unit
    return aimed or (not s.defender.is_unit and s.defender.in_unit)


def _in_forest(s: Strike) -> bool:
    return s.situation.terrain == "forest"


def _mounted_spear(s: Strike) -> bool:
    return s.weapon == "spear" and s.attacker.is_mounted and s.charges


def left_out(s: Strike) -> tuple[tuple[str, Modifier], ...]:
    """What a player looks for in a number of this strike, and which is left out by rule: a charge of or at a lone
    character, and where it came from (K15)."""
    at = (("AT", NO_CHARGE),) if s.alone and s.reached_by_charge else ()
    return (*at, *((("DF", NO_ZONE),) if s.alone and s.situation.zone != "front" else ()))


# fmt: off
MODIFIERS: tuple[ModifierRule, ...] = (
    # Dice pool (2:7:2)
    ModifierRule("half-dc-shooting", "dc", _dc_cut(2), "a character shoots with half, rounded down", "4:3:7", "K13",
                 SHOT, lambda s: not s.attacker.is_unit, MULTIPLY),
    ModifierRule("bushi-in-unit", "dc", _dc_cut(2, up=True), "a Bushi in a unit: half, rounded up", "4:3:8", "K13",
                 MELEE, lambda s: _strikes_from_unit(s, bushi=True, failed=False), MULTIPLY),
    ModifierRule("bushi-failed-break-away", "dc", _dc_cut(3), "failed to break away: a third, rounded down",
                 "4:3:8", "K13", MELEE, lambda s: _strikes_from_unit(s, bushi=True, failed=True), MULTIPLY),
    ModifierRule("special-failed-break-away", "dc", _dc_cut(2), "failed to break away: half, rounded down",
                 "4:3:8", "K67", MELEE, lambda s: _strikes_from_unit(s, bushi=False, failed=True), MULTIPLY),
    ModifierRule("miniatures", "dc", _dice_of_miniatures, "%(count)s, basic unit %(basic)s", "2:7:2", "K10",
                 BOTH, lambda s: _extra_miniatures(s) != 0, values=_count_and_basic),
    ModifierRule("superiority-double", "dc", 2, "at least double the enemy's VE", "2:7:2", "K11",
                 MELEE, lambda s: _superiority(s) >= 2),
    ModifierRule("superiority-triple", "dc", 2, "at least triple the enemy's VE", "2:7:2", "K11",
                 MELEE, lambda s: _superiority(s) >= 3, chosen=("superiority", "cumulative")),
    ModifierRule("counter-charge-dice", "dc", 2, "won contact at the counter-charge", "9:5:6", "K23",
                 MELEE, lambda s: s.meets_counter_charge and s.attacker.is_unit),
    ModifierRule("defensive-dice", "dc", -3, "in defensive position", "2:7:2", "K12",
                 MELEE, lambda s: s.attacker_is_defensive, LAST),
    # Attack difficulty (2:7:3)
    ModifierRule("charge-on-foot", "at", -1, "charge on foot", "9:5:5", "K15",
                 MELEE, lambda s: s.charges and s.attacker.on_foot),
    ModifierRule("charge-mounted", "at", -2, "mounted charge", "9:5:5", "K15",
                 MELEE, lambda s: s.charges and s.attacker.is_mounted),
    ModifierRule("short-distance", "at", -1, "short distance", "9:3:3", "K18",
                 SHOT, lambda s: s.distance_cm <= SHORT_CM),
    ModifierRule("long-distance", "at", 1, "long distance", "9:3:3", "K18", SHOT, _is_long),
    ModifierRule("marched", "at", 1, "marched before shooting", "9:3:3", "K18",
                 SHOT, lambda s: s.situation.moved == "march"),
    ModifierRule("ran", "at", 2, "ran before shooting", "9:3:3", "K18",
                 SHOT, lambda s: s.situation.moved == "run"),
    ModifierRule("overcame-obstacle", "at", 1, "overcame an obstacle", "9:3:3", "K18",
                 SHOT, lambda s: s.situation.overcame_obstacle),
    ModifierRule("loner", "at", 1, "the target is a loner", "5:1:10", "K18",
                 SHOT, lambda s: s.defender.is_loner),
    ModifierRule("loner-in-melee", "at", 1, "the enemy is a loner", "2:7:3", "K63",
                 MELEE, lambda s: s.defender.is_loner, chosen=("loner_in_melee", "plus_one")),
    ModifierRule("aimed-at-character", "at", 2, "aimed at a character in a unit", "4:3:9", "K18",
                 SHOT, _at_character_inside),
    ModifierRule("greater-precision", "at", -1, "greater precision", "9:3:2", "K18",
                 SHOT, lambda s: s.situation.greater_precision),
    ModifierRule("withstand-and-shoot", "at", 2, "withstand and shoot", "9:5:6", "K18",
                 SHOT, lambda s: s.situation.withstand_and_shoot),
    ModifierRule("after-withstand-attack", "at", 2, "withstood and shot before", "9:5:6", "K20",
                 MELEE, lambda s: s.attacker_withstood),
    ModifierRule("katana", "at", -1, "katana", "5:2:4", "K19", MELEE, using("katana")),
    ModifierRule("no-dachi", "at", -1, "no-dachi", "5:2:11", "K19", MELEE, using("no-dachi")),
    ModifierRule("spear-against-mounted", "at", -2, "spear against riders", "5:2:1", "K19",
                 MELEE, lambda s: s.weapon == "spear" and s.attacker.on_foot and s.defender.is_mounted),
    ModifierRule("spear-charge-attack", "at", -1, "mounted spear charging riders", "5:2:1", "K19",
                 MELEE, lambda s: _mounted_spear(s) and s.defender.is_mounted),
    ModifierRule("forest-on-foot", "at", 1, "fighting in a forest", "6:2:1", "K22",
                 MELEE, lambda s: _in_forest(s) and s.attacker.on_foot and not s.attacker.is_harasser),
    ModifierRule("forest-mounted", "at", 2, "riders fighting in a forest", "6:2:1", "K22",
                 MELEE, lambda s: _in_forest(s) and s.attacker.is_mounted and not s.attacker.is_harasser),
    ModifierRule("forest-mounted-harasser", "at", 1, "mounted harassers fighting in a forest", "6:2:1", "K22",
                 MELEE, lambda s: _in_forest(s) and s.attacker.is_mounted and s.attacker.is_harasser),
    ModifierRule("held-hill", "at", 1, "the enemy stood on the hill first", "6:2:2", "K22",
                 MELEE, lambda s: s.situation.defender_held_hill and s.situation.first_turn),
    # Defense (2:7:4)
    ModifierRule("teppo", "df", _half_defense_lost, "a teppo halves Defense", "5:2:5", "K9",
                 SHOT, using("teppo"), MULTIPLY),
    ModifierRule("defensive-defense", "df", 1, "in defensive position", "2:7:2", "K12",
                 MELEE, lambda s: s.defender_is_defensive),
    ModifierRule("flank", "df", -1, "struck in the flank", "9:5:5", "K17", MELEE, lambda s: s.zone == "flank"),
    ModifierRule("rear", "df", -2, "struck in the rear", "9:5:5", "K17", MELEE, lambda s: s.zone == "rear"),
    ModifierRule("naginata", "df", -1, "naginata", "5:2:2", "K19", MELEE, using("naginata")),
    ModifierRule("bow", "df", -1, "bow", "5:2:3", "K19", SHOT, using("bow")),
    ModifierRule("projectile-unit", "df", -2, "bows or teppos in close combat", "5:2:3", "K20",
                 MELEE, _of_projectile_unit, cited=_section_of_hindering),
    ModifierRule("lone-shooter", "df", -2, "shot a bow or teppo this turn", "5:2:3", "K20",
                 MELEE, _lone_shooter, cited=_section_of_hindering),
    ModifierRule("after-withstand-defense", "df", -1, "withstood and shot before", "9:5:6", "K20",
                 MELEE, lambda s: s.defender_withstood),
    ModifierRule("light-cover", "df", 1, "light cover", "2:7:4", "K22", BOTH, lambda s: cover(s) == "light"),
    ModifierRule("heavy-cover", "df", 2, "heavy cover", "2:7:4", "K22", BOTH, lambda s: cover(s) == "heavy"),
    ModifierRule("hill-cover", "df", 1, "on a hill: light cover", "6:2:2", "K22",
                 SHOT, lambda s: cover(s) == "hill"),
    ModifierRule("forest-cover", "df", 1, "at a forest's edge: light cover", "6:2:1", "K64",
                 SHOT, lambda s: cover(s) == "forest"),
    ModifierRule("fleeing", "df", -2, "fleeing", "11:4:2", "K22", BOTH, lambda s: s.situation.defender_fleeing),
    ModifierRule("stream", "df", -2, "in a stream", "6:2:6", "K22",
                 BOTH, lambda s: s.situation.terrain == "stream"),
    ModifierRule("counter-charge-defense", "df", -1, "enemy won contact at the counter-charge", "9:5:6", "K23",
                 MELEE, lambda s: s.meets_counter_charge),
    # Armor (2:7:5)
    ModifierRule("mount", "ar", 1, "mount", "2:7:5", "K21",
                 BOTH, lambda s: not s.defender.is_unit and s.defender.mounted),
    ModifierRule("heavy-armor", "ar", 1, "heavy armor against arrows", "2:7:5", "K21",
                 SHOT, lambda s: s.weapon == "bow" and s.defender.profile.armor == "heavy"),
    ModifierRule("legendary-armor", "ar", 2, "legendary armor against arrows", "2:7:5", "K21",
                 SHOT, lambda s: s.weapon == "bow" and s.defender.profile.armor == "legendary"),
    ModifierRule("tetsubo", "ar", -1, "tetsubo", "5:2:6", "K19", MELEE, using("tetsubo")),
    ModifierRule("spear-charge-armor", "ar", -1, "charge with mounted spears", "5:2:1", "K19",
                 MELEE, _mounted_spear),
    # Damage (9:3:5)
    ModifierRule("no-dachi-damage", "damage_bonus", 1, "no-dachi", "5:2:11", "K19", MELEE, using("no-dachi")),
    ModifierRule("shinobi-gatana", "damage_bonus", 1, "shinobi gatana", "5:2:9", "K19",
                 MELEE, using("shinobi-gatana")),
    ModifierRule("shuriken", "damage_bonus", 1, "shuriken", "5:2:8", "K19", SHOT, using("shuriken")),
    ModifierRule("blowpipe", "damage_bonus", 1, "blowpipe", "5:2:10", "K19", SHOT, using("blowpipe")),
)
# fmt: on
