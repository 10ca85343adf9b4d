"""QR codes: found and read again by another program from what a printer would see, on faces only."""

import zxingcpp

from printables import qr
from tests.printables.kits import CARDED, LARGE, SMALL, URL, army, kit, only, raster

LARGE_UNITS = [unit["id"] for unit in LARGE["units"]]
"""Each has one code: on its card, or on the leaf of a card too small for one."""


def scanned(data: bytes, dpi: int = 150) -> list[list[str]]:
    """The texts of the codes on every page, as a camera reads them."""
    return [sorted(code.text for code in zxingcpp.read_barcodes(picture)) for picture in raster(data, dpi, grey=True)]


def test_every_code_is_read_and_no_other() -> None:
    printed = kit(LARGE, pieces=("troop-cards", "character-cards", "army-sheet", "reference"), base_url=URL)
    found = scanned(only(printed))
    expected = [f"{URL}/{id_}" for id_ in LARGE_UNITS]
    expected += [f"{URL}/{one['id']}" for one in LARGE["characters"] if one["id"] in CARDED]
    assert sorted(text for page in found for text in page) == sorted([*expected, URL])
    for page, texts in zip(printed.pages, found, strict=True):
        assert page.side == "front" or not texts, "never on a back"


def test_a_dated_address_ends_in_the_code_of_the_card() -> None:
    base = "HTTP://192.168.178.100:8000/Q/ABCDEFGHIJKLMNO"
    printed = kit(SMALL, pieces=("troop-cards", "character-cards", "army-sheet"), base_url=base, dated=True)
    codes = army(SMALL).codes
    wanted = [f"{base}/{id_.upper()}/{codes[id_]}" for id_ in ("-", "u1", "u2", "u3", "c2")]
    assert sorted(text for page in scanned(only(printed)) for text in page) == sorted(wanted)
    assert {len(qr.modules(text)) for text in wanted} == {29}, "version 3: capitals pack tighter"


def test_neither_without_an_address_nor_for_the_opponent_there_are_codes() -> None:
    assert not any(scanned(only(kit(SMALL, pieces=("troop-cards", "character-cards", "army-sheet")))))
    assert not any(scanned(only(kit(LARGE, pieces=("opponent-sheet",), base_url=URL))))


def test_the_table_sheet_opens_the_table() -> None:
    printed = kit(SMALL, pieces=("table-sheet",), table_url="http://10.0.0.2:8000/t/kd4f", table_words="crane moon")
    assert scanned(only(printed)) == [["http://10.0.0.2:8000/t/kd4f"] * 2]


def test_the_longest_address_still_fits_a_base() -> None:
    longest = "http://" + "a" * 59 + "/abc"
    assert len(longest) == 70
    assert (len(qr.modules(longest + "/u12")) + 2 * qr.QUIET) * qr.LEAST_MODULE_MM < 25
    printed = kit(SMALL, pieces=("troop-cards",), sides="fronts", base_url=longest)
    assert scanned(only(printed), 200) == [sorted(f"{longest}/u{n}" for n in (1, 2, 3))]
