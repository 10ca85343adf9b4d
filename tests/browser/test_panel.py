"""The act is a panel at the foot: its button or pad right under its sentence, and no message moves a key of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from flask import Flask, render_template
from playwright.sync_api import Browser, expect

from companion.play.values import Ended, Request, RequestKind
from companion.rules.text import Text
from companion.web.asker import Part, ShownRequest
from tests.browser.armies import Battle, aimed, charge, step
from tests.browser.hands import Hands, box, boxes, each_size
from tests.browser.sitting import Sitting, kenjin, tenno, zipang
from tests.conftest import LiveServer, new_phone

SIZES = {"browser": ((390, 844), (320, 640)), "narrow_browser": ((320, 640),)}
LANGUAGES = {"browser": "de", "narrow_browser": "en"}
"""Wide letters have the language with the longest words too, where the laws of every panel are asked."""
EverySize = Callable[[Sitting, str], Iterator[Hands]]
KEYS = """() => Object.fromEntries([...document.querySelectorAll("#r-act .act-go :is(button, summary, input)")]
    .filter((key) => key.checkVisibility()).map((key, place) => {
        const box = key.getBoundingClientRect();
        return [`${place} ${key.name} ${key.value}`, [box.x, box.y, box.width, box.height]];
    }))"""
"""Where every key of the panel stands on the screen."""
PAD_HEIGHT = 640
"""What an attack, defense or damage pad may take with its numbers on a phone of 390 x 844."""
LEAST_KEY = 44
FACES = {"attack": [1, 3, 6, 4, 2, 4, 5, 6, 7, 0], "defense": [2, 5, 0, 6, 3], "damage": [10, 10, 10, 1]}


def rolled(app: Flask, *rolls: str) -> Battle:
    """The book's charge after these rolls."""
    battle = aimed(app)
    for seat, name in zip("aba", rolls, strict=False):
        battle.act(seat, "roll", step=step(battle), faces=FACES[name])
    return battle


def many(app: Flask, dice: int) -> Battle:
    """The book's charge with an ability that makes it so many dice."""
    battle = aimed(app)
    for more in (min(dice - 10, 9), dice - 19):
        if more > 0:
            battle.act("a", "modify", step=step(battle), to="dc", value=more, reason="ability")
    return battle


def saving(app: Flask, plain: int, marked: int) -> Battle:
    """So many hits to save from, `marked` of them tens."""
    battle = many(app, plain + marked)
    battle.act("a", "roll", step=step(battle), faces=[1] * (10 - plain - marked) + [9] * plain + [0] * marked)
    return battle


def wounding(app: Flask, dice: int) -> Battle:
    """So many hits that nobody saved."""
    battle = saving(app, dice, 0)
    battle.act("b", "roll", step=step(battle), faces=[9] * dice)
    return battle


def shooting(app: Flask, dice: int) -> Battle:
    """Up to ten archers, or with an ability more dice, over 40 cm."""
    battle = Battle(app)
    battle.muster("a", "yumi-samurai", min(dice, 10))
    battle.muster("b", "yari-ashigaru", 10)
    battle.begin()
    battle.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    if dice > 10:
        battle.act("a", "modify", step=step(battle), to="dc", value=dice - 10, reason="ability")
    battle.act("a", "situate", step=step(battle), field="distance_cm", value=40)
    return battle


def honor(app: Flask, *faces: int) -> Battle:
    """The Yari Ashigaru, ten of them, roll for honor; broken, they roll how far they run."""
    battle = aimed(app)
    battle.act("a", "roll", step=step(battle), faces=[1] * 10)
    battle.act("b", "honor", piece="b1", cause="by-hand")
    for face in faces:
        roll = battle.state.rolls[-1]
        battle.act("b", "roll", step=f"{roll.id}.die", faces=[face])
    return battle


@dataclass(frozen=True)
class Pad:
    """A table at a step with keys, and the seat whose act it is."""

    table: Callable[[Flask], Sitting]
    seat: str


