"""Takes in an army list in whatever form it comes: a JSON document, a link, or text, typed or in any language as `text`
writes it; every doubt is told by its line.

Nothing is corrected in silence and nothing is lost: the caller keeps the text, gets the list of all that was
understood, and a problem for each line, or part of one, that was not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, get_args

from companion.content import catalog
from companion.content.army_document import FORMAT, VERSION, read_document
from companion.play.armies import document, link, typed
from companion.play.armies.text import quoted
from companion.play.armies.typed import QUOTED, divided
from companion.play.armies.words import FIELDS, HEADER, OF_CHARACTERS, OF_UNITS, in_english
from companion.rules import counts
from companion.rules.kensei.army import Army
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.profiles import Path
from companion.rules.text import Problem, Refusal, Term, Text
from companion.rules.written import one_line

LONGEST = 64 * 1024
MOST_PROBLEMS = 50
PATHS = get_args(Path)
MOST_ALIKE = 20
"""Characters one line may hold."""
TYPED_WRONG = 0.8
"""How much (of 1) words have in common with a name they are most likely a slip of."""
_NUMBERED = re.compile(r"(?:(?P<number>\d{1,3})[.)]|[-*•–])\s+")
_MINIATURES = re.compile(r"\(?(\d{1,6})\s*(?:miniatures|minis|models|men)?\)?")
_HEADING = re.compile(r"(units|characters|army|army list|heroes)\s*:?", re.IGNORECASE)
_FIELD = re.compile(r"(?P<field>name|clan|mon|path|level|koku limit)\s*[:=]\s*(?P<value>.+)", re.IGNORECASE)
_IN_HEADER = re.compile(r"(?P<field>level|clan|mon|koku limit)\s+(?P<value>.+)", re.IGNORECASE)
_ABILITIES = re.compile(r"(?:taisho )?abilities\s*:\s*(?P<names>.*)", re.IGNORECASE)
_JOINS = re.compile(r"(?:in|joins)\s+(?:unit\s+)?(?P<unit>.+)", re.IGNORECASE)
_LINK = re.compile(r"\s*(?:\S+#)?(?:a[A-Za-z0-9_-]{11,}|A[0-9A-Z\-./:$]{12,})\s*")
_KEPT = re.compile(r"\s*\S+/[ls]/[A-Za-z0-9_-]{12,}(?:/\S*)?\s*")
"""A link that names a list kept on a server, and holds none."""
_MISSING = {
    "path": Text("The path is missing: begin with a line like [Buke, level 3]."),
    "level": Text("The level is missing: begin with a line like [Buke, level 3]."),
}


@dataclass(frozen=True, slots=True)
class Guess:
    """What words that were not understood may mean: names that can stand in their place."""

    problem: Problem
    words: str
    names: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was understood of a text (None: nothing), and what was not, by line."""

    army: Army | None
    problems: tuple[Problem, ...]
    missing: tuple[str, ...] = ()
    """What of path and level it does not say, so that it can be asked for."""
    asked: tuple[Problem, ...] = ()
    """Those of the problems that say so."""
    taken: tuple[Problem, ...] = ()
    """Those of the problems where nothing is lost: they say what was taken for something the text leaves open."""
    guesses: tuple[Guess, ...] = ()


def read_any(data: bytes | str, given: Mapping[str, str] | None = None, path: str = PATHS[0]) -> Pasted:
    """The list and every problem with it; the form is known by how it begins. `given` is what a text may leave out,
    `path` the likeliest of one that tells nothing of it."""
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
    return read(text, given, path)


def _pasted(read: Army | Refusal) -> Pasted:
    if isinstance(read, Army):
        return Pasted(read, ())
    return Pasted(None, read.problems or (Problem("", read.reason),))


def read(text: str, given: Mapping[str, str] | None = None, path: str = PATHS[0]) -> Pasted:
    """The list in a text of any of the styles. It is whole exactly when there are no problems.

    `given` is the path or the level chosen beside it; what the text says itself counts. `path`: that of a text that
    does not tell its own.
    """
    if len(text) > LONGEST:
        values = {"have": len(text), "most": LONGEST}
        return Pasted(None, (Problem("", Text("This has %(have)s letters; at most %(most)s are read.", values)),))
    if '"' not in text:  # a phone's keyboard has made them curly
        text = re.sub("[“”„]", '"', text)
    if not text.strip():
        nothing = Text("There is no army list here yet: paste a text, a link or an army document, or choose a file.")
        return Pasted(None, (Problem("", nothing),))
    path_in_text = re.search(rf"\b({'|'.join(PATHS)})\b", text, re.IGNORECASE)
    reader = _Reader(given=given or {}, path_in_text=path_in_text[0].lower() if path_in_text else path)
    for place, part in _parts(text):
        reader.read(place, part)
    return reader.result()


