"""How far a deployment has come; its cards, laid face down by turns, each side knowing its own, and turned up together;
and the abilities that belong to it (7:3; K72, K78, K79).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.play.acts import ActForm, Timed, everybody, public_line
from companion.play.game import Due, Event, Line
from companion.play.kensei.acts import PieceAct, act, still_patient
from companion.play.kensei.pieces import SEATS, Card, Piece, SeatId, other
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import Use
from companion.rules.kensei.abilities.rule import SwapsCards, Window
from companion.rules.kensei.deployment.laying import RULE, who_lays
from companion.rules.text import Refusal, Text, player_at, player_first

# ---- how far a deployment has come


def must_deploy(state: State) -> Refusal | None:
    """The refusal of what belongs to the deployment while it is not on."""
    if state.deploying:
        return None
    if state.begun:
        return Refusal(Text("The battle has begun: the armies are deployed. Undo that to lay a card again."), "7:3")
    if not state.deploys:
        words = Text("At this table the app does not run the deployment: say Ready, and deploy by yourselves.")
        return Refusal(words, "7:3")
    return Refusal(Text("Both sides say Ready first, then the deployment begins."), "7:3")


def troops(state: State, seat: str) -> tuple[Piece, ...]:
    """The units a side lays a troop card for."""
    return tuple(p for p in state.of(seat) if p.unit and not p.is_ninja)


def lone(state: State, seat: str) -> tuple[Piece, ...]:
    """The characters outside of units, each with a character card."""
    return tuple(p for p in state.of(seat) if not p.unit and not p.is_ninja)


def next_to_lay(state: State) -> SeatId | None:
    """Whose turn it is to lay a card: troop cards first, then character cards (7:3). None when all lie.

    Who has said that he has deployed lays none any more.
    """
    placed = state.deployment.placed
    laid = {card.piece for card in state.deployment.cards}
    first: SeatId = state.deployment.first or "a"
    for cards in (troops, lone):
        have = {seat: len(cards(state, seat)) for seat in SEATS}
        done = {seat: sum(p.id in laid for p in cards(state, seat)) for seat in SEATS}
        if seat := who_lays(first, done, {one: 0 if one in placed else have[one] - done[one] for one in SEATS}):
            return seat
    return None


def to_turn_up(state: State) -> tuple[SeatId, ...]:
    """Sides whose cards all lie and are not turned up yet, in the order in which they deployed; who has said that the
    other side does it first waits for that (K72)."""
    if next_to_lay(state) is not None:
        return ()
    first: SeatId = state.deployment.first or "a"
    done = (*state.deployment.up, *state.deployment.placed)
    return tuple(seat for seat in (first, other(first)) if seat not in done and not waits(state, seat))


def awaited(state: State) -> tuple[SeatId, ...]:
    """Sides that have not said that they have deployed: the battle begins when there is none."""
    return tuple(seat for seat in SEATS if seat not in state.deployment.placed)


# ---- abilities of the deployment, as an enemy card is laid and before the own ones are turned up (K72, K78, K79):
# whom they are about


def card_name(seat: str, number: object) -> str:
    """`card-b3`: it is no piece's, whatever lies there."""
    return f"card-{seat}{number}"


def number_and_side(about: str) -> tuple[str, str]:
    """The number of a card and whose it is, by its name."""
    return about[len("card-a") :], about[len("card-") :][:1]


def card_at(state: State, about: str) -> Card | None:
    """The card of this name: that of a side by its number among its own."""
    found = re.fullmatch(r"card-([ab])([1-9][0-9]?)", about)
    own = state.deployment.of(found[1]) if found else ()
    return own[int(found[2]) - 1] if found and int(found[2]) <= len(own) else None


def just_laid(state: State, seat: str) -> str:
    """The last card on the table, where it is the enemy's and lies face down."""
    cards = state.deployment.cards
    if not cards or cards[-1].seat == seat or state.deployment.lies_open(cards[-1].piece):
        return ""
    return card_name(cards[-1].seat, len(state.deployment.of(cards[-1].seat)))


