"""The situation of an attack as chips: every circumstance the rules ask about, with the default the table suggests.

Each chip names the field of `companion.rules.kensei.fight.strike.Situation` (or of the combatants) it sets. A chip
is shown where it can matter; to add one, add a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Literal

from companion.content import catalog
from companion.play.kensei.fighters import combatant, weapons_of
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import Chain, SituationValue, State
from companion.rules.kensei.fight.strike import FreeModifier, Kind, Situation, Strike
from companion.rules.kensei.profiles import Weapon, WeaponId
from companion.rules.kensei.turn.contacts import engaged, first_turn
from companion.rules.text import Text

Choice = tuple[str, Text]


@dataclass(frozen=True, slots=True)
class Fight:
    """A roll chain with the pieces it names, as they stand now."""

    chain: Chain
    attacker: Piece
    defender: Piece

    @property
    def kind(self) -> Kind:
        return self.chain.kind

    @property
    def striker(self) -> str | None:
        return self.chain.striker

    @property
    def aimed_at(self) -> str | None:
        return self.chain.aimed_at

    @property
    def weapon(self) -> WeaponId | None:
        return self.chain.weapon

    @property
    def situation(self) -> Mapping[str, SituationValue]:
        return self.chain.situation


def fight_of(state: State, chain: Chain) -> Fight:
    """The chain with its two pieces."""
    attacker, defender = state.piece(chain.attacker), state.piece(chain.defender)
    assert attacker is not None
    assert defender is not None
    return Fight(chain, attacker, defender)


@dataclass(frozen=True, slots=True)
class Chip:
    """One circumstance. `flag`: yes or no; `choice`: one of `choices`; `number`: between `least` and `most`;
    `hero`: one of the characters seen inside the target."""

    field: str
    label: Text
    kind: Literal["flag", "choice", "number", "hero"]
    rule: str
    when: Callable[[Fight], bool]
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0


def _shot(attack: Fight) -> bool:
    return attack.kind == "shot"


def _melee(attack: Fight) -> bool:
    return attack.kind == "melee"


def _always(attack: Fight) -> bool:
    return True


def _fires_bow(attack: Fight) -> bool:
    return _shot(attack) and attack.weapon == "bow"


def _fresh(attack: Fight) -> bool:
    return _melee(attack) and bool(attack.situation.get("first_turn", True))


def _shooters(attack: Fight) -> bool:
    return _melee(attack) and any(catalog().weapons[w].ranged for w in weapons_of(attack.attacker, attack.striker))


def _against_shooters(attack: Fight) -> bool:
    return _melee(attack) and any(catalog().weapons[w].ranged for w in weapons_of(attack.defender, None))


def _harassers(attack: Fight) -> bool:
    return _fresh(attack) and "harasser" in attack.defender.profile.traits


def _has_hero(attack: Fight) -> bool:
    """A blowpipe may pick one out of a unit, and a hero may challenge one (4:3:9, 4:3:10)."""
    return bool(targets(attack)) and (_shot(attack) or _hero_strikes(attack))


def _own_unit(attack: Fight) -> bool:
    return _melee(attack) and attack.striker is None and attack.attacker.unit is not None


def _unit_struck(attack: Fight) -> bool:
    return _melee(attack) and attack.defender.unit is not None


def _hero_in_unit(attack: Fight) -> bool:
    return _melee(attack) and attack.striker is not None and attack.attacker.unit is not None


def _hero_strikes(attack: Fight) -> bool:
    return _melee(attack) and (attack.striker is not None or attack.attacker.unit is None)


def _lone_shooter_struck(attack: Fight) -> bool:
    return _against_shooters(attack) and attack.defender.unit is None


CHIPS: tuple[Chip, ...] = (
    Chip(
        "moved",
        Text("Before the shot"),
        "choice",
        "9:3:3",
        _shot,
        (("none", Text("stood")), ("march", Text("marched")), ("run", Text("ran"))),
    ),
    Chip("overcame_obstacle", Text("Overcame an obstacle"), "flag", "9:3:3", _shot),
    Chip("greater_precision", Text("Greater precision (3 AC)"), "flag", "9:3:2", _shot),
    Chip("withstand_and_shoot", Text("Withstand and shoot"), "flag", "9:5:6", _shot),
    Chip("attacker_in_stream", Text("Shooter in a stream"), "flag", "6:2:6", _shot),
    Chip("attacker_on_hill", Text("Shooter on a hill"), "flag", "6:2:2", _fires_bow),
    Chip("defender_on_hill", Text("Target on a hill"), "flag", "6:2:2", _shot),
    Chip("aimed_at_character", Text("Aimed at a character"), "hero", "4:3:9", _has_hero),
    Chip("loaded", Text("Loaded"), "flag", "9:3:1", _shot),
    Chip("first_turn", Text("First turn of this combat"), "flag", "9:5:5", _melee),
    Chip("charging", Text("Charged"), "flag", "9:5:5", _fresh),
    Chip(
        "counter_charge",
        Text("Attacker's counter-charge"),
        "choice",
        "9:5:6",
        _fresh,
        (("", Text("none")), ("won", Text("won contact")), ("lost", Text("was reached"))),
    ),
    Chip(
        "zone",
        Text("Attacked from the"),
        "choice",
        "9:5:5",
        _fresh,
        (("front", Text("front")), ("flank", Text("flank")), ("rear", Text("rear"))),
    ),
    Chip("defender_engaged", Text("Harassers already fighting"), "flag", "3:4:5", _harassers),
    Chip(
        "defender_counter_charge",
        Text("Defender's counter-charge"),
        "choice",
        "9:5:6",
        _fresh,
        (("", Text("none")), ("won", Text("won contact")), ("lost", Text("was reached"))),
    ),
    Chip("attacker_defensive", Text("Attacker in defensive position"), "flag", "10:2:1", _own_unit),
    Chip("defender_defensive", Text("Defender in defensive position"), "flag", "10:2:1", _unit_struck),
    Chip("attacker_withstood_and_shot", Text("Attacker withstood and shot"), "flag", "9:5:6", _shooters),
    Chip("defender_withstood_and_shot", Text("Defender withstood and shot"), "flag", "9:5:6", _against_shooters),
    Chip("attacker_fleeing", Text("Attacker was reached in flight"), "flag", "9:5:6", _own_unit),
    Chip("free_attack", Text("Free attack of a pursuit"), "flag", "11:4:5", _melee),
    Chip("confrontation", Text("Confrontation of characters"), "flag", "4:3:10", _hero_strikes),
    Chip("chased_breakaway", Text("After chasing one who broke away"), "flag", "4:3:8", _hero_strikes),
    Chip("defender_shot", Text("He shot this turn"), "flag", "5:2:3", _lone_shooter_struck),
    Chip("failed_break_away", Text("He failed to break away"), "flag", "4:3:8", _hero_in_unit),
    Chip(
        "cover",
        Text("Cover"),
        "choice",
        "2:7:4",
        _always,
        (("none", Text("none")), ("light", Text("light")), ("heavy", Text("heavy"))),
    ),
    Chip(
        "terrain",
        Text("Ground"),
        "choice",
        "6:2",
        _always,
        (("open", Text("open")), ("forest", Text("forest")), ("stream", Text("stream"))),
    ),
    Chip("defender_held_hill", Text("Defender held the hill"), "flag", "6:2:2", _fresh),
    Chip("defender_fleeing", Text("Target is running away"), "flag", "11:4:2", _always),
    Chip("ve_attacker", Text("VE of the attacker's side"), "number", "2:7:2", _own_unit, least=0, most=99),
    Chip("ve_defender", Text("VE of the defender's side"), "number", "2:7:2", _own_unit, least=0, most=99),
)
BY_FIELD = {c.field: c for c in CHIPS}
CHALLENGERS = frozenset({"bushi", "duelist", "assassin"})
"""Traits of those who may fight a confrontation (4:3:10, K65)."""
SITUATION_FIELDS = frozenset(f.name for f in fields(Situation))


def targets(attack: Fight) -> tuple[Hero, ...]:
    """The characters of the target whom this attack may mean: who is left of a unit that is gone, whom a shot may pick
    out, or whom a hero may challenge: Bushi, Duelists and Assassins (K65)."""
    defender = attack.defender
    if defender.unit is None:
        return ()
    if not defender.miniatures:
        return defender.survivors
    seen = defender.seen_heroes
    if attack.kind == "shot":
        return seen
    hero = striking(attack)
    able = hero is not None and hero.profile.traits & CHALLENGERS
    return tuple(h for h in seen if h.profile.traits & CHALLENGERS) if able else ()


def striking(attack: Fight) -> Hero | None:
    """The hero whose own dice these are; None for a unit's."""
    piece = attack.attacker
    return piece.heroes[0] if piece.unit is None else piece.hero(attack.striker or "")


