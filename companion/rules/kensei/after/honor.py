"""Honor rolls: when one is owed, against what, and how far who fails it flees (2:7:8, 9:3:7, 11:3, 11:4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.dice import pips
from companion.rules.kensei.fight.casualties import Casualties
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.lasting import refused
from companion.rules.kensei.fight.strike import Strike
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile
from companion.rules.kensei.settings import Settings
from companion.rules.kensei.turn.command import is_heinin
from companion.rules.text import Modifier, Number, Text

COMMAND_CM = 15
COMMAND_SAMURAI_CM = 25
"""How far a Commandment character lends his bonus; Samurai units hear him farther (5:1:8, 5:1:11)."""
SOHEI_CM = 20
"""How near a Sohei must be to hearten ashigaru (5:1:5)."""
GENERAL_CM = 30
"""How near its dead general a unit must stand to roll for it (4:4:5)."""
RULING = "K26"
"""The ruling on everything that adds to HR."""

BUSHI_BONUSES: Mapping[str, Modifier] = {
    "daisho": Modifier(1, Text("Daisho inside"), "2:7:8", RULING),
    "busho": Modifier(2, Text("Busho inside"), "2:7:8", RULING),
    "taisho": Modifier(3, Text("Taisho or Daimyo inside"), "2:7:8", RULING),
}
"""What a Bushi in a unit lends to its HR, by rank; each profile says it too."""
HONOR_BONUSES: Mapping[str, Modifier] = {
    "standard-bearer": Modifier(1, Text("standard-bearer"), "3:4:7", RULING),
    "sohei": Modifier(1, Text("Sohei within %(cm)s cm", {"cm": SOHEI_CM}), "5:1:5", RULING),
    "destroyed-enemy": Modifier(1, Text("destroyed an enemy last turn"), "11:1", RULING),
    "broke-away": Modifier(-1, Text("a character broke away"), "4:3:8", RULING),
    "run-through": Modifier(-1, Text("friends fled through it"), "11:4:2", RULING),
}
"""What else changes HR, by name."""
LASTING: Mapping[str, Modifier] = {
    "destroyed-enemy": HONOR_BONUSES["destroyed-enemy"],
    "broke-away": HONOR_BONUSES["broke-away"],
    "run-through": HONOR_BONUSES["run-through"],
    "bushido-law": Modifier(2, Text("Bushido Law"), "12:6:2", "K72"),
    "warrior-women": Modifier(1, Text("Warrior Women nearby"), "12:5:4", "K75"),
    "cried-at": Modifier(-1, Text("the enemy's Battle Cry"), "12:5:3", "K74"),
    "chanted-at": Modifier(-1, Text("the enemy's Death Chant"), "12:5:3", "K74"),
}
"""What an effect that lasts on somebody does to his HR."""
UNITS_ONLY = frozenset({"bushido-law"})


@dataclass(frozen=True, slots=True)
class Commander:
    """A character with Commandment near the unit. Inside another unit he lends it nothing (5:1:11)."""

    profile: CharacterProfile
    distance_cm: float | None = None
    """None: the players say that he is near enough."""
    in_other_unit: bool = False
    anywhere: bool = False
    """A general whose honor reaches any distance: Master in Calligraphy (12:6:2, K71)."""


Cause = Literal["shot-half", "half-unit", "defeated", "general", "ability", "by-hand", "sling", "stream"]


@dataclass(frozen=True, slots=True)
class CauseWords:
    """Why an honor roll is owed (K25), and the section that says so."""

    reason: Text
    rule: str


CAUSES: dict[Cause, CauseWords] = {
    "shot-half": CauseWords(Text("one shooting attack took at least half of them"), "9:3:7"),
    "half-unit": CauseWords(Text("only half the basic unit is left"), "11:4:1"),
    "defeated": CauseWords(Text("defeated in combat"), "11:2:3"),
    "general": CauseWords(Text("the general died within %(cm)s cm", {"cm": GENERAL_CM}), "4:4:5"),
    "ability": CauseWords(Text("an ability requires it"), "11:3:1"),
    "by-hand": CauseWords(Text("the players call for it"), "11:3:1"),
    "sling": CauseWords(Text("riders hurt by slings: a KI roll"), "5:2:7"),
    "stream": CauseWords(Text("teppo in a stream: a KI roll"), "6:2:6"),
}
KI_CAUSES: frozenset[Cause] = frozenset({"sling", "stream"})
"""Those that ask for a KI roll, each for one of its own."""


def asks_ki(causes: Iterable[Cause]) -> bool:
    """Whether a roll of these causes is a KI roll."""
    return not KI_CAUSES.isdisjoint(causes)


@dataclass(frozen=True, slots=True)
class RollOwed:
    """A roll that is due after an attack, with every cause of this moment (K55)."""

    check: Literal["honor", "ki"]
    causes: tuple[Cause, ...]
    reason: Text
    rule: str


# ---- the target


def honor_target(
    who: Combatant,
    *,
    standard_bearer: bool = False,
    commander: Commander | None = None,
    sohei_near: bool = False,
    bonuses: Sequence[Modifier] = (),
) -> Number:
    """HR of a unit or lone character for an honor roll, with everything that adds to it (K26).

    `sohei_near`: within 20 cm. `bonuses`: abilities. What happened to it is among what lasts on it (`LASTING`).
    """
    terms: list[Modifier] = []
    if who.is_unit:
        terms += _of_the_bushi(who, commander)
        if standard_bearer:
            terms.append(HONOR_BONUSES["standard-bearer"])
        if sohei_near and is_heinin(who.profile):
            terms.append(HONOR_BONUSES["sohei"])
    terms += [LASTING[name] for name in LASTING if name in who.effects and (who.is_unit or name not in UNITS_ONLY)]
    terms += bonuses
    return who.number(who.profile.attributes.hr, terms)


def _of_the_bushi(who: Combatant, commander: Commander | None) -> tuple[Modifier, ...]:
    """The Bushi inside, or the commander near by when he lends more: one of the two, never both (K26).

    Of a Bushi who refused a confrontation the unit has nothing; a commander near by still lends it his honor (K66).
    """
    inside = [
        c.lends(c.profile.honor_bonus, "2:7:8", RULING) for c in who.characters if c.is_bushi and not c.bonus_lost
    ]
    lost = [term for term in inside if "refused" in who.effects]
    offers = [term for term in inside if term not in lost]
    if commander is not None and lends_honor(who, commander):
        values = {"name": commander.profile.name, "cm": command_reach_cm(who)}
        offers.append(
            Modifier(commander.profile.honor_bonus, Text("Master in Calligraphy: %(name)s", values), "12:6:2", "K71")
            if commander.anywhere
            else Modifier(commander.profile.honor_bonus, Text("%(name)s within %(cm)s cm", values), "5:1:11", RULING)
        )
    best = max(offers, key=lambda m: m.value, default=None)
    counted = () if best is None or not best.value else (best,)
    return (*(term for one in lost for term in (one, refused(one))), *counted)


def command_reach_cm(who: Combatant) -> int:
    """How far off a Commandment character may be: 25 cm for Samurai units, 15 for others (5:1:8)."""
    return COMMAND_SAMURAI_CM if who.has("samurai") else COMMAND_CM


def lends_honor(who: Combatant, commander: Commander) -> bool:
    """Whether this character's bonus reaches the unit."""
    cm = commander.distance_cm
    if commander.anywhere:
        return True
    near = cm is None or 0 <= cm <= command_reach_cm(who)
    return near and not commander.in_other_unit and "commandment" in commander.profile.traits