PADS = {
    "attack": Pad(aimed, "a"),
    "defense": Pad(lambda app: rolled(app, "attack"), "b"),
    "damage": Pad(lambda app: rolled(app, "attack", "defense"), "a"),
    "honor die": Pad(honor, "b"),
    "flight": Pad(lambda app: honor(app, 0), "b"),
    "nothing asked": Pad(charge, "a"),
    "the commandment roll": Pad(lambda app: charge(app, battle="pitched"), "a"),
    "kenjin, a battlefield": Pad(kenjin, "a"),
    "tenno, a duel": Pad(tenno, "a"),
    "zipang, a card": Pad(zipang, "a"),
}


ROLLED = "Katana Samurai struck Yari Ashigaru: 10 dice, 5 hits, 1 of them Ø."


def request_region(app: Flask, part: Part, kind: RequestKind, line: str, language: str = "en") -> str:
    """What the server puts into its region for a request of Ben's, or to Ben; a correction of Ben's that is not asked
    for any more is none that was declined, but one that is possible no more."""
    lines = (Text("%(line)s", {"line": line}),) if line else ()
    ended: Ended = "" if part != "declined" else "impossible" if kind == "amend" else "declined"
    asked = ShownRequest(Request("id", kind, "b", "b", "Ben", lines, declined_by="Ben", ended=ended), part)
    with app.test_request_context(headers={"Accept-Language": language}):
        return render_template(
            "table/asks.html", asked=asked, who={"eyes": "a", "mine": ("a",)}, players={"b": "Ben"}, page="table",
            table={"id": "t", "seats": ()}, new_key=lambda: "k",
        )  # fmt: skip


REFUSAL = (
    "<p>Not entered, for meanwhile: Katana Samurai struck Yari Ashigaru: 10 dice, 5 hits, 1 of them Ø. "
    "Look again and tap once more.</p>"
)


def card_old(app: Flask, language: str) -> str:
    """What a page says that an old card opened."""
    with app.test_request_context("/?card=old", headers={"Accept-Language": language}):
        return render_template("card_old.html")


def messages(app: Flask, language: str) -> dict[str, tuple[str, str, str]]:
    """Every kind of message in a language: what of the page gets it, what that is, and which element is seen then."""
    said = {name: ("r-asks", request_region(app, *asked, language), ".request") for name, asked in REQUESTS.items()}
    return said | {
        "no signal": ("", "offline", ".signal"),
        "a tap that failed": ("", "stuck", ".stuck"),
        "an old card": ("main", card_old(app, language), ".card-old"),
        "a refusal": ("notice", REFUSAL, "#notice"),
    }


REQUESTS: dict[str, tuple[Part, RequestKind, str]] = {
    "a request": ("answer", "undo", ROLLED),
    "a correction": ("answer", "amend", ROLLED),
    "a correction that is possible no more": ("declined", "amend", ROLLED),
    "a request for a seat": ("answer", "seat", ""),
    "an own request": ("own", "undo", ROLLED),
    "a no": ("declined", "undo", ROLLED),
}

IN_VIEW = """(selector) => {
    const one = document.querySelector(selector), box = one.getBoundingClientRect();
    const at = (x, y) => one.contains(document.elementFromPoint(x, y));
    const foot = innerHeight - document.querySelector("footer.bottom").offsetHeight;
    const panel = document.getElementById("r-act").getBoundingClientRect();
    const place = [".signal", ".request"].includes(selector) ? box.bottom <= panel.top : box.top >= foot;
    return place && box.width > 200 && box.height > 40
        && box.top >= 0 && box.bottom <= innerHeight + 0.5 && box.left >= 0 && box.right <= innerWidth
        && at(box.left + 20, box.top + box.height / 2)
        && one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1;
}"""

