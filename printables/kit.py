"""A kit: everything chosen for one army in one PDF (or two), with what a print dialogue says about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from companion.content.drawings import OWN_ID
from companion.rules.text import Refusal, Text, counted
from companion.rules.written import for_a_file
from printables.army_sheet import army_sheet
from printables.battle_sheet import battle_sheet
from printables.book import Book
from printables.calibration import calibration_page
from printables.character_cards import character_cards, leaf_of
from printables.cut_sheets import GAP, lay_out, share_sheets
from printables.fonts import MISSING, replaced
from printables.marker_pieces import BLEED, marker_pieces, wanted_counts
from printables.model import Army
from printables.options import NEEDS_ARMY, Options, PieceKind, check
from printables.pieces import Piece
from printables.printed import CutOut, File, Kit, Page
from printables.reference import reference_sheets
from printables.score_pads import kenjin_pad, tenno_pad, zipang_pad
from printables.stand_ins import stand_ins
from printables.table_sheet import table_sheet
from printables.troop_cards import blank_card, troop_card

SHARING: frozenset[PieceKind] = frozenset({"battle-sheet", "kenjin-pad", "tenno-pad", "zipang-pad"})
"""Single pages that may lie behind another where paper is saved: nothing of them is cut, or handed to the opponent."""
SHARED: frozenset[PieceKind] = SHARING | {"reference"}
"""Behind what they may lie. Never behind an army sheet: the battle sheet is for both sides to see."""

SHOWING_NAMES: frozenset[PieceKind] = NEEDS_ARMY | {"battle-sheet"}
"""Sheets with the names a player has given."""
SIGNS_SHOWN = 8
"""How many signs that cannot be printed are named."""


def print_kit(army: Army | None, options: Options) -> Kit | Refusal:
    """Prints the chosen pieces, or says everything that stands against it.

    Sheets for a table alone (reference, pads, calibration) need no army.
    """
    if refusal := check(options):
        return refusal
    missing = [piece for piece in options.pieces if army is None and _needs_army(piece, options)]
    if missing:
        values = {"pieces": ", ".join(missing)}
        return Refusal(Text("%(pieces)s need an army list; send one, or choose others.", values))
    cards = _cards(army, options)
    stands = stand_ins(army) if army and "stand-ins" in options.pieces else []
    marks = marker_pieces(army, options) if "markers" in options.pieces else []
    fingerprints = {piece.id: piece.fingerprint for piece in (*cards, *stands, *marks)}
    cards, stands, marks = (
        [piece for piece in some if piece.fingerprint not in options.known] for some in (cards, stands, marks)
    )
    notes = _replaced_names(army, options) if army else []
    title = Text("%(army)s: Kensei kit", {"army": army.title}) if army else Text("Gunbai kit")
    book = Book(options, options.say(title), army.code if army else "")
    if "calibration" in options.pieces:
        # First, for it corrects what follows; and it has a back: in a file of backs none without one lies before it.
        calibration_page(book)
        if cards or stands or marks:
            book.end_section()
    crest = army.crest if army else OWN_ID
    gap = 2 * BLEED + 1 if options.bleed else 2.0 if options.marker_shape == "round" else 0.0
    both = [(cards, GAP), (marks, gap)]
    if cards and marks and options.fewest and share_sheets(both, options, crest):
        sheets = [(Text("Deployment cards and markers"), both)]
    else:
        sheets = [(Text("Deployment cards"), both[:1]), (Text("Markers"), both[1:])]
    for section, groups in [*sheets, (Text("Paper stand-ins"), [(stands, GAP)])]:
        if any(pieces for pieces, _ in groups):
            notes += lay_out(book, section, groups, crest)
    _flow(book, army, options, _printed((*cards, *stands, *marks), army, options))
    if not book.pages:
        if not fingerprints:
            return Refusal(Text("Nothing to print: the list has nothing for the chosen pieces. Choose others."))
        words = Text(
            "Nothing to print: nothing has changed since the last time. Switch “Only what changed” off to print it "
            "again."
        )
        return Refusal(words)
    data = book.bytes()
    files = _files(data if any(page.side != "front" for page in book.pages) else data[:1], army)
    return Kit(
        files=files,
        pages=tuple(book.pages),
        papers=_papers(book.pages, options),
        ink=sum(page.ink for page in book.pages) / len(book.pages),
        notes=tuple(notes),
        pieces=tuple(CutOut(one.kind, one.title, one.width, one.height) for one in (*cards, *stands, *marks)),
        fingerprints=fingerprints,
    )


def _needs_army(piece: PieceKind, options: Options) -> bool:
    """Whether a piece is drawn from a list; Troop Cards to write on are not."""
    return piece in NEEDS_ARMY and not (piece == "troop-cards" and options.blanks)


def _replaced_names(army: Army, options: Options) -> list[Text]:
    """What is said of each name with signs that cannot be printed, before anybody prints it."""
    if not SHOWING_NAMES.intersection(options.pieces):
        return []
    named = (army.name, army.clan, *(troop.name for troop in army.troops), *(one.name for one in army.characters))
    notes = []
    for name in dict.fromkeys(named):
        if signs := replaced(name):
            values = {"name": name, "signs": " ".join(signs[:SIGNS_SHOWN]), "mark": MISSING}
            note = counted(
                "“%(name)s”: no font here has %(signs)s; %(mark)s is printed in its place.",
                "“%(name)s”: no font here has %(num)s of its signs (%(signs)s); %(mark)s is printed for each.",
                len(signs),
                values,
            )
            notes.append(note)
    return notes


def _cards(army: Army | None, options: Options) -> list[Piece]:
    cards: list[Piece] = []
    if army and "troop-cards" in options.pieces:
        for troop in army.troops:
            card, needs_leaf = troop_card(troop, army, options)
            cards += [card, leaf_of(troop, army, options)] if needs_leaf else [card]
    if "troop-cards" in options.pieces:
        cards += [blank_card(number, army.crest if army else OWN_ID) for number in range(options.blanks)]
    if army and "character-cards" in options.pieces:
        cards += character_cards(army, options)
    return cards


def _printed(pieces: Sequence[Piece], army: Army | None, options: Options) -> set[str]:
    """What is in the kit, for its legend: kinds of pieces and sheets, and markers by their ids."""
    found = {*options.pieces} | {piece.kind for piece in pieces}
    if found & {"troop-cards", "character-cards"}:
        found.add("cards")
    if found & {"army-sheet", "opponent-sheet"}:
        found.add("sheets")
    if options.base_url and found & {*NEEDS_ARMY} - {"opponent-sheet", "stand-ins"}:
        found.add("codes")
    if any(piece.id.endswith("-leaf") for piece in pieces):
        found.add("leaf")
    counts = wanted_counts(army, options) if "markers" in found else {}
    return found | {id_ for id_, count in counts.items() if count}


def _flow(book: Book, army: Army | None, options: Options, printed: Set[str]) -> None:
    """Whole pages, in the order a player needs them."""
    sheets: tuple[tuple[PieceKind, Callable[[Book], None]], ...] = (
        ("army-sheet", lambda book: army_sheet(book, army) if army else None),
        ("opponent-sheet", lambda book: army_sheet(book, army, secrets=False) if army else None),
        ("reference", lambda book: reference_sheets(book, printed)),
        ("battle-sheet", lambda book: battle_sheet(book, army)),
        ("table-sheet", table_sheet),
        ("kenjin-pad", kenjin_pad),
        ("tenno-pad", tenno_pad),
        ("zipang-pad", zipang_pad),
    )
    before: PieceKind | None = None
    for kind, draw in sheets:
        if kind in options.pieces:
            if not (options.fewest and kind in SHARING and before in SHARED):
                book.end_section()
            draw(book)
            before = kind


def _files(data: list[bytes], army: Army | None) -> tuple[File, ...]:
    name = (for_a_file(army.title)[:40].strip("-") if army else "") or "kit"
    stem = f"{name}-{army.code}" if army else name
    if len(data) == 1:
        return (File(f"{stem}.pdf", data[0]),)
    return File(f"{stem}-fronts.pdf", data[0]), File(f"{stem}-backs.pdf", data[1])


def _papers(pages: list[Page], options: Options) -> int:
    if options.sides in ("long-edge", "short-edge"):
        return -(-len(pages) // 2)
    return sum(page.side == "front" for page in pages)
