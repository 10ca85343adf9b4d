"""An army list over the API: its verdict (POST /api/kensei/army), and its cards and sheets as one PDF (`print`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, Literal, get_args

from flask import Response
from pydantic import BeforeValidator, Field, Strict

from companion.api.answers import Answer, Sentence, shows
from companion.api.calls import call
from companion.api.fields import Flag, Int, Request, made
from companion.api.problem import Error, InvalidInput
from companion.api.translation import language, say, sayer
from companion.content import catalog
from companion.content.army_document import ArmyShape, army_of, loose_ends
from companion.content.known import Known
from companion.rules.kensei.army import Breach, Budget, Fix, Hint, Limit, Rung, Verdict, judge
from companion.rules.kensei.victory import Battle
from companion.rules.text import Problem, Refusal
from printables.ink import Color
from printables.markers import COUNTED
from printables.options import (
    DEFAULT_PIECES,
    LONGEST_URL,
    MOST_BLANKS,
    MOST_MARKERS,
    MOST_OFFSET,
    MarkerShape,
    Options,
    PaperName,
    PieceKind,
    Players,
    Printer,
)
from printables.press import PRESS

# ---- the verdict


class ArmyList(ArmyShape, Request):
    """The army document, as the builder exports it and the links carry it (chapter 12)."""

    reports_both: ClassVar[bool] = True

    @classmethod
    def wrong_between(cls, data: dict[str, Any]) -> Iterator[Error]:
        """Ids that stand twice, and references to nobody."""
        return (Error(problem.path, say(problem.message)) for problem in loose_ends(data))


class FixSet(Answer):
    """Fields to set: of the unit or character `id` names, without it of the list."""

    set: dict[str, str | int | bool | list[str] | None]


class FixRemove(Answer):
    """The unit or character to leave out."""

    remove: str


def _mend(fix: Fix) -> FixSet | FixRemove:
    return FixSet.model_validate(fix) if fix.remove is None else FixRemove(remove=fix.remove)


Mend = Annotated[FixSet | FixRemove, BeforeValidator(_mend)]


@shows(Budget)
class BudgetAnswer(Answer):
    """Points spent, and the ceiling of the level."""


@shows(Limit, without=("shares",))
class LimitAnswer(Answer):
    """A count against what the level asks (`least`) and allows (`most`); null is no bound. `from`: who fills it."""

    contributors: list[str] = Field(serialization_alias="from")


@shows(Breach)
class ProblemAnswer(Answer):
    """A rule the list breaks. `fix` mends it by itself, null where that takes several acts; `fixes` are all of them."""

    fix: Mend | None
    fixes: list[Mend]


@shows(Hint)
class HintAnswer(Answer):
    """Advice; the list is legal without it."""


def _blocked(ladder: Iterable[Rung]) -> dict[int, list[str]]:
    """The codes of every level where the list is not legal, each once."""
    return {rung.level: list(dict.fromkeys(one.code for one in rung.problems)) for rung in ladder if not rung.legal}


@shows(Verdict, without=("ladder",))
class ArmyAnswer(Answer):
    """The verdict. `levels`: whether the same list is legal there; `blocked_by`: the codes that stand in the way."""

    legal: bool
    levels: dict[Sentence, bool]
    blocked_by: Annotated[dict[Sentence, list[str]], BeforeValidator(_blocked)] = Field(validation_alias="ladder")


@call("/kensei/army", ArmyAnswer)
def army(body: ArmyList) -> Verdict:
    """The verdict on an army list.

    Takes the army document (chapter 12) and says whether it is legal at its level, how full every limit is and who
    fills it, every problem with a fix where one act mends it, and at which levels the same list is legal.
    """
    return judge(army_of(body), catalog())


# ---- a kit to print


Bar = Annotated[float, Strict(), Field(ge=95, le=105, description="Of 100 mm.")]
Offset = Annotated[float, Strict(), Field(ge=-MOST_OFFSET, le=MOST_OFFSET, description="Where the back fell.")]
Address = Annotated[str, Strict(), Field(min_length=1, max_length=LONGEST_URL)]


class MarkerCount(Request):
    """How many of one marker to print."""

    marker: Annotated[str, Known(lambda: COUNTED)]
    count: Annotated[Int, Field(ge=0, le=MOST_MARKERS)]


class PrinterProfile(Request):
    """What a printer does wrong, measured on the calibration page, in millimeters."""

    bar_across: Bar = 100
    bar_down: Bar = 100
    back_right: Offset = 0
    back_down: Offset = 0


class Print(Request):
    """A kit to print: what of it, on what paper, how two-sided."""

    reports_both: ClassVar[bool] = True

    army: ArmyList | None = None
    """Only what every table shares (reference, pads, calibration, empty Troop Cards) is printed without one."""
    pieces: list[PieceKind] = Field(default=list(DEFAULT_PIECES), min_length=1, max_length=len(get_args(PieceKind)))
    paper: PaperName = "a4"
    """`either`: within what A4 and Letter have in common."""
    sides: Literal["fronts", "long-edge", "short-edge", "fold"] = "long-edge"
    color: Color = "color"
    bleed: Flag = False
    """Markers printed 2 mm beyond the trim."""
    marker_mm: Literal[20, 25, 30, 40] = 25
    marker_shape: MarkerShape = "square"
    marker_counts: list[MarkerCount] | None = Field(default=None, max_length=40)
    """Null: as many as the army suggests."""
    base_url: Address | None = None
    """Opens the list; with `/ID` after it one unit. Null: no QR codes."""
    fewest: Flag = True
    """Cards and markers share sheets where that saves paper."""
    sealed: Flag = False
    """A card of the common size for each unit as well."""
    blanks: Annotated[Int, Field(ge=0, le=MOST_BLANKS)] = 0
    """Troop Cards to write on by hand."""
    battle: Battle = "pitched"
    """(7:1:1)"""
    players: Players = 2
    """Of the Kenjin pad."""
    table_url: Address | None = None
    table_words: Annotated[str, Strict(), Field(max_length=60)] = ""
    printer: PrinterProfile = PrinterProfile()

    @classmethod
    def wrong_between(cls, data: dict[str, Any]) -> Iterator[Error]:
        """Those of its army."""
        sent = data.get("army")
        found = ArmyList.wrong_between(sent) if isinstance(sent, dict) else ()
        return (Error(f"army.{one.path}", one.message) for one in found)


@call("/kensei/print", media="application/pdf")
def print_kit(body: Print) -> Response:
    """Cards, markers and sheets of an army list as a PDF.

    Troop Cards of exactly the formation's size (7:3), Character Cards, markers (2:6:4), army sheet and reference. Each
    footprint is one closed rectangle of the trim size; backs carry the crest and nothing else. An illegal list is
    printed with its verdict.
    """
    counts = None if body.marker_counts is None else {one.marker: one.count for one in body.marker_counts}
    printer = made(Printer, body.printer)
    options = made(Options, body, marker_counts=counts, printer=printer, language=language(), say=sayer())
    kit = PRESS.kit(army_of(body.army) if body.army else None, options)
    if isinstance(kit, Refusal):
        least = Error("pieces" if body.army else "army", say(kit))
        raise InvalidInput([_placed(one) for one in kit.problems] or [least])
    (file,) = kit.files
    answer = Response(file.data, content_type="application/pdf")
    answer.headers.set("Content-Disposition", "inline", filename=file.name)
    return answer


def _placed(problem: Problem) -> Error:
    """Where it stands in the request: what is no field of its own is one of its army."""
    own = problem.path.partition(".")[0] in Print.model_fields
    return Error(problem.path if own else f"army.{problem.path}", say(problem.message))
