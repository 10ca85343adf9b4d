"""The army document (format `gunbai-army`, version 1): its shape, and the list of the rules it stands for.

The JSON API, saved files, links and pasted text all come through this shape: what one accepts the others accept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from companion.content import catalog
from companion.content.known import LONGEST_ECHO, Known, closest_first
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.profiles import Path
from companion.rules.text import Problem, Refusal, Text, refuse, refuse_at
from companion.rules.written import as_one_line

FORMAT = "gunbai-army"
VERSION = 1
MOST_ENTRIES, MOST_MINIATURES, MOST_FRONT, LONGEST_NAME = 60, 200, 20, 60
"""Units and characters a list may hold, each: far beyond any battle, and small enough for a phone; of a unit its
miniatures and its front; and letters of a name."""
LEAST_KOKU, MOST_KOKU = 4000, 100_000
"""What may be agreed on where the book leaves the koku open (level 10, K33)."""
MOST_PROBLEMS = 50
"""More problems than this in one document are not listed."""


def _known_version(value: object) -> object:
    if value != VERSION or isinstance(value, bool):
        message = f"This is version {_shown(value)} of the document; version {VERSION} is read here. Export it again."
        raise PydanticCustomError("mistake", "{message}", {"message": message})
    return value


Int = Annotated[int, Strict()]
Flag = Annotated[bool, Strict()]
Id = Annotated[str, Strict(), Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$")]
Name = Annotated[str | None, Strict(), Field(max_length=LONGEST_NAME), AfterValidator(as_one_line)]
Note = Annotated[str | None, Strict(), Field(max_length=300), AfterValidator(as_one_line)]


class Shape(BaseModel):
    """What all parts have in common: unknown fields are errors, nothing is coerced."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class UnitShape(Shape):
    """A unit. `front` is the width of its formation in miniatures; a benched unit counts for nothing."""

    id: Id | None = Field(default=None, description="Different from every other id; missing ones are made.")
    unit: Annotated[str, Known(lambda: catalog().units)]
    miniatures: Annotated[Int, Field(ge=0, le=MOST_MINIATURES)]
    standard_bearer: Flag = False
    front: Annotated[Int, Field(ge=1, le=MOST_FRONT)] | None = Field(default=None, description="(3:4:1)")
    name: Name = None
    note: Note = None
    benched: Flag = False


class CharacterShape(Shape):
    """A character. `joins` is the id of the unit he starts in; `kind` a Shinobi's (12:6:3)."""

    id: Id | None = Field(default=None, description="Different from every other id; missing ones are made.")
    character: Annotated[str, Known(lambda: catalog().characters)]
    weapon: Annotated[str, Known(lambda: catalog().weapons)] | None = None
    mounted: Flag = False
    joins: Id | None = None
    kind: ShinobiKind | None = None
    name: Name = None
    note: Note = None
    benched: Flag = False


class ArmyShape(Shape):
    """A whole army list; `koku_limit` counts at level 10 only (12:3). What can be one thing only may be left out."""

    format: Literal["gunbai-army"] = "gunbai-army"
    version: Annotated[Literal[1], BeforeValidator(_known_version)] = 1
    name: Name = None
    clan: Name = None
    mon: Annotated[str | None, Strict(), Field(max_length=40), AfterValidator(as_one_line)] = None
    path: Path
    level: Annotated[Int, Field(ge=1, le=10)]
    koku_limit: Annotated[Int, Field(ge=LEAST_KOKU, le=MOST_KOKU)] | None = None
    units: list[UnitShape] = Field(max_length=MOST_ENTRIES)
    characters: list[CharacterShape] = Field(default=[], max_length=MOST_ENTRIES)
    general: Id | None = None
    taisho_abilities: list[Annotated[str, Known(lambda: catalog().taisho_abilities)]] = Field(default=[], max_length=10)


# ---- from the document to the list


def read_document(data: object) -> Army | Refusal:
    """The list a decoded JSON document holds, or a refusal with every problem and its path (`units.2.miniatures`)."""
    if not isinstance(data, dict):
        return refuse_at("", Text("An army document is one JSON object; this is not one."))
    loose = loose_ends(data)
    try:
        document = ArmyShape.model_validate(data)
    except ValidationError as error:
        return refuse([*map(_problem, error.errors(include_url=False)), *loose][:MOST_PROBLEMS])
    return refuse(loose[:MOST_PROBLEMS]) if loose else army_of(document)


def army_of(document: ArmyShape) -> Army:
    """The list of a checked document."""
    sent: dict[str, Any] = document.model_dump()
    units, characters = _named(sent["units"], "u"), _named(sent["characters"], "c")
    return Army(
        path=document.path,
        level=document.level,
        units=tuple(UnitEntry(**unit) for unit in units),
        characters=tuple(CharacterEntry(**one) for one in characters),
        name=document.name or "",
        clan=document.clan or "",
        mon=document.mon or "",
        koku_limit=document.koku_limit,
        general=document.general,
        taisho_abilities=tuple(document.taisho_abilities),
    )


