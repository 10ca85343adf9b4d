"""What lasting effects are worth in a strike (rulings K15, K44, K71 to K78): entries of the modifiers' table whose test
is that the fighter has the effect. Those of initiative and honor stand with their rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.modifiers import BOTH, MELEE, MODIFIERS, MULTIPLY, SHOT, ModifierRule, Test, cover
from companion.rules.kensei.fight.strike import NumberName, Strike
from companion.rules.kensei.turn.effects import EffectId
from companion.rules.text import Modifier, Text

HAPPENED: Mapping[str, Text] = {
    "overwhelmed": Text("struck by the enemy's Overwhelming Beauty"),
    "cried-at": Text("charged with the enemy's Battle Cry"),
    "chanted-at": Text("under the enemy's Death Chant"),
    "broke-away": Text("a character broke away from it"),
    "run-through": Text("friends fled through it"),
    "moved-through": Text("moved through friends, or was moved through"),
    "destroyed-enemy": Text("destroyed an enemy last turn"),
    "withstood-and-shot": Text("withstood a charge and shot"),
    "failed-vanishing": Text("its Vanishing failed"),
    "refused": Text("its Bushi refused a confrontation, or failed to break away"),
    "failed-break-away": Text("failed to break away"),
}
"""The effects that are no ability of who has them: what happened to him."""

FLOWERS = "cherry-tree-flowers"
CHARGE_BONUSES = frozenset(
    {"counter-charge-dice", "charge-on-foot", "charge-mounted", "spear-charge-attack", "spear-charge-armor"}
)
"""Entries of the modifiers' table that a charge met with spears or nerve is worth nothing of (K73, K74)."""
METSUKE_TIMES = 3
"""How many times his dice a Spy has against Ninjas and Shinobi (K78)."""


def refused(bonus: Modifier) -> Modifier:
    """What takes away the bonus of a Bushi who refused a confrontation, as a failed break away does (4:3:8, 4:3:10)."""
    return Modifier(
        -bonus.value,
        Text("refused a confrontation, or failed to break away: his bonus does not count"),
        "4:3:10",
        "K66",
    )


def _strikes(effect: str) -> Test:
    """Who strikes has it."""
    return lambda s: effect in s.attacker.effects


def _struck(effect: str) -> Test:
    """Who is struck has it."""
    return lambda s: effect in s.defender.effects


def hunts_ninjas(who: Combatant, enemy: Combatant) -> bool:
    """Whether a Spy with Metsuke meets Ninjas or a Shinobi (12:6:3)."""
    return "metsuke" in who.effects and who.profile.id == "spy" and enemy.has("ninja")


def _spy_dice(s: Strike) -> int:
    """Of what is left of his printed dice where he failed to break away: the half comes first (K45)."""
    cut = sum(rule.amount(s) for rule in MODIFIERS if rule.to == "dc" and rule.order == MULTIPLY and rule.applies(s))
    return (METSUKE_TIMES - 1) * (s.attacker.profile.attributes.dc + cut)


def _revolves(s: Strike) -> bool:
    """The dice are the ability's, not a charge's: what takes the bonuses of a charge leaves them."""
    return "revolving-hit" in s.attacker.effects and s.attacker.is_unit and s.reached_by_charge


def _held(effect: str) -> Test:
    """The charge would count, but for this effect on who is struck."""
    return lambda s: s.charges and s.defender.charge_held_by(s.situation.zone) == effect


def _taken_away(to: NumberName) -> Callable[[Strike], int]:
    """What the charge added to this number; a table's term says it and this one takes it back."""
    bonuses = tuple(rule for rule in MODIFIERS if rule.id in CHARGE_BONUSES and rule.to == to)
    return lambda s: -sum(rule.amount(s) for rule in bonuses if rule.applies(s))


def _stakes(s: Strike) -> bool:
    """Stakes cover like a fence, and only where nothing better does (K64, K75)."""
    in_front = s.situation.zone == "front" and (s.kind == "shot" or s.charged_in_front)
    return "wall-of-stakes" in s.defender.effects and in_front and cover(s) == "none"


CHARGED: tuple[NumberName, ...] = ("dc", "at", "ar")
"""The numbers a charge adds to."""

