"""A mistake in a content file is named by file, entry and field; all mistakes come at once."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.content import KENSEI, ContentError, catalog, load
from tests.golden.told import changed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the real tables to spoil."""
    return Path(shutil.copytree(KENSEI, tmp_path / "kensei"))


def problems(folder: Path) -> list[str]:
    with pytest.raises(ContentError) as caught:
        load(folder)
    assert str(caught.value) == "\n".join(str(p) for p in caught.value.problems)
    return [str(problem) for problem in caught.value.problems]


def test_an_unspoiled_copy_loads(folder: Path) -> None:
    assert load(folder) == catalog()


def test_mistakes_are_named_in_their_place(folder: Path) -> None:
    def told(lines: list[str]) -> Iterator[str]:
        """`file: passage → what stands there instead` at its first place; * is the whole file, ¶ the end of a line."""
        spoiled: dict[Path, str] = {}
        for line in lines:
            name, _, rest = line.partition(": ")
            old, new = rest.replace("¶", "\n").split(" →")
            file, new = folder / name, new.removeprefix(" ")
            text = file.read_text(encoding="utf8")
            spoiled.setdefault(file, text)
            assert old == "*" or old in text, line
            file.write_text(new if old == "*" else text.replace(old, new, 1), encoding="utf8")
            if (old, new) == ("*", "gone"):
                file.unlink()
        yield from lines
        yield from (f"  {re.sub(r'line [0-9]+', 'line …', problem)}" for problem in problems(folder))
        for file, text in spoiled.items():
            file.write_text(text, encoding="utf8")

    assert not changed("content-mistakes", told)


def test_a_syntax_error_has_its_line(folder: Path) -> None:
    lines = (folder / "units.toml").read_text(encoding="utf8").splitlines()
    place = lines.index("koku = 15")
    (folder / "units.toml").write_text("\n".join([*lines[:place], "koku = = 15", *lines[place + 1 :]]), encoding="utf8")
    assert problems(folder) == [f"units.toml: line {place + 1}: column 8: Invalid value"]


def test_what_is_no_text_is_told(folder: Path) -> None:
    (folder / "armors.toml").write_bytes(b"# \xff\xfe\n")
    assert problems(folder) == ["armors.toml: is no UTF-8 text (byte 3)"]


@pytest.mark.parametrize("file", sorted(path.name for path in KENSEI.glob("*.toml")))
def test_a_missing_file_and_one_that_is_a_folder(file: str, folder: Path) -> None:
    """It is blamed once, and not for every reference into it."""
    (folder / file).unlink()
    assert problems(folder) == [f"{file}: is missing"]
    (folder / file).mkdir()
    (found,) = problems(folder)
    assert found.startswith(f"{file}: cannot be read: ")
