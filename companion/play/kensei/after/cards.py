"""The combats of a turn as cards: who against whom, both sums, who is defeated, and what has become of them (11:2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.play.kensei.after.flight import takers
from companion.play.kensei.after.owing import fighters, fought, in_order, judged
from companion.play.kensei.after.view import OwedView, owed_view
from companion.play.kensei.ask.names import combats_name
from companion.play.kensei.pieces import SEATS, Piece, SeatId, other
from companion.play.kensei.state import State
from companion.rules.kensei.after.combats import Combat, inflicted
from companion.rules.kensei.after.result import SLAIN_IN_CONFRONTATION, CombatResult
from companion.rules.text import Number, Text


@dataclass(frozen=True, slots=True)
class CombatSide:
    seat: str
    who: tuple[str, ...]
    inflicted: Number
    slain: int
    """What of it stands for characters slain in confrontations (10:6:2, K27)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How one unit of the losing side stands: the difference against its VE, and what came of it."""

    piece: str
    seat: str
    defeated: bool
    sentence: Text
    since: Text | None
    """What has become of who was defeated; None while it owes its honor roll."""
    owed: tuple[OwedView, ...]


@dataclass(frozen=True, slots=True)
class CombatCard:
    id: str
    sides: tuple[CombatSide, CombatSide]
    difference: int
    verdict: Text
    judgements: tuple[Judgement, ...]
    ground: tuple[Text, ...]
    """Whose ground is taken, and by whom (11:1)."""


@dataclass(frozen=True, slots=True)
class NextCombat:
    """Which side says what combat is resolved next; `left` of them wait for that (11, K69). Nobody is kept to it."""

    chooser: SeatId
    left: int


def next_combat(state: State) -> NextCombat | None:
    """Whose turn it is to choose between several: the command holder's first, then by turns.

    A combat is taken up with the first dice of its defeated; one that nobody has lost asks for nothing.
    """
    if state.phase != "resolution" or state.over:
        return None
    beaten = [found for combat in fought(state) if (found := judged(state, combat).defeated)]
    untouched = frozenset(_untouched(state))
    left = sum(untouched.issuperset(units) for units in beaten)
    if not left or len(beaten) == 1:
        return None
    return NextCombat(state.commanding if (len(beaten) - left) % 2 == 0 else other(state.commanding), left)


def _untouched(state: State) -> Iterator[str]:
    """Who has still everything before him: an honor roll, or the dice of running on (K85)."""
    for roll in state.owed:
        if not roll.open and roll.moment == combats_name(state):
            yield roll.piece
    for ask in state.asks:
        if ask.kind == "again" and ask.pad.empty and (flight := state.flight(ask.about)) is not None:
            yield flight.piece


def combat_views(state: State) -> tuple[CombatCard, ...]:
    """The combats of the turn, once they are judged."""
    if state.phase != "resolution" or state.over:
        return ()
    return tuple(_combat(state, combat) for combat in in_order(state))


def _combat(state: State, combat: Combat) -> CombatCard:
    result = judged(state, combat)
    one, two = (_side(state, combat, seat) for seat in SEATS)
    return CombatCard(
        id="-".join(sorted(combat.members)),
        sides=(one, two),
        difference=result.difference,
        verdict=_verdict(state, result),
        judgements=tuple(_judgements(state, combat, result)),
        ground=tuple(_ground(state, combat)),
    )


def _ground(state: State, combat: Combat) -> Iterator[Text]:
    for left in fighters(state, combat):
        found = takers(state, combat, left)
        values = {"who": tuple(piece.title for piece in found), "whom": left.unit_title}
        if len(found) == 1:
            yield Text("The ground that %(whom)s left goes to %(who)s.", values)
        elif found:
            yield Text("The ground that %(whom)s left goes to one of these: %(who)s.", values)


def _side(state: State, combat: Combat, seat: str) -> CombatSide:
    own = tuple(fighters(state, combat, seat))

    def name(of: str) -> str:
        piece = state.piece(of)
        heroes = (h for p in own for h in p.heroes if h.id == of)
        return piece.unit_title if piece is not None and piece.unit else next(heroes).title

    ids = [p.id for p in own]
    slain = SLAIN_IN_CONFRONTATION * sum(blow.slain for blow in combat.blows if blow.attacker in ids)
    return CombatSide(seat, tuple(p.unit_title for p in own), inflicted(combat, ids, name), slain)


def _verdict(state: State, result: CombatResult) -> Text:
    if result.defeated:
        defeated = tuple(piece.title for piece in state.pieces if piece.id in result.defeated)
        return Text("Defeated: %(who)s.", {"who": defeated})
    if result.winner:
        return Text("Nobody is left to be defeated.")
    return Text("A draw.")


def _judgements(state: State, combat: Combat, result: CombatResult) -> Iterator[Judgement]:
    for piece in fighters(state, combat):
        defeated = piece.id in result.defeated
        if defeated or piece.id in result.held:
            owed = tuple(owed_view(state, roll) for roll in state.owed if roll.piece == piece.id and not roll.open)
            thrown = not any(r.piece == piece.id and r.open and r.die is None for r in state.rolls)
            since = _since(piece) if defeated and not owed and thrown else None
            yield Judgement(piece.id, piece.seat, defeated, _against(state, piece, result), since, owed)


def _against(state: State, piece: Piece, result: CombatResult) -> Text:
    """The difference held against what is left of the unit, or of its side where the table agreed on that (K57)."""
    together = state.settings.defeat_ve == "side"
    losers = (*result.defeated, *result.held)
    ve = sum(state.ve_judged.get(one, 0) for one in losers if together or one == piece.id)
    values = {"unit": piece.title, "difference": result.difference, "ve": ve}
    if piece.id in result.defeated:
        return Text("%(unit)s lost the combat: %(difference)s is more than the %(ve)s VE left.", values)
    return Text("%(unit)s held: %(difference)s is not more than the %(ve)s VE left.", values)


def _since(piece: Piece) -> Text:
    if not piece.standing:
        return Text("Nothing is left on the table.")
    return Text("In flight.") if piece.facts.flees else Text("Still in the combat.")
