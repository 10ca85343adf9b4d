"""Lists inside links: what a QR code has room for, and links that are damaged or made up."""

import zlib
from random import Random
from typing import Any

import pytest
import qrcode
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content import catalog
from companion.play.armies import link
from companion.play.armies.link import QR_MOST, from_link, qr_link, qr_version, to_link, to_qr
from companion.play.armies.reading import read_any
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal
from tests.rules.kensei.army.lists import army, doc, hero, plain, unit

PAGE = "http://192.168.178.123:8000/kensei/armies/open"


def test_every_name_of_the_tables_has_its_place() -> None:
    for names, known in (
        (link.UNITS, catalog().units),
        (link.CHARACTERS, catalog().characters),
        (link.WEAPONS[1:], catalog().weapons),
        (link.ABILITIES, catalog().taisho_abilities),
    ):
        assert len(set(names)) == len(names)
        assert set(names) == set(known)


def test_places_never_change() -> None:
    """Links made by an older program must mean the same for ever."""
    made = army(
        plain(
            level=1,
            name="Takeda",
            units=[unit("yari-samurai", front=4)],
            characters=[hero("busho-buke", weapon="katana", joins="u3")],
            general="c2",
            taisho_abilities=["banzai"],
        )
    )
    assert from_link("a6-8zNDQ0MuQyMjEwMDA1MLAwMTDhsgSyDcxNDIwNuLhCErNTUxIB") == made


# ---- in a QR code


def level_five(names: bool = True) -> Army:
    """A whole level-5 list: nine units and six characters, each with a name of its own."""
    units = [
        unit("yari-ashigaru", 12, standard_bearer=True, front=5, name="First spears"),
        unit("yari-ashigaru", 10, standard_bearer=True, name="Kai levy"),
        unit("yumi-ashigaru", 9, name="Rain of Suwa"),
        unit("katana-samurai", 8, standard_bearer=True, front=4, name="Red devils"),
        unit("kiba-musha", 4, name="Wind riders"),
        unit("yumi-samurai", 6, name="Kofu bows"),
        unit("no-dachi-samurai", 7, standard_bearer=True, name="Oak"),
        unit("yari-samurai", 8, standard_bearer=True, name="Fire"),
        unit("kengo", 2, name="Two"),
    ]
    heroes = [
        hero("taisho-buke", weapon="spear", mounted=True, joins="u5", name="Takeda Shingen"),
        hero("busho-buke", weapon="katana", joins="u7", name="Baba Nobuharu"),
        hero("daisho-samurai", joins="u4", name="Yamagata"),
        hero("daisho-ashigaru", joins="u1", name="Kosaka"),
        hero("daisho-ashigaru", joins="u3", name="Naito"),
        hero("shinobi", kind="mitsumono", joins="u2", name="Monkey"),
    ]
    for entry in (*units, *heroes) if not names else ():
        entry["name"] = ""
    head = {"name": "Takeda vanguard", "clan": "Takeda", "mon": "takeda-bishi", "general": "c1"}
    abilities = ["banzai", "bushido-law"]
    return army(doc(level=5, **head, units=units, characters=heroes, taisho_abilities=abilities))


def test_a_level_five_list_stays_at_version_ten_and_a_phone_reads_the_code() -> None:
    for names in (True, False):
        found = qr_link(level_five(names), PAGE)
        assert found.version <= QR_MOST == 10
        assert found.left_out == ()
        assert from_link(found.url) == level_five(names)
        assert " " not in found.url
        code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=4, box_size=4)
        code.add_data(found.url)
        code.make()
        assert code.version == found.version
        (seen,) = zxingcpp.read_barcodes(code.make_image().get_image().convert("L"))
        assert seen.text == found.url


