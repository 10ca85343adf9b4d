"""A call of the API: one function says what it takes and gives, and route, reading, schema and answer come from it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

from flask import Response

from companion.api.answers import Answer, NotAllowed, answered
from companion.api.errors import read
from companion.api.fields import Request
from companion.api.problem import Error, InvalidInput, errors_of
from companion.rules.text import Refusal

EXAMPLES: Mapping[str, Mapping[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
"""Requests to try, by call and by what they show. The document lists them, and a test sends each of them."""


@dataclass(frozen=True)
class Call:
    """A POST below `/api`: what the document says of it, and the function that answers.

    The function takes a request and returns what the answer shows: a value of the rules, or the parts of the answer by
    name. A refusal of the rules is `NotAllowed` where the call gives that, and else a wrong request.
    """

    path: str
    function: Callable[[Any], object]
    takes: tuple[type[Request], ...]
    """One model, or several of which a body means the first that it names a required field of, and else the last."""
    gives: tuple[type[Answer], ...]
    summary: str
    description: str
    media: str
    """Of the answer; where it is a file and no JSON, the function makes the response and `gives` is empty."""
    routed: bool
    """False: the address is the pages' own, who know more than the rules; here it is described."""

    @property
    def name(self) -> str:
        """The name of the route and of the operation: `kensei_attack`."""
        return self.path.strip("/").replace("/", "_").replace("-", "_")

    @property
    def examples(self) -> Mapping[str, Any]:
        """Requests to try."""
        return EXAMPLES[self.path]

    def read(self, data: object) -> tuple[Any, list[Error]]:
        """A decoded body as the model that was meant, and its unknown fields where the rules can judge the others.

        Raises `InvalidInput` with everything that is wrong.
        """
        named = data.keys() if isinstance(data, dict) else frozenset()
        return read(next((model for model in self.takes if named & model.required()), self.takes[-1]), data)

    def answer(self, data: object) -> Response:
        """What is answered to a decoded body; raises `InvalidInput` with everything that is wrong with it."""
        body, errors = self.read(data)
        found = self.function(body)
        if isinstance(found, Refusal):
            if NotAllowed in self.gives:
                return answered(NotAllowed.model_validate(found))
            errors += errors_of(found)
        if errors:
            raise InvalidInput(errors)
        return found if isinstance(found, Response) else answered(self.gives[0].model_validate(found))


def call(
    path: str, *gives: type[Answer], media: str = "application/json", routed: bool = True
) -> Callable[[Callable[[Any], object]], Call]:
    """Makes a call of the function under it, answered at this address with one of these shapes.

    Its `body` says what the call takes; its docstring what the document says: the first line, and what follows.
    """

    def made(function: Callable[[Any], object]) -> Call:
        body = get_type_hints(function)["body"]
        summary, _, description = (inspect.getdoc(function) or "").partition("\n\n")
        words = (summary.removesuffix("."), " ".join(description.split()))
        return Call(path, function, get_args(body) or (body,), gives, *words, media, routed)

    return made
