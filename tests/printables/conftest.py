"""All tests here are marked as drawing pages. Kits are drawn once a worker (`kits.kit`), but never with what a test
has put in the place of something else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.printables import kits

HERE = str(Path(__file__).parent)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if str(item.path).startswith(HERE):
            item.add_marker(pytest.mark.paper)


@pytest.fixture(autouse=True)
def drawn_anew(request: pytest.FixtureRequest) -> Iterator[None]:
    if "monkeypatch" not in request.fixturenames:
        yield
        return
    before = kits.DRAWN.copy()
    kits.DRAWN.clear()
    yield
    kits.DRAWN.clear()
    kits.DRAWN.update(before)
