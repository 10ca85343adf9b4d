"""Marks everything here as driving a browser, gives slow machines time, and hands out players with phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.config import Config
from companion.web import create_app
from tests.browser.hands import Hands
from tests.conftest import NAMES, LiveServer, Phone, new_phone, serving

HERE = Path(__file__).parent
expect.set_options(timeout=10_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def hands(phone: Callable[[], Phone]) -> Callable[[], Hands]:
    """Makes players: `hands()` is one more with a phone of his own."""
    return lambda: Hands(phone())


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for all tests of a file that only look at tables of their own. A page that is left keeps its stream
    until the next heartbeat: there are as many as a server of players has, however fast pages follow each other."""
    database = tmp_path_factory.mktemp("ground") / "tables.sqlite3"
    config = Config(database_url=f"sqlite:///{database}", host="127.0.0.1", port=0, hosts=NAMES)
    with serving(create_app(config), config) as server:
        yield server


@pytest.fixture(scope="module")
def scout(browser: Browser, ground: LiveServer) -> Iterator[Hands]:
    """One player for all tests of a file; every table gives him its seat."""
    phone = new_phone(browser, ground)
    yield Hands(phone)
    phone.check()
    phone.context.close()
