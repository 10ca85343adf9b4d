"""Requests of a phone that the test keeps on their way."""

from playwright.sync_api import BrowserContext, Page, Route

HASTE = """() => {
    const wait = window.setTimeout;
    window.setTimeout = (act, pause, ...given) => wait(act, pause < 1000 ? pause : pause / 20, ...given);
}"""


def hasty(page: Page) -> None:
    """Until this page is left its pauses of a second and more, as before it tries again, take a twentieth."""
    page.evaluate(HASTE)


class Held:
    """The requests of one kind, by default the taps, each kept on its way until the test lets it go."""

    def __init__(self, at: Page | BrowserContext, pattern: str = "**/tap*") -> None:
        self._routes: list[Route] = []
        self._open = False
        at.route(pattern, self._keep)

    def _keep(self, route: Route) -> None:
        if self._open:
            route.continue_()
        else:
            self._routes.append(route)

    def next(self, page: Page) -> Route:
        """The one that comes next."""
        for _ in range(500):
            if self._routes:
                return self._routes.pop(0)
            page.wait_for_timeout(20)
        raise AssertionError("nothing was asked")

    def taken(self) -> list[Route]:
        """Those that are held now, for the test to answer."""
        taken, self._routes = self._routes, []
        return taken

    def let_go(self) -> None:
        """From now on every one goes through."""
        self._open = True
        for route in self._routes:
            route.continue_()
