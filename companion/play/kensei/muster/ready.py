"""Ready armies that a new table begins with: each side may change its own until it says Ready."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from companion.content import catalog
from companion.play.kensei.muster.bring import placed
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import State
from companion.rules.kensei.army import Army
from companion.rules.kensei.army.ready import LEVEL, ready_armies
from companion.rules.text import Problem, Text

READY = "ready."
"""With a seat behind it: the field of a setup that names the army of that side by its code."""


@cache
def ready() -> dict[str, Army]:
    """The ready armies of the book's tables by their codes."""
    return ready_armies(catalog())


def wrong(setup: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the armies a setup names."""
    named = {name: str(setup[name]) for name in (f"{READY}{seat}" for seat in SEATS) if setup.get(name)}
    for name, code in named.items():
        if code not in ready():
            values = {"code": code[:80], "known": next(iter(ready()))}
            yield Problem(name, Text("There is no ready army %(code)s. One there is: %(known)s.", values))
    if named and str(setup.get("level", "")) != str(LEVEL):
        yield Problem("level", Text("Ready armies are of level %(level)s: choose it.", {"level": LEVEL}))


def with_ready(state: State, setup: Mapping[str, Any]) -> State:
    """The battle with the armies its setup names in their places."""
    for seat in SEATS:
        if code := setup.get(f"{READY}{seat}"):
            state = placed(state, state.sides[seat], ready()[str(code)])
    return state
