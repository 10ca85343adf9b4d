"""What lasts on a piece, a hero, a side or a contact, and the moments at which it ends.

What an effect is worth stands with the numbers it touches (`fight.modifiers`, `after.honor`): their test is that
the fighter has it. Here it only begins and ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

End = Literal["turn", "next-turn", "place"]
"""`place`: with the battle, or when its bearer leaves the place where he stands."""
EffectId = str
"""One of those in `LASTING`."""


@dataclass(frozen=True, slots=True)
class Lasting:
    """How long an effect counts: from the turn it began in, or only from the next one; and when it ends."""

    begins: Literal["at-once", "next-turn"]
    ends: End
    rule: str


LASTING: dict[EffectId, Lasting] = {
    "destroyed-enemy": Lasting("next-turn", "next-turn", "11:1"),
    "run-through": Lasting("at-once", "next-turn", "11:4:2"),
    "moved-through": Lasting("at-once", "turn", "9:4:2"),
    "refused": Lasting("at-once", "turn", "4:3:10"),
    "broke-away": Lasting("at-once", "turn", "4:3:8"),
    "failed-break-away": Lasting("at-once", "turn", "4:3:8"),
    "banzai": Lasting("at-once", "turn", "12:5:2"),
    "two-swords": Lasting("at-once", "turn", "12:5:2"),
    "no-thinking": Lasting("at-once", "turn", "12:5:2"),
    "forest-of-spears": Lasting("at-once", "turn", "12:5:2"),
    "cried-at": Lasting("at-once", "turn", "12:5:3"),
    "overwhelmed": Lasting("at-once", "turn", "12:5:3"),
    "chanted-at": Lasting("at-once", "next-turn", "12:5:3"),
    "revolving-hit": Lasting("at-once", "turn", "12:5:3"),
    "remain-steadfast": Lasting("at-once", "turn", "12:5:3"),
    "warrior-women": Lasting("at-once", "next-turn", "12:5:4"),
    "cherry-tree-flowers": Lasting("at-once", "turn", "12:5:4"),
    "wall-of-stakes": Lasting("at-once", "place", "12:5:4"),
    "alternated-shot": Lasting("at-once", "turn", "12:5:4"),
    "failed-vanishing": Lasting("at-once", "turn", "12:5:4"),
    "clean-cut": Lasting("at-once", "turn", "12:6:3"),
    "specialist-in-duels": Lasting("at-once", "turn", "12:6:3"),
    "path-is-void": Lasting("at-once", "turn", "12:6:3"),
    "spears-allowed": Lasting("at-once", "turn", "12:6:2"),
    "ashigarus-general": Lasting("at-once", "turn", "12:6:2"),
    "master-in-calligraphy": Lasting("at-once", "turn", "12:6:2"),
    "fulfil-your-duty": Lasting("at-once", "turn", "12:6:2"),
    "bushido-law": Lasting("at-once", "turn", "12:6:2"),
    "darma-wheel": Lasting("at-once", "next-turn", "12:6:2"),
    "divine-wind": Lasting("at-once", "turn", "12:6:2"),
    "duels-basic": Lasting("at-once", "turn", "12:5:2"),
    "duels-half": Lasting("at-once", "turn", "12:5:4"),
    "metsuke": Lasting("at-once", "turn", "12:6:3"),
}
"""Every effect there is."""


@dataclass(frozen=True, slots=True)
class Effect:
    """`source` says which effect, `on` whom it lies: a piece, a hero, a side or a contact."""

    source: EffectId
    on: str
    since: int


def from_now(source: EffectId, on: str, turn: int) -> Effect:
    """An effect that counts in this turn already, as when players say that it lies on somebody."""
    return Effect(source, on, turn if LASTING[source].begins == "at-once" else turn - 1)


def counts(effect: Effect, turn: int) -> bool:
    """Whether it touches the numbers of this turn."""
    return LASTING[effect.source].begins == "at-once" or turn > effect.since


def ends_after(effect: Effect) -> int | None:
    """The turn with which it ends; None where it stays as long as its bearer does."""
    ends = LASTING[effect.source].ends
    return None if ends == "place" else effect.since + (ends == "next-turn")


def left_behind(effects: Iterable[Effect], on: str) -> tuple[Effect, ...]:
    """The effects when this one has left the place where it stood."""
    return tuple(e for e in effects if e.on != on or LASTING[e.source].ends != "place")


def effects_on(effects: Iterable[Effect], on: str, turn: int) -> frozenset[EffectId]:
    """What lasts on this one and counts in this turn."""
    return frozenset(e.source for e in effects if e.on == on and counts(e, turn))


def after_turn(effects: Iterable[Effect], turn: int) -> tuple[Effect, ...]:
    """The effects that are left when this turn ends."""
    return tuple(e for e in effects if (last := ends_after(e)) is None or turn < last)
