"""From an army list (12:1) to the army the sheets take: profiles looked up, characters in their units, the verdict.

An illegal army is printed like any other: its verdict stands on the sheet. Refused is only what cannot be drawn:
a unit of nobody, a front no formation has, a formation beyond two sheets of paper.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from companion.content import catalog
from companion.content.army_document import document_of
from companion.content.drawings import crest_for
from companion.rules.kensei.army import Army as ArmyList
from companion.rules.kensei.army import CharacterEntry, Roster, UnitEntry, judge, redacted
from companion.rules.kensei.army.joining import fronts, ranks_of
from companion.rules.kensei.profiles import UnitProfile
from companion.rules.text import Problem, Refusal, Text, counted, refuse
from printables.model import Army, Member, Troop
from printables.shaping import clean

MOST_FRONT = 12
"""Bases side by side: 300 mm, which is already two sheets glued together."""
MOST_DEPTH_MM = 250


def army_to_print(listed: ArmyList) -> Army | Refusal:
    """The army of a list with everything the sheets show, or every reason why it cannot be drawn.

    Benched entries are left out; who would join a benched unit stands alone.
    """
    tables = catalog()
    roster = Roster.of(listed, tables)
    fielded = {unit.id for unit in listed.fielded}
    members = {one.id: _member(roster, one, fielded) for one in listed.present}
    problems: list[Problem] = []
    troops = []
    for place, unit in enumerate(listed.units):
        if not unit.benched:
            inside = tuple(members[one.id] for one in listed.inside(unit))
            found = _troop(roster, unit, inside, f"units.{place}.")
            if isinstance(found, Problem):
                problems.append(found)
            else:
                troops.append(found)
    if not fielded and not members:
        nobody = Text("Nothing to print: the list has no units and no characters; add one first.")
        problems.append(Problem("units", nobody))
    if problems:
        return refuse(problems)
    general = roster.general()
    return Army(
        name=clean(listed.name),
        clan=clean(listed.clan),
        crest=crest_for(listed.mon, listed.path),
        path=listed.path,
        level=listed.level,
        troops=tuple(troops),
        alone=tuple(member for member in members.values() if member.joins is None),
        general=members[general.id] if general else None,
        taisho_abilities=tuple(tables.taisho_abilities[id_] for id_ in dict.fromkeys(listed.taisho_abilities)),
        verdict=judge(listed, tables),
        code=code_of(listed),
        own_code=_code(document_of(listed.without_bench.emptied("note"))),
    )


def code_of(listed: ArmyList) -> str:
    """Four letters and digits that change with what everybody may know of the list.

    They stand on every sheet: if they told where somebody hides, the opponent could try each place.
    """
    public = redacted(listed, catalog(), "opponent")
    assert public is not None
    return _code(document_of(public))


def _code(data: Any) -> str:
    """Four letters and digits of whatever JSON can say, without those easily mistaken (0 O 1 I)."""
    digest = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).digest()
    return "".join("23456789ABCDEFGHJKLMNPQRSTUVWXYZ"[byte % 32] for byte in digest[:4])


def usual_front(profile: UnitProfile, bases: int) -> int:
    """The front a formation takes when none is chosen: as wide as its rules allow, one rank while that is enough."""
    most = fronts(profile)[1]
    return min(MOST_FRONT, max(min(bases, most), -(-bases // ranks_of(profile))))


def _member(roster: Roster, one: CharacterEntry, fielded: set[str]) -> Member:
    joins = one.joins if one.joins in fielded else None
    code = _code((one.character, one.name, one.weapon, one.mounted, joins, one.kind))
    name, vp = clean(one.name), roster.vp(one)
    return Member(one.id, roster.who(one), name, one.weapon, one.mounted, joins, one.kind, vp, code)


def _troop(roster: Roster, unit: UnitEntry, inside: tuple[Member, ...], where: str) -> Troop | Problem:
    """The unit in its formation, or why no card can be made of it."""
    profile = roster.profile(unit)
    title = roster.title(unit)
    if unit.miniatures < 1:
        nobody = Text("%(unit)s: no miniatures. Give the unit one at least, or take it off the list.", {"unit": title})
        return Problem(f"{where}miniatures", nobody)
    shown = [one for one in inside if not one.hides]
    bases = unit.miniatures + len(shown)
    widest = min(bases, MOST_FRONT)
    if unit.front is not None and unit.front > widest:
        message = counted(
            "%(unit)s: a front of %(front)s is impossible; it has %(num)s base.",
            "%(unit)s: a front of %(front)s is impossible; its %(num)s bases can stand 1 to %(widest)s wide.",
            bases,
            {"unit": title, "front": unit.front, "widest": widest},
        )
        return Problem(f"{where}front", message)
    front = unit.front or usual_front(profile, bases)
    code = _code((unit.unit, unit.miniatures, front, unit.standard_bearer, unit.name, [one.code for one in shown]))
    name, koku = clean(unit.name), roster.koku(unit)
    troop = Troop(unit.id, profile, unit.miniatures, front, unit.standard_bearer, name, inside, koku, code)
    if troop.size_mm[1] > MOST_DEPTH_MM:
        message = Text(
            "%(unit)s would stand %(deep)s mm deep; %(most)s mm can be printed. Choose a wider front, or fewer "
            "miniatures.",
            {"unit": title, "deep": troop.size_mm[1], "most": MOST_DEPTH_MM},
        )
        return Problem(f"{where}front", message)
    return troop
