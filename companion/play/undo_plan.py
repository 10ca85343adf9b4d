"""What taking back or correcting is to do, what it leads to, and what a request of it says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.play.cardgame import row as in_a_row
from companion.play.codec import decode, encode
from companion.play.desk import Work
from companion.play.fold import Entered, Refold
from companion.play.game import Event, Line, Seat
from companion.play.values import Consent, Request, RequestKind, print_of_lines
from companion.rules.text import (
    BECOMES,
    CORRECTED,
    EMPTY,
    LOSING,
    ROLL_BECOMES,
    UNDID,
    YOURS_SEEN,
    Text,
    counted,
    joined,
    listed,
    player_at,
)
from companion.store import rows


@dataclass(frozen=True, slots=True)
class Plan:
    """Which acts go (by seq), and which events take their place in which slot; or which correction is taken back, so
    that what it took back counts again."""

    kind: RequestKind
    by: Seat
    gone: tuple[int, ...]
    slot: int
    fresh: tuple[Event, ...] = ()
    correction: int | None = None

    def to_json(self) -> str:
        """The plan as a request keeps it."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, column: str) -> Plan:
        """The plan of a request."""
        value = json.loads(column)
        fresh = tuple(Event(**event) for event in value["fresh"])
        return cls(value["kind"], value["by"], tuple(value["gone"]), value["slot"], fresh, value.get("correction"))


@dataclass(frozen=True, slots=True)
class PlanOutcome:
    """What a plan leads to."""

    targets: tuple[Entered, ...]
    later: tuple[Entered, ...]
    base_slot: int
    result: Refold
    correction: Line | None = None
    """The line of the correction that is taken back, where it has one."""

    @property
    def void(self) -> list[int]:
        """The later acts that become impossible, by seq."""
        return [change.act.seq for change in self.result.impossible]

    @property
    def named(self) -> list[Entered]:
        """Those of them that a request names: quiet ones come and go while it is open, and nobody is told."""
        return [change.act for change in self.result.impossible if change.act.seq < rows.QUIET]

    @property
    def quiet(self) -> bool:
        """Whether only quiet acts go; where none goes, something open is put beside the others."""
        return bool(self.targets) and all(act.seq > rows.QUIET for act in self.targets)

    @property
    def closes(self) -> bool:
        """Whether something that lay open is closed again by this: who saw it cannot forget it."""
        lines = {change.act.seq: change.line or Line() for change in (*self.result.changed, *self.result.impossible)}
        was = sum(act.line.reveals for act in self.targets + self.later)
        stays = sum(lines.get(act.seq, act.line).reveals for act in self.later)
        again = (change.line for change in self.result.restored if change.line is not None)
        return was > stays + sum(line.reveals for line in (*self.result.fresh, *again))


# ---- what acts are called that may be taken back, and what a request says that it would change


def label_or_line(work: Work, act: Entered, seat: Seat | None) -> Text | None:
    """What this very act is called, as this seat may read it; its line where that says just that."""
    return _name(work, act, seat) or act.line.text_for(seat)


def _name(work: Work, act: Entered, seat: Seat | None) -> Text | None:
    """The short name of an act, made of nothing but what this seat may see of it; None where it has none."""
    shown = work.game.show_event(work.state(), act.event, seat)
    return None if shown is None else work.game.label(work.state(), replace(act.event, data=shown))


def standalone_label(work: Work, act: Entered, seat: Seat | None) -> Text | None:
    """What this act is called wherever its line does not stand beside it: on the key, in a request, and in the log."""
    line, name = act.line.text_for(seat), _name(work, act, seat)
    return name if line is None or (name is not None and work.game.declared(act.event.type).says_whose) else line


def follows(work: Work, outcome: PlanOutcome, seat: Seat | None) -> tuple[Text, ...]:
    """What is newly asked of somebody by the entry that comes in the place of one that this seat may read. Of other
    steps nothing is told: who only looks at a correction must not find out what waits hidden.
    """
    if not outcome.result.fresh or not visible([act.line for act in outcome.targets], seat):
        return ()
    about = tuple({act.line.step.rpartition(".")[0] + "." for act in outcome.targets if "." in act.line.step})
    known = {due.step for due in work.game.due(work.state())}
    asked = (due for due in work.game.due(outcome.result.state) if due.step.startswith(about) and not due.secret)
    news = (due.data.get("waiting") or due.sentence for due in asked if due.step not in known)
    return tuple(Text("Then: %(line)s", {"line": line}) for line in news)


