"""The quick reference: two sides of one sheet, made from the content and the very table of modifiers the rules use."""

from __future__ import annotations

from dataclasses import dataclass

from companion.content import catalog
from companion.rules.kensei.honor import COMMAND_CM, COMMAND_SAMURAI_CM, SOHEI_CM
from companion.rules.kensei.modifiers import BOTH, MELEE, MODIFIERS, SHORT_CM, ModifierRule
from companion.rules.kensei.strike import NumberName
from companion.rules.text import Text
from printables.book import Book, usable
from printables.flow import Block, Columns, Words, each_width, entry, heading, page_heading, table

TALL = 270.0
"""Millimeters of room from which the larger letters fit."""


@dataclass(frozen=True)
class _Sizes:
    """Points of the tables, of the content's own texts, and of the sentences about the turn."""

    table: float
    text: float
    turn: float


ROOMY, TIGHT = _Sizes(6.9, 7.2, 7.9), _Sizes(6.5, 6.7, 7.2)


def _sizes(book: Book) -> _Sizes:
    return ROOMY if usable(book.options)[3] >= TALL else TIGHT


TABLES: tuple[tuple[NumberName, Text], ...] = (
    ("dc", Text("Dice (DC)")),
    ("at", Text("Attack (AT): hit with more")),
    ("df", Text("Defense (DF): save with this or less")),
    ("ar", Text("Armor (AR): hurt with more")),
    ("damage_bonus", Text("Damage")),
)
SHARES = {
    "half-dc-shooting": "½",
    "bushi-in-unit": "½",
    "bushi-failed-break-away": "⅓",
    "special-failed-break-away": "½",
    "teppo": "½",
    "miniatures": "±",
}
"""Modifiers that are no fixed number, as a table shows them."""

