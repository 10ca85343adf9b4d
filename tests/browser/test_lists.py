"""Lists by thumb: a legal one in few taps, two phones on one, and nothing moving; shelf, comparison and suggestions."""

import io
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Error, Locator, expect

from tests.browser.axe import objections
from tests.browser.hands import Hands, each_size, painted
from tests.browser.held import Held
from tests.browser.lists import WITHOUT_HEADING, add, edit, fits, made, posted, readable

Players = Callable[[], Hands]
CROWDED = """(all) => all.map((one) => {
    const values = [...one.querySelectorAll("b")].map((b) => {
        const words = document.createRange();
        words.selectNodeContents(b);
        return words.getBoundingClientRect();
    });
    return values.some((box, i) => i && box.left < values[i - 1].right + 2);
})"""


def new_list(one: Hands, level: int = 3) -> str:
    """A Buke list of this level by a tap on the shelf, its picker open; its path."""
    one.open("/lists")
    one.tap(one.page.locator(f"button[name=level][value='{level}']"))
    one.page.wait_for_url("**/add")
    one.ready()
    return one.page.url.removeprefix(one.phone.server.url).removesuffix("/add")


def scanned(code: Locator) -> str:
    """What a camera reads off the screen."""
    code.scroll_into_view_if_needed()
    expect(code).to_have_js_property("complete", True)
    painted(code.page)
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    return str(found.text)


def cell(one: Hands, name: str) -> str:
    """What a cell of the strip says."""
    return one.page.locator(f"#cell-{name} > summary").get_attribute("aria-label") or ""


def test_a_legal_level_three_list_by_thumb(hands: Players) -> None:
    """Five units in five taps, two characters in two more, and another two put one of them into a unit."""
    one = hands()
    path = new_list(one)  # the first tap
    counted = one.count()
    for unit in ("yari-ashigaru", "yari-ashigaru", "katana-samurai", "yumi-samurai", "no-dachi-samurai"):
        add(one, unit)
    assert cell(one, "basic") == "Basic units: 4 of 2+"
    assert cell(one, "special") == "Special units: 1 of 2"
    assert cell(one, "koku") == "Koku: 590 of 1200"
    assert counted() == (5, 0)
    for who in ("busho-buke", "daisho-samurai"):
        add(one, who)
    expect(one.page.locator(".verdict")).to_have_text("legal")
    assert counted() == (7, 0), "docs/performance.md says 8 with the first"
    one.open(path)
    counted = one.count()
    one.tap(one.page.locator("#more-c6 > summary"))
    one.tap(one.page.locator("#more-c6 .join-place", has_text="Katana Samurai"))
    assert counted() == (2, 0)
    expect(one.page.locator("#e-u3")).to_contain_text("Busho Buke")
    expect(one.page.locator("#e-c6")).to_contain_text("in Katana Samurai")
    expect(one.page.locator("#e-u3 .entry-facts").first).to_contain_text("HR 6")


def test_a_newcomer_has_a_legal_list_in_three_taps(hands: Players) -> None:
    one = hands()
    one.open("/lists")
    ways = (
        ("button[name=level][value='3']", "**/add"),
        (".to-suggest a", "**/suggest"),
        ("button[name=what][value=new]", re.compile(r"/l/[\w-]{20,}/suggest\?since=")),
    )
    for target, page in ways:  # three taps, each on a page of its own
        one.tap(one.page.locator(target))
        one.page.wait_for_url(page)
        one.ready()
    assert len(ways) == 3
    expect(one.page.locator(".verdict")).to_have_text("legal")
    koku = re.search(r"Koku: (\d+) of 1200", cell(one, "koku"))
    assert koku is not None
    assert int(koku[1]) >= 0.95 * 1200


def test_every_page_fits_any_phone_and_axe_finds_nothing(hands: Players) -> None:
    one = hands()
    units = ("yari-ashigaru", "katana-samurai", "naginata-sohei", "no-dachi-samurai", "kengo", "kengo")
    path = made(one, *units, "busho-buke", "spy")
    of_the_list = ("add", "check", "more", "share", "history", "suggest", "damage", "compare", "level/1", "play")
    of_the_shelf = ("", "/open", "/miniatures", "/away")
    for page in (*(f"/lists{end}" for end in of_the_shelf), path, *(f"{path}/{end}" for end in of_the_list)):
        one.open(page)
        if page == path:
            one.tap(one.page.locator("#more-u1 > summary"))
            one.tap(one.page.locator("#more-c7 > summary"))
        readable(one, (320, 430), ("light", "dark"))
        crowded = one.page.locator(".profile").evaluate_all(CROWDED)
        assert not any(crowded), f"{page}: numbers of a profile run into each other"
    table = posted(one, "/new", game="kensei", player="Ana", level=3).removesuffix("/seats")
    for page, words in ((f"{table}/bring?seat=a", "Agreed: level 3"), (table, "It can be played anyway")):
        one.open(page)
        one.reads(words, "body")
        readable(one)
        if page != table:
            one.tap(one.page.locator(".list-card"))
            one.page.wait_for_url("**" + table)


