"""Pages made of regions, each a named block of a template, of which a phone gets only those that changed.

A page's regions are rendered from one value, its `Look`, which is also the key they are kept under. While they are
rendered there is no request, so nothing that is missing in the look can get into what several phones share.

A region carries a fingerprint of its content (`data-rev`); a phone says in `X-Regions` which ones it has. So nothing
that is the same is ever swapped, and what is under a thumb stays where it is. A long region may name elements as its
parts, as the card of each unit: where nothing round them has changed, they are sent one by one.
"""

from __future__ import annotations

import contextvars
import hashlib
import re
import secrets
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from flask import Flask, Response, current_app, g, request
from markupsafe import Markup

from companion.content.languages import READ_IN
from companion.play.armies.kept import Kept
from companion.play.memo import Memo
from companion.play.values import Table
from companion.web import addresses, i18n, macros
from companion.web.answers import go_to
from companion.web.page_values import Noting, PageValues, Piece
from companion.web.security import no_store
from companion.web.services import services
from companion.web.shell import theme

KEY_HERE, SEEN_HERE = "key-of-this-moment", "seen-at-this-moment"
"""Stand in rendered regions where each answer puts a new key, and the number of the newest entry."""


@dataclass(frozen=True, slots=True)
class Region:
    """An element as it was rendered, its keys still to be filled in: a block of the template, or a part of one that may
    be sent alone. The fingerprint is that of what is in none of its parts.
    """

    name: str
    rev: str
    html: str
    parts: tuple[Region, ...] = ()

    def markup(self, seq: int) -> Markup:
        """The element as a phone swaps it in. The keys of its forms differ by a number only: that packs well."""
        key = new_key()
        first, *forms = self.html.replace(SEEN_HERE, str(seq)).split(KEY_HERE)
        return Markup("".join((first, *(f"{key}.{number}{part}" for number, part in enumerate(forms, 1)))))

    def lacking(self, had: Mapping[str, str], seq: int) -> list[Markup]:
        """What a phone that has these fingerprints lacks of it: all, or only some of its parts."""
        if had.get(self.name) != self.rev:
            return [self.markup(seq)]
        return [part.markup(seq) for part in self.parts if had.get(part.name) != part.rev]


@dataclass(frozen=True, slots=True)
class Reader:
    """What all pages of one reader depend on: language, choice of light, and where this app is mounted for him."""

    language: str
    theme: str
    root: str
    era: int = 0
    """Of the database: a page of the time before a restore is not the newest, whatever its version."""


def reader() -> Reader:
    """Who reads the answer to this request."""
    return Reader(i18n.language(), theme(), addresses.root(), services().store.era)


@dataclass(frozen=True, slots=True)
class Look:
    """All that a page's regions are made from, and the key they are kept under. Fields are plain values, so that equal
    looks are equal pages; what a subject (a table, a list) holds is named by its id and the number of its version.
    """

    page: str
    reader: Reader

    @property
    def tag(self) -> str:
        """What a phone has seen when it has seen this."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


L = TypeVar("L", bound=Look)
Subject = TypeVar("Subject", bound=Table | Kept)


class Renderings(Generic[L, Subject]):
    """The regions of pages, kept by their looks: phones that see the same (two who watch) share one rendering.

    `render` gets the look and the very version of the subject that the look names, and runs where there is no request.
    """

    def __init__(self, most: int, render: Callable[[L, Subject], tuple[Region, ...]]) -> None:
        self._kept: Memo[tuple[Region, ...]] = Memo(most)
        self._render = render

    def of(self, look: L, subject: Subject) -> tuple[Region, ...]:
        """Every region of the page."""
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        return self._kept.get(look, lambda: contextvars.Context().run(self._apart, app, look, subject))

    def markup(self, look: L, subject: Subject) -> dict[str, Markup]:
        """Every region as a whole page holds it, by name."""
        return {region.name: region.markup(subject.seq) for region in self.of(look, subject)}

    def swap(
        self, look: L, subject: Subject, notice: str = "", status: int = 200, *, anew: Collection[str] = ()
    ) -> Response:
        """What a phone has to swap after a tap or a ring: changed regions, the notice, and the tag of what they show.

        Regions named in `anew` are sent in any case. A notice answers a tap, and stays until one that was made after it
        is answered (`queue.js`).
        """
        had = dict(part.split("=", 1) for part in request.headers.get("X-Regions", "").split(",") if "=" in part)
        regions = self.of(look, subject)
        parts = [part for one in regions for part in one.lacking({} if one.name in anew else had, subject.seq)]
        notices = [notice_region(notice)] if request.method == "POST" else []
        headers = {"X-Version": look.tag, "X-Seq": str(subject.seq)}
        return no_store(Response("".join([*parts, *notices]), status, headers))

    def _apart(self, app: Flask, look: L, subject: Subject) -> tuple[Region, ...]:
        with app.app_context():
            g.root = look.reader.root
            READ_IN.set(look.reader.language)
            return self._render(look, subject)


_KEPT: Memo[Piece[Region]] = Memo(2048)
"""The newest rendering of each region, and the newest of each reader's own."""


