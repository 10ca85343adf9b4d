"""The abilities of a combat: chosen under the seal of its initiative dice, used before these lie open (K49, 10:2:4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import Field

from companion.play.acts import ActForm, part
from companion.play.game import Event
from companion.play.kensei.abilities.offers import Offer, heroes_near, no_use, offers
from companion.play.kensei.abilities.using import begun, chosen, is_secret, new_uses, used_words
from companion.play.kensei.acts import Face, act, others_dice
from companion.play.kensei.ask.kinds import KINDS, PAST
from companion.play.kensei.chains import freeze_number
from companion.play.kensei.combat import duels, initiative
from companion.play.kensei.combat.duels import challenges_of, names, spoken, spoken_words, under_way
from companion.play.kensei.melees import Given, Melee, Striker
from companion.play.kensei.owned import Owned, find
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.pieces import other as other_side
from companion.play.kensei.state import State, must
from companion.rules.text import Refusal, Text, joined, player_first

ANYWAY = "!"
"""Ends the word for an ability that is used although the book has something against it."""


def offered(state: State, melee: Melee, seat: str) -> tuple[Offer, ...]:
    """What a side may use in this combat before initiative, each with what stands against it."""
    if not melee.declares:
        return ()
    return tuple(offers(state, seat, "before-in", melee.id))


def openly(state: State, melee: Melee) -> bool:
    """Whether either side may use something of which both know."""
    every = (one for seat in SEATS for one in offered(state, melee, seat))
    return any(one.against is None and not is_secret(state, one.owned) for one in every)


def word(ability: str, form: str, against: Refusal | None = None) -> str:
    """As a form names it: `clean-cut`, `metsuke/capture`, `vanishing!` for what the book has something against."""
    return f"{ability}{f'/{form}' if form else ''}{ANYWAY if against else ''}"


def refused(state: State, melee: Melee, seat: str, declared: Mapping[str, str]) -> Refusal | None:
    """Why these cannot be used, each user's by its word; None where they can."""
    if declared and not melee.declares:
        words = Text("Abilities are used before initiative: now enter the dice only.")
        return Refusal(words, "3:4:6")
    able = offered(state, melee, seat)
    dares: list[Owned] = []
    for user, wanted in declared.items():
        name = wanted.removesuffix(ANYWAY)
        his = (o for o in able if o.owned.user == user)
        one = next((o for o in his if word(o.owned.ability.id, o.form.id) == name), None)
        if one is None:
            words = Text("Nobody on your side in this combat has that ability: choose one that is offered.")
            return Refusal(words, "3:4:6")
        if one.against is not None and not wanted.endswith(ANYWAY):
            return one.against
        if duels.begins_duel(one.form):
            dares.append(one.owned)
    met = {hero.id for owned in dares for hero in heroes_near(state, owned)}
    return duels.ONE_A_TURN if met and len(met) < len(dares) else None


def used(state: State, melee: Melee) -> State:
    """With the abilities both sides have sealed, used at once; those of who has the command are asked first."""
    for seat in (state.commanding, other_side(state.commanding)):
        given = melee.given.get(seat)
        for user, wanted in given.abilities.items() if given else ():
            state = _begun(state, melee, seat, user, wanted)
    found = must(state.melee(melee.id))
    bare = {seat: replace(given, abilities={}) for seat, given in found.given.items()}
    return state.with_melee(replace(found, given=bare, declared=True))


def _begun(state: State, melee: Melee, seat: str, user: str, wanted: str) -> State:
    """The state in which a sealed ability is used; unchanged where something has come between, as its user's death."""
    name, _, form_id = wanted.removesuffix(ANYWAY).partition("/")
    one = find(state, seat, user, name)
    form = one.rule.form(form_id) if one is not None else None
    if one is None or form is None:
        return state
    if not wanted.endswith(ANYWAY) and no_use(state, one, form, melee.id) is not None:
        return state
    return begun(state, one, form, melee.id)


# ---- the act


def _sees(state: State, event: Event, seat: str | None) -> Mapping[str, Any]:
    """Everybody sees that a side has given its dice; what they are, only that side until the other has given too. That
    it has only declared is no secret where no die is asked."""
    step = str(event.data.get("step", ""))
    if seat == event.seat or initiative.is_open(state, step):
        return event.data
    found = initiative.step_at(state, step)
    alone = found is not None and initiative.rolls_alone(state, found[0])
    return part(event, "step", "declare") if alone else part(event, "step")


def _label(state: State, data: InitiativeAct) -> Text:
    """A declaration is no initiative: its dice come later, or none do. Who may not see which of the two it is reads of
    initiative; sealed it is until it lies open."""
    if data.declare:
        return Text("the declaration of %(side)s")
    is_open = initiative.is_open(state, data.step)
    return Text("the initiative of %(side)s") if is_open else Text("the sealed initiative of %(side)s")


