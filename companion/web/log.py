"""The log to take away, and amending an entry of it with the consequences shown first."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NoReturn
from urllib.parse import parse_qsl

from flask import Blueprint, Response, abort, request

from companion.play.tables import WATCHING
from companion.play.takeback import Where
from companion.play.values import Asked, Done, LogEntry, Preview, Replacement, Stale, Table, folded
from companion.rules.text import Refusal
from companion.web import frame, games, regions
from companion.web.answers import answer_file, render_page, see_other
from companion.web.asker import Asker
from companion.web.fields import other_fields, seen, text_sent, whole
from companion.web.i18n import _, say
from companion.web.services import services

bp = Blueprint("log", __name__, url_prefix="/t/<table_id>")


@bp.get("/log.txt")
def text(table_id: str) -> Response:
    """The log as text, as this seat may read it."""
    who = frame.who_asks(table_id, "log")
    title, *log = services().tables.export_text(table_id, who.eyes) or ("",)
    pages = games.of(who.table)
    lines = (title, *pages.report(who.table), *log, *pages.outcome(who.table))
    return answer_file("\n".join(say(line) for line in lines) + "\n", "text/plain", "battle-report.txt")


@bp.get("/log.json")
def document(table_id: str) -> Response:
    """Everything this seat may see of the table, as JSON."""
    who = frame.who_asks(table_id, "log")
    exported = services().tables.export(table_id, who.eyes)
    return answer_file(json.dumps(exported, ensure_ascii=False, indent=1) + "\n", "application/json", "table.json")


@bp.get("/log/<int:seq>")
def entry(table_id: str, seq: int) -> Response:
    """One entry: strike it, or put other dice in its place. `strike`: what striking it would change stands there at
    once, so that a slip seen on the table is corrected, or asked for, by two taps.
    """
    return preview(table_id, seq) if "strike" in request.args else _page(table_id, seq)


@bp.get("/column/<steps>")
def column(table_id: str, steps: str) -> Response:
    """The last entry of a column of the history, to correct it."""
    seq = services().tables.last_entry(table_id, _reader(table_id).eyes, steps) or _unreadable()
    return see_other("log.entry", table_id=table_id, seq=seq)


@bp.get("/log/older/<int:before>")
def older(table_id: str, before: int) -> Response:
    """The lines before an entry."""
    who = _reader(table_id)
    lines, more = frame.log_lines(who, before)
    table = who.table
    return render_page(
        "older.html", **frame.beside(who), lines=lines, folded=folded, older=more, crests=frame.crests(table),
        players=table.players,
    )  # fmt: skip


def _reader(table_id: str) -> Asker:
    """Who reads the log of this table; behind a curtain nobody does."""
    who = frame.who_asks(table_id, "log")
    return _unreadable() if who.curtain else who


def _unreadable() -> NoReturn:
    abort(404, _("There is no such entry in the log, or it is not yours to read."))


@bp.post("/log/<int:seq>")
def preview(table_id: str, seq: int) -> Response:
    """What the correction would change, before anything is changed."""
    who = frame.who_asks(table_id, "log")
    if who.seat is None:
        return _page(table_id, seq, say(WATCHING), 422)
    wished = _replacement(who, seq)
    shown = services().tables.preview_amend(table_id, who.device, who.seat, seq, wished, looked_on=who.shut)
    if not isinstance(shown, Preview):
        return _page(table_id, seq, say(shown or ""), 422)
    return _page(table_id, seq, preview=_named_once(table_id, shown))


def _named_once(table_id: str, shown: Preview) -> Preview:
    """The preview with each roll named once: one that ends with an earlier die than before is not named again for the
    dice that it needs no more.
    """
    steps = services().tables.steps(table_id, [one.seq for one in (*shown.changed, *shown.impossible)])
    ends = {steps[one.seq]: one for one in shown.changed if one.before is None and steps.get(one.seq)}
    gone = {one.seq: steps[one.seq] for one in shown.impossible if steps.get(one.seq) in ends}
    was = {gone[one.seq]: one.before for one in shown.impossible if one.seq in gone}
    return replace(
        shown,
        changed=tuple(replace(one, before=was.get(steps.get(one.seq, ""), one.before)) for one in shown.changed),
        impossible=tuple(one for one in shown.impossible if one.seq not in gone),
    )


@bp.post("/log/<int:seq>/amend")
def amend(table_id: str, seq: int) -> Response:
    """Does what the preview showed."""
    who = frame.who_asks(table_id, "log")
    done = correct(who, seq, _replacement(who, seq))
    if isinstance(done, tuple):
        return _page(table_id, seq, *done)
    if isinstance(done, Asked):
        return see_other("table.show", table_id=table_id)
    return see_other("table.page", table_id=table_id, page="log")


def correct(
    who: Asker, seq: int, wished: Sequence[Replacement], where: Where = "instead"
) -> Done | Asked | tuple[str, int]:
    """Corrects an entry; where others acted since, one of them allows it first. Else why not, and the page's status."""
    if who.seat is None:
        return say(WATCHING), 422
    key, shown = text_sent("key"), seen()
    done = services().tables.amend(who.table.id, who.device, who.seat, seq, wished, key, shown, where=where)
    if isinstance(done, Refusal):
        return say(done), 422
    if isinstance(done, Stale):
        return _("The table has changed meanwhile. Look again at what would change."), 409
    return done


