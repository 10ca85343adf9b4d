"""What the builder shows of a list, ready for the page: the limit strip, rows with their numbers, picker and ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.content import catalog
from companion.play.armies.draft import Title, Titles, titles_of
from companion.play.armies.shelf import MOUNTED, STANDARD, lacks_of, missing_miniatures, needed_miniatures
from companion.rules.kensei.army import (
    Army,
    Breach,
    CharacterEntry,
    Fix,
    Limit,
    Numbers,
    Roster,
    UnitEntry,
    Verdict,
    character_numbers,
    fits,
    judge,
    limits_at,
    most_miniatures,
    unit_koku,
    unit_numbers,
)
from companion.rules.kensei.army.joining import GENERALS, fronts
from companion.rules.kensei.army.limits import RANKS
from companion.rules.kensei.army.together import ability_path, allowance, objections_to
from companion.rules.kensei.army.verdict import Code
from companion.rules.kensei.profiles import Ability, CharacterProfile, UnitProfile
from companion.rules.text import Text

# ---- rows

Lacks = tuple[tuple[int, Title], ...]
"""Miniatures like this entry's that the whole list needs beyond those owned, in all and with what it has: how many, and
with what. None where the owner counts none."""


@dataclass(frozen=True, slots=True)
class Place:
    """A unit a character may start in ("": alone), or a character who may come into one, and what would be wrong."""

    id: str
    title: Title
    here: bool
    against: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class UnitRow:
    entry: UnitEntry
    profile: UnitProfile
    title: Title
    koku: int
    most: int
    fronts: tuple[int, ...]
    numbers: Numbers
    inside: tuple[CharacterRow, ...]
    """The characters that start in it."""
    newcomers: tuple[Place, ...]
    """Characters of the list that could join, now or after a change."""
    problems: tuple[Breach, ...]
    lacks: Lacks


@dataclass(frozen=True, slots=True)
class CharacterRow:
    entry: CharacterEntry
    profile: CharacterProfile
    title: Title
    vp: int
    numbers: Numbers
    places: tuple[Place, ...]
    where: Title
    general: bool
    may_lead: bool
    problems: tuple[Breach, ...]
    lacks: Lacks


@dataclass(frozen=True, slots=True)
class AbilityRow:
    ability: Ability
    chosen: bool
    common: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A whole list as the builder shows it."""

    verdict: Verdict
    cells: tuple[Cell, ...]
    units: tuple[UnitRow, ...]
    characters: tuple[CharacterRow, ...]
    abilities: tuple[AbilityRow, ...]
    ability_bounds: tuple[int, int, int]
    general: CharacterRow | None


def board_of(army: Army, owned: Mapping[str, int] = {}) -> Board:
    """The board of a list; `owned` counts miniatures by profile."""
    verdict, roster = judge(army, catalog()), Roster.of(army, catalog())
    titles, missing = titles_of(army), missing_miniatures(army, owned)
    characters = tuple(_character_row(roster, verdict, one, titles, missing) for one in army.characters)
    return Board(
        verdict=verdict,
        cells=tuple(cells_of(army, verdict, titles)),
        units=tuple(_unit_row(roster, verdict, unit, titles, missing, characters) for unit in army.units),
        characters=characters,
        abilities=tuple(_abilities(roster)),
        ability_bounds=allowance(roster),
        general=next((row for row in characters if row.general), None),
    )


# ---- units and characters


def _unit_row(
    roster: Roster,
    verdict: Verdict,
    unit: UnitEntry,
    titles: Titles,
    missing: Mapping[str, int],
    characters: tuple[CharacterRow, ...],
) -> UnitRow:
    profile = roster.profile(unit)
    least, most = fronts(profile)
    return UnitRow(
        entry=unit,
        profile=profile,
        title=titles[unit.id],
        koku=roster.koku(unit),
        most=most_miniatures(profile, roster.level),
        fronts=tuple(range(least, most + 1)),
        numbers=unit_numbers(roster, unit),
        inside=tuple(row for row in characters if row.entry in roster.army.inside(unit)),
        newcomers=tuple(_newcomers(roster, unit, titles)),
        problems=_own(verdict, unit.id),
        lacks=lacks_of(missing, unit.unit, STANDARD if unit.standard_bearer else None),
    )


