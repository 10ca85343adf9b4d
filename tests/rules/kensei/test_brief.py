"""Kensei in short, kept as text: as the rules have it, and what each setting of a table changes in it."""

from collections.abc import Iterator
from dataclasses import replace

from companion.rules.house import asked
from companion.rules.kensei.brief import (
    COMMAND,
    HONOR_BONUS,
    INITIATIVE,
    NUMBERS,
    SETTLED,
    SIGN,
    TABLES,
    settled_actions,
    settled_dry,
    settled_honor,
    settled_modifiers,
    settled_reason,
    shown_value,
)
from companion.rules.kensei.settings import Settings
from tests.golden.told import cases, changed


def in_short(settings: Settings) -> Iterator[str]:
    """Each row with its section, the sign or amount first."""
    for number, title in TABLES:
        yield str(title)
        for rule in settled_modifiers(number, settings):
            sign = SIGN if rule.id in SETTLED else ""
            yield f"{shown_value(rule)}{sign} {settled_reason(rule, settings)} ({rule.rule})"
    for rows in (settled_honor(settings), settled_actions(settings), INITIATIVE, HONOR_BONUS, COMMAND):
        yield from (f"{sign} {words} ({rule})" for sign, words, rule in rows)
    yield f"{SIGN} {settled_dry(settings)}"


def told(lines: list[str]) -> Iterator[str]:
    yield from lines
    usual = list(in_short(Settings()))
    if lines == ["as usual"]:
        yield from (f"  {line}" for line in (*usual, *(f"{sign} {words} ({rule})" for sign, words, rule in NUMBERS)))
        return
    name, _, value = lines[0].partition("=")
    other = list(in_short(replace(Settings(), **{name: value})))
    yield from (f"  no more: {line}" for line in usual if line not in other)
    yield from (f"  but: {line}" for line in other if line not in usual)


def test_what_is_said_in_short() -> None:
    assert not changed("in-short", told)
    settings = [f"{one.name}={value}" for one in asked(Settings) for value in one.values[1:]]
    assert [case.split("\n")[0] for case in cases("in-short")] == ["as usual", *settings]
