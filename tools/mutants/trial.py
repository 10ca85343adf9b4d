"""Which tests reach a mutant, and whether they notice it: each in a forked process, with a limit of processor time."""

from __future__ import annotations

import ast
import json
import os
import resource
import signal
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any, get_args

from companion.rules import GameId
from tools.mutants.making import ROOT, Mutant
from tools.mutants.putting import Change, functions_by_file, put_for_import, put_into_functions, swaps

STAGES = (
    ("tests/rules",),
    ("tests/content", "tests/api", *(f"tests/play/{game}" for game in get_args(GameId)), "tests/playthroughs"),
    ("tests/web/test_pages.py",),
    ("tests/web",),
)
"""A mutant that outlives a stage meets the next. The first needs no fixtures of the app, the last two whole pages."""
SLOW = (
    "tests/api/test_contract.py",
    "tests/play/kensei/test_kensei_laws.py",
    "tests/web/test_assets.py",
    "tests/web/test_fields.py",
    "tests/web/test_kensei_one_phone.py",
    "tests/web/test_languages.py",
    "tests/web/test_marks.py",
    "tests/web/test_metrics.py",
    "tests/web/test_print.py",
    "tests/web/test_quotas.py",
    "tests/web/test_scanned.py",
)
"""Left out: they take long and know little of the rules, or what others of their folder know as well. Of tests of pages
those that are marked as long, or drive a browser, are left out too: a mutant that lives runs all that reach it."""
SESSIONS = ("tests/playthroughs/", "tests/web/test_pages.py")
"""Kept as text: each of them reaches a few lines of many, so that a mutant meets one at a time."""
MEMORY = 4 << 30
"""Bytes of address space a mutant may ask for: an endless loop may fill a list."""
BROKEN = 70
"""What a child answers that failed before pytest did."""
LEAST_SECONDS = 10
"""Processor time every mutant has; more where its tests need more."""
AN_HOUR = 3600

Progress = Callable[[int, int], None]
"""Is told how many of a pool were tried by now, and how many of them noticed."""


def forked(work: Callable[[], int], seconds: int) -> int:
    """Begins `work` in a silent child that is ended after so much processor time; its process id."""
    child = os.fork()
    if child:
        return child
    code = BROKEN
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(50 * seconds)  # one that waits for ever uses no processor
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        if "MUTANTS_LOUD" not in os.environ:
            os.dup2(silence, 2)
        code = work()
    finally:
        os._exit(code)


def run_pytest(tests: Sequence[str], *plugins: object) -> int:
    """Runs these tests in this process; random ones with the same examples each time. Pytest's exit code."""
    import pytest
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "mutants", derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    settings.load_profile("mutants")
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain"]
    options += [f"--ignore={test}" for test in SLOW]
    if all(test.startswith("tests/rules") for test in tests):
        options.append("--noconftest")
    if all(test.startswith("tests/web") and not test.startswith(SESSIONS) for test in tests):
        options += ["-m", "not long and not browser"]
    return int(pytest.main([*options, *tests], plugins=list(plugins)))


def _function(nodeid: str) -> str:
    """The test without its parameters; of what is kept as text, each session by itself."""
    return nodeid if nodeid.startswith(SESSIONS) else nodeid.split("[")[0]


# ---- which tests reach a line


