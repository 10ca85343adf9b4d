"""Printing by thumb: from a list to its PDF, every page seen before; nothing moving; without a script as well."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.axe import THEMES, objections_in
from tests.browser.hands import Hands
from tests.browser.lists import TOO_SMALL, posted
from tests.conftest import Phone
from tests.printables.kits import LARGE

Players = Callable[[], Hands]


def given_list(one: Hands, *pieces: str) -> str:
    """A list of eight units and six characters on this phone, of which it prints these pieces, or the usual ones; its
    path."""
    path = posted(one, "/lists/open", text=json.dumps(LARGE), anyway="yes").removeprefix(one.phone.server.url)
    if pieces:
        posted(one, f"{path}/print", pieces=pieces)
    return path


def choose(one: Hands, name: str, value: str) -> None:
    """Taps a choice and waits for what comes of it."""
    with one.page.expect_response(lambda answer: answer.request.method == "POST"):
        one.page.locator(f".print-form label:has(input[name='{name}'][value='{value}'])").tap()
    expect(one.page.locator(".print-form.htmx-request, .print-form.htmx-settling")).to_have_count(0)
    expect(one.page.locator("#print-out:not(.htmx-swapping, .htmx-settling)")).to_have_count(1)


def test_from_the_list_to_its_pdf(hands: Players, tmp_path: Path) -> None:
    one = hands()
    path = given_list(one, "troop-cards", "reference")
    one.open(path + "/more")
    one.page.get_by_role("link", name="Print").tap()
    one.page.wait_for_url("**/print")
    sheets = one.page.locator(".print-sum h2")
    before = sheets.inner_text()
    for piece in ("character-cards", "reference"):  # one more, one less
        choose(one, "pieces", piece)
    expect(sheets).not_to_have_text(before)
    choose(one, "sides", "fold")
    choose(one, "color", "grey")
    expect(sheets).to_contain_text("3 sheets")
    images = one.page.locator(".print-pages img")
    for image in images.all():
        image.scroll_into_view_if_needed()
    expect(images).to_have_count(3)
    for image in images.all():
        expect(image).to_have_js_property("naturalWidth", 800)
    with one.page.expect_download() as found:
        one.press("Save the PDF")
    found.value.save_as(tmp_path / found.value.suggested_filename)
    assert len(PdfReader(next(tmp_path.glob("takeda-vanguard-*.pdf"))).pages) == 3
    one.open(path + "/print")
    expect(one.page.locator("input[name=sides][value=fold]")).to_be_checked()
    choose(one, "sides", "long-edge")
    through = one.page.locator(".print-pages .through").first
    expect(through).to_be_hidden()
    one.page.locator("label:has(#through)").tap()
    through.scroll_into_view_if_needed()
    expect(through, "the backs are seen through the sheet").to_have_js_property("naturalWidth", 800)
    assert "matrix(-1" in through.evaluate("(image) => getComputedStyle(image).transform"), "mirrored across"
    expect(one.page.locator("input[name=changed]")).to_have_count(1)
    choose(one, "changed", "on")
    one.reads("nothing has changed since the last time")


def test_a_count_is_stepped_and_nothing_moves(hands: Players) -> None:
    one = hands()
    one.open(given_list(one, "markers") + "/print")
    one.tap(one.page.locator("#print-markers > summary"))
    more = one.page.locator("button[value='more:charge']")
    more.scroll_into_view_if_needed()
    field = one.page.locator("#f-n-charge")
    count, box = int(field.input_value()), more.bounding_box()
    for step in (1, 2):
        more.tap()
        expect(field).to_have_value(str(count + step))
    assert more.bounding_box() == box
    one.phone.forgive("422")
    field.fill("99")
    field.blur()
    expect(one.page.locator("#wrong-n-charge")).to_contain_text("0 to 60 can be printed")
    expect(field).to_have_value("99")
    expect(one.page.get_by_role("button", name="Save the PDF")).to_be_disabled()
    field.fill("4")
    field.blur()
    expect(one.page.locator("#wrong-n-charge")).to_be_empty()
    expect(one.page.get_by_role("link", name="Save the PDF")).to_be_visible()


def test_without_a_script_the_button_shows_it(phone: Callable[..., Phone]) -> None:
    one = phone(java_script_enabled=False)
    one.open("/print")
    one.page.locator("label:has(input[value='tenno-pad'])").tap()
    one.page.locator("label:has(input[value='letter'])").tap()
    one.page.locator(".print-form > noscript button, .print-form > button.primary").tap()
    one.page.wait_for_url("**/print")
    expect(one.page.locator(".print-pages")).to_contain_text("Tenno")
    expect(one.page.locator("input[value='letter']")).to_be_checked()


def test_axe_finds_nothing_and_targets_fit_a_thumb(phone: Callable[..., Phone]) -> None:
    one = Hands(phone(reduced_motion="reduce"))
    path = given_list(one)
    for page in (path + "/print", "/print", "/printers"):
        one.open(page)
        one.page.evaluate("document.querySelectorAll('details').forEach((one) => one.setAttribute('open', ''))")
        for width in (320, 390):
            one.page.set_viewport_size({"width": width, "height": 844})
            assert one.page.evaluate("document.documentElement.scrollWidth") <= width, page
            small = [name for name in one.page.evaluate(TOO_SMALL) if "visually-hidden" not in name]
            assert small == [], page
        assert not (wrong := objections_in(one.page, THEMES)), (page, wrong)
