"""A name stands for one thing: no two public classes of play and rules are called the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent / "companion"


def test_no_two_public_classes_of_play_and_rules_share_a_name() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in (file for folder in ("play", "rules") for file in sorted((ROOT / folder).rglob("*.py"))):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(str(path.relative_to(ROOT)))
    assert len(found) > 200
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
