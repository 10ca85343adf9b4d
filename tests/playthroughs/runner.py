"""Golden playthroughs: whole sessions as text, replayed line by line.

A line `a: muster unit=kengo` is an event of seat a (`a for b:` is entered by a on b's behalf); the indented lines
after it are what the game said: its log line, refusals, what is due, and the pieces that changed. `look: a` asks for
what a seat has before it, `army=takeda` brings a list of the folder `lists`. `regenerate()` writes the answers anew;
read the difference before keeping it.
"""

import json
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from companion.play.acts import Game
from companion.play.game import Event
from companion.play.registry import GAMES
from companion.rules.text import Refusal
from tests.playthroughs.looking import look

HERE = Path(__file__).parent


def playthroughs() -> list[Path]:
    """All sessions, by name."""
    return sorted(HERE.glob("*.play"))


READ: dict[str, Callable[[str], Any]] = {
    "faces": lambda value: tuple(int(face) for face in value.split(",") if face),
    "army": lambda value: json.loads((HERE / "lists" / f"{value}.json").read_text()),
}
"""How the words of an event that are no plain text are read."""
Entry = tuple[Game[Any], Any, Event, Any]
"""A game, its state before an event, the event, and the state after it."""


def replay(text: str) -> str:
    """The session with every answer written anew."""
    out = []
    for line, game, state, event, after in _played(text):
        out.append(line)
        if line.startswith("look:"):
            out += [f"  {seen}" for seen in look(game, state, line.partition(":")[2].strip())]
        elif isinstance(event, Refusal):
            out.append(f"  refused: {event}")
        elif isinstance(after, Refusal):
            out.append(f"  refused: {after} [{after.rule}]")
        elif event is not None:
            out += [f"  {said}" for said in told(game, state, event, after)]
            assert game.load(game.dump(after)) == after, "a state is the same after it was stored"
    return "\n".join(out) + "\n"


@cache
def entries(text: str) -> tuple[Entry, ...]:
    """Every event of the session that counts; played once for all who ask, for nothing in it can be changed."""
    return tuple(
        (game, state, event, after)
        for _, game, state, event, after in _played(text)
        if isinstance(event, Event) and not isinstance(after, Refusal)
    )


def _played(text: str) -> Iterator[tuple[str, Any, Any, Event | Refusal | None, Any]]:
    """Every line of the session but its answers, with the game, its state, what is entered if anything is, and what
    becomes of it."""
    game: Game[Any] | None = None
    state: Any = None
    for line in text.splitlines():
        if line.startswith("  "):
            continue
        head, _, rest = line.partition(":")
        if head == "game":
            words = shlex.split(rest)
            game = GAMES[words[0]]
            state = game.start(dict(w.split("=", 1) for w in words[1:]))
            assert not isinstance(state, Refusal), str(state)
        if not line or line.startswith("#") or head in ("game", "look"):
            yield line, game, state, None, None
            continue
        assert game is not None, "a playthrough begins with `game: NAME setup=…`"
        by, _, seat = head.partition(" for ")
        event = event_of(game, by, seat or by, shlex.split(rest))
        after = event if isinstance(event, Refusal) else game.apply(state, event)
        yield line, game, state, event, after
        state = state if isinstance(after, Refusal) else after


def event_of(game: Game[Any], by: str, seat: str, words: list[str]) -> Event | Refusal:
    """An act as it is read from its line."""
    form: dict[str, Any] = {}
    for word in words[1:]:
        name, _, value = word.partition("=")
        form[name] = READ.get(name, str)(value)
    data = game.read(words[0], form)
    if isinstance(data, Refusal):
        return data
    plain = {name: value for name, value in data.items() if name != "how"}
    return Event(words[0], seat, by, plain, "hand" if "faces" in form else "")


def told(game: Game[Any], before: Any, event: Event, after: Any) -> Iterator[str]:
    """What the game says of an act, what is due from now on, and what the battle has come to."""
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
