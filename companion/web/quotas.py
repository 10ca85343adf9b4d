"""How much one phone may make within the hour, and how many streams it may hold open: so that none fills the house. A
form that is sent twice, by a double tap or a second answer to a lost line, makes one.

The rules and their numbers are in `allowances`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

from flask import request
from werkzeug.exceptions import TooManyRequests

from companion.network import wider
from companion.play.armies.kept import Kept
from companion.play.codec import print_of
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal, Text
from companion.web.allowances import Kind
from companion.web.i18n import _
from companion.web.limiter import Path
from companion.web.regions import new_key
from companion.web.security import device, known_device, network, networks
from companion.web.services import services

Made = TypeVar("Made")


def form_key() -> str:
    """The key of a form that makes something. Its page names the phone, so that both touches of a double tap come from
    the same one."""
    device()
    return new_key()


def form_sent(*beside: object) -> str:
    """Names the form that was sent: its page's key, where it goes, and all that was chosen in it; `beside` is what it
    brought along besides. Empty for one without a key, which makes another each time.
    """
    fields = dict(request.form)
    return print_of(request.path, fields, *beside) if fields.get("key") else ""


def count(kind: Kind, within: str = "") -> None:
    """Counts what this phone is about to make, within one table where that is named; too much ends the request."""
    seconds = services().limits[kind].wait(_path(kind, within), "", services().clock())
    if seconds > 0:
        raise TooManyRequests(_refusal(kind, math.ceil(seconds / 60)), retry_after=math.ceil(seconds))


def count_made(kind: Kind, again: bool, make: Callable[[], Made]) -> Made:
    """What is made counts, unless it is refused, or the same form has made it before."""
    if again:
        return make()
    count(kind)
    made = make()
    if isinstance(made, Refusal):
        give_back(kind)
    return made


def make_list(army: Army, words: Text, *beside: object) -> Kept:
    """A new list of this phone, which counts among those of the hour. `words` are the first line of its history."""
    form, lists = form_sent(*beside), services().lists
    return count_made("lists", lists.made(device(), form), lambda: lists.make(device(), army, words, form))


def give_back(kind: Kind) -> None:
    """One that was counted was not made after all."""
    services().limits[kind].give_back(_path(kind), "", services().clock())


def _path(kind: Kind, within: str = "") -> Path:
    """From this phone to all of them; at a table, to all of its network."""
    here = network()
    if kind == "asks":
        return f"{here} {within} {device()}", f"{here} {within}"
    return f"{here} {device()}", *networks()


def _refusal(kind: Kind, minutes: int) -> str:
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
