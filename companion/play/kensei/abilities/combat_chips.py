"""The abilities that one side may use in the combats under way, as its own phone alone is shown them (K49)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.play.kensei.abilities import sealed
from companion.play.kensei.abilities.view import AbilityChip, chips
from companion.play.kensei.combat.duels import gives_dice
from companion.play.kensei.combat.initiative import awaited, step_of
from companion.play.kensei.melee import Melee, first_roll
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import State
from companion.rules.kensei.abilities.rule import Window


@dataclass(frozen=True, slots=True)
class UnderSeal:
    """One who may use an ability under the seal of the dice that `step` names: each by its word."""

    step: str
    user: str
    who: str
    able: tuple[tuple[str, AbilityChip], ...]


@dataclass(frozen=True, slots=True)
class CombatChips:
    """`open`: by combat or challenge, those that are used with a tap of their own."""

    sealed: tuple[UnderSeal, ...] = ()
    open: tuple[AbilityChip, ...] = ()

    def under(self, step: str) -> tuple[UnderSeal, ...]:
        """Those of these initiative dice."""
        return tuple(one for one in self.sealed if one.step == step)

    def about(self, name: str) -> tuple[AbilityChip, ...]:
        """Those of this combat or challenge."""
        return tuple(one for one in self.open if one.about == name)


def combat_chips(state: State, seat: str | None) -> CombatChips:
    """Those of this seat; of both sides what everybody knows of, where one phone leads both."""
    if state.over or state.phase == "resolution":
        return CombatChips()
    sides = [side for side in SEATS if seat in (side, None)]
    melees = [melee for melee in state.melees if first_roll(melee)]
    return CombatChips(
        sealed=tuple(one for melee in melees for side in sides for one in _sealed(state, melee, side, seat)),
        open=tuple(one for melee in state.melees for side in sides for one in _open(state, melee, side, seat)),
    )


def _sealed(state: State, melee: Melee, seat: str, eyes: str | None) -> Iterator[UnderSeal]:
    if seat not in awaited(state, melee):
        return
    found = tuple(chips(state, seat, "before-in", melee.id, eyes=eyes))
    for user in dict.fromkeys(one.user for one in found):
        able = tuple((sealed.word(one.ability, one.form, one.against), one) for one in found if one.user == user)
        yield UnderSeal(step_of(melee, seat), user, able[0][1].who, able)


def _open(state: State, melee: Melee, seat: str, eyes: str | None) -> Iterator[AbilityChip]:
    """Of a side that gives no dice in this combat, and whatever answers a challenge."""
    if first_roll(melee) and not gives_dice(state, melee, seat):
        yield from chips(state, seat, "before-in", melee.id, eyes=eyes)
    for one in melee.confrontations:
        for window in CHALLENGES:
            yield from chips(state, seat, window, one.id, eyes=eyes)


CHALLENGES: tuple[Window, ...] = ("challenging", "challenged")
