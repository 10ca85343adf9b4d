"""Every section of the books has an answer, and the page that lists them is up to date."""

import tomllib
from pathlib import Path

import pytest

from tools import coverage

ROOT = Path(__file__).resolve().parent.parent
PARTS = {
    "3": 6, "4": 4, "5": 2, "6": 2, "7": 4, "8": 3, "9": 5, "12": 6, "3:3": 2, "3:4": 7, "4:3": 11, "4:4": 5,
    "5:1": 14, "5:2": 11, "6:2": 6, "7:1": 5, "7:4": 7, "8:2": 1, "8:3": 5, "9:2": 3, "9:4": 4, "9:5": 7, "12:1": 5,
    "12:2": 3, "12:5": 4, "12:6": 3,
}  # fmt: skip
"""How many parts that are cited a chapter or section has, where `docs/sections.toml` does not list them."""


def test_every_section_has_its_answer_and_the_page_is_up_to_date() -> None:
    """It is implemented and tested, or says why not."""
    sections = coverage.sections()
    for every in sections.values():
        assert coverage.missing(every) == []
    written = (ROOT / "docs" / "coverage.md").read_text(encoding="utf8")
    assert written == coverage.page(sections), "run: make coverage"


def test_every_section_that_is_cited_exists() -> None:
    listed = tomllib.loads((ROOT / coverage.SECTIONS).read_text("utf-8"))["kensei"]
    for number, files in coverage.citations(ROOT, ("companion", "printables")).items():
        within, _, part = number.rpartition(":")
        exists = number in listed if within in listed else int(part) <= PARTS.get(within, 0)
        assert exists, f"{', '.join(files)}: the book has no section {number}"


@pytest.mark.parametrize(
    ("source", "suffix", "numbers"),
    [
        ('rule = "9:3:4"', ".toml", ["9:3:4"]),
        ("# as 9:3:3–9:3:5 say", ".py", ["9:3:3", "9:3:4", "9:3:5"]),
        ("10:3 to 10:5", ".txt", ["10:3", "10:4", "10:5"]),
        ("# of 10:3\n  refused [10:4]", ".play", ["10:3"]),
        ('"""The AT roll (10:3, K2)."""', ".py", ["10:3"]),
        ("faces[2:6] + faces[9:3:4]", ".py", []),
        ("'ratio 1:2:3:4'", ".py", []),
        ("at 2026-11-20 and 12:30:15 o'clock", ".txt", ["12:30:15"]),
    ],
)
def test_what_counts_as_a_citation(source: str, suffix: str, numbers: list[str]) -> None:
    assert list(coverage.cited(source, suffix)) == numbers


def section(number: str, **more: object) -> coverage.Section:
    return coverage.Section(number, "Heading", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "sentence"),
    [
        (section("9:9"), "cited nowhere"),
        (section("9:9", code=["a.py"]), "cited by no test"),
        (section("9:9", tests=["a.py"]), "cited nowhere in code"),
        (section("9:9", same_as="9:8"), "which has no answer itself"),
        (section("9:9", no_program="Advice.", same_as="9:8"), "only one of"),
    ],
)
def test_a_section_without_an_answer_is_named(one: coverage.Section, sentence: str) -> None:
    (wrong,) = coverage.missing([one])
    assert wrong.startswith("9:9")
    assert sentence in wrong


def test_a_chapter_is_answered_by_its_parts() -> None:
    every = [section("9:9"), section("9:9:1", code=["a.py"], tests=["b.py"])]
    assert coverage.missing(every) == []
    assert "| 9:9 Heading | In its parts. | |" in coverage.page({"kensei": every})