TURN: tuple[tuple[Text, Text, str], ...] = (
    (Text("1 Commandment"), Text("Each general 1D10 + HR; the winner chooses who acts first."), "7:4:2"),
    (
        Text("2 Orders"),
        Text("Taisho: ability, then regrouping, then strategic orders. Then every unit's orders aloud, no way back."),
        "8:3",
    ),
    (Text("3 Actions"), Text("One unit after the other. Charges are answered at once. Then the other side."), "9:1"),
    (
        Text("4 Combat"),
        Text("Challenges, then IN: 1D10 + IN, highest strikes first. The winner of 1 picks first."),
        "10:1",
    ),
    (
        Text("5 Resolution"),
        Text("Compare damage, honor rolls, flight, pursuit. Take markers off; turn run-away over to regroup."),
        "11:1",
    ),
)
ATTACK: tuple[tuple[Text, Text, str], ...] = (
    (Text("AT roll"), Text("DC dice, hits show more than AT. Each 10 marks one damage die: −2 DF against it."), "10:3"),
    (Text("DF roll"), Text("A die for each hit, saves with DF or less. Failed with a 10: damage +2 there."), "10:4"),
    (Text("Damage"), Text("A die for each hit that came through: what it shows over AR, plus bonuses."), "10:5"),
    (Text("Losses"), Text("Add to the unit's damage; every full VT removes one. The rest stays."), "9:3:6"),
)
INITIATIVE: tuple[tuple[str, Text, str], ...] = (
    ("+2", Text("charging, first turn"), "9:5:5"),
    ("+2", Text("spears on foot charged in front (+3 by riders)"), "5:2:1"),
    ("+2", Text("defended obstacle, one turn"), "6:2:5"),
    ("+1", Text("Bushi inside (Daimyo +2)"), "2:7:9"),
    ("+1", Text("destroyed an enemy last turn"), "11:1"),
    ("−1", Text("withstood and shot"), "9:5:6"),
    ("−1", Text("friends fled through it"), "11:4:2"),
    ("−2", Text("moved through friends, or was moved through"), "9:4:2"),
)
HONOR: tuple[tuple[Text, str], ...] = (
    (Text("one shot removed half of the miniatures, or more"), "9:3:7"),
    (Text("the unit falls to half its basic unit, once"), "11:4:1"),
    (Text("defeated: the difference is greater than the VE left"), "11:2:3"),
    (Text("the general died within 30 cm"), "4:4:5"),
    (Text("an ability says so"), "12:5"),
)
HONOR_BONUS: tuple[tuple[str, Text, str], ...] = (
    ("+1", Text("Daisho inside"), "2:7:8"),
    ("+2", Text("Busho inside"), "2:7:8"),
    ("+3", Text("Taisho or Daimyo inside"), "2:7:8"),
    (
        "as if",
        Text(
            "inside: a Commandment within %(cm)s cm (%(far)s for Samurai), in no other unit",
            {"cm": COMMAND_CM, "far": COMMAND_SAMURAI_CM},
        ),
        "5:1:11",
    ),
    ("+1", Text("standard-bearer"), "3:4:7"),
    ("+1", Text("Ashigaru with Sohei within %(cm)s cm", {"cm": SOHEI_CM}), "5:1:5"),
    ("+1", Text("destroyed an enemy last turn"), "11:1"),
    ("−1", Text("a character broke away from it"), "4:3:8"),
    ("−1", Text("friends fled through it, this turn and next"), "11:4:2"),
)
ACTIONS: tuple[tuple[str, Text, str], ...] = (
    ("1", Text("advance, once a turn: march up to MV or run up to 2 × MV"), "9:2:1"),
    ("1", Text("turn once more, or face about"), "9:2:3"),
    ("1", Text("shoot once, or load; greater precision takes 3"), "9:3:2"),
    ("1", Text("charge an enemy seen when the phase began"), "9:5"),
    ("1", Text("special action or ability, unless it prints another"), "9:4:3"),
    ("1", Text("get over an obstacle on foot, or occupy it"), "9:4:1"),
)
CHARGE: tuple[tuple[Text, Text, str], ...] = (
    (Text("Reach"), Text("1D10 cm on foot, 2D10 mounted; contact within the advance needs no die."), "9:5:3"),
    (Text("Withstand"), Text("Free."), "9:5:6"),
    (Text("Shoot"), Text("1 AC, loaded, front: +2 AT, then −1 DF, −1 IN, +2 AT in the combat."), "9:5:6"),
    (Text("Counter"), Text("1 AC, charger seen: who wins contact has the charge and +2 DC, the other −1 DF."), "9:5:6"),
    (Text("Flee"), Text("1 AC left: 2D10 cm on foot, 3D10 mounted."), "9:5:6"),
)
AFTER: tuple[tuple[Text, Text, str], ...] = (
    (Text("Flight"), Text("2D10 cm on foot, 3D10 mounted, straight away. Table edge, impassable: destroyed."), "11:4"),
    (Text("Pursuit"), Text("As many dice; reaching is one free attack at −2 DF, +1 DF."), "11:4:5"),
    (
        Text("Regroup"),
        Text("From the next turn: 1 Commandment Point a try, two tries; HR. Costs the unit 2 AC."),
        "8:3:2",
    ),
)
COMMAND: tuple[tuple[str, Text, str], ...] = (
    ("4 3 2 1", Text("Daimyo, Taisho, Busho, Daisho Samurai; +2 on a hill"), "8:2"),
    ("2", Text("Taisho ability, one a turn: KI of the general"), "8:3:1"),
    ("1", Text("try to regroup"), "8:3:2"),
    ("3", Text("strategic order: KI; failed, the unit loses 1 AC"), "8:3:3"),
)


def shown_value(rule: ModifierRule) -> str:
    """The amount of a modifier as a table shows it; a fraction where the rule divides."""
    if isinstance(rule.value, int):
        return f"{rule.value:+d}".replace("-", "−")
    return SHARES[rule.id]


