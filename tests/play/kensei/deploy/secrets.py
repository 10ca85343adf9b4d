"""What is written down in secret at a deployment, and all that a seat is told of a battle."""

from __future__ import annotations

from typing import Any

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from tests.play.kensei.field import Field

SETUP = {"battle": "pitched", "deploys": "yes"}


def sealed(field: Field, seat: str, nonce: str = "n1", **written: Any) -> str:
    """What this side writes down, with a nonce as the table draws one; its fingerprint."""
    event = Event("seal", seat, seat, {**written, "nonce": nonce})
    after = KENSEI.apply(field.state, event)
    assert isinstance(after, State), str(after)
    field.state = after
    field.events.append(event)
    return after.seals[-1].seal


def told(
    field: Field, seat: str | None, *, without: tuple[str, ...] = (), untold: tuple[str, ...] = ("bring", "ready")
) -> str:
    """All that the game object tells a seat: page, log, export, undo labels, what is due. Left out are fingerprints,
    the acts `untold` (how an army was brought), and the texts `without`.
    """
    found, state = [], Field(**SETUP).state
    for event in field.events:
        after = KENSEI.apply(state, event)
        assert isinstance(after, State)
        if event.type not in untold:
            line = KENSEI.line(state, event, after)
            shown = KENSEI.show_event(field.state, event, seat)
            found += [str(line.text_for(seat)), line.reveals, repr(shown), repr(KENSEI.called(state, event))]
        state = after
    view = KENSEI.view(field.state, seat)
    text = repr([found, repr(view), repr(KENSEI.due(field.state))])
    for secret in (*without, view.side("a").seal or "-"):
        text = text.replace(secret, "")
    return text
