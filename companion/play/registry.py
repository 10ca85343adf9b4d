"""The games a table can be of; to add one, add its object here."""

from __future__ import annotations

from typing import Any

from companion.play.acts import Game
from companion.play.kenjin.game import KENJIN
from companion.play.kensei.game import KENSEI
from companion.play.tenno.game import TENNO
from companion.play.zipang.game import ZIPANG

GAMES: dict[str, Game[Any]] = {game.id: game for game in (KENSEI, ZIPANG, TENNO, KENJIN)}
