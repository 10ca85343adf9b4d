"""Entries dragged to another place: by finger or mouse, past the edge of the screen, called off, and interrupted."""

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.glass import Glass
from tests.browser.hands import Hands, box, settled
from tests.browser.held import Held
from tests.browser.lists import made

Players = Callable[[], Hands]


class Finger:
    """The finger that drags."""

    def __init__(self, one: Hands) -> None:
        self.one = one
        self.glass = Glass(one)
        self.x = self.y = 0.0

    def down(self, entry: str) -> None:
        """Onto the handle of an entry."""
        grip = box(self.one.page.locator(f"#e-{entry} .grip"))
        assert min(grip.width, grip.height) >= 48
        self.x, self.y = grip.left + grip.width / 2, grip.top + grip.height / 2
        self.glass.touch("drags", self.x, self.y)

    def along(self, way: float, steps: int = 8) -> None:
        """So many pixels down, or up where negative."""
        for _ in range(steps):
            self.y += way / steps
            self.glass.move("drags", self.x, self.y)
        self.frames()

    def up(self) -> None:
        self.glass.lift("drags")
        self.one.sent()

    def frames(self) -> None:
        """Until the page has followed."""
        self.one.page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")


def order(one: Hands) -> list[str]:
    """The units as they stand on the page, from top to bottom."""
    found: list[str] = (
        one.page.locator(".entries")
        .first.locator("> li")
        .evaluate_all(
            "(all) => all.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)"
            ".map((one) => one.dataset.entry)"
        )
    )
    return found


TALL = {"width": 390, "height": 1400}
"""A screen on which four entries stand far from its edges."""


def spread(one: Hands, count: int = 4) -> str:
    """A list of so many units, u1 first; its path."""
    units = ("yari-ashigaru", "katana-samurai", "no-dachi-samurai", "yari-samurai", *["yari-ashigaru"] * 8)
    path = made(one, *units[:count], level=5)
    one.open(path)
    return path


def height(one: Hands, entry: str) -> float:
    return box(one.page.locator(f"#e-{entry}")).height


def test_an_entry_follows_the_finger_and_stays_where_it_is_let_go(hands: Players) -> None:
    one = hands()
    path = spread(one)
    one.page.set_viewport_size(TALL)
    finger = Finger(one)
    finger.down("u1")
    finger.along(height(one, "u2") + height(one, "u3"))
    assert one.page.evaluate("scrollY") == 0, "the page scrolled along with the finger"
    expect(one.page.locator("#e-u1")).to_contain_class("lifted")
    finger.up()
    expect(one.page.locator(".lifted")).to_have_count(0)
    assert order(one) == ["u2", "u3", "u1", "u4"]
    first = one.page.locator("#e-u2").bounding_box()
    settled(one.page)
    assert one.page.locator("#e-u2").bounding_box() == first, "nothing jumps"
    expect(one.page.locator("#last")).to_contain_text("Yari Ashigaru moved to place 3")
    one.open(path)
    assert order(one) == ["u2", "u3", "u1", "u4"]
    one.open(path + "/share")
    words = one.page.locator("#text-full textarea").input_value()
    places = [words.index(name) for name in ("Katana Samurai", "No-Dachi Samurai", "Yari Ashigaru", "Yari Samurai")]
    assert places == sorted(places)


def test_a_mouse_drags_too_and_escape_puts_it_back(hands: Players) -> None:
    one = hands()
    spread(one)
    one.page.set_viewport_size(TALL)
    mouse, keyboard = one.page.mouse, one.page.keyboard
    x, y, *_ = box(one.page.locator("#e-u2 .grip"))
    mouse.move(x + 20, y + 20)
    mouse.down()
    mouse.move(x + 20, y + 260, steps=6)
    keyboard.press("Escape")
    mouse.up()
    assert order(one) == ["u1", "u2", "u3", "u4"]
    expect(one.page.locator("#last")).to_contain_text("added")
    mouse.move(x + 20, y + 20)
    mouse.down()
    mouse.move(x + 20, y + 20 + height(one, "u3"), steps=6)
    mouse.up()
    one.sent()
    assert order(one) == ["u1", "u3", "u2", "u4"]


def test_at_the_edge_the_page_scrolls_along(hands: Players) -> None:
    one = hands()
    spread(one, 12)
    finger = Finger(one)
    finger.down("u1")
    bottom = one.page.evaluate("document.querySelector('.bottom').getBoundingClientRect().top")
    finger.along(bottom - 10 - finger.y)
    one.page.wait_for_function("() => scrollY > 50")
    expect(one.page.locator("#e-u1")).to_be_in_viewport()
    # as far as it goes: it rests as the last unit and goes no farther, over characters and abilities
    expect(one.page.locator("#e-u12")).to_be_in_viewport(timeout=20_000)
    settled(one.page)
    finger.up()
    assert order(one)[-1] == "u1"


def test_news_from_another_phone_wait_until_the_entry_is_let_go(hands: Players) -> None:
    ana, ben = hands(), hands()
    path = spread(ana)
    ben.open(path)
    finger = Finger(ana)
    one_more = ben.page.locator("#e-u4 button[name=by][value='1']")

    def meanwhile(tapped: Locator, entry: str, way: float) -> None:
        """She drags this entry while the answer is on its way that tells of Ben's tap."""
        looks = Held(ana.page, "**/now*")
        ben.tap(tapped)
        look = looks.next(ana.page)  # one at a time: whatever was asked before is answered
        looks.let_go()
        finger.down(entry)
        finger.along(way)
        with ana.page.expect_response(lambda answer: "/now" in answer.url and answer.status == 200):
            look.continue_()

    meanwhile(one_more, "u1", height(ana, "u1"))
    finger.glass.touch("another", 20, 300)
    finger.glass.lift("another")
    settled(ana.page)
    expect(ana.page.locator("#e-u1")).to_contain_class("lifted")
    expect(ana.page.locator("#e-u4 output")).to_have_text("4")
    finger.up()
    for one in (ana, ben):
        expect(one.page.locator("#e-u4 output")).to_have_text("5")
        expect(one.page.locator(".entries").first.locator("> li").first).to_have_id("e-u2")
    meanwhile(one_more, "u2", 20)
    finger.along(-20)
    finger.up()
    expect(ana.page.locator("#e-u4 output")).to_have_text("6")
    assert order(ana) == ["u2", "u1", "u3", "u4"]
    ana.phone.forgive("422")
    ben.tap(ben.page.locator("#more-u2 > summary"))
    meanwhile(ben.page.locator("#e-u2 .doings").get_by_role("button", name="Remove"), "u2", height(ana, "u2"))
    finger.up()
    expect(ana.page.locator("#e-u2"), "removed meanwhile, it leaves the page").to_have_count(0)
    expect(ana.page.locator("#notice")).to_contain_text("Another phone has changed it since (removed Katana Samurai).")
    assert order(ana) == ["u1", "u3", "u4"]
