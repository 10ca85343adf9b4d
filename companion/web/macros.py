"""Macros that know the page they stand on: `{% from "kensei/bits.html" import tap %}`, and `tap` may ask for `view`.

Jinja makes the macros of a file anew for every import `with context`, a hundred times for a page of a battle. Here they
are made once in the life of the app, and look up the values of whatever page is rendered when they are called. Outside
its macros a file of macros therefore knows nothing of a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from flask import Flask
from jinja2 import Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from jinja2.utils import missing


class Values(Protocol):
    """What a page is rendered from."""

    def get(self, name: str, default: Any, /) -> Any:
        """The value of this name, or the default where there is none."""


_PAGE: ContextVar[Values] = ContextVar("page")
_NOTHING: Values = {}


@contextmanager
def page(values: Values) -> Iterator[None]:
    """Templates rendered in here know these values, and so do macros."""
    before = _PAGE.set(values)
    try:
        yield
    finally:
        _PAGE.reset(before)


class PageContext(Context):
    """What a template knows: its own names, what it was given, the values of the page, and what all templates know."""

    def resolve_or_missing(self, key: str) -> Any:
        """The value of this name now."""
        if key in self.vars:
            return self.vars[key]
        found = self.parent.get(key, missing)
        if found is missing or found is self.environment.globals.get(key, missing):
            return _PAGE.get(_NOTHING).get(key, found)
        return found


class PageTemplate(Template):
    """A template whose values its macros know, and whose own macros are made once."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """The whole page."""
        values = dict(*args, **kwargs)
        with page(values):
            return super().render(values)

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        """The macros of this file, for any page that imports them."""
        if self._module is None:
            with page(_NOTHING):
                self._module = self.make_module()
        return self._module


def slug(name: str) -> str:
    """The name of a step, a combat or an entry as part of an element's id."""
    return re.sub("[.+>:]", "-", name)


def install(app: Flask) -> None:
    """Every template of the app is one of these, and may name elements, and `{% do %}` something without a word."""
    app.jinja_env.add_extension("jinja2.ext.do")
    app.jinja_env.filters["slug"] = slug
    app.jinja_env.template_class = PageTemplate
    app.jinja_env.context_class = PageContext
