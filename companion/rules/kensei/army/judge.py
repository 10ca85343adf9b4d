"""The verdict on an army list: limits, problems, advice and the ladder of levels (chapter 12, K33 to K42)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.kensei.army.entries import character_problems, unit_problems
from companion.rules.kensei.army.limits import limit_problems, limits
from companion.rules.kensei.army.model import Army, ArmyTables, CharacterEntry, Entry, UnitEntry
from companion.rules.kensei.army.roster import Roster, most_miniatures
from companion.rules.kensei.army.together import allowance, joined, leading, repeated_characters, repeated_units
from companion.rules.kensei.army.verdict import Breach, Code, Hint, Limit, Rung, Verdict
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
