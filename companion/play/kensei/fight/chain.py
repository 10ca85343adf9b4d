"""An attack's three rolls with the baton between the phones, and the Bushi who strikes after his unit (9:3, 10:3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import TypeVar

from companion.play.acts import ActForm, everybody
from companion.play.game import Event
from companion.play.kensei.acts import Applied, StepAct, act
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.ask.kinds import KINDS, PAST, Kind, Words, answers, choice
from companion.play.kensei.asks import Ask
from companion.play.kensei.chains import Chain, freeze, thaw
from companion.play.kensei.fight import words
from companion.play.kensei.fight.harm import bushi_beside, finish, land_waiting, waiting
from companion.play.kensei.fight.numbers import dice_due, put_right, question, tally, target_of
from companion.play.kensei.fight.situation import fight_of
from companion.play.kensei.fight.words import harm_words
from companion.play.kensei.pieces import other
from companion.play.kensei.state import State
from companion.rules.dice import AttackTally, DefenseTally
from companion.rules.kensei.fight.attack import Numbers, resolve
from companion.rules.text import Refusal, Text, counted


def asking(state: State, chain: Chain, parent: str = "") -> State:
    """The state with the chain's next roll asked, in the place of the last."""
    state = state.without_asks(chain.id)
    if chain.step == "result":
        return state
    mine = state.known(chain.attacker).seat
    return state.with_question(chain.step, other(mine) if chain.step == "defense" else mine, chain.id, parent)


def aiming_at(state: State, step: str) -> Chain | Refusal:
    """The chain whose attack roll is asked by this name, while no die has fallen."""
    ask = state.ask_at(step)
    chain = state.chain(ask.about) if ask is not None else None
    if ask is None or chain is None or chain.finished:
        return Refusal(PAST, "10:2:5")
    if chain.attack is not None or not state.untouched(chain.id):
        reason = Text("Dice are already entered: clear them, or undo the roll, to change the situation.")
        return Refusal(reason, "9:3:3")
    return replace(chain, by_itself=False)


S = TypeVar("S", bound=StepAct)


def aiming(change: Callable[[S, State, Event, Chain], State | Chain | Refusal]) -> Applied[S]:
    """What is done to an attack of which no die has fallen, given its chain: the state, or the chain as it is then."""

    @wraps(change)
    def apply(self: S, state: State, event: Event) -> State | Refusal:
        chain = aiming_at(state, self.step)
        made = chain if isinstance(chain, Refusal) else change(self, state, event, chain)
        return state.with_chain(made) if isinstance(made, Chain) else made

    return apply


def _numbers(state: State, ask: Ask) -> Numbers:
    """The numbers this roll is thrown with; `_refused` has seen to it that there are any."""
    found = question(state, state.chain_of(ask))
    assert isinstance(found, Numbers)
    return found


def _refused(state: State, ask: Ask) -> Refusal | None:
    found = question(state, state.chain_of(ask))
    return found if isinstance(found, Refusal) else None


def _dice(state: State, ask: Ask) -> int:
    chain = state.chain_of(ask)
    return dice_due(chain, question(state, chain))


def _words(state: State, ask: Ask) -> Words:
    chain = state.chain_of(ask)
    found = question(state, chain)
    dice = dice_due(chain, found)
    fight = fight_of(state, chain)
    return words.sentence(fight, found, dice), words.waiting(fight, dice, aiming=ask.pad.empty)


def _read(state: State, ask: Ask) -> AttackTally | DefenseTally | Refusal | None:
    return tally(state.chain_of(ask), _numbers(state, ask), ask.pad)


def _frozen(state: State, ask: Ask) -> State:
    """With the numbers kept once a die has fallen, and free again when the pad was cleared before the first roll."""
    chain = state.chain_of(ask)
    if chain.attack is None:
        chain = replace(chain, numbers=None)
    if not ask.pad.empty and chain.numbers is None:
        chain = replace(chain, numbers=freeze(_numbers(state.with_chain(chain), ask)))
    return state.with_chain(chain)


