"""Pages that belong to no game: help, also for phones that cannot connect, and the choice of light and language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, get_args
from urllib.parse import urlsplit, urlunsplit

from flask import Blueprint, Flask, Response, abort, render_template, request

from companion import __version__
from companion.content.languages import languages
from companion.network import answering, interfaces, is_loopback, reachable_url, url_parts
from companion.play.entry import PLAYER_MOST
from companion.web.answers import go_to
from companion.web.fields import text_sent
from companion.web.i18n import LANGUAGE_COOKIE, _
from companion.web.security import no_store, set_cookie
from companion.web.services import services

Theme = Literal["auto", "light", "dark", "dusk"]
THEME_COOKIE = "theme"
OWN_PATH = re.compile(r"/(?:[^/\\]+/)*[^/\\]*")
"""No empty part and no backslash, which browsers read as the beginning of another host."""

bp = Blueprint("shell", __name__)


def public_url() -> str:
    """The base URL another phone can open, without a slash at the end: for QR codes and invitations."""
    return reachable_url(request.host_url, services().config.public_url, services().address(), services().port)


def only_here(url: str) -> bool:
    """Whether no phone can open this address: it means the very computer it is opened on."""
    return is_loopback(urlsplit(url).hostname or "")


def theme() -> str:
    """Light, dark or dusk as this phone chose; `auto` follows its system."""
    chosen = request.cookies.get(THEME_COOKIE, "auto")
    return chosen if chosen in get_args(Theme) else "auto"


@bp.get("/connect")
def connect() -> str:
    """What to try when a phone cannot reach this server."""
    port = services().port
    addresses = [(one.name, f"http://{one.address}:{port}") for one in answering(interfaces(), services().config.host)]
    return render_template("connect.html", url=public_url(), addresses=addresses, port=port)


@bp.get("/help")
def help_page() -> str:
    """How a table works, who knows and keeps what, printing, hosting, mistakes, and whose all this is."""
    return render_template("help.html", days=services().config.days_kept, version=__version__)


@bp.get("/ready")
def ready() -> Response:
    """For proxies and monitors: 200 only while the database answers, else 503."""
    services().tables.version("none")
    return no_store(Response("ready\n", mimetype="text/plain"))


@bp.post("/theme")
def choose_theme() -> Response:
    """Remembers light, dark or dusk for this phone, without JavaScript too, and returns to the page."""
    return _remembered(THEME_COOKIE, get_args(Theme))


@bp.post("/language")
def choose_language() -> Response:
    """Remembers the language of this phone in the same way."""
    return _remembered(LANGUAGE_COOKIE, languages())


def _remembered(cookie: str, known: Sequence[str]) -> Response:
    """The field that is called like its cookie, where it is one of those known."""
    chosen = text_sent(cookie)
    if chosen not in known:
        abort(422, _("Choose one of: %(known)s.", known=", ".join(known)))
    return set_cookie(go_to(own_path(text_sent("back"))), cookie, chosen, script_reads=True)


def own_path(path: str, other: str = "/") -> str:
    """The page of ours at this path and query; the `other` one for whatever else was sent."""
    wanted = url_parts(path)
    ours = wanted and not wanted.scheme and not wanted.netloc and OWN_PATH.fullmatch(wanted.path)
    return urlunsplit(("", "", wanted.path, wanted.query, "")) if wanted and ours and path.isprintable() else other


def install(app: Flask) -> None:
    """The pages, and what every template may ask."""
    app.register_blueprint(bp)
    app.jinja_env.globals["player_most"] = PLAYER_MOST
    app.context_processor(lambda: {"theme": theme()})
