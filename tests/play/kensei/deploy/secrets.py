"""What is written down in secret at a deployment, and all that a seat is told of a battle."""

from typing import Any

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field

SETUP = {"battle": "pitched", "deploys": "yes"}


def sealed(field: Field, seat: str, nonce: str = "n1", **written: Any) -> str:
    """What this side writes down, with a nonce as the table draws one; its fingerprint."""
    field.enter(Event("seal", seat, seat, {**written, "nonce": nonce}))
    return field.state.seals[-1].seal


def lay(field: Field, *pieces: str) -> None:
    """The cards of these are laid, in this order."""
    for piece in pieces:
        field.act(piece[0], "lay", piece=piece)


def deployed(field: Field) -> None:
    """Both say that they have deployed."""
    for seat in "ab":
        field.act(seat, "deployed")


def told(
    field: Field, seat: str | None, *, without: tuple[str, ...] = (), untold: tuple[str, ...] = ("bring", "ready")
) -> str:
    """All that the game object tells a seat: page, log, export, undo labels, what is due. Left out are fingerprints,
    the acts `untold` (how an army was brought), and the texts `without`.
    """
    found = []
    for one in field.passages():
        if one.event.type not in untold:
            line = KENSEI.line(one.before, one.event, one.after)
            shown = field.shown(one.event, seat)
            found += [str(line.text_for(seat)), line.reveals, repr(shown), repr(KENSEI.label(one.before, one.event))]
    view = field.view(seat)
    text = repr([found, repr(view), repr(field.due())])
    for secret in (*without, view.side("a").seal or "-"):
        text = text.replace(secret, "")
    return text
