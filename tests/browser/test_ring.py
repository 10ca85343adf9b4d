"""Zipang Portable on one phone in the middle of the table: every tap hits what it shows, in every kind of act."""

import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from companion.content.languages import languages
from tests.browser.cardtable import accessible, fits, made
from tests.browser.hands import LINES, Hands, each_size, looks, measured

TAPPED = ((320, 640), (390, 844), (844, 390))
SIZES = (*TAPPED, (360, 740))
PORTRAIT = ((390, 844), (320, 640))

MISSED = """() => {
    const sheet = document.querySelector(".turned[open]");
    const panel = sheet?.querySelector(".card-fold[open] .whom") ?? sheet;
    const wanted = (one) => !panel || panel.contains(one) || one.parentElement === sheet || !one.closest("main");
    const covered = (one) => one.matches("input.coin-tap") &&
        [...one.parentElement.querySelectorAll(":scope > button")].some((over) => over.checkVisibility());
    const missed = [];
    let looked = 0;
    delete document.body.dataset.touched; // for a moment after each touch Undo gets none
    for (const one of document.querySelectorAll("button, summary, a[href], select, input:not([type=hidden])")) {
        if (!one.checkVisibility({visibilityProperty: true}) || one.disabled || one.matches(".skip-link")) continue;
        if (!wanted(one) || covered(one)) continue;
        looked++;
        one.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
        const box = one.getBoundingClientRect();
        const name = one.ariaLabel || one.textContent.trim().replace(/\\s+/g, " ") || one.name;
        for (const [x, y] of [[0.5, 0.5], [0.15, 0.15], [0.85, 0.15], [0.15, 0.85], [0.85, 0.85]]) {
            const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
            const right = hit && (one.contains(hit) || [...one.labels ?? []].some((label) => label.contains(hit)));
            if (!right) missed.push(`${name} at ${x}, ${y} hits ${hit?.outerHTML.slice(0, 120)}`);
        }
    }
    scrollTo(0, 0);
    return [looked, missed];
}"""
"""How many buttons were looked at, and which of them do not get a tap in their middle or near a corner. Where a sheet
lies open it is the sheet's that are meant, with the pages' own at the top and the bottom."""
EACH_SHEET = f"""() => [...document.querySelectorAll(".turned > summary")].map((fold) => {{
    fold.click();
    const open = [...document.querySelectorAll(".turned[open]")];
    const found = open.length === 1 && open[0] === fold.parentElement ? ({MISSED})() : [0, ["it is not open alone"]];
    fold.click();
    return found;
}})"""
"""The same of each sheet, opened one after the other."""
PAGE_AND_SHEETS = f"() => [document.documentElement.scrollWidth, ({MISSED})(), ({EACH_SHEET})()]"
"""How wide the page is, and both of these."""

HIDDEN = """() => {
    const low = document.querySelector("footer.bottom").getBoundingClientRect().top;
    const high = document.querySelector("header.board").getBoundingClientRect().bottom;
    const hidden = [];
    const all = document.querySelectorAll(".ring :is(button, summary, .purse, h1, .pot, .ended)");
    const shown = [...all].filter((one) => !one.matches(".coin-tap") && one.checkVisibility());
    const inner = (one) => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1;
    for (const one of shown) {
        const box = one.getBoundingClientRect();
        const name = one.ariaLabel || one.textContent.trim().replace(/\\s+/g, " ");
        if (box.top < high - 0.5 || box.bottom > low + 0.5 || box.left < 0 || box.right > innerWidth + 0.5)
            hidden.push(`${name} at ${Object.values(box.toJSON())}; ${high} to ${low} is in view`);
        for (const [x, y] of [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]]) {
            const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
            if (!one.contains(hit)) hidden.push(`${name} at ${x}, ${y} shows ${hit?.outerHTML.slice(0, 120)}`);
        }
        if (!one.matches(".purse") && !inner(one)) hidden.push(`${name} is cut off within itself`);
    }
    return [scrollY, shown.length, hidden];
}"""
"""Which buttons, purses and sentences of the ring are not wholly in view between header and footer as the page stands,
or cut off within themselves (but for a long name in a purse, which ends in dots)."""

State = tuple[str, int]
"""An answer to a look, and the least of what stands on it that is looked at."""


