"""Damage an ability does by itself, without attack and defense: its dice, or points without a die (K76, K77)."""

from __future__ import annotations

from dataclasses import replace

from companion.content import catalog
from companion.play.game import Event
from companion.play.kensei.after.death import may_have_lost_general
from companion.play.kensei.after.owing import owe
from companion.play.kensei.ask.kinds import Faces, Kind
from companion.play.kensei.ask.names import combats_name
from companion.play.kensei.fight.harm import harmed
from companion.play.kensei.fighters import combatant
from companion.play.kensei.orders.words import title
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import Ask, AskKind, State, must
from companion.play.kensei.uses import Use, ability_of, form_of
from companion.rules import counts
from companion.rules.dice import faces_told, pips
from companion.rules.kensei.abilities.rule import Harms
from companion.rules.kensei.after.combats import Blow
from companion.rules.kensei.after.honor import falls_to_half
from companion.rules.kensei.fight.situation import Situation
from companion.rules.kensei.fight.strike import Strike
from companion.rules.text import Text

RULE = "9:3:5"


def harms(state: State, use: Use, outcome: Harms) -> State:
    """The state in which this damage is done, or its dice are asked of who uses the ability."""
    if outcome.dice:
        return state.with_ask(Ask(f"{use.id}.damage", "harm", use.seat, use.id))
    return _done(state, use, outcome, outcome.points)


def _outcome(use: Use) -> Harms:
    form = form_of(use)
    return next(one for one in (form.won if use.holds else form.lost) if isinstance(one, Harms))


def _victim(use: Use, outcome: Harms) -> str:
    return use.user if outcome.on == "self" else next(iter(use.targets), "")


def _armor(state: State, use: Use, outcome: Harms) -> int:
    found = state.whereabouts(_victim(use, outcome))
    if found is None or not outcome.armor:
        return 0
    piece, hero = found
    return combatant(piece, hero.id if hero is not None else None, None).attributes.ar


def _points(state: State, use: Use, outcome: Harms, faces: tuple[int, ...]) -> int:
    armor = _armor(state, use, outcome)
    return sum(max(0, pips(face) - armor) for face in faces)


def _done(state: State, use: Use, outcome: Harms, points: int) -> State:
    found = state.whereabouts(_victim(use, outcome))
    if found is None or not found[0].standing:
        return state
    piece, hero = found
    after = harmed(piece, hero.id if hero is not None else None, points)
    before, state = state, state.with_piece(after)
    if state.phase == "combat" and points:
        state = replace(state, blows=(*state.blows, _blow(state, use, outcome, piece, points)))
    moment = use.id if state.phase == "orders" else combats_name(state)
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


def _halved(state: State, before: Piece, after: Piece) -> bool:
    if before.lone is not None or not after.miniatures:
        return False
    struck = combatant(before, None, None)
    bare = Strike("shot", struck, struck, Situation(), settings=state.settings, weapons=catalog().weapons)
    return falls_to_half(bare, struck, after.miniatures)


# ---- the dice


def _use(state: State, ask: Ask) -> Use:
    return must(state.use(ask.about))


def _names(state: State, use: Use) -> dict[str, object]:
    outcome = _outcome(use)
    return {
        "ability": ability_of(use).name,
        "who": title(state, use.user),
        "target": title(state, _victim(use, outcome)),
        "dice": counts.dice(outcome.dice),
        "armor": _armor(state, use, outcome),
    }


def _words(state: State, ask: Ask) -> tuple[Text, Text]:
    use = _use(state, ask)
    names = _names(state, use)
    waiting = Text("%(ability)s: %(who)s rolls the damage.", names)
    if _outcome(use).armor:
        return Text("%(ability)s at %(target)s: roll %(dice)s, each less AR %(armor)s.", names), waiting
    return Text("%(ability)s at %(target)s: roll %(dice)s of damage, added up.", names), waiting


def _thrown(state: State, event: Event, ask: Ask, faces: tuple[int, ...]) -> State:
    use = _use(state, ask)
    state = state.without_asks(use.id)
    return _done(state, use, _outcome(use), _points(state, use, _outcome(use), faces))


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    use = _use(before, ask)
    names = {**_names(before, use), "faces": faces_told(faces), "points": _points(before, use, _outcome(use), faces)}
    first = Text("%(ability)s: %(faces)s, %(points)s damage at %(target)s.", names)
    found = before.whereabouts(_victim(use, _outcome(use)))
    return first if found is None else _told(after, first, *found)


def _told(after: State, first: Text, piece: Piece, hero: Hero | None) -> Text:
    """With what it left of its target."""
    now = must(after.piece(piece.id))
    if (who := hero or piece.lone) is not None:
        dead = (found := now.hero(who.id)) is None or not found.alive
        return Text("%(first)s He is dead.", {"first": first}) if dead else first
    lost = piece.miniatures - now.miniatures
    if not now.standing:
        return Text("%(first)s Nothing is left of it.", {"first": first})
    return Text("%(first)s Removed: %(lost)s.", {"first": first, "lost": counts.miniatures(lost)}) if lost else first


KINDS: dict[AskKind, Kind] = {
    "harm": Kind(RULE, lambda state, ask: _outcome(_use(state, ask)).dice, _words, _thrown, _line)
}
