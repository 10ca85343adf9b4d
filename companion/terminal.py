"""What the command line says, in the language of its environment: LANGUAGE, LC_ALL, LC_MESSAGES, LANG, as elsewhere."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from companion.content.languages import Say, accepted, catalog, languages, translated
from companion.rules.text import Refusal, Text


def language(environ: Mapping[str, str]) -> str:
    """The first language named there that there is; English where none is, or where the system's own (C, POSIX) is."""
    set_ = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "C")
    plain = set_.partition(".")[0].partition("@")[0]
    if plain in ("C", "POSIX"):
        return "en"
    wanted = [*environ.get("LANGUAGE", "").split(":"), plain]
    return accepted([(one.replace("_", "-"), 1.0) for one in wanted if one], languages())


def gettext(message: str, /, **values: Any) -> str:
    """The sentence in that language, its named places filled in."""
    return translated(catalog(language(os.environ)), message, values)


def say(sentence: Text | Refusal) -> str:
    """A sentence of the rules in that language."""
    return Say(language(os.environ))(sentence)
