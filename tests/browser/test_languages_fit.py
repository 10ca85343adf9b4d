"""Pages fit the narrowest phone in every language, of which some have words half as long again as English ones; links
that stand alone can be hit, and an own link is not torn."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import expect

from companion.content.languages import languages
from tests.browser.armies import Battle, aimed
from tests.browser.cardtable import STICKING_OUT, accessible
from tests.browser.hands import LINES, Hands, box, each_size
from tests.browser.lists import edit, made, posted
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
def test_the_changes_of_a_list_and_the_counts_of_its_markers_fit(narrow: Hands, language: str) -> None:
    """No word is torn beside a key, and both keys of the files stand in the bar."""
    narrow.page.set_extra_http_headers({"Accept-Language": language})
    path = made(narrow, "katana-samurai", "daisho-samurai")
    posted(narrow, f"{path}/print", pieces=("markers", "troop-cards"), sides="two-files")
    for page in ("/history", "/print"):
        narrow.open(path + page)
        narrow.page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")
        assert narrow.page.evaluate(OUTSIDE) == [], page
        assert narrow.page.evaluate(TORN) == [], page
    assert narrow.page.evaluate(WHOLE, ".print-go a") == []
    assert narrow.page.locator(".print-go a").count() == 2


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


# ---- links and played games

SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
WHOLE = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth;
}).map((one) => one.textContent.trim())"""


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
