"""Deployment cards: laid face down by turns, each side knowing its own, then turned up together (7:3, K79); and how
that is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.play.acts import Timed, everybody, said
from companion.play.game import Due, Event, Line
from companion.play.kensei.acts import BattleAct, act, still_patient
from companion.play.kensei.ask.contest import Contested
from companion.play.kensei.deploy import stage
from companion.play.kensei.deploy.rolls import ATTRIBUTES, GROUND, ROLLS, zones
from companion.play.kensei.deploy.seals import unwritten
from companion.play.kensei.pieces import SEATS, Card, Piece, TerrainPiece, other
from companion.play.kensei.state import AskKind, State
from companion.rules.kensei.deployment.laying import RULE, SECOND_CM
from companion.rules.kensei.deployment.terrain import (
    APART_CM,
    BY_KIND,
    LEAST_EACH,
    TERRAIN,
    TerrainKind,
    TerrainType,
)
from companion.rules.text import Refusal, Text, player_at, player_first


def _sees_laid(state: State, event: Event, seat: str | None) -> Mapping[str, Any]:
    """That a card was laid is open; for what, is its own side's until it lies face up."""
    shown = not stage.deploying(state) or state.deployment.lies_open(str(event.data.get("piece", "")))
    return event.data if shown or seat == event.seat else {}


@act("lay", called=Text("the card laid"), sees=_sees_laid, when=stage.must_deploy)
class LayAct(BattleAct):
    piece: str

    def apply(self, state: State, event: Event) -> State | Refusal:
        if event.by != event.seat:
            return Refusal(
                Text(
                    "Each side lays its own cards, in secret: to lay the cards of both sides, take the other seat too."
                ),
                RULE,
            )
        piece = state.piece(self.piece)
        if piece is None or piece.seat != event.seat:
            return Refusal(Text("There is no such unit in your army; choose one of those on your phone."), RULE)
        now = state.deployment
        if any(card.piece == piece.id for card in now.cards):
            return Refusal(Text("The card of %(unit)s is laid already: lay another one.", {"unit": piece.title}), RULE)
        if event.seat in now.up:
            words = Text("Your cards are already face up: place %(unit)s where you agree.", {"unit": piece.title})
            return Refusal(words, RULE)
        first = now.first or piece.seat  # whoever lays one without having rolled deploys first
        return replace(state, deployment=replace(now, first=first, cards=(*now.cards, Card(piece.seat, piece.id))))

    def line(self, before: State, event: Event, after: State) -> Line:
        values = {"side": player_first(event.seat), "number": len(after.deployment.of(event.seat))}
        piece = after.known(self.piece)
        troop = Text("%(side)s lays card %(number)s face down.", values)
        character = Text("%(side)s lays card %(number)s face down, a character card.", values)
        own = Text("You lay card %(number)s: %(unit)s.", {**values, "unit": piece.title})
        return Line(troop if piece.unit else character, {event.seat: own})


@act("face-up", commutes=False, sees=everybody, when=stage.must_deploy)
class FaceUpAct(BattleAct):
    card: int
    """Its number among its side's, as they were laid."""

    def apply(self, state: State, event: Event) -> State | Refusal:
        """A Spy of the other side wants to see it (Yutei, K78), or its owner shows it."""
        if event.by != event.seat:
            return Refusal(Text("Only the player who laid a card turns it up: ask across the table."), RULE)
        own = state.deployment.of(event.seat)
        if not 1 <= self.card <= len(own):
            words = Text("You have laid no card %(number)s: choose one that lies on the table.", {"number": self.card})
            return Refusal(words, RULE)
        shown = own[self.card - 1]
        if state.deployment.lies_open(shown.piece):
            return Refusal(Text("Card %(number)s is already face up.", {"number": self.card}), RULE)
        cards = (replace(card, face_up=True) if card is shown else card for card in state.deployment.cards)
        return replace(state, deployment=replace(state.deployment, cards=tuple(cards)))

    def line(self, before: State, event: Event, after: State) -> Line:
        piece = after.known(after.deployment.of(event.seat)[self.card - 1].piece)
        values = {"side": player_at(event.seat), "number": self.card, "unit": inside(piece)}
        return said("Card %(number)s of %(side)s is face up: %(unit)s.", **values)


