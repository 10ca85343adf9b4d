"""What is said in the language of a request: pages go by what their phone has chosen, the API, which knows no cookies,
by what its caller accepts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from babel.support import NullTranslations
from flask import g, has_app_context, has_request_context, request

from companion.content.languages import READ_IN, Say, accepted, catalog, elided, languages, spoken, translated
from companion.rules.text import Refusal, Text

LANGUAGE_COOKIE = "language"


def language() -> str:
    """The language of this request: what this phone has chosen, or the first one its browser accepts that there is."""
    if apart := READ_IN.get():
        return apart
    try:
        found: str = g.language
    except (AttributeError, RuntimeError):  # not asked for yet, or outside a request
        if not has_request_context():
            return "en"
        chosen = "" if request.path.startswith("/api/") else request.cookies.get(LANGUAGE_COOKIE, "")
        found = chosen if chosen in languages() else accepted(request.accept_languages, languages())
        g.language = found
    return found


def spoken_here() -> NullTranslations:
    """The catalog of that language."""
    return catalog(language())


def gettext(message: str, /, **values: Any) -> str:
    """The sentence in that language, its named places filled in."""
    return translated(spoken_here(), message, values)


def ngettext(one: str, many: str, number: int, /, **values: Any) -> str:
    """The form of the sentence for a number, which is also its place `num`."""
    of, values = spoken_here(), {"num": number, **values}
    return elided(str(of.ngettext(one, many, number)), values, of) % values


def say(sentence: Text | Refusal | str) -> str:
    """A sentence of the rules in that language, as plain text: templates escape it like any other."""
    return spoken(sentence, spoken_here(), lambda seat: _players().get(seat, ""))


def sayer() -> Say:
    """What `say` says to this reader, for where his request is not known."""
    return Say(language(), _players())


def _players() -> Mapping[str, str]:
    """Who sits at which seat, where this answer is about a table (`frame.know_players` in `web`)."""
    return g.get("players", {}) if has_app_context() else {}
