"""Abilities as pages show them: chips of what may be used, dice and names that are due, and what lasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.play.kensei.abilities import forecast, sealed
from companion.play.kensei.abilities.answering import answerable, lender, lenders
from companion.play.kensei.abilities.hidden import hidden_views
from companion.play.kensei.abilities.offers import NOT_CHARGING, Offer, offers_of, owners
from companion.play.kensei.abilities.rolls import attribute, name_of, windows, words
from companion.play.kensei.abilities.rolls import chance as chance_of
from companion.play.kensei.abilities.using import is_secret, pool, supposed
from companion.play.kensei.after.owing import target
from companion.play.kensei.ask.kinds import KINDS, AskView
from companion.play.kensei.asks import Ask, AskKind
from companion.play.kensei.combat.duels import gives_dice
from companion.play.kensei.combat.initiative import awaited_sides, may_declare_again, step_of
from companion.play.kensei.deploy import cards
from companion.play.kensei.melees import Melee
from companion.play.kensei.orders.plans import judge
from companion.play.kensei.orders.reacting import awaited
from companion.play.kensei.orders.rows import Strip, order_chips, shortened_strip
from companion.play.kensei.owned import GENERAL, is_spent, label
from companion.play.kensei.pieces import SEATS, SeatId
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Use
from companion.play.traced import part
from companion.rules.kensei.abilities.rule import ShortensCharge, Window
from companion.rules.kensei.after.honor import chance as holding
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
    effect: str | Text
    """What it does; of one with two forms, what this one does."""
    price: int
    rule: str
    chance: float | None
    against: Refusal | None
    hidden: bool = False
    """To use it shows its user."""
    comes_to: float | None = None
    """The chance that the roll it answers holds in the end, with it."""
    strip: Strip | None = None
    """What it may come to, by distance."""
    spent: bool = False
    """It has been used as often as a battle allows."""
    each: tuple[tuple[str, float], ...] = ()
    """The chance against each of the few it may be rolled against."""
    changes: tuple[Text, ...] = ()
    """What would be different with it."""
    of_form: bool = False
    """Its effect is no whole sentence: it goes on after the name."""
    of_own: bool = False
    """Its user is a character inside a unit, whose orders are not the unit's."""
    secret: bool = False
    """It is for the eyes of its own side alone."""


@dataclass(frozen=True, slots=True)
class KiView:
    """A die of an ability that is due. `opposed`: the attribute is added to it, the higher one wins."""

    seat: str
    step: str
    sentence: Text
    number: Number
    opposed: bool
    letters: str = "KI"
    """Which attribute it is."""
    lenders: tuple[tuple[str, str, bool], ...] = ()
    """Who may lend his KI to it, and whether he does."""
    changes: tuple[Text, ...] = ()
    """What will be different if it works."""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class WhomView:
    """Whom an ability is about, while that is asked."""

    seat: str
    step: str
    sentence: Text
    pool: tuple[tuple[str, str | Text, float | None], ...]
    """By name what each is called, and the chance against it where dice decide and the table shows odds."""
    many: bool
    rule: str

    @property
    def odds_of(self) -> Text | None:
        """What the chances are of."""
        any_known = any(one[2] is not None for one in self.pool)
        return Text("Chances that the ability works on each target.") if any_known else None


