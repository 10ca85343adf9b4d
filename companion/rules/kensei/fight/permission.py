"""Who may strike or shoot at whom, before any number is asked (8:3:5, 9:1, 9:3:2)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.kensei.fight.situation import StrikeKind
from companion.rules.kensei.settings import Settings
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class Party:
    """One side of an attack that is about to begin."""

    name: str
    began_to_flee: bool
    """In this turn: then it is out of the game until the turn ends (K28)."""
    engaged: bool


def may_strike(kind: StrikeKind, attacker: Party, defender: Party, settings: Settings) -> Refusal | None:
    """Why this attack cannot be, or None.

    A unit that has begun to run is out of the game. One that fights does not shoot, and is not shot at unless the table
    agreed on it.
    """
    names = {"unit": attacker.name, "target": defender.name}
    if attacker.began_to_flee and (kind == "shot" or not attacker.engaged):
        return Refusal(
            Text(
                "%(unit)s cannot strike while running away: out of the game this turn. If a charge has reached it, "
                "mark it Engaged: then it may strike back.",
                names,
            ),
            "8:3:5",
        )
    if kind == "shot" and attacker.engaged:
        return Refusal(Text("%(unit)s cannot shoot while engaged.", names), "9:1")
    if kind == "shot" and defender.engaged and settings.shoot_into_combat == "no":
        return Refusal(Text("This table does not shoot into a combat, so not at %(target)s.", names), "9:3:2")
    return None
