"""What phones and the log say of an honor roll and the flight after it."""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.after.flight import reached
from companion.play.kensei.after.owing import flight_count, or_more, target
from companion.play.kensei.ask.kinds import Faces, Words
from companion.play.kensei.asks import Ask
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import Chase, Flight, HonorRoll
from companion.rules import counts
from companion.rules.dice import pips
from companion.rules.kensei.after.flight import ENDS
from companion.rules.kensei.after.honor import flight_cm
from companion.rules.text import Text, agreeing


def is_alone(state: State, piece_id: str) -> bool:
    """Whether a character is spoken of, not a unit."""
    return state.known(piece_id).lone is not None


def ask_words(state: State, ask: Ask) -> Words:
    """What is said of the question about an honor roll, or about the flight after it."""
    return roll_words(state, state.roll_of(ask))


def roll_words(state: State, roll: HonorRoll) -> Words:
    """The next physical act as its owner's phone says it, and what the others show."""
    number = target(state, roll).value
    names: dict[str, object] = {"unit": state.title(roll.piece), "target": number, "cm": roll.cm}
    if roll.regroups:
        return regroup_words(state, roll)
    alone = is_alone(state, roll.piece)
    if roll.is_ki:
        return _dry_words(state, roll, names) if roll.keeps_dry else _ki_words(roll, names, alone=alone)
    if roll.die is None:
        return (
            Text("Roll 1 die. %(target)s or less holds.", names)
            if number > 0
            else Text("Roll 1 die. No result holds."),
            agreeing("%(unit)s rolls for honor.", "%(unit)s roll for honor.", names, alone=alone),
        )
    if roll.holds:
        held = agreeing("%(unit)s holds.", "%(unit)s hold.", names, alone=alone)
        return held, held
    if roll.flight is None:
        names["dice"] = counts.dice(flight_count(state, roll))
        asked = agreeing(
            "%(unit)s flees. Roll %(dice)s to see how far.",
            "%(unit)s flee. Roll %(dice)s to see how far.",
            names,
            alone=alone,
        )
        return asked, agreeing(
            "%(unit)s flees: the honor roll failed.", "%(unit)s flee: the honor roll failed.", names, alone=alone
        )
    flight = state.flight(roll.flight_name)
    ending = ended(state, flight) if flight is not None and not flight.faces else None
    return (ran := ending or _away(state, flight, names, alone=alone)), ran


def _ki_words(roll: HonorRoll, names: dict[str, object], *, alone: bool) -> Words:
    """What is said of the KI roll of riders hurt by slings: nobody runs after it (5:2:7, K19)."""
    if roll.die is None:
        asked = Text("Slings hit %(unit)s: KI %(target)s or less, or half movement next time.", names)
        return asked, agreeing(
            "%(unit)s rolls KI: hit by slings.", "%(unit)s roll KI: hit by slings.", names, alone=alone
        )
    kept = agreeing("%(unit)s keeps his full movement.", "%(unit)s keep their full movement.", names, alone=alone)
    sentence = kept if roll.holds else Text("%(unit)s: half movement next time.", names)
    return sentence, sentence


IN_STREAM = Text("In a stream, %(unit)s must make a KI roll.")
"""Of teppo: why they roll."""


def _dry_words(state: State, roll: HonorRoll, names: dict[str, object]) -> Words:
    """What is said of the KI roll of teppo in a stream (6:2:6, K64)."""
    if roll.die is None:
        asked = Text("%(unit)s in a stream: KI %(target)s or less, or their teppo are wet.", names)
        if or_more(state, roll):
            asked = Text("%(unit)s in a stream: KI %(target)s or more, or their teppo are wet.", names)
        return asked, replace(IN_STREAM, values=names)
    wet = Text("%(unit)s: teppo wet for the rest of the battle.", names)
    sentence = Text("%(unit)s: the teppo stay dry.", names) if roll.holds else wet
    return sentence, sentence


def _away(state: State, flight: Flight | None, names: dict[str, object], *, alone: bool) -> Text:
    """How far it runs, and from whom: who holds it, or else the nearest enemy (K59)."""
    enemy = state.piece(flight.away) if flight else None
    if enemy is None:
        return agreeing(
            "%(unit)s flees %(cm)s cm: straight away from the nearest enemy.",
            "%(unit)s flee %(cm)s cm: straight away from the nearest enemy.",
            names,
            alone=alone,
        )
    return agreeing(
        "%(unit)s flees %(cm)s cm: straight away from %(enemy)s.",
        "%(unit)s flee %(cm)s cm: straight away from %(enemy)s.",
        {**names, "enemy": enemy.title},
        alone=alone,
    )


