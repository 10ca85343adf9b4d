"""`python -m companion check FILE`: exits 0 for a legal list, 1 for an illegal one, 2 for what is no list."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.play.armies.document import write as write_document
from companion.play.armies.link import to_link
from companion.play.armies.text import write as write_text
from companion.rules.kensei.army import Army
from tests.rules.kensei.army.lists import army, hero, plain, unit

ROOT = Path(__file__).resolve().parents[3]
LEGAL = army(plain(level=2, name="Takeda", characters=[hero("shinobi")]))
ILLEGAL = army(plain(level=1, units=[unit("katana-samurai", 9)]))


def check(*arguments: str, stdin: str = "", folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    # No database may be needed, so there is none that could be used.
    environ = {**os.environ, "COMPANION_DATABASE_URL": "nonsense", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "companion", "check", *arguments]
    return subprocess.run(
        command, cwd=folder, env=environ, input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=30
    )


@pytest.mark.parametrize("write", [write_document, write_text, to_link])
def test_a_legal_list_in_every_form(tmp_path: Path, write: Callable[[Army], str]) -> None:
    (tmp_path / "army").write_text(write(LEGAL), "utf-8")
    answer = check(str(tmp_path / "army"))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "legal at level 2" in answer.stdout
    assert "Legal at level: 1, 2, 3\n" in answer.stdout
    assert "Hint: Shinobi: write down whether he is a Mitsumono" in answer.stdout


def test_an_illegal_list_says_every_problem(tmp_path: Path) -> None:
    (tmp_path / "army.json").write_text(write_document(ILLEGAL), "utf-8")
    answer = check(str(tmp_path / "army.json"))
    assert answer.returncode == 1
    assert "not legal at level 1" in answer.stdout
    assert "Katana Samurai: 9 miniatures; level 1 allows 4. 12:3" in answer.stdout
    assert "koku; level 1 allows 400" in answer.stdout
    assert "Legal at level: 6\n" in answer.stdout


def test_a_list_piped_in() -> None:
    assert check("-", stdin=write_document(LEGAL)).returncode == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": "gunbai-army"', "line 1: The document stops here"),
        ('{"format": "gunbai-army", "version": 9}', "version: This is version 9"),
        ("[Buke, level 3]\n5 Ogres", 'line 2: There is no unit or character "5 Ogres"'),
        ("", "There is no army list"),
    ],
)
def test_what_is_no_list_says_where_and_why(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "army").write_text(text, "utf-8")
    answer = check(str(tmp_path / "army"))
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert words in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere"):
        answer = check(str(place))
        assert answer.returncode == 2
        assert "Cannot read" in answer.stderr
    assert check().returncode == 2