EACH_COMES = f"""(messages) => {{
    const found = [];
    for (const [where, what, place] of messages) {{
        const region = document.getElementById(where);
        if (!where) document.body.dataset[what] = "yes";
        else if (where === "main") region.insertAdjacentHTML("beforeend", what);
        else region.innerHTML = what;
        found.push([({KEYS})(), ({IN_VIEW})(place)]);
        if (!where) delete document.body.dataset[what];
        else if (where === "main") document.querySelector(place).remove();
        else region.replaceChildren();
    }}
    return found;
}}"""
"""Where the keys stand with each message, and whether that is in view; each goes again before the next one comes."""


@pytest.fixture(scope="module")
def tables(ground: LiveServer) -> dict[str, Sitting]:
    return {name: pad.table(ground.app) for name, pad in PADS.items()}


@contextmanager
def player(ground: LiveServer, browser: Browser) -> Iterator[Hands]:
    """One with a phone with the letters of this browser; every table gives him its seat."""
    phone = new_phone(browser, ground, reduced_motion="reduce")
    yield Hands(phone)
    phone.check()
    phone.context.close()


@pytest.fixture(scope="module")
def one(ground: LiveServer, narrow_browser: Browser) -> Iterator[Hands]:
    """A player with a small phone whose letters are narrow."""
    with player(ground, narrow_browser) as hands:
        hands.page.set_viewport_size({"width": 320, "height": 640})
        yield hands


@pytest.fixture(params=SIZES, scope="module")
def every_size(request: pytest.FixtureRequest, ground: LiveServer) -> Iterator[EverySize]:
    """Shows a table, once for all phones with the same letters: goes through their sizes."""
    sizes = SIZES[request.param]
    with player(ground, request.getfixturevalue(request.param)) as hands:
        hands.page.set_extra_http_headers({"Accept-Language": LANGUAGES[request.param]})

        def shown(table: Sitting, seat: str) -> Iterator[Hands]:
            hands.page.set_viewport_size(dict(zip(("width", "height"), sizes[0], strict=True)))
            show(hands, table, seat)
            for _ in each_size(hands.page, sizes):
                hands.act.evaluate("(panel) => { panel.scrollTop = 0; scrollTo(0, 0); }")
                yield hands

        yield shown


def show(one: Hands, table: Sitting, seat: str) -> None:
    table.give(one.phone, seat)
    one.open(table.path)
    expect(one.page.locator("body[data-live=yes]")).to_be_attached()
    expect(one.page.locator("#live.htmx-request"), "its first look is answered: the signal is there").to_have_count(0)
    for fold in ("#spot-torii", "#begins"):
        if one.page.locator(fold).count():
            one.tap(one.page.locator(f"{fold} > summary"))


NOTHING_BETWEEN = """() => {
    if (document.querySelector("#r-act > .strip")) return 0;
    const sentence = document.querySelector("#r-act .act-sentence").getBoundingClientRect();
    const first = [...document.querySelectorAll("#r-act .act-go :is(button, summary, input, .chip-face)")]
        .map((one) => one.getBoundingClientRect()).filter((box) => box.width).map((box) => box.top);
    return Math.min(...first) - sentence.bottom;
}"""


@pytest.mark.parametrize("pad", PADS)
def test_the_panel_of_an_act_keeps_its_laws(every_size: EverySize, tables: dict[str, Sitting], pad: str) -> None:
    """At most the legend of a first row, or the dice that are filled, stand between a sentence and its keys."""
    for one in every_size(tables[pad], PADS[pad].seat):
        assert 0 <= one.page.evaluate(NOTHING_BETWEEN) <= 40
        if pad in ("attack", "defense", "damage"):
            its_pad_fits_with_its_numbers(one)
        no_message_moves_a_key_and_each_is_in_view(one)
        it_stands_above_the_footer_and_holds_its_keys(one)


