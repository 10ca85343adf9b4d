"""How far a deployment has come, and the abilities that belong to it (7:3; K72, K78, K79)."""

from __future__ import annotations

import re
from dataclasses import replace

from companion.play.kensei.pieces import SEATS, Card, Piece, SeatId, other
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import Use
from companion.rules.kensei.abilities.rule import LiesOpen, SwapsCards, Window
from companion.rules.kensei.deployment.laying import who_lays
from companion.rules.text import Refusal, Text


def must_deploy(state: State) -> Refusal | None:
    """The refusal of what belongs to the deployment while it is not on."""
    if state.deploying:
        return None
    if state.begun:
        return Refusal(Text("The battle has begun: the armies are deployed. Undo that to lay a card again."), "7:3")
    if not state.deploys:
        return Refusal(
            Text("At this table the app does not run the deployment: say Ready, and deploy by yourselves."), "7:3"
        )
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
    first: SeatId = "b" if state.deployment.first == "b" else "a"
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
    first: SeatId = "b" if state.deployment.first == "b" else "a"
    done = (*state.deployment.up, *state.deployment.placed)
    return tuple(seat for seat in (first, other(first)) if seat not in done and not waits(state, seat))


def awaited(state: State) -> tuple[SeatId, ...]:
    """Sides that have not said that they have deployed: the battle begins when there is none."""
    return tuple(seat for seat in SEATS if seat not in state.deployment.placed)


# ---- abilities of the deployment: as an enemy card is laid, and before the own ones are turned up (K72, K78, K79)


# ---- which card


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
    return replace(state, deployment=replace(state.deployment, cards=tuple(cards)))


def turned_up(state: State, use: Use, outcome: LiesOpen) -> State:
    """The card it is about is turned up; a Spy has seen it."""
    return with_face_up(state, card_at(state, use.about))


def swapped(state: State, use: Use, outcome: SwapsCards) -> State:
    """The two cards change places: each place keeps its number."""
    if len(use.targets) < 2:
        return state
    one, two = (card_at(state, card_name(use.seat, number)) for number in use.targets[:2])
    if one is None or two is None:
        return state
    changed = {one.piece: two.piece, two.piece: one.piece}
    cards = (replace(card, piece=changed.get(card.piece, card.piece)) for card in state.deployment.cards)
    return replace(state, deployment=replace(state.deployment, cards=tuple(cards)))


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
