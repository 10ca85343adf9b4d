"""Writes `docs/coverage.md`: where each section of the books is implemented and tested, or why it needs no program.

The sections stand in `docs/sections.toml`; the answers are collected from the numbers (`9:3:4`) that strings and
comments of the code, the content files and the tests cite. `python tools/coverage.py --check` only compares.
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # run as a script, it finds the rules too

from companion.rules.kensei.fight.modifiers import MODIFIERS  # noqa: E402

CODE = ("companion/rules", "companion/content", "companion/play", "printables")
TESTS = (
    "tests/rules",
    "tests/content",
    "tests/play",
    "tests/printables",
    "tests/playthroughs",
    "tests/oracles",
    "tests/golden/rules",
    "tests/api",
)
SECTIONS = "docs/sections.toml"
MODIFIER_CASES = "tests/modifier_cases.py"
BOOKS = {"kensei": "Kensei"}
_ONE = r"\d{1,2}(?::\d{1,2}){1,2}"
NUMBER = re.compile(rf"(?<![\d:])({_ONE})(?:(?:\s?[–-]\s?|\sto\s)({_ONE}))?(?![\d:])")


@dataclass(slots=True)
class Section:
    """A section of a book and what was found about it. Files are relative to the repository."""

    number: str
    heading: str
    no_program: str = ""
    same_as: str = ""
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def sections(root: Path = ROOT) -> dict[str, list[Section]]:
    """The sections of each book in the order of the book, with their citations filled in."""
    listed: dict[str, dict[str, dict[str, str]]] = tomllib.loads(
        (root / "docs" / "sections.toml").read_text(encoding="utf8")
    )
    in_code, in_tests = citations(root, CODE), citations(root, TESTS)
    for number, files in modifier_citations(root).items():
        in_tests[number] |= files
    return {
        book: [
            Section(number, **entry, code=sorted(in_code[number]), tests=sorted(in_tests[number]))
            for number, entry in entries.items()
        ]
        for book, entries in listed.items()
    }


def citations(root: Path, folders: Iterable[str]) -> defaultdict[str, set[str]]:
    """For each section number the files below the folders that cite it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".toml", ".txt", ".play"):
                for number in cited(path.read_text(encoding="utf8"), path.suffix):
                    found[number].add(path.relative_to(root).as_posix())
    return found


def modifier_citations(root: Path) -> dict[str, set[str]]:
    """The sections of the modifiers that have a case in the one table of cases, which rules, API and pages run."""
    table = root / MODIFIER_CASES
    source = table.read_text(encoding="utf8")
    return {rule.rule: {MODIFIER_CASES} for rule in MODIFIERS if f'"{rule.id}"' in source}


def cited(source: str, suffix: str) -> Iterator[str]:
    """The section numbers in a text; in Python only those in strings and comments, for `[2:6]` is a slice."""
    text = "\n".join(_words_of(source)) if suffix == ".py" else source
    for first, last in NUMBER.findall(text):
        yield first
        if last:
            yield from _between(first, last)


def _words_of(source: str) -> Iterator[str]:
    words = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in words:
            yield token.string


def _between(first: str, last: str) -> Iterator[str]:
    """`9:3:3–9:3:6` cites those between, too."""
    *begin, start = first.split(":")
    *end, stop = last.split(":")
    if begin == end:
        yield from (":".join([*begin, str(number)]) for number in range(int(start) + 1, int(stop) + 1))


def parts_of(number: str, every: list[Section]) -> list[Section]:
    """The sections directly and indirectly within one."""
    return [other for other in every if other.number.startswith(f"{number}:")]


def missing(every: list[Section]) -> list[str]:
    """Each section without an answer, and each answer that the code contradicts, as a sentence."""
    wrong = []
    for one in every:
        done = bool(one.code and one.tests)
        if one.no_program and one.same_as:
            wrong.append(f"{one.number}: only one of no_program and same_as")
        elif one.same_as and one.same_as not in {other.number for other in every if other.code and other.tests}:
            wrong.append(f"{one.number} is said to be the same as {one.same_as}, which has no answer itself")
        elif not (done or one.no_program or one.same_as or parts_of(one.number, every)):
            lacks = "is cited by no test" if one.code else "is cited nowhere in code or content"
            wrong.append(f"{one.number} ({one.heading}) {lacks}; cite it there, or say in docs/sections.toml why not")
    return wrong


def page(books: dict[str, list[Section]]) -> str:
    """The whole document."""
    lines = [
        "# Where the rules are",
        "",
        "Written by `make coverage` from the section numbers that code, content and tests cite; do not edit by hand.",
        "Headings are ours; the numbers are the books' own. Sections in italics need no program.",
    ]
    for book, every in books.items():
        lines += ["", f"## {BOOKS.get(book, book)}", "", "| Section | Implemented | Tested |", "|---|---|---|"]
        lines += [_row(one, every) for one in every]
    return "\n".join(lines) + "\n"


def _row(one: Section, every: list[Section]) -> str:
    name = f"{one.number} {one.heading}"
    if one.no_program:
        return f"| *{name}* | No program needed: {one.no_program} | |"
    if one.same_as:
        return f"| {name} | The same rule as {one.same_as}. | |"
    if not one.code and parts_of(one.number, every):
        return f"| {name} | In its parts. | |"
    tests = _files(one.tests) or "In its parts."
    return f"| {name} | {_files(one.code)} | {tests} |"


def _files(paths: list[str]) -> str:
    return "<br>".join(f"`{path}`" for path in paths)


def main(arguments: list[str]) -> int:
    """Writes the page, or compares it; exit code 1 when something is missing or out of date."""
    books = sections()
    target = ROOT / "docs" / "coverage.md"
    wrong = [sentence for every in books.values() for sentence in missing(every)]
    text = page(books)
    if "--check" not in arguments:
        target.write_text(text, encoding="utf8")
    elif not target.exists() or target.read_text(encoding="utf8") != text:
        wrong.append("docs/coverage.md is out of date: make coverage")
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
