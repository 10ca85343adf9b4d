"""What an act of a battle is: one class that is its form and says what it does and what the log says of it; `act`
enters it under its name, with who may see it and when it may be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import wraps
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from companion.play.acts import ActForm, Acts, D, own_seat
from companion.play.game import Event
from companion.play.kensei.asks import Ask
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State, must
from companion.rules.text import Refusal, Text, player_at, player_first

Face = Annotated[int, Field(ge=0, le=10)]
"""What a die shows; 0 and 10 are the same face."""


PATIENCE_SECONDS = 60
"""So long a side that was asked has time to answer."""


def own_until_over(state: State, event: Event, seat: str | None) -> Mapping[str, Any] | None:
    """How an army was made stays its player's until the battle is over: one hidden step more or less would tell."""
    return event.data if state.over else own_seat(state, event, seat)


class PieceAct(ActForm):
    """The piece an act is about."""

    piece: str


class HeroAct(ActForm):
    """The character an act is about."""

    hero: str


class FirstSideAct(ActForm):
    """The side that comes first."""

    first: Literal["a", "b"]


class StepAct(ActForm):
    """The name of the question an act is about."""

    step: str

    def asked(self, state: State) -> Ask:
        """That question, which is certainly open in this state."""
        return must(state.ask_at(self.step))


UNDER_WAY = Refusal(Text("An attack is under way: finish it, or call it off, first."), "10:2:5")


OVER = Refusal(Text("The battle is over. Undo its end, or open a new table."), "7:4:7")


def must_have_begun(state: State) -> Refusal | None:
    """The refusal for acts of battle while the armies are still being made."""
    if not state.begun:
        return Refusal(Text("The battle has not begun: both sides tap “Ready” first."), "7:1")
    return OVER if state.over else None


def always(state: State) -> Refusal | None:
    """Nothing against an act that says by itself when it may be done."""
    return None


ACTS = Acts()
"""Every kind of event of a battle, by its name."""
Applied = Callable[[D, State, Event], State | Refusal]
"""What an act does: its method `apply`."""


def act(
    name: str, *, when: Callable[[State], Refusal | None] = must_have_begun, **how: Any
) -> Callable[[type[D]], type[D]]:
    """Enters a class as the act of this name: `when` it may be done, else in a battle under way; see `Act` for the
    rest."""
    return ACTS.act(name, when=when, **how)


F = TypeVar("F")
Changed = Callable[[D, State, Event, F], State | Refusal]
"""What an act does with what it is about."""


def about(find: Callable[[Any, State, Event], F | Refusal]) -> Callable[[Changed[D, F]], Applied[D]]:
    """An act is given what it is about, as `find` finds it by its form; or says why there is no such thing."""

    def of(change: Changed[D, F]) -> Applied[D]:
        @wraps(change)
        def apply(self: D, state: State, event: Event) -> State | Refusal:
            found = find(self, state, event)
            return found if isinstance(found, Refusal) else change(self, state, event, found)

        return apply

    return of


def own_and_enemy(state: State, seat: str, own: str, enemy: str, rule: str) -> tuple[Piece, Piece] | Refusal:
    """A piece of this side and an enemy, both on the table; or why these two do nothing to each other."""
    one, other = state.piece(own), state.piece(enemy)
    if one is None or one.seat != seat or not one.standing:
        return Refusal(Text("Choose a unit or character of yours that is still on the table."), rule)
    if other is None or other.seat == seat or not other.standing:
        return Refusal(Text("Choose an enemy that is still on the table."), rule)
    return one, other


def done_anyway(against: Refusal | None) -> list[Text]:
    """What the log says of what is done although the book has this against it."""
    return [Text("Against the rules: %(reason)s", {"reason": against.reason})] if against is not None else []


def of_units(units: Iterable[str], words: Text, rule: str) -> Iterator[Refusal]:
    """What `words` say of these units; nothing where there are none."""
    if named := tuple(units):
        yield Refusal(replace(words, values={"units": named}), rule)


def others_word(seat: str, rule: str) -> Refusal:
    """The refusal for who answers or carries out what is this side's."""
    return Refusal(Text("Only %(side)s can say that.", {"side": player_at(seat)}), rule)


def others_dice(seat: str, rule: str) -> Refusal:
    """The refusal for who throws the dice of this side."""
    return Refusal(Text("Only %(side)s rolls these dice.", {"side": player_at(seat)}), rule)


def still_patient(seat: str, asked: str, now: str, rule: str) -> Refusal | None:
    """Why nobody speaks for this side yet: it was asked too short a time ago. Both moments came in with an act."""
    if (_moment(now) - _moment(asked)).total_seconds() >= PATIENCE_SECONDS:
        return None
    names = {"side": player_first(seat), "seconds": PATIENCE_SECONDS}
    return Refusal(Text("%(side)s was asked less than %(seconds)s seconds ago: wait for the answer.", names), rule)


def _moment(words: str) -> datetime:
    """A moment that came in with an act; long ago where it says none."""
    try:
        found = datetime.fromisoformat(words)
    except ValueError:
        found = datetime.min
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


# ---- why players set something by hand: the usual reasons at one tap, any other in their own words


CORRECTED: dict[str, Text] = {
    "miscounted": Text("miscounted"),
    "measured-again": Text("measured again"),
    "house-rule": Text("house rule"),
}
"""Of a correction."""
MODIFIED: dict[str, Text] = {
    "ability": Text("an ability"),
    "house-rule": Text("house rule"),
    "scenario": Text("the scenario"),
}
"""Of a modifier of their own."""
OTHER = "other"
"""The reason is said in words."""


def modified(reason: str) -> Text | str:
    """Why a modifier was added, as it is told."""
    return MODIFIED.get(reason, reason)
