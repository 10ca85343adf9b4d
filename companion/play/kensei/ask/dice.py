"""The taps of dice, whatever they answer: the step they name says which question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.play.acts import Act, everybody
from companion.play.game import Event, Line
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.ask.kinds import Kind
from companion.play.kensei.ask.names import ask_at
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.state import AskKind, State
from companion.rules.dice import faces_told
from companion.rules.text import Refusal, Text, counted, player_at

UNTOLD: frozenset[AskKind] = frozenset({"attack", "defense", "flight", "pursuit", "further", "again", "escape"})
"""Rolls whose line counts its dice without their faces: what the app threw, nobody has seen on the table."""
PAST = Text("That roll is already past: look at the table as it is now.")

WAITS = Text("Another roll comes before that one: throw its dice first.")


class Dice:
    """Dice entry over the kinds of ask there are."""

    def __init__(self, kinds: Mapping[AskKind, Kind]) -> None:
        self.kinds = kinds
        self.ACTS: tuple[Act[State], ...] = (
            Act("pad", PadData, self.enter, self.line, dice=True, called=_tapped, sees=everybody),
            Act("roll", RollData, self.enter, self.line, dice=True, called=_rolled, sees=everybody),
        )

    def enter(self, state: State, event: Event, data: PadData | RollData) -> State | Refusal:
        """A tap, or a whole roll, in answer to the question that `step` names."""
        ask = ask_at(state, data.step)
        if ask is None:
            return Refusal(PAST if state.ask(data.step) is None else WAITS, "10:2:5")
        state = replace(state, fresh="")
        kind = self.kinds[ask.kind]
        if event.seat != ask.seat:
            return Refusal(Text("These dice are %(side)s's to roll.", {"side": player_at(ask.seat)}), kind.rule)
        if refused := kind.refused(state, ask, data):
            return refused
        dice = kind.dice(state, ask)
        filled = pads.filled(ask.pad, data, dice, event.by)
        if isinstance(filled, Refusal):
            return filled
        ask = replace(ask, pad=filled)
        answer = kind.read(state, ask)
        if isinstance(answer, Refusal):
            return answer
        if answer is not None:
            return kind.answered(state, event, ask, answer)
        if isinstance(data, RollData):
            return Refusal(
                counted(
                    "%(num)s die is due in this roll: give its face, or every bin.",
                    "%(num)s dice are due in this roll: give every face, or every bin.",
                    dice,
                ),
                kind.rule,
            )
        return kind.started(state.with_ask(ask), ask)

    def line(self, before: State, event: Event, data: PadData | RollData, after: State) -> Line:
        """The line of a full roll; a tap on the way there has none of its own."""
        ask = ask_at(before, data.step)
        if ask is None:
            return Line(step=data.step)
        if after.ask(ask.id) is not None:
            return Line(step=ask.id)
        line = self.kinds[ask.kind].line(before, event, data, after, ask)
        if event.how == "app" and isinstance(data, RollData) and ask.kind in UNTOLD and line.public is not None:
            thrown = Text("The app threw %(faces)s.", {"faces": faces_told(data.faces)})
            line = replace(line, public=Text("%(thrown)s %(line)s", {"line": line.public, "thrown": thrown}))
        return replace(line, step=ask.id)


def _rolled(data: RollData) -> Text:
    """What a player calls dice that were entered at once."""
    if not data.faces:
        return Text("the roll entered")
    return counted("the %(num)s die rolled", "the %(num)s dice rolled", len(data.faces))


def _tapped(data: PadData) -> Text:
    """What a player calls one tap on the pad."""
    if data.clear:
        return Text("the pad emptied")
    if data.face is not None:
        return Text("the face %(face)s tapped in", {"face": data.face % 10 or "Ø"})
    if {"saved", "saved_marked"} <= data.bins.keys():
        return Text("the saves %(plain)s and %(marked)s against Ø tapped in", {
            "plain": data.bins["saved"], "marked": data.bins["saved_marked"],
        })  # fmt: skip
    name, count = next(iter(data.bins.items()), ("", 0))
    if name == "hits":
        return counted("the %(num)s hit tapped in", "the %(num)s hits tapped in", count)
    if name == "misses":
        return counted("the %(num)s miss tapped in", "the %(num)s misses tapped in", count)
    if name == "tens":
        return Text("the %(count)s × Ø tapped in", {"count": count})
    return counted("the %(num)s save tapped in", "the %(num)s saves tapped in", count)
