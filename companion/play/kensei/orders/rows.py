"""Orders as a seat sees them: rows with chips of what units and characters may be told, the chances of each and what
the book has against it now; what is next with one tap; and who breaks away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.content import catalog
from companion.play.kensei import owned
from companion.play.kensei.ask.kinds import KINDS, AskView
from companion.play.kensei.fight.aim import drafted
from companion.play.kensei.fight.situation import bands, fight_of, strike_of
from companion.play.kensei.orders.acting import no_shot
from companion.play.kensei.orders.breaking import against_breaking, followers, number_of
from companion.play.kensei.orders.characters import against_entering, against_quitting, can_enter_at_all
from companion.play.kensei.orders.charging import charge_rules
from companion.play.kensei.orders.plans import ORDER_LABELS, Judge, commanded, has_ac, judge, left, price, row
from companion.play.kensei.owned import label, no_more, own_chance, owned_by
from companion.play.kensei.pieces import Hero, Piece, Whereabouts
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Charging, PlanStep, React, Steps, UnitPlan
from companion.play.traced import part
from companion.rules.kensei.abilities.rule import Lasts
from companion.rules.kensei.after.honor import flight_cm, flight_dice
from companion.rules.kensei.fight.attack import numbers
from companion.rules.kensei.orders.charge import Gap, expected_hits, falling_short, outrunning, reaching
from companion.rules.kensei.orders.orders import Do
from companion.rules.kensei.turn.facts import Cover, Pace
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class OrderChip:
    """An order without a target. `on`: it is drafted; `against`: what the book has against it now."""

    do: Do
    pace: Pace
    label: Text
    ac: int
    on: bool
    against: Refusal | None
    cover: Cover = "none"
    ability: str = ""
    about: Text | None = None
    """What an ability does, its chance and its section."""
    chance: float | None = None
    rule: str = ""
    reach_cm: float | None = None
    """How far an advance goes."""
    stays: bool = False
    """It could be given before anything was drafted: it keeps its place while the draft grows."""

    @property
    def often(self) -> bool:
        """It is given in most turns, and its moment is now; the others are unfolded first."""
        return self.do in ("advance", "load", "ability") and (self.stays or self.against is None)

    @property
    def order(self) -> tuple[str, ...]:
        """Which order it is, drafted or not."""
        return self.do, self.pace, self.cover, self.ability


@dataclass(frozen=True, slots=True)
class PieceChip:
    """Another piece that is named: a friend it may move through, a unit a character may go into, or an enemy from whom
    he may break away."""

    piece: str
    title: str
    against: Refusal | None
    on: bool = False

    @property
    def value(self) -> str:
        """As the form sends it."""
        return f"{self.piece}+off" if self.on else f"{self.piece}+anyway" if self.against else self.piece


@dataclass(frozen=True, slots=True)
class GoalChip:
    """An order at an enemy, with the advance before it."""

    do: Do
    pace: Pace
    precision: bool
    label: Text
    ac: int
    against: Refusal | None
    beware: Text | None = None
    """What it costs the unit that announces it."""
    strip: Strip | None = None
    """The chance of a charge by its gap."""
    ability: str = ""
    """The ability that is this shot."""
    about: str = ""

    @property
    def value(self) -> str:
        """As the form sends it."""
        return f"{self.do}+{self.pace}+{self.ability or ('precise' if self.precision else '')}"


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A unit, or a character inside one, with its AC: what it is told to do, and what it may be told."""

    piece: str
    seat: str
    title: str
    have: int
    left: int
    """What announced orders and reactions leave; drafts are not spent yet."""
    drafting: int
    """AC of what is drafted, where this seat may know it."""
    announced: tuple[Text, ...]
    draft: tuple[Text, ...]
    done: bool
    """Its announced orders are carried out."""
    stopped: bool
    chips: tuple[OrderChip, ...]
    """Of its own seat; where nobody's secrets are shown, of every unit, by what is announced alone."""
    goals: tuple[GoalChip, ...]
    friends: tuple[PieceChip, ...] = ()
    near: bool = False
    """It is said to stand under 5 cm of an enemy."""


