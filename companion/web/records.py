"""Played games by evening and by player, with statistics over them: the history this phone shares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from typing import Any, cast
from zoneinfo import ZoneInfo

from flask import Blueprint, Response, abort, g, request, url_for

from companion.play.cardgame import SEATS
from companion.play.codec import id_of_form
from companion.play.entry import clean_player, name_taken
from companion.play.noted import CLAN_MOST, IN_TEAMS, TEAMS, WITH_CLANS, behind, form_of, in_turn, most_players, noted
from companion.play.people import spelled
from companion.play.played import Mended, Play
from companion.play.plays_export import bg_stats_link, document, sheet
from companion.play.records import NO_SUCH, History, KeptPlay
from companion.play.registry import GAMES
from companion.play.standings import evenings, head_to_head, in_games, tallies
from companion.rules.text import Refusal
from companion.rules.written import alphabetical, one_line
from companion.web import people, pictures, quotas
from companion.web.answers import answer_file, qr_code, render_page, see_other
from companion.web.fields import text_asked, whole
from companion.web.i18n import _, say
from companion.web.security import device, known_device
from companion.web.services import services
from companion.web.shell import only_here, public_url

bp = Blueprint("records", __name__, url_prefix="/played")

EVENINGS = 12
"""Evenings on the first page."""
LONGEST = 24 * 60
"""Minutes a game may be said to have taken."""
WORDS_MOST = {"place": 40, "note": 200}
ZONE = "zone"
"""The cookie in which shell.js names the zone of the phone's clock."""


def history() -> History:
    """The history of this phone's household, as this request finds it: to bring it up to date folds tables."""
    if "history" not in g:
        g.history = services().records.of(known_device())
    return cast(History, g.history)


def zone() -> tzinfo | None:
    """The zone of the reader's clock; None, the server's, where the phone has not told or nobody knows it."""
    try:
        return ZoneInfo(request.cookies.get(ZONE, "")[:40])
    except (ValueError, OSError, KeyError):
        return None


def _of_game(plays: tuple[Play, ...]) -> tuple[Play, ...]:
    """Those of the game in the address, or all."""
    game = text_asked("game")
    return tuple(play for play in plays if play.game == game) if game in GAMES else plays


def _left_out(kept: History) -> frozenset[str]:
    """Names that are no players of the statistics: of seats without a name, and guests."""
    return people.placeholders() | frozenset(kept.book.guests)


# ---- reading


@bp.get("")
def show() -> Response:
    """Who won what, who against whom, and every game by evening."""
    kept = history()
    plays = _of_game(kept.plays)
    out = _left_out(kept)
    players, pairs = tallies(plays, out), head_to_head(plays, out)
    days = evenings(plays, zone())
    return render_page(
        "records.html",
        days=days if "older" in request.args else days[:EVENINGS],
        older=len(days) > EVENINGS and "older" not in request.args,
        links={entry.play.table: bg_stats_link(entry.play) for entry in kept.entries},
        standing=kept.standing,
        tallies=players,
        guests=[one.name for one in tallies(plays, people.placeholders()) if one.name in out],
        over_time=pictures.over_time(plays, players),
        grid=pictures.grid(pairs, players),
        removed=kept.removed,
        removed_now=text_asked("removed"),
        shared=len(kept.phones),
        one_game=len({play.game for play in plays}) == 1,
        games=GAMES,
        game=text_asked("game"),
        zone=zone(),
    )


@bp.get("/player")
def player() -> Response:
    """One player, by the game: victories, streaks, clans, seats, rivals."""
    return _player_page(text_asked("name"))


def _player_page(name: str, problem: str = "", chosen: str = "") -> Response:
    kept = history()
    person = kept.book.person(name)
    plays = kept.plays
    found = in_games(plays, person, _left_out(kept))
    if not found:
        abort(404, _("Nobody with that name has played here, or the games were removed."))
    everybody = sorted({one.name for play in plays for one in play.players}, key=alphabetical)
    return render_page(
        "player.html",
        422 if problem else 200,
        name=found[0].tally.name,
        games=found,
        guest=any(one.casefold() == person.casefold() for one in kept.book.guests),
        also=_merged_names(kept, person),
        others=[one for one in everybody if one.casefold() != person.casefold() and one not in people.placeholders()],
        problem=problem,
        chosen=chosen,
    )


def _merged_names(kept: History, person: str) -> list[str]:
    """Names that were merged into this person, as they were written."""
    written = {one.name.casefold(): one.name for entry in kept.entries for one in entry.play.players}
    into = {name: whom.casefold() for name, whom in kept.book.people.items()}
    return sorted(written.get(name, name) for name, whom in into.items() if whom == person.casefold())


@bp.get("/played.json")
def exported() -> Response:
    """Plays and statistics as JSON."""
    kept = history()
    value = document(_of_game(kept.plays), _left_out(kept))
    return answer_file(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "application/json", "played.json")


