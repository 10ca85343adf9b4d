"""The rules over JSON: stateless, the same functions the pages use, documented by `/api/openapi.json`.

Nothing here opens a database or sets a cookie, and nothing changes anything. To add a call, add it to `endpoints`.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache, partial

from flask import Blueprint, Response, request

from companion.api.answers import answered
from companion.api.calls import Call
from companion.api.endpoints import CALLS
from companion.api.openapi import document
from companion.api.reading import read_json
from companion.api.reference import rules
from companion.api.translation import language
from companion.api.zipang import answer_setup

bp = Blueprint("api", __name__, url_prefix="/api")

CACHED_SECONDS = 300
FOR_ALL = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
    "Access-Control-Max-Age": "86400",
}
"""Pages of other sites may ask and read (CORS): no call changes anything, knows a cookie or tells of a table."""


@bp.after_app_request
def _for_all(response: Response) -> Response:
    """Refusals too, and what another module answers here."""
    if request.path.startswith("/api/"):
        response.headers.update(FOR_ALL)
    return response


def _answer(call: Call) -> Response:
    return call.answer(read_json())


for _call in CALLS:
    if _call.routed:
        bp.add_url_rule(_call.path, _call.name, partial(_answer, _call), methods=["POST"])


@bp.get("/kensei/rules")
def kensei_rules() -> Response:
    """Every profile and table the rules work with."""
    return _unchanging(_rules_bytes(language()))


@bp.get("/zipang/setup")
def zipang_setup() -> Response:
    """What a number of players needs: `?players=4`."""
    return answered(answer_setup(dict(request.args.lists())))


@bp.get("/openapi.json")
def openapi() -> Response:
    """What this API takes and gives."""
    return _unchanging(json.dumps(document(request.root_url.rstrip("/"))).encode())


@cache
def _rules_bytes(_language: str) -> bytes:
    return rules().model_dump_json().encode()


def _unchanging(data: bytes) -> Response:
    """An answer that stays the same while the program does: cached, and 304 for who has it already."""
    answer = Response(data, content_type="application/json")
    answer.set_etag(hashlib.sha256(data).hexdigest()[:32])
    answer.cache_control.public = True
    answer.cache_control.max_age = CACHED_SECONDS
    answer.make_conditional(request)
    return answer
