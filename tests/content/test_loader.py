"""A mistake in a content file is named by file, entry and field; all mistakes come at once."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.content import KENSEI, ContentError, catalog, load

Plant = Callable[[str, str, str], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the real tables to spoil."""
    return Path(shutil.copytree(KENSEI, tmp_path / "kensei"))


@pytest.fixture
def plant(folder: Path) -> Plant:
    """Replaces a passage in a file at its first place; the passage must be there."""

    def replace(file: str, old: str, new: str) -> None:
        text = (folder / file).read_text(encoding="utf8")
        assert old in text, f"{old!r} is not in {file}"
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf8")

    return replace


def problems(folder: Path) -> list[str]:
    with pytest.raises(ContentError) as caught:
        load(folder)
    assert str(caught.value) == "\n".join(str(p) for p in caught.value.problems)
    return [str(problem) for problem in caught.value.problems]


def test_an_unspoiled_copy_loads(folder: Path) -> None:
    assert load(folder) == catalog()


# What is replaced, by what, in which file; and the one problem this must cause.
ONE_MISTAKE = {
    "number too small": (("units.toml", "koku = 15\n", "koku = 0\n"),
        "units.toml: yari-ashigaru: koku: must be at least 1, is 0"),
    "number too large": (("characters.toml", "ki = 7, hr = 8", "ki = 70, hr = 8"),
        "characters.toml: daimyo-kuge: attributes.ki: must be at most 10, is 70"),
    "attribute under its name in the book": (("units.toml", "in = 2, ac = 2", "in = 11, ac = 2"),
        "units.toml: yari-ashigaru: attributes.in: must be at most 10, is 11"),
    "unknown field inside": (("levels.toml", "cavalry = 0, loner = 0", "cavalry = 0, loner = 0, monks = 1"),
        "levels.toml: 1: size.monks: is not a known field; known are cavalry, general, heinin, loner"),
    "fraction for a whole number": (("units.toml", "maximum = 15", "maximum = 15.5"),
        "units.toml: yari-ashigaru: maximum: must be a whole number, is 15.5"),
    "number for a truth": (("characters.toml", "may_ride = true", "may_ride = 1"),
        "characters.toml: daimyo-kuge: may_ride: must be true or false, is 1"),
    "text for a distance": (("weapons.toml", "range_cm = 45", 'range_cm = "45"'),
        "weapons.toml: teppo: range_cm: must be a number, is '45'"),
    "text for a list": (("units.toml", 'weapons = ["spear"]', 'weapons = "spear"'),
        "units.toml: yari-ashigaru: weapons: must be a list in brackets, is 'spear'"),
    "empty list": (("units.toml", 'weapons = ["bow"]', "weapons = []"),
        "units.toml: yumi-ashigaru: weapons: must be a list of at least 1, is []"),
    "number for a table": (("levels.toml", "elite = { most = 0 }", "elite = 0"),
        "levels.toml: 1: elite: must be a table in braces, is 0"),
    "missing field": (("units.toml", 'armor = "light"\n', ""),
        "units.toml: yari-ashigaru: armor: is missing"),
    "missing AT of a fighter": (("characters.toml", "at = 3, ", ""),
        "characters.toml: daimyo-kuge: attributes.at: is missing; only a character with the trait no-combat has none"),
    "empty text": (("terrain.toml", 'name = "Hill"', 'name = ""'),
        "terrain.toml: hill: name: must be a text of at least 1 letter, is ''"),
    "value of no choice": (("units.toml", 'class = "basic"', 'class = "common"'),
        "units.toml: yari-ashigaru: class: must be 'basic', 'special' or 'elite', is 'common'"),
    "size that is neither number nor max": (("levels.toml", "heinin = 3", 'heinin = "most"'),
        "levels.toml: 2: size.heinin: must be a whole number or 'max', is 'most'"),
    "name twice in a list": (("units.toml", '["on-foot", "samurai"]', '["on-foot", "on-foot"]'),
        "units.toml: katana-samurai: traits: names 'on-foot' twice"),
    "section of no shape": (("terrain.toml", '"6:2:3"', '"6.2.3"'),
        "terrain.toml: river: rule: must be a section of the book, such as 9:3:4, is '6.2.3'"),
    "ability without owner": (("units.toml", '["banzai", "fight-for-the-emperor"]', '["banzai"]'),
        "abilities.toml: fight-for-the-emperor: belongs to no unit and no character; name it under their abilities"),
    "id twice": (("terrain.toml", 'id = "stream"', 'id = "hill"'),
        "terrain.toml: hill: id: stands twice in this file; entry 6 repeats it"),
    "id of a unit for a character": (("characters.toml", 'id = "spy"', 'id = "kengo"'),
        "characters.toml: kengo: id: is the id of a unit in units.toml too"),
    "id of the wrong type": (("terrain.toml", 'id = "forest"', "id = [1]"),
        "terrain.toml: entry 1: id: must be a text in quotes, is [1]"),
    "entry without id": (("terrain.toml", 'id = "hill"\n', ""),
        "terrain.toml: entry 2: id: is missing"),
    "maximum under the basic unit": (("units.toml", "maximum = 15", "maximum = 4"),
        "units.toml: yari-ashigaru: maximum: must be at least the basic unit of 5, is 4"),
    "special unit without path": (("units.toml", 'path = "buke"\n', ""),
        "units.toml: no-dachi-samurai: path: belongs to special and elite units, and to them alone"),
    "character without weapon": (("characters.toml", 'weapons = ["fan"]', "weapons = []"),
        "characters.toml: geisha: weapons: must name a weapon, or weapon_choice must"),
    "reach that ends before it begins": (("weapons.toml", "over_cm = 20", "over_cm = 40"),
        "weapons.toml: sling: range_cm: must be more than over_cm, 40, is 40"),
    "shorter reach from a hill": (("weapons.toml", "range_from_hill_cm = 70", "range_from_hill_cm = 50"),
        "weapons.toml: bow: range_from_hill_cm: must be at least range_cm, 60, is 50"),
    "reach of a hand weapon": (("weapons.toml", 'rule = "5:2:4"', 'rule = "5:2:4"\nrange_cm = 5'),
        "weapons.toml: katana: ranged: must be true for a weapon with a reach"),
    "foreign table": (("armors.toml", "[[armor]]", "[color]\nred = 1\n[[armor]]"),
        "armors.toml: color: is not known here; this file holds [[armor]] only"),
}  # fmt: skip


