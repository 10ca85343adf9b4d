"""A sentence in short, for places where only so much has room: never cut off where its sense is not told yet."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cache

from flask import Flask

from companion.content import catalog
from companion.rules.text import BECOMES, CORRECTED, EMPTY, LOSING, ROLL_BECOMES, UNDID, YOURS_SEEN, Text
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
WHOLE = 1000
"""No sentence has so many letters."""
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
    the very last shortened. What is to be done at the table stands at the end.
    """
    if len(words) <= most:
        return words
    *others, last = _SENTENCE.split(words)
    if len(last) > most:
        short = shorten(last, most)
        complete = len(short) >= LEAST and not short.endswith("…")
        return short if complete else shorten(words, most)
    for sentence in reversed(others):
        if len(sentence) + 1 + len(last) > most:
            break
        last = f"{sentence} {last}"
    return last


def in_the_end(text: Text | str, most: int) -> str:
    """What came of it, as this reader reads it. Where that names nobody ("It works."), what names somebody stands
    before it, or in its place.
    """
    words = say(text)
    short = outcome(words, most)
    names = _names(text)
    named = [one for one in _parts(text) if _says(one, names)]
    if short == words or not named or _says(short, names):
        return short
    lead, last = named[-1], _SENTENCE.split(words)[-1]
    head = shorten(lead, most - len(last) - 1)
    whole = all(name in head for name in names if name in lead) and not head.endswith("…")
    if whole and head.rstrip(".") not in names:  # it says what they did
        return head if head.endswith(last) else f"{head} {last}"
    alone = shorten(lead, most)
    return alone if _says(alone, names) else short


def _parts(text: Text | str) -> list[str]:
    """What was joined in one line, each part as this reader reads it."""
    if isinstance(text, Text) and "then" in text.values and "first" in text.values:
        return [*_parts(text.values["first"]), *_parts(text.values["then"])]
    return [say(text)]


def _names(value: object) -> set[str]:
    """Whoever and whatever is named in a sentence, as this reader reads it."""
    if isinstance(value, Text):
        return {name for one in value.values.values() for name in _names(one)}
    if isinstance(value, tuple | list):
        return {name for one in value for name in _names(one)}
    return {say(value)} if isinstance(value, str) and any(map(str.isalpha, value)) else set()


def _says(words: str, names: set[str]) -> bool:
    return any(name in words for name in names)


CHANGES = 3
"""With more of them, what a sentence becomes is told whole."""
COUNTED = 14
"""So many letters say "5 → 4 hits" in each language."""
CALLED = 20
"""So many name an act before what falls of one's own by it: there it has a line more."""
_OWN = {"name", "own"}
"""What a request says that tells of an own act."""
_MARKS = ".,;:\u00a0"
_DIE = re.compile("[1-9Ø]")
_ROW = re.compile("(?<![^ ])[1-9Ø](?: [1-9Ø])*(?=\u00a0?:)")
"""The dice of a line, before what they came to."""

_Span = tuple[int, int, int, int]
"""Words `was[i:j]` that become `now[k:end]`."""


