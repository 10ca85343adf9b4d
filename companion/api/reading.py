"""From the bytes of a request to plain JSON values, refusing whatever is not JSON as RFC 8259 has it."""

from __future__ import annotations

import json
from typing import Any

from flask import request
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from companion.api.problem import TooLarge
from companion.api.translation import gettext as _
from companion.api.translation import say
from companion.content import strict_json
from companion.rules.text import Text

LARGEST_BODY = 64 * 1024
"""Bytes. The longest sensible request is under 4 KB; `problem` names the limit when it is passed."""
NUL = "\0"
NO_NUL = Text(
    "What was sent holds a NUL character (code 0), which no name or text here may have. Take it out and send it again."
)


def read_json() -> Any:
    """The body of the current request as dicts, lists, strings, numbers, booleans and None.

    Raises 413, 415 or 400 (as HTTP exceptions, which become problem documents) where there is nothing to read.
    """
    return parse(read_body(LARGEST_BODY))


def read_body(largest: int) -> bytes:
    """The body of the current request, as long as that is JSON of at most so many bytes; else raises 413 or 415."""
    if (request.content_length or 0) > largest:
        raise TooLarge(largest)
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("Send the request as JSON, with the header Content-Type: application/json.")
    # A body sent in chunks has no length beforehand; Flask cuts it off without a word, so one byte more tells.
    request.max_content_length = largest + 1
    data = request.get_data(cache=False)
    if len(data) > largest:
        raise TooLarge(largest)
    return data


def parse(data: bytes) -> Any:
    """JSON as plain values; raises 400 where it is none."""
    if not data.strip():
        raise BadRequest(_("The body is empty; send one JSON object."))
    try:
        read = strict_json.loads(data.decode("utf-8"))
        has_nul = b"\\u0000" in data and _has_nul(read)
    except UnicodeDecodeError as error:
        raise BadRequest(_("The body is not UTF-8 text; send one JSON object in UTF-8.")) from error
    except strict_json.NotStrict as error:
        raise BadRequest(str(error)) from error
    except json.JSONDecodeError as error:
        found = {"why": error.msg, "line": error.lineno, "column": error.colno}
        raise BadRequest(_("The body is not JSON: %(why)s at line %(line)s, column %(column)s.", **found)) from error
    except RecursionError as error:
        raise BadRequest(_("The body is nested too deeply; no request here needs more than five levels.")) from error
    except ValueError as error:  # a number of thousands of digits
        raise BadRequest(_("The body holds a number with too many digits to read.")) from error
    if has_nul:
        raise BadRequest(say(NO_NUL))
    return read


def _has_nul(value: Any) -> bool:
    """Whether a text or a name within is not one: the escape that was found may have been an escaped backslash."""
    if isinstance(value, dict):
        return any(NUL in name or _has_nul(one) for name, one in value.items())
    if isinstance(value, list):
        return any(_has_nul(one) for one in value)
    return isinstance(value, str) and NUL in value
