"""Show me: one act of a game on one phone, for whoever has never seen Gunbai.

It is a table like any other, made of the same acts as every other. It is marked as practice, so that no record is kept
of it; captions lead through it (`scenes.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, abort

from companion.play import people
from companion.play.registry import GAMES
from companion.play.values import PRACTICE, Done, Tap
from companion.rules.text import Refusal
from companion.web import quotas
from companion.web.answers import see_other
from companion.web.asker import due_of
from companion.web.fields import text_sent
from companion.web.frame import table_or_404
from companion.web.i18n import _, say
from companion.web.scenes import SCENES, Act, Scene
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
    for number, (seat, type, form) in enumerate(_acts(table.id, scene)):
        done = services().tables.tap(table.id, phone, Tap(type, form, seat, seat, f"show-me-{number:04}"))
        if not isinstance(done, Done):
            raise RuntimeError(f"the practice table does not come to its act: {done}")
    return see_other("table.show", table_id=table.id)


def _acts(table_id: str, scene: Scene) -> Iterator[Act]:
    """What players would enter before the act that is shown: each by the time the one before it is entered."""
    yield from scene.acts
    while (due := due_of(table_or_404(table_id))[0]).kind in scene.dice:
        yield due.seat, due.kind, {"step": due.step, "app": True}
