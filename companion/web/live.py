"""The streams of tables and lists: they ring when something changed, and let the others see who is at a table."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, request

from companion.live import Full
from companion.live.stream import IN_ENVIRON
from companion.play.armies.kept import topic_of
from companion.web import quotas
from companion.web.fields import whole
from companion.web.frame import table_or_404
from companion.web.i18n import _
from companion.web.list_frame import list_or_404
from companion.web.security import known_device, no_store
from companion.web.services import services

bp = Blueprint("live", __name__)


@bp.get("/t/<table_id>/stream")
def stream(table_id: str) -> Response:
    """What happens at one table."""
    mine, table, phone = services(), table_or_404(table_id), known_device()
    response = _listening(
        table_id,
        lambda: mine.tables.version(table_id),
        on_beat=lambda: mine.presence.check(table_id),
        on_close=lambda: mine.presence.closed(table_id, phone) if phone else None,
        device=phone or None,
        seated=bool(table.seats_of(phone)),
    )
    if phone:
        mine.presence.opened(table_id, phone)
    return response


@bp.get("/l/<token>/stream")
def of_list(token: str) -> Response:
    """What happens to one list; nobody asks there who is here."""
    lists, kept = services().lists, list_or_404(token)
    keeps = lists.keeps(kept.id, known_device())
    return _listening(topic_of(kept.id), lambda: lists.seq(kept.id), seated=keeps)


def _listening(
    topic: str,
    current: Callable[[], int | None],
    on_beat: Callable[[], None] = lambda: None,
    on_close: Callable[[], None] = lambda: None,
    device: str | None = None,
    *,
    seated: bool,
) -> Response:
    """Server-sent events, for as long as the phone listens; 503 when no stream is free."""
    give_back = quotas.stream_place(seated)
    if give_back is None:
        message = _("Too many live connections are open from here. This page asks for news every few seconds instead.")
        abort(503, message)

    def closed() -> None:
        give_back()
        on_close()

    seen = whole(request.headers.get("Last-Event-ID", ""))  # as the browser repeats it when it reconnects
    opened = services().streams.open(
        topic, current=current, last_seen=seen, on_beat=on_beat, on_close=closed, device=device
    )
    if isinstance(opened, Full):
        give_back()
        abort(503, _("All live connections are in use. This page asks for news every few seconds instead."))
    request.environ[IN_ENVIRON] = opened
    unbuffered = {"X-Accel-Buffering": "no"}  # proxies shall not wait for more
    return no_store(Response(opened, headers=unbuffered, mimetype="text/event-stream"))
