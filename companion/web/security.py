"""Who a phone is, which requests are believed, and what the browser is told to forbid."""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
from functools import lru_cache

from flask import Flask, Response, abort, g, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.exceptions import RequestEntityTooLarge, TooManyRequests

from companion.api.problem import TooLarge
from companion.api.reading import NO_NUL, NUL
from companion.live.stream import ASKED_FIRST
from companion.network import is_loopback, is_served, network_of, url_parts, wider
from companion.web.i18n import _, ngettext, say
from companion.web.limiter import COME_SECONDS, Path
from companion.web.services import services

COOKIE = "gunbai"
COOKIE_LENGTH = 128
"""Characters; ours has about half as many."""
A_YEAR, AN_EVENING = 365 * 24 * 3600, 12 * 3600
"""Seconds that a cookie is kept."""
EXPORTS, EXPORT_TIMES = "replay.replay", 16
"""Where whole tables are sent, and how many times as large as other requests; `serve` reads no more of any."""
PASTES, PASTE_TIMES = "list_links.take", 8
"""Where a text is pasted that is kept however long it is, and how many times as large as other requests it may be."""
NAME_SHOWN = 80
INVITATION_DIGITS = 24
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": browsers then send `Origin: null` with forms, and on plain http no Sec-Fetch-Site either.
    "Referrer-Policy": "same-origin",
}
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


def device() -> str:
    """The name of the phone (or browser) that asks: random, the same for a year, kept in a signed cookie.

    The first call on a phone that has none makes one, and the answer sets the cookie. Only pages call this, never /api.
    """
    _read_cookie()
    if not g.device:
        g.device = secrets.token_urlsafe(16)
        g.device_new = True
    return str(g.device)


def known_device() -> str:
    """The phone's name if it has one already, else ""; asking sets no cookie."""
    _read_cookie()
    return str(g.device)


def network() -> str:
    """Where the phone asks from."""
    return network_of(request.remote_addr or "")


def cookie_was_broken() -> bool:
    """Whether the phone sent a cookie this server cannot read: its seats are lost to it until it recovers them.

    Whoever asks shows a message, so the broken cookie is replaced with this answer.
    """
    _read_cookie()
    if g.device_broken:
        device()
    return bool(g.device_broken)


def _read_cookie() -> None:
    if "device" in g:
        return
    g.device, g.device_new, g.device_broken = "", False, False
    text = request.cookies.get(COOKIE)
    if text is None:
        return
    g.device = _name_in(text, services().key) if len(text) <= COOKIE_LENGTH else ""
    g.device_broken = not g.device


@lru_cache(maxsize=4096)
def _name_in(cookie: str, key: bytes) -> str:
    """The phone's name in its cookie; empty where the cookie was not signed with this key."""
    try:
        name = _signer(key).loads(cookie)
    except BadSignature:
        return ""
    return name if isinstance(name, str) else ""


def _signer(key: bytes) -> URLSafeSerializer:
    return URLSafeSerializer(key, salt="device")


def _send_cookie(response: Response) -> Response:
    if g.get("device_new"):
        set_cookie(response, COOKIE, str(_signer(services().key).dumps(g.device)))
        # A shared cache that kept this answer would give one phone's name to another.
        no_store(response)
    return response


def set_cookie(
    response: Response, name: str, value: str, seconds: int = A_YEAR, *, script_reads: bool = False
) -> Response:
    """Has the phone keep a value of ours for so long. Returns the answer."""
    response.set_cookie(
        name, value, max_age=seconds, samesite="Lax", httponly=not script_reads, secure=request.is_secure
    )
    return response


def _refuse_cross_site() -> None:
    """Forged requests: an act asked for by a page of another site, though our cookie came with it (CSRF).

    Browsers say so in Sec-Fetch-Site, or, on plain http in a local network, only in Origin. Programs send neither, and
    have no cookie to abuse. The rules API changes nothing and needs no check.
    """
    if request.method in SAFE or request.path.startswith("/api/"):
        return
    if not sent_from_here():
        abort(403, _("This was sent by a page of another site, so nothing was done. Open it here and tap again."))