def reference_sheets(book: Book) -> list[str]:
    """Both sides; no QR codes."""
    section = book.options.say(Text("Quick reference"))
    width = each_width(book, 2)
    for blocks, title in (
        (_front(book, width), Text("Kensei: turn and dice")),
        (_back(book, width), Text("Kensei: field and honor")),
    ):
        head = page_heading(title, Text("numbers in grey are sections of the rulebook"))
        Columns(book, section, 2, head).write(blocks)
    return []


def _front(book: Book, width: float) -> list[Block]:
    say, sizes = book.options.say, _sizes(book)
    blocks = [heading(Text("The turn"))]
    blocks += [entry(say, width, name, words, sizes.turn, rule) for name, words, rule in TURN]
    blocks.append(heading(Text("One attack")))
    blocks += [entry(say, width, name, words, sizes.turn, rule) for name, words, rule in ATTACK]
    blocks.append(heading(Text("Actions (AC)")))
    blocks += _rows(book, ACTIONS, sizes.turn)
    blocks.append(heading(Text("Charge and answers")))
    blocks += [entry(say, width, name, words, sizes.turn, rule) for name, words, rule in CHARGE]
    for number, title in TABLES:
        if number == "at":
            blocks.append(heading(Text("Initiative (IN), close combat")))
            blocks += _rows(book, INITIATIVE)
        blocks.append(heading(title, new_column=number == "at"))
        blocks += _modifiers(book, number)
    return blocks


def _back(book: Book, width: float) -> list[Block]:
    say, sizes = book.options.say, _sizes(book)
    tables = catalog()
    blocks = [heading(Text("Honor roll when"))]
    blocks += _rows(book, tuple(("•", words, rule) for words, rule in HONOR))
    blocks.append(heading(Text("HR is changed by")))
    blocks += _rows(book, HONOR_BONUS)
    blocks.append(heading(Text("Flight and regrouping")))
    blocks += [entry(say, width, name, words, sizes.turn, rule) for name, words, rule in AFTER]
    blocks.append(heading(Text("Commandment Points")))
    blocks += _rows(book, COMMAND)
    blocks.append(heading(Text("Weapons")))
    blocks += [entry(say, width, w.name, w.summary, sizes.text, w.rule) for w in tables.weapons.values()]
    blocks.append(heading(Text("Terrain"), new_column=True))
    for piece in tables.terrain.values():
        parts = (piece.movement, piece.vision, piece.shooting, piece.combat)
        words = " ".join(part for part in parts if part and part != "No effect.")
        blocks.append(entry(say, width, piece.name, words, sizes.text, piece.rule))
    blocks.append(heading(Text("Traits")))
    blocks += [entry(say, width, t.name, t.summary, sizes.text, t.rule) for t in tables.traits.values()]
    return blocks


def _rows(book: Book, rows: tuple[tuple[str, Words, str], ...], size: float | None = None) -> list[Block]:
    width = each_width(book, 2)
    return table(
        book.options.say,
        [(value, words, rule) for value, words, rule in rows],
        [11, 70, 11],
        width,
        size or _sizes(book).table,
    )


def _modifiers(book: Book, number: NumberName) -> list[Block]:
    """Every modifier of one number in the rules' own order, with where it counts."""
    say = book.options.say
    where = {BOTH: "", MELEE: say(Text("combat"))}
    rows: list[tuple[Words, ...]] = []
    for rule in MODIFIERS:
        if rule.to != number:
            continue
        reason = say(_reason(rule))
        rows.append((shown_value(rule), reason, where.get(rule.kinds, say(Text("shots"))), rule.rule))
    return table(say, rows, [8, 59, 14, 11], each_width(book, 2), _sizes(book).table)


def _reason(rule: ModifierRule) -> Text:
    """The rules' reason, said for every case at once where theirs names the numbers of one."""
    if rule.id == "miniatures":
        return Text("for each miniature above or below the basic unit")
    if rule.id == "short-distance":
        return Text("short distance, up to %(cm)s cm", {"cm": SHORT_CM})
    return Text(rule.reason)
