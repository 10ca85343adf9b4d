"""How much one phone may make within the hour, and how many streams it may hold open: so that none fills the house.

The rules and their numbers are in `allowances`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

from werkzeug.exceptions import TooManyRequests

from companion.network import wider
from companion.rules.text import Refusal
from companion.web.allowances import Kind
from companion.web.i18n import gettext as _
from companion.web.limiter import Path
from companion.web.security import device, known_device, network, networks
from companion.web.services import services

Made = TypeVar("Made")


def count(kind: Kind, within: str = "") -> None:
    """Counts what this phone is about to make, within one table where that is named; too much ends the request."""
    seconds = services().limits[kind].wait(_path(kind, within), "", services().clock())
    if seconds > 0:
        raise TooManyRequests(_told(kind, math.ceil(seconds / 60)), retry_after=math.ceil(seconds))


def counted(kind: Kind, again: bool, make: Callable[[], Made]) -> Made:
    """What is made counts, unless it is refused, or the same form has made it before."""
    if again:
        return make()
    count(kind)
    made = make()
    if isinstance(made, Refusal):
        give_back(kind)
    return made


def give_back(kind: Kind) -> None:
    """One that was counted was not made after all."""
    services().limits[kind].give_back(_path(kind), "", services().clock())


def _path(kind: Kind, within: str = "") -> Path:
    """From this phone to all of them; at a table, to all of its network."""
    here = network()
    if kind == "asks":
        return f"{here} {within} {device()}", f"{here} {within}"
    return f"{here} {device()}", *networks()


def _told(kind: Kind, minutes: int) -> str:
    if kind == "tables":
        return _("Many tables were made here within the hour. The next can be made in %(num)s min.", num=minutes)
    if kind == "lists":
        return _("Many lists were made here within the hour. The next can be made in %(num)s min.", num=minutes)
    return _(
        "Seats were asked for here several times within the hour. Speak with whoever sits there, or ask again in "
        "%(num)s min.",
        num=minutes,
    )


def stream_place(seated: bool) -> Callable[[], None] | None:
    """A place for one more stream of this phone; what it returns gives the place back. None: there is no more."""
    here = network()
    return services().stream_places.take(known_device() if seated else None, wider(here)[-1] or here)
