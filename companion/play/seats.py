"""Who sits where: taking, leaving, taking over and recovering seats; naming and deleting tables.

A seat that is taken can be had in three ways: its holder leaves it, its holder says yes, or its recovery link is
opened. Another seated player, or one who shares it, may say yes too, but only where nobody's view can hold a secret:
else two phones of one person could look into the opponent's hand, as soon as his own phone has lost its signal.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence

from companion.play.desk import Desk, Work, changing, load_seats, looking
from companion.play.entry import clean_player, clean_table_name, name_taken, no_seat
from companion.play.game import Seat
from companion.play.next_game import is_continued
from companion.play.people import SOMEBODY
from companion.play.takeback import NOT_YOURS, forget
from companion.play.takeback import answer as answer_correction
from companion.play.undo_plan import request_of, with_consents
from companion.play.values import Asked, Done, Recovered, SeatState, Stale
from companion.rules.text import Refusal, Text
from companion.store import rows, schema, upsert

OPEN_ASKS_MOST = 8
PHONES_MOST = 4
"""As many as there are players at the largest table of two sides."""
KEPT = Text(
    "Something may be hidden, so until the game is over only the phone that holds this seat can give it to another. If "
    "that phone is lost, open the seat's recovery link here; without the link the seat waits for the end of the game."
)
"""Why a guarded seat is not another player's to give, until when, and what to do: the same whatever is hidden."""


def _sit(work: Work, device: str, seat: Seat, player: str) -> Done | Refusal:
    """Takes a free seat, or gives the player of one's own seat another name."""
    name = clean_player(player)
    if isinstance(name, Refusal):
        return name
    held = work.held(seat)
    if held is None:
        return no_seat(work)
    if taken := _named_already(work, seat, name):
        return Refusal(taken)
    if device in held.devices[1:]:
        work.touch()
        phone = {"table_id": work.id, "seat": seat, "device": device}
        upsert.change(work.db, schema.partners, {"player": name}, **phone)
        return work.done()
    if held.device not in (None, device):
        return Refusal(Text("%(player)s sits there. Ask for the seat, or take another one.", {"player": held.player}))
    if held.device is None and is_continued(work):
        return Refusal(Text("This game is over and its players have gone on to the next one. Take a free seat there."))
    if held == SeatState(seat, device, name, held.partners):
        return work.done()
    if held.device == device:
        work.touch()
        rows.set_seat(work.db, work.id, seat, {"player": name})
    else:
        _give(work, seat, device, name)
    return work.done()


sit = changing(_sit)


@changing
def leave(work: Work, device: str, seat: Seat) -> Done | Refusal:
    """Gives a seat up; anybody may take it then, unless it is shared."""
    held = work.held(seat)
    if held is None:
        return no_seat(work)
    if held.device is None:
        return work.done()
    if device not in held.devices:
        return Refusal(NOT_YOURS)
    if held.device != device:
        work.touch()
        _part(work, seat, device)
        _close_unanswerable(work)
    elif held.partners:  # who played it together with him goes on
        heir = held.partners[0]
        _part(work, seat, heir.device)
        _give(work, seat, heir.device, heir.player)
    else:
        _give(work, seat, None, "")
    return work.done()


@changing
def ask_for_seat(work: Work, device: str, seat: Seat, player: str, *, together: bool = False) -> Done | Asked | Refusal:
    """Asks for a taken seat, or (`together`) to share it; a free one is taken at once."""
    name = clean_player(player)
    if isinstance(name, Refusal):
        return name
    held = work.held(seat)
    if held is None:
        return no_seat(work)
    if held.device is None or device in held.devices:
        return _sit(work, device, seat, player)
    if together and (refused := _cannot_share(work, held, device)):
        return Refusal(refused)
    asks = work.open_asks()
    mine = next((ask for ask in asks if ask.kind == "seat" and ask.device == device), None)
    if mine is not None and mine.seat == seat:
        return Asked(work.version, work.seq, mine.id, again=True)
    if mine is not None or len(asks) >= OPEN_ASKS_MOST:
        return Refusal(Text("There are requests open here already. Wait until they are answered."))
    if taken := _named_already(work, seat, name):
        return Refusal(taken)
    data = json.dumps({"together": True} if together else {})
    return work.ask("seat", device, by="", seat=seat, player=name, data=data, lines=json.dumps({"": []}))


@changing
def answer(work: Work, device: str, ask_id: str, allow: bool, key: str, read: str = "") -> Done | Refusal | Stale:
    """A seated player's yes or no to what another has asked for. `read`: what the request said to him who says yes
    (`Request.read_by`), where it is no seat that was asked for."""
    known = work.answered(key, device, "answer", ask_id, allow)
    if isinstance(known, Done | Refusal):
        return known
    ask = upsert.one(work.db, schema.asks, table_id=work.id, id=ask_id)
    if ask is not None and allow and _said_already(ask, device, key):
        return Done(work.version, work.seq, again=True)
    if ask is None or ask.outcome != "open":
        return Refusal(Text("This request is no longer open: it was answered or withdrawn."))
    if not work.seats_of(device):
        return Refusal(Text("Only a player at this table can answer. Take a seat first."))
    if ask.device == device or ask.by in work.seats_of(device):
        return Refusal(Text("Another player has to answer this. You can withdraw it."))
    if ask.kind == "seat":
        return _answer_seat(work, ask, device, allow, key)
    return answer_correction(work, ask, device, allow, key, read)


