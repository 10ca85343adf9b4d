"""What generals do in a turn: the Commandment roll (7:4:2), and at the start of their side's orders the Taisho orders,
by which units are called back or run on, and strategic orders (8:2, 8:3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.play.acts import ActForm, everybody
from companion.play.game import Due, Event
from companion.play.kensei.acts import PieceAct, about, act, done_anyway
from companion.play.kensei.after import words
from companion.play.kensei.after.owing import asked, calligraphy, target
from companion.play.kensei.ask.contest import Contest
from companion.play.kensei.ask.kinds import KINDS, Faces, Kind, Words, choice
from companion.play.kensei.asks import Ask
from companion.play.kensei.chains import freeze_number
from companion.play.kensei.pieces import Piece, by_name
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import HonorRoll, Spent
from companion.rules.dice import pips
from companion.rules.kensei.after.honor import holds
from companion.rules.kensei.turn import command
from companion.rules.text import Number, Refusal, Text, player_at, player_first

# ---- the Commandment roll at the start of a turn: one die a side, and the winner says who acts first (7:4:2, K69)
#
# It is asked and never demanded. Any other act goes on without it; `first` settles it by hand; it falls away when the
# phase is left.


def _commandment(state: State, seat: str) -> Number:
    leader = state.acting_general(seat)
    left = (h.profile for piece in state.of(seat) for h in piece.seen_heroes)
    return command.commandment(leader.profile if leader else None, left)


ROLL = Contest("command", lambda state: state.command, lambda state, roll: replace(state, command=roll), _commandment)


def tidied(state: State) -> State:
    """With the roll of a turn that has just begun; without one whose phase was left."""
    if not state.battle or not state.under_way:
        return state
    if state.phase != "orders":
        return state.without_asks(state.command.id)
    return state if state.command.id else ROLL.asked(state, f"t{state.turn}.command")


def _roll_words(state: State, ask: Ask) -> Words:
    names = {"side": player_first(ask.seat), "hr": ROLL.number(state, ask.seat).value}
    first = Text("Commandment roll: 1 die and HR %(hr)s.", names), Text("%(side)s makes the Commandment roll.", names)
    return ROLL.words(state, first)


def _choice_words(state: State, ask: Ask) -> Words:
    names = {"side": player_first(ask.seat)}
    return (Text("You have the command. Who acts first?"), Text("%(side)s says who acts first.", names))


def _commanded(state: State, ask: Ask, faces: Faces) -> State:
    """Who wins has the command and is asked for a choice."""
    state = ROLL.thrown(state, ask, faces[0])
    if not state.command.winner:
        return state
    state = replace(state, first=state.commanding)
    return state.with_question("first", state.commanding, state.command.id)


def _roll_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    number = ROLL.number(before, ask.seat)
    sum_ = command.total(number, faces[0])
    values = {"side": player_at(ask.seat), "die": pips(faces[0]), "hr": number.value, "total": sum_}
    sentence = Text("Commandment roll of %(side)s: %(die)s + HR %(hr)s = %(total)s.", values)
    has = Text("%(side)s has the command.")
    return ROLL.line(before, after, sentence, lambda winner: replace(has, values={"side": player_first(winner)}))


# ---- what the general has


def points(state: State, seat: str) -> Number:
    """The Commandment Points of a side this turn (8:2); of a dead general, while the Darma Wheel turns."""
    found, place = state.acting_general(seat), state.place_of_general(seat)
    on_hill = place is not None and place.piece.facts.ground == "hill"
    return command.points(found.profile if found is not None else None, on_hill)


def on_hill(state: State, seat: str) -> bool | None:
    """Whether the general stands on a hill, which is worth points (8:2:1); None where there is none to stand on."""
    place = state.place_of_general(seat)
    hills = any(one.kind == "hill" and not one.gone for one in state.terrain)
    return place.piece.facts.ground == "hill" if place is not None and hills else None


def left(state: State, seat: str) -> int:
    """The Commandment Points that are not spent; none where more were spent than there are now."""
    abilities = sum(use.ac for use in state.uses if use.taisho and use.seat == seat and use.turn == state.turn)
    spent = sum(one.points for one in state.spent if one.seat == seat)
    return max(0, points(state, seat).value - spent - abilities)


def fleeing(state: State, seat: str) -> tuple[Piece, ...]:
    """Who began to run in an earlier turn and was neither called back nor has run on in this one (8:3:2, K29)."""
    return tuple(p for p in state.standing(seat) if p.facts.flees and p.facts.fleeing_since != state.turn)


def undecided(state: State, seat: str) -> tuple[Piece, ...]:
    """Who may be called back or run on, about whom no dice are asked yet; nobody in a battle without a type.

    Who was charged and reached first fights this turn and decides nothing (8:3:5, K61, K85).
    """
    return tuple(piece for piece in _able_to_run(state, seat) if not state.touches(piece.id))


def _able_to_run(state: State, seat: str) -> tuple[Piece, ...]:
    """Who may run on in these orders; held by an enemy too, where the players say so."""
    if not state.battle or not state.under_way or state.phase != "orders":
        return ()
    asked_about = {roll.piece for roll in state.rolls if roll.regroups and not roll.done}
    return tuple(p for p in fleeing(state, seat) if p.id not in asked_about)


def left_running(state: State, seat: str) -> tuple[Piece, ...]:
    """Who runs and is held by no enemy: its side has still to decide about it, or throws its dice."""
    return tuple(piece for piece in fleeing(state, seat) if not state.touches(piece.id))


def no_regrouping(state: State, piece: Piece) -> Refusal | None:
    """What the book has against calling this one back now."""
    return command.cannot_regroup(
        general=state.acting_general(piece.seat) is not None,
        cost=price(state, piece),
        left=left(state, piece.seat),
        began_now=piece.facts.fleeing_since == state.turn,
        tries=sum(one.what == "regroup" and one.piece == piece.id for one in state.spent),
    )


def price(state: State, piece: Piece) -> int:
    """The Commandment Points of calling this one back (8:3:2): of two units, the second costs nothing where the general
    is a Master in Calligraphy (K71)."""
    tried = [one.piece for one in state.spent if one.what == "regroup" and one.seat == piece.seat]
    return command.regrouping(tried, piece.id, calligraphy=calligraphy(state, piece.seat))


def no_order(state: State, piece: Piece) -> Refusal | None:
    """What the book has against a strategic order to this one now."""
    return command.cannot_order(
        general=state.general(piece.seat) is not None,
        left=left(state, piece.seat),
        has_bushi=bool(piece.bushi),
    )


# ---- calling back


def _mine(data: PieceAct, state: State, event: Event) -> Piece | Refusal:
    if state.phase != "orders":
        reason = Text("Taisho orders are given in the orders phase. Set the marker by hand, or wait for the next turn.")
        return Refusal(reason, "8:3")
    piece = state.piece(data.piece)
    if piece is None or piece.seat != event.seat or not piece.standing:
        return Refusal(Text("You have no such unit on the table: choose another."), "8:3")
    return piece


@act("regroup", label=Text("regrouping a unit"), sees=everybody)
class RegroupAct(PieceAct):
    """`anyway`: although the book has something against it."""

    anyway: bool = False

    @about(_mine)
    def apply(self, state: State, event: Event, piece: Piece) -> State | Refusal:
        if not piece.facts.flees:
            words_ = Text("%(unit)s cannot be regrouped: only units in flight can.", {"unit": piece.title})
            return Refusal(words_, "8:3:2")
        before = next((one for one in state.rolls if one.regroups and one.piece == piece.id and not one.done), None)
        if before is not None and (before.asking or not state.untouched(before.id)):
            return Refusal(Text("That unit's dice are being rolled: finish them first."), "8:3:2")
        if not self.anyway and (against := no_regrouping(state, piece)):
            return against
        state = state.without_results(event.seat)
        if before is not None:
            state = state.without_roll(before.id)
        name = state.free_name(f"t{state.turn}.regroup.{piece.id}")
        return asked(state, HonorRoll(name, piece.id, (), owed=False, open=True, regroups=True), piece, "regroup")

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        return done_anyway(no_regrouping(before, before.piece_of(self)) if self.anyway else None)


@act("run-on", label=Text("letting them flee again"), sees=everybody)
class RunOnAct(ActForm):
    """Without a piece: all of the side's that have still to run; `free`: of those, who touches no enemy."""

    piece: str = ""
    free: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        able = undecided(state, event.seat) if self.free else _able_to_run(state, event.seat)
        running = [p for p in able if self.piece in ("", p.id)]
        if not running:
            return Refusal(Text("None of your units still has to flee again this turn."), "8:3:2")
        state = state.without_results(event.seat)
        for piece in running:
            name = state.free_name(f"t{state.turn}.run-on.{piece.id}")
            roll = HonorRoll(name, piece.id, (), owed=False, open=True, regroups=True, holds=False)
            state = asked(state, roll, piece, "flight")
        return state