class Middle:
    """A table of Zipang whose seats are all on one phone."""

    def __init__(self, one: Hands, players: int, way: str = "cards", clock: str = "no") -> None:
        self._one = one
        self._behind = True
        self.seats = "abcdef"[:players]
        self.unseen, self.path = made(one, "zipang", players, way=way, clock=clock)
        self.number = 0

    @property
    def one(self) -> Hands:
        """The phone; its page looks what was done since."""
        if self._behind and self._one.page.url.endswith(self.path):
            looks(self._one.page)
        elif self._behind:
            self._one.open(self.path)
        self._behind = False
        return self._one

    def do(self, seat: str, type_: str, **form: str) -> None:
        """An act entered without looking."""
        data = {"type": type_, "seat": seat, "key": secrets.token_hex(8), **form}
        assert self.unseen.post(f"{self.path}/tap", data=data).status_code == 303, (type_, form)
        self._behind = True

    def begin(self) -> None:
        """Ana has the first turn of the first campaign."""
        self.do("a", "starts", player="a")
        self.do("a", "campaign", number="1")

    def play(self, seat: str, card: str, *targets: str) -> None:
        self.number += 1
        self.do(seat, "play", campaign="1", number=str(self.number), card=card, targets=",".join(targets))

    def answer(self, seat: str, how: str) -> None:
        self.do(seat, "answer", campaign="1", number=str(self.number), answer=how)

    def right(self, least: int) -> None:
        """Every button of the page, at least this many, gets the taps on it, on every phone."""
        for width, _ in each_size(self.one.page, TAPPED):
            looked, missed = self.one.page.evaluate(MISSED)
            assert not missed, (width, missed)
            assert looked >= least, (width, looked)
            assert self.one.page.evaluate("document.documentElement.scrollWidth") <= width

    def state(self, least: int, language: str = "en") -> State:
        """What the phone is shown now, and how much of it there is at least."""
        return self.unseen.get(f"{self.path}/now", headers={"Accept-Language": language}).text, least

    def in_view(self, *states: State) -> None:
        """Without a scroll, all of the ring is in view on every phone: the sentence, the pot, purses and buttons."""
        for width, height in each_size(self.one.page, SIZES):
            found = measured(self.one.page, [html for html, _ in states], HIDDEN)
            for (_, least), (scrolled, shown, hidden) in zip(states, found, strict=True):
                assert scrolled == 0
                assert not hidden, (width, height, hidden)
                assert shown >= least, (width, height, shown)

    def opened(self) -> Iterator[None]:
        """Opens one sheet after the other and closes it again by its own button."""
        folds = self.one.page.locator(".turned > summary")
        assert folds.count()
        for place in range(folds.count()):
            folds.nth(place).tap()
            expect(self.one.page.locator(".turned[open]")).to_have_count(1)
            yield
            self.one.page.locator(".turned[open] > summary").tap()
            expect(self.one.page.locator(".turned[open]")).to_have_count(0)

    def sheets(self, *states: State) -> None:
        """The page and each of its sheets are right, with so much on each sheet."""
        for width, _ in each_size(self.one.page, TAPPED):
            found = measured(self.one.page, [html for html, _ in states], PAGE_AND_SHEETS)
            for (_, least), (wide, page, sheets) in zip(states, found, strict=True):
                assert sheets
                assert wide <= width
                for (looked, missed), expected in ((page, len(self.seats) + 1), *((one, least) for one in sheets)):
                    assert not missed, (width, missed)
                    assert looked >= expected, (width, looked)
        assert self.one.page.locator(".turned[open]").count() == 0

    def accessible(self) -> None:
        """Everything fits, and axe finds nothing where the most stands on it."""
        if len(self.seats) == 6:
            accessible(self.one)
        else:
            fits(self.one)


@pytest.fixture
def middle(scout: Hands) -> Middle:
    """A table of six: what lies open is a sheet, which stands alone on the screen however many sit around it."""
    return around(scout, 6)


def around(one: Hands, players: int, **choices: str) -> Middle:
    """A table around which somebody has a long name."""
    middle = Middle(one, players, **choices)
    middle.do("b", "player", name="Maximiliane vom Stein")
    return middle


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_all_is_in_view_without_a_scroll(scout: Hands, players: int) -> None:
    """Whose turn it is sees his button, whoever he is; nothing stands before the ring."""
    middle = around(scout, players)
    places = players + 2  # the purses, the pot, the sentence
    states = [middle.state(places + 1)]
    middle.do("a", "starts", player="a")
    states.append(middle.state(places + 1))
    middle.do("a", "campaign", number="1")
    for seat in middle.seats:
        states.append(middle.state(places + 1))
        middle.play(seat, "merchant" if seat == middle.seats[-1] else "peasant")
    states.append(middle.state(places + 1 + players - 2))  # two play or have played, the others may name a Monk
    middle.do("a", "count", pot="20")  # the coins no longer add up, and that is said
    states.append(middle.state(places + 1))
    middle.do("a", "decide", campaign="1", winner="a")
    middle.in_view(*states, middle.state(places + 1))


