"""What was made from a value is kept as long as everything that was looked at in making it is the same.

Nobody lists what a view or a page depends on, so nothing can be forgotten in such a list: the value itself notes which
of its fields are asked for, what its methods and `question`s answer, and of which `part`s something is made. What a
page looks at by name is noted by `web/page_values.py` in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from types import FunctionType, MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar, cast

V = TypeVar("V")
Made = TypeVar("Made")
Asks = TypeVar("Asks", bound=Callable[..., Any])

Look = str | tuple[str, tuple[Any, ...]]
"""A field by its name; or a question, as a method of that name with these words in it."""
Notes = dict[Any, Any]
"""What was looked at (a `Look`; in making a part also an answer or another part), and what it was."""
ITSELF: Look = ""
"""All of it."""
WORDS = (str, int, type(None))
"""What a question may be asked with, to be asked again later."""
_NOTHING = object()


class _Traced:
    """Stands for a frozen value. A field is noted when it is asked for, and so is the answer of a method; what takes
    more than words, and properties, work on this, so that what they look at is noted. Each is found once: it costs
    nothing the second time. Who compares it has looked at all of it.
    """

    def __init__(self, value: object, notes: Notes, deep: Mapping[str, Notes], making: _Making | None) -> None:
        self.__dict__.update(_traced_value=value, _traced_notes=notes, _traced_deep=deep, _traced_making=making)

    def __getattr__(self, name: str) -> Any:
        held = self.__dict__
        value, notes, deep = held["_traced_value"], held["_traced_notes"], held["_traced_deep"]
        of_class = getattr(value.__class__, name, None)
        found: Any
        if isinstance(of_class, FunctionType):
            found = self._asked(name, of_class)
        elif isinstance(of_class, property) and of_class.fget is not None:
            found = of_class.fget(self)
        elif name in deep:
            found = getattr(value, name)
            deep[name]["__class__"] = found.__class__  # whether there is one at all
            found = found if found is None else traced(found, deep[name])
        else:
            found = notes[name] = getattr(value, name)
        held[name] = found
        return found

    def __eq__(self, other: object) -> bool:
        whole: object = self._whole()
        return whole == (other._whole() if isinstance(other, _Traced) else other)

    def __hash__(self) -> int:
        return hash(self._whole())

    def _whole(self) -> Any:
        held = self.__dict__
        value = held["_traced_notes"][ITSELF] = held["_traced_value"]
        return value

    def _asked(self, name: str, method: FunctionType) -> Callable[..., Any]:
        value, notes = self.__dict__["_traced_value"], self.__dict__["_traced_notes"]
        making = self.__dict__["_traced_making"]
        answers = notes if making is None else making.at.found

        def ask(*words: Any) -> Any:
            for one in words:
                if not isinstance(one, WORDS):
                    return method(self, *words)
            look = (name, words)
            if look not in notes:
                found = answers.get(look, _NOTHING)
                if found is _NOTHING:
                    found = method(value, *words)
                    if isinstance(found, Iterator):  # can be read once only
                        return method(self, *words)
                    answers[look] = found
                notes[look] = found
            return notes[look]

        return ask


@lru_cache(maxsize=64)
def _kind(of: type) -> type[_Traced]:
    """As the rules see it, it is one of these: `isinstance` and `dataclasses.replace` take it for the value."""
    itself: dict[str, Any] = {"__class__": property(lambda _self: of)}
    itself["__dataclass_fields__"] = getattr(of, "__dataclass_fields__", {})
    return type(f"Traced{of.__name__}", (_Traced,), itself)


def traced(
    value: V, notes: Notes, deep: Mapping[str, Notes] = MappingProxyType({}), making: _Making | None = None
) -> V:
    """The value, which notes what is looked at; of its fields in `deep`, again, what is looked at in them."""
    kind: type = value.__class__
    return cast(V, _kind(kind)(value, notes, deep, making))


def held(value: object, look: Look) -> Any:
    """What such a look at the value finds."""
    if isinstance(look, str):
        return getattr(value, look) if look else value
    return getattr(value, look[0])(*look[1])


def same(now: Any, was: Any) -> bool:
    """Whether nothing has changed. 1 is not True: the two are equal, and read differently on a page."""
    if now is was:
        return True
    if type(now) is not type(was):
        return False
    if type(now) is tuple:
        return len(now) == len(was) and all(map(same, now, was))
    return bool(now == was)


# ---- parts and questions


class _Answer(NamedTuple):
    """A question that was asked in making a part."""

    ask: Callable[..., Any]
    words: tuple[Any, ...]


class _Part(NamedTuple):
    """A part that another is made of."""

    make: Callable[..., Any]
    words: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Remembered(Generic[Made]):
    """What was made, and all that was looked at."""

    made: Made
    notes: tuple[tuple[Any, Any], ...]


@dataclass(frozen=True, slots=True)
class _At:
    """One value, and what was found in it so far: nothing is asked of it or made of it twice."""

    value: Any
    found: Notes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Making:
    """Where a part is being made."""

    parts: Parts
    at: _At


def question(ask: Asks) -> Asks:
    """Something small that is asked of a value with words: a part that asks it is made again only for another answer,
    however much has changed in what was looked at for it. It is asked once of each value.
    """
    return _noting(_Answer, ask)


def part(make: Asks) -> Asks:
    """Something larger that is made of a value with words, again only where what it looks at has changed. What is made
    of it is made again only where it has become another by that."""
    return _noting(_Part, make)


def _noting(kind: type[_Answer | _Part], make: Asks) -> Asks:
    @wraps(make)
    def noted(value: Any, *words: Any) -> Any:
        making: _Making | None = value.__dict__["_traced_making"] if isinstance(value, _Traced) else None
        if making is None:  # nobody keeps anything
            return make(value, *words)
        look = kind(make, words)
        found = value.__dict__["_traced_notes"][look] = making.parts.found(making.at, look)
        return found

    return cast(Asks, noted)


MOST_PARTS = 512
"""A great battle has half as many at a time, and in its course more and more that nobody asks for again."""


class Parts:
    """Parts of the views of a value that changes, each made anew only where something it looks at has changed."""

    def __init__(self) -> None:
        self._kept: dict[_Part, Remembered[Any]] = {}
        self._at = _At(None)

    def of(self, make: Callable[..., Made], value: Any, *words: Any) -> Made:
        """What `make` makes of the value; `words` are few in number."""
        at = self._at
        if at.value is not value:
            if len(self._kept) > MOST_PARTS:
                self._kept = {look: kept for look, kept in self._kept.copy().items() if look in at.found}
            at = self._at = _At(value)
        return cast(Made, self.found(at, _Part(getattr(make, "__wrapped__", make), words)))

    def found(self, at: _At, look: Any) -> Any:
        """What such a look at the value finds."""
        if isinstance(look, str):
            return held(at.value, look)
        found = at.found.get(look, _NOTHING)
        if found is _NOTHING:
            if isinstance(look, _Part):
                found = self._made(at, look)
            elif isinstance(look, _Answer):
                found = look.ask(at.value, *look.words)
            else:
                found = held(at.value, look)
            at.found[look] = found
        return found

    def _made(self, at: _At, look: _Part) -> Any:
        kept = self._kept.get(look)
        # In the order in which they were: what one look found may be what the next one asks about.
        if kept is not None and all(same(self.found(at, one), was) for one, was in kept.notes):
            return kept.made
        notes: Notes = {}
        made = look.make(traced(at.value, notes, making=_Making(self, at)), *look.words)
        if kept is not None and same(made, kept.made):
            made = kept.made  # the very same: what is made of it is soon compared
        self._kept[look] = Remembered(made, tuple(notes.items()))
        return made
