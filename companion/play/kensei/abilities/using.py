"""An ability used: the word, whom it is about, and the dice it asks for (3:4:6, 8:3:1, 9:4:3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import Field

from companion.play.acts import ActForm, Sentences, everybody, part
from companion.play.game import Event, Line
from companion.play.kensei.abilities.answering import answered, no_answer
from companion.play.kensei.abilities.offers import NOT_CHARGING, enemies_of, met_by_charge, no_use
from companion.play.kensei.abilities.rolls import decided, user_at, user_first
from companion.play.kensei.acts import StepAct, act, always, must_have_begun
from companion.play.kensei.ask.kinds import KINDS, SAID, Words, answers, choice
from companion.play.kensei.asks import Ask
from companion.play.kensei.combat.duels import begins_duel, is_free
from companion.play.kensei.deploy import cards
from companion.play.kensei.deploy.cards import must_deploy
from companion.play.kensei.orders.reacting import answer_words
from companion.play.kensei.owned import Owned, find, owned_by, price, used
from companion.play.kensei.pieces import Piece, other
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import UnitPlan, Use
from companion.rules.kensei.abilities.rule import BEFORE_THE_BATTLE, Form
from companion.rules.text import Refusal, Text, player_at

RULE = "3:4:6"
NOT_YOURS = Refusal(Text("Nobody on your side on the table has that ability: choose one that is offered."), RULE)


# ---- whom it may be about


def pool(state: State, use: Use) -> tuple[tuple[str, str | Text], ...]:
    """Who could be meant, by what they are called."""
    kind, piece = use.form_used.whom.pool, state.piece_of(use)
    if kind == "own-cards":
        return cards.swappable(state, use.seat)
    if kind == "none":
        return ()
    enemies = state.standing(other(use.seat))
    if kind == "enemy-characters":
        near = [p for p in enemies if p.id in enemies_of(state, piece.id)]
        fit = [h for p in near or enemies for h in p.seen_heroes if use.form_used.whom.fits(h.profile)]
        free = [h for h in fit if not begins_duel(use.form_used) or is_free(state, h)]
        return tuple((h.id, h.title) for h in free or fit)
    found: Iterable[Piece] = {
        "enemy-units": enemies,
        "friends": state.friends(piece),
        "own-units": [p for p in state.of(use.seat) if p.miniatures and "on-foot" in p.profile.traits],
    }.get(kind, ())
    return tuple((p.id, p.title) for p in found)


def known_targets(state: State, one: Owned, form: Form, about: str) -> tuple[str, ...]:
    """Whom it is about without a word: the charger, the charged, whoever is in contact."""
    if form.window == "charged":
        charge = state.charge(about)
        return (charge.piece,) if charge is not None else ()
    if form.window == "charging":
        return met_by_charge(state, one.piece)
    if form.window == "ability":
        disturbed = state.use(about)
        return (disturbed.user,) if disturbed is not None else ()
    if form.window == "before-in":
        return enemies_of(state, one.piece.id)
    return ()


def supposed(state: State, one: Owned, form: Form, about: str) -> Use:
    """The use as it would begin."""
    return Use(
        id="",
        ability=one.ability.id,
        seat=one.piece.seat,
        piece=one.piece.id,
        hero=one.hero.id if one.hero is not None else "",
        taisho=one.taisho,
        form=form.id,
        about=about,
        targets=() if form.whom.pool != "none" else known_targets(state, one, form, about),
    )


# ---- begun


def begun(
    state: State, one: Owned, form: Form, about: str = "", targets: Iterable[str] = (), *, by_orders: bool = False
) -> State:
    """The state in which this is used; unchanged where nobody is there whom it could be about. `by_orders`: the orders
    that name it pay for it."""
    name = state.free_name(_named(state, one, form, about))
    cost, use = price(state, one), supposed(state, one, form, about)
    use = replace(use, id=name, turn=state.turn, ac=0 if by_orders else cost, price=cost)
    if form.whom.pool != "none":
        named = tuple(targets)
        use = replace(use, targets=named, named=bool(named))
    if not use.named and not form.whom.after:
        able = pool(state, use)
        if not able and not form.whom.many:
            return state
        if len(able) == 1:
            use = replace(use, targets=tuple(who for who, _ in able), named=True)
    return decided(_seen(state.given(name), one), use)


def _named(state: State, one: Owned, form: Form, about: str) -> str:
    """`t3.two-swords.a6`, `deploy.yutei.b2`: who uses it, and what it is about where nobody may know who."""
    if form.window in BEFORE_THE_BATTLE:
        return f"deploy.{one.ability.id}.{about or one.piece.seat}"
    ending = f".{form.id}" if form.id else ""
    return f"t{state.turn}.{one.ability.id}{ending}.{'taisho' if one.taisho else one.user}"


def _seen(state: State, one: Owned) -> State:
    """Who uses an ability is hidden no more (5:1:13), once he stands on the table."""
    return state.shown(one.piece.seat, one.hero.id) if one.hero is not None and state.begun else state


def _sees_use(state: State, event: Event, seat: str | None) -> Mapping[str, Any]:
    """All of it; but who uses it is his own side's while nobody else knows that he is there."""
    found = state.whereabouts(str(event.data.get("user", "")))
    hidden = found is not None and found[1] is not None and found[1].hidden
    secret = found is None or hidden or not state.open_army(found[0].seat)
    if seat == event.seat or state.over or not secret:
        return event.data
    return part(event, "ability", "taisho", "form", "about", "anyway")


