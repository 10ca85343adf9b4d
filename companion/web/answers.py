"""The ways a page answers: with a page, with the address of another one, with a file, a QR code or a picture."""

from __future__ import annotations

import io
from typing import Any, cast

import qrcode
import qrcode.image.svg
from flask import Response, redirect, render_template, request, url_for
from qrcode.constants import ERROR_CORRECT_M

from companion.web.security import no_store

FOREVER = "public, max-age=31536000, immutable"


def render_page(template: str, status: int = 200, /, **values: Any) -> Response:
    """A page as its reader may see it; no cache keeps it."""
    return no_store(Response(render_template(template, **values), status))


def go_to(address: str) -> Response:
    """A redirect to this address."""
    return cast(Response, redirect(address, 303))


def see_other(endpoint: str, /, **values: Any) -> Response:
    """A redirect to the page of this name."""
    return go_to(url_for(endpoint, **values))


def answer_file(content: str | bytes, mimetype: str, name: str, how: str = "attachment") -> Response:
    """A file to keep under this name, or (`inline`) to be shown."""
    headers = {"Content-Disposition": f'{how}; filename="{name}"'}
    return no_store(Response(content, headers=headers, mimetype=mimetype))


def qr_code(words: str, correction: int = ERROR_CORRECT_M) -> Response:
    """Words as a QR code."""
    image = qrcode.make(words, image_factory=qrcode.image.svg.SvgPathImage, border=4, error_correction=correction)
    out = io.BytesIO()
    image.save(out)
    return no_store(Response(out.getvalue(), mimetype="image/svg+xml"))


def versioned(content: str | bytes, mimetype: str, version: str) -> Response:
    """A file that every cache may keep: for a year under the address of its version, else while it is the same."""
    response = Response(content, mimetype=mimetype)
    response.headers["Cache-Control"] = FOREVER if request.args.get("v") == version else "no-cache"
    response.set_etag(version)
    return cast(Response, response.make_conditional(request))
