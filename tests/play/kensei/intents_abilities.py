"""Abilities at a table of any acts: what a side has in any window, about whatever is there, and who is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import event

from companion.content import catalog
from companion.play.kensei.abilities.outcomes import OUTCOMES
from companion.play.kensei.abilities.using import new_uses, pool
from companion.play.kensei.deploy.stage import card_name
from companion.play.kensei.owned import Owned, owned
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import form_of
from companion.rules.kensei.abilities.rule import Form
from tests.play.kensei.picks import Picks, Wish


def use(state: State, picks: Picks) -> Wish:
    """Something that somebody has, at its time or not; whoever hides uses his as any other."""
    found = [(seat, one, form) for seat in SEATS for one, form in _usable(state, seat)]
    if not found:
        return picks.one([*SEATS]), "use", {"user": "a1", "ability": "banzai"}
    seat, one, form = picks.one(found)
    wanted = {"user": one.user, "ability": one.ability.id, "form": form.id}
    about = picks.one(_abouts(state, form))
    return seat, "use", {**wanted, "taisho": one.taisho, "about": about, "anyway": not picks.yes()}


def _usable(state: State, seat: str) -> Iterator[tuple[Owned, Form]]:
    """What is done by somebody, of which something comes."""
    for one in owned(state, seat):
        for form in one.rule.forms:
            if form.window != "by-itself" and all(type(made) in OUTCOMES for made in (*form.won, *form.lost)):
                yield one, form


def _abouts(state: State, form: Form) -> list[str]:
    """What it could answer: first of all what it is for."""
    found = {
        "card": [card_name(seat, number) for seat in SEATS for number, _ in enumerate(state.deployment.of(seat), 1)][
            ::-1
        ],
        "charged": [charge.id for charge in state.charges],
        "charging": [charge.id for charge in state.charges],
        "before-in": [melee.id for melee in state.melees],
        "challenging": [one.id for melee in state.melees for one in melee.confrontations],
        "challenged": [one.id for melee in state.melees for one in melee.confrontations],
        "honor-due": [roll.id for roll in state.rolls],
        "roll-failed": [roll.id for roll in state.rolls] + [one.id for one in state.uses],
        "ability": [one.id for one in state.uses],
    }.get(form.window, [])
    return [*found, "", "t1.nothing"] if found else [""]


def whom(state: State, picks: Picks) -> Wish:
    """Whom an ability is about, where that is asked; now and then too many, or nobody."""
    asks = [ask for ask in state.asks if ask.kind == "whom"]
    if not asks:
        return picks.one([*SEATS]), "whom", {"step": "t1.two-swords.a1.whom", "target": {"b1": True}}
    ask = picks.one(asks)
    about = must(state.use(ask.about))
    count = form_of(about).whom.count or picks.number(0, 2)
    chosen = picks.some([one for one, _ in pool(state, about)], count or 1)
    return ask.seat, "whom", {"step": ask.id, "target": dict.fromkeys(chosen, True)}


def learned(path: str, picks: Picks) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a general of this path has learned."""
    known = [one.id for one in catalog().taisho_abilities.values() if {"all", path} & set(one.owners)]
    for ability in picks.some(known, 2):
        yield "ability", {"ability": ability, "on": True}


def reached(before: State, after: State) -> None:
    """Hypothesis is told of every ability that is used, and of what came of it."""
    for new in new_uses(before, after):
        event(f"used {'taisho ' * new.taisho}{new.ability} {new.form}".strip())
    for now in after.uses:
        was = before.use(now.id)
        if now.holds is not None and (was is None or was.holds is None):
            event(f"{now.ability} {'held' if now.holds else 'failed'}")
