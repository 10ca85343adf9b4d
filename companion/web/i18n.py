"""Sentences in the language of the request, and their places in pages filled in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from functools import cache, lru_cache
from typing import Any

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal
from babel.support import NullTranslations
from flask import Flask, Response, request
from jinja2 import pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup

from companion.api.translation import LANGUAGE_COOKIE, gettext, language, ngettext, say, sayer, spoken_here
from companion.content.languages import elided, languages
from companion.rules.counts import percent
from companion.rules.text import Refusal, Term, Text

__all__ = ["LANGUAGE_COOKIE", "_", "gettext", "language", "ngettext", "say", "sayer"]

_ = gettext

IN_WORDS = frozenset({"text/html", "text/plain", "application/json", "application/problem+json", "application/pdf"})
"""Kinds of answers that are in a language."""


def direction() -> str:
    """`ltr` or `rtl`, for the page's `dir`."""
    return Locale.parse(language()).text_direction


@cache
def named_languages() -> tuple[tuple[str, str], ...]:
    """Every language there is with its own name for itself: ("de", "Deutsch")."""
    names = ((one, str(Locale.parse(one).get_display_name())) for one in languages())
    return tuple((one, name[:1].upper() + name[1:]) for one, name in names)


def colon() -> str:
    """The colon between a name and what is said of it, as the language writes it."""
    return gettext("%(what)s:", what="")


def day(at: datetime) -> str:
    """A day of this year as the reader's language writes it: “Nov 21”."""
    return format_skeleton("MMMd", at, locale=language())


def on(day: str) -> str:
    """A day (ISO 8601) as the reader's language writes it, with its year: “Nov 21, 2026”."""
    return format_date(date.fromisoformat(day), "medium", locale=language())


def decimal(value: float, places: int | None = None) -> str:
    """A number as the reader's language writes it, with so many places behind the comma, or as many as it has."""
    pattern = "0.####" if places is None else f"0.{'0' * places}"
    return format_decimal(value, pattern, locale=language(), group_separator=False)


def signed(number: int) -> str:
    """A number that is added, with its sign: “+2”, “−1”."""
    return f"{number:+d}".replace("-", "−")


_SPOKEN = (Text, Term, Refusal)


def _finished(value: Any) -> Any:
    """What a template prints: sentences and terms in the reader's language."""
    return say(value) if isinstance(value, _SPOKEN) else value


@pass_eval_context
def _gettext_in_page(context: EvalContext, message: str, **values: Any) -> str:
    if not values and context.autoescape:
        return _in_page(spoken_here(), message)
    return _filled(context, str(spoken_here().gettext(message)), values)


@lru_cache(maxsize=4096)
def _in_page(of: NullTranslations, message: str) -> Markup:
    """A sentence without places, of which a page has hundreds."""
    return Markup(str(of.gettext(message))) % {}


@pass_eval_context
def _ngettext_in_page(context: EvalContext, one: str, many: str, number: int, **values: Any) -> str:
    return _filled(context, str(spoken_here().ngettext(one, many, number)), {"num": number, **values})


def _filled(context: EvalContext, sentence: str, values: Mapping[str, Any]) -> str:
    """The sentence as markup where the page escapes; its own markup stays, that of its values is escaped."""
    filled = {name: _finished(value) for name, value in values.items()}
    sentence = elided(sentence, filled, spoken_here())
    return Markup(sentence) % filled if context.autoescape else sentence % filled


def _language_headers(response: Response) -> Response:
    """Says in headers which language an answer is in, and what that depends on."""
    if response.mimetype in IN_WORDS and not request.path.startswith("/static/"):
        response.headers.setdefault("Content-Language", language())
        response.vary.update(("Accept-Language", *(() if request.path.startswith("/api/") else ("Cookie",))))
    return response


def install(app: Flask) -> None:
    """Gives templates `_()`, `{% trans %}`, filters for sentences, days and numbers, and the page's language."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True  # as babel.cfg has it: a long sentence may stand on several lines
    app.jinja_env.newstyle_gettext = True  # type: ignore[attr-defined]
    app.jinja_env.globals.update(gettext=_gettext_in_page, ngettext=_ngettext_in_page)
    app.jinja_env.globals.update(colon=colon, named_languages=named_languages)
    app.jinja_env.filters.update(say=say, day=day, on=on, decimal=decimal, percent=percent, signed=signed)
    app.jinja_env.finalize = _finished
    app.after_request(_language_headers)
    app.context_processor(lambda: {"language": language(), "direction": direction()})
