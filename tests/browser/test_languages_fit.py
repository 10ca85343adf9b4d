"""Pages fit a narrow phone in every language whose words are longer than English ones: some are half as long again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from companion.content.languages import languages
from tests.browser.cardtable import STICKING_OUT
from tests.browser.hands import LINES, Hands, each_size
from tests.browser.lists import edit, made
from tests.browser.sitting import STRENGTHS, Sitting, put
from tests.playthroughs.runner import HERE, entries

LANGUAGES = [one for one in languages() if one != "en"]
PAGES = ("/", "/new?game=kensei", "/new?game=kenjin", "/lists", "/print", "/rules", "/help", "/dice")
OUTSIDE = """() => document.documentElement.scrollWidth > document.documentElement.clientWidth
    && [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > 320.5)
        .map((one) => one.textContent.trim().slice(0, 40)) || []"""
TORN = """() => {
    const found = [], all = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const words = document.createRange();
    while (all.nextNode()) {
        const text = all.currentNode;
        if (!text.parentElement.checkVisibility()) continue;
        for (const { 0: word, index } of text.data.matchAll(/(?<![\\p{L}\\xad])\\p{L}+/gu)) {
            words.setStart(text, index);
            words.setEnd(text, index + word.length);
            if (new Set([...words.getClientRects()].filter((one) => one.width).map((one) => one.top)).size > 1)
                found.push(word);
        }
    }
    return found;
}"""
"""Words that go on in the next line without a hyphen; of one that may be divided its first part."""

SIZES = ((390, 844), (320, 640))
CUT = """() => [...document.querySelectorAll(".board-turn > span")]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""
LEAVING = """() => [...document.querySelectorAll(
        ".cell > summary, .doings .button, .crests .chip-face, .grip, .outcome .button, .lay .card-key"
    )].filter((one) => one.checkVisibility()).filter((one) => {
        const [words, place] = [document.createRange(), one.getBoundingClientRect()];
        words.selectNodeContents(one);
        const { left, right, top, bottom } = words.getBoundingClientRect();
        const beside = Math.max(place.left - left, right - place.right);
        const above = Math.max(place.top - top, bottom - place.bottom);
        return beside > (one.matches(".cell *") ? -1.5 : 0.5) || above > 0.5;
    }).map((one) => one.textContent.trim())"""
