"""The battle that tests of orders begin with, its charges and the reactions to them."""

from __future__ import annotations

from companion.play.kensei.orders.view import OrderRow, OrdersView, orders_view
from companion.play.kensei.state import must
from tests.play.kensei.field import Field, fielded


def lines(**setup: str) -> Field:
    """Swordsmen, archers and riders against spears and archers."""
    return fielded(
        "buke: katana-samurai 8, yumi-samurai 6, kiba-musha 4",
        "buke: yari-ashigaru 8, yumi-ashigaru 6",
        battle="pitched",
        first="a",
        **setup,
    )


def seen(field: Field, seat: str | None) -> OrdersView:
    return orders_view(field.state, seat)


def row(field: Field, seat: str | None, piece: str) -> OrderRow:
    return must(seen(field, seat).row(piece))


CHARGE = "t1.charge.a1>b1"


def charged(pace: str = "run", target: str = "b1", **setup: str) -> Field:
    field = lines(**setup)
    field.act("a", "announce", piece="a1", goal=f"charge+{pace}+", target=target)
    return field


def answered(what: str, pace: str = "run", target: str = "b1", **setup: str) -> Field:
    """The same when the charged has said what it does."""
    field = charged(pace, target, **setup)
    react(field, what, f"t1.charge.a1>{target}")
    return field


def misses(field: Field) -> None:
    """The shot that is open is from 28 cm, and every die misses."""
    seat = field.piece(field.chain().attacker).seat
    field.act(seat, "situate", step=field.step(), field="distance_cm", value=28)
    field.act(seat, "roll", step=field.step(), faces=[1] * field.due()[0].data["dice"])


def in_combat(field: Field, attacker: str, defender: str) -> None:
    """Their combat has begun, and one of them strikes."""
    field.leave()
    field.act("a", "fight", combat="t1.combat.a1+b1")
    field.act(field.piece(attacker).seat, "aim", kind="melee", attacker=attacker, defender=defender)


def react(field: Field, what: str, charge: str = CHARGE, **more: object) -> str:
    return field.act("b", "react", step=f"{charge}.react", what=what, **more)


def eyes_of_others(field: Field) -> tuple[object, ...]:
    """All that side b and a watcher get of the battle."""
    return field.view("b"), field.view(None), field.due()
