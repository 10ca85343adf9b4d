"""The deployment as one seat sees it: its own cards, the other's backs; and how to set up where the app leads none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.play.kensei.ask.contest import Contested
from companion.play.kensei.asks import AskKind
from companion.play.kensei.deploy import cards
from companion.play.kensei.deploy.cards import inside, is_face_down
from companion.play.kensei.deploy.rolls import ATTRIBUTES, GROUND, ROLLS, zones
from companion.play.kensei.deploy.seals import is_late, unwritten
from companion.play.kensei.deploy.terrain import last_kind, may_stop, places_next, terrain_words
from companion.play.kensei.pieces import SEATS, Choices, Piece
from companion.play.kensei.state import State
from companion.rules.kensei.deployment.laying import SECOND_CM
from companion.rules.kensei.deployment.terrain import APART_CM, LEAST_EACH, TERRAIN, TerrainType
from companion.rules.text import Text


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
    ninjas: Choices
    """Its own Ninjas, who come last, by id and name, until they are written down; for its own side alone."""
    denuki: Choices
    """Who of it hides among the enemy, by id and name, until the number of a card is written down or the enemy's cards
    lie open; for its own side alone."""
    up: bool
    placed: bool
    """It has said that it has deployed."""
    last_kind: str
    """The kind of terrain it placed last: its next piece is of another (7:2)."""


@dataclass(frozen=True, slots=True)
class DeployView:
    """`next`: whose turn it is to lay a card; `turning`: who has still to turn his cards up; `awaited`: for whom
    the battle waits; `asked`: who was asked whether he has deployed."""

    roll: Contested | None
    won: Contested | None
    """The roll that was decided last, until the next one is or a card is laid."""
    first: str
    zones: Text | None
    next: str
    turning: tuple[str, ...]
    awaited: tuple[str, ...]
    asked: tuple[str, ...]
    sides: tuple[DeploySide, ...]
    terrain_words: tuple[Text, Text] | None
    """What comes before the first roll, as whose turn it is and as others read it."""
    may_stop: bool = False
    """Whether all terrain that must be placed lies."""
    places: str = ""
    """Whose turn it is to place terrain, where that is known."""
    choices: tuple[TerrainType, ...] = TERRAIN
    """What a table may be set up with."""

    def side(self, seat: str) -> DeploySide:
        return next(one for one in self.sides if one.seat == seat)


def deploy_view(state: State, seat: str | None) -> DeployView | None:
    """The deployment as `seat` sees it (None: a spectator); None while it is not on."""
    if not state.deploying:
        return None
    now = state.deployment
    asked = next((ask.kind for ask in state.asked(*ATTRIBUTES)), None)
    return DeployView(
        roll=_shown(state, asked) if asked is not None else None,
        won=_won(state),
        first=now.first,
        zones=zones(now.first) if now.first else None,
        next=(cards.next_to_lay(state) or "") if now.first else "",
        turning=cards.to_turn_up(state) if now.first else (),
        awaited=cards.awaited(state),
        asked=tuple(now.asked),
        sides=tuple(_side(state, one, seat) for one in SEATS),
        terrain_words=terrain_words(state) if asked == "ground" and now.ground.id == GROUND else None,
        may_stop=may_stop(state),
        places=places_next(state),
    )


def _shown(state: State, kind: AskKind) -> Contested:
    return replace(ROLLS[kind].shown(state), name=ATTRIBUTES[kind].upper())


def _won(state: State) -> Contested | None:
    """Whoever deploys first may have been settled by hand, whatever was rolled."""
    now = state.deployment
    if not now.first:
        return _shown(state, "ground") if now.ground.winner else None
    return _shown(state, "advantage") if now.advantage.winner == now.first and not now.cards else None


def _side(state: State, of: str, seat: str | None) -> DeploySide:
    now = state.deployment
    laid = {card.piece for card in now.cards}
    waiting = [p for p in (*cards.troops(state, of), *cards.lone(state, of)) if p.id not in laid]
    units = [p for p in waiting if p.unit]
    hand = (units or waiting) if of == seat else []
    sealed = {one.who for one in state.seals if one.seat == of}
    ninjas = [(p.id, p.title) for p in state.of(of) if p.is_ninja and p.id not in sealed] if of == seat else []
    return DeploySide(
        of,
        tuple(_cards(state, of, seat)),
        len(waiting),
        tuple(hand),
        tuple(ninjas),
        unwritten(state, of) if of == seat and not is_late(state, of) else (),
        of in now.up,
        of in now.placed,
        last_kind(state, of) or "",
    )


def _cards(state: State, of: str, seat: str | None) -> Iterator[LaidCardView]:
    for number, card in enumerate(state.deployment.of(of), 1):
        piece, is_open = state.piece_of(card), not is_face_down(state, card.piece)
        yield LaidCardView(number, piece.unit is None, inside(piece) if is_open or of == seat else None, is_open)


def set_up(state: State) -> Text | None:
    """What the players do where the table leads no deployment, until the first die of the battle falls (7:3)."""
    first = not state.begun or (state.turn == 1 and state.asked("command"))
    if state.deploys or not state.battle or state.over or not first:
        return None
    if state.begun:
        return Text(
            "Set up before you roll: in turn %(each)s or more pieces of terrain each, %(apart)s cm from all others and "
            "from the edges; then both armies, each within %(cm)s cm of its own edge.",
            {"each": LEAST_EACH, "apart": APART_CM, "cm": SECOND_CM},
        )
    return Text(
        "You deploy without the app: once both are ready, set your army up within %(cm)s cm of your edge, then roll.",
        {"cm": SECOND_CM},
    )