GAIN = """() => {
    const tile = document.querySelector(".turn-me:has(> .gain)");
    const size = (one) => parseFloat(getComputedStyle(tile.querySelector(one)).fontSize);
    const inside = tile.getBoundingClientRect();
    const cut = [...tile.querySelectorAll("b, .gain")].map((one) => one.getBoundingClientRect()).some((one) =>
        one.left < inside.left - 1 || one.right > inside.right + 1
        || one.top < inside.top - 1 || one.bottom > inside.bottom + 1);
    return [size(".gain") / size("b"), cut];
}"""


@pytest.mark.parametrize("players", [4, 6])
def test_by_results_all_is_in_view_without_a_scroll(scout: Hands, players: int) -> None:
    """Everybody has a key at his edge that says he took the pot; what the winner got stands in his purse."""
    middle = around(scout, players, way="result")
    middle.do("a", "starts", player="a", next="true")
    begun = middle.state(2 * players + 4)
    middle.do("a", "decide", campaign="1", winner="b", next="true")
    middle.in_view(begun, middle.state(2 * players + 4))
    expect(middle.one.page.locator(".purse.side-b .gain")).to_have_text(f"+{players}")
    part, cut = middle.one.page.evaluate(GAIN)
    assert (part, cut) == (0.5, False), "half as large as the purse, which holds it already"
    middle.right(2 * players + 3)
    for _ in middle.opened():
        middle.right(2 * players + 1)
    middle.accessible()


def test_a_clock_for_turns_answers_and_hands_are_in_view_without_a_scroll(scout: Hands) -> None:
    """In every language: their words for a key differ in length."""
    middle = around(scout, 6, clock="yes")
    middle.begin()
    states = [middle.state(9, language) for language in languages()]
    assert all("turn-clock" in html for html, _ in states)
    middle.play("a", "ikki")
    states += [middle.state(13, language) for language in languages()]
    for seat in middle.seats[1:]:
        middle.answer(seat, "blocked")
    middle.do("b", "player", name="Ben")  # all names are in the sentence, which scrolls where one more is long
    middle.play("b", "emperor")
    middle.in_view(*states, middle.state(15))


def test_every_sheet_of_a_game(middle: Middle) -> None:
    """Who begins, a new campaign, each turn, hands laid open, and a draw for the first place."""
    states = [middle.state(8)]
    middle.do("a", "starts", player="a")
    middle.right(8)
    middle.accessible()
    middle.do("a", "campaign", number="1")
    for seat in middle.seats[:-1]:
        states.append(middle.state(15))
        middle.play(seat, "peasant")
    states.append(middle.state(15))
    middle.play("f", "emperor")
    states.append(middle.state(7))
    assert middle.one.page.locator(".purse .turned").count() == 6
    middle.accessible()
    middle.do("a", "decide", campaign="1", winner="a")
    coins = {"a": 10, "b": 10, "c": 0, "d": 4, "e": 3, "f": 3}
    middle.do("a", "count", pot="0", **{f"purses.{seat}": str(count) for seat, count in coins.items()})
    assert middle.one.page.locator(".purse .turned").count() == 2
    middle.sheets(*states, middle.state(13))
    middle.do("a", "share")
    middle.right(4)


def test_whom_a_card_hits(middle: Middle) -> None:
    """All sheets are alike but for how they lie: axe reads one."""
    middle.begin()
    for seat in middle.seats[:-1]:
        middle.play(seat, "peasant")
    for place, _ in enumerate(middle.opened()):
        for card in ("Commander", "Bandit"):
            middle.one.tap(middle.one.page.locator(".turned[open] .card-fold > summary", has_text=card))
            middle.right(len(middle.seats) - 1)
            middle.accessible() if place == 0 else fits(middle.one)
            middle.one.page.locator(".turned[open] .card-fold[open] > summary").evaluate("one => one.click()")
    middle.one.unfold("Correct by hand")
    middle.right(3 * len(middle.seats))


def test_every_sheet_can_be_turned_upright_or_to_who_sits_across(middle: Middle) -> None:
    """One tap in its head turns it, and back; its keys and its cross get their taps either way."""
    turned = "one => getComputedStyle(one).transform"
    middle.begin()
    middle.play("a", "ikki")
    for seat in middle.seats[1:]:
        middle.answer(seat, "blocked")
    middle.play("b", "emperor")
    for _ in middle.opened():
        sheet = middle.one.page.locator(".turned[open] .sheet-over")
        before = sheet.evaluate(turned)
        middle.one.tap(middle.one.page.locator(".turned[open] .upright"))
        upright = sheet.evaluate(turned) in ("none", "matrix(1, 0, 0, 1, 0, 0)")
        assert upright != (before in ("none", "matrix(1, 0, 0, 1, 0, 0)"))
        middle.right(3)
        middle.one.tap(middle.one.page.locator(".turned[open] .upright"))
        assert sheet.evaluate(turned) == before