def no_card(state: State, seat: str, window: Window, about: str) -> Refusal | None:
    """What makes it impossible, whatever the players agree on."""
    if window == "reveal":
        if seat in state.deployment.up:
            return Refusal(Text("Your cards are already face up: their places are settled."), "12:6:2")
        if any(use.seat == seat and use.form_used.window == window for use in state.uses):
            return Refusal(Text("You have used that already: once in a deployment."), "12:6:2")
        return None
    card = card_at(state, about)
    if card is None or card.seat == seat:
        return Refusal(Text("Choose a card that the other side has laid: there is none of that number."), "12:6:3")
    if state.deployment.lies_open(card.piece):
        return Refusal(Text("That card is already face up."), "12:6:3")
    return None


# ---- what comes of it


def with_face_up(state: State, shown: Card | None) -> State:
    """With this card turned up."""
    cards = (replace(card, face_up=True) if card is shown else card for card in state.deployment.cards)
    return state.with_deployment(cards=tuple(cards))


def turned_up_words(before: State, after: State) -> list[Text]:
    """A sentence for each card that lies face up since."""
    found = []
    for seat in after.sides:
        for number, card in enumerate(after.deployment.of(seat), 1):
            if after.deployment.lies_open(card.piece) and not before.deployment.lies_open(card.piece):
                values = {"number": number, "side": player_at(seat), "unit": inside(after.piece_of(card))}
                found.append(Text("Card %(number)s of %(side)s is face up: %(unit)s.", values))
    return found


def swapped(state: State, use: Use, outcome: SwapsCards) -> State:
    """The two cards change places: each place keeps its number."""
    if len(use.targets) < 2:
        return state
    one, two = (card_at(state, card_name(use.seat, number)) for number in use.targets[:2])
    if one is None or two is None:
        return state
    changed = {one.piece: two.piece, two.piece: one.piece}
    cards = (replace(card, piece=changed.get(card.piece, card.piece)) for card in state.deployment.cards)
    return state.with_deployment(cards=tuple(cards))


# ---- who turns up first


def strategist(state: State, seat: str) -> Use | None:
    """The side's word that the enemy turns his cards up first, while nothing has come of it."""
    mine = (use for use in state.uses if use.seat == seat and use.holds is None and use.form_used.window == "reveal")
    return next(mine, None)


def waits(state: State, seat: str) -> bool:
    """Whether a side waits for the enemy's cards before it turns up its own: he was told so, and has still to do it.

    Where both have said it neither waits: each chooses without having seen the other's.
    """
    foe = other(seat)
    shown = foe in state.deployment.up or foe in state.deployment.placed
    return strategist(state, seat) is not None and strategist(state, foe) is None and not shown


def swappable(state: State, seat: str) -> tuple[tuple[str, Text], ...]:
    """The own cards that nobody has turned, by their numbers."""
    own = enumerate(state.deployment.of(seat), 1)
    down = (number for number, card in own if not state.deployment.lies_open(card.piece))
    return tuple((str(number), Text("Card %(number)s", {"number": number})) for number in down)


# ---- what of it is secret, and its acts


def is_face_down(state: State, piece: str) -> bool:
    """Whether only its own side may know that a card was laid for this piece: until it lies face up."""
    return state.deploying and not state.deployment.lies_open(piece)


def secrets(state: State) -> frozenset[str]:
    """For which piece each card lies face down."""
    return frozenset(f"card {card.piece}" for card in state.deployment.cards if is_face_down(state, card.piece))


def _sees_laid(state: State, event: Event, seat: str | None) -> Mapping[str, Any]:
    """That a card was laid is open; for what, may be its own side's alone."""
    return {} if seat != event.seat and is_face_down(state, str(event.data.get("piece", ""))) else event.data


@act("lay", label=Text("the card laid"), sees=_sees_laid, when=must_deploy)
class LayAct(PieceAct):
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
        return state.with_deployment(first=first, cards=(*now.cards, Card(piece.seat, piece.id)))

    def line(self, before: State, event: Event, after: State) -> Line:
        values = {"side": player_first(event.seat), "number": len(after.deployment.of(event.seat))}
        piece = after.piece_of(self)
        troop = Text("%(side)s lays card %(number)s face down.", values)
        character = Text("%(side)s lays card %(number)s face down, a character card.", values)
        own = Text("Card %(number)s: %(unit)s.", {**values, "unit": piece.title})
        return Line(troop if piece.unit else character, {event.seat: own})


@act("face-up", commutes=False, sees=everybody, when=must_deploy)
class FaceUpAct(ActForm):
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
        return with_face_up(state, shown)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        return turned_up_words(before, after)


