"""What each unit of a list may be expected to do to a chosen target, from the exact odds (9:3, 10:3 to 10:6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.content import catalog
from companion.play.armies.draft import Title, titles_of
from companion.rules.kensei.army import Army, unit_koku
from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.fight.odds import Attack, Odds, odds
from companion.rules.kensei.fight.situation import Situation, StrikeKind
from companion.rules.kensei.fight.strike import Strike
from companion.rules.kensei.profiles import UnitProfile
from companion.rules.text import Refusal, Text

CASES: Mapping[str, tuple[Text, StrikeKind, Situation]] = {
    "melee": (Text("close combat, nobody charges"), "melee", Situation()),
    "charge": (Text("it charges the front"), "melee", Situation(charging=True)),
    "defensive": (
        Text("it charges, the target in defensive position"),
        "melee",
        Situation(charging=True, defender_defensive=True),
    ),
    "rear": (Text("it charges the rear"), "melee", Situation(charging=True, zone="rear")),
    "near": (Text("shot at 15 cm"), "shot", Situation(distance_cm=15)),
    "middle": (Text("shot at 30 cm"), "shot", Situation(distance_cm=30)),
    "far": (Text("shot at 60 cm"), "shot", Situation(distance_cm=60)),
}
"""How they meet: a name, and the situation of the strike."""


@dataclass(frozen=True, slots=True)
class Expected:
    """One striker against the target: its numbers and odds, or why it cannot strike so."""

    id: str
    title: Title
    price: int
    numbers: Numbers | None
    odds: Odds | None
    refusal: Refusal | None

    @property
    def per_hundred(self) -> float:
        """Damage a hundred koku buy."""
        return 100 * self.odds.mean_damage / self.price if self.odds and self.price else 0.0


def against(army: Army, target: UnitProfile, miniatures: int, case: str) -> tuple[Expected, ...]:
    """Every fielded unit against so many of the target, best first; those that cannot strike so come last."""
    _name, kind, situation = CASES[case]
    struck, known, titles = Combatant(target, miniatures), catalog(), titles_of(army)
    expected = []
    for unit in army.fielded:
        profile = known.units[unit.unit]
        inside = tuple(Character(known.characters[one.character], one.weapon, one.mounted) for one in army.inside(unit))
        striker = Combatant(profile, unit.miniatures, characters=inside)
        found = numbers(Strike(kind, striker, struck, situation, weapons=known.weapons))
        about = unit.id, titles[unit.id], unit_koku(profile, unit.miniatures, unit.standard_bearer)
        if isinstance(found, Refusal):
            expected.append(Expected(*about, None, None, found))
        else:
            attack = Attack.of(found, struck, struck.attributes.hr)
            expected.append(Expected(*about, found, odds(attack), None))
    return tuple(sorted(expected, key=lambda one: -one.odds.mean_damage if one.odds else 1.0))
