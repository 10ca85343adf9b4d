"""The values a page is rendered from, of which each region notes what it looks at.

A region is rendered again when one of those has changed, and not whenever the table has: a tap on the pad changes one
of six. Because the values themselves take the notes, a region cannot show anything that is not compared. What is
looked at within a value is noted by `play/traced.py`; here it is found by the value's name on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from typing import Any, Generic, TypeVar

from jinja2.runtime import Macro
from markupsafe import Markup

from companion.play.traced import Look, Notes, held, same, traced
from companion.web.macros import page

Note = tuple[str, tuple[Look, ...]]
"""A value by its name, and the way to what was looked at in it."""
Made = TypeVar("Made")


@dataclass(slots=True)
class PageValues:
    """Values by name. Those `later` are made when they are first asked for; of those `apart` single fields are noted,
    and of the fields named there what is looked at in them.
    """

    given: Mapping[str, Any]
    later: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    apart: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _made: dict[str, Any] = field(default_factory=dict)

    def __contains__(self, name: object) -> bool:
        return name in self.given or name in self.later

    def value(self, name: str) -> Any:
        """The value of this name."""
        if name in self.given:
            return self.given[name]
        if name not in self._made:
            self._made[name] = self.later[name]()
        return self._made[name]

    def found(self, note: Note) -> Any:
        """What would be noted there now."""
        name, way = note
        now = self.value(name)
        for look in way:
            # Of what was there and is gone only that is known: it is of another class.
            now = None if now is None and look != "__class__" else held(now, look)
        return now


@dataclass(frozen=True, slots=True)
class Piece(Generic[Made]):
    """A region or a macro's words, and all that it was made of: values of the page, and what the macro was given."""

    made: Made
    notes: Mapping[Note, Any]
    pieces: Pieces
    """Those in it."""
    given: tuple[Given, ...] = ()

    def holds(self, values: PageValues, given: tuple[Any, ...] = ()) -> bool:
        """Whether it would be the same again."""
        held = len(given) == len(self.given) and all(was.holds(now) for was, now in zip(self.given, given, strict=True))
        return held and all(same(values.found(note), was) for note, was in self.notes.items())


@dataclass(frozen=True, slots=True)
class Given:
    """What a macro was given: a value as a whole, or what it looked at in one that has fields."""

    whole: Any
    notes: Notes | None = None

    def holds(self, now: Any) -> bool:
        """Whether it is given the same again, as far as it looks."""
        if self.notes is None or now.__class__ is not self.whole:
            return self.notes is None and same(now, self.whole)
        return all(same(held(now, look), was) for look, was in self.notes.items())


Pieces = dict[tuple[str, str], Piece[str]]
"""By the names of their macros, and each by its own."""


class Noting:
    """The values as templates look them up; `always` are the same at every rendering that is compared with this one.
    `before` are the pieces of the last ones, for whomever they were rendered.
    """

    def __init__(self, values: PageValues, always: Mapping[str, Any], before: Sequence[Pieces] = ()) -> None:
        self._values, self._before = values, before
        self._always = {**always, "remembered": self._remembered}
        self._found = dict(self._always)
        self._whole: dict[str, Any] = {}
        self._fields: dict[tuple[str, ...], Notes] = {}
        self._of_pieces: dict[Note, Any] = {}
        self.pieces: Pieces = {}

    def get(self, name: str, default: Any, /) -> Any:
        """The value of this name; hundreds are asked for in a page, most of them again and again."""
        if name in self._found:
            return self._found[name]
        if name not in self._values:
            return default
        found = self._found[name] = self._looked_at(name)
        return found

    def _looked_at(self, name: str) -> Any:
        value = self._values.value(name)
        if name not in self._values.apart:
            self._whole[name] = value
            return value
        deep = {one: self._fields.setdefault((name, one), {}) for one in self._values.apart[name]}
        return traced(value, self._fields.setdefault((name,), {}), deep)

    def notes(self) -> dict[Note, Any]:
        """What was looked at, and what it was."""
        fields = {
            (name, (*way, look)): was for (name, *way), notes in self._fields.items() for look, was in notes.items()
        }
        return {**fields, **{(name, ()): was for name, was in self._whole.items()}, **self._of_pieces}

    def _remembered(self, macro: Macro, name: str, *given: Any) -> Markup:
        """A macro's words, as they were where it would look at nothing else: `remembered(unit, p.id, p)`."""
        slot = (macro.name, name)
        tried = (pieces[slot] for pieces in self._before if slot in pieces)
        kept = next((one for one in tried if one.holds(self._values, given)), None)
        if kept is None:
            noting = Noting(self._values, self._always, self._before)
            arguments: list[Any] = []
            noted: list[Given] = []
            for one in given:
                notes: Notes | None = {} if is_dataclass(one) else None
                arguments.append(one if notes is None else traced(one, notes))
                noted.append(Given(one if notes is None else one.__class__, notes))
            with page(noting):
                kept = Piece(str(macro(*arguments)), noting.notes(), noting.pieces, tuple(noted))
        self.pieces.update({**kept.pieces, slot: kept})
        self._of_pieces.update(kept.notes)
        return Markup(kept.made)
