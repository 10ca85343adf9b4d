"""What a seat, or who only watches, has before it in the middle of a playthrough: its view in a few lines.

A line `look: a` (or `look: watcher`) of a playthrough is answered with them. They come from the view alone, so what is
another seat's secret cannot be in them.
"""

from collections.abc import Iterator
from typing import Any

from companion.play.acts import Game
from companion.play.kensei.board import PieceView, SideView
from companion.play.kensei.deploy.view import DeploySide
from companion.play.kensei.view import View

WATCHER = "watcher"


def look(game: Game[Any], state: Any, who: str) -> Iterator[str]:
    """The view of a seat of Kensei, line by line."""
    view = game.view(state, None if who == WATCHER else who)
    assert isinstance(view, View), "only Kensei is looked at so far"
    yield f"{_when(view)} {view.phase_act}"
    for score in view.scores:
        yield f"points of {score.seat}: {score.points}"
        yield from (f"  {one.points} {one.reason}" for one in score.why)
    for side in view.sides:
        yield from _side(view, side)
    for seal in view.seals:
        yield f"sealed by {seal.seat}: {seal.seal}{f', {seal.what}' if seal.what else ''}"
    for card in view.judged:
        yield f"combat: {card.verdict}{''.join(f' {one.sentence}' for one in card.judgements)}"
    if view.winner:
        yield f"won by {view.winner}: {view.decided}"


def _when(view: View) -> str:
    if view.over:
        return "The battle is over."
    return f"Turn {view.turn}, {view.phase_name}." if view.begun else "Before the battle."


def _side(view: View, side: SideView) -> Iterator[str]:
    found = [one for one in view.deploy.sides if one.seat == side.seat] if view.deploy else []
    deployed = found[0] if found else None
    if side.pieces is None:
        yield f"{side.seat}: an army that is secret"
    for piece in side.pieces or ():
        yield f"{piece.id} {piece_line(view, piece)}"
    for absent in side.absent:
        yield f"{absent.id} {absent.title}, on no table"
    if deployed is not None:
        yield f"{side.seat}: {_cards(deployed)}"


def piece_line(view: View, piece: PieceView) -> str:
    """A piece in a line: what it is, what lies beside it and on it, and what it is about to do."""
    told = [piece.title]
    if piece.unit:
        standard = " with a standard" if piece.standard_bearer else ""
        told.append(f"{piece.miniatures} of {piece.at_start}{standard}, {piece.accumulated_damage} damage")
    for hero in piece.heroes:
        hidden = ", hidden" if hero.hidden else ""
        told.append(f"{hero.title} {hero.wounds} of {hero.vitality}{hidden}{'' if hero.alive else ', slain'}")
    told += [str(marker.label) for marker in piece.markers if piece.standing]
    if piece.against:
        told.append(f"against {', '.join(piece.against)}")
    if piece.off_table:
        told.append("off the table")
    row = next((row for row in view.orders.rows if row.piece == piece.id), None)
    if row is not None:
        told.append(f"{row.left} of {row.have} AC")
        told += [f"announced {', '.join(map(str, row.announced))}"] if row.announced else []
        told += [f"drafted {', '.join(map(str, row.draft))}"] if row.draft else []
    return "; ".join(told)


def _cards(side: DeploySide) -> str:
    cards = [
        f"card {card.number} {card.what or 'face down'}{' (face up)' if card.face_up else ''}" for card in side.cards
    ]
    hand = [one.title for one in side.hand]
    told = [*cards, f"{side.left} to lay", *([f"in hand {', '.join(hand)}"] if hand else [])]
    ninjas = ", ".join(name for _, name in side.ninjas)
    return "; ".join([*told, *([f"Ninjas {ninjas}"] if ninjas else [])])
