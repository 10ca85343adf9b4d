"""Anything on the table set right by hand, always with a reason: miniatures, wounds, states, markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pydantic import Field

from companion.play.acts import OneLine, everybody, public_line
from companion.play.game import Event, Line
from companion.play.kensei import markers
from companion.play.kensei.acts import CORRECTED, OTHER, PieceAct, about, act
from companion.play.kensei.after.owing import may_have_entered_stream, may_have_lost_general
from companion.play.kensei.fight.words import reveal_words
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State
from companion.rules.counts import wounds
from companion.rules.kensei.profiles import UnitProfile
from companion.rules.text import Refusal, Text


def _here(data: PieceAct, state: State, event: Event) -> Piece | Refusal:
    """The piece. Dice may be falling about it: their numbers stay as they were, and what follows meets it as it is."""
    piece = state.piece(data.piece)
    return Refusal(Text("There is no such unit on this table."), "2:6:3") if piece is None else piece


def _seen_hero(piece: Piece, hero_id: str | None) -> Hero | Refusal:
    """The character of this name in it; of a hidden one nobody may say that he is there."""
    hero = piece.hero(hero_id or "")
    if hero is None or hero.hidden:
        return Refusal(Text("No such character can be seen there."), "4:3:8")
    return hero


@act("correct", commutes=False, label=Text("a value set by hand"), sees=everybody)
class CorrectAct(PieceAct):
    """New values of a piece; what is left out stays. `wounds` is a hero's damage, `hero` whose."""

    reason: OneLine = Field(min_length=1, max_length=120)
    words: OneLine = Field("", max_length=60)
    """The player's own reason, where `reason` is `other`."""
    miniatures: int | None = None
    accumulated_damage: int | None = None
    standard: bool | None = None
    hero: str | None = None
    wounds: int | None = None

    @about(_here)
    def apply(self, state: State, event: Event, piece: Piece) -> State | Refusal:
        if self.reason == OTHER and not self.words:
            return Refusal(Text("Say the other reason in a few words."), "2:6:3")
        changed = piece
        if self.hero is not None:
            healed = self._healed(piece)
            if isinstance(healed, Refusal):
                return healed
            changed = healed
        if isinstance(piece.profile, UnitProfile):
            resized = self._resized(changed, piece.profile)
            if isinstance(resized, Refusal):
                return resized
            changed = resized
        if changed == piece:
            return Refusal(Text("Nothing was changed: give a value that differs."), "2:6:3")
        return _general_may_be_gone(state, state.with_piece(changed), changed)

    def _resized(self, piece: Piece, profile: UnitProfile) -> Piece | Refusal:
        miniatures = piece.miniatures if self.miniatures is None else self.miniatures
        damage = piece.accumulated_damage if self.accumulated_damage is None else self.accumulated_damage
        most = max(profile.maximum, piece.at_start)  # an illegal list may have brought more
        if not 0 <= miniatures <= most:
            words = Text("%(unit)s can have 0 to %(most)s miniatures.", {"unit": piece.unit_title, "most": most})
            return Refusal(words, "3:2")
        if not 0 <= damage < profile.attributes.vt:
            values = {"unit": piece.unit_title, "most": profile.attributes.vt - 1, "vt": profile.attributes.vt}
            words = Text("Damage on %(unit)s can be 0 to %(most)s: at %(vt)s a miniature is removed.", values)
            return Refusal(words, "9:3:6")
        if self.standard and profile.standard_bearer is None:
            return Refusal(Text("There is no standard-bearer in %(unit)s.", {"unit": piece.unit_title}), "12:5")
        if not miniatures:  # nothing is left to carry a standard, or to hide in
            return replace(piece.revealed(), miniatures=0, accumulated_damage=0, standard_bearer=False)
        standard = piece.standard_bearer if self.standard is None else self.standard
        return replace(piece, miniatures=miniatures, accumulated_damage=damage, standard_bearer=standard)

    def _healed(self, piece: Piece) -> Piece | Refusal:
        hero = _seen_hero(piece, self.hero)
        if isinstance(hero, Refusal):
            return hero
        most = piece.combatant(hero.id).attributes.vt
        if self.wounds is None or not 0 <= self.wounds <= most:
            values = {"who": hero.title, "wounds": wounds(most), "most": most}
            return Refusal(Text("%(who)s can have 0 to %(wounds)s; at %(most)s he is slain.", values), "2:7:6")
        return piece.with_hero(replace(hero, wounds=self.wounds, alive=self.wounds < most))

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        was, now = before.piece_of(self), after.piece_of(self)
        unit = now.title if was.miniatures == now.miniatures else now.unit_title
        changes = list(_changes(was, now, unit))
        text = changes[0]
        for change in changes[1:]:
            text = Text("%(first)s, %(then)s", {"first": text, "then": change})
        reason = self.words if self.reason == OTHER else CORRECTED.get(self.reason, self.reason)
        values = {"unit": unit, "changes": text, "reason": reason}
        return [Text("%(unit)s, %(changes)s: by hand (%(reason)s).", values), *reveal_words(before, after)]


