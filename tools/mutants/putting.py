"""Puts a mutant into a process: into functions that are loaded already, or into the module when it is imported."""

from __future__ import annotations

import gc
import importlib.util
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from tools.mutants.making import ROOT, Mutant

Change = tuple[CodeType, CodeType]
"""The code of a function before and after."""


def put_for_import(mutant: Mutant) -> None:
    """Has the module import as the mutant; it must not be loaded yet."""
    sys.meta_path.insert(0, _Finder(mutant))


class _Loader(SourceFileLoader):
    """Loads the mutated text in place of the file's."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds the one module that is mutated."""

    def __init__(self, mutant: Mutant) -> None:
        self._path = str(ROOT / mutant.path)
        self._package = mutant.path.endswith("/__init__.py")
        self._name = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self._text = mutant.mutated()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        where = [str(Path(self._path).parent)] if self._package else None
        loader = _Loader(fullname, self._path, self._text)
        return importlib.util.spec_from_file_location(
            fullname, self._path, loader=loader, submodule_search_locations=where
        )


def swaps(mutant: Mutant) -> list[Change]:
    """The functions whose code changes, before and after; none where the change is outside of functions."""
    path = str(ROOT / mutant.path)
    before = compile(mutant.text(), path, "exec", dont_inherit=True)
    try:
        after = compile(mutant.mutated(), path, "exec", dont_inherit=True)
    except SyntaxError:
        return []
    pairs = list(_pairs(before, after))
    functions = [(old, new) for old, new in pairs if old.co_flags & CO_OPTIMIZED]
    rest = [(old, new) for old, new in pairs if not old.co_flags & CO_OPTIMIZED]
    if any(_own(old) != _own(new) for old, new in rest) or any(a.co_freevars != b.co_freevars for a, b in functions):
        return []
    return [(old, new) for old, new in functions if old != new]


def _pairs(before: CodeType, after: CodeType) -> Iterator[Change]:
    yield before, after
    for old, new in zip(_inner(before), _inner(after), strict=False):
        yield from _pairs(old, new)


def _inner(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    """What a module or class does by itself, without the functions in it."""
    plain = [repr(const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, plain, code.co_names, [inner.co_name for inner in _inner(code)]


def functions_by_file() -> dict[str, list[FunctionType]]:
    """Every loaded function by the file it stands in."""
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            found[one.__code__.co_filename].append(one)
    return found


def put_into_functions(changes: Sequence[Change], functions: Sequence[FunctionType]) -> None:
    """Gives these loaded functions their mutated code."""
    for old, new in changes:
        for function in functions:
            if function.__code__ == old:
                function.__code__ = new
