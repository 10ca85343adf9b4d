"""What can be wrong with one unit or one character of a list, whatever the others are (12:2, 12:5, 12:6, 3:4:1)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.counts import miniatures
from companion.rules.kensei.army.joining import fronts, ranks_of
from companion.rules.kensei.army.mending import removing, setting
from companion.rules.kensei.army.model import CharacterEntry, Entry, UnitEntry
from companion.rules.kensei.army.roster import Roster, most_miniatures, weapons_of
from companion.rules.kensei.army.verdict import Breach, Code, Fix
from companion.rules.text import Text


def unit_problems(roster: Roster, unit: UnitEntry) -> Iterator[Breach]:
    """Path, size, standard-bearer and formation of one unit."""
    yield from _foreign(roster, unit)
    yield from _size(roster, unit)
    profile = roster.profile(unit)
    if unit.standard_bearer and profile.standard_bearer is None:
        message = Text("%(unit)s: no standard-bearer is allowed; this list has one.", _names(roster, unit))
        fix = setting(unit.id, standard_bearer=False)
        yield Breach("standard-bearer", message, "12:5", roster.level.number, (unit.id,), 1, 0, (fix,))
    yield from _formation(roster, unit)


def character_problems(roster: Roster, one: CharacterEntry) -> Iterator[Breach]:
    """Path, weapon and mount of one character."""
    yield from _foreign(roster, one)
    who = roster.who(one)
    carried = weapons_of(who)
    if one.weapon is not None and one.weapon not in carried:
        values = {"who": roster.title(one), "weapon": one.weapon, "allowed": ", ".join(carried)}
        message = Text("%(who)s cannot choose the %(weapon)s; his are: %(allowed)s.", values)
        fix = setting(one.id, weapon=who.weapon_choice[0] if who.weapon_choice else None)
        yield _about(roster, one, "weapon-choice", message, "12:6:1" if who.rank != "special" else "12:6:3", fix)
    if one.mounted and not who.may_ride:
        message = Text("%(who)s has no mount: he goes on foot.", {"who": roster.title(one)})
        fix = setting(one.id, mounted=False)
        yield _about(roster, one, "mount-choice", message, "12:6:1" if who.rank != "special" else "12:6:3", fix)


def _foreign(roster: Roster, entry: Entry) -> Iterator[Breach]:
    profile = roster.profile(entry) if isinstance(entry, UnitEntry) else roster.who(entry)
    if profile.path in (None, roster.army.path):
        return
    values = {**_names(roster, entry), "own": str(profile.path).title(), "path": roster.army.path.title()}
    message = Text("Only the %(own)s may field %(unit)s; this army follows the %(path)s.", values)
    yield _about(roster, entry, "wrong-path", message, "12:1:2", removing(entry.id))


def _size(roster: Roster, unit: UnitEntry) -> Iterator[Breach]:
    profile, level = roster.profile(unit), roster.level.number
    least, most = profile.basic_unit, most_miniatures(profile, roster.level)
    values = {**_names(roster, unit), "have": miniatures(unit.miniatures), "least": least, "most": most, "level": level}
    if unit.miniatures < least:
        message = Text("%(unit)s: %(have)s; the basic unit needs at least %(least)s (level %(level)s).", values)
        fix = setting(unit.id, miniatures=least)
        yield Breach("unit-too-small", message, "12:2:1", level, (unit.id,), unit.miniatures, least, (fix,))
    if unit.miniatures > most:
        message = Text("%(unit)s: %(have)s; level %(level)s allows %(most)s.", values)
        fix = setting(unit.id, miniatures=most)
        yield Breach("unit-too-large", message, "12:3", level, (unit.id,), unit.miniatures, most, (fix,))


def _formation(roster: Roster, unit: UnitEntry) -> Iterator[Breach]:
    """The chosen front must be one the unit can have, and deep enough for all who stand in it (3:4:1, K42)."""
    if unit.front is None:
        return
    profile = roster.profile(unit)
    standing = unit.miniatures + len(roster.army.inside(unit))
    least, most = fronts(profile)
    ranks, deep = ranks_of(profile), -(-standing // max(unit.front, 1))
    fix = setting(unit.id, front=min(most, max(least, -(-standing // ranks), unit.front)))
    values = {**_names(roster, unit), "have": unit.front, "least": least, "most": most}
    # Fewer miniatures than the narrowest front stand in one rank.
    if unit.front > most or unit.front < min(least, standing):
        message = Text("%(unit)s: a front of %(have)s; %(least)s to %(most)s are allowed.", values)
        allowed = most if unit.front > most else least
        yield _formation_problem(roster, unit, message, unit.front, allowed, fix)
    elif deep > ranks and standing <= most * ranks:
        values |= {"standing": standing, "deep": deep, "ranks": ranks}
        message = Text(
            "%(unit)s: %(standing)s at a front of %(have)s, characters included, stand %(deep)s deep; "
            "at most %(ranks)s. Widen the front.",
            values,
        )
        yield _formation_problem(roster, unit, message, deep, ranks, fix)


def _formation_problem(roster: Roster, unit: UnitEntry, message: Text, have: int, allowed: int, fix: Fix) -> Breach:
    return Breach("formation", message, "3:4:1", roster.level.number, (unit.id,), have, allowed, (fix,))


def _about(roster: Roster, entry: Entry, code: Code, message: Text, rule: str, fix: Fix) -> Breach:
    return Breach(code, message, rule, roster.level.number, (entry.id,), fixes=(fix,))


def _names(roster: Roster, entry: Entry) -> dict[str, object]:
    return {"unit": roster.title(entry)}
