"""The numbers on cards and sheets, from the functions the table plays with: size and standard counted in.

Kept, for words are tried in many sizes till they fit their card or page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from companion.content import catalog
from companion.rules import counts
from companion.rules.kensei.at_rest import attributes
from companion.rules.kensei.brief import NUMBERS, signed
from companion.rules.kensei.fight.attack import numbers
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.fight.modifiers import SHORT_CM, long_over_cm
from companion.rules.kensei.fight.situation import Situation, StrikeKind
from companion.rules.kensei.fight.strike import Strike
from companion.rules.kensei.profiles import Weapon, WeaponId
from companion.rules.kensei.settings import Settings
from companion.rules.text import Number, Refusal, Text
from printables.model import Member, Troop

COLUMNS = tuple(sign for sign, *_ in NUMBERS)
"""The attributes of 2:7 in the book's order."""


def combatant(troop: Troop, inside: Sequence[Member]) -> Combatant:
    """The unit with these characters in it as the rules know it, at full strength."""
    characters = tuple(Character(member.profile, member.weapon, member.mounted) for member in inside)
    return Combatant(troop.profile, troop.miniatures, characters=characters)


def pool(who: Combatant, weapon: WeaponId, kind: StrikeKind) -> tuple[int, int] | None:
    """DC and AT with a weapon against an even enemy in the open, no charge; None where it cannot be used so.

    Shots are counted at medium distance, or the weapon's farthest where that is nearer.
    """
    known = catalog().weapons
    reach = min(30.0, known[weapon].range_cm) if known[weapon].ranged else None
    situation = Situation(first_turn=False, ve_attacker=1, ve_defender=1, distance_cm=reach)
    enemy = Combatant(catalog().units["katana-samurai"], 4)
    strike = Strike(kind, replace(who, weapon=weapon), enemy, situation, settings=Settings(), weapons=known)
    found = numbers(strike)
    return None if isinstance(found, Refusal) else (found.dc.value, found.at.value)


@lru_cache(maxsize=256)
def line_of(one: Troop | Member) -> tuple[str, ...]:
    """Its numbers without company, one text a column, the same on every card and sheet: size, mount and
    standard-bearer count; who stands in which unit does not. A dash where there is no such attribute."""
    known = (
        _values(one, ()) if isinstance(one, Troop) else dict(attributes(Combatant(one.profile, mounted=one.mounted)))
    )
    return tuple(str(known[sign].value) if sign in known else "–" for sign in COLUMNS)


def _values(troop: Troop, inside: Sequence[Member]) -> dict[str, Number]:
    """The numbers of a unit with these characters in it."""
    return dict(attributes(combatant(troop, inside), standard_bearer=troop.standard_bearer))


@lru_cache(maxsize=256)
def company(troop: Troop, inside: tuple[Member, ...]) -> Text:
    """Who stands in a unit, and what they add to its numbers together: `with Baba: +2 HR, +1 IN, +1 VE`."""
    alone, together = _values(troop, ()), _values(troop, inside)
    added = [(sign, together[sign].value - number.value) for sign, number in alone.items()]
    gain = ", ".join(f"{signed(more)} {sign}" for sign, more in added if more)
    return Text("with %(who)s: %(gain)s", {"who": " · ".join(member.title for member in inside), "gain": gain})


def strength(troop: Troop) -> Text:
    """How many it is; of what kind too, where it is called something else."""
    values = {"unit": troop.profile.name, "count": troop.miniatures}
    return Text("%(unit)s × %(count)s", values) if troop.name else counts.miniatures(troop.miniatures)


_BESIDE = re.compile(r" \([^()]*\)")
"""The Japanese name of a weapon, which has no room here."""


def weapon_lines(one: Troop | Member, say: Callable[[Text], str]) -> list[str]:
    """What it strikes and shoots with, dice and difficulty counted in: `Bow 20/40/60 cm: 6 dice, AT 6`.

    A Bushi inside a unit strikes with half his dice (4:3:8).
    """
    return [_BESIDE.sub("", say(line), 1) for line in _weapons(one)]


def _reach(weapon: Weapon) -> str:
    """Where short, medium and long distance end: `20/40/60`; the sling reaches from 20 to 40 only: `20–40`."""
    if weapon.over_cm:
        return f"{weapon.over_cm:g}–{weapon.range_cm:g}"
    ends = (SHORT_CM, long_over_cm(weapon.id, on_hill=False))
    return "/".join(f"{cm:g}" for cm in [*(one for one in ends if one and one < weapon.range_cm), weapon.range_cm])


@lru_cache(maxsize=256)
def _weapons(one: Troop | Member) -> Sequence[Text]:
    if isinstance(one, Troop):
        who = combatant(one, one.shown)
    else:
        who = Combatant(one.profile, mounted=one.mounted, in_unit=one.joins is not None)
    found = []
    for id_ in one.weapons:
        weapon = catalog().weapons[id_]
        pools = pool(who, id_, "shot" if weapon.ranged else "melee")
        if pools is None:
            found.append(Text("%(weapon)s", {"weapon": weapon.name}))
            continue
        values = {"weapon": weapon.name, "dc": counts.dice(pools[0]), "at": pools[1]}
        if weapon.ranged:
            found.append(Text("%(weapon)s %(cm)s cm: %(dc)s, AT %(at)s", {**values, "cm": _reach(weapon)}))
        else:
            found.append(Text("%(weapon)s: %(dc)s, AT %(at)s", values))
    if one.weapons and all(catalog().weapons[id_].ranged for id_ in one.weapons):
        bare = pool(who, one.weapons[0], "melee")
        if bare is not None:
            found.append(Text("by hand: %(dc)s, AT %(at)s", {"dc": counts.dice(bare[0]), "at": bare[1]}))
    return found
