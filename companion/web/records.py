"""Played games and statistics over them, of the tables this phone made or sits at."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from companion.play.cardgame import SEATS
from companion.play.noted import IN_TEAMS, MOST_PLAYERS, NOTED, TEAMS
from companion.play.records import Play, Records, bg_stats_link, document, head_to_head, tallies
from companion.play.registry import GAMES
from companion.play.tables import Refused
from companion.rules.text import Refusal
from companion.web import people, quotas
from companion.web.i18n import gettext as _
from companion.web.i18n import say
from companion.web.made import form_key, form_sent
from companion.web.security import device, known_device, no_store
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


@bp.get("/result")
def result() -> Response:
    """The form of a result only, of the game in the address."""
    return _result_page({"day": _today(), **request.args})


@bp.post("/result")
def note() -> Response:
    """Writes a result down, of a game that had no table."""
    phone, form = device(), dict(request.form)
    names = {field: people.spelled(value.strip()) for field, value in form.items() if field.startswith("name.")}
    sent = form_sent()
    new = not services().tables.made(phone, sent)
    if new:
        quotas.count("tables")
    game = GAMES.get(form.get("game", ""))
    setup = {**form, **names, "today": _today()}
    table = services().tables.create(phone, NOTED.id, game.name if game else NOTED.name, setup, sent)
    if isinstance(table, Refusal):
        if new:
            quotas.give_back("tables")
        wrong = {problem.path: say(problem.message) for problem in table.problems}
        return _result_page(form, wrong, say(table.reason), 422)
    return redirect(url_for("records.show"), 303)  # type: ignore[return-value]


@bp.post("/<play_id>/remove")
def remove(play_id: str) -> Response:
    """Takes a result away that was only written down; a table is deleted on its own page."""
    table = services().tables.get(play_id)
    if table is None or table.game.id != NOTED.id:
        abort(404, _("There is no such result: it was removed already."))
    done = services().tables.delete(play_id, known_device() or "")
    if isinstance(done, Refused):
        abort(403, say(done.refusal))
    return redirect(url_for("records.show"), 303)  # type: ignore[return-value]


def _result_page(
    chosen: dict[str, str], wrong: dict[str, str] | None = None, problem: str = "", status: int = 200
) -> Response:
    game = GAMES.get(chosen.get("game", ""), next(iter(GAMES.values())))
    html = render_template(
        "result.html",
        games=GAMES,
        game=game,
        seats=SEATS[: MOST_PLAYERS[game.id]],
        teams=("", *TEAMS) if game.id in IN_TEAMS else (),
        chosen=chosen,
        wrong=wrong or {},
        problem=problem,
        today=_today(),
        known=people.known(),
        new_key=form_key(),
    )
    return no_store(Response(html, status))


def _today() -> str:
    """The day of the server, by which no result is of tomorrow."""
    return f"{datetime.now(UTC).astimezone():%Y-%m-%d}"


@bp.get("/played.json")
def exported() -> Response:
    """Plays and statistics as JSON."""
    return _json(document(_mine(), people.nobody()), "played.json")


def _json(value: Any, filename: str) -> Response:
    response = Response(json.dumps(value, ensure_ascii=False, indent=1) + "\n", mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return no_store(response)
