"""The honor roll at the table: what only the players know, one die, the flight; rolled again or skipped (11:3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from pydantic import Field

from companion.play.acts import ActForm, everybody
from companion.play.game import Event
from companion.play.kensei import markers
from companion.play.kensei.acts import UNDER_WAY, PieceAct, StepAct, about, act
from companion.play.kensei.after import flight, owing, words
from companion.play.kensei.ask.kinds import KINDS, PAST, Faces, Kind
from companion.play.kensei.ask.names import roll_name, settled_name, withdrawn
from companion.play.kensei.asks import Ask, AskKind, ask_name
from companion.play.kensei.chains import freeze_number
from companion.play.kensei.pieces import Piece, removed
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import BeforeFlight, Flight, HonorRoll
from companion.rules.dice import pips
from companion.rules.kensei.after.honor import CAUSES, Cause
from companion.rules.kensei.turn.contacts import Contact
from companion.rules.kensei.turn.effects import EffectId
from companion.rules.text import Refusal, Text

EFFECTS: dict[str, EffectId] = {"destroyed_enemy": "destroyed-enemy", "run_through": "run-through"}
"""Answers that say of an effect that it lies on the unit, or does not."""


class OwedAct(ActForm):
    """The honor roll that is owed."""

    owed: str


def in_the_air(state: State) -> bool:
    """Whether an honor roll is being made and still wants dice."""
    return any(roll.in_the_air for roll in state.rolls)


def must_roll_on(state: State, *pieces: str) -> Refusal | None:
    """Why a phase is not left yet, or nothing begun with these pieces: an honor roll is being made, or flight dice are
    due, after it or of who runs on."""
    roll = next((one for one in state.rolls if one.in_the_air and (not pieces or one.piece in pieces)), None)
    if roll is None:
        return None
    ask = state.ask_about(roll.id)
    if ask is None or ask.kind != "flight":
        return Refusal(Text("An honor roll is being made: finish it, or put it off, first."), "11:3:1")
    unit = {"unit": state.title(roll.piece)}
    return Refusal(Text("Flight dice are still due: %(unit)s. Roll them first.", unit), "11:4")


@act("honor", label=Text("beginning the honor roll"), sees=everybody)
class HonorAct(PieceAct):
    cause: str = "by-hand"
    owed: str = ""
    name: str = Field("", max_length=120)
    """What the roll is called, given when it is entered."""

    def apply(self, state: State, event: Event) -> State | Refusal:
        owed = owing.owed_by(state, self.owed)
        if self.owed and owed is None:
            return Refusal(Text("That honor roll is no longer owed."), "11:3:1")
        piece = state.piece(owed.piece if owed else self.piece)
        if piece is None or not piece.standing:
            return Refusal(Text("Nothing of that unit is left on the table."), "11:3:1")
        causes = owed.causes if owed else _causes_of(self.cause)
        if not causes:
            reason = Text("There is no such reason; give one of these: %(known)s.", {"known": ", ".join(CAUSES)})
            return Refusal(reason, "11:4:1")
        if not owing.may_roll(piece, causes):
            return Refusal(Text("%(unit)s cannot roll for honor: already in flight.", {"unit": piece.title}), "11:4:2")
        state = withdrawn(state)
        running = state.running
        if running is not None and piece.id in (running.attacker, running.defender):
            return UNDER_WAY
        # each side makes one honor roll at a time
        others = [r for r in state.rolls if r.in_the_air and state.piece_of(r).seat == piece.seat]
        if any(r.die is not None or not state.untouched(r.id) for r in others):
            return Refusal(Text("An honor roll is being made: finish it first."), "11:3:1")
        for other in others:
            state = _closed(state, other)
        state = state.without_results(piece.seat)
        if owed is not None:
            return state.with_roll(replace(owed, open=True))
        new = HonorRoll("", piece.id, causes, owed=False, open=True)
        return owing.asked(state, replace(new, id=settled_name(state, self.name, roll_name(state, new))), piece)


def _causes_of(cause: str) -> tuple[Cause, ...]:
    return tuple(known for known in CAUSES if known == cause)


def next_name(state: State, data: Mapping[str, Any]) -> str:
    """What a roll the players call for now will be called."""
    wanted = HonorAct.model_construct(**data)
    return state.free_name(roll_name(state, HonorRoll("", wanted.piece, _causes_of(wanted.cause), owed=False)))


def _closed(state: State, roll: HonorRoll) -> State:
    """Put off: back among what is owed, or gone where only the players called for it."""
    return state.with_roll(replace(roll, open=False)) if roll.owed else state.without_roll(roll.id)


def _at(data: StepAct, state: State, event: Event) -> HonorRoll | Refusal:
    ask = state.ask_at(data.step)
    roll = state.roll(ask.about) if ask is not None else None
    return Refusal(PAST, "11:3:1") if roll is None else roll


@act("answer", label=Text("an answer for the honor roll"), sees=everybody)
class AnswerAct(StepAct):
    field: Literal["commander", "sohei", "destroyed_enemy", "deserted", "run_through"]
    value: str = Field("", max_length=40)

    @about(_at)
    def apply(self, state: State, event: Event, roll: HonorRoll) -> State | Refusal:
        if roll.die is not None:
            return Refusal(Text("The die is entered: undo it to change what counts."), "11:3:1")
        piece = state.piece_of(roll)
        if self.field == "commander":
            if self.value and self.value not in [one.hero.id for one in owing.able_lenders(state, roll, piece)]:
                if roll.is_ki:
                    reason = Text("Only the general lends his KI, in the turn of Fulfil Your Duty, once.")
                    return Refusal(reason, "12:6:2")
                return Refusal(Text("Only a Commandment character who stands in no unit lends his honor."), "5:1:11")
            return state.with_roll(replace(roll, commander=self.value or None))
        on = self.value.lower() in ("1", "true", "on", "yes")
        if effect := EFFECTS.get(self.field):
            return state.with_effect(piece.id, effect, on)
        if self.field == "sohei":
            return state.with_roll(replace(roll, sohei=on))
        return state.with_roll(replace(roll, deserted=on))


def _thrown(state: State, ask: Ask, faces: Faces) -> State:
    """After the die: who breaks gets the run-away marker and loses the standard (3:4:7), and its flight is asked.

    Held in front and rear it has nowhere to run.
    """
    roll = state.roll_of(ask)
    number = owing.target(state, roll)
    stands = pips(faces[0]) in owing.good_faces(state, roll)
    if roll.is_ki and roll.commander:  # the general has lent his KI: he does so once
        state = state.with_effect(state.piece_of(roll).seat, owing.DUTY, present=False)
    roll = replace(roll, open=True, die=faces[0], holds=stands, number=freeze_number(number))
    state = state.with_roll(roll).without_asks(roll.id)
    piece = state.piece_of(roll)
    if stands:
        return state
    if roll.is_ki:
        return _ki_failed(state, roll, piece, failed=True)
    if (destroyed := flight.split(state, roll, piece)) is not None:
        return destroyed
    met = tuple(contact for contact in state.contacts if contact.touches(piece.id))
    stood = BeforeFlight(piece.facts, met, standard_bearer=piece.standard_bearer)
    state = state.with_roll(replace(roll, before_flight=stood))
    state = markers.put(flight.began(state, roll, piece), piece, "fleeing", True)
    return state.with_question("flight", piece.seat, roll.id)


def _ki_failed(state: State, roll: HonorRoll, piece: Piece, *, failed: bool) -> State:
    """The state in which what a failed KI roll does is so, or is not."""
    fact = "teppo_wet" if roll.keeps_dry else "slowed"
    return state.with_facts(piece, **{fact: failed})


def _ran(state: State, ask: Ask, faces: Faces) -> State:
    roll = state.roll_of(ask)
    ran = replace(roll, flight=faces, before_flight=None)
    state = state.with_roll(ran).without_asks(roll.id)
    if not roll.regroups:
        return flight.ran(state, ran)
    ran_on = state.with_flight(Flight(roll.flight_name, roll.piece, faces=faces))  # it may meet what every flight may
    return markers.put(ran_on, state.piece_of(roll), "fleeing", True)  # it has run: its marker is turned back


@act("put-off", label=Text("putting the honor roll off"), sees=everybody)
class PutOffAct(StepAct):
    @about(_at)
    def apply(self, state: State, event: Event, roll: HonorRoll) -> State | Refusal:
        if roll.die is not None:
            return Refusal(Text("The die is entered, so the roll cannot be put off: undo the die first."), "11:3:1")
        ask = self.asked(state)
        return _closed(state.with_ask(Ask(ask.id, ask.kind, ask.seat, ask.about)), roll)


@act("honor-seen", commutes=False, label=Text("closing a result"), sees=everybody)
class HonorSeenAct(ActForm):
    def apply(self, state: State, event: Event) -> State | Refusal:
        mine = {piece.id for piece in state.pieces if piece.seat == event.seat}
        if not any(roll.done and roll.piece in mine for roll in state.rolls):
            return Refusal(Text("You have no result to close."), "11:3:1")
        return replace(state, rolls=tuple(r for r in state.rolls if not (r.done and r.piece in mine)))


@act("waive", sees=everybody)
class WaiveAct(OwedAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        owed = owing.owed_by(state, self.owed)
        if owed is None:
            return Refusal(Text("That honor roll is no longer owed."), "11:3:1")
        if owed.open:  # the debt is gone; the roll that is being made is the players' own
            return state.with_roll(replace(owed, owed=False))
        return state.without_roll(owed.id)

    def line(self, before: State, event: Event, after: State) -> Text:
        owed = must(owing.owed_by(before, self.owed))
        unit = {"unit": before.title(owed.piece)}
        honor, ki = Text("Skipped: the honor roll of %(unit)s.", unit), Text("Skipped: the KI roll of %(unit)s.", unit)
        return ki if owed.is_ki else honor


KINDS |= {
    "honor": Kind("11:3:1", 1, words.ask_words, _thrown, words.die_line),
    "flight": Kind(
        "11:4", lambda s, ask: owing.flight_count(s, s.roll_of(ask)), words.ask_words, _ran, words.flight_line
    ),
}


# ---- an honor roll that is rolled again, or not at all: what its failure changed is set right


def has_failed(state: State, roll: HonorRoll) -> bool:
    """Whether its die has failed, and no later one has been entered for it."""
    failed = roll.die is not None and roll.holds is False and roll.flight is None
    return failed and state.untouched(roll.id)


def rolled_again(state: State, roll: HonorRoll) -> State:
    """The state in which its die is due again, as if it had not fallen."""
    piece = state.piece_of(roll)
    state = _restored(state.without_asks(roll.id), roll, piece)
    roll = replace(roll, die=None, holds=None, number=None, before_flight=None, again=roll.again + 1)
    kind: AskKind = "regroup" if roll.regroups else "honor"
    return state.with_roll(roll).with_ask(Ask(die_name(roll), kind, piece.seat, roll.id))


def die_name(roll: HonorRoll) -> str:
    """What the question about its die is called; each further die has a name of its own."""
    name = ask_name(roll.id, "regroup" if roll.regroups else "honor")
    return f"{name}/{roll.again + 1}" if roll.again else name


def _restored(state: State, roll: HonorRoll, piece: Piece) -> State:
    if roll.is_ki:
        return _ki_failed(state, roll, piece, failed=False)
    if roll.regroups:  # its point is paid once
        return replace(state, spent=removed(state.spent, roll.id))
    if (before_flight := roll.before_flight) is None:
        return state
    stood = replace(piece, facts=before_flight.facts, standard_bearer=before_flight.standard_bearer)
    state = replace(state.with_piece(stood), flights=removed(state.flights, roll.flight_name))
    return replace(state, contacts=(*state.contacts, *_still(state, before_flight.contacts)))


def _still(state: State, contacts: tuple[Contact, ...]) -> Iterator[Contact]:
    """The contacts of which both are still there."""
    for contact in contacts:
        able = all(state.known(one).able for one in (contact.one, contact.other) if one)
        if able and state.between(contact.one, contact.other) is None:
            yield contact


# ---- an honor roll that one unit skips because its general called it to its duty


RULE = "12:6:2"


def may_skip(state: State, roll: HonorRoll) -> bool:
    """Whether this roll can be skipped: a unit's, by a side whose general has said so this turn."""
    return not roll.is_ki and owing.called_to_duty(state, state.piece_of(roll))


@act("skip-roll", label=Text("a roll skipped"), sees=everybody)
class SkipRollAct(OwedAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        owed = owing.owed_by(state, self.owed)
        if owed is None or (piece := state.piece_of(owed)).seat != event.seat:
            return Refusal(Text("You owe no such honor roll: look at the table as it is now."), RULE)
        if not may_skip(state, owed):
            return Refusal(
                Text(
                    "Only in the turn of Fulfil Your Duty may a unit skip an honor roll, and only one: make this roll."
                ),
                RULE,
            )
        return state.without_roll(owed.id).with_effect(piece.seat, owing.DUTY, present=False)

    def line(self, before: State, event: Event, after: State) -> Text:
        owed = must(owing.owed_by(before, self.owed))
        return Text("%(unit)s, called to duty: no honor roll.", {"unit": before.piece_of(owed).title})
