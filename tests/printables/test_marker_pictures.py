"""What is drawn on each printed marker, compared with the golden pictures (`make golden` renews them)."""

import itertools

from tests.golden.pictures import SHARE, changed, difference, read, shades
from tests.printables.faces import faces

NAME = "printed-markers"


def test_every_face_is_drawn_as_it_is_kept() -> None:
    assert changed(NAME, faces()) == {}


def test_no_face_would_pass_for_another() -> None:
    kept = read(NAME)
    near = [
        (drawn, other)
        for drawn, other in itertools.permutations(faces(), 2)
        if difference(shades(faces()[drawn]), kept[other]) < 3 * SHARE
    ]
    assert near == []
