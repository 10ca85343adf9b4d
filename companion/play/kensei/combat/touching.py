"""Who touches whom, as the players say it: known in the orders and the combat phase before anybody strikes (10:1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.markers import with_facts
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State, must
from companion.rules.kensei.turn.contacts import Contact, ContactCause, Zone, again, apart, between
from companion.rules.text import Refusal, Text

Charged = Literal["nobody", "one", "other", "earlier"]
"""Which of the two charged; or they fight since an earlier turn, and charges and zones are over (9:5:5)."""


class PairData(Data):
    """A piece of the side whose act it is, and an enemy."""

    one: str
    other: str


class TouchData(PairData):
    zone: Zone = "front"
    """Where the charger stands, seen from whom it charged; where nobody charged, where `one` stands."""
    charged: Charged = "nobody"


def _pair(state: State, event: Event, data: PairData) -> tuple[Piece, Piece] | Refusal:
    one, other = state.piece(data.one), state.piece(data.other)
    if one is None or one.seat != event.seat or not one.standing:
        return Refusal(Text("Choose one of your own that is still on the table."), "10:1")
    if other is None or other.seat == event.seat or not other.standing:
        return Refusal(Text("Choose an enemy that is still on the table."), "10:1")
    return one, other


def _touch(state: State, event: Event, data: TouchData) -> State | Refusal:
    pair = _pair(state, event, data)
    if isinstance(pair, Refusal):
        return pair
    one, other = pair
    was = between(state.contacts, one.id, other.id)
    ran = {"one": one, "other": other}.get(data.charged)
    if data.charged == "nobody" and was is None:
        ran = _marked(state, one, other)
    cause: ContactCause = "by-hand"
    if ran is not None:
        cause = "counter" if ran.facts.counter_charged else "charge"
        if cause == "charge":
            state = with_facts(state, ran, charged=True)
    earlier = data.charged == "earlier"
    zones: dict[str, Zone] = {one.id: "front", other.id: "front"}
    zones[(ran or one).id] = "front" if earlier else data.zone
    since = state.turn - 1 if earlier else state.turn
    met = Contact(one.id, other.id, since, cause, zones[one.id], zones[other.id], charger=ran.id if ran else "")
    state = replace(state, contacts=again(state.contacts, met))
    return state if was is None else _stands(state, was)


def _marked(state: State, *pair: Piece) -> Piece | None:
    """Which of the two its marker says has charged, as far as nobody has said whom: the table knows it then."""
    named = {met.charger for met in state.contacts}
    ran = [p for p in pair if (p.facts.charged or p.facts.counter_charged) and p.id not in named]
    return ran[0] if len(ran) == 1 else None


def _part(state: State, event: Event, data: PairData) -> State | Refusal:
    one = state.piece(data.one)
    was = between(state.contacts, data.one, data.other)
    if one is None or one.seat != event.seat or was is None:
        return Refusal(Text("These two are not said to touch: nothing is to be taken back."), "10:1")
    return _stands(replace(state, contacts=apart(state.contacts, data.one, data.other)), was)


def _stands(state: State, was: Contact) -> State:
    """A charge that was said of this contact alone is said no longer."""
    ran = state.piece(was.charger or "")
    still = ran is None or was.cause != "charge" or any(met.charger == ran.id for met in state.contacts)
    return state if ran is None or still else with_facts(state, ran, charged=False)


def _touch_line(before: State, event: Event, data: TouchData, after: State) -> Line:
    names = _names(after, data)
    met = between(after.contacts, data.one, data.other)
    if met is None or not met.charger:
        return Line(Text("%(one)s and %(other)s are in contact.", names))
    if met.charger == data.other:
        names = {"one": names["other"], "other": names["one"]}
    told = {
        "front": Text("%(one)s has charged %(other)s.", names),
        "flank": Text("%(one)s has charged %(other)s in the flank.", names),
        "rear": Text("%(one)s has charged %(other)s in the rear.", names),
    }
    return Line(told[met.zone_of(met.charger)])


def _part_line(before: State, event: Event, data: PairData, after: State) -> Line:
    return Line(Text("%(one)s and %(other)s are not in contact.", _names(before, data)))


def _names(state: State, data: PairData) -> Mapping[str, str]:
    one, other = must(state.piece(data.one)), must(state.piece(data.other))
    return {"one": one.title, "other": other.title}


ACTS = (
    Act("touch", TouchData, _touch, _touch_line, called=lambda _: Text("who is in contact"), sees=everybody),
    Act("part", PairData, _part, _part_line, called=lambda _: Text("who is not in contact"), sees=everybody),
)
