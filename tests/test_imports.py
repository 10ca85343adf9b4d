"""The direction of imports: who may know whom, and never in a circle. A wrong arrow fails here, and is named; so is a
name that stands for two things."""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

MAY_IMPORT = {
    "rules": set[str](),
    "content": {"rules"},
    "store": set[str](),
    "live": set[str](),
    "printables": {"rules", "content", "worker"},
    "api": {"rules", "content", "printables"},
    "play": {"rules", "content", "store", "live"},
    "web": {"api", "play", "printables", "rules", "content", "store", "live", "worker", "ground"},
    "cli": {"web", "play", "printables", "rules", "content", "store", "live", "ground"},
    "ground": set[str](),
    "worker": {"rules"},
}
"""Each layer, and every layer below it that it may name. `ground` is settings, network, process and version;
`worker` calls functions in another process, whatever they are."""

LAYER_OF = {
    "companion.config": "ground",
    "companion.network": "ground",
    "companion.process": "ground",
    "companion.cli": "cli",
    "companion.cli_print": "cli",
    "companion.__main__": "cli",
    "companion.hosting": "cli",
    "companion.serve": "cli",
    "companion.terminal": "cli",
    "app": "cli",
}
NOT_IN_RULES = {"datetime", "io", "os", "pathlib", "random", "secrets", "socket", "subprocess", "threading", "time"}


def layer_of(module: str) -> str | None:
    """The layer of a module of ours, None for a module of somebody else."""
    parts = module.split(".")
    if parts[0] == "printables":
        return "printables"
    if parts[0] not in ("companion", "app"):
        return None
    return LAYER_OF.get(".".join(parts[:2]), parts[1] if len(parts) > 1 else "ground")


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement at any depth. Expressions, which are most of a file and import nothing, are not walked."""
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        for one in getattr(node, part, ()):
            yield one
            yield from statements(one)


def imported(source: str) -> Iterator[tuple[int, str]]:
    """Every module a source imports, at any depth, with the line; none of ours is named from where another stands."""
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"line {node.lineno}: a relative import"
            assert not node.level, f"line {node.lineno}: a relative import"
            modules = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name for name in modules if is_module(name)]
            yield from ((node.lineno, name) for name in modules)
            if len(modules) < len(node.names):
                yield node.lineno, node.module


@cache
def imports_of(path: Path) -> tuple[tuple[int, str], ...]:
    """What a file of ours imports."""
    return tuple(imported(path.read_text(encoding="utf8")))


@cache
def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def wrong_arrows(module: str, imports: Iterable[tuple[int, str]]) -> list[str]:
    """What a module imports though its layer may not."""
    own = layer_of(module)
    assert own is not None
    wrong = []
    for line, name in imports:
        other = layer_of(name)
        if own == "rules" and other is None and name.split(".")[0] not in sys.stdlib_module_names:
            wrong.append(f"{module}:{line} imports {name}: the rules use the standard library only")
        if own == "rules" and name.split(".")[0] in NOT_IN_RULES:
            wrong.append(f"{module}:{line} imports {name}: the rules know no chance, clock, file or network")
        if other is not None and other != own and name != "companion" and other not in MAY_IMPORT[own]:
            wrong.append(f"{module}:{line} imports {name}: {own} may not know {other}")
    return wrong


def our_files() -> list[Path]:
    return [ROOT / "app.py", *sorted((ROOT / "companion").rglob("*.py")), *sorted((ROOT / "printables").rglob("*.py"))]


def test_every_import_points_downwards() -> None:
    assert [wrong for path in our_files() for wrong in wrong_arrows(module_name(path), imports_of(path))] == []


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in (ROOT / "companion").iterdir() if path.is_dir() and list(path.glob("*.py"))}
    assert folders <= MAY_IMPORT.keys()


def test_no_two_public_classes_of_play_and_rules_share_a_name() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in our_files():
        if layer_of(module := module_name(path)) in ("play", "rules"):
            classes = (node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef))
            for name in classes:
                found[name].append(module)
    assert len(found) > 200
    assert {name: places for name, places in found.items() if len(places) > 1 and name[0] != "_"} == {}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("companion.rules.kensei.fight.attack", "import random"),
        (
            "companion.rules.kensei.fight.attack",
            "def f():\n    try:\n        import os.path\n    finally:\n        pass",
        ),
        ("companion.rules.kensei.fight.attack", "if TYPE_CHECKING:\n    import flask"),
        ("companion.content.load", "match 1:\n    case 1:\n        from companion.play.game import Event"),
        ("companion.play.tables", "from companion import web"),
        ("printables.cards", "import companion.web"),
    ],
)
def test_a_wrong_arrow_is_found(module: str, source: str) -> None:
    assert wrong_arrows(module, imported(source))


# ---- circles

Import = tuple[str, str]
"""A file and what it imports, by their dotted names; the file of a folder itself is `folder.__init__`."""


@cache
def file_name(module: str) -> str:
    """The file that an import of a module or folder reads."""
    return f"{module}.__init__" if ROOT.joinpath(*module.split(".")).is_dir() else module


def our_imports() -> Iterator[Import]:
    """Every import of one file of ours by another, those inside functions and for types included."""
    for path in our_files():
        for _line, name in imports_of(path):
            if layer_of(name) is not None:
                yield file_name(module_name(path)), file_name(name)


def circles(imports: Iterable[Import]) -> list[str]:
    """Modules and folders of one folder that import each other in a circle: one of each folder, import by import.

    A circle of any kind shows in the innermost folder that holds all of it: there, a file inside another folder counts
    as that folder. So two folders whose files import each other are found where no file imports itself. Between the
    folders at the top the layers' directions rule.
    """
    beside: dict[str, dict[str, dict[str, Import]]] = defaultdict(lambda: defaultdict(dict))
    for one, other in imports:
        here, there = one.split("."), other.split(".")
        depth = next((at for at, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), None)
        if depth:
            beside[".".join(here[:depth])][here[depth]].setdefault(there[depth], (one, other))
    found = []
    for folder, arrows in sorted(beside.items()):
        try:
            TopologicalSorter(arrows).prepare()
        except CycleError as problem:
            legs = (arrows[one][other] for other, one in pairwise(problem.args[1]))
            found.append(f"{folder}: " + ", ".join(f"{one} imports {other}" for one, other in legs))
    return found


def test_nothing_imports_in_a_circle() -> None:
    assert circles(our_imports()) == []


@pytest.mark.parametrize(
    "imports",
    [
        [("x.a", "x.b"), ("x.b", "x.a")],
        [("x.a", "x.b"), ("x.b", "x.c"), ("x.c", "x.a"), ("x.c", "x.d")],
        [("x.one.a", "x.two.a"), ("x.two.b", "x.loose"), ("x.loose", "x.one.c")],
        [("x.__init__", "x.a"), ("x.a", "x.__init__")],
    ],
)
def test_a_circle_is_found(imports: list[Import]) -> None:
    (found,) = circles(imports)
    assert all(f"{one} imports {other}" in found for one, other in imports if other != "x.d")
