"""A charge that falls short by dice of who is charged: thrown once the opposed roll is won (12:5:3, K74)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.game import Event
from companion.play.kensei.ask.kinds import Faces, Kind
from companion.play.kensei.ordered import Charging
from companion.play.kensei.orders.reacting import charge_of, is_open, with_charge
from companion.play.kensei.orders.words import title
from companion.play.kensei.state import Ask, AskKind, State, must
from companion.play.kensei.uses import Use, ability_of, form_of
from companion.rules import counts
from companion.rules.dice import pips
from companion.rules.kensei.abilities.rule import ShortensCharge
from companion.rules.text import Text

RULE = "12:5:3"


def shortens(state: State, use: Use, outcome: ShortensCharge) -> State:
    """The state in which who cried out throws the dice that come off the charge, where it is still to be made."""
    charge = charge_of(state, use.about)
    if charge is None or not is_open(state, charge):
        return state
    return state.with_ask(Ask(f"{use.id}.shorter", "shorter", use.seat, use.id))


def _outcome(use: Use) -> ShortensCharge:
    return next(one for one in form_of(use).won if isinstance(one, ShortensCharge))


def _asked(state: State, ask: Ask) -> tuple[Use, Charging]:
    use = must(state.use(ask.about))
    charge = must(charge_of(state, use.about))
    return use, charge


def _dice(state: State, ask: Ask) -> int:
    return _outcome(_asked(state, ask)[0]).dice


def _names(state: State, ask: Ask) -> dict[str, object]:
    use, charge = _asked(state, ask)
    return {
        "ability": ability_of(use).name,
        "enemy": title(state, charge.piece),
        "dice": counts.dice(_dice(state, ask)),
    }


def _words(state: State, ask: Ask) -> tuple[Text, Text]:
    names = _names(state, ask)
    return (
        Text("%(ability)s: roll %(dice)s. So many cm come off the charge of %(enemy)s.", names),
        Text("%(ability)s: how much the charge of %(enemy)s loses is rolled.", names),
    )


def _thrown(state: State, event: Event, ask: Ask, faces: tuple[int, ...]) -> State:
    _, charge = _asked(state, ask)
    lost = sum(pips(face) for face in faces)
    return with_charge(state, replace(charge, minus_cm=charge.minus_cm + lost)).without_asks(ask.about)


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    names = {**_names(before, ask), "cm": sum(pips(face) for face in faces)}
    return Text("%(ability)s: the charge of %(enemy)s is %(cm)s cm shorter.", names)


def tidied(state: State) -> State:
    """Without dice for a charge that is over."""
    return state.asking_only(lambda ask: ask.kind != "shorter" or _stands(state, ask))


def _stands(state: State, ask: Ask) -> bool:
    use = state.use(ask.about)
    charge = charge_of(state, use.about) if use is not None else None
    return charge is not None and is_open(state, charge)


KINDS: dict[AskKind, Kind] = {"shorter": Kind(RULE, _dice, _words, _thrown, _line)}
