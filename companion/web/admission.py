"""Who is refused before his request is read, and for how long such a refusal is held back.

A large body costs time before anything is known of it but its length. So `python app.py` asks first, without one, and
reads it only where the answer is 100 (`ASKED_FIRST`); gunicorn reads a body when the app does. Who is refused something
that takes long, for its line is full or his network had enough of it, gets his answer a second later: who comes again
at once could otherwise be refused a thousand times a second, beside the taps.
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
    """The answer that is just made comes later: our server sees to it, another's thread waits here."""
    if HOLD in request.environ:
        request.environ[HOLD] = HELD_SECONDS
    elif _held.acquire(blocking=False):
        try:
            time.sleep(HELD_SECONDS)
        finally:
            _held.release()


def _refuse_who_finds_no_place() -> None:
    """The server found the line of what takes long full, or too slow."""
    if request.environ.get(TOO_MANY):
        raise WorkerTrouble(BUSY, "the line of what takes long is full")


def _refuse_who_had_enough() -> None:
    """Counts a table that this network wants computed anew; too many end the request. Programs ask, so that no cookie
    is given for it."""
    if request.endpoint != EXPORTS or request.environ.get(ASKED_FIRST) is False:  # it was counted when that was asked
        return
    seconds = services().limits["replays"].wait(networks(), "", services().clock())
    if seconds > 0:
        hold_back()
        message = _("Many tables were recalculated for this network. Try again in a few seconds.")
        raise TooManyRequests(message, retry_after=come_again(seconds))


def _go_on() -> Response | None:
    """Says of an address there is that the body may come; of any other it comes to its 404."""
    return Response(status=100) if request.environ.get(ASKED_FIRST) and request.endpoint else None


def install(app: Flask) -> None:
    """Puts these checks behind all that need no body, and before all that read it."""
    for check in (_refuse_who_finds_no_place, _refuse_who_had_enough, _go_on):
        app.before_request(check)
