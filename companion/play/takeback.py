"""Undo and amend: what would happen, who has to agree, and doing it.

Both are one thing here, a `Plan`: some acts go, others may take their place, and what comes after is folded again.
An undo takes back the last effective act a device entered, or its last correction: then what that took back counts
again. An amend replaces all acts of one step, wherever it stands. Free while no act that another device's seat has
entered from there on changes by it, and nothing secret was seen; otherwise each seat whose open act is at stake, or
another seated player where there is none such, says yes or no, with everything that would become void named before.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Literal

from companion.play.cardgame import row as in_a_row
from companion.play.codec import check_key
from companion.play.desk import Work, act_of, changing, line_of, looking
from companion.play.entry import enter, read_event
from companion.play.fold import Consequence, Entered, refold
from companion.play.game import ASIDE, Event, Seat
from companion.play.next_game import CONTINUED, is_continued
from companion.play.undo_plan import (
    Plan,
    PlanOutcome,
    ended_otherwise,
    event_line,
    follows,
    label_or_line,
    lies_open,
    request_columns,
    request_of,
    standalone_label,
    touched_seats,
    visible,
    with_consents,
)
from companion.play.values import (
    Asked,
    Changed,
    Consent,
    Done,
    NextUndo,
    Preview,
    Replacement,
    Request,
    RequestKind,
    Stale,
)
from companion.rules.text import Refusal, Text
from companion.store import rows, schema, upsert

REPLACEMENTS_MOST = 64
NEWEST = 8
"""So many acts are read at once to find the last one of each seat: nearly always enough."""
Where = Literal["instead", "before", "after"]
"""Where something is put: in the place of a step, before its first act, or after its last."""


@changing
def undo(
    work: Work, device: str, seat: Seat, key: str, act: int | str | None = None, *, eyes: Seat | None = None
) -> Done | Asked | Refusal | None:
    """Takes back the last thing this device entered, or asks for it; only if it is still `act`, where that is given: a
    number, or the key of a tap whose number the page could not know yet. None where no such tap was entered: a phone
    does not send what was undone before it was sent, and a tap that is only late is not entered after its undo. `eyes`:
    whose secrets the device shows.
    """
    if early := _early(work, device, seat, key, "undo", act):
        return early
    if is_continued(work):
        return Refusal(CONTINUED)
    if isinstance(act, str):
        known = check_key(act) is None
        entered = upsert.one(work.db, schema.events, table_id=work.id, key=act) if known else None
        if entered is None:
            if known:
                work.bar(act, device, seat)
            return None
        act = entered.seq
    row = _last_act(work, device, seat, eyes)
    if row is None:
        return Refusal(Text("You have entered nothing that could be undone."))
    if act is not None and row.seq != act:
        last = _next(work, row, eyes).label or Text("something else")
        return Refusal(Text("Nothing was undone: what you entered last is now %(last)s.", {"last": last}))
    return _do_or_ask(work, _taking_back(work, row), device, key)


@looking
def next_undo(work: Work, device: str, seat: Seat, eyes: Seat | None) -> NextUndo | None:
    """What `undo` would take back now."""
    row = None if is_continued(work) else _last_act(work, device, seat, eyes)
    return None if row is None else _next(work, row, eyes)


def _taking_back(work: Work, row: rows.Found) -> Plan:
    """The plan to take back an act, or a correction with all it brought: his who entered it, on a phone of several."""
    if row.type != rows.AMEND:
        return Plan("undo", row.by, (row.seq,), row.slot)
    brought = tuple(one.seq for one in rows.brought_by(work.db, work.id, row.seq))
    return Plan("undo", row.by, brought, json.loads(row.data)["slot"], correction=row.seq)


YOUR_CORRECTION = Text("your correction")


def _next(work: Work, row: rows.Found, eyes: Seat | None) -> NextUndo:
    act = act_of(row)
    if row.type == rows.AMEND:
        line, brought = act.line.text_for(eyes), rows.brought_by(work.db, work.id, row.seq)
        if line is not None or not brought:
            return NextUndo(row.seq, YOUR_CORRECTION, line)
        act = act_of(brought[-1])  # it took the place of nothing
    return NextUndo(row.seq, label_or_line(work, act, eyes), standalone_label(work, act, eyes))


def next_undos(work: Work) -> dict[Seat, NextUndo]:
    """The same for every seat that has a phone to itself, called as its own eyes may read it."""
    found: dict[Seat, NextUndo] = {}
    if is_continued(work):
        return found
    newest = rows.newest_acts(work.db, work.id, NEWEST)
    for one in work.seats:
        if one.device is None or work.seats_of(one.device) != (one.seat,):
            continue
        own = (row for row in newest if row.by == one.seat)
        row = next(own, None) or rows.last_own_act(work.db, work.id, (one.seat,))
        if row is not None:
            found[one.seat] = _next(work, row, one.seat)
    return found


def _last_act(work: Work, device: str, seat: Seat, eyes: Seat | None) -> rows.Found | None:
    """The last act of this device's seats. While something is hidden at the table, who has the phone in hand as `seat`
    takes back his own acts, and of its other seats' only those he knows of: dice pass the phone on by themselves, also
    those that lie open later.
    """
    own = work.seats_of(device)
    others = [one for one in own if one != seat]
    if others and work.game.has_secret(work.state()):
        newest = {one: rows.last_own_act(work.db, work.id, (one,)) for one in others}
        known = (one for one, row in newest.items() if row is not None and _known(work, row, eyes))
        own = (seat, *known)
    return rows.last_own_act(work.db, work.id, own)


def _known(work: Work, row: rows.Found, eyes: Seat | None) -> bool:
    """Whether these eyes know of an act, or of all that a correction brought; its line, where it brought nothing."""
    acts = [act_of(one) for one in ([row] if row.type != rows.AMEND else rows.brought_by(work.db, work.id, row.seq))]
    return all(_seen(work, act, (eyes,)) for act in acts) if acts else line_of(row).text_for(eyes) is not None


def _seen(work: Work, act: Entered, own: Collection[Seat | None]) -> bool:
    """Whether one of these seats knows of an act. Of another it must not learn, not by what Undo does either."""
    return any(work.game.show_event(work.state(), act.event, seat) is not None for seat in own)


@looking
def preview(
    work: Work,
    device: str,
    seat: Seat,
    seq: int,
    replacement: Sequence[Replacement],
    *,
    where: Where = "instead",
    looked_on: bool = False,
) -> Preview | Refusal:
    """What correcting an entry would change, as this seat may read it, or (`looked_on`) as everybody may."""
    eyes = None if looked_on else seat
    if seat not in work.seats_of(device):
        return Refusal(NOT_YOURS)
    plan = _amendment(work, seat, seq, replacement, where)
    if isinstance(plan, Refusal):
        return plan
    outcome = _foresee(work, plan)
    if isinstance(outcome, Refusal):
        return outcome
    result = outcome.result
    consent = _needs_consent(work, device, plan, outcome)
    own = work.seats_of(device)
    touched = [work.player(one) for one in touched_seats(work, seat, outcome) if one not in own and work.player(one)]
    return Preview(
        version=work.version,
        seq=work.seq,
        replaced=visible([act.line for act in outcome.targets], eyes),
        fresh=visible(result.fresh, eyes),
        changed=tuple(_shown(work, change, eyes) for change in result.changed if change.reads(eyes)),
        impossible=tuple(_shown(work, change, eyes) for change in result.impossible if change.act.line.text_for(eyes)),
        then=(*follows(work, outcome, eyes), *ended_otherwise(work, outcome)),
        consent=consent,
        asks=in_a_row(touched) if consent and touched else None,
    )


@changing
def amend(
    work: Work,
    device: str,
    seat: Seat,
    seq: int,
    replacement: Sequence[Replacement],
    key: str,
    seen: int | None = None,
    *,
    where: Where = "instead",
) -> Done | Asked | Refusal | Stale:
    """Corrects an entry, or asks for it. `seen` is the seq of the preview that was shown."""
    put = [(one.type, one.form, one.seat) for one in replacement]
    if early := _early(work, device, seat, key, "amend", seq, put, where):
        return early
    if seen is not None and seen != work.seq:
        return work.stale(seen)
    plan = _amendment(work, seat, seq, replacement, where)
    return plan if isinstance(plan, Refusal) else _do_or_ask(work, plan, device, key)


def forget(work: Work, device: str, seat: Seat) -> None:
    """Takes back what this seat entered quietly and no other act stands on, and nobody notices: its player's alone, it
    is not for who gets the seat on another's word.
    """
    _, _, acts = work.base(below=0)
    gone = [act for act in acts if act.seq > rows.QUIET and act.event.by == seat]
    while gone:
        plan = Plan("undo", seat, tuple(act.seq for act in gone), gone[0].slot)
        outcome = _foresee(work, plan)
        if isinstance(outcome, Refusal):
            return
        result = outcome.result
        standing = [change.act for change in (*result.changed, *result.impossible) if change.act.seq < rows.QUIET]
        if not standing:
            _carry_out(work, plan, outcome, device=device, key=None)
            return
        last = max((act.slot, act.seq) for act in standing)
        gone = [act for act in gone if (act.slot, act.seq) > last]


def ask_to_enter(work: Work, event: Event, device: str, key: str) -> Asked | Refusal:
    """Asks the others for an act that one player may not enter alone."""
    plan = Plan("amend", event.by, (), work.seq + 1, (event,))
    outcome = _asked_already(work, device, event.by) or _foresee(work, plan)
    return outcome if isinstance(outcome, Refusal) else _ask(work, "enter", plan, outcome, device, key)


def answer(work: Work, ask: rows.Found, device: str, allow: bool, key: str, read: str) -> Done | Refusal | Stale:
    """Another player's yes or no to an undo, an amend or an act that was asked for. A yes counts for what its sender
    has read (`Request.read_by`); to anything else it is none, and the request says what it would do by now. Where acts
    of several seats are at stake it is done by the last yes of them, and one no ends it.
    """
    own = work.seats_of(device)
    request = request_of(ask)
    if refused := _not_asked(work, request, own):
        return refused
    if not allow:
        work.close_ask(ask, "declined", device, key)
        return work.done()
    plan = _asked_for(work, ask)
    outcome = _foresee(work, plan)
    if isinstance(outcome, Refusal):
        work.close_ask(ask, "impossible", device, key)
        return SETTLED
    columns = request_columns(work, plan, outcome, ask.data)
    request = request_of(ask, **columns)
    eyes = next((one for one in (*own, "") if request.read_by(one or None) == read), None)
    if eyes is None:
        work.touch()
        work.set_ask(ask.id, **columns)
        return work.stale(work.seq)
    needed = work.needed(request)
    said = [Consent(seat, eyes, read, needed, device, key) for seat in own if seat in needed]
    request = replace(request, consents=(*(one for one in request.consents if one.seat not in own), *said))
    if work.awaited(request):
        work.touch()
        work.set_ask(ask.id, lines=columns["lines"], data=with_consents(columns["data"], request.consents))
        return work.done()
    if ask.kind == "enter":
        enter(work, plan.fresh[0], ask.device, None)  # just foreseen there: it is not refused
        keep_true(work)
    else:
        _carry_out(work, plan, outcome, device=ask.device, key=None, allowed=needed or own[:1])
    work.close_ask(ask, "allowed", device, key)
    return work.done()


def _not_asked(work: Work, request: Request, own: Collection[Seat]) -> Refusal | None:
    """Why these seats do not answer: it is the acts of others that are at stake."""
    needed = work.needed(request)
    if not needed or not set(needed).isdisjoint(own):
        return None
    return Refusal(
        Text("This is for %(names)s to answer.", {"names": in_a_row([work.player(seat) for seat in needed])})
    )


def _asked_for(work: Work, ask: rows.Found) -> Plan:
    """The plan of a request. What it asks to enter comes at the end of the log, whatever was entered meanwhile: behind
    the quiet entries too, or it could be refused when it is entered and not when it is foreseen."""
    plan = Plan.from_json(ask.data)
    return replace(plan, slot=work.seq + 1) if ask.kind == "enter" else plan


SETTLED = Refusal(Text("This was settled in another way already, so the request is closed."))
TRYING_OUT = Text(
    "This entry is secret, and later ones depend on it: those that a change undoes would give it away. Cross it out, "
    "or first undo what came after it."
)
NOT_YOURS = Text("You do not hold that seat. Take a seat first, or ask for it.")


def _early(
    work: Work, device: str, seat: Seat, key: str, kind: RequestKind, *what: object
) -> Done | Asked | Refusal | None:
    """The answer that needs no look at the log, if there is one."""
    if known := work.answered(key, device, kind, seat, *what):
        return known
    return _asked_already(work, device, seat) if seat in work.seats_of(device) else Refusal(NOT_YOURS)


def _asked_already(work: Work, device: str, seat: Seat) -> Refusal | None:
    if any(ask.kind != "seat" and (ask.device == device or ask.by == seat) for ask in work.open_asks()):
        return Refusal(Text("You have asked for something already. Wait for the answer, or withdraw it first."))
    return None


def _amendment(work: Work, seat: Seat, seq: int, replacement: Sequence[Replacement], where: Where) -> Plan | Refusal:
    """The plan to replace the step an entry belongs to, or to put something before or after it."""
    row = rows.event_row(work.db, work.id, seq)
    readable = row is not None and (line_of(row).text_for(seat) is not None or row.by == seat)
    if row is None or not readable or not row.live or row.type == rows.AMEND or row.seq > rows.QUIET:
        return Refusal(Text("There is no such entry to correct, or it no longer counts. Look at the log again."))
    if len(replacement) > REPLACEMENTS_MOST:
        return Refusal(Text("At most %(most)s entries can take the place of one step.", {"most": REPLACEMENTS_MOST}))
    targets = rows.acts_of_step(work.db, work.id, row.step) if row.step else [row]
    waits = {name for target in targets for name in act_of(target).event.data.get(ASIDE, ())}
    fresh = []
    for put in replacement:
        if work.game.declared(put.type).quiet:
            return Refusal(Text("That cannot be corrected in the log: undo it, or enter it again."))
        event = read_event(work, put.type, put.form, put.seat or row.seat, seat, throws=False)
        if isinstance(event, Refusal):
            return event
        fresh.append(replace(event, data={**event.data, ASIDE: sorted(waits)}) if waits else event)
    if where != "instead":
        slot = targets[0].slot - 1 if where == "before" else targets[-1].slot
        return Plan("amend", seat, (), slot, tuple(fresh))
    return Plan("amend", seat, tuple(act.seq for act in targets), targets[0].slot, tuple(fresh))


def _foresee(work: Work, plan: Plan) -> PlanOutcome | Refusal:
    """What the plan leads to, or why it cannot be carried out."""
    state, base_slot, acts = work.base(below=plan.slot)
    targets = tuple(act for act in acts if act.seq in plan.gone)
    correction = None if plan.correction is None else rows.event_row(work.db, work.id, plan.correction)
    if len(targets) != len(plan.gone) or (correction is not None and not correction.live):
        return Refusal(Text("There is no such entry to correct, or it no longer counts. Look at the log again."))
    voided = [] if correction is None else rows.voided_by(work.db, work.id, correction.seq)
    back = [act_of(row) for row in voided if row.type != rows.AMEND]
    first = plan.slot if plan.gone or back else plan.slot + 1
    later = tuple(act for act in acts if act.slot >= first and act.seq not in plan.gone)
    tried = (*plan.fresh, *(act.event for act in (*targets, *back) if act.event.by == plan.by or act in targets))
    if (plan.fresh or back) and later and not all(lies_open(work, event, plan.by) for event in tried):
        return Refusal(TRYING_OUT)
    others = frozenset(act.seq for act in later if act.event.by != plan.by)
    result = refold(
        work.game, state, sorted((*acts, *back), key=lambda act: (act.slot, act.seq)), gone=plan.gone, slot=plan.slot,
        fresh=plan.fresh, back={act.seq for act in back}, compared=others,
        corrects=plan.kind == "amend" or correction is not None,
    )  # fmt: skip
    if isinstance(result, Refusal):
        return result
    line = None if correction is None or not correction.listed else line_of(correction)
    return PlanOutcome(targets, later, base_slot, result, line)


def _needs_consent(work: Work, device: str, plan: Plan, outcome: PlanOutcome) -> bool:
    """Whether an act of another seat goes, falls, or does something else than it did, somebody saw a secret, an act
    comes or goes that needs another's word, or what is hidden comes to light; and another is there to be asked.

    What another seat entered hidden from this one counts where it would be lost only: else the request would tell.

    The acts of all seats this device holds are the same person's. With nobody else seated there is nobody to ask.
    """
    if outcome.quiet:
        return False
    own, lost = work.seats_of(device), {act.seq for act in outcome.named}
    again = tuple(change.act for change in outcome.result.restored)
    meant = {act.seq for act in outcome.targets + again} | outcome.result.altered
    touched = any(
        act.line.reveals
        or (act.event.by not in own and (act.seq in lost or (act.seq in meant and _seen(work, act, own))))
        for act in outcome.targets + outcome.later + again
    )
    game, state = work.game, work.state()
    agreed = any(game.agreed(state, event) for event in (*plan.fresh, *(act.event for act in outcome.targets + again)))
    decides = game.decided(outcome.result.state) and not game.decided(state)
    return (touched or agreed or decides) and bool(work.others(device, plan.by))


def _do_or_ask(work: Work, plan: Plan, device: str, key: str) -> Done | Asked | Refusal:
    outcome = _foresee(work, plan)
    if isinstance(outcome, Refusal):
        return outcome
    if not _needs_consent(work, device, plan, outcome):
        number = _carry_out(work, plan, outcome, device=device, key=key)
        if not outcome.quiet:
            work.put_away_declined(device)
        return Done(work.version, number)
    return _ask(work, plan.kind, plan, outcome, device, key)


def _ask(work: Work, kind: RequestKind, plan: Plan, outcome: PlanOutcome, device: str, key: str) -> Asked:
    content = request_columns(work, plan, outcome, plan.to_json())
    by = {"by": plan.by, "seat": plan.by, "player": work.player(plan.by)}
    return work.ask(kind, device, **by, **content, key=key, asked=work.asked)


def _carry_out(
    work: Work, plan: Plan, outcome: PlanOutcome, *, device: str, key: str | None, allowed: Sequence[Seat] = ()
) -> int:
    """Stores the undo or amend event, what it voids, what it brings, and what became of the rest; the newest number."""
    voids = [*plan.gone, *outcome.void]
    data: dict[str, Any] = {"voids": voids, "slot": plan.slot, "fresh": len(plan.fresh), "allowed": ",".join(allowed)}
    if plan.correction is not None:
        superseded = (row for row in rows.voided_by(work.db, work.id, plan.correction) if row.type == rows.AMEND)
        data["restores"] = [*(change.act.seq for change in outcome.result.restored), *(row.seq for row in superseded)]
        voids.append(plan.correction)
    line = event_line(work, plan, outcome, allowed)
    event = Event(plan.kind, plan.by, plan.by, data)
    number = work.append(event, line, device=device, key=key, quiet=outcome.quiet)
    rows.void_events(work.db, work.id, voids, number)
    if restores := data.get("restores"):
        rows.restore_events(work.db, work.id, restores)
    for event, its_line in zip(plan.fresh, outcome.result.fresh, strict=True):
        work.append(event, its_line, device=device, key=None, slot=plan.slot, amends=number)
    work.rewrite(outcome.result, plan.slot, outcome.base_slot)
    keep_true(work, voids)
    return number + len(plan.fresh)


def keep_true(work: Work, voids: Collection[int] = ()) -> None:
    """After something was entered or taken back: a request whose own acts have just gone goes too; who asked for what
    cannot be carried out any more is told so; any other that is not for a seat says what it would do by now."""
    for ask in work.open_asks():
        if ask.kind == "seat":
            continue
        plan = _asked_for(work, ask)
        outcome = _foresee(work, plan) if set(plan.gone).isdisjoint(voids) else None
        if isinstance(outcome, PlanOutcome):
            work.set_ask(ask.id, **request_columns(work, plan, outcome, ask.data))
        else:
            work.set_ask(ask.id, outcome="withdrawn" if outcome is None else "impossible")


NOT_DUE = Text("That is not due any more.")


def _shown(work: Work, change: Consequence, seat: Seat | None) -> Changed:
    """A change as a seat may read it; the reason of a refusal only where nothing of the act is kept from it."""
    act = change.act
    open_to = act.event.by == seat or lies_open(work, act.event, seat)
    after = change.line.text_for(seat) if change.line is not None else None
    why = change.refusal if open_to else None
    if why is not None and why.reason in work.game.past:  # nobody has tapped, who would look at the table for it
        why = Refusal(NOT_DUE, why.rule)
    return Changed(act.seq, act.line.text_for(seat), after, why)