def _newcomers(roster: Roster, unit: UnitEntry, titles: Titles) -> Iterator[Place]:
    """Loners are left out, for no change of this list would let them in; of a Shinobi the kind would."""
    for one in roster.army.present:
        against = objections_to(roster, unit, one)
        a_mitsumono_could = one.character == "shinobi" and "loner" not in roster.profile(unit).traits
        never = any(o.code == "joins-loner" for o in against) and not a_mitsumono_could
        if one.joins != unit.id and not never:
            yield Place(one.id, titles[one.id], False, tuple(o.reason for o in against))


def _character_row(
    roster: Roster, verdict: Verdict, one: CharacterEntry, titles: Titles, missing: Mapping[str, int]
) -> CharacterRow:
    profile = roster.who(one)
    places = [Place("", "", one.joins is None, ())]
    for unit in roster.army.fielded:
        against = tuple(o.reason for o in objections_to(roster, unit, one))
        places.append(Place(unit.id, titles[unit.id], one.joins == unit.id, against))
    return CharacterRow(
        entry=one,
        profile=profile,
        title=titles[one.id],
        vp=roster.vp(one),
        numbers=character_numbers(roster, one),
        places=tuple(places),
        where=titles.get(one.joins or "", ""),
        general=one == roster.general(),
        may_lead=profile.rank in GENERALS,
        problems=_own(verdict, one.id),
        lacks=lacks_of(missing, one.character, one.weapon, MOUNTED if one.mounted else None),
    )


def _own(verdict: Verdict, id_: str) -> tuple[Breach, ...]:
    """The problems shown at an entry: of a limit that many fill, only where its fix would change this one.

    All of them stand on the strip and the check page; the same sentence at every unit would hide what is wrong.
    """
    return tuple(p for p in verdict.about(id_) if p.code not in ON_STRIP or id_ in map(_changed, p.fixes))


def _changed(fix: Fix) -> str | None:
    return fix.remove or str(fix.set.get("id", ""))


def _abilities(roster: Roster) -> Iterator[AbilityRow]:
    for id_, ability in roster.tables.taisho_abilities.items():
        path = ability_path(roster, id_)
        chosen = id_ in roster.army.taisho_abilities
        if chosen or path in ("all", roster.army.path):
            yield AbilityRow(ability, chosen, path == "all")


# ---- the limit strip: each limit as a number the thumb can read, who fills it, and what the next level would allow

CELLS: Mapping[str, tuple[Text, Text, tuple[str, ...], tuple[Code, ...]]] = {
    "koku": (Text("koku"), Text("Koku"), ("koku",), ("koku-over",)),
    "vp": (Text("VP"), Text("VP and characters"), ("vp", *dict(RANKS.values())), ("vp-over", "character-limit")),
    "basic": (
        Text("basic"),
        Text("Basic units"),
        ("basic-units", "basic-projectiles", "basic-cavalry"),
        ("too-few-basic",),
    ),
    "special": (
        Text("special"),
        Text("Special units"),
        ("special-units", "special-projectiles", "special-cavalry"),
        ("too-many-special",),
    ),
    "elite": (
        Text("elite"),
        Text("Elite units"),
        ("elite-units", "elite-projectiles", "elite-cavalry"),
        ("too-many-elite",),
    ),
    "projectiles": (
        Text("proj."),
        Text("Projectile units"),
        ("projectiles-total", "basic-projectiles", "special-projectiles", "elite-projectiles"),
        ("projectile-total", "projectile-class"),
    ),
    "cavalry": (
        Text("cavalry"),
        Text("Cavalry units"),
        ("cavalry-total", "basic-cavalry", "special-cavalry", "elite-cavalry"),
        ("cavalry-total", "cavalry-class"),
    ),
}
"""The strip's cells: short name, whole name, the limits behind each, its own first, and the problems it shows."""
ON_STRIP = frozenset(code for *_, codes in CELLS.values() for code in codes)

