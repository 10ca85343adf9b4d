"""What orders cost, what the book has against them as the table stands (8:3:5, 9:1), and what they are called: those of
a unit, and those of a character inside one, who has AC of his own (4:3:5, 4:3:7; K13, K49, K62).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.content import catalog
from companion.play.kensei import markers
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import PlanStep, Steps, UnitPlan
from companion.play.traced import question
from companion.rules.kensei.fight.strike import no_shot_into_combat
from companion.rules.kensei.orders import orders
from companion.rules.kensei.orders.orders import Commanded, Do, Order, OrderProblem, Standing
from companion.rules.kensei.turn.command import FAILED_ORDER_AC, REGROUPED_AC
from companion.rules.kensei.turn.facts import Cover, Pace
from companion.rules.text import Refusal, Text

MOVES = frozenset({"advance", "turn", "face", "occupy", "overcome", "through"})
"""Orders that the players carry out with their hands alone."""
MOVED_THROUGH_AC = 1
"""What it costs the unit through which friends move; a lone character nothing (K81)."""


def drafted(state: State, seat: str) -> tuple[UnitPlan, ...]:
    """The plans of a side that hold something it has not announced, in the order in which they were begun."""
    own = {piece.id for piece in state.standing(seat)}
    own |= {hero.id for hero in state.heroes(seat) if hero.alive}
    return tuple(plan for plan in state.plans if plan.draft and plan.piece in own)


# ---- what he has and what it costs; `hero` is a character whose orders are not those of his piece


def commanded(piece: Piece, hero: Hero | None = None) -> Commanded:
    """Who is given orders, as they are judged."""
    who = piece.combatant(hero.id) if hero is not None else piece.body
    return Commanded(who, catalog().weapons, catalog().abilities, display_name=(hero or piece).title)


def standing(state: State, piece: Piece, hero: Hero | None = None) -> Standing:
    """How he comes to his orders."""
    apart = hero is not None
    return Standing(
        loaded=(hero or piece).loaded,
        teppo_wet=piece.is_wet(hero.id if hero is not None else piece.lone_id),
        engaged=is_held(state, piece.id),
        fleeing=piece.facts.flees,
        failed_charge=not apart and failed_charge(state, piece),
        halved=not apart and halved(state, piece),
        ac_spent=spent_beside(state, piece, hero),
    )


@question
def is_held(state: State, piece_id: str) -> bool:
    """Whether an enemy keeps it from orders: since an earlier turn, or because it was reached in this one (8:3:5)."""
    if state.engaged_before(piece_id):
        return True
    return any(met.touches(piece_id) and met.charger != piece_id for met in state.contacts)


def failed_charge(state: State, piece: Piece) -> bool:
    """Whether its charge of the last turn fell short (9:5:7, K54)."""
    return state.fell_short.get(piece.id) == state.turn - 1


def _names(piece: Piece, hero: Hero | None) -> tuple[str, ...]:
    """Under what names orders and abilities take his AC: the last of a unit has some of when he stood in it, too."""
    if hero is not None:
        return (hero.id,)
    return tuple(dict.fromkeys((piece.id, piece.lone.id))) if piece.lone is not None else (piece.id,)


def spent_beside(state: State, piece: Piece, hero: Hero | None = None) -> int:
    """AC that went otherwise than by its own orders: reactions, being called back, a strategic order that failed."""
    own, *others = _names(piece, hero)
    spent = sum(_spent_on(state, name) for name in (own, *others)) + sum(_announced(state, piece, n) for n in others)
    if hero is not None:
        return spent
    through = MOVED_THROUGH_AC * (piece.lone is None and moved_through(state, piece.id))
    return spent + REGROUPED_AC * piece.facts.regrouped + through


@question
def _spent_on(state: State, name: str) -> int:
    """On reactions, abilities and strategic orders that failed."""
    reacted = sum(one.ac for one in state.reactions if one.piece == name)
    failed = sum(one.what == "strategic" and one.holds is False and one.piece == name for one in state.spent)
    used = sum(one.ac for one in state.uses if one.turn == state.turn and one.user == name and not one.taisho)
    return used + reacted + FAILED_ORDER_AC * failed


@question
def moved_through(state: State, piece_id: str) -> bool:
    """Whether a unit of its side has moved through it this turn (9:4:2); a lone character walks through it and takes
    nothing from it (4:3:4, K81)."""
    movers = {piece.id for piece in state.pieces if piece.lone is None}
    made = (step for plan in state.plans if plan.piece in movers for step in plan.made)
    return any(step.do == "through" and step.target == piece_id for step in made)


def walked_through(state: State, piece: Piece) -> bool:
    """Whether it is a lone character who walks through friends this turn: he goes on at half (4:3:4, K81).

    An advance of his knows it by the orders before it."""
    plan = state.plan_of(piece.id)
    return piece.lone is not None and any(step.do == "through" for step in (*plan.made, *plan.open))


def halved(state: State, piece: Piece) -> bool:
    """Whether it moves half this turn: hurt riders, or friends went or fled through it (5:2:7, K59, K81)."""
    return markers.halved(state, piece) or moved_through(state, piece.id)


@question
def has_acted(state: State, piece_id: str) -> bool:
    """Whether it has done anything in this phase."""
    piece = state.known(piece_id)
    facts = piece.facts
    return bool(state.plan_of(piece.id).done or facts.moved != "none" or facts.shot or facts.charged)


def has_ac(piece: Piece, hero: Hero | None = None) -> int:
    """The AC of a turn (2:7:10, 4:3:5)."""
    return commanded(piece, hero).who.attributes.ac


def price(who: Commanded, steps: Iterable[PlanStep]) -> int:
    """The AC of these orders."""
    return sum(who.price(_order(step)) for step in steps)


def _announced(state: State, piece: Piece, name: str, hero: Hero | None = None) -> int:
    plan = state.plan_of(name)
    return price(commanded(piece, hero), plan.steps[: plan.announced])


def left(state: State, piece: Piece, hero: Hero | None = None) -> int:
    """The AC that announced orders and reactions leave; less than nothing where more was spent than there is."""
    return has_ac(piece, hero) - spent_beside(state, piece, hero) - _announced(state, piece, (hero or piece).id, hero)


def _order(step: PlanStep) -> Order:
    return Order(step.do, step.pace, greater_precision=step.precision, ability=step.ability)


# ---- what the book has against them


Known = Collection[tuple[str, int]]
"""What is wrong with orders already, and with which of them."""


def _problems(who: Commanded, stands: Standing, steps: Iterable[PlanStep]) -> tuple[OrderProblem, ...]:
    """What is wrong with these orders of anybody who has AC."""
    return orders.judge_orders(who, stands, [_order(step) for step in steps]).problems


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges further orders of who has this plan, on the table as it stands: of a piece, or of a `hero` inside one."""

    state: State
    piece: Piece
    hero: Hero | None
    plan: UnitPlan
    who: Commanded
    stands: Standing
    known: Known

    def objections(self, steps: Steps) -> Iterator[Refusal]:
        """What the book has against these further orders: the first thing of each."""
        if self.hero is None:
            yield from self._of_piece(steps)
        entire = added(self.plan, _with_charge(self.who, steps))
        new = [p for p in _problems(self.who, self.stands, entire) if (p.code, p.about) not in self.known]
        first = {one.about: one for one in reversed(new)}  # of each order
        yield from (Refusal(self._words(one), one.rule) for one in new if one is first[one.about])
        needless = _loaded_already(self.stands, self.plan, steps) if self.who.shoots else None
        if refused := needless or _no_shot_into_combat(self.state, steps):
            yield refused
        if self.hero is not None and any(step.precision for step in steps) and self._is_carried_along():
            names = {"who": self.hero.title, "unit": self.piece.unit_title}
            words = Text("%(who)s moves with %(unit)s this turn: greater precision allows no move.", names)
            yield Refusal(words, "9:3:2")

    def _words(self, one: OrderProblem) -> Text:
        """What is too dear only on top of other orders says so: beside those it would read as if they were."""
        if one.code != "ac-over" or not self.plan.steps:
            return one.message
        words = Text("With its orders, that is %(spent)s AC; the unit has %(have)s.")
        return replace(words, values=one.message.values)

    def _of_piece(self, steps: Steps) -> Iterator[Refusal]:
        if self.piece.facts.counter_charged and any(step.do != "ability" for step in steps):
            names = {"unit": self.piece.title}
            yield Refusal(Text("%(unit)s counter-charged and cannot move or react again this turn.", names), "9:5:6")
        for step in steps:
            friend = self.state.piece(step.target) if step.do == "through" else None
            if friend is not None and has_acted(self.state, friend.id):
                words = Text(
                    "%(unit)s acted already: friends move only through units that have not.", {"unit": friend.title}
                )
                yield Refusal(words, "9:4:2")

    def _is_carried_along(self) -> bool:
        """Whether the unit he stands in moves or has moved, as everybody knows."""
        plan = self.state.plan_of(self.piece.id)
        moves = any(step.do == "advance" for step in (*plan.made, *plan.open))
        return self.piece.miniatures > 0 and (moves or self.piece.facts.moved != "none")

    def reach_cm(self, step: PlanStep) -> float | None:
        """How far an advance takes it, after what it is told already."""
        given = [_order(one) for one in (*self.plan.steps, step)]
        return orders.most_cm(self.who, self.stands, given, len(given) - 1)

    def against(self, steps: Steps) -> Refusal | None:
        """The first thing the book has against them."""
        return next(self.objections(steps), None)


