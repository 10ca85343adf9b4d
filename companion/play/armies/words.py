"""The words of an army list as plain text: `text` writes them in a language, `reading` reads them in any.

Whoever adds a language or changes one of these: `tests/play/armies/test_words.py` names what cannot be told apart.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import get_args

from companion.content.languages import Say, languages
from companion.play.armies.typed import QUOTED, divided
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.text import Text

LEVEL = Text("level %(level)s")
CLAN = Text("clan %(name)s")
MON = Text("mon %(name)s")
KOKU_LIMIT = Text("koku limit %(number)s")
UNITS = Text("Units")
CHARACTERS = Text("Characters")
STANDARD_BEARER = Text("standard-bearer")
FRONT = Text("front %(number)s")
GENERAL = Text("general")
MOUNTED = Text("mounted")
IN_UNIT = Text("in unit %(unit)s")
NOTE = Text("note %(text)s")
BENCHED = Text("benched")
ABILITIES = Text("Taisho abilities: %(names)s")
FIELDS = {
    "name": Text("name"),
    "clan": Text("clan"),
    "mon": Text("mon"),
    "path": Text("path"),
    "level": Text("level"),
    "koku limit": Text("koku limit"),
}
"""What a list says of itself, as problems name it."""
_OWN = (Text('"name"'), replace(NOTE, values={"text": '"…"'}), BENCHED)
OF_UNITS = (STANDARD_BEARER, replace(FRONT, values={"number": 4}), *_OWN)
OF_CHARACTERS = (
    GENERAL,
    Text("a weapon"),
    MOUNTED,
    *get_args(ShinobiKind),
    replace(IN_UNIT, values={"unit": 2}),
    *_OWN,
)
"""What may stand behind the name of one, as problems show it."""

HEADER = re.compile(rf'(?P<name>(?:{QUOTED}|[^\["])*)\[(?P<inside>(?:{QUOTED}|[^\]"])*)\]')
BEGINNINGS = (LEVEL, UNITS, CHARACTERS, ABILITIES)
"""What may begin the first line, where the list's name may stand instead."""
IN_HEADER = (LEVEL, CLAN, MON, KOKU_LIMIT)
IN_ENTRIES = (*BEGINNINGS, STANDARD_BEARER, FRONT, GENERAL, MOUNTED, IN_UNIT, NOTE, BENCHED)
_PLACE = re.compile(r"%\((\w+)\)s")
_HOLDS = {"level": r"\d+", "number": r"\d+", "text": QUOTED}
"""What a place holds; any words in the others."""


def in_english(part: str, *, titled: bool = False) -> str:
    """A line or an entry of a list, with the words of the format in English, from whatever language they are.

    Names stay: what stands in quotes, before the bracket of a header, and first in a line that may be the list's name
    (`titled`).
    """
    if header := HEADER.fullmatch(part):
        inside = (_item(item, IN_HEADER) for item in divided(header["inside"], ","))
        return f"{header['name']}[{','.join(inside)}]"
    first, *others = divided(part, ",")
    known = BEGINNINGS if titled else IN_ENTRIES
    return ",".join([_item(first, known), *(_item(item, IN_ENTRIES) for item in others)])


def _item(item: str, known: tuple[Text, ...]) -> str:
    """What stands between two commas: in English, if all of it is one of these words. A remark stays, and what follows
    a colon."""
    bare = item.strip()
    for word, _translated, pattern in translations():
        if (found := pattern.fullmatch(bare)) and word in known:
            values = found.groupdict()
            rest = values.pop("rest")
            return item.replace(bare, str(replace(word, values=values)) + rest, 1)
    return item


@cache
def translations() -> tuple[tuple[Text, str, re.Pattern[str]], ...]:
    """Every word, what it is in a language, and how that is recognized; those spelled as in English need none."""
    pairs = [(word, Say(language)(word)) for language in languages()[1:] for word in (*IN_HEADER, *IN_ENTRIES)]
    return tuple((word, one, _recognized(one)) for word, one in pairs if one.lower() != word.message.lower())


def _recognized(translated: str) -> re.Pattern[str]:
    """Whatever its capitals are, the shape of its apostrophes, and its spaces; around a colon there need be none."""
    pattern = ""
    for sign in re.findall(r"%\(\w+\)s|\s*:\s*|\s+|.", translated):
        if place := _PLACE.fullmatch(sign):
            pattern += rf"(?P<{place[1]}>{_HOLDS.get(place[1], '.+')})"
        elif ":" in sign:
            pattern += r"\s*:\s*"
        else:
            pattern += r"\s+" if sign.isspace() else "[’']" if sign in "’'" else re.escape(sign)
    return re.compile(rf"{pattern}(?P<rest>\s*(?::.*|\([^()]*\))?)", re.IGNORECASE)
