"""Golden situations: what is said, shown and changed at a table, act by act, as text.

One of Kensei begins with `table: SETUP`, `army SEAT: ARMY` and `begin:`, as `Field.army` and `fielded` read them; one
of a card game with `game: NAME SETUP`. Then come acts, as in a playthrough, each answered with what the game says, what
is due, what changed on the table, the numbers that are rolled against, and what is hidden from whom.
`see a: orders.charges` asks for a part of what a seat has before it (`watcher`: of nobody; `ab`: of the phone of both),
`keep: NAME` and `back: NAME` go back to a moment, as an undo. `python -m tests.playthroughs.situations` writes the
answers anew; read the difference before keeping it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from companion.content import catalog
from companion.play.acts import Game
from companion.play.game import Event
from companion.play.kensei.board import HeroView, PieceView
from companion.play.kensei.game import KENSEI
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import State
from companion.play.registry import GAMES
from companion.rules.text import Number, Refusal
from tests.play.cardtable import Cardtable
from tests.play.kensei.field import Field, panel, started
from tests.playthroughs.looking import WATCHER, piece_line
from tests.playthroughs.runner import event_of, told

HERE = Path(__file__).parent / "situations"
STEP = re.compile(r"(\w+)(?:\(([^)]*)\))?")
"""A part of a view by its name, `sides`, or asked for one thing, `side(a)`."""
ORDERS = re.compile(r"; \d+ of \d+ AC(; (announced|drafted) [^;]*)*")
"""What a piece has of its orders, which goes with their phase."""
WIDE = 110


def situations() -> list[Path]:
    return sorted(HERE.glob("*.play"))


def replay(text: str) -> str:
    """The situations with every answer written anew."""
    return "".join(f"{line}\n" for line in _played(text))


def _played(text: str) -> Iterator[str]:
    field: Field | Cardtable = Field()
    kept, eyes = dict[str, Any](), Eyes()
    for line in text.splitlines():
        if line.startswith("  "):
            continue
        yield line
        head, _, rest = line.partition(":")
        what, _, seat = head.partition(" ")
        named = [word.split("=", 1) for word in shlex.split(rest)] if what in ("game", "table", "begin") else []
        if what == "game":
            field = Cardtable(GAMES[named[0][0]], **dict(named[1:]))
        elif what == "table":
            field = Field(**dict(named))
        elif what == "army":
            field.army(seat, rest.strip())
        elif what == "begin":
            started(field, **dict(named))
        elif what == "keep":
            kept[rest.strip()] = field.state
        elif what == "back":
            field.state = kept[rest.strip()]
        elif what == "see":
            yield from (f"  {one}" for one in seen(field, seat, rest.strip()))
        elif line and what != "#":
            yield from (f"  {one}" for one in _acted(field, eyes, what, seat.removeprefix("for ") or what, rest))


def _acted(field: Field | Cardtable, eyes: Eyes, by: str, seat: str, rest: str) -> Iterator[str]:
    """What came of an act."""
    game: Game[Any] = field.game if isinstance(field, Cardtable) else KENSEI
    event, before = event_of(game, by, seat, shlex.split(rest)), field.state
    after = event if isinstance(event, Refusal) else game.apply(before, event)
    if isinstance(event, Refusal) or isinstance(after, Refusal):
        yield f"refused: {after}{f' [{after.rule}]' if isinstance(after, Refusal) and after.rule else ''}"
        return
    field.state = after
    yield from told(game, before, event, after)
    if game.line(before, event, after).reveals:
        yield "log: it shows what was secret"
    yield from _changed(eyes, before, after) if game is KENSEI else _on_table(game, before, after)
    yield from _hidden(game, before, event, after)
    assert game.load(game.dump(after)) == after, "a state is the same after it was stored"


class Eyes:
    """What everybody sees of the pieces and numbers of a state; kept for the next act, which begins with it."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.seen: dict[str | None, dict[str, str]] = {}

    def of(self, state: State) -> dict[str | None, dict[str, str]]:
        if state is not self.state:
            self.state, self.seen = state, {seat: _lines(state, seat) for seat in (None, *SEATS)}
        return self.seen


def _changed(eyes: Eyes, before: State, after: State) -> Iterator[str]:
    """Pieces, and the numbers of the rolls that are due, as they are now where they were otherwise: as all see them,
    then what a seat sees of its own besides."""
    was, now = eyes.of(before), eyes.of(after)
    for seat, lines in now.items():
        for id_, line in lines.items():
            old, new = was[seat].get(id_, ""), line
            if before.phase != after.phase:
                old, new = ORDERS.sub("", old), ORDERS.sub("", line)
            if old != new and (seat is None or now[None].get(id_) != line):
                yield f"{f'for {seat}: ' if seat else ''}{id_} {new}"
    yield from (f"{piece.id} is gone" for piece in before.pieces if after.piece(piece.id) is None)