def judge(state: State, piece: Piece, plan: UnitPlan, hero: Hero | None = None) -> Judge:
    """Who judges further orders of the plan: what they have in common is looked up once."""
    who, stands = commanded(piece, hero), standing(state, piece, hero)
    known = {(one.code, one.about) for one in _problems(who, stands, plan.steps)}
    return Judge(state, piece, hero, plan, who, stands, known)


def _no_shot_into_combat(state: State, steps: Iterable[PlanStep]) -> Refusal | None:
    targets = filter(None, (state.piece(step.target) for step in steps if step.shoots))
    return next(filter(None, (no_shot_at(state, one) for one in targets)), None)


def no_shot_at(state: State, target: Piece) -> Refusal | None:
    """Why nobody shoots at who fights, where the table has not agreed on it."""
    return no_shot_into_combat(target.title, state.touches(target.id), state.settings)


def _loaded_already(stands: Standing, plan: UnitPlan, steps: Steps) -> Refusal | None:
    """Why there is nothing to load (9:3:1)."""
    before = [_order(step) for step in plan.steps]
    for step in steps:
        if step.do == "load" and orders.is_loaded(stands, before):
            return Refusal(Text("The weapon is loaded already."), "9:3:1")
        before.append(_order(step))
    return None


def _with_charge(who: Commanded, steps: Steps) -> Steps:
    """With the charge that an ability goes with, whose target is tapped after it."""
    goes = any(step.ability and orders.goes_with_charge(who, step.ability) for step in steps)
    if goes and all(step.do != "charge" for step in steps):
        return (*steps, PlanStep("charge"))
    return steps


