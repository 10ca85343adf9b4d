"""Opening a table of a card game and sitting down at it, by the pages; and whether they can be read by all."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe

from tests.browser.hands import Hands


def open_table(
    one: Hands, game: str, players: int, name: str, *, phone_in_the_middle: bool = False, opened: bool = False
) -> str:
    """Makes a table from the start, or from choices made already (`opened`); the path of its page."""
    if not opened:
        one.open(f"/new?game={game}")
    one.page.locator(f"input[name=players][value='{players}']").check(force=True)
    if phone_in_the_middle:
        one.page.locator("input[name=phones][value=one]").check(force=True)
    one.enter("player", name)
    one.page.get_by_role("button", name="Open the table").tap()
    one.page.wait_for_url("**/t/**")
    return "/t/" + one.page.url.split("/t/")[1].split("/")[0]


def join(one: Hands, path: str, seat: str, name: str) -> None:
    """Takes a free seat under a name."""
    one.open(f"{path}/seats")
    form = one.page.locator("form", has=one.page.locator(f"input[name=seat][value={seat}]"))
    form.locator("[name=player]").fill(name)
    form.get_by_role("button").tap()
    one.page.wait_for_url(f"**{path}")
    one.ready()


def accessible(one: Hands) -> None:
    """Fails where axe finds anything on the page as it stands."""
    one.page.wait_for_timeout(250)  # what arrives fades in
    found = Axe().run(one.page, options={"resultTypes": ["violations"]})
    assert not found.response["violations"], found.generate_report()
