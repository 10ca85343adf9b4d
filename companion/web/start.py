"""The start page: a new table, joining one, dice."""

from __future__ import annotations

import hmac
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from flask import Blueprint, Response, render_template, request, url_for

from companion.play.fold import NewerRules, SetupRefused
from companion.play.game import Seat
from companion.play.registry import GAMES
from companion.play.values import Done, Summary, Table
from companion.play.words import parse_words
from companion.rules.dice import pips
from companion.rules.house import asked
from companion.rules.text import Refusal
from companion.web import frame, games, list_table, people, quotas
from companion.web.answers import go_to, render_page, see_other
from companion.web.fields import text_asked, text_sent, whole
from companion.web.i18n import _, say
from companion.web.security import come_again, device, guessed_right, invitation_key, known_device, wait_to_guess
from companion.web.services import services, throw

bp = Blueprint("start", __name__)

MOST_DICE = 24
"""What a battle rolls at once: the largest unit with all it can add."""
WAYS: Mapping[str, Callable[[int, int], bool]] = {"above": operator.gt, "upto": operator.le}
"""How dice are counted: attacks and damage by more than a number, attributes by that number or less."""
GOING_ON = 2
"""So many tables under way stand first; more would push the ways to begin out of view."""


@bp.get("/")
def index() -> str:
    """What it is for, the first choices, each game to be shown, and the tables this phone made or sits at: those under
    way come first."""
    phone = known_device()
    mine = _listed(services().tables.mine(phone)) if phone else ()  # a stranger's page needs no database
    going_on = tuple(islice((one for one in mine if not one.is_practice and _over(one.id) is False), GOING_ON))
    rest = tuple(one for one in mine if one not in going_on)
    return render_template("start.html", going_on=going_on, mine=rest, games=GAMES, shown=games.PAGES)


def _listed(found: tuple[Summary, ...]) -> tuple[Summary, ...]:
    """Without finished games whose next is listed too: they are a tap away from the game they led to."""
    listed = {one.id for one in found}
    return tuple(
        replace(one, name=people.table_name(one.name), players=tuple(map(people.player_name, one.players)))
        for one in found
        if one.next not in listed or not _over(one.id)
    )


def _over(table_id: str) -> bool | None:
    """None where it is gone or played by other rules than this program's: it is listed all the same."""
    with suppress(NewerRules, SetupRefused):
        table = services().tables.get(table_id)
        return None if table is None else table.game.result(table.state) is not None
    return None


@bp.get("/new")
def new() -> Response:
    """The choices of a new table, of the game in the address."""
    return _new_page(dict(request.args))


def _new_page(chosen: dict[str, str], problem: str = "", wrong: Mapping[str, str] = {}) -> Response:
    game = GAMES.get(chosen.get("game", ""), next(iter(GAMES.values())))
    pages = games.PAGES[game.id]
    return render_page(
        "new.html",
        422 if problem or wrong else 200,
        games=GAMES,
        game=game,
        players=pages.players,
        most_players=pages.players[1] if pages.players else len(game.seats),
        known=people.known()[: people.MOST],
        questions=asked(pages.house) if pages.house else (),
        **pages.form,
        chosen=chosen,
        problem=problem,
        wrong=wrong,
    )


@bp.post("/new")
def make() -> Response:
    """Makes the table and seats who made it."""
    form = dict(request.form)
    form.pop("key", "")
    game_id = form.get("game", "")
    game = GAMES.get(game_id)
    player = people.spelled(form.get("player", "").strip())
    one_phone = form.get("phones") == "one"  # else everybody says his own name: the fields are sent all the same
    names = {field: people.spelled(v.strip()) for field, v in form.items() if field[:5] == "name." and one_phone}
    other = ("game", "player", "name", "phones", "list")
    setup = {field: v for field, v in form.items() if field not in other and field[:5] != "name."} | names
    if game is not None:
        setup |= games.PAGES[game.id].setup(player, services().records)
    phone = device()
    name = form.get("name", "").strip() or (game.name if game else "")
    sent, tables = quotas.form_sent(), services().tables
    services().close_old()
    table = quotas.count_made(
        "tables",
        tables.made(phone, sent),
        lambda: tables.create(phone, game.id if game else "", name, setup, sent),
    )
    if isinstance(table, Refusal):
        misnamed = {one.path: say(one.message) for one in table.problems if one.path in names}
        return _new_page(form, "" if misnamed else say(table), misnamed)
    assert game is not None
    mine = games.of(table).in_play(table) if one_phone else game.seats[:1]
    given = {game.seats[0]: player, **{field.removeprefix("name."): name for field, name in names.items()}}
    if wrong := _sit(table, phone, mine, given):
        return _new_page(form, wrong=wrong)
    if form.get("list") and games.of(table).takes_lists:
        list_table.bring_along(table.id, mine[0], form["list"], sent)
    if len(mine) > 1:
        return see_other("table.show", table_id=table.id)
    return see_other("seats.show", table_id=table.id)


