"""The body of a print request. What draws is imported only when something is printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field, Strict

from companion.api.fields import Flag, Int, Request
from companion.api.requests import ArmyList
from companion.content.known import Known
from printables.ink import Color
from printables.options import DEFAULT_PIECES, LONGEST_URL, MOST_MARKERS, MOST_OFFSET, PaperName, PieceKind


def _markers() -> Iterable[str]:
    from printables.markers import COUNTED

    return COUNTED


class MarkerCount(Request):
    """How many of one marker to print."""

    marker: Annotated[str, Known(_markers)]
    count: Annotated[Int, Field(ge=0, le=MOST_MARKERS)]


class PrinterProfile(Request):
    """What a printer does wrong, measured on the calibration page, in millimeters."""

    bar_across: Annotated[float, Strict(), Field(ge=95, le=105)] = Field(default=100, description="Of 100 mm.")
    bar_down: Annotated[float, Strict(), Field(ge=95, le=105)] = Field(default=100, description="Of 100 mm.")
    back_right: Annotated[float, Strict(), Field(ge=-MOST_OFFSET, le=MOST_OFFSET)] = Field(
        default=0, description="Where the back fell."
    )
    back_down: Annotated[float, Strict(), Field(ge=-MOST_OFFSET, le=MOST_OFFSET)] = Field(
        default=0, description="Where the back fell."
    )


class Print(Request):
    """A kit to print: what of it, on what paper, how two-sided. Only the army is required."""

    army: ArmyList
    pieces: list[PieceKind] = Field(default=list(DEFAULT_PIECES), min_length=1, max_length=12)
    paper: PaperName = Field(default="a4", description="`either`: within what A4 and Letter have in common.")
    sides: Literal["fronts", "long-edge", "short-edge", "fold"] = "long-edge"
    color: Color = "color"
    bleed: Flag = Field(default=False, description="Markers printed 2 mm beyond the trim.")
    marker_mm: Literal[20, 25, 30, 40] = 25
    marker_shape: Literal["square", "round"] = "square"
    marker_counts: list[MarkerCount] | None = Field(
        default=None, max_length=40, description="Null: as many as the army suggests."
    )
    base_url: Annotated[str, Strict(), Field(min_length=1, max_length=LONGEST_URL)] | None = Field(
        default=None, description="Opens the list; with `/ID` after it one unit. Null: no QR codes."
    )
    fewest: Flag = Field(default=True, description="Cards and markers share sheets where that saves paper.")
    sealed: Flag = Field(default=False, description="A card of the common size for each unit as well.")
    blanks: Annotated[Int, Field(ge=0, le=40)] = Field(default=0, description="Troop Cards to write on by hand.")
    battle: Literal["pitched", "assassination", "head-hunt"] = Field(default="pitched", description="(7:1:1)")
    players: Literal[2, 3, 4] = Field(default=2, description="Of the Kenjin pad.")
    table_url: Annotated[str, Strict(), Field(min_length=1, max_length=LONGEST_URL)] | None = None
    table_words: Annotated[str, Strict(), Field(max_length=60)] = ""
    printer: PrinterProfile = PrinterProfile()
