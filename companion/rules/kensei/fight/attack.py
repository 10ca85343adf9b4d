"""One attack from its numbers to its casualties: AT roll, DF roll, damage roll (9:3:3 to 9:3:6, 10:3 to 10:6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules import counts
from companion.rules.dice import AttackTally, DefenseTally, pips, tally_attack, tally_defense
from companion.rules.kensei.fight.casualties import Casualties, casualties
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.lasting import LASTING, set_apart
from companion.rules.kensei.fight.modifiers import MODIFIERS
from companion.rules.kensei.fight.strike import NumberName, Strike, choose_weapon, no_shot_into_combat
from companion.rules.kensei.profiles import WeaponId
from companion.rules.kensei.turn.facts import WET
from companion.rules.text import Modifier, Number, Refusal, Text, counted

FAILED_TEN_BONUS = 2
"""Damage of a die whose defense failed with a ten (9:3:5)."""
MARK = 2
"""What a ten of the AT roll takes from DF (9:3:4)."""


MEASURE = Text("A shot needs its distance: measure to the nearest miniature, in cm.")


def lacks_distance(found: object) -> bool:
    """Whether this answer of `numbers` is a refusal for nothing but the distance of a shot."""
    return isinstance(found, Refusal) and found.reason == MEASURE


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the dice of one strike are thrown with. `df` is before the -2 of marked dice."""

    dc: Number
    at: Number
    df: Number
    ar: Number
    damage_bonus: Number
    weapon: WeaponId | None
    target: Combatant | None = None
    """The character a shot picks out of his unit; None where the defender himself is struck."""


def numbers(strike: Strike) -> Numbers | Refusal:
    """DC, AT, DF, AR and damage bonus with everything that changed them, or why there is no such strike.

    The orders that led to it (AC, combinations of actions) are not judged here.
    """
    strike = _aim(strike)
    refusal = _refusal(strike)
    if refusal is not None:
        return refusal
    printed = strike.attacker.profile.attributes
    struck = strike.defender.profile.attributes
    return Numbers(
        dc=_number(strike, "dc", printed.dc, least=0),
        at=_number(strike, "at", printed.at or 0),
        df=_number(strike, "df", struck.df),
        ar=_number(strike, "ar", struck.ar, least=1),
        damage_bonus=_number(strike, "damage_bonus", 0),
        weapon=strike.weapon,
        target=strike.defender if _picks_out(strike) else None,
    )


def _number(strike: Strike, to: NumberName, base: int, least: int | None = None) -> Number:
    """The profile's number, the table's modifiers in their order, the free ones, and the floor as a modifier."""
    rules = sorted((r for r in (*MODIFIERS, *LASTING) if r.to == to and r.applies(strike)), key=lambda r: r.order)
    terms = [rule.term(strike) for rule in rules]
    if to == "dc" and (apart := set_apart(strike, base + sum(term.value for term in terms))) is not None:
        terms.append(apart)
    if to == "dc" and strike.share is not None:
        pool = base + sum(term.value for term in terms)
        terms.append(Modifier(strike.share - pool, Text("shared out among several enemies"), "10:2:6", "K48"))
    terms += [Modifier(f.value, Text("%(reason)s", {"reason": f.reason}), "") for f in strike.free if f.to == to]
    terms = [term for term in terms if term.value]
    value = base + sum(term.value for term in terms)
    if least is not None and value < least:
        rule, ruling = ("9:3:5", "K6") if to == "ar" else ("10:2:1", "K12")
        terms.append(Modifier(least - value, Text("counts as at least %(least)s", {"least": least}), rule, ruling))
    if to == "damage_bonus":
        return Number(base, Text("no bonus by itself"), "9:3:5", tuple(terms))
    return (strike.attacker if to in ("dc", "at") else strike.defender).number(base, terms)


# ---- what cannot be


def _aim(strike: Strike) -> Strike:
    """A shot aimed into a unit with one character strikes that character, with his own DF, AR and VT (4:3:9)."""
    if not (strike.kind == "shot" and strike.situation.aimed_at_character and len(strike.defender.characters) == 1):
        return strike
    (character,) = strike.defender.characters
    target = Combatant(
        character.profile,
        weapon=character.weapon,
        mounted=character.mounted,
        in_unit=True,
        accumulated_damage=character.accumulated_damage,
    )
    return replace(strike, defender=target)


def _picks_out(strike: Strike) -> bool:
    return strike.situation.aimed_at_character and not strike.defender.is_unit and strike.defender.in_unit


