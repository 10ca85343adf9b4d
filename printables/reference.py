"""The quick reference: two sides of one sheet, made from the content and the very table of modifiers the rules use."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import partial

from companion.content import catalog
from companion.rules.kensei.brief import (
    AFTER,
    ATTACK,
    CHARGE,
    COMMAND,
    HONOR_BONUS,
    INITIATIVE,
    LEGEND,
    SETTLED,
    SIGN,
    TABLES,
    TURN,
    WHO_STRIKES,
    settled_actions,
    settled_dry,
    settled_honor,
    settled_modifiers,
    settled_reason,
    shown_value,
)
from companion.rules.kensei.fight.modifiers import BOTH, MELEE
from companion.rules.kensei.fight.strike import NumberName
from companion.rules.kensei.settings import Settings
from companion.rules.text import Text
from printables.book import Book
from printables.flow import Block, Column, column_of, fits, heading, page_heading, write_columns
from printables.markers import BY_ID as MARKER
from printables.printed import Words

SECTIONS = Text("numbers in grey are sections of the rulebook")
FIRST_COLUMN: tuple[NumberName, ...] = ("dc", "damage_bonus")
Row = tuple[str, Words, Text]
"""What must be in the kit for it to be explained there, any of these; a sign or a piece; what it is for."""
SIGNS: tuple[Row, ...] = (
    (
        "cards sheets",
        Text("Box"),
        Text("a miniature or a wound to cross off; the loss of the thick one leaves half the basic unit."),
    ),
    ("cards sheets", Text("Circle"), Text("damage that has removed no miniature yet.")),
    ("cards sheets", Text("Numbers"), Text("bold: used at every strike; thin: seldom.")),
    ("cards sheets", Text("with …: +2 HR"), Text("what characters inside add to the numbers.")),
    ("cards sheets", "20/40/60 cm", Text("where short, medium and long distance end.")),
    ("sheets", Text("Shaded columns"), Text("only to guide the eye.")),
    ("cards stand-ins", Text("White arrow"), Text("the front, which faces the enemy.")),
    ("cards stand-ins", Text("Black corners"), Text("the points a wheel turns on.")),
    ("cards", Text("Flag and helmet"), Text("the bases of the standard-bearer and of a character.")),
    ("cards", Text("Grey lines"), Text("where a base ends.")),
    ("cards", Text("Figure and pale crest"), Text("who stands there, and whose; they change no number.")),
    ("cards", Text("u1 · 7KQD"), Text("the entry of the list, and a code that changes with what its card says.")),
    ("codes", Text("Square code"), Text("opens the unit or the list on a phone.")),
    ("markers", Text("Drop"), Text("wounds, as many as its number; one where it has none.")),
    ("reference", "±", Text("dice of a miniature, by its profile; cards and sheets have them counted in.")),
)
"""What a drawn sign on a card or sheet means, once in every kit."""
PIECES: tuple[Row, ...] = (
    (
        "troop-cards",
        Text("Troop Card"),
        Text("lies where its unit will stand, as large as it; face down till it is turned up."),
    ),
    ("character-cards", Text("Character Card"), Text("the same for whoever stands outside units, or hides in one.")),
    ("leaf", Text("Leaf"), Text("stays beside the table: what a small card has no room for.")),
    (
        "stand-ins",
        Text("Stand-in"),
        Text("lies in place of miniatures, flat and whole; of who hides, once he is shown; cross out who falls."),
    ),
    (
        "markers",
        Text("Marker"),
        Text("lies beside a unit and says what it did; two with the same letter lie at the units they join."),
    ),
    ("tracker", Text("Strip"), Text("turns above, phases below; a pawn at its edge points at the present one.")),
)
"""What every piece that is cut out is for."""
MARKS: tuple[tuple[str, Text], ...] = (
    ("strategic-order", Text("got a strategic order")),
    ("regrouped", Text("regrouped this turn")),
    ("special", Text("did a special action")),
    ("run-away", Text("flees; turned over it may regroup")),
    ("defeat", Text("lost its combat")),
    ("hidden", Text("set up hidden, not shown yet")),
    ("obstacle", Text("occupies an obstacle")),
    ("palisade", Text("cover one may shoot through")),
    ("engaged", Text("in close combat")),
    ("commandment", Text("a Commandment Point to spend")),
    ("command-won", Text("won the Commandment roll")),
)
"""What a marker says whose word alone does not, in the order of the markers."""


@dataclass(frozen=True)
class _Sizes:
    """Points of the tables, of the content's own texts, and of the sentences about the turn."""

    table: float
    text: float
    turn: float


SIZES = (_Sizes(6.9, 7.2, 7.9), _Sizes(6.5, 6.7, 7.2), _Sizes(6.5, 6.5, 6.5))
"""The largest with which a side stands on its page: other languages take more room, and Letter has less."""
LOW = 1.2
"""Millimeters by which headings are lower where even the least letters take too much room."""