# fmt: off
LASTING: tuple[ModifierRule, ...] = (
    ModifierRule("metsuke", "dc", _spy_dice, "Metsuke: a Spy against Ninjas and Shinobi", "12:6:3", "K78",
                 MELEE, lambda s: hunts_ninjas(s.attacker, s.defender), MULTIPLY),
    ModifierRule("revolving-hit", "dc", lambda s: s.attacker.miniatures, "Revolving Hit", "12:5:3", "K74",
                 MELEE, _revolves),
    ModifierRule("alternated-shot", "dc", 4, "Alternated Shot", "12:5:4", "K75", SHOT, _strikes("alternated-shot")),
    ModifierRule("ashigarus-general", "at", -1, "Ashigarus' General", "12:6:2", "K71",
                 BOTH, lambda s: "ashigarus-general" in s.attacker.effects and s.attacker.has("heinin")),
    ModifierRule("overwhelmed", "at", 1, "the enemy's Overwhelming Beauty", "12:5:3", "K74",
                 MELEE, _strikes("overwhelmed")),
    ModifierRule("no-thinking", "df", -1, "No Thinking", "12:5:2", "K73", BOTH, _strikes("no-thinking")),
    ModifierRule("path-is-void", "df", -2, "The Path is Void", "12:6:3", "K77", BOTH, _strikes("path-is-void")),
    ModifierRule("two-swords", "df", 1, "Two Swords", "12:5:2", "K73", MELEE, _struck("two-swords")),
    ModifierRule("forest-of-spears", "df", 1, "Forest of Spears", "12:5:2", "K73",
                 MELEE, lambda s: "forest-of-spears" in s.defender.effects and s.charged_in_front),
    ModifierRule("cherry-tree-flowers-defense", "df", -1, "Cherry Tree Flowers", "12:5:4", "K75",
                 MELEE, _struck(FLOWERS)),
    *(ModifierRule(f"forest-of-spears-{to}", to, _taken_away(to), "Forest of Spears: no charge bonus", "12:5:2",
                   "K73", MELEE, _held("forest-of-spears")) for to in CHARGED),
    *(ModifierRule(f"remain-steadfast-{to}", to, _taken_away(to), "Remain Steadfast: no charge bonus", "12:5:3",
                   "K74", MELEE, _held("remain-steadfast")) for to in CHARGED),
    ModifierRule("wall-of-stakes", "df", 1, "Wall of Stakes", "12:5:4", "K75", BOTH, _stakes),
    ModifierRule("cherry-tree-flowers-armor", "ar", -1, "Cherry Tree Flowers", "12:5:4", "K75",
                 MELEE, _struck(FLOWERS)),
    ModifierRule("clean-cut", "ar", -2, "Clean Cut", "12:6:3", "K77", BOTH, _strikes("clean-cut")),
)
# fmt: on


SET_APART: Mapping[EffectId, Modifier] = {
    "duels-basic": Modifier(0, Text("I Dare You: one of them fights a character by himself"), "12:5:2", "K73"),
    "duels-half": Modifier(0, Text("Trained Assassins: half of the dice, rounded up"), "12:5:4", "K75"),
}
"""The effects by which some dice of a unit fight a character in a confrontation, and the others strike as usual."""


def set_apart(strike: Strike, pool: int) -> Modifier | None:
    """What leaves the dice of this strike, of all that the unit has now: those of the confrontation, or the others."""
    effect = next((one for one in SET_APART if one in strike.attacker.effects), None)
    if effect is None or strike.kind != "melee" or not strike.attacker.is_unit:
        return None
    all_dice = max(0, pool)
    basic = strike.attacker.profile.attributes.dc
    apart = min(basic, all_dice) if effect == "duels-basic" else (all_dice + 1) // 2
    return replace(SET_APART[effect], value=apart - pool if strike.in_confrontation else -apart)


EFFECT_NAMES: Mapping[str, Text] = {
    **HAPPENED,
    "spears-allowed": Text("Yari Ashigaru may use Forest of Spears"),
    **{effect: modifier.reason for effect, modifier in SET_APART.items()},
}
"""What every effect is called that is no ability of its own name."""
ELSEWHERE: frozenset[EffectId] = frozenset(
    {
        "banzai", "divine-wind", "spears-allowed", "master-in-calligraphy", "fulfil-your-duty", "darma-wheel",
        "specialist-in-duels",
    }
)  # fmt: skip
"""The effects that touch no number of a strike, an initiative or an honor roll: they count in the charge's dice, in
calling back, in who lends his KI or his HR, or in who strikes whom."""
SAID_BY_SITUATION: Mapping[str, tuple[str, ...]] = {
    "withstood-and-shot": ("after-withstand-",),
    "failed-break-away": ("bushi-failed-break-away", "special-failed-break-away"),
}
"""The effects that a circumstance of the strike says as well: how the entries begin that count for both."""


def of_effect(effect: str) -> tuple[ModifierRule, ...]:
    """What an effect is worth in a strike, entry by entry."""
    if effect in SAID_BY_SITUATION:
        return tuple(rule for rule in MODIFIERS if rule.id.startswith(SAID_BY_SITUATION[effect]))
    return tuple(rule for rule in LASTING if rule.id == effect or rule.id.startswith(f"{effect}-"))


@dataclass(frozen=True, slots=True)
class LastDice:
    """The damage dice of who fell under Cherry Tree Flowers, one each, and the armor they must beat (12:5:4)."""

    dice: int
    ar: int


def last_dice(strike: Strike, removed: int) -> LastDice | None:
    """The dice that those removed by this strike still roll against who removed them (K75)."""
    if strike.kind != "melee" or not removed or FLOWERS not in strike.defender.effects:
        return None
    armor = strike.attacker.attributes.ar - (1 if FLOWERS in strike.attacker.effects else 0)
    return LastDice(removed, max(1, armor))