def _named(entries: list[dict[str, Any]], letter: str) -> list[dict[str, Any]]:
    """The entries with every id and text filled in."""
    return [
        {**entry, "id": id_, "name": entry["name"] or "", "note": entry["note"] or ""}
        for entry, id_ in zip(entries, _ids(entries, letter), strict=True)
    ]


def _ids(entries: list[Any], letter: str) -> list[str]:
    """The ids of the entries; those without one get the first that is free: u1, u2 …"""
    given = [entry.get("id") if isinstance(entry, dict) else None for entry in entries]
    taken = {id_ for id_ in given if isinstance(id_, str)}
    free = (f"{letter}{number}" for number in range(1, len(entries) + len(taken) + 2))
    fresh = (id_ for id_ in free if id_ not in taken)
    return [id_ if isinstance(id_, str) else next(fresh) for id_ in given]


def loose_ends(data: Mapping[str, Any]) -> list[Problem]:
    """Ids that stand twice, and references to nobody, in a document of any shape, sound or not."""
    units, characters = (
        entries if isinstance(entries := data.get(name), list) else [] for name in ("units", "characters")
    )
    unit_ids, character_ids = _ids(units, "u"), _ids(characters, "c")
    problems = []
    places = [f"units.{i}.id" for i in range(len(units))] + [f"characters.{i}.id" for i in range(len(characters))]
    seen: dict[str, str] = {}
    for id_, place in zip([*unit_ids, *character_ids], places, strict=True):
        if id_ in seen:
            values = {"id": _shown(id_), "place": seen[id_]}
            problems.append(Problem(place, Text("The id %(id)s is taken by %(place)s; give each its own.", values)))
        seen.setdefault(id_, place)
    for number, one in enumerate(characters):
        joins = one.get("joins") if isinstance(one, dict) else None
        if isinstance(joins, str) and joins not in unit_ids:
            values = {"id": _shown(joins), "known": ", ".join(unit_ids[:20]) or "—"}
            message = Text("There is no unit %(id)s to join; the units are %(known)s.", values)
            problems.append(Problem(f"characters.{number}.joins", message))
    general = data.get("general")
    if isinstance(general, str) and general not in character_ids:
        values = {"id": _shown(general), "known": ", ".join(character_ids[:20]) or "—"}
        message = Text("There is no character %(id)s; the characters are %(known)s.", values)
        problems.append(Problem("general", message))
    return problems


# ---- from the list to the document


def document_of(army: Army) -> dict[str, Any]:
    """The document of a list as plain JSON values, its fields in their fixed order; notes and bench only where set."""
    plain = {"format": FORMAT, "version": VERSION, **asdict(army), "taisho_abilities": list(army.taisho_abilities)}
    for group in ("units", "characters"):
        plain[group] = [
            {name: value for name, value in entry.items() if value or name not in ("note", "benched")}
            for entry in plain[group]
        ]
    return {name: plain[name] for name in ArmyShape.model_fields}


# ---- problems in words


_WANTED = {
    "greater_than_equal": Text("at least %(ge)s"),
    "less_than_equal": Text("at most %(le)s"),
    "int_type": Text("a whole number"),
    "bool_type": Text("true or false"),
    "string_type": Text("a text in quotes"),
    "string_unicode": Text("a text of valid characters"),
    "list_type": Text("a list in brackets"),
    "model_type": Text("an object in braces"),
    "too_long": Text("at most %(max_length)s entries"),
    "string_too_short": Text("a text of at least %(min_length)s letter"),
    "string_too_long": Text("a text of at most %(max_length)s letters"),
    "string_pattern_mismatch": Text("only letters, digits and the characters _ . : -"),
    "literal_error": Text("%(expected)s"),
    "unknown_id": Text("one of %(known)s"),
}
"""What is allowed, by pydantic's name of the mistake; the values are its context."""


def _problem(detail: ErrorDetails) -> Problem:
    path = ".".join(str(part) for part in detail["loc"])
    kind, context, given = detail["type"], dict(detail.get("ctx", {})), detail["input"]
    if kind == "missing":
        return Problem(path, Text("This is missing."))
    if kind == "extra_forbidden":
        inside: dict[str, type[Shape]] = {"units": UnitShape, "characters": CharacterShape}
        shape = inside[str(detail["loc"][0])] if len(detail["loc"]) > 1 else ArmyShape
        names = {"known": ", ".join(shape.model_fields)}
        return Problem(path, Text("This field is not known; known here are %(known)s.", names))
    if kind == "mistake":
        return Problem(path, Text("%(message)s", context))
    if kind == "unknown_id":
        context["known"] = ", ".join(closest_first(given, context["known"].split(", ")))
    known = _WANTED.get(kind)
    wanted = Text(known.message, context) if known else Text("%(message)s", {"message": detail["msg"]})
    return Problem(path, Text("This is %(given)s; it must be %(wanted)s.", {"given": _shown(given), "wanted": wanted}))


def _shown(value: object) -> str:
    """A value as a message repeats it: short, and never what is inside an object or a list."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**15:
        return "a number that is too large"
    text = json.dumps(value, ensure_ascii=not isinstance(value, str) or not value.isprintable())
    if len(text) <= LONGEST_ECHO + 2:
        return text
    return text[:LONGEST_ECHO] + ('…"' if isinstance(value, str) else "…")