def _sit(table: Table, phone: str, mine: Sequence[Seat], given: Mapping[Seat, str]) -> dict[str, str]:
    """Takes these seats, as far as an answer to the same form that was lost has not; what is wrong with a name, by its
    field, after which a table nobody sat at is gone."""
    names = games.of(table).names(table)
    taken = {seat.seat for seat in table.seats if seat.device}
    for seat in mine:
        name = names.get(seat) or given.get(seat) or people.unnamed(table, seat)
        sat = services().tables.sit(table.id, phone, seat, name) if seat not in taken else None
        if isinstance(sat, Refusal):
            if not taken and isinstance(services().tables.delete(table.id, phone), Done):
                quotas.give_back("tables")
            return {"player" if seat == mine[0] else f"name.{seat}": say(sat)}
    return {}


@bp.get("/join")
def join() -> Response:
    """The page to type three words, or where they wait until they are looked up."""
    words = text_asked("words")
    if "waits" in request.args:
        return _found(words)
    device()  # so that its place is told from those of others behind the same address
    return Response(render_template("join.html", words=words, problem=""))


@bp.post("/join")
def find() -> Response:
    """Finds the table of three words; wrong guesses are counted."""
    return _found(text_sent("words"))


@bp.get("/j/<words>")
@bp.get("/j/<words>/<key>")
def scanned(words: str, key: str = "") -> Response:
    """The address in a table's QR code; typed without its key it is as good as the words."""
    return _found(words, key)


def _found(words: str, key: str = "") -> Response:
    """Before its turn has come nothing is looked up but what this phone may know, so that no time tells anything."""
    phone, tables = known_device(), services().tables
    code = parse_words(words) or ""
    if key and hmac.compare_digest(key.encode(), invitation_key(code).encode()):
        table_id = tables.find(code)
        return _to(table_id) if table_id is not None else _nowhere(words)
    if phone and (own := tables.find_own(code, phone)) is not None:
        return _to(own)
    seconds = wait_to_guess()
    if seconds > 0:
        return _wait(words, seconds)
    table_id = tables.find(code)
    if table_id is None:
        return _nowhere(words)
    guessed_right()
    return _to(table_id)


def _nowhere(words: str) -> Response:
    problem = _("No table has these words. Every player's phone shows three short words, like “amber fox river”.")
    return render_page("join.html", 404, words=words[:60], problem=problem)


def _wait(words: str, seconds: float) -> Response:
    """The page of words that wait their turn: it asks again by itself, and looks them up when that has come."""
    words = words[:60]
    there = url_for("start.join", words=words, waits="yes")
    if request.method == "POST":
        return go_to(there)
    response = render_page("join.html", 429, words=words, waits=math.ceil(seconds))
    again = str(come_again(seconds))
    response.headers.update({"Retry-After": again, "Refresh": f"{again}; url={there}"})
    return response


def _to(table_id: str) -> Response:
    table = frame.table_or_404(table_id)
    if table.seats_of(known_device()):
        return see_other("table.show", table_id=table_id)
    return see_other("seats.show", table_id=table_id)


@bp.route("/dice", methods=["GET", "POST"])
def dice() -> Response:
    """Ten-sided dice for whoever has none at hand; with a target it counts those above it, or those up to it."""
    count, counted = request.form.get("count", default=5, type=int), text_sent("counted")
    possible = min(max(count, 1), MOST_DICE)
    faces = throw(count) if request.method == "POST" and count == possible else ()
    way, _dash, number = counted.partition("-")
    counts, target = WAYS.get(way), whole(number)
    good = [counts(pips(face), target) for face in faces] if counts is not None and target is not None else None
    return render_page(
        "dice.html",
        200 if count == possible else 422,
        count=possible,
        counted=counted,
        way=way,
        target=target,
        faces=faces,
        good=good,
        most=MOST_DICE,
        problem="" if count == possible else _("1 to %(most)s dice can be thrown at once.", most=MOST_DICE),
        total=sum(pips(f) for f in faces),
    )
