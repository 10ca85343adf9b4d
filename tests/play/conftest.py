"""A table of the test game, on a store of the test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.play.tabletop import Tabletop


@pytest.fixture
def tabletop(tmp_path: Path) -> Iterator[Tabletop]:
    """A store without a table."""
    tabletop = Tabletop(tmp_path)
    yield tabletop
    tabletop.close()


@pytest.fixture
def top(tabletop: Tabletop) -> Tabletop:
    """A table where Aki sits at a and Ben at b."""
    tabletop.table("a", "b")
    return tabletop
