"""What characters of one name are called, so that the players can tell them apart: "Busho (Red Spears)".

Only who is seen counts: a name that changes would tell of one who hides. Who was named so once keeps it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State


def tidied(state: State) -> State:
    """The state in which no two characters on the table are called the same."""
    if not state.begun or state.numbered is not None:
        return state
    seen = [(piece, hero) for piece in state.pieces for hero in piece.heroes if not hero.hidden]
    names = Counter(hero.title for _, hero in seen)
    if all(count == 1 for count in names.values()):
        return state
    taken = set(names)
    for piece, hero in seen:
        if names[hero.title] > 1 and not hero.called:
            alike = [one for one in seen if one[1].title == hero.title]
            called = next(name for name in _names(state, piece, hero, alike) if name not in taken)
            taken.add(called)
            current = state.piece(piece.id)
            assert current is not None
            state = state.with_piece(current.with_hero(replace(hero, called=called)))
    return state


def _names(state: State, piece: Piece, hero: Hero, alike: list[tuple[Piece, Hero]]) -> tuple[str, ...]:
    """Ways to call him, the shortest first: by his unit, by his clan too, or by his place in the army."""
    clan = state.sides[piece.seat].clan
    unit = piece.unit_title if piece.unit else ""
    by_unit = unit if unit and sum(other.unit_title == unit for other, _ in alike if other.unit) == 1 else ""
    told = (by_unit, " ".join(filter(None, (unit, clan))) if clan else "", f"{unit} {piece.id.upper()}".strip())
    ways = (one for one in told if one)
    return (*(f"{hero.title} ({one})" for one in ways), f"{hero.title} ({hero.id.upper()})")