@bp.get("/played.csv")
def as_sheet() -> Response:
    """Plays for a spreadsheet: a line for each player of each game."""
    text = "\ufeff" + sheet(_of_game(history().plays), zone())  # by this sign spreadsheets know the letters
    return answer_file(text, "text/csv", "played.csv")


# ---- a result only


@bp.get("/result")
def result() -> Response:
    """The form of a result only, of the game in the address."""
    return _result_page({"day": _today(), **request.args})


@bp.post("/result")
def note() -> Response:
    """Writes a result down, of a game that had no table."""
    phone, form = device(), _spelled()
    details, wrong = _details(form)
    play = noted(id_of_form(phone, quotas.form_sent()), form, _today())
    if isinstance(play, Refusal) or wrong:
        return _result_page(form, wrong, play)
    if history().entry(play.table) is None:  # else the same form was sent again
        quotas.count("tables")
    services().records.note(phone, behind(play, history().plays), details)
    return see_other("records.show")


def _spelled() -> dict[str, str]:
    """The form, with names as this phone and its household know them."""
    form, known = dict(request.form), _known()
    return form | {field: spelled(known, value.strip()) for field, value in form.items() if field[:5] == "name."}


def _known() -> tuple[str, ...]:
    """Every name of the household's games and of this phone's tables, each once."""
    played = (one.name for play in history().plays for one in play.players if one.name not in people.placeholders())
    return tuple({name.casefold(): name for name in (*people.known(), *played)}.values())


def _details(form: dict[str, str]) -> tuple[Mended, dict[str, str]]:
    """Place, note and duration of a game by its form, and what is wrong with them, by field."""
    wrong = {}
    words = {field: one_line(form.get(field, "")) for field in WORDS_MOST}
    for field, most in WORDS_MOST.items():
        if len(words[field]) > most:
            wrong[field] = _("At most %(most)s characters. Please shorten it.", most=most)
    minutes = form.get("minutes", "").strip()
    if minutes and whole(minutes) not in range(1, LONGEST + 1):
        wrong["minutes"] = _(
            "Enter whole minutes from 1 to %(most)s, or nothing to keep the time the table counted.", most=LONGEST
        )
        minutes = ""
    return Mended(words["place"], words["note"], int(minutes) if minutes else None), wrong


def _result_page(
    chosen: Mapping[str, str],
    wrong: Mapping[str, str] = {},
    made: Play | Refusal | None = None,
    entry: KeptPlay | None = None,
) -> Response:
    """The form of a result, a new one or one that is mended, with what is wrong with it: its details by field, and
    what refused to be `made` of it."""
    refusal = made if isinstance(made, Refusal) else None
    refused = {one.path: say(one.message) for one in refusal.problems} if refusal else {}
    game = GAMES.get(chosen.get("game", ""), next(iter(GAMES.values())))
    return _form_page(
        "result.html",
        {**refused, **wrong},
        chosen,
        entry,
        games=GAMES,
        game=game,
        seats=SEATS[: most_players(game.id)],
        partners=any(words for name, words in chosen.items() if name.startswith("team.") or name[-2:] in (".c", ".d")),
        teams=("", *TEAMS) if game.id in IN_TEAMS else (),
        clans=WITH_CLANS.get(game.id),
        clan_most=CLAN_MOST,
        in_turn=in_turn(game.id),
        problem=say(refusal.reason) if refusal else "",
        today=_today(),
    )


def _form_page(
    template: str, wrong: Mapping[str, str], chosen: Mapping[str, str], entry: KeptPlay | None, **values: Any
) -> Response:
    """A form about a game, which offers the names and places this household knows."""
    return render_page(
        template, 422 if wrong or values.get("problem") else 200, **values, wrong=wrong, chosen=chosen, entry=entry,
        places=_places(), known=_known(), words_most=WORDS_MOST, zone=zone(),
    )  # fmt: skip


def _places() -> list[str]:
    """Where this household has played, the latest place first."""
    return list(dict.fromkeys(play.place for play in history().plays if play.place))[:8]


def _today() -> str:
    """The day of the reader, after which no result is."""
    return f"{datetime.now(UTC).astimezone(zone()):%Y-%m-%d}"


# ---- setting right


def _entry_or_404(play_id: str) -> KeptPlay:
    return history().entry(play_id) or abort(404, say(NO_SUCH))


@bp.get("/<play_id>/mend")
def mending(play_id: str) -> Response:
    """What may be set right of a game: place, note, duration and names; of a result only all of it."""
    entry = _entry_or_404(play_id)
    play = entry.play
    details = {"place": play.place, "note": play.note, "minutes": str(play.minutes or "")}
    if not play.led:
        return _result_page(form_of(play) | details, entry=entry)
    names = {f"name.{number}": one.name for number, one in enumerate(play.players)}
    return _form_page("mend.html", {}, details | names, entry)


