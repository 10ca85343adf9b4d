"""Macros that know the page they stand on: `{% from "kensei/bits.html" import tap %}`, and `tap` may ask for `view`.

Jinja makes the macros of a file anew for every import `with context`, a hundred times for a page of a battle. Here they
are made once in the life of the app, and look up the values of whatever page is rendered when they are called. Outside
its macros a file of macros therefore knows nothing of a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from flask import Flask
from jinja2 import Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, missing

_PAGE: ContextVar[Mapping[str, Any]] = ContextVar("page")
_NOTHING: Mapping[str, Any] = {}


@contextmanager
def page(values: Mapping[str, Any]) -> Iterator[None]:
    """Macros called in here know these values."""
    before = _PAGE.set(values)
    try:
        yield
    finally:
        _PAGE.reset(before)


class MacroContext(Context):
    """What the macros of a file know: one another, the values of the page, and what every template knows."""

    def resolve_or_missing(self, key: str) -> Any:
        """The value of this name now."""
        if key in self.vars:
            return self.vars[key]
        found = _PAGE.get(_NOTHING).get(key, missing)
        return self.parent.get(key, missing) if found is missing else found

    def get_all(self) -> dict[str, Any]:
        """All of it, for a template that a macro includes."""
        return {**self.parent, **_PAGE.get(_NOTHING), **self.vars}


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
                known = MacroContext(self.environment, dict(self.globals), self.name, self.blocks)
                self._module = TemplateModule(self, known)
        return self._module


def install(app: Flask) -> None:
    """Every template of the app is one of these."""
    app.jinja_env.template_class = PageTemplate
