"""How a kit is printed: paper, sides, ink, markers, and the printer's own errors. Wrong values are refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from companion.rules.kensei.settings import Settings
from companion.rules.kensei.victory import Battle
from companion.rules.text import Problem, Refusal, Text, refuse_any
from printables.ink import Color
from printables.markers import COUNTED
from printables.printed import Words

PaperName = Literal["a4", "letter", "either"]
Sides = Literal["fronts", "long-edge", "short-edge", "fold", "two-files"]
MarkerShape = Literal["square", "round"]
Players = Literal[2, 3, 4]
PieceKind = Literal[
    "troop-cards",
    "character-cards",
    "stand-ins",
    "markers",
    "army-sheet",
    "opponent-sheet",
    "reference",
    "table-sheet",
    "battle-sheet",
    "kenjin-pad",
    "tenno-pad",
    "zipang-pad",
    "calibration",
]

PAPERS: Mapping[PaperName, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "either": (210.0, 297.0),
}
"""Width and height of the page in millimeters; `either` is an A4 page that uses only what Letter has too."""
MARGIN = 8.0
"""No ink nearer to the edge than this; printers reach 4 to 6 mm, some less."""
COMMON = (194.0, 263.0)
"""What an A4 and a Letter sheet have in common inside that margin, when the page is printed centered."""
FOOTER = 7.0
"""Millimeters at the foot of each sheet for the 100 mm bar."""

MARKER_SIZES = (20, 25, 30, 40)
DEFAULT_PIECES: tuple[PieceKind, ...] = ("troop-cards", "character-cards", "markers", "army-sheet", "reference")
NEEDS_ARMY: frozenset[PieceKind] = frozenset(
    {"troop-cards", "character-cards", "stand-ins", "army-sheet", "opponent-sheet"}
)
CHOICES: Mapping[str, Sequence[Any]] = {
    "paper": get_args(PaperName),
    "sides": get_args(Sides),
    "color": get_args(Color),
    "marker_mm": MARKER_SIZES,
    "marker_shape": get_args(MarkerShape),
    "battle": get_args(Battle),
    "players": get_args(Players),
}
"""What each of these options may be."""
MOST_BLANKS = 40
MOST_OFFSET = 3.0
"""Millimeters a back may be moved: farther, and it would leave what a printer can reach."""
MOST_MARKERS = 60
LONGEST_URL = 70


@dataclass(frozen=True, slots=True)
class Printer:
    """What one printer does wrong: what its 100 mm bars measure, and how far its backs land off, in millimeters.

    `back_right` and `back_down` are where the back's cross fell, seen from the back; they are taken away again.
    """

    name: str = ""
    bar_across: float = 100.0
    bar_down: float = 100.0
    back_right: float = 0.0
    back_down: float = 0.0

    @property
    def is_plain(self) -> bool:
        """Whether nothing has to be corrected."""
        return replace(self, name="") == Printer()


@dataclass(frozen=True, slots=True)
class Options:
    """Everything about a kit but the army. `known` holds the fingerprints of pieces that need no reprint.

    `base_url` opens the list, `base_url/ID` one unit of it; without it there are no QR codes. `dated` addresses end
    in the code of the card, so that who answers them can tell an old one.
    `table_words` stand beside the table's QR code. `say` translates what is printed.
    """

    pieces: tuple[PieceKind, ...] = DEFAULT_PIECES
    paper: PaperName = "a4"
    sides: Sides = "long-edge"
    color: Color = "color"
    bleed: bool = False
    marker_mm: int = 25
    marker_shape: MarkerShape = "square"
    marker_counts: Mapping[str, int] | None = None
    """How many of each marker; None: as many as the army suggests."""
    base_url: str | None = None
    dated: bool = False
    sealed: bool = False
    """Character Cards all of one size with the Troop Cards' backs, and covers for them."""
    blanks: int = 0
    """Empty Troop Cards to write on by hand."""
    fewest: bool = True
    """Cards and markers share sheets, and single pages share sheets of paper, where that saves paper."""
    battle: Battle = "pitched"
    settings: Settings = field(default_factory=Settings)
    """What a table has settled of the rules: what its quick reference says."""
    players: Players = 2
    table_url: str | None = None
    table_words: str = ""
    known: frozenset[str] = frozenset()
    printer: Printer = field(default_factory=Printer)
    language: str = "en"
    say: Callable[[Words], str] = str

    @property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of a page."""
        return PAPERS[self.paper]

    @property
    def inside_mm(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what may be printed on, the foot with the bar included."""
        width, height = self.page_mm
        if self.paper != "either":
            return MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN
        return (width - COMMON[0]) / 2, (height - COMMON[1]) / 2, COMMON[0], COMMON[1]

    @property
    def usable_mm(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what is left for content above the foot."""
        left, top, width, height = self.inside_mm
        return left, top, width, height - FOOTER

    def address(self, entry: str = "", code: str = "") -> str:
        """What a QR code opens: the list, or one entry of it (“-” stands for the list before a code).

        All in capitals where the base URL is, for they need a smaller code. Empty without a base URL.
        """
        if not self.base_url:
            return ""
        parts = [self.base_url, entry or "-", code] if self.dated else [self.base_url, entry]
        url = "/".join(part for part in parts if part)
        return url.upper() if self.base_url.isupper() else url


def check(options: Options) -> Refusal | None:
    """Why a kit cannot be printed so, every reason at once; None where it can."""
    judges = (_wrong_choices, _wrong_counts, _wrong_addresses, _wrong_printer)
    return refuse_any(problem for judge in judges for problem in judge(options))


def _wrong_choices(options: Options) -> Iterator[Problem]:
    for name, allowed in CHOICES.items():
        if (given := getattr(options, name)) not in allowed:
            yield _not_one_of(name, given, allowed)
    kinds = get_args(PieceKind)
    for place, piece in enumerate(options.pieces):
        if piece not in kinds:
            yield _not_one_of(f"pieces.{place}", piece, kinds)
    if not options.pieces:
        yield Problem("pieces", Text("No pieces chosen; choose some of: %(all)s.", {"all": ", ".join(kinds)}))


def _not_one_of(name: str, given: Any, allowed: Sequence[Any]) -> Problem:
    values = {"given": str(given)[:40], "allowed": ", ".join(map(str, allowed))}
    return Problem(name, Text("“%(given)s” is unknown here; choose one of: %(allowed)s.", values))


def _wrong_counts(options: Options) -> Iterator[Problem]:
    for name, count in (options.marker_counts or {}).items():
        if name not in COUNTED:
            yield _not_one_of(f"marker_counts.{name[:40]}", name, sorted(COUNTED))
        elif not 0 <= count <= MOST_MARKERS:
            values = {"count": count, "most": MOST_MARKERS}
            words = Text("%(count)s markers of one kind; 0 to %(most)s can be printed.", values)
            yield Problem(f"marker_counts.{name}", words)
    if options.marker_counts is not None and options.pieces == ("markers",) and not any(options.marker_counts.values()):
        words = Text("Nothing to print: ask for at least one marker, or for other sheets.")
        yield Problem("marker_counts", words)
    if not 0 <= options.blanks <= MOST_BLANKS:
        yield Problem("blanks", Text("%(count)s blank cards; 0 to 40 can be printed.", {"count": options.blanks}))


def _wrong_addresses(options: Options) -> Iterator[Problem]:
    words = Text(
        "A web address without spaces, at most %(most)s characters, is needed for the QR codes; or leave it out.",
        {"most": LONGEST_URL},
    )
    for name, url in (("base_url", options.base_url), ("table_url", options.table_url)):
        if url is not None and not _is_address(url):
            yield Problem(name, words)


def _is_address(url: str) -> bool:
    plain = url.isascii() and url.isprintable() and " " not in url
    return plain and url.lower().startswith(("http://", "https://")) and len(url) <= LONGEST_URL


def _wrong_printer(options: Options) -> Iterator[Problem]:
    printer = options.printer
    for name, measured in (("bar_across", printer.bar_across), ("bar_down", printer.bar_down)):
        if not 95 <= measured <= 105:
            words = Text(
                "A 100 mm bar that measures %(measured)s mm was fitted to the page; print at 100 %% and "
                "measure again (95 to 105 can be put right).",
                {"measured": measured},
            )
            yield Problem(f"printer.{name}", words)
    for name, offset in (("back_right", printer.back_right), ("back_down", printer.back_down)):
        if not -MOST_OFFSET <= offset <= MOST_OFFSET:
            words = Text(
                "A back %(offset)s mm off cannot be put right by moving it; at most %(most)s mm. "
                "Enter 0 and choose “Two files” or “Fold over”.",
                {"offset": offset, "most": MOST_OFFSET},
            )
            yield Problem(f"printer.{name}", words)
