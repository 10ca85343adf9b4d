"""Combats in which abilities are chosen under the seal, as tests set them up and lead them."""

from typing import Any

from companion.play.kensei.combat.listing import ahead
from companion.play.kensei.combat.view import combats_view
from tests.play.kensei.field import Field, fielded

NEW = {"battle": "pitched"}


def met(a: str, b: str = "katana-samurai 8", **setup: str) -> Field:
    """Two armies, each told as for `Field.army`: the first of a is in contact with all of b, and they fight."""
    field = fielded(a, b, **{**NEW, **setup}, phase="combat")
    one = next(field.state.of("a")).id
    for other in field.state.of("b"):
        field.act("a", "touch", one=one, other=other.id)
    fight(field)
    return field


def fight(field: Field) -> None:
    """The only combat of this turn begins."""
    field.act("a", "fight", combat=ahead(field.state)[0].id)


def give(field: Field, seat: str, *faces: int, **more: Any) -> str:
    step = next(answer.step for answer in combats_view(field.state).combats[-1].answers if answer.seat == seat)
    return field.act(seat, "initiative", step=step, faces=list(faces), **more)


def ki(field: Field, *faces: int) -> str:
    """The dice of abilities that are due, in their order; the last line."""
    said = ""
    for face in faces:
        ask = next(ask for ask in field.state.asks if ask.kind == "ki")
        said = field.act(ask.seat, "roll", step=ask.id, faces=[face])
    return said


def throw(field: Field, step: str, *faces: int) -> str:
    """Whose roll it is throws these; the last line."""
    seat = next(due.seat for due in field.due() if due.step == step)
    return field.act(seat, "roll", step=step, faces=list(faces))


def lasts(field: Field, piece: str) -> frozenset[str]:
    return field.state.lasting_on(field.piece(piece))
