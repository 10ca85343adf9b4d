"""The eleven attributes of a fighter at this moment, before any enemy is named (2:7).

What a strike, a charge or a roll adds belongs to that; here count the miniatures left, a mount, who stands in the
unit, flight, and what lasts on the fighter whomever he meets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.rules.counts import miniatures
from companion.rules.kensei.after.honor import honor_target
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.initiative import Entrant, initiative
from companion.rules.kensei.fight.lasting import LASTING
from companion.rules.kensei.fight.modifiers import MODIFIERS
from companion.rules.kensei.fight.situation import Situation
from companion.rules.kensei.fight.strike import NumberName, Strike
from companion.rules.text import Modifier, Number, Text

MOUNT = Modifier(0, Text("mount"), "12:6:1", "K21")
SLOWEST = Modifier(0, Text("the slowest in it"), "4:3:1", "K93")

OF_STRIKES = (*(rule for rule in MODIFIERS if rule.id in ("miniatures", "bushi-in-unit", "fleeing")), *LASTING)
"""The entries of the table of strikes that need no enemy."""


def attributes(
    who: Combatant,
    *,
    standard_bearer: bool = False,
    fleeing: bool = False,
    ac_left: int | None = None,
    in_confrontation: bool = False,
) -> tuple[tuple[str, Number], ...]:
    """MV, DC, AT, DF, AR, VT, KI, HR, IN, AC and VE, in the order of the book's tables, each with what changed it;
    without AT, who has none. A mount adds to AR and VT, and its MV takes the place of the rider's.

    `ac_left`: what is left of its AC this turn, where some is spent. `in_confrontation`: a Bushi of a unit has all his
    dice there.
    """
    printed, own = who.profile.attributes, who.attributes
    alone = Entrant(who.name, who, first_turn=False)
    spent = [] if ac_left is None else [Modifier(ac_left - own.ac, Text("spent this turn"), "8:3:4", "")]
    return (
        ("MV", _number(who, printed.mv, (_by(MOUNT, own.mv - printed.mv), _by(SLOWEST, who.mv - own.mv)))),
        ("DC", _number(who, printed.dc, _of_strikes(who, "dc", in_confrontation=in_confrontation), least=0)),
        *((("AT", _number(who, printed.at, _of_strikes(who, "at"))),) if printed.at is not None else ()),
        ("DF", _number(who, printed.df, _of_strikes(who, "df", fleeing=fleeing))),
        ("AR", _number(who, printed.ar, (_by(MOUNT, own.ar - printed.ar), *_of_strikes(who, "ar")))),
        ("VT", _number(who, printed.vt, (_by(MOUNT, own.vt - printed.vt),))),
        ("KI", _number(who, printed.ki, ())),
        ("HR", honor_target(who, standard_bearer=standard_bearer)),
        ("IN", initiative(alone, (alone,))),
        ("AC", _number(who, printed.ac, spent)),
        ("VE", _number(who, printed.ve, _strength(who))),
    )


def _number(who: Combatant, base: int, terms: Iterable[Modifier], least: int | None = None) -> Number:
    counted = tuple(term for term in terms if term.value)
    value = base + sum(term.value for term in counted)
    if least is not None and value < least:
        counted = (*counted, Modifier(least - value, Text("never below 0"), "2:7:2", "K10"))
    return who.number(base, counted)


def _by(term: Modifier, value: int) -> Modifier:
    return replace(term, value=value)


def _of_strikes(
    who: Combatant, to: NumberName, *, fleeing: bool = False, in_confrontation: bool = False
) -> Iterator[Modifier]:
    """What the table of strikes says of him whomever he strikes (DC, AT) or is struck by: found with an enemy on whom
    nothing lasts, long after any charge."""
    enemy = Combatant(who.profile)
    later = Situation(first_turn=False, defender_fleeing=fleeing, confrontation=in_confrontation)
    strikes = to in ("dc", "at")
    strike = Strike("melee", who, enemy, later) if strikes else Strike("melee", enemy, who, later)
    return (rule.term(strike) for rule in OF_STRIKES if rule.to == to and rule.applies(strike))


def _strength(who: Combatant) -> Iterator[Modifier]:
    """K46: VE of every miniature and of the characters in the unit."""
    if who.is_unit:
        each = who.profile.attributes.ve
        yield Modifier(each * (who.miniatures - 1), miniatures(who.miniatures), "2:7:11", "K46")
        yield from (one.lends(one.profile.attributes.ve, "2:7:11", "K46") for one in who.characters)
