"""What the README and CONTRIBUTING say of settings and commands is what the program knows."""

import re
import shlex
from dataclasses import fields
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from companion.config import Config

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf8")


def test_every_setting_is_documented_with_its_default() -> None:
    for setting in fields(Config):
        row = next((line for line in README.splitlines() if f"`{setting.metadata['env']}`" in line), "")
        assert setting.metadata["does"] in row, setting.name
        if isinstance(setting.default, int):
            assert f"| {setting.default} |" in row, setting.name


def test_the_line_for_a_shell_gives_the_answer_it_promises(client: FlaskClient) -> None:
    line, promised = re.search(r"\n(curl .*?)\n```\n\nanswers `(.*?)`", README, re.S).groups()  # type: ignore[union-attr]
    curl, address, *options = shlex.split(line.replace("\\\n", ""))
    assert (curl, options[::2]) == ("curl", ["-H", "-d"])
    name, _, kind = options[1].partition(": ")
    answer = client.post(urlsplit(address).path, data=options[3], headers={name: kind})
    assert urlsplit(address).netloc == f"localhost:{Config(database_url='sqlite://').port}"
    assert answer.status_code == 200
    assert promised in answer.text


def test_every_command_and_file_it_names_exists() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf8")
    targets = set(re.findall(r"`make (\w+)[ \w=]*`", text))
    assert targets == {"run", "test", "quick", "fuzz", "mutants", "check", "coverage", "messages", "language", "golden"}
    assert all(f"\n{target}:" in makefile for target in (*targets, "bench"))
    assert all(f"make {target}" in README for target in ("run", "test", "check", "bench"))
    files = re.findall(r"\b(?:tests|\.ci)/[\w/.]+", text)
    assert files
    assert all((ROOT / file).exists() for file in files)


@pytest.mark.parametrize(("page", "least"), [("design", 40), ("where", 60), ("serving", 4), ("offline", 4)])
def test_every_place_the_map_names_exists(page: str, least: int) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf8")
    named = re.findall(r"`([\w.]+/[\w/.]*)`", text)
    assert len(named) >= least
    assert [place for place in named if not (ROOT / place).exists()] == []


def runs(heading: str) -> list[list[str]]:
    """The rows of the table under this heading of docs/performance.md, without its head."""
    text = (ROOT / "docs" / "performance.md").read_text(encoding="utf8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\|(?!-).*\|$", section, re.M)[1:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_no_time_is_promised_that_the_suite_does_not_keep() -> None:
    """What is promised of a quiet machine stands beside the command; every complete run on one is within it."""
    promised = {
        command: float(number) * (60 if unit == "minutes" else 1)
        for file in ("README.md", "CONTRIBUTING.md")
        for line in (ROOT / file).read_text(encoding="utf8").splitlines()
        for command in re.findall(r"`make (test|quick)`", line)
        for number, unit in re.findall(r"at most (\d+) (minutes|seconds)", line)
    }
    assert set(promised) == {"test", "quick"}
    for command, most in promised.items():
        took = [int(minutes) * 60 + int(seconds) for ran, machine, took, *_ in runs("The suite")
                if ran == f"`make {command}`" and machine == "quiet"
                for minutes, seconds in [took.split(":")]]  # fmt: skip
        assert took, f"no complete run of make {command} is on record"
        assert max(took) <= most