def becomes(before: str, after: str, most: int) -> str:
    """What is put right, and into what, by the words that change: "Honor of Ninjas: 1 → 9, held → failed". Where
    there is no room, less is told of what they are about, then of the words themselves; never both alike, never more
    than `most` letters.
    """
    was, now = (one.rstrip(".").split(" ") for one in (before, after))
    spans = _spans(was, now)
    if not spans:
        return shorten(after, most)
    (i, _, k, _), (_, j, _, end) = spans[0], spans[-1]
    values = all(_is_value(was, now, span) for span in spans)
    changes = sorted((_change(was, now, span) for span in spans[:CHANGES]), key=lambda one: one[-1].isdigit())
    if values:  # the sentence stays, and in it stands what becomes what
        texts = [", ".join(_change(was, now, span) for span in spans[:CHANGES]), changes[0]]
        ways = [_inline(was, now, spans)] if i and len(spans) <= CHANGES else []
    else:  # two ends: both sentences in short, or from where they part
        clause = next(at for at in range(end - 1, len(now)) if _ends_clause(now, at)) + 1
        texts = [_change(was, now, (i, len(was), k, len(now))), _change(was, now, (i, j, k, end), clause)]
        halves = [shorten(one, max((most - 3) // 2, LEAST)).rstrip(".") for one in (before, after)]
        ways = [] if any(half.endswith("…") for half in halves) else [" → ".join(halves)]
    if values and len(spans) > 1:  # what it is about and its first change come before a last one
        ways += [" ".join([*was[:i], text]) for text in (texts[0], _change(was, now, spans[0]))]
    for text in texts:  # less and less of what it is about before it
        ways += [" ".join([*about, text]) for about in (was[:i], *(["…", *was[at:i]] for at in range(1, i - 1)))]
    ways += [*texts, _change(was, now, (i, j, k, end)), *changes]
    return next((way for way in ways if len(way) <= most and _tells(way, was, now)), None) or _cut(was, now, most)


def _spans(was: list[str], now: list[str]) -> list[_Span]:
    """What changes, wherever it stands; a mark behind a word is no other word. Each side has one word at least."""
    match = SequenceMatcher(None, _bare(was), _bare(now), autojunk=False)
    spans: list[_Span] = []
    for same, i, j, k, end in match.get_opcodes():
        if same == "equal":
            continue
        if i == j or k == end:  # something is left out, or put in: with the word before it, or else behind it
            i, j, k, end = (i - 1, j, k - 1, end) if i and k else (i, j + 1, k, end + 1)
        i, j, k, end = _whole_row(was, now, (i, j, k, end))
        if spans and i < spans[-1][1]:
            i, _, k, _ = spans.pop()
        spans.append((i, j, k, end))
    return spans


def _whole_row(was: list[str], now: list[str], span: _Span) -> _Span:
    """The change with all dice that stand in a row with it: "4 5 → 3 5", for "4 → 3 5" reads as more dice."""
    i, j, k, end = span
    while i and k and _in_row(was, i) and _in_row(now, k):
        i, k = i - 1, k - 1
    while j < len(was) and end < len(now) and _in_row(was, j) and _in_row(now, end):
        j, end = j + 1, end + 1
    return i, j, k, end


def _in_row(words: list[str], at: int) -> bool:
    """Whether two dice stand beside each other here."""
    return bool(_DIE.fullmatch(words[at - 1]) and _DIE.fullmatch(words[at].rstrip(_MARKS)))


def _is_value(was: list[str], now: list[str], span: _Span) -> bool:
    """Whether each side stands for itself: a number, or the last word of its clause."""
    i, j, k, end = span
    last = j - i == end - k == 1 and _ends_clause(was, i) and _ends_clause(now, k)
    return last or all(any(map(str.isdigit, "".join(words))) for words in (was[i:j], now[k:end]))


def _ends_clause(words: list[str], at: int) -> bool:
    return at + 1 >= len(words) or words[at][-1:] in _MARKS


def _change(was: list[str], now: list[str], span: _Span, clause: int = 0) -> str:
    """What becomes what, up to the end of the clause where that is given, or where a number counts its last word."""
    i, j, k, end = span
    counts = now[end - 1][-1].isdigit() and _ends_clause(now, end)
    return f"{' '.join(was[i:j]).strip(_MARKS)} → {' '.join(now[k : clause or end + counts]).strip(_MARKS)}"


def _inline(was: list[str], now: list[str], spans: list[_Span]) -> str:
    """The whole sentence, and in it what changes, each beside what it becomes."""
    words, at = [], 0
    for i, j, k, end in spans:
        words += [*was[at:i], " ".join(was[i:j]).rstrip(_MARKS), "→", *now[k:end]]
        at = j
    return " ".join([*words, *was[at:]])


def _tells(way: str, was: list[str], now: list[str]) -> bool:
    """Whether it shows of each sentence a word that the other has not, if there is one, and never the same twice."""
    old, _, new = way.partition(" → ")
    shown, words, others = (set(_bare(one)) for one in (way.split(" "), was, now))
    return old != new and all(not own or own & shown for own in (words - others, others - words))


def _cut(was: list[str], now: list[str], most: int) -> str:
    """As much as there is room for of each sentence, from its first word on that the other has not."""
    room = (most - 3) // 2
    old, new = (
        " ".join(own[next((at for at, word in enumerate(_bare(own)) if word not in _bare(others)), 0) :])
        for own, others in ((was, now), (now, was))
    )
    if old[: room - 1] == new[: room - 1]:
        alike = next(at for at, (one, other) in enumerate(zip(f"{old}→", f"{new}→", strict=False)) if one != other)
        old, new = (f"…{one[alike:].lstrip(_MARKS + ' ')}" for one in (old, new))
    return " → ".join(one if len(one) <= room else f"{one[: room - 1]}…" for one in (old, new))


def _bare(words: list[str]) -> list[str]:
    return [word.strip(_MARKS) for word in words]


def in_short(text: Text | str, most: int) -> str:
    """A sentence of the rules in short, as this reader reads it."""
    if isinstance(text, Text) and text.message == BECOMES.message:
        return becomes(say(text.values["before"]), say(text.values["after"]), most)
    if isinstance(text, Text) and text.message == ROLL_BECOMES.message:
        return _roll_becomes(text, most)
    if isinstance(text, Text) and text.message == LOSING.message:
        lost = f" · {say(text.values['lost'])}"
        least = COUNTED if _OWN.isdisjoint(text.values["lost"].values) else CALLED
        return in_short(text.values["what"], max(most - len(lost), least)) + lost
    line = text.values.get("line") if isinstance(text, Text) else None
    if isinstance(text, Text) and isinstance(line, Text):
        if "seen" in text.values and len(say(text)) > most:
            return in_short(line, most)
        if _is_change(line):
            return _put_right(text, line, most, CORRECTED)
        corrected = line.values["what"] if line.message == LOSING.message else line
        if isinstance(change := corrected.values.get("line"), Text):
            return _put_right(text, change if _is_change(change) else corrected, most, UNDID)
    return shorten(say(text), most)


def _is_change(text: Text) -> bool:
    return text.message in (BECOMES.message, ROLL_BECOMES.message)


def is_long(text: Text) -> bool:
    """Whether a request says what becomes what, of a roll or any line, what has been seen, both what falls and what
    changes, or that an own entry of who is asked falls."""
    what, lost = (text.values["what"], text.values["lost"]) if text.message == LOSING.message else (text, EMPTY)
    return not {"falls", *_OWN}.isdisjoint(lost.values) or (
        isinstance(what, Text) and (_is_change(what) or what.message == YOURS_SEEN.message)
    )


def _put_right(text: Text, line: Text, most: int, alone: Text) -> str:
    """Who put right what, or took a correction back: by what changes, and with whose consent only where there is room
    for all of that; else as it is said where nobody is asked (`alone`)."""
    whole = say(replace(text, values={**text.values, "line": in_short(line, WHOLE)}))
    if len(whole) <= most:
        return whole
    head = say(replace(alone, values={**text.values, "line": ""}))
    return head + in_short(line, max(most - len(head), COUNTED))


def _roll_becomes(text: Text, most: int) -> str:
    """Whose roll it is, and what its dice become: "Damage of Yumi Samurai, turn 1: 8 → 3"; where there is less room,
    without the turn, then without whose it is."""
    roll, before, after = (text.values[name] for name in ("roll", "before", "after"))
    old, new = (_SENTENCE.split(say(one))[0].rstrip(".") for one in (before, after))
    was, now = (_ROW.search(one) for one in (old, new))
    if was and now and was[0] != now[0]:
        old, new = old[: was.end()], new[: now.end()]
        changes = [f"{was[0]} → {now[0]}"]
    else:
        words = old.split(" "), new.split(" ")
        changes = [_change(*words, span) for span in _spans(*words)]
        old, new = say(before), say(after)
    for name in (roll, roll.values["row"]):
        for change in (", ".join(changes), *changes[:1]):
            one, _, other = change.partition(" → ")
            short = say(replace(text, values={"roll": name, "before": one, "after": other}))
            if len(short) <= most:
                return short
    return becomes(old, new, most)


def unbroken(words: str) -> str:
    """The words with every number kept on the line of what it counts, and of the unit that is told from others by it:
    "KI 5", "a 1", "+2 IN" and "Yari Ashigaru 2" never stand on two."""
    return type(words)(_VALUE.sub("\\1\u00a0", _numbered_units().sub("\\1\u00a0", words)))


@cache
def _numbered_units() -> re.Pattern[str]:
    """A kind of unit, called the same in all languages, before its number."""
    names = "|".join(unit.name for unit in catalog().units.values())
    return re.compile(rf"\b({names}) (?=\d{{1,2}}\b)")


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
    if any(item[:1].islower() for item in items):  # no row of names, but words that go on
        items = []
    for count in range(len(items) - 1, 0, -1) if len(items) > MANY else ():
        begun, left = sentence[: last.end()] + ", ".join(items[:count]), len(items) - count
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
    app.jinja_env.filters.update(shorten=in_short, outcome=in_the_end, unbroken=unbroken, is_long=is_long)
