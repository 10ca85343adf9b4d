"""A player's hands and eyes: taps by touch, what stands on the screen, and how often the glass was touched."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.browser.sitting import Sitting
from tests.conftest import Phone

COUNT_TOUCHES = """() => {
    const counts = "touches" in window;
    window.touches = 0; window.keystrokes = 0;
    if (counts) return;
    addEventListener("pointerdown", (e) => { if (e.isTrusted && e.pointerType === "touch") window.touches++; }, true);
    addEventListener("keydown", (e) => { window.keystrokes++; }, true);
}"""

LINES = "(one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)"
"""In how many lines the words of an element stand."""
WHY = """(wanted) => {
    for (const one of document.querySelectorAll("#r-act details")) {
        const name = one.querySelector(":scope > summary")?.textContent.trim().split(/\\s+/)[0];
        if (name !== wanted) continue;
        const words = (row, part) => row.querySelector(part).textContent.trim().replace(/\\s+/g, " ");
        return [...one.querySelectorAll("dl > div")].map((row) => [words(row, "dt"), words(row, "dd")]);
    }
    return null;
}"""

LOOK = """() => new Promise((seen) => {
    const live = document.getElementById("live"), begun = new Set();
    const on = (name, act) => document.addEventListener(name, ({ detail }) => detail.elt === live && act(detail.xhr));
    on("htmx:beforeRequest", (xhr) => begun.add(xhr));
    on("htmx:afterRequest", (xhr) => begun.has(xhr) && seen());
    htmx.trigger(live, "ring");
})"""

AT_REST = """async (frames) => {
    const ends = ({ timeline, playState, effect }) =>  // unlike what follows a scroll, or beats for ever
        timeline === document.timeline && playState === "running" && effect.getComputedTiming().endTime !== Infinity;
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    let still = 0, y = scrollY;
    do {
        await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
        await frame();
        still = scrollY === y ? still + 1 : 0;
        y = scrollY;
    } while (still < frames);
}"""
SWAP = """(html) => {
    const news = document.createElement("template");
    news.innerHTML = html;
    for (const one of [...news.content.children]) document.getElementById(one.id)?.replaceWith(one);
}"""
"""Every region of an answer takes the place of the one that stands on the page."""


class Hands:
    """A player with a phone. `tap` waits until the server has acknowledged everything that was tapped."""

    def __init__(self, phone: Phone, path: str = "") -> None:
        self.phone = phone
        self.page: Page = phone.page
        if path:
            self.open(path)

    def open(self, path: str) -> None:
        """Opens a page and waits until its scripts listen."""
        self.phone.open(path)
        self.ready()

    def ready(self) -> None:
        """Waits until the page listens to taps."""
        self.page.locator("css:light=body:not([data-table]), body[data-waiting]").wait_for(state="attached")

    def tap(self, target: Locator, *, wait: bool = True) -> None:
        """One touch of the glass."""
        target.tap()
        if wait:
            self.sent()

    def sent(self) -> None:
        """Waits until no tap of this phone is on its way."""
        self.page.locator("css:light=body:not([data-table]), body[data-waiting='0']").wait_for(state="attached")

    def press(self, name: str, *, exact: bool = True) -> None:
        """Taps the button or link with this name."""
        one = self.page.get_by_role("button", name=name, exact=exact).or_(
            self.page.get_by_role("link", name=name, exact=exact)
        )
        self.tap(one.locator("visible=true").first)

    def unfold(self, words: str) -> None:
        """Opens the part of the page whose heading holds these words, unless it is open."""
        fold = self.page.locator("details", has=self.page.locator("> summary", has_text=words)).first
        if fold.get_attribute("open") is None:
            self.tap(fold.locator("> summary"))

    def enter(self, name: str, text: str) -> None:
        """Types into the visible field of this name."""
        self.page.locator(f"[name='{name}']:visible").first.fill(text)

    # The pads

    def key(self, row: str, count: str | int) -> Locator:
        """The key of a bin (`hits`, `tens`, `misses`, `saved`, `saved_marked`) or of both saves (`saves`, "1+0")."""
        return self.page.locator(f"[data-row='{row}'] button[value='{count}']").locator("visible=true").first

    def bin(self, row: str, count: str | int, *, wait: bool = True) -> None:
        """Taps a count in a row of the bins."""
        self.tap(self.key(row, count), wait=wait)

    def few(self, saved: int, tens: int) -> None:
        """Taps how many of two or three defense dice save, and how many of the others are tens."""
        self.tap(self.page.get_by_role("button", name=f"{saved} saved, {tens} Ø", exact=True).locator("visible=true"))

    def distance(self, cm: int) -> None:
        """Taps the key of a shot's distance that ends at so many centimeters."""
        self.tap(self.page.locator(f"button[name='set.distance_cm'][value='{cm}']").locator("visible=true").first)

    def face_key(self, face: int) -> Locator:
        return self.page.locator(f"button[name='face'][value='{face}']").locator("visible=true").first

    def faces(self, *faces: int) -> None:
        """Taps the face of one die after the other; 10 is Ø."""
        for face in faces:
            self.tap(self.face_key(face))

    def corrects(self, die: int, face: int) -> None:
        """Puts another face in the place of a die on the page of an entry."""
        self.page.locator("[name=die]").nth(die - 1).tap()
        expect(self.page.locator(f"[name=die][value='{die - 1}'][data-next]")).to_be_visible()
        self.face_key(face).tap()
        expect(self.page.locator("[name=die]").nth(die - 1)).to_have_text("Ø" if face == 10 else str(face))

    def pressed(self, row: str) -> str | None:
        """The count that is chosen, or follows, in a row of the bins."""
        key = self.page.locator(f"[data-row='{row}'] button[aria-pressed='true']").first
        return key.get_attribute("value") if key.count() else None

    # What is there to read

    @property
    def act(self) -> Locator:
        """The region with whose act it is and the pad."""
        return self.page.locator("#r-act")

    def reads(self, words: str | re.Pattern[str], within: str = "#main") -> None:
        """Waits until these words stand on the page."""
        expect(self.page.locator(within)).to_contain_text(words)

    def told(self, sentence: str | re.Pattern[str]) -> None:
        """Waits until the big sentence of this phone is this one."""
        expect(self.act.get_by_role("heading", level=1)).to_have_text(sentence)

    def step(self) -> str:
        """Which step of which roll this phone shows."""
        return self.page.locator("[data-step]").first.get_attribute("data-step") or ""

    def has_baton(self) -> bool:
        return self.page.locator("[data-step]").first.get_attribute("data-mine") == "yes"

    def number(self, name: str) -> int:
        """A number of the strip (DC, AT, DF, AR)."""
        return int(self.numbers()[name])

    def numbers(self) -> dict[str, str]:
        """Every number of the strip by its name."""
        words = self.act.locator("details > summary").all_text_contents()
        found = (re.match(r"\s*(DC|AT|DF|AR|\+)(?: each)?\s+(-?\d+)", one) for one in words)
        return {one[1]: one[2] for one in found if one}

    def why(self, name: str) -> list[tuple[str, str]] | None:
        """The terms of a number as pairs of reason (with section and ruling) and value; None where it is not shown."""
        terms: list[list[str]] | None = self.page.evaluate(WHY, name)
        return None if terms is None else [(reason, value.replace("−", "-")) for reason, value in terms]

    # Counting

    def count(self) -> Callable[[], tuple[int, int]]:
        """Begins to count; call what comes back for the touches and the keystrokes since."""
        self.page.evaluate(COUNT_TOUCHES)
        return lambda: tuple(self.page.evaluate("[window.touches, window.keystrokes]"))  # type: ignore[return-value]


