"""The battle that tests of orders begin with, its charges and the reactions to them."""

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


def react(field: Field, what: str, charge: str = CHARGE, **more: object) -> str:
    return field.act("b", "react", step=f"{charge}.react", what=what, **more)


def eyes_of_others(field: Field) -> tuple[object, ...]:
    """All that side b and a watcher get of the battle."""
    return field.view("b"), field.view(None), field.due()