def runs(state: State, flight: Flight) -> Text:
    """How far a flight goes, and from whom."""
    names = titles(state, flight)
    return _away(state, flight, {"unit": names["runner"], "cm": names["cm"]}, alone=is_alone(state, flight.piece))


def regroup_words(state: State, roll: HonorRoll) -> Words:
    """What is said of a unit that is called back, or runs on (8:3:2)."""
    names = {"unit": state.title(roll.piece), "target": max(target(state, roll).value, 1), "cm": roll.cm}
    if roll.asking:
        return (Text("Regroup %(unit)s: 1 die, %(target)s or less.", names), Text("%(unit)s may be regrouped.", names))
    if roll.holds:
        back = Text("%(unit)s regrouped: choose the facing.", names)
        return back, back
    if roll.flight is None:
        names["dice"] = counts.dice(flight_count(state, roll))
        return Text("%(unit)s must flee again. Roll %(dice)s to see how far.", names), Text(
            "%(unit)s must flee again.", names
        )
    ran = Text("%(unit)s must flee again: %(cm)s cm.", names)
    return ran, ran


def die_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    """The line of an honor or KI die."""
    roll = after.roll_of(ask)
    assert roll.die is not None
    values = {"unit": before.title(roll.piece), "die": pips(roll.die), "target": target(after, roll).value}
    lines = {
        (False, True): Text("Honor of %(unit)s: %(die)s against %(target)s, held.", values),
        (False, False): Text("Honor of %(unit)s: %(die)s against %(target)s, failed.", values),
        (True, True): Text("KI of %(unit)s: %(die)s against %(target)s, full movement kept.", values),
        (True, False): Text("KI of %(unit)s: %(die)s against %(target)s, half movement next time.", values),
    }
    if roll.keeps_dry:
        lines = {
            (True, True): Text("KI of %(unit)s: %(die)s against %(target)s, teppo dry.", values),
            (True, False): Text("KI of %(unit)s: %(die)s against %(target)s, teppo wet.", values),
        }
    found = lines[roll.is_ki, bool(roll.holds)]
    flight = after.flight(roll.flight_name)
    ending = ended(after, flight) if flight is not None else None
    return Text("%(first)s %(then)s", {"first": found, "then": ending}) if ending else found


def flight_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    """The line of the flight's dice."""
    roll = after.roll_of(ask)
    return Text("%(unit)s fled %(cm)s cm.", {"unit": before.title(roll.piece), "cm": roll.cm})


# ---- pursuit


def titles(state: State, flight: Flight, chase: Chase | None = None) -> dict[str, object]:
    """Who runs and who pursues him, and how far he came."""
    return {
        "runner": state.title(flight.piece),
        "unit": state.title(chase.piece) if chase else "",
        "cm": flight_cm(flight.faces) + flight.cm,
        "far": flight_cm(chase.faces or ()) if chase else 0,
    }


def stays_back(state: State, flight: Flight, chase: Chase) -> Text:
    """That this unit does not pursue."""
    return Text("%(unit)s will not pursue.", titles(state, flight, chase))


def pursuit_words(state: State, flight: Flight, chase: Chase) -> Text:
    """How far a pursuit came; falling short, it stands where it fell (K58)."""
    names = titles(state, flight, chase)
    if (enemy := state.piece(chase.stopped_by)) is not None:
        return Text(
            "%(enemy)s stopped %(unit)s in pursuit: they are in contact, and fight next turn without a charge.",
            {**names, "enemy": enemy.title},
        )
    if reached(flight, chase):
        return Text("%(unit)s reached %(runner)s: %(far)s cm against %(cm)s.", names)
    return Text("%(unit)s pursued %(far)s cm and stopped there: %(runner)s fled %(cm)s cm and got away.", names)


def went_on(state: State, flight: Flight) -> Text:
    """How much farther it ran."""
    return Text("%(runner)s fled %(more)s cm more.", {**titles(state, flight), "more": flight_cm(flight.further)})


# ---- what a flight meets


def ended(state: State, flight: Flight) -> Text | None:
    """What stopped it."""
    if flight.end is None:
        return None
    return replace(ENDS[flight.end].sentence, values={"unit": titles(state, flight)["runner"]})


def through(state: State, friends: tuple[str, ...]) -> Text:
    """What it costs the friends it ran through (11:4:2)."""
    titles = tuple(piece.title for piece in state.pieces if piece.id in friends)
    return Text(
        "Fled through %(friends)s: −1 HR and −1 IN this turn and the next, half movement this turn.",
        {"friends": titles},
    )