def its_pad_fits_with_its_numbers(one: Hands) -> None:
    assert set(one.numbers()) >= {"DC", "AT", "DF", "AR"}
    assert one.act.evaluate("(panel) => panel.scrollHeight") <= PAD_HEIGHT
    small = one.page.locator("#r-act .key").evaluate_all(
        "(keys) => keys.map((key) => key.getBoundingClientRect()).filter((box) => box.width"
        " && (box.width < 47.9 || box.height < 47.9)).length"
    )
    assert small == 0


def no_message_moves_a_key_and_each_is_in_view(one: Hands) -> None:
    for scrolled in (0, 10_000):
        one.page.evaluate("(y) => { scrollTo(0, y); document.getElementById('r-act').scrollTop = y; }", scrolled)
        before = one.page.evaluate(KEYS)
        assert before
        said = messages(one.phone.server.app, one.page.locator("html").get_attribute("lang") or "")
        for name, (keys, seen) in zip(said, one.page.evaluate(EACH_COMES, list(said.values())), strict=True):
            assert keys == before, name
            assert seen, f"{name} is not in view"


def it_stands_above_the_footer_and_holds_its_keys(one: Hands) -> None:
    """It ends where the footer begins, wherever the page is scrolled, and nothing in it goes past its sides."""
    footer = box(one.page.locator("footer.bottom"))
    for scrolled in (0, 10_000):
        one.page.evaluate("(y) => scrollTo(0, y)", scrolled)
        assert box(one.act).top >= 0
        assert abs(box(one.act).bottom - footer.top) <= 1
        rows = one.page.locator("#r-units > :last-child")
        if scrolled and rows.count():
            assert box(rows).bottom <= box(one.act).top, "the board scrolls clear of it"
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert one.act.evaluate(
        "(panel) => [...panel.querySelectorAll('button')].every((key) => { const box = key.getBoundingClientRect();"
        " return box.left >= 0 && box.right <= innerWidth; })"
    )
    last = one.act.locator(":is(button, .chip):visible").last
    last.scroll_into_view_if_needed()
    assert box(last).bottom <= footer.top + 1, "its last key can be brought above the footer"


BIG_PADS = {
    "attack of 15": Pad(lambda app: many(app, 15), "a"),
    "attack of 20": Pad(lambda app: many(app, 20), "a"),
    "shot of 10": Pad(lambda app: shooting(app, 10), "a"),
    "shot of 15": Pad(lambda app: shooting(app, 15), "a"),
    "defense of 8 + 2": Pad(lambda app: saving(app, 8, 2), "b"),
    "defense of 2 + 5": Pad(lambda app: saving(app, 2, 5), "b"),
    "defense of 5 + 3": Pad(lambda app: saving(app, 5, 3), "b"),
    "defense of 5 + 5": Pad(lambda app: saving(app, 5, 5), "b"),
    "defense of 9 + 5": Pad(lambda app: saving(app, 9, 5), "b"),
    "damage of 12": Pad(lambda app: wounding(app, 12), "a"),
}
ROWS = {"attack of 15": ["hits", "tens"], "defense of 9 + 5": ["saves", "tens"]}
"""Misses of many dice have no keys, for they fill in; saves of both kinds are one row."""
SENTENCE_AND_KEYS = """(panel) => {
    const keys = [...panel.querySelectorAll(".pad :is(.key, .slot)")].map((key) => key.getBoundingClientRect())
        .filter((box) => box.width);
    const sentence = panel.querySelector(".act-sentence").offsetHeight;
    return sentence + Math.max(...keys.map((box) => box.bottom)) - Math.min(...keys.map((box) => box.top));
}"""


