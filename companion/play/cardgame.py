"""What the card games have in common at a table: players with names and crests.

A card game seats fewer players than it has seats: the setup says how many, and only the first of its seats are in play.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field

from companion.content.drawings import OWN_ID, crests
from companion.play.acts import ActForm, Acts, Game, everybody, public_line
from companion.play.entry import clean_player, name_taken
from companion.play.game import Event, Line, Seat
from companion.play.memo import Memo
from companion.rules.text import EMPTY, Problem, Refusal, Text, joined, refuse_any, refuse_at

SEATS = ("a", "b", "c", "d", "e", "f", "g")


def _split(value: Any) -> Any:
    """A form's "a,b" as a list; a list stays what it is."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


Word = Annotated[str, Field(min_length=1, max_length=30)]
Words = Annotated[tuple[Word, ...], BeforeValidator(_split), Field(max_length=60)]
"""Identifiers in a row: cards, battlefields, seats."""
Faces = Annotated[tuple[Annotated[int, Field(ge=0, le=10)], ...], BeforeValidator(_split), Field(max_length=40)]


@dataclass(frozen=True, slots=True)
class Player:
    """A seat in play: the name sentences use, and the crest beside it. A view adds what it shows of him."""

    seat: Seat
    name: str
    crest: str


class Seated:
    """What every state and every view of a card game has."""

    __slots__ = ()
    players: tuple[Player, ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in play, clockwise."""
        return tuple(player.seat for player in self.players)


class PlayersShown(Seated):
    """A view with players. It is asked for one of them by his seat, so that a page which names him depends on nothing
    else of him.
    """

    __slots__ = ()

    def name(self, seat: Seat) -> str:
        """What a player is called; "" where nobody plays that seat."""
        return next((player.name for player in self.players if player.seat == seat), "")

    def crest(self, seat: Seat | None) -> str:
        """A player's crest; where it is nobody's, the app's own."""
        return next((player.crest for player in self.players if player.seat == seat), OWN_ID)


S = TypeVar("S", bound=Seated)
_VIEWS: Memo[tuple[object, Any]] = Memo(128)
"""The views made lately, by the identity of their states: each is kept beside its own, so that no other can have it."""


class CardGame(Game[S]):
    """The verbs that are the same for every card game; a game adds `start`, `due`, `shown` and `result`."""

    @abstractmethod
    def shown(self, state: S) -> Any:
        """What is to be seen of the game. Hands and face-down cards are nobody's to see, so it asks for no seat."""

    def view(self, state: S, seat: Seat | None) -> Any:
        """What everybody sees, made once for all who look."""
        return _VIEWS.get(id(state), lambda: (state, self.shown(state)))[1]

    def secrets(self, state: S) -> frozenset[str]:
        return frozenset()

    def again(self, state: S, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same choices, with the names and crests that the players have by now."""
        named = {f"name.{player.seat}": player.name for player in state.players}
        return {**setup, **named, **{f"crest.{player.seat}": player.crest for player in state.players}}

    def barred(self, state: S, event: Event) -> Refusal | None:
        """A seat that nobody plays at this table acts for nobody."""
        playing = names_of(state)
        if event.seat in playing and event.by in playing:
            return None
        return Refusal(Text("That seat is not in play: this game has %(count)s players.", {"count": len(playing)}))

    def apply(self, state: S, event: Event) -> S | Refusal:
        """The state after the event. Names stand in refusals where the rules speak of seats."""
        after = super().apply(state, event)
        return named_refusal(after, names_of(state)) if isinstance(after, Refusal) else after

    def line(self, before: S, event: Event, after: S) -> Line:
        """What the log says, with names where the rules speak of seats."""
        line = super().line(before, event, after)
        names = names_of(after)
        public = None if line.public is None else named(line.public, names)
        return replace(line, public=public, private={seat: named(text, names) for seat, text in line.private.items()})

    def label(self, state: S, event: Event) -> Text | None:
        """What a player calls this event by itself, with names where the rules speak of seats."""
        words = super().label(state, event)
        return None if words is None else named(words, names_of(state))


# ---- players, their names and crests


def names_of(state: Seated) -> dict[Seat, str]:
    """The name of each seat in play, in the order of the seats."""
    return {player.seat: player.name for player in state.players}


def seat_players(
    setup: Mapping[str, Any], least: int, most: int, names: Sequence[str] = ()
) -> tuple[Player, ...] | Refusal:
    """The players of a new table: `players` says how many, `name.a` and `crest.a` are each seat's own.

    Who gives no name is called by one of `names`, or else by the crest.
    """
    number = _whole(setup.get("players", least))
    if number is None or not least <= number <= most:
        words = Text("This game is for %(least)s to %(most)s players.", {"least": least, "most": most})
        return refuse_at("players", words)
    known = {crest.id: crest.name for crest in crests()}
    problems: list[Problem] = []
    players: list[Player] = []
    for place, seat in enumerate(SEATS[:number]):
        crest = str(setup.get(f"crest.{seat}") or tuple(known)[place])
        usual = names[place] if names else known.get(crest, "")
        player = _checked(players, Player(seat, usual, ""), setup.get(f"name.{seat}") or None, crest)
        if isinstance(player, Refusal):
            problems += player.problems
        else:
            players.append(player)
    return refuse_any(problems) or tuple(players)


def first_seat(setup: Mapping[str, Any], players: Sequence[Player]) -> Seat | Refusal:
    """Who begins a new table: the seat the game before hands on as `begins`, or else the first."""
    seat = str(setup.get("begins") or players[0].seat)
    if seat in [player.seat for player in players]:
        return seat
    return refuse_at("begins", Text("Nobody with that name plays here."))


def _whole(value: Any) -> int | None:
    if isinstance(value, str) and value.isdecimal() and len(value) < 4:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _checked(others: Sequence[Player], player: Player, name: object, crest: object) -> Player | Refusal:
    """The player with a name and a crest that nobody else at the table has; None leaves them as they are."""
    problems = []
    if name is not None:
        clean = clean_player(name)
        if isinstance(clean, Refusal):
            problems.append(Problem(f"name.{player.seat}", clean.reason))
        else:
            player = replace(player, name=clean)
    if taken := name_taken((other.name for other in others), player.name):
        problems.append(Problem(f"name.{player.seat}", taken))
    known = {one.id: one.name for one in crests()}
    if crest is not None and crest not in known:
        text = Text("There is no such crest; known: %(known)s.", {"known": ", ".join(known)})
        problems.append(Problem(f"crest.{player.seat}", text))
    elif crest is not None:
        player = replace(player, crest=str(crest))
        if any(player.crest == other.crest for other in others):
            text = Text("%(crest)s is another player's crest; choose another one.", {"crest": known[player.crest]})
            problems.append(Problem(f"crest.{player.seat}", text))
    return refuse_any(problems) or player


PLAYER = "player"
SHARED = Acts()
"""The acts that every card game has."""


@SHARED.act(PLAYER, label=Text("a player's name or crest"), sees=everybody)
class PlayerAct(ActForm):
    """A seat's own name and crest; what is left out stays."""

    name: str | None = Field(None, max_length=240)
    crest: str | None = Field(None, max_length=30)

    def apply(self, state: S, event: Event) -> S | Refusal:
        others = [player for player in state.players if player.seat != event.seat]
        mine = next(player for player in state.players if player.seat == event.seat)
        changed = _checked(others, mine, self.name, self.crest)
        if isinstance(changed, Refusal):
            return changed
        players = tuple(changed if player is mine else player for player in state.players)
        return replace(state, players=players)  # type: ignore[type-var]

    def line(self, before: S, event: Event, after: S) -> Line:
        old, new = Name(names_of(before)[event.seat]), Name(names_of(after)[event.seat])
        if old == new:
            return public_line("%(name)s has another crest.", name=new)
        return public_line("%(old)s is now called %(new)s.", old=old, new=new)


# ---- sentences


def not_next(number: int, due: int, already: Text, rule: str) -> Refusal | None:
    """Why what is numbered is not what comes next: it is entered `already`, or what came before it is no more."""
    if number == due:
        return None
    return Refusal(already if number < due else Text("What comes before it is missing."), rule)


def row(names: Sequence[Any]) -> Text:
    """Names in a row: A, B and C; a translator sees each of them."""
    text = Text("%(name)s", {"name": names[0]}) if names else Text("nobody")
    for name in names[1:-1]:
        text = Text("%(row)s, %(name)s", {"row": text, "name": name})
    return Text("%(row)s and %(name)s", {"row": text, "name": names[-1]}) if names[1:] else text


def then(*sentences: Text | None) -> Text:
    """Sentences one after another; those that are None are left out."""
    found = [sentence for sentence in sentences if sentence is not None]
    return joined(found) if found else EMPTY


class Name(str):
    """A player's name in a sentence. It is told from a seat, so that a player may well be called "b"."""

    __slots__ = ()


def named(text: Text, names: Mapping[Seat, str]) -> Text:
    """A sentence that speaks of seats, as those of the rules and of the acts do, with the players' names in it."""
    return replace(text, values={key: _name(value, names) for key, value in text.values.items()})


def _name(value: Any, names: Mapping[Seat, str]) -> Any:
    if isinstance(value, Text):
        return named(value, names)
    if not isinstance(value, str) or isinstance(value, Name):
        return value
    for between in (", ", " - "):
        parts = value.split(between)
        if all(part in names for part in parts):
            return Name(between.join(names[part] for part in parts))
    return value


def named_refusal(refusal: Refusal, names: Mapping[Seat, str]) -> Refusal:
    """The refusal with names instead of seats; its paths stay."""
    problems = tuple(Problem(problem.path, named(problem.message, names)) for problem in refusal.problems)
    return Refusal(named(refusal.reason, names), refusal.rule, problems)
