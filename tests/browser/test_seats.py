"""The seats page lives: who comes and goes is seen there at once, and it shows nothing one would not hold out."""

import io
from collections.abc import Callable

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, expect

from tests.browser.cardtable import accessible, join, open_table
from tests.browser.hands import Hands, each_size, painted

Players = Callable[[], Hands]


def seat(one: Hands, name: str) -> Locator:
    """The seat on which this stands."""
    return one.page.locator("li.seat", has_text=name)


def open_battle(one: Hands) -> str:
    one.open("/new?game=kensei")
    one.enter("player", "Ana")
    one.press("Open the table")
    one.page.wait_for_url("**/seats")
    one.page.locator("body[data-live=yes]").wait_for(state="attached")
    return "/t/" + one.page.url.split("/t/")[1].split("/")[0]


def test_who_joins_appears_at_once_with_presence_and_what_is_typed_meanwhile_stays(hands: Players) -> None:
    ana, ben, chie = hands(), hands(), hands()
    path = open_table(ana, "tenno", 3, "Ana")
    expect(seat(ana, "Ana")).to_contain_text("here")
    chie.open(f"{path}/seats")
    form = chie.page.locator("form", has=chie.page.locator("input[name=seat][value=c]"))
    form.locator("[name=player]").fill("Chi")
    join(ben, path, "b", "Ben")
    for one in (ana, chie):
        expect(seat(one, "Ben")).to_contain_text("here")
    expect(chie.page.get_by_role("button", name="Sit here")).to_have_count(1)
    expect(form.locator("[name=player]")).to_have_value("Chi")
    form.locator("[name=player]").press("End")
    form.locator("[name=player]").type("e")
    chie.press("Sit here")
    chie.page.wait_for_url(f"**{path}")
    expect(seat(ana, "Chie")).to_contain_text("here")
    ben.page.evaluate("navigator.sendBeacon(location.pathname + '/here', new URLSearchParams({visible: 'no'}))")
    expect(seat(ana, "Ben")).to_contain_text("asleep")


@pytest.mark.own_phones
def test_who_goes_from_page_to_page_says_no_good_night(hands: Players) -> None:
    ana, ben = hands(), hands()
    path = open_battle(ana)
    join(ben, path, "b", "Ben")
    ben.page.add_init_script("navigator.sendBeacon = (url) => !!(sessionStorage.told = url)")
    for page in ("/log", "/seats", ""):
        ben.open(f"{path}{page}")
        ben.page.locator("body[data-live=yes]").wait_for(state="attached")
    assert ben.page.evaluate("sessionStorage.told") is None
    expect(seat(ana, "Ben")).to_contain_text("here")


def test_the_code_is_on_the_first_screen_scans_and_opens_the_table(hands: Players) -> None:
    ana, ben = hands(), hands()
    path = open_battle(ana)
    assert "/r/" not in ana.page.content(), "the secret link of a seat is behind a tap"
    assert "/r/" not in ana.page.evaluate("async () => (await fetch(location.pathname + '/now')).text()")
    code = ana.page.locator(".qr-code")
    expect(code).to_have_js_property("complete", True)
    for _ in each_size(ana.page, ((390, 844), (320, 640))):
        for shown in (code, ana.page.locator(".words")):
            expect(shown).to_be_in_viewport(ratio=1)
        painted(ana.page)
        (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
        address, proof = found.text.rsplit("/", 1)
        assert address == ana.page.locator(".address").inner_text(), "the words a player may type stand below the code"
        assert proof, "who scans proves that he saw the code, and waits for no guesser"
        accessible(ana)
    ben.page.goto(found.text)
    ben.page.wait_for_url(f"**{path}/seats")
    ben.unfold("Take over somebody's seat …")
    ben.page.locator("#take-over [name=player]").fill("Ben")
    ben.press("Ask for this seat")
    ana.reads("Ben asks for the seat of Ana.")
