"""Before the battle: each side makes its force in secret, then both say Ready (7:1:3, 7:1:5, 12:5, 12:6).

A quick battle asks only what the table needs: the path, units within basic unit and maximum, who joins whom.
Points and level limits belong to army lists.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from pydantic import Field

from companion.content import catalog
from companion.content.drawings import crests
from companion.play.acts import ActForm, OneLine, Sealing, Sentences, everybody, public_line
from companion.play.game import Event, Line
from companion.play.kensei.acts import about, act, always, own_until_over
from companion.play.kensei.muster.listed import judged
from companion.play.kensei.pieces import Piece, Side, fingerprint, other, proof, removed
from companion.play.kensei.state import State
from companion.rules import counts
from companion.rules.kensei.army.joining import ShinobiKind, capacity
from companion.rules.kensei.profiles import CharacterProfile, Path, UnitProfile
from companion.rules.text import Refusal, Text
from companion.rules.written import one_line

MOST_PIECES = 30
MOST_LETTERS = 40
"""Letters of a name or clan."""


class ArmyAct(ActForm):
    """One of the small steps in which a side makes its army."""

    def line(self, before: State, event: Event, after: State) -> Sentences:
        """What the own side reads of a change in its army: the piece as it is now, or what left it."""
        now = {p.id: p for p in after.of(event.seat)}
        changed = [p for p in now.values() if before.piece(p.id) != p]
        if changed:
            return piece_line(changed[0])
        gone = [p for p in before.of(event.seat) if p.id not in now]
        return dismissed(gone[0].title) if gone else []


class ArmyPieceAct(ArmyAct):
    """A step that changes one piece."""

    piece: str


army_step = partial(act, when=always, sees=own_until_over, sets_up=True)
"""Enters one of these steps: only its own side knows of it."""


def made(step: ActForm, state: State, event: Event) -> Side | Refusal:
    """The side that is being made; refused where it can't be changed now."""
    if state.begun:
        return Refusal(Text("The battle has begun: correct by hand instead, with a reason."), "7:1:5")
    if event.by != event.seat:
        return Refusal(Text("Each side makes its own army, in secret: take the other seat to make both."), "7:3")
    side = state.sides[event.seat]
    return Refusal(Text("You said Ready. Undo that first, then change your army."), "7:1:5") if side.ready else side


def made_piece(step: ArmyPieceAct, state: State, event: Event) -> Piece | Refusal:
    """A piece of the side that is being made; refused where that can't be changed now."""
    side = made(step, state, event)
    return side if isinstance(side, Refusal) else own_piece(state, event.seat, step.piece)


def own_piece(state: State, seat: str, piece_id: str) -> Piece | Refusal:
    """A piece of this side, or why there is none."""
    piece = state.piece(piece_id)
    if piece is None or piece.seat != seat:
        return Refusal(Text("There is no such unit in your army; it may have been dismissed."), "7:1:5")
    return piece


def named(known: Collection[str], wanted: str, what: Text) -> Refusal | None:
    if wanted in known:
        return None
    values = {"what": what, "wanted": wanted[:40], "known": ", ".join(sorted(known))}
    return Refusal(Text("There is no %(what)s called %(wanted)s. Known: %(known)s.", values), "12:5")


def of_path(profile: UnitProfile | CharacterProfile, path: Path) -> Refusal | None:
    if profile.path in (None, path):
        return None
    values = {"name": profile.name, "own": str(profile.path).title(), "path": path.title()}
    return Refusal(Text("Only the %(own)s may field %(name)s; this army follows the %(path)s.", values), "12:1:2")


@army_step("side", label=Text("your clan and path"))
class SideAct(ActForm):
    path: Path | None = None
    mon: str | None = None
    """The id of a crest; empty: none."""
    clan: OneLine | None = Field(None, max_length=MOST_LETTERS)

    @about(made)
    def apply(self, state: State, event: Event, side: Side) -> State | Refusal:
        if self.mon and (refused := named({c.id for c in crests()}, self.mon, Text("crest"))):
            return refused
        if self.path and self.path != side.path:
            for piece in state.of(event.seat):
                for profile in (piece.profile, *(h.profile for h in piece.heroes)):
                    if refused := of_path(profile, self.path):
                        return refused
        return state.with_side(
            replace(
                side,
                path=self.path or side.path,
                mon=side.mon if self.mon is None else self.mon,
                clan=side.clan if self.clan is None else self.clan,
            )
        )

    def line(self, before: State, event: Event, after: State) -> Line:
        side = after.sides[event.seat]
        path = side.path.capitalize()
        if not side.clan:
            return public_line("Path of the %(path)s.", path=path)
        return public_line("Clan %(clan)s, path of the %(path)s.", clan=side.clan, path=path)


