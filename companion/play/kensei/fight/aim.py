"""Taking aim: who strikes whom with what and in which circumstances, before the first die falls (9:3:2, 10:2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import Field

from companion.content import catalog
from companion.play.acts import ActForm, OneLine, everybody
from companion.play.game import Event
from companion.play.kensei.acts import OTHER, UNDER_WAY, StepAct, act, done_anyway, own_and_enemy
from companion.play.kensei.after import words
from companion.play.kensei.after.flight import reached, stands
from companion.play.kensei.after.honor import must_roll_on
from companion.play.kensei.after.pursuit import ask_words, dice, pursued
from companion.play.kensei.ask.kinds import KINDS, Faces, Kind
from companion.play.kensei.ask.names import chain_name, settled_name, withdrawn
from companion.play.kensei.asks import Ask, ask_name
from companion.play.kensei.chains import Chain, FreeTerm
from companion.play.kensei.fight.chain import aiming, asking
from companion.play.kensei.fight.harm import bushi_beside, land_waiting, waiting
from companion.play.kensei.fight.numbers import question
from companion.play.kensei.fight.situation import Fight, challenged_by, defaults, fight_of, share_of, with_circumstance
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules.kensei.fight.attack import Numbers
from companion.rules.kensei.fight.situation import CIRCUMSTANCES, Situation, StrikeKind
from companion.rules.kensei.fight.strike import NumberName, Party, may_strike
from companion.rules.kensei.profiles import WeaponId
from companion.rules.text import Refusal, Text

MOST_FREE = 8


def aimed(state: State, seat: str, data: AimAct) -> State | Refusal:
    """The state in which this side takes aim, or why it cannot."""
    if refused := _busy(state, seat):
        return refused
    state = _cleared(state, seat, data)
    both = own_and_enemy(state, seat, data.attacker, data.defender, "9:3:2")
    if isinstance(both, Refusal):
        return both
    refused = forbidden(state, data.kind, *both)
    if refused and not data.anyway:
        return refused
    if refused := must_roll_on(state, data.attacker, data.defender):
        return refused
    chain = _drawn(state, data)
    return chain if isinstance(chain, Refusal) else _begun(state, chain, data.name)


def shot(
    state: State, piece: Piece, target: str, striker: str | None = None, *, anyway: bool = False, **known: Any
) -> State | Refusal:
    """A shot opens filled in, as the last chain, with what is known of it besides what the table knows."""
    wanted = AimAct(kind="shot", attacker=piece.id, defender=target, striker=striker, anyway=anyway)
    opened = aimed(state, piece.seat, wanted)
    if isinstance(opened, Refusal):
        return opened
    chain = opened.chains[-1]
    return opened.with_chain(chain.situated(**known))


def _drawn(state: State, wanted: AimAct) -> Chain | Refusal:
    """A new chain, still without a name and what the table knows of it."""
    return _taken_up(fight_of(state, Chain("", wanted.kind, wanted.attacker, wanted.defender)), wanted)


def forbidden(state: State, kind: StrikeKind, attacker: Piece, defender: Piece) -> Refusal | None:
    """What the book has against this strike or shot, whatever else is going on."""
    struck = state.between(attacker.id, defender.id) is not None

    def party(piece: Piece) -> Party:
        """Who runs away and is in contact has been reached, and strikes back (K60); to a shot whoever touches an enemy
        fights, also since this turn (K62)."""
        met = struck or state.engaged_before(piece.id)
        fights = state.touches(piece.id) if kind == "shot" else met
        return Party(piece.title, piece.facts.fleeing_since == state.turn, fights)

    return may_strike(kind, party(attacker), party(defender), state.settings)


def _cleared(state: State, seat: str, data: AimAct) -> State:
    """The state in which this aim begins: one's earlier aim called off, harm landed that waits no longer.

    Harm waits on for the Bushi whose strike this is, and while the other side turns to another fight.
    """
    state = withdrawn(state)
    running = state.running
    if running is not None and state.side_of(running.attacker) == seat:
        state = state.without_chain(running.id)
    unit = waiting(state)
    if unit is not None and _strikes_beside(state, unit, data):
        return state
    mine = unit is not None and state.side_of(unit.attacker) == seat
    if unit is not None and (mine or {unit.attacker, unit.defender} & {data.attacker, data.defender}):
        state = land_waiting(state)
    return state.without_results(seat)


def opened(state: State, wanted: AimAct) -> State | None:
    """The state with this strike opened by itself, results still shown; None where it cannot be counted now."""
    chain = _drawn(state, wanted)
    if isinstance(chain, Refusal):
        return None
    state = _begun(state, chain, "")
    begun = state.chains[-1]
    counted = isinstance(question(state, begun), Numbers)
    return state.with_chain(replace(begun, by_itself=True)) if counted else None


def _begun(state: State, chain: Chain, name: str) -> State:
    """The state with this chain begun: under its own name, with what the table knows, and its first roll asked."""
    fight = fight_of(state, chain)
    unit = waiting(state)
    beside = unit.id if unit is not None and _strikes_beside(state, unit, chain) else ""
    left = fight.defender.survivors
    chain = replace(
        chain,
        id=settled_name(state, name, chain_name(state, chain)),
        aimed_at=left[0].id if left else None,
        situation=_known(state, fight, state.chain(beside)),
        beside=beside,
    )
    chain = _facing(state, replace(chain, share=share_of(state, chain)), fight.defender)
    state = state.with_chain(chain).given(chain.id)
    return asking(state, chain, parent=ask_name(beside, "beside") if beside else "")


def _facing(state: State, chain: Chain, defender: Piece) -> Chain:
    """The chain, as a strike of the confrontation its striker is in."""
    foe = challenged_by(state, chain)
    if foe is None:
        return chain
    whole = foe == defender.id and defender.unit is not None
    inside = defender.unit is not None and not whole
    situation = replace(chain.situation, confrontation=True, aimed_at_character=inside)
    of_miniature = whole or fight_of(state, chain).striking is None
    return replace(chain, aimed_at=foe if inside else None, situation=situation, of_miniature=of_miniature)


def _strikes_beside(state: State, unit: Chain, chain: Chain | AimAct) -> bool:
    """Whether this is the Bushi's strike for which the unit's harm waits (K47)."""
    able = {hero.id for hero in bushi_beside(state, unit)}
    return chain.kind == "melee" and chain.attacker == unit.attacker and chain.striker in able


def _known(state: State, fight: Fight, unit: Chain | None) -> Situation:
    """What the table knows, and of a Bushi beside his unit what was said of its strike: its charge is his (K47)."""
    found = defaults(state, fight)
    if unit is None or unit.defender != fight.defender.id:
        return found
    his = {one.field: getattr(unit.situation, one.field) for one in CIRCUMSTANCES.values() if one.shared}
    return replace(found, **his)


def next_name(state: State, seat: str, data: Mapping[str, Any]) -> str:
    """What an attack that is entered now will be called; nothing where there can be none."""
    wanted = AimAct.model_construct(**data)
    if state.piece(wanted.attacker) is None or state.piece(wanted.defender) is None:
        return ""
    state = _cleared(state, seat, wanted)
    chain = _drawn(state, wanted)
    return "" if isinstance(chain, Refusal) else state.free_name(chain_name(state, chain))


def _busy(state: State, seat: str) -> Refusal | None:
    """Why no attack can begin now: the dice of another are falling. Who is still aiming may choose anew."""
    running = withdrawn(state).running
    if running is not None:
        aiming = running.attack is None and state.untouched(running.id)
        if not aiming or state.side_of(running.attacker) != seat:
            return UNDER_WAY
    return None


def drafted(
    state: State, attacker: Piece, defender: Piece, striker: str | None, kind: StrikeKind = "melee"
) -> Chain | Refusal:
    """A strike in close combat, or a shot, as it would begin now, with what the table knows of it."""
    chain = _drawn(state, AimAct(kind=kind, attacker=attacker.id, defender=defender.id, striker=striker))
    return chain if isinstance(chain, Refusal) else replace(chain, situation=defaults(state, fight_of(state, chain)))


def _taken_up(fight: Fight, wanted: AimAct | StrikerAct | WeaponAct) -> Chain | Refusal:
    """The chain with these dice and this weapon, or the first weapon that fits; bows do not count in close combat."""
    piece, chain = fight.attacker, fight.chain
    striker = chain.striker if isinstance(wanted, WeaponAct) else wanted.striker
    weapon = None if isinstance(wanted, StrikerAct) else wanted.weapon
    left = piece.survivors
    able = {h.id: h for h in (piece.seen_heroes if piece.unit else ())}
    if striker and striker not in able:
        names = {"unit": piece.title, "able": tuple(h.title for h in able.values())}
        words = Text(
            "No such character is seen in %(unit)s. These strike with dice of their own there: %(able)s.", names
        )
        nobody = Text("No such character is seen in %(unit)s: nobody there strikes with dice of his own.", names)
        return Refusal(words if able else nobody, "4:3:8")
    chain = replace(chain, striker=striker or (left[0].id if left else None))
    carried = piece.weapons_of(chain.striker)
    if weapon is not None and weapon not in carried:
        theirs = tuple(catalog().weapons[w].name for w in carried) or Text("nothing")
        reason = Text("The attacker does not carry that weapon; carried: %(carried)s.", {"carried": theirs})
        return Refusal(reason, "5:2")
    fitting = [w for w in carried if catalog().weapons[w].ranged == (chain.kind == "shot")]
    return replace(chain, weapon=weapon or (fitting[0] if fitting else None))


@act("situate", label=Text("a change of the situation"), sees=everybody)
class SituateAct(StepAct):
    field: str
    value: bool | int | float | str | None = None

    @aiming
    def apply(self, state: State, event: Event, chain: Chain) -> Chain | Refusal:
        if self.field == "aimed_at_character":
            return _aimed(state, chain, text_of(self.value).strip().lower())
        return with_circumstance(state, chain, self.field, text_of(self.value))


def _aimed(state: State, chain: Chain, wanted: str) -> Chain | Refusal:
    """The character who is meant, or nobody in particular; where the unit is gone, it must be one of its characters."""
    fight = fight_of(state, chain)
    able = {h.id: h for h in fight.targets}
    if wanted in able or (not wanted and not fight.defender.survivors):
        situation = replace(chain.situation, aimed_at_character=bool(wanted))
        return replace(chain, aimed_at=wanted or None, situation=situation)
    allowed = tuple(h.title for h in able.values()) or Text("nobody")
    return Refusal(Text("That character cannot be the target; possible: %(allowed)s.", {"allowed": allowed}), "4:3:9")


def text_of(value: bool | int | float | str | None) -> str:
    """A circumstance as a form sends it."""
    if value is None or isinstance(value, bool | str):
        return "" if value is None else str(value)
    return f"{value:.15g}"


@act("weapon", label=Text("the choice of the weapon"), sees=everybody)
class WeaponAct(StepAct):
    weapon: WeaponId

    @aiming
    def apply(self, state: State, event: Event, chain: Chain) -> Chain | Refusal:
        return _taken_up(fight_of(state, chain), self)


@act("striker", label=Text("the choice of who strikes"), sees=everybody)
class StrikerAct(StepAct):
    striker: str | None = None

    @aiming
    def apply(self, state: State, event: Event, chain: Chain) -> Chain | Refusal:
        armed = _taken_up(fight_of(state, chain), self)
        if isinstance(armed, Refusal):
            return armed
        if armed.kind == "shot":
            armed = armed.situated(loaded=fight_of(state, armed).is_loaded)
        able = {h.id for h in fight_of(state, armed).targets}
        if armed.aimed_at and armed.aimed_at not in able:  # a unit challenges nobody, and picks nobody out with a bow
            armed = replace(armed.situated(aimed_at_character=False), aimed_at=None)
        return armed


@act("modify", label=Text("a modifier of your own"), sees=everybody)
class ModifyAct(StepAct):
    to: NumberName
    value: int = Field(ge=-9, le=9)
    reason: OneLine = Field(min_length=1, max_length=60)
    words: OneLine = Field("", max_length=60)
    """The player's own reason, where `reason` is `other`."""

    @aiming
    def apply(self, state: State, event: Event, chain: Chain) -> Chain | Refusal:
        if len(chain.free) >= MOST_FREE:
            values = {"most": MOST_FREE}
            full = Text("At most %(most)s modifiers of your own are possible: take one away first.", values)
            return Refusal(full, "2:7")
        if self.reason == OTHER and not self.words:
            return Refusal(Text("Say the other reason in a few words."), "2:7")
        reason = self.words if self.reason == OTHER else self.reason
        return replace(chain, free=(*chain.free, FreeTerm(self.to, self.value, reason)))


