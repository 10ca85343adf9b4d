"""Sentences in a reader's language. English is the source; a language is a catalog under `companion/locale/`."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from babel import negotiate_locale
from babel.dates import format_date
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations

from companion.rules.text import Numbered, PlayerName, Refusal, Term, Text

LOCALE_DIR = Path(__file__).resolve().parent.parent / "locale"
DOMAIN = "messages"
READ_IN: ContextVar[str] = ContextVar("language", default="")
"""The language of what is said apart from any request."""


@cache
def languages(folder: Path = LOCALE_DIR) -> tuple[str, ...]:
    """The languages there are: English, and every one with a folder of its own."""
    found = sorted(path.parent.name for path in folder.glob("*/LC_MESSAGES"))
    return ("en", *(name for name in found if name != "en"))


def accepted(wanted: Iterable[tuple[str, float]], known: Iterable[str]) -> str:
    """The first of these (`es-MX`, with how much it is wanted; the most wanted first) that is known, or English."""
    named = [tag.replace("-", "_") for tag, quality in wanted if quality > 0]
    return negotiate_locale(named, known) or "en"


@cache
def catalog(language: str, folder: Path = LOCALE_DIR) -> NullTranslations:
    """The catalog of a language; the empty one (everything stays English) where there is none.

    It is compiled from the files of the language whenever they have changed, and kept beside them where that may be.
    """
    target = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    sources = {path: path.read_bytes() for path in sorted(target.parent.glob("*.po"))}
    state = hashlib.sha256(b"".join(sources.values())).hexdigest() if sources else ""
    if target.exists():
        kept = Translations(io.BytesIO(target.read_bytes()), DOMAIN)
        if not sources or str(kept.info().get("project-id-version")).split()[0] == state:
            return kept
    if not sources:
        return NullTranslations()
    made = _compiled(language, sources.values(), state)
    _keep(target, made)
    return Translations(io.BytesIO(made), DOMAIN)


def _compiled(language: str, sources: Iterable[bytes], state: str) -> bytes:
    """One catalog of all the files, in whose head stands what they were; what is only a guess (fuzzy) is not in it."""
    whole = Catalog(locale=language, project=state)
    for source in sources:
        for message in read_po(io.BytesIO(source), locale=language):
            if message.id and not message.fuzzy and message.string and all(message.string):
                whole[message.id] = message
    written = io.BytesIO()
    write_mo(written, whole)
    return written.getvalue()


def _keep(target: Path, made: bytes) -> None:
    """Puts a file in its place, whole; where nothing may be written, it is made anew by the next program."""
    with suppress(OSError), NamedTemporaryFile(dir=target.parent, delete=False) as file:
        file.write(made)
        file.close()
        Path(file.name).chmod(0o644)
        Path(file.name).replace(target)


ELIDED = {"fr": re.compile(r"\b([Dd]|[Qq]u)e (?=%\(([\w-]+)\)s)")}
"""By language, the words that lose their e before a vowel, with the place after them."""
VOWELS = frozenset("AEIOUÀÂÉÈÊÎÏÔÛŒaeiouàâéèêîïôûœ")


def elided(sentence: str, values: Mapping[str, Any], of: NullTranslations) -> str:
    """A translated sentence whose words fit what will stand in its places: “Charge d’Onna-Bushi”, “… de Ninjas”."""
    rule = ELIDED.get(of.info().get("language", "")) if "e %(" in sentence else None
    if not rule:
        return sentence
    return rule.sub(lambda found: f"{found[1]}’" if str(values[found[2]])[:1] in VOWELS else found[0], sentence)


def translated(of: NullTranslations, message: str, values: Mapping[str, Any]) -> str:
    """The sentence by its catalog, its named places filled in."""
    if not message:  # gettext keeps a catalog's own header under the empty string
        return ""
    found = str(of.gettext(message))
    return elided(found, values, of) % values if values else found.replace("%%", "%")


def spoken(sentence: Text | Refusal | str, of: NullTranslations, player: Callable[[str], str]) -> str:
    """A sentence of the rules by a catalog; the sentences and terms among its values are translated too. `player` tells
    who sits at a seat, "" where nobody is named.

    The answer is plain text: templates escape it like any other. A string that is no Term stays as it is.
    """
    if isinstance(sentence, Refusal):
        sentence = sentence.reason
    if isinstance(sentence, PlayerName) and (name := player(sentence.seat)):
        return name
    if isinstance(sentence, Numbered):
        return f"{translated(of, sentence.name, {})} {sentence.number}"
    if isinstance(sentence, str):
        return translated(of, sentence, {}) if isinstance(sentence, Term) else sentence
    values = {name: shown(value, of, player) for name, value in sentence.values.items()}
    if sentence.many:
        return elided(str(of.ngettext(sentence.message, sentence.many, values["num"])), values, of) % values
    return translated(of, sentence.message, values)


def shown(value: Any, of: NullTranslations, player: Callable[[str], str]) -> Any:
    """Sentences and terms are translated, rows of them are listed, numbers and days are written as the language does;
    names and markup stay."""
    if isinstance(value, Text | Term | Refusal):
        return spoken(value, of, player)
    if isinstance(value, tuple | list):
        return ", ".join(str(shown(one, of, player)) for one in value)
    if isinstance(value, date):
        return format_date(value, "medium", locale=of.info().get("language", "en"))
    return decimal(value, of) if isinstance(value, float) else value


def decimal(value: float, of: NullTranslations) -> str:
    """A number with a point as the language writes it: 58.3 or 58,3."""
    language = of.info().get("language")
    return format_decimal(value, "0.0###", locale=language) if language else str(value)


@dataclass(frozen=True, slots=True)
class Say:
    """Says sentences to a reader apart from his request, also in another process."""

    language: str
    players: Mapping[str, str] = field(default_factory=dict)
    """Who sits at which seat."""
    folder: Path = LOCALE_DIR

    def __call__(self, sentence: Text | Refusal | str) -> str:
        """The sentence in his language."""
        return spoken(sentence, catalog(self.language, self.folder), lambda seat: self.players.get(seat, ""))
