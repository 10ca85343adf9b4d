"""The picker: everything that can be added to a list, with its price and what one more of it would break."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.content import catalog
from companion.play.armies.shelf import needed_miniatures
from companion.rules.kensei.army import Army, Breach, Roster, fits, unit_koku
from companion.rules.kensei.profiles import CharacterProfile, UnitClass, UnitProfile
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class Pick:
    """A unit or character that may be added: how many the list has, what one more costs and would break."""

    id: str
    name: str
    meaning: str
    group: str
    profile: UnitProfile | CharacterProfile
    count: int
    last: str | None
    """The entry a tap on minus takes away: the one added last."""
    cost: int
    left: int
    """Koku or VP left after it; negative when it is too dear."""
    other_path: bool
    breaks: tuple[Breach, ...]
    spare: int | None
    """Miniatures of it the owner has beyond those the list needs, below 0 where some lack; None: he counts none."""

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
Kind = Literal["unit", "character"]


def picks(army: Army, owned: Mapping[str, int] | None = None) -> dict[str, tuple[Pick, ...]]:
    """Everything that can be added, by group; what is of another path stands at the end, with the reason.

    `owned` counts miniatures by profile.
    """
    found: dict[str, list[Pick]] = {group: [] for group, _ in GROUPS}
    needed = needed_miniatures(army)
    spare = {id_: (owned or {}).get(id_, 0) - needed.get(id_, 0) for id_ in (*catalog().units, *catalog().characters)}
    for pick in (*_unit_picks(army, spare if owned else {}), *_character_picks(army, spare if owned else {})):
        found["other" if pick.other_path else pick.group].append(pick)
    return {group: tuple(rows) for group, rows in found.items()}


def _unit_picks(army: Army, spare: Mapping[str, int]) -> Iterator[Pick]:
    roster = Roster.of(army, catalog())
    left = roster.koku_budget.left
    for unit in catalog().units.values():
        same = [one.id for one in army.units if one.unit == unit.id]
        cost = unit_koku(unit, unit.basic_unit)
        foreign = unit.path not in (None, army.path)
        group: UnitClass = unit.unit_class
        yield Pick(
            unit.id, unit.name, unit.meaning, group, unit, len(same), same[-1] if same else None,
            cost, left - cost, foreign, fits(army, catalog(), unit.id), spare.get(unit.id),
        )  # fmt: skip


def _character_picks(army: Army, spare: Mapping[str, int]) -> Iterator[Pick]:
    left = Roster.of(army, catalog()).vp_budget.left
    for who in catalog().characters.values():
        same = [one.id for one in army.characters if one.character == who.id]
        foreign = who.path not in (None, army.path)
        group = "special-character" if who.rank == "special" else "bushi"
        yield Pick(
            who.id, who.name, "", group, who, len(same), same[-1] if same else None,
            who.vp, left - who.vp, foreign, fits(army, catalog(), who.id), spare.get(who.id),
        )  # fmt: skip
