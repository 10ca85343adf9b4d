"""Pages made of regions, each a named block of a template, of which a phone gets only those that changed.

A region carries a fingerprint of its content (`data-rev`); a phone says in `X-Regions` which ones it has. So nothing
that is the same is ever swapped, and what is under a thumb stays where it is.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response, request
from jinja2_fragments.flask import render_block
from markupsafe import Markup

from companion.web.security import no_store

KEY_HERE = "key-of-this-moment"
"""Stands in rendered regions where each answer puts a new key."""

_OF_THE_MOMENT = re.compile(r'<input type="hidden" name="(?:key|seen)" value="[^"]*">')
"""What forms carry for pages without a script; it differs each time, so it must not count as a change."""


@dataclass(frozen=True, slots=True)
class Region:
    """One region as it was rendered: its block's markup (keys still to be filled in) and the fingerprint of it."""

    name: str
    rev: str
    html: str

    def markup(self) -> Markup:
        """The region as a phone swaps it in. Its forms' keys differ by a number only: that packs well."""
        key, form = new_key(), itertools.count(1)
        return Markup(
            f'<div id="r-{self.name}" class="region r-{self.name}" data-region="{self.name}" data-rev="{self.rev}" '
            f'hx-swap-oob="true">{re.sub(KEY_HERE, lambda _: f"{key}.{next(form)}", self.html)}</div>'
        )


def render(template: str, blocks: Iterable[str], values: Mapping[str, Any]) -> tuple[Region, ...]:
    """These blocks of a template as regions. Forms in them take their key from `new_key()`."""
    return tuple(make(name, render_block(template, name, **{**values, "new_key": lambda: KEY_HERE})) for name in blocks)


def make(name: str, html: str) -> Region:
    """A region of this markup."""
    return Region(name, hashlib.sha256(_OF_THE_MOMENT.sub("", html).encode()).hexdigest()[:12], html)


def swap(
    regions: Sequence[Region], notice: str, version: str, seq: int, status: int = 200, *, anew: Collection[str] = ()
) -> Response:
    """What a phone has to swap after a tap or a ring: changed regions, the notice, and the version they show.

    Regions named in `anew` are sent in any case.
    """
    had = dict(part.split("=", 1) for part in request.headers.get("X-Regions", "").split(",") if "=" in part)
    parts = [one.markup() for one in regions if one.name in anew or had.get(one.name) != one.rev]
    response = Response("".join([*parts, notice_region(notice)]), status)
    response.headers["X-Version"] = version
    response.headers["X-Seq"] = str(seq)
    return no_store(response)


def notice_region(sentence: str) -> Markup:
    """The line under the top bar that says what was refused, or nothing."""
    return Markup(
        '<div id="notice" class="notice" role="status" aria-live="polite" hx-swap-oob="true">{}</div>'
    ).format(Markup("<p>{}</p>").format(sentence) if sentence else "")


def wants_fragment() -> bool:
    """A tap by htmx wants regions; a plain form wants a page."""
    return request.headers.get("HX-Request") == "true"


def new_key() -> str:
    """A key for one act of a page that has no script to make it."""
    return secrets.token_hex(12)
