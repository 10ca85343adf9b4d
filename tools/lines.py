"""Styles, templates and scripts stay fit for review: no long line, and one declaration a line."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDEST = 140
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
    sys.exit("\n".join(all_complaints()) or None)
