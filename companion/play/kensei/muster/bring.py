"""A whole army list brought to the table: it takes the place of the force made so far, as secret as the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from companion.content import catalog
from companion.content.army_document import read_document
from companion.content.drawings import crests
from companion.play.acts import ActForm, public_line
from companion.play.game import Event, Line
from companion.play.kensei.acts import about
from companion.play.kensei.muster.sides import MOST_LETTERS, MOST_PIECES, army_step, hides, made, made_ready, secret_id
from companion.play.kensei.pieces import SEATS, Hero, Piece, Side
from companion.play.kensei.state import State
from companion.rules import counts
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.kensei.army.ready import LEVEL, ready_armies
from companion.rules.text import Problem, Refusal, Text
from companion.rules.written import one_line

MOST_MINIATURES = 99
"""More of one unit no page has room for; the book's largest has far fewer."""


@army_step("bring")
class BringAct(ActForm):
    army: dict[str, Any]
    """The army document. What lies on the bench stays at home; an illegal list may be played."""

    @about(made)
    def apply(self, state: State, event: Event, side: Side) -> State | Refusal:
        army = read_document(self.army)
        if isinstance(army, Refusal):
            return army
        army = army.without_bench
        if refused := _cannot_stand(army):
            return refused
        return placed(state, side, army)

    def line(self, before: State, event: Event, after: State) -> Line:
        units = counts.units(sum(1 for piece in after.of(event.seat) if piece.unit))
        heroes = counts.characters(len([*after.heroes(event.seat), *after.sides[event.seat].absent]))
        name = self.army.get("name") or Text("a list")
        return public_line("Army: %(name)s, %(units)s and %(heroes)s.", name=name, units=units, heroes=heroes)


def _cannot_stand(army: Army) -> Refusal | None:
    """What no table could place, legal or not."""
    alone = [one for one in army.present if not any(unit.id == one.joins for unit in army.fielded)]
    if not army.fielded and not alone:
        return Refusal(Text("This list is empty. Add units to it first, or choose another."), "7:1:5")
    if len(army.fielded) + len(alone) > MOST_PIECES:
        return Refusal(Text("An army here has at most %(most)s units and lone characters.", {"most": MOST_PIECES}))
    for unit in army.fielded:
        if not 1 <= unit.miniatures <= MOST_MINIATURES:
            values = {"unit": unit.name or catalog().units[unit.unit].name, "have": counts.miniatures(unit.miniatures)}
            words = Text(
                "%(unit)s: %(have)s; 1 to %(most)s can stand on a table. Change it, or put it on the bench.",
                {**values, "most": MOST_MINIATURES},
            )
            return Refusal(words, "12:2:1")
    return None


def places(army: Army, state: State, seat: str) -> dict[str, str]:
    """Which of a side's pieces each entry of the list has become, right after it was brought; none for the absent."""
    army = army.without_bench
    lone = [one for one in army.present if one.joins is None and not _hides(one)]
    entries = [*(unit.id for unit in army.fielded), *(one.id for one in lone)]
    found = dict(zip(entries, (piece.id for piece in state.of(seat)), strict=False))
    return found | {one.id: found[unit.id] for unit in army.fielded if unit.id in found for one in army.inside(unit)}


def placed(state: State, side: Side, army: Army) -> State:
    """The side with this army in the place of the one it had."""
    ids = _hero_ids(side, army)
    units = [
        _unit(f"{side.seat}{number}", side, unit, tuple(_hero(ids[one.id], one) for one in army.inside(unit)))
        for number, unit in enumerate(army.fielded, side.next_piece)
    ]
    inside = {one.id for unit in army.fielded for one in army.inside(unit)}
    alone = [_hero(ids[one.id], one) for one in army.present if one.id not in inside]
    lone = [Piece.alone(side.seat, hero) for hero in alone if not hero.hidden]
    changed = replace(
        side,
        path=army.path,
        mon=army.mon if army.mon in {crest.id for crest in crests()} else side.mon,
        clan=one_line(army.clan)[:MOST_LETTERS] or side.clan,
        next_piece=side.next_piece + len(units),
        next_hero=side.next_hero + sum(id_[1] == "h" for id_ in ids.values()),
        absent=tuple(hero for hero in alone if hero.hidden),
        general=ids.get(army.general or "", ""),
        taisho_abilities=army.taisho_abilities,
    )
    others = (piece for piece in state.pieces if piece.seat != side.seat)
    return replace(state.with_side(changed), pieces=(*others, *units, *lone))


def _hero_ids(side: Side, army: Army) -> dict[str, str]:
    """An id for each character, by his id in the list."""
    ids: dict[str, str] = {}
    number = side.next_hero
    for one in army.present:
        if _hides(one):
            ids[one.id] = secret_id(side.seat, one.character, ids.values())
        else:
            ids[one.id] = f"{side.seat}h{number}"
            number += 1
    return ids


def _hides(one: CharacterEntry) -> bool:
    return hides(one.character, one.kind, inside=one.joins is not None)


def _unit(id_: str, side: Side, unit: UnitEntry, heroes: tuple[Hero, ...]) -> Piece:
    return Piece(
        id_,
        side.seat,
        unit.unit,
        unit.miniatures,
        unit.miniatures,
        name=one_line(unit.name)[:MOST_LETTERS],
        standard_bearer=unit.standard_bearer,
        brought_standard=unit.standard_bearer,
        heroes=heroes,
        front=unit.front,
    )


def _hero(id_: str, one: CharacterEntry) -> Hero:
    """The character as the list has him, also where its choice is not allowed: the verdict says so."""
    weapon = catalog().characters[one.character].chosen(one.weapon)
    name = one_line(one.name)[:MOST_LETTERS]
    return Hero(id_, one.character, weapon, one.mounted, name, hidden=_hides(one), kind=one.kind)


# ---- ready armies that a new table begins with


READY = "ready."
"""With a seat behind it: the field of a setup that names the army of that side by its code."""


@cache
def ready() -> dict[str, Army]:
    """The ready armies of the book's tables by their codes."""
    return ready_armies(catalog())


def wrong(setup: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the armies a setup names."""
    named = {name: str(setup[name]) for name in (f"{READY}{seat}" for seat in SEATS) if setup.get(name)}
    for name, code in named.items():
        if code not in ready():
            values = {"code": code[:80], "known": next(iter(ready()))}
            yield Problem(name, Text("There is no ready army %(code)s. One there is: %(known)s.", values))
    if named and str(setup.get("level", "")) != str(LEVEL):
        yield Problem("level", Text("Ready armies are of level %(level)s: choose it.", {"level": LEVEL}))


def with_ready(state: State, setup: Mapping[str, Any]) -> State:
    """The battle with the armies its setup names in their places. Where it names both there is nothing to choose: both
    sides have seen them, and are ready."""
    codes = {seat: str(code) for seat in SEATS if (code := setup.get(f"{READY}{seat}"))}
    for seat, code in codes.items():
        state = placed(state, state.sides[seat], ready()[code])
    for seat in codes if len(codes) == len(SEATS) else ():
        state = made_ready(state, state.sides[seat])
    return state
