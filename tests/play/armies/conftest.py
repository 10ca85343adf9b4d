"""Kept lists over a store of the test's own."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.live import Bell
from companion.play.armies import solver
from companion.play.armies.kept import Lists
from companion.store import Store
from tests.databases import empty_database
from tests.play.armies.hands import Pair


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found, and whether it is proven, is the solver's answer and not this machine's speed."""
    monkeypatch.setattr(solver, "SECONDS", 600.0)


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(empty_database(tmp_path / "lists.sqlite3"))
    yield store
    store.close()


@pytest.fixture
def lists(store: Store, bell: Bell) -> Lists:
    return Lists(store, bell, now=lambda: datetime.now(UTC))


@pytest.fixture
def pair(lists: Lists) -> Pair:
    return Pair(lists)
