"""The Bushi who strikes right after his unit: while he may, its harm waits for his (K47)."""

from __future__ import annotations

from companion.play.acts import Act, everybody
from companion.play.game import Event, Line
from companion.play.kensei.acts import StepData, others_word
from companion.play.kensei.ask.dice import PAST
from companion.play.kensei.ask.kinds import Kind, choice
from companion.play.kensei.ask.names import ask_at
from companion.play.kensei.fight.harm import bushi_beside, land_waiting
from companion.play.kensei.fight.words import harm_words, joined
from companion.play.kensei.state import Ask, AskKind, Chain, State, must
from companion.rules.text import Refusal, Text


def _unit(state: State, ask: Ask) -> Chain:
    return must(state.chain(ask.about))


def _words(state: State, ask: Ask) -> tuple[Text, Text]:
    names = {"who": tuple(hero.title for hero in bushi_beside(state, _unit(state, ask)))}
    return Text("%(who)s strikes right after them, or stands back.", names), Text("%(who)s may strike too.", names)


def _stand_back(state: State, event: Event, data: StepData) -> State | Refusal:
    ask = ask_at(state, data.step)
    if ask is None or ask.kind != "beside":
        return Refusal(PAST, "10:2:5")
    if event.seat != ask.seat:
        return others_word(ask.seat, "4:3:8")
    return land_waiting(state)


def _stand_back_line(before: State, event: Event, data: StepData, after: State) -> Line:
    ask = must(ask_at(before, data.step))
    names = tuple(hero.title for hero in bushi_beside(before, _unit(before, ask)))
    told = [Text("%(who)s stands back.", {"who": names}), *harm_words(before, after)]
    return Line(joined(told))


KINDS: dict[AskKind, Kind] = {
    "beside": choice("4:3:8", _words, Text("No dice are due here: let him strike, or let him stand back."))
}

ACTS = (Act("stand-back", StepData, _stand_back, _stand_back_line, sees=everybody),)