@dataclass(frozen=True, slots=True)
class AbilitiesView:
    """What one seat is shown of abilities; chips are its own side's alone."""

    dice: tuple[KiView, ...] = ()
    whoms: tuple[WhomView, ...] = ()
    hidden: tuple[AskView, ...] = ()
    """Who of its own is hidden, as this seat alone is asked."""
    inside: tuple[AbilityChip, ...] = ()
    """What characters inside units may use with an act of their own, where a unit drafts an order (9:4:3)."""
    free: tuple[AbilityChip, ...] = ()
    """What may be used whenever its player likes, or while a charge of its user runs."""
    taisho: tuple[AbilityChip, ...] = ()
    answers: tuple[AbilityChip, ...] = ()
    """What may answer a charge, a roll or another ability."""
    interrupts: tuple[AbilityChip, ...] = ()
    """What may answer an ability that is used, or that has failed."""
    sums: tuple[AskView, ...] = ()
    """Dice that follow an ability that held, and are added up."""
    usable: frozenset[str] = frozenset()
    """Pieces of this seat at which an ability could be used now."""

    def may_use(self, piece: str) -> bool:
        """Whether an ability could be used at this piece now."""
        return piece in self.usable

    def asks(self, seat: str) -> bool:
        """Whether a die of an ability, or a word about it, is due from this side: that comes first."""
        dice, words = {one.seat for one in self.dice}, {one.seat for one in self.whoms}
        return seat in dice | words | {one.seat for one in (*self.sums, *self.hidden)}

    def answering(self, about: str) -> tuple[AbilityChip, ...]:
        """The abilities that answer this charge, roll or challenge."""
        return tuple(one for one in self.answers if one.about == about)

    deploying: tuple[AbilityChip, ...] = ()
    """What may be used as a card is laid, or before the own ones are turned up."""

    def free_of(self, piece: str) -> tuple[AbilityChip, ...]:
        """What may be used at one piece whenever its player likes."""
        return tuple(one for one in self.free if one.piece == piece)

    def inside_of(self, hero: str) -> tuple[AbilityChip, ...]:
        """What a character inside a unit may use with an act of his own."""
        return tuple(one for one in self.inside if one.user == hero)

    def taisho_of(self, seat: str) -> tuple[AbilityChip, ...]:
        """The abilities of the general of a side."""
        return tuple(one for one in self.taisho if one.seat == seat)


def abilities_view(state: State, seat: str | None) -> AbilitiesView:
    """The abilities of this moment as this seat sees them."""
    if state.over:
        return AbilitiesView()
    own = [one for one in SEATS if seat in (one, None)]
    begun = own if state.begun else []
    answers = [
        chip
        for one in begun
        for window, about in answerable(state, one)
        for chip in chips(state, one, window, about, eyes=seat)
    ]
    orders = begun if state.phase == "orders" else []
    free = [chip for one in begun for chip in _free(state, one, seat)]
    taisho = [chip for one in orders if state.battle for chip in chips(state, one, "taisho", eyes=seat)]
    return AbilitiesView(
        dice=_dice(state),
        whoms=tuple(_whom(state, ask, seat) for ask in state.asked("whom")),
        hidden=tuple(hidden_views(state, seat)),
        inside=tuple(chip for one in orders for chip in chips(state, one, "order", eyes=seat) if chip.of_own),
        free=tuple(free),
        answers=tuple(chip for chip in answers if state.use(chip.about) is None),
        interrupts=tuple(chip for chip in answers if state.use(chip.about) is not None),
        sums=_sums(state),
        taisho=tuple(taisho),
        deploying=tuple(_deploying(state, own, seat)),
        usable=frozenset(chip.piece for chip in (*answers, *free, *taisho) if chip.against is None).union(
            *(_with_orders(state, one, seat is None) for one in orders)
        ),
    )


def _deploying(state: State, own: list[SeatId], eyes: str | None) -> Iterator[AbilityChip]:
    """The abilities of the deployment that can be used; why others cannot is not worth reading there."""
    for seat in own:
        for window, about in windows(state, seat):
            yield from (chip for chip in chips(state, seat, window, about, eyes=eyes) if chip.against is None)


FREE: tuple[Window, ...] = ("any", "charging")
"""The second is of the orders phase alone."""
SUMS: tuple[AskKind, ...] = ("harm", "away", "shorter", "last")
"""Dice that are added up once an ability has held."""


def _free(state: State, seat: str, eyes: str | None) -> Iterator[AbilityChip]:
    """At its row: what may be used whenever its player likes, and what answers a charge nobody is asked about."""
    for window in FREE[: 1 + (state.phase == "orders")]:
        yield from chips(state, seat, window, eyes=eyes)
    for charge in state.charges:
        if awaited(state, charge) is None:
            yield from chips(state, seat, "charged", charge.id, eyes=eyes)


