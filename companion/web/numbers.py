"""Numbers that a page sends along with what is tapped: left out, or read; what is neither is refused, not ignored."""

from __future__ import annotations

from flask import abort, request

from companion.web.i18n import gettext as _

DIGITS_MOST = 10


def number_sent(name: str) -> int | None:
    """The whole number of this field; None where it was left out. Anything else ends the request with 422."""
    text = request.form.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS_MOST):
        told = _(
            "“%(name)s” is a whole number that the page sends by itself. Reload the page, then tap again.", name=name
        )
        abort(422, told)
    return int(text)


def seen() -> int | None:
    """The number of the newest entry the page showed. A tap with another may be one of an older page."""
    return number_sent("seen")
