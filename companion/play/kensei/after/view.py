"""An honor roll as it is shown: what only the players know, its target, die and flight."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.play.kensei.after import words
from companion.play.kensei.after.again import die_name
from companion.play.kensei.after.duty import may_skip
from companion.play.kensei.after.target import able_lenders, flight_count, reach, sohei_near, target
from companion.play.kensei.ask.names import ask_name
from companion.play.kensei.ask.view import Die
from companion.play.kensei.board import HeroView, PieceView, hero_view, piece_view
from companion.play.kensei.state import HonorRoll, State, must
from companion.play.kensei.uses import ability_of
from companion.play.traced import part
from companion.rules.dice import pips
from companion.rules.kensei.after.honor import CAUSES, chance
from companion.rules.kensei.turn.effects import effects_on
from companion.rules.text import Number, Text


@dataclass(frozen=True, slots=True)
class HonorView:
    id: str
    step: str
    step_id: str
    piece: PieceView
    holder: str
    causes: tuple[tuple[Text, str], ...]
    target: Number
    chance: float
    commanders: tuple[HeroView, ...]
    commander: str | None
    reach: int
    ask_sohei: bool
    sohei: bool
    destroyed_enemy: bool
    deserted: bool
    run_through: bool
    asking: bool
    sentence: Text
    waiting: Text
    faces: tuple[Die, ...]
    die: int | None
    holds: bool | None
    cm: int
    done: bool
    regroups: bool
    """The general calls it back, or it runs on."""
    is_ki: bool
    """A KI roll: who lends his KI is asked, and nothing else counts."""
    how: tuple[tuple[str, str], ...]
    spared: str
    """The ability by which it is not rolled."""


@dataclass(frozen=True, slots=True)
class OwedView:
    id: str
    piece: str
    seat: str
    title: str
    causes: tuple[tuple[Text, str], ...]
    step: str
    target: Number
    """What holds them as far as the table knows; more may count, which the roll itself asks."""
    asked: Text
    """The words of the roll."""
    duty: bool
    """Its general has called it to its duty: it may skip the roll (K72)."""

    @property
    def sentence(self) -> Text:
        """Who owes it."""
        return Text("%(unit)s owes an honor roll.", {"unit": self.title})


def owed_view(state: State, roll: HonorRoll) -> OwedView:
    """A roll among what is owed."""
    piece = must(state.piece(roll.piece))
    asked, _ = words.roll_words(state, roll)
    return OwedView(
        roll.id,
        roll.piece,
        piece.seat,
        piece.title,
        _causes(roll),
        die_name(roll),
        target(state, roll),
        asked,
        may_skip(state, roll),
    )


def _causes(roll: HonorRoll) -> tuple[tuple[Text, str], ...]:
    return tuple((CAUSES[cause].reason, CAUSES[cause].rule) for cause in roll.causes)


def honor_view(state: State, roll_id: str, seat: str | None) -> HonorView:
    """An honor roll under way, or its result, as this seat sees it."""
    seen = _open_roll(state, roll_id)
    return replace(seen, piece=piece_view(state, seen.piece.id, seat))


@part
def _open_roll(state: State, roll_id: str) -> HonorView:
    """As everybody sees it."""
    roll = must(state.roll(roll_id))
    piece = must(state.piece(roll.piece))
    number = target(state, roll)
    asking = roll.asking
    ask = next((a for a in state.asks if a.about == roll.id), None)
    dice = 0 if ask is None else 1 if asking else flight_count(state, roll)
    faces = (ask.pad.faces if ask else ()) or (None,) * dice
    wants = Text("%(face)s or less holds", {"face": number.value}) if asking else Text("centimeters")
    sentence, waiting = words.roll_words(state, roll)
    lasting = effects_on(state.effects, piece.id, state.turn)
    return HonorView(
        id=roll.id,
        step="result" if roll.done else "die" if asking else "flight",
        step_id=die_name(roll) if asking else ask_name(roll.id, "flight"),
        piece=piece_view(state, piece.id, None),
        holder=piece.seat,
        causes=_causes(roll),
        target=number,
        chance=chance(number.value),
        commanders=tuple(hero_view(state, p, h) for p, h in able_lenders(state, roll, piece)),
        commander=roll.commander,
        reach=reach(piece),
        ask_sohei=not roll.is_ki and sohei_near(state, piece),
        sohei=roll.sohei,
        destroyed_enemy="destroyed-enemy" in lasting,
        deserted=roll.deserted,
        run_through="run-through" in lasting,
        asking=asking and ask is not None and ask.pad.empty,
        sentence=sentence,
        waiting=waiting,
        faces=tuple(Die(i, f, False, wants) for i, f in enumerate(faces)),
        die=None if roll.die is None else pips(roll.die),
        holds=roll.holds,
        cm=words.distance(roll),
        done=roll.done,
        regroups=roll.regroups,
        is_ki=roll.is_ki,
        how=tuple(roll.how.items()),
        spared=ability_of(use).name if (use := state.use(roll.spared)) is not None else "",
    )
