"""Gives slow machines time, and hands out players with phones.

One server stands for all tests of a worker, each of which makes tables and lists of its own on it. A test that stops
it, patches what it is made of, or counts what is on it, is marked `own_server`. So with phones: a test gets those that
tests before it have laid away, and who used them is forgotten. A test that adds scripts to every page of a phone, sets
its clock, or measures what a new one loads, is marked `own_phones`.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Error, expect

from companion.config import Config
from companion.web import create_app
from companion.web.services import Services
from tests.browser.hands import Hands
from tests.conftest import NAMES, PHONE, LiveServer, Phone, find_memos, known, new_phone, serving
from tests.databases import empty_database

AN_HOUR = 3600.0
expect.set_options(timeout=30_000)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "own_server: has a server and a database that no other test has used")
    config.addinivalue_line("markers", "own_phones: its phones are new, and no other test gets them")


@contextmanager
def opened(folder: Path) -> Iterator[LiveServer]:
    """The server that players run, over an empty database in this folder. A page that is left keeps its stream until
    the next heartbeat: there are as many as a server of players has, however fast pages follow each other."""
    config = Config(database_url=empty_database(folder / "tables.sqlite3"), host="127.0.0.1", port=0, hosts=NAMES)
    app = create_app(config)
    app.testing = True
    services: Services = app.extensions["gunbai"]
    with serving(app, config) as server:
        yield server
    services.close()


@pytest.fixture(scope="package")
def ground(tmp_path_factory: pytest.TempPathFactory, pages: Flask) -> Iterator[LiveServer]:
    """The one server of all tests here. With `pages`, what is kept of its tables is forgotten after each file."""
    del pages
    with opened(tmp_path_factory.mktemp("ground")) as server:
        services: Services = server.app.extensions["gunbai"]
        assert services.tables, "made when first asked for, with what they keep"
        find_memos()
        yield server


@pytest.fixture(autouse=True)
def an_hour_later(request: pytest.FixtureRequest) -> None:
    """To the one server every test comes an hour after the one before: what that did is in nobody's allowance any more,
    and nobody of it is present."""
    if {"ground", "live_server"} & set(request.fixturenames):
        services: Services = request.getfixturevalue("ground").app.extensions["gunbai"]
        ahead = services.clock() - time.monotonic() + AN_HOUR
        services.clock = lambda: time.monotonic() + ahead


@pytest.fixture
def live_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LiveServer]:
    """The server this test's phones are at: the one of all, or its own."""
    if request.node.get_closest_marker("own_server"):
        with opened(tmp_path) as server:
            yield server
    else:
        yield request.getfixturevalue("ground")


@pytest.fixture
def app(live_server: LiveServer) -> Flask:
    """The app of that server. Other tests may have left tables and lists in it."""
    return live_server.app


@pytest.fixture
def config(app: Flask) -> Config:
    """Its settings."""
    services: Services = app.extensions["gunbai"]
    return services.config


class Drawer:
    """Phones that no test has in hand. To make one, and let it load everything, costs twice what a page does."""

    def __init__(self, browser: Browser, server: LiveServer) -> None:
        self.browser = browser
        self.server = server
        self.phones: list[Phone] = []

    def take(self) -> Phone:
        return self.phones.pop() if self.phones else new_phone(self.browser, self.server)

    def lay(self, phone: Phone) -> None:
        """Lays a phone away as it was when it was new, but for what the browser has loaded; a broken one is closed."""
        try:
            self._forget(phone)
        except Error:
            phone.context.close()
        else:
            self.phones.append(phone)

    def _forget(self, phone: Phone) -> None:
        context, page = phone.context, phone.page
        for other in context.pages:
            if other is not page:
                other.close()
        page.unroute_all()
        context.unroute_all()
        context.set_offline(False)
        if page.viewport_size != PHONE:
            page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        page.emulate_media(color_scheme="light", reduced_motion="no-preference", media="null")
        phone.open("/ready")
        page.evaluate("sessionStorage.clear()")
        glass = context.new_cdp_session(page)
        glass.send("Storage.clearDataForOrigin", {"origin": self.server.url, "storageTypes": "all"})
        glass.detach()
        context.clear_cookies()
        known(context, self.server)
        phone.complaints.clear()
        phone.forgiven.clear()


@pytest.fixture(scope="module")
def drawer(browser: Browser, ground: LiveServer) -> Iterator[Drawer]:
    """The phones of this file: Playwright keeps every request of a phone, some 20 KB each, until that is closed."""
    drawer = Drawer(browser, ground)
    yield drawer
    for phone in drawer.phones:
        phone.context.close()


@pytest.fixture
def phone(request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer) -> Iterator[Callable[..., Phone]]:
    """Makes phones: `phone()` is one more at the same server. Each is checked for complaints when the test ends."""
    own = any(map(request.node.get_closest_marker, ("own_server", "own_phones")))
    with ExitStack() as closing:
        phones: list[Phone] = []

        def make(**more: Any) -> Phone:
            if own or more:
                one = new_phone(browser, live_server, **more)
                closing.callback(one.context.close)
            else:
                drawer: Drawer = request.getfixturevalue("drawer")
                one = drawer.take()
                closing.callback(drawer.lay, one)
            phones.append(one)
            return one

        yield make
        for one in phones:
            one.check()


@pytest.fixture
def hands(phone: Callable[[], Phone]) -> Callable[[], Hands]:
    """Makes players: `hands()` is one more with a phone of his own."""
    return lambda: Hands(phone())


@pytest.fixture(scope="module")
def scout(drawer: Drawer) -> Iterator[Hands]:
    """One player for all tests of a file that only look at tables of their own; every table gives him its seat."""
    phone = drawer.take()
    yield Hands(phone)
    phone.check()
    drawer.lay(phone)


@pytest.fixture(scope="module")
def one(scout: Hands) -> Hands:
    """The same player, on whose phone nothing glides."""
    scout.page.emulate_media(reduced_motion="reduce")
    return scout
