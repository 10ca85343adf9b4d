"""What goes in and comes out of a table: the values that pages, exports and tests speak in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple

from companion.play.acts import Game
from companion.play.codec import print_of
from companion.play.game import Event, How, Seat
from companion.rules.text import Refusal, Text

PRACTICE = "practice"
"""The choice of a table's setup that marks it as a demonstration: no record is kept of it."""
RequestKind = Literal["undo", "amend", "enter", "seat"]
Ended = Literal["", "declined", "alone", "impossible"]
"""How a request ended whose maker has not said that he knows: somebody said no, nobody is there any more to answer, or
it can be carried out no more; empty while it waits."""


@dataclass(frozen=True, slots=True)
class Partner:
    """A further phone of a seat, and who plays on it."""

    device: str
    player: str


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat and who sits in it; `device` is None and `player` empty while it is free."""

    seat: Seat
    device: str | None
    player: str
    partners: tuple[Partner, ...] = ()
    """Who plays together with its holder, each on a phone of his own."""

    @property
    def devices(self) -> tuple[str, ...]:
        """Every phone of it, its holder's first."""
        return () if self.device is None else (self.device, *(one.device for one in self.partners))

    @property
    def player_names(self) -> str:
        """The names of all who play it."""
        return " & ".join((self.player, *(one.player for one in self.partners)))

    def player_on(self, device: str) -> str:
        """Who plays on this phone of it; on any other, its holder."""
        return next((one.player for one in self.partners if one.device == device), self.player)


class Seats:
    """What has seats, and who sits in them."""

    __slots__ = ()
    seats: tuple[SeatState, ...]

    def held(self, seat: Seat) -> SeatState | None:
        """A seat and who sits in it; None where the game has none of this name."""
        return next((held for held in self.seats if held.seat == seat), None)

    def seats_of(self, device: str) -> tuple[Seat, ...]:
        """The seats this device holds, in the game's order."""
        return tuple(held.seat for held in self.seats if device in held.devices)

    def others(self, device: str, by: Seat) -> tuple[Seat, ...]:
        """The seats of other phones than this one, and than those of the seat `by` it acts for: who can be asked."""
        held = self.held(by)
        own = {device, *(held.devices if held is not None else ())}
        return tuple(one.seat for one in self.seats if not own.issuperset(one.devices))

    def can_answer(self, ask: Request) -> tuple[Seat, ...]:
        """The seats of other phones than the one that asks and those of the seat it asks for."""
        return self.others(ask.device, ask.by)

    def needed(self, ask: Request) -> tuple[Seat, ...]:
        """The seats whose yes a request needs, each of them; where there are none, one of the others decides."""
        return tuple(seat for seat in self.can_answer(ask) if seat in ask.touches)

    def awaited(self, ask: Request) -> tuple[Seat, ...]:
        """Those of them that have not said yes to what the request says now, to them and to nobody else."""
        needed = self.needed(ask)
        said = {one.seat for one in ask.consents if one.of == needed and one.read == ask.read_by(one.eyes or None)}
        return tuple(seat for seat in needed if seat not in said)

    def player(self, seat: Seat) -> str:
        """The names of who sit there, empty where nobody does."""
        held = self.held(seat)
        return "" if held is None else held.player_names

    def players_beside(self, seat: Seat) -> tuple[str, ...]:
        """The name of everybody on the other seats."""
        return tuple(one.player_on(phone) for one in self.seats if one.seat != seat for phone in one.devices)


class Consent(NamedTuple):
    """A yes to a request of which several are needed."""

    seat: Seat
    eyes: Seat
    """As whom its phone read the request; empty for what everybody may read."""
    read: str
    """A print of what it read."""
    of: tuple[Seat, ...]
    """All whose yes was needed then."""
    device: str
    key: str


@dataclass(frozen=True, slots=True)
class Request:
    """A request that waits for somebody's yes: to take something back, to correct or enter it, or to have a seat."""

    id: str
    kind: RequestKind
    by: str
    """The seat that asks; for kind "seat" the device."""
    seat: Seat
    """The same seat; for kind "seat" the one it would like to have."""
    player: str
    """The name of who asks."""
    lines: tuple[Text, ...]
    """What would be taken back or become void, as everybody may read it."""
    private: Mapping[Seat, tuple[Text, ...]] = field(default_factory=dict)
    device: str = ""
    """The phone that asks."""
    touches: tuple[Seat, ...] = ()
    """The seats whose acts, as far as everybody may read them, would go, fall or change."""
    consents: tuple[Consent, ...] = ()
    declined_by: str = ""
    """The name of who said no."""
    ended: Ended = ""
    together: bool = False
    """For kind "seat": to play it beside who sits there, not in his place."""

    def lines_for(self, seat: Seat | None) -> tuple[Text, ...]:
        """What would be taken back or become void, as this seat may read it."""
        return self.private.get(seat, self.lines) if seat is not None else self.lines

    def read_by(self, seat: Seat | None) -> str:
        """What the answer of this seat brings along: a yes is to what was read."""
        return print_of_lines(self.lines_for(seat))


def print_of_lines(lines: Iterable[Text]) -> str:
    """The lines of a request in short. Of their words alone: values that no word of them shows would be told by it."""
    return print_of(*map(str, lines))


class NextUndo(NamedTuple):
    """The act that Undo would take back."""

    seq: int
    label: Text | None
    """None where it has neither name nor line, or who looks may not read it."""
    standalone_label: Text | None
    """What it is called where its line in the log does not stand beside it."""


