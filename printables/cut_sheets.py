"""Pieces on sheets: packed, outlined, with ticks and numbered cuts, and their backs where the duplex turn puts them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace

from companion.rules.text import Text, counted
from printables.book import Book
from printables.cloth import BLEED, Cloth, cloth_for, draw_back
from printables.fonts import width_mm
from printables.options import Options, Sides
from printables.packing import OTHER, Box, Cut, Group, cuts, fits, pack, pack_together, sheets
from printables.pen import LEAST_SIZE, Pen
from printables.pieces import Back, Piece
from printables.printed import Words

CUTTING = Text("Cut: solid lines and corners, by number")
FOLDING = Text("Fold: dashes")
FOLD_HERE = Text("fold")
GAP = 4.0
"""Millimeters between pieces: room for the ticks."""
TICK = (0.7, 1.9)
"""Where a crop tick begins and ends, from the trim outwards."""
CORNER = 2.5
"""Millimeters of a corner along either edge of the trim."""
LINE_ROOM = 0.4
NUMBER_ROOM = 1.4
"""Millimeters a cut's line and its number keep from every piece."""
FOLD = (1.2, 0.8)
"""Dashes and the gaps between them: what is dashed is folded, and nothing else is dashed."""
TAB = 8.0
"""The strip under a joint, to glue the two parts on."""


@dataclass(frozen=True)
class Laid:
    """One rectangle to print and cut: a piece, a part of it, or a piece with its back folded under it."""

    piece: Piece
    width: float
    height: float
    start: float = 0.0
    """How far into the piece this part begins."""
    tab: float = 0.0
    folded: bool = False
    gap: float = GAP
    """What is kept free around it."""

    @property
    def trim(self) -> float:
        """Width of the part itself, its glue strip not counted."""
        return self.width - self.tab


Together = Sequence[tuple[Sequence[Piece], float]]
"""Groups of pieces on the same sheets, each with the gap it keeps: later ones lie where earlier ones leave room. More
than one group only where the fewest sheets are asked for."""


def lay_out(book: Book, section: Words, groups: Together, crest: str) -> list[Text]:
    """Writes the sheets of these pieces into the book; gives notes on pieces that had to be parted."""
    options = book.options
    left, top, width, height = options.usable_mm
    cloth, laid, sizes, notes = _groups(groups, options, crest)
    if options.fewest:
        placed = pack_together(sizes, width, height)
    else:
        placed = [pack(some, width, height, gap) for some, gap in sizes]
    bleeds = any(piece.back == "cloth" for pieces, _ in groups for piece in pieces)
    for sheet in range(sheets(one for places in placed for one in places)):
        here = [
            (parts[p.piece], _box(parts[p.piece], left + p.x, top + p.y, p.turned), p.turned)
            for parts, places in zip(laid, placed, strict=True)
            for p in places
            if p.sheet == sheet
        ]
        if bleeds:
            here = _moved(here, Box(left, top, width, height))
        names = tuple(dict.fromkeys(one.piece.id for one, _, _ in here))
        note = counted("%(section)s · %(num)s piece", "%(section)s · %(num)s pieces", len(names), {"section": section})
        legend = [CUTTING, FOLDING if any(one.folded for one, _, _ in here) else Text("Nothing is folded")]
        with book.page(section, "front", names, note, legend) as pen:
            for one, box, turned in here:
                _draw_face(pen, one, box, turned, cloth, options)
            # Over the faces, whose bleed would hide the numbers.
            _cut_lines(pen, [box for _, box, _ in here], options)
        if options.sides not in ("fronts", "fold"):
            _draw_backs(book, section, here, cloth)
    return notes


def share_sheets(groups: Together, options: Options, crest: str) -> bool:
    """Whether groups that share sheets need fewer than on sheets of their own."""
    _, _, width, height = options.usable_mm
    _, _, sizes, _ = _groups(groups, options, crest)
    together = sheets(place for places in pack_together(sizes, width, height) for place in places)
    return together < sum(sheets(pack_together([one], width, height)[0]) for one in sizes)


def _groups(groups: Together, options: Options, crest: str) -> tuple[Cloth, list[list[Laid]], list[Group], list[Text]]:
    """The cloth behind all, what is to be laid of each group, its sizes, and notes on pieces that had to be parted."""
    _, _, width, height = options.usable_mm
    cloth = cloth_for(crest, [(piece.width, piece.height) for pieces, _ in groups for piece in pieces])
    laid: list[list[Laid]] = []
    sizes: list[Group] = []
    notes: list[Text] = []
    for pieces, gap in groups:
        parts, more = _prepare(pieces, options, width, height, cloth)
        laid.append([replace(part, gap=gap) for part in parts])
        sizes.append(([(one.width, one.height) for one in parts], gap))
        notes += more
    return cloth, laid, sizes, notes


