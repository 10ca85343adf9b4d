"""The print dialogue: one page for a kept list, for a table, and for neither; previews, downloads, printers."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from jinja2_fragments.flask import render_block

from companion.play.printing import MEASURED
from companion.rules.text import Refusal
from companion.web import regions
from companion.web.answers import answer_file, go_to, render_page, see_other
from companion.web.fields import text_asked, text_sent
from companion.web.i18n import _, say
from companion.web.print_choices import (
    COUNT,
    Choices,
    FormSent,
    by_field,
    from_data,
    options_of,
    printers_here,
    problems_of,
    read_form,
    stepped,
    to_data,
)
from companion.web.print_kits import WIDTHS, Drawn, drawn, drawn_before, pages_of, picture, suggested_counts
from companion.web.print_subjects import Subject, remembering, start_address, subject_of
from companion.web.security import device, known_device, no_store
from companion.web.services import services
from companion.web.shell import own_path, public_url
from printables.markers import BY_ID, COUNTED
from printables.model import CHARACTER_CARD_MM
from printables.options import Options, Printer
from printables.printed import Kit

bp = Blueprint("printing", __name__)

MARKER_FIELDS = ("marker_mm", "marker_counts", *(COUNT + name for name in COUNTED))
"""The fields under “Markers”, which are folded away while nothing is wrong with them."""


# ---- the dialogue


def show(**where: str) -> Response:
    """The dialogue as this phone left it."""
    subject = remembering(subject_of(**where))
    return _page(subject, FormSent(_last_choices(subject)))


def choose(**where: str) -> Response:
    """Remembers what is chosen and shows what comes of it; what cannot be printed is said at its field."""
    subject = remembering(subject_of(**where))
    asked = read_form(request.form, _last_choices(subject))
    step = text_sent("step")
    suggested = suggested_counts(subject.army)
    asked = replace(asked, choices=_at_a_printer(subject, _counted(asked.choices, step, suggested)))
    asked = replace(asked, wrong={**_problems(subject, asked.choices), **asked.wrong})
    if not asked.wrong:
        _remember(subject, asked.choices)
    if regions.wants_fragment():
        return _fragment(subject, asked, _stepped(asked.choices, suggested))
    if asked.wrong:
        return _page(subject, asked)
    return go_to(subject.path)


def _counted(choices: Choices, step: str, suggested: dict[str, int]) -> Choices:
    """The choices after a tap on one of the buttons at the counts. Counts as suggested stay so when the list grows."""
    counts = dict(choices.marker_counts or suggested)
    if step:
        counts = suggested if step == "suggested" else stepped(counts, step)
    return replace(choices, marker_counts=None if counts == suggested else counts)


def _stepped(choices: Choices, suggested: dict[str, int]) -> list[str]:
    """The markers whose count is not what the form says, for a button has changed it."""
    counts = choices.marker_counts or suggested
    return [name for name, count in counts.items() if text_sent(COUNT + name).strip() != str(count)]


def _last_choices(subject: Subject) -> Choices:
    last = from_data(services().prints.choices(known_device()), subject.place, subject.usual, subject.offered)
    last = _at_a_printer(subject, last)
    return replace(last, marker_counts=subject.list_print.counts) if subject.list_id else last


def _at_a_printer(subject: Subject, choices: Choices) -> Choices:
    """The choices, without a printer this phone has deleted or never had."""
    known = any(one.name == choices.corrects for one in subject.printers)
    return choices if known else replace(choices, corrects="")


def _problems(subject: Subject, choices: Choices) -> dict[str, str]:
    """What cannot be printed, by field; without a list there are no Troop Cards but those to write on."""
    found = problems_of(_options(subject, choices))
    if subject.army is None and "troop-cards" in choices.pieces and choices.blanks == 0:
        found["blanks"] = _("Say how many blank cards to print, 1 at least, or leave them out.")
    return found


def _remember(subject: Subject, choices: Choices) -> None:
    phone, prints = device(), services().prints
    prints.choose(phone, to_data(choices, subject.place, subject.usual, prints.choices(phone)))
    if subject.list_id:
        prints.count(subject.list_id, phone, choices.marker_counts)


def _options(subject: Subject, choices: Choices) -> Options:
    known = frozenset(subject.list_print.printed.values())
    return options_of(choices, subject.printers, **subject.gives, known=known)


# ---- rendering


def _page(subject: Subject, asked: FormSent) -> Response:
    return render_page("print.html", 422 if asked.wrong else 200, **subject.beside, **_values(subject, asked))


def _fragment(subject: Subject, asked: FormSent, stepped: list[str]) -> Response:
    """What comes of the choices, the sentences at the fields, and the counts that a button has changed."""
    values = {**_values(subject, asked), "stepped": [] if asked.wrong else stepped}
    html = "".join(render_block("print.html", block, **values) for block in ("out", "wrongs"))
    return no_store(Response(html, 422 if asked.wrong else 200))


def _values(subject: Subject, asked: FormSent) -> dict[str, Any]:
    choices, options = asked.choices, _options(subject, asked.choices)
    wrong = asked.wrong or _problems(subject, choices)
    made = None if wrong else drawn(subject.owner, subject.army, options)
    kit = made.kit if made else None
    fields = _fields(subject)
    refused = by_field(kit) if isinstance(kit, Refusal) else {n: words for n, words in wrong.items() if n not in fields}
    suggested = suggested_counts(subject.army)
    return {
        "subject": subject,
        "choices": choices,
        "typed": asked.typed,
        "wrong": wrong,
        "refused": list(refused.values()),
        "kit": kit if isinstance(kit, Kit) else None,
        "pages": tuple(pages_of(kit, options.sides)) if isinstance(kit, Kit) else (),
        "key": made.key if made else "",
        "size": sum(len(file.data) for file in kit.files) if isinstance(kit, Kit) else 0,
        "counts": choices.marker_counts or suggested,
        "suggested": suggested,
        "markers": BY_ID,
        "count_field": COUNT,
        "news": _news(subject, kit) if isinstance(kit, Kit) else 0,
        "opens": public_url(),
        "pixels": [round(side * 4) for side in options.page_mm] if kit else [],
        "fields": fields,
        "card_mm": CHARACTER_CARD_MM,
        "marker_fields": MARKER_FIELDS,
        "stepped": [],
    }


def _fields(subject: Subject) -> list[str]:
    """The fields that have a place for a sentence about them."""
    found = ["pieces", "paper", "sides"]
    if "markers" in subject.offered:
        found += MARKER_FIELDS
    return [*found, "blanks"] if "troop-cards" in subject.offered else found


def _news(subject: Subject, kit: Kit) -> int:
    """How many pieces of the kit are not as they were downloaded last."""
    known = set(subject.list_print.printed.values())
    return sum(mark not in known for mark in kit.fingerprints.values())


# ---- pages and files


def page(number: int, **where: str) -> Response:
    """A page of the kit as this phone chose it last, as a picture."""
    made = _asked_for(subject_of(**where))
    width = request.args.get("width", WIDTHS[0], int)
    if isinstance(made.kit, Refusal) or not 0 <= number < len(made.kit.pages) or width not in WIDTHS:
        abort(404, _("This kit has no such page. Open the print page again."))
    return no_store(Response(picture(made.key, made.kit, number, width), mimetype="image/png"))


def _asked_for(subject: Subject) -> Drawn:
    """The kit the page shows (its key stands in the address), also where another phone has changed the list since."""
    key = text_asked("kit")
    found = drawn_before(subject.owner, key)
    if found is not None:
        return found
    subject = remembering(subject)
    made = drawn(subject.owner, subject.army, _options(subject, _last_choices(subject)))
    if key and key != made.key:
        abort(404, _("This kit has changed meanwhile. Open the print page again."))
    return made


def download(part: str, **where: str) -> Response:
    """The file, or that of the backs; its pieces count as printed from now on."""
    subject = subject_of(**where)
    kit = _asked_for(subject).kit
    if isinstance(kit, Refusal):
        abort(422, say(kit))
    file = kit.files[-1] if part == "backs" else kit.files[0]
    phone = known_device()
    if phone and subject.list_id:
        services().prints.downloaded(subject.list_id, phone, kit.fingerprints)
    return answer_file(file.data, "application/pdf", file.name)


for _place in ("", "/l/<token>", "/first/<ready>", "/t/<table_id>"):  # for nothing, a list, a ready army, a table
    bp.add_url_rule(f"{_place}/print", view_func=show)
    bp.add_url_rule(f"{_place}/print", view_func=choose, methods=["POST"])
    bp.add_url_rule(f"{_place}/print/page-<int:number>.png", view_func=page)
    bp.add_url_rule(f"{_place}/print/<any(kit, backs):part>.pdf", view_func=download)


# ---- printers


@bp.get("/printers")
def printers() -> Response:
    """This phone's printers, and how to measure one."""
    return _printers_page({}, {})