@act("unmodify", commutes=False, label=Text("a modifier taken away"), sees=everybody)
class UnmodifyAct(StepAct):
    index: int = Field(ge=0)

    @aiming
    def apply(self, state: State, event: Event, chain: Chain) -> Chain | Refusal:
        if self.index >= len(chain.free):
            return Refusal(Text("That modifier is gone already: look at the attack as it is now."), "2:7")
        return replace(chain, free=tuple(f for i, f in enumerate(chain.free) if i != self.index))


@act("cancel", label=Text("calling the attack off"), sees=everybody)
class CancelAct(StepAct):
    @aiming
    def apply(self, state: State, event: Event, chain: Chain) -> State | Refusal:
        if event.seat != state.side_of(chain.attacker):
            return Refusal(Text("Only the side that aims can call the attack off: ask across the table."), "9:3:2")
        return _kept_off(state, chain).without_chain(chain.id)


def _kept_off(state: State, chain: Chain) -> State:
    """The state in which this strike does not open by itself again."""
    melee = state.melee_of(chain)
    if melee is None:
        return state
    return state.with_melee(replace(melee, called_off=(*melee.called_off, chain.striker or chain.attacker)))


@act("aim", label=Text("taking aim"), sees=everybody)
class AimAct(ActForm):
    kind: StrikeKind
    attacker: str
    defender: str
    striker: str | None = None
    """The hero who strikes with his own dice; none: the unit."""
    weapon: WeaponId | None = None
    name: str = Field(default="", max_length=120)
    """What the attack is called, given when it is entered."""
    anyway: bool = False
    """Although the book or the table has something against it."""

    def apply(self, state: State, event: Event) -> State | Refusal:
        return aimed(state, event.seat, self)

    def line(self, before: State, event: Event, after: State) -> list[Text]:
        if not self.anyway:
            return []
        return done_anyway(forbidden(before, self.kind, before.known(self.attacker), before.known(self.defender)))


# ---- the dice of a pursuit: where they reach, the free attack opens, filled in


def _answered(state: State, ask: Ask, faces: Faces) -> State:
    """Another attack under way goes first: then this one is offered after it."""
    state, flight, chase = pursued(state, ask, faces)
    if not reached(flight, chase):
        return state
    opened = aimed(state, ask.seat, AimAct(kind="melee", attacker=chase.piece, defender=flight.piece))
    return state if isinstance(opened, Refusal) else opened


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    return words.pursuit_words(after, *after.chase(ask.about))


KINDS |= {"pursuit": Kind("11:4:5", dice, ask_words, _answered, _line, stands=stands)}
