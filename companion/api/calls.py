"""A call of the API: one function says what it takes and gives, and route, reading, schema and answer come from it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, get_args, get_type_hints

from flask import Response

from companion.api.answers import Answer, NotAllowed, answered
from companion.api.errors import read
from companion.api.fields import Request
from companion.api.problem import Error, InvalidInput
from companion.rules.text import Refusal


@cache
def examples() -> Mapping[str, Mapping[str, Any]]:
    """Requests to try, by call and by what they show. The document lists them, and a test sends each of them."""
    found: Mapping[str, Mapping[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
    return found


@dataclass(frozen=True)
class Call:
    """A POST. The docstring of its function is what the document says: the first line, and what follows.

    The function takes a request (or one of two) and returns what the answer shows: a value of the rules, or the parts
    of the answer by name. A refusal of the rules is `NotAllowed` where the call gives that, and else a wrong request.
    """

    path: str
    function: Callable[[Any], object]
    gives: tuple[type[Answer], ...]
    media: str
    """Of the answer; where it is a file and no JSON, the function makes the response and `gives` is empty."""
    routed: bool
    """False: the address is the pages' own, who know more than the rules; here it is described."""

    @property
    def name(self) -> str:
        """The name of the route and of the operation: `kensei_attack`."""
        return self.path.strip("/").replace("/", "_").replace("-", "_")

    @cached_property
    def takes(self) -> tuple[type[Request], ...]:
        """The bodies it reads: what the function takes."""
        hint = get_type_hints(self.function)["body"]
        return get_args(hint) or (hint,)

    @property
    def summary(self) -> str:
        """The first line of the function's docstring."""
        return self._told()[0].removesuffix(".")

    @property
    def description(self) -> str:
        """The rest of it, on one line."""
        return " ".join(self._told()[2].split())

    def _told(self) -> tuple[str, str, str]:
        return (inspect.getdoc(self.function) or "").partition("\n\n")

    @property
    def examples(self) -> Mapping[str, Any]:
        """Requests to try."""
        return examples()[self.path]

    def read(self, data: object) -> tuple[Any, list[Error]]:
        """The body as the model that was meant, and its unknown fields: the first model it names a required field of.

        Raises `InvalidInput` with everything that is wrong.
        """
        named = data.keys() if isinstance(data, dict) else frozenset()
        meant = next((model for model in self.takes if named & _required(model)), self.takes[-1])
        return read(meant, data)

    def answer(self, data: object) -> Response:
        """What is answered to a decoded body; raises `InvalidInput` with everything that is wrong with it."""
        body, errors = self.read(data)
        found = self.function(body)
        if isinstance(found, Refusal):
            if NotAllowed in self.gives:
                return answered(NotAllowed.model_validate(found))
            problems = [Error(problem.path, str(problem.message)) for problem in found.problems]
            errors += problems or [Error("", str(found.reason))]
        if errors:
            raise InvalidInput(errors)
        return found if isinstance(found, Response) else answered(self.gives[0].model_validate(found))


def call(
    path: str, *gives: type[Answer], media: str = "application/json", routed: bool = True
) -> Callable[[Callable[[Any], object]], Call]:
    """Makes a call of the function under it, answered at this address (below `/api`) with one of these shapes."""
    return lambda function: Call(path, function, gives, media, routed)


def _required(model: type[Request]) -> set[str]:
    return {name for name, field in model.model_fields.items() if field.is_required()}
