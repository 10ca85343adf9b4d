"""Two lists beside each other: what each has of every kind, how it is split, and whether that differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from companion.content import catalog
from companion.rules.kensei.army import Army, Budget, CharacterEntry, Roster, judge
from companion.rules.kensei.profiles import Ability, CharacterProfile, UnitProfile
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
    book = catalog()
    a, b = Roster.of(one, book), Roster.of(other, book)
    groups = (
        PairGroup(Text("In all"), tuple(Pair(what, ((of(a),),), ((of(b),),)) for what, of in SUMS)),
        PairGroup(Text("Units: miniatures in each"), tuple(_pairs(a, b, book.units, _units))),
        PairGroup(Text("Characters"), tuple(_pairs(a, b, book.characters, _characters))),
        PairGroup(Text("Taisho abilities"), tuple(_pairs(a, b, book.taisho_abilities, _ability))),
    )
    return tuple(group for group in groups if group.pairs)


# ---- sums


def _of(budget: Budget) -> Text:
    return Text("%(spent)s of %(allowed)s", asdict(budget))


def _leader(roster: Roster) -> Words:
    leader = roster.general()
    return Term(roster.who(leader).name) if leader else Text("no general")


SUMS: tuple[tuple[Text, Callable[[Roster], Words]], ...] = (
    (Text("path"), lambda list_: Term(list_.army.path.capitalize())),
    (Text("level"), lambda list_: str(list_.army.level)),
    (Text("legal"), lambda list_: Text("no") if judge(list_.army, catalog()).problems else Text("yes")),
    (Text("koku"), lambda list_: _of(list_.koku_budget)),
    (Text("VP"), lambda list_: _of(list_.vp_budget)),
    (Text("general"), _leader),
    (Text("units"), lambda list_: str(len(list_.army.fielded))),
    (Text("miniatures"), lambda list_: str(sum(unit.miniatures for unit in list_.army.fielded))),
    (Text("standard-bearers"), lambda list_: str(sum(unit.standard_bearer for unit in list_.army.fielded))),
    (Text("characters"), lambda list_: str(len(list_.army.present))),
)
"""Of miniatures those of the units, as a table counts them: characters are counted apart."""


# ---- entries


Kind = UnitProfile | CharacterProfile | Ability


def _pairs(
    a: Roster, b: Roster, kinds: Mapping[str, Kind], lines: Callable[[Roster, str], Iterable[Line]]
) -> Iterator[Pair]:
    """Each kind that either list has, in the order of the book; `lines` are a list's entries of it."""
    for id_, kind in kinds.items():
        pair = Pair(Term(kind.name), _counted(lines(a, id_)), _counted(lines(b, id_)))
        if pair.one or pair.other:
            yield pair


def _counted(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Each line once, with how many entries it stands for, in the order they come."""
    found: dict[tuple[str, ...], tuple[int, Line]] = {}
    for line in lines:
        words = tuple(map(str, line))
        found[words] = (found[words][0] + 1 if words in found else 1, line)
    return tuple(
        line if count == 1 else (Text("%(count)s × %(what)s", {"count": count, "what": line[0]}), *line[1:])
        for count, line in found.values()
    )


def _units(roster: Roster, id_: str) -> Iterator[Line]:
    """The units of a kind, the largest first."""
    units = [unit for unit in roster.army.fielded if unit.unit == id_]
    for unit in sorted(units, key=lambda unit: (-unit.miniatures, not unit.standard_bearer, unit.front or 0)):
        standard = (Text("standard"),) if unit.standard_bearer else ()
        front = (Text("front %(front)s", {"front": unit.front}),) if unit.front is not None else ()
        yield str(unit.miniatures), *standard, *front


def _characters(roster: Roster, id_: str) -> list[Line]:
    return sorted((_character(roster, one) for one in roster.army.present if one.character == id_), key=str)


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


def _ability(roster: Roster, id_: str) -> list[Line]:
    return [(Text("yes"),)] if id_ in roster.army.taisho_abilities else []
