"""Honor rolls, flights and pursuits as they are shown (11:3, 11:4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.kensei.after import pursuit, words
from companion.play.kensei.after.flight import chase_of, free_attacks
from companion.play.kensei.after.honor import die_name, may_skip
from companion.play.kensei.after.owing import able_lenders, flight_count, reach, sohei_inside, sohei_near, target
from companion.play.kensei.after.pursuit import MetView, meetings, stops
from companion.play.kensei.ask.kinds import AskView
from companion.play.kensei.ask.names import ask_name
from companion.play.kensei.ask.pad import Die
from companion.play.kensei.board import HeroView, PieceView, hero_view, piece_view
from companion.play.kensei.fighters import body
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import Ask, HonorRoll, State, must
from companion.play.kensei.turn_state import Chase, Flight, ability_of
from companion.play.traced import part
from companion.rules.dice import pips
from companion.rules.kensei.after.flight import ENDS, EndWords, pursuit_chance
from companion.rules.kensei.after.honor import CAUSES, chance, flight_dice
from companion.rules.kensei.turn.effects import effects_on
from companion.rules.text import Number, Text


@dataclass(frozen=True, slots=True)
class HonorView:
    id: str
    step: str
    step_id: str
    piece: PieceView
    holder: str
    causes: tuple[tuple[Text, str], ...]
    target: Number
    chance: float
    commanders: tuple[HeroView, ...]
    commander: str | None
    reach: int
    ask_sohei: bool
    sohei: bool
    destroyed_enemy: bool
    deserted: bool
    run_through: bool
    asking: bool
    sentence: Text
    waiting: Text
    faces: tuple[Die, ...]
    die: int | None
    holds: bool | None
    cm: int
    done: bool
    regroups: bool
    """The general calls it back, or it runs on."""
    is_ki: bool
    """A KI roll: who lends his KI is asked, and nothing else counts."""
    how: tuple[tuple[str, str], ...]
    spared: str
    """The ability by which it is not rolled."""


@dataclass(frozen=True, slots=True)
class OwedView:
    id: str
    piece: str
    seat: str
    title: str
    causes: tuple[tuple[Text, str], ...]
    step: str
    target: Number
    """What holds them as far as the table knows; more may count, which the roll itself asks."""
    asked: Text
    """The words of the roll."""
    duty: bool
    """Its general has called it to its duty: it may skip the roll (K72)."""
    is_ki: bool
    """A KI roll of riders hurt by slings."""
    lent: bool
    """Somebody may lend his honor or KI to it."""

    @property
    def sentence(self) -> Text:
        """Who owes it."""
        if self.is_ki:
            return Text("Hit by slings, %(unit)s must make a KI roll.", {"unit": self.title})
        return Text("%(unit)s must make an honor roll.", {"unit": self.title})


def owed_view(state: State, roll: HonorRoll) -> OwedView:
    """A roll among what is owed."""
    piece = must(state.piece(roll.piece))
    asked, _ = words.roll_words(state, roll)
    return OwedView(
        roll.id,
        roll.piece,
        piece.seat,
        piece.title,
        _causes(roll),
        die_name(roll),
        target(state, roll),
        asked,
        may_skip(state, roll),
        roll.is_ki,
        bool(able_lenders(state, roll, piece)),
    )


def _causes(roll: HonorRoll) -> tuple[tuple[Text, str], ...]:
    return tuple((CAUSES[cause].reason, CAUSES[cause].rule) for cause in roll.causes)


def honor_view(state: State, roll_id: str, seat: str | None) -> HonorView:
    """An honor roll under way, or its result, as this seat sees it."""
    seen = _open_roll(state, roll_id)
    return replace(seen, piece=piece_view(state, seen.piece.id, seat))


@part
def _open_roll(state: State, roll_id: str) -> HonorView:
    """As everybody sees it."""
    roll = must(state.roll(roll_id))
    piece = must(state.piece(roll.piece))
    number = target(state, roll)
    asking = roll.asking
    ask = next((a for a in state.asks if a.about == roll.id), None)
    dice = 0 if ask is None else 1 if asking else flight_count(state, roll)
    faces = (ask.pad.faces if ask else ()) or (None,) * dice
    less = Text("%(face)s or less works") if roll.is_ki else Text("%(face)s or less holds")
    wants = replace(less, values={"face": number.value}) if asking else Text("centimeters")
    sentence, waiting = words.roll_words(state, roll)
    lasting = effects_on(state.effects, piece.id, state.turn)
    return HonorView(
        id=roll.id,
        step="result" if roll.done else "die" if asking else "flight",
        step_id=die_name(roll) if asking else ask_name(roll.id, "flight"),
        piece=piece_view(state, piece.id, None),
        holder=piece.seat,
        causes=_causes(roll),
        target=number,
        chance=chance(number.value),
        commanders=tuple(hero_view(state, p, h) for p, h in able_lenders(state, roll, piece)),
        commander=roll.commander,
        reach=reach(piece),
        ask_sohei=not roll.is_ki and not sohei_inside(piece) and sohei_near(state, piece),
        sohei=roll.sohei,
        destroyed_enemy="destroyed-enemy" in lasting,
        deserted=roll.deserted,
        run_through="run-through" in lasting,
        asking=asking and ask is not None and ask.pad.empty,
        sentence=sentence,
        waiting=waiting,
        faces=tuple(Die(i, f, False, wants) for i, f in enumerate(faces)),
        die=None if roll.die is None else pips(roll.die),
        holds=roll.holds,
        cm=words.distance(roll),
        done=roll.done,
        regroups=roll.regroups,
        is_ki=roll.is_ki,
        how=tuple(roll.how.items()),
        spared=ability_of(use).name if (use := state.use(roll.spared)) is not None else "",
    )


# ---- pursuits and flights as they are shown: who may pursue and how likely he reaches, dice


@dataclass(frozen=True, slots=True)
class FreeAttackView:
    """A free attack that is still to be made: its strike did not begin, or was called off."""

    seat: str
    attacker: str
    defender: str
    sentence: Text


@dataclass(frozen=True, slots=True)
class WaitView:
    """Dice the other side owes beside this seat's own acts: those of an honor roll, or of who runs."""

    seat: str
    step_id: str
    waiting: Text
    honor: HonorView | None
    run: AskView | None


@dataclass(frozen=True, slots=True)
class FlightView:
    """A flight of this turn once its dice are thrown, and what came of it."""

    id: str
    piece: str
    seat: str
    told: tuple[Text, ...]
    chases: tuple[AskView, ...]
    """Who may still pursue."""
    end: EndWords | None
    meetings: tuple[MetView, ...]
    stops: tuple[MetView, ...]
    newest: bool
    """Its side has done nothing else since it ran."""

    @property
    def sentence(self) -> Text:
        """What only the table knows of its way."""
        return Text("%(told)s What stands in the way?", {"told": self.told[0]})


def chase_views(state: State) -> tuple[AskView, ...]:
    """Whether units pursue, as their side is asked."""
    return tuple(_chase(state, ask) for ask in state.asks if ask.kind == "chase")


def _chase(state: State, ask: Ask) -> AskView:
    flight, chase = chase_of(state, ask.about)
    count = flight_dice(body(_piece(state, chase.piece)))
    return replace(pursuit.KINDS["chase"].asked(state, ask), dice=count, chance=pursuit_chance(count, flight.faces))


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
        newest=flight.id in state.newest_flights,
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
