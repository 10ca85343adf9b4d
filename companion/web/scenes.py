"""The scenes of *Show me*: of each game a table that stands before one act.

What leads through the act is told in `captions.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Act = tuple[str, str, Mapping[str, Any]]
"""Whose it is, its type, and its form."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A game's table: how it is set up, and the acts of both before the one that is shown."""

    setup: Mapping[str, str]
    acts: tuple[Act, ...]
    dice: tuple[str, ...] = ()
    """Kinds of dice the app throws after that, for whoever's they are, until the act is due."""


PLAYERS = {"players": "2", "crest.a": "tomoe", "crest.b": "ume"}
CLANS = {"clan.a": "jozu", "clan.b": "hondo"}
COMBAT = "t1.combat.a1+b1"

KENSEI = Scene(
    {"battle": "quick"},
    (
        ("a", "side", {"path": "buke", "mon": "tomoe"}),
        ("a", "muster", {"unit": "katana-samurai", "miniatures": 5}),
        ("a", "muster", {"unit": "yumi-ashigaru", "miniatures": 5}),
        ("b", "side", {"path": "sohei", "mon": "ume"}),
        ("b", "muster", {"unit": "naginata-sohei", "miniatures": 5}),
        ("b", "muster", {"unit": "yumi-ashigaru", "miniatures": 5}),
        ("a", "ready", {}),
        ("b", "ready", {}),
        ("b", "done", {"turn": 1}),
        ("a", "leave", {"turn": 1, "phase": "orders"}),
        ("a", "touch", {"one": "a1", "other": "b1", "charged": "one"}),
        ("a", "fight", {"combat": COMBAT}),
    ),
    dice=("initiative",),
)
"""Swordsmen have charged warrior monks; archers stand behind both."""

FIELD = "torii"
KENJIN = Scene(
    {**PLAYERS, **CLANS, "battlefields": "table"},
    (
        ("a", "place", {f"spots.{tile}": "ab" for tile in (FIELD, "village", "bridge", "palace")}),
        ("a", "combat", {}),
        *(("a", "lay", {"battlefield": FIELD, "card": card, "at": at}) for at, card in enumerate(("lord", "peasant"))),
        ("b", "lay", {"battlefield": FIELD, "card": "peasant", "at": 0}),
    ),
)
"""Of the first battlefield all cards but one are turned up: cards whose Strength the book tells (ruling N1)."""

TENNO = Scene(
    PLAYERS,
    (
        ("b", "turn", {"player": "b"}),
        ("b", "duel", {"number": 1, "card": "farmer-3", "target": "a", "defense": "farmer-2"}),
    ),
)
"""The first duel is over. Whoever tries the first key attacks with a card that is still there."""

ZIPANG = Scene(PLAYERS, (("a", "starts", {"player": "a"}), ("a", "campaign", {"number": 1})))
"""The first turn of a campaign."""

SCENES: Mapping[str, Scene] = {"kensei": KENSEI, "kenjin": KENJIN, "tenno": TENNO, "zipang": ZIPANG}
"""By game."""
