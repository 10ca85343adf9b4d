"""POST /api/replay: the request and the answer. `web` answers it, for it needs the games that tables are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from companion.api.answers import Answer, Sentence
from companion.api.calls import call
from companion.api.errors import entries
from companion.api.fields import Flag, Int, Request
from companion.api.problem import Error
from companion.api.translation import gettext as _
from companion.rules import GameId

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
    game: GameId
    rules_version: Short | None = None
    name: Short | None = None
    created_at: Short | None = None
    setup: dict[str, Short | Int | Flag | None] = Field(max_length=100)
    seats: list[ExportedSeat] = Field(default=[], max_length=20)
    events: list[ExportedEvent] = Field(max_length=MOST_EVENTS)
    result: dict[str, JsonValue] | None = None
    """As it was exported; it is made anew."""

    @classmethod
    def wrong_between(cls, data: dict[str, Any]) -> Iterator[Error]:
        """Numbers given twice."""
        seen: set[int] = set()
        for place, event in entries(data, "events"):
            n = event.get("n")
            if isinstance(n, int) and n in seen:
                yield Error(f"events.{place}.n", _("Got %(n)s a second time; give each event its own number.", n=n))
            elif isinstance(n, int):
                seen.add(n)


class DueAnswer(Answer):
    """What a seat does next."""

    seat: str
    kind: str
    sentence: Sentence


class ResultAnswer(Answer):
    """How the game ended: seats by place, ties together."""

    places: list[list[str]]
    points: dict[str, int]
    sentence: Sentence | None


class RefusedAnswer(Answer):
    """An event that is impossible now; `seq` is its `n` in the export."""

    seq: int = Field(validation_alias="n")
    reason: Sentence


class ReplayAnswer(Answer):
    """`lines`: those that count, in the order of the export; `result` null while the game goes on."""

    lines: list[str]
    due: list[DueAnswer]
    result: ResultAnswer | None
    refused: list[RefusedAnswer]


@call("/replay", ReplayAnswer, routed=False)
def replay(body: Replay) -> None:
    """An export of a table, computed anew by today's rules.

    Takes the JSON a table's log offers, of any of the four games, up to 4 MB, and keeps nothing. An unaltered export of
    a finished game gives its own lines and refuses nothing.
    """
