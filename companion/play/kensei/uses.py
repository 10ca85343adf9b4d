"""The use of an ability, from the word to its last die: frozen values, as the state keeps them (3:4:6, 8:3:1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.content import catalog
from companion.play.kensei.pieces import SeatId
from companion.rules.kensei.abilities.rule import AbilityRule, Form, Lasts
from companion.rules.kensei.profiles import Ability


@dataclass(frozen=True, slots=True)
class Use:
    """`t3.two-swords.a6`: who used which ability, about what, and what the dice said."""

    id: str
    ability: str
    seat: SeatId
    piece: str
    """Where its user stands, or the unit itself; of a general's ability, his piece."""
    hero: str = ""
    """The character whose ability it is; empty for a unit's."""
    taisho: bool = False
    """A general's ability, paid with Commandment Points."""
    form: str = ""
    about: str = ""
    """The charge, roll, combat, challenge or use it answers."""
    targets: tuple[str, ...] = ()
    """Pieces or characters it is about."""
    named: bool = True
    """Its targets are said, or there are none to say."""
    lent: Mapping[str, str] = field(default_factory=dict)
    """The same by roller, as said while the die is asked."""
    turn: int = 0
    ac: int = 0
    """What it cost beside the orders that name it; of a general's ability, Commandment Points."""
    price: int = 0
    """What it costs, by whatever way it is paid."""
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """By roller: empty for the user's own roll, `>a1` and `<a1` for the two of an opposed roll with a1, `<a1` alone for
    a target's own roll; one die each, and one more for each tie."""
    tied: tuple[str, ...] = ()
    """Targets against whom the last two dice came to the same: both roll again (K8)."""
    lowered: int = 0
    """By how much its KI is lowered from outside."""
    holds: bool | None = None
    """Whether it came to anything; None while dice or words are due."""
    again: int = 0
    """How often its user's failed die was thrown again."""
    losers: tuple[str, ...] = ()
    """Targets that lost their roll."""

    @property
    def user(self) -> str:
        """Whose ability it is: the character, or the unit."""
        return self.hero or self.piece


def ability_of(use: Use) -> Ability:
    """The entry in the tables."""
    known = catalog()
    return (known.taisho_abilities if use.taisho else known.abilities)[use.ability]


def rule_of(use: Use) -> AbilityRule:
    """Its rules."""
    known = catalog()
    return (known.taisho_rules if use.taisho else known.ability_rules)[use.ability]


def form_of(use: Use) -> Form:
    """The form in which it is used."""
    form = rule_of(use).form(use.form)
    assert form is not None
    return form


def roll_kind(use: Use) -> str:
    """What is rolled for it."""
    return form_of(use).roll or ability_of(use).ki_roll


def lies_on(use: Use, outcome: Lasts) -> tuple[str, ...]:
    """On whom this effect of a use lies."""
    return {"self": (use.user,), "side": (use.seat,), "targets": use.targets, "losers": use.losers}[outcome.on]
