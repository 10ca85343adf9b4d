"""What tests of pages share."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.cli import main
from companion.config import Config
from companion.web import create_app
from companion.web.services import Services
from tests.web.builder import Builder


@pytest.fixture
def builder(client: FlaskClient, app: Flask) -> Builder:
    return Builder(client, app)


@pytest.fixture
def services(app: Flask) -> Services:
    """What the app stands on."""
    found: Services = app.extensions["gunbai"]
    return found


@pytest.fixture
def clock(services: Services) -> list[float]:
    """A clock that stands still until it is moved."""
    now = [1000.0]
    services.clock = lambda: now[0]
    return now


NotStarted = Callable[..., str]


@pytest.fixture
def not_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[NotStarted]:
    """Has the command line serve where it cannot, in this process: what it says."""
    made = []

    def create(config: Config) -> Flask:
        made.append(create_app(config))
        return made[-1]

    monkeypatch.setattr("companion.web.create_app", create)

    def told(*more: str, **environ: str) -> str:
        for name, value in {"COMPANION_DATABASE_URL": f"sqlite:///{tmp_path / 'other.sqlite3'}", **environ}.items():
            monkeypatch.setenv(name, value)
        assert main(["serve", *more]) in (1, 2)
        return capsys.readouterr().err

    yield told
    for app in made:
        app.extensions["gunbai"].close()