@cache
def imported(file: str) -> frozenset[str]:
    """What a test file imports at its head, modules and what it takes from them, by dotted name."""
    found = set()
    for node in ast.parse((ROOT / file).read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return frozenset(found)


@dataclass(frozen=True)
class Reach:
    """For each file and line the tests that run it, how long each takes, and what they import that is not ours."""

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]
    modules: list[str]

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that run the mutated lines, quickest first.

        What is made when a module is imported (a table, a default) may be read by tests that run no line of it: then
        it is all tests of the test files that run any line or import the module, or all there are.
        """
        found = self._touched(mutant) - {""}
        near = {test for tests in self.lines.get(mutant.path, {}).values() for test in tests} - {""}
        if self.at_import(mutant):
            module = mutant.path.removesuffix(".py").replace("/", ".")
            files = {test.split("::")[0] for test in near}
            files |= {file for test in self.seconds if module in imported(file := test.split("::")[0])}
            found = {test for test in self.seconds if not files or test.split("::")[0] in files}
        elif not found:  # a line within a statement that counts as run by its first
            found = near
        return sorted(found, key=lambda test: (self.seconds[test], test))

    def at_import(self, mutant: Mutant) -> bool:
        """Whether the mutated lines are run before any test is."""
        return "" in self._touched(mutant)

    def _touched(self, mutant: Mutant) -> set[str]:
        lines = self.lines.get(mutant.path, {})
        return {test for line in range(mutant.start[0], mutant.end[0] + 1) for test in lines.get(line, ())}

    def limit(self, tests: Iterable[str]) -> int:
        """Seconds these tests may take."""
        return LEAST_SECONDS + round(3 * sum(self.seconds[test] for test in tests))


class _Watch:
    """A plugin that tells coverage which test runs, and takes its processor time."""

    def __init__(self, cover: Any) -> None:
        self._cover = cover
        self._began = 0.0
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._cover.switch_context(_function(nodeid))
        self._began = time.process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.seconds[_function(nodeid)] += time.process_time() - self._began
        self._cover.switch_context("")


def measured(folders: Sequence[str], files: Sequence[str], answer: Path) -> Reach:
    """How the tests in these folders reach these files, taken in a child."""
    answer.unlink(missing_ok=True)
    status = os.waitpid(forked(lambda: _measure(folders, files, answer), AN_HOUR), 0)[1]
    if status or not answer.exists():
        raise SystemExit(f"the tests of {', '.join(folders)} do not pass as they are (status {status})")
    found = json.loads(answer.read_text("utf-8"))
    lines = {path: {int(line): tests for line, tests in of.items()} for path, of in found["lines"].items()}
    return Reach(lines, found["seconds"], found["modules"])


def _measure(folders: Sequence[str], files: Sequence[str], answer: Path) -> int:
    import coverage

    cover = coverage.Coverage(data_file=None, include=[str(ROOT / file) for file in files], config_file=False)
    watch = _Watch(cover)
    cover.start()
    code = run_pytest(folders, watch)
    cover.stop()
    data = cover.get_data()
    lines = {str(Path(path).relative_to(ROOT)): data.contexts_by_lineno(path) for path in data.measured_files()}
    theirs = {name for name in sys.modules if name.split(".")[0] not in ("companion", "tests", "printables", "app")}
    found = {"lines": lines, "seconds": watch.seconds, "modules": sorted(theirs - {"__main__"})}
    answer.write_text(json.dumps(found), "utf-8")
    return code


# ---- whether they notice


class _Pool:
    """So many children at a time, and what became of each."""

    def __init__(self, jobs: int, progress: Progress) -> None:
        self._jobs = jobs
        self._progress = progress
        self._running: dict[int, Mutant] = {}
        self.found: dict[Mutant, bool] = {}

    def begin(self, mutant: Mutant, work: Callable[[], int], seconds: int) -> None:
        while len(self._running) >= self._jobs:
            self._wait()
        self._running[forked(work, seconds)] = mutant

    def ended(self) -> dict[Mutant, bool]:
        while self._running:
            self._wait()
        return self.found

    def _wait(self) -> None:
        child, status = os.wait()
        mutant = self._running.pop(child)
        if os.waitstatus_to_exitcode(status) == BROKEN:
            raise SystemExit(f"this tool failed at\n{mutant.shown()}")
        self.found[mutant] = status != 0
        self._progress(len(self.found), sum(self.found.values()))


class _Nursery:
    """A plugin that runs no tests itself, but for each mutant those that reach it, in a fork of the collected session.

    Nothing is imported or collected twice, so that most mutants take milliseconds. What ran at import is not mutated:
    where that is so, who survives here is tried again by `tried_afresh`.
    """

    def __init__(self, chosen: Sequence[tuple[Mutant, list[Change]]], reach: Reach, pool: _Pool):
        self._chosen = chosen
        self._reach = reach
        self._pool = pool

    def pytest_runtestloop(self, session: Any) -> bool:
        items: dict[str, list[Any]] = defaultdict(list)
        for item in session.items:
            items[_function(item.nodeid)].append(item)
        session.config._tmp_path_factory.getbasetemp()  # one for all, and in it each page's template compiled once
        self._control(sorted(items, key=self._reach.seconds.__getitem__), items)
        loaded = functions_by_file()
        for mutant, changes in self._chosen:
            tests = self._reach.tests(mutant)
            mine = [item for test in tests for item in items[test]]
            functions = loaded[str(ROOT / mutant.path)]
            self._pool.begin(mutant, partial(self._meet, changes, functions, mine), self._reach.limit(tests))
        self._pool.ended()
        return True

    def _control(self, tests: Sequence[str], items: dict[str, list[Any]]) -> None:
        """Every test as a mutant meets it, without one: a test that fails here would count as having noticed."""
        mine = [item for test in tests for item in items[test]]
        status = os.waitpid(forked(partial(self._meet, [], [], mine), self._reach.limit(tests)), 0)[1]
        if status:
            raise SystemExit(f"a test fails without any mutant when the tests run in another order (status {status})")

    def _meet(self, changes: list[Change], functions: list[FunctionType], items: list[Any]) -> int:
        put_into_functions(changes, functions)
        for item, then in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=then)
        return 0

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            os._exit(1)


def tried_quickly(
    chosen: Sequence[Mutant], folders: Sequence[str], reach: Reach, jobs: int, answer: Path, progress: Progress
) -> dict[Mutant, bool]:
    """Of those that change functions only: whether tests notice them. Those that need a closer look are left out."""
    able = [(mutant, changes) for mutant in chosen if reach.tests(mutant) and (changes := swaps(mutant))]

    def work() -> int:
        pool = _Pool(jobs, progress)
        code = run_pytest(folders, _Nursery(able, reach, pool))
        answer.write_text(json.dumps([pool.found[mutant] for mutant, _ in able]), "utf-8")
        return code

    answer.unlink(missing_ok=True)
    os.waitpid(forked(work, 24 * AN_HOUR), 0)
    noticed = zip(able, json.loads(answer.read_text("utf-8")), strict=True)
    return {mutant: found for (mutant, _), found in noticed if found or not reach.at_import(mutant)}


def tried_afresh(chosen: Sequence[Mutant], reach: Reach, jobs: int, progress: Progress) -> set[Mutant]:
    """Those that are noticed by tests of a process that imports the mutated module. One no test reaches is not."""
    load(reach.modules)
    pool = _Pool(jobs, progress)
    for mutant in chosen:
        if tests := reach.tests(mutant):
            pool.begin(mutant, partial(_import_and_meet, mutant, tests), reach.limit(tests))
    return {mutant for mutant, noticed in pool.ended().items() if noticed}


def _import_and_meet(mutant: Mutant, tests: Sequence[str]) -> int:
    put_for_import(mutant)
    return run_pytest(tests)


def load(modules: Iterable[str]) -> None:
    """Imports what is not ours once, so that no child has to."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in modules:
            try:
                __import__(name)
            except Exception:  # parts of packages that only import as their package wants
                continue


def alive_after(
    chosen: Sequence[Mutant], jobs: int, build: Path, say: Callable[[str], None], progress: Progress
) -> Iterator[list[Mutant]]:
    """Those no test noticed, after each stage."""
    alive = list(chosen)
    for folders in STAGES:
        if folders == STAGES[0] and not any(mutant.path.startswith("companion/rules/") for mutant in alive):
            continue  # the rules' own tests know nothing of what is built on the rules
        say(f"{len(alive)} mutants meet the tests of {', '.join(folders)}")
        reach = measured(folders, sorted({mutant.path for mutant in alive}), build / "reach.json")
        found = tried_quickly(alive, folders, reach, jobs, build / "quick.json", progress)
        rest = [mutant for mutant in alive if mutant not in found]
        say(f"{sum(found.values())} of {len(found)} are noticed at once; {len(rest)} are imported for a closer look")
        noticed = tried_afresh(rest, reach, jobs, progress) | {mutant for mutant in found if found[mutant]}
        alive = [mutant for mutant in alive if mutant not in noticed]
        yield alive
