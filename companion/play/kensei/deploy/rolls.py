"""The deployment roll and the advantage roll: one die each, HR and then KI of the generals (7:3, K79).

They are asked and never demanded: a card may be laid without them, and `deploy-first` settles both by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.play.acts import everybody
from companion.play.game import Event
from companion.play.kensei.acts import FirstSideAct, act
from companion.play.kensei.ask.contest import Contest
from companion.play.kensei.ask.kinds import KINDS, Faces, Kind, Words
from companion.play.kensei.asks import Ask, AskKind
from companion.play.kensei.deploy.cards import must_deploy
from companion.play.kensei.state import State
from companion.rules.dice import pips
from companion.rules.kensei.deployment.laying import FIRST_CM, RULE, SECOND_CM, Attribute, lent
from companion.rules.kensei.turn.command import total
from companion.rules.text import Number, Refusal, Text, player_at, player_first

ATTRIBUTES: Mapping[AskKind, Attribute] = {"ground": "hr", "advantage": "ki"}
"""What the generals add to each roll."""


GROUND = "deploy.ground"
"""The name of the first roll of all; a tie gives the next one another."""


def _added(state: State, seat: str, kind: AskKind) -> Number:
    leader = state.general(seat)
    return lent(leader.profile if leader else None, ATTRIBUTES[kind])


ROLLS: Mapping[AskKind, Contest] = {
    "ground": Contest(
        "ground",
        lambda state: state.deployment.ground,
        lambda state, roll: state.with_deployment(ground=roll),
        lambda state, seat: _added(state, seat, "ground"),
    ),
    "advantage": Contest(
        "advantage",
        lambda state: state.deployment.advantage,
        lambda state, roll: state.with_deployment(advantage=roll),
        lambda state, seat: _added(state, seat, "advantage"),
    ),
}


def _undecided(state: State) -> bool:
    """Whether the armies are deployed now, and it is open who goes first."""
    return state.deploying and not state.deployment.first


def tidied(state: State) -> State:
    """With the roll that is next."""
    now = state.deployment
    if not _undecided(state):
        return state
    if not now.ground.id:
        return ROLLS["ground"].asked(state, GROUND)
    return ROLLS["advantage"].asked(state, "deploy.advantage") if now.ground.winner and not now.advantage.id else state


def _words(state: State, ask: Ask) -> Words:
    contest = ROLLS[ask.kind]
    values = {"side": player_first(ask.seat), "number": contest.number(state, ask.seat).value}
    asked = Text("Advantage roll: 1 die and KI %(number)s. The winner deploys first.", values)
    others = Text("%(side)s makes the advantage roll.", values)
    if ask.kind == "ground":
        asked = Text("Deployment roll: 1 die and HR %(number)s. The winner takes a side of the table.", values)
        others = Text("%(side)s makes the deployment roll.", values)
    return contest.words(state, (asked, others))


def _thrown(state: State, ask: Ask, faces: Faces) -> State:
    """Who wins the advantage roll deploys first."""
    state = ROLLS[ask.kind].thrown(state, ask, faces[0])
    first = state.deployment.advantage.winner
    return state.with_deployment(first=first) if first else state


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    contest = ROLLS[ask.kind]
    number = contest.number(before, ask.seat)
    sum_ = total(number, faces[0])
    values = {"side": player_at(ask.seat), "die": pips(faces[0]), "number": number.value, "total": sum_}
    if ask.kind == "advantage":
        sentence = Text("Advantage roll of %(side)s: %(die)s + KI %(number)s = %(total)s.", values)
        return contest.line(before, after, sentence, zones)
    sentence = Text("Deployment roll of %(side)s: %(die)s + HR %(number)s = %(total)s.", values)
    takes = Text("%(side)s takes a side of the table.")
    return contest.line(before, after, sentence, lambda winner: replace(takes, values={"side": player_first(winner)}))


def zones(first: str) -> Text:
    """Who deploys first, and how far from the edge each may stand."""
    values = {"side": player_first(first), "first": FIRST_CM, "second": SECOND_CM}
    return Text("%(side)s deploys first, up to %(first)s cm from the edge; the other up to %(second)s cm.", values)


@act("deploy-first", label=Text("who deploys first"), sees=everybody, when=must_deploy)
class DeployFirstAct(FirstSideAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        return state.with_deployment(first=self.first)

    def line(self, before: State, event: Event, after: State) -> Text:
        return zones(self.first)


KINDS |= {kind: Kind(RULE, 1, _words, _thrown, _line, stands=lambda s, _: _undecided(s)) for kind in ATTRIBUTES}
