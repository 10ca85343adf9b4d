"""What tables begun by older rules counted otherwise, so that every event of them still counts."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from companion.play.kensei.state import State
from companion.rules.kensei.turn.contacts import Contact, engaged

NUMBERED_BY = "kensei-3"
"""The last rules that numbered rolls instead of naming them."""
ASKS = 5
"""The first rules that ask who stands near a dead general, and know who is held in front and rear."""
SEALED_CHALLENGES = 6
"""The first rules that seal challenges with the initiative dice and let a confrontation go on in the next turn."""
OPENS_STRIKES = 7
"""The first rules whose strikes open by themselves where nothing is chosen, that roll no initiative that is settled
already, give a reaction back whose shot is called off, and know that who fell short without an advance has moved. Who
is reached takes no more orders this turn, nobody shoots into a contact of this turn, a pursuer strikes with all his
dice, and a charge at the last of a unit lends no IN."""
ABILITIES = 8
"""The first rules that know what abilities do by themselves."""


def begun_with(setup: Mapping[str, Any]) -> int:
    """The number of the rules a table was begun with, as a new one is given it; 0 where it does not say."""
    found = re.fullmatch(r"kensei-([1-9][0-9]?)", str(setup.get("begun_with", "")))
    return int(found[1]) if found else 0


def before_questions(state: State) -> bool:
    """Whether a table was begun when every unit of a dead general rolled, and who was held on both sides ran."""
    return state.begun_with < ASKS


def before_sealed_challenges(state: State) -> bool:
    """Whether a table was begun when challenges were spoken openly and ended with their turn, a unit that did not
    strike kept its Bushi from striking, and nothing was passed by itself."""
    return state.begun_with < SEALED_CHALLENGES


def before_own_strikes(state: State) -> bool:
    """Whether a table was begun when each strike wanted a tap of its own, and each combat its initiative dice; when a
    reaction was spent with its shot called off, and a charge without an advance left no trace where it fell short."""
    return state.begun_with < OPENS_STRIKES


def before_reached_is_held(state: State) -> bool:
    """Whether a table was begun when a unit that a charge had reached still took orders in the same turn, the dice
    shared out in a combat were all a pursuer had after it, and a charge at the last of a unit gave its bonus."""
    return state.begun_with < OPENS_STRIKES


def before_abilities(state: State) -> bool:
    """Whether a table was begun when the players alone knew what an ability does by itself."""
    return state.begun_with < ABILITIES


def contacts_after_turn(state: State, standing: Collection[str]) -> tuple[Contact, ...]:
    """Who stays engaged, without saying with whom: who fought this turn while one of those enemies is left, and who
    was engaged before and did not fight."""
    foes: dict[str, set[str]] = {}
    for blow in state.blows:
        foes.setdefault(blow.attacker, set()).add(blow.defender)
        foes.setdefault(blow.defender, set()).add(blow.attacker)
    staying = (
        piece.id
        for piece in state.pieces
        if piece.id in standing
        and (
            bool(foes[piece.id] & set(standing)) if piece.id in foes else engaged(state.contacts, piece.id, state.turn)
        )
    )
    return tuple(Contact(piece_id, "", state.turn) for piece_id in staying)