def _replacement(who: Asker, seq: int) -> Sequence[Replacement]:
    """The dice of the form as one whole roll, the act chosen instead, or coins counted anew; nothing when the entry is
    to be struck. A form that says something else of it ends the request.
    """
    form = request.form
    what = form.get("what", "strike")
    if what == "strike":
        return ()
    found = services().tables.entry(who.table.id, who.eyes, seq) if what == "coins" else None
    if found and (counted := games.of(who.table).counted_anew(who.table, who.seat, *found, form)):
        return counted
    if what == "anew":
        return (Replacement(form.get("type", ""), other_fields(("what", "type", "key", "seen"))),)
    if what == "act":
        return (Replacement(form.get("type", ""), dict(parse_qsl(form.get("data", "")))),)
    if what != "dice":
        abort(422, _("There is no such entry to correct, or it no longer counts. Look at the log again."))
    faces = " ".join(form.getlist("faces")).replace(",", " ").upper().replace("Ø", "0").split()
    bins = {name: value for name, value in form.items() if name.startswith("bin.") and value.strip()}
    return (Replacement("roll", {"step": form.get("step", ""), **({"faces": faces} if faces else {}), **bins}),)


def _page(table_id: str, seq: int, problem: str = "", status: int = 200, preview: object = None) -> Response:
    who = _reader(table_id)
    table = who.table
    found, data = services().tables.entry(table_id, who.eyes, seq) or _unreadable()
    offer = games.of(table).offer(table, found, data)
    dice = _dice(table_id, who.eyes, found)
    faces, chosen = _faces(dice if offer.anew else {})
    return render_page(
        "entry.html",
        status,
        **frame.beside(who),
        entry=found,
        seats_elsewhere=who.seats_elsewhere,
        dice=dice,
        pad=_pad(table, found, dice),
        faces=faces,
        chosen_die=chosen,
        thrown=games.of(table).attack_of(found.step),
        instead=offer.acts,
        coins=offer.coins,
        fields=offer.fields,
        note=offer.note,
        form=request.form,
        notice=problem,
        preview=preview,
        new_key=regions.new_key(),
    )


def _dice(table_id: str, seat: str | None, found: LogEntry) -> dict[str, Any]:
    """What was entered for this roll: bins by name, or faces; empty for entries without dice."""
    if not found.step or found.type not in ("pad", "roll"):
        return {}
    dice: dict[str, Any] = {"bins": {}, "faces": {}}
    for data in services().tables.shown_of_step(table_id, seat, found.step):
        if data.get("step") != found.step:
            continue
        if data.get("clear"):
            dice = {"bins": {}, "faces": {}}
        dice["bins"].update(data.get("bins") or {})
        if data.get("die") is not None:
            dice["faces"][data["die"]] = data["face"]
        dice["faces"].update(enumerate(data.get("faces") or ()))
    faces = [dice["faces"][i] for i in sorted(dice["faces"])]
    return {"bins": dice["bins"], "faces": faces, "step": found.step}


