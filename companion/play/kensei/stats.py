"""The attributes of everybody on the table as they are now, each with its reasons (2:7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.play.kensei.fighters import body, combatant, lasting_on
from companion.play.kensei.orders.plans import left
from companion.play.kensei.state import State, must
from companion.play.traced import part
from companion.rules.kensei.at_rest import attributes
from companion.rules.text import Number

Stats = tuple[tuple[str, Number], ...]


def stats(state: State, seat: str | None) -> Mapping[str, Stats]:
    """By piece: the unit, or who acts for it alone; by hero: everybody else in it whom `seat` may know of."""
    found = {piece.id: _of_piece(state, piece.id) for piece in state.pieces if piece.standing}
    for piece in state.pieces:
        for hero in piece.heroes:
            if hero.alive and hero is not piece.lone and (piece.seat == seat or not hero.hidden):
                found[hero.id] = _of_hero(state, piece.id, hero.id)
    return found


@part
def _of_piece(state: State, piece_id: str) -> Stats:
    piece = must(state.piece(piece_id))
    return attributes(
        replace(body(piece), effects=lasting_on(state, piece)),
        standard_bearer=piece.standard_bearer and piece.miniatures > 0,
        fleeing=piece.facts.flees,
        ac_left=left(state, piece),
    )


@part
def _of_hero(state: State, piece_id: str, hero_id: str) -> Stats:
    piece = must(state.piece(piece_id))
    return attributes(replace(combatant(piece, hero_id, None), effects=lasting_on(state, piece, hero_id)))
