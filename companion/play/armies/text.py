"""An army list as plain text, to be pasted into a message and back: in full, short, in one line, or for a chat.

    Takeda vanguard [Buke, level 3, clan "Takeda"]
    (130 of 1200 koku, 200 of 650 VP; not legal at level 3)
    Units
    1. Yari Ashigaru × 7, standard-bearer, front 4, "First spears" (130 koku)
    Characters
    - Busho Buke, general, katana, in unit 1, "Baba" (200 VP)
    Taisho abilities: Banzai

Every style says the whole list; the full one and that for chats add what stands in parentheses, which the reader passes
over, as it does bold signs. The words of the format are said in the reader's language, the names are those of the book.
`reading` reads all of them in every language (`words`), and what people type.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.content import catalog
from companion.play.armies import words
from companion.play.kensei.game import KENSEI
from companion.rules.kensei.army import Army, CharacterEntry, Roster, UnitEntry, judge, redacted
from companion.rules.text import Text

Style = Literal["full", "short", "one-line", "discord"]
To = Literal["open", "opponent"]
"""Whom a text is for: everything, or what an opponent may know (`companion.rules.kensei.army.secrecy`)."""
RULES = Text(
    "checked by Gunbai: Kensei, first edition, rulings version %(version)s",
    {"version": KENSEI.rules_version.rpartition("-")[2]},
)
"""By which rules the verdict was given."""
_ABOUT = re.compile(r'^(?P<before>\d+\. |- |)(?P<what>[^\W\d_][^\[\]",:×(]*[^\[\]",:×(\s])(?P<after>.*)$')
_SPENT = Text("%(koku)s of %(most_koku)s koku, %(vp)s of %(most_vp)s VP")
_LEGAL, _NOT_LEGAL = Text("legal at level %(level)s"), Text("not legal at level %(level)s")
_FOR_OPPONENT = Text("the opponent's version")
_BOTH = Text("%(one)s; %(other)s")
PLAIN_NAME = re.compile(r'[^\W\d_][^\[\]();*"“”„\\]*')
"""A list's name that needs no quotes: it begins with a letter and holds no sign of this format."""


def write(army: Army, style: Style = "full", to: To = "open", say: Callable[[Text], str] = str) -> str:
    """The list as text, in the language of who says it. Reading it back gives the same list with ids u1, u2 …, c1, c2 …
    in its order; writing that again, the same text."""
    known = army if to == "open" else redacted(army, catalog(), to)
    assert known is not None
    return _Writer(known, style, style in ("full", "discord") and to == "open", say).write(army)


def example(say: Callable[[Text], str]) -> str:
    """A short list, to show how one is written."""
    units = (UnitEntry("u1", "yari-ashigaru", 7, standard_bearer=True), UnitEntry("u2", "katana-samurai", 5))
    busho = CharacterEntry("c1", "busho-buke", "katana", joins="u2")
    return write(Army("buke", 3, units, (busho,), say(Text("Takeda vanguard")), general="c1"), "short", say=say)


