"""What the pages of one game need besides its view: to add a game's values, add a line to `VALUES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from companion.content import catalog
from companion.play.game import Seat
from companion.play.kensei.markers import MARKERS
from companion.play.tables import Table
from companion.rules.kenjin import cards as kenjin
from companion.rules.tenno import cards as tenno
from companion.rules.zipang import cards as zipang
from companion.web.i18n import gettext as _
from companion.web.marks import CRESTS


def _kensei() -> Mapping[str, Any]:
    return {"catalog": catalog(), "crests_offered": CRESTS, "markers": MARKERS}


def _zipang() -> Mapping[str, Any]:
    return {"crests_offered": CRESTS, "second_tab": ("general", _("Campaigns")), "pairs": pairs}


def _tenno() -> Mapping[str, Any]:
    return {"crests_offered": CRESTS, "second_tab": ("general", _("Cards"))}


def _kenjin() -> Mapping[str, Any]:
    return {"crests_offered": CRESTS, "second_tab": ("general", _("Cards"))}


def pairs(seats: tuple[Seat, ...]) -> list[tuple[Seat, ...]]:
    """Every two of these, for an attack on two players by one tap."""
    return list(combinations(seats, 2))


VALUES: dict[str, Callable[[], Mapping[str, Any]]] = {
    "kenjin": _kenjin,
    "kensei": _kensei,
    "tenno": _tenno,
    "zipang": _zipang,
}

PLAYERS: dict[str, tuple[int, int]] = {
    "zipang": (zipang.LEAST_PLAYERS, zipang.MOST_PLAYERS),
    "tenno": (tenno.LEAST_PLAYERS, tenno.MOST_PLAYERS),
    "kenjin": (kenjin.LEAST_PLAYERS, kenjin.MOST_PLAYERS),
}
"""How few and how many play, for games where the new-table page asks."""


# Views differ by game: a battle has sides, a card game has players


def crests(view: Any) -> dict[Seat, str]:
    """The crest of each seat that has one, as this view shows it."""
    sides = {side.seat: side.mon for side in getattr(view, "sides", ()) if side.mon}
    return sides | {player.seat: player.crest for player in getattr(view, "players", ())}


def names(view: Any) -> dict[Seat, str]:
    """How a card game's sentences call its players; empty for a game whose sentences name no player."""
    return {player.seat: player.name for player in getattr(view, "players", ())}


def in_play(table: Table) -> tuple[Seat, ...] | None:
    """The seats of a card game that its setup has put into play; None where a game uses all it has."""
    return tuple(names(table.game.view(table.state, None))) or None
