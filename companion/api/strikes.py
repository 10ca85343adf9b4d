"""One attack over the API: POST /api/kensei/attack, its odds before the first die, and the odds of a whole round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, fields, replace
from operator import attrgetter
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import AfterValidator, BeforeValidator, Field, GetPydanticSchema, ValidationInfo, create_model
from pydantic_core import core_schema

from companion.api.answers import Answer, Base, NotAllowed, Terms, shows
from companion.api.calls import call
from companion.api.errors import mistake
from companion.api.fields import (
    UNIT_MOST,
    Attribute,
    Bonus,
    DcOfOne,
    Dice,
    Distance,
    Faces,
    Flag,
    Int,
    Miniatures,
    Points,
    Request,
    Target,
    Vitality,
    Words,
    made,
)
from companion.api.fighters import Attacker, Defender
from companion.api.problem import Error, InvalidInput
from companion.api.translation import gettext as _
from companion.api.translation import say
from companion.content import catalog
from companion.rules.house import asked
from companion.rules.kensei.after.honor import RollOwed, honor_target, owed_after_attack
from companion.rules.kensei.fight import attack as rules
from companion.rules.kensei.fight.casualties import Casualties, Harm
from companion.rules.kensei.fight.combat_odds import CombatOdds, Contender, combat_odds
from companion.rules.kensei.fight.lasting import LastDice, last_dice
from companion.rules.kensei.fight.odds import Attack as OddsOf
from companion.rules.kensei.fight.odds import Odds, odds
from companion.rules.kensei.fight.situation import CIRCUMSTANCES, Circumstance, Situation
from companion.rules.kensei.fight.strike import FreeModifier as AddedModifier
from companion.rules.kensei.fight.strike import NumberName, Strike
from companion.rules.kensei.settings import Settings
from companion.rules.text import Refusal, Text

# ---- the circumstances and the settings, as the rules declare them


class ConfrontationValues(Request):
    """The VE of each side when several units fight (2:7:2); a side left out is counted from what was sent."""

    attacker: Points | None = None
    defender: Points | None = None


def _measured(value: float | None, info: ValidationInfo) -> float | None:
    if value is None and info.context and info.context["kind"] in ("shot", "shooting"):
        raise mistake(_("Missing; a shot needs the distance, a number of centimeters from 0 to 1000."))
    return value


def _field(one: Circumstance) -> Any:
    """One circumstance as pydantic wants it: what is accepted, and what is taken when it is left out."""
    about = f"{one.about.removesuffix('.')} ({one.rule})."
    if one.kind == "distance":
        measured = Annotated[Distance | None, AfterValidator(_measured)]
        return measured, Field(default=one.default, validate_default=True, description=about)
    accepted = get_type_hints(Situation)[one.field]
    return Flag if accepted is bool else accepted, Field(default=one.default, description=about)


_circumstances = {one.field: _field(one) for one in CIRCUMSTANCES.values() if one.api == "situation"}
SituationBody = create_model(
    "Situation",
    __base__=Request,
    __doc__="The circumstances. `charging` and `zone` count only in the first turn of a combat (9:5:5).",
    ve=(ConfrontationValues | None, Field(default=None, description="When several units fight (2:7:2).")),
    **_circumstances,
)
"""A request's `situation` as it is sent."""


def _situation(sent: Any) -> Situation:
    ve = sent.ve or ConfrontationValues()
    return made(Situation, sent, ve_attacker=ve.attacker, ve_defender=ve.defender)


_settings: dict[str, Any] = {
    one.name: (Literal[one.values], Field(default=one.values[0], description=f"{one.asks} ({one.rule})"))
    for one in asked(Settings)
}
SettingsBody = create_model(
    "Settings",
    __base__=Request,
    __doc__="What the book leaves open and a table may choose; the first value of each is the default.",
    **_settings,
)
"""A request's `settings` as they are sent."""


def _read_as(body: type[Request], make: Any) -> GetPydanticSchema:
    return GetPydanticSchema(lambda _, handler: core_schema.no_info_after_validator_function(make, handler(body)))


SituationSent = Annotated[Situation, _read_as(SituationBody, _situation)]
SettingsSent = Annotated[Settings, _read_as(SettingsBody, lambda sent: made(Settings, sent))]
"""Sent as those bodies, and read as the rules' own values."""

# ---- requests


class FreeModifier(Request):
    """A modifier of your own: applied last, before the floors."""

    to: NumberName
    value: Target
    reason: Words = "free modifier"


class DiceThrown(Request):
    """The faces as they fell, 0 or 10 for a ten, marked dice last. Any roll may be the last; null: not thrown."""

    attack: Faces | None = None
    defense: Faces | None = None
    damage: Faces | None = None