def put_right(text: str, place: str, words: str, name: str) -> str:
    """The text with this name for these words of a guess, where they stand in the line of its place."""
    lines = text.splitlines(keepends=True)
    number = _number_in(place)
    if words.split() and 0 < number <= len(lines):
        spaced = r"\s+".join(map(re.escape, words.split()))
        lines[number - 1] = re.sub(spaced, lambda _found: name, lines[number - 1], count=1, flags=re.IGNORECASE)
    return "".join(lines)


@dataclass(slots=True)
class _Reader:
    """The list as far as it is read. Places are `line 3`, or `line 1, entry 4` where a line holds several."""

    fields: dict[str, Any] = field(default_factory=dict)
    units: list[dict[str, Any]] = field(default_factory=list)
    characters: list[dict[str, Any]] = field(default_factory=list)
    abilities: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    asked: list[Problem] = field(default_factory=list)
    taken: list[Problem] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    """Where each part of the document came from, by its path there."""
    numbers: dict[str, str | None] = field(default_factory=dict)
    """The number written before a unit, and the unit's id; None where it was not read."""
    joins: list[tuple[str, dict[str, Any], str]] = field(default_factory=list)
    general: str | None = None
    ranked: list[tuple[dict[str, Any], str]] = field(default_factory=list)
    """Characters given by rank alone: who they are depends on the path."""
    given: Mapping[str, str] = field(default_factory=dict)
    path_in_text: str = PATHS[0]
    """The path that is most likely where neither the head nor an entry tells: one the text speaks of."""
    koku: tuple[str, str] = ("", "")
    """The koku of the head line, after their place."""
    first: bool = True
    """Nothing is read yet: a line that is nothing else is the name of the list."""

    def read(self, place: str, part: str) -> None:
        """Takes in one line, or one entry of a line."""
        part = re.sub(rf"({QUOTED})|\*\*", lambda found: found[1] or "", part)  # bold, in a chat
        numbered = _NUMBERED.match(part)
        number = numbered["number"] if numbered else None
        part = in_english(part[numbered.end() :] if numbered else part, titled=self.first)
        if part.startswith("(") or _HEADING.fullmatch(part) or not part.strip("-=_*# "):
            return
        if header := HEADER.fullmatch(part):
            self._header(place, header)
        elif head := typed.head(part, self.first):
            self._head(place, head)
        elif found := _FIELD.fullmatch(part):
            self._field(place, found["field"].lower(), _unquoted(found["value"]))
        elif found := _ABILITIES.fullmatch(_without_remarks(part)):
            self._abilities(place, found["names"])
        else:
            self._entries(place, part, number)
        self.first = False

    def result(self) -> Pasted:
        """The list of all that was read, checked like any document."""
        if not (self.fields.keys() - {"name"} or self.units or self.characters or self.abilities):
            if not self.guesses:
                self._blame("", Text("There is no army list in this text."))
            return self._pasted(None)
        for place, character, wanted in self.joins:
            self._join(place, character, wanted)
        missing = tuple(name for name in ("path", "level") if name not in {*self.fields, *self.places, *self.given})
        for name in [one for one in self.given if one not in self.fields]:
            self._field("", name, self.given[name])
        self._limit()
        for character, rank in self.ranked:
            character["character"] = f"{rank}-{self.fields.get('path') or self._likely_path()}"
        for name, message in _MISSING.items():
            if name not in self.fields | self.places:
                self.asked.append(self._blame("line 1", message))
        read = read_document(
            {
                "format": FORMAT,
                "version": VERSION,
                "path": self._likely_path(),
                "level": 1,
                **self.fields,
                "units": self.units,
                "characters": self.characters,
                "general": self.general,
                "taisho_abilities": self.abilities,
            }
        )
        if isinstance(read, Army):
            return self._pasted(read, missing)
        for problem in read.problems:
            self._blame(self._place_of(problem.path), problem.message)
        return self._pasted(None, missing)

    def _pasted(self, army: Army | None, missing: tuple[str, ...] = ()) -> Pasted:
        """The problems from the first line to the last, and what can be done about some of them."""
        problems = tuple(sorted(self.problems, key=lambda problem: _number_in(problem.path))[:MOST_PROBLEMS])
        return Pasted(army, problems, missing, tuple(self.asked), tuple(self.taken), tuple(self.guesses))

    def _limit(self) -> None:
        """The koku of a head line are what its level has anyway, or what the list costs; above every level, a limit."""
        place, koku = self.koku
        if koku and int(koku) > max(level.koku for level in catalog().levels.values()):
            self._field(place, "koku limit", koku)

    # ---- the list itself

    def _header(self, place: str, header: re.Match[str]) -> None:
        if name := _unquoted(header["name"].strip()):
            self._field(place, "name", name)
        for item in _items(header["inside"]):
            if item.lower() in PATHS:
                self._field(place, "path", item)
            elif found := _IN_HEADER.fullmatch(item):
                self._field(place, found["field"].lower(), _unquoted(found["value"]))
            else:
                values = {"item": _shown(item)}
                words = Text("%(item)s is not known here; known: path, level, clan, mon, koku limit.", values)
                self.places.setdefault("path", place)  # what the unknown word was meant to be, most likely
                self._blame(place, words)

    def _head(self, place: str, head: typed.TypedHead) -> None:
        for name, value in head.fields.items():
            if name == "koku":
                self.koku = (place, value)
            else:
                self._field(place, "koku limit" if name == "limit" else name, _unquoted(value))
        if head.entries:
            self._entries(place, head.entries, None)

    def _field(self, place: str, name: str, value: str) -> None:
        key = name.replace(" ", "_")
        if key in self.fields:
            known = {"name": FIELDS[name]}
            self._blame(place, Text("The %(name)s is given a second time; the first one counts.", known))
        elif key == "path":
            if value.lower() in PATHS:
                self.fields[key] = value.lower()
            else:
                values = {"path": _shown(value)}
                self._blame(place, Text("There is no path %(path)s; there are Kuge, Buke and Sohei.", values))
        elif key in ("level", "koku_limit"):
            if value.isascii() and value.isdecimal() and len(value) < 10:
                self.fields[key] = int(value)
            else:
                given = {"name": FIELDS[name], "value": _shown(value)}
                self._blame(place, Text("The %(name)s is a number; this is %(value)s.", given))
        else:
            self.fields[key] = value
        self.places[key] = place

    def _abilities(self, place: str, names: str) -> None:
        known = {_plain(ability.name): id_ for id_, ability in catalog().taisho_abilities.items()}
        known |= {_plain(id_): id_ for id_ in catalog().taisho_abilities}
        for name in _items(names):
            if id_ := known.get(_plain(name)):
                self.places[f"taisho_abilities.{len(self.abilities)}"] = place
                self.abilities.append(id_)
            else:
                labels = {words: catalog().taisho_abilities[id_].name for words, id_ in known.items()}
                self._unknown(place, name, Text("Taisho ability"), labels)

    # ---- entries

    def _entries(self, place: str, part: str, number: str | None) -> None:
        """A line of units and characters: one, with a name before its colon or none, or several between commas."""
        name, colon, after = part.partition(":")
        behind = typed.items(after) if colon and '"' not in name and typed.entry(name) is None else []
        items, own, bare = typed.items(part), [], name.strip()
        if behind and typed.starts(behind[0]):
            items = behind
            if bare and not _HEADING.fullmatch(name):
                own = ["general"] if bare.lower() == "general" else [quoted(bare)]
        if self.first and not own and "," not in part and number is None and self._names_the_list(place, part, items):
            return
        entry: list[str] = []
        for item in items:
            if entry and typed.starts(item):
                self._entry(place, [*entry, *own], number)
                entry, own, number = [], [], None
            entry.append(item)
        self._entry(place, [*entry, *own], number)

    def _names_the_list(self, place: str, part: str, items: list[str]) -> bool:
        """Takes the first line as the name of the list, unless all of it is an entry, or is one but for a letter.

        What could be both is said: a name with a number, and a character's name that stands alone.
        """
        if typed.all_known(items):
            found = typed.entry(items[0]) if len(items) == 1 and "entry" not in place else None
            if found is not None and found.kind != "unit" and found.count is None:
                values = {"who": _shown(part)}
                words = Text("%(who)s is taken as a character here. Or is it the name of the list?", values)
                self.guesses.append(Guess(self._take(place, words), part, (Term(f"Name: {part}"),)))
            return False
        if _like(_plain(typed.name_in(part)), _known(), alike=TYPED_WRONG):
            return False
        if re.search(r"\d", part):
            self._take(place, Text("%(words)s is taken as the name of the list.", {"words": _shown(part)}))
        self._field(place, "name", _unquoted(part))
        return True

    def _entry(self, place: str, items: list[str], number: str | None) -> None:
        first = items[0] if items else ""
        found = typed.entry(first)
        if found is None or (found.count not in (None, "1") and _rank_of(found) == "special"):
            self._unknown(place, first, Text("unit or character"), _known())
            if number or re.search(r"\d", first):  # of so many miniatures: a unit, which others may have joined
                self.numbers[number or str(len(self.numbers) + 1)] = None
        elif found.kind == "unit":
            for _ in range(min(found.times, MOST_ALIKE)):
                self._unit(place, found.id, found.count, items[1:], number)
                number = None
        else:
            given = found.count or "1"
            if not given.isdecimal():
                self._take(place, _wrong_number(typed.name_in(first), given, 1))
                given = "1"
            count = min(int(given[:3]), MOST_ALIKE)
            levels, rank = catalog().levels.values(), _rank_of(found)
            if count > max(level.characters[rank] for level in levels):  # type: ignore[index]
                values = {"words": _shown(first)}
                words = Text("%(words)s is taken as a number of characters; no level allows so many.", values)
                self._take(place, words)
            for _ in range(count):
                self._character(place, found.id if found.kind == "character" else f"{found.id}-{PATHS[1]}", items[1:])
                if found.kind == "rank":
                    self.ranked.append((self.characters[-1], found.id))

    def _unit(self, place: str, id_: str, count: str | None, items: list[str], number: str | None) -> None:
        wrong = count if count and not count.isdecimal() else None
        miniatures = int(count) if count and not wrong and len(count) < 7 else None
        unit: dict[str, Any] = {"id": f"u{len(self.units) + 1}", "unit": id_, "miniatures": miniatures}
        for item in items:
            lower, uncounted = item.lower(), unit["miniatures"] is None and not wrong
            if lower in typed.STANDARDS:
                unit["standard_bearer"] = True
            elif found := re.fullmatch(r"(?:front\s*|f)(\d{1,3})", lower):
                unit["front"] = int(found[1])
            elif uncounted and (found := _MINIATURES.fullmatch(lower)):
                unit["miniatures"] = int(found[1])
            elif uncounted and re.fullmatch(typed.WRONG, item):
                wrong = item
            elif re.fullmatch(r"\(\d+\)", item):  # a remark, where the number stands already
                continue
            elif not _own_word(unit, item):
                self._blame(place, _not_known(item, OF_UNITS))
        if unit["miniatures"] is None:
            name, basic = catalog().units[id_].name, catalog().units[id_].basic_unit
            unit["miniatures"], values = basic, {"unit": name, "basic": basic}
            message = Text("%(unit)s: how many? The basic unit of %(basic)s is taken.", values)
            message = _wrong_number(name, wrong, basic) if wrong else message
            if Problem(place, message) not in self.taken:  # once for several units of one line
                self._take(place, message)
        self.places[f"units.{len(self.units)}"] = place
        self.numbers[number or str(len(self.numbers) + 1)] = unit["id"]
        self.units.append(unit)

    def _character(self, place: str, id_: str, items: list[str]) -> None:
        character: dict[str, Any] = {"id": f"c{len(self.characters) + 1}", "character": id_}
        weapons = {_plain(weapon): weapon for weapon in catalog().weapons}
        for item in items:
            lower = item.lower()
            if lower == "general" and self.general is None:
                self.general = character["id"]
            elif lower in (*typed.RIDING, "on foot"):
                character["mounted"] = lower != "on foot"
            elif lower in get_args(ShinobiKind):
                character["kind"] = lower
            elif not item.startswith('"') and _plain(item) in weapons:
                character["weapon"] = weapons[_plain(item)]
            elif found := _JOINS.fullmatch(item):
                self.joins.append((place, character, _unquoted(found["unit"])))
            elif not _own_word(character, item):
                self._blame(place, _not_known(item, OF_CHARACTERS))
        self.places[f"characters.{len(self.characters)}"] = place
        self.characters.append(character)

    def _join(self, place: str, character: dict[str, Any], wanted: str) -> None:
        """The unit of that number, or the only one of that name or kind."""
        named = [
            unit["id"]
            for unit in self.units
            if _plain(wanted) in (_plain(unit.get("name", "")), _plain(unit["unit"])) and _plain(wanted)
        ]
        if wanted in self.numbers:
            character["joins"] = self.numbers[wanted]
        elif len(named) == 1:
            character["joins"] = named[0]
        else:
            values = {"wanted": _shown(wanted), "count": counts.units(len(self.units)), "same": len(named)}
            message = Text("There is no unit %(wanted)s to join; the list has %(count)s.", values)
            if named:
                message = Text("%(same)s units are called %(wanted)s: name one by its number.", values)
            self._blame(place, message)

    # ---- problems

    def _unknown(self, place: str, name: str, what: Text, known: dict[str, str]) -> None:
        words = typed.name_in(name)
        like = _like(_plain(words), known) if typed.entry(name) is None else []
        values = {"what": what, "name": _shown(name), "like": " / ".join(like)}
        if like:
            problem = self._blame(place, Text("There is no %(what)s %(name)s. Is %(like)s meant?", values))
            length = len(_plain(words).split())  # a name in the place of more words would lose some of them
            names = tuple(Term(one) for one in like if len(_plain(one).split()) >= length)
            self.guesses += [Guess(problem, words, names)] if names else []
        else:
            self._blame(place, Text("There is no %(what)s %(name)s.", values))

    def _take(self, place: str, message: Text) -> Problem:
        """Says what was taken for something the text leaves open."""
        self.taken.append(self._blame(place, message))
        return self.taken[-1]

    def _blame(self, place: str, message: Text) -> Problem:
        self.problems.append(Problem(place, message))
        return self.problems[-1]

    def _place_of(self, path: str) -> str:
        """The line a part of the document came from: that of `units.2` for `units.2.front`."""
        while path and path not in self.places:
            path = path.rpartition(".")[0]
        return self.places.get(path, "")

    def _likely_path(self) -> str:
        """Where no path is given: the one of the first unit or character that has one."""
        units = (catalog().units[one["unit"]].path for one in self.units)
        characters = (catalog().characters[one["character"]].path for one in self.characters)
        return next(filter(None, (*units, *characters)), self.path_in_text)


