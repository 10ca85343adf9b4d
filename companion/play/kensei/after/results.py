"""The combats of a turn and how they ended, as the resolution phase finds them (11:2, K57)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.play.kensei.fighters import combatant
from companion.play.kensei.melee import Melee
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.kensei.after.combats import Combat, Member, combats, judge_combat
from companion.rules.kensei.after.result import CombatResult
from companion.rules.text import Text


def fought(state: State) -> tuple[Combat, ...]:
    """The combats of the turn: those that were led, with everybody who stood in them, then what was struck besides.

    Who came into contact with a led one while it was fought, and struck there, is judged with it (K46, K57).
    """
    found = [combat for melee in state.melees if (combat := blows_in(state, melee)).blows]
    inside = {blow for combat in found for blow in combat.blows}
    for late in combats(blow for blow in state.blows if blow not in inside):
        one = next((combat for combat in found if combat.members & late.members), None)
        if one is None:
            found.append(late)
        else:
            found[found.index(one)] = Combat(one.members | late.members, (*one.blows, *late.blows))
    return tuple(found)


def blows_in(state: State, melee: Melee) -> Combat:
    """A combat that is led: its members, and what they struck at each other."""
    members = frozenset(melee.members)
    blows = (b for b in state.blows if not b.pursuit and {b.attacker, b.defender} <= members)
    return Combat(members, tuple(blows))


def ve_left(state: State) -> Mapping[str, int]:
    """The VE of everybody who fought this turn, as it is now; nothing of what is destroyed."""
    return {p.id: _ve(p) for combat in fought(state) for p in fighters(state, combat)}


def _ve(piece: Piece) -> int:
    return combatant(piece, None, None).ve if piece.standing else 0


def judged(state: State, combat: Combat) -> CombatResult:
    """Who won one combat (11:2); first is side a, second side b.

    Once the combats are judged, nobody's VE changes that: not what a pursuit takes of who runs away.
    """
    known = state.ve_judged
    members = [Member(p.id, p.seat == "a", known.get(p.id, _ve(p))) for p in fighters(state, combat)]
    return judge_combat(combat, members, state.settings)


def fighters(state: State, combat: Combat, seat: str = "") -> Iterator[Piece]:
    """Who fought in a combat, of one side or of both, in the order of the table."""
    return (p for p in state.pieces if p.id in combat.members and seat in ("", p.seat))


def combat_of(state: State, piece_id: str) -> Combat | None:
    """The combat of this turn in which a piece fought."""
    return next((combat for combat in fought(state) if piece_id in combat.members), None)


def in_order(state: State) -> tuple[Combat, ...]:
    """The combats as they are resolved: those won by the side that has the command, then the others (11, K69)."""
    return tuple(sorted(fought(state), key=lambda combat: victor(state, combat) != state.commanding))


def victor(state: State, combat: Combat) -> str:
    """The side that won, or empty in a draw."""
    winner = judged(state, combat).winner
    return {"first": "a", "second": "b"}.get(winner or "", "")


def result_words(state: State, combat: Combat) -> Text:
    """Who has won a combat, by how much."""
    found = judged(state, combat)
    beaten = [p.title for i in found.defeated if (p := state.piece(i))]
    values = {"a": found.first_inflicted, "b": found.second_inflicted, "who": tuple(beaten)}
    if beaten:
        return Text("%(a)s against %(b)s damage: %(who)s defeated.", values)
    if found.winner:
        return Text("%(a)s against %(b)s damage: nobody is left to be defeated.", values)
    return Text("%(a)s against %(b)s damage: a draw.", values)