Row = TypeVar("Row", bound=OrderRow)


def row_of(kind: type[Row], state: State, piece: Piece, apart: Hero | None, plan: UnitPlan, **more: Any) -> Row:
    """The row of who has this plan, as far as it may be known; `more`: what it may be told."""
    return kind(
        piece=piece.id,
        seat=piece.seat,
        title=(apart or piece).title,
        have=has_ac(piece, apart),
        left=left(state, piece, apart),
        drafting=price(commanded(piece, apart), plan.draft),
        announced=row(state, plan.steps[: plan.announced]),
        draft=row(state, plan.draft),
        stopped=plan.stopped,
        **more,
    )


def order_chip(judges: Judge, step: PlanStep, label: Text) -> OrderChip:
    """An order without a target, as the judge sees it now."""
    on = step in judges.plan.draft
    found = None if on else judges.against((step,))
    return OrderChip(
        step.do, step.pace, label, price(judges.who, (step,)), on, found, step.cover, reach_cm=judges.reach_cm(step)
    )


def shot_goals(judges: Judge) -> Iterator[GoalChip]:
    """A shot, and one of greater precision (9:3:2)."""
    for precise, words in ((False, Text("Shoot")), (True, Text("Greater precision"))):
        step = PlanStep("shoot", precision=precise)
        ac, found = price(judges.who, (step,)), judges.against((step,))
        yield GoalChip("shoot", "march", precise, words, ac, found)


# ---- chances beside reactions and charges, by the gap or distance that nobody has measured yet


@dataclass(frozen=True, slots=True)
class GapCell:
    """One part of a strip: at which gap or distance, and the chance there, or how many hits are to be expected."""

    at: Text
    chance: float | None = None
    hits: float | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """A row of chances: of what, and which section and ruling they come from."""

    words: Text
    cells: tuple[GapCell, ...]
    rule: str
    ruling: str


def charge_strip(state: State, piece: Piece, pace: Pace, plan: UnitPlan) -> Strip | None:
    """The chances of a charge that this unit has not announced yet; with what it is told to use, if that works."""
    bare = Charging("", piece.id, "", pace)
    named = [catalog().ability_rules[step.ability] for step in plan.steps if step.ability]
    outcomes = (one for rule in named for form in rule.forms if form.window == "order" for one in form.won)
    hoped = frozenset(one.effect for one in outcomes if isinstance(one, Lasts) and one.on == "self")
    rules = charge_rules(state, bare)
    if hoped and (with_it := charge_rules(state, bare, hoped=hoped)) != rules:
        values = {"ability": tuple(catalog().abilities[rule.id].name for rule in named)}
        return _strip(state, Text("with %(ability)s, the charge reaches at", values), reaching(with_it), "9:5:3", "K73")
    return _strip(state, Text("the charge reaches at"), reaching(rules), "9:5:3", "K16")


def shortened_strip(state: State, charge: Charging, ability: str) -> Strip | None:
    """The chances that a charge falls short once an ability has taken a die off its way."""
    words = Text("If %(ability)s wins, the charge falls short at", {"ability": ability})
    return _strip(state, words, falling_short(charge_rules(state, charge), shortened=True), "12:5:3", "K74")


def react_strip(state: State, charge: Charging, target: Piece, what: React) -> Strip | None:
    """What a reaction to this charge may come to; nothing where no dice decide."""
    rules = charge_rules(state, charge)
    if what == "flee":
        gaps = outrunning(rules, flight_dice(target.body))
        return _strip(state, Text("Flee (chance of not being reached):"), gaps, "9:5:6", "K28")
    if what == "counter":
        words = Text("Counter-charge (chance that the charge falls short):")
        return _strip(state, words, falling_short(rules), "9:5:3", "K53")
    if what == "withstand" or not state.odds_shown:
        return None
    cells = tuple(_shots(state, target, state.piece_of(charge)))
    return Strip(Text("Shoot, expected hits:"), cells, "9:3:3", "K52") if cells else None