@act("initiative", dice=True, label=_label, says_whose=True, sees=_sees)
class InitiativeAct(ActForm):
    """One side's answer: a die for each of its strikers who roll now, by name or as faces in their order."""

    step: str
    die: dict[str, Face] = Field(default_factory=dict)
    faces: tuple[Face, ...] = ()
    defensive: dict[str, bool] = Field(default_factory=dict)
    obstacle: dict[str, bool] = Field(default_factory=dict)
    challenge: dict[str, str] = Field(default_factory=dict)
    """Whom each of its characters challenges: sealed until the other side has answered too (10:2:3)."""
    ability: dict[str, str] = Field(default_factory=dict)
    """What each of its own uses before initiative: sealed too (K49)."""
    declare: bool = False
    """Only what it declares; its dice come after that is carried out."""

    def apply(self, state: State, event: Event) -> State | Refusal:
        found = initiative.step_at(state, self.step)
        mine = initiative.rolling_of(state, found[0], found[1]) if found else ()
        if found is None or not mine:
            return Refusal(PAST, "10:2:4")
        melee, seat = found
        awaited = initiative.awaited_sides(state, melee)
        if not awaited:
            words = Text("Both sides have answered: abilities and confrontations come first, then the dice.")
            return Refusal(words, "10:2:3")
        if seat not in awaited and (melee.declared or event.by != seat):
            side = {"side": player_first(seat)}
            words = Text("%(side)s already has dice here: only the phone that plays that side can change them.", side)
            if melee.declared:
                words = Text("%(side)s already has dice here: now only those of the other side are asked.", side)
            return Refusal(words, "10:2:4")
        if event.seat != seat:
            return others_dice(seat, "10:2:4")
        if no := self._positions_refused(state, melee, mine) or self._challenges_refused(state, melee, seat):
            return no
        dice = self._dice(state, melee, mine)
        if isinstance(dice, Refusal):
            return dice
        if no := refused(state, melee, seat, self.ability):
            return no
        given = Given(dice, chosen(self.defensive), chosen(self.obstacle), self.challenge, self.ability)
        if melee.declared and seat in melee.given:
            given = replace(melee.given[seat], dice=dice)
        return state.with_melee(replace(melee, given={**melee.given, seat: given}))

    def _positions_refused(self, state: State, melee: Melee, mine: tuple[Striker, ...]) -> Refusal | None:
        pieces = (*chosen(self.defensive), *chosen(self.obstacle))
        if pieces and not melee.declares:
            return Refusal(Text("Positions are chosen before initiative: now enter the dice only."), "10:2:1")
        by_piece = {s.piece: s for s in mine if not s.hero}
        if any(one not in by_piece for one in pieces):
            return Refusal(Text("Choose positions for your own units in this combat."), "10:2:1")
        if any(not initiative.may_hold_obstacle(state, melee, by_piece[one]) for one in chosen(self.obstacle)):
            words = Text(
                "An obstacle counts only in the first turn of a contact, not for riders or who charged: leave it out."
            )
            return Refusal(words, "6:2:5")
        refusals = (initiative.may_be_defensive(state, by_piece[one]) for one in chosen(self.defensive))
        return next((refused for refused in refusals if refused), None)

    def _challenges_refused(self, state: State, melee: Melee, seat: str) -> Refusal | None:
        if self.challenge and not melee.declares:
            return Refusal(Text("Challenges are made before initiative: now enter the dice only."), "10:2:3")
        unheard = replace(melee, confrontations=())  # two may challenge at the same moment: the first is heard
        able = {hero.id: {o.id for o in others} for hero, others in challenges_of(state, unheard, seat)}
        if all(other in able.get(hero, ()) for hero, other in self.challenge.items()):
            return None
        words = Text("Choose your own characters, each once a turn, and enemies they can reach in this combat.")
        return Refusal(words, "4:3:10")

    def _dice(self, state: State, melee: Melee, mine: tuple[Striker, ...]) -> Mapping[str, int] | Refusal:
        """One of each who rolls now; none, where only what comes before them is declared (10:2:2, 10:2:3)."""
        if self.declare:
            if not melee.declares:
                return Refusal(Text("Everything is declared: now enter the dice only."), "10:2:2")
            if not (self.ability or self.challenge or initiative.rolls_alone(state, melee)):
                words = Text("Choose an ability or a challenge to declare, or enter the initiative dice.")
                return Refusal(words, "10:2:2")
            return {}
        dice = dict(zip([s.id for s in mine], self.faces, strict=False)) if self.faces else self.die
        if set(dice) != {s.id for s in mine} or len(self.faces) > len(mine):
            who = tuple(state.striker_name(s) for s in mine)
            return Refusal(Text("One die is needed for each of these: %(who)s.", {"who": who}), "10:2:4")
        return dice

    def _heard(self, event: Event, was: Melee, melee: Melee) -> Mapping[str, str]:
        """The challenges of both sides, as both have answered now; none while they are sealed."""
        if any(given.challenges for given in melee.given.values()):
            return {}
        return {**was.sealed_challenges(other_side(event.seat)), **self.challenge}

    def line(self, before: State, event: Event, after: State) -> Text:
        """That this answer was given, with or without dice; once all have, the order and what both sides have used."""
        new = new_uses(before, after)
        uses = [used_words(after, use) for use in new]
        melee = next((m for m in after.melees if self.step.startswith(f"{m.id}.in")), None)
        was = before.melee(melee.id) if melee is not None else None
        if melee is None or was is None or event.seat in melee.given or melee.settled:
            spoken = spoken_words(was, after, self._heard(event, was, melee)) if was is not None and melee else ()
            given = Text("%(side)s has answered for initiative.", {"side": player_first(event.seat)})
            owed = (ask for use in new for ask in after.asked("ki", "whom") if ask.about == use.id)
            return joined([given, *spoken, *uses, *(KINDS[ask.kind].words(after, ask)[1] for ask in owed)])
        rows = tuple(_row(after, melee, s) for s in initiative.strikers_in_order(melee))
        again = [Text("A tie is rolled again.")] if initiative.rolling(after, melee) else []
        return joined([Text("Initiative: %(order)s.", {"order": rows}), *again, *uses])