def added(plan: UnitPlan, steps: Steps) -> Steps:
    """The orders with these behind them. A drafted advance gives way to another."""
    advances = any(step.do == "advance" for step in steps)
    kept = tuple(step for step in plan.draft if not (advances and step.do == "advance"))
    return (*plan.steps[: plan.announced], *kept, *steps)


def taken_back(plan: UnitPlan, step: PlanStep) -> UnitPlan:
    """The plan without this order, as far as it is only drafted."""
    same = (step.do, step.pace, step.ability)
    rest = tuple(one for one in plan.draft if (one.do, one.pace, one.ability) != same)
    return replace(plan, steps=(*plan.steps[: plan.announced], *rest))


# ---- what forms of orders send in one key, as the data of their acts


TURNED = "+turned"
FARTHER = "farther"


def nested(found: dict[str, Any]) -> dict[str, Any]:
    """`goal=charge+run+` is an order at an enemy with the advance before it, `goal=shoot+march+precise` a precise shot,
    `goal=ability+march+` with its id an ability that is a shot; `left_cm=5+turned` what a charger that turned on its
    way has left, `left_cm=farther` more than its dice reach. `target=a2+off` takes a friend it moves through back,
    `target=a2+anyway` names him, or an enemy to shoot at, in spite of the book."""
    goal, left = found.get("goal"), found.get("left_cm")
    if isinstance(goal, str) and goal.count("+") == 2:
        do, pace, precise = goal.split("+")
        rest = {name: value for name, value in found.items() if name != "goal"}
        more: dict[str, Any] = {"ability": precise} if do == "ability" else {"precision": precise == "precise"}
        found = {**rest, "do": do, "pace": pace, **more}
    if isinstance(left, str) and left.endswith(TURNED):
        found = {**found, "left_cm": left.removesuffix(TURNED), "turned": True}
    target = found.get("target")
    if isinstance(target, str) and found.get("do") in ("through", "shoot", "ability"):
        whom, _, how = target.partition("+")
        said = {"off": {"on": False}, "anyway": {"anyway": True}}.get(how)
        found = {**found, "target": whom, **said} if said else found
    if left == FARTHER:
        found = {**found, "left_cm": 0, "farther": True}
    return found


