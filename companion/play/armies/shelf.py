"""What the owner's shelf of miniatures has and lacks for a list."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.kensei.army import Army


def needed_miniatures(army: Army) -> dict[str, int]:
    """How many miniatures of each profile a list puts on the table."""
    needed: dict[str, int] = {}
    for unit in army.fielded:
        needed[unit.unit] = needed.get(unit.unit, 0) + unit.miniatures
    for one in army.present:
        needed[one.character] = needed.get(one.character, 0) + 1
    return needed


def missing_miniatures(army: Army, owned: Mapping[str, int]) -> dict[str, int]:
    """What the collection lacks for the list; nothing where nobody has counted any miniature."""
    if not owned:
        return {}
    short = {profile: count - owned.get(profile, 0) for profile, count in needed_miniatures(army).items()}
    return {profile: count for profile, count in short.items() if count > 0}
