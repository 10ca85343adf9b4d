"""What orders want of one seat now: the sentence that says so, and every key it is offered, in their order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.play.kensei.board import of_seat
from companion.play.kensei.orders.charges_view import ChargeDie, ChargeView, CounterView, ReactView
from companion.play.kensei.orders.near import NearView
from companion.play.kensei.orders.view import NextView, OrdersView
from companion.rules.text import Text, counted

CARRY_OUT = Text("Carry out what is announced.")


@dataclass(frozen=True, slots=True)
class OrderActs:
    """`sentence`: that of the act while nothing hurries more; None where orders want nothing."""

    sentence: Text | None
    next: Text | None
    """What the keys are about that announce and carry out; None where there are none."""
    dice: tuple[ChargeDie, ...]
    charges: tuple[ChargeView, ...]
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
    """What the orders of this turn want of a seat: what comes before a charger moves, charges, then what is announced
    next, and that before what moves."""
    charges, counters = of_seat(orders.charges, seat), of_seat(orders.counters, seat)
    following = of_seat(orders.following, seat)
    replies = [one for one in orders.charges if one.reply and one.reply_seat == seat]
    before = (*(one.reply_sentence for one in replies), *(one.asked for one in of_seat(orders.hero_replies, seat)))
    first = next(iter((*before, *(one.sentence for one in charges), *(one.sentence for one in counters))), None)
    following_or_moving = (*following, *of_seat(orders.moving, seat), *of_seat(orders.next_heroes, seat))
    then = _announced(orders.drafts) if orders.drafts else CARRY_OUT if following_or_moving else None
    return OrderActs(
        sentence=first or then,
        next=then,
        dice=of_seat(orders.dice, seat),
        charges=charges,
        replies=tuple(replies),
        counters=counters,
        drafts=orders.drafts,
        marching=orders.marching if not orders.drafts else 0,
        like=orders.like,
        as_many=orders.as_many,
        moving=of_seat(orders.moving, seat),
        following=following,
        near=of_seat(orders.near, seat),
        stops=tuple(_stops(orders, seat)),
        others=tuple(one for one in orders.reactions if one.seat != seat),
    )


def _announced(drafts: int) -> Text:
    return counted("%(num)s unit has an order: announce it.", "%(num)s units have orders: announce them.", drafts)


def _stops(orders: OrdersView, seat: str) -> Iterator[tuple[str, str]]:
    """Each once, whatever it has left."""
    charging = [one.piece for one in of_seat(orders.charges, seat)]
    others = [one.piece for one in of_seat((*orders.following, *orders.moving), seat)]
    for piece in dict.fromkeys((*charging, *others)):
        row = orders.row(piece)
        assert row is not None, "who has an order left stands on the table"
        yield piece, row.title
