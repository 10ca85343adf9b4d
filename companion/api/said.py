"""What the API says, in the language that its caller accepts; it knows no cookies."""

from __future__ import annotations

from typing import Any

from flask import g, has_request_context, request

from companion.content.languages import READ_IN, Say, accepted, catalog, languages, translated
from companion.rules.text import Refusal, Text


def language() -> str:
    """The language of this answer."""
    if (apart := READ_IN.get()) or not has_request_context():
        return apart or "en"
    if "api_language" not in g:
        g.api_language = accepted(request.accept_languages, languages())
    return str(g.api_language)


def gettext(message: str, /, **values: Any) -> str:
    """The sentence in that language, its named places filled in."""
    return translated(catalog(language()), message, values)


def ngettext(one: str, many: str, number: int, /, **values: Any) -> str:
    """The form of the sentence for a number, which is also its place `num`."""
    return str(catalog(language()).ngettext(one, many, number)) % {"num": number, **values}


def say(sentence: Text | Refusal | str) -> str:
    """A sentence of the rules in that language."""
    return sayer()(sentence)


def sayer() -> Say:
    """What says them, for sheets."""
    return Say(language())
