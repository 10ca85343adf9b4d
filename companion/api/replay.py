"""POST /api/replay: the request and the answer. `web` answers it, for it needs the games that tables are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from companion.api.fields import Answer, Flag, Int, Request
from companion.api.names import entries, read_named
from companion.api.problem import Error

MOST_EVENTS = 5_000
Short = Annotated[str, Field(strict=True, max_length=200)]
Number = Annotated[Int, Field(ge=0, le=10 * MOST_EVENTS)]


class ExportedEvent(Request):
    """An event of the log. `counts` false: it was taken back, or others took its place."""

    n: Number
    type: Short
    seat: Short | None = None
    by: Short | None = None
    player: Short | None = None
    how: Short | None = None
    at: Short | None = None
    data: dict[str, JsonValue] | None = None
    line: Annotated[str, Field(strict=True, max_length=2000)] | None = None
    counts: Flag = True
    voided_by: Number | None = None
    amended_by: Number | None = None


class ExportedSeat(Request):
    """Who sat there."""

    seat: Short
    player: Short | None = None


class Replay(Request):
    """An export of a table, as its log offers it (`log.json`)."""

    format: Literal["gunbai-table/1"] = "gunbai-table/1"
    game: Literal["kensei", "kenjin", "tenno", "zipang"]
    rules_version: Short | None = None
    name: Short | None = None
    created_at: Short | None = None
    setup: dict[str, Short | Int | Flag | None] = Field(max_length=100)
    seats: list[ExportedSeat] = Field(default=[], max_length=20)
    events: list[ExportedEvent] = Field(max_length=MOST_EVENTS)
    result: dict[str, JsonValue] | None = Field(default=None, description="As it was exported; it is made anew.")


class DueAnswer(Answer):
    """What a seat does next."""

    seat: str
    kind: str
    sentence: str


class ResultAnswer(Answer):
    """How the game ended: seats by place, ties together."""

    places: list[list[str]]
    points: dict[str, int]
    sentence: str | None


class RefusedAnswer(Answer):
    """An event that is impossible now; `seq` is its `n` in the export."""

    seq: int
    reason: str


class ReplayAnswer(Answer):
    """`lines`: those that count, in the order of the export; `result` null while the game goes on."""

    lines: list[str]
    due: list[DueAnswer]
    result: ResultAnswer | None
    refused: list[RefusedAnswer]


def _numbered_twice(data: dict[str, Any]) -> Iterator[Error]:
    seen: set[int] = set()
    for place, event in entries(data.get("events")):
        n = event.get("n")
        if isinstance(n, int) and n in seen:
            yield Error(f"events.{place}.n", f"Got {n} a second time; events have numbers of their own.")
        elif isinstance(n, int):
            seen.add(n)


def read_replay(data: object) -> Replay:
    """The export of a request."""
    return read_named(Replay, _numbered_twice, data)


REPLAY = {
    "format": "gunbai-table/1",
    "game": "zipang",
    "setup": {"players": 2, "name.a": "Ana", "name.b": "Ben"},
    "events": [],
}
