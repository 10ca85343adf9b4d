"""Abilities as pages show them: chips of what may be used, dice and names that are due, and what lasts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.play.kensei.abilities.deploying import windows
from companion.play.kensei.abilities.offers import Offer, no_more, offers
from companion.play.kensei.abilities.owners import Owned, owned_by, price
from companion.play.kensei.abilities.rolls import ability_of, attribute, form_of, name_of, roll_kind, words
from companion.play.kensei.abilities.using import KINDS, pool
from companion.play.kensei.deploy import used as used_cards
from companion.play.kensei.ordered import PlanStep, UnitPlan
from companion.play.kensei.orders.chips import OrderChip
from companion.play.kensei.orders.plans import against
from companion.play.kensei.pieces import SEATS, Piece, SeatId
from companion.play.kensei.state import Ask, State
from companion.play.kensei.uses import Use
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


@dataclass(frozen=True, slots=True)
class WhomView:
    """Whom an ability is about, while that is asked."""

    seat: str
    step: str
    sentence: Text
    pool: tuple[tuple[str, str | Text], ...]
    many: bool
    rule: str


@dataclass(frozen=True, slots=True)
class AbilitiesView:
    """What one seat is shown of abilities; chips are its own side's alone."""

    dice: tuple[KiView, ...] = ()
    whoms: tuple[WhomView, ...] = ()
    free: tuple[AbilityChip, ...] = ()
    """What may be used whenever its player likes, or while a charge of its user runs."""
    taisho: tuple[AbilityChip, ...] = ()
    deploying: tuple[AbilityChip, ...] = ()
    """What may be used as a card is laid, or before the own ones are turned up."""

    def free_of(self, piece: str) -> tuple[AbilityChip, ...]:
        """Those of one piece."""
        return tuple(one for one in self.free if one.piece == piece)

    def taisho_of(self, seat: str) -> tuple[AbilityChip, ...]:
        """Those of a general."""
        return tuple(one for one in self.taisho if one.seat == seat)


def abilities_view(state: State, seat: str | None) -> AbilitiesView:
    """The abilities of this moment as this seat sees them."""
    if state.over:
        return AbilitiesView()
    own = [one for one in SEATS if one == seat]
    orders = state.begun and state.phase == "orders"
    return AbilitiesView(
        dice=tuple(_die(state, ask) for ask in state.asks if ask.kind == "ki"),
        whoms=tuple(_whom(state, ask, seat) for ask in state.asks if ask.kind == "whom"),
        free=tuple(chip for one in own if state.begun for window in FREE for chip in chips(state, one, window)),
        taisho=tuple(chip for one in own if orders and state.battle for chip in chips(state, one, "taisho")),
        deploying=tuple(_deploying(state, own)),
    )


def _deploying(state: State, own: list[SeatId]) -> Iterator[AbilityChip]:
    """Those of the deployment that are not used up; what is has no sentence worth reading there."""
    for seat in own:
        for window, about in windows(state, seat):
            yield from (chip for chip in chips(state, seat, window, about) if chip.against is None)


FREE: tuple[Window, ...] = ("any", "charging")


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
        if form is None or not one.acts_for_piece:
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


# ---- what is asked


def _die(state: State, ask: Ask) -> KiView:
    use = state.use(ask.about)
    assert use is not None
    sentence, waiting = words(state, ask)
    number = attribute(state, use, name_of(use, ask))
    return KiView(ask.seat, ask.id, sentence, waiting, number, roll_kind(use) == "opposed")


def _whom(state: State, ask: Ask, seat: str | None) -> WhomView:
    use = state.use(ask.about)
    assert use is not None
    sentence, _ = KINDS["whom"].words(state, ask)
    whom = form_of(use).whom
    offered = tuple((one, _shown(state, use, one, name, seat)) for one, name in pool(state, use))
    return WhomView(ask.seat, ask.id, sentence, offered, whom.many, ability_of(use).rule)


def _shown(state: State, use: Use, one: str, name: str | Text, seat: str | None) -> str | Text:
    """What a key says: of its own cards a side is told what they stand for."""
    card = (
        used_cards.card_at(state, used_cards.card_name(use.seat, one))
        if form_of(use).whom.pool == "own-cards"
        else None
    )
    piece = state.piece(card.piece) if card is not None and seat == use.seat else None
    return name if piece is None else Text("%(card)s: %(unit)s", {"card": name, "unit": piece.title})
