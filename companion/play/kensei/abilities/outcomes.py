"""What comes of an ability, and the dice it throws then: damage, a way out, centimeters off a charge (12:5, 12:6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.content import catalog
from companion.play.kensei.abilities import answering, hidden
from companion.play.kensei.after.owing import may_have_lost_general, owe
from companion.play.kensei.ask.kinds import DAMAGE, KINDS, Faces, Kind, Words
from companion.play.kensei.asks import Ask
from companion.play.kensei.deploy import cards
from companion.play.kensei.fight.harm import harmed, past_armor
from companion.play.kensei.orders.characters import stepped_out
from companion.play.kensei.orders.reacting import is_open
from companion.play.kensei.pieces import Hero, Piece, SeatId
from companion.play.kensei.state import State, must
from companion.play.kensei.turn_state import Charging, Use
from companion.rules import counts
from companion.rules.dice import faces_text, pips
from companion.rules.kensei.abilities import rule
from companion.rules.kensei.abilities.rule import Form, Harms, Lasts, Leaves, ShortensCharge
from companion.rules.kensei.after.combats import Blow
from companion.rules.kensei.after.honor import falls_to_half
from companion.rules.kensei.fight.strike import Strike
from companion.rules.text import Text

T = TypeVar("T", Harms, Leaves, ShortensCharge)


def _outcome(use: Use, kind: type[T]) -> T:
    form = use.form_used
    return next(one for one in (form.won if use.holds else form.lost) if isinstance(one, kind))


def _dice(kind: type[T]) -> Callable[[State, Ask], int]:
    return lambda state, ask: _outcome(state.use_of(ask), kind).dice


def harms(state: State, use: Use, outcome: Harms) -> State:
    """The state in which this damage is done, or its dice are asked of who uses the ability."""
    if outcome.dice:
        return state.with_question("harm", use.seat, use.id)
    return _done(state, use, outcome, outcome.points)


def _victim(use: Use, outcome: Harms) -> str:
    return use.user if outcome.on == "self" else next(iter(use.targets), "")


def _armor(state: State, use: Use, outcome: Harms) -> int:
    found = state.whereabouts(_victim(use, outcome))
    if found is None or not outcome.armor:
        return 0
    piece, hero = found
    return piece.combatant(hero.id if hero is not None else None).attributes.ar


def _done(state: State, use: Use, outcome: Harms, points: int) -> State:
    found = state.whereabouts(_victim(use, outcome))
    if found is None or not found[0].standing:
        return state
    piece, hero = found
    after = harmed(piece, hero.id if hero is not None else None, points)
    before, state = state, state.with_piece(after).with_use(replace(use, harm=points))
    if state.phase == "combat" and points:
        state = replace(state, blows=(*state.blows, _blow(state, use, outcome, piece, points)))
    moment = use.id if state.phase == "orders" else state.combats_name
    if hero is None and _halved(state, piece, after):
        state = owe(state, piece.id, moment, "half-unit")
    return may_have_lost_general(before, state, piece.seat, moment)


def _blow(state: State, use: Use, outcome: Harms, struck: Piece, points: int) -> Blow:
    """As the result of the combat counts it: a character's wounds are damage too (K57). Whom she failed to harm has
    his own strike still."""
    if outcome.on == "target":
        return Blow(use.piece, struck.id, points, striker=use.user)
    enemy = state.whereabouts(next(iter(use.targets), ""))
    by = enemy[0].id if enemy is not None else ""
    return Blow(by, struck.id, points, striker=by)


@dataclass(frozen=True, slots=True)
class AbilityHarm:
    """What an ability did to a piece, or to a character in it, with so many dice less so much armor."""

    attacker: str
    """The piece whose ability it is; empty where it hurt its own user."""
    striker: str
    defender: str
    aimed_at: str | None
    points: int
    seat: SeatId
    dice: int
    armor: int


def harm_done(before: State, after: State) -> Iterator[AbilityHarm]:
    """What abilities did between these two states."""
    for use in after.uses:
        was = before.use(use.id)
        if not use.harm or (was is not None and was.harm):
            continue
        outcome = _outcome(use, Harms)
        piece, hero = must(before.whereabouts(_victim(use, outcome)))
        by, whom = use.piece if outcome.on == "target" else "", hero.id if hero is not None else None
        yield AbilityHarm(by, use.user, piece.id, whom, use.harm, use.seat, outcome.dice, _armor(before, use, outcome))


def _halved(state: State, before: Piece, after: Piece) -> bool:
    if before.lone is not None or not after.miniatures:
        return False
    struck = before.combatant()
    bare = Strike("shot", struck, struck, settings=state.settings, weapons=catalog().weapons)
    return falls_to_half(bare, struck, after.miniatures)


# ---- the dice


def _names(state: State, use: Use, kind: type[T]) -> dict[str, object]:
    return {"ability": use.name, "who": state.title(use.user), "dice": counts.dice(_outcome(use, kind).dice)}


def _harm_names(state: State, use: Use) -> dict[str, object]:
    outcome = _outcome(use, Harms)
    target, armor = state.title(_victim(use, outcome)), _armor(state, use, outcome)
    return {**_names(state, use, Harms), "target": target, "armor": armor}


def _harm_words(state: State, ask: Ask) -> Words:
    use = state.use_of(ask)
    names = _harm_names(state, use)
    waiting = Text("%(ability)s: waiting for the damage dice of %(who)s.", names)
    if _outcome(use, Harms).armor:
        return Text("%(ability)s at %(target)s: roll %(dice)s, each less AR %(armor)s.", names), waiting
    return Text("%(ability)s at %(target)s: roll %(dice)s of damage, added up.", names), waiting


def _harm_thrown(state: State, ask: Ask, faces: Faces) -> State:
    use = state.use_of(ask)
    outcome = _outcome(use, Harms)
    return _done(state.without_asks(use.id), use, outcome, past_armor(faces, _armor(state, use, outcome)))


def _harm_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    use = before.use_of(ask)
    outcome = _outcome(use, Harms)
    points = past_armor(faces, _armor(before, use, outcome))
    names = {"faces": faces_text(faces), "points": points, **_harm_names(before, use)}
    first = Text("%(ability)s: %(faces)s, %(points)s damage at %(target)s.", names)
    found = before.whereabouts(_victim(use, outcome))
    return first if found is None else _with_losses(after, first, *found)


def _with_losses(after: State, first: Text, piece: Piece, hero: Hero | None) -> Text:
    """With what it left of its target."""
    now = after.known(piece.id)
    if (who := hero or piece.lone) is not None:
        dead = (found := now.hero(who.id)) is None or not found.alive
        return Text("%(first)s He is dead.", {"first": first}) if dead else first
    lost = piece.miniatures - now.miniatures
    if not now.standing:
        return Text("%(first)s Nothing is left of them.", {"first": first})
    return Text("%(first)s Removed: %(lost)s.", {"first": first, "lost": counts.miniatures(lost)}) if lost else first


# ---- out of a combat in any direction, and pursued by nobody


def leaves(state: State, use: Use, outcome: Leaves) -> State:
    """The state in which its user touches nobody any more, and throws for how far he goes."""
    place = state.place_of(use.hero) if use.hero else None
    inside = place is not None and place.inside
    for melee in state.melees:
        if melee.id == use.about:
            state = state.with_melee(melee.without(use.hero if inside else use.piece))
    if place is not None and inside:
        state = stepped_out(state, place)
    else:
        state = state.without_contacts(use.piece).left_place(use.piece)
    return state.with_question("away", use.seat, use.id)


def _away_words(state: State, ask: Ask) -> Words:
    names = _names(state, state.use_of(ask), Leaves)
    mine = Text("%(ability)s: roll %(dice)s. %(who)s may go that many cm, in any direction.", names)
    return mine, Text("%(ability)s: waiting for the dice: how far %(who)s may go.", names)


def _away_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    names = {**_names(before, before.use_of(ask), Leaves), "cm": sum(pips(face) for face in faces)}
    return Text("%(who)s may go up to %(cm)s cm in any direction; nobody pursues.", names)


# ---- a charge that falls short by dice of who is charged: thrown once the opposed roll is won


def shortens(state: State, use: Use, outcome: ShortensCharge) -> State:
    """The state in which who cried out throws the dice that come off the charge, where it is still to be made."""
    if not is_open(state, must(state.charge(use.about))):
        return state
    return state.with_question("shorter", use.seat, use.id)


def _charge(state: State, ask: Ask) -> Charging:
    return must(state.charge(state.use_of(ask).about))


def _shorter_names(state: State, ask: Ask) -> dict[str, object]:
    return {**_names(state, state.use_of(ask), ShortensCharge), "enemy": state.title(_charge(state, ask).piece)}


def _shorter_words(state: State, ask: Ask) -> Words:
    names = _shorter_names(state, ask)
    return (
        Text("%(ability)s: roll %(dice)s. The charge of %(enemy)s is that many cm shorter.", names),
        Text("%(ability)s: waiting for the dice that shorten the charge of %(enemy)s.", names),
    )


def _shorter_thrown(state: State, ask: Ask, faces: Faces) -> State:
    charge = _charge(state, ask)
    lost = sum(pips(face) for face in faces)
    return state.with_charge(replace(charge, minus_cm=charge.minus_cm + lost)).without_asks(ask.about)


def _shorter_line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    names = {**_shorter_names(before, ask), "cm": sum(pips(face) for face in faces)}
    return Text("%(ability)s: the charge of %(enemy)s is %(cm)s cm shorter.", names)


def _stands(state: State, ask: Ask) -> bool:
    """Nothing comes off a charge that is over."""
    return is_open(state, _charge(state, ask))


KINDS |= {
    "harm": Kind("9:3:5", _dice(Harms), _harm_words, _harm_thrown, _harm_line, wants=DAMAGE),
    "away": Kind(
        "12:6:3",
        _dice(Leaves),
        _away_words,
        lambda state, ask, faces: state.without_asks(ask.about),
        _away_line,
    ),
    "shorter": Kind("12:5:3", _dice(ShortensCharge), _shorter_words, _shorter_thrown, _shorter_line, stands=_stands),
}


# ---- what comes of an ability that held or failed: one way for each kind of outcome, whichever ability it is of


Done = Callable[[State, Use, Any], State]


def settled(state: State, use: Use, form: Form) -> State:
    """The state with everything that follows from this use."""
    for outcome in form.won if use.holds else form.lost:
        state = OUTCOMES[type(outcome)](state, use, outcome)
    return state


def _lasts(state: State, use: Use, outcome: Lasts) -> State:
    for one in use.lies_on(outcome):
        state = state.with_effect(one, outcome.effect)
    return state


def _owes_honor(state: State, use: Use, outcome: rule.OwesHonor) -> State:
    """Who believed it rolls at once: a moment of its own (K55)."""
    for target in use.losers:
        state = owe(state, target, use.id, "ability")
    return state


OUTCOMES: dict[type, Done] = {
    Lasts: _lasts,
    ShortensCharge: shortens,
    Leaves: leaves,
    Harms: harms,
    **answering.OUTCOMES,
    rule.LiesOpen: lambda state, use, _: cards.with_face_up(state, cards.card_at(state, use.about)),  # a Spy saw it
    rule.SwapsCards: cards.swapped,
    rule.OwesHonor: _owes_honor,
    rule.ShowsHidden: hidden.asks,
    rule.Enters: hidden.asks,
}
"""Every kind of outcome there is (`rules.kensei.abilities.rule`)."""
