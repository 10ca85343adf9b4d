"""Played games and statistics over them, of the tables this phone made or sits at."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.play.records import Play, Records, bg_stats_link, document, head_to_head, tallies
from companion.play.registry import GAMES
from companion.web import people
from companion.web.security import known_device, no_store
from companion.web.services import services

bp = Blueprint("records", __name__, url_prefix="/played")


def records() -> Records:
    """The records over this app's store."""
    return Records(services().store, services().tables)


def _mine() -> tuple[Play, ...]:
    """This phone's finished games, of the game in the address or of all."""
    phone = known_device()
    game = request.args.get("game", "")
    plays = records().plays(phone) if phone else ()
    return tuple(play for play in plays if play.game == game) if game in GAMES else plays


@bp.get("")
def show() -> Response:
    """Who won what, averages, who against whom, and every game played."""
    plays = _mine()
    html = render_template(
        "records.html",
        plays=plays,
        links={play.table: bg_stats_link(play) for play in plays},
        tallies=tallies(plays, people.nobody()),
        pairs=head_to_head(plays, people.nobody()),
        games=GAMES,
        game=request.args.get("game", ""),
    )
    return no_store(Response(html))


@bp.get("/played.json")
def exported() -> Response:
    """Plays and statistics as JSON."""
    return _json(document(_mine(), people.nobody()), "played.json")


def _json(value: Any, filename: str) -> Response:
    response = Response(json.dumps(value, ensure_ascii=False, indent=1) + "\n", mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return no_store(response)
