"""Kits are drawn once a worker (`kits.kit`), but never with what a test has put in the place of something else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.printables import kits


@pytest.fixture(autouse=True)
def drawn_anew(request: pytest.FixtureRequest) -> Iterator[None]:
    patched = "monkeypatch" in request.fixturenames
    if patched:
        kits.DRAWN.clear()
    yield
    if patched:
        kits.DRAWN.clear()
