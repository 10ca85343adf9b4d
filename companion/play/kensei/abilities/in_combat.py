"""Whether the moment of a combat's ability has come and is not past: before the IN dice, or while a challenge is open
(10:2:3, 10:2:4, K49).
"""

from __future__ import annotations

from companion.play.kensei.abilities.owners import Owned
from companion.play.kensei.combat.duels import found, place_of
from companion.play.kensei.melee import Confrontation, first_roll
from companion.play.kensei.state import State
from companion.rules.kensei.abilities.rule import Form
from companion.rules.text import Refusal, Text


def may_change(one: Confrontation) -> bool:
    """Whether a challenge can still be avoided, or made one that nobody refuses: no die of it has fallen."""
    return not (one.off or one.first or one.goes_on or any(one.dice.values()))


def closed(state: State, one: Owned, form: Form, about: str) -> Refusal | None:
    """Why this is not the moment for an ability of a combat; None where it is, and for all other abilities."""
    names = {"who": one.title, "ability": one.ability.name}
    if form.window == "before-in":
        melee = state.melee(about)
        if melee is not None and not first_roll(melee):
            words = Text("%(ability)s is used before the initiative dice: they lie open.", names)
            return Refusal(words, one.ability.rule)
    if form.window in ("challenged", "challenging"):
        at = found(state, about)
        if at is None or not may_change(at[1]) or not _concerns(state, one, form, at[1]):
            words = Text("No challenge is open that %(ability)s of %(who)s could answer.", names)
            return Refusal(words, one.ability.rule)
    return None


def _concerns(state: State, one: Owned, form: Form, duel: Confrontation) -> bool:
    """Whether this challenge is his own, or one at somebody inside his unit."""
    if form.window == "challenging":
        return duel.challenger == one.user
    piece, _ = place_of(state, duel.challenged)
    return piece.id == one.piece.id and piece.unit is not None and piece.miniatures > 0
