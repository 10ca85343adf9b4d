"""What the API answers, kept as text: all examples of the contract, the book's among them, and bodies made from them.

A case of `tests/golden/api.txt` begins with a call and the name of its example, or with the query of what is read. Its
other lines are `with` other values by their paths, `without` some, or `instead` another body; and of these the answer
shows what the example's does not, what it lacks of that (-), or what is wrong, each error at its path (✗).
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from flask.testing import FlaskClient

from companion.api.endpoints import CALLS
from tests.api.conftest import Reply, errors
from tests.golden import told

GONE = object()
LINE = 220
"""An object or a list that is no longer than this is one line."""
MESSAGE = 150
"""What is kept of a message, for some name all that is known."""


def changed(body: Any, path: str, value: Any) -> Any:
    """A body with another value at this path, or without it."""
    body = deepcopy(body)
    *parents, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    here = body
    for step in parents:
        here = here[step] if isinstance(step, int) else here.setdefault(step, {})
    if value is GONE:
        del here[last]
    elif isinstance(last, int) and last == len(here):
        here.append(value)
    else:
        here[last] = value
    return body


def written(value: Any, path: str = "") -> Iterator[str]:
    """A value with its path; what is too long for a line, by its parts."""
    one = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list) or (path and len(one) <= LINE):
        yield f"  {path}: {one}"
    else:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for name, part in parts:
            yield from written(part, f"{path}.{name}".lstrip("."))


def gone(before: list[str], now: list[str]) -> Iterator[str]:
    """The places of which an answer says nothing any more, neither as a whole nor by their parts."""
    whole = {line.split(":")[0].strip() for line in now}
    said = {up for place in whole for up in prefixes(place)}
    for line in before:
        for up in prefixes(line.split(":")[0].strip()):
            if up not in said:
                yield f"  - {up}"
            if up not in said or up in whole:
                break


def prefixes(place: str) -> list[str]:
    """A place and those it is in, the widest first."""
    steps = place.split(".")
    return [".".join(steps[:end]) for end in range(1, len(steps) + 1)]


def sent(how: str, rest: str, example: Any) -> Any:
    """The body that a line makes of an example."""
    if how == "instead":
        return json.loads(rest)
    body = example
    for place, value in (json.loads(rest) if how == "with" else dict.fromkeys(rest.split(), GONE)).items():
        body = changed(body, place, value)
    return body


def answers(client: FlaskClient, lines: list[str]) -> Iterator[str]:
    """The lines of a case, each with its answer."""
    path, _, name = lines[0].partition(" ")
    example = next((call.examples[name] for call in CALLS if call.path == f"/{path}" and name), None)
    shown: list[str] = []
    for line in lines:
        how, _, rest = line.partition(" ")
        body = example if line is lines[0] else sent(how, rest, example)
        reply = client.post(f"/api/{path}", json=body) if name else client.get(f"/api/{path}")
        yield line
        if reply.status_code == 200 and reply.mimetype != "application/json":
            yield f"  {reply.mimetype}"
        elif reply.status_code == 200:
            now = list(written(json.loads(reply.text, parse_float=lambda digits: round(float(digits), 9))))
            others = [*(part for part in now if part not in shown), *dict.fromkeys(gone(shown, now))]
            yield from others or ["  the same"]
            shown = shown or now
        else:
            wrong = errors(Reply(reply.status_code, reply.get_json(), reply.content_type))
            yield from (f"  ✗ {place}: {message[:MESSAGE]}" for place, message in wrong.items())


def test_answers_are_as_they_are_kept(api: FlaskClient) -> None:
    assert not told.changed("api", lambda lines: answers(api, lines))


def test_every_example_is_told() -> None:
    heads = {line for case in told.cases("api") for line in case.split("\n")}
    assert heads >= {f"{call.path[1:]} {name}" for call in CALLS for name in call.examples}
