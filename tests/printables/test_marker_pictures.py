"""What is drawn on each printed marker, compared with the golden pictures (`make golden` renews them)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PIL import Image, ImageDraw

from tests.golden.pictures import SHARE, changed, difference, read, shades
from tests.printables.faces import faces

NAME = "printed-markers"
DRAWN_IN = (14, 6, 76, 66)
"""Where on a face of 92 by 92 pixels its picture or the shape of its pair stands, above the word."""


@pytest.fixture(scope="module")
def printed() -> dict[str, Image.Image]:
    return faces()


def test_every_face_is_drawn_as_it_is_kept(printed: dict[str, Image.Image]) -> None:
    assert changed(NAME, printed) == {}


def test_no_face_would_pass_for_another(printed: dict[str, Image.Image]) -> None:
    kept = read(NAME)
    near = [
        (drawn, other)
        for drawn, other in itertools.permutations(printed, 2)
        if difference(shades(printed[drawn]), kept[other]) < 3 * SHARE
    ]
    assert near == []


def test_no_face_would_pass_with_a_speck_for_its_picture(printed: dict[str, Image.Image]) -> None:
    kept = read(NAME)
    passing = [name for name, face in printed.items() if difference(shades(with_speck(face)), kept[name]) < 3 * SHARE]
    assert passing == []


def with_speck(face: Image.Image) -> Image.Image:
    """The face with its picture painted over in the color that is commonest there, but for a dot in the middle."""
    left, top, right, low = DRAWN_IN
    pixels = np.asarray(face)[top:low, left:right].reshape(-1, 3)
    colors, counts = np.unique(pixels, axis=0, return_counts=True)
    ground = tuple(int(part) for part in colors[counts.argmax()])
    painted = face.copy()
    pen = ImageDraw.Draw(painted)
    pen.ellipse(DRAWN_IN, fill=ground)
    pen.ellipse((43, 34, 47, 38), fill="white" if sum(ground) < 380 else "black")
    return painted
