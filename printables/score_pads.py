"""Score pads of the card games: Kenjin's battlefields as they lie, Tenno's captures, Zipang's coins."""

from __future__ import annotations

from companion.content.drawings import OWN_ID
from companion.rules import counts
from companion.rules.tenno.cards import MOST_PLAYERS as MOST_IN_TENNO
from companion.rules.text import Text
from companion.rules.zipang.cards import MOST_PLAYERS as MOST_IN_ZIPANG
from printables.book import Book
from printables.flow import page_heading
from printables.livery import LIVERIES
from printables.pen import Pen

KENJIN_ROWS = (
    (Text("Battlefields"), Text("their points, 4 or 6 each")),
    (Text("Peasants"), Text("1 for each won with one left")),
    (Text("Lord"), Text("3 if it is left")),
    (Text("Torii"), Text("1 for each other one won")),
    (Text("Coward"), Text("−5: Lord as the 13th card")),
)
TENNO_CARDS = (
    (Text("Farmers"), "1 2 3"),
    (Text("Ninja"), "4"),
    (Text("Monk"), "5"),
    (Text("Ronin"), "6"),
    (Text("Samurai"), "7 8"),
    (Text("Daimyo"), "9"),
    (Text("Shogun"), "10"),
)
FIELD_GAP = 4.0
"""Millimeters between two battlefields."""
SEAT = 9.0
SEAT_WIDE = 46.0
"""Millimeters of the row with a player's name, and across for the name."""
TICK = 5.0
"""Millimeters of a box to tick, wide enough for a pencil."""
CAMPAIGNS = 12
GAMES = 3
BAND = 2.2
"""Millimeters of the band over a game or a battlefield, in the color of the program's own sign, as on its cards."""
COLOR = LIVERIES[OWN_ID].color


def kenjin_pad(book: Book) -> None:
    """Two games a page: the battlefields between the players as they lie, then the sums."""
    players = book.options.players
    left, top, width, height = book.options.usable_mm
    with book.page(Text("Kenjin score pad")) as pen:
        how = Text("%(players)s · write points into the cells", {"players": counts.players(players)})
        y = page_heading(Text("Kenjin"), how)(pen, left, top, width)
        high = (top + height - y - 4) / 2
        for game in range(2):
            _kenjin_game(pen, left, y + game * (high + 2), width, high - 2, players)


def _kenjin_game(pen: Pen, x: float, y: float, width: float, height: float, players: int) -> None:
    layout = height * (0.6 if players == 4 else 0.52)
    _kenjin_layout(pen, x, y + 1, width, layout, players)
    top = y + layout + 3
    label, note_at = 57.5, 24.0
    each = (width - label) / players
    row = (y + height - top) / (len(KENJIN_ROWS) + 2)
    for player in range(players):
        left = x + label + player * each + 2
        _number(pen, left + 2.4, top + row - 3.2, player + 1)
        pen.blank(left + 6, top + row - 1.2, left + each - 4)
    for number, (name, note) in enumerate(KENJIN_ROWS):
        at = top + (number + 1) * row
        pen.fitted(x, at + row * 0.6, note_at - 1, name, 9, "bold")
        pen.quiet(x + note_at, at + row * 0.6, note, 6.5, width=label - note_at)
        for player in range(players):
            pen.rect(x + label + player * each + 2, at, each - 4, row - 1, stroke="line")
    at = top + (len(KENJIN_ROWS) + 1) * row
    pen.text(x, at + row * 0.6, Text("Sum"), 11, "serif", COLOR)
    for player in range(players):
        pen.rect(x + label + player * each + 2, at, each - 4, row - 0.4, stroke=COLOR, line=0.5)


def _kenjin_layout(pen: Pen, x: float, y: float, width: float, height: float, players: int) -> None:
    """Players around the table, and between neighbours the battlefields they fight for (ruling N2)."""
    wide = (width - 3 * FIELD_GAP) / 4
    step = wide + FIELD_GAP
    middle, foot = x + width / 2, y + height
    _seat(pen, middle, y + 4, 1)
    if players == 2:
        for column, points in enumerate((4, 6, 4, 6)):
            _field(pen, x + column * step, y + SEAT, wide, height - 2 * SEAT, points)
        _seat(pen, middle, foot - 3, 2)
        return
    between = SEAT if players == 4 else FIELD_GAP
    high = (height - (2 * SEAT if players == 4 else SEAT) - between) / 2
    for column, points in enumerate((4, 6, 4, 6)):
        _field(pen, x + column * step, y + SEAT, wide, high, points)
    low = y + SEAT + high + between
    for place, column in enumerate(range(4) if players == 4 else (1, 2)):
        _field(pen, x + column * step, low, wide, high, (4, 6)[place % 2])
    if players == 4:
        _seat(pen, x + width - SEAT_WIDE / 2, low - 3, 2)
        _seat(pen, middle, foot - 3, 3)
        _seat(pen, x + SEAT_WIDE / 2, low - 3, 4)
    else:
        _seat(pen, x + width - SEAT_WIDE / 2, low + high / 2, 2)
        _seat(pen, x + SEAT_WIDE / 2, low + high / 2, 3)


