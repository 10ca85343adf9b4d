"""Combats in which abilities are chosen under the seal, as tests set them up and lead them."""

from __future__ import annotations

from typing import Any

from companion.content import catalog
from companion.play.kensei.abilities.view import AbilityChip
from companion.play.kensei.combat.view import combats_view
from companion.play.kensei.fighters import lasting_on
from companion.play.kensei.game import KENSEI
from companion.play.kensei.orders.view import OrderRow
from companion.rules.text import Number
from tests.play.kensei.field import Field, attack_of

NEW = {"battle": "pitched"}


def met(*a: str, b: tuple[str, ...] = ("katana-samurai",), sizes: tuple[int, int] = (4, 8), **setup: str) -> Field:
    """One unit or lone character of each side, with the characters named after it inside, in contact and fighting."""
    field = Field(**{**NEW, **setup})
    for seat, names, size in (("a", a, sizes[0]), ("b", b, sizes[1])):
        first, *inside = names
        field.act(seat, "side", path=path_of(names))
        if first in UNITS:
            piece = field.unit(seat, first, size)
            for one in inside:
                field.hero(seat, one, piece)
        else:
            field.hero(seat, first)
    field.begin()
    field.leave()
    one, other = (next(field.state.of(seat)).id for seat in "ab")
    field.act("a", "touch", one=one, other=other)
    fight(field)
    return field


def path_of(names: tuple[str, ...]) -> str:
    """The path that allows all of them."""
    known = catalog()
    paths = (known.units[one].path for one in names if one in known.units)
    by_name = (one.rpartition("-")[2] for one in names if one not in known.units)
    return next((path for path in (*paths, *by_name) if path in ("kuge", "sohei")), "buke")


UNITS = frozenset({"katana-samurai", "onna-bushi", "ama-kihei", "kengo", "ninjas", "yari-samurai", "yari-ashigaru"})


def fight(field: Field) -> None:
    one, other = (next(field.state.of(seat)).id for seat in "ab")
    field.act("a", "fight", combat=f"t{field.state.turn}.combat.{one}+{other}")


def give(field: Field, seat: str, *faces: int, **more: Any) -> str:
    step = next(answer.step for answer in combats_view(field.state).combats[-1].answers if answer.seat == seat)
    return field.act(seat, "initiative", step=step, faces=list(faces), **more)


def chip(field: Field, seat: str, ability: str, form: str = "") -> AbilityChip:
    shown = KENSEI.view(field.state, seat).combat_abilities
    able = [one for under in shown.sealed for _, one in under.able] + list(shown.open)
    return next(one for one in able if one.ability == ability and one.form == form)


def ki(field: Field, *faces: int) -> str:
    """The dice of abilities that are due, in their order; the last line."""
    said = ""
    for face in faces:
        ask = next(ask for ask in field.state.asks if ask.kind == "ki")
        said = field.act(ask.seat, "roll", step=ask.id, faces=[face])
    return said


def throw(field: Field, step: str, *faces: int) -> str:
    """Whose roll it is throws these; the last line."""
    seat = next(due.seat for due in KENSEI.due(field.state) if due.step == step)
    return field.act(seat, "roll", step=step, faces=list(faces))


def row_of(field: Field, seat: str, piece: str) -> OrderRow:
    """The row of a piece among the orders that this side sees."""
    found = KENSEI.view(field.state, seat).orders.row(piece)
    assert found is not None
    return found


def asked(field: Field) -> list[tuple[str, str]]:
    return [(ask.seat, ask.kind) for ask in field.state.asks]


def lasts(field: Field, piece: str) -> frozenset[str]:
    return lasting_on(field.state, field.piece(piece))


def reasons(number: Number) -> list[tuple[int, str]]:
    return [(one.value, str(one.reason)) for one in number.modifiers]


def aimed(field: Field, seat: str, attacker: str, defender: str, **more: Any) -> dict[str, Number]:
    field.act(seat, "aim", kind="melee", attacker=attacker, defender=defender, **more)
    return dict(attack_of(field).numbers)