def chips(state: State, seat: str, window: Window, about: str = "", *, eyes: str | None) -> Iterator[AbilityChip]:
    """A chip for everything a side has in this window, as far as `eyes` may know of it (None: only what is open)."""
    for owner in owners(state, seat, window) if eyes in (seat, None) else ():
        yield from (one for one in _owned(state, seat, owner, window, about) if eyes == seat or not one.secret)


@part
def _owned(state: State, seat: str, owner: str, window: Window, about: str) -> tuple[AbilityChip, ...]:
    """All that a piece, or the general, of a side has in this window, secrets included."""
    return tuple(
        _chip(state, offer)
        for offer in offers_of(state, seat, owner, window, about)
        if offer.against is not NOT_CHARGING  # no moment of it is near, and no word of the players could bring one
    )


def _chip(state: State, offer: Offer) -> AbilityChip:
    one, chance, may = offer.owned, forecast.chance(state, offer), offer.against is None
    shortens = any(isinstance(outcome, ShortensCharge) for outcome in offer.form.won)
    return AbilityChip(
        seat=one.piece.seat,
        piece=one.piece.id,
        user=one.user,
        who=one.title,
        ability=one.ability.id,
        taisho=one.taisho,
        form=offer.form.id,
        about=offer.about,
        name=_against_use(state, offer) or label(one, offer.form),
        effect=offer.form.label or one.ability.effect,
        of_form=offer.form.label is not None,
        price=offer.price,
        rule=one.ability.rule,
        chance=chance,
        comes_to=_comes_to(state, offer, chance),
        against=offer.against,
        hidden=one.hero is not None and one.hero.hidden,
        strip=shortened_strip(state, must(state.charge(offer.about)), one.ability.name) if shortens else None,
        spent=is_spent(state, one, offer.form),
        each=tuple(forecast.each(state, offer)),
        of_own=not one.acts_for_piece,
        secret=is_secret(state, one),
        changes=tuple(forecast.changes(state, supposed(state, one, offer.form, offer.about))) if may else (),
    )


def _against_use(state: State, offer: Offer) -> Text | None:
    """What a chip says that answers another ability."""
    use = state.use(offer.about)
    if use is None:
        return None
    names = {"ability": offer.owned.ability.name, "other": use.name, "who": state.title(use.user)}
    return Text("%(ability)s: %(other)s of %(who)s", names)


def _comes_to(state: State, offer: Offer, chance: float | None) -> float | None:
    """The chance of an honor or KI roll with what answers it: it is not rolled, or rolled again."""
    roll, use = state.roll(offer.about), state.use(offer.about)
    if chance is None:
        return None
    if offer.form.window == "honor-due" and roll is not None:
        return chance + (1 - chance) * holding(target(state, roll).value)
    if offer.form.window == "roll-failed":
        if roll is not None:
            return chance * holding(target(state, roll).value)
        return chance * chance_of(state, use) if use is not None else None
    return None


@part
def _with_orders(state: State, seat: str, openly: bool) -> tuple[str, ...]:
    """Whose orders may still name an ability."""
    own = (one for one in owners(state, seat, "order") if one != GENERAL)
    return tuple(one for one in own if _may_name(state, one, openly))


@part
def _may_name(state: State, piece_id: str, openly: bool) -> bool:
    piece, plan = state.known(piece_id), state.plan_of(piece_id)
    of_orders = order_chips(judge(state, piece, plan.without_draft if openly else plan))
    return any(not chip.on and chip.against is None for chip in of_orders)


# ---- what is asked


@part
def _dice(state: State) -> tuple[KiView, ...]:
    return tuple(_die(state, ask) for ask in state.asked("ki"))


@part
def _sums(state: State) -> tuple[AskView, ...]:
    return tuple(KINDS[ask.kind].asked(state, ask) for ask in state.asked(*SUMS))


def _die(state: State, ask: Ask) -> KiView:
    use = state.use_of(ask)
    sentence, _ = words(state, ask)
    name = name_of(use, ask)
    lends = lender(state, use, name)
    return KiView(
        ask.seat,
        ask.id,
        sentence,
        attribute(state, use, name),
        opposed=use.rolls == "opposed",
        letters=use.letters,
        lenders=tuple((one.id, one.title, one == lends) for one in lenders(state, use, name)),
        changes=tuple(forecast.changes(state, use)),
        rule=use.entry.rule,
    )


