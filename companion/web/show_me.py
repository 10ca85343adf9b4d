"""Show me: one act of a game on one phone, for whoever has never seen Gunbai.

It is a table like any other, made of the same acts as every other. It is marked as practice, so that no record is kept
of it; captions lead through it (`captions.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from flask import Blueprint, Response, abort

from companion.play import people
from companion.play.registry import GAMES
from companion.play.values import PRACTICE, Done, Table, Tap
from companion.rules.text import Refusal
from companion.web import quotas
from companion.web.answers import see_other
from companion.web.fields import text_sent
from companion.web.i18n import gettext as _
from companion.web.i18n import say
from companion.web.scenes import SCENES, Scene
from companion.web.security import device
from companion.web.services import services

bp = Blueprint("show_me", __name__)


@bp.post("/show-me")
def make() -> Response:
    """Makes the table with both its seats on this phone, the act in hand."""
    game_id = text_sent("game", "kensei")
    scene = SCENES.get(game_id)
    if scene is None:
        shown = ", ".join(GAMES[known].name for known in SCENES)
        abort(422, _("There is no such game to show. Choose one of: %(games)s.", games=shown))
    phone = device()
    players = dict(zip(("a", "b"), people.SIDES, strict=True))  # kept in English, and said by each phone in its words
    setup = {PRACTICE: "yes", **scene.setup}
    if "players" in setup:  # the state of a card game keeps the names as they are
        players = {seat: say(people.SIDES[side]) for seat, side in players.items()}
        setup |= {f"name.{seat}": name for seat, name in players.items()}
    quotas.count("tables")
    name = str(people.practice(GAMES[game_id].name))
    table = services().tables.create(phone, game_id, name, setup)
    if isinstance(table, Refusal):
        raise RuntimeError(f"the practice table cannot begin: {table}")
    for seat, player in players.items():
        services().tables.sit(table.id, phone, seat, player)
    _Demonstrator(table, phone).plays(scene)
    return see_other("table.show", table_id=table.id)


class _Demonstrator:
    """Enters the acts before the one that is shown, as the players would."""

    def __init__(self, table: Table, phone: str) -> None:
        self.table, self.phone = table, phone
        self.keys = (f"show-me-{number:04}" for number in count())

    def plays(self, scene: Scene) -> None:
        for seat, type, form in scene.acts:
            self.act(seat, type, form)
        while (due := self.table.game.due(self.state)[0]).kind in scene.dice:
            self.act(due.seat, due.kind, {"step": due.step, "app": True})

    @property
    def state(self) -> Any:
        table = services().tables.get(self.table.id)
        assert table is not None
        return table.state

    def act(self, seat: str, type: str, form: Mapping[str, Any]) -> None:
        done = services().tables.tap(self.table.id, self.phone, Tap(type, form, seat, seat, next(self.keys)))
        if not isinstance(done, Done):
            raise RuntimeError(f"the practice table does not come to its act: {done}")
