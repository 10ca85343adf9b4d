"""Reads one TOML file of entries: every problem in it, each with its place, in words for whoever edits the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from companion.content.models import Entry

E = TypeVar("E", bound=Entry)
_AT_LINE = re.compile(r"^(?P<what>.*?) \(at line (?P<line>\d+), column (?P<column>\d+)\)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake in the content. `entry` and `field` are empty where it concerns the whole file or entry."""

    file: str
    message: str
    entry: str = ""
    field: str = ""

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.entry, self.field, self.message) if part)


@dataclass(slots=True)
class Sheet(Generic[E]):
    """What one file gave: its sound entries by id, every id it names (broken entries' too), and its problems."""

    file: str
    entries: dict[str, E] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    problems: list[Fault] = field(default_factory=list)
    readable: bool = True
    """False when the file could not be parsed: then nothing is known about the ids in it."""

    def blame(self, message: str, entry: str = "", field: str = "") -> None:
        self.problems.append(Fault(self.file, message, entry, field))


def read_sheet(folder: Path, file: str, table: str, model: type[E]) -> Sheet[E]:
    """The entries of `folder/file`, written as `[[table]]`. Raises nothing: problems stand in the sheet."""
    sheet: Sheet[E] = Sheet(file)
    document = _parse(folder / file, sheet)
    if document is None:
        sheet.readable = False
        return sheet
    for name in document:
        if name != table:
            sheet.blame(f"is not known here; this file holds [[{table}]] only", field=name)
    rows = document.get(table, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        sheet.blame(f"must be written [[{table}]], once for each entry", field=table)
        return sheet
    if not rows:
        sheet.blame(f"holds no [[{table}]]")
    for place, row in enumerate(rows, 1):
        _read_row(sheet, model, row, place)
    return sheet


def _parse(path: Path, sheet: Sheet[E]) -> dict[str, Any] | None:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        sheet.blame("is missing")
    except UnicodeDecodeError as error:
        sheet.blame(f"is no UTF-8 text (byte {error.start + 1})")
    except OSError as error:
        sheet.blame(f"cannot be read: {error.strerror}")
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.match(str(error))
        if found:
            sheet.blame(f"column {found['column']}: {found['what']}", entry=f"line {found['line']}")
        else:
            sheet.blame(str(error))
    return None


def _read_row(sheet: Sheet[E], model: type[E], row: Mapping[str, Any], place: int) -> None:
    id_ = row.get(model.key)
    known_by = str(id_) if isinstance(id_, str | int) and id_ != "" else f"entry {place}"
    if known_by in sheet.named:
        sheet.blame(f"stands twice in this file; entry {place} repeats it", known_by, model.key)
    sheet.named.add(known_by)
    try:
        entry = model.model_validate(row)
    except ValidationError as error:
        for place_in_entry, message in _explained(error, model):
            sheet.blame(message, known_by, place_in_entry)
    else:
        sheet.entries[known_by] = entry


def _explained(error: ValidationError, model: type[Entry]) -> list[tuple[str, str]]:
    """Field and message of each error, in its order; two branches of a union become one message."""
    found: list[tuple[str, str]] = []
    for detail in error.errors(include_url=False):
        place, message = _field(detail), _message(detail, model)
        given = f", is {detail['input']!r}"
        if found and found[-1][0] == place and found[-1][1].endswith(given) and message.endswith(given):
            message = found.pop()[1].removesuffix(given) + " or " + message.removeprefix("must be ")
        found.append((place, message))
    return found


def _field(detail: ErrorDetails) -> str:
    """`attributes.dc`; the place in a list, and the branch of a union, are left out: the message names the value."""
    names = [str(part) for part in detail["loc"] if not isinstance(part, int)]
    return ".".join(n for n in names if "[" not in n and n not in ("constrained-int", "int"))


def _message(detail: ErrorDetails, model: type[Entry]) -> str:
    kind, context, given = detail["type"], detail.get("ctx", {}), detail["input"]
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return f"is not a known field; known are {', '.join(_known_fields(model, detail['loc']))}"
    if kind == "literal_error":
        return f"must be {context['expected']}, is {given!r}"
    if kind in ("repeated", "shape"):
        return detail["msg"]
    wanted = {
        "greater_than_equal": "at least {ge}",
        "less_than_equal": "at most {le}",
        "int_type": "a whole number",
        "float_type": "a number",
        "string_type": "a text in quotes",
        "bool_type": "true or false",
        "tuple_type": "a list in brackets",
        "model_type": "a table in braces",
        "too_short": "a list of at least {min_length}",
        "string_too_short": "a text of at least {min_length} letter",
        "string_too_long": "a text of at most {max_length} letters",
    }.get(kind)
    if wanted is None:
        return f"{detail['msg']}, is {given!r}"
    return f"must be {wanted.format(**context)}, is {given!r}"


def _known_fields(model: type[Entry], place: tuple[int | str, ...]) -> list[str]:
    """The fields, as the file spells them, of the table in which the unknown one stands."""
    inside: Any = model
    for part in place[:-1]:
        by_name = {info.alias or name: info for name, info in inside.model_fields.items()}
        inside = by_name[str(part)].annotation
    return sorted(info.alias or name for name, info in inside.model_fields.items())
