"""A wrong list as a whole-number program: every act that could mend it, and the rules its outcome must keep.

Each act is a variable of 0 or 1 (or how many are added), so that the fewest acts, and among those the ones that lose
least, are simply what is minimized. The constraints say chapter 12 and 4:3:4 over again, of the list as it will be: the
tests hold every answer against the verdict of the rules, and against a search that tries all sets of acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from math import inf
from typing import Any, Literal, TypeVar

from companion.content import catalog
from companion.play.armies.solver import Program, Solution, Var, character_bounds, has_id, unit_bounds
from companion.rules.kensei.army import Army, CharacterEntry, Roster, UnitEntry, copies_allowed, most_miniatures
from companion.rules.kensei.army.joining import GENERALS, carries, fronts, ranks_of, takes_bushi_place
from companion.rules.kensei.army.mending import made_as
from companion.rules.kensei.army.model import Entry
from companion.rules.kensei.army.roster import MOUNT_VP, weapons_of
from companion.rules.kensei.army.together import lawful_abilities
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile, WeaponId

FAR = 1000
"""More than any sum of miniatures here: what lifts a constraint."""


ActKind = Literal[
    "remove", "add", "enlist", "size", "standard", "foot", "horse", "alone", "front", "weapon", "general", "abilities"
]
"""In the order in which changes are told and made."""


@dataclass(frozen=True, slots=True)
class MendAct:
    """One act on a list and what it loses beside the others. `kind` and `about` name it; `new` is the kind added."""

    var: Var
    kind: ActKind
    about: str
    loss: float
    new: str = ""


@dataclass(slots=True)
class UnitVars:
    """A unit: whether it goes, its size if it stays, what else it may give up."""

    entry: UnitEntry
    profile: UnitProfile
    gone: Var
    size: Var
    furled: Var | None
    usual: Var | None
    inside: list[HeroVars]


@dataclass(slots=True)
class HeroVars:
    """A character: whether he goes, changes horse for foot or the other way round, and stays where he stands."""

    entry: CharacterEntry
    profile: CharacterProfile
    weapon: WeaponId | None
    gone: Var
    foot: Var | None = None
    horse: Var | None = None
    stays: Var | None = None
    leads: Var | None = None


EntryVars = TypeVar("EntryVars", UnitVars, HeroVars)


class Model:
    """The program of one list. `acts` are all there are; a solution says which of them are made."""

    def __init__(self, army: Army) -> None:
        self.army = army
        self.roster = Roster.of(army, catalog())
        self.program = Program(presolve=False)
        self.acts: list[MendAct] = []
        self.units = [self._unit(unit) for unit in army.fielded]
        self.heroes = [self._hero(one) for one in army.present]
        units = [p for p in catalog().units.values() if p.unit_class == "basic" and p.path in (None, army.path)]
        leaders = [p for p in catalog().characters.values() if p.rank in GENERALS and p.path in (None, army.path)]
        more = self.roster.level.basic.least
        self.more_units = [
            (p, self._act("add", "", 60 + 0.3 * p.koku * p.basic_unit, most=more, new=p.id)) for p in units
        ]
        self.more_heroes = [(p, self._act("enlist", "", 60 + 0.3 * p.vp, new=p.id)) for p in leaders]
        self._unit_limits()
        self._hero_limits()
        self._lead()
        self._twins()

    def _act(self, kind: ActKind, about: str, loss: float, *, most: int = 1, new: str = "") -> Var:
        var = self.program.whole(0, most)
        self.acts.append(MendAct(var, kind, about, loss, new))
        return var

    def _never_both(self, *vars: Var | None) -> None:
        self.program.keep({var: 1 for var in vars if var is not None}, most=1)

    # ---- what may happen to a unit

    def _unit(self, unit: UnitEntry) -> UnitVars:
        profile, had = self.roster.profile(unit), unit.miniatures
        basic, most = profile.basic_unit, most_miniatures(profile, self.roster.level)
        age = newness(self.army, unit.id)
        # Its koku are lost with its miniatures (`least_lost`): a whole unit is missed a little less than all.
        gone = self._act(
            "remove", unit.id, 30 - 0.4 * self.roster.koku(unit) + attachment(self.roster, unit) + 20 * age
        )
        size = self.program.whole(0, min(max(had, basic), most))
        smaller = self._act("size", unit.id, 5 + 4 * age + self._touched(unit))
        self._never_both(gone, smaller)
        self.program.keep({size: 1, gone: basic}, least=basic)
        self.program.keep({size: 1, gone: FAR}, most=FAR)
        if basic <= had <= most:
            self.program.keep({size: 1, gone: had, smaller: had - basic}, least=had)
        else:
            self.program.keep({gone: 1, smaller: 1}, least=1)
        furled = usual = None
        if unit.standard_bearer:
            price, loss = profile.standard_bearer, 4 * age + self._touched(unit)
            furled = self._gives_up("standard", unit.id, 10 + (price or 0) + loss, gone, must=price is None)
        if profile.path not in (None, self.army.path):
            self.program.keep({gone: 1}, least=1)
        if unit.front is not None:
            usual = self._gives_up("front", unit.id, 2, gone, must=unit.front > fronts(profile)[1])
        return UnitVars(unit, profile, gone, size, furled, usual, [])

    def _touched(self, unit: UnitEntry) -> float:
        """What is lost where a unit stays, but not as its owner made it: the named and the inhabited are left alone."""
        return 0.5 * (sentiment(unit) + company(self.army, unit))

    def _gives_up(self, kind: ActKind, id_: str, loss: float, gone: Var, *, must: bool) -> Var:
        """What an entry that stays may give up. Where it `must`, it gives it up or goes."""
        given_up = self._act(kind, id_, loss)
        self._never_both(gone, given_up)
        if must:
            self.program.keep({gone: 1, given_up: 1}, least=1)
        return given_up

    # ---- what may happen to a character

    def _hero(self, one: CharacterEntry) -> HeroVars:
        who, age = self.roster.who(one), newness(self.army, one.id)
        gone = self._act("remove", one.id, 30 + 0.6 * self.roster.vp(one) + attachment(self.roster, one) + 20 * age)
        hero = HeroVars(one, who, self._armed(one, who, gone), gone)
        unit = next((each for each in self.units if each.entry.id == one.joins), None)
        if one.mounted:
            hero.foot = self._gives_up("foot", one.id, MOUNT_VP, gone, must=not who.may_ride)
        elif who.may_ride and unit is not None and "mounted" in unit.profile.traits:
            hero.horse = self._gives_up("horse", one.id, 15, gone, must=False)
        if unit is not None:
            self._stays(hero, unit)
        if who.path not in (None, self.army.path):
            self.program.keep({gone: 1}, least=1)
        return hero

    def _armed(self, one: CharacterEntry, who: CharacterProfile, gone: Var) -> WeaponId | None:
        """The weapon he carries in the end: his own, or the first of those he may have where it is none of them."""
        if one.weapon is None or one.weapon in weapons_of(who):
            return one.weapon
        self.program.keep({gone: 1, self._act("weapon", one.id, 2): 1}, least=1)
        return who.weapon_choice[0] if who.weapon_choice else None

    def _stays(self, hero: HeroVars, unit: UnitVars) -> None:
        """He stays in his unit, or he goes, it goes, or he is taken out of it (4:3:4, K40)."""
        alone = self._act("alone", hero.entry.id, 20)
        stays = hero.stays = self.program.whole(0, 1)
        self._never_both(stays, hero.gone)
        self._never_both(stays, unit.gone)
        self.program.keep({stays: 1, hero.gone: 1, unit.gone: 1, alone: 1}, least=1)
        if self._never_joins(hero, unit.profile):
            self.program.keep({stays: 1}, most=0)
        rides = {var: sign for var, sign in ((hero.horse, 1.0), (hero.foot, -1.0)) if var is not None}
        if "mounted" in unit.profile.traits:
            self.program.keep({stays: 1, **{var: -sign for var, sign in rides.items()}}, most=hero.entry.mounted)
        else:
            self.program.keep({stays: 1, **rides}, most=1 - hero.entry.mounted)
        for other in unit.inside:
            if takes_bushi_place(other.profile) == takes_bushi_place(hero.profile):
                self._never_both(stays, other.stays)
        unit.inside.append(hero)

    def _never_joins(self, hero: HeroVars, unit: UnitProfile) -> bool:
        one, who = hero.entry, hero.profile
        hides_inside = who.id == "spy" or (who.id == "shinobi" and one.kind == "mitsumono")
        if "loner" in unit.traits or ("loner" in who.traits and not hides_inside):
            return True
        return who.rank != "special" and "projectiles" in unit.traits and not carries(who, hero.weapon, unit)

    # ---- the limits of the level

    def _unit_limits(self) -> None:
        program = self.program
        self._formations()
        koku: dict[Var, float] = {}
        standing = 0
        for unit in self.units:
            koku[unit.size] = unit.profile.koku
            if unit.furled is not None:
                price = unit.profile.standard_bearer or 0
                standing += price
                koku[unit.furled] = koku[unit.gone] = -price
        koku |= {var: profile.koku * profile.basic_unit for profile, var in self.more_units}
        program.keep(koku, most=self.roster.koku_allowed - standing)
        for fits, least, most in unit_bounds(self.roster.level):
            self._count(self.units, self.more_units, fits, least, most)
        for profile in catalog().units.values():
            self._count(self.units, self.more_units, has_id(profile.id), 0, copies_allowed(profile))

    def _count(
        self,
        there: Iterable[UnitVars | HeroVars],
        more: Iterable[tuple[Any, Var]],
        fits: Callable[[Any], bool],
        least: float = -inf,
        most: int | None = None,
    ) -> None:
        """Keeps the number of such units, or characters, in the end between the bounds."""
        gone: dict[Var, float] = {one.gone: -1.0 for one in there if fits(one.profile)}
        added = {var: 1.0 for profile, var in more if fits(profile)}
        high = FAR if most is None else most
        self.program.keep(gone | added, least=least - len(gone), most=high - len(gone))

    def _formations(self) -> None:
        """Room for all who stand in it (3:4:1): at the front chosen while it is kept, at the widest otherwise."""
        for unit in self.units:
            least, most = fronts(unit.profile)
            ranks = ranks_of(unit.profile)
            stay = {hero.stays: 1.0 for hero in unit.inside if hero.stays is not None}
            front = unit.entry.front
            if unit.usual is not None and front is not None and front < most:
                holds = front if front < least else front * ranks
                self.program.keep({unit.size: 1, **stay, unit.usual: -FAR, unit.gone: -FAR}, most=holds)
            if "harasser" not in unit.profile.traits:
                for own in stay:
                    self.program.keep({unit.size: 1, **stay, own: 1 + FAR}, most=most * ranks + FAR)

    def _hero_limits(self) -> None:
        level = self.roster.level
        vp: dict[Var, float] = {}
        spent = 0
        for hero in self.heroes:
            spent += self.roster.vp(hero.entry)
            vp[hero.gone] = -self.roster.vp(hero.entry)
            for var, price in ((hero.foot, -MOUNT_VP), (hero.horse, MOUNT_VP)):
                if var is not None:
                    vp[var] = price
        vp |= {var: profile.vp for profile, var in self.more_heroes}
        self.program.keep(vp, most=level.vp - spent)
        for fits, most in character_bounds(level):
            self._count(self.heroes, self.more_heroes, fits, most=most)

    # ---- who leads

    def _lead(self) -> None:
        """One leads, of the highest rank there is; the list names him, or he is the first of it (K31, K41)."""
        able = [hero for hero in self.heroes if hero.profile.rank in GENERALS]
        another, abilities = self._act("general", "", 6), self._act("abilities", "", 8)
        named = self.army.general
        for hero in able:
            hero.leads = self.program.whole(0, 1)
            self._never_both(hero.leads, hero.gone)
        leaders = [self.program.whole(0, 1) for _ in self.more_heroes]
        everybody = [*(hero.leads for hero in able), *leaders]
        self.program.keep({var: 1 for var in everybody if var is not None}, least=1, most=1)
        for number, hero in enumerate(able):
            assert hero.leads is not None
            self._outranked(hero.leads, hero.profile, able)
            self._heinin(hero)
            for earlier in able[:number]:
                if earlier.profile.rank == hero.profile.rank and named != hero.entry.id:
                    self.program.keep({another: 1, hero.leads: -1, earlier.gone: 1}, least=0)
            self._lawful(hero.leads, hero.entry, abilities)
        for (profile, added), leads in zip(self.more_heroes, leaders, strict=True):
            self.program.keep({leads: 1, added: -1}, most=0)
            self._outranked(leads, profile, able, same=True)
            self._lawful(leads, CharacterEntry("leader", profile.id), abilities)
        self._named(named, able, leaders, another)

    def _outranked(
        self, leads: Var, profile: CharacterProfile, able: Iterable[HeroVars], *, same: bool = False
    ) -> None:
        """He leads only where nobody above him is left or added; who is added, only where nobody is his equal."""
        place = GENERALS.index(profile.rank)
        for other in able:
            if GENERALS.index(other.profile.rank) < place + same:
                self.program.keep({leads: 1, other.gone: -1}, most=0)
        for higher, var in self.more_heroes:
            if GENERALS.index(higher.rank) < place:
                self._never_both(leads, var)

    def _heinin(self, hero: HeroVars) -> None:
        unit = self.army.unit(hero.entry.joins)
        if hero.stays is not None and unit is not None and "heinin" in self.roster.profile(unit).traits:
            self._never_both(hero.leads, hero.stays)

    def _lawful(self, leads: Var, leader: CharacterEntry, abilities: Var) -> None:
        if self.lawful(leader) != self.army.taisho_abilities:
            self.program.keep({abilities: 1, leads: -1}, least=0)

    def lawful(self, leader: CharacterEntry) -> tuple[str, ...]:
        """The abilities that are left to the list where he leads it."""
        led = replace(self.army, characters=(replace(leader, benched=False),), general=leader.id)
        return lawful_abilities(Roster(led, catalog(), self.roster.level))

    def _named(self, named: str | None, able: list[HeroVars], leaders: Iterable[Var], another: Var) -> None:
        """The list names a general: he leads, or he goes, or the list names another."""
        if named is None:
            return
        hero = next((hero for hero in self.heroes if hero.entry.id == named), None)
        if hero is None:
            self.program.keep({another: 1}, least=1)
        elif hero.leads is None:
            self.program.keep({another: 1, hero.gone: 1}, least=1)
        else:
            for leads in (*(other.leads for other in able if other is not hero), *leaders):
                if leads is not None:
                    self.program.keep({another: 1, leads: -1, hero.gone: 1}, least=0)

    # ---- which of several alike

    def _twins(self) -> None:
        """Where entries are alike but for their ids, the one missed most keeps most: which of them is no choice."""
        for older, newer in self._alike(self.units):
            terms: dict[Var, float] = {}
            for unit, sign in ((older, 1.0), (newer, -1.0)):
                # What it gives up, told by one number: no other weights of size, standard and front come to the same.
                weights = ((unit.size, 4.0), (unit.furled, -2.0), (unit.usual, -1.0))
                terms |= {var: sign * weight for var, weight in weights if var is not None}
            self.program.keep(terms, least=0)
        for rank in {hero.profile.rank for hero in self.heroes}:
            for missed, other in self._alike_of(rank):
                terms = {missed.gone: -2.0, other.gone: 2.0}
                if missed.foot is not None and other.foot is not None:
                    terms |= {missed.foot: -1.0, other.foot: 1.0}
                self.program.keep(terms, least=0)

    def _alike_of(self, rank: str) -> Iterator[tuple[HeroVars, HeroVars]]:
        """Who may lead stands in an order: there only those between whom no other of the rank stands are alike."""
        own = [hero for hero in self.heroes if hero.profile.rank == rank]
        runs = [list(run) for _, run in groupby(own, lambda hero: replace(hero.entry, id=""))]
        for heroes in runs if rank in GENERALS else [own]:
            yield from self._alike(heroes)

    def _alike(self, entries: Iterable[EntryVars]) -> Iterator[tuple[EntryVars, EntryVars]]:
        """Neighbours among those alike, nameless and empty: the one whose going loses more before the other."""
        losses = {act.var: act.loss for act in self.acts}
        groups: dict[Entry, list[EntryVars]] = {}
        for one in entries:
            if self._plain(one.entry):
                groups.setdefault(replace(one.entry, id=""), []).append(one)
        for group in groups.values():
            yield from pairwise(sorted(group, key=lambda one: -losses[one.gone]))

    def _plain(self, entry: Entry) -> bool:
        """Whether another like it would do as well: no name, no note, nobody in it, and not named to lead."""
        if isinstance(entry, CharacterEntry) and (entry.joins is not None or entry.id == self.army.general):
            return False
        return not (entry.name or entry.note or any(one.joins == entry.id for one in self.army.characters))

    # ---- answers

    def fewest(self) -> int | None:
        """With how few acts the list can be made legal; from then on no more are made. None where it cannot be."""
        found = self.program.best({act.var: -1.0 for act in self.acts})
        if found is None:
            return None
        count = sum(found[act.var] for act in self.acts)
        self.program.keep({act.var: 1.0 for act in self.acts}, most=count)
        return count

    def keep_all(self, most: int) -> None:
        """So many acts may be made, and nobody is taken out."""
        self.program.keep({act.var: 1.0 for act in self.acts}, most=most)
        self.program.keep({act.var: 1.0 for act in self.acts if act.kind == "remove"}, most=0)

    def least_lost(self, again: Callable[[MendAct], float]) -> Solution | None:
        """The acts that lose least; `again` is what each loses besides for having been offered already."""
        wish: dict[Var, float] = {act.var: -act.loss - again(act) for act in self.acts}
        for unit in self.units:
            wish[unit.size] = unit.profile.koku
        return self.program.best(wish)

    def forbid(self, made: Iterable[MendAct], count: int) -> None:
        """No answer makes all of these acts any more, `count` in all."""
        self.program.keep({act.var: 1.0 for act in made}, most=count - 1)


def newness(army: Army, id_: str) -> int:
    """How many entries of its kind were made after it: what was added last is given up first. Ids that tell no number
    go by their place."""
    entries: tuple[Entry, ...] = army.fielded if army.unit(id_) else army.present
    ages = {one.id: (made_as(one.id) or place, place) for place, one in enumerate(entries)}
    return sum(age > ages[id_] for age in ages.values())


def attachment(roster: Roster, entry: Entry) -> float:
    """What its owner has put into an entry: a name, a note, characters in it, a size and a front of its own; less where
    it is one of several alike."""
    if isinstance(entry, UnitEntry):
        alike = sum(1 for unit in roster.army.fielded if unit.unit == entry.unit)
        grown = max(entry.miniatures - roster.profile(entry).basic_unit, 0)
        chosen = 20 * grown + 20 * entry.standard_bearer + 10 * (entry.front is not None)
        return sentiment(entry) + company(roster.army, entry) + chosen + (0 if alike > 1 else 40)
    alike = sum(1 for one in roster.army.present if one.character == entry.character)
    leads = entry is roster.general()
    return sentiment(entry) + 100 * leads + (0 if alike > 1 else 20)


def sentiment(entry: Entry) -> float:
    """A name and a note."""
    return 60 * bool(entry.name) + 40 * bool(entry.note)


def company(army: Army, unit: UnitEntry) -> float:
    """Who stands in it."""
    return 60 * len(army.inside(unit))
