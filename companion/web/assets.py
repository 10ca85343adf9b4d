"""Scripts and styles: sent without comments and needless whitespace, under names that change with what is sent and
that browsers keep for a year; and text sent compressed."""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import mimetypes
import zlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from flask import Blueprint, Flask, Response, current_app, request
from markupsafe import Markup

FOREVER = "public, max-age=31536000, immutable"
WORTH_BYTES = 600
"""Smaller answers fit one packet anyway."""
TEXT_TYPES = ("text/", "application/json", "application/problem+json", "application/javascript", "image/svg+xml")

HTMX_CONFIG = json.dumps(
    {
        "includeIndicatorStyles": False,  # they would be an inline style
        "allowEval": False,
        "historyCacheSize": 0,  # pages with secrets stay out of the browser's storage
        "selfRequestsOnly": True,
        "responseHandling": [
            {"code": "204", "swap": False},
            {"code": "[23]..", "swap": True},
            # 409 brings the fresh fragment, 422 the form with what was wrong; other refusals come with HX-Retarget.
            {"code": "4..", "swap": True, "error": True},
            {"code": "5..", "swap": False, "error": True},
        ],
    },
    separators=(",", ":"),
)

bp = Blueprint("assets", __name__)


@cache
def htmx_source() -> bytes:
    """htmx 2, minified, as the installed package has it. Only the file is read; nothing of Django is needed."""
    package = importlib.resources.files("django_htmx")
    return (package / "static" / "django_htmx" / "htmx-2.min.js").read_bytes()


@bp.get("/htmx.js")
def htmx() -> Response:
    """The htmx script."""
    response = Response(htmx_source(), mimetype="text/javascript")
    response.set_etag(fingerprint(htmx_source()))
    return response.make_conditional(request)  # type: ignore[return-value]


@lru_cache(maxsize=256)
def fingerprint(content: bytes) -> str:
    """A short name for a content."""
    return hashlib.sha256(content).hexdigest()[:10]


@lru_cache(maxsize=64)
def _slim(content: bytes, kind: str) -> bytes:
    """A style or script as it is sent; other files as they are."""
    if kind == "text/css":
        return str(rcssmin.cssmin(content.decode())).encode()
    if kind == "text/javascript":
        return str(rjsmin.jsmin(content.decode())).encode()
    return content


@lru_cache(maxsize=256)
def _file_fingerprint(path: Path, _changed: int) -> str:
    return fingerprint(_slim(path.read_bytes(), mimetypes.guess_type(path)[0] or ""))


def _version_of(endpoint: str, filename: str) -> str | None:
    """The fingerprint of what a URL will answer, None for other pages and for files that are missing."""
    if endpoint == "assets.htmx":
        return fingerprint(htmx_source())
    if endpoint != "static" or not filename:
        return None
    path = Path(str(current_app.static_folder)) / filename
    try:
        return _file_fingerprint(path, path.stat().st_mtime_ns)
    except OSError:
        return None


def _add_version(endpoint: str, values: dict[str, Any]) -> None:
    version = _version_of(endpoint, values.get("filename", ""))
    if version:
        values.setdefault("v", version)


def _keep(response: Response) -> Response:
    """Content named by its fingerprint is kept for a year; by its bare name it is asked for again each time."""
    if request.endpoint in ("static", "assets.htmx") and response.status_code in (200, 304):
        filename = (request.view_args or {}).get("filename", "")
        named = request.args.get("v") == _version_of(str(request.endpoint), filename)
        response.headers["Cache-Control"] = FOREVER if named else "no-cache"
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _slim_down(response: Response) -> Response:
    """Sends our styles and scripts without what only their readers need."""
    if request.endpoint == "static" and response.status_code == 200:
        response.direct_passthrough = False
        response.set_data(_slim(response.get_data(), response.mimetype or ""))
    return response


def _compress(response: Response) -> Response:
    """Sends text gzipped where the browser takes it. Streams never: a stream waits for no second line."""
    kind = response.mimetype or ""
    if not kind.startswith(TEXT_TYPES) or kind == "text/event-stream":
        return response
    response.vary.add("Accept-Encoding")
    lasting = request.endpoint in ("static", "assets.htmx")
    if response.is_streamed and not lasting:
        return response
    if (
        response.status_code in (204, 206, 304)
        or not request.accept_encodings.quality("gzip")
        or response.content_encoding
    ):
        return response
    response.direct_passthrough = False
    content = response.get_data()
    if len(content) < WORTH_BYTES:
        return response
    response.set_data(_gzip_once(content) if lasting else _gzip(content, 5))
    response.content_encoding = "gzip"
    tag, _weak = response.get_etag()
    if tag:  # no longer the same bytes, only the same content
        response.set_etag(tag, weak=True)
    return response


def _gzip(content: bytes, level: int) -> bytes:
    packer = zlib.compressobj(level, wbits=31)
    return packer.compress(content) + packer.flush()


@lru_cache(maxsize=64)
def _gzip_once(content: bytes) -> bytes:
    return _gzip(content, 9)


def _files(folder: str, ending: str) -> list[str]:
    """The files of a folder of `static`, in the order of their names."""
    static = Path(str(current_app.static_folder))
    return [path.relative_to(static).as_posix() for path in sorted((static / folder).glob(f"*.{ending}"))]


def install(app: Flask) -> None:
    """Versions in every URL of a script or style, long caching, compression."""
    app.register_blueprint(bp)
    app.context_processor(
        lambda: {
            "htmx_config": Markup(HTMX_CONFIG),
            "stylesheets": lambda: _files("css", "css"),
            "scripts": lambda: _files("js", "js"),
        }
    )
    app.url_defaults(_add_version)
    # What is registered first runs last: compression comes after everything else has had its word.
    app.after_request(_compress)
    app.after_request(_keep)
    app.after_request(_slim_down)