def _general_may_be_gone(before: State, state: State, piece: Piece) -> State:
    """A general who is slain by hand is asked of as any other (K55), and no more when he lives after all."""
    alive = {hero.id for hero in piece.heroes if hero.alive}
    for death in state.deaths:
        if death.hero in alive:
            state = state.without_death(death)
    return may_have_lost_general(before, state, piece.seat, f"t{state.turn}.{piece.id}.by-hand")


def _changes(was: Piece, now: Piece, unit: str) -> Iterator[Text]:
    """What of it is another value now. `unit` is what the line calls it: a character it calls so is not named twice."""
    if was.miniatures != now.miniatures:
        yield Text("miniatures %(was)s → %(now)s", {"was": was.miniatures, "now": now.miniatures})
    if was.accumulated_damage != now.accumulated_damage:
        yield Text("damage %(was)s → %(now)s", {"was": was.accumulated_damage, "now": now.accumulated_damage})
    if was.standard_bearer != now.standard_bearer:
        yield Text("standard recovered") if now.standard_bearer else Text("standard lost")
    for hero in now.heroes:
        old = was.hero(hero.id)
        if old and (old.wounds, old.alive) != (hero.wounds, hero.alive):
            values = {"who": hero.title, "was": old.wounds, "now": hero.wounds}
            if hero.title == unit:
                yield Text("wounds %(was)s → %(now)s", values)
            else:
                yield Text("wounds of %(who)s %(was)s → %(now)s", values)


@act("mark", sees=everybody)
class MarkAct(PieceAct):
    marker: str
    on: bool
    hero: str | None = None
    """Whose own weapon is meant, inside a unit."""

    @about(_here)
    def apply(self, state: State, event: Event, piece: Piece) -> State | Refusal:
        if self.marker not in markers.BY_ID:
            known = ", ".join(m.id for m in markers.MARKERS)
            values = {"wanted": self.marker[:30], "known": known}
            return Refusal(Text("There is no marker %(wanted)s; known: %(known)s.", values), "2:6:4")
        if self.hero is not None:
            return self._hero_marked(state, piece)
        return may_have_entered_stream(state, markers.put(state, piece, self.marker, self.on), piece.id)

    def _hero_marked(self, state: State, piece: Piece) -> State | Refusal:
        """A character inside a unit has one marker of his own: whether his weapon is loaded (9:3:1)."""
        hero = _seen_hero(piece, self.hero)
        if isinstance(hero, Refusal):
            return hero
        if self.marker != "unloaded":
            words = Text("A character in a unit can only be marked “Not loaded”; mark his unit instead.")
            return Refusal(words, "9:3:1")
        return state.with_piece(piece.with_hero(replace(hero, loaded=not self.on)))

    def line(self, before: State, event: Event, after: State) -> Line:
        piece = after.piece_of(self)
        if before == after:
            return Line()
        hero = piece.hero(self.hero or "")
        others = (p.title for p in after.pieces if p.id != piece.id and _lost(before, after, p.id, self.marker))
        names = {"unit": hero.title if hero else (piece.title, *others), "marker": markers.BY_ID[self.marker].label}
        if self.on:
            return public_line("%(unit)s: %(marker)s.", **names)
        return public_line("%(unit)s: no longer “%(marker)s”.", **names)


def _lost(before: State, after: State, piece_id: str, marker: str) -> bool:
    """Whether this piece has lost a marker that was taken from another: who touched it touches it no more."""
    was, now = before.known(piece_id), after.known(piece_id)
    shown = markers.BY_ID[marker].shown
    return shown(before, was) and not shown(after, now)