def test_a_name_of_one_long_word_pushes_nothing_off_the_page(hands: Players) -> None:
    one = hands()
    one.page.set_viewport_size({"width": 320, "height": 640})
    path = made(one, "yumi-ashigaru", "daimyo-buke", "kensei", "spy", level=2)
    for entry in ("u1", "c2"):
        edit(one, path, "name", id=entry, name=entry + "W" * 58)
    one.open(path)
    one.tap(one.page.locator("#more-c2 > summary"))
    one.tap(one.page.locator("#more-c2 .join-place", has_text="u1W"))
    ends = ("", "/add", "/check", "/history", "/damage", "/compare", "/level/1")
    notes = [word.inner_text() for word in one.page.locator(".cell.broken > summary > small").all()]
    assert notes == ["+200", "of 2+"]
    for page in ("/lists", *(path + end for end in ends)):
        one.open(page)
        assert one.page.evaluate("document.documentElement.scrollWidth") <= 320, page
        for word in one.page.locator(".cell > summary > small").all():
            inside = "(word) => word.getBoundingClientRect().width <= word.parentElement.clientWidth"
            assert word.evaluate(inside), (page, word.inner_text())


def test_two_phones_edit_one_list_by_its_private_link(hands: Players) -> None:
    """The link is scanned off a dark page, where the ground of the code stays white."""
    ana, ben = hands(), hands()
    ana.phone.context.add_cookies([{"name": "theme", "value": "dark", "url": ana.phone.server.url}])
    ana.open(made(ana, "yari-ashigaru", "katana-samurai") + "/share")
    ana.tap(ana.page.locator("#private > summary"))
    code = ana.page.locator("#private img")
    expect(code).to_have_css("background-color", "rgb(255, 255, 255)")
    path = re.sub(r"^https?://[^/]+", "", scanned(code))
    ben.open(path)
    ana.open(path)
    expect(ben.page.locator("#e-u1 output")).to_have_text("5")
    ana.tap(ana.page.locator("#e-u1 button[name=by][value='1']"))
    ben.tap(ben.page.locator("#e-u2 button[name=by][value='1']"))
    for one in (ana, ben):
        expect(one.page.locator("#e-u1 output")).to_have_text("6")
        expect(one.page.locator("#e-u2 output")).to_have_text("5")
    ana.tap(ana.page.get_by_role("button", name=re.compile("^Undo")))
    for one in (ana, ben):
        expect(one.page.locator("#e-u1 output")).to_have_text("5")
        expect(one.page.locator("#e-u2 output")).to_have_text("5")
    ben.tap(ben.page.locator("#e-u1 button[name=by][value='1']"))
    ben.phone.forgive("422")
    ana.phone.forgive("422")
    expect(ana.page.locator("#e-u1 output")).to_have_text("6")
    ana.tap(ana.page.get_by_role("button", name=re.compile("^Undo")))
    expect(ana.page.locator("#notice")).to_contain_text("another phone has changed it since")
    expect(ana.page.locator("#notice p")).to_be_in_viewport(ratio=1)
    expect(ana.page.locator("#last")).to_contain_text("miniatures 5 → 6")
    expect(ana.page.locator("#e-u1 output")).to_have_text("6")


def test_a_list_inside_a_link_stays_on_the_phone_until_it_is_opened(hands: Players) -> None:
    ana, ben = hands(), hands()
    ana.open(made(ana, "kengo") + "/share")
    ana.tap(ana.page.locator("#inside > summary"))
    words = ana.page.locator("#inside textarea").input_value()
    sent: list[str] = []
    ben.page.on("request", lambda request: sent.append(request.url + (request.post_data or "")))
    ben.open("/l#" + words.rpartition("#")[2])
    expect(ben.page.locator(".found-in-link")).to_be_visible()
    assert not [one for one in sent if words.rpartition("#")[2][:20] in one.partition("#")[0]]
    ben.press("Open and keep it")
    ben.page.wait_for_url(re.compile(r"/l/[\w-]{20,}$"))
    ben.reads("Kengo")


