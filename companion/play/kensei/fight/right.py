"""A roll chain put right where something was forgotten: its numbers as they should have been, and its dice counted by
them. What is asked and what follows stands in `companion.rules.kensei.fight.recount`.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from companion.play.kensei.ask.frozen import PARTS, freeze, thaw
from companion.play.kensei.fight.situation import circumstanced, fight_of, strike_of
from companion.play.kensei.state import Chain, Forgotten, State
from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.recount import LyingDice, Wanted, recount
from companion.rules.text import Modifier, Number, Refusal, Text

UNFIT = Text("What was forgotten does not fit these dice any more: say it again.")


def told(state: State, chain: Chain, one: Forgotten) -> Chain | Refusal:
    """The chain with the circumstance or modifier that was forgotten, its dice still as they were."""
    if one.free is not None:
        return replace(chain, free=(*chain.free, one.free))
    return circumstanced(state, chain, one.circumstance, one.value)


def numbers_right(state: State, chain: Chain, one: Forgotten) -> Numbers | Refusal:
    """The numbers as they should have been. What else has changed on the table since the first die stays out of it."""
    right = told(state, chain, one)
    if isinstance(right, Refusal):
        return right
    without, now = (numbers(strike_of(state, fight_of(state, each))) for each in (chain, right))
    if isinstance(now, Refusal):
        return now
    if chain.numbers is None or isinstance(without, Refusal) or freeze(without) == chain.numbers:
        return now
    frozen = thaw(chain.numbers)
    shifted: dict[str, Any] = {
        part: _shifted(getattr(frozen, part), getattr(now, part).value - getattr(without, part).value) for part in PARTS
    }
    return replace(frozen, **shifted)


def _shifted(number: Number, by: int) -> Number:
    if not by:
        return number
    term = Modifier(by, Text("forgotten at first"), "2:7")
    return replace(number, value=number.value + by, modifiers=(*number.modifiers, term))


def recounted(state: State, chain: Chain, one: Forgotten) -> Chain | Wanted | Refusal:
    """The chain with its dice counted anew, or what the players have to say first, or why it cannot be."""
    right, now = told(state, chain, one), numbers_right(state, chain, one)
    if isinstance(right, Refusal):
        return right
    if isinstance(now, Refusal):
        return now
    if chain.numbers is None or chain.attack is None:
        return Refusal(Text("No dice of this attack have fallen yet: change its situation."), "9:3:3")
    known = {step: chain.faces.get(step, ()) for step in ("attack", "defense")}
    dice = LyingDice(chain.attack, chain.defense, chain.damage, known["attack"], known["defense"])
    found = recount(thaw(chain.numbers), now, dice, one.answers, to_end=one.over)
    if not isinstance(found, LyingDice):
        return found
    faces = {"attack": found.attack_faces, "defense": found.defense_faces}
    return replace(
        right,
        numbers=freeze(now),
        attack=found.attack,
        defense=found.defense,
        damage=found.damage,
        faces={step: dice for step, dice in faces.items() if dice},
    )


def put_right(state: State, chain: Chain) -> Chain:
    """The chain with everything forgotten whose dice have been thrown; what does not fit them stays aside."""
    for one in chain.forgotten:
        if getattr(chain, one.thrown) is None:
            continue
        found = recounted(state, chain, one)
        if isinstance(found, Chain):
            rest = tuple(other for other in found.forgotten if other is not one)
            chain = replace(found, forgotten=rest)
    return chain


def changed_numbers(was: Numbers, now: Numbers) -> tuple[tuple[str, Number, Number], ...]:
    """The numbers that differ, each by its name, before and after."""
    pairs = ((one.name, getattr(was, one.name), getattr(now, one.name)) for one in fields(was) if one.name in PARTS)
    return tuple((name, old, new) for name, old, new in pairs if old.value != new.value)