def _on_table(game: Game[Any], before: Any, after: Any) -> Iterator[str]:
    """What everybody sees of a card game, and of each of its players, where it is otherwise now."""
    was, now = (game.view(state, None) for state in (before, after))
    yield from _plain("", was, now)
    for one, other in zip(was.players, now.players, strict=True):
        yield from _plain(f"{other.seat} ", one, other)


def _plain(whose: str, was: Any, now: Any) -> Iterator[str]:
    """The words and numbers of a view that changed."""
    for name in (one.name for one in fields(now)):
        value = getattr(now, name)
        if value != getattr(was, name) and not isinstance(value, tuple | Mapping | frozenset):
            yield f"{whose}{name}: {shown(value)}"


def _lines(state: State, seat: str | None) -> dict[str, str]:
    view = KENSEI.view(state, seat)
    pieces = [piece for side in view.sides for piece in side.pieces or ()]
    found = {piece.id: "; ".join([piece_line(view, piece), *map(str, piece.lies)]) for piece in pieces}
    if view.attack is not None:
        found |= {str(name): shown(number) for name, number in view.attack.numbers}
    if view.honor is not None:
        found["honor"] = shown(view.honor.target)
    return found


def _hidden(game: Game[Any], before: Any, event: Event, after: Any) -> Iterator[str]:
    """From whom the act, or some of it, is hidden, and what is secret from now on."""
    for seat in (event.seat, *(one for one in game.seats[:2] if one != event.seat), None):
        data = game.show_event(after, event, seat)
        if data != event.data:
            yield f"{seat or WATCHER} sees of it: {'nothing' if data is None else shown(data)}"
    was, now = game.secrets(before), game.secrets(after)
    if was != now:
        yield f"secret: {', '.join(sorted(now)) or 'nothing'}"
    if now and not game.has_secret(after):
        yield "secret: nothing of it needs a cover yet"


# ---- what is seen


def seen(field: Field | Cardtable, seat: str, path: str) -> Iterator[str]:
    """A part of what lies before a seat: of its view, or of its `panel`; a row of things has a line for each."""
    who = None if seat == WATCHER else seat[0]
    found: Any = field.view(who)
    for name, asked in STEP.findall(path):
        if name == "panel" and isinstance(field, Field):
            found = panel(field, who, tuple(seat) if who else ())
        elif name.isdecimal():
            found = found[int(name)]
        else:
            found = getattr(found, name)
            found = found(asked) if callable(found) else found
    yield from _block("", found)


def _block(name: str, value: Any) -> Iterator[str]:
    """A value under its name: what is too wide for a line has one for each of its parts."""
    line = f"{name}{shown(value)}"
    if isinstance(value, tuple | list) and value and (len(line) > WIDE or not name):
        yield from [name.rstrip()] if name else []
        for one in value:
            yield from (f"{'  ' if name else ''}{part}" for part in _block("- " if name else "", one))
    elif len(line) > WIDE and is_dataclass(value) and type(value).__module__ not in _WORDS:
        yield from [name.rstrip()] if name else []
        for part, one in _parts(value):
            yield from (f"{'  ' if name else ''}{shown_}" for shown_ in _block(f"{part}: ", one))
    else:
        yield line


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What there is of a value of many fields, but for what it does."""
    for name in (one.name for one in fields(value)):
        one = getattr(value, name)
        if one not in (None, "", (), False) and str(one) and not callable(one):
            yield name, one


def shown(value: Any) -> str:
    """Anything of a view in a line: what is not there, or is empty, is left out."""
    if isinstance(value, Number):
        terms = "".join(f" {one.value:+} {one.reason} [{one.ruling or one.rule}]" for one in value.modifiers)
        return f"{value.value}{f': {value.base}{terms}' if terms else ''}"
    if isinstance(value, Refusal):
        return f"{value} [{value.rule}]"
    if isinstance(value, PieceView | HeroView):
        return value.id
    if isinstance(value, float):
        return f"{value:.4g}"
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "yes", False: "no"}[value]
    if isinstance(value, frozenset):
        return shown(sorted(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={shown(one)}" for name, one in value.items()) or "nothing"
    if isinstance(value, tuple | list):
        return f"[{'; '.join(map(shown, value))}]"
    if is_dataclass(value) and type(value).__module__ not in _WORDS:
        return f"{{{', '.join(f'{name}={shown(one)}' for name, one in _parts(value))}}}"
    return str(getattr(value, "id", value))


_WORDS = {"companion.rules.text", type(catalog()).__module__, "companion.rules.kensei.profiles"}


def regenerate() -> None:
    """Writes every situation's answers anew."""
    for path in situations():
        path.write_text(replay(path.read_text()))


if __name__ == "__main__":
    regenerate()
