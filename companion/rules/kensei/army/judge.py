"""The verdict on an army list: limits, problems, advice and the ladder of levels (chapter 12, K33 to K42)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.kensei.army.entries import character_problems, unit_problems
from companion.rules.kensei.army.hints import hints
from companion.rules.kensei.army.limits import limit_problems, limits
from companion.rules.kensei.army.model import Army, ArmyTables, CharacterEntry, UnitEntry
from companion.rules.kensei.army.roster import Roster
from companion.rules.kensei.army.together import joined, leading, repeated_characters, repeated_units
from companion.rules.kensei.army.verdict import Breach, Budget, Limit, Rung, Verdict


def judge(army: Army, tables: ArmyTables) -> Verdict:
    """Everything there is to say of a list. Its profiles, level and abilities must be among the tables."""
    roster = Roster.of(army, tables)
    ladder = tuple(Rung(level, problems(army, tables, level)) for level in sorted(tables.levels))
    broken = next(rung.problems for rung in ladder if rung.level == army.level)
    return Verdict(
        koku=Budget(sum(map(roster.koku, army.fielded)), roster.koku_allowed),
        vp=Budget(sum(map(roster.vp, army.present)), roster.level.vp),
        limits=limits(roster),
        problems=broken,
        hints=tuple(hints(roster, broken)),
        ladder=ladder,
    )


def problems(army: Army, tables: ArmyTables, level: int | None = None) -> tuple[Breach, ...]:
    """What is wrong with a list at a level (its own unless given): limits first, then units, characters, the rest."""
    roster = Roster(army, tables, tables.levels[level or army.level])
    found = list(limit_problems(roster))
    for unit in army.fielded:
        found += unit_problems(roster, unit)
    for one in army.present:
        found += character_problems(roster, one)
    found += repeated_units(roster)
    found += repeated_characters(roster)
    found += joined(roster)
    found += leading(roster)
    return tuple(found)


def limits_at(army: Army, tables: ArmyTables, level: int) -> tuple[Limit, ...]:
    """The limits of a list as another level would set them: what the next one would allow."""
    return limits(Roster(army, tables, tables.levels[level]))


def breaks_at(army: Army, tables: ArmyTables, level: int) -> tuple[Breach, ...]:
    """What would be wrong at another level and is not at the list's own: to be shown before the level is changed."""
    return _added(problems(army, tables), problems(army, tables, level))


def fits(
    army: Army, tables: ArmyTables, unit_id: str, level: int | None = None, miniatures: int | None = None
) -> tuple[Breach, ...]:
    """What one more unit of this profile (its basic unit unless `miniatures` is given) would break; empty: it fits."""
    size = tables.units[unit_id].basic_unit if miniatures is None else miniatures
    entry = UnitEntry(army.free_id("u"), unit_id, size)
    return _added(problems(army, tables, level), problems(replace(army, units=(*army.units, entry)), tables, level))


def fits_character(
    army: Army, tables: ArmyTables, character_id: str, level: int | None = None, *, mounted: bool = False
) -> tuple[Breach, ...]:
    """What one more character of this profile, standing alone, would break; empty: he fits."""
    entry = CharacterEntry(army.free_id("c"), character_id, mounted=mounted)
    after = replace(army, characters=(*army.characters, entry))
    return _added(problems(army, tables, level), problems(after, tables, level))


def _added(before: tuple[Breach, ...], after: tuple[Breach, ...]) -> tuple[Breach, ...]:
    """The problems that are new or have become worse; what was wrong before just as much is not the change's fault."""
    known = {(p.code, p.about, p.have, p.allowed) for p in before}
    few = min((p.have or 0 for p in before if p.code == "too-few-basic"), default=None)
    return tuple(
        p
        for p in after
        if (p.code, p.about, p.have, p.allowed) not in known
        and not (p.code == "too-few-basic" and few is not None and (p.have or 0) > few)
    )
