"""Shelf, comparison, suggestions and the signs of rows by thumb: few taps, nothing moves, every target fits a thumb."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.lists import fits, made, readable

Players = Callable[[], Hands]
PLACES = "() => [...document.querySelectorAll('.kept')].map((one) => [one.id, one.offsetTop, one.offsetHeight])"

LOCAL = """(one) => new Date(one.dateTime).toLocaleString(
    [], {day: "numeric", month: "short", hour: "2-digit", minute: "2-digit"})"""


def test_a_favorite_takes_one_tap_and_a_known_tag_two(hands: Players) -> None:
    one = hands()
    one.page.set_viewport_size({"width": 320, "height": 640})
    for _ in range(3):
        made(one, level=5)
    one.open("/lists")
    shown = one.page.locator(".list-card time").first
    expect(shown).not_to_contain_text("UTC")
    expect(shown, "the reader's own time").to_have_text(str(shown.evaluate(LOCAL)))
    first, second = one.page.locator(".kept").nth(0), one.page.locator(".kept").nth(1)
    one.tap(first.locator("summary"))
    first.locator("[name=tag]:not(button)").fill("Sunday club")
    one.tap(first.get_by_role("button", name="Add"))
    expect(one.page.locator(".kept").nth(0).locator("summary")).to_have_text("Tags: Sunday club")
    expect(one.page.get_by_label("Which lists").get_by_role("link")).to_have_text(["All", "★ Favorites", "Sunday club"])

    counted = one.count()
    before = one.page.evaluate(PLACES)
    one.tap(second.get_by_role("button", name="Favorite"))
    expect(second.get_by_role("button", name="Favorite")).to_have_attribute("aria-pressed", "true")
    assert one.page.evaluate(PLACES) == before, "it stays where it is until the shelf is opened again"
    assert counted() == (1, 0)
    one.tap(second.locator("summary"))
    before = one.page.evaluate(PLACES)
    one.tap(second.get_by_role("button", name="Sunday club"))
    expect(second.locator("summary")).to_have_text("Tags: Sunday club")
    assert one.page.evaluate(PLACES) == before
    assert counted() == (3, 0)

    for query in ("", "?of=tag:Sunday+club", "?unfold=" + (second.get_attribute("id") or "")[2:]):
        one.open("/lists" + query)
        readable(one, (320, 390))
    one.tap(one.page.get_by_role("link", name="★ Favorites"))
    expect(one.page.locator(".kept")).to_have_count(1)


def test_only_what_differs_is_shown_until_the_rest_is_asked_for(hands: Players) -> None:
    one = hands()
    one.page.set_viewport_size({"width": 320, "height": 640})
    for more in ("kengo", "ishitsubute-ashigaru"):
        path = made(one, "yari-ashigaru", "katana-samurai", more, "busho-buke")
    one.open(path + "/compare")
    one.tap(one.page.locator(".menu a").first)
    row = one.page.locator(".compare tr")
    expect(row.filter(has_text="Kengo")).to_be_visible()
    expect(row.filter(has_text="Yari Ashigaru")).to_be_hidden()
    one.tap(one.page.locator(".compared .chip"))
    expect(row.filter(has_text="Yari Ashigaru")).to_be_visible()
    expect(row.filter(has_text="alone · general")).to_be_visible()
    readable(one, (320,), ("light", "dark"))


NAMELESS = """() => [...document.querySelectorAll(".entries svg, .ability-list svg")]
    .filter((svg) => svg.getBoundingClientRect().width && !svg.closest(".stepper"))
    .filter((svg) => !svg.parentElement.textContent.trim())
    .map((svg) => svg.parentElement.outerHTML.slice(0, 80))"""


def test_every_sign_of_a_row_has_its_word(hands: Players) -> None:
    """But for − and + of a stepper, which every phone has; and what MV and DC are opens from the page."""
    one = hands()
    path = made(one, "yari-ashigaru", "katana-samurai", "busho-buke")
    one.open(path + "/add")
    one.tap(one.page.get_by_role("button", name="MV, DC, AT … in words"))
    expect(one.page.locator("#powers-signs")).to_contain_text("KI · Spirit")
    one.open(path)
    for entry in ("u1", "c3"):
        one.tap(one.page.locator(f"#more-{entry} > summary"))
    expect(one.page.locator("#e-u1 .unfolds")).to_have_text("details")
    expect(one.page.locator("#e-u1 .grip")).to_have_text("drag")
    expect(one.page.locator("#e-u1 [name=way][value=down]")).to_contain_text("down")
    for width in (320, 390):
        fits(one, (width,))
        assert one.page.evaluate(NAMELESS) == [], width


def test_a_suggestion_is_held_to_what_is_ticked_in_four_taps(hands: Players) -> None:
    one = hands()
    one.open(made(one, "kengo", "yari-samurai", level=5) + "/suggest")
    counted = one.count()
    one.tap(one.page.locator(".stays > summary"))
    one.tap(one.page.locator(".stays .chip", has_text="Yari Samurai"))
    assert counted() == (2, 0)
    one.tap(one.page.get_by_role("button", name="Fill the rest"))
    expect(one.page.get_by_role("heading", name="Suggested: balanced")).to_be_visible()
    expect(one.page.locator(".verdict")).to_have_text("legal")
    stayed = one.page.locator("h2:text('What stayed') + dl dt")
    expect(stayed).to_have_text([re.compile("^Kengo")])
    one.tap(one.page.get_by_role("link", name="To the list"))
    expect(one.page.locator(".entry-name b", has_text="Kengo")).to_be_visible()
    one.ready()
    one.tap(one.page.get_by_role("button", name="Undo"))
    expect(one.page.locator(".entries > .entry")).to_have_count(2)
