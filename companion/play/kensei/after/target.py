"""What an honor roll is rolled against, and who could lend to it (K26, 5:1:5, 5:1:11)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.ask.frozen import thaw_number
from companion.play.kensei.fighters import body
from companion.play.kensei.lasting import lasting_on
from companion.play.kensei.muster.sides import calling, general
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import HonorRoll, State, must
from companion.rules.kensei.after.honor import (
    Commander,
    command_reach_cm,
    flight_dice,
    honor_target,
    may_lend_honor,
    may_take_heart,
)
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.turn.effects import EffectId, effects_on
from companion.rules.text import Number, Text

DUTY: EffectId = "fulfil-your-duty"
"""While it lies on a side, one of its units skips one honor roll, or rolls one KI with the general's (12:6:2, K72)."""


def called_to_duty(state: State, piece: Piece) -> bool:
    """Whether its general has called this unit to its duty, and none has fulfilled it yet."""
    return piece.miniatures > 0 and DUTY in effects_on(state.effects, piece.seat, state.turn)


def able_lenders(state: State, roll: HonorRoll, piece: Piece) -> tuple[tuple[Piece, Hero], ...]:
    """Who could lend to this roll: his honor, from a distance; or the general his KI, because of duty (K72)."""
    if not roll.is_ki:
        return able_commanders(state, piece)
    master = general(state, piece.seat) if called_to_duty(state, piece) else None
    return tuple((p, h) for p in state.of(piece.seat) for h in p.heroes if h == master)


def able_commanders(state: State, piece: Piece) -> tuple[tuple[Piece, Hero], ...]:
    """Who could lend his honor from a distance (5:1:11): living Commandment characters who stand in no unit."""
    return tuple(
        (p, h)
        for p in state.of(piece.seat)
        if p.id != piece.id
        for h in (p.survivors if p.unit else p.heroes)
        if h.alive and may_lend_honor(h.profile)
    ) + _fallen(state, piece.seat)


def _fallen(state: State, seat: str) -> tuple[tuple[Piece, Hero], ...]:
    """A dead general who lends his HR from where he fell, while the Darma Wheel turns (K72)."""
    found = calling(state, seat)
    if found is None or found.alive:
        return ()
    return tuple((piece, found) for piece in state.of(seat) if found in piece.heroes)


def sohei_near(state: State, piece: Piece) -> bool:
    """Whether Sohei of the own side could steady this unit of ashigaru (5:1:5)."""
    others = [p for p in state.of(piece.seat) if p.id != piece.id]
    units = [p.profile for p in others if p.miniatures]
    return may_take_heart(body(piece).profile, (*units, *(h.profile for p in others for h in p.seen_heroes)))


def reach(piece: Piece) -> int:
    """From how many centimeters a Commandment character is heard (5:1:8, 5:1:11)."""
    return command_reach_cm(body(piece))


def target(state: State, roll: HonorRoll) -> Number:
    """The number the die must not exceed (K26), with everything that went into it; as it was once the die fell."""
    if roll.number is not None:
        return thaw_number(roll.number)
    piece = must(state.piece(roll.piece))
    lasting = lasting_on(state, piece) | ({"broke-away"} if roll.deserted else set())
    who = replace(body(piece), effects=frozenset(lasting))
    lender = next((h for _, h in able_lenders(state, roll, piece) if h.id == roll.commander), None)
    if roll.is_ki and lender is not None:
        ki = lender.profile.attributes.ki
        return Number(ki, ki, Text("%(who)s lends his KI", {"who": lender.title}), "12:6:2")
    if roll.is_ki:
        return Number(who.attributes.ki, who.attributes.ki, Text("profile of %(name)s", {"name": who.name}), "2:7:7")
    if roll.regroups and calligraphy(state, piece.seat) and (master := general(state, piece.seat)) is not None:
        return _honor(piece, who, roll, Commander(master.profile, anywhere=True))
    return _honor(piece, who, roll, Commander(lender.profile) if lender else None)


def calligraphy(state: State, seat: str) -> bool:
    """Whether the general's HR reaches who runs away anywhere, this turn (12:6:2, K71)."""
    return "master-in-calligraphy" in effects_on(state.effects, seat, state.turn)


def _honor(piece: Piece, who: Combatant, roll: HonorRoll, commander: Commander | None) -> Number:
    return honor_target(
        who,
        standard_bearer=piece.standard_bearer and piece.miniatures > 0,
        commander=commander,
        sohei_near=roll.sohei,
    )


def flight_count(state: State, roll: HonorRoll) -> int:
    """Dice of the flight (K28)."""
    piece = must(state.piece(roll.piece))
    return flight_dice(body(piece))
