"""Flights of the turn: from whom, who may pursue, who has nowhere to run, and the way on (11:4:5, K58, K59)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.play.kensei.after.owing import fighters, fought, judged, may_have_lost_general
from companion.play.kensei.asks import Ask
from companion.play.kensei.chains import Chain
from companion.play.kensei.pieces import Piece, other
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Chase, Flight, HonorRoll
from companion.rules.kensei.after.combats import Combat
from companion.rules.kensei.after.flight import Held, is_split, reaches, runs_from


def began(state: State, roll: HonorRoll, piece: Piece) -> State:
    """The state in which a failed roll's flight begins, while its contacts still tell from whom."""
    return state.with_flight(Flight(roll.flight_name, piece.id, runs_from(held_by(state, piece)), roll.causes))


def split(state: State, roll: HonorRoll, piece: Piece) -> State | None:
    """The state in which a defeated unit that enemies hold in front and rear is destroyed at once (K59), or None; a
    character alone has neither (4:3:3)."""
    held = held_by(state, piece) if piece.lone is None else ()
    if roll.moment != state.combats_name or not is_split(held):
        return None
    flight = Flight(roll.flight_name, piece.id, runs_from(held), roll.causes, end="split")
    return gone(state.with_flight(flight).with_roll(replace(roll, flight=())), flight)


def gone(state: State, flight: Flight) -> State:
    """The state in which who ran is destroyed; over the edge he has left the table (K84)."""
    return destroyed(state, state.piece_of(flight), flight.id, off_table=flight.end == "edge")


def destroyed(state: State, piece: Piece, moment: str, *, off_table: bool) -> State:
    """The state in which nothing of a piece is left, nor anybody in it; of a general that is his death (K84).

    `moment` names what killed him, unless it is in the combats (K55).
    """
    before, shown = state, piece.revealed()
    slain = (replace(h, alive=False, wounds=shown.combatant(h.id).attributes.vt) for h in shown.heroes)
    lost = replace(
        shown, miniatures=0, accumulated_damage=0, standard_bearer=False, heroes=tuple(slain), off_table=off_table
    )
    state = state.with_piece(lost).without_contacts(piece.id)
    return may_have_lost_general(before, state, piece.seat, moment)


def held_by(state: State, piece: Piece) -> tuple[Held, ...]:
    """The enemies who stand in contact with a piece."""
    met = ((contact, state.piece(contact.foe(piece.id))) for contact in state.contacts if contact.touches(piece.id))
    return tuple(
        Held(enemy.id, contact.zone_of(enemy.id), enemy.combatant().ve)
        for contact, enemy in met
        if enemy is not None and enemy.able
    )


def ran(state: State, roll: HonorRoll) -> State:
    """After the flight's dice: who won the combat it runs from may pursue."""
    flight = must(state.flight(roll.flight_name))
    return thrown(state, flight, roll.flight or (), lost="defeated" in roll.causes and state.phase == "resolution")


def thrown(state: State, flight: Flight, faces: tuple[int, ...], *, lost: bool) -> State:
    """With the dice of a flight; of who lost a combat, each victor that no other enemy holds may pursue it."""
    piece = state.piece_of(flight)
    fights = next((combat for combat in fought(state) if piece.id in combat.members), None) if lost else None
    victors = _free(state, fights, other(piece.seat)) if fights is not None else ()
    chases = tuple(Chase(f"{flight.id}.{victor.id}", victor.id) for victor in victors)
    flight = replace(flight, faces=faces, chases=chases)
    state = state.with_flight(flight)
    for chase in flight.chases:
        state = state.with_question("chase", other(piece.seat), chase.id)
    return state


def caught_up(state: State) -> State:
    """When the combats are judged: who was reached in flight stands if not defeated, or else runs on at once (K85)."""
    for combat in fought(state):
        defeated = judged(state, combat).defeated
        for piece in fighters(state, combat):
            since = piece.facts.fleeing_since
            if since is None or not piece.standing:
                continue
            flight = Flight(f"{state.combats_name}.{piece.id}.run", piece.id, runs_from(held_by(state, piece)))
            if piece.id in defeated:
                state = state.with_flight(flight).breaks(piece, since)
                state = state.with_question("again", piece.seat, flight.id)
            else:
                state = state.with_flight(replace(flight, end="stands")).with_facts(piece, fleeing_since=None)
    return state


def _free(state: State, combat: Combat, seat: str) -> list[Piece]:
    """Who of a side fought in this combat, is held by no enemy now, and pursues nobody."""
    pursuing = {chase.piece for _, chase in state.chases() if chase.answer == "pursue"}
    here = (piece for piece in fighters(state, combat, seat) if piece.able and piece.id not in pursuing)
    return [piece for piece in here if not held_by(state, piece)]


def takers(state: State, combat: Combat, left: Piece) -> tuple[Piece, ...]:
    """Who takes the ground this piece of a combat left: who destroyed it there, or won and holds (11:1)."""
    free = _free(state, combat, other(left.seat))
    destroyers = {blow.attacker for blow in combat.blows if blow.destroyed and blow.defender == left.id}
    flight = next((flight for flight in reversed(state.flights) if flight.piece == left.id), None)
    if flight is not None and flight.end == "split":
        destroyers |= {piece.id for piece in free}
    holding = {chase.piece for chase in flight.chases if chase.answer == "hold"} if flight else set()
    return tuple(piece for piece in free if piece.id in destroyers | holding)


def on_taken_ground(state: State) -> State:
    """The state in which who alone takes the ground of another has left its own, and what stood on that (11:1)."""
    for combat in fought(state):
        for left in fighters(state, combat):
            if len(found := takers(state, combat, left)) == 1:
                state = state.left_place(found[0].id)
    return state


def reached(flight: Flight, chase: Chase) -> bool:
    """Whether the pursuit's dice are thrown and reach who runs, and nobody stood in the way."""
    return chase.faces is not None and not chase.stopped_by and reaches(chase.faces, flight.faces)


def free_attacks(state: State) -> Iterator[tuple[Flight, Chase]]:
    """The pursuits that reached and have not struck yet (11:4:5)."""
    struck = {(blow.attacker, blow.defender) for blow in state.blows if blow.pursuit}
    for flight, chase in state.chases():
        here = state.piece_of(flight).standing and state.piece_of(chase).standing
        if here and reached(flight, chase) and (chase.piece, flight.piece) not in struck:
            yield flight, chase


def goes_on(state: State, chain: Chain) -> State:
    """After a free attack: who survives it is asked how much farther it runs, once (K58).

    The players may have struck without saying before that they pursue: now they have.
    """
    for flight in state.flights:
        chase = next((c for c in flight.chases if c.piece == chain.attacker and c.answer != "hold"), None)
        if flight.piece != chain.defender or chase is None:
            continue
        runner = state.piece_of(flight)
        state = state.with_chase(flight, replace(chase, answer="pursue")).without_asks(chase.id)
        if runner.standing and not flight.further:
            state = state.with_question("further", runner.seat, flight.id)
    return state


def stands(state: State, ask: Ask) -> bool:
    """Whether a pursuit, or the way of who runs, is still asked: neither is gone, or has changed his mind."""
    flight = state.flight(ask.about)
    if flight is None:
        flight, chase = state.chase(ask.about)
        if not state.piece_of(chase).able:
            return False
    runner = state.piece_of(flight)
    return runner.standing and runner.facts.flees
