"""Confrontations of a combat, fought before its strikes: challenge, answer, opposed roll (10:2:3, K65, K66)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from pydantic import Field

from companion.play.acts import ActForm, everybody
from companion.play.game import Event
from companion.play.kensei.acts import Face, act, others_dice
from companion.play.kensei.ask.kinds import PAST
from companion.play.kensei.fight.situation import has_struck
from companion.play.kensei.melees import Confrontation, Melee
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.pieces import other as other_side
from companion.play.kensei.state import State, must
from companion.rules.kensei.abilities.rule import Duels, Form
from companion.rules.kensei.fight.confrontation import has_dice, may_challenge, may_refuse, opposed
from companion.rules.kensei.fight.lasting import SET_APART
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile
from companion.rules.kensei.turn.contacts import Contact, between
from companion.rules.text import Modifier, Number, Refusal, Text, agreeing

# ---- where a confrontation is


@dataclass(frozen=True, slots=True)
class Champion:
    """Who fights a confrontation: a character, or a miniature of a unit, which has the unit's name and dice (12:5)."""

    piece: Piece
    hero: Hero | None
    """None for a miniature."""

    @property
    def title(self) -> str:
        return self.hero.title if self.hero is not None else self.piece.unit_title

    @property
    def alive(self) -> bool:
        return self.hero.alive if self.hero is not None else self.piece.miniatures > 0

    @property
    def profile(self) -> UnitProfile | CharacterProfile:
        return self.hero.profile if self.hero is not None else self.piece.profile


def champion(state: State, name: str) -> Champion:
    """The character of this name; or a miniature, named by its unit's piece."""
    found = next((Champion(p, h) for p in state.pieces for h in p.heroes if h.id == name), None)
    return found or Champion(state.known(name), None)


def find_duel(state: State, duel_id: str) -> tuple[Melee, Confrontation] | None:
    """The confrontation of this name, and the combat it is fought in."""
    return next(((m, c) for m in state.melees for c in m.confrontations if c.id == duel_id), None)


ONE_A_TURN = Refusal(Text("Each character has one confrontation a turn: choose another."), "4:3:10")
OWN_ALONE = Modifier(0, Text("a confrontation: his own, without charge or bonus"), "10:2:3", "K65")


def own_initiative(state: State, hero_id: str) -> Number:
    """What his die is added to: his own IN, which nothing changes (K65)."""
    profile = champion(state, hero_id).profile
    source = Text("profile of %(name)s", {"name": profile.name})
    return Number(profile.attributes.initiative, source, profile.rule, (OWN_ALONE,))


def rolling_duel(one: Confrontation) -> tuple[str, ...]:
    """Whose die of the opposed roll is due."""
    if one.refused is None or one.first or one.off:
        return ()
    counts = {hero: len(one.dice.get(hero, ())) for hero in one.both}
    behind = tuple(hero for hero in one.both if counts[hero] < max(counts.values()))
    return behind or one.both


def duel_step(one: Confrontation, hero_id: str) -> str:
    """`t3.combat.a1+b2.ah1>bh1.in.ah1`, and `.in2.ah1` after a tie."""
    thrown = len(one.dice.get(hero_id, ()))
    return f"{one.id}.in{thrown + 1 if thrown else ''}.{hero_id}"


def strikers_left(state: State, one: Confrontation) -> tuple[str, ...]:
    """Who has still to strike in it, in order; nobody once one of the two is dead."""
    if not one.first or one.off or not all(champion(state, hero).alive for hero in one.both):
        return ()
    able = ((hero, champion(state, hero)) for hero in (one.first, one.foe(one.first)))
    return tuple(hero for hero, who in able if has_dice(who.profile) and not has_struck(state, who.piece, hero))


def is_open(state: State, one: Confrontation) -> bool:
    """Whether anything of it is still to come: what follows it may wait."""
    if one.off or not all(champion(state, hero).alive for hero in one.both):
        return False
    return not one.first or bool(strikers_left(state, one))


def under_way(state: State, melee: Melee) -> bool:
    """Whether anything that was declared in a combat is still to be said, thrown or fought."""
    used = any(state.undecided(use) for use in state.uses if use.about == melee.id)
    return used or any(is_open(state, one) for one in melee.confrontations)


