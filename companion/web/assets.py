"""Scripts and styles: joined of their parts, sent without comments and needless whitespace, under names that change
with what is sent and that browsers keep for a year; and text sent compressed."""

from __future__ import annotations

import gzip
import hashlib
import importlib.resources
import json
import mimetypes
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from flask import Flask, Response, abort, current_app, request
from markupsafe import Markup
from werkzeug.security import safe_join

from companion.web.answers import versioned

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

PART = re.compile(rb'^@?import "([^"]+)";\n', re.MULTILINE)
"""A line of a style or script that names a part of it. The part is sent in its place: a phone asks for one file."""

HTMX = "htmx.js"
"""The name of htmx 2 beside our own files: minified, as the installed package has it. Only the file is read; nothing of
Django is needed."""


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
    """What is written in a file; a style or script holds its parts in the order in which it names them. A part of a
    script that fails at its start takes none of the others with it."""
    around = b"try {\n%b} catch (failure) { reportError(failure); }\n" if path.suffix == ".js" else b"%b"
    return PART.sub(lambda part: around % (path.parent / part[1].decode()).read_bytes(), path.read_bytes())


def _slim(path: Path, kind: str) -> bytes:
    """A style or script as it is sent; other files as they are."""
    content = joined(path)
    if kind == "text/css":
        return str(rcssmin.cssmin(content.decode())).encode()
    if kind == "text/javascript" and not path.name.endswith(".min.js"):
        return str(rjsmin.jsmin(content.decode())).encode()
    return content


@lru_cache(maxsize=256)
def _loaded(path: Path) -> Asset:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    content = _slim(path, kind)
    return Asset(content, kind, fingerprint(content))


def asset(filename: str) -> Asset:
    """A file of `static` by its name, prepared once: like a template, another content wants the server started again.
    OSError where it or a part of it is missing."""
    found = safe_join(str(current_app.static_folder), filename)
    if found is None:
        raise FileNotFoundError(filename)
    return _loaded(_htmx() if filename == HTMX else Path(found))


@cache
def _htmx() -> Path:
    return Path(str(importlib.resources.files("django_htmx") / "static" / "django_htmx" / "htmx-2.min.js"))


def _static(filename: str) -> Response:
    """A file of `static`. Its version stands for all its parts."""
    try:
        sent = asset(filename)
    except OSError:
        abort(404)
    return versioned(sent.content, sent.kind, sent.fingerprint)


def _add_version(endpoint: str, values: dict[str, Any]) -> None:
    """The fingerprint of a file in its address; none where it is missing."""
    if endpoint == "static":
        with suppress(OSError):
            values.setdefault("v", asset(values["filename"]).fingerprint)


def _keep(response: Response) -> Response:
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _compress(response: Response) -> Response:
    """Sends text gzipped where the browser takes it. Streams never: a stream waits for no second line."""
    kind = response.mimetype or ""
    if not kind.startswith(TEXT_TYPES) or kind == "text/event-stream":
        return response
    response.vary.add("Accept-Encoding")
    if (
        response.is_streamed
        or response.status_code in (204, 206, 304)
        or not request.accept_encodings.quality("gzip")
        or response.content_encoding
    ):
        return response
    content = response.get_data()
    if len(content) < WORTH_BYTES:
        return response
    response.set_data(_gzip_once(content) if request.endpoint == "static" else gzip.compress(content, 6, mtime=0))
    response.content_encoding = "gzip"
    tag, _weak = response.get_etag()
    if tag:  # no longer the same bytes, only the same content
        response.set_etag(tag, weak=True)
    return response


@lru_cache(maxsize=64)
def _gzip_once(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def files(folder: str, ending: str) -> list[str]:
    """The files of a folder of `static`, in the order of their names."""
    static = Path(str(current_app.static_folder))
    return [path.relative_to(static).as_posix() for path in sorted((static / folder).glob(f"*.{ending}"))]


def install(app: Flask) -> None:
    """Versions in every URL of a script or style, long caching, compression."""
    app.view_functions["static"] = _static
    app.jinja_env.globals.update(
        htmx_config=Markup(HTMX_CONFIG),
        stylesheets=lambda: files("css", "css"),
        scripts=lambda: files("js", "js"),
    )
    app.url_defaults(_add_version)
    # What is registered first runs last: compression comes after everything else has had its word.
    app.after_request(_compress)
    app.after_request(_keep)
