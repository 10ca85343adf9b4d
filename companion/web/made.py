"""What a form makes. Sent twice, by a double tap or a second answer to a lost line, it makes one."""

from __future__ import annotations

from flask import request

from companion.play.armies.kept import Kept
from companion.play.codec import print_of
from companion.rules.kensei.army import Army
from companion.rules.text import Text
from companion.web import quotas, regions
from companion.web.security import device
from companion.web.services import services


def form_key() -> str:
    """The key of a form that makes something. Its page names the phone, so that both touches of a double tap come from
    the same one."""
    device()
    return regions.new_key()


def form_sent(*beside: object) -> str:
    """Names the form that was sent: its page's key, where it goes, and all that was chosen in it; `beside` is what it
    brought along besides. Empty for one without a key, which makes another each time.
    """
    fields = dict(request.form)
    return print_of(request.path, fields, *beside) if fields.get("key") else ""


def make_list(army: Army, words: Text, *beside: object) -> Kept:
    """A new list of this phone, which counts among those of the hour. `words` are the first line of its history."""
    form, lists = form_sent(*beside), services().lists
    return quotas.counted("lists", lists.made(device(), form), lambda: lists.make(device(), army, words, form))