def _strip(state: State, words: Text, gaps: Iterable[Gap], rule: str, ruling: str) -> Strip | None:
    if not state.odds_shown:
        return None
    cells = tuple(GapCell(Text("%(cm)s cm", {"cm": f"{gap.cm:g}"}), chance=gap.chance) for gap in gaps)
    return Strip(words, cells, rule, ruling)


def _shots(state: State, piece: Piece, charger: Piece) -> Iterator[GapCell]:
    """The withstanding shot at each distance of its weapon."""
    chain = drafted(state, piece, charger, None, "shot")
    if isinstance(chain, Refusal) or chain.weapon is None:
        return
    for band in bands(catalog().weapons[chain.weapon], piece.facts.ground == "hill"):
        known = replace(chain.situation, withstand_and_shoot=True, distance_cm=band.cm)
        asked = numbers(strike_of(state, fight_of(state, replace(chain, situation=known))))
        if not band.beyond and not isinstance(asked, Refusal):
            label = Text("%(range)s cm", {"range": band.label})
            yield GapCell(label, hits=expected_hits(asked.dc.value, asked.at.value))


# ---- abilities that orders name, as chips of a row: what each costs, its chance


def order_chips(judge: Judge) -> Iterator[OrderChip]:
    """The abilities that are drafted with the orders of a piece, judged by the orders this seat may know of."""
    state, piece, plan = judge.state, judge.piece, judge.plan
    for one in owned_by(state, piece) if state.phase == "orders" else ():
        form = next((form for form in one.rule.forms if form.window == "order"), None)
        if form is None or form.shoots or not one.acts_for_piece:
            continue
        step = PlanStep("ability", ability=one.ability.id)
        on = step in plan.draft
        found = None if on else no_more(state, one, form) or judge.against((step,))
        yield OrderChip(
            "ability",
            "march",
            label(one, form),
            owned.price(state, one),
            on,
            found,
            ability=one.ability.id,
            about=Text("%(effect)s", {"effect": one.ability.effect}),
            chance=own_chance(state, one, form),
            rule=one.ability.rule,
        )


def shot_chips(judge: Judge) -> Iterator[GoalChip]:
    """The abilities that are a shot themselves: given at an enemy (K75)."""
    state = judge.state
    for one in owned_by(state, judge.piece):
        form = next((form for form in one.rule.forms if form.shoots), None)
        if form is not None and one.acts_for_piece:
            step = PlanStep("ability", ability=one.ability.id)
            found = no_more(state, one, form) or judge.against((step,))
            words = Text("%(ability)s", {"ability": one.ability.name})
            goal = GoalChip("ability", "march", False, words, owned.price(state, one), found)
            yield replace(goal, ability=one.ability.id, about=one.ability.effect)


# ---- characters: each with his AC and what he may do


@dataclass(frozen=True, slots=True)
class HeroRow(OrderRow):
    """A character. What he may be told is his own side's to see, or of every one in the open where nobody's secrets are
    shown; `alone`: his piece's row has his AC and orders."""

    hero: str = ""
    hidden: bool = False
    alone: bool = False
    units: tuple[PieceChip, ...] = ()
    quits: bool = False
    """He may be told to leave his unit."""
    against_quitting: Refusal | None = None
    enemies: tuple[PieceChip, ...] = ()
    """From whom he may break away."""


@dataclass(frozen=True, slots=True)
class NextView:
    """What an announced unit, or a character inside one, does next with one tap."""

    piece: str
    seat: str
    title: str
    orders: tuple[Text, ...]
    shoots: bool = False
    """A shot is among them."""
    against: Refusal | None = None
    """Why its shot, which comes next, can no longer be made."""
    anyway: bool = False
    """It can be made all the same: its target still stands."""


def _places(state: State) -> Iterator[Whereabouts]:
    for piece in state.pieces:
        for hero in piece.heroes:
            if hero.alive and piece.standing:
                yield Whereabouts(piece, hero)


