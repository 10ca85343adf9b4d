"""What may leave the owner's hands of a list: the opponent's version, and what the owner's shelf lacks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.content import catalog
from companion.rules.kensei.army import Army, CharacterEntry


def for_the_opponent(army: Army) -> Army:
    """The list without its secrets: nobody hidden, no Shinobi's kind, no notes, nothing on the bench (5:1:13, 12:6:3).

    Characters who may hide in a unit (Geisha, Spy, a Shinobi of any kind) are named, for their VP are known, but not
    where they start.
    """
    army = army.without_bench
    hiders = {one.id for one in army.characters if _hides(one)}
    return replace(
        army,
        units=tuple(replace(unit, note="") for unit in army.units),
        characters=tuple(
            replace(one, note="", kind=None, joins=None if one.id in hiders else one.joins) for one in army.characters
        ),
    )


def turned_up(army: Army) -> Army:
    """What a card may tell once it lies face up: the opponent's version, and of who may hide not even the name.

    At the table nobody learns that a Geisha, a Spy or a Shinobi is there before she is revealed (5:1:13).
    """
    told = for_the_opponent(army)
    open_ = tuple(one for one in told.characters if not _hides(one))
    leads = any(one.id == told.general for one in open_)
    return replace(told, characters=open_, general=told.general if leads else None)


def _hides(one: CharacterEntry) -> bool:
    return one.character == "shinobi" or "hidden" in catalog().characters[one.character].traits


def has_secrets(army: Army) -> bool:
    """Whether the opponent's version leaves something out besides notes and bench."""
    return any(_hides(one) for one in army.present)


# ---- miniatures


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