def test_what_a_unit_is_opens_from_the_picker_and_from_the_list(hands: Players) -> None:
    one = hands()
    path = made(one, "kengo")
    one.open(path + "/add")
    sheet = one.page.locator("#powers-kengo")
    one.tap(one.page.locator("#p-kengo .pick-name"))
    expect(sheet).to_contain_text("I Dare You")
    expect(sheet).to_contain_text("1 AC · KI roll · once a battle")
    assert objections(one.page, without=WITHOUT_HEADING) == []
    one.tap(sheet.get_by_role("button", name="Close"))
    expect(sheet).to_be_hidden()
    one.open(path)
    one.tap(one.page.locator("#more-u1 > summary"))
    one.tap(one.page.locator("#more-u1 .what"))
    expect(sheet).to_be_visible()
    one.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_search_and_what_still_fits(hands: Players) -> None:
    one = hands()
    one.open(made(one, level=1) + "/add")
    rows = one.page.locator(".pick:visible")
    assert rows.count() == 31
    one.page.locator("[data-sift] input[type=search]").fill("mounted samurai")
    assert {"p-kiba-musha", "p-yari-kiba-musha"} == set(rows.evaluate_all("(all) => all.map((one) => one.id)"))
    one.page.locator("[data-sift] input[type=search]").fill("")
    expect(one.page.locator("[data-sift] [name=mine]")).to_be_hidden()
    one.tap(one.page.locator("[data-sift] .chip").first)
    fitting = rows.evaluate_all("(all) => all.map((one) => one.id)")
    assert "p-yari-ashigaru" in fitting
    assert not {"p-kengo", "p-kiba-musha", "p-daimyo-buke", "p-naginata-sohei"} & set(fitting)
    add(one, "yumi-ashigaru")
    after = rows.evaluate_all("(all) => all.map((one) => one.id)")
    assert "p-yumi-samurai" not in after, "level 1 allows one projectile unit"
    assert "p-yumi-ashigaru" in after, "what was touched stays under the thumb"


def test_miniatures_go_to_another_phone_and_into_the_picker(hands: Players) -> None:
    ana, ben = hands(), hands()
    ana.open("/lists/miniatures")
    ana.enter("katana-samurai", "8")
    ana.enter("busho-buke", "1")
    with ana.page.expect_navigation():
        ana.press("Keep these counts")
    ana.tap(ana.page.locator("#other-phone > summary"))
    ana.page.wait_for_function("() => document.querySelector('#other-phone img').naturalWidth > 0")
    link = ana.page.locator("#other-phone .address").inner_text().strip()
    ben.open(re.sub(r"^https?://[^/]+", "", link))
    ben.reads("These counts came with the link.")
    ben.press("Keep these counts")
    ben.page.wait_for_url(re.compile(r"miniatures$"))
    assert ben.page.locator("[name=katana-samurai]").input_value() == "8"
    ben.open(made(ben) + "/add")
    add(ben, "katana-samurai")
    expect(ben.page.locator("#p-katana-samurai")).to_contain_text("4 of yours left")
    ben.tap(ben.page.locator("[data-sift] .chip", has_text="what I have"))
    rows = ben.page.locator(".pick:visible").evaluate_all("(all) => all.map((one) => one.id)")
    assert rows == ["p-katana-samurai", "p-busho-buke"]


PICKED = ("kiba-musha", "kiba-musha", "no-dachi-samurai", "no-dachi-samurai", "spy", "geisha")


def test_nothing_moves_when_one_is_added(hands: Players) -> None:
    """No row of the picker moves on the page, and no key under the thumb."""
    one = hands()
    one.page.set_viewport_size({"width": 320, "height": 640})
    one.open(made(one) + "/add")
    rows = "rows => rows.map(row => [row.id, row.offsetTop, row.offsetHeight])"

    def places() -> dict[tuple[int, int], object]:
        sizes = each_size(one.page, ((320, 640), (390, 640)))
        return {size: one.page.locator(".pick").evaluate_all(rows) for size in sizes}

    wide = places()
    one.page.set_viewport_size({"width": 320, "height": 640})
    before = one.page.locator(".pick").evaluate_all(rows)
    for count, name in enumerate(PICKED, 1):
        key = one.page.locator(f"#p-{name} .add")
        key.scroll_into_view_if_needed()
        stood = key.bounding_box()
        one.tap(key)
        expect(one.page.locator(f"#p-{name} output")).to_have_text(str(PICKED[:count].count(name)))
        expect(one.page.locator(".pick output")).to_have_count(len({*PICKED[:count]}))
        assert one.page.locator(".pick").evaluate_all(rows) == before, name
        assert key.bounding_box() == stood, name
    assert places() == wide, "on wider phones too"