@bp.post("/printers")
def keep_printer() -> Response:
    """Keeps what was measured of a printer under its name."""
    form = {name: value.strip() for name, value in request.form.items()}
    measured, wrong = _measured(form)
    if not wrong:
        wrong = problems_of(Options(pieces=("calibration",), printer=Printer("", **measured)))
        refused = None if wrong else services().prints.keep_printer(device(), form.get("name", ""), measured)
        wrong |= {"name": say(refused)} if refused else {}
    if wrong:
        return _printers_page(form, wrong)
    return see_other("printing.printers", back=_back())


@bp.post("/printers/forget")
def forget_printer() -> Response:
    """Deletes a printer."""
    services().prints.forget_printer(device(), text_sent("name"))
    return see_other("printing.printers", back=_back())


def _measured(form: dict[str, str]) -> tuple[dict[str, float], dict[str, str]]:
    """The four numbers of the form (a comma will do), and what is no number."""
    measured, wrong = {}, {}
    for name in MEASURED:
        usual: float = getattr(Printer(), name)
        words = form.get(name, "").replace(",", ".").replace("−", "-")
        try:
            number = float(words) if words else usual
        except ValueError:
            number = math.nan
        measured[name] = round(number, 2) if math.isfinite(number) else usual
        if not math.isfinite(number):
            wrong[name] = _("“%(words)s” is not a number of millimeters.", words=words[:40])
    return measured, wrong


def _printers_page(form: dict[str, str], wrong: dict[str, str]) -> Response:
    return render_page(
        "printers.html", 422 if wrong else 200, printers=printers_here(), form=form, wrong=wrong, back=_back()
    )


def _back() -> str:
    """The dialogue this page was opened from: a path of this server."""
    return own_path(request.values.get("back", ""), url_for("printing.show"))


@bp.get("/print/calibration.pdf")
def calibration() -> Response:
    """The page by which a printer is measured: with this phone's paper and sides, but no printer's correction."""
    last = from_data(services().prints.choices(known_device()), "plain", Choices(), ())
    options = options_of(replace(last, pieces=("calibration",)), ())
    kit = drawn("", None, replace(options, base_url=start_address())).kit
    assert isinstance(kit, Kit)
    return answer_file(kit.files[0].data, "application/pdf", "calibration.pdf")
