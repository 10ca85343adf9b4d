"""What a phone shows of each marker, compared with the golden pictures (`make golden` renews them)."""

import io
import itertools

from PIL import Image

from tests.browser.armies import charge
from tests.browser.hands import Hands, painted
from tests.conftest import LiveServer
from tests.golden.pictures import SHARE, changed, difference, read

NAME = "phone-markers"
BY_ITSELF = """(sign) => Object.assign(sign.style, {
    position: "fixed", left: 0, top: 0, width: "48px", height: "48px", zIndex: 99, color: "#000", background: "#fff",
})"""


def test_every_marker_is_drawn_as_it_is_kept(scout: Hands, ground: LiveServer) -> None:
    assert changed(NAME, shown(scout, ground)) == {}


def test_no_two_drawings_would_pass_for_each_other() -> None:
    """Some markers share a drawing on purpose, and their words tell them apart; every other pair differs clearly."""
    kept = read(NAME)
    near = {(a, b) for a, b in itertools.combinations(kept, 2) if 0 < difference(kept[a], kept[b]) < 3 * SHARE}
    assert near == set()


def shown(scout: Hands, ground: LiveServer) -> dict[str, Image.Image]:
    """The sign beside each marker's name on the page of both forces, in black on white, 48 pixels wide."""
    battle = charge(ground.app)
    battle.give(scout.phone, "a")
    scout.open(f"{battle.path}/forces")
    scout.unfold("Correct by hand: Katana Samurai")
    painted(scout.page)
    pictures = {}
    for chip in scout.page.locator("#hand-a1 form:has(input[name='marker'])").all():
        sign = chip.locator("svg").first
        before = sign.get_attribute("style") or ""
        sign.evaluate(BY_ITSELF)
        picture = Image.open(io.BytesIO(sign.screenshot()))
        pictures[chip.locator("input[name='marker']").get_attribute("value") or ""] = picture
        sign.evaluate("(sign, style) => { sign.style.cssText = style; }", before)
    return pictures
