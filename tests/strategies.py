"""Shared by all tests: strikes from API-shaped bodies and from plain names, and hypothesis strategies over them."""

from collections.abc import Mapping
from typing import Any, get_type_hints

from hypothesis import strategies as st

from companion.content import catalog as catalog
from companion.rules.dice import AttackTally, DefenseTally, tally_attack, tally_defense
from companion.rules.house import asked
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.fight.situation import Situation
from companion.rules.kensei.fight.strike import FreeModifier, Strike
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile
from companion.rules.kensei.settings import Settings

# ---- from names and bodies


def combatant(side: Mapping[str, Any]) -> Combatant:
    """One side of an API body as the rules read it."""
    effects = frozenset(side.get("effects", ()))
    if "unit" in side:
        members = tuple(
            Character(catalog().characters[c["character"]], c.get("weapon"), c.get("mounted", False))
            for c in side.get("characters", ())
        )
        return Combatant(
            catalog().units[side["unit"]],
            side["miniatures"],
            side.get("weapon"),
            characters=members,
            accumulated_damage=side.get("accumulated_damage", 0),
            effects=effects,
        )
    return Combatant(
        catalog().characters[side["character"]],
        weapon=side.get("weapon"),
        mounted=side.get("mounted", False),
        in_unit=side.get("in_unit", False),
        accumulated_damage=side.get("accumulated_damage", 0),
        effects=effects,
    )


def strike_from(body: Mapping[str, Any]) -> Strike:
    """A body of `POST /api/kensei/attack` as a strike, dice left aside."""
    situation = dict(body.get("situation", {}))
    ve = situation.pop("ve", {})
    broke = body["attacker"].get("failed_break_away", False)
    return Strike(
        body["kind"],
        combatant(body["attacker"]),
        combatant(body["defender"]),
        Situation(**situation, ve_attacker=ve.get("attacker"), ve_defender=ve.get("defender"), failed_break_away=broke),
        tuple(FreeModifier(m["to"], m["value"], m["reason"]) for m in body.get("modifiers", ())),
        Settings(**body.get("settings", {})),
        catalog().weapons,
    )


# ---- hypothesis

faces = st.integers(0, 9)
"""One die as it is thrown; 0 is a ten."""


def rolls(count: int) -> st.SearchStrategy[list[int]]:
    """Exactly so many dice."""
    return st.lists(faces, min_size=count, max_size=count)


unit_profiles: st.SearchStrategy[UnitProfile] = st.deferred(
    lambda: st.sampled_from(sorted(catalog().units.values(), key=lambda p: p.id))
)
character_profiles: st.SearchStrategy[CharacterProfile] = st.deferred(
    lambda: st.sampled_from(sorted(catalog().characters.values(), key=lambda p: p.id))
)
special_profiles = character_profiles.filter(lambda p: p.rank == "special")
bushi_profiles = character_profiles.filter(lambda p: p.rank != "special")
settings_values: st.SearchStrategy[Settings] = st.builds(
    lambda chosen: Settings(**chosen),
    st.fixed_dictionaries({q.name: st.sampled_from(q.values) for q in asked(Settings)}),
)


@st.composite
def members(draw: st.DrawFn) -> tuple[Character, ...]:
    """Up to two characters of a unit: a Bushi and a special one, wounded perhaps."""
    chosen = []
    for special in (False, True):
        if draw(st.booleans()):
            profile = draw(special_profiles if special else bushi_profiles)
            mounted = profile.may_ride and draw(st.booleans())
            chosen.append(Character(profile, None, mounted, draw(st.integers(0, profile.attributes.vt - 1))))
    return tuple(draw(st.permutations(chosen)))


@st.composite
def units(draw: st.DrawFn) -> Combatant:
    """A unit of the book, whole or worn down, with characters in it or none."""
    profile = draw(unit_profiles)
    return Combatant(
        profile,
        draw(st.integers(1, profile.maximum)),
        characters=draw(members()),
        accumulated_damage=draw(st.integers(0, profile.attributes.vt - 1)),
    )


@st.composite
def lone_characters(draw: st.DrawFn) -> Combatant:
    """A character outside any unit, or inside one when he strikes by himself."""
    profile = draw(character_profiles)
    in_unit = "loner" not in profile.traits and draw(st.booleans())
    return Combatant(
        profile,
        weapon=draw(st.sampled_from([None, *profile.weapons, *profile.weapon_choice])),
        mounted=profile.may_ride and draw(st.booleans()),
        in_unit=in_unit,
        accumulated_damage=draw(st.integers(0, profile.attributes.vt - 1)),
    )


combatants = st.one_of(units(), lone_characters())

NOT_BY_TYPE: dict[str, st.SearchStrategy[Any]] = {
    "ve_attacker": st.none() | st.integers(0, 60),
    "ve_defender": st.none() | st.integers(0, 60),
    "distance_cm": st.none() | st.floats(0, 80),
    "loaded": st.sampled_from([True, True, True, False]),
    "attacker_in_stream": st.sampled_from([False, False, False, True]),
    "teppo_wet": st.sampled_from([False, False, False, True]),
    "defender_counter_charge": st.sampled_from([None, None, "won", "lost"]),
}
"""Circumstances of so many values that most mean nothing, or that forbid most strikes."""
situations: st.SearchStrategy[Situation] = st.builds(
    Situation, **{name: NOT_BY_TYPE.get(name, st.from_type(hint)) for name, hint in get_type_hints(Situation).items()}
)

free_modifiers = st.builds(
    FreeModifier,
    to=st.sampled_from(["dc", "at", "df", "ar", "damage_bonus"]),
    value=st.integers(-6, 6),
    reason=st.sampled_from(["house rule", "100 % sure"]),
)

strikes: st.SearchStrategy[Strike] = st.builds(
    lambda kind, attacker, defender, situation, free, settings: Strike(
        kind, attacker, defender, situation, tuple(free), settings, catalog().weapons
    ),
    st.sampled_from(["shot", "melee"]),
    combatants,
    combatants,
    situations,
    st.lists(free_modifiers, max_size=3),
    settings_values,
)


def attack_tallies(dice: int, at: int) -> st.SearchStrategy[AttackTally]:
    """A possible AT roll of so many dice, as bins."""
    return rolls(dice).map(lambda f: tally_attack(f, at))


def defense_tallies(attack: AttackTally, df: int) -> st.SearchStrategy[DefenseTally]:
    """A possible DF roll against these hits, as bins."""
    return rolls(attack.hits + attack.tens).map(lambda f: tally_defense(f, df, attack.tens))
