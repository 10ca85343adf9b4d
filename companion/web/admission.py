"""Which requests are refused before their bodies are read, and for how long such a refusal is held back.

A large body costs time before anything is known of it but its length. So `python app.py` asks first, without one, and
reads it only where the answer is 100 (`ASKED_FIRST`); gunicorn reads a body when the app does. Whoever is refused
something slow, because its queue is full or his network has reached its limit, gets his answer a second later: a client
that retries at once could otherwise be refused a thousand times a second, while others tap.
"""

from __future__ import annotations

import threading
import time

from flask import Flask, Response, request
from werkzeug.exceptions import TooManyRequests

from companion.live.stream import ASKED_FIRST, HOLD, TOO_MANY
from companion.web.i18n import _
from companion.web.security import EXPORTS, come_again, networks
from companion.web.services import services
from companion.worker import BUSY, WorkerTrouble

HELD_SECONDS = 1.0
MOST_HELD = 200
"""Refusals that are held back at a time where each takes a thread (gunicorn); others are answered at once."""
_held = threading.BoundedSemaphore(MOST_HELD)


def hold_back() -> None:
    """Delays the answer that is just made: our own server sees to it; under another one this thread sleeps."""
    if HOLD in request.environ:
        request.environ[HOLD] = HELD_SECONDS
    elif _held.acquire(blocking=False):
        try:
            time.sleep(HELD_SECONDS)
        finally:
            _held.release()


def _refuse_when_queue_is_full() -> None:
    """The server found the queue of what takes long full, or too slow."""
    if request.environ.get(TOO_MANY):
        raise WorkerTrouble(BUSY, "the line of what takes long is full")


def _refuse_beyond_limit() -> None:
    """Counts the tables that this network has recomputed; one too many ends the request. Programs ask for it, so no
    cookie is given."""
    if request.endpoint != EXPORTS or request.environ.get(ASKED_FIRST) is False:  # it was counted when that was asked
        return
    seconds = services().limits["replays"].wait(networks(), "", services().clock())
    if seconds > 0:
        hold_back()
        message = _("Many tables were recalculated for this network. Try again in a few seconds.")
        raise TooManyRequests(message, retry_after=come_again(seconds))


def _continue() -> Response | None:
    """Says that the body may come, for an address that exists; any other gets its 404."""
    return Response(status=100) if request.environ.get(ASKED_FIRST) and request.endpoint else None


def install(app: Flask) -> None:
    """Puts these checks after those that need no body, and before whatever reads it."""
    for check in (_refuse_when_queue_is_full, _refuse_beyond_limit, _continue):
        app.before_request(check)
