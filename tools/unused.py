"""Nothing dead: every function, class and method of ours is named somewhere besides, by code or by a template; and no
file is made for one function that one other file calls.

Tests do not count: what only they call is theirs, or goes.
"""

from __future__ import annotations

import ast
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


def lonely() -> list[str]:
    """Files that hold one function and no class, and are imported by one file of ours or none."""
    trees = {path: ast.parse(path.read_text("utf-8")) for name in (*OURS, *CALLERS) for path in _files(ROOT / name)}
    imported = [_imports(tree) for tree in trees.values()]
    found = []
    for path, tree in trees.items():
        kinds = [type(node) for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        ours = name.startswith(OURS) and path.name != "__init__.py" and "migrations" not in name
        if ours and kinds == [ast.FunctionDef] and sum(name in names for names in imported) < 2:
            found.append(f"{name} holds one function for one file: it belongs there")
    return found


def _imports(tree: ast.Module) -> set[str]:
    """The names of modules that a file imports from, and of what it imports."""
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    return {name for node in froms for name in (f"{node.module}", *(f"{node.module}.{one.name}" for one in node.names))}


def _files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


if __name__ == "__main__":
    sys.exit("\n".join([*unused(), *lonely()]) or None)