def test_what_is_typed_is_kept_when_the_field_or_the_page_is_left(hands: Players) -> None:
    """Name, clan and note: without their button, once where it is tapped as well, and though the page is left."""
    one = hands()
    path = made(one, "yari-ashigaru")
    one.open(f"{path}/more")
    one.page.locator("#list-name").fill("Red spears")
    one.page.locator("#list-clan").fill("Takeda")  # leaves the name
    expect(one.page.locator(".strip-name b")).to_have_text("Red spears")
    with one.page.expect_response("**/edit?*"):
        one.tap(one.page.locator("#list-clan + .button"))
    one.open(path)
    one.tap(one.page.locator("#more-u1 > summary"))
    one.page.locator("#note-u1").fill("behind the mill")
    one.page.evaluate("location.reload()")
    expect(one.page.locator("#note-u1")).to_have_value("behind the mill")
    one.sent()  # the browser puts the words back before the answer to them has come
    one.open(f"{path}/history")
    expect(one.page.get_by_text("the list is called “Red spears”")).to_have_count(1)
    expect(one.page.get_by_text("clan: Takeda")).to_have_count(1)
    expect(one.page.get_by_text("note on Yari Ashigaru")).to_have_count(1)


def test_counts_are_said_to_be_kept_when_the_last_one_is(hands: Players) -> None:
    one = hands()
    one.open("/lists/miniatures")
    counts = Held(one.page, "**/lists/miniatures")
    more = one.page.get_by_role("button", name="One Kengo more")
    for _ in range(2):
        one.tap(more)
    with one.page.expect_response("**/lists/miniatures"):
        counts.next(one.page).continue_()
    second = counts.next(one.page)  # sent after the answer to the first
    expect(one.page.locator(".saved")).to_have_text("")
    counts.let_go()
    second.continue_()
    expect(one.page.locator(".saved")).to_have_text("Kept.")
    one.open("/lists/miniatures")
    kengo = one.page.locator("#own-kengo")
    expect(kengo).to_have_value("2")
    kengo.fill("201")
    kengo.blur()
    assert kengo.evaluate("field => field.validity.rangeOverflow"), "as typed; the browser says what is allowed"
    one.open("/lists/miniatures")
    expect(kengo).to_have_value("2")


@pytest.mark.parametrize("arrives", [True, False], ids=["late", "never"])
def test_counts_tapped_before_the_page_is_left_are_kept(hands: Players, arrives: bool) -> None:
    """Whatever became of what was sent then: the next page shows each count that was shown, and sends it."""
    one = hands()
    one.phone.forgive("ERR_FAILED")
    one.open("/lists/miniatures")
    counts = Held(one.page.context, "**/lists/miniatures")
    for name in ("Kengo", "Kengo", "Daimyo Kuge"):
        one.tap(one.page.get_by_role("button", name=f"One {name} more"))
    first = counts.next(one.page)
    assert first.request.post_data == "kengo=1"
    one.page.goto(one.phone.server.url + "/connect")
    for late in (first, *counts.taken()):
        with suppress(Error):  # it was taken back
            late.continue_() if arrives else late.abort()
    counts.let_go()
    one.open("/lists/miniatures")
    expect(one.page.locator("#own-kengo")).to_have_value("2")
    expect(one.page.locator("#own-daimyo-kuge")).to_have_value("1")
    expect(one.page.locator(".saved")).to_have_text("Kept.")
    one.page.evaluate("localStorage.clear()")
    one.open("/lists/miniatures")
    expect(one.page.locator("#own-kengo"), "now from the server").to_have_value("2")
    expect(one.page.locator("#own-daimyo-kuge")).to_have_value("1")


def test_counts_of_a_link_are_newer_than_what_waits(hands: Players) -> None:
    one = hands()
    one.phone.forgive("ERR_FAILED")
    one.open("/lists/miniatures")
    one.page.context.route("**/lists/miniatures", lambda route: route.abort())
    one.tap(one.page.get_by_role("button", name="One Kengo more"))
    expect(one.page.locator(".saved")).to_contain_text("Not kept")
    one.page.context.unroute("**/lists/miniatures")
    one.open("/lists/miniatures?kengo=5")
    one.press("Keep these counts")
    one.page.wait_for_url(re.compile(r"miniatures$"))
    expect(one.page.locator("#own-kengo")).to_have_value("5")


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


# ---- shelf, comparison, suggestions and the signs of rows

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
