"""Markers: every one of the book's is there, and no two that must be told apart depend on color."""

import itertools
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.content.languages import Say
from printables import marker_pieces
from printables.ink import COLORS
from printables.livery import LIVERIES
from printables.markers import BY_ID, COUNTED, MARKERS, suggested
from tests.printables.faces import faces
from tests.printables.kits import LARGE, MM, SMALL, army, kit, only, opened, pages, raster, rects, words

GOLDEN = Path(__file__).parents[1] / "golden" / "markers.txt"
# How the three deficiencies see linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
DEFICIENCIES = {
    "protanope": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranope": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanope": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}


@pytest.mark.parametrize("mon", ["kiri", "nami", "bishi", "takanoha"])
def test_what_a_side_orders_is_in_the_colour_of_its_livery(mon: str) -> None:
    """March and its order's fan, the turn's strip, and the crest behind: none is left in another clan's."""
    counts = {"march-run": 2, "strategic-order": 2, "tracker": 1}
    wanted, other = COLORS[LIVERIES[mon].color], COLORS["second"]
    for page in raster(only(kit({**SMALL, "mon": mon}, pieces=("markers",), marker_counts=counts)), 40):
        colors = page.convert("RGB").getcolors(1 << 20) or []
        near = [
            sum(n for n, rgb in colors if all(abs(a / 255 - b) < 0.05 for a, b in zip(rgb, color, strict=True)))  # type: ignore[arg-type]
            for color in (wanted, other)
        ]
        assert near[0] > 100
        assert near[1] == 0


def test_one_wound_has_no_number_and_more_have() -> None:
    for marker, said in (("wound-1", "Wound"), ("wound-2", "2Wounds")):
        data = only(kit(SMALL, pieces=("markers",), sides="fronts", marker_counts={marker: 1}))
        assert words(data, 0).endswith(said)


def test_every_marker_stands_on_the_golden_contact_sheet() -> None:
    counts = {marker.id: 6 if marker.pair else 1 for marker in MARKERS}
    pdf = opened(only(kit(pieces=("markers",), sides="fronts", marker_counts=counts)))
    printed = "".join("".join((page.extract_text() or "").split()) for page in pdf.pages)
    upside_down = "".join(printed[::-1])
    wanted = GOLDEN.read_text("utf-8").split("\n")
    assert [f"{m.id}: {' / '.join(str(side.label) for side in m.faces)}" for m in MARKERS] == wanted[:-1]
    for marker in MARKERS:
        for side in marker.faces:
            word = str(side.label).replace(" ", "")
            assert word in printed or word in upside_down, (marker.id, word)


def seen_by(picture: Image.Image, eye: str) -> np.ndarray:
    """The lightness and color this eye sees, gamma undone and put on again."""
    linear = (np.asarray(picture, dtype=float) / 255) ** 2.2
    seen = np.clip(linear @ np.array(DEFICIENCIES[eye]).T, 0, 1)
    return seen ** (1 / 2.2)


def difference(a: Image.Image, b: Image.Image, eye: str) -> float:
    """The share of the face that looks clearly different."""
    return float((np.abs(seen_by(a, eye) - seen_by(b, eye)).max(axis=2) > 0.25).mean())


@pytest.mark.parametrize("eye", DEFICIENCIES)
def test_no_two_faces_look_alike_and_those_of_pairs_differ_in_shape_and_letter(eye: str) -> None:
    close = {
        (a, b): share
        for (a, one), (b, other) in itertools.combinations(faces().items(), 2)
        if (share := difference(one, other, eye)) < 0.008 or (share <= 0.05 and pair_of(a) == pair_of(b) != "")
    }
    assert close == {}
    assert Counter(map(pair_of, faces())) >= Counter(shot=6, charge=6)


def pair_of(face: str) -> str:
    kind = face.partition("-")[0]
    return kind if kind in ("shot", "charge") else ""


def test_the_colors_of_pairs_are_apart_for_every_eye_by_lightness_or_hue() -> None:
    roles = [role for role, _ in marker_pieces.PAIR_SHAPES]
    for a, b in itertools.combinations(roles, 2):
        pictures = [Image.new("RGB", (1, 1), tuple(round(part * 255) for part in COLORS[r])) for r in (a, b)]
        assert np.abs(seen_by(pictures[0], "deuteranope") - seen_by(pictures[1], "deuteranope")).max() > 0.08, (a, b)


def test_counts_follow_the_army() -> None:
    counts = suggested(army(LARGE))
    assert counts["march-run"] == len(LARGE["units"]) + 3, "every unit and lone character moves"
    assert counts["shot"] == counts["reload"] == counts["withstand-shoot"] == 3, "bows twice, slings once"
    assert counts["charge"] == 8
    assert counts["commandment"] == 5, "a Taisho's three and two on a hill"
    assert counts["hidden"] == 2, "Spy and Shinobi"
    assert (counts["palisade"], suggested(None)["palisade"]) == (0, 1), "only teppo raise one (6:2:5)"
    assert tuple(counts) == COUNTED


def test_counts_can_be_edited() -> None:
    printed = kit(pieces=("markers",), marker_counts={"defeat": 7, "shot": 2})
    assert len(printed.fingerprints) == 7 + 2 * 2


def test_bleed_reaches_over_the_trim_but_not_over_a_fold() -> None:
    counts = {"defeat": 1, "march-run": 1}
    data = only(kit(pieces=("markers",), sides="fronts", bleed=True, marker_counts=counts))
    grounds = [(round(r.width, 1), round(r.height, 1)) for r in rects(data, 0) if r.width > 28]
    assert sorted(grounds) == [(29.0, 27.0), (29.0, 27.0), (29.0, 29.0)]


@pytest.mark.parametrize(
    ("size", "color", "language"),
    [
        *((size, "saver", "en") for size in (20, 25, 30, 40)),
        *((size, "color", "de") for size in (20, 25, 30, 40)),
        *((20, "color", language) for language in ("es", "fr")),
    ],
)
def test_words_of_round_markers_are_not_cut_off(size: int, color: str, language: str) -> None:
    """In English, in the language with the longest words, and on the smallest markers in all."""
    printed = kit(
        pieces=("markers",), marker_shape="round", marker_mm=size, marker_counts=dict.fromkeys(BY_ID, 1),
        sides="fronts", color=color, say=Say(language),
    )  # fmt: skip
    seen = 0
    for page in pages(printed):
        trims = [c for c in page.curves if abs(c["width"] / MM - size) < 0.02]
        for trim in trims:
            x, y = (trim["x0"] + trim["x1"]) / 2, (trim["top"] + trim["bottom"]) / 2
            radius = size / 2 * MM
            inside = [c for c in page.chars if abs(c["x0"] - x) < radius and abs(c["top"] - y) < radius]
            assert "…" not in [char["text"] for char in inside]
            for char in inside:
                # A fifth of a line above the letters and below their baseline is empty.
                ends = char["top"] + 0.2 * char["size"], char["bottom"] - 0.2 * char["size"]
                far = max(((a - x) ** 2 + (b - y) ** 2) ** 0.5 for a in (char["x0"], char["x1"]) for b in ends)
                assert far <= radius, (char["text"], far / MM)
                seen += 1
    assert seen > 150
