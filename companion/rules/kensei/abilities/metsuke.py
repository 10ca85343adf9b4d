"""Metsuke (12:6:3, K78): three times his dice and +4 IN against Ninjas and Shinobi; or he captures a Geisha."""

from __future__ import annotations

from companion.rules.kensei.abilities.rule import AbilityRule, Captures, Form, Lasts, Whom, near
from companion.rules.kensei.profiles import CharacterProfile
from companion.rules.text import Text


def _geisha(who: CharacterProfile) -> bool:
    return who.id == "geisha"


def _none(names: dict[str, object]) -> Text:
    return Text("No Geisha whom the enemy has shown is in contact with %(unit)s.", names)


RULE = AbilityRule(
    "metsuke",
    (
        Form("by-itself", (Lasts("metsuke"),)),
        Form(
            "before-in",
            (Captures(),),
            against=near(_geisha, _none),
            roll="opposed",
            attribute="hr",
            whom=Whom("enemy-characters", asks=Text("Which Geisha does he capture?"), fits=_geisha),
            id="capture",
            label=Text("captures a Geisha"),
        ),
    ),
)