@bp.post("/<play_id>/mend")
def mend(play_id: str) -> Response:
    """Sets it right; `evening` puts the place on all games of that evening."""
    entry, form, phone = _entry_or_404(play_id), _spelled(), device()
    details, wrong = _details(form)
    again: Play | None = None
    if entry.play.led:
        names = _names(entry, form, wrong)
        minutes = None if details.minutes == entry.counted.minutes else details.minutes
        details = Mended(details.place, details.note, minutes, names)
        if wrong:
            return _form_page("mend.html", wrong, form, entry)
    else:
        form |= {"game": entry.play.game}
        made = noted(play_id, form, _today())
        if isinstance(made, Refusal) or wrong:
            return _result_page(form, wrong, made, entry)
        again = behind(made, history().plays)
    refused = services().records.mend(phone, play_id, details, again)
    if refused is None and form.get("evening") == "yes":
        _same_place(phone, entry, details.place)
    return _done(refused, _anchor=f"p-{play_id}")


def _names(entry: KeptPlay, form: dict[str, str], wrong: dict[str, str]) -> dict[str, str]:
    """What players are called by the form instead of what the table called them; `wrong` gets what is wrong."""
    found: dict[str, str] = {}
    for number, one in enumerate(entry.counted.players):
        name = clean_player(form.get(f"name.{number}", one.name))
        if isinstance(name, Refusal):
            wrong[f"name.{number}"] = say(name.reason)
        elif taken := name_taken(found.values(), name):
            wrong[f"name.{number}"] = say(taken)
        else:
            found[one.name] = name
    return {was: name for was, name in found.items() if was != name}


def _same_place(phone: str, entry: KeptPlay, place: str) -> None:
    """The place of this game for all others of its evening."""
    for other in history().entries:
        if other.play.evening(zone()) == entry.play.evening(zone()) and other.play.table != entry.play.table:
            services().records.mend(phone, other.play.table, replace(other.mended, place=place))


@bp.post("/<play_id>/remove")
def remove(play_id: str) -> Response:
    """Takes a game out of the history; for some weeks it can be put back."""
    return _done(services().records.remove(known_device(), play_id), removed=play_id)


@bp.post("/<play_id>/back")
def put_back(play_id: str) -> Response:
    """Takes a game into the history again that was removed."""
    return _done(services().records.put_back(known_device(), play_id), _anchor=f"p-{play_id}")


def _done(refused: Refusal | None, **where: str) -> Response:
    if refused is not None:
        abort(404, say(refused))
    return see_other("records.show", **where)


@bp.post("/player")
def name() -> Response:
    """Two names become one person, or two again; a player is a guest, or is none."""
    form, kept, phone = request.form, history(), device()
    who = form.get("name", "")
    if "into" in form:
        into = form["into"]
        refused = services().records.write(phone, lambda book: book.merged(who, into, kept.plays, zone()))
        if refused is not None:
            return _player_page(who, say(refused), into)
        who = into
    elif "part" in form:
        services().records.write(phone, lambda book: book.parted(form["part"]))
    else:
        if not any(one.name.casefold() == who.casefold() for play in kept.plays for one in play.players):
            abort(404, _("Nobody with that name has played here, or the games were removed."))
        services().records.write(phone, lambda book: book.guest(who, form.get("guest") == "yes"))
    return see_other("records.player", name=who)


# ---- one history for a household: the link that brings a phone in, and who shares it


def _link(word: str) -> str:
    return f"{public_url()}{url_for('records.joining', word=word)}"


@bp.get("/share")
def share() -> Response:
    """The link to the history, its QR code, and the phones that share it."""
    return _share_page()


def _share_page(problem: str = "") -> Response:
    link, status = _link(services().records.word(device())), 422 if problem else 200
    return render_page(
        "household.html", status, link=link, only_here=only_here(link), phones=history().phones, problem=problem
    )


@bp.get("/share.svg")
def share_qr() -> Response:
    """The link as a QR code."""
    return qr_code(_link(services().records.word(device())))


@bp.get("/h/<word>")
def joining(word: str) -> Response:
    """Where the link leads: asks before this phone shares the history."""
    found = services().records.behind(word, known_device())
    gone = _("This link leads to no history: it is incomplete, or was renewed. Ask for the new one.")
    phones, games = found or abort(404, gone)
    device()
    return render_page("history_join.html", word=word, phones=phones, games=games, mine=len(history().entries))


@bp.post("/h/<word>")
def join(word: str) -> Response:
    """This phone shares the history from now on."""
    refused = services().records.join(word, device())
    if refused is not None:
        abort(422, say(refused))
    return see_other("records.show")


@bp.post("/share/renew")
def renew() -> Response:
    """Another link; the old one leads nowhere any more."""
    services().records.renew(device())
    return see_other("records.share")


@bp.post("/share/leave")
def leave() -> Response:
    """This phone, or another one that is put out, shares the history no more."""
    other = request.form.get("phone")
    refused = services().records.leave(device(), other)
    if refused is not None:
        return _share_page(say(refused))
    return see_other("records.show" if other is None else "records.share")
