"""Each side ends its own orders; when both have, the turn goes on to its combats by itself (8:3:4).

A side that says nothing may be asked. It answers, or after a minute without a word the other ends its orders by hand,
and the log says so.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.acts import ActForm, Sentences, Timed, everybody
from companion.play.game import Event, Line
from companion.play.kensei.acts import UNDER_WAY, act, still_patient
from companion.play.kensei.after.honor import in_the_air
from companion.play.kensei.ask.names import CHOICES, urgent
from companion.play.kensei.combat import listing, strikes
from companion.play.kensei.orders import acting
from companion.play.kensei.orders.announcing import all_announced, announced_words
from companion.play.kensei.pieces import other
from companion.play.kensei.state import State
from companion.play.kensei.turn import whose
from companion.play.kensei.turn.phases import drafts_lost, passed, phase_words, put_off_words, results_words, still_open
from companion.rules.text import Refusal, Text, joined, player_at, player_first

RULE = "8:3:4"


class TurnAct(Timed, ActForm):
    """The turn whose orders are meant."""

    turn: int

    def _meant(self, state: State) -> Refusal | None:
        if (state.turn, state.phase) != (self.turn, "orders"):
            return Refusal(Text("That phase is already over: look at the table as it is now."), RULE)
        if not whose.is_led(state):
            return Refusal(Text("This table gives its orders without the app: end the phase instead."), RULE)
        return None


# ---- the end of a side's orders


@act("done", anyway="skip", label=Text("the end of %(side)s's orders"), says_whose=True, sees=everybody)
class DoneAct(TurnAct):
    """`skip`: the turn goes on although something is still owed, as after a correction that makes it so."""

    skip: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        after = self._ends(state, event)
        if isinstance(after, Refusal) or not self.skip or not whose.all_carried_out(after) or in_the_air(after):
            return after
        return passed(after)

    def _ends(self, state: State, event: Event) -> State | Refusal:
        if refused := self._meant(state):
            return refused
        if event.seat in state.ended:
            words = Text("%(side)s has finished giving orders already.", {"side": player_first(event.seat)})
            return Refusal(words, RULE)
        if state.running is not None and state.side_of(state.running.attacker) == event.seat:
            return UNDER_WAY
        if event.by == event.seat:
            return _own(state, event.seat)
        if event.seat not in state.hurried:
            side = {"side": player_at(event.seat)}
            return Refusal(Text("Only %(side)s ends those orders: ask whether they are done.", side), RULE)
        if refused := still_patient(event.seat, state.hurried[event.seat], self.moment, RULE):
            return refused
        return _ended(acting.all_stopped(state, event.seat), event.seat)

    def line(self, before: State, event: Event, after: State) -> Sentences:
        names = {"side": player_first(event.seat), "by": player_at(event.by)}
        if event.by != event.seat:
            words = Text("%(side)s was asked and gave no answer: %(by)s has ended those orders.", names)
            lost, gone = acting.orders_left_of(before, event.seat), drafts_lost(before, event.seat)
            sentences = [words, *([Text("Orders not carried out: %(units)s.", {"units": lost})] if lost else [])]
            return Line(joined(sentences), {event.seat: joined([*sentences, gone])} if gone is not None else {})
        sentences = announced_words(before, event.seat, after)
        moves = acting.only_moves(all_announced(before, event.seat), event.seat)
        if moved := tuple(before.title(plan.piece) for plan in moves):
            sentences.append(Text("Carried out: %(units)s.", {"units": moved}))
        return [*sentences, Text("%(side)s has finished giving orders.", names)]


def _own(state: State, seat: str) -> State | Refusal:
    """Its drafts are announced, and what ends with a word is carried out; all else has keys of its own."""
    state = all_announced(state, seat)
    state = acting.all_moved(state, acting.only_moves(state, seat))
    if rest := acting.orders_left_of(state, seat):
        words = Text("Announced and not carried out: %(units)s. Do it, or say who stopped, first.", {"units": rest})
        return Refusal(words, "8:3:5")
    return _ended(state, seat)


def _ended(state: State, seat: str) -> State:
    asked = {one: at for one, at in state.hurried.items() if one != seat}
    return replace(state, ended=(*state.ended, state.sides[seat].seat), hurried=asked)


# ---- asking for it


@act("hurry", label=Text("the question about orders"), sees=everybody)
class HurryAct(TurnAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        if refused := self._meant(state):
            return refused
        asked = other(event.seat)
        if asked in state.ended or asked in state.hurried:
            words = Text(
                "%(side)s has finished giving orders, or has been asked already.", {"side": player_first(asked)}
            )
            return Refusal(words, RULE)
        return replace(state, hurried={**state.hurried, asked: self.moment})

    def line(self, before: State, event: Event, after: State) -> Text:
        names = {"by": player_first(event.seat), "side": player_at(other(event.seat))}
        return Text("%(by)s asks whether the orders of %(side)s are done.", names)


@act("not-yet", label=Text("the answer “not done yet”"), sees=everybody)
class NotYetAct(TurnAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        if refused := self._meant(state):
            return refused
        if event.seat not in state.hurried or event.by != event.seat:
            return Refusal(Text("Nobody has asked whether your orders are done."), RULE)
        return replace(state, hurried={one: at for one, at in state.hurried.items() if one != event.seat})

    def line(self, before: State, event: Event, after: State) -> Text:
        return Text("%(side)s is still giving orders.", {"side": player_first(event.seat)})


# ---- what follows


def tidied(state: State) -> State:
    """Led on from the orders once both sides have ended them, into a combat that is the only one left, and out of the
    combats when all are fought: not where the players left the Commandment roll aside, for they say their contacts by
    hand too."""
    if not state.ended or state.over or not whose.is_led(state):
        return state
    if state.phase == "orders" and whose.all_carried_out(state) and _nothing_open(state):
        by_hand = state.ask_about(state.command.id) is not None
        state = passed(replace(state, ended=()) if by_hand else state)
    if state.phase == "combat" and state.ended and not _fighting(state):
        left = listing.left(state)
        return passed(state) if not left else listing.fought_now(state, left[0]) if len(left) == 1 else state
    return state


def _fighting(state: State) -> bool:
    """Whether a combat is under way, or anything else is asked that does not wait for the resolution."""
    asked = urgent(state) or state.asked(*CHOICES) or any(still_open(state))
    return bool(asked) or in_the_air(state) or any(not strikes.is_done(state, melee) for melee in state.melees)


def _nothing_open(state: State) -> bool:
    asked = any(ask.about != state.command.id for ask in state.asks)
    return not (asked or state.running is not None or in_the_air(state) or any(still_open(state)))


def log_lines(before: State, event: Event, after: State) -> list[Text]:
    """Where the turn went by itself."""
    if event.type in ("leave", "fight") or before.turn != after.turn or not before.begun:
        return []
    led = [phase_words(after)] if before.phase != after.phase else []
    if led and event.type == "done":
        led += put_off_words(before, after)
    if led and before.phase == "combat":
        led += results_words(after)
    return [*led, *(listing.fight_words(before, after) if len(after.melees) > len(before.melees) else [])]