def _said_already(ask: rows.Found, device: str, key: str) -> bool:
    """Whether this yes is one of several that were needed, and was taken."""
    consents = request_of(ask).consents if ask.data else ()
    return any((one.device, one.key) == (device, key) for one in consents)


@changing
def withdraw(work: Work, device: str, ask_id: str) -> Done | Refusal:
    """Takes a request of one's own back, or puts away that it was declined. Harmless to repeat."""
    ask = upsert.one(work.db, schema.asks, table_id=work.id, id=ask_id)
    if ask is None or (ask.device != device and ask.by not in work.seats_of(device)):
        return Refusal(Text("This request is not yours: only the player who made it can withdraw it."))
    if ask.outcome == "open":
        work.touch()
        work.set_ask(ask_id, outcome="withdrawn")
    elif ask.outcome in ("declined", "alone", "impossible"):
        work.put_away_declined(ask.device)
    return work.done()


@looking
def seat_link(work: Work, device: str, seat: Seat) -> str | Refusal:
    """The token of a seat's recovery link; the same as long as the same player holds the seat."""
    held = work.held(seat)
    if held is None or held.device != device:
        return Refusal(NOT_YOURS)
    return next(str(row.token) for row in rows.seat_rows(work.db, [work.id]) if row.seat == seat)


def leads_to_a_seat(desk: Desk, token: str, device: str) -> bool:
    """Whether a recovery link is good at the moment, for this device."""
    with desk.store.read() as db:
        row = rows.seat_by_token(db, token, device)
        return row is not None and rows.table_row(db, row.table_id) is not None


def recover(desk: Desk, token: str, device: str) -> Recovered | Refusal:
    """Brings a seat to the device that opens its recovery link, which is another from then on: whoever has read it on a
    screen or in a picture cannot take the seat after that. The same device may send it again, as after a lost answer.
    """
    why = Text(
        "This link leads to no seat any more: it was used, or the player has left the seat, or another has taken it "
        "over. Join by the table's code."
    )
    gone = Refusal(why)
    with desk.store.read() as db:
        row = rows.seat_by_token(db, token, device)
    if row is None:
        return gone
    with desk.work(row.table_id) as work:
        now = rows.seat_by_token(work.db, token, device) if work is not None else None
        if work is None or now is None:
            return gone
        moved = now.table_id != work.id
        if not moved and now.device != device:
            _hand_to(work, now.seat, now.device, device)
        before = work.row.before_id
        done = Recovered(work.id, now.seat, work.version)
    if moved:  # another game has begun, or been deleted, while the link was read
        return recover(desk, token, device)
    _recover_earlier(desk, before, now.seat, now.device, device)
    return done


def _recover_earlier(desk: Desk, table_id: str | None, seat: Seat, lost: str, device: str) -> None:
    """The same seat at the tables of the games before, as long as the lost phone held it there too."""
    while table_id is not None and lost != device:
        with desk.work(table_id) as work:
            held = work.held(seat) if work is not None else None
            if work is None or held is None or held.device != lost:
                return
            _hand_to(work, seat, lost, device)
            table_id = work.row.before_id


def brought_from(desk: Desk, table_id: str, device: str) -> Sequence[Seat]:
    """The seats that this device held until a recovery link brought them to another."""
    with desk.store.read() as db:
        return rows.seats_brought_from(db, table_id, device)


def _hand_to(work: Work, seat: Seat, lost: str, device: str) -> None:
    """The same player holds the seat on another phone, with another recovery link, and what he asked for goes along;
    what the other phone asked for is closed, where it was this seat."""
    work.touch()
    _part(work, seat, device)
    used = next(row.token for row in rows.seat_rows(work.db, [work.id]) if row.seat == seat)
    values = {"device": device, "brought_from": lost, "spent_token": used, "token": secrets.token_urlsafe(18)}
    rows.set_seat(work.db, work.id, seat, values)
    for ask in work.open_asks():
        if ask.by == seat:
            work.set_ask(ask.id, device=device)
        elif ask.kind == "seat" and (ask.seat, ask.device) == (seat, device):
            work.set_ask(ask.id, outcome="withdrawn")
    _close_unanswerable(work)


@changing
def rename(work: Work, device: str, name: str) -> Done | Refusal:
    """Gives the table another name."""
    if device != work.row.owner and not work.seats_of(device):
        return Refusal(Text("Only a player who made this table or sits at it can rename it."))
    clean = clean_table_name(name)
    if isinstance(clean, Refusal):
        return clean
    if clean != work.row.name:
        work.touch(name=clean)
    return work.done()