@army_step("muster")
class MusterAct(ArmyAct):
    unit: str
    miniatures: int | None = None

    @about(made)
    def apply(self, state: State, event: Event, side: Side) -> State | Refusal:
        units = catalog().units
        if refused := named(units, self.unit, Text("unit")):
            return refused
        profile = units[self.unit]
        miniatures = profile.basic_unit if self.miniatures is None else self.miniatures
        if refused := of_path(profile, side.path) or full(state, event.seat) or _fits(profile, miniatures, 0):
            return refused
        piece = Piece(f"{event.seat}{side.next_piece}", side.seat, profile.id, miniatures, miniatures)
        return replace(state.with_side(replace(side, next_piece=side.next_piece + 1)), pieces=(*state.pieces, piece))


def full(state: State, seat: str) -> Refusal | None:
    """Why nothing more joins this army."""
    if sum(1 for _ in state.of(seat)) < MOST_PIECES:
        return None
    return Refusal(Text("An army here has at most %(most)s units and lone characters.", {"most": MOST_PIECES}), "7:1:5")


def _fits(profile: UnitProfile, miniatures: int, heroes: int) -> Refusal | None:
    if not profile.basic_unit <= miniatures <= profile.maximum:
        bounds = {"least": profile.basic_unit, "most": profile.maximum}
        values = {"unit": profile.name, "have": counts.miniatures(miniatures), **bounds}
        return Refusal(Text("%(unit)s: %(have)s; %(least)s to %(most)s are allowed.", values), "3:2")
    room = capacity(profile)
    if room is not None and heroes and miniatures + heroes > room:
        values = {"unit": profile.name, "room": room}
        words = Text("%(unit)s: the formation holds %(room)s, characters included. Take a character out first.", values)
        return Refusal(words, "3:4:1")
    return None


@army_step("size")
class SizeAct(ArmyPieceAct):
    miniatures: int

    @about(made_piece)
    def apply(self, state: State, event: Event, piece: Piece) -> State | Refusal:
        if not isinstance(piece.profile, UnitProfile):
            return Refusal(Text("A lone character is always one miniature."), "2:6:3")
        # What an illegal list brought may come nearer to the basic unit, one miniature after the other.
        fewer, more = sorted((piece.miniatures, piece.profile.basic_unit))
        nearer = fewer <= self.miniatures <= more
        if not nearer and (refused := _fits(piece.profile, self.miniatures, len(piece.heroes))):
            return refused
        # Another size stands in the usual formation: the front of a list was chosen for the size it had.
        return state.with_piece(replace(piece, miniatures=self.miniatures, at_start=self.miniatures, front=None))


@army_step("standard")
class StandardAct(ArmyPieceAct):
    standard: bool

    @about(made_piece)
    def apply(self, state: State, event: Event, piece: Piece) -> State | Refusal:
        if self.standard and (not isinstance(piece.profile, UnitProfile) or piece.profile.standard_bearer is None):
            return Refusal(Text("%(unit)s cannot have a standard-bearer.", {"unit": piece.title}), "12:5")
        return state.with_piece(replace(piece, standard_bearer=self.standard, brought_standard=self.standard))

    def line(self, before: State, event: Event, after: State) -> Line:
        piece = after.piece_of(self)
        if not self.standard or not isinstance(piece.profile, UnitProfile):
            return public_line("%(unit)s without a standard.", unit=piece.title)
        koku = piece.profile.standard_bearer
        return public_line("%(unit)s with a standard: %(koku)s koku.", unit=piece.title, koku=koku)


@army_step("name")
class NameAct(ArmyPieceAct):
    name: OneLine = Field(max_length=MOST_LETTERS)

    @about(made_piece)
    def apply(self, state: State, event: Event, piece: Piece) -> State | Refusal:
        return state.with_piece(replace(piece, name=self.name))


@army_step("dismiss")
class DismissAct(ArmyPieceAct):
    @about(made_piece)
    def apply(self, state: State, event: Event, piece: Piece) -> State | Refusal:
        return replace(state, pieces=removed(state.pieces, piece.id))


@army_step("ability", label=Text("the abilities of the general"))
class AbilityAct(ActForm):
    ability: str
    on: bool

    @about(made)
    def apply(self, state: State, event: Event, side: Side) -> State | Refusal:
        if refused := named(catalog().taisho_abilities, self.ability, Text("Taisho ability")):
            return refused
        rest = tuple(one for one in side.taisho_abilities if one != self.ability)
        return state.with_side(replace(side, taisho_abilities=(*rest, self.ability) if self.on else rest))

    def line(self, before: State, event: Event, after: State) -> Line:
        name = catalog().taisho_abilities[self.ability].name
        if self.on:
            return public_line("Taisho ability: %(ability)s.", ability=name)
        return public_line("Taisho ability taken away: %(ability)s.", ability=name)


def _sees_seal(state: State, event: Event, seat: str | None) -> Mapping[str, Any]:
    """Everybody sees that an army was sealed. The nonce is its own side's until the battle is over; then all can check
    it.
    """
    side = state.sides[event.seat]
    if state.over:  # hidden characters are told of with it
        return {**event.data, "proof": proof(side.nonce, side.seat, "army", side.sealed)}
    return event.data if seat == event.seat else {}


