"""A field of a document or request that holds one of the identifiers of the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
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

        return core_schema.no_info_plain_validator_function(check, metadata={"ids": self.ids})

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.ids())}
