"""Abilities as pages show them: chips of what may be used, dice and names that are due, and what lasts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.kensei.abilities import harming
from companion.play.kensei.abilities.hidden import HiddenView, hidden_views
from companion.play.kensei.abilities.offers import Offer, no_more, offers
from companion.play.kensei.abilities.owners import Owned, owned_by, price
from companion.play.kensei.abilities.rolls import attribute, form_of, lender, lenders, name_of, roll_kind, words
from companion.play.kensei.abilities.using import KINDS, pool
from companion.play.kensei.ask.view import Die
from companion.play.kensei.ordered import PlanStep, UnitPlan
from companion.play.kensei.orders.chips import GoalChip, OrderChip
from companion.play.kensei.orders.plans import against
from companion.play.kensei.pieces import SEATS, Piece
from companion.play.kensei.state import Ask, State
from companion.rules.kensei.abilities.rule import Form, Window
from companion.rules.text import Number, Refusal, Text


@dataclass(frozen=True, slots=True)
class AbilityChip:
    """An ability that may be used, or why not now. `piece`: where it stands."""

    seat: str
    piece: str
    user: str
    who: str
    ability: str
    taisho: bool
    form: str
    about: str
    name: Text
    effect: str
    price: int
    rule: str
    chance: float | None
    against: Refusal | None
    hidden: bool = False
    """To use it shows its user."""


@dataclass(frozen=True, slots=True)
class KiView:
    """A die of an ability that is due. `opposed`: the attribute is added to it, the higher one wins."""

    seat: str
    step: str
    sentence: Text
    waiting: Text
    number: Number
    opposed: bool
    lenders: tuple[tuple[str, str, bool], ...] = ()
    """Who may lend his KI to it, and whether he does."""


@dataclass(frozen=True, slots=True)
class HarmDice:
    """Dice of damage that an ability does by itself."""

    seat: str
    step: str
    sentence: Text
    faces: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class WhomView:
    """Whom an ability is about, while that is asked."""

    seat: str
    step: str
    sentence: Text
    pool: tuple[tuple[str, str], ...]
    many: bool
    rule: str


@dataclass(frozen=True, slots=True)
class AbilitiesView:
    """What one seat is shown of abilities; chips are its own side's alone."""

    dice: tuple[KiView, ...] = ()
    whoms: tuple[WhomView, ...] = ()
    harms: tuple[HarmDice, ...] = ()
    hidden: tuple[HiddenView, ...] = ()
    """Who of its own is hidden, as this seat alone is asked."""
    inside: tuple[AbilityChip, ...] = ()
    """What characters inside units may use with the orders."""
    free: tuple[AbilityChip, ...] = ()
    """What may be used whenever its player likes, or while a charge of its user runs."""
    taisho: tuple[AbilityChip, ...] = ()

    def free_of(self, piece: str) -> tuple[AbilityChip, ...]:
        """Those of one piece."""
        return tuple(one for one in self.free if one.piece == piece)

    def inside_of(self, hero: str) -> tuple[AbilityChip, ...]:
        """Those of a character inside a unit."""
        return tuple(one for one in self.inside if one.user == hero)

    def taisho_of(self, seat: str) -> tuple[AbilityChip, ...]:
        """Those of a general."""
        return tuple(one for one in self.taisho if one.seat == seat)


def abilities_view(state: State, seat: str | None) -> AbilitiesView:
    """The abilities of this moment as this seat sees them."""
    if not state.begun or state.over:
        return AbilitiesView()
    own = [one for one in SEATS if one == seat]
    orders = state.phase == "orders"
    return AbilitiesView(
        dice=tuple(_die(state, ask) for ask in state.asks if ask.kind == "ki"),
        whoms=tuple(_whom(state, ask) for ask in state.asks if ask.kind == "whom"),
        harms=tuple(_harm(state, ask) for ask in state.asks if ask.kind == "harm"),
        hidden=tuple(hidden_views(state, seat)),
        inside=tuple(chip for one in own if orders for chip in _inside(state, one)),
        free=tuple(chip for one in own for window in FREE[: 1 + orders] for chip in chips(state, one, window)),
        taisho=tuple(chip for one in own if orders and state.battle for chip in chips(state, one, "taisho")),
    )


def _inside(state: State, seat: str) -> Iterator[AbilityChip]:
    """What a character in a unit does with an act of his own, where a unit drafts an order (9:4:3)."""
    for found in offers(state, seat, "order"):
        if not found.owned.acts_for_piece:
            yield _chip(state, found)