def _whom(state: State, ask: Ask, seat: str | None) -> WhomView:
    use = state.use_of(ask)
    sentence, _ = KINDS["whom"].words(state, ask)
    whom = use.form_used.whom
    offered = tuple(
        (one, _shown(state, use, one, name, seat), forecast.against(state, use, one)) for one, name in pool(state, use)
    )
    return WhomView(ask.seat, ask.id, sentence, offered, whom.many, use.entry.rule)


def _shown(state: State, use: Use, one: str, name: str | Text, seat: str | None) -> str | Text:
    """What a key says: of its own cards a side is told what they stand for."""
    card = cards.card_at(state, cards.card_name(use.seat, one)) if use.form_used.whom.pool == "own-cards" else None
    piece = state.piece_of(card) if card is not None and seat == use.seat else None
    return name if piece is None else Text("%(card)s: %(unit)s", {"card": name, "unit": piece.title})


# ---- the abilities that one side may use in the combats under way


@dataclass(frozen=True, slots=True)
class UnderSeal:
    """One who may use an ability under the seal of the dice that `step` names: each by its word."""

    step: str
    user: str
    who: str
    able: tuple[tuple[str, AbilityChip], ...]
    chosen: str = ""
    """What its own side has sealed, while the other's dice are awaited."""


@dataclass(frozen=True, slots=True)
class CombatChips:
    """`open`: by combat or challenge, those that are used with a tap of their own."""

    sealed: tuple[UnderSeal, ...] = ()
    open: tuple[AbilityChip, ...] = ()
    challenged: Mapping[str, str] = field(default_factory=dict)
    """Whom each of its own side's characters challenges, while that is sealed."""

    def under(self, step: str) -> tuple[UnderSeal, ...]:
        """Who may use an ability under the seal of these initiative dice."""
        return tuple(one for one in self.sealed if one.step == step)

    def about(self, name: str) -> tuple[AbilityChip, ...]:
        """The abilities that are used with a tap of their own in this combat or challenge."""
        return tuple(one for one in self.open if one.about == name)


def combat_chips(state: State, seat: str | None) -> CombatChips:
    """What this seat may use in combats; of both sides what everybody knows of, where one phone leads both."""
    if state.over or state.phase == "resolution":
        return CombatChips()
    sides = [side for side in SEATS if seat in (side, None)]
    melees = [melee for melee in state.melees if melee.first_roll]
    return CombatChips(
        sealed=tuple(one for melee in melees for side in sides for one in _sealed(state, melee, side, seat)),
        open=tuple(one for melee in state.melees for side in sides for one in _open(state, melee, side, seat)),
        challenged={hero: other for melee in melees for hero, other in melee.sealed_challenges(seat).items()},
    )


def _sealed(state: State, melee: Melee, seat: str, eyes: str | None) -> Iterator[UnderSeal]:
    again = may_declare_again(state, melee) if eyes == seat else ()
    if not melee.declares or seat not in (*awaited_sides(state, melee), *again):
        return
    found = tuple(chips(state, seat, "before-in", melee.id, eyes=eyes))
    declared = melee.given[seat].abilities if seat in again else {}
    for user in dict.fromkeys(one.user for one in found):
        able = tuple((sealed.word(one.ability, one.form, one.against), one) for one in found if one.user == user)
        yield UnderSeal(step_of(melee, seat), user, able[0][1].who, able, declared.get(user, ""))


def _open(state: State, melee: Melee, seat: str, eyes: str | None) -> Iterator[AbilityChip]:
    """Of a side that gives no dice in this combat, and whatever answers a challenge."""
    if melee.first_roll and not gives_dice(state, melee, seat):
        yield from chips(state, seat, "before-in", melee.id, eyes=eyes)
    for one in melee.confrontations:
        for window in CHALLENGES:
            yield from chips(state, seat, window, one.id, eyes=eyes)


CHALLENGES: tuple[Window, ...] = ("challenging", "challenged")
