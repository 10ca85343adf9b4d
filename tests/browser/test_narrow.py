"""The narrowest phone: no page scrolls sideways, links that stand alone can be hit, and an own link is not torn."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle, aimed
from tests.browser.cardtable import accessible
from tests.browser.hands import Hands, box
from tests.browser.sitting import Sitting

SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
WHOLE = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth;
}).map((one) => one.textContent.trim())"""


@pytest.fixture
def narrow(scout: Hands) -> Hands:
    scout.page.set_viewport_size({"width": 320, "height": 640})
    return scout


def finished(app: Flask) -> Sitting:
    """A game of Zipang until one is broke: five campaigns, five columns."""
    table = Sitting(app, "zipang", players="2")
    table.act("a", "starts", player="a")
    for number in range(1, 8):
        if table.table.game.result(table.table.state) is not None:
            break
        table.act("a", "campaign", number=str(number))
        table.act("a", "decide", campaign=str(number), winner="b")
    assert table.table.game.result(table.table.state) is not None
    return table


def test_played_games_fit_with_their_pictures_and_the_campaigns_scroll_within_themselves(
    app: Flask, narrow: Hands
) -> None:
    """On every page of them nothing scrolls sideways, and who cannot see the pictures hears what they show."""
    table = finished(app)
    table.give(narrow.phone, "a")
    narrow.open("/played/result")
    result = {"game": "tenno", "name.a": "Maximiliane Anastasia", "points.a": "9", "name.b": "Ben", "points.b": "4"}
    for number in range(1, 4):
        form = {**result, "day": f"2026-01-0{number}", "key": f"result-{number}"}
        narrow.page.request.post(narrow.page.url, form=form)
    narrow.open("/played")
    expect(narrow.page.locator(".picture svg")).to_have_count(2)
    expect(narrow.page.get_by_role("img", name="Maximiliane Anastasia 3")).to_be_visible()
    expect(narrow.page.get_by_role("img", name="Maximiliane Anastasia before Ben: 3 of 3.")).to_be_visible()
    assert narrow.page.evaluate(WHOLE, "table.columns :is(td, th)") == [], "every number of a player is in view"
    of_games = ("/played", "/played/player?name=Ben", f"/played/{table.table.id}/mend", "/played/share")
    for path in (*of_games, f"{table.path}/forces"):
        narrow.open(path)
        assert narrow.page.evaluate(SIDEWAYS) == 0, path
        accessible(narrow)
    expect(narrow.page.locator("table.columns")).to_be_visible()


def test_a_link_on_its_own_can_be_hit(narrow: Hands) -> None:
    for path, name in (("/", "A phone can't connect?"), ("/join", "A phone can't connect?"), ("/lists", "Start page")):
        narrow.open(path)
        link = box(narrow.page.get_by_role("link", name=name))
        assert min(link.width, link.height) >= 44, path


def test_the_link_of_a_seat_is_a_link_whose_secret_is_in_one_piece(
    app: Flask, narrow: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one with a hyphen, after which a browser would begin a new line."""
    monkeypatch.setattr("companion.play.seats.secrets.token_urlsafe", lambda _bytes: "a-bcdefghijklmnopqrstuvw")
    table: Battle = aimed(app)
    table.give(narrow.phone, "a")
    narrow.open(f"{table.path}/seats/link")
    accessible(narrow)
    link = narrow.page.locator(".address a")
    assert link.get_attribute("href") == link.inner_text()
    assert narrow.page.evaluate(SIDEWAYS) == 0
    rows = link.evaluate(
        """(link) => {
            const words = document.createRange(), last = link.querySelector("wbr").nextSibling;
            words.selectNodeContents(last);
            return words.getClientRects().length;
        }"""
    )
    assert rows == 1
    narrow.tap(link)
    narrow.press("Bring the seat to this phone")
    narrow.page.wait_for_url(f"**{table.path}")


NATURAL = """() => [...document.querySelectorAll(".theme select")].filter((one) => {
    const has = one.getBoundingClientRect().width;
    const free = one.cloneNode(true);
    free.value = one.value;
    free.style.cssText = "position: absolute; max-width: none; width: max-content";
    one.after(free);
    const wants = free.getBoundingClientRect().width;
    free.remove();
    return has < wants - 1;
}).map((one) => one.id)"""
"""The choices of the head that are narrower than what they show."""


def test_the_choices_of_the_head_show_their_names_whole(narrow: Hands) -> None:
    narrow.open("/")
    for language in ("es", "fr", "de", "en"):
        narrow.page.locator("#language").select_option(language)
        expect(narrow.page.locator(f"html[lang={language}]")).to_be_attached()
        assert narrow.page.evaluate(NATURAL) == [], language
        assert narrow.page.evaluate(SIDEWAYS) == 0, language
