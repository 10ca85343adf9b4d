"""Pursuits and flights as they are shown: who may pursue and how likely he reaches, dice, what became of it (11:4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.play.kensei.after import words
from companion.play.kensei.after.flight import chase_of, free_attacks
from companion.play.kensei.after.met import MetView, meetings
from companion.play.kensei.after.pursuit import ask_words, dice
from companion.play.kensei.after.stopped import StopView, stops
from companion.play.kensei.after.view import HonorView
from companion.play.kensei.ask.forest import RUNS
from companion.play.kensei.ask.view import Die
from companion.play.kensei.fighters import body
from companion.play.kensei.flights import Chase, Flight
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import Ask, State, must
from companion.rules.kensei.after.flight import ENDS, EndWords
from companion.rules.kensei.after.honor import flight_cm, flight_dice
from companion.rules.kensei.after.pursuit import chance
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class ChaseView:
    """Whether a unit pursues, as its side is asked."""

    seat: str
    step_id: str
    sentence: Text
    dice: int
    cm: int
    chance: float


@dataclass(frozen=True, slots=True)
class FreeAttackView:
    """A free attack that is still to be made: its strike did not begin, or was called off."""

    seat: str
    attacker: str
    defender: str
    sentence: Text


@dataclass(frozen=True, slots=True)
class RunView:
    """Dice of a pursuit, or of the way on after a free attack, that are being thrown."""

    holder: str
    who: str
    step_id: str
    sentence: Text
    waiting: Text
    faces: tuple[Die, ...]
    chance: float | None
    """That the pursuit reaches; None on the way on."""
    may_hold: bool


@dataclass(frozen=True, slots=True)
class WaitView:
    """Dice the other side owes beside this seat's own acts: those of an honor roll, or of who runs."""

    seat: str
    step_id: str
    waiting: Text
    honor: HonorView | None
    run: RunView | None


@dataclass(frozen=True, slots=True)
class FlightView:
    """A flight of this turn once its dice are thrown, and what came of it."""

    id: str
    piece: str
    seat: str
    told: tuple[Text, ...]
    chases: tuple[ChaseView, ...]
    """Who may still pursue."""
    end: EndWords | None
    meetings: tuple[MetView, ...]
    stops: tuple[StopView, ...]
    newest: bool
    """Its side has done nothing else since it ran."""


def chase_views(state: State) -> tuple[ChaseView, ...]:
    """The choices that are open."""
    return tuple(_chase(state, ask) for ask in state.asks if ask.kind == "chase")


def _chase(state: State, ask: Ask) -> ChaseView:
    flight, chase = chase_of(state, ask.about)
    count = flight_dice(body(_piece(state, chase.piece)))
    sentence, _ = words.may_pursue(state, flight, chase)
    return ChaseView(ask.seat, ask.id, sentence, count, flight_cm(flight.faces), chance(count, flight.faces))


def _piece(state: State, piece_id: str) -> Piece:
    return must(state.piece(piece_id))


def free_attack_views(state: State) -> tuple[FreeAttackView, ...]:
    """The free attacks nobody makes at this moment."""
    if state.running is not None:
        return ()
    return tuple(
        FreeAttackView(_piece(state, chase.piece).seat, chase.piece, flight.piece, words.reaches(state, flight, chase))
        for flight, chase in free_attacks(state)
    )


def run_view(state: State, ask: Ask) -> RunView | None:
    """The dice that are asked, where they are a flight's or a pursuit's."""
    if ask.kind not in RUNS:
        return None
    count = dice(state, ask)
    flight = state.flight(ask.about)
    chase = None if flight is not None else chase_of(state, ask.about)
    who = _piece(state, flight.piece if flight is not None else chase_of(state, ask.about)[1].piece)
    sentence, waiting = ask_words(state, ask)
    faces = ask.pad.faces or (None,) * count
    return RunView(
        holder=ask.seat,
        who=who.title,
        step_id=ask.id,
        sentence=sentence,
        waiting=waiting,
        faces=tuple(Die(i, face, False, Text("centimeters")) for i, face in enumerate(faces)),
        chance=None if chase is None else chance(count, chase[0].faces),
        may_hold=chase is not None and ask.pad.empty,
    )


def flight_views(state: State) -> tuple[FlightView, ...]:
    """The flights of this turn whose dice are thrown."""
    return tuple(_flight(state, flight) for flight in state.flights if flight.ran or flight.end)


def _flight(state: State, flight: Flight) -> FlightView:
    names = {chase.id for chase in flight.chases}
    return FlightView(
        id=flight.id,
        piece=flight.piece,
        seat=_piece(state, flight.piece).seat,
        told=tuple(_told(state, flight)),
        end=ENDS[flight.end] if flight.end else None,
        meetings=meetings(state, flight),
        stops=tuple(stops(state, flight)),
        newest=flight.id == state.newest_flight,
        chases=tuple(_chase(state, ask) for ask in state.asks if ask.kind == "chase" and ask.about in names),
    )


def _told(state: State, flight: Flight) -> Iterator[Text]:
    if flight.ran:
        yield words.runs(state, flight)
    for chase in flight.chases:
        yield from _chased(state, flight, chase)
    if flight.further:
        yield words.went_on(state, flight)
    if flight.through:
        yield words.through(state, flight.through)
    if (ended := words.ended(state, flight)) is not None:
        yield ended


def _chased(state: State, flight: Flight, chase: Chase) -> Iterator[Text]:
    if chase.faces is not None:
        yield words.came(state, flight, chase)
    elif chase.answer == "hold":
        yield words.holds(state, flight, chase)
