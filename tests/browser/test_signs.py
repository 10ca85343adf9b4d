"""A phone and the printed marker show the same sign: both are drawn, one over the other."""

import io

import numpy as np
import pypdfium2
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from companion.content.markers import BY_ID
from companion.web import marks
from printables.ink import Palette
from printables.marker_pieces import Grid
from printables.pen import MM, Pen
from tests.browser.hands import Hands, painted
from tests.conftest import LiveServer

SIDE = 120
"""Millimeters of the page on which a sign is printed."""
SCALE = 4
"""Pixels a millimeter, on the page and on the phone."""
ALIKE = 0.01
"""The share of pixels that may be clearly darker or lighter: the edges, where two renderers round differently."""
PLACE = """([id, address]) => {
    const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${address}#sign-${id}`);
    sign.append(use);
    sign.setAttribute("class", "icon");
    Object.assign(sign.style, {
        position: "fixed", left: 0, top: 0, width: "480px", height: "480px", zIndex: 99, color: "#000",
    });
    sign.style.background = "#fff";
    sign.style.setProperty("--ground", "#fff");
    document.querySelector("#drawn")?.remove();
    sign.id = "drawn";
    document.body.append(sign);
}"""


def on_paper(id: str) -> np.ndarray:
    """The sign as it is printed, in the square in which a phone shows it: 0 is black, 1 white."""
    left, top, side = marks.frame(BY_ID[id].shapes)
    out = io.BytesIO()
    canvas = Canvas(out, (SIDE * MM, SIDE * MM))
    unit = SIDE / side
    pen = Pen(canvas, Palette("color"), SIDE, SIDE, str)
    Grid(pen, -left * unit, -top * unit, 100 * unit, "ink", "white").sign(BY_ID[id])
    canvas.save()
    page = pypdfium2.PdfDocument(out.getvalue())[0]
    return shades(page.render(scale=SCALE / MM).to_pil())


def shades(picture: Image.Image) -> np.ndarray:
    """Each pixel from 0, black, to 1; as many on paper as on a phone, whose screen has more of them."""
    grey = picture.convert("L").resize((SIDE * SCALE, SIDE * SCALE), Image.Resampling.BOX)
    return np.asarray(grey, dtype=float) / 255


def on_phone(page: Hands, id: str, address: str) -> np.ndarray:
    page.page.evaluate(PLACE, [id, address])
    painted(page.page)
    return shades(Image.open(io.BytesIO(page.page.locator("#drawn").screenshot())))


def difference(a: np.ndarray, b: np.ndarray) -> float:
    return float((np.abs(a - b) > 0.5).mean())


def test_what_a_phone_shows_is_what_is_printed(scout: Hands, ground: LiveServer) -> None:
    """Every sign as a phone draws it out of the sprite the pages name."""
    scout.open("/")
    with ground.app.test_request_context():
        address = marks.sprite_address()
    drawn = {sign.id: on_phone(scout, sign.id, address) for sign in marks.DRAWN}
    apart = {id: round(share, 4) for id in drawn if (share := difference(drawn[id], on_paper(id))) > ALIKE}
    assert apart == {}
    assert all(0.05 < 1 - float(picture.mean()) < 0.8 for picture in drawn.values()), "something is drawn at all"
