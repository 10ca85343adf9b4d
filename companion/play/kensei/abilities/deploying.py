"""Abilities of the deployment: asked at their time, offered to their own side, over with it (K72, K78)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.play.kensei.abilities.rolls import decided
from companion.play.kensei.deploy import used as used_cards
from companion.play.kensei.deploy.stage import deploying, next_to_lay
from companion.play.kensei.state import State
from companion.play.kensei.uses import form_of
from companion.rules.kensei.abilities.rule import Window


def tidied(state: State) -> State:
    """Who waited for the enemy's cards is asked when they lie face up; nothing is asked once his own do."""
    for use in state.uses:
        if use.holds is not None or not used_cards.before_the_battle(use):
            continue
        settled = use.seat in state.deployment.up and form_of(use).window == "reveal"
        if not deploying(state) or settled:
            state = state.with_use(replace(use, holds=False)).without_asks(use.id)
        else:
            state = decided(state, use)
    return state


def windows(state: State, seat: str) -> Iterator[tuple[Window, str]]:
    """The moments of the deployment that are open to a side, and what each is about."""
    if not deploying(state):
        return
    about = used_cards.just_laid(state, seat)
    if about and not any(use.seat == seat and use.about == about for use in state.uses):
        yield "card", about
    if next_to_lay(state) is None and state.deployment.cards and used_cards.no_card(state, seat, "reveal", "") is None:
        yield "reveal", ""
