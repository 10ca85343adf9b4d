"""What orders want of one seat now: the sentence that says so, and every key it is offered, in their order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.play.kensei.board import of_seat
from companion.play.kensei.orders.charges_view import ChargeDie, ChargeView, CounterView, ReactView
from companion.play.kensei.orders.near import NearView
from companion.play.kensei.orders.view import NextView, OrdersView
from companion.rules.text import Text, counted


@dataclass(frozen=True, slots=True)
class ChargeAct:
    """A charge to be carried out; `said`: its sentence stands above already."""

    about: ChargeView
    said: bool


@dataclass(frozen=True, slots=True)
class OrderActs:
    """`sentence`: that of the act while nothing hurries more; None where orders want nothing."""

    sentence: Text | None
    dice: tuple[ChargeDie, ...]
    charges: tuple[ChargeAct, ...]
    replies: tuple[ChargeView, ...]
    """Charges of the others to which this seat's reaction comes first."""
    counters: tuple[CounterView, ...]
    drafts: int
    """How many units have something to be announced."""
    marching: int
    """How many units without an order march with one tap."""
    like: tuple[str, str]
    """Whose draft the others may get too, by id and name."""
    as_many: int
    """How many those are."""
    moving: tuple[NextView, ...]
    """Those that end with one word for all."""
    following: tuple[NextView, ...]
    near: tuple[NearView, ...]
    stops: tuple[tuple[str, str], ...]
    """Piece and name of who may stop, because an order proved impossible."""
    others: tuple[ReactView, ...]
    """What the others are asked, for whoever enters what was spoken."""


def order_acts(orders: OrdersView, seat: str) -> OrderActs:
    """What the orders of this turn want of a seat."""
    charges = of_seat(orders.charges, seat)
    return OrderActs(
        sentence=_sentence(orders, seat),
        dice=of_seat(orders.dice, seat),
        charges=tuple(ChargeAct(one, said=one is charges[0]) for one in charges),
        replies=tuple(one for one in orders.charges if one.reply and one.reply_seat == seat),
        counters=of_seat(orders.counters, seat),
        drafts=orders.drafts,
        marching=orders.marching if not orders.drafts else 0,
        like=orders.like,
        as_many=orders.as_many,
        moving=of_seat(orders.moving, seat),
        following=of_seat(orders.following, seat),
        near=of_seat(orders.near, seat),
        stops=tuple(_stops(orders, seat)),
        others=tuple(one for one in orders.reactions if one.seat != seat),
    )


def _sentence(orders: OrdersView, seat: str) -> Text | None:
    """What comes before a charger moves; charges before what is announced next, and that before what moves: in this
    order a turn goes on."""
    replies = (one.reply_sentence for one in orders.charges if one.reply and one.reply_seat == seat)
    if (reply := next(replies, None)) is not None:
        return reply
    if beside := of_seat(orders.hero_replies, seat):
        return beside[0].asked
    if charges := of_seat(orders.charges, seat):
        return charges[0].sentence
    if counters := of_seat(orders.counters, seat):
        return counters[0].sentence
    if orders.drafts:
        return counted(
            "%(num)s unit has an order: announce it.", "%(num)s units have orders: announce them.", orders.drafts
        )
    if any(one.seat == seat for one in (*orders.following, *orders.moving)) or of_seat(orders.next_heroes, seat):
        return Text("Carry out what is announced.")
    return None


def _stops(orders: OrdersView, seat: str) -> Iterator[tuple[str, str]]:
    """Each once, whatever it has left."""
    charging = [one.piece for one in of_seat(orders.charges, seat)]
    others = [one.piece for one in of_seat((*orders.following, *orders.moving), seat)]
    for piece in dict.fromkeys((*charging, *others)):
        row = orders.row(piece)
        assert row is not None, "who has an order left stands on the table"
        yield piece, row.title
