"""From what a phone sends to an event: keys, names, forms and dice are checked here, each with its own sentence."""

from __future__ import annotations

import json
import secrets
from collections import UserDict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.play.codec import plain, settled
from companion.play.desk import SYSTEM_TYPES, Work
from companion.play.fold import SNAPSHOT_EVERY
from companion.play.game import Event, How, Seat
from companion.play.values import Done
from companion.rules.text import Refusal, Text
from companion.rules.written import one_line

NAME_MOST = 60
PLAYER_MOST = 24
"""Characters of a player's name: what a field takes and what is refused."""
DATA_MOST = 64_000
"""Characters of an event's data as JSON."""
SETUP_MOST = 8_000
"""Characters of a setup as JSON, with the fields nobody knows."""
DICE_MOST = 200
NONCE_BYTES = 16


def clean_name(name: object, most: int, refusal: Text) -> str | Refusal:
    """A name on one line, or the refusal if nothing or too much is left."""
    if not isinstance(name, str) or len(name) > 10 * most:
        return Refusal(refusal)
    clean = one_line(name)
    return clean if 0 < len(clean) <= most else Refusal(refusal)


def clean_table_name(name: object) -> str | Refusal:
    """The name of a table."""
    refusal = Text("The name of a table has 1 to %(most)s characters. Please shorten it.", {"most": NAME_MOST})
    return clean_name(name, NAME_MOST, refusal)


def clean_player(name: object) -> str | Refusal:
    """The name of a player."""
    if not isinstance(name, str) or not one_line(name[:DATA_MOST]):
        return Refusal(Text("A player's name has at least one letter. Please type it."))
    refusal = Text("A player's name has at most %(most)s characters. Please shorten it.", {"most": PLAYER_MOST})
    return clean_name(name, PLAYER_MOST, refusal)


def name_taken(others: Iterable[str], name: str) -> Text | None:
    """Why somebody cannot be called so beside players of these names."""
    if any(name.casefold() == other.casefold() for other in others):
        return Text("%(name)s plays here already; choose another name.", {"name": name})
    return None


def check_setup(setup: object) -> dict[str, Any] | Refusal:
    """A setup as plain JSON."""
    try:
        text = json.dumps(setup)
    except (TypeError, ValueError):
        text = ""
    if not isinstance(setup, Mapping) or not text or len(text) > SETUP_MOST:
        values = {"most": SETUP_MOST}
        return Refusal(Text("The choices for a new table are a JSON object of at most %(most)s characters.", values))
    return plain(setup)


class Looked(UserDict[str, Any]):
    """A setup that notes which of its fields a game looks at: only those are its choices, and kept."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        super().__init__(setup)
        self._seen: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self._seen.add(name)
        return super().__getitem__(name)

    def kept(self, *also: str) -> dict[str, Any]:
        """The fields that were looked at, and these."""
        return {name: value for name, value in self.data.items() if name in self._seen or name in also}


def read_event(
    work: Work, event_type: object, form: Mapping[str, Any], seat: Seat, by: Seat, *, throws: bool
) -> Event | Refusal:
    """The event a form stands for: checked by the game, with dice thrown where the form asks for that, with a
    nonce where something is sealed, and with its time where that counts.

    `throws` is false where the program must not throw: a correction says what lay on the table.
    """
    if not isinstance(event_type, str) or not 0 < len(event_type) <= 40 or event_type in SYSTEM_TYPES:
        return Refusal(Text("This table does not know such an entry. Reload the page and try again."))
    if seat not in work.game.seats:
        return no_seat(work)
    by_app = form.get("app") is True
    if by_app:
        if not throws:
            return Refusal(Text("A correction needs the dice that were rolled. Enter them: the app cannot roll again."))
        thrown = _throw(work, form, seat)
        if isinstance(thrown, Refusal):
            return thrown
        form = thrown
    read = work.game.read(event_type, form)
    if isinstance(read, Refusal):
        return read
    data = plain(read)
    if "nonce" in data:
        data["nonce"] = secrets.token_hex(NONCE_BYTES)
    if "moment" in data:
        data["moment"] = work.now
    marked = data.pop("how", "")
    how: How = "app" if by_app else "hand" if marked else ""  # a form cannot say that the app has thrown
    if len(json.dumps(data)) > DATA_MOST:
        return Refusal(Text("One entry holds at most %(most)s characters. Please shorten it.", {"most": DATA_MOST}))
    event = Event(event_type, seat, by, data, how)
    return replace(event, data=plain(work.game.stamped(work.state(), event))) if throws else event


def enter(work: Work, event: Event, device: str, key: str | None) -> Done | Refusal:
    """The event at the end of the log, if the game takes it."""
    before = work.state()
    after = work.game.apply(before, event)
    if isinstance(after, Refusal):
        return after
    line = settled(work.game.line(before, event, after))
    quiet = work.game.declared(event.type).quiet
    number = work.append(event, line, device=device, key=key, quiet=quiet)
    work.keep(after, snapshot=not quiet and work.seq % SNAPSHOT_EVERY == 0)
    return Done(work.version, number)


def no_seat(work: Work) -> Refusal:
    """Why nobody sits or acts at a seat that this game does not have."""
    seats = ", ".join(work.game.seats)
    return Refusal(Text("There is no seat with that name here; the seats are %(seats)s.", {"seats": seats}))


def _throw(work: Work, form: Mapping[str, Any], seat: Seat) -> dict[str, Any] | Refusal:
    """The form with the faces of the dice that are due now, thrown by the program."""
    dice = work.game.dice(work.state(), seat, str(form.get("step", "")))
    if not 0 < dice <= DICE_MOST:
        return Refusal(Text("That is rolled or drawn already, or is no longer due. Look at what comes next."))
    faces = work.desk.throw(dice)
    return {**{name: value for name, value in form.items() if name != "app"}, "faces": list(faces)}