def quoted(text: str) -> str:
    """A name or note between quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@dataclass(frozen=True, slots=True)
class _Writer:
    """What of a list may be told, how, with points or without, and in whose language."""

    army: Army
    style: Style
    points: bool
    say: Callable[[Text], str]

    def write(self, whole: Army) -> str:
        """The list; the verdict is that of the whole one."""
        header, units, characters, abilities = self.header(), self.units(), self.characters(), self.abilities()
        if self.style in ("one-line", "short"):
            return ("; " if self.style == "one-line" else "\n").join([header, *units, *characters, *abilities])
        headings = (self.translated(words.UNITS), self.translated(words.CHARACTERS))
        remarks = [*self.verdict(whole), f"({self.say(RULES)})"]
        lines = [header, *remarks, "", headings[0], *units, "", headings[1], *characters, *abilities]
        return "\n".join(_bold(line, headings) for line in lines) if self.style == "discord" else "\n".join(lines)

    def translated(self, word: Text, **values: Any) -> str:
        """A word of the format with its values."""
        return self.say(replace(word, values=values))

    def header(self) -> str:
        army = self.army
        known = [army.path.title(), self.translated(words.LEVEL, level=army.level)]
        if army.clan:
            known.append(self.translated(words.CLAN, name=quoted(army.clan)))
        if army.mon:
            known.append(self.translated(words.MON, name=quoted(army.mon)))
        if army.koku_limit:
            known.append(self.translated(words.KOKU_LIMIT, number=army.koku_limit))
        name = army.name if PLAIN_NAME.fullmatch(army.name) or not army.name else quoted(army.name)
        return f"{name} [{', '.join(known)}]".strip()

    def units(self) -> list[str]:
        roster = Roster.of(self.army, catalog())
        lines = []
        for number, unit in enumerate(self.army.units, 1):
            parts = [f"{roster.profile(unit).name} × {unit.miniatures}"]
            parts += [self.translated(words.STANDARD_BEARER)] if unit.standard_bearer else []
            parts += [self.translated(words.FRONT, number=unit.front)] if unit.front else []
            price = Text("%(koku)s koku", {"koku": roster.koku(unit)})
            lines.append(self.line(f"{number}. ", [*parts, *self.own_words(unit)], price))
        return lines

    def characters(self) -> list[str]:
        roster = Roster.of(self.army, catalog())
        places = {unit.id: place for place, unit in enumerate(self.army.units, 1)}
        lines = []
        for one in self.army.characters:
            parts = [roster.who(one).name]
            parts += [self.translated(words.GENERAL)] if one.id == self.army.general else []
            parts += [one.weapon] if one.weapon else []
            parts += [self.translated(words.MOUNTED)] if one.mounted else []
            parts += [one.kind] if one.kind else []
            parts += [self.translated(words.IN_UNIT, unit=places[one.joins])] if one.joins else []
            price = Text("%(vp)s VP", {"vp": roster.vp(one)})
            lines.append(self.line("- ", [*parts, *self.own_words(one)], price))
        return lines

    def line(self, begin: str, parts: list[str], price: Text) -> str:
        line = ("" if self.style == "one-line" else begin) + ", ".join(parts)
        return f"{line} ({self.say(price)})" if self.points else line

    def own_words(self, entry: UnitEntry | CharacterEntry) -> list[str]:
        parts = [quoted(entry.name)] if entry.name else []
        parts += [self.translated(words.NOTE, text=quoted(entry.note))] if entry.note else []
        return [*parts, self.translated(words.BENCHED)] if entry.benched else parts

    def abilities(self) -> list[str]:
        names = [catalog().taisho_abilities[id_].name for id_ in self.army.taisho_abilities]
        return [self.translated(words.ABILITIES, names=", ".join(names))] if names else []

    def verdict(self, army: Army) -> list[str]:
        """Whether it is legal, with its points and problems where they may be told: each a line in parentheses."""
        verdict = judge(army, catalog())
        legal = replace(_LEGAL if verdict.legal else _NOT_LEGAL, values={"level": army.level})
        if not self.points:  # the verdict alone: what is wrong would tell of who hides
            return [f"({self.translated(_BOTH, one=legal, other=_FOR_OPPONENT)})"]
        koku, vp = verdict.koku, verdict.vp
        values = {"koku": koku.spent, "most_koku": koku.allowed, "vp": vp.spent, "most_vp": vp.allowed}
        points = f"({self.translated(_BOTH, one=replace(_SPENT, values=values), other=legal)})"
        return [points, *(f"(! {self.say(one.message)} {one.rule})" for one in verdict.problems)]


def _bold(line: str, headings: tuple[str, ...]) -> str:
    """A line with what it is about in bold, as Discord and other chats write it."""
    if line.startswith("("):
        return line
    if line in headings:
        return f"**{line}**"
    return _ABOUT.sub(lambda found: f"{found['before']}**{found['what']}**{found['after']}", line, count=1)
