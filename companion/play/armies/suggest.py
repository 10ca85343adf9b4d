"""Suggests a legal army list, or fills a half-built one, spending at least 95 % of its koku and VP where that can be.

Two small whole-number programs, one of units and one of characters, are each solved for the list that taste and chance
like best among those that spend enough; where none does, for the most that can be spent, which is proven, and then for
the list that is liked best among those. Characters are placed and armed afterwards, each where the rules have nothing
against it. The same seed gives the same list, another seed another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from math import ceil, inf
from random import Random
from typing import Literal, get_args

from companion.content import catalog
from companion.play.armies.outfit import arm, divided, place
from companion.play.armies.shelf import MOUNTED, STANDARD, armed, limit_of, needed_miniatures
from companion.play.armies.solver import Program, Solution, Terms, Var, character_bounds, has_id, has_rank, unit_bounds
from companion.rules.kensei.army import (
    Army,
    Budget,
    CharacterEntry,
    Roster,
    UnitEntry,
    character_vp,
    copies_allowed,
    most_miniatures,
    problems,
)
from companion.rules.kensei.army.joining import GENERALS, capacity, fronts, ranks_of
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile
from companion.rules.text import Refusal, Text

Taste = Literal["balanced", "shooting", "cavalry", "foot", "horde", "elite"]
TASTES: tuple[Taste, ...] = get_args(Taste)

ENOUGH = 0.95
"""The share of koku and of VP a suggestion spends where the limits allow it."""
WISH_GAP = 0.01
"""How near the most liked list is near enough."""
LEADER = 2.0
"""What a leader of the highest rank is worth, in all VP of the level: more than any other wish."""
FULL = 0.08
"""What it costs a unit to have no place left for a character, in all koku of the level."""
SMALL = 0.03
"""What a unit costs that stays below the middle of its sizes, or has a standard and hardly anybody to follow it."""
THIRD = 0.2
"""What each unit of a kind beyond the second costs who wants some of all, in all koku of the level."""
FEW = 0.2
"""What each unit costs who wants few, in all koku of the level."""
SEAT = 0.3
"""What a unit of the line the general may stand in is worth, in all koku of the level."""
MOST_UNITS, MOST_CHARACTERS = 60, 60
CURABLE = ("too-few-basic", "no-general")
"""What filling a list puts right; anything else has to be mended first."""

Fits = Callable[[UnitProfile], bool]
Owned = Mapping[str, int]
"""Miniatures by profile."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal list. `best_koku` and `best_vp`: the proven most that can be spent where it is under 95 %, else None."""

    army: Army
    koku: Budget
    vp: Budget
    best_koku: int | None
    best_vp: int | None

    @property
    def notes(self) -> tuple[Text, ...]:
        """What to tell a player who expected all points spent."""
        notes = []
        for budget, best, points in ((self.koku, self.best_koku, Text("koku")), (self.vp, self.best_vp, Text("VP"))):
            values = {"best": best, "spent": budget.spent, "allowed": budget.allowed, "points": points}
            if best is not None:
                notes.append(Text("At most %(best)s of %(allowed)s %(points)s can be spent here.", values))
            elif budget.spent < ENOUGH * budget.allowed:
                notes.append(Text("No way to spend more than %(spent)s %(points)s was found in time.", values))
        return tuple(notes)


def held(army: Army, stays: Collection[str]) -> Army:
    """The list with only these of its entries; the bench stays too. Abilities go with the general who had them."""
    had = Roster.of(army, catalog()).general()
    rest = army
    for one in army.counting:
        if one.id not in stays:
            rest = rest.without(one.id)
    return rest if had is None or rest.character(had.id) else replace(rest, taisho_abilities=())


