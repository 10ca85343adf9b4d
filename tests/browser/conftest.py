"""Marks everything here as driving a browser, gives slow machines time, and hands out players with phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.conftest import Phone

HERE = Path(__file__).parent
expect.set_options(timeout=10_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def hands(phone: Callable[[], Phone]) -> Iterator[Callable[[], Hands]]:
    """Makes players: `hands()` is one more with a phone of his own."""
    yield lambda: Hands(phone())
