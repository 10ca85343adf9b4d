"""The battle sheet (7:1:1): what a table writes down in a battle of its type, for two sides."""

from __future__ import annotations

from companion.content.drawings import OWN_ID
from companion.rules.kensei.victory import FOOT, HEAD_OF_GENERAL, HEADS, LAST_TURN, LONER, RIDER, Battle
from companion.rules.text import Text
from printables.book import Book
from printables.flow import page_heading
from printables.ink import Role
from printables.livery import LIVERIES
from printables.model import Army
from printables.pen import Pen

NAMES: dict[Battle, Text] = {
    "pitched": Text("Pitched battle"),
    "assassination": Text("Assassination"),
    "head-hunt": Text("Head hunt"),
}
AIMS: dict[Battle, Text] = {
    "pitched": Text("6 turns. Koku of enemy units destroyed, standard-bearers included, and VP of characters slain."),
    "assassination": Text("No limit of turns. Whoever kills the enemy general wins."),
    "head-hunt": Text("6 turns. Points for what you remove. If all enemy characters are dead, you win at once."),
}
WORTH: tuple[tuple[Text, int], ...] = (
    (Text("General, Taisho, Daimyo"), HEAD_OF_GENERAL),
    (Text("Busho, special character"), HEADS["busho"]),
    (Text("Daisho Samurai"), HEADS["daisho-samurai"]),
    (Text("Daisho Ashigaru"), HEADS["daisho-ashigaru"]),
    (Text("Loner miniature"), LONER),
    (Text("Cavalry miniature"), RIDER),
    (Text("Infantry miniature"), FOOT),
)
"""What each is worth in a head hunt."""


def turns_of(battle: Battle) -> int | None:
    """How many turns the battle has; None for no limit."""
    return None if battle == "assassination" else LAST_TURN


def battle_sheet(book: Book, army: Army | None) -> None:
    """One page for both sides."""
    battle = book.options.battle
    left, top, width, height = book.options.usable_mm
    with book.page(Text("Battle sheet")) as pen:
        y = page_heading(NAMES[battle], "Kensei 7:1:1", army.crest if army else OWN_ID)(pen, left, top, width)
        y = pen.paragraph(left, y + 4, width, AIMS[battle], 9.5) + 2
        y = _facts(pen, left, y, width, battle)
        half = (width - 8) / 2
        for number in range(2):
            own = army if number == 0 else None
            _side(pen, left + number * (half + 8), y, half, top + height - y - 2, battle, own)


def _facts(pen: Pen, x: float, y: float, width: float, battle: Battle) -> float:
    """Date, level, table; then who won the Commandment roll each turn."""
    labels = (Text("Date"), Text("Level"), Text("Table"), Text("Terrain"))
    each = width / len(labels)
    for number, label in enumerate(labels):
        took = pen.quiet(x + number * each, y + 4, label, 8)
        pen.blank(x + number * each + took + 2, y + 4.6, x + (number + 1) * each - 4)
    y += 11
    pen.text(x, y + 2, Text("Turn"), 9.5, "serif")
    pen.quiet(x, y + 9, Text("First to act"), 8)
    turns = turns_of(battle) or 8
    each = (width - 24) / turns
    for turn in range(turns):
        left = x + 24 + turn * each
        pen.text(left + each / 2, y + 2, str(turn + 1), 9, "bold", align="center")
        pen.rect(left + 0.6, y + 4, each - 1.2, 7, stroke="soft", line=0.2)
    return y + 16


def _side(pen: Pen, x: float, y: float, width: float, height: float, battle: Battle, army: Army | None) -> None:
    """Whose side it is, in the colour and with the crest of its cards or with a line to write on, and what it has
    removed of the other."""
    color: Role = LIVERIES[army.crest].color if army else "second"
    if army:
        pen.rect(x, y, width, 8, fill=color, mass=True)
        pen.crest(army.crest, x + width - 8, y + 0.8, 6.4, pen.sign_on(color))
        pen.fitted(x + 2, y + 5.6, width - 12, army.title, 12, "serif", role=pen.sign_on(color))
    else:
        pen.rect(x, y, width, 8, stroke=color, line=0.4)
        pen.quiet(x + 2, y + 5.2, Text("Side"), 8)
    y += 9
    foot = y + height - 9
    if battle == "head-hunt":
        y = _heads(pen, x, y, width)
    elif battle == "assassination":
        y = _general(pen, x, y, width)
    _ledger(pen, x, y, width, foot, battle, color)


def _heads(pen: Pen, x: float, y: float, width: float) -> float:
    for label, worth in WORTH:
        pen.text(x + 1, y + 5, label, 8.5)
        pen.text(x + width * 0.56, y + 5, f"{worth} ×", 9, "bold", "accent", "right")
        pen.rect(x + width * 0.58, y + 1, width * 0.2, 5.4, stroke="soft")
        pen.text(x + width * 0.81, y + 5, "=", 9)
        pen.rect(x + width * 0.85, y + 1, width * 0.15, 5.4, stroke="soft")
        y += 7
    return y + 3


def _general(pen: Pen, x: float, y: float, width: float) -> float:
    pen.text(x + 1, y + 5, Text("Enemy general"), 9, "bold")
    pen.blank(x + 30, y + 5.6, x + width)
    pen.quiet(x + 1, y + 12, Text("Wounds"), 8)
    for number in range(20):
        row, column = divmod(number, 10)
        pen.rect(x + 18 + column * 5, y + 8.4 + row * 5, 4.2, 4.2, stroke="soft")
    return y + 21


def _ledger(pen: Pen, x: float, y: float, width: float, foot: float, battle: Battle, color: Role) -> None:
    """Lines for what this side has removed of the other, and the sum."""
    points = Text("koku, VP") if battle == "pitched" else Text("points") if battle == "head-hunt" else Text("notes")
    pen.quiet(x + 1, y + 4, Text("Turn"), 7)
    pen.text(x + 12, y + 4, Text("Losses of the other side"), 8, "bold")
    pen.quiet(x + width - 1, y + 4, points, 7, "right")
    y += 5.4
    start = y
    last = foot - 12 if battle != "assassination" else foot  # where nothing is counted there is no sum
    while y + 8 <= last:
        pen.line(x, y + 8, x + width, y + 8, "line", 0.2)
        y += 8
    pen.line(x + 10, start, x + 10, y, "line", 0.2)
    pen.line(x + width - 20, start, x + width - 20, y, "line", 0.2)
    if battle == "assassination":
        return
    pen.rect(x, foot - 10, width, 9, stroke=color, line=0.4)
    pen.text(x + 2, foot - 4, Text("Sum"), 11, "serif", color)
    if battle == "pitched":
        for number, label in enumerate((Text("Units"), Text("Characters"))):
            left = x + width * (0.18 + 0.27 * number)
            pen.quiet(left, foot - 6.6, label, 6.5)
            pen.blank(left, foot - 2.4, left + width * 0.24)
        pen.text(x + width * 0.72, foot - 4, "=", 9)
