"""The last dice of who falls under an ability that lets her strike as she falls: thrown once the harm has landed, and
counted in the result of the combat (12:5:4, K75).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.content import catalog
from companion.play.game import Event
from companion.play.kensei.after.death import may_have_lost_general
from companion.play.kensei.after.owing import owe
from companion.play.kensei.ask.kinds import Faces, Kind
from companion.play.kensei.ask.names import combats_name
from companion.play.kensei.fight.harm import harmed
from companion.play.kensei.fighters import combatant
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import Ask, AskKind, Fallen, State, must
from companion.rules import counts
from companion.rules.dice import faces_told, pips
from companion.rules.kensei.after.combats import Blow
from companion.rules.kensei.after.honor import owed_after_attack
from companion.rules.kensei.fight.casualties import casualties
from companion.rules.kensei.fight.lasting import FLOWERS
from companion.rules.kensei.fight.strike import Strike
from companion.rules.text import Text, counted

RULE = "12:5:4"


def _of(state: State, ask: Ask) -> Fallen:
    return next(one for one in state.fallen if one.id == ask.about)


def _target(state: State, one: Fallen) -> Piece:
    return must(state.piece(one.target))


def _points(one: Fallen, faces: Sequence[int]) -> int:
    return sum(max(0, pips(face) - one.ar) for face in faces)


def _thrown(state: State, event: Event, ask: Ask, faces: tuple[int, ...]) -> State:
    """Harm that lands by itself. It is no strike of hers: her unit has that still."""
    one = _of(state, ask)
    target, points = _target(state, one), _points(one, faces)
    rest = tuple(other for other in state.fallen if other.id != one.id)
    state = replace(state, fallen=rest).without_asks(one.id)
    after = harmed(target, one.hero or None, points)
    destroyed = target.miniatures > 0 and after.miniatures == 0
    blow = Blow(one.piece, one.target, points, destroyed=destroyed, pursuit=one.pursuit, striker=one.piece)
    before, state = state, replace(state.with_piece(after), blows=(*state.blows, blow))
    if not one.hero and target.lone is None and target.standing:
        struck, hers = combatant(target, None, None), must(state.piece(one.piece))
        strike = Strike("melee", combatant(hers, None, None), struck, settings=state.settings)
        for roll in owed_after_attack(strike, struck, casualties(struck, points)):
            state = owe(state, target.id, combats_name(state), *roll.causes)
    return may_have_lost_general(before, state, target.seat, combats_name(state))


def _names(state: State, one: Fallen) -> dict[str, object]:
    target = _target(state, one)
    hero = target.hero(one.hero)
    return {
        "ability": catalog().abilities[FLOWERS].name,
        "target": hero.title if hero is not None else target.title,
        "dice": counts.dice(one.dice),
        "ar": one.ar,
    }


def _words(state: State, ask: Ask) -> tuple[Text, Text]:
    names = _names(state, _of(state, ask))
    mine = Text("%(ability)s: roll %(dice)s of those who fell at %(target)s, each less AR %(ar)s.", names)
    return mine, Text("%(ability)s: those who fell strike %(target)s.", names)


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    one = _of(before, ask)
    names = {**_names(before, one), "faces": faces_told(faces), "points": _points(one, faces)}
    told = Text("%(ability)s: %(faces)s, %(points)s damage at %(target)s.", names)
    lost = _target(before, one).miniatures - _target(after, one).miniatures
    if not lost:
        return told
    return counted("%(first)s %(num)s miniature falls.", "%(first)s %(num)s miniatures fall.", lost, {"first": told})


def _dice(state: State, ask: Ask) -> int:
    return _of(state, ask).dice


KINDS: dict[AskKind, Kind] = {"last": Kind(RULE, _dice, _words, _thrown, _line)}