class OddsOfAttack(Request):
    """An attack before its dice: its odds follow from the numbers the rules give it."""

    kind: Literal["melee", "shot", "shooting"]
    """`shooting` is another word for `shot`."""
    attacker: Attacker
    defender: Defender
    situation: SituationSent = Field(default_factory=Situation)
    modifiers: list[FreeModifier] = Field(default=[], max_length=20)
    settings: SettingsSent = Settings()

    def strike(self) -> Strike:
        """The attack it describes."""
        return Strike(
            kind="melee" if self.kind == "melee" else "shot",
            attacker=self.attacker.combatant(),
            defender=self.defender.combatant(),
            situation=replace(self.situation, failed_break_away=self.attacker.failed_break_away),
            free=tuple(made(AddedModifier, one) for one in self.modifiers),
            settings=self.settings,
            weapons=catalog().weapons,
        )


class Attack(OddsOfAttack):
    """One pool of equal dice: a unit strikes in one call, a character in it in his own (10:2:6)."""

    dice: DiceThrown = DiceThrown()


class Numbers(Request):
    """The numbers of an attack, every modifier already in them. `hr` may be left out: `p_holds` is null then."""

    dc: Dice
    at: Target
    df: Target
    ar: Attribute
    damage_bonus: Bonus = 0
    vt: Vitality
    accumulated_damage: Points = 0
    miniatures: Miniatures
    hr: Target | None = None


COMBAT_MOST = 100
"""Miniatures and dice of a side in the odds of a whole round, which are the dearest answer of all."""


class CombatSide(Numbers):
    """One unit's own numbers in a round: `dc`, `at` and `damage_bonus` when it strikes, the rest when it is struck."""

    dc: Annotated[Int, Field(ge=0, le=COMBAT_MOST)]
    vt: Annotated[Int, Field(ge=1, le=20)]
    miniatures: Annotated[Int, Field(ge=1, le=COMBAT_MOST)]
    hr: Target
    dc_per_miniature: DcOfOne
    """Lost with each miniature (2:7:2)."""
    ve: Attribute
    """For each miniature (2:7:11)."""


class Combat(Request):
    """`first` strikes, what is left of `second` strikes back, then the result and the honor roll (11:2, 11:3)."""

    first: CombatSide
    second: CombatSide


# ---- answers


@shows(rules.Numbers, without=("weapon", "target"), number=Base)
class Bases(Answer):
    """What each number starts from; with its modifiers in `why` it adds up to the number."""


@shows(rules.Numbers, without=("weapon", "target"), number=Terms)
class Reasons(Answer):
    """The modifiers of each number. Less AT is better for who strikes: +1 is worse, -1 is better (2:7:3)."""


@shows(rules.AttackDice)
class AttackDice(Answer):
    """How many dice are thrown, and the face each has to beat (a ten always does, 2:7:3)."""


@shows(rules.DefenseDice)
class DefenseDice(Answer):
    """Dice that save at `target` or less (a 1 always does, 2:7:4)."""


@shows(rules.DamageDice)
class DamageDice(Answer):
    """Dice that wound above `over`: by the difference plus `bonus` (9:3:5)."""


@shows(rules.AttackResult)
class AttackRoll(Answer):
    """`marked` hits are tens: the defense dice against them have -2 DF (10:3)."""


@shows(rules.DefenseResult)
class DefenseRoll(Answer):
    """`through` damage dice are left; `marked` of them have +2, for a ten that failed (10:4)."""


@shows(rules.DamageResult)
class DamageRoll(Answer):
    """`points` of damage in all (10:5)."""


@shows(Harm)
class SpilledOnto(Answer):
    """Damage that went past the last miniature, on a character in the unit; `character` counts from 0 (10:6)."""


@shows(Casualties)
class Result(Answer):
    """What is left of the defender. `beyond` points were more than its last miniature needed; `spilled` of them
    reached a character in it, and `characters` says what became of him (10:6).
    """


class NextAttack(Answer):
    """The attack roll is due."""

    roll: Literal["attack"] = "attack"
    by: Literal["attacker"] = "attacker"
    dice: list[AttackDice]


class NextDefense(Answer):
    """The defense roll is due: unmarked dice first."""

    roll: Literal["defense"] = "defense"
    by: Literal["defender"] = "defender"
    dice: list[DefenseDice]


class NextDamage(Answer):
    """The damage roll is due: dice without +2 first."""

    roll: Literal["damage"] = "damage"
    by: Literal["attacker"] = "attacker"
    dice: list[DamageDice]


@shows(RollOwed, without=("causes",))
class Owed(Answer):
    """A roll that follows from what happened; KI is that of riders hurt by slings (5:2:7)."""


@shows(LastDice)
class OwedDamage(Answer):
    """Damage dice that who fell still roll against who struck, each above `ar` (Cherry Tree Flowers, 12:5:4)."""

    check: Literal["damage"] = "damage"
    reason: str
    rule: str


ValueOf = Annotated[int, BeforeValidator(attrgetter("value"))]


