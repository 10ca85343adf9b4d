"""Characters of a force: who leads, who joins whose ranks, with what (4:3:4, 12:2:3, 12:6).

Part of the muster, and as secret.
"""

from __future__ import annotations

from dataclasses import replace

from companion.content import catalog
from companion.play.acts import Sentences, public_line
from companion.play.game import Event, Line
from companion.play.kensei.acts import HeroAct, about
from companion.play.kensei.muster import sides
from companion.play.kensei.pieces import Hero, Piece, Side, by_name, removed, renewed
from companion.play.kensei.state import State, must
from companion.rules.kensei.army.joining import ShinobiKind, general_of, objections, refused_by
from companion.rules.kensei.profiles import CharacterProfile, UnitProfile, WeaponId
from companion.rules.text import Refusal, Text


def _leader(state: State, seat: str, newcomer: CharacterProfile) -> bool:
    """Whether the newcomer would be the army's general."""
    present = [h.profile for h in state.heroes(seat)]
    return general_of([*present, newcomer]) == len(present)


def _weapon(profile: CharacterProfile, weapon: WeaponId | None) -> WeaponId | Refusal | None:
    if weapon is None or weapon in (*profile.weapon_choice, *profile.weapons):
        return profile.chosen(weapon)
    allowed = ", ".join((*profile.weapon_choice, *profile.weapons))
    values = {"who": profile.name, "allowed": allowed}
    return Refusal(Text("%(who)s does not carry that weapon; his are: %(allowed)s.", values), "12:6")


@sides.army_step("enlist")
class EnlistAct(sides.ArmyAct):
    character: str
    piece: str | None = None
    """The unit he stands in; none: he stands alone."""
    weapon: WeaponId | None = None
    mounted: bool = False
    """Of who stands alone; in a unit he rides as it does, if he can."""
    kind: ShinobiKind | None = None
    """What a Shinobi is sent to do; of no other character."""

    @about(sides.made)
    def apply(self, state: State, event: Event, side: Side) -> State | Refusal:
        characters = catalog().characters
        if refused := sides.named(characters, self.character, Text("character")):
            return refused
        profile = characters[self.character]
        if refused := sides.of_path(profile, side.path):
            return refused
        weapon = _weapon(profile, self.weapon)
        if isinstance(weapon, Refusal):
            return weapon
        mounted = self.mounted and profile.may_ride  # chosen for whoever rides: the others come on foot
        own = [h.profile for h in (*state.heroes(event.seat), *side.absent)]
        if profile.rank == "special" and profile in own:
            return Refusal(Text("An army may have at most one %(who)s.", {"who": profile.name}), "12:2:3")
        if {profile.rank, *(c.rank for c in own)} >= {"daimyo", "taisho"}:
            return Refusal(Text("A Daimyo leads in person: no Taisho beside him."), "12:2:3")
        kind = self.kind if profile.id == "shinobi" else None  # chosen for a Shinobi: the others have none
        return _starts(state, event, Hero("", profile.id, weapon, mounted, kind=kind), self.piece)

    def line(self, before: State, event: Event, after: State) -> Sentences:
        return _written(before, event, after) or super().line(before, event, after)


def _starts(state: State, event: Event, hero: Hero, unit: str | None) -> State | Refusal:
    """He comes where he starts: into a unit, alone on the table, or written down and on no table (5:1:13, 12:6:3)."""
    if unit is None and hero.kind == "mitsumono":
        return Refusal(Text("A Mitsumono hides in a unit of his own side: choose which."), "12:6:3")
    side = state.sides[event.seat]
    hidden = sides.hides(hero.character, hero.kind, inside=unit is not None)
    if hidden:
        taken = {one.id for one in (*side.absent, *state.heroes(side.seat))}
        id_ = hero.id if sides.is_secret(hero.id) else sides.secret_id(event.seat, hero.character, taken)
    else:
        id_ = hero.id or f"{event.seat}h{side.next_hero}"
        side = replace(side, next_hero=side.next_hero + (not hero.id))
    hero = replace(hero, id=id_, hidden=hidden)
    if unit is not None:  # he rides as it does, if he can (4:3:4)
        piece = state.piece(unit)
        rides = piece is not None and "mounted" in piece.profile.traits
        mounted = replace(hero, mounted=rides and hero.profile.may_ride)
        return _into(state.with_side(side), event, unit, mounted)
    if hidden:
        return state.with_side(replace(side, absent=(*side.absent, hero)))
    if refused := sides.full(state, event.seat):
        return refused
    return replace(state.with_side(side), pieces=(*state.pieces, Piece.alone(side.seat, hero)))