def lasting(state: State, contacts: Collection[Contact]) -> tuple[tuple[str, str], ...]:
    """The confrontations that go on in the next turn, with the contacts that are left then: both live, and they or
    their units still touch (K65). A miniature's ends with its turn, as the ability by which it fights."""
    met = [one for melee in state.melees for one in melee.confrontations]
    fought = [c.both for c in met if (c.first or c.goes_on) and not c.off]
    known = {c.both for c in met}
    pairs = (*(pair for pair in state.duels if pair not in known), *fought)
    heroes = (pair for pair in pairs if champion(state, pair[0]).hero is not None)
    return tuple(pair for pair in heroes if _touch(state, contacts, *pair))


def _touch(state: State, contacts: Collection[Contact], one: str, other: str) -> bool:
    mine, theirs = champion(state, one), champion(state, other)
    return mine.alive and theirs.alive and between(contacts, mine.piece.id, theirs.piece.id) is not None


def gone_on(state: State, melee: Melee) -> Melee:
    """The combat with the confrontations of earlier turns that go on in it: nobody challenges or answers anew."""
    inside = {h.id for p in state.members(melee) for h in p.seen_heroes}
    known = {hero for one in melee.confrontations for hero in one.both}
    for pair in state.duels:
        if set(pair) <= inside and not set(pair) & known and _touch(state, state.contacts, *pair):
            name = f"{melee.id}.{pair[0]}>{pair[1]}"
            melee = melee.with_confrontation(Confrontation(name, *pair, refused=False, goes_on=True))
    return melee


def challenges(state: State, melee: Melee) -> Iterator[tuple[Hero, tuple[Hero, ...]]]:
    """Who may challenge whom now: before initiative, each character once a turn."""
    taken = {hero for one in melee.confrontations for hero in one.both}
    heroes = [(p, h) for p in state.members(melee) for h in p.seen_heroes if h.id not in taken]
    for piece, hero in heroes if melee.declares else ():
        able = tuple(h for p, h in heroes if _may_meet(state, (piece, hero), (p, h)) is None)
        if able:
            yield hero, able


def challenges_of(state: State, melee: Melee, seat: str) -> tuple[tuple[Hero, tuple[Hero, ...]], ...]:
    """Who of one side may challenge whom now."""
    return tuple((h, others) for h, others in challenges(state, melee) if state.side_of(h.id) == seat)


def gives_dice(state: State, melee: Melee, seat: str) -> bool:
    """Whether a side rolls for initiative in it: not who has nobody there that strikes, or was reached in flight.
    Its challenges are sealed with its dice; who gives none speaks them openly."""
    return any(state.piece_of(s).seat == seat for s in melee.strikers if not s.flees)


def spoken(state: State, melee: Melee) -> Melee:
    """The combat with the challenges both sides have sealed, spoken at once as both have answered (10:2:3): who has
    the command is heard first. Each character meets one other; two who challenge each other have accepted."""
    for seat in (state.commanding, other_side(state.commanding)):
        for pair in melee.sealed_challenges(seat).items():
            if not {champion(state, hero).piece.id for hero in pair} & set(melee.left):
                melee = _challenge(melee, *pair)
    return replace(melee, given={seat: replace(given, challenges={}) for seat, given in melee.given.items()})


def _challenge(melee: Melee, one: str, other: str) -> Melee:
    known = next((c for c in melee.confrontations if {one, other} & set(c.both)), None)
    if known is None:
        return melee.with_confrontation(Confrontation(f"{melee.id}.{one}>{other}", one, other))
    mutual = known.refused is None and known.both == (other, one)
    return melee.with_confrontation(replace(known, refused=False)) if mutual else melee


def spoken_words(was: Melee, after: State, heard: Mapping[str, str]) -> Iterator[Text]:
    """What the log says of the challenges that are `heard` now, and of what was used: who challenges whom, and who
    gives way or cannot any more."""
    melee = after.melee(was.id)
    fought = melee.confrontations if melee is not None else ()
    before = {one.id: one.refused for one in was.confrontations}
    new = {hero for one in fought if one.id not in before for hero in one.both}
    for one in fought:
        values = names(after, one)
        if one.off and new & set(one.both) and one not in was.confrontations:
            yield Text("%(one)s and %(other)s do not fight.", values)
        both = one.id in before or heard.get(one.challenger) == one.challenged
        mutual = both and heard.get(one.challenged) == one.challenger and before.get(one.id) is None
        if one.refused is False and mutual:
            yield Text("%(one)s and %(other)s challenge each other: they fight.", values)
        elif one.id not in before:
            yield _challenged(after, one.challenger, one.challenged)
    for hero, other in heard.items():
        if all({hero, other} != set(one.both) for one in fought):
            who = {"one": champion(after, hero).title, "other": champion(after, other).title}
            yield Text("%(one)s meant to challenge %(other)s: one of them has a confrontation already.", who)