def render(
    look: Look,
    template: str,
    blocks: Mapping[str, str],
    values: PageValues | Mapping[str, Any],
    heads: Mapping[str, str] | None = None,
    subject: Hashable = None,
    rights: Hashable = None,
) -> tuple[Region, ...]:
    """These regions of a page, each from its block of the template or of one that this extends; one without a block is
    empty. Before the blocks of `heads` stands a template of its own, the same whatever fills the block.

    Forms in them take their key from `new_key()`. Of the request they know what the look says of its reader.

    `subject` names what the page is about, and `rights` who looks at it. A region is rendered again only where it would
    show this reader another value than the last time, and than whoever looked last. Without a subject, it is rendered
    every time.
    """
    known = values if isinstance(values, PageValues) else PageValues(values)
    always = {
        "page": look.page,
        "language": look.reader.language,
        "direction": i18n.direction(),
        "theme": look.reader.theme,
        "url_for": addresses.url_for,
        "new_key": lambda: KEY_HERE,
        "mark_part": mark_part,
        "seen": SEEN_HERE,
    }

    def rendered(name: str, block: str) -> Region:
        region = (template, name, block, look.page, look.reader, subject)
        keys = [(*region, rights), region] if subject is not None else []
        found = [_KEPT.peek(key) for key in keys]
        before = [one for one in found if one is not None]
        kept = next((one for one in before if one.holds(known)), None)
        if kept is None:
            noting = Noting(known, always, [one.pieces for one in before])
            with macros.page(noting):
                made = make(name, _html(template, block, (heads or {}).get(name)))
            kept = Piece(made, noting.notes(), noting.pieces)
        for key, was in zip(keys, found, strict=True):
            if was is not kept:
                _KEPT.put(key, kept)
        return kept.made

    return tuple(rendered(name, block) for name, block in blocks.items())


def _html(template: str, block: str, head: str | None) -> str:
    if not block:
        return ""
    above = str(current_app.jinja_env.get_template(head).make_module()) if head else ""
    found = current_app.jinja_env.get_template(template)
    context = found.new_context()
    next(found.root_render_func(context), None)  # as the page begins, it knows the blocks of all templates it extends
    return above + "".join(context.blocks[block][0](context))


_PART = re.compile("\x02(.*?)\x03<(\\w+)(.*?)\x04", re.DOTALL)


def mark_part(name: str, element: str) -> Markup:
    """Names an element of a region, in its template, as one that may be sent alone."""
    return Markup(f"\x02{name}\x03{element.strip()}\x04")


def make(name: str, html: str) -> Region:
    """A region of this markup; fingerprints are those of the form in which no moment's key is filled in yet."""
    parts = {found[1]: _part(*found.groups()) for found in _PART.finditer(html)}
    whole = _PART.sub(lambda found: parts[found[1]].html, html) if parts else html
    rev = _fingerprint(_PART.sub(r"\1", html))
    begin = f'<div id="r-{name}" class="region r-{name}" data-region="{name}" data-rev="{rev}">'
    return Region(name, rev, f"{begin}{whole}</div>", tuple(parts.values()))


def _part(name: str, tag: str, rest: str) -> Region:
    rev = _fingerprint(rest)
    return Region(name, rev, f'<{tag} id="r-{name}" data-region="{name}" data-rev="{rev}"{rest}')


def _fingerprint(html: str) -> str:
    return hashlib.sha256(html.encode()).hexdigest()[:12]


def news(look: Look, changed: Callable[[], Response]) -> Response:
    """The answer to a phone that looks again: what has changed, or 304 where it has seen this very page."""
    if request.if_none_match.contains_weak(look.tag):
        return no_store(Response(status=304))
    response = changed()
    response.set_etag(look.tag, weak=True)
    return response


def next_page(response: Response, address: str) -> Response:
    """The answer, after which the page goes on to this address; without a script it goes there at once."""
    if not wants_fragment():
        return go_to(address)
    response.headers["X-Next"] = address
    return response


def notice_region(sentence: str) -> Markup:
    """The line under the top bar that says what was refused, or nothing."""
    return Markup('<div id="notice" class="notice" role="status" aria-live="polite">{}</div>').format(
        Markup("<p>{}</p>").format(sentence) if sentence else ""
    )


def wants_fragment() -> bool:
    """A tap by htmx wants regions; a plain form wants a page."""
    return request.headers.get("HX-Request") == "true"


def new_key() -> str:
    """A key for one act of a page that has no script to make it."""
    return secrets.token_hex(12)