def _moved(here: list[tuple[Laid, Box, bool]], area: Box) -> list[tuple[Laid, Box, bool]]:
    """Pieces away from the margin where the sheet has room, so that backs bleed and ticks stand on that side too."""
    right, foot = max(box.right for _, box, _ in here), max(box.foot for _, box, _ in here)
    across = min(BLEED, (area.right - right) / 2)
    down = min(BLEED, (area.foot - foot) / 2)
    return [(one, replace(box, x=box.x + across, y=box.y + down), turned) for one, box, turned in here]


def _box(one: Laid, x: float, y: float, turned: bool) -> Box:
    return Box(x, y, one.height, one.width) if turned else Box(x, y, one.width, one.height)


# ---- what has to be folded or parted


def _prepare(
    pieces: Sequence[Piece], options: Options, width: float, height: float, cloth: Cloth
) -> tuple[list[Laid], list[Text]]:
    laid: list[Laid] = []
    notes = []
    for piece in pieces:
        folded = piece.reverse is not None or (options.sides == "fold" and piece.back is not None)
        high = piece.height * (2 if folded else 1)
        if fits((piece.width, high), width, height):
            laid.append(Laid(piece, piece.width, high, folded=folded))
            continue
        parts = _parts(piece, width, height)
        laid += parts
        values = {"title": piece.title, "parts": len(parts)}
        if len(parts) > 1:
            larger = Text("%(title)s is larger than the paper: %(parts)s parts, to be glued on the grey strip.", values)
            notes.append(larger)
        if folded:
            laid += _parts(_back_apart(piece, cloth), width, height)
            notes.append(Text("%(title)s is too large to fold: its back is printed separately; glue it on.", values))
    return laid, notes


def _back_apart(piece: Piece, cloth: Cloth) -> Piece:
    """The back of a card as a piece of its own, of the same size."""
    kind = piece.back or "crest"
    return replace(piece, face=lambda pen: draw_back(pen, kind, cloth), back=None)


def _parts(piece: Piece, width: float, height: float) -> list[Laid]:
    """The piece in as few parts as fit, parted between bases; every part but the last has a glue strip."""
    parts = []
    start = 0.0
    while not fits((piece.width - start, piece.height), width, height):
        fitting = (join for join in piece.joins if fits((join - start + TAB, piece.height), width, height))
        end = max(join for join in fitting if join > start)
        parts.append(Laid(piece, end - start + TAB, piece.height, start, TAB))
        start = end
    parts.append(Laid(piece, piece.width - start, piece.height, start))
    return parts


# ---- faces


def _draw_face(pen: Pen, one: Laid, box: Box, turned: bool, cloth: Cloth, options: Options) -> None:
    piece = one.piece
    # A folded back bleeds as far as there is room: not over the words at the foot of the sheet.
    inside = pen.window(*options.usable_mm) if one.folded else nullcontext()
    with inside, pen.frame(box.x, box.y, one.width, one.height, 90 if turned else 0) as own:
        own.rect(0, 0, one.trim, piece.height, fill="white")
        if one.start or one.tab:
            _draw_part(own, one)
        else:
            with own.frame(0, 0, piece.width, piece.height) as face:
                piece.face(face)
        if piece.round:
            own.circle(piece.width / 2, piece.height / 2, piece.width / 2, stroke="line", line=0.15)
        if one.folded:
            _draw_folded(own, piece, cloth)
        _corners(own, one.trim, one.height)
    if one.gap >= 2 * TICK[1]:
        _ticks(pen, box, Box(*options.usable_mm))


def _draw_part(pen: Pen, one: Laid) -> None:
    """A part of a face, cut off at the joint, and the strip the next part is glued on."""
    with pen.window(0, 0, one.trim, pen.height), pen.frame(-one.start, 0, one.piece.width, one.piece.height) as face:
        one.piece.face(face)
    if one.tab:
        pen.rect(one.trim, 0, one.tab, one.piece.height, fill="pale")
        with pen.frame(one.trim, 0, one.piece.height, one.tab, 90) as strip:
            here = Text("glue the next part here")
            strip.quiet(strip.width / 2, 5, here, 6.5, "center", strip.width)


def _draw_folded(pen: Pen, piece: Piece, cloth: Cloth) -> None:
    """The other face upside down at the foot, so that folding brings it behind; the fold is dashed."""
    wide, high = piece.width, piece.height
    with pen.frame(0, high, wide, high, 180) as back:
        if piece.reverse is not None:
            piece.reverse(back)
        else:
            draw_back(back, piece.back or "crest", cloth, folded=True)
    pen.line(0, high, wide, high, "soft", 0.15, FOLD)
    # What the line is for stands under its left end, on the side that is folded back.
    pen.rect(0.4, high + 0.3, width_mm(pen.words(FOLD_HERE), LEAST_SIZE) + 0.6, 2.4, fill="white")
    pen.quiet(0.7, high + 2.1, FOLD_HERE, LEAST_SIZE)


