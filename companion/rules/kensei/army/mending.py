"""Ways out of a problem: which entries to change or leave out, and the list after such a fix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.kensei.army.model import Army, CharacterEntry, UnitEntry
from companion.rules.kensei.army.roster import MOUNT_VP, Roster
from companion.rules.kensei.army.verdict import Fix, FixValue


def setting(id_: str | None = None, **fields: FixValue) -> Fix:
    """The fix that sets fields of an entry or, without an id, of the list itself."""
    return Fix(set={"id": id_, **fields} if id_ else fields)


def mended(army: Army, fixes: Iterable[Fix]) -> Army:
    """The list after these fixes, in order. A fix for an entry that is gone changes nothing."""
    for fix in fixes:
        army = _after(army, fix)
    return army


def _after(army: Army, fix: Fix) -> Army:
    if fix.remove is not None:
        return army.without(fix.remove)
    if fix.add is not None:
        return army.plus(fix.add)
    fields: dict[str, Any] = {name: value for name, value in fix.set.items() if name != "id"}
    if "id" not in fix.set:
        return replace(army, **fields)
    id_ = str(fix.set["id"])
    entry = army.entry(id_)
    return army.with_entry(replace(entry, **fields)) if entry else army


def without_last(ids: Sequence[str], count: int) -> tuple[Fix, ...]:
    """Leaves out so many of these entries: what was added last is given up first, wherever it stands by now."""
    made = sorted(ids, key=made_as)
    return tuple(Fix(remove=id_) for id_ in reversed(made[len(made) - count :]))


def made_as(id_: str) -> int:
    """The number an entry's id ends with, which rises with each entry made; 0 for an id of another kind."""
    digits = id_[len(id_.rstrip("0123456789")) :]
    return int(digits[:9] or 0) if digits.isascii() else 0


# ---- koku


def less_koku(roster: Roster, over: int) -> tuple[Fix, ...]:
    """Saves at least `over` koku at the least loss: a smaller unit, no standard-bearer, one unit less, or several."""
    return _smaller_unit(roster, over) or _no_standard(roster, over) or _fewer_units(roster, over)


def _smaller_unit(roster: Roster, over: int) -> tuple[Fix, ...]:
    ways = []
    for unit in roster.army.fielded:
        profile = roster.profile(unit)
        gone = -(-over // profile.koku)
        if unit.miniatures - gone >= profile.basic_unit:
            ways.append((gone * profile.koku, gone, setting(unit.id, miniatures=unit.miniatures - gone)))
    return _cheapest(ways)


def _no_standard(roster: Roster, over: int) -> tuple[Fix, ...]:
    ways = []
    for unit in roster.army.fielded:
        price = roster.profile(unit).standard_bearer or 0
        if unit.standard_bearer and price >= over:
            ways.append((price, 0, setting(unit.id, standard_bearer=False)))
    return _cheapest(ways)


def _fewer_units(roster: Roster, over: int) -> tuple[Fix, ...]:
    """The unit added last that is dear enough, one that is not needed as a basic unit first; else the dearest ones."""
    basic = sum(1 for unit in roster.army.fielded if roster.profile(unit).unit_class == "basic")
    spare = basic > roster.level.basic.least
    enough = [unit for unit in roster.army.fielded if roster.koku(unit) >= over]
    if enough:

        def dispensable(unit: UnitEntry) -> tuple[bool, int]:
            return (roster.profile(unit).unit_class != "basic" or spare, made_as(unit.id))

        return (Fix(remove=max(enough, key=dispensable).id),)
    fixes = []
    for unit in sorted(roster.army.fielded, key=roster.koku, reverse=True):
        if over > 0:
            fixes.append(Fix(remove=unit.id))
            over -= roster.koku(unit)
    return tuple(fixes)


def _cheapest(ways: Sequence[tuple[int, int, Fix]]) -> tuple[Fix, ...]:
    return (min(ways, key=lambda way: way[:2])[2],) if ways else ()


# ---- VP


def less_vp(roster: Roster, over: int) -> tuple[Fix, ...]:
    """Saves at least `over` VP: a mount, the character added last that is enough (the general at last), or several.
    Whom the level does not know goes first."""
    leader = roster.general()

    def unknown(one: CharacterEntry) -> bool:
        return not roster.level.characters[roster.who(one).rank]

    def dispensable(one: CharacterEntry) -> tuple[bool, bool, int]:
        return (unknown(one), one is not leader, made_as(one.id))

    for one in roster.army.present:
        if one.mounted and one.joins is None and over <= MOUNT_VP:
            return (setting(one.id, mounted=False),)
    enough = [one for one in roster.army.present if roster.vp(one) >= over]
    if enough:
        return (Fix(remove=max(enough, key=dispensable).id),)
    fixes = []
    for one in sorted(roster.army.present, key=lambda one: (not unknown(one), one is leader, -roster.vp(one))):
        if over > 0:
            fixes.append(Fix(remove=one.id))
            over -= roster.vp(one)
    return tuple(fixes)
