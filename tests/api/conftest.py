"""One app for all API tests: the API keeps nothing, so nothing has to be fresh."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.api.calls import EXAMPLES
from companion.config import Config
from companion.web import create_app

CHARGE, NUMBERS, COMBAT, HONOR = (
    next(iter(EXAMPLES[f"/kensei/{call}"].values())) for call in ("attack", "odds", "combat-odds", "honor")
)


class Reply(NamedTuple):
    """An answer as tests look at it."""

    status: int
    body: Any
    type: str


Post = Callable[[str, Any], Reply]
ErrorsOf = Callable[[str, Any], dict[str, str]]


@pytest.fixture(scope="session")
def no_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the app would make its database if it made one."""
    return tmp_path_factory.mktemp("api") / "tables.sqlite3"


@pytest.fixture(scope="session")
def api_app(no_database: Path) -> Iterator[Flask]:
    """The real app."""
    app = create_app(Config(database_url=f"sqlite:///{no_database}"))
    app.testing = True
    yield app
    app.extensions["gunbai"].close()


@pytest.fixture(scope="session")
def api(api_app: Flask) -> FlaskClient:
    """A client without cookies."""
    return api_app.test_client(use_cookies=False)


@pytest.fixture(scope="session")
def post(api: FlaskClient) -> Post:
    """Posts JSON to a call, of Kensei by its short name: `post("attack", body)`, `post("tenno/duel", body)`."""

    def send(call: str, body: Any) -> Reply:
        answer = api.post(f"/api/{call}" if "/" in call else f"/api/kensei/{call}", json=body)
        return Reply(answer.status_code, answer.get_json(), answer.content_type)

    return send


def errors(reply: Reply) -> dict[str, str]:
    """The errors of what was refused, by path."""
    assert (reply.status, reply.type) == (422, "application/problem+json"), reply.body
    assert reply.body.keys() == {"type", "title", "status", "detail", "errors"}
    assert reply.body["status"] == 422
    return {error["path"]: error["message"] for error in reply.body["errors"]}


@pytest.fixture(scope="session")
def errors_of(post: Post) -> ErrorsOf:
    """Posts what must be refused."""
    return lambda call, body: errors(post(call, body))
