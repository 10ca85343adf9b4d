"""Two phones bring their army lists to one battle: from the list's own page, and at the table; then they play it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.lists import made, readable
from tests.browser.orders import by_hand

Players = Callable[[], Hands]


def tap_link(one: Hands, words: str) -> None:
    one.tap(one.page.get_by_role("link", name=words))
    one.page.wait_for_load_state()
    one.ready()


def test_two_lists_meet_at_a_table(hands: Players) -> None:
    ana, ben = hands(), hands()
    # Ana's list is legal at level 3, and goes to a new table from its own page.
    path = made(ana, "yari-ashigaru", "yumi-samurai", "busho-buke", "spy")
    ana.open(path)
    ana.tap(ana.page.locator("#more-c4 > summary"))
    ana.tap(ana.page.locator("#more-c4 .join-place", has_text="Yari Ashigaru"))
    ana.open(path + "/more")
    tap_link(ana, "Play with it")
    readable(ana)
    tap_link(ana, "New table for level 3")
    readable(ana)
    ana.reads("Your army list comes along.")
    assert ana.page.locator("[name=level][value='3']").is_checked()
    ana.enter("player", "Ana")
    ana.press("Open the table")
    ana.page.wait_for_url("**/seats")
    table = ana.page.url.replace(ana.phone.server.url, "").removesuffix("/seats")
    ana.open(table)
    ana.reads("Legal at level 3.")
    readable(ana)
    # Ben sits down, brings one of level 5 that is not, and the table says so.
    ben.open(table + "/seats")
    ben.enter("player", "Ben")
    ben.press("Sit here")
    made(ben, "katana-samurai", "kengo", "no-dachi-samurai", "busho-buke", level=5)
    ben.open(table)
    tap_link(ben, "Bring an army list")
    ben.reads("Agreed: level 3")
    ben.reads("Basic units: 1; level 3 asks for at least 2.")
    readable(ben)
    ben.tap(ben.page.locator(".list-card"))
    ben.page.wait_for_url("**" + table)
    ben.ready()
    ben.reads("Basic units: 1; level 3 asks for at least 2.")
    ben.reads("It can be played anyway")
    readable(ben)
    assert "Kengo" not in ana.page.locator("#r-board ul.units").inner_text()
    ana.press("Ready")
    ben.press("Ready")
    ana.unfold("I have deployed")
    ana.press("I have deployed")
    ben.press("I have deployed")
    # Both verdicts stand on both phones; who hides does not.
    for one in (ana, ben):
        one.open(table + "?page=forces")
        one.reads("not legal at level 3")
        expect(one.page.locator("#r-forces", has_text="legal at level 3")).to_be_visible()
    assert ana.page.get_by_text("Spy").count() > 0
    assert ben.page.get_by_text("Spy").count() == 0
    # One shot with what was brought.
    for one in (ana, ben):
        one.open(table)
    ana.tap(by_hand(ana, "shot", "Katana Samurai"))
    ben.reads("Yumi Samurai")
    ana.distance(40)
    ana.bin("hits", 0)
    ana.bin("tens", 0)
    ana.reads("nothing to remove")


def test_more_koku_are_asked_only_where_the_book_leaves_them_open(hands: Players) -> None:
    one = hands()
    one.open("/new?game=kensei")
    one.unfold("More")
    koku = one.page.locator("[name=koku]")
    expect(koku).to_be_hidden()
    one.tap(one.page.locator("label.chip:has([name=level][value='10'])"))
    expect(koku).to_be_visible()
    readable(one)
    koku.fill("5200")
    one.press("Open the table")
    one.page.wait_for_url("**/seats")
    one.open(one.page.url.replace(one.phone.server.url, "").removesuffix("/seats"))
    one.reads("Agreed: level 10, 5200 koku")