def _into(state: State, event: Event, piece_id: str, hero: Hero) -> State | Refusal:
    piece = sides.own_piece(state, event.seat, piece_id)
    if isinstance(piece, Refusal):
        return piece
    if not isinstance(piece.profile, UnitProfile):
        return Refusal(Text("A character joins a unit, not another character."), "4:3:4")
    found = objections(
        piece.profile,
        piece.miniatures,
        [h.profile for h in piece.heroes if h.id != hero.id],
        hero.profile,
        mounted=hero.mounted,
        weapon=hero.weapon,
        is_general=_leader(state, event.seat, hero.profile),
        kind=hero.kind,
    )
    if refused := refused_by(found):
        return refused
    return state.with_piece(replace(piece, heroes=(*removed(piece.heroes, hero.id), hero), front=None))


def _find(state: State, seat: str, hero_id: str) -> tuple[Piece | None, Hero] | Refusal:
    """One of this side's characters and where he stands; no piece: he is written down and on no table."""
    for piece in state.of(seat):
        if hero := piece.hero(hero_id):
            return piece, hero
    if absent := by_name(state.sides[seat].absent, hero_id):
        return None, absent
    return Refusal(Text("There is no such character in your army; he may have been dismissed."), "7:1:5")


@sides.army_step("outfit")
class OutfitAct(HeroAct):
    weapon: WeaponId | None = None
    mounted: bool | None = None
    piece: str | None = None
    """The unit he moves into; none: he stays where he is, unless he is sent elsewhere."""
    kind: ShinobiKind | None = None
    """What a Shinobi is sent to do from now on."""

    @about(sides.made)
    def apply(self, state: State, event: Event, side: Side) -> State | Refusal:
        found = _find(state, event.seat, self.hero)
        if isinstance(found, Refusal):
            return found
        piece, hero = found
        mounted = hero.mounted if self.mounted is None else self.mounted
        if mounted and not hero.profile.may_ride:
            return Refusal(Text("%(who)s has no mount.", {"who": hero.profile.name}), "12:6")
        weapon = hero.weapon if self.weapon is None else _weapon(hero.profile, self.weapon)
        if isinstance(weapon, Refusal):
            return weapon
        if self.kind is not None and hero.character != "shinobi":
            return Refusal(Text("Only a Shinobi has a kind: %(who)s has none.", {"who": hero.profile.name}), "12:6:3")
        changed = replace(hero, weapon=weapon, mounted=mounted, kind=self.kind or hero.kind)
        if self.kind is not None or self.piece not in (None, piece.id if piece else None):
            return _starts(_without(state, piece, hero), event, changed, self.piece)
        if piece is None:
            return state.with_side(replace(side, absent=renewed(side.absent, changed)))
        if piece.unit is None:
            return state.with_piece(piece.with_hero(changed))
        return _into(state, event, piece.id, changed)

    def line(self, before: State, event: Event, after: State) -> Line:
        """What is new about him, so that two taps on one key do not read alike."""
        if written := _written(before, event, after):
            return written
        if self.piece is not None:
            return sides.piece_line(after.known(self.piece))
        found = _find(after, event.seat, self.hero)
        if isinstance(found, Refusal):
            return Line()
        hero = found[1]
        if self.weapon is not None:
            return public_line("%(who)s: %(weapon)s.", who=hero.title, weapon=catalog().weapons[self.weapon].name)
        if hero.mounted:
            return public_line("%(who)s, mounted.", who=hero.title)
        return public_line("%(who)s, on foot.", who=hero.title)


@sides.army_step("discharge")
class DischargeAct(HeroAct):
    @about(sides.made)
    def apply(self, state: State, event: Event, side: Side) -> State | Refusal:
        found = _find(state, event.seat, self.hero)
        if isinstance(found, Refusal):
            return found
        return _without(state, *found)

    def line(self, before: State, event: Event, after: State) -> Line:
        own = (*before.sides[event.seat].absent, *before.heroes(event.seat))
        return sides.dismissed(must(by_name(own, self.hero)).title)


def _without(state: State, piece: Piece | None, hero: Hero) -> State:
    if piece is None:
        side = next(side for side in state.sides.values() if hero in side.absent)
        return state.with_side(side.without_hero(hero.id))
    if piece.unit is None:
        return replace(state, pieces=removed(state.pieces, piece.id))
    return state.with_piece(piece.without_hero(hero.id))


def _written(before: State, event: Event, after: State) -> Line | None:
    """The line of who is on no table from now on."""
    known = before.sides[event.seat].absent
    for one in after.sides[event.seat].absent:
        if one not in known and one.kind:
            names = {"who": one.title, "kind": one.kind.title()}
            return public_line("%(who)s, a %(kind)s: written down, not on the table.", **names)
    return None
