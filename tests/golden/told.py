"""What the program says, kept as text: a case is what is asked, line by line, and indented after it what was said.

`make golden` writes the answers anew; read what changed before you keep it. Cases stand apart by an empty line, and
begin with a remark where they need one (#).
"""

import os
from collections.abc import Callable, Iterable, Iterator
from difflib import unified_diff

from tests.golden.pictures import FOLDER, RENEW

INDENT = "  "
Tell = Callable[[list[str]], Iterable[str]]
"""Gives the lines of a case with the answers where they belong."""


def cases(name: str) -> list[str]:
    """The cases of a file as they are kept."""
    return (FOLDER / f"{name}.txt").read_text("utf-8").rstrip("\n").split("\n\n")


def changed(name: str, tell: Tell) -> str:
    """How the cases of a file, told anew, differ from those that are kept; writes them where that is asked for."""
    kept = cases(name)
    now = ["\n".join(_told(case, tell)) for case in kept]
    if os.environ.get(RENEW):
        (FOLDER / f"{name}.txt").write_text("\n\n".join(now) + "\n", "utf-8")
        kept = now
    return "\n".join(
        unified_diff(*("\n\n".join(one).split("\n") for one in (kept, now)), f"{name} as kept", "now", lineterm="")
    )


def _told(case: str, tell: Tell) -> Iterator[str]:
    asked = [line for line in case.split("\n") if not line.startswith(INDENT)]
    remarks = [line for line in asked if line.startswith("#")]
    yield from remarks
    yield from tell(asked[len(remarks) :])
