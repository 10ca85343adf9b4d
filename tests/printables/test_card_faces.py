"""Faces of cards at every size: large boxed values, words that can be read, crest and colour, no word under a code."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.content import catalog
from companion.content.drawings import all_crests
from companion.content.languages import Say
from companion.rules.text import Text
from printables import qr
from printables.card_parts import BAND, FOOT
from printables.ink import COLORS, GREYS
from printables.livery import LIVERIES
from printables.numbers import COLUMNS
from printables.pen import Pen
from tests.printables import kits
from tests.printables.kits import MM, SMALL, Rect, kit, letters, only, opened, placed, raster, rects

BASE = "HTTP://192.168.178.100:8000/Q/ABCDEFGHIJKLMNO"
LONGEST = "http://" + "a" * 59 + "/abc"

# front, miniatures, unit; the card's size; the least points of its values and of its name
SIZES = [
    (1, 1, "kengo", (25, 25), 10, 7),
    (1, 2, "katana-samurai", (25, 50), 10, 7),
    (1, 1, "kiba-musha", (25, 50), 10, 7),
    (2, 2, "katana-samurai", (50, 25), 10, 7),
    (2, 2, "kiba-musha", (50, 50), 11, 12),
    (3, 3, "katana-samurai", (75, 25), 10, 8),
    (4, 4, "yumi-samurai", (100, 25), 10, 8),
    (6, 6, "teppotai", (150, 25), 10, 9),
    (3, 6, "katana-samurai", (75, 50), 11, 12),
    (4, 8, "no-dachi-samurai", (100, 50), 13, 14),
    (5, 12, "yari-ashigaru", (125, 75), 22, 20),
    (3, 6, "kiba-musha", (75, 100), 18, 20),
]


SOLDIERS = ("katana-samurai", "yumi-samurai", "yari-ashigaru", "teppotai")
LEAF = (44, 68)
SMALLEST = {(25, 25), (25, 50), (50, 25), (75, 25)}


def card(unit: str, front: int, count: int, name: str = "", **options: Any) -> bytes:
    """A file with the card of one unit, and a leaf where it is alone."""
    entry = {"id": "u1", "unit": unit, "miniatures": count, "front": front, "name": name}
    document = {**SMALL, "units": [entry], "characters": [], "general": None}
    return only(kit(document, pieces=("troop-cards",), sides="fronts", fewest=False, **options))


def place_of(data: bytes, size: tuple[int, int]) -> Rect:
    """Where the card of this size lies on the first page."""
    (place,) = {r for r in rects(data, 0) if abs(r.width - size[0]) < 0.01 and abs(r.height - size[1]) < 0.01}
    return place


def card_rects(data: bytes) -> set[Rect]:
    """The rectangles of the first page in whole millimeters."""
    return {Rect(round(r.x), round(r.y), round(r.width), round(r.height)) for r in rects(data, 0)}


def chars_on(data: bytes, size: tuple[int, int]) -> list[dict[str, Any]]:
    """The letters on the card of this size, in the order they were drawn."""
    place = place_of(data, size)
    left, top, right, foot = place.x, place.y, place.x + place.width, place.y + place.height
    chars = letters(data, 0)
    middles = [((c["x0"] + c["x1"]) / 2 / MM, (c["top"] + c["bottom"]) / 2 / MM, c) for c in chars]
    return [c for x, y, c in middles if left < x < right and top < y < foot and not c["text"].isspace()]


def outside(chars: list[dict[str, Any]], place: Rect) -> list[str]:
    """Letters that come too near to the trim of their card, or leave it."""
    return [
        c["text"]
        for c in chars
        if c["x0"] / MM < place.x + 1
        or c["x1"] / MM > place.x + place.width - 1
        or (c["bottom"] - 0.2 * c["size"]) / MM > place.y + place.height - FOOT + 0.3
    ]


def values_among(chars: list[dict[str, Any]]) -> Iterator[tuple[str, float]]:
    """Each column of the profile with the points of the value drawn after it."""
    whole = "".join(c["text"] for c in chars)
    found = re.search("".join(rf"({column})(\d+|–)" for column in COLUMNS), whole)
    assert found, whole
    for number, column in enumerate(COLUMNS):
        start, end = found.span(2 * number + 2)
        # What is drawn next may begin with a digit too, in other letters.
        yield column, max(c["size"] for c in chars[start:end])


@pytest.mark.parametrize(
    ("base_url", "language"), [(None, "en"), (BASE, "de"), (LONGEST, "en")], ids=["no-code", "code", "longest-code"]
)
@pytest.mark.parametrize(("front", "count", "unit", "size", "value", "name"), SIZES)
def test_words_are_large_enough_none_leaves_its_card_and_the_code_crosses_nothing(
    front: int, count: int, unit: str, size: tuple[int, int], value: float, name: float, base_url: str | None,
    language: str,
) -> None:  # fmt: skip
    """In the language with the longest words, and in English where the code is large."""
    data = card(unit, front, count, base_url=base_url, say=Say(language))
    place, chars = place_of(data, size), chars_on(data, size)
    found = dict(values_among(chars))
    assert set(found) == set(COLUMNS)
    assert min(found.values()) >= (value if base_url != LONGEST else 10)
    assert min(c["size"] for c in chars) >= 6.5
    assert max(c["size"] for c in chars) >= (name if base_url != LONGEST else 0)
    assert not outside(chars, place)
    if not base_url or LEAF in {(r.width, r.height) for r in card_rects(data)}:
        return  # its code stands on its leaf
    side = qr.side_mm(f"{base_url}/u1")
    codes = [r for r in rects(data, 0) if r.is_size(side, side)]
    (code,) = [r for r in codes if place.y <= r.y <= place.y + place.height]
    assert code.x + side <= place.x + place.width
    assert code.y + side <= place.y + place.height
    bands = [r for r in rects(data, 0) if r.width == pytest.approx(place.width, abs=0.01) and r.height <= BAND + 0.01]
    (front_band,) = [r for r in bands if r.y == pytest.approx(place.y, abs=0.01)]
    assert code.y >= front_band.y + front_band.height - 0.01, "never across the front"
    for char in chars:
        apart = char["x1"] / MM <= code.x + 0.1 or (char["bottom"] - 0.25 * char["size"]) / MM <= code.y + 0.1
        assert apart, char["text"]


def test_a_single_base_has_a_leaf_with_what_it_has_no_room_for() -> None:
    data = card("kengo", 1, 1, base_url=BASE)
    leaf = "".join(c["text"] for c in chars_on(data, (44, 68)))
    for part in ("Kengo", "Katana:3dice,AT3", "TwoSwords(1AC)", "wounds"):
        assert part in leaf
    assert sum(r.is_size(3.0, 3.0) for r in rects(data, 0)) == 7, "a box for each wound, which its VT counts"


@pytest.mark.parametrize("base_url", [None, BASE], ids=["no-code", "code"])
@pytest.mark.parametrize(("front", "count"), [(1, 1), (2, 2), (2, 3), (3, 3), (4, 4)])
@pytest.mark.parametrize("unit", ["kengo", "ikame-bo", "ninjas", "teppotai", "no-dachi-samurai"])
def test_every_weapon_and_ability_stands_on_the_card_or_on_its_leaf(
    unit: str, front: int, count: int, base_url: str | None
) -> None:
    data = card(unit, front, count, base_url=base_url)
    profile = catalog().units[unit]
    size = LEAF if LEAF in {(r.width, r.height) for r in card_rects(data)} else (25 * front, 25 * -(-count // front))
    shown = "".join(c["text"] for c in chars_on(data, size))
    for told in (*profile.weapons, *profile.abilities):
        named = (catalog().weapons | catalog().abilities)[told].name.partition(" (")[0]
        assert named.replace(" ", "") in shown, told
    circles = unit == "ikame-bo"
    assert size == LEAF if count == 1 else size != LEAF or front == 2 or circles, "three in a row need none"


@pytest.mark.parametrize("base_url", [None, BASE], ids=["no-code", "code"])
@pytest.mark.parametrize("who", sorted(catalog().characters))
def test_no_weapon_on_a_common_card_is_torn_from_its_last_number(who: str, base_url: str | None) -> None:
    choice = catalog().characters[who].weapon_choice
    chosen = {"weapon": choice[0]} if choice else {}
    document = {**SMALL, "characters": [{"id": "c1", "character": who, **chosen}], "general": None}
    printed = kit(document, pieces=("character-cards",), sides="fronts", base_url=base_url)
    lines = (opened(only(printed)).pages[0].extract_text() or "").split("\n")
    told = [line for line in lines if re.search(r": \d+ dice", line)]
    assert told or who == "geisha"
    assert all(re.search(r": \d+ dice, AT \d+", line) for line in told), told


@pytest.mark.parametrize(("front", "count", "unit", "size"), [case[:4] for case in SIZES])
def test_every_card_has_the_crest(
    front: int, count: int, unit: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, draw = [], Pen.crest
    monkeypatch.setattr(kits, "DRAWN", {})
    monkeypatch.setattr(
        Pen, "crest", lambda pen, *how: (drawn.append((pen.width, pen.height, how[-1])), draw(pen, *how))
    )
    card(unit, front, count, base_url=BASE)
    colors = [color for wide, high, color in drawn if (wide, high) == size]
    assert len([color for color in colors if color != "pale"]) == 1
    assert colors.count("pale") == (size in {(75, 100), (125, 75)}), "and pale where much of a card is left"


def figures_in(data: bytes) -> set[str]:
    """Whose silhouettes a file has."""
    return {found[1] for name in placed(data) if (found := re.search(r"figure-([a-z-]+)-ink-", name))}


@pytest.mark.parametrize("base_url", [None, BASE], ids=["no-code", "code"])
@pytest.mark.parametrize(("front", "count"), [(4, 4), (4, 8), (2, 4)])
def test_every_unit_has_its_silhouette_on_its_card(front: int, count: int, base_url: str | None) -> None:
    units = [unit for unit, profile in catalog().units.items() if profile.basic_unit >= 3]
    listed = [{"id": f"u{n}", "unit": unit, "miniatures": count, "front": front} for n, unit in enumerate(units)]
    document = {**SMALL, "units": listed, "characters": [], "general": None}
    assert figures_in(only(kit(document, pieces=("troop-cards",), base_url=base_url))) == set(units)


@pytest.mark.parametrize("base_url", [None, BASE], ids=["no-code", "code"])
def test_every_character_has_his_silhouette_on_his_card(base_url: str | None) -> None:
    who = catalog().characters
    listed = [
        {"id": f"c{n}", "character": id_, **({"weapon": one.weapon_choice[0]} if one.weapon_choice else {})}
        for n, (id_, one) in enumerate(who.items())
    ]
    document = {**SMALL, "units": [], "characters": listed, "general": None}
    drawn = figures_in(only(kit(document, pieces=("character-cards",), base_url=base_url)))
    monks = {"daimyo-sohei", "busho-sohei"}
    assert drawn == {*who} - monks | {f"{id_}-katana" for id_ in monks}, "their own figures hold a naginata"


def test_no_frame_stands_at_the_trim_and_lines_end_where_the_words_begin() -> None:
    data = card("yari-ashigaru", 5, 12)
    place = place_of(data, (125, 75))
    left, top, right, foot = (round(n / 25.4 * 200) for n in (place.x, place.y, place.x + 125, place.y + 75))
    page = raster(data, 200, grey=True)[0]
    for name, strip in {
        "foot": (left + 30, foot - 2, right - 30, foot + 2),
        "side": (left - 2, top + 45, left + 2, foot - 30),
    }.items():
        edge = page.crop(strip)
        assert sum(edge.histogram()[:230]) < 0.02 * edge.width * edge.height, name
    drawn = rects(data, 0)
    bases = [n for n, r in enumerate(drawn) if r.is_size(25, 25)]
    assert len(bases) == 12, "every base is drawn"
    over = [r for r in drawn[bases[-1] + 1 :] if r.width > 100 and r.height > 30]
    written = [c for c in chars_on(data, (125, 75)) if c["top"] / MM > place.y + BAND]
    assert any(
        all(r.x < c["x0"] / MM and c["x1"] / MM < r.x + r.width for c in written)
        and all(r.y < c["top"] / MM + 2 and c["bottom"] / MM < r.y + r.height + 2 for c in written)
        for r in over
    ), "the ground of the words is laid over the grid"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Miyamoto", "Miyamoto·Kengo"),
        ("Bokuden", "Bokuden·Kengo"),
        ("W" * 60, "WWW"),
        ("a b " * 15, "abab"),
        ("武" * 60, "武"),
    ],
)
@pytest.mark.parametrize(("front", "count", "unit", "size"), [case[:4] for case in SIZES if case[3] in SMALLEST])
def test_small_cards_hold_their_values_whatever_the_name(
    name: str, said: str, front: int, count: int, unit: str, size: tuple[int, int]
) -> None:
    data = card(unit, front, count, name=name, base_url=BASE)
    chars, place = chars_on(data, size), place_of(data, size)
    assert not outside(chars, place)
    assert min(dict(values_among(chars)).values()) >= 10
    shown = "".join(c["text"] for c in chars)
    assert said in shown if size == (25, 25) else said.partition("·")[0] in shown


@pytest.mark.parametrize("base_url", [None, BASE], ids=["no-code", "code"])
@pytest.mark.parametrize(
    ("unit", "front", "count", "language"),
    [
        *((unit, *size, "en") for unit in SOLDIERS for size in [(4, 4), (5, 5), (6, 6), (3, 6)]),
        *((unit, 3, 3, "en") for unit in ("kengo", "ishitsubute-ashigaru")),
        *(("ninjas", 3, 3, language) for language in ("en", "de", "es", "fr")),
        ("ishitsubute-ashigaru", 3, 3, "de"),
    ],
)
def test_a_unit_has_a_box_for_each_miniature_to_lose(
    unit: str, front: int, count: int, language: str, base_url: str | None
) -> None:
    """A card of one rank too, beside its code; where there is least room in one line with what they count."""
    data = card(unit, front, count, base_url=base_url, say=Say(language))
    assert len(boxes_on(data)) == count
    assert said_of_losses(language) in "".join(c["text"] for c in chars_on(data, (25 * front, 25 * count // front)))


@pytest.mark.parametrize("base_url", [None, BASE], ids=["no-code", "code"])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("unit", "count"), [("katana-samurai", 2), ("onna-bushi", 2), ("ninjas", 2), ("ikame-bo", 3)])
def test_where_a_card_has_no_room_for_boxes_its_leaf_has_them(
    unit: str, count: int, language: str, base_url: str | None
) -> None:
    data = card(unit, count, count, base_url=base_url, say=Say(language))
    size = LEAF if LEAF in {(r.width, r.height) for r in card_rects(data)} else (25 * count, 25)
    assert len(boxes_on(data)) >= count
    assert said_of_losses(language) in "".join(c["text"] for c in chars_on(data, size))


def boxes_on(data: bytes) -> list[Rect]:
    """The boxes to cross off."""
    return [r for r in rects(data, 0) if r.width == pytest.approx(r.height, abs=0.001) and 2.65 < r.width < 5.5]


def said_of_losses(language: str) -> str:
    return Say(language)(Text("losses · damage")).replace(" ", "")


def test_every_crest_has_a_colour_of_its_own_weave_that_bears_white_letters() -> None:
    assert set(LIVERIES) == {crest.id for crest in all_crests()}
    assert len(set(LIVERIES.values())) == len(LIVERIES), "no two clans look alike"
    for livery in LIVERIES.values():
        red, green, blue = (
            part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in COLORS[livery.color]
        )
        assert 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4.5, livery.color
        assert GREYS[livery.color] <= 0.5


@pytest.mark.parametrize("mon", ["tomoe", "kiri", "bishi", "nami", "kikko"])
def test_the_face_has_the_clans_colour_and_so_has_the_back(mon: str) -> None:
    printed = kit({**SMALL, "mon": mon}, pieces=("troop-cards",))
    wanted = COLORS[LIVERIES[mon].color]
    for page in raster(only(printed), 40):
        pixels = page.convert("RGB").resize((page.width, page.height)).getcolors(1 << 20)
        assert pixels is not None
        near = sum(n for n, rgb in pixels if all(abs(a / 255 - b) < 0.12 for a, b in zip(rgb, wanted, strict=True)))
        assert near > 40, "the band, or the crest on the cloth"
