"""Nothing dead: every function, class and method of ours is named somewhere besides, by code or by a template.

Tests do not count: what only they call is theirs, or goes.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from vulture import Vulture

ROOT = Path(__file__).resolve().parent.parent
OURS = ("companion", "printables")
CALLERS = ("app.py", "bench", "tools")
CALLED_BY_NAME = re.compile(
    r"""on_starting|pre_request|post_request|post_worker_init|worker_\w+ # by gunicorn
    |computed # by a worker process, which is told the name
    |log_request|qCurveTo|endPath # by the classes they stand in
    |resolve_or_missing|_get_default_module|filter_stream|to_python # by the libraries whose classes these extend
    |_connect # by SQLAlchemy, which was handed it by a decorator
    """,
    re.VERBOSE,
)
IN_JINJA = re.compile(r"\{[{%].*?[}%]\}", re.DOTALL)
DECORATED = [
    *("@*.get", "@*.post", "@*.route", "@*.before_*", "@*.after_*", "@*.app_*", "@*.errorhandler"),
    *("@act", "@*.act", "@*army_step", "@call", "@shows", "@model_validator", "@field_validator", "@*.listens_for"),
]


def unused() -> list[str]:
    """What nobody names, with its place."""
    templates = (path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.html"))
    words = {word for text in templates for code in IN_JINJA.findall(text) for word in re.findall(r"\w+", code)}
    search = Vulture(ignore_decorators=DECORATED)
    search.scavenge([str(ROOT / name) for name in (*OURS, *CALLERS)])
    ours = tuple(str(ROOT / name) for name in OURS)
    return [
        f"{item.filename.relative_to(ROOT)}:{item.first_lineno}: {item.typ} {item.name} is used by nobody"
        for item in search.get_unused_code()
        if item.typ in ("function", "class", "method", "property")
        and str(item.filename).startswith(ours)
        and item.name not in words
        and not CALLED_BY_NAME.fullmatch(item.name)
        and not _enters_itself(item)
    ]


def _enters_itself(item: Any) -> bool:
    """Whether it is a class whose own header enters it in a table: `class Add(Edit, op="add")`."""
    return ", op=" in item.filename.read_text("utf-8").splitlines()[item.first_lineno - 1]


if __name__ == "__main__":
    sys.exit("\n".join(unused()) or None)