@act("use", label=Text("the use of an ability"), sees=_sees_use, when=always)
class UseAct(ActForm):
    """`user`: the unit or character whose ability it is; `shows`: its player knows that it shows who is hidden;
    `anyway`: although the book has something against it."""

    user: str
    ability: str
    taisho: bool = False
    form: str = ""
    about: str = ""
    target: dict[str, bool] = Field(default_factory=dict)
    shows: bool = False
    anyway: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        one = find(state, event.seat, self.user, self.ability, taisho=self.taisho)
        form = one.rule.form(self.form) if one is not None else None
        if one is None or form is None or (event.by != event.seat and is_secret(state, one)):
            return must_have_begun(state) or NOT_YOURS
        if refused := _not_now(state, one, form, self.about):
            return refused
        if found := no_answer(state, one, form, self.about):
            return found
        if not self.anyway and (found := no_use(state, one, form, self.about, shows=self.shows)):
            return found
        if form.window == "charging" and not met_by_charge(state, one.piece):
            return NOT_CHARGING
        ready = answered(state, form, self.about)
        after = begun(ready, one, form, self.about, chosen(self.target))
        if after is ready:
            return one.refusal(Text("%(ability)s has no possible target now: use it later."))
        return after

    def line(self, before: State, event: Event, after: State) -> Sentences:
        new = new_uses(before, after)
        if not new:
            return Line()
        use, words = new[-1], [used_words(after, new[-1])]
        words += [answer_words(after, answer) for answer in after.reactions[len(before.reactions) :]]
        if use.before_the_battle and cards.waits(after, use.seat):
            words.append(Text("The cards of %(side)s are turned face up first.", {"side": player_at(other(use.seat))}))
        return words


def is_secret(state: State, one: Owned) -> bool:
    """Whether the other side may not know of this ability: who asks for it is told what he is told of none."""
    return one.taisho or not state.open_army(one.piece.seat) or (one.hero is not None and one.hero.hidden)


