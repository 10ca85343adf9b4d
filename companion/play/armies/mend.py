"""Ways to make a whole list legal: the smallest sets of changes there are, the ones that lose least first.

One fix mends one problem; what it takes away may be needed for another. Here all problems are solved at once, so that
no smaller set of changes makes the list legal. What was added last, a copy or nameless goes before what is old, named
or lived in; what has a name, a note or company goes to the bench. Nothing is taken out where another way that is
offered only changes it; where every shortest way takes something out, one change more that keeps all is offered too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, get_args

from companion.content import catalog
from companion.play.armies.draft import titles_of
from companion.play.armies.mend_model import ActKind, MendAct, Model
from companion.play.armies.solver import Solution
from companion.rules import counts
from companion.rules.kensei.army import Army, CharacterEntry, Fix, Roster, UnitEntry, judge, mended, problems
from companion.rules.kensei.army.mending import made_as, setting
from companion.rules.kensei.army.roster import MOUNT_VP
from companion.rules.text import Text, counted

MOST_WAYS, MOST_TRIES = 3, 6
AGAIN, SAME_KIND = 80.0, 15.0
"""What an act loses besides for having been offered already, and for being of a kind that was: others shall differ."""
CHANGED, TAKEN_OUT = 1, 2
"""How far a way goes with an entry: it is kept, but not as it was; or it goes, if only to the bench."""


@dataclass(frozen=True, slots=True)
class MendStep:
    """One change to one entry, in words that say what it costs or saves."""

    words: Text
    fixes: tuple[Fix, ...]


@dataclass(frozen=True, slots=True)
class WayToMend:
    """A set of changes, and the legal list after all of them."""

    changes: tuple[MendStep, ...]
    army: Army

    @property
    def roster(self) -> Roster:
        """That list with its prices: what it leaves unspent."""
        return Roster.of(self.army, catalog())

    @property
    def key(self) -> str:
        """Names this very set of changes: a tap makes what its page showed, or nothing."""
        text = repr([change.fixes for change in self.changes])
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def words(self) -> Text:
        """All changes in one sentence, for the history: how many, then the first, for which there may be no room."""
        return counted(
            "made legal: %(what)s",
            "made legal by %(num)s changes: %(what)s\u00a0…",
            len(self.changes),
            {"what": self.changes[0].words},
        )


def ways_to_mend(army: Army, fresh: Collection[str] = ()) -> tuple[WayToMend, ...]:
    """Up to three sets of the fewest changes that make the list legal; none where it is legal already.

    `fresh` are the entries that came since it was: if it is legal without the newest of them, or without any, that way
    is the first, and touches nothing its player chose before.
    """
    if not problems(army, catalog()):
        return ()
    model = Model(army)
    fewest = model.fewest()
    if fewest is None:
        return ()
    undoing = list(_taken_out(army, fresh))
    found = [*undoing]
    made: list[MendAct] = []
    for _ in range(MOST_TRIES):
        solution = model.least_lost(_again(made)) if len(found) < MOST_WAYS else None
        if solution is None:
            break
        acts = [act for act in model.acts if solution[act.var]]
        way = _Telling(model, solution).way(acts)
        if not any(other.army == way.army or _does_less(other, way) for other in found):
            found = [*(one for one in found if one in undoing or not _does_less(way, one)), way]
        model.forbid(acts, sum(solution[act.var] for act in acts))
        made += acts
    return (found[0], *_keeping_all(army, fewest, found), *found[1:])[:MOST_WAYS]


def _keeping_all(army: Army, fewest: int, found: list[WayToMend]) -> Iterator[WayToMend]:
    """The way with one change more that takes nothing out, where there is one and all that were found do."""
    if not all(TAKEN_OUT in _touched(way).values() for way in found):
        return
    model = Model(army)
    model.keep_all(fewest + 1)
    if (solution := model.least_lost(lambda act: 0)) is not None:
        yield _Telling(model, solution).way([act for act in model.acts if solution[act.var]])


def _does_less(way: WayToMend, other: WayToMend) -> bool:
    """Whether it touches nothing the other does not, and only changes what the other takes out."""
    less, more = _touched(way), _touched(other)
    return less != more and all(harm <= more.get(what, 0) for what, harm in less.items())


def _touched(way: WayToMend) -> dict[str, int]:
    """The entries a way touches, the list itself as "", and whether it takes them out."""
    harm: dict[str, int] = {}
    for fix in (fix for change in way.changes for fix in change.fixes):
        about = fix.remove or (fix.add.id if fix.add else str(fix.set.get("id", "")))
        taken = fix.remove is not None or "benched" in fix.set
        harm[about] = max(harm.get(about, 0), TAKEN_OUT if taken else CHANGED)
    return harm


def _taken_out(army: Army, fresh: Collection[str]) -> Iterator[WayToMend]:
    """The list without the newest of these entries, or else without them all, where that makes it legal."""
    newest_first = sorted(fresh, key=made_as, reverse=True)
    for ids in (newest_first[:1], newest_first):
        after = mended(army, (Fix(remove=id_) for id_ in ids))
        if ids and not problems(after, catalog()):
            yield WayToMend(tuple(_removed(army, id_) for id_ in ids), after)
            return


def _removed(army: Army, id_: str) -> MendStep:
    roster, entry, who = Roster.of(army, catalog()), army.entry(id_), titles_of(army)[id_]
    assert entry is not None
    if isinstance(entry, UnitEntry):
        words = Text("Remove %(who)s: %(points)s koku less", {"who": who, "points": roster.koku(entry)})
    else:
        words = Text("Remove %(who)s: %(points)s VP less", {"who": who, "points": roster.vp(entry)})
    return MendStep(words, (Fix(remove=id_),))


def level_instead(army: Army) -> int | None:
    """The nearest level at which the list is legal as it is, a higher one before a lower one; None where none is."""
    legal = [level for level, kept in judge(army, catalog()).levels.items() if kept and level != army.level]
    return min(legal, key=lambda level: (abs(level - army.level), -level), default=None)


def _again(made: list[MendAct]) -> Callable[[MendAct], float]:
    offered, kinds = {act.var for act in made}, {act.kind for act in made}
    return lambda act: AGAIN * (act.var in offered) + SAME_KIND * (act.kind in kinds)


class _Telling:
    """One solution as changes of the list: fixes and words. Each kind of act has a method of its name."""

    def __init__(self, model: Model, solution: Solution) -> None:
        self.model, self.solution = model, solution
        self.roster, self.army = model.roster, model.army
        self.titles = titles_of(model.army)

    def way(self, acts: list[MendAct]) -> WayToMend:
        changes: list[MendStep] = []
        after = self.army
        for act in sorted(acts, key=lambda act: get_args(ActKind).index(act.kind)):
            for _ in range(self.solution[act.var]):
                change: MendStep = getattr(self, act.kind)(act, after)
                after = mended(after, change.fixes)
                changes.append(change)
        return WayToMend(tuple(changes), after)

    def _named(self, id_: str, **values: Any) -> dict[str, Any]:
        return {"who": self.titles[id_], **values}

    def remove(self, act: MendAct, now: Army) -> MendStep:
        entry = self.army.entry(act.about)
        assert entry is not None
        inside = self.army.inside(entry) if isinstance(entry, UnitEntry) else ()
        if not (entry.name or entry.note or inside):
            return _removed(self.army, entry.id)
        values = self._named(entry.id)
        if isinstance(entry, UnitEntry):
            values |= {"points": self.roster.koku(entry)}
            words = Text("%(who)s to the bench, kept but not counted: %(points)s koku less", values)
        else:
            values |= {"points": self.roster.vp(entry)}
            words = Text("%(who)s to the bench, kept but not counted: %(points)s VP less", values)
        fixes = [setting(entry.id, benched=True)]
        if self.army.general == entry.id:
            fixes.append(setting(None, general=None))
        fixes += [setting(one.id, joins=None) for one in inside if now.character(one.id)]
        return MendStep(words, tuple(fixes))

    def add(self, act: MendAct, now: Army) -> MendStep:
        profile = catalog().units[act.new]
        entry = UnitEntry(self._free_id("u", now), profile.id, profile.basic_unit)
        values = {"unit": profile.name, "count": entry.miniatures, "koku": profile.koku * entry.miniatures}
        return MendStep(Text("Add %(count)s %(unit)s: %(koku)s koku more", values), (Fix(add=entry),))

    def enlist(self, act: MendAct, now: Army) -> MendStep:
        who = catalog().characters[act.new]
        weapon = who.weapon_choice[0] if who.weapon_choice else None
        entry = CharacterEntry(self._free_id("c", now), who.id, weapon)
        words = Text("Add %(who)s to lead: %(vp)s VP more", {"who": who.name, "vp": who.vp})
        return MendStep(words, (Fix(add=entry),))

    def size(self, act: MendAct, now: Army) -> MendStep:
        unit = next(unit for unit in self.model.units if unit.entry.id == act.about)
        size, had = self.solution[unit.size], unit.entry.miniatures
        koku = (size - had) * unit.profile.koku
        values = self._named(act.about, was=had, now=counts.miniatures(size), koku=abs(koku))
        less = Text("%(who)s: %(was)s → %(now)s, %(koku)s koku less", values)
        more = Text("%(who)s: %(was)s → %(now)s, %(koku)s koku more", values)
        return MendStep(less if koku < 0 else more, (setting(act.about, miniatures=size),))

    def standard(self, act: MendAct, now: Army) -> MendStep:
        unit = self.army.unit(act.about)
        assert unit is not None
        values = self._named(unit.id, koku=self.roster.profile(unit).standard_bearer or 0)
        words = Text("%(who)s: no standard-bearer", values)
        if values["koku"]:
            words = Text("%(who)s: no standard-bearer, %(koku)s koku less", values)
        return MendStep(words, (setting(unit.id, standard_bearer=False),))

    def foot(self, act: MendAct, now: Army) -> MendStep:
        words = Text("%(who)s on foot: %(vp)s VP less", self._named(act.about, vp=MOUNT_VP))
        return MendStep(words, (setting(act.about, mounted=False),))

    def horse(self, act: MendAct, now: Army) -> MendStep:
        words = Text("%(who)s mounted: %(vp)s VP more", self._named(act.about, vp=MOUNT_VP))
        return MendStep(words, (setting(act.about, mounted=True),))

    def alone(self, act: MendAct, now: Army) -> MendStep:
        return MendStep(Text("%(who)s stands alone", self._named(act.about)), (setting(act.about, joins=None),))

    def front(self, act: MendAct, now: Army) -> MendStep:
        return MendStep(Text("%(who)s: the usual front", self._named(act.about)), (setting(act.about, front=None),))

    def weapon(self, act: MendAct, now: Army) -> MendStep:
        hero = next(hero for hero in self.model.heroes if hero.entry.id == act.about)
        weapon = catalog().weapons[hero.weapon].name if hero.weapon else Text("no chosen weapon")
        words = Text("%(who)s: %(weapon)s", self._named(act.about, weapon=weapon))
        return MendStep(words, (setting(act.about, weapon=hero.weapon),))

    def general(self, act: MendAct, now: Army) -> MendStep:
        leader = self._leader(now)
        words = Text("%(who)s leads", {"who": self.titles.get(leader.id) or self.roster.title(leader)})
        return MendStep(words, (setting(None, general=leader.id),))

    def abilities(self, act: MendAct, now: Army) -> MendStep:
        kept = self.model.lawful(self._leader(now))
        names = ", ".join(catalog().taisho_abilities[id_].name for id_ in kept)
        words = Text("Taisho abilities: only %(names)s", {"names": names}) if kept else Text("No Taisho abilities")
        return MendStep(words, (setting(None, taisho_abilities=kept),))

    def _leader(self, now: Army) -> CharacterEntry:
        """Who leads the list in the end: whom the solution has chosen, or who is added for it."""
        for hero in self.model.heroes:
            if hero.leads is not None and self.solution[hero.leads]:
                return hero.entry
        known = {one.id for one in self.army.characters}
        return next(one for one in now.present if one.id not in known)

    def _free_id(self, letter: str, now: Army) -> str:
        """An id neither the list as it was nor the one that is made of it has: what is removed may come back."""
        both = replace(now, units=(*now.units, *self.army.units), characters=(*now.characters, *self.army.characters))
        return both.free_id(letter)
