"""What players may want before the battle: units, characters and their dress."""

from __future__ import annotations

from companion.content import catalog
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import State
from tests.play.kensei.picks import Picks, Wish, heroes_of, pieces_of


def _muster(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "muster", {"unit": picks.one(sorted(catalog().units))}


def _enlist(state: State, picks: Picks) -> Wish:
    character, piece = picks.one(sorted(catalog().characters)), picks.one([*pieces_of(state), ""])
    return picks.one(SEATS), "enlist", {"character": character, "piece": piece}


def _hide(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "enlist", {"character": "spy", "piece": picks.one(pieces_of(state))}


def _size(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "size", {"piece": picks.one(pieces_of(state)), "miniatures": picks.number(0, 16)}


def _outfit(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "outfit", {"hero": picks.one(heroes_of(state)), "mounted": picks.yes(), "weapon": "spear"}


def _discharge(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "discharge", {"hero": picks.one(heroes_of(state))}


def _dismiss(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "dismiss", {"piece": picks.one(pieces_of(state))}


def _standard(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), "standard", {"piece": picks.one(pieces_of(state)), "standard": True}


def _side(state: State, picks: Picks) -> Wish:
    path, mon = picks.one(["buke", "kuge", "sohei"]), picks.one(["", "tomoe", "nix"])
    return picks.one(SEATS), "side", {"path": path, "mon": mon}


def _ready(state: State, picks: Picks) -> Wish:
    return picks.one(SEATS), picks.one(["ready", "unready"]), {}


MUSTERING = (_muster, _enlist, _hide, _size, _outfit, _discharge, _dismiss, _standard, _side, _ready)
