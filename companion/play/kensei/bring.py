"""A whole army list brought to the table: it takes the place of the force made so far, as secret as the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.content import catalog
from companion.content.army_document import read_document
from companion.play.acts import Act, Data
from companion.play.game import Event, Line
from companion.play.kensei.acts import secret
from companion.play.kensei.muster import MOST_PIECES, making
from companion.play.kensei.state import Hero, Piece, Side, State
from companion.rules import counts
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.text import Refusal, Text


class BringData(Data):
    army: dict[str, Any]
    """The army document. What lies on the bench stays at home; an illegal list may be played."""


@making
def _bring(state: State, event: Event, data: BringData, side: Side) -> State | Refusal:
    army = read_document(data.army)
    if isinstance(army, Refusal):
        return army
    standing, alone = _pieces_of(army)
    if len(standing) + len(alone) > MOST_PIECES:
        return Refusal(Text("An army here has at most %(most)s units and lone characters.", {"most": MOST_PIECES}))
    if not standing and not alone:
        return Refusal(Text("This list has nobody in it yet. Add units to it first, or choose another."), "7:1:5")
    return _placed(state, side, army, standing, alone)


def _pieces_of(army: Army) -> tuple[list[UnitEntry], list[CharacterEntry]]:
    """The units and the lone characters that become pieces, in that order."""
    standing = [unit for unit in army.fielded if unit.miniatures]
    return standing, [one for one in army.present if not any(unit.id == one.joins for unit in standing)]


def places(army: Army, state: State, seat: str) -> dict[str, str]:
    """Which of a side's pieces each entry of the list has become, right after it was brought."""
    standing, alone = _pieces_of(army)
    entries = [*(unit.id for unit in standing), *(one.id for one in alone)]
    found = dict(zip(entries, (piece.id for piece in state.of(seat)), strict=False))
    inside = {one.id: found[unit.id] for unit in standing if unit.id in found for one in army.inside(unit)}
    return found | inside


def _placed(state: State, side: Side, army: Army, standing: list[UnitEntry], alone: list[CharacterEntry]) -> State:
    pieces = [piece for piece in state.pieces if piece.seat != side.seat]
    hero_number, hidden_kinds = side.next_hero, set()
    for number, unit in enumerate(standing, side.next_piece):
        heroes = []
        for one in army.inside(unit):
            hidden = "hidden" in catalog().characters[one.character].traits or one.character == "shinobi"
            if hidden and one.character not in hidden_kinds:
                # a number of the common count would tell by its gap that somebody is hidden
                hidden_kinds.add(one.character)
                heroes.append(_hero(f"{side.seat}x-{one.character}", one, hidden=True))
            else:
                heroes.append(_hero(f"{side.seat}h{hero_number}", one, hidden=hidden))
                hero_number += 1
        pieces.append(_unit(f"{side.seat}{number}", side, unit, tuple(heroes)))
    for one in alone:
        hero = _hero(f"{side.seat}h{hero_number}", one)
        hero_number += 1
        pieces.append(Piece(hero.id, side.seat, None, 0, 0, heroes=(hero,)))
    changed = replace(
        side,
        path=army.path,
        mon=army.mon or side.mon,
        clan=army.clan[:40] or side.clan,
        next_piece=side.next_piece + len(standing),
        next_hero=hero_number,
    )
    return replace(state.with_side(changed), pieces=tuple(pieces))


def _unit(id_: str, side: Side, unit: UnitEntry, heroes: tuple[Hero, ...]) -> Piece:
    return Piece(
        id_,
        side.seat,
        unit.unit,
        unit.miniatures,
        unit.miniatures,
        name=unit.name,
        standard_bearer=unit.standard_bearer,
        heroes=heroes,
    )


def _hero(id_: str, one: CharacterEntry, *, hidden: bool = False) -> Hero:
    profile = catalog().characters[one.character]
    carried = (*profile.weapon_choice, *profile.weapons)
    chosen = one.weapon if one.weapon in carried else None
    weapon = chosen or (profile.weapon_choice[0] if profile.weapon_choice else None)
    return Hero(id_, one.character, weapon, one.mounted and profile.may_ride, one.name, hidden=hidden)


def _bring_line(before: State, event: Event, data: BringData, after: State) -> Line:
    units = counts.units(sum(1 for piece in after.of(event.seat) if piece.unit))
    heroes = counts.characters(sum(len(piece.heroes) for piece in after.of(event.seat)))
    name = data.army.get("name") or Text("a list")
    return secret(event.seat, "Your army: %(name)s, %(units)s and %(heroes)s.", name=name, units=units, heroes=heroes)


ACTS = (Act("bring", BringData, _bring, _bring_line),)
