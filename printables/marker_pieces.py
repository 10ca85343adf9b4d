"""The markers of a kit as pieces to cut out, and the strip that tracks turn and phase."""

from __future__ import annotations

from collections.abc import Mapping

from companion.content.drawings import OWN_ID
from companion.rules.text import Text
from printables.battle_sheet import turns_of
from printables.ink import Role
from printables.livery import LIVERIES
from printables.marker_faces import draw_face
from printables.markers import MARKERS, TRACKER, PaperMarker, Side, suggested
from printables.model import Army
from printables.options import Options
from printables.pen import Pen
from printables.pieces import Draw, Piece

BLEED = 2.0
"""Millimeters of ground printed beyond the trim where bleed is asked for."""
TRACK = (180.0, 34.0)
"""The strip for turns and phases, in millimeters."""
PHASES = (Text("Commandment roll"), Text("Orders and actions"), Text("Combat"), Text("Resolution"))


def wanted_counts(army: Army | None, options: Options) -> Mapping[str, int]:
    """How many of each are printed: as chosen, or as the army suggests."""
    return suggested(army) if options.marker_counts is None else options.marker_counts


def marker_pieces(army: Army | None, options: Options) -> list[Piece]:
    """As many of each marker as asked for, or as the army suggests; pairs twice, with one letter each pair.

    The strips that track turns and phases come last.
    """
    counts = wanted_counts(army, options)
    color = LIVERIES[army.crest if army else OWN_ID].color
    found = []
    for marker in MARKERS:
        for number in range(counts.get(marker.id, 0)):
            for twin in range(2 if marker.pair else 1):
                found.append(_piece(marker, number, twin, options, color))
    return [*found, *(tracker(turns_of(options.battle), color, number) for number in range(counts.get(TRACKER, 0)))]


def _piece(marker: PaperMarker, number: int, twin: int, options: Options, color: Role) -> Piece:
    size = float(options.marker_mm)
    pair = number if marker.pair else None
    bleed = BLEED if options.bleed else 0.0
    letter = f"-{chr(65 + number % 26)}" if marker.pair else ""
    return Piece(
        kind="markers",
        id=f"{marker.id}{letter}-{number + 1}.{twin + 1}",
        title=" / ".join(str(side.label) for side in marker.faces) + letter.replace("-", " "),
        width=size,
        height=size,
        face=_face(marker, marker.front, options, color, pair),
        data=f"{marker.id} {pair} {size} {options.marker_shape} {bleed} {options.color} {color}",
        back=None if marker.reverse else "crest",
        reverse=_face(marker, marker.reverse, options, color) if marker.reverse else None,
        round=options.marker_shape == "round",
    )


def _face(marker: PaperMarker, side: Side, options: Options, color: Role, pair: int | None = None) -> Draw:
    """Drawn once into the file, however many there are. A pale ground bleeds over the trim, but never over a fold."""
    size, bleed = float(options.marker_mm), BLEED if options.bleed else 0.0
    cut_round = options.marker_shape == "round"
    name = f"marker-{marker.id}-{side.label}-{'' if pair is None else pair % 12}-{size:g}"
    name = "".join(char for char in name if char.isalnum() or char == "-")
    foot = 0.0 if marker.reverse else bleed

    def draw(pen: Pen) -> None:
        if bleed:
            pen.rect(-bleed, -bleed, size + 2 * bleed, size + bleed + foot, fill="pale")
            pen.circle(size / 2, size / 2, size * 0.476, fill="white")
        pen.form(name, 0, 0, size, size, lambda form: draw_face(form, marker, side, color, pair, cut_round=cut_round))

    return draw


def tracker(turns: int | None, color: Role, number: int = 0) -> Piece:
    """A strip with a box for each turn (more may follow where the battle has no limit) and for each phase (7:4).

    Turns are open to the upper edge and phases to the lower one: pawns, larger than a box, lie there.
    """
    wide, high = TRACK

    def face(pen: Pen) -> None:
        count = turns or 8
        pen.text(3, 18.8, Text("Turns above, phases below"), 9, "serif", color)
        pen.text(wide / 2, 18.8, Text("Pawns lie at the edges."), 7, "regular", "soft", "center")
        if not turns:
            pen.text(wide - 3, 18.8, Text("no limit of turns"), 7, "regular", "soft", "right")
        each = (wide - 6) / count
        for turn in range(count):
            _place(pen, 3 + turn * each, 0.0, each - 1, 14.4, "soft", 0.25)
            pen.text(3 + turn * each + (each - 1) / 2, 10.6, str(turn + 1), 16, "black", "soft", "center")
        each = (wide - 6) / len(PHASES)
        for number, phase in enumerate(PHASES):
            x = 3 + number * each
            _place(pen, x, high, each - 1, -13.4, color, 0.35)
            pen.text(x + 1.4, 25.4, str(number + 1), 8, "black", color)
            pen.fitted(x + 4.2, 25.4, each - 6, phase, 8, "bold")

    name = f"{TRACKER}-{number + 1}"
    return Piece("markers", name, "Turns and phases", wide, high, face, f"track {turns} {color}", back="crest")


def _place(pen: Pen, x: float, edge: float, wide: float, deep: float, color: Role, line: float) -> None:
    """A box that is open to an edge, with a notch in the middle of it for the pawn."""
    middle, notch = x + wide / 2, 2.4 if deep > 0 else -2.4
    pen.polygon(
        [(x, edge), (x, edge + deep), (x + wide, edge + deep), (x + wide, edge)], stroke=color, line=line, closed=False
    )
    pen.polygon([(middle - 2.4, edge), (middle, edge + notch), (middle + 2.4, edge)], fill=color)