def _not_now(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    """What makes it impossible at this moment of the table, whatever the players agree on."""
    if form.window not in BEFORE_THE_BATTLE:
        return must_have_begun(state)
    return must_deploy(state) or cards.no_card(state, one.piece.seat, form.window, about)


def chosen(answers: Mapping[str, bool]) -> tuple[str, ...]:
    """The names that a form says yes to."""
    return tuple(one for one, yes in answers.items() if yes)


@act("whom", label=Text("the target of an ability"), sees=everybody, when=always)
class WhomAct(StepAct):
    """Whom a use is about: each of them, or nobody."""

    target: dict[str, bool] = Field(default_factory=dict)

    @answers("whom", rule=RULE, past=SAID)
    def apply(self, state: State, event: Event, ask: Ask) -> State | Refusal:
        use = state.use_of(ask)
        if use.before_the_battle and event.by != event.seat:
            return Refusal(Text("Each side decides about its own cards: ask across the table."), RULE)
        targets, whom = chosen(self.target), use.form_used.whom
        if whom.count and len(targets) not in (0, whom.count):
            words = Text("Choose %(count)s of those offered, or none.", {"count": whom.count})
            return Refusal(words, use.entry.rule)
        if not set(targets) <= {one for one, _ in pool(state, use)} or (len(targets) != 1 and not whom.many):
            words = Text("Choose one of those offered.")
            if whom.many:
                words = Text("Choose only among those offered: all that apply, or none.")
            return Refusal(words, use.entry.rule)
        return decided(state.without_asks(use.id), replace(use, targets=targets, named=True))

    def line(self, before: State, event: Event, after: State) -> Sentences:
        ask = before.ask_at(self.step)
        use = after.use(ask.about) if ask is not None else None
        if use is None:
            return Line()
        targets = tuple(after.title(one) for one in use.targets)
        names = {**_names(after, use), "who": user_at(after, use), "targets": targets}
        if not use.targets:
            return Text("%(ability)s of %(who)s: nobody.", names)
        if use.form_used.whom.pool == "own-cards":
            return Text("%(ability)s: cards %(targets)s of %(who)s change places.", names)
        return Text("%(ability)s of %(who)s: %(targets)s.", names)


# ---- words


def _names(state: State, use: Use) -> dict[str, object]:
    return {"who": user_first(state, use), "ability": use.name}


def used_words(state: State, use: Use) -> Text:
    """What the log says of an ability that is used."""
    form, names = use.form_used, _names(state, use)
    if form.window == "card":
        number, seat = cards.number_and_side(use.about)
        names |= {"number": number, "side": player_at(seat)}
        return Text("%(who)s used %(ability)s: card %(number)s of %(side)s.", names)
    if form.label is not None:
        return Text("%(who)s used %(ability)s: %(form)s.", {**names, "form": form.label})
    return Text("%(who)s used %(ability)s.", names)


def new_uses(before: State, after: State) -> tuple[Use, ...]:
    """The uses of abilities begun between these two states."""
    known = {use.id for use in before.uses}
    return tuple(use for use in after.uses if use.id not in known)


def _whom_words(state: State, ask: Ask) -> Words:
    use = state.use_of(ask)
    names = {**_names(state, use), "who": user_at(state, use), "asks": use.form_used.whom.asks}
    return Text("%(ability)s. %(asks)s", names), Text("%(ability)s of %(who)s: its target is asked for.", names)


def tidied(state: State) -> State:
    """Abilities announced with orders are used from then on. Nothing is asked of one whose user is gone."""
    for one, form in _announced(state):
        state = begun(state, one, form, by_orders=True)
    state = state.with_plans(_past_abilities(plan) for plan in state.plans)
    for use in state.uses:
        if use.holds is None and state.ask_about(use.id) is not None:
            found = state.whereabouts(use.user)
            if found is None or not (found[1].alive if found[1] is not None else found[0].standing):
                state = state.with_use(replace(use, holds=False)).without_asks(use.id)
    return state


def resumed(state: State) -> State:
    """An ability that another one has answered goes on once that is decided."""
    for use in state.uses:
        answers = [one for one in state.uses if one.about == use.id]
        waiting = any(one.holds is None for one in answers) or state.ask_about(use.id) is not None
        if answers and use.holds is None and not waiting:
            state = decided(state, use)
    return state


def _past_abilities(plan: UnitPlan) -> UnitPlan:
    """What is used needs no word that it was carried out."""
    while plan.open and plan.open[0].do == "ability" and not plan.open[0].shoots:
        plan = plan.one_done
    return plan


def _announced(state: State) -> Iterator[tuple[Owned, Form]]:
    """What announced orders name and nobody has begun to use."""
    for plan in state.plans if state.phase == "orders" else ():
        named = {step.ability for step in plan.steps[: plan.announced] if step.do == "ability"}
        piece = state.piece(plan.piece) if named else None
        for one in owned_by(state, piece) if piece is not None else ():
            form = next((form for form in one.rule.forms if form.window == "order"), None)
            begun_already = any(use.turn == state.turn for use in used(state, one))
            if one.ability.id in named and form is not None and one.acts_for_piece and not begun_already:
                yield one, form


KINDS |= {"whom": choice(RULE, _whom_words, Text("No dice are needed yet: choose the target first."))}
