"""POST /api/kensei/attack: the numbers of an attack and what its dice do, as far as there are dice."""

from __future__ import annotations

from companion.api import requests
from companion.api.answers import AttackAnswer, Bases, NotAllowed, Owed, OwedDamage, Reasons, Why
from companion.api.fields import UNIT_MOST
from companion.api.fighters import strike_of
from companion.api.problem import Error, InvalidInput
from companion.rules.kensei.after.honor import owed_after_attack
from companion.rules.kensei.fight.attack import Numbers, numbers, resolve_faces
from companion.rules.kensei.fight.casualties import Casualties
from companion.rules.kensei.fight.lasting import last_dice
from companion.rules.kensei.fight.strike import Strike
from companion.rules.text import Refusal

NAMES = ("dc", "at", "df", "ar", "damage_bonus")


def answer_attack(body: requests.Attack) -> AttackAnswer | NotAllowed:
    """What the rules say to this attack; dice that were not due are `InvalidInput`."""
    strike = strike_of(body)
    found = numbers(strike)
    if isinstance(found, Refusal):
        return not_allowed(found)
    check_pool(found)
    dice = body.dice
    outcome = resolve_faces(found, strike.defender, dice.attack, dice.defense, dice.damage)
    if isinstance(outcome, dict):
        raise InvalidInput([Error(f"dice.{roll}", str(refusal)) for roll, refusal in outcome.items()])
    return AttackAnswer.model_validate(
        {
            "allowed": True,
            "weapon": found.weapon,
            **{name: getattr(found, name).value for name in NAMES},
            "base": bases(found),
            "why": reasons(found),
            "attack": outcome.attack,
            "defense": outcome.defense,
            "damage": outcome.damage,
            "result": outcome.result,
            "owed": owed(strike, found, outcome.result) if outcome.result else [],
            "next": outcome.next,
        }
    )


def owed(strike: Strike, found: Numbers, result: Casualties) -> list[Owed | OwedDamage]:
    """What is rolled after the attack: by who is left, and by who fell."""
    rolls = owed_after_attack(strike, found.target or strike.defender, result)
    told: list[Owed | OwedDamage] = [Owed(check=one.check, reason=str(one.reason), rule=one.rule) for one in rolls]
    last = last_dice(strike, result.miniatures_removed)
    if last is not None:
        told.append(
            OwedDamage(
                dice=last.dice, ar=last.ar, reason="Cherry Tree Flowers: one die for each who fell", rule="12:5:4"
            )
        )
    return told


def not_allowed(refusal: Refusal) -> NotAllowed:
    """An attack the rules refuse, and why."""
    return NotAllowed(reason=str(refusal), rule=refusal.rule)


def check_pool(found: Numbers) -> None:
    """A profile written out can come to thousands of dice; nobody throws them, and the odds would take long."""
    if found.dc.value > UNIT_MOST:
        message = f"This attack comes to {found.dc.value} dice; at most {UNIT_MOST} are thrown in one pool."
        raise InvalidInput([Error("attacker", message)])


def bases(found: Numbers) -> Bases:
    """What each number starts from."""
    return Bases.model_validate({name: Why.base_of(getattr(found, name)) for name in NAMES})


def reasons(found: Numbers) -> Reasons:
    """What changed each number."""
    return Reasons.model_validate({name: [Why.of(m) for m in getattr(found, name).modifiers] for name in NAMES})
