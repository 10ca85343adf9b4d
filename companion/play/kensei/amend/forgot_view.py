"""What was forgotten of an attack as it is shown: what may be said, which numbers change by it, and what is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.content import catalog
from companion.play.kensei.amend.forgot import FIXED, ForgotData, change_words, forgotten, number_words
from companion.play.kensei.ask.names import STEPS, ask_name
from companion.play.kensei.fight.numbers import numbers_right, question, recounted
from companion.play.kensei.fight.situation import Band, bands, chips_asked, fight_of
from companion.play.kensei.fight.view import ChipView, chip_view
from companion.play.kensei.fight.words import striker_name, target_name
from companion.play.kensei.state import Chain, RollKind, State
from companion.play.values import StepPassage
from companion.rules.kensei.fight.attack import Numbers
from companion.rules.kensei.fight.recount import Wanted
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class ForgotView:
    """An attack whose dice have fallen. Without a `chosen` change the players say one; then what is `wanted`, one
    question after the other; with none left it is `ready`.
    """

    title: Text
    chips: tuple[ChipView, ...]
    bands: tuple[Band, ...]
    distance: float | None
    chosen: Text | None = None
    changes: tuple[Text, ...] = ()
    wanted: Wanted | None = None
    refusal: Refusal | None = None

    @property
    def ready(self) -> bool:
        return self.chosen is not None and self.wanted is None and self.refusal is None


@dataclass(frozen=True, slots=True)
class Thrown:
    """An attack whose dice have fallen: the chain as it counts now, its last step, and where in the log that stands."""

    seq: int
    state: State
    chain: Chain
    thrown: RollKind
    over: bool

    def told(self, said: Mapping[str, Any], problem: Refusal | None) -> ForgotView:
        """What its page shows with what was said of it so far."""
        found = forgot_view(self.state, self.chain, said)
        return found if problem is None else replace(found, refusal=problem)


ROLLS: tuple[RollKind, ...] = ("damage", "defense", "attack")
"""The steps of an attack, the last first."""


def chain_of(step: str) -> str:
    """The attack whose dice this step threw; nothing for another step, damage by an ability among them."""
    about, _, end = step.rpartition(".")
    return about if ">" in about and end in [STEPS[kind] for kind in ROLLS] else ""


def thrown(state: State, attack: str, passage: Callable[[str], StepPassage | None]) -> Thrown | None:
    """The attack of this name, under way in this state or found in the log; None where no roll of it is whole."""
    under_way = state.chain(attack)
    for kind in ROLLS:
        found = passage(ask_name(attack, kind))
        if found is None:
            continue
        if under_way is not None and not under_way.finished:
            if getattr(under_way, kind) is not None:
                return Thrown(found.seq, state, under_way, kind, over=False)
            continue
        chain = found.after.chain(attack)
        if chain is not None and chain.finished and chain.attack is not None:
            return Thrown(found.seq, found.before, chain, kind, over=True)
    return None


def forgot_view(state: State, chain: Chain, form: Mapping[str, Any]) -> ForgotView:
    """The chain in the state in which it would be put right, with what this form has said so far."""
    fight = fight_of(state, chain)
    weapon = catalog().weapons[chain.weapon] if chain.weapon else None
    chips = (chip for chip in chips_asked(state, fight) if chip.field not in FIXED)
    title = Text("%(who)s against %(whom)s", {"who": striker_name(fight), "whom": target_name(fight)})
    view = ForgotView(
        title,
        tuple(chip_view(chip, fight) for chip in chips),
        bands(weapon, chain.situation.attacker_on_hill) if chain.kind == "shot" and weapon else (),
        chain.situation.distance_cm,
    )
    return view if not (form.get("field") or form.get("to")) else _said(state, chain, view, form)


def _said(state: State, chain: Chain, view: ForgotView, form: Mapping[str, Any]) -> ForgotView:
    one = forgotten(ForgotData.model_validate(form))
    if isinstance(one, Refusal):
        return _with(view, refusal=one)
    was, now = question(state, chain), numbers_right(state, chain, one)
    if isinstance(now, Refusal):
        return _with(view, refusal=now)
    found = recounted(state, chain, one)
    changes = tuple(number_words(was, now)) if isinstance(was, Numbers) else ()
    return _with(
        view,
        chosen=change_words(one),
        changes=changes,
        wanted=found if isinstance(found, Wanted) else None,
        refusal=found if isinstance(found, Refusal) else None,
    )


def _with(view: ForgotView, **said: Any) -> ForgotView:
    return ForgotView(view.title, view.chips, view.bands, view.distance, **said)