def at(sitting: Sitting, one: Hands, seat: str = "a", page: str = "") -> Hands:
    """The player, whose phone holds this seat now and shows this page of the table."""
    sitting.give(one.phone, seat)
    one.open(sitting.path + page)
    return one


def seated(battle: Sitting, hands: Callable[[], Hands]) -> tuple[Hands, Hands]:
    """A phone for each side of a battle, both showing the table."""
    return at(battle, hands(), "a"), at(battle, hands(), "b")


def painted(page: Page) -> None:
    """The page that stands here is drawn from now on, for a test that looks at its pixels."""
    page.evaluate("document.adoptedStyleSheets = []")


def looks(page: Page) -> None:
    """The page of a table shows what was entered before, without waiting until the stream tells it to look."""
    page.evaluate(LOOK)


def each_size(page: Page, sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Gives the page each of these sizes, beginning with the one it has."""
    has = page.viewport_size
    for width, height in sorted(sizes, key=lambda size: has != {"width": size[0], "height": size[1]}):
        if page.viewport_size != {"width": width, "height": height}:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise(requestAnimationFrame)")  # what watches sizes has done its part after it
        yield width, height


def settled(page: Page) -> None:
    """Until nothing fades or glides any more, and for twenty frames nothing has scrolled."""
    page.evaluate(AT_REST, 20)


def faded(page: Page) -> None:
    """Until nothing fades or glides any more, wherever the page is scrolled to."""
    page.evaluate(AT_REST, 0)


def measured(page: Page, states: Sequence[str], measure: str) -> list[Any]:
    """What the function says of the page in each of these states: answers to looks of a phone that had nothing.

    They are laid out on one page with no look, no frame and no painted picture between two: for what hangs on the HTML
    and the styles alone, not on what scripts do when news arrive."""
    found: list[Any] = page.evaluate(
        f"(states) => states.map((html) => {{ ({SWAP})(html); return ({measure})(); }})", list(states)
    )
    assert len(found) == len(states)
    return found


class Box(NamedTuple):
    """Where something stands on the screen."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def box(one: Locator) -> Box:
    """Where this stands, which has to be shown."""
    found = one.bounding_box()
    assert found is not None, one
    return Box(found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"])


def boxes(page: Page, selector: str) -> dict[str, Any]:
    """Where everything that fits the selector and is shown stands on the screen, by its position in the document."""
    found: dict[str, Any] = page.evaluate(
        """(selector) => Object.fromEntries([...document.querySelectorAll(selector)]
            .filter((one) => one.checkVisibility()).map((one, i) => {
            const box = one.getBoundingClientRect();
            return [`${i} ${one.name} ${one.value}`, [box.x, box.y, box.width, box.height]];
        }))""",
        selector,
    )
    return found
