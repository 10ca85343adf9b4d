"""The orders of one unit for its turn: what they cost, how far they carry, and which cannot be (chapters 8:3 and 9).

Rulings K43, K49, K54, K62, K81. An order that cannot be is named at its place; every reason holds for itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.rules.kensei.abilities.rule import Form, Moment
from companion.rules.kensei.abilities.table import RULES as ABILITIES
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.profiles import Ability, Weapon, WeaponId
from companion.rules.kensei.turn.facts import WET, Pace
from companion.rules.text import Text

Do = Literal[
    "advance", "turn", "face", "load", "shoot", "charge", "occupy", "overcome", "through", "ability",
    "join", "quit", "break"
]  # fmt: skip
"""`join`, `quit` and `break` are a character's: into a unit, out of one, and away from an enemy (4:3:4, 4:3:8)."""
AbilityCost = Literal["one", "printed"]
OrderCode = Literal[
    "ac-over",
    "engaged",
    "fleeing",
    "twice-advance",
    "twice-face",
    "twice-shot",
    "twice-ability",
    "not-loaded",
    "teppo-wet",
    "no-shooting-weapon",
    "after-charge",
    "march-only",
    "precision-alone",
    "mounted-obstacle",
    "no-such-ability",
    "ability-condition",
    "stopped",
    "turn-alone",
]
MOVES_ON = frozenset({"advance", "charge", "overcome", "through", "turn"})
"""What nobody does who has come to a stop."""
PRECISION_AC = 3
"""Greater precision takes the whole turn (9:3:2)."""
RULES: Mapping[Do, str] = {
    "advance": "9:2:1",
    "face": "9:2:3",
    "load": "9:3:1",
    "shoot": "9:3:2",
    "charge": "9:5",
    "occupy": "9:4:4",
    "overcome": "9:4:1",
    "through": "9:4:2",
    "ability": "9:4:3",
    "turn": "9:2:2",
    "join": "4:3:4",
    "quit": "4:3:4",
    "break": "4:3:8",
}
OF_CHARACTERS = frozenset({"join", "quit", "break"})
"""Judged by who stands where (`characters`); here they only cost AC."""


@dataclass(frozen=True, slots=True)
class Order:
    """One order. `pace` and `extra_turns` are an advance's, `greater_precision` a shot's, `ability` an ability's."""

    do: Do
    pace: Pace = "march"
    extra_turns: int = 0
    greater_precision: bool = False
    ability: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the unit comes to its orders."""

    loaded: bool = True
    teppo_wet: bool = False
    """All it has to shoot with are wet teppo (6:2:6)."""
    engaged: bool = False
    fleeing: bool = False
    failed_charge: bool = False
    """Its charge of the last turn fell short: it marches at most, and a charge moves half (9:5:7)."""
    halved: bool = False
    """It moves at half this turn."""
    ac_spent: int = 0
    """On reactions earlier this turn (8:3:5)."""


@dataclass(frozen=True, slots=True)
class OrderStep:
    """One order with its price; `most_cm` is how far an advance may go."""

    do: Do
    ac: int
    rule: str
    most_cm: float | None = None


@dataclass(frozen=True, slots=True)
class OrderProblem:
    """Why an order cannot be; `about` counts the orders from 0."""

    code: OrderCode
    about: int
    message: Text
    rule: str


@dataclass(frozen=True, slots=True)
class OrdersJudged:
    """All orders of a unit with their sum."""

    have: int
    steps: tuple[OrderStep, ...]
    problems: tuple[OrderProblem, ...]

    @property
    def spent(self) -> int:
        """The full sum, also where it is more than the unit has."""
        return sum(step.ac for step in self.steps)


@dataclass(frozen=True, slots=True)
class Commanded:
    """Who is ordered, with what the tables say of his weapons and abilities. `display_name`: his name at a table."""

    who: Combatant
    weapons: Mapping[WeaponId, Weapon] = field(default_factory=dict)
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    ability_cost: AbilityCost = "one"
    display_name: str = ""

    @property
    def name(self) -> str:
        """What he is called where it matters, or else the book's name."""
        return self.display_name or self.who.name

    @property
    def shoots(self) -> bool:
        """Whether it carries anything to shoot with."""
        profile = self.who.profile
        named = self.who.weapon
        carried = self.who.carried if named is None else (*profile.weapons, named)
        return any(self.weapons[weapon].ranged for weapon in carried)

    def price(self, order: Order) -> int:
        """The AC of an order; an unknown ability is counted like one without a printed price."""
        if order.do == "overcome":
            return 0 if self.who.is_mounted else 1
        if order.do == "shoot":
            return PRECISION_AC if order.greater_precision else 1
        if order.do == "ability":
            known = self.abilities.get(order.ability)
            unprinted = 1 if self.ability_cost == "one" else 0
            return unprinted if known is None or known.cost is None else known.cost
        return 1 + (order.extra_turns if order.do == "advance" else 0)