def _answered(state: State, ask: Ask, answer: AttackTally | DefenseTally | tuple[int, ...]) -> State:
    """After a full roll: the next one is asked, or the attack ends."""
    chain = state.chain_of(ask)
    if chain.numbers is None:
        chain = replace(chain, numbers=freeze(_numbers(state, ask)))
    if ask.kind != "damage" and (faces := pads.all_faces(ask.pad)):
        chain = replace(chain, faces={**chain.faces, str(ask.kind): faces})
    if isinstance(answer, AttackTally):
        chain = replace(chain, attack=answer)
        if chain.kind == "melee":
            state = _revealed(state, chain)
    elif isinstance(answer, DefenseTally):
        chain = replace(chain, defense=answer)
    else:
        chain = replace(chain, damage=answer)
    return passed_on(state.with_chain(chain), chain, ask.parent)


def _revealed(state: State, chain: Chain) -> State:
    """Hidden characters are shown when their unit fights (5:1:13, K80). The dice that fell were counted before."""
    fight = fight_of(state, chain)
    return state.with_piece(fight.attacker.revealed()).with_piece(fight.defender.revealed())


def passed_on(state: State, chain: Chain, parent: str) -> State:
    """The attack goes on with its next roll, or ends when no dice are left to throw.

    What was forgotten and said later counts from the roll on that it is about.
    """
    chain = put_right(state, chain)
    assert chain.numbers is not None
    found = resolve(thaw(chain.numbers), target_of(state, chain), chain.attack, chain.defense, chain.damage)
    if found.next is not None:
        return asking(state.with_chain(chain), chain, parent)
    return finish(state.without_asks(chain.id), replace(chain, points=found.damage.points if found.damage else 0))


@act("blank", sees=everybody)
class BlankAct(StepAct):
    @aiming
    def apply(self, state: State, event: Event, chain: Chain) -> State | Refusal:
        """A unit without dice does not strike: its attack ends without a roll (2:7:2, K12)."""
        found = question(state, chain)
        if isinstance(found, Refusal):
            return found
        if found.dc.value:
            due = counted("%(num)s die is due: roll it.", "%(num)s dice are due: roll them.", found.dc.value)
            return Refusal(due, "10:3")
        ask = state.ask_about(chain.id)
        chain = replace(chain, numbers=freeze(found))
        state = state.with_chain(chain)
        if chain.kind == "melee":
            state = _revealed(state, chain)
        return passed_on(state, chain, ask.parent if ask else "")

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        chain = next(c for c in reversed(after.chains) if c.finished and before.chain(c.id) != c)
        who = {"who": fight_of(before, chain).striker_name}
        harm = list(harm_words(before, after)) if chain.landed is not None else []
        return [Text("%(who)s cannot strike: no dice are left.", who), *words.reveal_words(before, after), *harm]


@act("put-away", commutes=False, label=Text("closing the result"), sees=everybody)
class PutAwayAct(ActForm):
    def apply(self, state: State, event: Event) -> State | Refusal:
        unit = waiting(state)
        if unit is not None and state.side_of(unit.attacker) == event.seat:
            state = land_waiting(state)
        if all(chain.landed is None for chain in state.chains):
            return Refusal(Text("There is no result to close."), "10:2:5")
        return replace(state, chains=tuple(c for c in state.chains if c.landed is None))


# ---- the Bushi who strikes right after his unit: while he may, its harm waits for his


def _beside_words(state: State, ask: Ask) -> Words:
    names = {"who": tuple(hero.title for hero in bushi_beside(state, state.chain_of(ask)))}
    return Text("%(who)s may strike right after the unit, or stand back.", names), Text(
        "%(who)s may strike too.", names
    )


@act("stand-back", sees=everybody)
class StandBackAct(StepAct):
    @answers("beside", rule="4:3:8")
    def apply(self, state: State, event: Event, ask: Ask) -> State | Refusal:
        return land_waiting(state)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        names = tuple(hero.title for hero in bushi_beside(before, before.chain_of(self.asked(before))))
        return [Text("%(who)s stood back.", {"who": names}), *harm_words(before, after)]


KINDS |= {
    "attack": Kind("10:3", _dice, _words, _answered, words.roll_line, _read, _frozen, _refused),
    "defense": Kind("10:4", _dice, _words, _answered, words.roll_line, _read, _frozen, _refused),
    "damage": Kind("10:5", _dice, _words, _answered, words.roll_line, started=_frozen, refused=_refused),
    "beside": choice("4:3:8", _beside_words, Text("No dice are needed yet: let the Bushi strike or stand back.")),
}
