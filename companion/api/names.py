"""Names that callers give to fighters and that other parts of the same body use: each once, and none of nobody.

They are read from the bare body, so that these errors come together with those of its shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from companion.api.errors import closest_first, shown, validate
from companion.api.fields import Request
from companion.api.problem import Error, InvalidInput

Model = TypeVar("Model", bound=Request)
Check = Callable[[dict[str, Any]], Iterable[Error]]


def read_named(model: type[Model], check: Check, data: object) -> Model:
    """The body as its model, or `InvalidInput` with the errors of its shape and those `check` finds."""
    errors: list[Error] = []
    count = 0
    body = None
    try:
        body = validate(model, data)
    except InvalidInput as invalid:
        errors += invalid.errors
        count = invalid.count
    known = {error.path for error in errors}
    more = [error for error in check(data) if error.path not in known] if isinstance(data, dict) else []
    if errors or more or body is None:
        raise InvalidInput([*errors, *more], count + len(more))
    return body


def entries(value: object) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a list with their places; of anything else none."""
    if isinstance(value, list):
        yield from ((place, one) for place, one in enumerate(value) if isinstance(one, dict))


def doubled(named: Iterable[tuple[str, object]], field: str = "id") -> Iterator[Error]:
    """A name given twice; `named` are the paths of the entries with the names in them."""
    seen: set[str] = set()
    for path, name in named:
        if isinstance(name, str):
            if name in seen:
                yield Error(f"{path}.{field}", f"Got {shown(name)} a second time; give each its own.")
            seen.add(name)


def unknown(path: str, name: object, known: Iterable[object]) -> Iterator[Error]:
    """A name of nobody."""
    names = [one for one in known if isinstance(one, str)]
    if isinstance(name, str) and name not in names:
        given = ", ".join(closest_first(name, names)) or "nobody"
        yield Error(path, f"Got {shown(name)}; known here: {given}.")
