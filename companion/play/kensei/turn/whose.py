"""Whose orders, or whose choice of combat, it is: derived from what lies open, never from what is drafted (7:4:2)."""

from __future__ import annotations

from companion.play.kensei.asks import Ask
from companion.play.kensei.combat import listing, strikes
from companion.play.kensei.orders import acting
from companion.play.kensei.orders.plans import left
from companion.play.kensei.orders.rows import hero_nexts
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import State
from companion.play.kensei.turn import taisho
from companion.play.traced import part
from companion.rules.text import Text, player_at, player_first

PHASE_ACTS: dict[str, Text] = {
    "orders": Text("Orders: tap a unit, or end the phase."),
    "combat": Text("Combat: choose a fight, or end the phase."),
    "resolution": Text("Resolution: settle what is left."),
}
"""What a phase is about, where nothing is asked."""
FOUGHT = Text("No combat is left to fight.")
OWN = Text("Your orders: tap a unit.")
MORE = Text("Your orders: more, or done?")
DONE = Text("All orders are carried out.")


def is_led(state: State) -> bool:
    """Whether the table leads through the turn and its orders: an old one does not, nor one that hides them."""
    return _led(state) and not state.orders_hidden


def _led(state: State) -> bool:
    """Whether the table says who acts first: an old one does not."""
    return bool(state.battle) and state.under_way


@part
def acts_now(state: State) -> str:
    """The seat that orders, or chooses the next combat; empty where that is nobody's, or nobody can say."""
    if not _led(state):
        return ""
    if state.phase == "combat":
        under_way = any(not strikes.is_over(state, one.id) for one in state.melees)
        return listing.chooser(state) if listing.left(state) and not under_way else ""
    return _orders(state) if state.phase == "orders" and not state.orders_hidden else ""


@part
def all_carried_out(state: State) -> bool:
    """Both sides have ended their orders, and nothing announced is left open."""
    return is_led(state) and state.phase == "orders" and not _commanding(state) and not _orders(state)


@part
def ended(state: State) -> tuple[str, ...]:
    """Which sides have ended their orders, where the table leads through them."""
    return tuple(seat for seat in SEATS if has_ended(state, seat)) if is_led(state) and state.phase == "orders" else ()


def has_ended(state: State, seat: str) -> bool:
    """Whether a side has ended its orders, or has nobody it could order."""
    return seat in state.ended or _has_nobody(state, seat)


def _orders(state: State) -> str:
    """Who has not ended them, or has announced ones open or units that still run: the first side before the other."""
    if _commanding(state):
        return ""
    turns = ("b", "a") if state.first == "b" else SEATS
    return next((seat for seat in turns if not has_ended(state, seat) or _left_open(state, seat)), "")


def _left_open(state: State, seat: str) -> bool:
    """Whether anything of its orders is still to be carried out. Who runs away comes first in them (8:3:2)."""
    shot = state.running
    if taisho.left_running(state, seat) or (shot is not None and state.side_of(shot.attacker) == seat):
        return True
    plans = (*acting.open_plans(state, seat), *(one for one in hero_nexts(state) if one.seat == seat))
    return bool(plans) or any(_ordered_by(state, ask) == seat for ask in state.asks)


def _commanding(state: State) -> bool:
    """The Commandment roll is still asked, and nobody orders without it."""
    return bool(state.asked("command", "first")) and not state.ended and not any(plan.announced for plan in state.plans)


def _ordered_by(state: State, ask: Ask) -> str:
    """Whose order it came of: a reaction belongs to the charge, and who follows to the breaking away."""
    if ask.kind in ("react", "charge"):
        return state.piece_of(state.charge_of(ask)).seat
    away = state.breakaway(ask.about)
    return state.piece_of(away).seat if away is not None and ask.kind in ("break", "dash", "follow") else ""


def _has_nobody(state: State, seat: str) -> bool:
    """All fight, run away, or have no AC left, and no character could break away."""
    if _left_open(state, seat):
        return False
    fighting = {one for met in state.contacts for one in (met.one, met.other)}
    able = [piece for piece in state.of(seat) if piece.able]
    return not any(piece.seen_heroes or (piece.id not in fighting and left(state, piece) >= 1) for piece in able)


def sentence(state: State, seat: str | None) -> Text:
    """What the phase is about for this seat, where nothing is asked of it."""
    whose = acts_now(state)
    if all_carried_out(state):
        return DONE
    if not whose:
        fought = is_led(state) and state.phase == "combat" and not listing.left(state)
        return FOUGHT if fought else PHASE_ACTS[state.phase]
    name = {"side": player_first(whose)}
    if state.phase == "combat":
        if whose == seat:
            return Text("Combat: you say which is fought next.")
        return Text("Combat: %(side)s says which is fought next.", {"side": player_at(whose)})
    if whose == seat:
        return MORE if any(plan.ordered and state.side_of(plan.piece) == seat for plan in state.plans) else OWN
    gives = Text("%(side)s gives orders.", name)
    if seat is None or has_ended(state, seat):
        return gives
    return Text("%(side)s gives orders. Draft yours.", name)