def judge_orders(unit: Commanded, standing: Standing, orders: Sequence[Order]) -> OrdersJudged:
    """What the orders cost, how far each advance may go, and everything that is wrong with them."""
    have = unit.who.attributes.ac - standing.ac_spent
    steps = tuple(
        OrderStep(o.do, unit.price(o), RULES[o.do], most_cm(unit, standing, orders, n)) for n, o in enumerate(orders)
    )
    found = [*_too_dear(have, steps)]
    for place in range(len(orders)):
        found += (OrderProblem(code, place, words, rule) for code, words, rule in _wrong(unit, standing, orders, place))
    return OrdersJudged(have, steps, tuple(sorted(found, key=lambda problem: problem.about)))


def most_cm(unit: Commanded, standing: Standing, orders: Sequence[Order], place: int) -> float | None:
    """How many cm this order takes it at most; None where it is no advance (2:7:1, 9:2:1, 9:4:2, 9:5:7)."""
    order = orders[place]
    if order.do != "advance":
        return None
    charges_short = standing.failed_charge and any(o.do == "charge" for o in orders)
    cm = unit.who.mv * (2 if order.pace == "run" else 1)
    walked = unit.who.is_lone and _went_through(orders[:place])
    return cm / 2 if standing.halved or charges_short or walked else cm


def _too_dear(have: int, steps: Sequence[OrderStep]) -> Iterator[OrderProblem]:
    """The first order that is not covered."""
    spent = 0
    for place, step in enumerate(steps):
        spent += step.ac
        if spent > have and step.ac:
            words = Text("That makes %(spent)s AC in all; the unit has %(have)s.", {"spent": spent, "have": have})
            yield OrderProblem("ac-over", place, words, "9:1")
            return


Wrong = Iterator[tuple[OrderCode, Text, str]]
"""What is wrong with one order: its code, its words and its section."""


def _wrong(unit: Commanded, standing: Standing, orders: Sequence[Order], place: int) -> Wrong:
    order, before = orders[place], orders[:place]
    named = {"unit": unit.name}
    if order.do in OF_CHARACTERS:
        return
    if standing.fleeing:
        yield "fleeing", Text("%(unit)s cannot be given orders while in flight.", named), "8:3:5"
    if standing.engaged and order.do != "ability":
        yield "engaged", Text("%(unit)s can only use abilities while engaged.", named), "9:1"
    if order.do != "ability" and any(earlier.do == "charge" for earlier in before):
        yield "after-charge", Text("After a charge only abilities may follow."), "9:5:7"
    if _is_stopped(unit, before) and order.do in MOVES_ON:
        yield "stopped", Text("%(unit)s must stop behind what is crossed, and go no farther.", named), "9:4:1"
    if order.do in ("occupy", "through") and unit.who.is_mounted:
        words = Text("Riders neither occupy obstacles nor move through friends.")
        yield "mounted-obstacle", words, RULES[order.do]
    if order.do in ("advance", "face") and any(earlier.do == order.do for earlier in before):
        twice: OrderCode = "twice-advance" if order.do == "advance" else "twice-face"
        yield twice, Text("One advance and one facing a turn, and no more."), RULES[order.do]
    if order.do == "advance" and order.pace == "run" and standing.failed_charge:
        yield "march-only", Text("After a failed charge it can only march."), "9:5:7"
    if order.do == "turn" and all(other.do != "advance" for other in orders):
        words = Text("An extra turn is only part of an advance: add an advance, or choose Face instead.")
        yield "turn-alone", words, "9:2:2"
    if order.do == "load" and not unit.shoots:
        yield "no-shooting-weapon", Text("%(unit)s cannot shoot: no weapon for it.", named), "5:1:9"
    if standing.teppo_wet and (order.do == "load" or _is_shot(order)):
        yield "teppo-wet", WET.reason, WET.rule
    if _is_shot(order):
        yield from _wrong_shot(unit, standing, orders, place)
    if order.do == "ability":
        yield from _wrong_ability(unit, standing, orders, place)