def test_notes_and_then_names_make_room() -> None:
    chance = Random(1)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=9)) for _ in range(60)]
    noted = [unit("katana-samurai", note=" ".join(words[5 * n : 5 * n + 5])) for n in range(9)]
    named = [unit("katana-samurai", name=word) for word in words]
    for units, left_out in ((noted, ("notes",)), (named, ("notes", "names"))):
        found = qr_link(army(doc(level=5, units=units, name="Kept")), PAGE)
        assert (found.left_out, found.version <= QR_MOST) == (left_out, True)
        read = from_link(found.url)
        assert isinstance(read, Army)
        assert (read.name, {(one.name, one.note) for one in read.units}) == ("Kept", {("", "")})
        assert len(read.units) == len(units)


def test_versions_are_those_of_the_code() -> None:
    assert [qr_version("A" * count) for count in (1, 25, 26, 395, 396, 4296, 5000)] == [1, 1, 2, 10, 11, 40, 41]


# ---- damaged and made up


@pytest.mark.parametrize("write_link", [to_link, to_qr])
def test_a_link_cut_off_or_with_a_wrong_letter_is_told(write_link: Any) -> None:
    letters = write_link(level_five())
    for end in range(len(letters)):
        assert isinstance(from_link(letters[:end]), Refusal)
    for place in range(1, len(letters), 5):
        wrong = "B" if letters[place] != "B" else "C"
        refused = from_link(letters[:place] + wrong + letters[place + 1 :])
        assert isinstance(refused, Refusal)
        assert "damaged" in str(refused)
    assert read_any(letters[:-4]).problems
    assert isinstance(from_link(letters + "A"), Refusal)


def test_what_is_no_link_is_told() -> None:
    made_up = ["", "#", "hello", f"{PAGE}#", f"{PAGE}#zzz", "a", "A", "a!!!!", "AäÖ", "a" * 500_000]
    for text in (*made_up, packed("1130", "", "", "", " " * 5_000_000)):
        refused = from_link(text)
        assert isinstance(refused, Refusal), text[:20]
        assert str(refused).endswith(".")


def packed(*lines: str) -> str:
    """A link that holds anything, with a right checksum: what somebody could make up."""
    text = "\n".join(lines).encode("utf-8", "surrogatepass")
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = link._checksum(text) + squeeze.compress(text) + squeeze.flush()
    return "A" + link._base41(data)


@pytest.mark.parametrize(
    ("lines", "path"),
    [
        ([""], ""),
        (["2130"], ""),
        (["1"], "level"),
        (["1730"], "path"),
        (["113"], None),
        (["1130", "s400"], "units.0.unit"),
        (["1130", "0"], None),
        (["1130", "0\U00010000"], "units.0.miniatures"),
        (["1130", "050Z"], "units.0.front"),
        (["1139"], "general"),
        (["1130", "", "74050"], "characters.0.joins"),
        (["1130", "", "7Z"], "characters.0.weapon"),
        (["1130", "", "70009"], "characters.0.kind"),
        (["1130", "", "!"], "characters.0.character"),
        (["1130:"], "taisho_abilities.0"),
        (["1130", "", "", "12"], "koku_limit"),
        (["1130", "", "", "much"], "koku_limit"),
        (["1130", "", "", "", "x" * 61], "name"),
        (["1130", "05", "", "", "", "", "", "", "", "not an id"], "units.0.id"),
        (["1130", "05000500", "", "", "", "", "", "", "", "", "", "u2"], "units.1.id"),
    ],
)
def test_made_up_links_are_checked_like_documents(lines: list[str], path: str | None) -> None:
    read = from_link(packed(*lines))
    assert isinstance(read, Army if path is None else Refusal)
    if path and isinstance(read, Refusal):
        assert path in [problem.path for problem in read.problems]


@settings(max_examples=80)
@given(st.lists(st.text(max_size=12), max_size=12), st.text(st.characters(max_codepoint=130), max_size=40))
def test_no_made_up_link_is_an_accident(lines: list[str], signs: str) -> None:
    assert isinstance(from_link(packed(*lines)), Army | Refusal)
    assert isinstance(from_link(packed("1" + signs, signs, signs, *lines)), Army | Refusal)