def visible(lines: Sequence[Line], seat: Seat | None) -> tuple[Text, ...]:
    """Those of the lines that this seat may read."""
    return tuple(text for text in (line.text_for(seat) for line in lines) if text is not None)


def _ask_lines(work: Work, by: Seat, outcome: PlanOutcome, seat: Seat | None) -> tuple[Text, ...]:
    """What a request of the seat `by` shows to another: what would go, what would come, and what would no longer be
    possible."""
    void = [act for act in outcome.named if act.line.text_for(seat) is not None]
    impossible = tuple(
        Text("No longer possible then: %(line)s", {"line": text}) for text in visible([act.line for act in void], seat)
    )
    instead = visible(outcome.result.fresh, seat)
    if outcome.correction is not None:
        own = [] if seat == by else [act for act in void if act.event.by == seat]
        texts = (one.line.text_for(seat) for one in outcome.result.restored if one.line is not None)
        back = (Text("Counts again: %(line)s", {"line": text}) for text in texts if text is not None)
        return (*(_losing(work, one, void, own) for one in visible([outcome.correction], seat)), *back, *impossible)
    if not outcome.targets:
        return (*instead, *impossible)
    gone = visible([act.line for act in outcome.targets], seat)
    last = outcome.targets[-1].event
    own = [] if seat == by else [act for act in void if act.event.by == seat]
    if len(gone) == len(instead) == 1:
        change = becomes(work, outcome, gone[0], instead[0])
        return (_losing(work, change, void, own), *follows(work, outcome, seat), *impossible)
    lines = gone
    name = standalone_label(work, outcome.targets[0], seat) if len(outcome.targets) == 1 else None
    if name is not None and name not in gone:
        gone = (name, *gone)
    if not gone and work.game.show_event(work.state(), last, seat) is not None:
        gone = (Text("An unfinished entry of %(player)s", {"player": work.player(last.by)}),)
    names = [_name_in_row(work, act, seat, by) for act in (*outcome.targets, *void)]
    if void and gone and None not in names:
        # What falls, in a row, is the first thing an asked player reads; before it, that his own does.
        in_a_row = listed([one for one in names if one])
        first = (_losing(work, names[0] or gone[0], void, own),) if own else ()
        gone = (*first, in_a_row, *(lines or gone[1:]))
    elif gone:
        seen = seat is not None and _sealed_anew(work, by, outcome, seat)
        what = replace(YOURS_SEEN, values={"what": gone[0]}) if seen else gone[0]
        gone = (_losing(work, what, void, own), *gone[1:])
    return (*gone, *(Text("Instead: %(line)s", {"line": text}) for text in instead), *impossible)


def _sealed_anew(work: Work, by: Seat, outcome: PlanOutcome, seat: Seat) -> bool:
    """Whether who asks has seen something of this seat that would be sealed from him again."""
    now, then = work.state(), outcome.result.state
    own = (act.event for act in outcome.later if act.event.by == seat != by)
    show = work.game.show_event
    return any(set(show(now, event, by) or ()) > set(show(then, event, by) or ()) for event in own)


def becomes(work: Work, outcome: PlanOutcome, before: Text, after: Text) -> Text:
    """What the line of a step becomes, with whose roll it was where that has a name."""
    roll = work.game.roll_name(work.state(), outcome.targets[-1].line.step)
    if roll is None:
        return replace(BECOMES, values={"before": before, "after": after})
    return replace(ROLL_BECOMES, values={"roll": roll, "before": before, "after": after})


def _losing(work: Work, what: Text, void: Sequence[Entered], own: Sequence[Entered]) -> Text:
    """What a request is about, with how many later entries fall by it, where some do; of one's `own` it says so."""
    if not void:
        return what
    falls = counted("%(num)s entry falls", "%(num)s entries fall", len(void))
    name = _name(work, own[0], own[0].event.by) if len(own) == 1 else None
    if name is not None:
        falls = Text("yours falls too: %(name)s", {"name": name})
    elif own and len(own) < len(void):
        falls = Text("%(falls)s, %(own)s of them yours", {"falls": falls, "own": len(own)})
    elif own:
        falls = counted("%(num)s of yours falls too", "%(num)s of yours fall too", len(own), {"own": len(own)})
    return replace(LOSING, values={"what": what, "lost": falls})


def _name_in_row(work: Work, act: Entered, seat: Seat | None, by: Seat) -> Text | None:
    """The name of an act among others that would go, with whose it is where it is not an own one of who asks."""
    name = _name(work, act, seat)
    if name is None or act.event.seat == by or work.game.declared(act.event.type).says_whose:
        return name
    return Text("%(name)s (%(player)s)", {"name": name, "player": player_at(act.event.seat)})


