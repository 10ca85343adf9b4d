"""What comes with a request, in a field of its form or behind a name in its address, as text or as a number.

A column has to hold the numbers: what it cannot hold is refused here, before anything is looked up by it.
"""

from __future__ import annotations

from collections.abc import Collection

from flask import Flask, abort, request
from werkzeug.exceptions import NotFound
from werkzeug.routing import IntegerConverter

from companion.store.schema import HIGHEST
from companion.web.i18n import _


def text_sent(name: str, otherwise: str = "") -> str:
    """What stands in this field of the form."""
    return request.form.get(name, otherwise)


def text_asked(name: str, otherwise: str = "") -> str:
    """What stands behind this name in the address."""
    return request.args.get(name, otherwise)


def other_fields(ours: Collection[str]) -> dict[str, str]:
    """What was sent in all fields but these: in a form, or behind names in the address where no form was sent."""
    sent = request.form if request.method == "POST" else request.args
    return {name: value for name, value in sent.items() if name not in ours}


def whole(text: str) -> int | None:
    """The whole number these digits write; None where they are none, or one that no column can hold."""
    plain = text.isascii() and text.isdecimal() and len(text) <= len(str(HIGHEST))
    return int(text) if plain and int(text) <= HIGHEST else None


def number_sent(name: str) -> int | None:
    """The whole number of this field; None where it was left out. Anything else ends the request with 422."""
    text = text_sent(name)
    number = whole(text)
    if text and number is None:
        message = _(
            "“%(name)s” must be a whole number; the page sends it by itself. Reload the page, then tap again.",
            name=name,
        )
        abort(422, message)
    return number


def number_asked(name: str) -> int | None:
    """The whole number that stands behind this name in the address; None where it was left out. An address with
    anything else leads nowhere.
    """
    text = text_asked(name)
    number = whole(text)
    if text and number is None:
        abort(404)
    return number


def seen() -> int | None:
    """The number of the newest entry the page showed. A tap with another may be one of an older page."""
    return number_sent("seen")


class _InPath(IntegerConverter):
    """A number in the path of an address."""

    def to_python(self, value: str) -> int:
        """The number. Where nothing can have it, the address leads nowhere, whatever is sent there: Werkzeug's own
        refusal would name another method that it takes.
        """
        number = whole(value)
        if number is None:
            raise NotFound
        return number


def install(app: Flask) -> None:
    """Every `<int:…>` of an address is read here."""
    app.url_map.converters["int"] = _InPath
