"""Army lists without a network: the service worker that keeps the pages of a phone's own lists, and what it keeps.

Browsers allow one over https and on the computer itself only. It keeps a page if the answer says so (`X-Kept`): that of
a list this phone keeps among its own, by its private link. Whoever reads another's list, scans a card or opens a
private link without keeping the list is left nothing. The worker (`static/js/worker`) drops what is kept no longer.
"""

from __future__ import annotations

import json

from flask import Blueprint, Response, render_template, url_for

from companion.web import assets, list_frame
from companion.web.home_screen import home_screen
from companion.web.i18n import language
from companion.web.marks import sprite_address

bp = Blueprint("offline", __name__)

WORKER = ("js/gunbai/answers.js", "js/worker/lists.js")
LOADED = ("css/games/lists.css", "js/games/lists.js", "js/games/reorder.js", "js/games/offline.js")
"""What pages of lists load besides the files of every page."""
LEAVING = ("bin", "forget", "destroy")
"""The last part of addresses by which a list leaves this phone."""


@bp.get("/list-worker.js")
def worker() -> Response:
    """The worker with its addresses before it; other files, another language (of the page that is shown for one that is
    not kept) or another worker, another script for the browser."""
    shelf, script = url_for("list_shelf.index"), b"\n".join(assets.asset(name).content for name in WORKER)
    files = _files()
    here = {
        "version": assets.fingerprint(json.dumps([language(), files]).encode() + script),
        "files": files,
        "shelf": shelf,
        "list": url_for("lists.show", token="-").removesuffix("/-"),
        "pages": [page for page in list_frame.PAGES if page != "army"],
        "leaving": LEAVING,
        "away": url_for("offline.away"),
        "home": url_for("home_screen.last"),
    }
    content, asks_again = f"const HERE={json.dumps(here)};\n".encode() + script, {"Cache-Control": "no-cache"}
    return Response(content, headers=asks_again, mimetype="text/javascript")


def _files() -> list[str]:
    """All that the pages of a list load, and the page that says that another one needs the network. Not the favicon of
    browsers that read no SVG: it is drawn when it is asked for, and the worker would wait for that."""
    static = (assets.HTMX, *assets.files("css", "css"), *assets.files("js", "js"), *LOADED)
    return [
        *(url_for("static", filename=name) for name in static),
        sprite_address(),
        home_screen()["svg"],
        url_for("offline.away"),
    ]


@bp.get("/lists/away")
def away() -> str:
    """What the worker shows for a page that is not kept."""
    return render_template("list_away.html")