LIMIT_NAMES: Mapping[str, Text] = {
    "koku": Text("Koku"),
    "vp": Text("VP"),
    "basic-units": Text("Basic units"),
    "basic-projectiles": Text("Projectile units among the basic ones"),
    "basic-cavalry": Text("Cavalry among the basic ones"),
    "special-units": Text("Special units"),
    "special-projectiles": Text("Projectile units among the special ones"),
    "special-cavalry": Text("Cavalry among the special ones"),
    "elite-units": Text("Elite units"),
    "elite-projectiles": Text("Projectile units among the elite ones"),
    "elite-cavalry": Text("Cavalry among the elite ones"),
    "projectiles-total": Text("Projectile units in all"),
    "cavalry-total": Text("Cavalry units in all"),
    **dict(RANKS.values()),
}


@dataclass(frozen=True, slots=True)
class LimitRow:
    """One limit unfolded: who fills it, and what the next level would allow."""

    name: Text
    limit: Limit
    bounds: Text
    shares: tuple[tuple[str, Title, int], ...]
    """Id, title and amount of each contributor."""
    next: Text | None


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the strip. `broken` shows by shape, too; `spoken` is read aloud instead of `note`."""

    id: str
    name: Text
    title: Text
    have: int
    note: Text
    spoken: Text
    broken: bool
    full: bool
    rows: tuple[LimitRow, ...]
    problems: tuple[Breach, ...]


def cells_of(army: Army, verdict: Verdict, titles: Titles) -> Iterator[Cell]:
    limits = {limit.limit: limit for limit in verdict.limits}
    above = {limit.limit: limit for limit in limits_at(army, catalog(), army.level + 1)} if army.level < 10 else {}
    for id_, (name, whole, behind, codes) in CELLS.items():
        rows = tuple(_limit_row(limits[one], above.get(one), army.level, titles) for one in behind if one in limits)
        own = rows[0].limit
        problems = tuple(p for p in verdict.problems if p.code in codes)
        broken = not all(row.limit.kept for row in rows)
        yield Cell(
            id=id_,
            name=name,
            title=whole,
            have=own.have,
            note=_note(own, broken=broken),
            spoken=_spoken(own, problems),
            broken=broken,
            full=not broken and own.most is not None and own.have >= own.most,
            rows=rows,
            problems=problems,
        )


def _spoken(limit: Limit, problems: tuple[Breach, ...]) -> Text:
    """What is read aloud after a cell's number: what has no room there in words, else its note."""
    if limit.least is not None and limit.have < limit.least:
        return Text("needs %(count)s", {"count": limit.least - limit.have})
    if limit.most is not None and limit.have > limit.most:
        return Text("%(count)s over", {"count": limit.have - limit.most})
    return problems[0].message if limit.kept and problems else _note(limit, broken=False)


def _note(limit: Limit, *, broken: bool) -> Text:
    """The word under a cell's number."""
    if limit.most is not None and limit.have > limit.most:
        return Text("+%(count)s", {"count": limit.have - limit.most})
    if broken and limit.kept:
        return Text("why?")
    if limit.most is None:
        return Text("of %(least)s+", {"least": limit.least or 0})
    return Text("of %(most)s", {"most": limit.most})


def _limit_row(limit: Limit, above: Limit | None, level: int, titles: Titles) -> LimitRow:
    shares = tuple((share.id, titles.get(share.id, share.id), share.amount) for share in limit.shares)
    next_: Text | None = None
    if above is not None and (above.most, above.least) != (limit.most, limit.least):
        next_ = Text("level %(level)s: %(bounds)s", {"level": level + 1, "bounds": _bounds(above)})
    return LimitRow(LIMIT_NAMES[limit.limit], limit, _bounds(limit), shares, next_)


def _bounds(limit: Limit) -> Text:
    if limit.most is None:
        return Text("%(least)s or more", {"least": limit.least or 0})
    return Text("at most %(most)s", {"most": limit.most})


# ---- the picker: everything that can be added, with its price and what one more of it would break


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


def picks(army: Army, owned: Mapping[str, int] = {}) -> dict[str, tuple[Pick, ...]]:
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
