"""How far a deployment has come: derived from what was rolled, laid and turned up."""

from __future__ import annotations

from companion.play.kensei.deploy.used import waits
from companion.play.kensei.pieces import SEATS, Piece, SeatId, other
from companion.play.kensei.state import State
from companion.rules.kensei.deployment.laying import who_lays
from companion.rules.text import Refusal, Text


def deploying(state: State) -> bool:
    """Whether both armies are ready and the table leads their deployment."""
    return state.deploys and not state.begun and not state.over and all(state.sides[s].ready for s in SEATS)


def must_deploy(state: State) -> Refusal | None:
    """The refusal of what belongs to the deployment while it is not on."""
    if deploying(state):
        return None
    if state.begun:
        return Refusal(Text("The battle has begun: the armies are deployed. Undo that to lay a card again."), "7:3")
    if not state.deploys:
        return Refusal(
            Text("At this table the app does not run the deployment: say Ready, and deploy by yourselves."), "7:3"
        )
    return Refusal(Text("Both sides say Ready first, then the deployment begins."), "7:3")


def is_ninja(piece: Piece) -> bool:
    """Whether it has no card in the deployment by turns: Ninjas come after the others (5:1:6)."""
    return "ninja" in piece.profile.traits


def troops(state: State, seat: str) -> tuple[Piece, ...]:
    """The units a side lays a troop card for."""
    return tuple(p for p in state.of(seat) if p.unit and not is_ninja(p))


def lone(state: State, seat: str) -> tuple[Piece, ...]:
    """The characters outside of units, each with a character card."""
    return tuple(p for p in state.of(seat) if not p.unit and not is_ninja(p))


def next_to_lay(state: State) -> SeatId | None:
    """Whose turn it is to lay a card: troop cards first, then character cards (7:3). None when all lie.

    Who has said that he has deployed lays none any more.
    """
    placed = state.deployment.placed
    laid = {card.piece for card in state.deployment.cards}
    first: SeatId = "b" if state.deployment.first == "b" else "a"
    for cards in (troops, lone):
        have = {seat: len(cards(state, seat)) for seat in SEATS}
        done = {seat: sum(p.id in laid for p in cards(state, seat)) for seat in SEATS}
        if seat := who_lays(first, done, {one: 0 if one in placed else have[one] - done[one] for one in SEATS}):
            return seat
    return None


def face_down(state: State, seat: str) -> bool:
    """Whether cards of this side lie on the table that the other may not know."""
    return deploying(state) and any(not state.deployment.lies_open(card.piece) for card in state.deployment.of(seat))


def open_army(state: State, seat: str) -> bool:
    """Whether everybody may see what this side has brought."""
    return state.begun or seat in state.deployment.up


def to_turn_up(state: State) -> tuple[SeatId, ...]:
    """Sides whose cards all lie and are not turned up yet, in the order in which they deployed; who has said that the
    other side does it first waits for that (K72)."""
    if next_to_lay(state) is not None:
        return ()
    first: SeatId = "b" if state.deployment.first == "b" else "a"
    return tuple(seat for seat in (first, other(first)) if _lies_down(state, seat) and not waits(state, seat))


def _lies_down(state: State, seat: str) -> bool:
    """Whether nobody else may see this army yet, and its side has not said that it has deployed."""
    return seat not in state.deployment.up and seat not in state.deployment.placed


def awaited(state: State) -> tuple[SeatId, ...]:
    """Sides that have not said that they have deployed: the battle begins when there is none."""
    return tuple(seat for seat in SEATS if seat not in state.deployment.placed)
