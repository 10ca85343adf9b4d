"""What the four games count, in words: "1 die", "7 dice"."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.text import Text, counted


def noun(one: str, many: str) -> Callable[[int], Text]:
    """A number of these in words."""
    return lambda number: counted(one, many, number)


dice = noun("%(num)s die", "%(num)s dice")
damage_dice = noun("%(num)s damage die", "%(num)s damage dice")
hits = noun("%(num)s hit", "%(num)s hits")
wounds = noun("%(num)s wound", "%(num)s wounds")
miniatures = noun("%(num)s miniature", "%(num)s miniatures")
units = noun("%(num)s unit", "%(num)s units")
characters = noun("%(num)s character", "%(num)s characters")
players = noun("%(num)s player", "%(num)s players")
cards = noun("%(num)s card", "%(num)s cards")
coins = noun("%(num)s coin", "%(num)s coins")
steps = noun("%(num)s step", "%(num)s steps")
"""Of a set-up."""
battlefields = noun("%(num)s battlefield", "%(num)s battlefields")
points = noun("%(num)s point", "%(num)s points")


def percent(chance: float) -> str:
    """A chance from 0 to 1 in whole percent, halves up: never 0 for what may happen, nor 100 for what may fail."""
    hundredths = round(chance * 100, 9)  # 0.285 * 100 is a little less than 28.5
    if chance > 0 and hundredths < 0.5:
        return "<\u00a01"
    if chance < 1 and hundredths >= 99.5:
        return ">\u00a099"
    return str(int(hundredths + 0.5))


def needed(due: int, given: int) -> Text:
    """That a roll has more dice, or fewer, than are due."""
    values = {"given": given}
    return counted("%(num)s die needed, %(given)s given.", "%(num)s dice needed, %(given)s given.", due, values)
