"""The stream of a table: rings when it changed, and lets the others see who is here."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from companion.live import Full
from companion.web.i18n import gettext as _
from companion.web.security import known_device, no_store
from companion.web.services import services

bp = Blueprint("live", __name__)


@bp.get("/t/<table_id>/stream")
def stream(table_id: str) -> Response:
    """Server-sent events of one table, for as long as the phone listens; 503 when no stream is free."""
    mine = services()
    if mine.tables.version(table_id) is None:
        abort(404, _("There is no such table: it was deleted, or the address is incomplete."))
    phone = known_device()
    presence = mine.presence

    def beat() -> None:
        presence.check(table_id)

    def gone() -> None:
        if phone:
            presence.closed(table_id, phone)

    opened = mine.streams.open(
        table_id,
        current=lambda: mine.tables.version(table_id),
        last_seen=_last_seen(),
        on_beat=beat,
        on_close=gone,
    )
    if isinstance(opened, Full):
        abort(503, _("All live connections are in use. This page asks for news every few seconds instead."))
    if phone:
        presence.opened(table_id, phone)
    response = Response(opened, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"  # proxies shall not wait for more
    return no_store(response)


def _last_seen() -> int | None:
    """The version the phone saw last, as the browser repeats it when it reconnects; None for anything else."""
    text = request.headers.get("Last-Event-ID", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None
