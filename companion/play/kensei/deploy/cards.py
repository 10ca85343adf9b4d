"""Deployment cards: laid face down by turns, each side knowing its own, then turned up together (7:3, K79)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.play.acts import ActForm, Timed, everybody, public_line
from companion.play.game import Due, Event, Line
from companion.play.kensei.acts import act, still_patient
from companion.play.kensei.deploy import stage
from companion.play.kensei.pieces import SEATS, Card, Piece, other
from companion.play.kensei.state import State
from companion.rules.kensei.deployment.laying import RULE
from companion.rules.text import Refusal, Text, player_at, player_first


def hides(state: State, piece: str) -> bool:
    """Whether only its own side may know that a card was laid for this piece: until it lies face up."""
    return state.deploying and not state.deployment.lies_open(piece)


def secrets(state: State) -> frozenset[str]:
    """For which piece each card lies face down."""
    return frozenset(f"card {card.piece}" for card in state.deployment.cards if hides(state, card.piece))


def _sees_laid(state: State, event: Event, seat: str | None) -> Mapping[str, Any]:
    """That a card was laid is open; for what, may be its own side's alone."""
    return {} if seat != event.seat and hides(state, str(event.data.get("piece", ""))) else event.data


@act("lay", label=Text("the card laid"), sees=_sees_laid, when=stage.must_deploy)
class LayAct(ActForm):
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
        return stage.with_face_up(state, shown)

    def line(self, before: State, event: Event, after: State) -> Line:
        piece = after.known(after.deployment.of(event.seat)[self.card - 1].piece)
        values = {"side": player_at(event.seat), "number": self.card, "unit": inside(piece)}
        return public_line("Card %(number)s of %(side)s is face up: %(unit)s.", **values)


@act("cards-up", sees=everybody, when=stage.must_deploy)
class CardsUpAct(ActForm):
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
            return public_line("The cards of %(side)s are face up.", **values)
        return public_line("Face up, the cards of %(side)s: %(cards)s.", **values)


@act("deployed", sees=everybody, when=stage.must_deploy)
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


@act("ask-deployed", label=Text("the question about deployment"), sees=everybody, when=stage.must_deploy)
class AskDeployedAct(Timed, ActForm):
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


# ---- what each side does next in the deployment when no die is due


TROOP = Text("Lay a deployment card face down: tap its unit.")
CHARACTER = Text("Lay a character card face down: tap its character.")
TURN_UP = Text("All cards are on the table. Turn your own face up.")
PLACE = Text("Place the miniatures where the cards are, Ninjas last.")


def due(state: State) -> Iterator[Due]:
    """Nothing while a die is due: the rolls come first, and may be left out."""
    if not state.deploying or not state.deployment.first:
        return
    if seat := stage.next_to_lay(state):
        laid = {card.piece for card in state.deployment.cards}
        units = any(p.id not in laid for one in SEATS for p in stage.troops(state, one))
        step = f"deploy.card.{seat}{len(state.deployment.of(seat)) + 1}"  # it passes the one phone of both on
        yield Due(seat, "lay", TROOP if units else CHARACTER, step, secret=True)
    elif seats := stage.to_turn_up(state):
        yield from (Due(one, "turn-up", TURN_UP, data={"whose": f"deploy.up.{seats[0]}"}) for one in seats)
    else:
        yield from placing(state)


def placing(state: State) -> Iterator[Due]:
    """Who has not said yet that he has deployed."""
    left = stage.awaited(state)
    return (Due(one, "deployed", PLACE, data={"whose": f"deploy.placed.{left[0]}"}) for one in left)
