"""A field of a document or request that holds one of the identifiers of the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema


@dataclass(frozen=True)
class Known:
    """Annotates a str: one of the identifiers the content files hold, asked for only when one is checked."""

    ids: Callable[[], Iterable[str]]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        def check(value: object) -> str:
            if isinstance(value, str) and value in set(self.ids()):
                return value
            raise PydanticCustomError("unknown_id", "unknown identifier", {"known": ", ".join(self.ids())})

        return core_schema.no_info_plain_validator_function(check)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.ids())}


LONGEST_ECHO = 40
"""Characters of what was sent that a message repeats."""


def closest_first(sent: object, known: Iterable[str | int]) -> list[str]:
    """The known names (or numbers), those that look like what was sent before the others."""
    names = [str(one) for one in known]
    like = get_close_matches(sent[:LONGEST_ECHO], names, n=3, cutoff=0.5) if isinstance(sent, str) else []
    return [*like, *(name for name in names if name not in like)]