def duels(state: State, attack: Fight) -> bool:
    """Whether this is a confrontation of characters: the result counts a death in it as ten, and no damage (K27)."""
    strike = strike_of(state, attack)
    return strike.in_confrontation and not strike.attacker.is_unit


def bands(weapon: Weapon, on_hill: bool) -> tuple[tuple[float, Text], ...]:
    """The distances worth telling apart for a weapon (9:3:3, 5:2): each band's farthest centimeter, and one beyond."""
    reach = weapon.range_from_hill_cm if on_hill else weapon.range_cm
    medium = 50.0 if on_hill and weapon.range_from_hill_cm > weapon.range_cm else 40.0
    edges = [e for e in (20.0, medium, 60.0) if e < reach] + [reach]
    shown: list[tuple[float, Text]] = []
    lower = 0.0
    for edge in edges:
        if edge > weapon.over_cm or edge == 20.0:
            words = Text("%(low)s–%(high)s", {"low": f"{lower:g}", "high": f"{edge:g}"})
            shown.append((edge, words if lower else Text("to %(high)s", {"high": f"{edge:g}"})))
        lower = edge
    return (*shown, (reach + 1, Text("farther")))


def is_loaded(fight: Fight) -> bool:
    """Whether who shoots has loaded: the unit, or the shooter his own weapon (9:3:1)."""
    hero = striking(fight)
    return fight.attacker.loaded if hero is None else hero.loaded