def _may_meet(state: State, one: tuple[Piece, Hero], other: tuple[Piece, Hero]) -> Refusal | None:
    if one[0].seat == other[0].seat or state.between(one[0].id, other[0].id) is None:
        names = {"one": one[1].title, "other": other[1].title}
        return Refusal(Text("%(one)s and %(other)s are not in contact, nor are their units.", names), "4:3:10")
    return may_challenge(one[1].profile, other[1].profile)


# ---- abilities that begin one come before challenges (10:2:2)


def begins_duel(form: Form) -> bool:
    """Whether this form of an ability begins a confrontation."""
    return any(isinstance(outcome, Duels) for outcome in form.won)


def may_change(one: Confrontation) -> bool:
    """Whether a challenge can still be avoided, bound, or give way to an ability: no die of it has fallen."""
    return not (one.off or one.first or one.goes_on or any(one.dice.values()))


def is_free(state: State, hero: Hero) -> bool:
    """Whether an ability may begin a confrontation with him: he has none this turn but a challenge that gives way."""
    met = (one for melee in state.melees for one in melee.confrontations if hero.id in one.both and not one.off)
    return all(may_change(one) and champion(state, one.challenger).hero is not None for one in met)


# ---- the acts


@act("challenge", label=Text("a challenge"), sees=everybody)
class ChallengeAct(ActForm):
    combat: str
    hero: str
    other: str

    def apply(self, state: State, event: Event) -> State | Refusal:
        melee = state.melee(self.combat)
        if melee is None or not melee.first_roll:
            words = Text("Challenges are made in a combat that has begun, before its first initiative die.")
            return Refusal(words, "10:2:3")
        if melee.given:
            return Refusal(Text("A side has answered already: undo that to challenge before it."), "10:2:3")
        heroes = {h.id: (p, h) for p in state.members(melee) for h in p.seen_heroes}
        one, other = heroes.get(self.hero), heroes.get(self.other)
        if one is None or one[0].seat != event.seat or other is None:
            return Refusal(Text("Choose one of your own characters in this combat, and one of the enemy's."), "4:3:10")
        if any({self.hero, self.other} & set(known.both) for known in melee.confrontations):
            return ONE_A_TURN
        if refused := _may_meet(state, one, other):
            return refused
        duel = Confrontation(f"{melee.id}.{self.hero}>{self.other}", self.hero, self.other)
        return state.with_melee(melee.with_confrontation(duel))

    def line(self, before: State, event: Event, after: State) -> Text:
        return _challenged(after, self.hero, self.other)


@act("meet", label=Text("the answer to a challenge"), sees=everybody)
class MeetAct(ActForm):
    """The answer of the challenged."""

    duel: str
    refuse: bool = False

    def apply(self, state: State, event: Event) -> State | Refusal:
        at = find_duel(state, self.duel)
        if at is None or at[1].refused is not None or at[1].off:
            return Refusal(Text("There is no challenge to answer: look at the table as it is now."), "4:3:10")
        melee, duel = at
        if state.side_of(duel.challenged) != event.seat:
            return Refusal(Text("Only the challenged side answers."), "4:3:10")
        if self.refuse and not may_refuse(champion(state, duel.challenger).profile):
            return Refusal(Text("An Assassin cannot be refused: accept, and roll for who strikes first."), "4:3:10")
        if self.refuse and duel.bound:
            return Refusal(Text("This challenge cannot be refused: accept, and roll for who strikes first."), "4:3:10")
        return state.with_melee(melee.with_confrontation(replace(duel, refused=self.refuse)))

    def line(self, before: State, event: Event, after: State) -> Text:
        at = must(find_duel(after, self.duel))
        words = Text("%(other)s refuses %(one)s: the opposed roll decides whether they fight.", names(after, at[1]))
        return words if self.refuse else Text("%(other)s accepts: they fight.", names(after, at[1]))


