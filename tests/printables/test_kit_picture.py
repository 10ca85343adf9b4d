"""The picture of a cut kit: every piece on it is found in the PDF, and the README and the start page show it."""

import pytest
from PIL import Image

from tests.conftest import ROOT
from tools import kit_picture


@pytest.fixture(scope="module")
def found() -> dict[str, Image.Image]:
    return kit_picture.pieces()


def test_every_piece_on_the_table_is_cut_out_of_the_sheets(found: dict[str, Image.Image]) -> None:
    sizes = {"u3": (75, 50), "c1": (44, 68), "wound-2": (25, 25), "back:c1": (44, 68)}
    for name, size in sizes.items():
        assert found[name].size == pytest.approx([one * kit_picture.DOT for one in size], abs=2)
    for name, *_ in kit_picture.LAID:
        colors = found[name].getcolors(1 << 20)
        assert colors is not None
        assert len(colors) > 20, f"{name} is blank"


def test_it_is_kept_small_and_shown_first_hand() -> None:
    with Image.open(kit_picture.FILE) as kept:
        assert kept.size == kit_picture.SIZE
    assert kit_picture.FILE.stat().st_size < 70_000
    assert "](static/kit.jpg)" in (ROOT / "README.md").read_text("utf-8")
    assert "filename='kit.jpg'" in (ROOT / "templates" / "start.html").read_text("utf-8")