def _tried(state: State, ask: Ask, faces: Faces) -> State:
    """After the die: who is called back stands again; else its flight is asked, before which it may be tried again."""
    roll = state.roll_of(ask)
    piece = state.piece_of(roll)
    number = target(state, roll)
    (die,) = faces
    stands = holds(number.value, die)
    roll = replace(roll, die=die, holds=stands, number=freeze_number(number))
    paid = Spent(roll.id, piece.seat, "regroup", price(state, piece), piece.id, holds=stands)
    state = replace(state.with_roll(roll).without_asks(roll.id), spent=(*state.spent, paid))
    if stands:
        return called_back(state, piece)
    return state.with_question("flight", piece.seat, roll.id)


def called_back(state: State, piece: Piece) -> State:
    """The state in which it stands again (8:3:2)."""
    return state.with_piece(piece.with_facts(regrouped=True, fleeing_since=None))


def _tried_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    roll = after.roll_of(ask)
    assert roll.die is not None
    names = {
        "unit": before.title(roll.piece),
        "die": pips(roll.die),
        "target": max(target(after, roll).value, 1),
        "ac": command.REGROUPED_AC,
    }
    if roll.holds:
        return Text("%(unit)s regrouped: %(die)s against %(target)s. That cost %(ac)s AC.", names)
    return Text("%(unit)s did not regroup: %(die)s against %(target)s.", names)


