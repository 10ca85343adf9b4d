"""Styles, templates and scripts stay fit for review: no long line, one declaration a line. Packages keep a budget."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDEST = 140
BUDGETS = {
    "companion/api": 3_264,  # every sentence is a whole message, in the language of who asks; a kit without an army
    "companion/live": 1_336,
    "companion/play/armies": 5_369,  # the most that can be spent is proven; what fell with an undone edit comes back
    "companion/play/kensei": 20_726,  # whose roll is corrected; the footer of what was taken back; who was found
    "companion/rules": 10_760,  # the games listed once; how a first battle is set up; the best hand of a deck
    "companion/store": 2_200,  # a correction that is taken back, and what counts again then
    "companion/web": 9_291,  # how Tenno ended; who waits, in turn; seats in clan colors; corrections in short; numbers
    "printables": 5_992,  # a legend of what is in the kit, folds that say so, riders, rules for the opponent
    "tests": 49_540,  # requests that can be met no more, or wait beside others; cards tried in the place of a turn
}
"""Lines of Python a package may have. Raised by hand only, and its commit says for what (`docs/simpler.md`)."""
COMMENT_OR_STRING = re.compile(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", re.DOTALL)
CROWDED = re.compile(r"[{;][ \t]*[^\s{;]|[^\s}][ \t]*\}")
"""More on the line after a brace opened or a declaration ended, or something before a brace that closes."""


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def complaints(name: str, text: str) -> list[str]:
    """What is wrong with a file, each with the number of its line."""
    wrong = [
        f"{name}:{number}: {len(line)} characters, {WIDEST} at most"
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > WIDEST
    ]
    if name.endswith(".css"):
        bare = COMMENT_OR_STRING.sub(_blank, text)
        wrong += [
            f"{name}:{number}: more than one declaration"
            for number, line in enumerate(bare.splitlines(), 1)
            if CROWDED.search(line)
        ]
    return wrong


def over_budget() -> list[str]:
    """Packages with more lines than they may have."""
    found = {
        package: sum(len(path.read_text("utf-8").splitlines()) for path in (ROOT / package).rglob("*.py"))
        for package in BUDGETS
    }
    return [
        f"{package}: {lines} lines, {BUDGETS[package]} at most: take something out, or say why not in tools/lines.py"
        for package, lines in found.items()
        if lines > BUDGETS[package]
    ]


def all_complaints() -> list[str]:
    """What is wrong in `static` and `templates`."""
    files = [path for folder in ("static", "templates") for path in sorted((ROOT / folder).rglob("*"))]
    return [
        complaint
        for path in files
        if path.suffix in (".css", ".html", ".js")
        for complaint in complaints(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    ]


if __name__ == "__main__":
    sys.exit("\n".join([*all_complaints(), *over_budget()]) or None)
