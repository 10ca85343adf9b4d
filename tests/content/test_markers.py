"""The signs of markers: each has one drawing, and each printed marker and each marker of the table has one sign."""

import itertools

import pytest

from companion.content.drawings import DrawingError, read_signs, signs
from companion.content.markers import BY_ID, SIGNS
from companion.play.kensei.markers import MARKERS as OF_THE_TABLE
from companion.web import marks
from printables.markers import MARKERS as PRINTED

ON_PAPER = {side.sign.id for marker in PRINTED for side in marker.faces}


def test_every_sign_has_a_drawing_of_its_own() -> None:
    assert list(signs()) == [sign.id for sign in SIGNS]
    assert len(BY_ID) == len(SIGNS)
    assert [(a.id, b.id) for a, b in itertools.combinations(SIGNS, 2) if a.shapes == b.shapes] == []


def test_every_marker_of_the_table_is_printed_or_says_why_not() -> None:
    assert [m.id for m in OF_THE_TABLE if (m.id in ON_PAPER) == bool(m.sign.unprinted)] == []


def test_a_sign_has_the_words_of_the_places_where_it_is_shown() -> None:
    assert {sign.id for sign in SIGNS if sign.word} == ON_PAPER
    assert {sign.id for sign in SIGNS if sign.label} == {marker.id for marker in OF_THE_TABLE}
    assert all(sign.word or sign.label for sign in SIGNS)
    labels = [str(sign.label) for sign in SIGNS if sign.label]
    assert len(set(labels)) == len(labels)


def test_a_phone_has_the_sign_of_every_marker_of_the_table() -> None:
    assert {sign.id for sign in marks.DRAWN} == {marker.id for marker in OF_THE_TABLE} | {"hidden", "wound"}


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ('{ fill = "M0 0L9 0" }', "a, 1, fill: only closed outlines"),
        ('{ line = "M0 0L9 0" }', "a, 1: it takes"),
        ('{ fill = "M0 0L9 0L9 9Z", width = 2 }', "a, 1: it takes"),
        ('{ line = "m0 0l9 0", width = 2 }', "a, 1, line: only lines"),
        ('{ line = "M0 0C1 2 3 4 5", width = 2 }', "C with 5 numbers"),
        ('{ fill = "M0 0L113 0L9 9Z" }', "leaves the square"),
        ('{ fill = "M0 -13L9 0L9 9Z" }', "leaves the square"),
        ('{ crest = "nobody" }', "there is no nobody"),
        ("{}", "a, 1: it takes"),
    ],
)
def test_a_mistake_in_a_sign_is_named_with_its_place(part: str, says: str) -> None:
    with pytest.raises(DrawingError, match=r"signs\.toml, a, 1") as wrong:
        read_signs(f"[sign]\na = [{part}]\n")
    assert says in str(wrong.value)


def test_what_a_sign_may_be_made_of_is_read() -> None:
    parts = '{ fill = "M0 -12L9 0L9 9Z", hole = true }, { line = "M0 0L9 0", width = 2 }, { crest = "gunbai" }'
    (sign,) = read_signs(f"[sign]\na = [{parts}]\n").values()
    assert [(shape.width, shape.hole) for shape in sign[:2]] == [(0, True), (2, False)]
    assert len(sign) > 2
