"""Takes in an army list in whatever form it comes: a JSON document, a link, or plain text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion.play.armies import document, link, reading
from companion.play.armies.reading import Pasted
from companion.rules.kensei.army import Army
from companion.rules.text import Problem, Refusal, Text

_LINK = re.compile(r"\s*(?:\S+#)?(?:a[A-Za-z0-9_-]{11,}|A[0-9A-Z\-./:$]{12,})\s*")
_KEPT = re.compile(r"\s*\S+/[ls]/[A-Za-z0-9_-]{12,}(?:/\S*)?\s*")
"""A link that names a list kept on a server, and holds none."""


def read_any(data: bytes | str, given: Mapping[str, str] | None = None) -> Pasted:
    """The list and every problem with it; the form is known by how it begins. `given` is what a text may leave out."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        values = {"byte": error.start + 1}
        message = Text("This is not UTF-8 text: byte %(byte)s does not belong in it.", values)
        return Pasted(None, (Problem("", message),))
    if text.lstrip().startswith(("{", "[{")):
        return _pasted(document.read(text))
    if _LINK.fullmatch(text):
        return _pasted(link.from_link(text))
    if _KEPT.fullmatch(text):
        return Pasted(None, (Problem("", Text("This is a link to a list: open it in the browser.")),))
    return reading.read(text, given)


def _pasted(read: Army | Refusal) -> Pasted:
    if isinstance(read, Army):
        return Pasted(read, ())
    return Pasted(None, read.problems or (Problem("", read.reason),))
