"""Sentences for a player that can be translated later, and the small values that carry them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any


class Term(str):
    """A name or a sentence of the books' tables, in English: a string like any other, which the pages translate."""

    __slots__ = ()


class Numbered(Term):
    """A name of the books' tables with the number that tells one of that name from another: "Katana Samurai 2"."""

    __slots__ = ("name", "number")
    name: Term
    number: int

    def __new__(cls, name: str, number: int) -> Numbered:
        made = super().__new__(cls, f"{name} {number}")
        made.name, made.number = Term(name), number
        return made

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]  # a copy is made of both parts
        return str(self.name), self.number


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in English with named places, `Text("Roll %(dice)s dice", {"dice": 10})`.

    `str()` gives the English; the pages translate `message` first and then fill it in. A value that is
    itself a Text or a Term is translated too; a tuple or list of values is a row of them, with commas.
    """

    message: str
    values: Mapping[str, Any] = field(default_factory=dict)
    many: str = ""
    """What it says of another number than one, where it counts something: the number is its place `num`."""

    def __str__(self) -> str:
        message = self.many if self.many and self.values["num"] != 1 else self.message
        if not self.values:
            return message.replace("%%", "%")
        rows = {name: ", ".join(map(str, row)) for name, row in self.values.items() if isinstance(row, tuple | list)}
        return message % {**self.values, **rows}


_NO_WORDS = ""
EMPTY = Text(_NO_WORDS)
"""Says nothing. Named, for what collects messages takes a `Text` of an empty string for a catalogue's head."""

BECOMES = Text("%(before)s → %(after)s")
"""What a sentence that is put right becomes."""
ROLL_BECOMES = Text("%(roll)s: %(before)s → %(after)s")
"""The same of a roll whose sentence does not say by itself whose it was, and when."""
CORRECTED = Text("%(player)s corrected: %(line)s")
"""That somebody put right what this line says."""
UNDID = Text("%(player)s undid: %(line)s")
"""That somebody took back what this line says."""
YOURS_SEEN = Text("%(what)s (yours has been seen)")
"""Sealed by who asks to take it back, who has seen meanwhile what who is asked had sealed."""
LOSING = Text("%(what)s · %(lost)s")
"""Something, and what is lost by it: in short that is said too."""


def counted(one: str, many: str, number: int, values: Mapping[str, Any] | None = None) -> Text:
    """A sentence that counts: `counted("%(num)s die", "%(num)s dice", 7)`. Every language has its own forms of it."""
    return Text(one, {"num": number, **(values or {})}, many)


def agreeing(one: str, many: str, values: Mapping[str, Any], *, alone: bool) -> Text:
    """A sentence whose verb follows who it is about: `one` of a character (`alone`), `many` of a unit.

    `agreeing("%(unit)s holds.", "%(unit)s hold.", {"unit": "Ninjas"}, alone=False)`; every language has its own forms.
    """
    return counted(one, many, 1 if alone else 2, values)


JOINED = Text("%(first)s %(then)s")


def joined(sentences: Sequence[Text]) -> Text:
    """Sentences, at least one, in one line."""
    text = sentences[0]
    for sentence in sentences[1:]:
        text = replace(JOINED, values={"first": text, "then": sentence})
    return text


def same_sentences(one: Text | None, other: Text | None) -> bool:
    """Whether two lines say the same, in whatever order."""
    return sorted(_sentences(one)) == sorted(_sentences(other))


def _sentences(line: Text | None) -> list[str]:
    if line is None:
        return []
    if line.message == JOINED.message:
        return [*_sentences(line.values["first"]), *_sentences(line.values["then"])]
    return [str(line)]


def listed(names: Sequence[Text]) -> Text:
    """Names in a row, with commas: "Scout, Lord, Brute"; a translator sees each of them."""
    row = names[0] if names else Text("-")
    for name in names[1:]:
        row = Text("%(row)s, %(name)s", {"row": row, "name": name})
    return row


@dataclass(frozen=True, slots=True)
class PlayerName(Text):
    """Whoever sits at this seat: the log says the name, and where nobody is named the words of this text."""

    seat: str = ""


SIDE = Text("side %(side)s")
SIDE_FIRST = Text("Side %(side)s")


def player_at(seat: str) -> PlayerName:
    """The player of this seat in a sentence; a game's state knows no names."""
    return PlayerName(SIDE.message, {"side": seat.upper()}, seat=seat)


def player_first(seat: str) -> PlayerName:
    """The same where the sentence begins with it."""
    return PlayerName(SIDE_FIRST.message, {"side": seat.upper()}, seat=seat)


def with_names(value: Any, players: Mapping[str, Text | str]) -> Any:
    """A text, or a value of one, with the players' names where they stand at the table."""
    if isinstance(value, PlayerName):
        return players.get(value.seat) or value
    if isinstance(value, Text):
        return Text(value.message, {name: with_names(one, players) for name, one in value.values.items()}, value.many)
    if isinstance(value, tuple | list):
        return [with_names(one, players) for one in value]
    return value


@dataclass(frozen=True, slots=True)
class Modifier:
    """One term of a number: what it adds, why, and the section of the book that says so (`5:2:4`).

    `ruling` names the one that settles how the section is read (`K19`), where there is one.
    """

    value: int
    reason: Text
    rule: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that can say where it comes from: `base` plus every modifier is its value, always.

    Halvings and floors stand among the modifiers as the difference they made.
    """

    base: int
    source: Text
    rule: str
    modifiers: tuple[Modifier, ...] = ()

    @property
    def value(self) -> int:
        return self.base + sum(term.value for term in self.modifiers)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with what was given; `path` says where (`armies.0.cards.2.card`)."""

    path: str
    message: Text


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done: what was wrong, what is allowed, how to mend it, and where it stands.

    `problems` lists every defect at once where several can be found and each has its place in the input.
    """

    reason: Text
    rule: str = ""
    problems: tuple[Problem, ...] = ()

    def __str__(self) -> str:
        return str(self.reason)


def refuse(problems: Sequence[Problem], rule: str = "") -> Refusal:
    """One refusal for all the problems found (at least one); its reason says them in the order found, each once."""
    return Refusal(joined([*{str(one.message): one.message for one in problems}.values()]), rule, tuple(problems))


def refuse_any(problems: Iterable[Problem], rule: str = "") -> Refusal | None:
    """One refusal for all the problems; None where there are none."""
    found = tuple(problems)
    return refuse(found, rule) if found else None


def refuse_at(path: str, message: Text, rule: str = "") -> Refusal:
    """A refusal of what stands at one place of the input."""
    return Refusal(message, rule, (Problem(path, message),))