def _row(state: State, melee: Melee, striker: Striker) -> Text:
    """A striker in a line of the log, with his number; a tie's after a stroke."""
    values = initiative.totals(melee).get(striker.id)
    who = state.striker_name(striker)
    if not values:
        return Text("%(who)s last", {"who": who})
    named = {"who": who, "value": "/".join(map(str, values))}
    if state.piece_of(striker).facts.defensive and not striker.hero:
        return Text("%(who)s (%(value)s, defensive)", named)
    return Text("%(who)s (%(value)s)", named)


# ---- when sealed initiative lies open: all sides have given theirs, abilities are rolled


def tidied(state: State) -> State:
    """The dice of every combat for which all sides have given theirs lie open, once its challenges are over."""
    for melee in state.melees:
        if melee.declares and melee.given and not initiative.awaited_sides(state, melee):
            melee = spoken(state, melee)
            state = used(state.with_melee(melee), melee)
            melee = must(state.melee(melee.id))
        if initiative.nothing_to_choose(state, melee) and not openly(state, melee):
            bare = {seat: replace(given, dice={}) for seat, given in melee.given.items()}
            melee = replace(melee, settled=True, given=bare)
            state = state.with_melee(melee)
        if melee.given and not initiative.awaited_sides(state, melee) and not under_way(state, melee):
            state = _opened(state, melee)
    return state


def log_lines(before: State, event: Event, after: State) -> tuple[Text, ...]:
    """A line for each confrontation that this event takes up again, or begins without a word of its own; and for each
    order of strikes that no die has to settle."""
    known = {one.id for melee in before.melees for one in melee.confrontations}
    new = [one for melee in after.melees for one in melee.confrontations if one.goes_on and one.id not in known]
    going = (Text("The confrontation of %(one)s and %(other)s goes on.", names(after, one)) for one in new)
    settled = {melee.id for melee in before.melees if melee.settled}
    orders = (_unrolled(after, melee) for melee in after.melees if melee.settled and melee.id not in settled)
    begun = (words for melee in before.melees for words in _spoken_beside(before, event, after, melee))
    return (*going, *begun, *filter(None, orders))


def _spoken_beside(before: State, event: Event, after: State, melee: Melee) -> Iterator[Text]:
    """Challenges that no answer of a side tells: abilities held them up, or one is an ability; or who had still to
    answer has left the combat."""
    now = after.melee(melee.id)
    if melee.given and not initiative.awaited_sides(before, melee):
        yield from spoken_words(melee, after, {})
    elif event.type != "initiative" and now is not None and now.declared and not melee.declared:
        yield from spoken_words(melee, after, {**melee.sealed_challenges("a"), **melee.sealed_challenges("b")})


def _unrolled(state: State, melee: Melee) -> Text | None:
    """The order of strikes that no die has to settle; nothing, where the one who was left had no dice and is passed."""
    left = initiative.left_to_strike(state, melee)
    if not left:
        return None
    if len(left) == 1 and (melee.declared or melee.confrontations):
        who = {"who": state.striker_name(left[0])}
        return Text("No initiative roll: nobody but %(who)s is left to strike.", who)
    order = tuple(place_words(state, s) for s in initiative.strikers_in_order(melee))
    return Text("No initiative roll: %(order)s.", {"order": order})


def place_words(state: State, striker: Striker) -> Text:
    """Where a striker stands in an order that no die had to settle."""
    who = {"who": state.striker_name(striker)}
    return Text("%(who)s last, reached in flight", who) if striker.flees else Text("%(who)s first", who)


def _opened(state: State, melee: Melee) -> State:
    if melee.first_roll:
        for piece_id in (one for given in melee.given.values() for one in given.defensive):
            state = state.with_facts(state.known(piece_id), defensive=True)
        held = tuple(one for given in melee.given.values() for one in given.obstacle)
        numbers = initiative.numbers_now(state, melee, held)
        melee = replace(melee, initiative={one: freeze_number(number) for one, number in numbers.items()})
    dice = {one: die for given in melee.given.values() for one, die in given.dice.items()}
    opened = {**melee.dice, **{one: (*melee.dice.get(one, ()), die) for one, die in dice.items()}}
    return state.with_melee(replace(melee, dice=opened, given={}))
