"""Battles begun before rolls had names: every event still counts, and they can be ended.

The logs in `tests/golden/battles` were played by that program: a skirmish, and three battles of chance. What the lines
of their events say may be worded anew; which events have one may not change.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from companion.play.kensei.markers import shown
from companion.play.kensei.state import State

LOGS = sorted((Path(__file__).parents[2] / "golden" / "battles").glob("*.json"))


def replayed(log: dict[str, Any]) -> tuple[State, list[str]]:
    """The battle from its events, none of them refused, and its lines."""
    state = KENSEI.start({**log["setup"], "_begun_by": "kensei-3"})
    assert isinstance(state, State)
    lines = []
    for number, (type, seat, by, data, how) in enumerate(log["events"]):
        event = Event(type, seat, by, data, how)
        after = KENSEI.apply(state, event)
        assert isinstance(after, State), f"event {number} {type} {data}: {after}"
        lines.append(str(KENSEI.line(state, event, after).public or ""))
        state = KENSEI.load(KENSEI.dump(after))
    return state, lines


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_none_of_their_events_is_void_and_the_table_stands_as_it_stood(path: Path) -> None:
    log = json.loads(path.read_text())
    state, lines = replayed(log)
    end = log["end"]
    assert (state.turn, state.phase, state.over) == (end["turn"], end["phase"], end["over"])
    for piece in state.pieces:
        miniatures, damage, _, standard, heroes = end["pieces"][piece.id]
        assert (piece.miniatures, piece.accumulated_damage, piece.standard_bearer) == (miniatures, damage, standard)
        assert {h.id: [h.wounds, h.alive, h.hidden] for h in piece.heroes} == heroes
    assert [[r.piece, list(r.causes)] for r in state.owed] == ([] if state.over else end["owed"])
    assert [bool(line) for line in lines] == [bool(line) for line in log["lines"]], "told by the same events"


def test_its_markers_are_the_same() -> None:
    log = json.loads((LOGS[0].parent / "skirmish.json").read_text())
    state, _ = replayed(log)
    for piece in state.pieces:
        assert sorted(m.id for m in shown(state, piece)) == log["end"]["pieces"][piece.id][2], piece.id


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_they_can_be_played_on_and_ended(path: Path) -> None:
    log = json.loads(path.read_text())
    state, _ = replayed(log)
    if not state.over:
        after = KENSEI.apply(state, Event("end", "a", "b", {"winner": "b"}))
        assert isinstance(after, State)
        state = after
    result = KENSEI.result(state)
    assert result is not None
