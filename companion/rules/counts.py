"""What the four games count, in words: "1 die", "7 dice"."""

from __future__ import annotations

from companion.rules.text import Text, counted


def dice(number: int) -> Text:
    """Dice of a roll."""
    return counted("%(num)s die", "%(num)s dice", number)


def damage_dice(number: int) -> Text:
    """Dice of a damage roll."""
    return counted("%(num)s damage die", "%(num)s damage dice", number)


def hits(number: int) -> Text:
    """Dice that hit."""
    return counted("%(num)s hit", "%(num)s hits", number)


def wounds(number: int) -> Text:
    """Damage a character has taken."""
    return counted("%(num)s wound", "%(num)s wounds", number)


def miniatures(number: int) -> Text:
    """Miniatures of a unit."""
    return counted("%(num)s miniature", "%(num)s miniatures", number)


def units(number: int) -> Text:
    """Units of an army."""
    return counted("%(num)s unit", "%(num)s units", number)


def characters(number: int) -> Text:
    """Characters of an army."""
    return counted("%(num)s character", "%(num)s characters", number)


def players(number: int) -> Text:
    """Who plays."""
    return counted("%(num)s player", "%(num)s players", number)


def cards(number: int) -> Text:
    """Cards of a hand, a stack or a deck."""
    return counted("%(num)s card", "%(num)s cards", number)


def coins(number: int) -> Text:
    """Coins of a purse or the pot."""
    return counted("%(num)s coin", "%(num)s coins", number)


def steps(number: int) -> Text:
    """Steps of a set-up."""
    return counted("%(num)s step", "%(num)s steps", number)


def battlefields(number: int) -> Text:
    """Battlefields a player has conquered."""
    return counted("%(num)s battlefield", "%(num)s battlefields", number)


def points(number: int) -> Text:
    """Points of a score."""
    return counted("%(num)s point", "%(num)s points", number)
