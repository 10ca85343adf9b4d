"""How much one phone may make within the hour, and how many streams it may hold open: so that none fills the house.

A phone is known by its cookie. One that brings none could be new each time, so all of these behind an address count
together, and generously: a whole hall may have one address.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from flask import abort, g, request

from companion.web.allowances import Kind
from companion.web.i18n import gettext as _
from companion.web.security import known_device
from companion.web.services import services


def count(kind: Kind, within: str = "") -> None:
    """Counts what this phone is about to make, within one table where that is named; too much ends the request."""
    phone, now = _brought(), services().clock()
    allowance = services().house.allowances[kind]
    if phone:
        seconds = allowance.of_phone.take(f"{phone} {within}", now)
    else:
        seconds = allowance.of_address.take(request.remote_addr or "", now)
    if seconds > 0:
        g.retry_after = math.ceil(seconds)
        abort(429, _told(kind, math.ceil(seconds / 60)))


def _told(kind: Kind, minutes: int) -> str:
    if kind == "tables":
        return _("Many tables were made here within the hour. The next can be made in %(num)s min.", num=minutes)
    if kind == "lists":
        return _("Many lists were made here within the hour. The next can be made in %(num)s min.", num=minutes)
    return _(
        "This phone has asked for seats here several times within the hour. Speak with who sits there, or ask again in "
        "%(num)s min.",
        num=minutes,
    )


def stream_place(seated: bool) -> Callable[[], None] | None:
    """A place for one more stream of this phone; what it returns gives the place back. None: there is no more."""
    phone = _brought()
    if seated and phone:
        held, who = services().house.seated, phone
    else:
        held, who = services().house.strangers, request.remote_addr or ""
    return (lambda: held.release(who)) if held.take(who) else None


def _brought() -> str | None:
    """The phone as its cookie names it; None for one that is given a name only now."""
    phone = known_device()
    return None if g.get("device_new") else phone
