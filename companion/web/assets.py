"""Scripts and styles: joined of their parts, sent without comments and needless whitespace, under names that change
with what is sent and that browsers keep for a year; and text sent compressed."""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import mimetypes
import re
import zlib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from flask import Blueprint, Flask, Response, abort, current_app, request
from markupsafe import Markup
from werkzeug.security import safe_join

from companion.web.answers import FOREVER

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

PART = re.compile(rb'^@import "([^"]+)";\n', re.MULTILINE)
"""A line of a style that names a part of it. The part is sent in its place: a phone asks for one file."""

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


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of `static` as it is sent, and a short name for it."""

    content: bytes
    kind: str
    fingerprint: str


def joined(path: Path) -> bytes:
    """What is written in a file; a style holds its parts in the order in which it names them."""
    content = path.read_bytes()
    return PART.sub(lambda part: (path.parent / part[1].decode()).read_bytes(), content)


def _slim(content: bytes, kind: str) -> bytes:
    """A style or script as it is sent; other files as they are."""
    if kind == "text/css":
        return str(rcssmin.cssmin(content.decode())).encode()
    if kind == "text/javascript":
        return str(rjsmin.jsmin(content.decode())).encode()
    return content


@lru_cache(maxsize=256)
def _parts(path: Path, _changed: int) -> tuple[Path, ...]:
    return tuple(path.parent / name.decode() for name in PART.findall(path.read_bytes()))


@lru_cache(maxsize=256)
def _loaded(path: Path, _changed: tuple[int, ...]) -> Asset:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    content = _slim(joined(path), kind)
    return Asset(content, kind, fingerprint(content))


def _asset(path: Path) -> Asset:
    """The file, prepared once, and again when it or a part of it was changed; OSError where one is missing."""
    changed = path.stat().st_mtime_ns
    return _loaded(path, (changed, *(part.stat().st_mtime_ns for part in _parts(path, changed))))


def asset(filename: str) -> Asset:
    """A file of `static` by its name, as it is sent."""
    return _asset(Path(str(current_app.static_folder)) / filename)


def _static(filename: str) -> Response:
    """A file of `static`. Its ETag stands for all its parts."""
    found = safe_join(str(current_app.static_folder), filename)
    if found is None or not Path(found).is_file():
        abort(404)
    sent = _asset(Path(found))
    response = Response(sent.content, mimetype=sent.kind)
    response.set_etag(sent.fingerprint)
    return response.make_conditional(request)  # type: ignore[return-value]


def _version_of(endpoint: str, filename: str) -> str | None:
    """The fingerprint of what a URL will answer, None for other pages and for files that are missing."""
    if endpoint == "assets.htmx":
        return fingerprint(htmx_source())
    if endpoint != "static" or not filename:
        return None
    try:
        return asset(filename).fingerprint
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
    response.set_data(_gzip_once(content) if lasting else _gzip(content, 6))
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


def files(folder: str, ending: str) -> list[str]:
    """The files of a folder of `static`, in the order of their names."""
    static = Path(str(current_app.static_folder))
    return [path.relative_to(static).as_posix() for path in sorted((static / folder).glob(f"*.{ending}"))]


def install(app: Flask) -> None:
    """Versions in every URL of a script or style, long caching, compression."""
    app.register_blueprint(bp)
    app.view_functions["static"] = _static
    app.context_processor(
        lambda: {
            "htmx_config": Markup(HTMX_CONFIG),
            "stylesheets": lambda: files("css", "css"),
            "scripts": lambda: files("js", "js"),
        }
    )
    app.url_defaults(_add_version)
    # What is registered first runs last: compression comes after everything else has had its word.
    app.after_request(_compress)
    app.after_request(_keep)
