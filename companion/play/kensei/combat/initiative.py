"""Before the strikes: defensive positions and initiative dice, sealed until both sides have given theirs (10:2:1,
10:2:4, K44). Who declares an ability or a challenge may throw after it is carried out (10:2:2, 10:2:3).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from companion.play.kensei.combat.duels import challenges, under_way
from companion.play.kensei.combat.listing import ahead_of, met_in, stands
from companion.play.kensei.melees import Melee, Striker
from companion.play.kensei.pieces import SEATS, Piece, SeatId
from companion.play.kensei.state import State
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.initiative import Totals, in_order, initiative, left_out, rolls, total
from companion.rules.kensei.fight.melees import entrant, may_defend
from companion.rules.text import Number, Refusal

# ---- where a combat is


def totals(melee: Melee) -> dict[str, Totals]:
    """IN with the dice, of everybody whose dice are open."""
    return {one: total(melee.initiative[one]["value"], dice) for one, dice in melee.dice.items()}


def rolling(state: State, melee: Melee) -> tuple[Striker, ...]:
    """Who rolls now: everybody at first, then those who tied; nobody once the order is found, or no strike is left."""
    if melee.settled:
        return ()
    if not left_to_strike(state, melee):
        return ()
    now = rolls([s.id for s in melee.strikers if not s.flees and stands(state, s)], totals(melee))
    return tuple(s for s in melee.strikers if s.id in now)


def rolling_of(state: State, melee: Melee, seat: str) -> tuple[Striker, ...]:
    """The strikers of this side who roll now."""
    return tuple(s for s in rolling(state, melee) if state.piece_of(s).seat == seat)


def awaited_sides(state: State, melee: Melee) -> tuple[SeatId, ...]:
    """The sides that have still to answer; once all have, those whose dice come after what was declared."""
    rolls_now = (seat for seat in SEATS if rolling_of(state, melee, seat))
    if not melee.declared:
        return tuple(seat for seat in rolls_now if seat not in melee.given)
    if under_way(state, melee):
        return ()
    return tuple(seat for seat in rolls_now if seat not in melee.given or not melee.given[seat].dice)


def may_declare_again(state: State, melee: Melee) -> tuple[SeatId, ...]:
    """The sides that have given their first dice while the other has not: what they declare may still change, and they
    roll after it (10:2:3)."""
    if not melee.declares or not awaited_sides(state, melee):
        return ()
    return tuple(seat for seat in SEATS if seat in melee.given and rolling_of(state, melee, seat))


def nothing_to_choose(state: State, melee: Melee) -> bool:
    """Whether the order is known before any die, and nobody has a position or challenge to choose (10:2:1, 10:2:3,
    K44): all but one were reached in flight, or after a confrontation one alone is left to strike. Where something is
    to be chosen, it is after that."""
    if not melee.first_roll or (melee.declares and any(challenges(state, melee))):
        return False
    if melee.confrontations or melee.declared:  # nobody strikes back, against whom a position would count
        due = not under_way(state, melee) and awaited_sides(state, melee)
        return bool(due) and (len(left_to_strike(state, melee)) == 1 or (melee.declared and rolls_alone(state, melee)))
    able = rolling(state, melee)
    if melee.given or not rolls_alone(state, melee):
        return False
    return may_be_defensive(state, able[0]) is not None and not may_hold_obstacle(state, melee, able[0])


def rolls_alone(state: State, melee: Melee) -> bool:
    """Whether one alone would roll, as all others were reached in flight: his die decides nothing (K44)."""
    return melee.first_roll and len(melee.strikers) > 1 and len(rolling(state, melee)) == 1


def left_to_strike(state: State, melee: Melee) -> tuple[Striker, ...]:
    """Who has a strike before him still."""
    return tuple(s for s in melee.strikers if ahead_of(state, melee, s))


def strikers_in_order(melee: Melee) -> tuple[Striker, ...]:
    """Everybody, the highest first; who was reached in flight last."""
    by_id = {s.id: s for s in melee.strikers}
    if melee.settled:
        return tuple(sorted(melee.strikers, key=lambda striker: striker.flees))
    return tuple(by_id[one] for one in in_order(tuple(by_id), totals(melee)))


def step_of(melee: Melee, seat: str) -> str:
    """The name of what a side gives now: `t3.combat.a1+b2.in.a`, and `.in2.a` where it tied."""
    rolled = max((len(dice) for dice in melee.dice.values()), default=0)
    return f"{melee.id}.in{rolled + 1 if rolled else ''}.{seat}"


def step_at(state: State, step: str) -> tuple[Melee, SeatId] | None:
    """The combat and the side that give what is called so now."""
    return next(((melee, seat) for melee in state.melees for seat in SEATS if step_of(melee, seat) == step), None)


def may_be_defensive(state: State, striker: Striker) -> Refusal | None:
    """Why this striker can take no defensive position; None for a unit in flight too, which always has it (K12)."""
    piece = state.piece_of(striker)
    who = piece.combatant(None if striker.unit else piece.heroes[0].id)
    fell_short = state.fell_short.get(piece.id) == state.turn and not piece.facts.flees
    return may_defend(who, piece.facts, state.striker_name(striker), fell_short=fell_short)


def numbers_now(state: State, melee: Melee, obstacles: Collection[str] = ()) -> dict[str, Number]:
    """IN of everybody before the dice, as they stand now; `obstacles`: the pieces that defend one (K44)."""
    facts = {p.id: p.facts for p in state.members(melee)}
    riders = tuple(p.id for p in state.members(melee) if _fighter(state, p, None).is_mounted)
    contacts = met_in(state, melee)
    everybody = [
        entrant(
            s.id,
            s.piece,
            _fighter(state, state.piece_of(s), s.hero or None),
            facts,
            contacts,
            state.turn,
            side=state.piece_of(s).seat,
            riders=riders,
            obstacle=s.piece in obstacles and not s.hero,
        )
        for s in melee.strikers
    ]
    everybody = [replace(one, charges=_by_striker(melee, one.charges)) for one in everybody]
    found = ((one, initiative(one, everybody)) for one in everybody)
    return {one.id: replace(number, modifiers=(*number.modifiers, *left_out(one, everybody))) for one, number in found}


def _by_striker(melee: Melee, piece: str | None) -> str | None:
    """Whom a charge was at, by the name he strikes with: the last of a unit has one of his own."""
    at = [striker.id for striker in melee.strikers if striker.piece == piece]
    return piece if piece in at else next(iter(at), piece)


def _fighter(state: State, piece: Piece, hero_id: str | None) -> Combatant:
    """Who rolls, with what lasts on him; a special character in a unit has nothing of what lasts on that."""
    who = piece.combatant(hero_id or piece.lone_id)
    if hero_id is not None and piece.miniatures:
        return replace(who, effects=state.lasting_on(piece, hero_id))
    lasting: set[str] = set(state.lasting_on(piece))
    if piece.facts.withstood_and_shot:
        lasting.add("withstood-and-shot")
    return replace(who, effects=frozenset(lasting))


def may_hold_obstacle(state: State, melee: Melee, striker: Striker) -> bool:
    """Whether an obstacle before it may count: in the first turn of a contact, of a unit on foot that did not charge
    (6:2:5, K64)."""
    fresh = [met for met in met_in(state, melee) if met.touches(striker.piece) and met.since == state.turn]
    if not fresh or striker.hero or _fighter(state, state.piece_of(striker), None).is_mounted:
        return False
    return all(met.charger != striker.piece for met in fresh)


def is_open(state: State, step: str) -> bool:
    """Whether what was given under this name lies open: its combat has gone on, or its turn is over."""
    melee = next((m for m in state.melees if step.startswith(f"{m.id}.in")), None)
    if melee is not None and not state.over:
        return melee.settled or all(step != step_of(melee, seat) for seat in SEATS)
    turn = step.partition(".")[0].removeprefix("t")
    return bool(state.over) or (turn.isascii() and turn.isdecimal() and int(turn[:9]) < state.turn)


def sealed(state: State) -> frozenset[str]:
    """What is given and not open yet, by its names. What is declared comes to light before the dice: once both sides
    have answered, whether anybody declared anything or not."""
    if state.over:
        return frozenset()
    given = [(melee, step_of(melee, seat)) for melee in state.melees for seat in melee.given]
    dice = {step for _, step in given}
    return frozenset(dice | {f"{step} declared" for melee, step in given if not melee.declared})
