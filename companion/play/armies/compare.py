"""Two lists beside each other: what each has of every kind, how it is split, and whether that differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass

from companion.content import catalog
from companion.rules.kensei.army import Army, Budget, CharacterEntry, Roster, UnitEntry, judge
from companion.rules.text import Term, Text

Words = str | Text
Line = tuple[Words, ...]
"""One or several equal entries, in a few words each: "2 × 5", "standard"."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One kind of thing: what the one list has of it, and the other; nothing where it has none."""

    what: Words
    one: tuple[Line, ...]
    other: tuple[Line, ...]

    @property
    def differs(self) -> bool:
        """Whether the lists are not the same in it."""
        return self.one != self.other


@dataclass(frozen=True, slots=True)
class PairGroup:
    """Pairs that belong together, under their title."""

    title: Text
    pairs: tuple[Pair, ...]

    @property
    def differs(self) -> bool:
        """Whether any of them does."""
        return any(pair.differs for pair in self.pairs)

    @property
    def same(self) -> int:
        """How many of them do not."""
        return sum(not pair.differs for pair in self.pairs)


def compared(one: Army, other: Army) -> tuple[PairGroup, ...]:
    """Everything either list puts on the table, and its sums. Names and notes of one's own say nothing of that, and the
    order of a list neither.
    """
    a, b = Roster.of(one, catalog()), Roster.of(other, catalog())
    groups = (
        PairGroup(Text("In all"), tuple(Pair(what, ((of(a),),), ((of(b),),)) for what, of in SUMS)),
        PairGroup(Text("Units: miniatures in each"), tuple(_units(a, b))),
        PairGroup(Text("Characters"), tuple(_characters(a, b))),
        PairGroup(Text("Taisho abilities"), tuple(_abilities(one, other))),
    )
    return tuple(group for group in groups if group.pairs)


# ---- sums


SUMS: tuple[tuple[Text, Callable[[Roster], Words]], ...] = (
    (Text("path"), lambda list_: Term(list_.army.path.capitalize())),
    (Text("level"), lambda list_: str(list_.army.level)),
    (Text("legal"), lambda list_: Text("no") if judge(list_.army, catalog()).problems else Text("yes")),
    (Text("koku"), lambda list_: _of(list_.koku_budget)),
    (Text("VP"), lambda list_: _of(list_.vp_budget)),
    (Text("general"), lambda list_: _leader(list_)),
    (Text("units"), lambda list_: str(len(list_.army.fielded))),
    (Text("miniatures"), lambda list_: str(_miniatures(list_.army))),
    (Text("standard-bearers"), lambda list_: str(sum(unit.standard_bearer for unit in list_.army.fielded))),
    (Text("characters"), lambda list_: str(len(list_.army.present))),
)


def _of(budget: Budget) -> Text:
    return Text("%(spent)s of %(allowed)s", asdict(budget))


def _leader(roster: Roster) -> Words:
    leader = roster.general()
    return Term(roster.who(leader).name) if leader else Text("no general")


def _miniatures(army: Army) -> int:
    """Of the units, as a table counts them; characters are counted apart."""
    return sum(unit.miniatures for unit in army.fielded)


# ---- entries


def _units(a: Roster, b: Roster) -> Iterator[Pair]:
    for id_, profile in catalog().units.items():
        one, other = (_lines(map(_unit, _by_size(roster, id_))) for roster in (a, b))
        if one or other:
            yield Pair(Term(profile.name), one, other)


def _by_size(roster: Roster, id_: str) -> list[UnitEntry]:
    """The units of a kind, the largest first."""
    units = [unit for unit in roster.army.fielded if unit.unit == id_]
    return sorted(units, key=lambda unit: (-unit.miniatures, not unit.standard_bearer, unit.front or 0))


def _unit(unit: UnitEntry) -> Line:
    found: list[Words] = [str(unit.miniatures)]
    if unit.standard_bearer:
        found.append(Text("standard"))
    if unit.front is not None:
        found.append(Text("front %(front)s", {"front": unit.front}))
    return tuple(found)


def _characters(a: Roster, b: Roster) -> Iterator[Pair]:
    for id_, profile in catalog().characters.items():
        one, other = (
            _lines(sorted((_character(roster, who) for who in roster.army.present if who.character == id_), key=str))
            for roster in (a, b)
        )
        if one or other:
            yield Pair(Term(profile.name), one, other)


def _character(roster: Roster, one: CharacterEntry) -> Line:
    """Where he stands and what he has."""
    unit = roster.army.unit(one.joins)
    stands: Words = Text("alone")
    if unit is not None and not unit.benched:
        stands = Text("in %(unit)s", {"unit": Term(roster.profile(unit).name)})
    found = (
        stands,
        Text("general") if one == roster.general() else "",
        Term(catalog().weapons[one.weapon].name) if one.weapon else "",
        Text("mounted") if one.mounted else "",
        Term(one.kind.capitalize()) if one.kind else "",
    )
    return tuple(words for words in found if words)


def _lines(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Each line once, with how many entries it stands for, in the order they come."""
    found: dict[tuple[str, ...], tuple[int, Line]] = {}
    for line in lines:
        words = tuple(map(str, line))
        found[words] = (found[words][0] + 1 if words in found else 1, line)
    return tuple(
        line if count == 1 else (Text("%(count)s × %(what)s", {"count": count, "what": line[0]}), *line[1:])
        for count, line in found.values()
    )


# ---- abilities


def _abilities(one: Army, other: Army) -> Iterator[Pair]:
    for id_, ability in catalog().taisho_abilities.items():
        has, had = (((Text("yes"),),) if id_ in army.taisho_abilities else () for army in (one, other))
        if has or had:
            yield Pair(Term(ability.name), has, had)
