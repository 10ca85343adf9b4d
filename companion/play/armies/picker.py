"""The picker: everything that can be added to a list, with its price and what one more of it would break."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.content import catalog
from companion.play.armies.shelf import needed_miniatures
from companion.rules.kensei.army import Army, Breach, Roster, UnitEntry, fits, unit_koku
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class Pick:
    """A unit or character that may be added: what the list has of it, what one more costs and would break."""

    profile: UnitProfile | CharacterProfile
    ids: tuple[str, ...]
    """Its entries in the list, at the end the one added last, which a tap on minus takes away."""
    cost: int
    left: int
    """Koku or VP left after it; negative when it is too dear."""
    other_path: bool
    breaks: tuple[Breach, ...]
    spare: int | None
    """Miniatures of it the owner has beyond those the list needs, below 0 where some lack; None: he counts none."""

    @property
    def is_unit(self) -> bool:
        """Whether it is a unit, paid in koku."""
        return isinstance(self.profile, UnitProfile)

    @property
    def at_hand(self) -> bool:
        """Whether the owner's miniatures are enough for one more."""
        least = self.profile.basic_unit if isinstance(self.profile, UnitProfile) else 1
        return self.spare is None or self.spare >= least


GROUPS: tuple[tuple[str, Text], ...] = (
    ("basic", Text("Basic units")),
    ("special", Text("Special units")),
    ("elite", Text("Elite units")),
    ("bushi", Text("Bushi")),
    ("special-character", Text("Special characters")),
    ("other", Text("Other paths")),
)
"""The picker's groups, in the order of the book."""


def picks(army: Army, owned: Mapping[str, int] | None = None) -> dict[str, tuple[Pick, ...]]:
    """Everything that can be added, by group; what is of another path stands at the end, with the reason.

    `owned` counts miniatures by profile.
    """
    roster, needed = Roster.of(army, catalog()), needed_miniatures(army)
    koku, vp = roster.koku_budget.left, roster.vp_budget.left
    there = [(one.unit if isinstance(one, UnitEntry) else one.character, one.id) for one in army.entries]
    priced: list[tuple[UnitProfile | CharacterProfile, int, int]] = [
        *((unit, unit_koku(unit, unit.basic_unit), koku) for unit in catalog().units.values()),
        *((who, who.vp, vp) for who in catalog().characters.values()),
    ]
    found: dict[str, list[Pick]] = {group: [] for group, _ in GROUPS}
    for profile, cost, left in priced:
        pick = Pick(
            profile=profile,
            ids=tuple(id_ for kind, id_ in there if kind == profile.id),
            cost=cost,
            left=left - cost,
            other_path=profile.path not in (None, army.path),
            breaks=fits(army, catalog(), profile.id),
            spare=owned.get(profile.id, 0) - needed.get(profile.id, 0) if owned else None,
        )
        found["other" if pick.other_path else _group(profile)].append(pick)
    return {group: tuple(rows) for group, rows in found.items()}


def _group(profile: UnitProfile | CharacterProfile) -> str:
    if isinstance(profile, UnitProfile):
        return profile.unit_class
    return "special-character" if profile.rank == "special" else "bushi"