# ---- strategic orders


@act("strategic", label=Text("a strategic order"), sees=everybody)
class StrategicAct(PieceAct):
    target: str
    anyway: bool = False

    @about(_mine)
    def apply(self, state: State, event: Event, piece: Piece) -> State | Refusal:
        enemy = state.piece(self.target)
        if enemy is None or enemy.seat == event.seat or not enemy.standing:
            return Refusal(Text("A strategic order names an enemy on the table: choose one."), "8:3:3")
        if state.general(event.seat) is None:
            return Refusal(Text("Without a general there are no strategic orders."), "8:3:3")
        if not self.anyway and (against := no_order(state, piece)):
            return against
        name = state.free_name(f"t{state.turn}.{piece.id}>{enemy.id}.strategic")
        paid = Spent(name, piece.seat, "strategic", command.STRATEGIC_ORDER, piece.id, enemy.id)
        state = replace(state, spent=(*state.spent, paid)).given(name)
        return state.with_question("strategic", piece.seat, name)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        return done_anyway(no_order(before, before.piece_of(self)) if self.anyway else None)


def strategic_of(state: State, about: str) -> Spent:
    """The strategic order a die is asked for."""
    return must(by_name(state.spent, about))


def ki_of(state: State, seat: str) -> Number:
    """What a strategic order is rolled against; nothing works without a general."""
    found = state.general(seat)
    return command.spirit(found.profile) if found is not None else Number(0, Text("no general"), "8:3:3")


def _names(state: State, order: Spent) -> dict[str, Any]:
    names = {"unit": state.title(order.piece), "enemy": state.title(order.target)}
    return {**names, "ki": ki_of(state, order.seat).value}


def _strategic_words(state: State, ask: Ask) -> Words:
    names = _names(state, strategic_of(state, ask.about))
    return (
        Text("Strategic order to %(unit)s: 1 die, KI %(ki)s or less.", names),
        Text("A strategic order goes to %(unit)s.", names),
    )


def _ordered(state: State, ask: Ask, faces: Faces) -> State:
    understood = command.obeyed(ki_of(state, ask.seat).value, faces[0])
    spent = (replace(one, holds=understood) if one.id == ask.about else one for one in state.spent)
    return replace(state, spent=tuple(spent)).without_asks(ask.about)


def _ordered_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    order = strategic_of(after, ask.about)
    names = {**_names(before, order), "die": pips(faces[0]), "ac": command.FAILED_ORDER_AC}
    if order.holds:
        return Text(
            "Strategic order: %(die)s against KI %(ki)s. %(unit)s may charge or shoot at %(enemy)s without line of "
            "sight.",
            names,
        )
    return Text("Strategic order failed: %(die)s against KI %(ki)s. %(unit)s lost %(ac)s AC.", names)


# ---- both


def dues(state: State, ordering: str) -> Iterator[Due]:
    """Who has still to be called back or to run on, in its own side's orders (2:6:4): it may wait, but not longer than
    the phase. `ordering`: whose orders it is; empty where nobody can say."""
    for seat in [ordering] if ordering else state.sides:
        for piece in undecided(state, seat):
            unit = {"unit": piece.title}
            words_ = Text("Regroup %(unit)s, or let the flight go on.", unit)
            if no_regrouping(state, piece) is not None:
                words_ = Text("Nobody can regroup %(unit)s: the flight goes on.", unit)
            yield Due(piece.seat, "run-on", words_, f"t{state.turn}.run-on.{piece.id}", {"piece": piece.id}, owed=True)


KINDS |= {
    "command": Kind("7:4:2", 1, _roll_words, _commanded, _roll_line),
    "first": choice("7:4:2", _choice_words, Text("No die is needed yet: say who acts first.")),
    "regroup": Kind("8:3:2", 1, words.ask_words, _tried, _tried_line),
    "strategic": Kind("8:3:3", 1, _strategic_words, _ordered, _ordered_line, stands=lambda s, _: s.phase == "orders"),
}