def defaults(state: State, fight: Fight) -> Mapping[str, SituationValue]:
    """What the table already knows (2:6:4); the players correct the rest by chip."""
    found: dict[str, SituationValue] = {}
    attacker, defender = fight.attacker, fight.defender
    mine, theirs = attacker.facts, defender.facts
    if fight.kind == "shot":
        found["distance_cm"] = 40.0
        found["loaded"] = is_loaded(fight)
        found["moved"] = mine.moved
        found["attacker_in_stream"] = mine.ground == "stream"
        found["attacker_on_hill"] = mine.ground == "hill"
        found["defender_on_hill"] = theirs.ground == "hill"
    else:
        first = first_turn(state.contacts, attacker.id, defender.id, state.turn)
        found["first_turn"] = first
        found["charging"] = first and mine.charged
        # which of the two won contact no marker tells: both strikes are given the same answer
        found["counter_charge"] = "won" if first and mine.counter_charged else ""
        found["defender_counter_charge"] = "won" if first and theirs.counter_charged else ""
        found["attacker_fleeing"] = mine.flees
        found["defender_shot"] = theirs.shot
        found["attacker_defensive"] = mine.defensive
        found["defender_defensive"] = theirs.defensive
        found["defender_engaged"] = engaged(state.contacts, defender.id, state.turn)
        found["attacker_withstood_and_shot"] = mine.withstood_and_shot
        found["defender_withstood_and_shot"] = theirs.withstood_and_shot
        found["defender_held_hill"] = first and theirs.ground == "hill"
    found["cover"] = theirs.cover
    found["terrain"] = theirs.ground if theirs.ground in ("stream", "forest") else "open"
    found["defender_fleeing"] = theirs.flees
    return found


def strike_of(state: State, attack: Fight) -> Strike:
    """The whole question for the rules: who strikes whom, how, in what circumstances."""
    known = {k: v for k, v in attack.situation.items() if k in SITUATION_FIELDS}
    for counter in ("counter_charge", "defender_counter_charge"):
        known[counter] = known.get(counter) or None
    broke = bool(attack.situation.get("failed_break_away"))
    return Strike(
        kind=attack.kind,
        attacker=combatant(attack.attacker, attack.striker, attack.weapon, broke),
        defender=combatant(attack.defender, attack.aimed_at, None),
        situation=Situation(**known),  # type: ignore[arg-type]
        free=tuple(FreeModifier(f.to, f.value, f.reason) for f in attack.chain.free),  # type: ignore[arg-type]
        settings=state.settings,
        weapons=catalog().weapons,
    )