@changing
def delete(work: Work, device: str) -> Done | Refusal:
    """Removes the table with everything entered at it, for good."""
    if device != work.row.owner:
        return Refusal(Text("Only the phone that made this table can delete it."))
    clear(work)
    return work.done()


def clear(work: Work) -> None:
    """Removes all that was entered at a table, and who sat there; its code stays, so that it is given to no other."""
    before, after = work.row.before_id, work.row.next_id
    held = rows.seat_rows(work.db, [work.id])
    work.clear()
    rows.set_table(work.db, work.id, {"next_id": None})
    if before is not None and (after is None or rows.table_row(work.db, after) is None):
        _give_back(work, before, held)
    elif before is not None:
        work.touch_other(before, next_id=after)
    if after is not None:
        work.touch_other(after, before_id=before)
    work.touch(deleted_at=work.now, setup="{}", name="", owner="", next_id=None, before_id=None)


def _give_back(work: Work, before: str, held: Sequence[rows.Found]) -> None:
    """The game before is the newest again: code and recovery links lead there, and another one may be begun."""
    row = rows.table_row(work.db, before, lock=True)
    if row is None:
        return
    work.touch_other(before, words=work.row.words, next_id=None)
    rows.set_table(work.db, work.id, {"words": row.words})
    links = {(seat.seat, seat.device): seat.token for seat in held if seat.device is not None}
    for seat in {seat.seat: seat for seat in rows.seat_rows(work.db, [before])}.values():
        token = links.get((seat.seat, seat.device))
        if token is not None:  # who took the seat over since has a link to nothing
            rows.set_seat(work.db, before, seat.seat, {"token": token})


def _named_already(work: Work, seat: Seat, name: str) -> Text | None:
    """Why nobody of this name plays on this seat; those who have not said theirs may be called alike."""
    return None if name == SOMEBODY else name_taken(work.players_beside(seat), name)


def _cannot_share(work: Work, held: SeatState, device: str) -> Text | None:
    """Why this phone cannot be asked in to a seat beside its holder."""
    if work.seats_of(device):
        return Text("This phone plays for another seat: leave that seat first, then ask again.")
    if len(held.devices) >= PHONES_MOST:
        return Text("At most %(most)s phones share a seat. One of them has to leave it first.", {"most": PHONES_MOST})
    return None


def _give(work: Work, seat: Seat, device: str | None, player: str) -> None:
    """The seat changes hands: a new recovery link, and what its holder, or the new one for it, had asked is closed."""
    for ask in work.open_asks():
        if ask.seat == seat or (ask.kind == "seat" and ask.device == device):
            work.set_ask(ask.id, outcome="withdrawn")
    work.touch()
    token = secrets.token_urlsafe(18) if device is not None else None
    fresh = {"token": token, "spent_token": None, "brought_from": None}
    rows.set_seat(work.db, work.id, seat, {"device": device, "player": player, "taken_at": work.now, **fresh})
    _close_unanswerable(work, seat)


def _close_unanswerable(work: Work, seat: Seat | None = None) -> None:
    """After seats have changed hands: a request that nobody is there any more to answer ends, and who asked is told.
    It is not carried out: what it would do may be other than when he tapped. What `seat`'s player said yes to before is
    not his word who has it now, and where others are asked than were, all are asked anew.
    """
    work.seats = load_seats(work.game, rows.seat_rows(work.db, [work.id]))
    for ask in work.open_asks():
        request = request_of(ask)
        if ask.kind == "seat":
            continue
        if not work.can_answer(request):
            work.set_ask(ask.id, outcome="alone")
        elif request.consents:
            needed = work.needed(request)
            stay = [one for one in request.consents if one.seat != seat and one.of == needed]
            work.set_ask(ask.id, data=with_consents(ask.data, stay))


def _part(work: Work, seat: Seat, device: str) -> None:
    """This phone holds the seat no more with others."""
    upsert.remove(work.db, schema.partners, table_id=work.id, seat=seat, device=device)


def _answer_seat(work: Work, ask: rows.Found, device: str, allow: bool, key: str) -> Done | Refusal:
    holder = ask.seat in work.seats_of(device)
    held = work.held(ask.seat)
    own = held is not None and held.device == device
    together = json.loads(ask.data).get("together", False)
    if allow and together:
        if not holder or held is None:
            words = Text("Only %(player)s can share this seat with another.", {"player": work.player(ask.seat)})
            return Refusal(words)
        if refused := _cannot_share(work, held, ask.device):
            return Refusal(refused)
    elif allow and not own and work.game.guards_seats(work.state()):
        return Refusal(KEPT)
    player = SOMEBODY if _named_already(work, ask.seat, ask.player) else ask.player  # somebody took the name meanwhile
    if allow and together:
        joined = {"table_id": work.id, "seat": ask.seat, "device": ask.device, "player": player}
        rows.add_partner(work.db, {**joined, "joined_at": work.now})
    elif allow:
        if not own:
            forget(work, device, ask.seat)
        _part(work, ask.seat, ask.device)
        _give(work, ask.seat, ask.device, player)
    work.close_ask(ask, "allowed" if allow else "declined", device, key)
    return work.done()
