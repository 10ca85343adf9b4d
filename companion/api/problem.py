"""Every answer of the API that is not a success: `application/problem+json` (RFC 9457), never a page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from flask import request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

from companion.api.translation import gettext as _
from companion.api.translation import ngettext, say
from companion.rules.text import Refusal, Text

MEDIA_TYPE = "application/problem+json"

_TITLES = {400: "Bad Request", 413: "Content Too Large", 422: "Unprocessable Content"}
_DETAILS = {
    413: Text("The body is too large: at most %(most)s KB are read here.", {"most": 64}),
    404: Text(
        "There is nothing at this address. GET /api/openapi.json lists what there is, and /api shows it as a page."
    ),
    500: Text("The server made a mistake; your request is not at fault."),
}


class Error(NamedTuple):
    """One thing wrong with a request: where (`attacker.miniatures`, "" for the whole body) and what to do about it."""

    path: str
    message: str


def errors_of(refusal: Refusal, place: str = "") -> list[Error]:
    """What the rules refuse, where it stands in a part of a request (`setup`) or in the whole."""
    dot = "." if place else ""
    found = [Error(f"{place}{dot}{problem.path}", say(problem.message)) for problem in refusal.problems]
    return found or [Error(place, say(refusal))]


class TooLarge(RequestEntityTooLarge):
    """The body is larger than this call reads; the limit in bytes."""

    def __init__(self, largest: int) -> None:
        super().__init__(_("The body is too large: at most %(most)s KB are read here.", most=largest // 1024))


class InvalidInput(HTTPException):
    """The body is JSON but not what the endpoint takes; carries every error at once (of absurdly many, the first)."""

    code = 422

    def __init__(self, errors: Sequence[Error], count: int | None = None) -> None:
        self.errors = tuple(errors)
        self.count = count = count or len(self.errors)
        detail = ngettext(
            "One thing in the request is wrong; see errors.",
            "%(num)s things in the request are wrong; see errors.",
            count,
        )
        if len(self.errors) < count:
            detail = _(
                "%(count)s things in the request are wrong; see errors, the first %(listed)s of them.",
                count=count,
                listed=len(self.errors),
            )
        super().__init__(description=detail)


def problem_text(error: HTTPException) -> str:
    """The problem document of an HTTP error."""
    status = error.code or 500
    body: dict[str, object] = {
        "type": "about:blank",
        "title": _TITLES.get(status, error.name),
        "status": status,
        "detail": error.description if isinstance(error, TooLarge) or status not in _DETAILS else say(_DETAILS[status]),
    }
    if isinstance(error, MethodNotAllowed):
        answered = {"method": request.method, "allowed": ", ".join(sorted(error.valid_methods or ()))}
        body["detail"] = _("%(method)s is not answered here; allowed: %(allowed)s.", **answered)
    if isinstance(error, InvalidInput):
        body["errors"] = [{"path": path, "message": message} for path, message in error.errors]
    return json.dumps(body)
