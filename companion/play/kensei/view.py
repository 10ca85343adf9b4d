"""What one seat sees of a battle: the only way from its state to a page, an export or a print.

A sealed army and a hidden character are simply not in the view of another seat. Everything here is ready to be
shown; templates choose nothing but the place.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.content import catalog
from companion.play.kensei.after import honor as honors
from companion.play.kensei.board import AbsentView, AttackView, HonorView, OwedView, PieceView, SideView, piece_view
from companion.play.kensei.fight.view import attack_view, honor_view
from companion.play.kensei.muster.listed import judged
from companion.play.kensei.muster.sides import seal
from companion.play.kensei.state import SEATS, State
from companion.play.kensei.turn.phases import PHASE_NAMES, winner_of
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class View:
    seat: str | None
    begun: bool
    turn: int
    phase: str
    phase_name: Text
    first: str
    over: str
    winner: str
    sides: tuple[SideView, ...]
    attack: AttackView | None
    honor: HonorView | None
    owed: tuple[OwedView, ...]
    blows: int
    odds_shown: bool
    level: int | None
    koku_limit: int | None

    def side(self, seat: str) -> SideView:
        return next(s for s in self.sides if s.seat == seat)

    @property
    def pieces(self) -> tuple[PieceView, ...]:
        return tuple(p for s in self.sides for p in s.pieces or ())


def view(state: State, seat: str | None) -> View:
    """The battle as `seat` sees it (None: a spectator)."""
    return View(
        seat=seat,
        begun=state.begun,
        turn=state.turn,
        phase=state.phase,
        phase_name=PHASE_NAMES[state.phase],
        first=state.first,
        over=state.over,
        winner=winner_of(state),
        sides=tuple(_side(state, s, seat) for s in SEATS),
        attack=attack_view(state, state.attack, seat) if state.attack else None,
        honor=honor_view(state, state.honor, seat) if state.honor else None,
        owed=tuple(
            OwedView(o.id, o.piece, p.seat, p.title, tuple(honors.CAUSES[c] for c in o.causes))
            for o in state.owed
            if (p := state.piece(o.piece)) is not None
        ),
        blows=len(state.blows),
        odds_shown=state.odds_shown,
        level=state.level,
        koku_limit=state.koku_limit,
    )


def _side(state: State, of: str, seat: str | None) -> SideView:
    side = state.sides[of]
    open_ = state.begun or of == seat
    pieces = tuple(piece_view(state, p, seat) for p in state.of(of)) if open_ else None
    return SideView(
        seat=of,
        path=side.path if open_ else None,
        mon=side.mon,
        clan=side.clan,
        ready=side.ready,
        seal=seal(state, of) if side.ready and not state.begun else "",
        pieces=pieces,
        miniatures=sum(p.miniatures for p in pieces or ()),
        at_start=sum(p.at_start for p in pieces or ()),
        problems=judged(state, of) if of == seat and not state.begun else (),
        legal=side.legal if state.begun or of == seat else None,
        absent=tuple(AbsentView(h.id, h.title, h.kind or "") for h in side.absent) if of == seat else (),
        abilities=tuple(catalog().taisho_abilities[one] for one in side.taisho_abilities) if of == seat else (),
    )
