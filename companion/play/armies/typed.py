"""How people type a list on a phone: heads in any order, details without commas, names by their first words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import get_args

from companion.content import catalog
from companion.rules.kensei.army.joining import ShinobiKind

LONGEST_ITEM = 120
"""Letters; what is longer is no entry anybody typed, and is not taken apart."""
QUOTED = r'"(?:[^"\\]|\\.)*"'
RANKS = ("daimyo", "taisho", "busho")
"""Ranks each path has a Bushi of its own of."""
STANDARDS = ("standard-bearer", "standard bearer", "standard", "banner", "flag", "sb", "std", "std bearer")
RIDING = ("mounted", "on horseback", "on a horse", "on horse", "horse")
ALIASES = {
    "samurai archer": "yumi-samurai",
    "archer samurai": "yumi-samurai",
    "samurai bowmen": "yumi-samurai",
    "bow samurai": "yumi-samurai",
    "ashigaru archer": "yumi-ashigaru",
    "archer ashigaru": "yumi-ashigaru",
    "ashigaru bowmen": "yumi-ashigaru",
    "bow ashigaru": "yumi-ashigaru",
    "samurai spearmen": "yari-samurai",
    "spear samurai": "yari-samurai",
    "ashigaru spearmen": "yari-ashigaru",
    "spear ashigaru": "yari-ashigaru",
    "ashigaru slinger": "ishitsubute-ashigaru",
    "teppo ashigaru": "teppotai",
}
"""What else some units are called."""
_HEAD_WORD = re.compile(
    r"[\s,;:.(–-]*(?:"
    r"(?:path\s*[:=]?\s*)?\b(?P<path>kuge|buke|sohei)\b"
    r"|\bl(?:evel|vl|v)?\s*[.:=]?\s*(?P<level>\d{1,2})\b"
    r"|\bkoku\s+limit\s*[:=]?\s*(?P<limit>\d{1,6})\b"
    r"|\b(?P<koku>\d{1,6})\s*koku\b"
    r"|\b(?P<bare>\d{1,2})(?=\s*(?:$|[:,;)])))",
    re.IGNORECASE,
)
_HEAD_BREAK = re.compile(r"\s*[,:(–]\s*|\s+-\s+")
_ENTRIES_AFTER = re.compile(r"\s*:\s*(?P<entries>.*\S)|[\s.,:;)]*")
_UNITS_OF = re.compile(r"(?:(?P<times>[1-9]|1\d|20)\s+)?units?\s+of\s+(?P<rest>.+)", re.IGNORECASE)
_COUNT_FIRST = re.compile(r"(?P<count>\d+)\s*(?:[x×*]\s*)?(?P<name>\D.*)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(?P<name>.*?\S)\s*(?:[x×*:]\s*|\s)(?P<count>\d+)", re.IGNORECASE)
WRONG = r"(?P<count>[-−]\d+|[-−]?\d+[.,]\d+)"
"""What stands in the place of a number and is no whole one."""
_WRONG_FIRST = re.compile(rf"{WRONG}\s*(?:[x×*]\s*)?(?P<name>\D.*)", re.IGNORECASE)
_WRONG_LAST = re.compile(rf"(?P<name>\D*[^\W\d_])\s*(?:[x×*:]\s*|\s){WRONG}", re.IGNORECASE)
_OWN_ITEM = re.compile(rf"(?:\b(?:in(?:\s+unit)?|joins|note:?)\s*)?{QUOTED}", re.IGNORECASE)
_PRICE = re.compile(rf"({QUOTED})|[\s:=–-]*\b\d+\s*(?:koku|vp)\b", re.IGNORECASE)
_IN_PARENTHESES = re.compile(rf"({QUOTED})|\(([^()]*)\)")
_JOINED = re.compile(r"(?:in|joins)\s", re.IGNORECASE)
_SPOKEN = re.compile(r"\s+(?:with|w/|and|\+)\s+(?:an?\s+|the\s+)?|\s+(?=in\s|joins\s)", re.IGNORECASE)
_LAST, _FIRST = r"(?:(?P<rest>.*?\S)\s+)?%s", r"%s\s+(?P<rest>\S.*)"
"""Where a detail stands among other words of its entry."""


@dataclass(frozen=True, slots=True)
class TypedHead:
    """What the first line says of the list, by field; `entries` is what follows it on the same line."""

    fields: dict[str, str]
    entries: str = ""


@dataclass(frozen=True, slots=True)
class TypedEntry:
    """One unit or character as typed: `kind` is `unit`, `character` or `rank`, whose path is still open."""

    kind: str
    id: str
    count: str | None = None
    times: int = 1


# ---- the head line


def head(part: str, named: bool) -> TypedHead | None:
    """Path and level in either order, with the koku where they stand there; after a name, which may be alone with the
    level, too."""
    if found := _plain_head(part):
        return found
    for gap in _HEAD_BREAK.finditer(part[:LONGEST_ITEM]) if named else ():
        name, after = part[: gap.start()].strip(), _plain_head(part[gap.end() :])
        if name and after and "level" in after.fields and not after.entries and entry(name) is None:
            return TypedHead({"name": name, **after.fields})
    return None


def _plain_head(part: str) -> TypedHead | None:
    fields: dict[str, str] = {}
    end, last = 0, ""
    while word := _HEAD_WORD.match(part, end):
        kind = str(word.lastgroup)
        name = "level" if kind == "bare" else kind
        if name in fields or (kind == "bare" and last != "path"):
            break
        fields[name] = word[kind]
        end, last = word.end(), kind
    after = _ENTRIES_AFTER.fullmatch(part, end)
    if after is None or not {"path", "level"} & fields.keys():
        return None
    return TypedHead(fields, after["entries"] or "")


# ---- entries


def items(part: str) -> list[str]:
    """The parts of an entry: what commas divide, and what people say without one."""
    part = _IN_PARENTHESES.sub(_remark, _PRICE.sub(lambda found: found[1] or "", part))
    part = _OWN_ITEM.sub(lambda found: f",{found[0]},", part)
    return [piece for item in divided(part, ",") if (clean := item.strip()) for piece in _taken_apart(clean)]


def divided(text: str, sign: str) -> list[str]:
    """The text between these signs, those inside quotes left alone."""
    parts, start = [], 0
    for found in re.finditer(rf'{QUOTED}|"|{sign}', text):
        if found[0] == sign:
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]


def starts(item: str) -> bool:
    """Whether an item after a comma begins an entry of its own."""
    found = None if '"' in item or _JOINED.match(item) else entry(item)
    return found is not None and (found.count is not None or not _detail().fullmatch(item))


def all_known(found: list[str]) -> bool:
    """Whether these items are an entry from the first to the last: nothing in them but names, numbers and details."""
    return bool(found) and starts(found[0]) and all(starts(one) or _is_detail(one) for one in found[1:])


def _is_detail(item: str) -> bool:
    return '"' in item or bool(_JOINED.match(item) or _detail().fullmatch(item) or re.fullmatch(r"\(?\d+\)?", item))


def entry(words: str) -> TypedEntry | None:
    """The unit or character of these words with its number, None where there is none of that name."""
    if len(words) > LONGEST_ITEM:
        return None
    times, name, count = _counted(words)
    found = _of_name(name, count)
    return TypedEntry(*found, count, times) if found else None


def name_in(words: str) -> str:
    """The words of an entry without its number."""
    return _counted(words)[1]


def _counted(words: str) -> tuple[int, str, str | None]:
    """How many units of it there are, its name, and its number, or what stands in the place of one."""
    several = _UNITS_OF.fullmatch(words)
    times, words = (int(several["times"] or 1), several["rest"]) if several else (1, words)
    ways = (_WRONG_FIRST, _WRONG_LAST, _COUNT_FIRST, _COUNT_LAST)
    counted = next(filter(None, (way.fullmatch(words) for way in ways)), None)
    return (times, counted["name"], counted["count"]) if counted else (times, words, None)


def _of_name(name: str, count: str | None) -> tuple[str, str] | None:
    key = _key(name)
    if found := _names().get(key):
        return found
    if count is None and _detail().fullmatch(name):
        return None  # a weapon, not the unit that begins with its name
    near = _beginnings().get(key, ())
    return ("unit", near[0]) if len(near) == 1 else None


def _remark(found: re.Match[str]) -> str:
    """What stands in parentheses is a remark, unless it is a number or details of the entry."""
    if found[1]:
        return found[1]
    inside = found[2].strip()
    if inside.isascii() and inside.isdecimal():
        return f",({inside}),"
    return f",{inside}," if all(_detail().fullmatch(word.strip()) for word in inside.split(",")) else ""


def _taken_apart(item: str) -> list[str]:
    if '"' in item or _JOINED.match(item) or len(item) > LONGEST_ITEM:
        return [item]
    return [piece for words in _SPOKEN.split(item) if words for piece in _peeled(words)]


def _peeled(words: str) -> list[str]:
    """An entry and the details typed before and behind it without a comma."""
    if _JOINED.match(words):
        return [words]
    details: list[str] = []
    while words and entry(words) is None:
        if last := _detail(_LAST).fullmatch(words):
            words, details = last["rest"] or "", [last["detail"], *details]
        elif first := _detail(_FIRST).fullmatch(words):
            words, details = first["rest"], [*details, first["detail"]]
        else:
            break
    return [words, *details] if words else details


# ---- the names


def _key(name: str) -> str:
    """A name for comparing: without spaces, hyphens and plural, so that `no-dachi samurais` is `nodachisamurai`."""
    return "".join(word.removesuffix("s") for word in re.findall(r"[^\W_]+", name.lower()))


@cache
def _names() -> dict[str, tuple[str, str]]:
    names = {_key(rank): ("rank", rank) for rank in RANKS}
    for kind, table in (("character", catalog().characters), ("unit", catalog().units)):
        for id_, one in table.items():
            names[_key(one.name)] = names[_key(id_)] = (kind, id_)
    return names | {_key(alias): ("unit", id_) for alias, id_ in ALIASES.items()}


@cache
def _beginnings() -> dict[str, tuple[str, ...]]:
    """The units whose name begins with these words."""
    found: dict[str, tuple[str, ...]] = {}
    for id_ in catalog().units:
        words = id_.split("-")
        for count in range(1, len(words)):
            key = _key(" ".join(words[:count]))
            if len(key) > 2:
                found[key] = (*found.get(key, ()), id_)
    return found


@cache
def _detail(around: str = "%s") -> re.Pattern[str]:
    """What a detail of an entry looks like, with what stands around it."""
    weapons = [weapon.replace("-", r"[\s-]+") for weapon in catalog().weapons]
    words = [*STANDARDS, *RIDING, "on foot", "general", "benched", *get_args(ShinobiKind)]
    details = "|".join([r"front\s*\d{1,3}", r"f\d{1,3}", *weapons, *map(re.escape, words)])
    return re.compile(around % f"(?P<detail>{details})", re.IGNORECASE)