def reference_sheets(book: Book, printed: Set[str]) -> None:
    """Both sides. `printed`: what is in the kit, as `Row` names it, and its markers by their ids."""
    half, settings = column_of(book, 2), book.options.settings
    legend = "  ·  ".join(map(half.say, (LEGEND, SECTIONS)))
    room = book.options.usable_mm[3] - 11.6
    fronts = (_front(half, settings, sizes) for sizes in SIZES)
    ways = [*((sizes, 0.0) for sizes in SIZES), (SIZES[-1], LOW)]
    backs = (_back(half, settings, sizes, printed, low) for sizes, low in ways)
    for made, title in ((fronts, Text("Kensei: turn and dice")), (backs, Text("Kensei: field and honor"))):
        for blocks in made:
            if fits(blocks, 2, room):
                break
        write_columns(book, Text("Quick reference"), 2, page_heading(title, legend), blocks)


def _front(half: Column, settings: Settings, sizes: _Sizes) -> list[Block]:
    blocks = [
        heading(Text("The turn")),
        *_entries(half, TURN, sizes.turn),
        heading(Text("One attack")),
        *_entries(half, ATTACK, sizes.turn),
        heading(Text("Actions (AC)")),
        *_rows(half, settled_actions(settings), sizes.turn),
        heading(Text("Charge and answers")),
        *_entries(half, CHARGE, sizes.turn),
    ]
    # Damage stands under the dice: there is room for it, and none in the other column.
    for number, title in sorted(TABLES, key=lambda one: one[0] not in FIRST_COLUMN):
        blocks += [heading(title, new_column=number == "at"), *_modifiers(half, settings, number, sizes.table)]
    rows = _rows(half, (*INITIATIVE, *WHO_STRIKES), sizes.table)
    return [*blocks, heading(Text("Initiative (IN), close combat")), *rows]


def _back(half: Column, settings: Settings, sizes: _Sizes, printed: Set[str], low: float) -> list[Block]:
    """Terrain begins the second column; under `low` headings it begins at the foot of the first."""
    tables, head = catalog(), partial(heading, low=low)
    marks = [(MARKER[id_].front.label, words) for id_, words in MARKS if id_ in printed]
    blocks = [
        head(Text("Honor roll when")),
        *_rows(half, settled_honor(settings), sizes.table),
        head(Text("HR is changed by")),
        *_rows(half, HONOR_BONUS, sizes.table),
        head(Text("Flight and regrouping")),
        *_entries(half, AFTER, sizes.turn),
        head(Text("Commandment Points")),
        *_rows(half, COMMAND, sizes.table),
        head(Text("Weapons")),
        *_entries(half, [(w.name, w.summary, w.rule) for w in tables.weapons.values()], sizes.text),
        *_legend(half, Text("Pieces"), [*_in_kit(PIECES, printed), *marks], sizes.text, low),
        head(Text("Terrain"), new_column=not low),
    ]
    for piece in tables.terrain.values():
        parts = (piece.movement, piece.vision, piece.shooting, piece.combat)
        words = " ".join(half.say(part) for part in parts if part and part != "No effect.")
        if piece.id == "stream":
            words = f"{words} {SIGN} {half.say(settled_dry(settings))}"
        blocks.append(half.entry(piece.name, words, sizes.text, piece.rule))
    signs = _legend(half, Text("Signs on cards and sheets"), _in_kit(SIGNS, printed), sizes.text, low)
    traits = _entries(half, [(t.name, t.summary, t.rule) for t in tables.traits.values()], sizes.text)
    return [*blocks, *signs, head(Text("Traits")), *traits]


def _entries(half: Column, rows: Sequence[tuple[Words, Words, str]], size: float) -> list[Block]:
    return [half.entry(name, words, size, rule) for name, words, rule in rows]


def _in_kit(rows: Sequence[Row], printed: Set[str]) -> list[tuple[Words, Text]]:
    """The signs or pieces that are in the kit."""
    return [(name, words) for needs, name, words in rows if printed & {*needs.split()}]


def _legend(half: Column, title: Text, rows: Sequence[tuple[Words, Text]], size: float, low: float) -> list[Block]:
    return [heading(title, low=low), half.run_on(rows, size)] if rows else []


def _rows(half: Column, rows: tuple[tuple[str, Words, str], ...], size: float) -> list[Block]:
    return half.table([(value.replace("•", ""), words, rule) for value, words, rule in rows], [11, 70, 11], size)


def _modifiers(half: Column, settings: Settings, number: NumberName, size: float) -> list[Block]:
    """Every modifier of one number that holds at this table, in the rules' own order, with where it counts."""
    where: dict[Set[str], Words] = {BOTH: "", MELEE: Text("combat")}
    rows: list[tuple[Words, ...]] = []
    for rule in settled_modifiers(number, settings):
        reason = half.say(settled_reason(rule, settings))
        if rule.id in SETTLED:
            reason = f"{SIGN} {reason}"
        rows.append((shown_value(rule), reason, where.get(rule.kinds, Text("shots")), rule.rule))
    return half.table(rows, [8, 59, 14, 11], size)