@part
def hero_rows(state: State, seat: str | None) -> tuple[HeroRow, ...]:
    """Everybody this seat may know of, who has something to be told or to show."""
    return tuple(
        _row(state, place.piece.id, place.hero.id, place.piece.seat == seat, seat in (place.piece.seat, None))
        for place in _places(state)
        if place.piece.seat == seat or (not place.hero.hidden and (place.inside or seat is None))
    )


@part
def _row(state: State, piece_id: str, hero_id: str, mine: bool, ordered: bool) -> HeroRow:
    """`ordered`: with what he may be told; for the eyes of his side, or by what everybody knows."""
    piece = state.known(piece_id)
    hero = must(piece.hero(hero_id))
    place, plan = Whereabouts(piece, hero), state.plan_of(hero_id)
    plan = plan if mine else plan.without_draft
    enemies = sorted(state.foes_of(piece.id)) if ordered else ()
    judges = judge(state, piece, plan, hero) if ordered and not place.acts_for_piece else None
    judges = judges if judges is not None and judges.who.shoots else None
    return row_of(
        HeroRow,
        state,
        piece,
        place.apart,
        plan,
        hero=hero.id,
        hidden=hero.hidden,
        alone=place.acts_for_piece,
        done=bool(plan.announced) and not plan.open,
        chips=(order_chip(judges, PlanStep("load"), ORDER_LABELS["load", "march"]),) if judges else (),
        goals=tuple(shot_goals(judges)) if judges else (),
        units=tuple(_units(state, place, openly=not mine)) if ordered and not place.inside else (),
        quits=ordered and place.inside and not state.touches(piece.id),
        against_quitting=against_quitting(state, place) if ordered and place.inside else None,
        enemies=tuple(PieceChip(one, state.title(one), against_breaking(state, place)) for one in enemies),
    )


def _units(state: State, place: Whereabouts, *, openly: bool) -> Iterator[PieceChip]:
    """The units that could take him at all: the gait, the ranks and his trait stay as they are."""
    for unit in state.of(place.piece.seat):
        if unit.unit is not None and unit.miniatures and can_enter_at_all(state, place, unit, openly=openly):
            yield PieceChip(unit.id, unit.title, against_entering(state, place, unit, openly=openly))


def next_view(state: State, plan: UnitPlan, seat: str, steps: Steps) -> NextView:
    """What is next in this plan, of which these orders are left."""
    against = no_shot(state, plan)
    return NextView(
        plan.piece,
        seat,
        state.title(plan.piece),
        row(state, steps),
        shoots=any(step.shoots for step in steps),
        against=against,
        anyway=against is not None and state.known(plan.open[0].target).standing,
    )


def hero_nexts(state: State) -> Iterator[NextView]:
    """The characters inside units with something left of what was announced."""
    for place in _places(state):
        rest = state.plan_of(place.hero.id).open
        if rest and place.inside and not place.piece.facts.flees:
            yield next_view(state, state.plan_of(place.hero.id), place.piece.seat, rest)


# ---- breaking away


def hero_dice(state: State) -> Iterator[AskView]:
    """The dice that both sides owe."""
    for ask in state.asked("break", "dash"):
        one, asked = state.breakaway_of(ask), KINDS[ask.kind].asked(state, ask)
        yield asked if ask.kind == "dash" else replace(asked, number=number_of(state, one, ask.seat))


def follow_views(state: State) -> Iterator[AskView]:
    """Who may go after a character who got away, as his enemy is asked."""
    for ask in state.asked("follow"):
        able = tuple((hero.id, hero.title, False) for hero in followers(state, state.breakaway_of(ask)))
        yield replace(KINDS["follow"].asked(state, ask), pool=able)


def broken_away(state: State) -> Iterator[Text]:
    """What came of each this turn."""
    for one in state.breakaways:
        names = {"who": state.title(one.hero), "follower": state.title(one.follower), "cm": flight_cm(one.run)}
        if one.away is False:
            yield Text("%(who)s has not got away.", names)
        elif one.run and one.chase and one.reached:
            yield Text("%(follower)s has reached %(who)s: they meet in a confrontation.", names)
        elif one.run:
            yield Text("%(who)s has got away: up to %(cm)s cm.", names)
