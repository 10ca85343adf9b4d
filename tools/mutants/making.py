"""The mutants of a folder, and a sample of them."""

from __future__ import annotations

import difflib
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.provider import OperatorProvider

ROOT = Path(__file__).parents[2]
Place = tuple[int, int]
"""A line and a column."""


@dataclass(frozen=True)
class Mutant:
    """One change of one file, as Cosmic Ray counts it: the nth place where the operator applies."""

    path: str
    operator: str
    occurrence: int
    start: Place
    end: Place

    @property
    def place(self) -> tuple[str, Place, str]:
        """Where it is, and what sort of change: a place has several mutants, of which a sample takes one."""
        return self.path, self.start, self.operator.split("_")[0]

    def text(self) -> str:
        """The file as it is."""
        return (ROOT / self.path).read_text("utf-8")

    def mutated(self) -> str:
        """The file with the change."""
        mutated = mutate_code(self.text(), OperatorProvider()[self.operator](), self.occurrence)
        assert isinstance(mutated, str)
        return mutated

    def shown(self) -> str:
        """Where, and the changed lines before and after."""
        changes = difflib.ndiff(self.text().splitlines(), self.mutated().splitlines())
        lines = [f"    {change[0]} {change[2:].strip()}" for change in changes if change[0] in "+-"]
        return "\n".join([f"{self.path}:{self.start[0]}:{self.start[1] + 1} {self.operator}", *lines])


def mutants(files: Iterable[Path]) -> Iterator[Mutant]:
    """Every mutant of these files. Cosmic Ray has none of strings."""
    provider = OperatorProvider()
    operators = [(name, provider[name]()) for name in provider if _counts(name)]
    for file in files:
        tree = get_ast(file.read_text("utf-8"))
        for name, operator in operators:
            places = ((node, *place) for node in ast_nodes(tree) for place in operator.mutation_positions(node))
            for occurrence, (node, start, end) in enumerate(places):
                if not _is_declaration(node):
                    yield Mutant(str(file.relative_to(ROOT)), name, occurrence, start, end)


def _counts(operator: str) -> bool:
    """Not those that want to be told variables, and none that puts identity for equality: both are true of small
    numbers and of words, so that it changes nothing."""
    if operator in ("VariableReplacer", "VariableInserter"):
        return False
    if operator.startswith("ReplaceComparisonOperator"):
        first, then = operator.split("_")[1:]
        return (first in ("Is", "IsNot")) == (then in ("Is", "IsNot"))
    return True


def _is_declaration(node: Any) -> bool:
    """Annotations are never evaluated; a decorator's options (slots) change no answer, and without it nothing runs."""
    child, parent = node, node.parent
    while parent is not None:
        if child.type == "decorator" or parent.type in ("decorator", "parameters"):
            return True
        if parent.type == "annassign" and child is parent.children[1]:
            return True
        if parent.type == "tfpdef" and child is not parent.children[0]:
            return True
        if parent.type == "funcdef" and child is parent.annotation:
            return True
        child, parent = parent, parent.parent
    return False


def sample(found: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """So many places, and of each one of its mutants; where the places are fewer, a second of each, and so on."""
    chance = random.Random(seed)
    places: dict[Any, list[Mutant]] = defaultdict(list)
    for mutant in found:
        places[mutant.place].append(mutant)
    for among in places.values():
        chance.shuffle(among)
    chosen: list[Mutant] = []
    while len(chosen) < count and any(places.values()):
        round_of = [among.pop() for among in places.values() if among]
        chosen += chance.sample(round_of, min(count - len(chosen), len(round_of)))
    return sorted(chosen, key=lambda m: (m.path, m.start, m.operator))
