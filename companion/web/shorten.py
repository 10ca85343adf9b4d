"""A sentence in short, for places where only so much has room: never cut off where its sense is not told yet."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from flask import Flask

from companion.rules.text import BECOMES, LOSING, Text
from companion.web.i18n import gettext, ngettext, say

_SENTENCE = re.compile(r"(?<=[.!?]) ")
_CLAUSE = re.compile(r"[:;] ")
_BESIDE = re.compile(r" \([^()]*\)")
"""What tells one of a name from another: where it stands."""
_ITEM = re.compile(r", (?![^(]*\))")
_ATTRIBUTE = "(?:MV|DC|AT|DF|AR|VT|KI|HR|IN|AC|VE)"
_VALUE = re.compile(rf"\b([^\W\d]{{1,3}}) (?=\d{{1,2}}\b)|(?<=[+−]\d) (?={_ATTRIBUTE}\b)")
"""A short word and the number after it ("KI 5", "a 1"), what an attribute is changed by ("+2 IN")."""
LEAST = 12
"""Fewer letters tell nothing of a sentence that was longer."""
MANY = 3
"""From so many items on, a list may name some of them and say how many more there are."""


def shorten(words: str, most: int) -> str:
    """The words whole if they are `most` letters or fewer, else their first sentences, else the first one's main clause
    with as much of its list as has room, or without what stands in brackets. Only one long clause is broken off: at a
    comma, or else after a word.
    """
    if len(words) <= most:
        return words
    first, *others = _SENTENCE.split(words)
    if len(first) > most:
        return _clause(first, most)
    for sentence in others:
        if len(first) + 1 + len(sentence) > most:
            break
        first += f" {sentence}"
    return first


def outcome(words: str, most: int) -> str:
    """What came of it in the end: the words whole if they are `most` letters or fewer, else their last sentences, else
    the shorten of the very last. What is to be done at the table stands at the end of what is told.
    """
    if len(words) <= most:
        return words
    *others, last = _SENTENCE.split(words)
    if len(last) > most:
        short = shorten(last, most)
        told = len(short) >= LEAST and not short.endswith("…")
        return short if told else shorten(words, most)
    for sentence in reversed(others):
        if len(sentence) + 1 + len(last) > most:
            break
        last = f"{sentence} {last}"
    return last


CHANGES = 3
"""With more of them, what a sentence becomes is told whole."""


def becomes(before: str, after: str, most: int) -> str:
    """What is put right, and into what, by the words that change: "Honor of Ninjas: 1 → 9, held → failed". Where
    there is no room, the first of them stays, with the end of what it is about; where much changes, the beginnings do.
    """
    was, now = before.rstrip(".").split(), after.rstrip(".").split()
    spans = [span[1:] for span in SequenceMatcher(None, was, now, autojunk=False).get_opcodes() if span[0] != "equal"]
    pairs = [(" ".join(was[i:j]).strip(",.;"), " ".join(now[k:end]).strip(",.;")) for i, j, k, end in spans]
    about = was[: spans[0][0]] if spans else []
    ways = []
    if about and len(pairs) <= CHANGES and all(map(all, pairs)):
        told = [f"{old} → {new}" for old, new in pairs]
        ways = [_inline(was, now, spans)]
        ways += [" ".join([*about, ", ".join(told[:count])]) for count in range(len(told), 0, -1)]
        ways += [" ".join(["…", *about[first:], told[0]]) for first in range(1, len(about))]
    for short in ways:
        if len(short) <= most:
            return short
    return " → ".join(shorten(one, max((most - 3) // 2, LEAST)) for one in (before, after))


def _inline(was: list[str], now: list[str], spans: list[tuple[int, int, int, int]]) -> str:
    """The whole sentence, and in it what changes, each beside what it becomes."""
    words, at = [], 0
    for i, j, k, end in spans:
        words += [*was[at:i], " ".join(was[i:j]).rstrip(",.;"), "→", *now[k:end]]
        at = j
    return " ".join([*words, *was[at:]])


def in_short(text: Text | str, most: int) -> str:
    """A sentence of the rules in short, as this reader reads it."""
    if isinstance(text, Text) and text.message == BECOMES.message:
        return becomes(say(text.values["before"]), say(text.values["after"]), most)
    if isinstance(text, Text) and text.message == LOSING.message:
        lost = f" · {say(text.values['lost'])}"
        return in_short(text.values["what"], max(most - len(lost), LEAST)) + lost
    return shorten(say(text), most)


def unbroken(words: str) -> str:
    """The words with every number kept on the line of what it counts: "KI 5", "a 1" and "+2 IN" never stand on two."""
    return type(words)(_VALUE.sub("\\1\u00a0", words))


def _clause(sentence: str, most: int) -> str:
    ends = [found for found in _CLAUSE.finditer(sentence) if found.start() < most]
    if not ends:
        bare = _BESIDE.sub("", sentence)
        if len(bare) < len(sentence):
            return bare if len(bare) <= most else _clause(bare, most)
        room = sentence[: most - 1]
        return room.rsplit(", " if ", " in room else " ", 1)[0] + " …"
    last = ends[-1]
    row = sentence[last.end() :].rstrip(".")
    items = _items(row) if row.count(", ") >= MANY - 1 else []  # the last two stand about an "and"
    for told in range(len(items) - 1, 0, -1) if len(items) > MANY else ():
        begun, left = sentence[: last.end()] + ", ".join(items[:told]), len(items) - told
        short = ngettext("%(begun)s and %(num)s more.", "%(begun)s and %(num)s more.", left, begun=begun)
        if len(short) <= most:
            return short
    return f"{sentence[: last.start()].rstrip()}."  # French has a space before the colon


def _items(row: str) -> list[str]:
    """The parts of a list, of which the last two stand about the language's "and"."""
    *items, last = _ITEM.split(row)
    joined = re.escape(gettext("%(row)s and %(name)s", row="", name=""))
    return [*items, *re.split(rf"{joined}(?![^(]*\))", last)]


def install(app: Flask) -> None:
    """Gives templates `shorten`, `outcome` and `unbroken`."""
    app.jinja_env.filters.update(shorten=in_short, outcome=outcome, unbroken=unbroken)