def test_a_sheet_turned_by_one_player_leaves_the_others_as_they_sit(scout: Hands) -> None:
    """Turned to who sits across from the bottom edge, the sheet of the left edge is not upright with it."""
    middle = around(scout, 4)
    middle.begin()
    page = middle.one.page
    page.locator(".turned > summary").tap()
    page.locator(".turned[open] .upright").tap()
    page.locator(".turned[open] summary.card-key", has_text="Captain").tap()
    page.locator(".card-fold[open] button[value=b]").tap()
    page.locator(".turned.side-b > summary").tap()
    expect(page.locator(".turned.side-b [data-upright]")).not_to_be_checked()
    page.locator(".turned[open] button[value=out]").tap()
    expect(page.locator(".turned.side-c > summary")).to_be_visible()
    middle.do("c", "play", campaign="1", number="2", card="peasant", targets="")
    middle.do("d", "play", campaign="1", number="3", card="peasant", targets="")
    page.locator(".turned.side-a > summary").tap()
    expect(page.locator(".turned.side-a [data-upright]")).to_be_checked()


def test_a_sheet_says_whose_it_is_and_its_keys_whom_they_name(scout: Hands) -> None:
    """By a name in one line, and by each one's crest in his own color; words stand apart from the keys above them."""
    middle = around(scout, 4)
    page = middle.one.page
    page.locator(".turned > summary").tap()
    for _ in each_size(page, PORTRAIT):
        assert page.locator(".turned[open] .act-who > span").evaluate(LINES) < 2
        draw, words = (page.locator(f".sheet-body {one}").bounding_box() for one in (".primary", ".group-title"))
        assert draw
        assert words
        assert words["y"] >= draw["y"] + draw["height"] + 8
    page.set_viewport_size({"width": 390, "height": 844})
    middle.begin()
    middle.one.page.locator(".turned > summary").tap()
    middle.one.tap(page.locator(".turned[open] .card-fold > summary", has_text="Commander"))
    crests = "(all) => all.map((one) => [one.querySelector('use').getAttribute('href'), getComputedStyle(one).color])"
    own = dict(page.locator(".turn-me .mon").evaluate_all(crests))
    shown = page.locator(".card-fold[open] .button .mon").evaluate_all(crests)
    assert len(shown) == 6
    assert all(own[crest] == color for crest, color in shown)


def test_coins_by_two_taps(middle: Middle) -> None:
    middle.begin()
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert middle.one.page.locator(".pot b").last.evaluate(size) == 72
    for place in (*middle.seats, "pot"):
        middle.one.tap(middle.one.page.locator(f"input.coin-tap[value='{place}']"))
        middle.right(len(middle.seats) + 2)
        middle.one.page.locator(".coin-back:visible").tap()


def test_answers_and_monks(middle: Middle) -> None:
    middle.begin()
    middle.play("a", "ikki")
    for _ in middle.opened():
        middle.right(4)
        middle.one.tap(middle.one.page.locator(".turned[open] summary", has_text="Add up the hand"))
        middle.right(10)
        for size in each_size(middle.one.page, PORTRAIT):
            middle.one.page.locator(".turned[open] .sheet-body").evaluate("(one) => one.scrollTo(0, 0)")
            for key in middle.one.page.locator(".turned[open]:is(.to-left, .to-right) .fives button").all():
                expect(key, f"{size}").to_be_in_viewport(ratio=1)
    for seat in middle.seats[1:]:
        middle.answer(seat, "blocked")
    states = []
    for seat, card in (("b", "shrine-maiden"), ("c", "merchant")):
        middle.play(seat, card)
        assert middle.one.page.get_by_role("button", name="Monk!").count() == len(middle.seats) - 2
        states.append(middle.state(15))
    middle.sheets(*states)
    middle.accessible()


def test_a_card_taken(middle: Middle) -> None:
    middle.begin()
    middle.play("a", "princess")
    middle.do("a", "out", player="d")
    middle.play("b", "crazy-one")
    for _ in middle.opened():
        expect(middle.one.page.locator(".turned[open] .card-key:visible")).to_have_count(1)
        middle.right(3)
        middle.one.tap(middle.one.page.locator("#untapped > summary"))
        middle.right(12)
    middle.play("b", "princess")
    middle.play("c", "tea-master", "e")
    middle.sheets(middle.state(16))
