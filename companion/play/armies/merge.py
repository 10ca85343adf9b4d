"""Two phones changed one list while one of them had no network: what its taps mean once they arrive.

A tap is made on the list as its phone saw it, and entered into the list as it is now, entry by entry and value by
value. What another phone set since is not written over: such a tap is not entered, and the history says what it was
and why. One more or one less counts from whatever the size is by then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.play.armies import edits
from companion.play.armies.draft import Address, Change, Draft, difference, group_of, put, value_at
from companion.rules.text import Refusal, Text

MISSED = "missed"
"""A tap that no longer fits: kept in the history with what it was, changes nothing."""

PLACE = "place"
"""Where an entry stands in the order: moving it is no reason to refuse another change of it."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """A tap that no longer fits: what it was; why not, or how it is mended where another phone stands `against` it."""

    what: Text
    why: Text
    against: Change | None = None


def with_own(mine: Draft, changes: Sequence[Change]) -> Draft:
    """The list on a phone after an edit of its own that was entered late: a step from another size is the same step."""
    for one in changes:
        size, stepped = value_at(mine, one.at), one.at[-1] == "miniatures"
        mine = put(mine, one.at, size + one.now - one.was if stepped and size is not None else one.now)
    return mine


def merged(mine: Draft, now: Draft, name: str, form: Mapping[str, Any], number: int) -> edits.Made | Refusal | Unfit:
    """The list `now` after an edit that its phone made on the list it saw (`mine`)."""
    meant = edits.edit(mine, name, form, number)
    if isinstance(meant, Refusal):
        return edits.edit(now, name, form, number)
    what, wanted, steps = _in_words(meant[1], name, form), difference(mine, meant[0]), name == "size" and "by" in form
    if not steps and all(value_at(now, one.at) == one.now for one in wanted):
        return now, what
    made = edits.edit(now, name, form, number)
    if isinstance(made, Refusal):
        gone = _gone(mine, now, form)
        why = Text("What was removed can be brought back under “History”.") if gone else made.reason
        return Unfit(what, why, gone)
    done = difference(now, made[0])
    if steps:
        at_end = Text("Another phone has changed the unit: its number of miniatures is already at the limit.")
        return made if done or not wanted else Unfit(what, at_end)
    against = next((one for one in (*wanted, *done) if _overtaken(mine, now, one)), None)
    return made if against is None else Unfit(what, Text("Tap again to do it anyway."), against)


def unfit(mine: Draft, name: str, form: Mapping[str, Any], number: int, why: Text) -> Refusal | Unfit:
    """An edit on a list that takes none since (it lies in the bin), though it was good on the list its phone saw."""
    meant = edits.edit(mine, name, form, number)
    return meant if isinstance(meant, Refusal) else Unfit(_in_words(meant[1], name, form), why)


def _in_words(words: Text, name: str, form: Mapping[str, Any]) -> Text:
    """An edit in words, with the words of a note: they are nowhere else."""
    note = str(form.get("note", ""))
    return Text("%(what)s: “%(note)s”", {"what": words, "note": note}) if name == "note" and note else words


def _gone(mine: Draft, now: Draft, form: Mapping[str, Any]) -> Change | None:
    """The entry an edit names that its phone saw, and that is in the list no more."""
    for name in form.values():
        group = group_of(mine, name)
        if group is not None and group_of(now, name) is None:
            return Change((group, name), mine[group][name], None)
    return None


def _overtaken(mine: Draft, now: Draft, change: Change) -> bool:
    """Whether it changes what is neither as its phone saw it nor as it would be afterwards."""
    saw, stands = _standing(mine, change.at), _standing(now, change.at)
    return change.at[-1] != PLACE and stands != saw and stands != change.now


def _standing(draft: Draft, at: Address) -> Any:
    """What stands at an address; of a whole entry all but its place."""
    found = value_at(draft, at)
    if isinstance(found, Mapping):
        return {part: value for part, value in found.items() if part != PLACE}
    return found
