"""The turn around the fights as it is shown: the Commandment roll and the Taisho orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.play.kensei.after.owing import target
from companion.play.kensei.ask.contest import Contested
from companion.play.kensei.pieces import SEATS, Choices, Piece, other
from companion.play.kensei.state import State
from companion.play.kensei.turn import taisho, whose
from companion.play.kensei.turn_state import HonorRoll
from companion.rules.kensei.after.honor import chance
from companion.rules.kensei.turn.command import HEININ_CM, STRATEGIC_ORDER, is_heinin
from companion.rules.text import Number, Refusal, Text


@dataclass(frozen=True, slots=True)
class RunningView:
    """Who has still to be called back or to run on. `against`: what the book has against calling it back."""

    piece: str
    title: str
    seat: str
    sentence: Text
    chance: float
    against: Refusal | None
    beware: Text | None
    """What only the players can see and would forbid it; or that a general's ability lets it be."""
    cost: int


@dataclass(frozen=True, slots=True)
class TaishoView:
    """What a general may do before his side's orders, and has done."""

    seat: str
    points: Number
    left: int
    running: tuple[RunningView, ...]
    called_back: Mapping[str, int]
    """Whose try failed, and who may be called once more before they run on; with what that costs."""
    led: Choices
    """Units that a strategic order could go to: with a Bushi in them."""
    enemies: Choices
    against: Refusal | None
    """What the book has against a strategic order to any of them."""
    orders: tuple[tuple[str, str, bool | None], ...]
    """The unit and the enemy of each strategic order: understood, failed, or with its die due (None)."""
    step: str
    """The question about the general's die, while it is due."""
    ki: Number
    hill: bool | None
    """Whether he stands on a hill, which the players say; None where no hill lies on the table, or nobody leads."""
    stands: str
    """The unit he stands in, or himself alone."""
    order_cost: int = STRATEGIC_ORDER


def command_view(state: State) -> Contested | None:
    """The Commandment roll of this turn, or the choice who acts first; None once nothing is asked about it."""
    shown = taisho.ROLL.shown(state)
    if not shown.awaited or state.over:
        return None
    return replace(shown, choice=next((ask.id for ask in state.asked("first")), ""))


def taisho_views(state: State) -> tuple[TaishoView, ...]:
    """The Taisho orders of both sides, while it is time for them."""
    if not state.battle or not state.under_way or state.phase != "orders":
        return ()
    return tuple(_taisho(state, seat) for seat in SEATS)


def _taisho(state: State, seat: str) -> TaishoView:
    own = state.standing(seat)
    led = [piece for piece in own if piece.bushi]
    dues = taisho.dues(state, whose.acts_now(state))
    running = {due.data["piece"]: due.sentence for due in dues if due.seat == seat}
    failed = (r.piece for r in state.rolls if r.regroups and r.holds is False and not r.done and state.untouched(r.id))
    again = (piece for piece in map(state.known, failed) if piece.seat == seat)
    return TaishoView(
        seat=seat,
        points=taisho.points(state, seat),
        left=taisho.left(state, seat),
        running=tuple(_running(state, piece, running[piece.id]) for piece in own if piece.id in running),
        called_back={p.id: taisho.price(state, p) for p in again if taisho.no_regrouping(state, p) is None},
        led=tuple((piece.id, piece.title) for piece in led),
        enemies=tuple((piece.id, piece.title) for piece in state.standing(other(seat))),
        against=taisho.no_order(state, led[0]) if led else None,
        orders=tuple(
            (state.title(one.piece), state.title(one.target), one.holds)
            for one in state.spent
            if one.seat == seat and one.what == "strategic"
        ),
        step=next((ask.id for ask in state.asked("strategic") if ask.seat == seat), ""),
        ki=taisho.ki_of(state, seat),
        hill=taisho.on_hill(state, seat),
        stands=place.piece.id if (place := state.place_of_general(seat)) is not None else "",
    )


def _running(state: State, piece: Piece, sentence: Text) -> RunningView:
    number = target(state, HonorRoll("", piece.id, (), regroups=True))
    led = "ashigarus-general" in state.effects_on(piece.seat)
    beware = Text("Heinin (peasants) regroup only more than %(cm)s cm from every enemy.", {"cm": HEININ_CM})
    if led:
        beware = Text(
            "Heinin (peasants) of the Ashigarus' General regroup within %(cm)s cm of an enemy too.", {"cm": HEININ_CM}
        )
    return RunningView(
        piece=piece.id,
        title=piece.title,
        seat=piece.seat,
        sentence=sentence,
        chance=chance(number.value),
        against=taisho.no_regrouping(state, piece),
        beware=beware if is_heinin(piece.body.profile) else None,
        cost=taisho.price(state, piece),
    )