"""Figures of a list, keys of an entry, crests, handles and keys of a battlefield whose words leave them; two figures of
a list do not touch each other either."""
CROSSING = """() => [...document.querySelectorAll(".stats summary")]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""
"""Numbers of an entry, with the star of what changes them, that run into the next one."""
BROKEN = f"""() => [...document.querySelectorAll("output")].filter((one) => one.checkVisibility())
    .map((one) => [one.textContent, ({LINES})(one)]).filter(([digits, lines]) => digits.length > 1 && lines >= 2)"""
"Numbers of more than one digit that stand in more than one line."
ZIPANG = (("zipang_evening", "3", "answer"), ("zipang_quick", "4", "play"))
"""A session, its players, and what is due: the two keys of who is attacked, and every card there is."""
GERMAN_TIME = re.compile(r"^\d+\. .*, \d\d:\d\d$")
LAID = {"sanctuary": "brute,scout,archer", "golden-temple": "ashigaru,samurai", "rice-field": "", "port": ""}
"""Cards of the first player at each battlefield: one that asks, a long name, and two that nobody takes."""


@pytest.fixture
def narrow(scout: Hands) -> Iterator[Hands]:
    scout.page.set_viewport_size({"width": 320, "height": 640})
    yield scout
    scout.page.set_extra_http_headers({})


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_a_narrow_phone(narrow: Hands, language: str) -> None:
    narrow.page.set_extra_http_headers({"Accept-Language": language})
    for path in PAGES:
        narrow.open(path)
        assert narrow.page.locator("html").get_attribute("lang") == language
        assert narrow.page.evaluate(OUTSIDE) == [], path
        assert narrow.page.evaluate(TORN) == [], path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_fits_its_figures_and_its_keys(narrow: Hands, language: str) -> None:
    narrow.page.set_extra_http_headers({"Accept-Language": language})
    path = made(
        narrow, "katana-samurai", "kiba-musha", "taisho-buke"
    )  # at level 3 none is allowed: the figures say why
    edit(narrow, path, "size", id="u1", to=12)
    edit(narrow, path, "size", id="u2", to=10)
    edit(narrow, path, "outfit", id="c3", mounted="true")
    edit(narrow, path, "head", name=f"Very long name {'W' * 45}")
    if language == "de":
        narrow.open(path + "/history")
        written = narrow.page.locator("time[title]").first
        expect(written, "although the browser of this phone is English").to_have_text(GERMAN_TIME)
    for page, seen in (("", ".doings"), ("/more", ".crests")):
        narrow.open(path + page)
        narrow.page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
        for size in each_size(narrow.page, SIZES):
            assert narrow.page.locator(seen).first.is_visible(), size
            assert narrow.page.evaluate(LEAVING) == [], (page, size)
            assert narrow.page.evaluate(CROSSING) == [], (page, size)
            assert narrow.page.evaluate(BROKEN) == [], (page, size)
            told = narrow.page.locator("#last > p").evaluate(LINES)
            assert told < 3.2, "what has no room in the foot ends with a line"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("session", "players", "kind"), ZIPANG)
def test_zipang_fits_its_keys_and_its_head(narrow: Hands, language: str, session: str, players: str, kind: str) -> None:
    """The longest names of cards stay inside their keys, and no figure of the head is cut off."""
    states = [(game, state) for game, _, _, state in entries((HERE / f"{session}.play").read_text())]
    state, seat = next(
        (state, due.seat) for game, state in states for due in game.due(state) if due.kind == kind and due.seat in "ab"
    )
    sitting = Sitting(narrow.phone.server.app, "zipang", players=players)
    put(sitting.tables, sitting.id, state)
    sitting.give(narrow.phone, seat)
    narrow.page.set_extra_http_headers({"Accept-Language": language})
    narrow.open(sitting.path)
    for size in each_size(narrow.page, SIZES):
        assert narrow.page.locator("#r-act button").count(), size
        assert narrow.page.locator(".wide-word").is_visible() == (size == SIZES[0]), (
            "what is counted, where there is room"
        )
        assert narrow.page.evaluate(STICKING_OUT) == [], size
        assert narrow.page.evaluate(CUT) == [], size


@pytest.mark.parametrize("language", LANGUAGES)
def test_kenjin_fits_what_its_cards_lead_to(narrow: Hands, language: str) -> None:
    """Who takes a battlefield, or whom the Sanctuary asks, stays inside its key."""
    known = {f"strengths.{card}": str(strength) for card, strength in STRENGTHS.items()}
    sitting = Sitting(narrow.phone.server.app, "kenjin", players="2", battlefields="table", way="score", **known)
    sitting.act("a", "player", name="Kamiwashi")
    sitting.act("a", "place", **{f"spots.{tile}": "ab" for tile in LAID})
    for tile, cards in LAID.items():
        sitting.act("a", "army", battlefield=tile, cards=cards or "peasant")
        if not cards:
            sitting.act("b", "army", battlefield=tile, cards="peasant")
    sitting.give(narrow.phone, "a")
    narrow.page.set_extra_http_headers({"Accept-Language": language})
    narrow.open(sitting.path)
    for tile in LAID:
        narrow.page.locator(f"#spot-{tile}").evaluate("(one) => (one.open = true)")
        for size in each_size(narrow.page, SIZES):
            assert narrow.page.locator(f"#spot-{tile} .outcome .primary").is_visible(), (tile, size)
            assert narrow.page.evaluate(LEAVING) == [], (tile, size)
