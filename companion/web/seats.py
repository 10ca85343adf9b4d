"""Seats: taking one, giving it up, being let in, watching, and the ways to bring another phone to the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from flask import Blueprint, Response, abort, render_template, url_for

from companion.play.entry import clean_player, name_taken
from companion.play.people import SOMEBODY
from companion.play.presence import Where
from companion.play.seats import KEPT
from companion.play.values import Done, SeatState, Table, Tap
from companion.rules.text import Refusal
from companion.rules.written import one_line
from companion.web import frame, games, people, quotas, regions
from companion.web.answers import qr_code, render_page, see_other
from companion.web.asker import asker, gives_seat
from companion.web.fields import text_asked, text_sent
from companion.web.i18n import _, say
from companion.web.security import device, invitation_key, known_device, no_store
from companion.web.services import services
from companion.web.shell import only_here, public_url

bp = Blueprint("seats", __name__)


@dataclass(frozen=True, slots=True)
class Tried:
    """A name that was refused: in the form of which seat, or of whom one is asked ("ask", "together"), and why."""

    form: str
    player: str
    problem: str


@dataclass(frozen=True, slots=True)
class SeatsLook(regions.Look):
    """Who sits where at one version of a table, as one phone sees it."""

    table_id: str
    version: int
    device: str
    presence: tuple[tuple[str, Where], ...]
    """Where each phone is that sits here."""
    tried: Tried | None
    bar: frame.TableLook
    """What else is asked."""
    known: tuple[str, ...]
    """Names that this phone is offered: of players at its own tables."""


def _look_of(table: Table, tried: Tried | None = None) -> SeatsLook:
    here = services().presence.of_seats(table.id, {one: (one,) for seat in table.seats for one in seat.devices})
    known = _offered(table)
    bar = frame.look_of(asker(table, "seats"), "seats")
    return SeatsLook("seats", regions.reader(), table.id, table.version, known_device(), here, tried, bar, known)


def _offered(table: Table) -> tuple[str, ...]:
    """The names this phone knows of players who do not sit here yet."""
    if all(seat.device for seat in table.seats):
        return ()
    here = {name.casefold() for name in table.players_beside("")}
    return tuple(name for name in people.known() if name.casefold() not in here)[: people.MOST]


def _in_play(table: Table) -> list[SeatState]:
    playing = games.of(table).in_play(table)
    return [seat for seat in table.seats if seat.seat in playing]


def _render(look: SeatsLook, table: Table) -> tuple[regions.Region, ...]:
    mine = table.seats_of(look.device)
    values = {
        "table": table,
        "mine": mine,
        "device": look.device,
        "answers": [one.id for one in table.asks if gives_seat(one, table, look.device, mine)],
        "kept": KEPT if table.game.guards_seats(table.state) else None,
        "seats": _in_play(table),
        "names": games.of(table).names(table),
        "players": table.players,
        "presence": dict(look.presence),
        "crests": frame.crests(table),
        "colors": games.of(table).colors(table),
        "tried": look.tried,
        "known": look.known,
    }
    return *frame.shown_beside(look.bar, table), *regions.render(look, "seats.html", {"seats": "seats"}, values)


_RENDERED = regions.Renderings(64, _render)


@bp.get("/t/<table_id>/seats")
def show(table_id: str) -> Response:
    """Who sits where, as it changes; free seats to take; the three words and the QR code for the next phone."""
    return _page(table_id)


@bp.get("/t/<table_id>/seats/now")
def now(table_id: str) -> Response:
    """Who has come or gone since the phone last looked. A phone that waited for a seat goes to the table with it."""
    table = frame.table_or_404(table_id)
    frame.look_in(table_id)
    if table.seats_of(known_device()) and text_asked("waits") == "yes":
        return no_store(Response(status=204, headers={"X-Next": url_for("table.show", table_id=table_id)}))
    look = _look_of(table)

    def changed() -> Response:
        response = _RENDERED.swap(look, table)
        response.headers["X-Table-Version"] = str(table.version)
        return response

    return frame.with_next_game(regions.news(look, changed), table)


@bp.get("/t/<table_id>/seats/link")
def link(table_id: str) -> Response:
    """The recovery links of this phone's seats, on a page of their own: not one that is held out for scanning."""
    table = frame.table_or_404(table_id)
    phone = known_device()
    mine = _held_by(phone, table)
    if not mine:
        message = _(
            "Only a player of this table has a recovery link. Take a seat first, or ask the player you share a seat "
            "with."
        )
        abort(403, message)
    links = {seat: _recovery(table_id, phone, seat) for seat in mine}
    shown = frame.beside(asker(table, "log"))
    return render_page("seat_link.html", **shown, links=links, players={one: table.player(one) for one in mine})


def _held_by(phone: str, table: Table) -> tuple[str, ...]:
    """The seats it took itself, not beside another phone."""
    return tuple(seat.seat for seat in table.seats if seat.device == phone)


def _page(table_id: str, problem: str = "", tried: Tried | None = None) -> Response:
    table, phone = frame.table_or_404(table_id), known_device()
    frame.look_in(table_id)
    look, holds = _look_of(table, tried), _held_by(phone, table)
    asks = any(one.by == phone for one in (*table.asks, *table.declined))
    address = invitation(table.words)
    return render_page(
        "seats.html",
        422 if problem or tried else 200,
        table=table,
        holds=holds,
        inviting=bool(holds) and not all(seat.device for seat in _in_play(table)),
        colored=bool(games.of(table).colors(table)),
        waits="yes" if asks and not table.seats_of(phone) else None,
        regions=_RENDERED.markup(look, table),
        version=(_look_of(table) if tried else look).tag,  # what was refused stays in view while nothing changes
        invitation=address,
        only_here=only_here(address),
        problem=problem,
    )