def may_lend_honor(who: CharacterProfile) -> bool:
    """Whether a character who stands in no unit could lend his honor from a distance (5:1:11)."""
    return "commandment" in who.traits


def may_take_heart(unit: UnitProfile | CharacterProfile, others: Iterable[UnitProfile | CharacterProfile]) -> bool:
    """Whether Sohei of the own side could steady this unit of ashigaru, if they are near: units of the trait, and the
    leaders of their path (5:1:5)."""
    return "ashigaru" in unit.traits and any(_is_sohei(one) for one in others)


def _is_sohei(one: UnitProfile | CharacterProfile) -> bool:
    return "sohei" in one.traits or (isinstance(one, CharacterProfile) and one.path == "sohei")


def are_near(sohei_cm: float | None) -> bool:
    """Whether the nearest Sohei, so many centimeters away, hearten ashigaru (5:1:5)."""
    return sohei_cm is not None and sohei_cm <= SOHEI_CM


def holds(target: int, face: int) -> bool:
    """An honor roll holds with the target or less; a one always does (2:6:2)."""
    return pips(face) <= max(1, target)


def stays_dry(ki: int, face: int, settings: Settings) -> bool:
    """Whether this die keeps the teppo of a unit in a stream dry: the book prints KI or more for it (6:2:6, K64)."""
    return pips(face) >= ki if settings.wet_teppo == "ki_or_more" else holds(ki, face)


