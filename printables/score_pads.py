"""Score pads of the card games: Kenjin's battlefields as they lie, Tenno's captures, Zipang's coins."""

from __future__ import annotations

from companion.rules import counts
from companion.rules.text import Text
from printables.book import Book, usable
from printables.flow import page_heading
from printables.pen import Pen

KENJIN_ROWS = (
    (Text("Battlefields"), Text("their points, 4 or 6 each")),
    (Text("Peasants"), Text("1 a conquered battlefield")),
    (Text("Lord"), Text("3 if he is left")),
    (Text("Torii"), Text("1 a battlefield besides")),
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
CAMPAIGNS = 14
GAMES = 3


def kenjin_pad(book: Book) -> list[str]:
    """Two games a page: the battlefields between the players as they lie, then the sums."""
    players = book.options.players
    left, top, width, height = usable(book.options)
    with book.page(book.options.say(Text("Kenjin score pad"))) as pen:
        y = page_heading(Text("Kenjin"), counts.players(players))(pen, left, top, width)
        high = (top + height - y - 4) / 2
        for game in range(2):
            _kenjin_game(pen, left, y + game * (high + 2), width, high - 2, players)
    return []


def _kenjin_game(pen: Pen, x: float, y: float, width: float, height: float, players: int) -> None:
    layout = height * 0.56
    _kenjin_layout(pen, x, y + 2, width, layout, players)
    top = y + layout + 5
    label = 52.0
    each = (width - label) / players
    row = (y + height - top) / (len(KENJIN_ROWS) + 2)
    for player in range(players):
        pen.line(
            x + label + player * each + 2,
            top + row - 1.2,
            x + label + (player + 1) * each - 2,
            top + row - 1.2,
            "soft",
            0.2,
        )
    for number, (name, note) in enumerate(KENJIN_ROWS):
        at = top + (number + 1) * row
        pen.text(x, at + row * 0.5, name, 8.5, "bold")
        pen.text(x + 21, at + row * 0.5, note, 6.5, "regular", "soft", width=label - 22)
        for player in range(players):
            pen.rect(x + label + player * each + 2, at, each - 4, row - 1, stroke="line")
    at = top + (len(KENJIN_ROWS) + 1) * row
    pen.text(x, at + row * 0.6, Text("Sum"), 10, "black", "accent")
    for player in range(players):
        pen.rect(x + label + player * each + 2, at, each - 4, row - 0.4, stroke="accent", line=0.5)


def _kenjin_layout(pen: Pen, x: float, y: float, width: float, height: float, players: int) -> None:
    """Players around the table, and between neighbours the battlefields they fight for (ruling N2)."""
    wide, high = 30.0, 17.0
    middle = x + width / 2
    if players == 2:
        _seat(pen, middle, y + 3, 1)
        _seat(pen, middle, y + height - 3, 2)
        for number, points in enumerate((4, 6, 4, 6)):
            _field(pen, x + width / 2 + (number - 1.5) * (wide + 8), y + height / 2, wide, high, points)
        return
    rx, ry = width / 2 - 22, height / 2 - 4
    spots = [(middle, y + 3), (middle + rx, y + height - 6), (middle - rx, y + height - 6)]
    if players == 4:
        spots = [
            (middle, y + 3),
            (middle + rx, y + height / 2),
            (middle, y + height - 3),
            (middle - rx, y + height / 2),
        ]
    cy = y + height / 2
    for number, (px, py) in enumerate(spots):
        _seat(pen, px, py, number + 1)
        qx, qy = spots[(number + 1) % players]
        mx, my = (px + qx) / 2, (py + qy) / 2
        if players == 3 and number == 1:
            my = cy + ry - 8
        for side, points in ((-1, 4), (1, 6)):
            dx = side * (wide / 2 + 1.5)
            _field(pen, mx + dx, my, wide, high, points)


def _seat(pen: Pen, x: float, y: float, number: int) -> None:
    pen.circle(x - 16, y - 0.2, 2.4, fill="second", mass=True)
    pen.text(x - 16, y + 0.8, str(number), 8, "bold", "second" if pen.palette.mode == "saver" else "white", "center")
    pen.line(x - 12, y + 1.4, x + 18, y + 1.4, "soft", 0.2)


def _field(pen: Pen, x: float, y: float, wide: float, high: float, points: int) -> None:
    """One battlefield: its points, its name to write in, who conquered it, marks for Peasant and Lord."""
    left, top = x - wide / 2, y - high / 2
    pen.rect(left, top, wide, high, fill="white", stroke="ink", line=0.3)
    pen.text(left + 1.5, top + 5, str(points), 12, "black", "accent")
    pen.line(left + 6.5, top + 5.4, left + wide - 1.5, top + 5.4, "soft", 0.2)
    pen.text(left + 1.5, top + 10, Text("won by"), 6.5, "regular", "soft")
    pen.line(left + 11, top + 10.3, left + wide - 1.5, top + 10.3, "soft", 0.2)
    for number, label in enumerate((Text("Peasant"), Text("Lord"))):
        at = left + 1.5 + number * 15.5
        pen.rect(at, top + 12.6, 2.4, 2.4, stroke="soft")
        pen.text(at + 3.2, top + 14.7, label, 6.5)


def tenno_pad(book: Book) -> list[str]:
    """Three games a page, up to seven players: what each captured, and the tie-break."""
    left, top, width, height = usable(book.options)
    with book.page(book.options.say(Text("Tenno score pad"))) as pen:
        y = page_heading(Text("Tenno"), Text("captured cards count their printed value; nobody counts before the end"))(
            pen, left, top, width
        )
        high = (top + height - y - 2) / GAMES
        for game in range(GAMES):
            _grid(
                pen,
                left,
                y + game * high + 3,
                width,
                high - 6,
                7,
                [
                    *((name, values) for name, values in TENNO_CARDS),
                    (Text("Sum"), ""),
                    (Text("Tie: hand and layout"), ""),
                ],
            )
    return []


def zipang_pad(book: Book) -> list[str]:
    """Coins after each campaign; the column always adds up to the coins in play."""
    left, top, width, height = usable(book.options)
    with book.page(book.options.say(Text("Zipang score pad"))) as pen:
        note = Text("purses and pot together: 5 coins a player, 4 with two")
        y = page_heading(Text("Zipang Portable"), note)(pen, left, top, width)
        high = (top + height - y - 2) / 2
        for game in range(2):
            rows = [(Text("Campaign %(number)s", {"number": number + 1}), "") for number in range(CAMPAIGNS - 2)]
            _grid(pen, left, y + game * high + 3, width, high - 6, 7, rows, last=Text("Pot"))
    return []


def _grid(
    pen: Pen,
    x: float,
    y: float,
    width: float,
    height: float,
    players: int,
    rows: list[tuple[Text, str]],
    last: Text | None = None,
) -> None:
    """Names across, rows down; the sum's row is framed."""
    label = 44.0
    each = (width - label) / (players + (1 if last else 0))
    row = height / (len(rows) + 1)
    for player in range(players):
        pen.line(
            x + label + player * each + 1, y + row - 1, x + label + (player + 1) * each - 1, y + row - 1, "soft", 0.2
        )
    if last:
        pen.text(x + width - each / 2, y + row - 1.6, last, 8, "bold", "accent", "center")
    for number, (name, values) in enumerate(rows):
        top = y + (number + 1) * row
        total = str(name) == "Sum"
        pen.text(
            x, top + row * 0.62, name, 8.5, "black" if total else "bold", "accent" if total else "ink", width=label - 12
        )
        pen.text(x + label - 2, top + row * 0.62, values, 7, "regular", "soft", "right")
        for column in range(players + (1 if last else 0)):
            pen.rect(
                x + label + column * each + 0.6,
                top + 0.5,
                each - 1.2,
                row - 1,
                stroke="accent" if total else "line",
                line=0.4 if total else 0.2,
            )