@pytest.mark.parametrize("kind", ONE_MISTAKE)
def test_a_mistake_is_named_in_its_place(kind: str, folder: Path, plant: Plant) -> None:
    where, sentence = ONE_MISTAKE[kind]
    plant(*where)
    assert problems(folder) == [sentence]


@pytest.mark.parametrize(
    ("file", "old", "new", "start"),
    [
        ("units.toml", '["spear"]', '["axe"]', "yari-ashigaru: weapons: must be 'spear', 'naginata', "),
        ("units.toml", '"heinin"', '"peasant"', "yari-ashigaru: traits: must be 'on-foot', 'mounted', "),
        ("weapons.toml", "%(katana)s", "%(kata)s", "katana: summary: names numbers the rules do not have: "),
        ("units.toml", '"two-swords"', '"3-swords"', "kengo: abilities: names '3-swords', which abilities"),
        ("characters.toml", '"yutei"', '"yoga"', "spy: abilities: names 'yoga', which abilities.toml "),
    ],
)
def test_a_reference_into_nothing(file: str, old: str, new: str, start: str, folder: Path, plant: Plant) -> None:
    plant(file, old, new)
    first = problems(folder)[0]
    assert first.startswith(f"{file}: {start}")
    assert new.strip('["]%()s') in first


def test_a_removed_entry_is_missed_where_it_is_named(folder: Path) -> None:
    text = (folder / "weapons.toml").read_text(encoding="utf8")
    (folder / "weapons.toml").write_text(re.sub(r'\[\[weapon\]\]\nid = "sling".*?(?=\[\[)', "", text, flags=re.S))
    found = problems(folder)
    assert found[0].startswith("units.toml: ishitsubute-ashigaru: weapons: names 'sling', which weapons.toml does not")
    assert found[1:] == ["weapons.toml: sling: is missing"]


def test_a_missing_level(folder: Path, plant: Plant) -> None:
    plant("levels.toml", "number = 9\n", "number = 8\n")
    assert problems(folder) == [
        "levels.toml: 8: number: stands twice in this file; entry 9 repeats it",
        "levels.toml: 9: is missing",
    ]


def test_a_syntax_error_has_its_line(folder: Path, plant: Plant) -> None:
    plant("units.toml", "koku = 15\n", "koku = = 15\n")
    lines = (folder / "units.toml").read_text(encoding="utf8").splitlines()
    line = lines.index("koku = = 15") + 1
    assert problems(folder) == [f"units.toml: line {line}: column 8: Invalid value"]


@pytest.mark.parametrize(
    ("file", "written", "sentence"),
    [
        ("traits.toml", b'[[trait]]\nid = "', "Unterminated string (at end of document)"),
        ("armors.toml", b"# \xff\xfe\n", "is no UTF-8 text (byte 3)"),
        ("terrain.toml", b'[terrain]\nid = "hill"\n', "terrain: must be written [[terrain]], once for each entry"),
        ("terrain.toml", b"", "holds no [[terrain]]"),
    ],
)
def test_a_file_that_holds_no_entries(file: str, written: bytes, sentence: str, folder: Path) -> None:
    (folder / file).write_bytes(written)
    assert problems(folder) == [f"{file}: {sentence}"]


@pytest.mark.parametrize("file", sorted(path.name for path in KENSEI.glob("*.toml")))
def test_a_missing_file_and_one_that_is_a_folder(file: str, folder: Path) -> None:
    """It is blamed once, and not for every reference into it."""
    (folder / file).unlink()
    assert problems(folder) == [f"{file}: is missing"]
    (folder / file).mkdir()
    (found,) = problems(folder)
    assert found.startswith(f"{file}: cannot be read: ")


def test_all_mistakes_come_at_once(folder: Path, plant: Plant) -> None:
    plant("units.toml", "koku = 15\n", "koku = 0\n")
    plant("units.toml", "koku = 20\n", "koku = -3\nprice = 20\n")
    plant("characters.toml", "vp = 400", 'vp = "400"')
    plant("weapons.toml", "range_cm = 60", "range_cm = = 60")
    (folder / "terrain.toml").unlink()
    found = [re.sub(r";.*", "", problem) for problem in problems(folder)]
    assert found == [
        "units.toml: yari-ashigaru: koku: must be at least 1, is 0",
        "units.toml: yumi-ashigaru: koku: must be at least 1, is -3",
        "units.toml: yumi-ashigaru: price: is not a known field",
        "characters.toml: daimyo-kuge: vp: must be a whole number, is '400'",
        next(p for p in found if p.startswith("weapons.toml: line ")),
        "terrain.toml: is missing",
    ]
