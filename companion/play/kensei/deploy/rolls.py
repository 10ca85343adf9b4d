"""The deployment roll and the advantage roll: one die each, HR and then KI of the generals (7:3, K79).

They are asked and never demanded: a card may be laid without them, and `deploy-first` settles both by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.ask.frozen import freeze_number, thaw_number
from companion.play.kensei.ask.kinds import Kind, by_faces
from companion.play.kensei.ask.names import free_name, given
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.deploy.stage import deploying, must_deploy
from companion.play.kensei.fight.words import joined
from companion.play.kensei.ground import OpposedRoll
from companion.play.kensei.muster.sides import general
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import Ask, AskKind, State
from companion.rules.dice import pips
from companion.rules.kensei.deployment.laying import FIRST_CM, RULE, SECOND_CM, Attribute, lent
from companion.rules.kensei.turn.command import total, won_by
from companion.rules.text import Number, Refusal, Text, player_at, player_first


class DeployFirstData(Data):
    first: Literal["a", "b"]


ATTRIBUTES: Mapping[AskKind, Attribute] = {"ground": "hr", "advantage": "ki"}
"""What the generals add to each roll."""
TIE = Text("A tie: both roll again.")


def tidied(state: State) -> State:
    """With the roll that is next; without one when the deployment has gone past it."""
    if not state.deploys:
        return state
    now = state.deployment
    if not deploying(state) or now.first:
        gone = tuple(ask for ask in state.asks if ask.kind not in ATTRIBUTES)
        return state if gone == state.asks else replace(state, asks=gone)
    if not now.ground.id:
        return _asked(state, "ground")
    return _asked(state, "advantage") if now.ground.winner and not now.advantage.id else state


def _asked(state: State, kind: AskKind) -> State:
    name = free_name(state, f"deploy.{kind}")
    state = _with_roll(given(state, name), kind, OpposedRoll(name))
    for seat in SEATS:
        state = state.with_ask(Ask(f"{name}.{seat}", kind, seat, name))
    return state


def roll_of(state: State, kind: AskKind) -> OpposedRoll:
    return state.deployment.ground if kind == "ground" else state.deployment.advantage


def _with_roll(state: State, kind: AskKind, roll: OpposedRoll) -> State:
    now = state.deployment
    changed = replace(now, ground=roll) if kind == "ground" else replace(now, advantage=roll)
    return replace(state, deployment=changed)


def number_of(state: State, kind: AskKind, seat: str) -> Number:
    """What a side adds to its die; as it was once the die fell."""
    roll = roll_of(state, kind)
    if seat in roll.numbers:
        return thaw_number(roll.numbers[seat])
    leader = general(state, seat)
    return lent(leader.profile if leader else None, ATTRIBUTES[kind])


def total_of(state: State, kind: AskKind, seat: str) -> int | None:
    """A side's result, None while its die is due."""
    die = roll_of(state, kind).dice.get(seat)
    return None if die is None else total(number_of(state, kind, seat), die)


def _words(state: State, ask: Ask) -> tuple[Text, Text]:
    asked, others = _first_words(state, ask)
    if ask.about == f"deploy.{ask.kind}":
        return asked, others
    return joined([TIE, asked]), joined([TIE, others])  # only a tie asks a second time


def _first_words(state: State, ask: Ask) -> tuple[Text, Text]:
    values = {"side": player_first(ask.seat), "number": number_of(state, ask.kind, ask.seat).value}
    if ask.kind == "ground":
        return (
            Text("Deployment roll: 1 die and HR %(number)s. The winner takes a side of the table.", values),
            Text("%(side)s makes the deployment roll.", values),
        )
    return (
        Text("Advantage roll: 1 die and KI %(number)s. The winner deploys first.", values),
        Text("%(side)s makes the advantage roll.", values),
    )


def _thrown(state: State, event: Event, ask: Ask, faces: tuple[int, ...]) -> State:
    """After a side's die. A tie is rolled again; who wins the advantage roll deploys first."""
    number = freeze_number(number_of(state, ask.kind, ask.seat))
    roll = roll_of(state, ask.kind)
    roll = replace(roll, dice={**roll.dice, ask.seat: faces[0]}, numbers={**roll.numbers, ask.seat: number})
    state = _with_roll(state, ask.kind, roll)
    state = replace(state, asks=tuple(one for one in state.asks if one.id != ask.id))
    a, b = (total_of(state, ask.kind, seat) for seat in SEATS)
    if a is None or b is None:
        return state
    winner = won_by(a, b)
    if winner is None:
        return _asked(state, ask.kind)
    state = _with_roll(state, ask.kind, replace(roll, winner=winner))
    if ask.kind == "advantage":
        state = replace(state, deployment=replace(state.deployment, first=winner))
    return state


def _line(before: State, event: Event, data: PadData | RollData, after: State, ask: Ask) -> Line:
    number, roll = number_of(before, ask.kind, ask.seat), roll_of(after, ask.kind)
    face = pads.lone_face(data)
    values = {"side": player_at(ask.seat), "die": pips(face), "number": number.value, "total": total(number, face)}
    told = [
        Text("Deployment roll of %(side)s: %(die)s and HR %(number)s, %(total)s.", values)
        if ask.kind == "ground"
        else Text("Advantage roll of %(side)s: %(die)s and KI %(number)s, %(total)s.", values)
    ]
    if roll.id != roll_of(before, ask.kind).id:
        told.append(TIE)
    elif roll.winner and ask.kind == "ground":
        told.append(Text("%(side)s takes a side of the table.", {"side": player_first(roll.winner)}))
    elif roll.winner:
        told.append(zones(roll.winner))
    return Line(joined(told))


def zones(first: str) -> Text:
    """Who deploys first, and how far from the edge each may stand."""
    values = {"side": player_first(first), "first": FIRST_CM, "second": SECOND_CM}
    return Text("%(side)s deploys first, up to %(first)s cm from the edge; the other up to %(second)s cm.", values)


def _first(state: State, event: Event, data: DeployFirstData) -> State | Refusal:
    if refused := must_deploy(state):
        return refused
    return replace(state, deployment=replace(state.deployment, first=data.first))


def _first_line(before: State, event: Event, data: DeployFirstData, after: State) -> Line:
    return Line(zones(data.first))


def _kind() -> Kind:
    return Kind(
        RULE,
        lambda state, ask: 1,
        _words,
        lambda state, ask: pads.all_faces(ask.pad),
        _thrown,
        _line,
        refused=by_faces(RULE, Text("This roll counts by its face: tap what the die shows.")),
    )


KINDS: dict[AskKind, Kind] = {kind: _kind() for kind in ATTRIBUTES}
ACTS = (
    Act(
        "deploy-first", DeployFirstData, _first, _first_line, called=lambda _: Text("who deploys first"), sees=everybody
    ),
)