def _corners(pen: Pen, width: float, height: float) -> None:
    """The four corners of the trim, for pieces at the margin or without a gap: nothing is left of them when cut."""
    for x, way in ((0.0, 1), (width, -1)):
        for y, down in ((0.0, 1), (height, -1)):
            points = [(x + way * CORNER, y), (x, y), (x, y + down * CORNER)]
            pen.polygon(points, stroke="line", line=0.15, closed=False)


def _ticks(pen: Pen, box: Box, area: Box) -> None:
    """Short lines outside every corner in the direction of the edges, clear of the margin and of the foot's words."""
    near, far = TICK
    for x, way in ((box.x, -1), (box.right, 1)):
        for y, down in ((box.y, -1), (box.foot, 1)):
            if area.x <= x + way * far <= area.right:
                pen.line(x + way * near, y, x + way * far, y, "ink", 0.14)
            if area.y <= y + down * far <= area.foot:
                pen.line(x, y + down * near, x, y + down * far, "ink", 0.14)


def _cut_lines(pen: Pen, boxes: Sequence[Box], options: Options) -> None:
    """The order of cuts: each a light line in its gap, its number where the cut begins.

    Where pieces lie without a gap their own outlines are the lines to cut along.
    """
    left, top, width, height = options.usable_mm
    area = [Box(b.x - left, b.y - top, b.width, b.height) for b in boxes]
    numbers: dict[int, int] = {}
    for cut in cuts(area, width, height):
        if not _is_clear(cut, area, LINE_ROOM):
            continue
        if cut.axis == "across":
            x1, y1, x2, y2 = left + cut.start, top + cut.at, left + cut.end, top + cut.at
        else:
            x1, y1, x2, y2 = left + cut.at, top + cut.start, left + cut.at, top + cut.end
        pen.line(x1, y1, x2, y2, "line", 0.1)
        if cut.number not in numbers and _is_clear(cut, area, NUMBER_ROOM):
            numbers[cut.number] = len(numbers) + 1
            x, y = (x1 + 6, y1) if cut.axis == "across" else (x1, y1 + 6)
            pen.rect(x - 1.7, y - 1.3, 3.4, 2.6, fill="white")
            pen.text(x, y + 0.85, str(numbers[cut.number]), 6.5, "bold", "soft", "center")


def _is_clear(cut: Cut, boxes: Sequence[Box], room: float) -> bool:
    """Whether no piece lies within this distance of the cut."""
    for box in boxes:
        (near, far), (start, end) = box.span(cut.axis), box.span(OTHER[cut.axis])
        if start < cut.end and end > cut.start and near - room < cut.at < far + room:
            return False
    return True


# ---- backs


def mirrored(box: Box, sides: Sides, width: float, height: float) -> Box:
    """Where a back lies on its page, seen from the back: across for the long edge of a portrait page, down for the
    short edge. Two files are turned over the long edge."""
    if sides == "short-edge":
        return Box(box.x, height - box.y - box.height, box.width, box.height)
    return Box(width - box.x - box.width, box.y, box.width, box.height)


def _draw_backs(book: Book, section: Words, here: Sequence[tuple[Laid, Box, bool]], cloth: Cloth) -> None:
    """The page behind a sheet: nothing but the clan's sign behind each piece that has a back."""
    options = book.options
    width, height = options.page_mm
    ids = tuple(one.piece.id for one, _, _ in here if one.piece.back)
    with book.page(section, "back", ids) as pen, pen.window(*options.inside_mm):
        for one, box, turned in here:
            if one.piece.back is None:
                continue
            trim = Box(box.x, box.y, *((one.height, one.trim) if turned else (one.trim, one.height)))
            place = mirrored(trim, options.sides, width, height)
            turn = (180 if options.sides == "short-edge" else 0) + (270 if turned else 0)
            with pen.frame(place.x, place.y, one.trim, one.height, turn % 360) as back:
                _draw_back(back, one, one.piece.back, cloth)


def _draw_back(pen: Pen, one: Laid, kind: Back, cloth: Cloth) -> None:
    """The back of a piece, or of a part of it: glued together, it has one crest in its middle like any."""
    # Seen from behind, a card begins at its right.
    whole, end = one.piece.width, one.start + one.trim
    with pen.frame(end - whole, 0, whole, one.height) as back:
        draw_back(back, kind, cloth, (whole - end, whole - one.start))
