"""A pursuit at the table: pursue or hold, its dice, the free attack, and the way on of who survives (11:4:5, K58)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.acts import Act, everybody
from companion.play.game import Event, Line
from companion.play.kensei.acts import StepData, others_word
from companion.play.kensei.after import words
from companion.play.kensei.after.flight import chase_of, thrown, with_chase
from companion.play.kensei.ask.dice import PAST
from companion.play.kensei.ask.kinds import Faces, Kind, choice
from companion.play.kensei.ask.names import ask_at, ask_name
from companion.play.kensei.fighters import body
from companion.play.kensei.flights import Chase, Flight
from companion.play.kensei.markers import left_place
from companion.play.kensei.state import Ask, AskKind, State, must
from companion.rules.kensei.after.honor import flight_dice
from companion.rules.text import Refusal, Text

RULE = "11:4:5"


def _chosen(state: State, event: Event, data: StepData) -> Ask | Refusal:
    """The question whether to pursue, or the dice of a pursuit nobody has begun to throw."""
    ask = ask_at(state, data.step)
    if ask is None or ask.kind not in ("chase", "pursuit"):
        return Refusal(PAST, RULE)
    if event.seat != ask.seat:
        return others_word(ask.seat, RULE)
    if not ask.pad.empty:
        return Refusal(Text("The dice are falling: clear them, or finish the pursuit."), RULE)
    return ask


def _pursue(state: State, event: Event, data: StepData) -> State | Refusal:
    ask = _chosen(state, event, data)
    if isinstance(ask, Refusal):
        return ask
    flight, chase = chase_of(state, ask.about)
    state = with_chase(state.without_results(event.seat), flight, replace(chase, answer="pursue"))
    for another in state.asks:  # one unit pursues one enemy
        if another.kind == "chase" and chase_of(state, another.about)[1].piece == chase.piece:
            state = state.without_asks(another.about)
    return state.with_ask(Ask(ask_name(chase.id, "pursuit"), "pursuit", ask.seat, chase.id))


def _hold(state: State, event: Event, data: StepData) -> State | Refusal:
    ask = _chosen(state, event, data)
    if isinstance(ask, Refusal):
        return ask
    flight, chase = chase_of(state, ask.about)
    return with_chase(state, flight, replace(chase, answer="hold")).without_asks(chase.id)


def _told(state: State, data: StepData) -> tuple[Flight, Chase]:
    ask = must(ask_at(state, data.step))
    return chase_of(state, ask.about)


def _pursue_line(before: State, event: Event, data: StepData, after: State) -> Line:
    return Line(words.pursues(before, *_told(before, data)))


def _hold_line(before: State, event: Event, data: StepData, after: State) -> Line:
    return Line(words.holds(before, *_told(before, data)))


# ---- the dice


def dice(state: State, ask: Ask) -> int:
    """Dice of a pursuit, or of the way on after a free attack (K28, K58)."""
    flight = state.flight(ask.about)
    runner = must(state.piece(flight.piece if flight else chase_of(state, ask.about)[1].piece))
    return flight_dice(body(runner), after_free_attack=ask.kind == "further")


def ask_words(state: State, ask: Ask) -> tuple[Text, Text]:
    """The next physical act as its owner's phone says it, and what the others show."""
    flight = state.flight(ask.about)
    if flight is not None and ask.kind == "again":
        return words.again(state, flight, dice(state, ask))
    if flight is not None and ask.kind == "escape":
        return words.escape(state, flight, dice(state, ask))
    if flight is not None:
        return words.further(state, flight, dice(state, ask))
    return words.pursuit(state, *chase_of(state, ask.about), dice(state, ask))


def _choice_words(state: State, ask: Ask) -> tuple[Text, Text]:
    return words.may_pursue(state, *chase_of(state, ask.about))


def pursued(state: State, ask: Ask, faces: tuple[int, ...]) -> tuple[State, Flight, Chase]:
    """After the pursuit's dice; what they mean for the flight they follow."""
    flight, chase = chase_of(state, ask.about)
    chase = replace(chase, faces=faces)
    return with_chase(left_place(state, chase.piece), flight, chase).without_asks(chase.id), flight, chase


def _went_on(state: State, event: Event, ask: Ask, faces: tuple[int, ...]) -> State:
    flight = must(state.flight(ask.about))
    return state.with_flight(replace(flight, further=faces)).without_asks(flight.id)


def _ran_again(state: State, event: Event, ask: Ask, faces: tuple[int, ...]) -> State:
    flight = must(state.flight(ask.about))
    return thrown(state.without_asks(flight.id), flight, faces, lost=True)


def _escaped(state: State, event: Event, ask: Ask, faces: tuple[int, ...]) -> State:
    flight = must(state.flight(ask.about))
    return thrown(state.without_asks(flight.id), flight, faces, lost=False)


def _again_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    return words.runs(after, must(after.flight(ask.about)))


def _further_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    return words.went_on(after, must(after.flight(ask.about)))


KINDS: dict[AskKind, Kind] = {
    "chase": choice(RULE, _choice_words, Text("No dice are due here: say first whether they pursue or hold.")),
    "again": Kind(RULE, dice, ask_words, _ran_again, _again_line),
    "escape": Kind("9:5:6", dice, ask_words, _escaped, _again_line),
    "further": Kind(RULE, dice, ask_words, _went_on, _further_line),
}

ACTS = (
    Act("pursue", StepData, _pursue, _pursue_line, called=lambda _: Text("a pursuit"), sees=everybody),
    Act("hold", StepData, _hold, _hold_line, sees=everybody),
)
