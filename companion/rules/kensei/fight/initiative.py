"""The initiative roll: what changes it, and in which order a combat is struck (2:7:9, 10:2:4; ruling K44)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from companion.rules.dice import pips
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.lasting import hunts_ninjas, refused
from companion.rules.kensei.fight.modifiers import NO_CHARGE
from companion.rules.kensei.turn.contacts import Zone
from companion.rules.text import Modifier, Number, Text

INITIATIVE: Mapping[str, Modifier] = {
    "charging": Modifier(2, Text("charging, first turn"), "9:5:5", "K15"),
    "spear-charged": Modifier(2, Text("spears on foot charged in front"), "5:2:1", "K19"),
    "spear-charged-by-riders": Modifier(3, Text("spears on foot charged in front by riders"), "5:2:1", "K19"),
    "defended-obstacle": Modifier(2, Text("defended obstacle, one turn"), "6:2:5", "K22"),
    "bushi": Modifier(1, Text("Bushi inside"), "2:7:9", "K26"),
    "daimyo": Modifier(2, Text("Daimyo inside"), "2:7:9", "K26"),
    "destroyed-enemy": Modifier(1, Text("destroyed an enemy last turn"), "11:1", "K26"),
    "withstood-and-shot": Modifier(-1, Text("withstood and shot"), "9:5:6", "K20"),
    "run-through": Modifier(-1, Text("friends fled through it"), "11:4:2", "K26"),
    "moved-through": Modifier(-2, Text("moved through friends, or was moved through"), "9:4:2"),
}
"""By name. A Bushi's own bonus stands in his profile."""
MOVED_THROUGH_ALONE = Modifier(-1, Text("moved through friends, alone"), "9:4:2", "K81")
"""Of a lone character."""
LASTING: Mapping[str, Modifier] = {
    **{name: INITIATIVE[name] for name in ("destroyed-enemy", "withstood-and-shot", "run-through", "moved-through")},
    "bushido-law": Modifier(2, Text("Bushido Law"), "12:6:2", "K72"),
    "cried-at": Modifier(-2, Text("the enemy's Battle Cry"), "12:5:3", "K74"),
    "chanted-at": Modifier(-1, Text("the enemy's Death Chant"), "12:5:3", "K74"),
    "failed-vanishing": Modifier(-3, Text("a Vanishing that failed"), "12:5:4", "K76"),
    "metsuke": Modifier(4, Text("Metsuke: a Spy against Ninjas and Shinobi"), "12:6:3", "K78"),
}
"""What an effect that lasts on somebody does to his IN."""
HELD: Mapping[str, Modifier] = {
    "forest-of-spears": Modifier(-2, Text("Forest of Spears: no charge bonus"), "12:5:2", "K73"),
    "remain-steadfast": Modifier(-2, Text("Remain Steadfast: no charge bonus"), "12:5:3", "K74"),
}
"""What the charger loses of his bonus."""
STAKES = Modifier(2, Text("Wall of Stakes"), "12:5:4", "K75")
Totals = tuple[int, ...]
"""The initiative of one fighter, with each die after the other where it tied."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who rolls for initiative: a unit with the characters in it, or a special or lone character.

    `charged_by` says how who charged it moves, who came from its `zone`. `side` tells friends from enemies and
    `charges` names whom it charged itself, where more than two fight.
    """

    id: str
    who: Combatant
    charging: bool = False
    charged_by: Literal["foot", "mounted"] | None = None
    zone: Zone = "front"
    first_turn: bool = True
    obstacle: bool = False
    """It defends an obstacle (6:2:5)."""
    fleeing: bool = False
    """Reached in flight: it has no roll and strikes last (K44)."""
    side: str | None = None
    charges: str | None = None
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """IN with everything that changed it; `value` holds the die too, and is None where there is none."""

    id: str
    number: Number
    value: int | None


@dataclass(frozen=True, slots=True)
class StrikingOrder:
    """Who strikes when: groups of equal ones, who rolls again to part them, and those reached in flight at the end."""

    rolled: tuple[Rolled, ...]
    groups: tuple[tuple[str, ...], ...]
    roll_again: tuple[str, ...]


def total(initiative: int, dice: Sequence[int]) -> Totals:
    """IN with each die of a fighter."""
    return tuple(initiative + pips(die) for die in dice)


def rolls(able: Sequence[str], totals: Mapping[str, Totals]) -> tuple[str, ...]:
    """Who rolls now: everybody once, then those who tied, among themselves (10:2:4, K44)."""
    first = tuple(one for one in able if not totals.get(one))
    if first:
        return first
    known = [totals[one] for one in able]
    return tuple(one for one in able if known.count(totals[one]) > 1)


def in_order(fighters: Sequence[str], totals: Mapping[str, Totals]) -> tuple[str, ...]:
    """The order of strikes: the highest first; who has no roll because it was reached in flight comes last (K44)."""

    def late(one: str) -> tuple[bool, Totals]:
        mine = totals.get(one, ())
        return not mine, tuple(-value for value in mine)

    return tuple(sorted(fighters, key=late))


def striking_order(contenders: Sequence[Entrant]) -> StrikingOrder:
    """The order of strikes; without an order while a die is missing."""
    rolled = tuple(_rolled(one, contenders) for one in contenders)
    able = tuple(one.id for one in contenders if not one.fleeing)
    totals = {one.id: (one.value,) for one in rolled if one.value is not None}
    if len(totals) < len(able):
        return StrikingOrder(rolled, (), ())
    order, again = in_order([one.id for one in contenders], totals), rolls(able, totals)
    at_once = tuple(tuple(group) for _, group in groupby(order, key=totals.get))  # those without a roll together
    return StrikingOrder(rolled, at_once, tuple(one for one in order if one in again))


