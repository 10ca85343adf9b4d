"""Whose orders, or whose choice of combat, it is: derived from what lies open, never from what is drafted (7:4:2)."""

from __future__ import annotations

from companion.play.kensei.combat import listing, strikes
from companion.play.kensei.orders import acting
from companion.play.kensei.orders.breaking import side_of_hero
from companion.play.kensei.orders.characters_view import hero_nexts
from companion.play.kensei.orders.plans import left
from companion.play.kensei.orders.reacting import able, charge_of
from companion.play.kensei.orders.words import side_of
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import Ask, State
from companion.play.kensei.turn import taisho
from companion.play.kensei.turn.phases import PHASE_ACTS
from companion.play.traced import part
from companion.rules.text import Text, counted, player_at, player_first

OWN = Text("Your orders: open a unit, tap what it does, announce.")
DONE = Text("All that was announced is carried out: on to the combats.")


def _led(state: State) -> bool:
    """Whether the table says who acts first: an old one does not."""
    return bool(state.battle) and state.begun and not state.over


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
    """Both sides have ordered, and nothing announced is left open."""
    led = _led(state) and state.phase == "orders" and not state.orders_hidden
    return led and not _commanding(state) and not _orders(state)


def _orders(state: State) -> str:
    """Who has announced orders open, the first side before the other; then who has announced none yet."""
    if _commanding(state):
        return ""
    turns = ("b", "a") if state.first == "b" else SEATS
    opened = (seat for seat in turns if _open(state, seat))
    silent = (seat for seat in turns if not _has_ordered(state, seat))
    return next(opened, None) or next(silent, "")


def _commanding(state: State) -> bool:
    """The Commandment roll is still asked, and nobody orders without it."""
    asked = any(ask.kind in ("command", "first") for ask in state.asks)
    return asked and not any(plan.announced for plan in state.plans)


def _open(state: State, seat: str) -> bool:
    shot = state.running
    if shot is not None and side_of(state, shot.attacker) == seat:
        return True
    plans = (*acting.open_plans(state, seat), *(one for one in hero_nexts(state) if one.seat == seat))
    return bool(plans) or any(_ordered_by(state, ask) == seat for ask in state.asks)


def _ordered_by(state: State, ask: Ask) -> str:
    """Whose order it came of: a reaction belongs to the charge, and who follows to the breaking away."""
    if ask.kind in ("react", "charge"):
        charge = charge_of(state, ask.about)
        piece = state.piece(charge.piece) if charge is not None else None
        return piece.seat if piece is not None else ""
    away = next((one for one in state.breakaways if one.id == ask.about), None)
    return side_of_hero(state, away) if away is not None and ask.kind in ("break", "dash", "follow") else ""


def _has_ordered(state: State, seat: str) -> bool:
    """It has announced something, or there is nobody it could order: all fight, run away, or have no AC left. Who runs
    away comes first in its orders, and leaves none of them finished (8:3:2)."""
    if taisho.left_running(state, seat):
        return False
    if any(plan.ordered and side_of(state, plan.piece) == seat for plan in state.plans):
        return True
    engaged = {one for met in state.contacts for one in (met.one, met.other)}
    return all(piece.id in engaged or left(state, piece) < 1 for piece in state.of(seat) if able(piece))


def sentence(state: State, seat: str | None) -> Text:
    """What the phase is about for this seat, where nothing is asked of it."""
    whose = acts_now(state)
    if all_carried_out(state):
        idle = _could_act(state, seat) if seat is not None else 0
        return Text("%(done)s %(left)s", {"done": DONE, "left": _idle(idle)}) if idle else DONE
    if not whose:
        return PHASE_ACTS[state.phase]
    name = {"side": player_first(whose)}
    if state.phase == "combat":
        if whose == seat:
            return Text("Combat: you say which is fought next.")
        return Text("Combat: %(side)s says which is fought next.", {"side": player_at(whose)})
    if whose == seat:
        return OWN
    gives = Text("%(side)s gives orders.", name)
    if seat is None:
        return gives
    if _has_ordered(state, seat) and (idle := _could_act(state, seat)):
        return Text("%(now)s %(left)s", {"now": gives, "left": _idle(idle)})
    return Text("%(side)s gives orders. Draft yours meanwhile.", name)


def _could_act(state: State, seat: str) -> int:
    """How many of this seat's units touch nobody and have AC left."""
    engaged = {one for met in state.contacts for one in (met.one, met.other)}
    return sum(piece.id not in engaged and left(state, piece) >= 1 for piece in state.of(seat) if able(piece))


def _idle(count: int) -> Text:
    return counted("%(num)s of your units could still act.", "%(num)s of your units could still act.", count)


def unfinished(state: State, seat: str | None) -> Text | None:
    """What this seat is told before it leaves the orders of the other behind, or units of its own without any."""
    whose = acts_now(state)
    if state.phase != "orders" or seat is None or not whose:
        return None
    if whose == seat:
        return _idle(idle) if (idle := _could_act(state, seat)) else None
    return Text("%(side)s has not finished giving orders.", {"side": player_first(whose)})