def _seat(pen: Pen, middle: float, y: float, number: int) -> None:
    """A player's number and the line for his name."""
    left = middle - SEAT_WIDE / 2
    _number(pen, left + 2.6, y - 0.2, number)
    took = pen.quiet(left + 6.2, y + 1.2, Text("Name"), 6.5)
    pen.blank(left + 7.2 + took, y + 2, left + SEAT_WIDE)


def _number(pen: Pen, x: float, y: float, number: int) -> None:
    pen.circle(x, y, 2.4, fill=COLOR, mass=True)
    pen.text(x, y + 1, str(number), 8, "bold", pen.sign_on(COLOR), "center")


def _field(pen: Pen, left: float, top: float, wide: float, high: float, points: int) -> None:
    """One battlefield: its points, its name to write in, who conquered it, boxes for Peasant and Lord."""
    pen.rect(left, top, wide, high, fill="white", stroke=COLOR, line=0.3)
    pen.rect(left, top, wide, BAND, fill=COLOR, mass=True)
    pen.text(left + 2, top + 8.6, str(points), 18, "serif", COLOR)
    pen.blank(left + 8.5, top + 9, left + wide - 2)
    pen.quiet(left + 8.5, top + 11.6, Text("Battlefield"), 6.5, width=wide - 10)
    foot = top + high
    line = (top + 9 + foot - TICK) / 2 + 2
    took = pen.quiet(left + 2, line - 0.4, Text("won by"), 7.5)
    pen.blank(left + 3.5 + took, line, left + wide - 2)
    for number, label in enumerate((Text("Peasant"), Text("Lord"))):
        at = left + 2 + number * (wide / 2 + 1)
        pen.rect(at, foot - TICK - 1.2, TICK, TICK, stroke="soft", line=0.25)
        pen.text(at + TICK + 1.2, foot - 2.6, label, 7.5)


def tenno_pad(book: Book) -> None:
    """Three games a page, up to seven players: what each captured, and the tie-break."""
    left, top, width, height = book.options.usable_mm
    with book.page(Text("Tenno score pad")) as pen:
        note = Text("write the sum of the captured cards of each kind; they are counted at the end only")
        y = page_heading(Text("Tenno"), note)(pen, left, top, width)
        high = (top + height - y - 2) / GAMES
        rows = [*TENNO_CARDS, (Text("Sum"), ""), (Text("Tie: hand and layout"), "")]
        for game in range(GAMES):
            _grid(pen, left, y + game * high + 3, width, high - 6, rows, MOST_IN_TENNO)


def zipang_pad(book: Book) -> None:
    """Coins after each campaign; the column always adds up to the coins in play."""
    left, top, width, height = book.options.usable_mm
    with book.page(Text("Zipang score pad")) as pen:
        note = Text("write each purse after the campaign; purses and pot together: 5 coins a player, 4 with two")
        y = page_heading(Text("Zipang Portable"), note)(pen, left, top, width)
        high = (top + height - y - 2) / 2
        for game in range(2):
            rows = [(Text("Campaign %(number)s", {"number": number + 1}), "") for number in range(CAMPAIGNS)]
            _grid(pen, left, y + game * high + 3, width, high - 6, rows, MOST_IN_ZIPANG, last=Text("Pot"))


def _grid(
    pen: Pen, x: float, y: float, width: float, height: float, rows: list[tuple[Text, str]], players: int,
    last: Text | None = None,
) -> None:  # fmt: skip
    """A band as on a card, names across, rows down; the sum's row is framed."""
    pen.rect(x, y, width, BAND, fill=COLOR, mass=True)
    y, height = y + BAND, height - BAND
    label = 44.0
    columns = players + (last is not None)
    each = (width - label) / columns
    row = height / (len(rows) + 1)
    pen.quiet(x + label - 2, y + row - 1.6, Text("Name"), 7, "right")
    for player in range(players):
        left = x + label + player * each
        pen.blank(left + 1, y + row - 1, left + each - 1)
    if last:
        pen.text(x + width - each / 2, y + row - 1.6, last, 10, "serif", COLOR, "center")
    for number, (name, values) in enumerate(rows):
        top = y + (number + 1) * row
        total = str(name) == "Sum"
        at = top + row * 0.62
        if total:
            pen.text(x, at, name, 11, "serif", COLOR)
        else:
            pen.fitted(x, at, label - (12 if values else 2), name, 8.5, "bold")
        pen.quiet(x + label - 2, at, values, 7, "right")
        stroke, line = (COLOR, 0.4) if total else ("line", 0.2)
        for column in range(columns):
            pen.rect(x + label + column * each + 0.6, top + 0.5, each - 1.2, row - 1, stroke=stroke, line=line)
