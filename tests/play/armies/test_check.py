"""`python -m companion check FILE`: exits 0 for a legal list, 1 for an illegal one, 2 for what is no list."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.play.armies.document import write as write_document
from companion.play.armies.link import to_link
from companion.play.armies.text import write as write_text
from tests.rules.kensei.army.lists import army, hero, plain, unit

ROOT = Path(__file__).resolve().parents[3]
LEGAL = army(plain(level=2, name="Takeda", characters=[hero("shinobi")]))
ILLEGAL = army(plain(level=1, units=[unit("katana-samurai", 9)]))
Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Exit code, output and errors for a file with this text."""

    def run(text: str) -> tuple[int, str, str]:
        (tmp_path / "army").write_text(text, "utf-8")
        return main(["check", str(tmp_path / "army")]), *capsys.readouterr()

    return run


@pytest.mark.parametrize("written", [write(LEGAL) for write in (write_document, write_text, to_link)])
def test_a_legal_list_in_every_form(check: Check, written: str) -> None:
    code, out, err = check(written)
    assert (code, err) == (0, "")
    assert "legal at level 2" in out
    assert "Legal at level: 1, 2, 3\n" in out
    assert "Hint: Shinobi: write down whether he is a Mitsumono" in out


def test_it_writes_the_list_in_the_language_of_its_reader_and_takes_it_again(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    _, out, _ = check(write_document(LEGAL))
    assert out.startswith("Takeda [Buke, nivel 2]\n(")
    assert "\nUnidades\n" in out
    monkeypatch.setenv("LC_ALL", "C")
    code, again, _ = check(out.rpartition("\n\n")[0])
    assert code == 0
    assert again.startswith("Takeda [Buke, level 2]\n(")


def test_an_illegal_list_says_every_problem_and_what_is_none_where_and_why(check: Check) -> None:
    code, out, _ = check(write_document(ILLEGAL))
    assert code == 1
    for words in ("not legal at level 1", "Katana Samurai: 9 miniatures; level 1 allows 4. 12:3",
                  "koku; level 1 allows 400", "Legal at level: 6\n"):  # fmt: skip
        assert words in out
    for text, words in (
        ('{"format": "gunbai-army"', "line 1: The document stops here"),
        ('{"format": "gunbai-army", "version": 9}', "version: This is version 9"),
        ("[Buke, level 3]\n5 Ogres", 'line 2: There is no unit or character "5 Ogres"'),
        ("", "There is no army list"),
    ):
        code, out, err = check(text)
        assert (code, out) == (2, "")
        assert words in err


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for place in (tmp_path, tmp_path / "nowhere"):
        assert main(["check", str(place)]) == 2
        assert "Cannot read" in capsys.readouterr().err
    with pytest.raises(SystemExit) as left:
        main(["check"])
    assert left.value.code == 2


def test_a_list_piped_in_needs_no_database() -> None:
    environ = {**os.environ, "COMPANION_DATABASE_URL": "nonsense", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "companion", "check", "-"]
    asked = subprocess.run(command, cwd=ROOT, env=environ, input=write_document(LEGAL), text=True, encoding="utf-8")
    assert asked.returncode == 0
