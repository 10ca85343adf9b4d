"""Army lists for tests that begin in the middle: made by what the pages send; their keys; and whether a page fits."""

import itertools
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from companion.content import catalog
from tests.browser.axe import THEMES, objections_in
from tests.browser.hands import Hands

WITHOUT_HEADING = ("page-has-heading-one",)
"""The name of a list stands in its bar, and many of its pages have no other heading of the first order."""
TOO_SMALL = """() => [...document.querySelectorAll("button, a[href], input:not([type=hidden]), select, summary")]
    .filter(one => !one.matches(".skip-link, p a:not(.button), .address a, .chip input"))
    .map(one => [one.className || one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
    .filter(([name, box]) => box.width && (box.height < 47.9 || box.width < 43.9))
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
_keys = (f"list-key-{number:06}" for number in itertools.count())


def posted(one: Hands, where: str, /, **form: Any) -> str:
    """What a form of this phone's sends; the path that it is led to."""
    url = one.phone.server.url
    headers = {"Origin": url, "Content-Type": "application/x-www-form-urlencoded"}
    answer = one.page.request.post(url + where, data=urlencode(form, doseq=True), headers=headers, max_redirects=0)
    assert answer.status == 303, (where, form, answer.text())
    return answer.headers["location"]


def edit(one: Hands, path: str, op: str, **form: Any) -> None:
    """A change of the list at this path, entered by this phone without its page."""
    posted(one, f"{path}/edit", op=op, key=next(_keys), **form)


def made(one: Hands, *profiles: str, level: int = 3) -> str:
    """A Buke list of this phone's, of this level and with these units and characters; its path."""
    path = posted(one, "/lists/new", path="buke", level=level).removesuffix("/add")
    for profile in profiles:
        if profile in catalog().characters:
            edit(one, path, "enlist", character=profile)
        else:
            edit(one, path, "add", unit=profile)
    return path


def add(one: Hands, profile: str) -> None:
    """A tap on the key of the picker that adds this unit or character."""
    one.tap(one.page.locator(f"#p-{profile} .add"))


def fits(one: Hands, widths: Sequence[int] = (390,)) -> None:
    """On phones of these widths nothing sticks out, and every target fits a thumb."""
    for width in widths:
        one.page.set_viewport_size({"width": width, "height": 640})
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width, (one.page.url, width)
        assert one.page.evaluate(TOO_SMALL) == [], (one.page.url, width)


def readable(one: Hands, widths: Sequence[int] = (390,), themes: Sequence[str] = THEMES[:1]) -> None:
    """It fits, and axe finds nothing in these themes."""
    fits(one, widths)
    assert not (wrong := objections_in(one.page, themes, without=WITHOUT_HEADING)), (one.page.url, wrong)
