"""The list of combats: who touches whom, whose fight has begun, and whom a striker may still strike (10:1, 10:2:5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.play.acts import ActForm, everybody
from companion.play.game import Event
from companion.play.kensei.acts import about, act, own_and_enemy
from companion.play.kensei.after.owing import fought_as
from companion.play.kensei.combat.duels import gone_on
from companion.play.kensei.fight.words import charged, reveal_words
from companion.play.kensei.melees import Confrontation, Melee, Striker
from companion.play.kensei.pieces import Piece, SeatId, by_name, other
from companion.play.kensei.state import State
from companion.rules.kensei.after.combats import Blow
from companion.rules.kensei.fight.confrontation import has_dice
from companion.rules.kensei.fight.melees import groups
from companion.rules.kensei.turn.contacts import Contact, ContactCause, Zone, separated
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class Ahead:
    """A combat whose fight has not begun: its name and who stands in it now."""

    id: str
    members: tuple[str, ...]


def ahead(state: State) -> tuple[Ahead, ...]:
    """The combats nobody has begun. Who came into contact with one that is under way fights in the next turn."""
    fighting = {member for melee in state.melees for member in melee.members}
    standing = {piece.id for piece in state.pieces if piece.standing} - fighting
    found = groups(state.contacts, standing)
    return tuple(Ahead(f"t{state.turn}.combat.{'+'.join(members)}", members) for members in found)


def left(state: State) -> tuple[Ahead, ...]:
    """The combats nobody has begun and in which nobody has struck: a table may strike without a word about them."""
    struck = {piece for blow in state.blows for piece in (blow.attacker, blow.defender)}
    return tuple(one for one in ahead(state) if not struck & set(one.members))


def chooser(state: State) -> SeatId:
    """Who says which combat comes next: who won the commandment roll first, then by turns (K69)."""
    first = state.commanding
    return first if len(state.melees) % 2 == 0 else other(first)


def met_in(state: State, combat: Melee | Ahead) -> tuple[Contact, ...]:
    """The contacts within a combat."""
    return tuple(met for met in state.contacts if {met.one, met.other} <= set(combat.members))


@act("fight", label=Text("which combat is next"), sees=everybody)
class FightAct(ActForm):
    """The name of a combat on the list."""

    combat: str

    def apply(self, state: State, event: Event) -> State | Refusal:
        found = by_name(ahead(state), self.combat)
        if found is None:
            words = Text("There is no such combat, or its fight has begun: look at the list as it is now.")
            return Refusal(words, "10:2")
        return fought_now(state, found)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        return fight_words(before, after)


def fought_now(state: State, found: Ahead) -> State:
    """With this combat begun; whoever was hidden in it is seen, and confrontations of earlier turns go on in it."""
    for member in found.members:
        state = state.with_piece(state.known(member).revealed())
    strikers = tuple(striker for member in found.members for striker in strikers_of(state.known(member)))
    melee = Melee(found.id, found.members, strikers)
    return state.with_melee(gone_on(state, replace(melee, confrontations=_chased(state, melee))))


def _chased(state: State, melee: Melee) -> tuple[Confrontation, ...]:
    """Who broke away and was reached by a character has his confrontation with him, unasked (4:3:8, K67).

    A contact names pieces, and of who is the last of his unit that is the unit: who they are the chase says.
    """
    stands_in = {hero.id: piece.id for piece in state.pieces for hero in piece.heroes}
    chases = {
        (stands_in[one.follower], stands_in[one.hero]): (one.follower, one.hero)
        for one in state.breakaways
        if one.chase
    }
    met = (one for one in met_in(state, melee) if one.cause == "chase")
    pairs = (pair for one in met if (pair := chases.get((one.one, one.other))))
    return tuple(Confrontation(f"{melee.id}.{one}>{other}", one, other, refused=False) for one, other in pairs)


def strikers_of(piece: Piece) -> tuple[Striker, ...]:
    """Everybody of a piece who strikes at an initiative of his own; a Bushi goes with his unit (K44, K47).
    Who never strikes by dice, as a Geisha, has no place among them (5:1:14).

    Of a unit that is gone each character who is left stands for himself (K68).
    """
    flees = piece.facts.flees
    if piece.unit is None:
        return (Striker(piece.id, flees=flees),) if has_dice(piece.heroes[0].profile) else ()
    heroes = piece.survivors or tuple(h for h in piece.seen_heroes if h.profile.rank == "special")
    own = tuple(Striker(piece.id, h.id, flees=flees) for h in heroes if has_dice(h.profile))
    return (Striker(piece.id, unit=True, flees=flees), *own) if piece.miniatures else own


def fight_words(before: State, after: State) -> list[Text]:
    """Which combat has begun, and who is seen in it."""
    return [Text("%(one)s and %(other)s fight.", _sides(after, after.melees[-1].members)), *reveal_words(before, after)]


def title(state: State, members: tuple[str, ...]) -> Text:
    """Who is against whom."""
    return Text("%(one)s against %(other)s", _sides(state, members))


def _sides(state: State, members: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    pieces = [state.known(member) for member in members]
    sides = (("one", "a"), ("other", "b"))
    return {name: tuple(fought_as(state, p) for p in pieces if p.seat == seat) for name, seat in sides}


# ---- who touches whom, as the players say it


Charged = Literal["nobody", "one", "other", "earlier"]
"""Which of the two charged; or they fight since an earlier turn, and charges and zones are over (9:5:5)."""


class PairAct(ActForm):
    """A piece of the side whose act it is, and an enemy."""

    one: str
    other: str

    def pair(self, state: State, event: Event) -> tuple[Piece, Piece] | Refusal:
        return own_and_enemy(state, event.seat, self.one, self.other, "10:1")

    def names(self, state: State) -> Mapping[str, str]:
        return {"one": state.known(self.one).title, "other": state.known(self.other).title}


@act("touch", label=Text("who is in contact"), sees=everybody)
class TouchAct(PairAct):
    zone: Zone = "front"
    """Where the charger stands, seen from whom it charged; where nobody charged, where `one` stands."""
    charged: Charged = "nobody"

    @about(PairAct.pair)
    def apply(self, state: State, event: Event, pair: tuple[Piece, Piece]) -> State | Refusal:
        one, other = pair
        was = state.between(one.id, other.id)
        ran = {"one": one, "other": other}.get(self.charged)
        if self.charged == "nobody" and was is None:
            ran = _marked(state, one, other)
        cause: ContactCause = "by-hand"
        if ran is not None:
            cause = "counter" if ran.facts.counter_charged else "charge"
            if cause == "charge":
                state = state.with_facts(ran, charged=True)
        earlier = self.charged == "earlier"
        zones: dict[str, Zone] = {one.id: "front", other.id: "front"}
        zones[(ran or one).id] = "front" if earlier else self.zone
        since = state.turn - 1 if earlier else state.turn
        met = Contact(one.id, other.id, since, cause, zones[one.id], zones[other.id], charger=ran.id if ran else "")
        state = state.with_contact(met)
        return state if was is None else _stands(state, was)

    def line(self, before: State, event: Event, after: State) -> Text:
        names = self.names(after)
        met = after.between(self.one, self.other)
        if met is None or not met.charger:
            return Text("%(one)s and %(other)s are in contact.", names)
        one, other = (names["other"], names["one"]) if met.charger == self.other else (names["one"], names["other"])
        return Text("%(charge)s.", {"charge": charged(one, other, met.zone_of(met.charger))})


def _marked(state: State, *pair: Piece) -> Piece | None:
    """The one of these two that has charged by its marker, where nobody has said whom; else None."""
    named = {met.charger for met in state.contacts}
    ran = [p for p in pair if (p.facts.charged or p.facts.counter_charged) and p.id not in named]
    return ran[0] if len(ran) == 1 else None


@act("part", label=Text("who is not in contact"), sees=everybody)
class PartAct(PairAct):
    def apply(self, state: State, event: Event) -> State | Refusal:
        one = state.piece(self.one)
        was = state.between(self.one, self.other)
        if one is None or one.seat != event.seat or was is None:
            return Refusal(Text("These two are not marked as in contact: there is nothing to undo."), "10:1")
        return _stands(replace(state, contacts=separated(state.contacts, self.one, self.other)), was)

    def line(self, before: State, event: Event, after: State) -> Text:
        return Text("%(one)s and %(other)s are not in contact.", self.names(before))


def _stands(state: State, was: Contact) -> State:
    """A charge that was said of this contact alone is said no longer."""
    ran = state.piece(was.charger or "")
    still = ran is None or was.cause != "charge" or any(met.charger == ran.id for met in state.contacts)
    return state if ran is None or still else state.with_facts(ran, charged=False)


# ---- whom the strikers of a combat may still strike


def stands(state: State, striker: Striker) -> bool:
    """Whether he can still strike: a unit that is destroyed before its turn strikes no more (10:2:5)."""
    piece = state.piece_of(striker)
    if striker.unit:
        return piece.miniatures > 0
    hero = piece.hero(striker.hero) if striker.hero else piece.lone
    return hero is not None and hero.alive


def enemies(state: State, melee: Melee, striker: Striker) -> tuple[Piece, ...]:
    """The enemies it touches in this combat that still stand."""
    ids = {met.foe(striker.piece) for met in met_in(state, melee) if met.touches(striker.piece)}
    spared = _spared(state, melee, striker)
    return tuple(p for p in state.pieces if p.id in ids and p.standing and p.id not in spared)


def _spared(state: State, melee: Melee, striker: Striker) -> frozenset[str]:
    """Whom this unit does not strike this turn: he fought one of its own, who could not refuse (12:6:3, K77)."""
    if not striker.unit:
        return frozenset()
    own = {hero.id for hero in state.piece_of(striker).heroes}
    duellists = {one.challenger for one in melee.confrontations if one.challenged in own}
    able = {one for one in duellists if "specialist-in-duels" in state.effects_on(one)}
    return frozenset(p.id for p in state.pieces if p.lone_id in able)


def blows_of(state: State, melee: Melee, striker: Striker) -> tuple[Blow, ...]:
    """What it has struck in this combat; the free attack of a pursuit is none of it."""
    return tuple(
        blow
        for blow in state.blows
        if blow.attacker == striker.piece
        and blow.striker == striker.hero
        and not blow.pursuit
        and blow.defender in melee.members
    )


def ahead_of(state: State, melee: Melee, striker: Striker) -> tuple[Piece, ...]:
    """Whom it has still to strike: of several among whom it shares its dice, each with a share; else one of them."""
    if striker.id in melee.passed or not stands(state, striker):
        return ()
    struck = {blow.defender for blow in blows_of(state, melee, striker)}
    foes = enemies(state, melee, striker)
    shared = melee.shares.get(striker.id)
    if shared is not None:
        return tuple(p for p in foes if shared.get(p.id) and p.id not in struck)
    return () if struck else foes