def _refusal(strike: Strike) -> Refusal | None:
    attacker = strike.attacker
    if attacker.profile.attributes.at is None or attacker.has("no-combat"):
        return Refusal(
            Text("%(name)s cannot strike with dice: only abilities are possible.", {"name": attacker.name}), "5:1:14"
        )
    weapon = choose_weapon(strike)
    if isinstance(weapon, Refusal):
        return weapon
    if strike.kind == "shot":
        return _shot_refusal(strike)
    if attacker.is_unit and not strike.defender.is_unit and strike.defender.in_unit:
        if strike.situation.confrontation:
            return None
        return Refusal(
            Text(
                "A unit cannot strike %(name)s inside a unit: strike the unit, or let a character challenge.",
                {"name": strike.defender.name},
            ),
            "10:2:6",
        )
    return None


def _shot_refusal(strike: Strike) -> Refusal | None:
    s = strike.situation
    if s.teppo_wet and strike.weapon == "teppo":
        return WET
    if not s.loaded:
        return Refusal(Text("The weapon is not loaded: loading takes 1 AC."), "9:3:1")
    if s.attacker_in_stream:
        return Refusal(Text("Nobody shoots from a stream: leave it first."), "6:2:6")
    if refused := no_shot_into_combat(strike.defender.name, s.defender_engaged, strike.settings):
        return refused
    inside = not strike.defender.is_unit and strike.defender.in_unit
    if (inside or s.aimed_at_character) and not strike.defender.is_lone:
        if strike.weapon != "blowpipe":
            return Refusal(
                Text("Only a blowpipe may aim at a character inside a unit: shoot at the unit instead."), "4:3:9"
            )
        if len(strike.defender.characters) > 1:
            return Refusal(Text("The unit holds two characters: name the one aimed at as the target."), "5:2:10")
    return _range_refusal(strike)


def _range_refusal(strike: Strike) -> Refusal | None:
    if strike.weapon is None:
        return None
    weapon = strike.weapons[strike.weapon]
    rule = "9:3:3" if strike.weapon == "bow" else weapon.rule
    if strike.situation.distance_cm is None:
        return Refusal(MEASURE, rule)
    reach, least, distance = strike.reach_cm(weapon), weapon.over_cm, strike.distance_cm
    in_reach = distance <= reach and (distance > least if least else distance >= 0)
    if in_reach:
        return None
    values = {"weapon": weapon.name, "least": f"{least:g}", "reach": f"{reach:g}", "distance": f"{distance:g}"}
    if least:
        sentence = Text(
            "%(weapon)s: only over %(least)s and up to %(reach)s cm; the target is %(distance)s cm away.", values
        )
    else:
        sentence = Text("%(weapon)s: up to %(reach)s cm; the target is %(distance)s cm away.", values)
    return Refusal(sentence, rule)


# ---- the roll chain


@dataclass(frozen=True, slots=True)
class AttackDice:
    """Dice of the AT roll: each above `over` hits, and each ten."""

    count: int
    over: int


@dataclass(frozen=True, slots=True)
class DefenseDice:
    """Dice of the DF roll: each at `target` or below saves, and each one."""

    count: int
    target: int


@dataclass(frozen=True, slots=True)
class DamageDice:
    """Dice of the damage roll: each above `over` does what it is above, and `bonus`."""

    count: int
    over: int
    bonus: int


@dataclass(frozen=True, slots=True)
class AttackResult:
    """The AT roll: dice thrown, hits with the tens among them, and the tens, which mark as many dice."""

    dice: int
    hits: int
    marked: int


@dataclass(frozen=True, slots=True)
class DefenseResult:
    """The DF roll, unmarked dice first. `through` failed, `marked` of them with a ten."""

    dice: tuple[DefenseDice, ...]
    saved: int
    through: int
    marked: int


@dataclass(frozen=True, slots=True)
class DamageResult:
    """The damage roll, unmarked dice first, and its points."""

    dice: tuple[DamageDice, ...]
    points: int


