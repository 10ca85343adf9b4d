"""The next strike of a combat opens by itself where its players have nothing to choose: one striker, one enemy, no dice
to share out (10:2:5).
"""

from __future__ import annotations

from companion.play.kensei.ask.forest import CHOICES, urgent
from companion.play.kensei.ask.withdrawn import withdrawn
from companion.play.kensei.combat.due import is_past
from companion.play.kensei.combat.duels import is_open, place_of, strikers_left
from companion.play.kensei.combat.reach import ahead_of
from companion.play.kensei.combat.strikes import is_done, shares_dice, upcoming
from companion.play.kensei.fight.aim import AimData, opened
from companion.play.kensei.melee import Melee
from companion.play.kensei.state import State


def dropped(state: State) -> State:
    """Without a strike that opened by itself and that nobody has touched: what it rests on may have changed."""
    return withdrawn(state)


def tidied(state: State) -> State:
    """With the next strike open, where one combat is under way and nothing else is asked."""
    if is_past(state) or state.over or urgent(state):
        return state
    under_way = [melee for melee in state.melees if not is_done(state, melee)]
    if len(under_way) != 1 or any(ask.kind in CHOICES for ask in state.asks):
        return state
    (melee,) = under_way
    strike = _only_strike(state, melee)
    if strike is None or (strike.striker or strike.attacker) in melee.called_off:
        return state
    return opened(state, strike) or state


def _only_strike(state: State, melee: Melee) -> AimData | None:
    """The next strike, of a confrontation first; None where there is a choice, or none is due."""
    duels = [one for one in melee.confrontations if is_open(state, one)]
    if duels:
        hero = next(iter(strikers_left(state, duels[0])), "")
        if not hero:
            return None
        piece, enemy = place_of(state, hero)[0], place_of(state, duels[0].foe(hero))[0]
        return _strike(piece.id, hero if piece.unit else None, enemy.id)
    striker = next(iter(upcoming(state, melee)), None)
    targets = ahead_of(state, melee, striker) if striker is not None else ()
    if striker is None or len(targets) != 1 or shares_dice(state, melee, striker):
        return None
    return _strike(striker.piece, striker.hero or None, targets[0].id)


def _strike(attacker: str, striker: str | None, defender: str) -> AimData:
    return AimData(kind="melee", attacker=attacker, defender=defender, striker=striker, name="")
