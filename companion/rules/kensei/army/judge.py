"""The verdict on an army list: limits, problems, advice and the ladder of levels (chapter 12, K33 to K42)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.counts import miniatures
from companion.rules.kensei.army.joining import fronts, ranks_of
from companion.rules.kensei.army.limits import limit_problems, limits
from companion.rules.kensei.army.mending import setting
from companion.rules.kensei.army.model import Army, ArmyTables, CharacterEntry, Entry, UnitEntry
from companion.rules.kensei.army.roster import Roster, most_miniatures, weapons_of
from companion.rules.kensei.army.together import allowance, joined, leading, repeated_characters, repeated_units
from companion.rules.kensei.army.verdict import Breach, Code, Fix, Hint, Limit, Rung, Verdict
from companion.rules.text import Text, counted


def judge(army: Army, tables: ArmyTables) -> Verdict:
    """Everything there is to say of a list. Its profiles, level and abilities must be among the tables."""
    roster = Roster.of(army, tables)
    ladder = tuple(Rung(level, problems(army, tables, level)) for level in sorted(tables.levels))
    broken = next(rung.problems for rung in ladder if rung.level == army.level)
    return Verdict(
        koku=roster.koku_budget,
        vp=roster.vp_budget,
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
        found += _unit_problems(roster, unit)
    for one in army.present:
        found += _character_problems(roster, one)
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


def fits(army: Army, tables: ArmyTables, profile_id: str) -> tuple[Breach, ...]:
    """What one more of this profile would break, a basic unit or a character who stands alone; empty: it fits."""
    entry: Entry = CharacterEntry(army.free_id("c"), profile_id)
    if unit := tables.units.get(profile_id):
        entry = UnitEntry(army.free_id("u"), profile_id, unit.basic_unit)
    return _added(problems(army, tables), problems(army.plus(entry), tables))


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


# ---- advice on a list that is no problem: what was left open, and points left over


TOO_LITTLE: tuple[Code, ...] = ("too-few-basic", "unit-too-small")
"""What no unit has to go for."""


def hints(roster: Roster, broken: Iterable[Breach]) -> Iterator[Hint]:
    """Every piece of advice for the list; `broken` is what is wrong with it."""
    yield from _general(roster)
    yield from _characters(roster)
    yield from _koku(roster, broken)
    yield from _vp(roster)


def _general(roster: Roster) -> Iterator[Hint]:
    general, most = roster.general(), allowance(roster)[2]
    left = most - len(roster.army.taisho_abilities)
    if general is not None and left > 0:
        who = {"who": roster.title(general)}
        if left < most:
            message = counted(
                "%(who)s may choose %(num)s more Taisho ability.",
                "%(who)s may choose %(num)s more Taisho abilities.",
                left,
                who,
            )
        else:
            message = counted(
                "%(who)s may choose a Taisho ability.", "%(who)s may choose up to %(num)s Taisho abilities.", left, who
            )
        yield Hint("ability-unchosen", message, "12:6:2", (general.id,))


def _characters(roster: Roster) -> Iterator[Hint]:
    fielded = {unit.id for unit in roster.army.fielded}
    for one in roster.army.present:
        who, values = roster.who(one), {"who": roster.title(one)}
        if who.id == "shinobi" and one.kind is None:
            message = Text("%(who)s: write down whether he is a Mitsumono, a Kamari or a Denuki.", values)
            yield Hint("kind-unchosen", message, "12:6:3", (one.id,))
        if who.id != "shinobi" and one.kind is not None:
            message = Text("%(who)s: only a Shinobi has a kind; the one written down is ignored.", values)
            yield Hint("kind-ignored", message, "12:6:3", (one.id,))
        if who.weapon_choice and one.weapon not in who.weapon_choice:
            message = Text("%(who)s: choose a weapon; until then he has his first one.", values)
            yield Hint("weapon-unchosen", message, "12:6:1", (one.id,))
        hides = "hidden" in who.traits or one.kind == "mitsumono"
        if hides and one.joins not in fielded:
            message = Text("%(who)s starts hidden in a unit: choose which.", values)
            yield Hint("hidden-alone", message, "12:6:3" if who.id == "shinobi" else "5:1:13", (one.id,))
        elif one.joins is not None and one.joins not in fielded:
            message = Text("%(who)s stands alone while his unit is on the bench.", values)
            yield Hint("joins-benched", message, "4:3:4", (one.id, one.joins))


def _koku(roster: Roster, broken: Iterable[Breach]) -> Iterator[Hint]:
    left = roster.koku_budget.left
    if left <= 0:
        return
    # What may have to go is not advised to grow.
    doubted = {id_ for breach in broken if breach.code not in TOO_LITTLE for id_ in breach.about}
    growing = [
        (roster.profile(unit).koku, unit)
        for unit in roster.army.fielded
        if unit.id not in doubted and unit.miniatures < most_miniatures(roster.profile(unit), roster.level)
    ]
    price, unit = max((way for way in growing if way[0] <= left), key=lambda way: way[0], default=(0, None))
    if unit is None:
        yield Hint("koku-unspent", counted("%(num)s koku is not spent.", "%(num)s koku are not spent.", left), "12:1:3")
    else:
        message = counted(
            "%(num)s koku is not spent; one more in %(unit)s costs %(koku)s.",
            "%(num)s koku are not spent; one more in %(unit)s costs %(koku)s.",
            left,
            {"unit": roster.title(unit), "koku": price},
        )
        yield Hint("koku-unspent", message, "12:1:3", (unit.id,))


def _vp(roster: Roster) -> Iterator[Hint]:
    left = roster.vp_budget.left
    if left > 0:
        yield Hint("vp-unspent", counted("%(num)s VP is not spent.", "%(num)s VP are not spent.", left), "12:1:5")


# ---- one unit or one character, whatever the others are (12:2, 12:5, 12:6, 3:4:1)


def _unit_problems(roster: Roster, unit: UnitEntry) -> Iterator[Breach]:
    """Path, size, standard-bearer and formation of one unit."""
    yield from _foreign(roster, unit)
    yield from _size(roster, unit)
    profile = roster.profile(unit)
    if unit.standard_bearer and profile.standard_bearer is None:
        message = Text("%(unit)s: no standard-bearer is allowed; this list has one.", _names(roster, unit))
        fix = setting(unit.id, standard_bearer=False)
        yield Breach("standard-bearer", message, "12:5", roster.level.number, (unit.id,), 1, 0, (fix,))
    yield from _formation(roster, unit)


def _character_problems(roster: Roster, one: CharacterEntry) -> Iterator[Breach]:
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
    yield _about(roster, entry, "wrong-path", message, "12:1:2", Fix(remove=entry.id))


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
        if most == profile.maximum:
            message = Text("%(unit)s: %(have)s; its profile allows %(most)s.", values)
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