FREE: tuple[Window, ...] = ("any", "charging")
"""The second is of the orders phase alone."""


def chips(state: State, seat: str, window: Window, about: str = "") -> Iterator[AbilityChip]:
    """A chip for everything a side has in this window."""
    for offer in offers(state, seat, window, about):
        yield _chip(state, offer)


def _chip(state: State, offer: Offer) -> AbilityChip:
    one = offer.owned
    return AbilityChip(
        seat=one.piece.seat,
        piece=one.piece.id,
        user=one.user,
        who=one.title,
        ability=one.ability.id,
        taisho=one.taisho,
        form=offer.form.id,
        about=offer.about,
        name=label(one, offer.form),
        effect=one.ability.effect,
        price=offer.price,
        rule=one.ability.rule,
        chance=_chance(state, one, offer.form),
        against=offer.against,
        hidden=one.hero is not None and one.hero.hidden,
    )


def label(one: Owned, form: Form) -> Text:
    """What a chip says: the ability's name, and in which form."""
    if form.label is None:
        return Text("%(ability)s", {"ability": one.ability.name})
    return Text("%(ability)s: %(form)s", {"ability": one.ability.name, "form": form.label})


def _chance(state: State, one: Owned, form: Form) -> float | None:
    """The chance of the user's own roll, where the table shows odds."""
    kind = form.roll or one.ability.ki_roll
    if not state.odds_shown or kind not in ("own", "each"):
        return None
    return max(0, min(10, one.who.attributes.ki)) / 10


# ---- with a unit's orders


def order_chips(state: State, piece: Piece, plan: UnitPlan) -> Iterator[OrderChip]:
    """The abilities that are drafted with the orders of a piece, judged by the orders this seat may know of."""
    for one in owned_by(state, piece) if state.phase == "orders" else ():
        form = next((form for form in one.rule.forms if form.window == "order"), None)
        if form is None or form.shoots or not one.acts_for_piece:
            continue
        step = PlanStep("ability", ability=one.ability.id)
        on = step in plan.draft
        found = None if on else no_more(state, one, form) or against(state, piece, plan, (step,))
        yield OrderChip(
            "ability",
            "march",
            label(one, form),
            price(state, one),
            on,
            found,
            ability=one.ability.id,
            about=Text("%(effect)s", {"effect": one.ability.effect}),
            chance=_chance(state, one, form),
            rule=one.ability.rule,
        )


def shot_chips(state: State, piece: Piece, plan: UnitPlan) -> Iterator[GoalChip]:
    """The abilities that are a shot themselves: given at an enemy (K75)."""
    for one in owned_by(state, piece):
        form = next((form for form in one.rule.forms if form.shoots), None)
        if form is not None and one.acts_for_piece:
            step = PlanStep("ability", ability=one.ability.id)
            found = no_more(state, one, form) or against(state, piece, plan, (step,))
            words = Text("%(ability)s", {"ability": one.ability.name})
            goal = GoalChip("ability", "march", False, words, price(state, one), found)
            yield replace(goal, ability=one.ability.id, about=one.ability.effect)


# ---- what is asked


def _die(state: State, ask: Ask) -> KiView:
    use = state.use(ask.about)
    assert use is not None
    sentence, waiting = words(state, ask)
    number = attribute(state, use, name_of(use, ask))
    name = name_of(use, ask)
    lends = lender(state, use, name)
    able = tuple((one.id, one.title, one == lends) for one in lenders(state, use, name))
    return KiView(ask.seat, ask.id, sentence, waiting, number, roll_kind(use) == "opposed", able)


def _harm(state: State, ask: Ask) -> HarmDice:
    kind = harming.KINDS["harm"]
    faces = ask.pad.faces or (None,) * kind.dice(state, ask)
    dice = tuple(Die(place, face, False, Text("damage")) for place, face in enumerate(faces))
    return HarmDice(ask.seat, ask.id, kind.words(state, ask)[0], dice)


def _whom(state: State, ask: Ask) -> WhomView:
    use = state.use(ask.about)
    assert use is not None
    sentence, _ = KINDS["whom"].words(state, ask)
    whom = form_of(use).whom
    return WhomView(ask.seat, ask.id, sentence, pool(state, use), whom.many, "9:4:3")
