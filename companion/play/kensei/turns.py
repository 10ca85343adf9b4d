"""Turns and phases (7:4:1), how a battle ends, and secrets that come out."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from companion.play.game import Event, Line
from companion.play.kensei import markers
from companion.play.kensei.acts import Act, Data, must_have_begun, said
from companion.play.kensei.damage import combats, judged, settle
from companion.play.kensei.state import PHASES, SEATS, Phase, State
from companion.rules.text import Refusal, Text

PHASE_NAMES: dict[str, Text] = {
    "orders": Text("Orders and actions"),
    "combat": Text("Combat"),
    "resolution": Text("Resolution"),
}


class LeaveData(Data):
    """Leaves the phase named; `skip` puts off what is still owed."""

    turn: int
    phase: Phase
    skip: bool = False


class FirstData(Data):
    first: str = Field(pattern="^[ab]$")


class RevealData(Data):
    hero: str


class EndData(Data):
    winner: str = Field(pattern="^(a|b|draw)$")


def _leave(state: State, event: Event, data: LeaveData) -> State | Refusal:
    if refused := must_have_begun(state):
        return refused
    if (data.turn, data.phase) != (state.turn, state.phase):
        return Refusal(Text("That phase is already over: look at the table as it is now."), "7:4:1")
    if state.attack and not state.attack.finished:
        return Refusal(Text("An attack is under way: finish it, or cancel it, first."), "10:2:5")
    if state.owed and not data.skip and state.phase != "combat":
        return Refusal(
            Text("%(count)s honor rolls are still owed: make them, or leave anyway.", {"count": len(state.owed)}),
            "11:3:1",
        )
    state = replace(state, attack=None, honor=None)
    if state.phase == "combat":
        state = settle(state)
    if state.phase != PHASES[-1]:
        return replace(state, phase=PHASES[PHASES.index(state.phase) + 1])
    fought = {p for b in state.blows for p in (b.attacker, b.defender)}
    destroyers = {b.attacker for b in state.blows if b.destroyed}
    pieces = tuple(markers.at_turn_end(p, p.id in fought, p.id in destroyers) for p in state.pieces)
    return replace(state, pieces=pieces, turn=state.turn + 1, phase="orders", blows=(), owed=())


def _leave_line(before: State, event: Event, data: LeaveData, after: State) -> Line:
    if before.owed and after.phase != "resolution":
        return said("Put off: %(count)s honor rolls. %(next)s.", count=len(before.owed), next=_phase_words(after))
    if before.phase == "combat" and before.blows:
        return said("%(next)s. %(results)s", next=_phase_words(after), results=_results(before))
    return Line(_phase_words(after))


def _results(state: State) -> Text:
    """Every combat of the turn in a few words."""
    words = Text("")
    for group, blows in combats(state):
        found = judged(state, group, blows)
        beaten = [p.title for i in found.defeated if (p := state.piece(i))]
        values = {"before": words, "a": found.first_inflicted, "b": found.second_inflicted, "who": ", ".join(beaten)}
        message = (
            "%(before)s%(a)s against %(b)s damage: %(who)s defeated."
            if beaten
            else "%(before)s%(a)s against %(b)s damage: a draw."
        )
        if found.winner and not beaten:
            message = "%(before)s%(a)s against %(b)s damage: nobody is left to be defeated."
        words = Text(message, values)
    return words


def _phase_words(state: State) -> Text:
    return Text("Turn %(turn)s: %(phase)s", {"turn": state.turn, "phase": PHASE_NAMES[state.phase]})


def _first(state: State, event: Event, data: FirstData) -> State | Refusal:
    if refused := must_have_begun(state):
        return refused
    return replace(state, first="a" if data.first == "a" else "b")


def _first_line(before: State, event: Event, data: FirstData, after: State) -> Line:
    return said("The Commandment roll: side %(side)s acts first.", side=data.first.upper())


def _reveal(state: State, event: Event, data: RevealData) -> State | Refusal:
    for piece in state.of(event.seat):
        hero = piece.hero(data.hero)
        if hero and hero.hidden and event.by == event.seat:
            return state.with_piece(piece.with_hero(replace(hero, hidden=False)))
    return Refusal(Text("Nobody of that name is hidden in your army."), "5:1:13")


def _reveal_line(before: State, event: Event, data: RevealData, after: State) -> Line:
    for piece in after.of(event.seat):
        if hero := piece.hero(data.hero):
            return Line(
                Text("%(who)s is revealed in %(unit)s.", {"who": hero.title, "unit": piece.title}), reveals=True
            )
    return Line()


def _end(state: State, event: Event, data: EndData) -> State | Refusal:
    if refused := must_have_begun(state):
        return refused
    return replace(state, over=data.winner, attack=None, honor=None)


def _end_line(before: State, event: Event, data: EndData, after: State) -> Line:
    if data.winner == "draw":
        return said("The battle ends in a draw.")
    return said("The battle is over: side %(side)s has won.", side=data.winner.upper())


def winner_of(state: State) -> str:
    """The side that is alone on the table, or empty."""
    standing = [seat for seat in SEATS if any(p.standing for p in state.of(seat))]
    return standing[0] if state.begun and len(standing) == 1 else ""


ACTS = (
    Act("leave", LeaveData, _leave, _leave_line),
    Act("first", FirstData, _first, _first_line),
    Act("reveal", RevealData, _reveal, _reveal_line, commutes=True),
    Act("end", EndData, _end, _end_line, commutes=False),
)