def fill(
    army: Army, taste: Taste = "balanced", seed: int = 0, owned: Owned | None = None, *, homeless: Collection[str] = ()
) -> Suggestion | Refusal:
    """The list with units and characters added, and units grown where only that spends enough; the rest stays as it is.

    `owned` holds it to the miniatures its player has, by profile; what stands in the list already may need more.
    Those `homeless` have lost their unit and are placed anew.
    Refused where something is wrong that more units and characters cannot cure, or where nothing legal can be reached.
    """
    wrong = [problem for problem in problems(army, catalog()) if problem.code not in CURABLE]
    if wrong:
        words = Text("Fix this first; then the rest can be filled in: %(what)s", {"what": wrong[0].message})
        return Refusal(words, wrong[0].rule)
    chance = Random(seed)
    units = _Units(army, taste, chance, owned).solve()
    if units is None and owned is not None:
        return Refusal(Text("Your miniatures are not enough for the units of a legal list at this level."), "12:3")
    if units is None:
        return Refusal(Text("No legal list can be reached from here by adding units: take a unit out first."), "12:3")
    characters = _Characters(replace(army, units=units[0]), taste, chance, owned).solve()
    if characters is None and owned is not None:
        words = Text("Your miniatures are not enough for the characters that must lead a list at this level.")
        return Refusal(words, "12:4")
    if characters is None:
        return Refusal(Text("No legal list can be reached from here by adding characters: take one out first."), "12:4")
    whole = replace(army, units=units[0], characters=characters[0])
    new = {one.id for one in whole.characters} - {one.id for one in army.characters}
    whole = arm(place(whole, {*new, *homeless}, chance), new, chance, owned or {})
    roster = Roster.of(whole, catalog())
    return Suggestion(whole, roster.koku_budget, roster.vp_budget, units[1], characters[1])


def _solve(program: Program, spent: Terms, had: int, allowed: int, wish: Terms) -> tuple[Solution, int | None] | None:
    """The list wished for among those that spend enough, and the most that can be spent where that is too little.

    `had` is spent already by what stays as it is. Nothing where no list keeps the constraints.
    """
    enough = ceil(ENOUGH * allowed)
    program.keep(spent, least=enough - had)
    if wished := program.best(wish, WISH_GAP):  # nearly always: to prove the most as well would take as long again
        return wished, None
    program.loosen()
    most = program.best(spent)
    if most is None:
        return None
    best = had + round(most.objective)
    program.loosen(min(best, enough) - had)
    return program.best(wish, WISH_GAP) or most, (best if best < enough and most.proven else None)


# ---- units


@dataclass(slots=True)
class _Kind:
    """The variables of one kind of unit: how many are added, their miniatures and standard-bearers, and how many of
    them leave no place in their formation for a character."""

    profile: UnitProfile
    units: Var
    miniatures: Var
    standards: Var
    full: Var


