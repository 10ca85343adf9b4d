"""The deployment as one seat sees it: its own cards, the other's backs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.kensei.ask.contest import Contested
from companion.play.kensei.deploy.cards import inside
from companion.play.kensei.deploy.rolls import ATTRIBUTES, GROUND, KINDS, ROLLS, zones
from companion.play.kensei.deploy.stage import awaited, deploying, is_ninja, lone, next_to_lay, to_turn_up, troops
from companion.play.kensei.ground import TerrainPiece
from companion.play.kensei.pieces import SEATS, Piece, other
from companion.play.kensei.state import State
from companion.rules.kensei.deployment.laying import FIRST_CM, SECOND_CM
from companion.rules.kensei.deployment.terrain import (
    APART_CM,
    BY_KIND,
    LEAST_EACH,
    TERRAIN,
    TerrainKind,
    TerrainType,
)
from companion.rules.text import Text, player_first

PLACING = Text(
    "Place it in turn, %(each)s or more each; when one of you stops, the other may place one more. Every piece "
    "stands %(cm)s cm or more from the others and from the edges, and is of another kind than your last one. Or "
    "let somebody who does not play place them all.",
    {"each": LEAST_EACH, "cm": APART_CM},
)
"""How the terrain is placed (7:2)."""
TERRAIN_FIRST = Text("Place the terrain in turn, %(cm)s cm apart.", {"cm": APART_CM})
MAY_STOP = Text(
    "Each of you has placed %(each)s: when one stops, the other may place one more, and the dice follow.",
    {"each": LEAST_EACH},
)


@dataclass(frozen=True, slots=True)
class LaidCardView:
    """A card on the table. `what` is None while this seat may not know it."""

    number: int
    character: bool
    what: Text | None
    face_up: bool


@dataclass(frozen=True, slots=True)
class DeploySide:
    """`hand`: the units, then the characters whose cards are still to be laid; for its own side alone."""

    seat: str
    cards: tuple[LaidCardView, ...]
    left: int
    """Cards still to be laid."""
    hand: tuple[Piece, ...]
    ninjas: tuple[str, ...]
    """Its own Ninjas, who come last; for its own side alone."""
    up: bool
    placed: bool
    """It has said that it has deployed."""
    zone: int | None
    """How far from its edge it deploys, in cm, once it is known who is first."""
    last_kind: str
    """The kind of terrain it placed last: its next piece is of another (7:2)."""


@dataclass(frozen=True, slots=True)
class DeployView:
    """`next`: whose turn it is to lay a card; `turning`: who has still to turn his cards up; `awaited`: for whom
    the battle waits; `asked`: who was asked whether he has deployed."""

    roll: Contested | None
    won_ground: str
    """Who takes a side of the table."""
    first: str
    zones: Text | None
    next: str
    turning: tuple[str, ...]
    awaited: tuple[str, ...]
    asked: tuple[str, ...]
    sides: tuple[DeploySide, ...]
    before: Text | None
    """What comes before the first roll, for whose die of it has not fallen."""
    places: str = ""
    """Whose turn it is to place terrain, where that is known."""
    choices: tuple[TerrainType, ...] = TERRAIN
    """What a table may be set up with."""

    def side(self, seat: str) -> DeploySide:
        return next(one for one in self.sides if one.seat == seat)


def set_up(state: State) -> Text | None:
    """What the players do where the table leads no deployment, until the first die of the battle falls (7:3)."""
    first = not state.begun or (state.turn == 1 and any(ask.kind == "command" for ask in state.asks))
    if state.deploys or not state.battle or state.over or not first:
        return None
    return Text(
        "You deploy without the app: once both are ready, set your army up within %(cm)s cm of your edge, then roll.",
        {"cm": SECOND_CM},
    )


def placing(state: State) -> Text | None:
    """How the terrain is placed, while it is time for it: before the first card, or, where the table leads no
    deployment, while armies are chosen. Once all that must be placed lies, that either may stop."""
    first = deploying(state) and not state.deployment.first
    if state.begun or not (first or not state.deploys):
        return None
    return MAY_STOP if _may_stop(state) else PLACING


def _may_stop(state: State) -> bool:
    """Whether all that must be placed lies (7:2)."""
    return all(len(_placed(state, seat)) >= LEAST_EACH for seat in SEATS)


def _placed(state: State, seat: str) -> list[TerrainPiece]:
    """What a side has placed that still lies, the newest last."""
    return [one for one in state.terrain if one.by == seat and not one.gone]


def places_next(state: State) -> str:
    """Whose turn it is to place terrain; empty before the first piece, for who begins the book leaves open (7:2)."""
    lying = [one for one in state.terrain if one.by and not one.gone]
    few, many = sorted(SEATS, key=lambda seat: len(_placed(state, seat)))
    if not lying or len(_placed(state, few)) < len(_placed(state, many)):
        return few if lying else ""
    return other(lying[-1].by)


def terrain_words(state: State) -> Text:
    """What comes before the first roll: whose turn it is to place terrain, and of which kind it is not."""
    seat = places_next(state)
    last = _last_kind(state, seat)
    if not seat:
        return TERRAIN_FIRST
    names = {"side": player_first(seat), "last": BY_KIND[last].short if last else ""}
    if last and _may_stop(state):
        return Text("%(side)s may place one more, of another kind than the last (%(last)s), or stop.", names)
    if last:
        return Text("%(side)s places the next terrain, of another kind than the last: %(last)s.", names)
    return Text("%(side)s places the next terrain.", names)


def _last_kind(state: State, seat: str) -> TerrainKind | None:
    return next((one.kind for one in reversed(_placed(state, seat))), None)


def deploy_view(state: State, seat: str | None) -> DeployView | None:
    """The deployment as `seat` sees it (None: a spectator); None while it is not on."""
    if not deploying(state):
        return None
    now = state.deployment
    asked = next((ask.kind for ask in state.asks if ask.kind in ATTRIBUTES), None)
    return DeployView(
        roll=replace(ROLLS[asked].shown(state, KINDS), name=ATTRIBUTES[asked].upper()) if asked is not None else None,
        won_ground=now.ground.winner,
        first=now.first,
        zones=zones(now.first) if now.first else None,
        next=(next_to_lay(state) or "") if now.first else "",
        turning=to_turn_up(state) if now.first else (),
        awaited=awaited(state),
        asked=tuple(now.asked),
        sides=tuple(_side(state, one, seat) for one in SEATS),
        before=terrain_words(state) if asked == "ground" and now.ground.id == GROUND else None,
        places=places_next(state),
    )


def _side(state: State, of: str, seat: str | None) -> DeploySide:
    now = state.deployment
    laid = {card.piece for card in now.cards}
    waiting = [p for p in (*troops(state, of), *lone(state, of)) if p.id not in laid]
    units = [p for p in waiting if p.unit]
    hand = (units or waiting) if of == seat else []
    zone = None if not now.first else FIRST_CM if now.first == of else SECOND_CM
    ninjas = [p.title for p in state.of(of) if is_ninja(p)] if of == seat else []
    return DeploySide(
        of,
        tuple(_cards(state, of, seat)),
        len(waiting),
        tuple(hand),
        tuple(ninjas),
        of in now.up,
        of in now.placed,
        zone,
        _last_kind(state, of) or "",
    )


def _cards(state: State, of: str, seat: str | None) -> Iterator[LaidCardView]:
    for number, card in enumerate(state.deployment.of(of), 1):
        piece = state.piece(card.piece)
        known = of == seat or state.deployment.lies_open(card.piece)
        character = piece is not None and piece.unit is None
        what = inside(piece) if known and piece is not None else None
        yield LaidCardView(number, character, what, state.deployment.lies_open(card.piece))