# ---- the parts of a text


def _number_in(place: str) -> int:
    """The number of the line, 0 for the whole."""
    found = re.search(r"\d+", place)
    return int(found[0]) if found else 0


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Every entry with its place: the lines, and within a line what semicolons outside quotes divide."""
    for number, line in enumerate(text.splitlines(), 1):
        parts = [line] if line.strip().startswith("(") else divided(line, ";")
        for entry, part in enumerate(parts, 1):
            if clean := one_line(part):
                yield (f"line {number}" if len(parts) == 1 else f"line {number}, entry {entry}"), clean


def _items(text: str) -> list[str]:
    return [item for part in divided(text, ",") if (item := part.strip())]


def _without_remarks(text: str) -> str:
    """Without what stands in parentheses outside quotes: prices and remarks."""
    return re.sub(rf"({QUOTED})|\([^()]*\)", lambda found: found[1] or "", text).strip()


def _unquoted(text: str) -> str:
    if len(text) >= 2 and re.fullmatch(QUOTED, text):
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text


def _own_word(entry: dict[str, Any], item: str) -> bool:
    """Takes in a name, a note or the bench, which units and characters have alike; says whether it was one."""
    if re.fullmatch(QUOTED, item) and "name" not in entry:
        entry["name"] = _unquoted(item)
    elif (found := re.fullmatch(rf"note:?\s*({QUOTED})", item, re.IGNORECASE)) and "note" not in entry:
        entry["note"] = _unquoted(found[1])
    elif item.lower() in ("benched", "bench", "on the bench"):
        entry["benched"] = True
    else:
        return False
    return True


def _not_known(item: str, known: tuple[Text | str, ...]) -> Text:
    return Text("%(item)s is not known here; known: %(known)s.", {"item": _shown(item), "known": known})


def _wrong_number(name: str, given: str, least: int) -> Text:
    values = {"name": name, "given": _shown(given), "least": least}
    return Text(
        "%(name)s: the number is %(given)s; a whole number of %(least)s or more is needed. %(least)s is taken.", values
    )


def _known() -> dict[str, str]:
    """What every unit and character is called, by its name and id for comparing."""
    tables: tuple[Mapping[str, Any], ...] = (catalog().units, catalog().characters)
    return {_plain(words): one.name for table in tables for id_, one in table.items() for words in (one.name, id_)}


def _rank_of(found: typed.TypedEntry) -> str:
    """The rank of a character; a unit has none."""
    if found.kind == "character":
        return catalog().characters[found.id].rank
    return found.id if found.kind == "rank" else ""


def _plain(name: str) -> str:
    """A name for comparing: small letters and single spaces, so that `No-Dachi  samurai` is `no dachi samurai`."""
    return " ".join(re.findall(r"[^\W_]+", name.lower()))


def _like(name: str, known: dict[str, str], alike: float = 0.6) -> list[str]:
    """The names of the two that look most like it, if any do."""
    return list(dict.fromkeys(known[near] for near in get_close_matches(name, known, n=2, cutoff=alike)))


def _shown(text: str) -> str:
    return f'"{text[:40]}…"' if len(text) > 40 else f'"{text}"'
