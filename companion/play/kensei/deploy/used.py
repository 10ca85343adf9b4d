"""Abilities of the deployment: as an enemy card is laid, and before the own ones are turned up (K72, K78, K79)."""

from __future__ import annotations

import re
from dataclasses import replace

from companion.play.kensei.ground import Card
from companion.play.kensei.pieces import other
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import Use, form_of
from companion.rules.kensei.abilities.rule import BEFORE_THE_BATTLE, LiesOpen, SwapsCards, Window
from companion.rules.text import Refusal, Text


def before_the_battle(use: Use) -> bool:
    """Whether it belongs to the deployment: who uses it there is nobody's but his own side's to know."""
    return form_of(use).window in BEFORE_THE_BATTLE


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
        if any(use.seat == seat and form_of(use).window == window for use in state.uses):
            return Refusal(Text("You have said so already: once in a deployment."), "12:6:2")
        return None
    card = card_at(state, about)
    if card is None or card.seat == seat:
        return Refusal(Text("Choose a card that the other side has laid: there is none of that number."), "12:6:3")
    if state.deployment.lies_open(card.piece):
        return Refusal(Text("That card is already face up."), "12:6:3")
    return None


# ---- what comes of it


def lies_open(state: State, use: Use, outcome: LiesOpen) -> State:
    """The card it is about is turned up; a Spy has seen it."""
    shown = card_at(state, use.about)
    cards = (replace(card, face_up=True) if card is shown else card for card in state.deployment.cards)
    return replace(state, deployment=replace(state.deployment, cards=tuple(cards)))


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
    mine = (use for use in state.uses if use.seat == seat and use.holds is None and form_of(use).window == "reveal")
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
