"""The games a table can be of; to add one, add its object here."""

from __future__ import annotations

from typing import Any

from companion.play.game import Game
from companion.play.kensei.game import KENSEI

GAMES: dict[str, Game[Any]] = {game.id: game for game in (KENSEI,)}
