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


def read(text: str) -> Army | Refusal:
    """The list in a document, or a refusal with every problem: by line where it is no JSON, else by field."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST:
        values = {"have": size // 1024, "most": LARGEST // 1024}
        return refuse_at("", Text("This has %(have)s KB; an army document has at most %(most)s.", values))
    try:
        return read_document(strict_json.loads(text, _whole))
    except json.JSONDecodeError as error:
        path = f"line {error.lineno}"
        if not text[error.pos :].strip():
            return refuse_at(path, Text("The document stops here, in the middle: it was cut off. Copy all of it."))
        at = {"column": error.colno, "what": error.msg}
        return refuse_at(path, Text("This is not JSON at column %(column)s: %(what)s.", at))
    except RecursionError:
        return refuse_at("", Text("This is nested far deeper than an army document."))
    except ValueError as error:
        return refuse_at("", Text("%(what)s", {"what": str(error)}))


def _whole(digits: str) -> int:
    if len(digits) > 1000:
        raise ValueError(f"The number {digits[:20]}… is too large.")
    return int(digits)
