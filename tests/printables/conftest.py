"""Kits are drawn once a worker (`kits.kit`), but never with what a test has put in the place of something else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.printables import kits


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
