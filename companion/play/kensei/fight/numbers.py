"""What the dice of a roll chain are thrown with, now or as it was frozen at the first die."""

from __future__ import annotations

from companion.play.kensei.ask.frozen import thaw
from companion.play.kensei.fight.situation import fight_of, strike_of
from companion.play.kensei.fighters import combatant
from companion.play.kensei.state import Chain, State, must
from companion.play.traced import part
from companion.rules.kensei.fight.attack import Numbers, Outcome, numbers, resolve
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.text import Refusal


def question(state: State, chain: Chain) -> Numbers | Refusal:
    """The numbers of an attack, or why it is not allowed."""
    return _known(state, chain.id) if state.chain(chain.id) is chain else _found(state, chain)


@part
def _known(state: State, chain_id: str) -> Numbers | Refusal:
    """Of one that is under way; of others it is only asked what they would be."""
    chain = must(state.chain(chain_id))
    return _found(state, chain)


def _found(state: State, chain: Chain) -> Numbers | Refusal:
    return thaw(chain.numbers) if chain.numbers is not None else numbers(strike_of(state, fight_of(state, chain)))


def target_of(state: State, chain: Chain) -> Combatant:
    """Who takes the damage: the piece, or the character who was meant."""
    return combatant(fight_of(state, chain).defender, chain.aimed_at, None)


def outcome(state: State, chain: Chain, asked: Numbers | Refusal) -> Outcome | None:
    """How far the attack has come, as the rules count it."""
    if isinstance(asked, Refusal):
        return None
    return resolve(asked, target_of(state, chain), chain.attack, chain.defense, chain.damage)


def dice_due(chain: Chain, asked: Numbers | Refusal) -> int:
    """How many dice the current step of the attack wants."""
    if chain.finished or isinstance(asked, Refusal):
        return 0
    if chain.attack is None:
        return asked.dc.value
    if chain.defense is None:
        return chain.attack.hits + chain.attack.tens
    return chain.defense.failed + chain.defense.tens
