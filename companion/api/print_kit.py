"""POST /api/kensei/print: cards, markers and sheets of an army list as one PDF."""

from __future__ import annotations

from companion.api.errors import validate
from companion.api.fields import FileAnswer
from companion.api.print_request import Print
from companion.api.problem import Error, InvalidInput
from companion.content.army_document import army_of, loose_ends
from companion.rules.text import Refusal
from printables.options import Options, Printer
from printables.press import PRESS


def read_print(data: object) -> Print:
    """The request, or `InvalidInput` with every error: of shape, of doubled ids, of names of nobody."""
    errors: list[Error] = []
    body = None
    try:
        body = validate(Print, data)
    except InvalidInput as invalid:
        errors += invalid.errors
    army = data.get("army") if isinstance(data, dict) else None
    if isinstance(army, dict):
        errors += [Error(f"army.{problem.path}", str(problem.message)) for problem in loose_ends(army)]
    if errors or body is None:
        raise InvalidInput(errors)
    return body


def answer_print(body: Print) -> FileAnswer:
    """The PDF; what cannot be printed (an impossible front, no pieces) is `InvalidInput` like any other mistake."""
    kit = PRESS.kit(army_of(body.army), _options(body))
    if isinstance(kit, Refusal):
        raise _invalid(kit)
    (file,) = kit.files
    return FileAnswer(file.name, "application/pdf", file.data)


def _options(body: Print) -> Options:
    plain = body.model_dump(exclude={"army", "marker_counts", "printer", "pieces"})
    counts = None if body.marker_counts is None else {one.marker: one.count for one in body.marker_counts}
    return Options(
        **plain, pieces=tuple(body.pieces), marker_counts=counts, printer=Printer(**body.printer.model_dump())
    )


def _invalid(refusal: Refusal) -> InvalidInput:
    """What is no field of the request is one of its army."""
    places = ((one.path.partition(".")[0] in Print.model_fields, one) for one in refusal.problems)
    found = [Error(one.path if own else f"army.{one.path}", str(one.message)) for own, one in places]
    return InvalidInput(found or [Error("pieces", str(refusal.reason))])
