"""Golden playthroughs: whole sessions as text, replayed line by line.

A line `a: muster unit=kengo` is an event of seat a (`a for b:` is entered by a on b's behalf); the indented lines
after it are what the game said: its log line, refusals, what is due, and the pieces that changed. `look: a` asks for
what a seat has before it, `army=takeda` brings a list of the folder `lists`. `regenerate()` writes the answers anew;
read the difference before keeping it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from companion.play.game import Event, Game
from companion.play.registry import GAMES
from companion.rules.text import Refusal
from tests.playthroughs.looking import look

HERE = Path(__file__).parent


def playthroughs() -> list[Path]:
    """All sessions, by name."""
    return sorted(HERE.glob("*.play"))


READ: dict[str, Callable[[str], Any]] = {
    "faces": lambda value: tuple(int(face) for face in value.split(",")),
    "army": lambda value: json.loads((HERE / "lists" / f"{value}.json").read_text()),
}
"""How the words of an event that are no plain text are read."""
Entry = tuple[Game[Any], Any, Event, Any]
"""A game, its state before an event, the event, and the state after it."""


def replay(text: str) -> str:
    """The session with every answer written anew."""
    return "\n".join(_answers(text, [])) + "\n"


@cache
def entries(text: str) -> tuple[Entry, ...]:
    """Every event of the session that counts; played once for all who ask, for nothing in it can be changed."""
    found: list[Entry] = []
    _answers(text, found)
    return tuple(found)


def _answers(text: str, found: list[Entry]) -> list[str]:
    """The lines of the session with every answer; its events go into `found`."""
    lines = [line for line in text.splitlines() if not line.startswith("  ")]
    game: Game[Any] | None = None
    state: Any = None
    out = []
    for line in lines:
        out.append(line)
        if not line or line.startswith("#"):
            continue
        head, _, rest = line.partition(":")
        if head == "game":
            words = shlex.split(rest)
            game = GAMES[words[0]]
            state = game.start(dict(w.split("=", 1) for w in words[1:]))
            assert not isinstance(state, Refusal), str(state)
            continue
        assert game is not None, "a playthrough begins with `game: NAME setup=…`"
        if head == "look":
            out += [f"  {seen}" for seen in look(game, state, rest.strip())]
            continue
        by, _, seat = head.partition(" for ")
        event = _event(game, by, seat or by, shlex.split(rest))
        if isinstance(event, Refusal):
            out.append(f"  refused: {event}")
            continue
        after = game.apply(state, event)
        if isinstance(after, Refusal):
            out.append(f"  refused: {after} [{after.rule}]")
            continue
        out += [f"  {said}" for said in _told(game, state, event, after)]
        found.append((game, state, event, after))
        assert game.load(game.dump(after)) == after, "a state is the same after it was stored"
        state = after
    return out


def _event(game: Game[Any], by: str, seat: str, words: list[str]) -> Event | Refusal:
    form: dict[str, Any] = {}
    for word in words[1:]:
        name, _, value = word.partition("=")
        form[name] = READ.get(name, str)(value)
    data = game.read(words[0], form)
    if isinstance(data, Refusal):
        return data
    plain = {name: value for name, value in data.items() if name != "how"}
    return Event(words[0], seat, by, plain, "hand" if "faces" in form else "")


def _told(game: Game[Any], before: Any, event: Event, after: Any) -> Iterator[str]:
    line = game.line(before, event, after)
    if line.public:
        yield f"log: {line.public}"
    for seat, text in line.private.items():
        yield f"log for {seat}: {text}"
    was = {(d.seat, str(d.sentence)) for d in game.due(before)}
    for due in game.due(after):
        if (due.seat, str(due.sentence)) not in was:
            yield f"due {due.seat}: {due.sentence}"
    if result := game.result(after):
        yield f"result: {result.sentence}"


def regenerate() -> None:
    """Writes every session's answers anew."""
    for path in playthroughs():
        path.write_text(replay(path.read_text()))


if __name__ == "__main__":
    regenerate()