def _is_stopped(unit: Commanded, before: Sequence[Order]) -> bool:
    """A unit that moved through friends goes no farther, a lone character does (4:3:4); nor does who got over an
    obstacle on foot, harassers excepted."""
    crossed = any(earlier.do == "overcome" for earlier in before)
    on_foot = not unit.who.is_mounted and not unit.who.is_harasser
    return (_went_through(before) and not unit.who.is_lone) or (crossed and on_foot)


def _went_through(before: Sequence[Order]) -> bool:
    return any(earlier.do == "through" for earlier in before)


def _is_shot(order: Order) -> bool:
    return order.do == "shoot" or is_shot(order.ability)


def _wrong_shot(unit: Commanded, standing: Standing, orders: Sequence[Order], place: int) -> Wrong:
    before, named = orders[:place], {"unit": unit.name}
    if not unit.shoots:
        yield "no-shooting-weapon", Text("%(unit)s cannot shoot: no weapon for it.", named), "5:1:9"
    if any(_is_shot(earlier) for earlier in before):
        yield "twice-shot", Text("One shot a turn."), "9:3:2"
    if not is_loaded(standing, before):
        yield "not-loaded", Text("The weapon is not loaded: load it first, for 1 AC."), "9:3:1"
    others = (o for i, o in enumerate(orders) if i != place and o.do != "ability")
    if orders[place].greater_precision and any(True for _ in others):
        words = Text("Greater precision takes the whole turn: no move and no loading beside it.")
        yield "precision-alone", words, "9:3:2"


def is_loaded(standing: Standing, before: Sequence[Order]) -> bool:
    """Whether the weapon is loaded once these orders are carried out (9:3:1)."""
    loaded = standing.loaded
    for earlier in before:
        loaded = earlier.do == "load" or (loaded and not _is_shot(earlier))
    return loaded


def _wrong_ability(unit: Commanded, standing: Standing, orders: Sequence[Order], place: int) -> Wrong:
    ability, before = orders[place].ability, orders[:place]
    if any(earlier.do == "ability" for earlier in before):
        yield "twice-ability", Text("One ability a turn."), "9:4:3"
    if ability not in unit.who.profile.abilities:
        yield "no-such-ability", Text("That is no ability of %(unit)s.", {"unit": unit.name}), "3:4:6"
    moment = Moment(
        who=unit.who,
        engaged=standing.engaged,
        charges=any(o.do == "charge" for o in orders),
        has_shot=any(_is_shot(earlier) for earlier in before),
        shoots=any(o.do == "shoot" for o in orders),
        meets_anybody=True,  # whom it touches is not known here: that it is engaged says how long
        turns_in_contact=2 if standing.engaged else 1,
        card_laid=True,  # nor is the deployment
    )
    if (words := no_place(ability, moment)) is not None:
        yield "ability-condition", words, "9:4:3"


def no_place(ability: str, moment: Moment) -> Text | None:
    """Why an ability has no place among orders: nothing where one of its forms has one."""
    rule = ABILITIES.get(ability)
    against = [_against(form, moment) for form in rule.forms] if rule is not None else []
    return against[0] if against and None not in against else None


def _against(form: Form, moment: Moment) -> Text | None:
    if form.window == "charged" and moment.charges:
        return Text("It is for a unit that stands and is charged; %(unit)s will charge.", {"unit": moment.who.name})
    return form.against(moment)


def goes_with_charge(unit: Commanded, ability: str) -> bool:
    """Whether it has a place only beside a charge, whose target is tapped after it (K73, K74, K77)."""
    bare = Moment(unit.who)
    return no_place(ability, bare) is not None and no_place(ability, replace(bare, charges=True)) is None


def is_shot(ability: str) -> bool:
    """Whether an ability is the turn's shot itself (K75)."""
    rule = ABILITIES.get(ability)
    return rule is not None and any(form.shoots for form in rule.forms)
