"""Pages whose every translated sentence stands between marks, and what a player reads there without any.

The catalogue is the one `make messages` collects: a sentence it does not know gets no marks. Whoever walks pages with
the clients of a `marked` app has each of their answers read; `Marks.found` is what had no marks, and where.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from html import unescape
from html.parser import HTMLParser

import pytest
from babel.messages.catalog import Catalog
from babel.support import NullTranslations
from flask import Flask, Response, request, request_finished

from companion.play.memo import Memo
from companion.web import print_kits

BEGIN, END = "«", "»"
SHOWN = frozenset({"alt", "aria-description", "aria-label", "label", "placeholder", "title"})
"""Attributes that are read out or shown."""
SKIPPED = frozenset({"code", "pre", "script", "style", "svg", "textarea"})
"""Elements without sentences: drawings, commands, and armies as a text that is read again."""
VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "path", "use", "circle", "rect", "line"})
WORD = re.compile(r"[^\W\d_]{2,}")
SIGNS = re.compile(r"\b(?:AC|AR|AT|DC|DF|HR|IN|KI|MV|VE|VP|VT|cm|mm|JSON|KB|PDF|UTC|macOS)\b")
"""What the book, a ruler or a computer writes so in every language."""
ADDRESS = re.compile(r"https?://\S+")
DAY = re.compile(r"\b[A-Z][a-z]{2} \d{1,2}, \d{4}\b")
"""A day, as Babel writes it in each language."""


class MarkingCatalog(NullTranslations):
    """Puts every sentence it knows between marks, and leaves every other one as it is."""

    def __init__(self, collected: Catalog) -> None:
        super().__init__()
        self._one = {entry.id if isinstance(entry.id, str) else entry.id[0] for entry in collected if entry.id}
        self._many = {entry.id for entry in collected if isinstance(entry.id, tuple)}

    def gettext(self, message: str) -> str:
        return f"{BEGIN}{message}{END}" if message in self._one else message

    def ngettext(self, one: str, many: str, number: int) -> str:
        form = one if number == 1 else many
        return f"{BEGIN}{form}{END}" if (one, many) in self._many else form


catalog_of = cache(MarkingCatalog)
"""One for all tests: an app remembers sentences by their catalog."""


TOKEN = re.compile(
    r"""<!--.*?--> | <(?P<raw>script|style)\b.*?</(?P=raw)\s*> | <[/!a-zA-Z](?:[^<>"']|"[^"]*"|'[^']*')*>""",
    re.S | re.X,
)
"""What stands between two texts of a page: a tag, a comment, or a script with what it holds."""
MARK = re.compile(f"([{BEGIN}{END}])")


@dataclass(frozen=True, slots=True)
class _Tag:
    """What a reader makes of a tag: its name, whether it opens or ends an element, and the texts it shows."""

    name: str = ""
    opens: bool = False
    ends: bool = False
    skips: bool = False
    shown: tuple[str, ...] = ()


class _One(HTMLParser):
    """Reads one tag."""

    def __init__(self) -> None:
        super().__init__()
        self.tag = _Tag()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        shown = [values[name] for name in SHOWN & values.keys()]
        if tag == "input" and values.get("type") in ("submit", "button"):
            shown.append(values.get("value", ""))
        if tag == "meta" and values.get("name") == "description":
            shown.append(values.get("content", ""))
        # A citation names the section by its title in the printed book.
        skips = tag in SKIPPED or "rule" in values.get("class", "").split()
        self.tag = _Tag(tag, tag not in VOID, False, skips, tuple(shown))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.tag = replace(self.tag, ends=True)

    def handle_endtag(self, tag: str) -> None:
        self.tag = _Tag(tag, ends=True)


@lru_cache(4096)
def _tag(markup: str) -> _Tag:
    """The same few tags make up all pages: each is read once."""
    one = _One()
    one.feed(markup)
    one.close()
    return one.tag


class _Reader:
    """Reads a page as a player does: its text, and the attributes that are shown or read out."""

    def __init__(self) -> None:
        self.bare: list[str] = []
        self._depth = 0
        self._skipped: list[str] = []
        """The elements that are open, from the outermost one that is skipped on."""

    def feed(self, page: str) -> None:
        at = 0
        for token in TOKEN.finditer(page):
            self._text(page[at : token.start()])
            self._element(_tag(token[0]) if token["raw"] is None else _Tag())
            at = token.end()
        self._text(page[at:])

    def _element(self, tag: _Tag) -> None:
        if tag.opens and (self._skipped or tag.skips):
            self._skipped.append(tag.name)
        for text in tag.shown:
            outside, self._depth = self._depth, 0
            self._read(text)
            self._depth = outside
        if tag.ends and self._skipped and self._skipped[-1] == tag.name:
            self._skipped.pop()

    def _text(self, text: str) -> None:
        if text and not self._skipped and not text.isspace():
            self._read(unescape(text))

    def _read(self, text: str) -> None:
        """Notes the words outside all marks. A sentence may hold other sentences, and elements; its end alone may be
        shown.
        """
        depth = least = self._depth
        for mark in MARK.findall(text):
            depth += 1 if mark == BEGIN else -1
            least = min(least, depth)
        for piece in MARK.split(BEGIN * -min(least, 0) + text):
            if piece == BEGIN:
                self._depth += 1
            elif piece == END:
                self._depth -= 1
            elif not self._depth and WORD.search(piece):
                self.bare.append(" ".join(piece.split()))


PART = re.compile(r'(?=<div id="r-|<(?:li|section|form|details)\b)')
"""Where a region of a page begins, and where the next one does."""
VALUE = re.compile(r' value="[^"]*"')


def bare(page: str) -> list[str]:
    """What a page says outside all marks."""
    reader = _Reader()
    reader.feed(page)
    return reader.bare


class Marks:
    """What the pages of an app say without marks, and where; `names` are said as they are."""

    def __init__(self, app: Flask, names: Iterable[str]) -> None:
        self.names = set(names)
        self.bare: dict[str, str] = {}
        self._parts: set[int] = set()
        request_finished.connect(self._read, app)

    def _read(self, _app: Flask, response: Response) -> None:
        read = response.mimetype == "text/html" and request.path != "/api"  # that page is the OpenAPI document's
        if read and response.status_code // 100 != 3 and not response.is_streamed:
            for part in PART.split(response.get_data(as_text=True)):
                self._read_once(part, f"{request.method} {request.path}")

    def _read_once(self, part: str, where: str) -> None:
        """A region that two phones see, or one phone on two pages, differs by the keys of its forms at most. What it
        says in other values of forms is in its fingerprint too."""
        known = hash(VALUE.sub("", part))
        if known not in self._parts:
            self._parts.add(known)
            for words in bare(part):
                self.bare.setdefault(words, where)

    @property
    def found(self) -> dict[str, str]:
        """The words that stand in no catalogue and are no names, with the first page that says them."""
        longest_first = sorted(self.names, key=len, reverse=True)
        named = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first))
        left = (
            (words, SIGNS.sub("", DAY.sub("", ADDRESS.sub("", words))), where) for words, where in self.bare.items()
        )
        return {words: where for words, unsigned, where in left if WORD.search(named.sub("", unsigned))}


def marked(app: Flask, collected: Catalog, names: Iterable[str], patch: pytest.MonkeyPatch) -> Marks:
    """Has an app mark what it translates, and its answers read."""
    catalog = catalog_of(collected)
    patch.setattr("companion.api.translation.catalog", lambda language: catalog)
    patch.setattr(print_kits, "_KITS", Memo(12))  # an unmarked sheet of the same language may lie there
    return Marks(app, names)
