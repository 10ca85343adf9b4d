"""What was made from a value is kept as long as everything that was looked at in making it is the same.

Nobody lists what a view or a page depends on, so nothing can be forgotten in such a list: the value itself notes which
of its fields are asked for. What a page looks at by name is noted by `web/page_values.py` in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType, MappingProxyType
from typing import Any, Generic, TypeVar, cast

V = TypeVar("V")
Made = TypeVar("Made")

Look = str | tuple[str, tuple[Any, ...]]
"""A field by its name; or a question, as a method of that name with these words in it."""
Notes = dict[Look, Any]
"""What was looked at, and what it was."""
ITSELF: Look = ""
"""All of it."""
WORDS = (str, int, type(None))
"""What a question may be asked with, to be asked again later."""


class _Traced:
    """Stands for a frozen value. A field is noted when it is asked for, and so is the answer of a method; what takes
    more than words, and properties, work on this, so that what they look at is noted. Each is found once: it costs
    nothing the second time. Who compares it has looked at all of it.
    """

    def __init__(self, value: object, notes: Notes, deep: Mapping[str, Notes]) -> None:
        self.__dict__.update(_traced_value=value, _traced_notes=notes, _traced_deep=deep)

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

        def ask(*words: Any) -> Any:
            for one in words:
                if not isinstance(one, WORDS):
                    return method(self, *words)
            if (name, words) not in notes:
                found = method(value, *words)
                if isinstance(found, Iterator):  # can be read once only
                    return method(self, *words)
                notes[name, words] = found
            return notes[name, words]

        return ask


@lru_cache(maxsize=64)
def _kind(of: type) -> type[_Traced]:
    """As the rules see it, it is one of these: `isinstance` and `dataclasses.replace` take it for the value."""
    itself: dict[str, Any] = {"__class__": property(lambda _self: of)}
    itself["__dataclass_fields__"] = getattr(of, "__dataclass_fields__", {})
    return type(f"Traced{of.__name__}", (_Traced,), itself)


def traced(value: V, notes: Notes, deep: Mapping[str, Notes] = MappingProxyType({})) -> V:
    """The value, which notes what is looked at; of its fields in `deep`, again, what is looked at in them."""
    kind: type = value.__class__
    return cast(V, _kind(kind)(value, notes, deep))


def held(value: object, look: Look) -> Any:
    """What such a look at the value finds."""
    if isinstance(look, str):
        return getattr(value, look) if look else value
    return getattr(value, look[0])(*look[1])


@dataclass(frozen=True, slots=True)
class Remembered(Generic[Made]):
    """What was made, and all that was looked at."""

    made: Made
    notes: tuple[tuple[Look, Any], ...]

    def holds(self, value: object) -> bool:
        """Whether it would be made again just like this. What nobody touched is the very same, and soon compared."""
        return all(same(held(value, look), was) for look, was in self.notes)


def same(now: Any, was: Any) -> bool:
    """Whether nothing has changed."""
    return now is was or bool(now == was)


class Parts:
    """Parts of a view, each made anew only where something it looks at has changed since the last time."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Any, ...], Remembered[Any]] = {}

    def of(self, make: Callable[..., Made], value: Any, *further: Any) -> Made:
        """What `make` makes of the value; `further` are words, few in number, or these parts. A part may be made of
        parts: what they looked at, it has looked at too.
        """
        kept = self._kept.get((make, *further))
        if kept is None or not kept.holds(value):
            notes: Notes = {}
            made = make(traced(value, notes), *further)
            kept = self._kept[make, *further] = Remembered(made, tuple(notes.items()))
        return cast(Made, kept.made)
