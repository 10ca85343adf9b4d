"""What a game is to a table: one object with five verbs, whose events stand in one registry of acts.

`start(setup) → state` · `apply(state, event) → state or Refusal` · `due(state) → what each seat does next` ·
`view(state, seat)` · `result(state)`. Seats, undo, amend, sync, log and export are written once over these. An act says
how the data of its event is read, checked, applied, told and seen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from companion.play.game import ASIDE, Due, Event, Line, Result, Seat
from companion.rules.text import Problem, Refusal, Text, counted, joined, player_at, refuse
from companion.rules.written import as_one_line

S = TypeVar("S")

OneLine = Annotated[str, BeforeValidator(as_one_line)]
"""What a player wrote: names, notes and reasons."""


class Data(BaseModel):
    """Base of the data of every event, and of every edit of a list: unknown fields are errors, numbers may come as a
    form's text."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class Sealing(Data):
    """An event that seals something: a fingerprint is shown now, what it was made of later."""

    nonce: str = Field("", max_length=64)
    """Stirred into the fingerprint so that nobody can guess what it stands for, and as secret as that. It comes in
    with the event, as dice thrown by the app do."""


class Timed(Data):
    """An event in which it counts how late it was."""

    moment: str = Field("", max_length=40)
    """When it was entered (ISO 8601): set as it comes in, whatever was sent."""


Sees = Callable[[S, Event, Seat | None], Mapping[str, Any] | None]
"""Who may see an event: its data, or a part of it, as this seat (None: a spectator) may read it in this state; None
where even its existence is secret. A spectator sees no more than every seat does. It goes by state, fields and seats,
not by the event's type."""


def everybody(state: Any, event: Event, seat: Seat | None) -> Mapping[str, Any] | None:
    """All see all of it."""
    return event.data


def own_seat(state: Any, event: Event, seat: Seat | None) -> Mapping[str, Any] | None:
    """Only the seat whose act it is knows of it."""
    return event.data if seat == event.seat else None


def part(event: Event, *names: str) -> dict[str, Any]:
    """These fields of an event, and no others."""
    return {name: value for name, value in event.data.items() if name in names}


Sentences = Line | Text | list[Text]
"""What the log says of an act: a line that not all read alike, or the sentences that they do, or none."""


class ActForm(Data):
    """One kind of event in one class: its fields are those of its form, and its methods what it does and what the log
    says of it."""

    @abstractmethod
    def apply(self, state: Any, event: Event) -> Any:
        """The state after it, or why it cannot happen now."""

    def line(self, before: Any, event: Event, after: Any) -> Sentences:
        """What the log says of it; nothing of taps that are kept but not listed."""
        return []


@dataclass(frozen=True, slots=True)
class Act(Generic[S]):
    """One kind of event: its form, how a table treats it, and who may see it. `commutes`: it names all it depends on,
    so that a stale page may still enter it; `dice`: it carries dice thrown by hand or by the program;
    `sets_up`: it is one of the many small steps by which a side is made ready, which the log folds; `quiet`: it is
    entered while the others play, and they cannot tell by anything that it was: no phone is rung for it, no number it
    sees counts it; `agreed`: it opens secrets on one player's word alone, so that another has to agree: always, or to
    which events of it.

    `sees` has no default: an act that does not say who may see it cannot be made. Log, export, undo and requests all
    go by it.
    """

    name: str
    data: type[ActForm]
    commutes: bool = True
    dice: bool = False
    sets_up: bool = False
    quiet: bool = False
    agreed: bool | Callable[[S, Event], bool] = False
    when: Callable[[S], Refusal | None] = lambda state: None
    """What stands against it at this moment of the game, whatever is in its form."""
    anyway: str = field(default="", kw_only=True)
    """The field by which it is done although something is still owed: a correction that makes somebody owe something
    takes back nothing that was played after it."""
    label: Text | Callable[[S, Any], Text] | None = field(default=None, kw_only=True)
    """What a player calls it by itself, where its line says nothing or more: a roll's stands with its last tap."""
    says_whose: bool = field(default=False, kw_only=True)
    """The label says by `%(side)s` whose it is, and stands for the line, which tells several things, wherever that is
    told."""
    sees: Sees[S] = field(kw_only=True)

    def __post_init__(self) -> None:
        if not callable(self.sees):
            raise TypeError(f"the act {self.name} must say who may see it")