@act("ready", sees=_sees_seal, when=always)
class ReadyAct(Sealing, ActForm):
    @about(made)
    def apply(self, state: State, event: Event, side: Side) -> State | Refusal:
        if not any(state.of(event.seat)):
            return Refusal(Text("Choose at least one unit or character before you say Ready."), "7:1:5")
        return made_ready(state, side, self.nonce)

    def line(self, before: State, event: Event, after: State) -> Line:
        if after.begun:
            return public_line("Both armies are on the table. The battle begins.")
        if all(side.ready for side in after.sides.values()):
            return public_line("Ready: the army is sealed. The deployment begins.")
        return public_line("Ready: the army is sealed.")


@act("unready", sees=everybody, when=always)
class UnreadyAct(ActForm):
    def apply(self, state: State, event: Event) -> State | Refusal:
        if state.begun:
            return Refusal(Text("Both sides were ready and the battle has begun: undo that instead."), "7:1:5")
        if all(side.ready for side in state.sides.values()):
            return Refusal(Text("Both sides are ready and deploy now: undo that instead."), "7:1:5")
        return state.with_side(replace(state.sides[event.seat], ready=False, sealed="", nonce="", legal=None))

    def line(self, before: State, event: Event, after: State) -> Line:
        return public_line("Not ready after all.")


def made_ready(state: State, side: Side, nonce: str = "") -> State:
    """With this side's army sealed. The battle begins once both are, unless the table leads their deployment."""
    legal = None if state.level is None else not judged(state, side.seat)
    state = state.with_side(replace(side, ready=True, sealed=_army(state, side.seat), nonce=nonce, legal=legal))
    if not state.sides[other(side.seat)].ready or state.deploys:
        return state
    return replace(state, begun=True, turn=1)


def is_empty(state: State, seat: str) -> bool:
    """Whether a side has chosen nothing of its army yet, and so has nothing to hide before the battle."""
    side = state.sides[seat]
    return not any(state.of(seat)) and side == Side(side.seat, mon=side.mon, clan=side.clan)


def _army(state: State, seat: str) -> str:
    """An army in words that a fingerprint can be made of, hidden characters included."""
    parts = []
    for piece in state.of(seat):
        heroes = [f"{h.character} {h.weapon or ''}{' mounted' * h.mounted}{' hidden' * h.hidden}" for h in piece.heroes]
        unit = [f"{piece.miniatures} {piece.unit}{' standard' * piece.standard_bearer}"] if piece.unit else []
        parts.append(" + ".join([*unit, *heroes]))
    parts += [f"{hero.character} {hero.kind}" for hero in state.sides[seat].absent]
    return "; ".join(parts)


def seal(state: State, seat: str) -> str:
    """The fingerprint of an army that is Ready: shown while it is secret, and to be checked when it is open."""
    side = state.sides[seat]
    return fingerprint(side.nonce, seat, side.sealed)


def piece_line(piece: Piece) -> Line:
    """A piece of the own army as it is now."""
    inside = tuple(h.title for h in piece.heroes)
    if piece.unit is None:
        return public_line("Army: %(who)s, alone.", who=piece.title)
    values = {"count": piece.miniatures, "unit": piece.title, "who": inside}
    if inside:
        return public_line("Army: %(count)s %(unit)s with %(who)s.", **values)
    return public_line("Army: %(count)s %(unit)s.", **values)


def dismissed(title: str) -> Line:
    """A unit or character left the own army."""
    return public_line("Dismissed: %(unit)s.", unit=title)


# ---- who starts unseen, and the ids that do not tell of him (5:1:13, 12:6:3; K80): the same whether a list brings him


def hides(character: str, kind: ShinobiKind | None, *, inside: bool) -> bool:
    """Whether he starts unseen: in a unit (`inside`), behind terrain or among the enemy."""
    if character == "shinobi":
        return inside or kind in ("kamari", "denuki")
    return inside and "hidden" in catalog().characters[character].traits


def secret_id(seat: str, character: str, taken: Collection[str]) -> str:
    """The id of a hidden character: made of who he is, with a number of its own where that one is taken.

    A number of the common count would tell by its gap that somebody is hidden.
    """
    first = f"{seat}x-{character}"
    return next(one for one in (first, *(f"{first}-{n}" for n in range(2, len(taken) + 3))) if one not in taken)


def is_secret(id_: str) -> bool:
    return id_[1:3] == "x-"


# ---- crest and clan that a side keeps from one battle to the next


def dress_of(sides: Mapping[str, Side]) -> dict[str, str]:
    """What both sides wear, as the setup of their next battle."""
    worn = {seat: (("mon", side.mon), ("clan", side.clan)) for seat, side in sides.items()}
    return {f"{what}.{seat}": value for seat, each in worn.items() for what, value in each if value}


def dressed(side: Side, setup: Mapping[str, Any]) -> Side:
    """The side as the setup dresses it; as it is, where that says nothing that can be worn."""
    mon, clan = str(setup.get(f"mon.{side.seat}", "")), one_line(str(setup.get(f"clan.{side.seat}", "")))
    known = {crest.id for crest in crests()}
    return replace(side, mon=mon if mon in known else side.mon, clan=clan[:MOST_LETTERS] or side.clan)
