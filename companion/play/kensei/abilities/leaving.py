"""Out of a combat in any direction, and pursued by nobody: how far says a throw once the ability has held (K76)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.game import Event
from companion.play.kensei.ask.kinds import Faces, Kind
from companion.play.kensei.orders.joining import stepped_out
from companion.play.kensei.orders.places import place_of
from companion.play.kensei.orders.words import title
from companion.play.kensei.state import Ask, AskKind, State, must
from companion.play.kensei.uses import Use, ability_of, form_of
from companion.rules import counts
from companion.rules.dice import pips
from companion.rules.kensei.abilities.rule import Leaves
from companion.rules.kensei.turn.contacts import without
from companion.rules.kensei.turn.effects import left_behind
from companion.rules.text import Text

RULE = "12:6:3"


def leaves(state: State, use: Use, outcome: Leaves) -> State:
    """The state in which its user touches nobody any more, and throws for how far he goes."""
    place = place_of(state, use.hero) if use.hero else None
    inside = place is not None and place.inside
    for melee in state.melees:
        if melee.id == use.about:
            state = state.with_melee(melee.without(use.hero if inside else use.piece))
    if place is not None and inside:
        state = stepped_out(state, place)
    else:
        contacts = without(state.contacts, use.piece)
        state = replace(state, contacts=contacts, effects=left_behind(state.effects, use.piece))
    return state.with_ask(Ask(f"{use.id}.away", "away", use.seat, use.id))


def _use(state: State, ask: Ask) -> Use:
    return must(state.use(ask.about))


def _dice(state: State, ask: Ask) -> int:
    return next(one.dice for one in form_of(_use(state, ask)).won if isinstance(one, Leaves))


def _names(state: State, ask: Ask) -> dict[str, object]:
    use = _use(state, ask)
    dice = counts.dice(_dice(state, ask))
    return {"ability": ability_of(use).name, "who": title(state, use.user), "dice": dice}


def _words(state: State, ask: Ask) -> tuple[Text, Text]:
    names = _names(state, ask)
    mine = Text("%(ability)s: roll %(dice)s. So many cm %(who)s goes, in any direction.", names)
    return mine, Text("%(ability)s: how far %(who)s goes is thrown.", names)


def _thrown(state: State, event: Event, ask: Ask, faces: tuple[int, ...]) -> State:
    return state.without_asks(ask.about)


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    names = {**_names(before, ask), "cm": sum(pips(face) for face in faces)}
    return Text("%(who)s goes up to %(cm)s cm in any direction; nobody pursues.", names)


KINDS: dict[AskKind, Kind] = {"away": Kind(RULE, _dice, _words, _thrown, _line)}
"""The dice of how far it goes."""
