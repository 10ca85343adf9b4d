"""What units and characters of one name are called, so that the players can tell them apart.

Units are numbered when the battle begins, by the order of the armies: "Katana Samurai 2". A character is told by his
unit: "Busho (Red Spears)". Only who is seen counts: a name that changes would tell of one who hides. Who was named so
once keeps it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count

from companion.play.kensei.pieces import SEATS, Hero, Piece
from companion.play.kensei.state import State


def named_apart(state: State) -> State:
    """The state in which no two units or characters on the table are called the same."""
    if not state.begun:
        return state
    return _characters(_units(state))


def _units(state: State) -> State:
    """With a number for each unit whose name another has, counted through the armies of both sides."""
    units = [piece for seat in SEATS for piece in state.of(seat) if piece.unit]
    names = Counter(piece.unit_title for piece in units)
    taken = {*names, *(hero.title for hero in state.heroes() if not hero.hidden)}
    for name, among in names.items():
        if among == 1:
            continue
        free = (number for number in count(1) if f"{name} {number}" not in taken)
        for piece in units:
            if piece.unit_title == name:
                state = state.with_piece(replace(piece, number=next(free)))
    return state


def _characters(state: State) -> State:
    """With a word more in the name of each character who is called like another, or like a unit."""
    seen = [(piece, hero) for piece in state.pieces for hero in piece.heroes if not hero.hidden]
    units = [piece.unit_title for piece in state.pieces if piece.unit]
    names = Counter([*(hero.title for _, hero in seen), *units])
    if all(among == 1 for among in names.values()):
        return state
    taken = set(names)
    for piece, hero in seen:
        if names[hero.title] > 1 and not hero.distinct_name:
            alike = [one for one in seen if one[1].title == hero.title]
            name = next(name for name in _names(state, piece, hero, alike) if name not in taken)
            taken.add(name)
            state = state.with_piece(state.known(piece.id).with_hero(replace(hero, distinct_name=name)))
    return state


def _names(state: State, piece: Piece, hero: Hero, alike: list[tuple[Piece, Hero]]) -> tuple[str, ...]:
    """Ways to call him, the shortest first: by his unit, alone by his clan or path, or by his place in the army."""
    unit, side = piece.unit_title if piece.unit else "", state.sides[piece.seat]
    by_unit = unit if sum(other.id == piece.id for other, _ in alike) == 1 else ""
    same_path = sum(state.sides[other.seat].path == side.path for other, _ in alike)
    by_path = (side.path or "").capitalize() if same_path == 1 else ""
    qualifiers = (by_unit, *(() if unit else (side.clan, by_path)), hero.id.upper())
    return tuple(f"{hero.title} ({one})" for one in qualifiers if one)
