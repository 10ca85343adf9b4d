"""Kits, and their pages that are read back, are large: no file of tests leaves its own to the next."""

from collections.abc import Iterator

import pytest

from tests.printables import kits


@pytest.fixture(scope="module", autouse=True)
def pages_closed() -> Iterator[None]:
    yield
    kits.DRAWN.clear()
    kits.opened.cache_clear()
    kits._read.cache_clear()
