"""Army documents as text: JSON in and out, every defect of what comes in with its place."""

from __future__ import annotations

import json

from companion.content import strict_json
from companion.content.army_document import document_of, read_document
from companion.rules.kensei.army import Army
from companion.rules.text import Refusal, Text, refuse_at

LARGEST = 256 * 1024
"""Bytes; the longest list that may be kept, a long note on every entry, needs less."""


def write(army: Army) -> str:
    """The document of a list: two spaces of indent, a line break at the end. Reading it gives the same list."""
    return json.dumps(document_of(army), ensure_ascii=False, indent=2) + "\n"


def read(data: bytes | str) -> Army | Refusal:
    """The list in a document, or a refusal with every problem: by line where it is no JSON, else by field."""
    size = len(data.encode("utf-8", "surrogatepass")) if isinstance(data, str) else len(data)
    if size > LARGEST:
        values = {"have": size // 1024, "most": LARGEST // 1024}
        return _refused("", Text("This has %(have)s KB; an army document has at most %(most)s.", values))
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        values = {"byte": error.start + 1}
        return _refused("", Text("This is not UTF-8 text: byte %(byte)s does not belong in it.", values))
    try:
        return read_document(strict_json.loads(text, _whole))
    except json.JSONDecodeError as error:
        path = f"line {error.lineno}"
        if not text[error.pos :].strip():
            return _refused(path, Text("The document stops here, in the middle: it was cut off. Copy all of it."))
        return _refused(
            path, Text("This is not JSON at column %(column)s: %(what)s.", {"column": error.colno, "what": error.msg})
        )
    except RecursionError:
        return _refused("", Text("This is nested far deeper than an army document."))
    except ValueError as error:
        return _refused("", Text("%(what)s", {"what": str(error)}))


def _whole(digits: str) -> int:
    if len(digits) > 1000:
        raise ValueError(f"The number {digits[:20]}… is too large.")
    return int(digits)


def _refused(path: str, message: Text) -> Refusal:
    return refuse_at(path, message)
