"""POST /api/kensei/odds and /combat-odds: exact chances, from an attack's description or from bare numbers."""

from __future__ import annotations

from dataclasses import asdict

from companion.api import requests
from companion.api.answers import AttackNumbers, CombatOddsAnswer, NotAllowed, OddsAnswer
from companion.api.attack import NAMES, bases, check_pool, not_allowed, reasons
from companion.api.errors import validate
from companion.api.fighters import strike_of
from companion.rules.kensei.after.honor import honor_target
from companion.rules.kensei.fight.attack import numbers
from companion.rules.kensei.fight.combat_odds import Contender, combat_odds
from companion.rules.kensei.fight.odds import Attack, odds
from companion.rules.text import Refusal


def read_odds(data: object) -> requests.OddsOfAttack | requests.Numbers:
    """Which of the two bodies was meant: one that names a kind or a side describes an attack."""
    if isinstance(data, dict) and not data.keys() & {"kind", "attacker", "defender"}:
        return validate(requests.Numbers, data)
    return validate(requests.OddsOfAttack, data)


def answer_odds(body: requests.OddsOfAttack | requests.Numbers) -> OddsAnswer | NotAllowed:
    """The odds of one attack before its first die."""
    if isinstance(body, requests.Numbers):
        return _answer(AttackNumbers(**body.model_dump()))
    strike = strike_of(body)
    found = numbers(strike)
    if isinstance(found, Refusal):
        return not_allowed(found)
    check_pool(found)
    struck = found.target or strike.defender
    unknown_hr = body.defender.profile is not None and body.defender.profile.hr is None
    known = AttackNumbers(
        **{name: getattr(found, name).value for name in NAMES},
        vt=struck.attributes.vt,
        accumulated_damage=struck.accumulated_damage,
        miniatures=struck.miniatures,
        hr=None if unknown_hr else honor_target(struck).value,
    )
    return _answer(known).model_copy(update={"base": bases(found), "why": reasons(found)})


def _answer(known: AttackNumbers) -> OddsAnswer:
    hr = 10 if known.hr is None else known.hr  # whose honor roll nobody asked about
    answer = asdict(odds(Attack(**{**known.model_dump(), "hr": hr})))
    if known.hr is None:
        answer["p_holds"] = None
    return OddsAnswer(**answer, numbers=known)


def answer_combat_odds(body: requests.Combat) -> CombatOddsAnswer:
    """The odds of a round: `first` strikes, the rest of `second` strikes back, result and honor roll."""
    first, second = Contender(**body.first.model_dump()), Contender(**body.second.model_dump())
    return CombatOddsAnswer(**asdict(combat_odds(first, second)))
