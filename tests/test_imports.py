"""The direction of imports: who may know whom. A new arrow against it fails here, and is named."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

MAY_IMPORT = {
    "rules": set[str](),
    "content": {"rules"},
    "store": set[str](),
    "live": set[str](),
    "printables": {"rules", "content"},
    "api": {"rules", "content", "printables"},
    "play": {"rules", "content", "store", "live"},
    "web": {"api", "play", "printables", "rules", "content", "store", "live", "ground"},
    "cli": {"web", "play", "printables", "rules", "content", "store", "live", "ground"},
    "ground": set[str](),
}
"""Each layer, and every layer below it that it may name. `ground` is settings, network and version."""

LAYER_OF = {
    "companion.config": "ground",
    "companion.network": "ground",
    "companion.cli": "cli",
    "companion.cli_print": "cli",
    "companion.__main__": "cli",
    "companion.serve": "cli",
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


def module_name(path: Path, root: Path = ROOT) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source: str, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Every module a source imports, at any depth, with the line; relative ones made absolute."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                keep = len(module.split(".")) - node.level + is_package
                base = ".".join([*module.split(".")[:keep], *([base] if base else [])])
            yield node.lineno, base
            yield from (
                (node.lineno, f"{base}.{alias.name}") for alias in node.names if is_module(f"{base}.{alias.name}")
            )


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def wrong_arrows(source: str, module: str, is_package: bool = False) -> list[str]:
    """What a module imports though its layer may not."""
    own = layer_of(module)
    assert own is not None
    wrong = []
    for line, name in imported(source, module, is_package):
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


@pytest.mark.parametrize("path", our_files(), ids=lambda path: module_name(path))
def test_every_import_points_downwards(path: Path) -> None:
    assert wrong_arrows(path.read_text(encoding="utf8"), module_name(path), path.name == "__init__.py") == []


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in (ROOT / "companion").iterdir() if path.is_dir() and list(path.glob("*.py"))}
    assert folders <= MAY_IMPORT.keys()


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("companion.rules.kensei.fight.attack", "import random"),
        ("companion.rules.kensei.fight.attack", "from time import monotonic"),
        ("companion.rules.kensei.fight.attack", "def f():\n    import os.path"),
        ("companion.rules.kensei.fight.attack", "import flask"),
        ("companion.rules.kensei.fight.attack", "from companion.content import catalog"),
        ("companion.rules.kensei.fight.attack", "from ....play import game"),
        ("companion.content.load", "from companion.play.game import Event"),
        ("companion.play.tables", "from companion.web import security"),
        ("companion.play.tables", "from companion import web"),
        ("companion.api.endpoints", "from companion.play import game"),
        ("companion.api.endpoints", "from companion.store import Store"),
        ("companion.store.store", "from companion.rules.text import Text"),
        ("companion.live.bell", "import companion.store"),
        ("printables.cards", "import companion.web"),
        ("companion.web.table", "from companion.cli import main"),
    ],
)
def test_a_wrong_arrow_is_found(module: str, source: str) -> None:
    assert wrong_arrows(source, module)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("companion.rules.kensei.fight.odds", "from companion.rules.text import Text\nfrom . import dice\nimport math"),
        ("companion.play.tables", "from companion.store import Store\nfrom companion.rules.text import Text"),
        ("companion.web.table", "from companion.play.game import Event\nimport flask"),
        ("companion.cli", "from companion import __version__\nfrom companion.web import create_app"),
    ],
)
def test_a_right_arrow_is_let_through(module: str, source: str) -> None:
    assert wrong_arrows(source, module) == []
