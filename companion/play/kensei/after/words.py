"""What phones and the log say of an honor roll and the flight after it."""

from __future__ import annotations

from typing import Any

from companion.play.acts import said
from companion.play.game import Event, Line
from companion.play.kensei.after.owing import owed_by
from companion.play.kensei.after.target import flight_count, target
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.state import Ask, HonorRoll, State
from companion.rules import counts
from companion.rules.dice import pips
from companion.rules.kensei.after.honor import flight_cm
from companion.rules.text import Text


def distance(roll: HonorRoll) -> int:
    """Centimeters of the flight."""
    return flight_cm(roll.flight or ())


def name_of(state: State, roll: HonorRoll) -> str:
    """What the piece that rolls is called."""
    piece = state.piece(roll.piece)
    return piece.title if piece else roll.piece


def roll_words(state: State, roll: HonorRoll) -> tuple[Text, Text]:
    """The next physical act as its owner's phone says it, and what the others show."""
    number = target(state, roll).value
    names = {"unit": name_of(state, roll), "target": number, "cm": distance(roll)}
    if roll.regroups:
        return regroup_words(state, roll)
    if roll.die is None:
        return (
            Text("Roll 1 die. %(target)s or less holds.", names)
            if number > 0
            else Text("Roll 1 die. Nothing holds them."),
            Text("%(unit)s rolls for honor.", names),
        )
    if roll.holds:
        return Text("%(unit)s holds.", names), Text("%(unit)s holds.", names)
    if roll.flight is None:
        names["dice"] = counts.dice(flight_count(state, roll))
        asked = Text("%(unit)s breaks. Roll %(dice)s: how far they run.", names)
        return asked, Text("%(unit)s breaks and runs.", names)
    ran = Text("%(unit)s runs %(cm)s cm, straight away from the enemy.", names)
    return ran, ran


def regroup_words(state: State, roll: HonorRoll) -> tuple[Text, Text]:
    """The same of a unit that is called back, or runs on (8:3:2)."""
    names = {"unit": name_of(state, roll), "target": max(target(state, roll).value, 1), "cm": distance(roll)}
    if roll.asking:
        return (
            Text("Call %(unit)s back: 1 die, %(target)s or less.", names),
            Text("%(unit)s is called back.", names),
        )
    if roll.holds:
        back = Text("%(unit)s is called back and faces where you like.", names)
        return back, back
    if roll.flight is None:
        names["dice"] = counts.dice(flight_count(state, roll))
        return Text("%(unit)s runs on. Roll %(dice)s: how far.", names), Text("%(unit)s runs on.", names)
    ran = Text("%(unit)s runs on %(cm)s cm.", names)
    return ran, ran


def die_line(before: State, event: Event, data: PadData | RollData, after: State, ask: Ask) -> Line:
    """The line of an honor or KI die."""
    roll = after.roll(ask.about)
    assert roll is not None
    assert roll.die is not None
    values = {"unit": name_of(before, roll), "die": pips(roll.die), "target": target(after, roll).value}
    told = {
        (False, True): Text("Honor of %(unit)s: %(die)s against %(target)s, they hold.", values),
        (False, False): Text("Honor of %(unit)s: %(die)s against %(target)s, they break.", values),
        (True, True): Text("KI of %(unit)s: %(die)s against %(target)s, they keep their pace.", values),
        (True, False): Text("KI of %(unit)s: %(die)s against %(target)s, half movement next time.", values),
    }
    return Line(told[roll.is_ki, bool(roll.holds)])


def flight_line(before: State, event: Event, data: PadData | RollData, after: State, ask: Ask) -> Line:
    """The line of the flight's dice."""
    roll = after.roll(ask.about)
    assert roll is not None
    return said("%(unit)s runs %(cm)s cm.", unit=name_of(before, roll), cm=distance(roll))


def waive_line(before: State, event: Event, data: Any, after: State) -> Line:
    """The line of a roll that is left out."""
    owed = owed_by(before, data.owed)
    assert owed is not None
    return said("Skipped: the honor roll of %(unit)s.", unit=name_of(before, owed))