@shows(rules.Numbers, without=("target",), number=ValueOf)
@shows(rules.Outcome, without=("next",))
class AttackAnswer(Answer):
    """The numbers of the attack, what its dice did so far, and what comes next. `df` is before marked dice's -2."""

    allowed: Literal[True] = True
    base: Bases
    why: Reasons
    owed: list[Owed | OwedDamage]
    next: NextAttack | NextDefense | NextDamage | None


@shows(OddsOf)
class AttackNumbers(Answer):
    """The numbers the odds were made from."""

    hr: int | None


@shows(Odds)
class OddsAnswer(Answer):
    """Exact odds. `removed[i]`: exactly i miniatures; `p_at_least[i]`: i or more. `p_holds` is null without an HR."""

    allowed: Literal[True] = True
    p_holds: float | None
    percentiles: dict[Literal["10", "50", "90"], int]
    numbers: AttackNumbers
    base: Bases | None = None
    """Where the numbers come from; null for bare numbers."""
    why: Reasons | None = None


@shows(CombatOdds)
class CombatOddsAnswer(Answer):
    """How a round ends; the first five exclude one another. `second_flees` is part of `first_wins` and vice versa."""


# ---- the calls


@call("/kensei/attack", AttackAnswer, NotAllowed)
def attack(body: Attack) -> dict[str, object] | Refusal:
    """One attack: its numbers, its dice, what is left.

    Close combat (10:2 to 10:6) or a shot (9:3). One call is one pool of equal dice: a unit strikes in one call, a
    character in it in his own. Leave dice out, or stop after any roll, to learn what is rolled next. Whether the
    orders phase allowed the attack is not judged; range, weapon and loading are.
    """
    strike = body.strike()
    found = _numbers(strike)
    if isinstance(found, Refusal):
        return found
    outcome = rules.resolve_faces(found, strike.defender, body.dice.attack, body.dice.defense, body.dice.damage)
    if isinstance(outcome, dict):
        raise InvalidInput([Error(f"dice.{roll}", say(refusal)) for roll, refusal in outcome.items()])
    owed = _owed(strike, found, outcome.result) if outcome.result else ()
    return {**_named(found), **_named(outcome), "base": found, "why": found, "owed": list(owed)}


def _named(value: rules.Numbers | rules.Outcome) -> dict[str, object]:
    return {one.name: getattr(value, one.name) for one in fields(value) if one.name != "target"}


def _numbers(strike: Strike) -> rules.Numbers | Refusal:
    """The numbers of an attack. A profile written out can come to thousands of dice; nobody throws them, and the odds
    would take long.
    """
    found = rules.numbers(strike)
    if isinstance(found, rules.Numbers) and found.dc.value > UNIT_MOST:
        values = {"dice": found.dc.value, "most": UNIT_MOST}
        message = Text("This attack has %(dice)s dice; at most %(most)s can be thrown in one pool.", values)
        raise InvalidInput([Error("attacker", say(message))])
    return found


def _owed(strike: Strike, found: rules.Numbers, result: Casualties) -> Iterator[object]:
    """What is rolled after the attack: by who is left, and by who fell."""
    yield from owed_after_attack(strike, found.target or strike.defender, result)
    last = last_dice(strike, result.miniatures_removed)
    if last is not None:
        reason = "Cherry Tree Flowers: one die for each who fell"
        yield {"dice": last.dice, "ar": last.ar, "reason": reason, "rule": "12:5:4"}


@call("/kensei/odds", OddsAnswer, NotAllowed)
def attack_odds(body: OddsOfAttack | Numbers) -> dict[str, object] | Refusal:
    """Exact odds of one attack.

    Takes the body of an attack without dice, or the bare numbers. Half of the miniatures is what one shot must remove
    for an honor roll (9:3:7); `p_holds` counts that roll.
    """
    if isinstance(body, Numbers):
        return _odds(body.model_dump())
    strike = body.strike()
    found = _numbers(strike)
    if isinstance(found, Refusal):
        return found
    struck = found.target or strike.defender
    unknown_hr = body.defender.profile is not None and body.defender.profile.hr is None
    known = asdict(OddsOf.of(found, struck, honor_target(struck).value))
    return {**_odds(known | {"hr": None} if unknown_hr else known), "base": found, "why": found}


def _odds(known: dict[str, Any]) -> dict[str, object]:
    holds = {} if known["hr"] is not None else {"p_holds": None}  # whose honor roll nobody asked about
    hr = 10 if known["hr"] is None else known["hr"]
    return {**asdict(odds(OddsOf(**{**known, "hr": hr}))), **holds, "numbers": known}


@call("/kensei/combat-odds", CombatOddsAnswer)
def round_odds(body: Combat) -> CombatOdds:
    """Exact odds of one round of close combat.

    The first strikes, what is left of the second strikes back; then the damage difference (10:6:2), the result (11:2)
    and the honor roll of the defeated (11:3).
    """
    return combat_odds(made(Contender, body.first), made(Contender, body.second))
