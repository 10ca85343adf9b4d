"""An attack's three rolls with the baton between the phones, from the first die to what they do (9:3, 10:2–10:6)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.acts import Act, Data, Nothing
from companion.play.game import Event
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.fight import words as telling
from companion.play.kensei.fight.harm import land
from companion.play.kensei.fight.situation import strike_of
from companion.play.kensei.state import Attack, Pad, State, other
from companion.rules.kensei.fight.attack import Numbers, Outcome, numbers, resolve
from companion.rules.text import Refusal, Text, counted


class StepData(Data):
    step: str


def question(state: State, attack: Attack) -> Numbers | Refusal:
    """The numbers of an attack, or why it is not allowed."""
    return numbers(strike_of(state, attack))


def outcome(state: State, attack: Attack, asked: Numbers | Refusal) -> Outcome | None:
    """How far the attack has come, as the rules count it."""
    if isinstance(asked, Refusal):
        return None
    return resolve(asked, strike_of(state, attack).defender, attack.attack, attack.defense, attack.damage)


def dice_due(attack: Attack, asked: Numbers | Refusal) -> int:
    """How many dice the current step of the attack wants."""
    if attack.finished or isinstance(asked, Refusal):
        return 0
    if attack.attack is None:
        return asked.dc.value
    if attack.defense is None:
        return attack.attack.hits + attack.attack.tens
    return attack.defense.failed + attack.defense.tens


def holder(attack: Attack) -> str:
    """Whose dice are due: the defender's in the defense roll, else the attacker's."""
    mine = attack.attacker.seat
    return other(mine) if attack.step == "defense" else mine


def at_step(state: State, step: str) -> Attack | Refusal:
    """The running attack when `step` is where it stands."""
    attack = state.attack
    if attack is None or attack.finished or attack.step_id != step:
        return Refusal(Text("That roll is already past: look at the table as it is now."), "10:2:5")
    return attack


def aiming_at(state: State, step: str) -> Attack | Refusal:
    """The running attack when `step` is where it stands and no die has fallen."""
    attack = at_step(state, step)
    if isinstance(attack, Attack) and not attack.aiming:
        return Refusal(Text("The dice are falling: clear them, or undo the roll, to change the situation."), "9:3:3")
    return attack


def enter(state: State, event: Event, data: PadData | RollData) -> State | Refusal:
    """A tap, or a whole roll, of the running attack."""
    attack = at_step(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    if event.seat != holder(attack):
        return Refusal(Text("These dice are side %(side)s's to roll.", {"side": holder(attack).upper()}), "10:3")
    asked = question(state, attack)
    if isinstance(asked, Refusal):
        return asked
    dice, step = dice_due(attack, asked), attack.step
    filled = pads.filled(attack.pad, data, dice, event.by)
    if isinstance(filled, Refusal):
        return filled
    rolled = _rolled(replace(attack, pad=filled), asked)
    if isinstance(rolled, Refusal):
        return rolled
    if rolled is None and isinstance(data, RollData):
        return Refusal(
            counted(
                "%(num)s die is due in this roll: give its face, or every bin.",
                "%(num)s dice are due in this roll: give every face, or every bin.",
                dice,
            ),
            "10:3",
        )
    if rolled is None:
        return replace(state, attack=replace(attack, pad=filled))
    attack = replace(rolled, pad=Pad(), how={**attack.how, step: event.how or "hand"})
    if step == "attack" and attack.kind == "melee":
        state = _unveiled(state, attack)
    return _passed_on(state, attack, asked)


def _rolled(attack: Attack, asked: Numbers) -> Attack | Refusal | None:
    """The attack with the roll its pad holds; None while dice are missing."""
    if attack.attack is None:
        hit = pads.attack_tally(attack.pad, asked.dc.value, asked.at.value)
        return hit if hit is None or isinstance(hit, Refusal) else replace(attack, attack=hit)
    if attack.defense is None:
        saved = pads.defense_tally(attack.pad, attack.attack.hits, attack.attack.tens, asked.df.value)
        return saved if saved is None or isinstance(saved, Refusal) else replace(attack, defense=saved)
    if attack.pad.bins:
        return Refusal(Text("Damage dice count by their faces: tap the face of each die."), "10:5")
    faces = pads.all_faces(attack.pad)
    return None if faces is None else replace(attack, damage=faces)


def _unveiled(state: State, attack: Attack) -> State:
    """Hidden characters are shown when their unit fights (5:1:13, K80). The dice that fell were counted before."""
    for one in (attack.attacker, attack.defender):
        piece = state.piece(one.id)
        assert piece is not None
        state = state.with_piece(piece.unveiled())
    return state


def _passed_on(state: State, attack: Attack, asked: Numbers) -> State:
    """After a full roll: the attack ends when no dice are left to throw."""
    found = resolve(asked, strike_of(state, attack).defender, attack.attack, attack.defense, attack.damage)
    if found.next is not None:
        return replace(state, attack=attack)
    return land(replace(state, attack=replace(attack, finished=True)), attack, found)


def _blank(state: State, event: Event, data: StepData) -> State | Refusal:
    """A unit without dice does not strike: its attack ends without a roll (2:7:2, K12)."""
    attack = aiming_at(state, data.step)
    if isinstance(attack, Refusal):
        return attack
    asked = question(state, attack)
    if isinstance(asked, Refusal):
        return asked
    if asked.dc.value:
        due = counted("%(num)s die is due: roll it.", "%(num)s dice are due: roll them.", asked.dc.value)
        return Refusal(due, "10:3")
    return _passed_on(_unveiled(state, attack) if attack.kind == "melee" else state, attack, asked)


def _put_away(state: State, event: Event, data: Nothing) -> State | Refusal:
    if state.attack is None or not state.attack.finished:
        return Refusal(Text("There is no result to put away."), "10:2:5")
    return replace(state, attack=None)


ACTS = (
    Act("blank", StepData, _blank, telling.blank_line),
    Act("put-away", Nothing, _put_away, commutes=False),
)
"""The taps of dice (`pad`, `roll`) are shared with honor rolls in `dice.py`."""