@dataclass(frozen=True, slots=True)
class NextRoll:
    """The roll that is due, whose it is, and its dice in the order they are thrown."""

    roll: Literal["attack", "defense", "damage"]
    by: Literal["attacker", "defender"]
    dice: tuple[AttackDice, ...] | tuple[DefenseDice, ...] | tuple[DamageDice, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How far the chain has come: `result` when it is done, `next` while it is not."""

    attack: AttackResult | None
    defense: DefenseResult | None
    damage: DamageResult | None
    result: Casualties | None
    next: NextRoll | None


def defense_dice(n: Numbers, attack: AttackTally) -> tuple[DefenseDice, ...]:
    """The DF roll that is due: unmarked dice, then the marked ones with -2 (K3)."""
    groups = (DefenseDice(attack.hits, n.df.value), DefenseDice(attack.tens, n.df.value - MARK))
    return tuple(group for group in groups if group.count)


def damage_dice(n: Numbers, defense: DefenseTally) -> tuple[DamageDice, ...]:
    """The damage roll that is due: unmarked dice, then those with damage +2 (K5)."""
    over, bonus = n.ar.value, n.damage_bonus.value
    groups = (DamageDice(defense.failed, over, bonus), DamageDice(defense.tens, over, bonus + FAILED_TEN_BONUS))
    return tuple(group for group in groups if group.count)


def damage_points(dice: Sequence[DamageDice], faces: Sequence[int]) -> int:
    """Each die above AR does the difference and its bonus, each other nothing at all (9:3:5, K6)."""
    groups = [group for group in dice for _ in range(group.count)]
    return sum(
        max(0, pips(face) - group.over + group.bonus)
        for group, face in zip(groups, faces, strict=True)
        if pips(face) > group.over
    )


def resolve(
    numbers: Numbers,
    defender: Combatant,
    attack: AttackTally | None,
    defense: DefenseTally | None,
    damage: Sequence[int] | None,
) -> Outcome:
    """Follow the chain as far as there are dice, which must be those that were due.

    Damage goes to the character a shot picked out, otherwise to `defender`.
    """
    struck = numbers.target or defender
    if attack is None and numbers.dc.value:
        due = AttackDice(numbers.dc.value, numbers.at.value)
        return Outcome(None, None, None, None, NextRoll("attack", "attacker", (due,)))
    attack = attack or AttackTally(0, 0, 0)
    rolled = AttackResult(numbers.dc.value, attack.hits + attack.tens, attack.tens)
    if not rolled.hits:
        return Outcome(rolled, None, None, casualties(struck, 0), None)
    saving = defense_dice(numbers, attack)
    if defense is None:
        return Outcome(rolled, None, None, None, NextRoll("defense", "defender", saving))
    kept = DefenseResult(saving, defense.saved, defense.failed + defense.tens, defense.tens)
    wounding = damage_dice(numbers, defense)
    if damage is None and wounding:
        return Outcome(rolled, kept, None, None, NextRoll("damage", "attacker", wounding))
    done = DamageResult(wounding, damage_points(wounding, damage or ()))
    return Outcome(rolled, kept, done, casualties(struck, done.points), None)


# ---- the chain from bare faces


def resolve_faces(
    n: Numbers,
    defender: Combatant,
    attack: Sequence[int] | None = None,
    defense: Sequence[int] | None = None,
    damage: Sequence[int] | None = None,
) -> Outcome | dict[Literal["attack", "defense", "damage"], Refusal]:
    """The chain from bare faces, or the first roll that is wrong and why. `[]` is accepted where no dice are due."""
    if attack is None and n.dc.value == 0:
        attack = ()
    if attack is None:
        early: Literal["defense", "damage"] | None = "defense" if defense else "damage" if damage else None
        if early:
            return {early: Refusal(Text("The attack dice come first: %(due)s.", {"due": _due(n.dc.value)}), "9:3:3")}
        return resolve(n, defender, None, None, None)
    if wrong := _wrong_faces(attack, n.dc.value, "9:3:3"):
        return {"attack": wrong}
    hit = tally_attack(attack, n.at.value)
    due = hit.hits + hit.tens
    if defense is None and due:
        if damage:
            return {"damage": Refusal(Text("The defense dice come first: %(due)s.", {"due": _due(due)}), "9:3:4")}
        return resolve(n, defender, hit, None, None)
    if wrong := _wrong_faces(defense or (), due, "9:3:4"):
        return {"defense": wrong}
    kept = tally_defense(defense or (), n.df.value, hit.tens)
    if damage is None:
        return resolve(n, defender, hit, kept, None)
    wrong = _wrong_faces(damage, kept.failed + kept.tens, "9:3:5")
    return {"damage": wrong} if wrong else resolve(n, defender, hit, kept, damage)


def _wrong_faces(faces: Sequence[int], due: int, rule: str) -> Refusal | None:
    """Impossible faces, or too many or too few."""
    impossible = next((face for face in faces if not 0 <= face <= 10), None)
    if impossible is not None:
        words = Text("A die shows 0 to 9, where 0 is a ten, and never %(face)s. Correct it.", {"face": impossible})
        return Refusal(words, rule)
    return None if len(faces) == due else Refusal(counts.needed(due, len(faces)), rule)


def _due(dice: int) -> Text:
    return counted("%(num)s is due", "%(num)s are due", dice)
