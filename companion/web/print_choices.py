"""What a player chose in the print dialogue: read from its form, kept as plain data, and turned into print options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.rules.text import Refusal, Text
from companion.web.fields import whole
from companion.web.i18n import language, say, sayer
from companion.web.security import known_device
from companion.web.services import services
from printables.markers import COUNTED
from printables.options import CHOICES, MOST_BLANKS, MOST_MARKERS, Options, Printer, check

COUNT = "n-"
"""Begins the names of the fields that count markers."""


@dataclass(frozen=True, slots=True)
class Choices(Options):
    """The options a player chooses, and what the dialogue asks besides them. `corrects`: the name of the printer that
    is corrected, "": none."""

    codes: bool = True
    changed: bool = False
    corrects: str = ""


@dataclass(frozen=True, slots=True)
class FormSent:
    """A form as it came: the choices, what was typed where it could not be read, and what is wrong, by field."""

    choices: Choices
    typed: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)


_FLAGS = ("bleed", "codes", "sealed", "changed", "fewest")


# ---- what is kept


def to_data(choices: Choices, place: str, usual: Choices, before: Mapping[str, Any]) -> dict[str, Any]:
    """The choices as plain data. Pieces, counts and blank cards belong to the place (a list, a table, neither), players
    to one of so many.
    """
    plain = {**{name: getattr(choices, name) for name in (*CHOICES, *_FLAGS)}, "printer": choices.corrects}
    here = {"pieces": list(choices.pieces), "counts": choices.marker_counts, "blank_cards": choices.blanks}
    placed = {name: {**before.get(name, {}), place: value} for name, value in here.items()}
    return {**plain, **placed, "players_at": [place, usual.players]}


def from_data(data: Mapping[str, Any], place: str, usual: Choices, offered: Sequence[str]) -> Choices:
    """The choices from what was kept; whatever is no longer possible is as usual."""
    values: dict[str, Any] = {n: data[n] for n, allowed in CHOICES.items() if data.get(n) in allowed}
    if data.get("players_at") != [place, usual.players]:
        values.pop("players", None)
    values |= {name: data[name] for name in _FLAGS if isinstance(data.get(name), bool)}
    pieces = tuple(piece for piece in data.get("pieces", {}).get(place, ()) if piece in offered)
    return replace(
        usual,
        **values,
        pieces=pieces or usual.pieces,
        marker_counts=data.get("counts", {}).get(place),
        blanks=data.get("blank_cards", {}).get(place, usual.blanks),
        corrects=data.get("printer", usual.corrects),
    )


# ---- the form


def read_form(form: MultiDict[str, str], before: Choices) -> FormSent:
    """The choices of a form; `before` stands for what it does not ask (`asks` names its flags), or cannot be read."""
    typed: dict[str, str] = {}
    values: dict[str, Any] = {name: form[name] for name in CHOICES if name in form}
    for name in ("marker_mm", "players"):
        if (number := whole(values.get(name, ""))) is not None:
            values[name] = number
    counts = _counts(form, typed)
    blanks = _whole(form, "blanks", before.blanks, typed)
    values |= {name: name in form for name in form.getlist("asks") if name in _FLAGS}
    choices = replace(
        before,
        **values,
        pieces=tuple(form.getlist("pieces")),  # type: ignore[arg-type]  # `check` judges them
        marker_counts=counts or before.marker_counts,
        blanks=blanks,
        corrects=form.get("printer", before.corrects),
    )
    return FormSent(choices, typed, {name: say(_no_number(name, words)) for name, words in typed.items()})


def _counts(form: Mapping[str, str], typed: dict[str, str]) -> dict[str, int]:
    names = [name for name in COUNTED if COUNT + name in form]
    return {name: _whole(form, COUNT + name, 0, typed) for name in names}


def _whole(form: Mapping[str, str], name: str, usual: int, typed: dict[str, str]) -> int:
    """The number in a field; what is none stays in `typed`."""
    words = form.get(name, str(usual)).strip() or "0"
    if words.isascii() and words.removeprefix("-").isdecimal() and len(words) < 8:
        return int(words)
    typed[name] = words
    return usual


def _no_number(name: str, words: str) -> Text:
    values = {"words": words[:40], "most": MOST_BLANKS if name == "blanks" else MOST_MARKERS}
    return Text("“%(words)s” is not a whole number; 0 to %(most)s can be printed.", values)


def stepped(counts: Mapping[str, int], step: str) -> dict[str, int]:
    """Counts after a tap on “−” or “+” of one marker (“less:shot”, “more:shot”), or on the spares: a tenth more."""
    way, _colon, name = step.partition(":")
    if way == "spares":
        return {one: min(MOST_MARKERS, -(-count * 11 // 10)) for one, count in counts.items()}
    by = {"less": -1, "more": 1}.get(way, 0)
    return {one: min(max(n + by * (one == name), 0), MOST_MARKERS) for one, n in counts.items()}


# ---- options


def options_of(choices: Choices, printers: Sequence[Printer], **subject: Any) -> Options:
    """The options of these choices, not yet checked; `subject` are those that what is printed gives."""
    chosen = {one.name: getattr(choices, one.name) for one in fields(Options)} | subject
    chosen["printer"] = next((one for one in printers if one.name == choices.corrects), Printer())
    options = Options(**{**chosen, "dated": True, "language": language(), "say": sayer()})
    base_url, known = options.base_url if choices.codes else None, options.known if choices.changed else frozenset()
    return replace(options, base_url=base_url, known=known)


def printers_here() -> tuple[Printer, ...]:
    """This phone's printers, by name."""
    known = services().prints.printers(known_device())
    return tuple(Printer(name, **measured) for name, measured in known.items())


def problems_of(options: Options) -> dict[str, str]:
    """What cannot be printed, by the field that asks for it."""
    refusal = check(options)
    found = by_field(refusal) if refusal else {}
    if not options.pieces:
        found["pieces"] = say(Text("Nothing is chosen; tick at least one kind of sheet."))
    return found


def by_field(refusal: Refusal) -> dict[str, str]:
    """The reasons of a refusal by the name of the field that asks for it."""
    found: dict[str, str] = {}
    for problem in refusal.problems:
        group, _dot, name = problem.path.partition(".")
        asks = COUNT + name if group == "marker_counts" and name else name if group == "printer" else group
        found.setdefault(asks, say(problem.message))
    return found or {"": say(refusal)}
