"""What phones and the log say of orders."""

from __future__ import annotations

from collections.abc import Iterable

from companion.content import catalog
from companion.play.kensei.fighters import title
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import PlanStep
from companion.rules.kensei.orders.orders import Do
from companion.rules.kensei.turn.facts import Cover, Pace
from companion.rules.text import Text

CALLED: dict[tuple[Do, Pace], Text] = {
    ("advance", "march"): Text("March"),
    ("advance", "run"): Text("Run"),
    ("load", "march"): Text("Load"),
    ("face", "march"): Text("Face"),
    ("turn", "march"): Text("Extra turn"),
    ("overcome", "march"): Text("Over an obstacle"),
}
"""The orders without a target, by what they do and how fast, as chips call them."""
OCCUPIES: dict[Cover, Text] = {"light": Text("Occupy, light cover"), "heavy": Text("Occupy, heavy cover")}
TOLD: dict[tuple[Do, Pace], Text] = {
    ("advance", "march"): Text("march"),
    ("advance", "run"): Text("run"),
    ("load", "march"): Text("load"),
    ("occupy", "march"): Text("occupy"),
    ("face", "march"): Text("face"),
    ("turn", "march"): Text("extra turn"),
    ("overcome", "march"): Text("over an obstacle"),
    ("through", "march"): Text("through friends"),
}


COVERED: dict[Cover, Text] = {"light": Text("occupy light cover"), "heavy": Text("occupy heavy cover")}


def told(state: State, step: PlanStep) -> Text:
    """One order in a word or two."""
    names = {"enemy": title(state, step.target)}
    if step.do == "quit":
        return Text("leave %(enemy)s", names)
    if step.do == "join":
        return Text("join %(enemy)s", names)
    if step.do == "break":
        return Text("break away from %(enemy)s", names)
    if step.do == "charge":
        return Text("charge %(enemy)s", names)
    if step.do == "shoot":
        precise = Text("shoot precisely at %(enemy)s", names)
        return precise if step.precision else Text("shoot at %(enemy)s", names)
    if step.do == "ability" and step.target:
        return Text("%(ability)s at %(enemy)s", {**names, "ability": catalog().abilities[step.ability].name})
    if step.do == "ability":
        return Text("%(ability)s", {"ability": catalog().abilities[step.ability].name})
    if step.do == "through" and step.target:
        return Text("through %(friend)s", {"friend": names["enemy"]})
    if step.do == "occupy" and step.cover != "none":
        return COVERED[step.cover]
    return TOLD[step.do, step.pace]


def row(state: State, steps: Iterable[PlanStep]) -> tuple[Text, ...]:
    """Orders in their sequence."""
    return tuple(told(state, step) for step in steps)