def chance(target: int) -> float:
    """Probability that an honor roll against this target holds."""
    return min(max(target, 1), 10) / 10


# ---- when one is owed


def owed_after_attack(strike: Strike, struck: Combatant, harm: Casualties) -> tuple[RollOwed, ...]:
    """The rolls that the target owes after one attack; `struck` is as it stood before it (K25 a and b, K55).

    Those of a close combat are rolled in the resolution phase. The KI roll is that of riders hurt by slings (5:2:7).
    """
    if harm.destroyed or not struck.is_unit:
        return ()
    owed = []
    causes = {} if strike.situation.defender_fleeing else _causes(strike, struck, harm)
    if causes:
        reasons = tuple(causes.values())
        reason = (
            reasons[0]
            if len(reasons) == 1
            else Text("%(first)s; %(second)s", {"first": reasons[0], "second": reasons[1]})
        )
        owed.append(RollOwed("honor", tuple(causes), reason, CAUSES[next(iter(causes))].rule))
    hurt = harm.miniatures_removed > 0 or harm.accumulated_damage > struck.accumulated_damage
    if strike.kind == "shot" and strike.weapon == "sling" and struck.is_mounted and hurt:
        words = Text("riders hurt by slings: if failed, half movement next time")
        owed.append(RollOwed("ki", ("sling",), words, CAUSES["sling"].rule))
    return tuple(owed)


def _causes(strike: Strike, struck: Combatant, harm: Casualties) -> dict[Cause, Text]:
    causes: dict[Cause, Text] = {}
    removed, before = harm.miniatures_removed, struck.miniatures
    shot = strike.kind == "shot" and not strike.situation.withstand_and_shoot
    if shot and removed and 2 * removed >= before:
        values = {"removed": removed, "before": before}
        causes["shot-half"] = Text("one shot removed %(removed)s of %(before)s", values)
    pursued = strike.kind == "melee" and strike.situation.free_attack
    if not pursued and falls_to_half(strike, struck, harm.miniatures_left):
        assert isinstance(struck.profile, UnitProfile)
        values = {"left": harm.miniatures_left, "basic": struck.profile.basic_unit}
        causes["half-unit"] = Text("only %(left)s left of a basic unit of %(basic)s", values)
    return causes


def falls_to_half(strike: Strike, struck: Combatant, left: int) -> bool:
    """Whether the unit crosses half its basic unit with this attack: once, and never a basic unit of 1 (K56)."""
    profile = struck.profile
    if not isinstance(profile, UnitProfile) or profile.basic_unit == 1:
        return False

    def low(miniatures: int) -> bool:
        half = strike.settings.half_unit == "half"
        return 2 * miniatures <= profile.basic_unit if half else 2 * miniatures < profile.basic_unit

    return low(left) and not low(struck.miniatures)


# ---- flight


FLIGHT_ON_FOOT, FLIGHT_MOUNTED = 2, 3
"""Dice of centimeters a flight goes (11:4, K28)."""


def flight_dice(who: Combatant, *, after_free_attack: bool = False) -> int:
    """How many dice of centimeters a flight goes; one less on after a free attack (K28, K58).

    A pursuer throws as many as the one who flees (11:4:5).
    """
    dice = FLIGHT_MOUNTED if who.is_mounted else FLIGHT_ON_FOOT
    return dice - 1 if after_free_attack else dice


def flight_cm(faces: Sequence[int]) -> int:
    """Centimeters of a flight or pursuit: the dice added up."""
    return sum(pips(face) for face in faces)