def _faces(dice: Mapping[str, Any]) -> tuple[list[int], int]:
    """The faces of a roll entered die by die, with those tapped since, and the die that is chosen now."""
    sent, was = request.values, [int(face) % 10 for face in dice.get("faces", ())]
    tapped = [number % 10 for face in sent.getlist("faces") if (number := whole(face)) is not None]
    faces = tapped if len(tapped) == len(was) else was
    at, face, die = (whole(sent.get(name, "")) for name in ("at", "face", "die"))
    chosen = at or 0
    if faces and face is not None:
        faces[chosen % len(faces)] = face % 10
        chosen += 1
    elif die is not None:
        chosen = die
    return faces, min(chosen, max(len(faces) - 1, 0))


def _pad(table: Table, found: LogEntry, dice: Mapping[str, Any]) -> Any:
    """The pad of a roll that was entered in bins, as it was then: with its counts, or those chosen since."""
    if not dice or dice["faces"]:
        return None
    before = services().tables.state_before(table.id, found.seq)
    if before is None:
        return None
    sent = request.values
    both = dict(zip(("saved", "saved_marked", "tens"), sent.get("bins", "").split("+"), strict=False))
    tapped = _counts(sent, "bin.") | _counts(both)
    return games.of(table).pad_of(before, found.step, _counts(sent, "was.") or dice["bins"], tapped)


def _counts(sent: Mapping[str, str], begin: str = "") -> dict[str, int]:
    """The counts in the fields whose names begin so, by the rest of their names."""
    found = {name: whole(count) for name, count in sent.items() if name.startswith(begin)}
    return {name.removeprefix(begin): count for name, count in found.items() if count is not None}


# ---- “we forgot −1”: an attack whose dice have fallen is put right, with the consequences shown first


@dataclass(frozen=True, slots=True)
class OpenedAttack:
    """The attack of a page: where what is said of it goes in the log, and what the page shows."""

    who: Asker
    seq: int
    where: Where
    view: Any
    wished: tuple[Replacement, ...]


@bp.get("/forgot")
def forgot(table_id: str) -> Response:
    """What may have been forgotten, then what has to be known of the dice, then what would change."""
    return _forgot_page(_opened_attack(table_id))


@bp.post("/forgot")
def put_right(table_id: str) -> Response:
    """Does what the page showed."""
    one = _opened_attack(table_id)
    done = correct(one.who, one.seq, one.wished, one.where)
    if isinstance(done, tuple):
        return _forgot_page(one, *done)
    return see_other("table.show", table_id=table_id)


def _opened_attack(table_id: str) -> OpenedAttack:
    who = frame.who_asks(table_id, "log")
    chain = request.values.get("chain", "")[:120]
    passage = partial(services().tables.passage, table_id)
    found = None if who.curtain else games.of(who.table).thrown(who.table.state, chain, passage)
    if found is None:
        abort(404, _("The dice of that attack are not entered, or were undone or corrected since."))
    form = {**other_fields(("key", "seen")), "chain": chain, "thrown": found.thrown, "over": found.over}
    read = who.table.game.read("forgot", form)
    view = found.view({}, read) if isinstance(read, Refusal) else found.view(read, None)
    wished = (Replacement("forgot", form, who.seat),)
    return OpenedAttack(who, found.seq, "before" if found.over else "after", view, wished)


def _forgot_page(one: OpenedAttack, problem: str = "", status: int = 200) -> Response:
    who, preview = one.who, None
    if one.view.ready and who.seat is not None:
        preview = services().tables.preview_amend(
            who.table.id, who.device, who.seat, one.seq, one.wished, where=one.where, looked_on=who.shut
        )
    if isinstance(preview, Refusal):
        problem, preview = say(preview), None
    elif one.view.refusal is not None and not problem:
        problem = say(one.view.refusal)
    return render_page(
        "forgot.html",
        status,
        **frame.beside(who),
        one=one.view,
        sent=other_fields(("key", "seen")),
        numbers=("dc", "at", "df", "ar", "damage_bonus"),
        notice=problem,
        preview=preview,
        new_key=regions.new_key(),
        **games.of(who.table).values,
    )