def request_lines(work: Work, by: Seat, outcome: PlanOutcome) -> dict[Seat, tuple[Text, ...]]:
    """The lines of a request of the seat `by`, for everybody (""), and for each seat: what is asked for, and what
    changes by it."""
    ends = ended_otherwise(work, outcome)
    return {
        seat: _with_changes(_ask_lines(work, by, outcome, seat or None), ends, _changes(outcome, seat or None))
        for seat in ("", *work.game.seats)
    }


def _changes(outcome: PlanOutcome, seat: Seat | None) -> tuple[Text, ...]:
    """What later entries become, as this seat may read it; of quiet ones nothing, they come and go unnoticed."""
    lines = (change.reads(seat) for change in outcome.result.changed if change.act.seq < rows.QUIET)
    return tuple(_change(*read) for read in lines if read is not None)


def _change(before: Text | None, after: Text | None) -> Text:
    if before is None:
        return Text("Then: %(line)s", {"line": after})
    return replace(BECOMES, values={"before": before, "after": "–" if after is None else after})


def ended_otherwise(work: Work, outcome: PlanOutcome) -> tuple[Text, ...]:
    """How the result of a game that is over becomes another; nothing where it stays. All know the result by now."""
    was, now = (work.game.result(state) for state in (work.state(), outcome.result.state))
    if was is None or now == was:
        return ()
    if now is None:
        return (Text("The game is not over then."),)
    return (Text("The result then: %(result)s", {"result": now.sentence or EMPTY}),)


def _with_changes(lines: tuple[Text, ...], ends: tuple[Text, ...], changed: tuple[Text, ...]) -> tuple[Text, ...]:
    """The lines of a request and then what changes; how many entries do, its first line says too."""
    if not changed:
        return (*lines, *ends)
    count = counted("%(num)s entry changes", "%(num)s entries change", len(changed))
    if not lines:
        return (count, *ends, *changed)
    what, loss = lines[0], count
    if what.message == LOSING.message:
        falls = {"falls": what.values["lost"]}
        loss = counted("%(falls)s, %(num)s changes", "%(falls)s, %(num)s change", len(changed), falls)
        what = what.values["what"]
    return (replace(LOSING, values={"what": what, "lost": loss}), *lines[1:], *ends, *changed)


# ---- what the log says of it


def event_line(work: Work, plan: Plan, outcome: PlanOutcome, allowed: Sequence[Seat]) -> Line:
    """What the log says of the undo or amend itself, and of drafts that fall with it."""
    return _with_losses(_line_alone(work, plan, outcome, allowed), plan, outcome)


def _line_alone(work: Work, plan: Plan, outcome: PlanOutcome, allowed: Sequence[Seat]) -> Line:
    """The same without these; nothing where there was nothing to read."""
    readable = [act for act in outcome.targets if act.line.public is not None or act.line.private]
    if not readable and outcome.correction is None:
        return Line()
    player = work.player(plan.by)
    names = list(dict.fromkeys(work.player(seat) for seat in allowed))
    other = in_a_row(names) if names[1:] else "".join(names)

    def in_words(text: Text) -> Text:
        sentence = taken_back(text)
        seen = Text("What it showed has been seen.")
        return Text("%(line)s %(seen)s", {"line": sentence, "seen": seen}) if outcome.closes else sentence

    def taken_back(text: Text) -> Text:
        values = {"player": player, "other": other, "line": text}
        if plan.kind == "undo" and allowed:
            return Text("%(player)s undid, with the consent of %(other)s: %(line)s", values)
        if plan.kind == "undo":
            return replace(UNDID, values=values)
        if allowed:
            return Text("%(player)s corrected, with the consent of %(other)s: %(line)s", values)
        return replace(CORRECTED, values=values)

    shown = outcome.correction or readable[-1].line

    def line_for(seat: Seat | None) -> Text | None:
        after = visible(outcome.result.fresh, seat)
        if outcome.correction is not None:
            return _with_restored(shown.text_for(seat), outcome, seat)
        if len(readable) == len(after) == 1 and (before := shown.text_for(seat)) is not None:
            return becomes(work, outcome, before, after[0])
        return standalone_label(work, readable[-1], seat)

    private = {seat: line_for(seat) for seat in shown.private}
    public = None if shown.public is None else line_for(None)
    read = {seat: in_words(text) for seat, text in private.items() if text is not None}
    return Line(None if public is None else in_words(public), read)