class _Units:
    """The program of units: every kind the path may have, and how much the units there may grow."""

    def __init__(self, army: Army, taste: Taste, chance: Random, owned: Owned | None) -> None:
        self.army, self.taste, self.chance = army, taste, chance
        self.roster = Roster.of(army, catalog())
        self.program = Program()
        self.wish: dict[Var, float] = {}
        """What each variable is worth to taste and chance."""
        self.kinds = [self._kind(p) for p in catalog().units.values() if p.path in (None, army.path)]
        self.growth = {unit.id: self.program.whole(0, self._room(unit)) for unit in army.fielded}
        if owned is not None:
            self._own(owned)

    def _own(self, owned: Owned) -> None:
        """Of no kind more miniatures are added than its player has left."""
        needed = needed_miniatures(self.army)
        growing = {self.growth[unit.id]: unit.unit for unit in self.army.fielded}
        for kind in self.kinds:
            id_ = kind.profile.id
            terms = {kind.miniatures: 1.0, **{var: 1.0 for var, of in growing.items() if of == id_}}
            self.program.keep(terms, most=max(0, owned.get(id_, 0) - needed.get(id_, 0)))
            standards = limit_of(owned, id_, STANDARD)
            if standards is not None:
                left = max(0, standards - needed.get(f"{id_}.{STANDARD}", 0))
                self.program.keep({kind.standards: 1}, most=left)

    def solve(self) -> tuple[tuple[UnitEntry, ...], int | None] | None:
        had = self.roster.koku_budget.spent
        spent = self._spent()
        self.program.keep(spent, most=self.roster.koku_allowed - had)
        self._limit()
        self._seat()
        found = _solve(self.program, spent, had, self.roster.koku_allowed, self.wish)
        if found is None:
            return None
        solution, best = found
        return (*self._grown(solution), *self._new(solution)), best

    def _kind(self, profile: UnitProfile) -> _Kind:
        """Its variables, what binds them (so many miniatures and standard-bearers as the units can have), and what
        taste and chance make of them: its koku are worth more or less, a second unit of it less."""
        keep, whole, wish, elite = self.program.keep, self.program.whole, self.wish, self.taste == "elite"
        allowed, least, most = self.roster.koku_allowed, profile.basic_unit, most_miniatures(profile, self.roster.level)
        worth = _appeal(profile, self.taste) * self.chance.uniform(0.5, 1.5)
        again = self.chance.uniform(0.02, 0.06) * allowed
        there = self._count(lambda other: other.id == profile.id)
        copies, room = copies_allowed(profile), MOST_UNITS - len(self.army.units)
        units = whole(0, min(room, allowed // (profile.koku * least)))
        wish[units] = -again - (FEW * allowed if elite else 0)
        if copies is not None:
            keep({units: 1}, most=max(0, copies - there))
        miniatures, standards = whole(0, room * most), whole(0, room if profile.standard_bearer else 0)
        wish[miniatures] = worth * profile.koku
        wish[standards] = self.chance.uniform(1, 3) * worth * (profile.standard_bearer or 0)
        another, used = self.chance.uniform(0.04, 0.12) * allowed, whole(0, 1)
        wish[used] = again + (0 if elite else another)
        keep({miniatures: 1, units: -least}, least=0)
        keep({miniatures: 1, units: -most}, most=0)
        keep({standards: 1, units: -1}, most=0)
        keep({used: 1, units: -1}, most=0)
        full = whole(0, room)
        wish[full] = -FULL * allowed
        keep({full: 1, units: -1}, most=0)
        if most == capacity(profile):
            keep({miniatures: 1, units: 1 - most, full: -1}, most=0)
        small, bare = whole(0, room), whole(0, room)
        wish[small] = wish[bare] = -SMALL * allowed
        middle, followed = (least + most) // 2, min(2, most - least)
        keep({miniatures: 1, units: -middle, small: middle - least}, least=0)
        keep({miniatures: 1, units: -least, standards: -followed, bare: followed}, least=0)
        third = whole(0, room)
        wish[third] = -THIRD * allowed if self.taste == "balanced" else 0
        keep({units: 1, third: -1}, most=max(0, 2 - there))
        return _Kind(profile, units, miniatures, standards, full)

    def _largest(self, kind: _Kind, solution: Solution) -> int:
        """How large one of them becomes: short of its formation by a place, where that need not be filled."""
        most = most_miniatures(kind.profile, self.roster.level)
        return most - 1 if most == capacity(kind.profile) and not solution[kind.full] else most

    def _room(self, unit: UnitEntry) -> int:
        """How many miniatures the unit may still take at this level and in its formation, characters included."""
        profile = self.roster.profile(unit)
        most = most_miniatures(profile, self.roster.level)
        if "harasser" not in profile.traits or unit.front is not None:
            holds = (unit.front or fronts(profile)[1]) * ranks_of(profile)
            most = min(most, holds - len(self.army.inside(unit)))
        return max(0, most - unit.miniatures)

    def _count(self, fits: Fits) -> int:
        return sum(1 for unit in self.army.fielded if fits(self.roster.profile(unit)))

    def _spent(self) -> Terms:
        spent: dict[Var, float] = {}
        for kind in self.kinds:
            spent[kind.miniatures] = kind.profile.koku
            spent[kind.standards] = kind.profile.standard_bearer or 0
        for unit in self.army.fielded:
            growth, koku = self.growth[unit.id], self.roster.profile(unit).koku
            spent[growth] = koku
            self.wish[growth] = -3.0 * koku  # what the player chose grows only where nothing else spends enough
        return spent

    def _limit(self) -> None:
        """The limits of 12:3, less what the list has already."""
        self._keep(lambda profile: True, most=MOST_UNITS - len(self.army.units) + len(self.army.fielded))
        for fits, least, most in unit_bounds(self.roster.level):
            self._keep(fits, least, most)

    def _keep(self, fits: Fits, least: int = 0, most: int | None = None) -> None:
        """Keeps the number of such units, those there already included, between the bounds."""
        own, had = {kind.units: 1.0 for kind in self.kinds if fits(kind.profile)}, self._count(fits)
        self.program.keep(own, least=least - had, most=inf if most is None else most - had)

    def _seat(self) -> None:
        """Somewhere the general may stand."""
        seat = self.program.whole(0, 1)
        line = {kind.units: -1.0 for kind in self.kinds if _seats_a_general(kind.profile)}
        self.program.keep({**line, seat: 1.0}, most=self._count(_seats_a_general))
        self.wish[seat] = SEAT * self.roster.koku_allowed

    def _grown(self, solution: Solution) -> Iterable[UnitEntry]:
        for unit in self.army.units:
            more = 0 if unit.benched else solution[self.growth[unit.id]]
            yield replace(unit, miniatures=unit.miniatures + more)

    def _new(self, solution: Solution) -> list[UnitEntry]:
        added: list[UnitEntry] = []
        army = self.army
        for kind in self.kinds:
            least, most = kind.profile.basic_unit, self._largest(kind, solution)
            sizes = divided(solution[kind.miniatures], solution[kind.units], least, most, self.chance)
            for number, size in enumerate(sizes):
                unit = UnitEntry(army.free_id("u"), kind.profile.id, size, number < solution[kind.standards])
                army = army.plus(unit)
                added.append(unit)
        return added


def _seats_a_general(profile: UnitProfile) -> bool:
    """Whether it is a unit of the line a general on foot may stand in."""
    return not {"heinin", "projectiles", "harasser", "mounted"} & profile.traits


def _appeal(profile: UnitProfile, taste: Taste) -> float:
    """How much a koku spent on this unit is worth to the taste; 1 is neither liked nor disliked."""
    if taste == "shooting":
        return 3.0 if "projectiles" in profile.traits else 1.0
    if taste == "cavalry":
        return 3.0 if "mounted" in profile.traits else 1.0
    if taste == "foot":
        return 2.0 if profile.traits.isdisjoint(("mounted", "projectiles")) else 0.5
    if taste == "horde":
        return 60 / (profile.koku + 5)
    if taste == "elite":
        return {"basic": 0.6, "special": 2.0, "elite": 4.0}[profile.unit_class]
    return 1.0


# ---- characters


class _Characters:
    """The program of characters: how many of each, on foot and mounted, within 12:4 and 12:2:3."""

    def __init__(self, army: Army, taste: Taste, chance: Random, owned: Owned | None) -> None:
        self.army, self.taste, self.chance, self.owned = army, taste, chance, owned
        self.roster = Roster.of(army, catalog())
        self.program = Program()
        self.kinds = [
            (who, mounted, self.program.whole(0, MOST_CHARACTERS))
            for who in catalog().characters.values()
            if who.path in (None, army.path)
            for mounted in ((False, True) if who.may_ride else (False,))
        ]

    def solve(self) -> tuple[tuple[CharacterEntry, ...], int | None] | None:
        had, allowed = self.roster.vp_budget.spent, self.roster.level.vp
        spent = {var: float(character_vp(who, mounted)) for who, mounted, var in self.kinds}
        self.program.keep(spent, most=allowed - had)
        self._limit()
        found = _solve(self.program, spent, had, allowed, self._wish())
        if found is None:
            return None
        solution, best = found
        army = self.army
        for who, mounted, var in self.kinds:
            for _ in range(solution[var]):
                army = army.plus(CharacterEntry(army.free_id("c"), who.id, mounted=mounted))
        return army.characters, best

    def _limit(self) -> None:
        self._keep(lambda p: True, most=MOST_CHARACTERS - len(self.army.characters) + len(self.army.present))
        for fits, most in character_bounds(self.roster.level):
            self._keep(fits, most=most)
        if self.owned is not None:
            needed = needed_miniatures(self.army)
            for id_ in catalog().characters:
                self._keep(has_id(id_), most=max(armed(self.owned, id_), needed.get(id_, 0)))
            for who, mounted, var in self.kinds:
                riders = limit_of(self.owned, who.id, MOUNTED)
                if riders is not None:
                    had = needed.get(f"{who.id}.{MOUNTED}", 0)
                    all_of_them, all_had = self.owned.get(who.id, 0), needed.get(who.id, 0)
                    left = riders - had if mounted else all_of_them - riders - (all_had - had)
                    self.program.keep({var: 1}, most=max(0, left))
        self._keep(has_rank(*GENERALS), least=1)
        named = self.army.character(self.army.general)
        if named is not None:
            self._keep(has_rank(*GENERALS[: GENERALS.index(self.roster.who(named).rank)]), most=0)

    def _keep(self, fits: Callable[[CharacterProfile], bool], *, least: int = 0, most: int = MOST_CHARACTERS) -> None:
        """Keeps the number of such characters, those there already included, between the bounds."""
        had = sum(1 for one in self.army.present if fits(self.roster.who(one)))
        own = {var: 1.0 for who, _, var in self.kinds if fits(who)}
        self.program.keep(own, least=least - had, most=most - had)

    def _wish(self) -> Terms:
        """Chance among those who spend enough; horses rather where there are riders to join."""
        profiles = map(self.roster.profile, self.army.fielded)
        mounted = [profile for profile in profiles if "mounted" in profile.traits]
        riders, formed_riders = len(mounted), any("harasser" not in profile.traits for profile in mounted)
        ashigaru = sum("ashigaru" in self.roster.profile(unit).traits for unit in self.army.fielded)
        horse = 1.5 if self.taste == "cavalry" and riders else 0.6 if riders else 0.2
        wish = {
            self._beyond(riders, lambda _, mounted: mounted): -0.5 * self.roster.level.vp,
            self._beyond(ashigaru, lambda who, _: who.rank == "daisho-ashigaru"): -0.1 * self.roster.level.vp,
        }
        for who, rides_himself, var in self.kinds:
            vp = character_vp(who, rides_himself)
            wish[var] = vp * self.chance.uniform(0.3, 1.7) * (horse if rides_himself else 1.0)
            if who.rank == self._best_rank():
                wish[var] += LEADER * self.roster.level.vp
                if rides_himself and not formed_riders:  # a mounted general among harassers leads from no line
                    wish[var] -= 0.5 * self.roster.level.vp
        return wish

    def _beyond(self, places: int, fits: Callable[[CharacterProfile, bool], bool]) -> Var:
        """How many such characters, mounted or not, are left without a unit where there are so many units for them."""
        beyond = self.program.whole(0, MOST_CHARACTERS)
        had = sum(1 for one in self.army.present if fits(self.roster.who(one), one.mounted))
        new = {var: 1.0 for who, mounted, var in self.kinds if fits(who, mounted)}
        self.program.keep({**new, beyond: -1.0}, most=max(0, places - had))
        return beyond

    def _best_rank(self) -> str:
        """The highest rank that may lead here and leaves points for others."""
        affordable = {who.rank for who, _, _ in self.kinds if who.vp <= self.roster.level.vp / 2}
        able = [rank for rank in GENERALS if rank in affordable and self.roster.level.characters[rank]]
        return able[0] if able else ""