# ---- what phones and the log say of orders


ORDER_LABELS: dict[tuple[Do, Pace], Text] = {
    ("advance", "march"): Text("March"),
    ("advance", "run"): Text("Run"),
    ("load", "march"): Text("Load"),
    ("face", "march"): Text("Face"),
    ("turn", "march"): Text("Turn again"),
    ("overcome", "march"): Text("Over an obstacle"),
}
"""The orders without a target, by what they do and how fast, as chips call them."""
OCCUPIES: dict[Cover, Text] = {"light": Text("Occupy, light cover"), "heavy": Text("Occupy, heavy cover")}
TOLD: dict[tuple[Do, Pace], Text] = {
    ("advance", "march"): Text("march"),
    ("advance", "run"): Text("run"),
    ("load", "march"): Text("load"),
    ("occupy", "march"): Text("occupy"),
    ("face", "march"): Text("face"),
    ("turn", "march"): Text("turn again"),
    ("overcome", "march"): Text("over an obstacle"),
    ("through", "march"): Text("through friends"),
}


COVERED: dict[Cover, Text] = {"light": Text("occupy light cover"), "heavy": Text("occupy heavy cover")}


def order_words(state: State, step: PlanStep) -> Text:
    """One order in a word or two."""
    names = {"enemy": state.title(step.target)}
    if step.do == "quit":
        return Text("leave %(enemy)s", names)
    if step.do == "join":
        return Text("join %(enemy)s", names)
    if step.do == "break":
        return Text("break away from %(enemy)s", names)
    if step.do == "charge":
        return Text("charge %(enemy)s", names)
    if step.do == "shoot":
        return Text("shoot precisely at %(enemy)s", names) if step.precision else Text("shoot at %(enemy)s", names)
    if step.do == "ability" and step.target:
        return Text("%(ability)s at %(enemy)s", {**names, "ability": catalog().abilities[step.ability].name})
    if step.do == "ability":
        return Text("%(ability)s", {"ability": catalog().abilities[step.ability].name})
    if step.do == "through" and step.target:
        return Text("through %(friend)s", {"friend": names["enemy"]})
    if step.do == "occupy" and step.cover != "none":
        return COVERED[step.cover]
    return TOLD[step.do, step.pace]


def row(state: State, steps: Iterable[PlanStep]) -> tuple[Text, ...]:
    """Orders in their sequence."""
    return tuple(order_words(state, step) for step in steps)