@dataclass(frozen=True, slots=True)
class Table(Seats):
    """A table as it is at one moment. `state` is for the game's functions only: pages show `game.view`."""

    id: str
    game: Game[Any]
    name: str
    words: str
    owner: str
    setup: Mapping[str, Any]
    version: int
    seq: int
    state: Any
    seats: tuple[SeatState, ...]
    asks: tuple[Request, ...]
    created_at: datetime
    declined: tuple[Request, ...] = ()
    """Requests somebody said no to, until who asked has put the answer away."""
    last: Mapping[Seat | None, LogEntry] = field(default_factory=dict)
    """The newest line of the log, as each seat (None: a spectator) may read it."""
    quiet: tuple[int, ...] = ()
    """The number of the newest quiet event of each seat: with the version, all that the table's pages depend on."""

    def quiet_of(self, mine: Collection[Seat]) -> tuple[int, ...]:
        """That of these seats alone."""
        return tuple(one for seat, one in zip(self.game.seats, self.quiet, strict=False) if seat in mine)

    previous: str | None = None
    """The table of the game before this one, by the same players."""
    waits: str | None = None
    """The table of the nearest game before this one where a request waits for an answer."""
    next: str | None = None
    """The table of the next game, where these players have gone on."""
    undo: Mapping[Seat, NextUndo] = field(default_factory=dict)
    """What each seat that has a phone to itself asks to undo, as it is called there."""

    @property
    def is_practice(self) -> bool:
        """Whether it only shows how the program is used."""
        return bool(self.setup.get(PRACTICE))

    @property
    def has_clock(self) -> bool:
        """Whether turns are timed here."""
        return self.setup.get("clock") == "yes"

    @property
    def players(self) -> dict[Seat, str]:
        """The names of who sit at each seat."""
        return {held.seat: held.player_names for held in self.seats}


@dataclass(frozen=True, slots=True)
class Passage:
    """One act that counts, and the states before and after it."""

    before: Any
    event: Event
    after: Any


@dataclass(frozen=True, slots=True)
class StepPassage:
    """All acts of a step that count: the number of the last, whose line tells of all (taps before it have none), and
    the states before the first and after the last."""

    seq: int
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Summary:
    """A table in the list of a device's tables."""

    id: str
    game: str
    game_name: str
    name: str
    words: str
    players: tuple[str, ...]
    seats: tuple[Seat, ...]
    """Those this device holds there."""
    made: bool
    """This device made it, and may delete it."""
    seq: int
    created_at: datetime
    changed_at: datetime
    next: str | None = None
    """The table of the next game of its players."""
    is_practice: bool = False
    """It was made to be shown: nobody comes back to it."""


@dataclass(slots=True)
class Tap:
    """What a phone sends: an act, whose it is, who enters it, and a key that makes a repetition harmless."""

    type: str
    form: Mapping[str, Any]
    seat: Seat
    """Empty: that of who enters it."""
    by: Seat
    """Empty: the same seat where the phone holds it, else the first that it holds."""
    key: str
    seen: int | None = None
    """The seq the page showed; None where the page could not know."""


@dataclass(frozen=True, slots=True)
class Done:
    """It is stored, and `seq` is the newest entry it made. `again`: it had been already, and counted once."""

    version: int
    seq: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Stale:
    """The page showed an older state: nothing was changed. `since` tells what everybody could read meanwhile."""

    version: int
    seq: int
    since: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """It needs another player's yes; the request is open now under this id."""

    version: int
    seq: int
    ask: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Recovered:
    """A recovery link brought a seat back to a device."""

    table_id: str
    seat: Seat
    version: int


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log, as one seat may read it."""

    seq: int
    at: datetime
    seat: Seat
    by: Seat
    player: str
    """The name, at that time, of who entered it."""
    how: How
    text: Text
    undone: bool
    """It no longer counts: taken back, corrected by another entry, or become impossible."""
    step: str
    type: str
    recounted: bool = False
    """A later line counts its dice anew."""
    sets_up: bool = False
    """One of the small steps by which a side is made ready: they are shown as one."""


def folded(entries: Iterable[LogEntry]) -> tuple[tuple[LogEntry, ...], ...]:
    """The lines of a log as they are shown: steps of one side's set-up together, every other line by itself."""
    found: list[tuple[LogEntry, ...]] = []
    for entry in entries:
        before = found[-1][-1] if found else None
        if before is not None and before.sets_up and entry.sets_up and before.seat == entry.seat:
            found[-1] = (*found[-1], entry)
        else:
            found.append((entry,))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Replacement:
    """An event put in the place of another: its type and a form as for a tap."""

    type: str
    form: Mapping[str, Any]
    seat: Seat | None = None
    """Whose act it is; None: the same seat's as the event it replaces."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A later entry that a correction touches: its line before and after, or why it would become impossible."""

    seq: int
    before: Text | None
    after: Text | None
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a correction would do, before anything is changed. Pass its `seq` on to `amend` as `seen`."""

    version: int
    seq: int
    replaced: tuple[Text, ...]
    fresh: tuple[Text, ...]
    changed: tuple[Changed, ...]
    impossible: tuple[Changed, ...]
    then: tuple[Text, ...]
    """What the entry itself newly asks of somebody, and how a game that is over ends otherwise."""
    consent: bool
    """Another player must allow it."""
    asks: Text | None = None
    """The names of those who all must; where there are none, one of the others."""

    @property
    def by_reason(self) -> tuple[tuple[Text | None, tuple[Changed, ...]], ...]:
        """What becomes impossible, for each reason once: many entries fall for the same one."""
        found: dict[str, tuple[Text | None, tuple[Changed, ...]]] = {}
        for one in self.impossible:
            reason = None if one.refusal is None else one.refusal.reason
            found[str(reason)] = (reason, (*found.get(str(reason), (None, ()))[1], one))
        return tuple(found.values())
