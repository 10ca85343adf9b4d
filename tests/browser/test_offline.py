"""Army lists without a network, where the browser allows it: they open, are changed, and are merged when it is back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from playwright.sync_api import Locator, expect
from werkzeug.http import parse_cookie
from werkzeug.wrappers import Response

from companion.play.armies.kept import Kept, Lists
from companion.web.services import Services
from tests.browser.hands import Hands
from tests.browser.lists import add, made

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

pytestmark = pytest.mark.own_phones
Players = Callable[[], Hands]
KEPT = "async (url) => Boolean(await (await caches.open('gunbai-lists')).match(url))"
LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "status of 504", "htmx:sendError")


class Way:
    """The way of phones to the server, which answers as what stands before an unreachable one does where it is cut.

    The browser's own switch is not enough: a page that is being left hears for a moment that it is online again, and
    sends what waits.
    """

    def __init__(self, app: Flask) -> None:
        self.cut: set[str] = set()
        """The cookies of the phones that do not get through."""
        self._app = app
        self._reaches = app.wsgi_app
        app.wsgi_app = self  # type: ignore[method-assign]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if parse_cookie(environ).get("gunbai") in self.cut:
            return Response(status=504)(environ, start_response)
        return self._reaches(environ, start_response)

    def end(self) -> None:
        self._app.wsgi_app = self._reaches  # type: ignore[method-assign]


class Away(Hands):
    """A player whose phone keeps his list and loses its network now and then."""

    def __init__(self, one: Hands, app: Flask, way: Way) -> None:
        super().__init__(one.phone)
        services: Services = app.extensions["gunbai"]
        self.lists: Lists = services.lists
        self.url = ""
        self.way = way
        one.phone.forgive(*LOST)

    @property
    def kept(self) -> Kept:
        found = self.lists.by_edit(self.url.rpartition("/")[2])
        assert found is not None
        return found

    @property
    def units(self) -> list[tuple[str, int]]:
        return [(one.unit, one.miniatures) for one in self.kept.army.units]

    def body(self) -> Locator:
        return self.page.locator("body")

    def stored(self) -> None:
        """Waits until the phone has kept the pages of the list as it is now."""
        self.sent()
        expect(self.body()).to_have_attribute("data-kept", str(self.kept.seq))

    def goes(self) -> None:
        """Loses the network, once everything is kept."""
        self.stored()
        self.phone.context.set_offline(True)
        self.way.cut = {one["value"] for one in self.phone.context.cookies() if one["name"] == "gunbai"}

    def comes_back(self) -> None:
        self.way.cut = set()
        self.phone.context.set_offline(False)
        self.sent()

    def tab(self, name: str) -> None:
        self.page.get_by_role("navigation").get_by_role("link", name=name, exact=True).tap()
        expect(self.page.locator("[aria-current=page]", has_text=name)).to_be_visible()
        self.ready()

    def waits(self) -> Locator:
        return self.page.locator(".offline ol > li")


@pytest.fixture
def way(app: Flask) -> Iterator[Way]:
    way = Way(app)
    yield way
    way.end()


@pytest.fixture
def ana(app: Flask, hands: Players, way: Way) -> Away:
    """Her list of one unit, its picker open."""
    one = Away(hands(), app, way)
    path = made(one, "yari-ashigaru")
    one.url = one.phone.server.url + path
    one.open(path + "/add")
    return one


def test_a_list_opens_and_is_changed_without_a_network_and_the_server_has_it_once(ana: Away) -> None:
    expect(ana.page.get_by_text("This list opens on this phone without a network too")).to_be_visible()
    ana.goes()
    ana.page.reload()
    ana.ready()
    add_without(ana, "katana-samurai")
    expect(ana.page.get_by_text("No signal. 1 tap waits and is sent by itself.")).to_be_visible()
    expect(ana.page.locator("#p-katana-samurai")).to_have_attribute("data-waits", "1")
    ana.tab("Army")
    more = ana.page.locator("#e-u1 .stepper button[value='1']")
    for _ in range(2):
        ana.tap(more, wait=False)
    expect(ana.page.locator("#e-u1 output")).to_have_text("7")
    expect(ana.page.locator(".verdict")).to_be_hidden()
    expect(ana.page.get_by_role("link", name="… waits")).to_be_visible()
    expect(ana.waits()).to_have_text(["Add Katana Samurai", *["Yari Ashigaru: One more"] * 2])
    ana.page.reload()
    ana.ready()
    expect(ana.waits()).to_have_count(3)
    expect(ana.page.locator("#e-u1 output")).to_have_text("7")
    assert ana.units == [("yari-ashigaru", 5)]

    ana.comes_back()
    expect(ana.page.locator("#e-u2")).to_be_visible()
    assert ana.units == [("yari-ashigaru", 7), ("katana-samurai", 4)]
    expect(ana.waits()).to_have_count(0)
    expect(ana.page.locator("[data-waits]")).to_have_count(0)
    expect(ana.page.locator(".verdict")).to_be_visible()
    expect(ana.page.get_by_role("link", name="… waits")).to_be_hidden()
    ana.goes()
    ana.page.reload()
    ana.ready()
    expect(ana.page.locator("#e-u1 output")).to_have_text("7")


def add_without(one: Away, profile: str) -> None:
    """A tap that waits."""
    one.tap(one.page.locator(f"#p-{profile} .add"), wait=False)


def test_two_phones_that_changed_one_list_are_merged(app: Flask, ana: Away, hands: Players) -> None:
    ana.phone.forgive("422", "htmx:responseError", "Response Status Error")
    ben = Away(hands(), app, ana.way)
    ben.url = ana.url
    ben.open(ana.url.removeprefix(ana.phone.server.url))
    ana.tab("Army")
    ana.goes()
    ana.tap(ana.page.locator("#e-u1 .stepper button[value='1']"), wait=False)
    unfold(ana)
    ana.tap(ana.page.locator("#e-u1 [name=front][value='4']"), wait=False)
    expect(ana.waits()).to_have_text(["Yari Ashigaru: One more", "Yari Ashigaru: Front of the formation: 4"])

    ben.tap(ben.page.locator("#e-u1 .stepper button[value='1']"))
    unfold(ben)
    ben.tap(ben.page.locator("#e-u1 [name=front][value='3']"))
    ben.tab("Add")
    add(ben, "yumi-samurai")

    ana.comes_back()
    notice = ana.page.locator("#notice p")
    expect(notice).to_have_text(
        "Not entered: “Yari Ashigaru: front of 4”. Another phone has changed it since (Yari Ashigaru: front of 3). "
        "Tap again to do it anyway."
    )
    assert ana.units == [("yari-ashigaru", 7), ("yumi-samurai", 4)]
    assert ana.kept.army.units[0].front == 3
    expect(ana.page.locator("#e-u1 output")).to_have_text("7")
    expect(ana.page.locator("#e-u3 output, #e-u2 output")).to_have_text("4")
    ana.tap(ana.page.locator("#e-u1 [name=front][value='4']"))
    expect(notice).to_have_count(0)
    assert ana.kept.army.units[0].front == 4


def unfold(one: Hands) -> None:
    one.tap(one.page.locator("#more-u1 > summary"), wait=False)


def test_shelf_and_builder_are_there_and_every_way_out_of_them_says_what_it_needs(ana: Away) -> None:
    missing = ana.page.get_by_role("heading", name="No network")
    without = ana.page.get_by_text("No network just now.")
    ana.goes()
    for name in ("Check", "More", "Army", "Add"):
        ana.tab(name)
    add_without(ana, "katana-samurai")
    add_without(ana, "yumi-samurai")
    expect(ana.waits()).to_have_count(2)
    ana.tap(ana.page.get_by_role("button", name="Undo the last tap that waits"), wait=False)
    expect(ana.waits()).to_have_text(["Add Katana Samurai"])
    for _ in range(2):  # opened, and opened anew
        ana.open("/")
        expect(ana.page.get_by_text("Army lists that were opened")).to_be_visible()
    kept = ana.page.evaluate("async () => (await (await caches.open('gunbai-lists')).keys()).map((one) => one.url)")
    assert not {one.removeprefix(ana.phone.server.url) for one in kept} & {"/", "/lists/away"}, "nothing of it is kept"
    ana.open("/last")
    ana.page.wait_for_url("**/lists")
    expect(without).to_be_visible()
    expect(ana.page.get_by_text("What you tapped without a network is sent when you open the list.")).to_be_visible()
    ana.tap(ana.page.locator("button[name=level][value='3']"))
    expect(missing).to_be_visible()
    for address, way in (
        ("/lists", "main a:text-is('Start page')"),
        ("/lists/away", ".top-home"),
        ("/lists", ".top-help"),
    ):
        ana.open(address)
        ana.page.locator(way).tap()
        expect(missing).to_be_visible()
    ana.open("/lists")
    ana.page.get_by_label("Theme").select_option("dark")
    expect(missing).to_be_visible()
    ana.press("Army lists")
    ana.tap(ana.page.locator(".list-card"), wait=False)
    ana.page.wait_for_url(ana.url)
    ana.ready()
    ana.tab("More")
    ana.page.locator("a", has_text="History").tap()
    expect(missing).to_be_visible()
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= 390
    ana.press("Army lists")
    expect(without).to_be_visible()
    ana.comes_back()
    expect(without).to_be_hidden()
    ana.tap(ana.page.locator(".list-card"), wait=False)
    ana.page.wait_for_url(ana.url)
    ana.ready()
    ana.sent()
    assert ana.units == [("yari-ashigaru", 5), ("katana-samurai", 4)]
    ana.open("/lists")
    ana.page.locator(".top-home").tap()
    ana.page.wait_for_url(ana.phone.server.url + "/")
    home = ana.page.get_by_role("link", name="Rules in short")
    expect(home).to_be_visible()
    ana.open(ana.url.removeprefix(ana.phone.server.url))
    ana.goes()
    ana.open("/")
    expect(missing).to_be_visible()
    ana.comes_back()
    expect(home).to_be_visible()


def shut(one: Away) -> None:
    """Without a network there is nothing of the list on this phone."""
    one.phone.context.set_offline(True)
    one.page.goto(one.url)
    expect(one.page.get_by_role("heading", name="No network")).to_be_visible()
    one.page.goto(one.url + "/check")
    expect(one.page.get_by_role("heading", name="No network")).to_be_visible()


def throw_away(one: Away) -> None:
    one.tab("More")
    one.press("Move to the trash")
    one.page.wait_for_url("**/lists/bin")


def lose_the_cookie(one: Away) -> None:
    one.phone.context.clear_cookies(name="gunbai")
    one.open("/lists")


def delete_elsewhere(one: Away) -> None:
    one.phone.forgive("404")
    one.phone.leave()  # else the page hears of it and goes home, across the next opening
    one.lists.to_bin(one.kept.id, "another", "key-of-the-bin")
    one.lists.destroy(one.kept.id)
    one.page.goto(one.url)


@pytest.mark.parametrize("goes", [throw_away, lose_the_cookie, delete_elsewhere])
def test_what_leaves_the_phone_is_gone_from_it(ana: Away, goes: Callable[[Away], None]) -> None:
    ana.stored()
    ana.page.reload()
    ana.ready()
    goes(ana)
    for _ in range(500):
        if not ana.page.evaluate(KEPT, ana.url):
            break
        ana.page.wait_for_timeout(20)
    shut(ana)


def test_a_list_that_is_only_looked_at_is_not_kept(app: Flask, ana: Away, hands: Players) -> None:
    ben = Away(hands(), app, ana.way)
    ben.url = ana.url
    ben.open(ana.url.removeprefix(ana.phone.server.url))
    expect(ben.body()).to_have_attribute("data-kept", "")
    expect(ben.page.get_by_text("This list opens on this phone")).to_be_hidden()
    assert ben.page.evaluate("async () => (await (await caches.open('gunbai-lists')).keys()).length") == 0
    ben.press("Keep")
    ben.stored()
    ben.tap(ben.page.locator("#e-u1 .stepper button[value='1']"))
    ben.goes()
    ben.page.reload()
    expect(ben.page.locator("#e-u1 output")).to_have_text("6")


def test_who_keeps_no_list_has_no_worker_and_no_copy(ana: Away, hands: Players) -> None:
    """At the start page, reading a shared list, and over plain http, where the page says what it needs."""
    ben = hands()
    for path, seen in (("/", ".button"), (f"/s/{ana.kept.share_token}", ".hero")):
        ben.open(path)
        expect(ben.page.locator(seen).first).to_be_visible()
        assert ben.page.evaluate("caches.keys()") == [], path
        assert ben.page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0, path
    ben.page.goto(ana.url.replace(ben.phone.server.url, ben.phone.server.lan_url))
    ben.ready()
    expect(ben.page.get_by_text("At this address a list opens only with the network")).to_be_visible()
    expect(ben.page.get_by_text("This list opens on this phone")).to_be_hidden()
    ben.page.goto(f"{ben.phone.server.lan_url}/lists")
    expect(ben.page.get_by_role("heading", name="Army lists")).to_be_visible()