@act("duel-die", dice=True, sees=everybody)
class DuelDieAct(ActForm):
    """A die of the opposed roll; `faces` where the app throws it."""

    step: str
    face: Face | None = None
    faces: tuple[Face, ...] = Field((), max_length=1)

    def apply(self, state: State, event: Event) -> State | Refusal:
        at = _die_due(state, self.step)
        if at is None:
            return Refusal(PAST, "4:3:10")
        melee, duel, hero = at
        seat = state.side_of(hero)
        if seat != event.seat:
            return others_dice(seat, "4:3:10")
        face = next(iter(self.faces), self.face)
        if face is None:
            return Refusal(Text("One die is needed: enter its face."), "4:3:10")
        return _decided(state, melee, replace(duel, dice={**duel.dice, hero: (*duel.dice.get(hero, ()), face)}))

    def line(self, before: State, event: Event, after: State) -> Text:
        _, was, hero = must(_die_due(before, self.step))
        _, duel = must(find_duel(after, was.id))
        total = own_initiative(after, hero).value + (duel.dice[hero][-1] or 10)
        values = {**names(after, duel), "who": champion(after, hero).title, "total": total}
        if duel.off:
            return Text("%(who)s: IN %(total)s. %(other)s gets away, and gives his unit no HR or IN this turn.", values)
        if duel.first:
            return Text("%(who)s: IN %(total)s. First strike: %(first)s.", values)
        return Text("%(who)s: IN %(total)s.", values)


def _die_due(state: State, step: str) -> tuple[Melee, Confrontation, str] | None:
    """The roll of this name, while it is due: whose die it is, and in which confrontation."""
    rolls = ((m, c, hero) for m in state.melees for c in m.confrontations for hero in rolling_duel(c))
    return next((one for one in rolls if duel_step(one[1], one[2]) == step), None)


def _decided(state: State, melee: Melee, duel: Confrontation) -> State:
    """With what the dice have told; who refused and is not reached lends his unit nothing this turn (K66)."""
    mine, theirs = ((own_initiative(state, hero).value, duel.dice.get(hero, ())) for hero in duel.both)
    won = opposed(mine, theirs, refused=bool(duel.refused))
    if won == "off":
        state = state.with_effect(champion(state, duel.challenged).piece.id, "refused")
        return not_fought(state, melee, duel)
    if won in ("challenger", "challenged"):
        duel = replace(duel, first=duel.challenger if won == "challenger" else duel.challenged)
    return state.with_melee(melee.with_confrontation(duel))


@act("duel-off", label=Text("a fight called off"), sees=everybody)
class DuelOffAct(ActForm):
    duel: str

    def apply(self, state: State, event: Event) -> State | Refusal:
        at = find_duel(state, self.duel)
        if at is None or not is_open(state, at[1]):
            return Refusal(Text("There is no such confrontation under way."), "4:3:10")
        return not_fought(state, *at)

    def line(self, before: State, event: Event, after: State) -> Text:
        return Text("%(one)s and %(other)s do not fight.", names(after, must(find_duel(after, self.duel))[1]))


def not_fought(state: State, melee: Melee, duel: Confrontation) -> State:
    """Without this confrontation; the dice a unit had set apart for it strike with the others."""
    who = champion(state, duel.challenger)
    if who.hero is None and not has_struck(state, who.piece, who.piece.id):
        for effect in SET_APART:
            state = state.with_effect(who.piece.id, effect, present=False)
    return state.with_melee(melee.with_confrontation(replace(duel, off=True)))


# ---- what the log says


def names(state: State, one: Confrontation) -> dict[str, str]:
    """Both by their names."""
    return {
        "one": champion(state, one.challenger).title,
        "other": champion(state, one.challenged).title,
        "first": champion(state, one.first).title if one.first else "",
    }


def _challenged(state: State, challenger: str, challenged: str) -> Text:
    """A challenge, spoken with the dice or in the open."""
    one = champion(state, challenger)
    names = {"one": one.title, "other": champion(state, challenged).title}
    alone = one.hero is not None
    return agreeing("%(one)s challenges %(other)s.", "%(one)s challenge %(other)s.", names, alone=alone)