@act("cards-up", sees=everybody, when=stage.must_deploy)
class CardsUpAct(BattleAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        if event.by != event.seat:
            return Refusal(Text("Each side turns its own cards up: ask across the table."), RULE)
        if event.seat in state.deployment.up:
            return Refusal(Text("Your cards are already face up."), RULE)
        seat = stage.next_to_lay(state)
        if seat is not None:
            side = {"side": player_first(seat)}
            words = Text("%(side)s still has a card to lay: lay it, or say that you have deployed.", side)
            return Refusal(words, RULE)
        return replace(state, deployment=replace(state.deployment, up=(*state.deployment.up, event.seat)))

    def line(self, before: State, event: Event, after: State) -> Line:
        laid = tuple(
            Text("%(number)s %(unit)s", {"number": number, "unit": inside(after.known(card.piece))})
            for number, card in enumerate(after.deployment.of(event.seat), 1)
        )
        values = {"side": player_at(event.seat), "cards": laid}
        if not laid:
            return said("The cards of %(side)s are face up.", **values)
        return said("Face up, the cards of %(side)s: %(cards)s.", **values)


@act("deployed", sees=everybody, when=stage.must_deploy)
class DeployedAct(Timed, BattleAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        """A side says it of itself, whatever was rolled or laid; the battle begins when both have. Until then the other
        may still write down who hides. Of a side that was asked and gave no answer the other may say it."""
        now = state.deployment
        if event.seat in now.placed:
            words = Text("You have said so already: the battle begins when the other side has deployed too.")
            return Refusal(words, RULE)
        if event.by != event.seat:
            if event.seat not in now.asked:
                side = {"side": player_at(event.seat)}
                words = Text(
                    "Only %(side)s can say that: ask whether it has deployed, or take the other seat too.", side
                )
                return Refusal(words, RULE)
            if refused := still_patient(event.seat, now.asked[event.seat], self.moment, RULE):
                return refused
        placed = replace(state, deployment=replace(now, placed=(*now.placed, event.seat)))
        if stage.awaited(placed):
            return placed
        return replace(placed, begun=True, turn=1, deployment=replace(placed.deployment, up=SEATS))

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        names = {"side": player_first(event.seat), "by": player_at(event.by)}
        silent = Text("%(side)s was asked and gave no answer: %(by)s says that it has deployed.", names)
        begins = Text("Both armies are on the table. The battle begins.")
        has = Text("%(side)s has deployed.", names)
        return [*([] if event.by == event.seat else [silent]), begins if after.begun else has]


@act("ask-deployed", called=Text("the question about deployment"), sees=everybody, when=stage.must_deploy)
class AskDeployedAct(Timed, BattleAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        now, asked = state.deployment, other(event.seat)
        if event.seat not in now.placed:
            return Refusal(Text("Say first that you have deployed, then ask the other side."), RULE)
        if asked in now.asked:
            return Refusal(
                Text("%(side)s has been asked already: wait for the answer.", {"side": player_first(asked)}), RULE
            )
        return replace(state, deployment=replace(now, asked={asked: self.moment}))

    def line(self, before: State, event: Event, after: State) -> Text:
        names = {"by": player_first(event.seat), "side": player_at(other(event.seat))}
        return Text("%(by)s asks whether %(side)s has deployed.", names)


def inside(piece: Piece) -> Text:
    """A piece with the characters in it that everybody may see."""
    heroes = tuple(hero.title for hero in piece.seen_heroes) if piece.unit else ()
    if not heroes:
        return Text("%(unit)s", {"unit": piece.title})
    return Text("%(unit)s with %(who)s", {"unit": piece.title, "who": heroes})


def secrets(state: State) -> frozenset[str]:
    """For which piece each card lies face down."""
    laid = (card for seat in SEATS if stage.face_down(state, seat) for card in state.deployment.of(seat))
    return frozenset(f"card {card.piece}" for card in laid if not state.deployment.lies_open(card.piece))


# ---- what each side does next in the deployment when no die is due


TROOP = Text("Lay a deployment card face down: tap its unit.")
CHARACTER = Text("Lay a character card face down: tap its character.")
TURN_UP = Text("All cards are on the table. Turn your own face up.")
PLACE = Text("Place the miniatures where the cards are, Ninjas last.")


def due(state: State) -> Iterator[Due]:
    """Nothing while a die is due: the rolls come first, and may be left out."""
    if not stage.deploying(state) or not state.deployment.first:
        return
    if seat := stage.next_to_lay(state):
        laid = {card.piece for card in state.deployment.cards}
        units = any(p.id not in laid for one in SEATS for p in stage.troops(state, one))
        step = f"deploy.card.{seat}{len(state.deployment.of(seat)) + 1}"  # it passes the one phone of both on
        yield Due(seat, "lay", TROOP if units else CHARACTER, step, secret=True)
    elif seats := stage.to_turn_up(state):
        yield from (Due(one, "turn-up", TURN_UP, data={"whose": f"deploy.up.{seats[0]}"}) for one in seats)
    else:
        left = stage.awaited(state)
        yield from (Due(one, "deployed", PLACE, data={"whose": f"deploy.placed.{left[0]}"}) for one in left)


# ---- the deployment as one seat sees it: its own cards, the other's backs


PLACING = Text(
    "Place it in turn, %(each)s or more each; when one of you stops, the other may place one more. Every piece "
    "stands %(cm)s cm or more from the others and from the edges, and is of another kind than your last one. Or "
    "let somebody who does not play place them all.",
    {"each": LEAST_EACH, "cm": APART_CM},
)
"""How the terrain is placed (7:2)."""
TERRAIN_FIRST = Text("Either of you may begin: place the terrain in turn, at least %(cm)s cm apart.", {"cm": APART_CM})
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
    ninjas: tuple[tuple[str, str], ...]
    """Its own Ninjas, who come last, by id and name, until they are written down; for its own side alone."""
    denuki: tuple[tuple[str, str], ...]
    """Who of it hides among the enemy, by id and name, until the number of a card is written down; for its own side
    alone."""
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
    before: tuple[Text, Text] | None
    """What comes before the first roll, as whose turn it is and as others read it."""
    may_stop: bool = False
    """Whether all terrain that must be placed lies."""
    places: str = ""
    """Whose turn it is to place terrain, where that is known."""
    choices: tuple[TerrainType, ...] = TERRAIN
    """What a table may be set up with."""

    def side(self, seat: str) -> DeploySide:
        return next(one for one in self.sides if one.seat == seat)


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


def placing(state: State) -> Text | None:
    """How the terrain is placed, while it is time for it: before the first card, or, where the table leads no
    deployment, while armies are chosen. Once all that must be placed lies, that either may stop."""
    first = stage.deploying(state) and not state.deployment.first
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


def terrain_words(state: State) -> tuple[Text, Text]:
    """What comes before the first roll, for whose turn it is to place terrain and for the others: of which kind it is
    not, and whether he may stop."""
    seat = places_next(state)
    last = _last_kind(state, seat)
    if not seat:
        return TERRAIN_FIRST, TERRAIN_FIRST
    names = {"side": player_first(seat), "last": BY_KIND[last].short if last else ""}
    if last and _may_stop(state):
        return (
            Text("Place one more terrain, of another kind than your last (%(last)s), or stop.", names),
            Text("%(side)s may place one more, of another kind than the last (%(last)s), or stop.", names),
        )
    if last:
        return (
            Text("Place the next terrain, of another kind than your last: %(last)s.", names),
            Text("%(side)s places the next terrain, of another kind than the last: %(last)s.", names),
        )
    return Text("Place the next terrain."), Text("%(side)s places the next terrain.", names)


def _last_kind(state: State, seat: str) -> TerrainKind | None:
    return next((one.kind for one in reversed(_placed(state, seat))), None)


def deploy_view(state: State, seat: str | None) -> DeployView | None:
    """The deployment as `seat` sees it (None: a spectator); None while it is not on."""
    if not stage.deploying(state):
        return None
    now = state.deployment
    asked = next((ask.kind for ask in state.asked(*ATTRIBUTES)), None)
    return DeployView(
        roll=_shown(state, asked) if asked is not None else None,
        won=_won(state),
        first=now.first,
        zones=zones(now.first) if now.first else None,
        next=(stage.next_to_lay(state) or "") if now.first else "",
        turning=stage.to_turn_up(state) if now.first else (),
        awaited=stage.awaited(state),
        asked=tuple(now.asked),
        sides=tuple(_side(state, one, seat) for one in SEATS),
        before=terrain_words(state) if asked == "ground" and now.ground.id == GROUND else None,
        may_stop=_may_stop(state),
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
    waiting = [p for p in (*stage.troops(state, of), *stage.lone(state, of)) if p.id not in laid]
    units = [p for p in waiting if p.unit]
    hand = (units or waiting) if of == seat else []
    sealed = {one.who for one in state.seals if one.seat == of}
    ninjas = [(p.id, p.title) for p in state.of(of) if stage.is_ninja(p) and p.id not in sealed] if of == seat else []
    return DeploySide(
        of,
        tuple(_cards(state, of, seat)),
        len(waiting),
        tuple(hand),
        tuple(ninjas),
        unwritten(state, of) if of == seat else (),
        of in now.up,
        of in now.placed,
        _last_kind(state, of) or "",
    )


def _cards(state: State, of: str, seat: str | None) -> Iterator[LaidCardView]:
    for number, card in enumerate(state.deployment.of(of), 1):
        piece, is_open = state.known(card.piece), state.deployment.lies_open(card.piece)
        yield LaidCardView(number, piece.unit is None, inside(piece) if is_open or of == seat else None, is_open)