def sent_from_here() -> bool:
    """Whether the form that was sent stood on a page of ours, as far as the browser says where it stood."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    return origin is None or _same_origin(origin)


def _same_origin(origin: str) -> bool:
    ours = {request.host_url}
    if services().config.public_url:
        ours.add(services().config.public_url)
    return _origin(origin) in {_origin(url) for url in ours}


def _origin(url: str) -> tuple[str, str, int | None] | None:
    """Scheme, host and port of a URL; the port of http and https where none is written. None for what is no URL."""
    parts = url_parts(url)
    if parts is None or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)


def _refuse_unknown_host() -> None:
    """A page of another site can give its name this computer's address (DNS rebinding), and would pass for ours."""
    mine = services().config
    if not is_served(request.headers.get("Host", request.host), mine.host, mine.public_url, mine.hosts):
        message = _(
            "This server is not known as %(name)s. Open it by its address, or ask whoever runs it to add the "
            "name: COMPANION_HOSTS.",
            name=request.host[:NAME_SHOWN] or "?",
        )
        abort(400, message)


def largest_body() -> int:
    """The bytes that are read of the current request at most."""
    times = {EXPORTS: EXPORT_TIMES, PASTES: PASTE_TIMES}.get(request.endpoint or "", 1)
    return services().config.max_body_bytes * times


def _refuse_large_bodies() -> None:
    """Says so before anything is read, on pages that read no body as well."""
    limit = request.max_content_length = request.max_form_memory_size = largest_body()
    if (request.content_length or 0) > limit:
        raise TooLarge(limit) if request.endpoint == EXPORTS else RequestEntityTooLarge


def _refuse_nul() -> None:
    """A NUL byte in an address or a form, before anything is looked up by it: it stands in no text that is kept here,
    and PostgreSQL takes none. Files are left to who reads them; what JSON holds is seen to where JSON is read.
    """
    asked = request.query_string
    found = NUL in request.path or b"%00" in asked or NUL.encode() in asked
    unread = request.environ.get(ASKED_FIRST) or request.path.startswith("/api/")  # which reads no forms
    if not (found or request.method in SAFE or unread):
        found = any(NUL in part for pair in request.form.items(multi=True) for part in pair)
    if found:
        abort(400, say(NO_NUL))


def _send_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype != "text/html":  # what follows is for documents; a phone's first load is a dozen other files
        return response
    response.headers.setdefault("Permissions-Policy", PERMISSIONS)
    # Browsers ignore it on plain http, and complain in the console.
    if request.is_secure or is_loopback(request.host.rsplit(":", 1)[0]):
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    return response


def no_store(response: Response) -> Response:
    """Marks an answer that holds secrets or a seat's own view: no cache may keep it. Returns it."""
    response.headers["Cache-Control"] = "no-store"
    return response


def wait_to_guess(of: str = "") -> float:
    """Seconds until this phone may guess at `of`; 0 when it may now, which counts. It keeps its place meanwhile."""
    return services().limits["guess"].wait(networks(of), device(), services().clock())


def guessed_right(of: str = "") -> None:
    """The guess that was made just now does not count."""
    services().limits["guess"].give_back(networks(of), device(), services().clock())


def networks(of: str = "") -> Path:
    """The lines from this network's to that of all; of each there is another for each `of`."""
    here = network()
    wide = (around and f"{of} {around}" for around in wider(here))
    return f"{of} {here}", *wide, of


def come_again(seconds: float) -> int:
    """When a page that waits is to ask again, in whole seconds."""
    return max(1, min(math.ceil(seconds), int(COME_SECONDS)))


def check_guess(of: str) -> None:
    """Counts a guess at a code of `of`; beyond the limit the request ends with a page that waits and asks again."""
    seconds = wait_to_guess(of)
    if seconds > 0:
        g.refresh = come_again(seconds)
        message = ngettext(
            "Many codes were tried here. Yours is checked in %(num)s second; wait, the page does it by itself.",
            "Many codes were tried here. Yours is checked in %(num)s seconds; wait, the page does it by itself.",
            math.ceil(seconds),
        )
        raise TooManyRequests(message, retry_after=g.refresh)


def invitation_key(words: str) -> str:
    """What stands beside a table's words in its QR code: nobody guesses it, so who brings it is never made to wait."""
    return hmac.new(services().key, f"invitation {words}".encode(), hashlib.sha256).hexdigest()[:INVITATION_DIGITS]


def install(app: Flask) -> None:
    """Puts the checks before and the headers after every request."""
    app.before_request(_refuse_unknown_host)
    app.before_request(_refuse_large_bodies)
    app.before_request(_refuse_nul)
    app.before_request(_refuse_cross_site)
    app.after_request(_send_cookie)
    app.after_request(_send_headers)
    app.jinja_env.globals["cookie_was_broken"] = cookie_was_broken
