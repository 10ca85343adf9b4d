"""Opening a table of a card game and sitting down at it, by the pages or quicker; and whether all can read them."""

from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient

from companion.play.values import Done
from companion.web.security import COOKIE
from tests.browser.axe import objections
from tests.browser.hands import Hands, faded
from tests.browser.sitting import Sitting

LONG_WAY = {"tenno": "duels", "kenjin": "help", "zipang": "cards"}
"""What is chosen on the new page, which offers the score alone: every duel, every turn of the deployment."""

TOO_SMALL = """() => [...document.querySelectorAll("button, a[href], input:not([type=hidden]), select, summary")]
    .filter((one) => !one.matches(".skip-link, .why.inline summary"))
    .map((one) => [one.textContent.trim() || one.name, one.getBoundingClientRect()])
    .filter(([_, box]) => box.width && (box.height < 47.9 || box.width < 47.9))
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""

STICKING_OUT = """() => [...document.querySelectorAll("button, summary, .chip-face")]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim())"""


def open_table(
    one: Hands, game: str, players: int, name: str, *, phone_in_the_middle: bool = False, opened: bool = False
) -> str:
    """Makes a table from the start, or from choices made already (`opened`); the path of its page."""
    if not opened:
        one.open(f"/new?game={game}")
    one.page.locator(f"input[name=players][value='{players}']").check(force=True)
    if phone_in_the_middle:
        one.page.locator("input[name=phones][value=one]").check(force=True)
    if game in LONG_WAY and not opened:
        one.page.locator(f"input[name=way][value={LONG_WAY[game]}]").check(force=True)
    one.enter("player", name)
    one.page.get_by_role("button", name="Open the table").tap()
    one.page.wait_for_url("**/t/**")
    return "/t/" + one.page.url.split("/t/")[1].split("/")[0]


def made(one: Hands, game: str, players: int, **choices: str) -> tuple[FlaskClient, str]:
    """A table with every seat on this phone, made by what the page of the new table sends; who sends for the phone what
    nobody looks at, and the path of the table's page."""
    unseen = one.phone.server.app.test_client()
    form = {"game": game, "player": "Ana", "players": str(players), "phones": "one", **choices}
    answer = unseen.post("/new", data=form)
    assert answer.status_code == 303, answer.text
    cookie = unseen.get_cookie(COOKIE)
    assert cookie
    one.phone.leave()  # it would find itself another phone
    one.phone.context.add_cookies([{"name": COOKIE, "value": cookie.value, "url": one.phone.server.url}])
    return unseen, "/t/" + answer.headers["Location"].split("/t/")[1].split("/")[0]


def join(one: Hands, path: str, seat: str, name: str) -> None:
    """Takes a free seat under a name."""
    one.open(f"{path}/seats")
    form = one.page.locator("form", has=one.page.locator(f"input[name=seat][value={seat}]"))
    form.locator("[name=player]").fill(name)
    form.get_by_role("button").first.tap()
    one.page.wait_for_url(f"**{path}")
    one.ready()


def three_at_zipang(
    app: Flask, hands: Callable[[], Hands], way: str = "cards", first: str = ""
) -> tuple[Hands, Hands, Hands]:
    """Ana, Ben and Chie, each with a phone, at a new table; they sit there already, and `first` begins campaign 1."""
    named = {"name.a": "Ana", "name.b": "Ben", "name.c": "Chie"}
    sitting = Sitting(app, "zipang", players="3", way=way, **named)
    sitting.devices["c"] = f"device-c-{sitting.id}"
    assert isinstance(sitting.tables.sit(sitting.id, sitting.devices["c"], "c", "Chie"), Done)
    if first:
        sitting.act(first, "starts", player=first)
        sitting.act(first, "campaign", number=1)
    three = hands(), hands(), hands()
    for seat, one in zip("abc", three, strict=True):
        sitting.give(one.phone, seat)
        one.open(sitting.path)
    return three


def fits(one: Hands) -> None:
    """Fails where a target is under 48 pixels, words stick out of their button, or the page scrolls sideways."""
    faded(one.page)  # what arrives fades in
    assert not (found := one.page.evaluate(TOO_SMALL)), found
    assert not (found := one.page.evaluate(STICKING_OUT)), found
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def accessible(one: Hands) -> None:
    """The page as it stands fits, and axe finds nothing on it."""
    fits(one)
    assert objections(one.page) == []
