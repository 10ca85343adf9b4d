"""Pages fit a narrow phone in every language: the words of some are half as long again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.content.languages import languages
from tests.browser.hands import Hands

PAGES = ("/", "/new?game=kensei", "/new?game=kenjin", "/lists", "/print", "/rules", "/help", "/dice")
OUTSIDE = """() => document.documentElement.scrollWidth > document.documentElement.clientWidth
    && [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > 320.5)
        .map((one) => one.textContent.trim().slice(0, 40)) || []"""


@pytest.fixture
def narrow(scout: Hands) -> Iterator[Hands]:
    scout.page.set_viewport_size({"width": 320, "height": 640})
    yield scout
    scout.page.set_extra_http_headers({})


@pytest.mark.parametrize("language", languages())
def test_no_page_is_wider_than_a_narrow_phone(narrow: Hands, language: str) -> None:
    narrow.page.set_extra_http_headers({"Accept-Language": language})
    for path in PAGES:
        narrow.open(path)
        assert narrow.page.locator("html").get_attribute("lang") == language
        assert narrow.page.evaluate(OUTSIDE) == [], path
