"""What a suggestion leaves open once it is known who comes: sizes, who stands where, weapons, kinds, abilities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import get_args

from companion.content import catalog
from companion.play.armies.shelf import limit_of, needed_miniatures
from companion.rules.kensei.army import Army, CharacterEntry, Roster, UnitEntry
from companion.rules.kensei.army.joining import ShinobiKind, ranks_of
from companion.rules.kensei.army.together import ability_path, allowance, lawful_abilities, objections_to
from companion.rules.kensei.profiles import WeaponId

WHIM = 40.0
"""How far chance goes in who stands where: two lists of one kind are not the same."""
KINDS: tuple[ShinobiKind, ...] = get_args(ShinobiKind)


def divided(miniatures: int, units: int, least: int, most: int, chance: Random) -> list[int]:
    """The sizes of so many units with so many miniatures in all, each from `least` to `most`; the largest first."""
    sizes = [least] * units
    for _ in range(miniatures - least * units):
        sizes[chance.choice([i for i, size in enumerate(sizes) if size < most])] += 1
    return sorted(sizes, reverse=True)


def place(army: Army, new: Collection[str], chance: Random) -> Army:
    """The list with its new characters in units that may have them, or alone. The general chooses first, then who leads
    ashigaru, before others take these; who hides goes where there is room left.
    """
    general = Roster.of(army, catalog()).general()
    ranks = ("daisho-ashigaru", "daimyo", "taisho", "busho", "daisho-samurai", "special")
    order = sorted(
        (one for one in army.characters if one.id in new),
        key=lambda one: (one is not general, ranks.index(catalog().characters[one.character].rank)),
    )
    for one in order:
        army = _placed(army, one, chance, leads=one is general)
    return army


def _placed(army: Army, one: CharacterEntry, chance: Random, *, leads: bool) -> Army:
    if one.character == "shinobi":
        one = replace(one, kind=chance.choice(KINDS))
    open_to = [unit for unit in army.fielded if _may_join(army, unit, one)]
    if not open_to and one.kind == "mitsumono":
        return army.with_entry(replace(one, kind="kamari"))
    if not open_to:
        return army.with_entry(one)
    best = max(open_to, key=lambda unit: _suitability(army, unit, one, leads=leads) + chance.uniform(0, WHIM))
    return army.with_entry(replace(one, joins=best.id))


def _suitability(army: Army, unit: UnitEntry, one: CharacterEntry, *, leads: bool) -> float:
    """How well a character stands in a unit: where the fighting is, ashigaru with ashigaru, who hides among many; the
    general behind a front, for who harasses runs about in the open. One to a unit is enough.
    """
    roster = Roster.of(army, catalog())
    profile, who = roster.profile(unit), roster.who(one)
    company = 60.0 * len(army.inside(unit))
    if who.rank == "special":
        return 10.0 * unit.miniatures - company
    score = roster.koku(unit) / 4 - 80 * ("projectiles" in profile.traits) - 40 * ("heinin" in profile.traits) - company
    score -= (300 if leads else 30) * ("harasser" in profile.traits)
    if who.rank == "daisho-ashigaru":
        score += 300 * ("ashigaru" in profile.traits)
    return score


def _may_join(army: Army, unit: UnitEntry, one: CharacterEntry) -> bool:
    """Harassers have no formation to be full, but a chosen front holds only so many on their card (K42)."""
    roster = Roster.of(army, catalog())
    if objections_to(roster, unit, one):
        return False
    return unit.front is None or unit.miniatures + len(army.inside(unit)) < ranks_of(roster.profile(unit)) * unit.front


def arm(army: Army, new: Collection[str], chance: Random, owned: Mapping[str, int]) -> Army:
    """The list with weapons for its new characters (those their owner has of them, where he tells them apart) and,
    where none is chosen yet, abilities for its general."""
    for one in army.characters:
        choice = catalog().characters[one.character].weapon_choice
        if one.id in new and choice and one.weapon is None:
            army = army.with_entry(replace(one, weapon=_weapon(army, one, _at_hand(army, one, choice, owned), chance)))
    if army.taisho_abilities:
        return army
    roster = Roster.of(army, catalog())
    most = allowance(roster)[2]
    able = [id_ for id_ in catalog().taisho_abilities if ability_path(roster, id_) in ("all", army.path)]
    able = sorted(chance.sample(able, len(able)), key=lambda id_: not serves(army, id_))
    kept = lawful_abilities(Roster.of(replace(army, taisho_abilities=tuple(able)), catalog()))
    return replace(army, taisho_abilities=tuple(id_ for id_ in kept[:most] if serves(army, id_)))


def _at_hand(
    army: Army, one: CharacterEntry, choice: Sequence[WeaponId], owned: Mapping[str, int]
) -> Sequence[WeaponId]:
    """Those of his weapons with which a miniature of him is left; all, where there is none or nobody counts them."""
    needed = needed_miniatures(army)
    left = [
        weapon
        for weapon in choice
        if (limit_of(owned, one.character, weapon) or 0) > needed.get(f"{one.character}.{weapon}", 0)
    ]
    return left or choice


def _weapon(army: Army, one: CharacterEntry, choice: Sequence[WeaponId], chance: Random) -> WeaponId:
    """The weapon of those around him, where he may have it."""
    unit = army.unit(one.joins)
    around = catalog().units[unit.unit].weapons if unit else ()
    return next((weapon for weapon in around if weapon in choice), chance.choice(choice))


SERVED = {
    "ashigarus-general": "heinin",
    "banzai": "on-foot",
    "clandestine-practices": "ninja",
    "divine-wind": "sohei",
}
"""Whom an ability of the general is for, by trait (12:6:2); others are for every unit."""


def serves(army: Army, ability: str) -> tuple[str, ...]:
    """The entries an ability of the general is for, by id."""
    if ability == "forest-of-spears":
        return tuple(unit.id for unit in army.fielded if unit.unit == "yari-ashigaru")
    traits = {unit.id: catalog().units[unit.unit].traits for unit in army.fielded}
    if ability == "clandestine-practices":  # a Shinobi too
        traits |= {one.id: catalog().characters[one.character].traits for one in army.present}
    wanted = SERVED.get(ability)
    return tuple(id_ for id_, has in traits.items() if wanted is None or wanted in has)