def _with_restored(text: Text | None, outcome: PlanOutcome, seat: Seat | None) -> Text | None:
    """A correction that is taken back, with how many entries count again where more than what it had replaced does."""
    again = len(visible([one.line for one in outcome.result.restored if one.line is not None], seat))
    if text is None or again < 2:
        return text
    count = counted("%(num)s entry counts again", "%(num)s entries count again", again)
    return replace(LOSING, values={"what": text, "lost": count})


def _with_losses(line: Line, plan: Plan, outcome: PlanOutcome) -> Line:
    """The line; whose quiet entries fall with it is told so, each other seat what it alone knew of, and nobody else."""
    gone = [change.act.event.by for change in outcome.result.impossible if change.act.seq > rows.QUIET]
    private = dict(line.private)
    for seat in sorted({seat for seat in gone if seat != plan.by}):
        lost = counted(
            "%(num)s draft of yours was undone with this: look at your drafts.",
            "%(num)s drafts of yours were undone with this: look at your drafts.",
            gone.count(seat),
        )
        known = line.text_for(seat)
        # The loss first: a footer shows the beginning of what was taken back.
        private[seat] = lost if known is None else joined([lost, known])
    return Line(public=line.public, private=private)


# ---- a request as it is kept


def request_columns(work: Work, plan: Plan, outcome: PlanOutcome, data: str) -> dict[str, str]:
    """What a request says by now, and whom it touches, as columns. Of what it has kept up to now (`data`) each yes to
    anything else goes, for good."""
    lines = request_lines(work, plan.by, outcome)
    kept, touches = json.loads(data), touched_seats(work, plan.by, outcome)
    said = _consents(kept) if touches == kept.get("touches") else ()
    kept |= {"touches": touches, "consents": [one for one in said if one.read == print_of_lines(lines[one.eyes])]}
    return {
        "lines": json.dumps({seat: [encode(text) for text in texts] for seat, texts in lines.items()}),
        "data": json.dumps(kept),
    }


def with_consents(data: str, consents: Sequence[Consent]) -> str:
    """What a request keeps, with these consents in the place of its own."""
    return json.dumps({**json.loads(data), "consents": consents})


def request_of(row: rows.Found, declined_by: str = "", *, lines: str = "", data: str = "") -> Request:
    """A request from its row, or with other `lines` and `data` than it has there."""
    private = {seat: tuple(map(decode, texts)) for seat, texts in json.loads(lines or row.lines).items()}
    everybody, kept = private.pop(""), json.loads(data or row.data)
    return Request(
        id=row.id,
        kind=row.kind,
        by=row.device if row.kind == "seat" else row.by,
        seat=row.seat,
        player=row.player,
        lines=everybody,
        private=private,
        device=row.device,
        touches=tuple(kept.get("touches", ())),
        consents=_consents(kept),
        declined_by=declined_by,
        ended="" if row.outcome == "open" else row.outcome,
        together=kept.get("together", False),
    )


def _consents(kept: Mapping[str, Any]) -> tuple[Consent, ...]:
    """The consents of a request, from what it keeps."""
    said = (Consent(*one) for one in kept.get("consents", ()))
    return tuple(one._replace(of=tuple(one.of)) for one in said)


def touched_seats(work: Work, by: Seat, outcome: PlanOutcome) -> list[Seat]:
    """The other seats whose acts would go, fall or change. Only of what everybody may read, or who is asked would tell
    that there is more: while something is hidden at the table, what an act does else than by its line is left out.
    """
    result, hidden = outcome.result, work.game.has_secret(work.state())
    lost = {act.seq for act in (*outcome.targets, *outcome.named)}
    changed = {change.act.seq for change in result.changed if change.reads(None)}
    meant = lost | changed | (set() if hidden else result.altered)
    again = [change.act for change in result.restored]
    meant |= {act.seq for act in again}
    acts = (act for act in (*outcome.targets, *outcome.later, *again) if act.seq in meant and act.seq < rows.QUIET)
    found = {act.event.by for act in acts if _read_by_all(work, act)} - {by}
    return sorted(found, key=work.game.seats.index)


def _read_by_all(work: Work, act: Entered) -> bool:
    """Whether everybody may read of an act: its line, or all of what it says where it has none."""
    return act.line.public is not None or lies_open(work, act.event, None)


def lies_open(work: Work, event: Event, eyes: Seat | None) -> bool:
    """Whether nothing of an event is kept from these eyes."""
    shown = work.game.show_event(work.state(), event, eyes)
    return shown is not None and set(event.data) <= set(shown)
