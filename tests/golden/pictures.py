"""Golden pictures: small drawings kept as text, a digit for each cell from 0 (white) to 9 (black), so that a change
shows in a diff. `make golden` draws them anew; look at what it changed before you keep it."""

import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from PIL import Image

FOLDER = Path(__file__).parent
SIDE = 32
RENEW = "RENEW_GOLDEN"
"""Set in the environment, pictures are written and not compared."""
SHADE = 1.0
"""A cell looks different when its shade is off by more than this: half is lost in rounding, the rest to renderers."""
SHARE = 0.004
"""How much of a picture may look different. Wounds of 1 and 5 points, which differ least of all, differ in 0.03."""


def shades(picture: Image.Image) -> np.ndarray:
    """The picture in cells, each 0 (white) to 9 (black)."""
    small = picture.convert("L").resize((SIDE, SIDE), Image.Resampling.BOX)
    return 9 * (1 - np.asarray(small, dtype=float) / 255)


def difference(drawn: np.ndarray, kept: np.ndarray) -> float:
    """The share of cells that look different."""
    return float((np.abs(drawn - kept) > SHADE).mean())


def read(name: str) -> dict[str, np.ndarray]:
    """The pictures kept in a file by their names."""
    found: dict[str, np.ndarray] = {}
    for block in (FOLDER / f"{name}.txt").read_text("utf-8").strip().split("\n\n"):
        title, *rows = block.split("\n")
        found[title] = np.array([[int(cell) for cell in row] for row in rows], dtype=float)
    return found


def write(name: str, pictures: Mapping[str, Image.Image]) -> None:
    """Keeps these pictures in a file."""
    blocks = []
    for title, picture in pictures.items():
        rows = ["".join(str(round(cell)) for cell in row) for row in shades(picture)]
        blocks.append("\n".join([title, *rows]))
    (FOLDER / f"{name}.txt").write_text("\n\n".join(blocks) + "\n", "utf-8")


def changed(name: str, pictures: Mapping[str, Image.Image]) -> dict[str, str]:
    """Which pictures are not as they are kept, and how; renews them all where that is asked for."""
    if os.environ.get(RENEW):
        write(name, pictures)
    kept = read(name)
    wrong = dict.fromkeys(pictures.keys() - kept.keys(), "new")
    wrong |= dict.fromkeys(kept.keys() - pictures.keys(), "gone")
    for title in kept.keys() & pictures.keys():
        if (share := difference(shades(pictures[title]), kept[title])) > SHARE:
            wrong[title] = f"{share:.1%} looks different"
    return wrong
