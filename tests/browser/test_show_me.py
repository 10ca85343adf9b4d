"""The start page and Show me under the thumb: all ways in one look, and an attack rolled in a few taps, led by captions
that cover no key and move none."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.play.registry import GAMES
from tests.browser.hands import Hands, box, boxes, each_size
from tests.browser.test_kenjin import lay

LEAST_KEY = 44
SIZES = [(390, 844), (320, 640)]
KEYS = "#r-act :is(button, summary, input:not([name=caption]))"
COVERED = """() => {
    const shown = (one) => one.checkVisibility({ visibilityProperty: true });
    const captions = [...document.querySelectorAll(".caption")].filter(shown).map((one) => one.getBoundingClientRect());
    const keys = [...document.querySelectorAll(":is(#r-act, .board, footer) :is(button, summary, a, input)")]
        .filter((one) => shown(one) && !one.closest(".caption")).map((one) => [one, one.getBoundingClientRect()]);
    return captions.flatMap((box) => keys.filter(([, key]) => key.width > 1 && key.left < box.right - 1
        && key.right > box.left + 1 && key.top < box.bottom - 1 && key.bottom > box.top + 1)
        .map(([one]) => one.outerHTML.slice(0, 120)));
}"""
"""The keys of the panel, the bar and the foot on which a caption lies; what scrolls behind the panel is under that."""


def test_whoever_has_never_been_here_rolls_an_attack(hands: Callable[[], Hands]) -> None:
    one = shown(hands, "kensei")
    one.reads("Practice", ".board-turn")
    assert "Roll" in one.page.locator("#act-sentence").inner_text()
    for _ in each_size(one.page, SIZES):
        keys = [box for box in boxes(one.page, "#r-act .act-go :is(button, summary)").values() if box[2] and box[3]]
        assert keys
        assert all(wide >= LEAST_KEY and high >= LEAST_KEY for _, _, wide, high in keys)
    taps = one.count()
    one.press("App rolls")
    assert taps() == (1, 0)
    one.reads(re.compile(r"(charged|struck).*Undo.*dice rolled", re.S), "footer")
    one.tap(one.page.locator(".board-turn a"))
    assert one.page.locator("#combat").is_visible()
    one.press("Back to the table")
    one.reads("Practice", ".board-turn")


def shown(hands: Callable[[], Hands], game: str) -> Hands:
    """A player who has tapped *Show me* of this game."""
    one = hands()
    one.open("/")
    one.press(f"Show me: {GAMES[game].name}")
    one.ready()
    return one


def away(one: Hands) -> None:
    """Taps the caption away that is shown."""
    key = one.page.locator("[name=caption]").locator("visible=true").first
    name = key.get_attribute("value")
    key.tap()
    expect(one.page.locator(f".caption:has([value={name}])")).to_be_hidden()


WAYS = ("New table", "Join", "Army lists", "Rules in short", *(f"Show me: {game.name}" for game in GAMES.values()))


def test_all_ways_are_seen_without_scrolling(hands: Callable[[], Hands]) -> None:
    one = hands()
    one.page.set_viewport_size({"width": 390, "height": 844})
    one.open("/")
    for name in WAYS:
        way = one.page.get_by_role("link", name=name).or_(one.page.get_by_role("button", name=name)).first
        assert 0 <= box(way).top <= box(way).bottom <= 844, name
        assert box(way).height >= LEAST_KEY, name


def standing(one: Hands) -> dict[tuple[int, int], object]:
    """Where each key stands on both sizes of phone; a caption, if one is shown, covers none and is whole."""
    found: dict[tuple[int, int], object] = {}
    caption = one.page.locator(".caption").locator("visible=true")
    whole = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 9"
    for size in each_size(one.page, SIZES):
        assert one.page.evaluate(COVERED) == [], size
        assert all(one.evaluate(whole) for one in caption.all()), size
        found[size] = boxes(one.page, KEYS)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_captions_move_and_cover_no_key(hands: Callable[[], Hands], game: str) -> None:
    one = shown(hands, game)
    if game == "kenjin":
        standing(one)
        one.tap(one.page.locator("#spot-torii > summary"))
    before = standing(one)
    left = one.page.locator(".caption").locator("visible=true").count()
    assert left == 1, "one is read after the other"
    read = []
    while one.page.locator(".caption").locator("visible=true").count():
        read.append(one.page.locator(".caption").locator("visible=true").inner_text())
        away(one)
        assert standing(one) == before
    assert len(read) == len(set(read)) == {"kensei": 3, "kenjin": 1, "tenno": 3, "zipang": 2}[game]


BOTH_READ = """() => {
    const box = (one) => one.getBoundingClientRect(), panel = box(document.getElementById("r-act"));
    const shown = (one) => one.checkVisibility({ visibilityProperty: true });
    const caption = [...document.querySelectorAll(".caption")].find(shown);
    const [over, sheet] = [caption, document.querySelector(".why[open] .why-sheet")].map(box);
    return over.bottom <= sheet.top && over.top >= panel.top && sheet.bottom <= panel.bottom + 1;
}"""
"""Whether all of the caption and all of the open *why?* are seen, one above the other."""


@pytest.mark.parametrize("game", ["kensei", "kenjin"])
def test_an_open_why_covers_no_caption(hands: Callable[[], Hands], game: str) -> None:
    one = shown(hands, game)
    one.page.set_viewport_size({"width": 320, "height": 640})
    if game == "kenjin":
        one.tap(one.page.locator("#spot-torii > summary"))
        lay(one, "torii", "b", "lord")
        one.reads("to see how", ".caption >> visible=true")
    else:
        away(one)
        one.reads("Tap “why?” beside AT", ".caption >> visible=true")
    one.page.locator("#r-act .why > summary").locator("visible=true").first.tap()
    one.page.wait_for_function(BOTH_READ)


TAIL = """() => {
    const shown = (one) => getComputedStyle(one).visibility !== "hidden";
    const caption = [...document.querySelectorAll(".caption")].find(shown);
    const box = caption.getBoundingClientRect(), { left, borderLeftWidth } = getComputedStyle(caption, "::after");
    const names = [...document.querySelectorAll("#r-act .number > summary > .name")];
    const at = names.find((name) => name.textContent === "AT").closest(".number").getBoundingClientRect();
    const middle = box.left + parseFloat(left) + parseFloat(borderLeftWidth);
    return [middle > at.left && middle < at.right, box.top - at.bottom];
}"""


def test_a_caption_that_was_tapped_away_stays_away(hands: Callable[[], Hands]) -> None:
    """Each tap on the pad brings its region anew. The tail of what speaks of AT stands right below AT."""
    one = shown(hands, "kensei")
    away(one)
    one.reads("Tap “why?” beside AT", ".caption >> visible=true")
    for size in each_size(one.page, SIZES):
        points, apart = one.page.evaluate(TAIL)
        assert points, size
        assert 0 <= apart < LEAST_KEY / 2, size
    one.bin("hits", 2)
    one.reads("Tap “why?”", ".caption >> visible=true")
    away(one)
    away(one)
    one.bin("hits", 3)
    expect(one.page.locator(".caption").locator("visible=true")).to_have_count(0)
    one.bin("tens", 0)
    one.reads("takes the phone", ".caption >> visible=true")


@pytest.mark.own_server
def test_what_happened_leaves_the_next_key_in_view(monkeypatch: pytest.MonkeyPatch, hands: Callable[[], Hands]) -> None:
    """Where the first strike destroys a unit nobody strikes back: the panel is a strip with a key that goes on."""
    coming = [10, 1, *[5] * 5, *[9] * 10]
    monkeypatch.setattr("companion.web.services.throw", lambda count: tuple(coming.pop(0) for _ in range(count)))
    one = shown(hands, "kensei")
    for _ in range(3):
        one.press("App rolls")
    one.reads("What just happened", ".caption >> visible=true")
    assert one.page.evaluate(COVERED) == []
    key = one.act.locator(".act-go button").locator("visible=true").first
    assert box(key).bottom <= box(one.page.locator("footer")).top
    one.phone.forgive("404", "script error: undefined")  # its page may hear of it before it has gone
    one.page.get_by_role("button", name="Leave practice").locator("visible=true").tap()
    one.page.wait_for_url("**/")
    one.reads("New table")