@pytest.mark.parametrize("every_size", ["browser"], indirect=True)  # what wide letters leave room for, others do
@pytest.mark.parametrize("pad", BIG_PADS)
def test_pads_of_many_dice_fit(every_size: EverySize, ground: LiveServer, pad: str) -> None:
    """On a usual phone with their numbers, on a short one with the sentence; nothing on a key is cut."""
    for one in every_size(BIG_PADS[pad].table(ground.app), BIG_PADS[pad].seat):
        assert one.act.locator(".key:visible").count() >= 10
        rows = one.act.locator(".pad [data-row]").evaluate_all("(rows) => rows.map((row) => row.dataset.row)")
        assert rows == ROWS.get(pad, rows)
        if one.page.viewport_size == {"width": 390, "height": 844}:
            assert one.act.evaluate("(panel) => panel.scrollHeight") <= PAD_HEIGHT
        assert one.act.evaluate(SENTENCE_AND_KEYS) <= one.act.evaluate("(panel) => panel.clientHeight")
        sizes = one.act.locator(".key:visible, .slot:visible").evaluate_all(
            "(keys) => keys.map((key) => [key.offsetWidth, key.offsetHeight, key.clientWidth - key.scrollWidth])"
        )
        assert all(width >= LEAST_KEY and height >= LEAST_KEY and spare >= 0 for width, height, spare in sizes)


def test_the_handle_lowers_the_panel_until_the_next_act(one: Hands, ground: LiveServer) -> None:
    """By touch and by keyboard; a reload, another phone's tap and the own page leave it where it is."""
    battle = aimed(ground.app)
    show(one, battle, "a")
    handle = one.page.get_by_role("checkbox", name="Show only the sentence")
    hits = one.key("hits", 4)
    one.page.locator(".handle").tap()
    expect(handle).to_be_checked()
    expect(one.page.locator("#r-act .key:visible")).to_have_count(0)
    one.told("Roll 10 dice. 5 or more hits.")
    battle.act("a", "pad", by="b", step=step(battle), **{"bin.hits": "4"})
    one.page.locator("[data-row=hits] button[value='4'][aria-pressed=true]").wait_for(state="attached")
    expect(handle).to_be_checked()
    one.open(battle.path)
    expect(handle).to_be_checked()
    handle.focus()
    one.page.keyboard.press("Space")
    expect(hits).to_be_visible()
    one.page.keyboard.press("Space")
    expect(one.page.locator("#r-act .key:visible")).to_have_count(0)
    battle.act("a", "pad", step=step(battle), **{"bin.tens": "1"})
    one.told("Yari Ashigaru save against 5 hits.")
    expect(handle).not_to_be_checked()


def test_the_keys_of_a_shot_stay_when_the_first_die_falls(one: Hands, ground: LiveServer) -> None:
    """The row of distances stays when it cannot be changed any more."""
    show(one, shooting(ground.app, 10), "a")
    one.key("tens", 10).scroll_into_view_if_needed()
    stood = boxes(one.page, "#r-act .pad .key")
    one.bin("hits", 1)
    assert boxes(one.page, "#r-act .pad .key") == stood


def test_a_shade_says_that_more_stands_below_until_it_is_seen(app: Flask, hands: Callable[[], Hands]) -> None:
    """Where a row happens to end at the edge, nothing else would. How much fits depends on a phone's letters: here the
    panel gets more than any screen shows."""
    battle = charge(app)
    one = hands()
    battle.give(one.phone, "a")
    one.page.set_viewport_size({"width": 320, "height": 640})
    one.open(battle.path)
    shade = "() => getComputedStyle(document.getElementById('r-act'), '::after').opacity === '%s'"
    one.act.evaluate("panel => { panel.lastElementChild.style.paddingBottom = `${innerHeight}px`; }")
    one.page.wait_for_function(shade % 1)
    one.act.evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    one.page.wait_for_function(shade % 0)
    battle.act("a", "aim", kind="melee", attacker="a1", defender="b1")
    one.page.set_viewport_size({"width": 390, "height": 844})
    one.open(battle.path)
    watching = hands()
    watching.open(battle.path)
    for phone in (one, watching):
        assert phone.act.evaluate("panel => panel.scrollHeight === panel.clientHeight")
        phone.page.wait_for_function(shade % 0)
