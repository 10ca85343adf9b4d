"""What lasting effects are worth in a strike (rulings K71 to K78): entries of the modifiers' table whose test is
that the fighter has the effect. Those of initiative and honor stand with their rolls.
"""

from __future__ import annotations

from companion.rules.kensei.fight.modifiers import BOTH, MELEE, MULTIPLY, SHOT, ModifierRule, Test, cover
from companion.rules.kensei.fight.strike import Strike

METSUKE_TIMES = 3
"""How many times his dice a Spy has against Ninjas and Shinobi (K78)."""


def _strikes(effect: str) -> Test:
    """Who strikes has it."""
    return lambda s: effect in s.attacker.effects


def _struck(effect: str) -> Test:
    """Who is struck has it."""
    return lambda s: effect in s.defender.effects


def _hunts_ninjas(s: Strike) -> bool:
    return "metsuke" in s.attacker.effects and s.attacker.profile.id == "spy" and "ninja" in s.defender.profile.traits


def _spy_dice(s: Strike) -> int:
    return (METSUKE_TIMES - 1) * s.attacker.profile.attributes.dc


def _revolves(s: Strike) -> bool:
    return "revolving-hit" in s.attacker.effects and s.attacker.is_unit and s.charges


def _stakes(s: Strike) -> bool:
    """Stakes cover like a fence, and only where nothing better does (K64, K75)."""
    in_front = s.situation.zone == "front" and (s.kind == "shot" or s.charged_in_front)
    return "wall-of-stakes" in s.defender.effects and in_front and cover(s) == "none"


# fmt: off
LASTING: tuple[ModifierRule, ...] = (
    ModifierRule("metsuke", "dc", _spy_dice, "Metsuke: a Spy against Ninjas and Shinobi", "12:6:3", "K78",
                 MELEE, _hunts_ninjas, MULTIPLY),
    ModifierRule("revolving-hit", "dc", lambda s: s.attacker.miniatures, "Revolving Hit", "12:5:3", "K74",
                 MELEE, _revolves),
    ModifierRule("alternated-shot", "dc", 4, "Alternated Shot", "12:5:4", "K75", SHOT, _strikes("alternated-shot")),
    ModifierRule("ashigarus-general", "at", -1, "Ashigarus' General", "12:6:2", "K71",
                 BOTH, lambda s: "ashigarus-general" in s.attacker.effects and s.attacker.has("heinin")),
    ModifierRule("overwhelmed", "at", 1, "the enemy's Overwhelming Beauty", "12:5:3", "K74",
                 MELEE, _strikes("overwhelmed")),
    ModifierRule("no-thinking", "df", -1, "No Thinking", "12:5:2", "K73", MELEE, _strikes("no-thinking")),
    ModifierRule("path-is-void", "df", -2, "The Path is Void", "12:6:3", "K77", MELEE, _strikes("path-is-void")),
    ModifierRule("two-swords", "df", 1, "Two Swords", "12:5:2", "K73", MELEE, _struck("two-swords")),
    ModifierRule("forest-of-spears", "df", 1, "Forest of Spears", "12:5:2", "K73",
                 MELEE, lambda s: "forest-of-spears" in s.defender.effects and s.charged_in_front),
    ModifierRule("cherry-tree-defense", "df", -1, "Cherry Tree Flowers", "12:5:4", "K75",
                 MELEE, _struck("cherry-tree-flowers")),
    ModifierRule("wall-of-stakes", "df", 1, "Wall of Stakes", "12:5:4", "K75", BOTH, _stakes),
    ModifierRule("cherry-tree-armor", "ar", -1, "Cherry Tree Flowers", "12:5:4", "K75",
                 MELEE, _struck("cherry-tree-flowers")),
    ModifierRule("clean-cut", "ar", -2, "Clean Cut", "12:6:3", "K77", MELEE, _strikes("clean-cut")),
)
# fmt: on