NO_ACT: Act[Any] = Act("", ActForm, False, sees=lambda *_: None)  # type: ignore[type-abstract]  # none is made of it
"""What an event is that no act of its game makes, such as an undo."""
D = TypeVar("D", bound=ActForm)


class Acts(dict[str, Act[Any]]):
    """Every kind of event of a game, by its name."""

    def act(self, name: str, *, sees: Sees[Any], **how: Any) -> Callable[[type[D]], type[D]]:
        """Enters a class as the act of this name; see `Act` for the rest."""

        def entered(form: type[D]) -> type[D]:
            self[name] = Act(name, form, sees=sees, **how)
            return form

        return entered


class Game(ABC, Generic[S]):
    """The one object of a game. All its functions are pure: same arguments, same answer. What its registry of acts can
    answer is answered here; a game adds how it begins, what is due and seen, and how it ends.
    """

    id: str
    name: str
    seats: tuple[Seat, ...]
    rules_version: str
    """Ends in a number, which is raised when `apply` or `line` would answer an old log differently; lines and snapshots
    are then made anew. Raised too when a release brings an act or a field that the one before does not know: by it a
    process of that release, which still serves the same database, knows to keep its hands off (`outdated`)."""
    acts: ClassVar[Mapping[str, Act[Any]]]
    state: ClassVar[type[Any]]
    may_be_empty: ClassVar[frozenset[str]] = frozenset()
    """Fields of a form in which nothing is an answer too."""
    past: ClassVar[tuple[Text, ...]] = ()
    """How it refuses what answers a question that is asked no more."""

    def __init__(self) -> None:
        self._stored = TypeAdapter(self.state)
        fields: dict[Sees[S], dict[str, str]] = {}
        for act in self.acts.values():
            if act.sees is not everybody:
                fields.setdefault(act.sees, {}).update(dict.fromkeys(act.data.model_fields, ""))
        self._closed = tuple(
            (sees, Event("", seat, seat, data), looking)
            for sees, data in fields.items()
            for seat, neighbor in zip(self.seats, (*self.seats[1:], self.seats[0]), strict=True)
            for looking in (neighbor, None)
        )
        """For each declaration that is not open to all: an event of each seat with all fields, and who looks at it."""

    @abstractmethod
    def start(self, setup: Mapping[str, Any]) -> S | Refusal:
        """The state a new table begins with. `setup` holds the choices of the new-table page, as plain JSON."""

    @abstractmethod
    def again(self, state: S, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """The setup of another game of the same players once this one, which had that setup, is over."""

    @abstractmethod
    def due(self, state: S) -> tuple[Due, ...]:
        """What each seat does next, most urgent first. Who holds the baton has the first act of all."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> Any:
        """What this seat (None: a spectator) may see: the only way from a state to a page, export or print."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How it ended, or None while it goes on."""

    @abstractmethod
    def barred(self, state: S, event: Event) -> Refusal | None:
        """Why these seats act for nobody at this table."""

    def nested(self, form: Mapping[str, Any]) -> dict[str, Any]:
        """A form's flat fields as data: `purses.a=3` becomes `purses={"a": 3}`, empty fields are left out where
        nothing is no answer."""
        found: dict[str, Any] = {}
        for name, value in form.items():
            if value == "" and name not in self.may_be_empty:
                continue
            head, dot, tail = str(name).partition(".")
            if not dot:
                found[head] = value
            elif isinstance(inside := found.setdefault(head, {}), dict):
                inside[tail] = value
        return found

    def apply(self, state: S, event: Event) -> S | Refusal:
        """The state after the event, or why it cannot happen now."""
        act = self.acts.get(event.type)
        if act is None:
            return Refusal(Text("This game has no act %(type)s.", {"type": event.type[:40]}))
        if refused := self.barred(state, event):
            return refused
        data = _checked(act, event.data)
        return data if isinstance(data, Refusal) else data.apply(state, event)

    def declared(self, event_type: str) -> Act[Any]:
        """What such an event is, as its act says."""
        return self.acts.get(event_type, NO_ACT)

    def anyway(self, event: Event) -> Event | None:
        """The event as it is entered although something is still owed; None where it cannot be, or is so already."""
        field = self.declared(event.type).anyway
        return None if not field or event.data.get(field) else replace(event, data={**event.data, field: True})

    def owed(self, state: S, former: S) -> Collection[str]:
        """Names of what is owed in a state and was not in the `former` one, as an entry sets them aside (`ASIDE`)."""
        return ()

    def ready(self, state: S, event: Event) -> S:
        """The state as an event finds it: with what it sets aside (`ASIDE`) holding nothing up."""
        return state

    def stage(self, state: S) -> object:
        """How far the game is, where an act leads it on; None where none does."""
        return None

    def line(self, before: S, event: Event, after: S) -> Line:
        """What the log says of the event, to those who may see it."""
        act = self.acts[event.type]
        data = _checked(act, event.data)
        if isinstance(data, Refusal):
            return Line()
        line = _as_line(data.line(before, event, after))
        seeing = [seat for seat in (None, *self.seats) if act.sees(after, event, seat) is not None]
        if len(seeing) == 1 + len(self.seats):
            return replace(line, reveals=self._reveals(before, event, after))
        texts = {seat: line.text_for(seat) for seat in seeing if seat is not None}
        private = {seat: text for seat, text in texts.items() if text is not None}
        others = any(seat not in (event.seat, event.by) for seat in seeing)
        return replace(line, public=None, private=private, reveals=others and self._reveals(before, event, after))

    def label(self, state: S, event: Event) -> Text | None:
        """What a player calls this event by itself, as undo says it; None where its line says just that. `state` tells
        what players are called now."""
        act = self.declared(event.type)
        label = self._called(act, state, event)
        return replace(label, values={"side": player_at(event.seat)}) if label and act.says_whose else label

    def _called(self, act: Act[S], state: S, event: Event) -> Text | None:
        label = act.label
        if label is None or isinstance(label, Text):
            return label
        data = _checked(act, event.data)
        try:
            return label(state, act.data.model_construct(**event.data) if isinstance(data, Refusal) else data)
        except AttributeError:  # what it is called by is not there
            return None

    def roll_name(self, state: S, step: str) -> Text | None:
        """Whose roll this step was, and when, where its line does not say both."""
        return None

    def read(self, event_type: str, form: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        """A form as an event's data, or every problem found in it."""
        act = self.acts.get(event_type)
        if act is None:
            values = {"type": event_type[:40], "known": ", ".join(sorted(self.acts))}
            return Refusal(Text("This game has no act %(type)s; known: %(known)s.", values))
        data = _checked(act, self.nested(form))
        if isinstance(data, Refusal):
            return data
        plain: dict[str, Any] = data.model_dump(mode="json", exclude_unset=True)
        if isinstance(data, Sealing):
            plain["nonce"] = ""  # never a form's own: who enters the event draws one
        return {**plain, "how": "hand"} if act.dice else plain

    def stamped(self, state: S, event: Event) -> Mapping[str, Any]:
        """The event's data with what is fixed at the moment it is entered, such as a name that later events use."""
        return event.data

    def show_event(self, state: S, event: Event, seat: Seat | None) -> Mapping[str, Any] | None:
        """What this seat may read of the event now, as its act says; nothing of an event that has no act."""
        return self.declared(event.type).sees(state, event, seat)

    def _reveals(self, before: S, event: Event, after: S) -> bool:
        """Whether an event that others see has shown a secret: something their views hid, or an act closed to them."""
        return bool(self.secrets(before) - self.secrets(after)) or any(
            _more(sees(before, closed, looking), sees(after, closed, looking)) for sees, closed, looking in self._closed
        )

    def agreed(self, state: S, event: Event) -> bool:
        """Whether a player who has a phone of his own must agree before another enters it."""
        agreed = self.declared(event.type).agreed
        return agreed(state, event) if callable(agreed) else agreed

    def decided(self, state: S) -> bool:
        """Whether what is hidden comes to light now, or may by one player alone: who corrects an entry so that it does
        needs another's word."""
        return False

    def dice(self, state: S, seat: Seat, step: str) -> int:
        """How many dice this seat may enter at this step; 0 where none."""
        due = (one for one in self.due(state) if one.seat == seat and one.step == step)
        return next((one.data.get("dice", 0) for one in due), 0)

    @abstractmethod
    def secrets(self, state: S) -> frozenset[str]:
        """Names of what one seat's view holds and another's may not; none where all see the same.

        An act others see, after which one of them is gone, has shown it.
        """

    def has_secret(self, state: S) -> bool:
        """Whether a view holds what another may not see (one phone for all: hand-over curtain)."""
        return bool(self.secrets(state))

    def guards_seats(self, state: S) -> bool:
        """Whether a seat is its holder's alone to give: while there is any secret, if a game does not say otherwise.
        Everybody reads it off the requests: it must follow from what lies open."""
        return self.has_secret(state)

    def dump(self, state: S) -> str:
        """The state as JSON for a snapshot."""
        return self._stored.dump_json(state).decode()

    def load(self, text: str) -> Any:
        """The state back from `dump`."""
        return self._stored.validate_json(text)


def public_line(message: str, **values: Any) -> Line:
    """A line everybody reads."""
    return Line(Text(message, values))


def _as_line(words: Sentences) -> Line:
    if isinstance(words, Line):
        return words
    sentences = [words] if isinstance(words, Text) else words
    return Line(joined(sentences)) if sentences else Line()


def _more(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> bool:
    """Whether more of an event can be seen afterwards than before."""
    return after is not None and (before is None or not set(after) <= set(before))


KINDS: Mapping[str, Text] = {
    "string": Text("words"),
    "int": Text("a whole number"),
    "float": Text("a number"),
    "finite": Text("a number"),
    "bool": Text("yes or no"),
    "list": Text("a list"),
    "tuple": Text("a list"),
    "dict": Text("a value for each name"),
    "mapping": Text("a value for each name"),
}
"""What a value of the wrong kind should have been, by how the library's names of its errors begin."""


def _checked(act: Act[Any], data: Mapping[str, Any]) -> ActForm | Refusal:
    """The data of an event as its act wants it, or every problem at once, each with its field."""
    try:
        return act.data.model_validate({name: value for name, value in data.items() if name != ASIDE})
    except ValidationError as wrong:
        return refuse([_problem(act.data, error) for error in wrong.errors(include_url=False)])


def _problem(model: type[Data], error: Mapping[str, Any]) -> Problem:
    path = ".".join(str(part) for part in error["loc"])
    field = {"field": path[:40]}
    if error["type"] == "missing":
        return Problem(path, Text("%(field)s is missing: give it too.", field))
    metadata = model.model_fields[path].metadata if path in model.model_fields else ()
    if own_words := next((one for one in metadata if isinstance(one, Text)), None):  # the sentence beside its limits
        return Problem(path, own_words)
    if error["type"] != "extra_forbidden":
        return Problem(path, Text("%(field)s: give %(what)s.", {**field, "what": _wanted(error)}))
    if known := ", ".join(model.model_fields):
        return Problem(path, Text("%(field)s is not known here; known: %(known)s.", {**field, "known": known}))
    return Problem(path, Text("%(field)s is not known here: this takes no fields.", field))


def _wanted(error: Mapping[str, Any]) -> Text:
    """What would have been right instead, from what the library says of a wrong value."""
    limits, kind = error.get("ctx", {}), error["type"]
    if kind == "literal_error":
        return Text("one of %(known)s", {"known": limits["expected"].replace("'", "").replace(" or ", ", ")})
    if kind in ("greater_than_equal", "greater_than"):
        return Text("a number from %(least)s on", {"least": f"{limits.get('ge', limits.get('gt')):g}"})
    if kind in ("less_than_equal", "less_than"):
        return Text("a number up to %(most)s", {"most": f"{limits.get('le', limits.get('lt')):g}"})
    if kind == "too_long" and limits["field_type"] != "Value":  # a list; words are checked after they were cleaned
        return Text("at most %(most)s of them", {"most": limits["max_length"]})
    if kind.endswith("too_long"):
        return counted("at most %(num)s letter", "at most %(num)s letters", limits["max_length"])
    if kind.endswith("too_short"):
        return counted("at least %(num)s letter", "at least %(num)s letters", limits["min_length"])
    return KINDS.get(kind.partition("_")[0], Text("something else: this cannot be read"))
