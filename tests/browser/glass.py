"""Fingers on the glass, each for as long as a test wants, as the browser's own touch events."""

from playwright.sync_api import CDPSession, Locator

from tests.browser.hands import Hands, box


def middle(one: Locator) -> tuple[float, float]:
    """Where a finger meets it."""
    found = box(one)
    return found.left + found.width / 2, found.top + found.height / 2


class Glass:
    """A screen and the fingers that lie on it, by their names."""

    def __init__(self, one: Hands) -> None:
        self._glass: CDPSession = one.phone.context.new_cdp_session(one.page)
        self._fingers: dict[str, tuple[float, float]] = {}
        self._numbers: dict[str, int] = {}

    def touch(self, finger: str, x: float, y: float) -> None:
        self._fingers[finger] = x, y
        self._send("touchStart", *self._fingers)

    def move(self, finger: str, x: float, y: float) -> None:
        self._fingers[finger] = x, y
        self._send("touchMove", *self._fingers)

    def lift(self, finger: str) -> None:
        self._send("touchEnd", finger)
        del self._fingers[finger]

    def cancel(self) -> None:
        """The browser takes all fingers for something of its own, as for a scroll."""
        self._fingers.clear()
        self._send("touchCancel")

    def _send(self, kind: str, *fingers: str) -> None:
        points = [
            {"x": x, "y": y, "id": self._numbers.setdefault(finger, len(self._numbers))}
            for finger in fingers
            for x, y in (self._fingers[finger],)
        ]
        self._glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
