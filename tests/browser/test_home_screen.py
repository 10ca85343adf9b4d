"""The home screen as Chromium judges it: a manifest without a complaint, icons that load, and the way to the table."""

import json
from collections.abc import Callable
from typing import Any, Literal

import pytest

from tests.browser.cardtable import open_table
from tests.browser.hands import Hands

LOADS = """async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
}"""


COLORS = """() => {
    const named = [...document.querySelectorAll("meta[name=theme-color]")].find((one) => matchMedia(one.media).matches);
    const probe = document.createElement("i");
    probe.style.color = named.content;
    document.body.append(probe);
    return [getComputedStyle(document.body).backgroundColor, getComputedStyle(probe).color];
}"""


def ask(one: Hands, what: str) -> dict[str, Any]:
    """What Chromium itself says of the page that is open."""
    session = one.phone.context.new_cdp_session(one.page)
    answer: dict[str, Any] = session.send(what)
    session.detach()
    return answer


def test_the_page_can_be_installed_and_every_icon_loads_under_the_policy(hands: Callable[[], Hands]) -> None:
    one = hands()
    one.open("/")
    found = ask(one, "Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/manifest.webmanifest")
    told = json.loads(found["data"])
    assert told["start_url"] == "/last"
    missing = [error["errorId"] for error in ask(one, "Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(missing) <= {"in-incognito"}, missing  # the window of a test always is
    links = one.page.locator("link[rel*=icon]").evaluate_all("all => all.map(link => link.href)")
    assert len(links) == 3
    for url in (*(icon["src"] for icon in told["icons"]), *links):
        assert min(one.page.evaluate(LOADS, url)) >= 48, url
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        one.page.emulate_media(color_scheme=scheme)
        ground, around = one.page.evaluate(COLORS)
        assert ground == around, "the color around the page is that of its ground"


@pytest.mark.own_phones
def test_on_plain_http_the_bookmark_opens_the_last_table(hands: Callable[[], Hands]) -> None:
    """As on a real network: no secure context, and a page that was not open before."""
    one = hands()
    home = one.phone.server.lan_url
    one.page.goto(home + "/new?game=zipang")
    assert one.page.evaluate("isSecureContext") is False
    path = open_table(one, "zipang", 2, "Ana", phone_in_the_middle=True, opened=True)
    again = one.phone.context.new_page()
    again.goto(home + "/last")
    assert again.url == home + path
    assert again.locator("link[rel=manifest]").count() == 1