def invitation(words: str) -> str:
    """The address another phone opens to join, as it can be typed."""
    return f"{public_url()}{url_for('start.scanned', words=words)}"


def scanned_invitation(words: str) -> str:
    """The same for a QR code, with a key beside the words: it is never taken for a guess."""
    return f"{public_url()}{url_for('start.scanned', words=words, key=invitation_key(words))}"


def _recovery(table_id: str, phone: str, seat: str) -> str:
    token = services().tables.seat_link(table_id, phone, seat)
    return f"{public_url()}{url_for('seats.recover', token=token)}" if isinstance(token, str) else ""


def _after(table_id: str, done: object) -> Response:
    if isinstance(done, Refusal):
        return _page(table_id, say(done))
    return see_other("seats.show", table_id=table_id)


@bp.post("/t/<table_id>/sit")
def sit(table_id: str) -> Response:
    """Takes a free seat."""
    table = frame.table_or_404(table_id)
    seat = text_sent("seat")
    default = games.of(table).names(table).get(seat) or people.unnamed(table, seat)
    typed = text_sent("known") or people.spelled(text_sent("player").strip())
    player = typed or default
    if taken := _name_taken(table, seat, player):
        return _page(table_id, tried=Tried(seat, typed, taken))
    done: object = services().tables.sit(table_id, device(), seat, player)
    if not isinstance(done, Refusal):
        done = introduce(table_id, device(), seat, player)
    if isinstance(done, Refusal):
        return _refused(table_id, done, seat, typed)
    return see_other("table.show", table_id=table_id)


def _refused(table_id: str, refused: Refusal, form: str, typed: str) -> Response:
    """The page with what was typed; a name's own fault is told at its field."""
    problem = say(refused)
    if isinstance(clean_player(typed or SOMEBODY), Refusal):
        return _page(table_id, tried=Tried(form, typed, problem))
    return _page(table_id, problem)


def _name_taken(table: Table, seat: str, player: str) -> str:
    """Why nobody of this name takes this seat: another sits here under it, or the game's sentences call one so,
    also a free seat."""
    name = one_line(player)
    names = {other: its for other, its in games.of(table).names(table).items() if other != seat}
    free = (its for other, its in names.items() if not table.player(other) and its.casefold() == name.casefold())
    if its := next(free, ""):
        return _("A free seat here is called %(name)s: sit there, or choose another name.", name=its)
    taken = name_taken((*names.values(), *table.players_beside(seat)), name)
    return say(taken) if taken else ""


def introduce(table_id: str, phone: str, seat: str, player: str) -> Refusal | None:
    """Tells a game whose sentences name its players who sits there now; None where there is nothing to refuse."""
    table = frame.table_or_404(table_id)
    names = games.of(table).names(table)
    if not names or names.get(seat) == player:
        return None
    tap = Tap(type="player", form={"name": player}, seat=seat, by=seat, key=regions.new_key())
    done = services().tables.tap(table_id, phone, tap)
    return done if isinstance(done, Refusal) else None


@bp.post("/t/<table_id>/leave")
def leave(table_id: str) -> Response:
    """Gives a seat up; it is free then."""
    frame.table_or_404(table_id)
    return _after(table_id, services().tables.leave(table_id, device(), text_sent("seat")))


@bp.post("/t/<table_id>/ask")
def ask(table_id: str) -> Response:
    """Asks who sits there to hand the seat over, or to share it."""
    table = frame.table_or_404(table_id)
    typed = people.spelled(text_sent("player").strip())
    player = typed or SOMEBODY
    seat = text_sent("seat")
    together = text_sent("together") == "yes"
    form = "together" if together else "ask"
    if typed and (taken := _name_taken(table, seat, player)):
        return _page(table_id, tried=Tried(form, typed, taken))
    quotas.count("asks", table_id)
    done: object = services().tables.ask_for_seat(table_id, device(), seat, player, together=together)
    if isinstance(done, Done) and player != SOMEBODY:  # nobody had to be asked
        done = introduce(table_id, device(), seat, player)
    return _refused(table_id, done, form, typed) if isinstance(done, Refusal) else _after(table_id, done)


@bp.post("/t/<table_id>/seats/heard")
def heard(table_id: str) -> Response:
    """Who asked for a seat knows that it was declined, or does not want it any more."""
    return _after(table_id, services().tables.withdraw(table_id, device(), text_sent("ask")))


def _no_longer_good() -> NoReturn:
    message = _(
        "This recovery link leads to no seat: it is incomplete, was already used, or its player left the seat or lost "
        "it to another. Copy it once more, or join by the table's code."
    )
    abort(404, message)


@bp.get("/r/<token>")
def recover(token: str) -> str:
    """The recovery link of a seat: asks before it moves the seat to this phone.

    The phone has its name from here on: should the answer to its tap be lost, the used link knows it again.
    """
    if not services().tables.leads_to_a_seat(token, known_device()):
        _no_longer_good()
    device()
    return render_template("recover.html", token=token)


@bp.post("/r/<token>")
def recovered(token: str) -> Response:
    """Moves the seat to this phone."""
    done = services().tables.recover(token, device())
    if isinstance(done, Refusal):
        _no_longer_good()
    return see_other("table.show", table_id=done.table_id)


@bp.get("/t/<table_id>/qr.svg")
def qr(table_id: str) -> Response:
    """The invitation as a QR code."""
    return qr_code(scanned_invitation(frame.table_or_404(table_id).words))
