"""A sentence in short, for places where only so much has room: never cut off where its sense is not told yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
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
COUNTED = 14
"""So many letters say "5 → 4 hits" in each language."""
_MARKS = ".,;:\u00a0"


def becomes(before: str, after: str, most: int) -> str:
    """What is put right, and into what, by the words that change: "Honor of Ninjas: 1 → 9, held → failed". Where
    there is no room, less is told of what they are about, then of the words themselves; never both alike, never more
    than `most` letters.
    """
    was, now = (one.rstrip(".").split(" ") for one in (before, after))
    pairs = _pairs(was, now)
    if not pairs:
        return shorten(after, most)
    values = [pair for pair in pairs if pair.is_value(was, now)]
    whole = [_inline(was, now, pairs)] if pairs == values[:CHANGES] and pairs[0].at else []
    ends = [] if whole else _ends(was, now, pairs, (before, after), most)
    ways = (*whole, *ends, *_values(was, now, values[:CHANGES]), *_last_words(was, now, pairs))
    return next((short for short in ways if len(short) <= most), None) or _cut(was, now, pairs, most)


@dataclass(frozen=True, slots=True)
class _Pair:
    """Words `was[at:to]` that become `now[at_now:to_now]`."""

    at: int
    to: int
    at_now: int
    to_now: int

    def words(self, was: list[str], now: list[str]) -> tuple[str, str]:
        """What becomes what."""
        old, new = was[self.at : self.to], now[self.at_now : self.to_now]
        return " ".join(old).strip(_MARKS), " ".join(new).strip(_MARKS)

    def told(self, was: list[str], now: list[str]) -> str:
        """The same as it is told, with what a number counts where that ends the clause."""
        counted = ""
        if _has_number(new := self.words(was, now)[1]) and not _ends_clause(now, self.to_now - 1):
            counted = f" {now[self.to_now].strip(_MARKS)}" if _ends_clause(now, self.to_now) else ""
        return f"{self.words(was, now)[0]} → {new}{counted}"

    def is_value(self, was: list[str], now: list[str]) -> bool:
        """Whether each stands for itself: a number, or the last word of its clause."""
        numbers = all(map(_has_number, self.words(was, now)))
        single = self.to - self.at == self.to_now - self.at_now == 1
        return numbers or (single and _ends_clause(was, self.at) and _ends_clause(now, self.at_now))


def _has_number(words: str) -> bool:
    return any(letter.isdigit() for letter in words)


def _ends_clause(words: list[str], at: int) -> bool:
    return at + 1 >= len(words) or words[at][-1:] in _MARKS


def _pairs(was: list[str], now: list[str]) -> list[_Pair]:
    """What changes, wherever it stands; a mark behind a word is no other word. Both sides of each have one at least."""
    match = SequenceMatcher(None, _bare(was), _bare(now), autojunk=False)
    spans = [span[1:] for span in match.get_opcodes() if span[0] != "equal"]
    pairs: list[_Pair] = []
    for i, j, k, end in spans:
        if i == j or k == end:  # something is left out, or put in: with the word before it, or else behind it
            i, j, k, end = (i - 1, j, k - 1, end) if i and k else (i, j + 1, k, end + 1)
        if pairs and i < pairs[-1].to:
            i, k = pairs[-1].at, pairs.pop().at_now
        pairs.append(_Pair(i, j, k, end))
    return pairs


def _values(was: list[str], now: list[str], pairs: list[_Pair]) -> Iterator[str]:
    """What it is about, from ever later on, with all that changes; the same with one change; that alone."""
    if not pairs:
        return
    about, told = was[: pairs[0].at], [pair.told(was, now) for pair in pairs]
    one = next((words for words in reversed(told) if not _has_number(words)), told[0])
    for words in (", ".join(told), one):
        yield " ".join([*about, words])
        for first in range(1, len(about) - 1):
            yield " ".join(["…", *about[first:], words])
    yield from (", ".join(told), one, *told, *(" → ".join(pair.words(was, now)) for pair in pairs))


def _inline(was: list[str], now: list[str], pairs: list[_Pair]) -> str:
    """The whole sentence, and in it what changes, each beside what it becomes."""
    words, at = [], 0
    for pair in pairs:
        words += [*was[at : pair.at], " ".join(was[pair.at : pair.to]).rstrip(_MARKS), "→"]
        words += now[pair.at_now : pair.to_now]
        at = pair.to
    return " ".join([*words, *was[at:]])


def _ends(was: list[str], now: list[str], pairs: list[_Pair], sentences: tuple[str, str], most: int) -> Iterator[str]:
    """Both ends from where they differ, behind what they have in common; both sentences in short."""
    at, at_now = pairs[0].at, pairs[0].at_now
    ends = f"{' '.join(was[at:])} → {' '.join(now[at_now:])}"
    yield " ".join([*was[:at], ends])
    yield ends
    halves = [shorten(one, max((most - 3) // 2, LEAST)).rstrip(".") for one in sentences]
    if halves[0] != halves[1] and not any(half.endswith("…") for half in halves):
        yield " → ".join(halves)


def _last_words(was: list[str], now: list[str], pairs: list[_Pair]) -> Iterator[str]:
    """What differs, with what follows in its clause and without, and ever less of it; one of several changes."""
    end = pairs[-1].to_now
    old, new = was[pairs[0].at : pairs[-1].to], now[pairs[0].at_now : end]
    rest = next(at for at in range(end - 1, len(now)) if _ends_clause(now, at))
    for behind in (" ".join(["", *now[end : rest + 1]]).rstrip(_MARKS), ""):
        for count in range(max(len(old), len(new)), 0, -1):
            one, other = (" ".join(words[-count:]).strip(_MARKS) for words in (old, new))
            if _tell(one, other, was, now):
                yield f"{one} → {other}{behind}"
    yield from (pair.told(was, now) for pair in pairs if _tell(*pair.words(was, now), was, now))


def _tell(one: str, other: str, was: list[str], now: list[str]) -> bool:
    """Whether each has a word that only its own sentence has, if there is one."""
    words, words_now = set(_bare(was)), set(_bare(now))
    halves = ((one, words - words_now), (other, words_now - words))
    return one != other and all(not own or own.intersection(_bare(half.split(" "))) for half, own in halves)


def _bare(words: list[str]) -> list[str]:
    return [word.strip(_MARKS) for word in words]


def _cut(was: list[str], now: list[str], pairs: list[_Pair], most: int) -> str:
    """As much as there is room for of each sentence from the first word on that the other has not, or where it has them
    all, of what differs last; from the first letter that differs where both would begin alike."""
    room = (most - 3) // 2
    old, new = (
        " ".join(own[next((at for at, word in enumerate(_bare(own)) if word not in _bare(others)), last) :])
        for own, others, last in ((was, now, pairs[-1].to - 1), (now, was, pairs[-1].to_now - 1))
    )
    if old[: room - 1] == new[: room - 1]:
        alike = next(at for at, (one, other) in enumerate(zip(f"{old}→", f"{new}→", strict=False)) if one != other)
        old, new = (f"…{one[alike:].lstrip(_MARKS + ' ')}" for one in (old, new))
    return " → ".join(one if len(one) <= room else f"{one[: room - 1]}…" for one in (old, new))


def in_short(text: Text | str, most: int) -> str:
    """A sentence of the rules in short, as this reader reads it."""
    if isinstance(text, Text) and text.message == BECOMES.message:
        return becomes(say(text.values["before"]), say(text.values["after"]), most)
    if isinstance(text, Text) and text.message == LOSING.message:
        lost = f" · {say(text.values['lost'])}"
        return in_short(text.values["what"], max(most - len(lost), COUNTED)) + lost
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