def _rolled(one: Entrant, all_of_them: Sequence[Entrant]) -> Rolled:
    number = initiative(one, all_of_them)
    value = None if one.fleeing or one.die is None else total(number.value, (one.die,))[0]
    return Rolled(one.id, number, value)


def initiative(one: Entrant, all_of_them: Sequence[Entrant]) -> Number:
    """IN before the die: the profile's, the charge, spears, an obstacle, the Bushi inside, and what lasts on it."""
    return one.who.number(one.who.profile.attributes.initiative, _terms(one, all_of_them))


def _terms(one: Entrant, all_of_them: Sequence[Entrant]) -> Iterator[Modifier]:
    if one.first_turn:
        yield from (term for term in _of_the_charge(one, all_of_them) if term is not NO_CHARGE)
        if one.obstacle:
            yield INITIATIVE["defended-obstacle"]
        elif "wall-of-stakes" in one.who.effects and one.charged_by and one.zone == "front":
            yield STAKES  # a defended obstacle too, and none counts twice
    yield from _of_the_bushi(one.who)
    for effect, modifier in LASTING.items():
        if effect in one.who.effects and _touches(effect, one, all_of_them):
            alone = effect == "moved-through" and one.who.is_lone
            yield MOVED_THROUGH_ALONE if alone else modifier


def _touches(effect: str, one: Entrant, all_of_them: Sequence[Entrant]) -> bool:
    if effect == "bushido-law":
        return one.who.is_unit
    if effect == "metsuke":
        return any(hunts_ninjas(one.who, enemy.who) for enemy in _enemies(one, all_of_them))
    return True


def _enemies(one: Entrant, all_of_them: Sequence[Entrant]) -> list[Entrant]:
    """The others, as far as nothing says that they are friends."""
    others = (other for other in all_of_them if other.id != one.id)
    return [other for other in others if one.side is None or other.side != one.side]


def _of_the_charge(one: Entrant, all_of_them: Sequence[Entrant]) -> Iterator[Modifier]:
    """What a charge and spears against it count for: nothing of a lone character or at one, which is said (K15)."""
    target, chargers = _target(one, all_of_them), _chargers(one, all_of_them)
    if one.charging and target is not None and (one.who.is_lone or target.who.is_lone):
        yield NO_CHARGE
    elif one.charging and not one.who.is_lone:
        yield INITIATIVE["charging"]
        if target is not None and (held_by := target.who.charge_held_by(target.zone)):
            yield HELD[held_by]
    if not (one.charged_by and one.zone == "front" and _holds_spears(one.who)):
        return
    if one.who.is_lone or (chargers and all(charger.who.is_lone for charger in chargers)):
        yield NO_CHARGE
    else:
        yield INITIATIVE["spear-charged-by-riders" if one.charged_by == "mounted" else "spear-charged"]


def left_out(one: Entrant, all_of_them: Sequence[Entrant]) -> tuple[Modifier, ...]:
    """What a player looks for among the terms of his IN, and which is left out by rule (K15)."""
    return (NO_CHARGE,) if one.first_turn and NO_CHARGE in _of_the_charge(one, all_of_them) else ()


def _holds_spears(who: Combatant) -> bool:
    """On foot, and with the spear in hand: the first weapon it carries, or the one that is named (5:2:1)."""
    named = who.weapon if who.weapon is not None else next(iter(who.carried), None)
    return who.on_foot and named == "spear"


def _target(one: Entrant, all_of_them: Sequence[Entrant]) -> Entrant | None:
    """Whom it charged: the one it names, or the only enemy there is."""
    enemies = _enemies(one, all_of_them)
    if one.charges is not None:
        return next((enemy for enemy in enemies if enemy.id == one.charges), None)
    return enemies[0] if len(enemies) == 1 else None


def _chargers(one: Entrant, all_of_them: Sequence[Entrant]) -> list[Entrant]:
    """Who charged it, as far as that is known: those who name it, or the only enemy there is."""
    enemies = _enemies(one, all_of_them)
    return [enemy for enemy in enemies if enemy.charges == one.id] or (enemies if len(enemies) == 1 else [])


def _of_the_bushi(who: Combatant) -> Iterator[Modifier]:
    """The best Bushi inside; nothing of one who refused a confrontation or failed to break away (4:3:8, 4:3:10)."""
    able = [c for c in who.characters if c.is_bushi and not c.bonus_lost]
    if not able:
        return
    best = max(able, key=lambda one: one.profile.initiative_bonus)
    entry = INITIATIVE["daimyo" if best.profile.rank == "daimyo" else "bushi"]
    bonus = best.lends(best.profile.initiative_bonus, entry.rule, entry.ruling)
    yield bonus
    if "refused" in who.effects:
        yield refused(bonus)


def initiative_of_effect(effect: str) -> tuple[Modifier, ...]:
    """What an effect is worth in an initiative roll, of who has it or of his enemy."""
    known = {"moved-through": MOVED_THROUGH_ALONE, "wall-of-stakes": STAKES, **HELD}
    return tuple(table[effect] for table in (LASTING, known) if effect in table)
