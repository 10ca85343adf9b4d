"""An army list as plain text, to be pasted into a message and back: in full, short, in one line, or for a chat.

    Takeda vanguard [Buke, level 3, clan "Takeda"]
    (130 of 1200 koku, 200 of 650 VP; not legal at level 3)
    Units
    1. Yari Ashigaru × 7, standard-bearer, front 4, "First spears" (130 koku)
    Characters
    - Busho Buke, general, katana, in unit 1, "Baba" (200 VP)
    Taisho abilities: Banzai

Every style says the whole list; the full one and that for chats add what stands in parentheses, which the reader passes
over, as it does bold signs.
`reading` reads all of them, and what people type.
"""

from __future__ import annotations

import re
from typing import Literal

from companion.content import catalog
from companion.play.kensei.game import KENSEI
from companion.rules.kensei.army import Army, CharacterEntry, Roster, UnitEntry, judge, redacted

Style = Literal["full", "short", "one-line", "discord"]
To = Literal["open", "opponent"]
"""Whom a text is for: everything, or what an opponent may know (`companion.rules.kensei.army.secrecy`)."""
RULES = f"(checked by Gunbai: Kensei, first edition, rulings version {KENSEI.rules_version.rpartition('-')[2]})"
"""By which rules the verdict was given."""
_ABOUT = re.compile(r'^(?P<before>\d+\. |- |)(?P<what>[^\W\d_][^\[\]",:×(]*[^\[\]",:×(\s])(?P<after>.*)$')
PLAIN_NAME = re.compile(r'[^\W\d_][^\[\]();*"\\]*')
"""A list's name that needs no quotes: it begins with a letter and holds no sign of this format."""


def write(army: Army, style: Style = "full", to: To = "open") -> str:
    """The list as text. Reading it back gives the same list with ids u1, u2 …, c1, c2 … in its order; writing that
    again, the same text."""
    known = army if to == "open" else redacted(army, catalog(), to)
    assert known is not None
    whole = style in ("full", "discord")
    points = whole and to == "open"
    header, units, characters, abilities = (
        _header(known),
        _units(known, style, points),
        _characters(known, style, points),
        _abilities(known),
    )
    if style == "one-line":
        return "; ".join([header, *units, *characters, *abilities])
    if style == "short":
        return "\n".join([header, *units, *characters, *abilities])
    verdict = _verdict(army) if points else [_legal(army)]
    lines = [header, *verdict, RULES, "", "Units", *units, "", "Characters", *characters, *abilities]
    return "\n".join(map(_bold, lines) if style == "discord" else lines)


def _bold(line: str) -> str:
    """A line with what it is about in bold, as Discord and other chats write it."""
    if line.startswith("("):
        return line
    if line in ("Units", "Characters"):
        return f"**{line}**"
    return _ABOUT.sub(lambda found: f"{found['before']}**{found['what']}**{found['after']}", line, count=1)


def quoted(text: str) -> str:
    """A name or note between quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _header(army: Army) -> str:
    known = [army.path.title(), f"level {army.level}"]
    if army.clan:
        known.append(f"clan {quoted(army.clan)}")
    if army.mon:
        known.append(f"mon {quoted(army.mon)}")
    if army.koku_limit:
        known.append(f"koku limit {army.koku_limit}")
    name = army.name if PLAIN_NAME.fullmatch(army.name) or not army.name else quoted(army.name)
    return f"{name} [{', '.join(known)}]".strip()


def _units(army: Army, style: Style, points: bool) -> list[str]:
    roster = Roster.of(army, catalog())
    lines = []
    for number, unit in enumerate(army.units, 1):
        words = [f"{roster.profile(unit).name} × {unit.miniatures}"]
        words += ["standard-bearer"] if unit.standard_bearer else []
        words += [f"front {unit.front}"] if unit.front else []
        words += _own_words(unit)
        line = ", ".join(words) if style == "one-line" else f"{number}. " + ", ".join(words)
        lines.append(f"{line} ({roster.koku(unit)} koku)" if points else line)
    return lines


def _characters(army: Army, style: Style, points: bool) -> list[str]:
    roster = Roster.of(army, catalog())
    places = {unit.id: place for place, unit in enumerate(army.units, 1)}
    lines = []
    for one in army.characters:
        words = [roster.who(one).name]
        words += ["general"] if one.id == army.general else []
        words += [one.weapon] if one.weapon else []
        words += ["mounted"] if one.mounted else []
        words += [one.kind] if one.kind else []
        words += [f"in unit {places[one.joins]}"] if one.joins else []
        words += _own_words(one)
        line = ", ".join(words) if style == "one-line" else "- " + ", ".join(words)
        lines.append(f"{line} ({roster.vp(one)} VP)" if points else line)
    return lines


def _own_words(entry: UnitEntry | CharacterEntry) -> list[str]:
    words = [quoted(entry.name)] if entry.name else []
    words += [f"note {quoted(entry.note)}"] if entry.note else []
    return [*words, "benched"] if entry.benched else words


def _abilities(army: Army) -> list[str]:
    names = [catalog().taisho_abilities[id_].name for id_ in army.taisho_abilities]
    return [f"Taisho abilities: {', '.join(names)}"] if names else []


def _verdict(army: Army) -> list[str]:
    """Points and verdict, then every problem, each a line in parentheses."""
    verdict = judge(army, catalog())
    koku, vp = verdict.koku, verdict.vp
    legal = "legal" if verdict.legal else "not legal"
    points = f"{koku.spent} of {koku.allowed} koku, {vp.spent} of {vp.allowed} VP"
    return [
        f"({points}; {legal} at level {army.level})",
        *(f"(! {problem.message} {problem.rule})" for problem in verdict.problems),
    ]


def _legal(army: Army) -> str:
    """The verdict alone: what is wrong would tell of who hides."""
    legal = "legal" if judge(army, catalog()).legal else "not legal"
    return f"({legal} at level {army.level}; the opponent's version)"