@act("cards-up", sees=everybody, when=must_deploy)
class CardsUpAct(ActForm):
    def apply(self, state: State, event: Event) -> State | Refusal:
        if event.by != event.seat:
            return Refusal(Text("Each side turns its own cards up: ask across the table."), RULE)
        if event.seat in state.deployment.up:
            return Refusal(Text("Your cards are already face up."), RULE)
        seat = next_to_lay(state)
        if seat is not None:
            side = {"side": player_first(seat)}
            words = Text("%(side)s still has a card to lay: lay it, or say that you have deployed.", side)
            return Refusal(words, RULE)
        return state.with_deployment(up=(*state.deployment.up, event.seat))

    def line(self, before: State, event: Event, after: State) -> Line:
        laid = tuple(
            Text("%(number)s %(unit)s", {"number": number, "unit": inside(after.piece_of(card))})
            for number, card in enumerate(after.deployment.of(event.seat), 1)
        )
        values = {"side": player_at(event.seat), "cards": laid}
        if not laid:
            return public_line("The cards of %(side)s are face up.", **values)
        return public_line("Face up, the cards of %(side)s: %(cards)s.", **values)


@act("deployed", sees=everybody, when=must_deploy)
class DeployedAct(Timed, ActForm):
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
        placed = state.with_deployment(placed=(*now.placed, event.seat))
        if awaited(placed):
            return placed
        return replace(placed.with_deployment(up=SEATS), begun=True, turn=1)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        names = {"side": player_first(event.seat), "by": player_at(event.by)}
        silent = Text("%(side)s was asked and gave no answer: %(by)s says that it has deployed.", names)
        begins = Text("Both armies are on the table. The battle begins.")
        has = Text("%(side)s has deployed.", names)
        return [*([] if event.by == event.seat else [silent]), begins if after.begun else has]


@act("ask-deployed", label=Text("the question about deployment"), sees=everybody, when=must_deploy)
class AskDeployedAct(Timed, ActForm):
    def apply(self, state: State, event: Event) -> State | Refusal:
        now, asked = state.deployment, other(event.seat)
        if event.seat not in now.placed:
            return Refusal(Text("Say first that you have deployed, then ask the other side."), RULE)
        if asked in now.asked:
            words = Text("%(side)s has been asked already: wait for the answer.", {"side": player_first(asked)})
            return Refusal(words, RULE)
        return state.with_deployment(asked={asked: self.moment})

    def line(self, before: State, event: Event, after: State) -> Text:
        names = {"by": player_first(event.seat), "side": player_at(other(event.seat))}
        return Text("%(by)s asks whether %(side)s has deployed.", names)


def inside(piece: Piece) -> Text:
    """A piece with the characters in it that everybody may see."""
    heroes = tuple(hero.title for hero in piece.seen_heroes) if piece.unit else ()
    if not heroes:
        return Text("%(unit)s", {"unit": piece.title})
    return Text("%(unit)s with %(who)s", {"unit": piece.title, "who": heroes})


# ---- what each side does next in the deployment when no die is due


TROOP = Text("Lay a deployment card face down: tap its unit.")
CHARACTER = Text("Lay a character card face down: tap its character.")
TURN_UP = Text("All cards are on the table. Turn your own face up.")
PLACE = Text("Place the miniatures where the cards are, Ninjas last.")


def due(state: State) -> Iterator[Due]:
    """Nothing while a die is due: the rolls come first, and may be left out."""
    if not state.deploying or not state.deployment.first:
        return
    if seat := next_to_lay(state):
        laid = {card.piece for card in state.deployment.cards}
        units = any(p.id not in laid for one in SEATS for p in troops(state, one))
        step = f"deploy.card.{seat}{len(state.deployment.of(seat)) + 1}"  # it passes the one phone of both on
        yield Due(seat, "lay", TROOP if units else CHARACTER, step, secret=True)
    elif seats := to_turn_up(state):
        yield from (Due(one, "turn-up", TURN_UP, data={"whose": f"deploy.up.{seats[0]}"}) for one in seats)
    else:
        yield from placing(state)


def placing(state: State) -> Iterator[Due]:
    """Who has not said yet that he has deployed."""
    left = awaited(state)
    return (Due(one, "deployed", PLACE, data={"whose": f"deploy.placed.{left[0]}"}) for one in left)
