"""The situation of an attack at the table: what the table knows of it, which circumstances are asked as chips, and what
a tap makes of one. What a circumstance is stands in `companion.rules.kensei.fight.situation`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from companion.content import catalog
from companion.play.kensei.after.flight import free_attacks
from companion.play.kensei.fight.known import told
from companion.play.kensei.fighters import combatant
from companion.play.kensei.lasting import lasting_on
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.reasons import modified
from companion.play.kensei.state import Chain, State, must
from companion.rules.kensei.fight.confrontation import CHALLENGERS
from companion.rules.kensei.fight.situation import (
    CIRCUMSTANCES,
    Circumstance,
    Meeting,
    Situation,
    StrikeKind,
    situation_of,
)
from companion.rules.kensei.fight.strike import FreeModifier, Strike
from companion.rules.kensei.profiles import WeaponId
from companion.rules.kensei.turn.contacts import Contact, between, engaged, first_turn
from companion.rules.kensei.turn.effects import effects_on
from companion.rules.kensei.turn.facts import Facts
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class Fight:
    """A roll chain with the pieces it names, as they stand now."""

    chain: Chain
    attacker: Piece
    defender: Piece

    @property
    def kind(self) -> StrikeKind:
        return self.chain.kind

    @property
    def striker(self) -> str | None:
        return self.chain.striker

    @property
    def aimed_at(self) -> str | None:
        return self.chain.aimed_at

    @property
    def weapon(self) -> WeaponId | None:
        return self.chain.weapon

    @property
    def situation(self) -> Situation:
        return self.chain.situation


def fight_of(state: State, chain: Chain) -> Fight:
    """The chain with its two pieces."""
    attacker, defender = must(state.piece(chain.attacker)), must(state.piece(chain.defender))
    return Fight(chain, attacker, defender)


Chip = Circumstance
CHIPS: tuple[Chip, ...] = tuple(one for one in CIRCUMSTANCES.values() if one.kind != "distance")
"""Every circumstance that is a chip; the distance has keys of its own."""


def targets(attack: Fight) -> tuple[Hero, ...]:
    """The characters of the target whom this attack may mean: who is left of a unit that is gone, whom a shot may pick
    out, or whom a hero may challenge: Bushi, Duelists and Assassins (K65)."""
    defender = attack.defender
    if defender.unit is None:
        return ()
    if not defender.miniatures:
        return defender.survivors
    seen = defender.seen_heroes
    if attack.kind == "shot":
        return seen
    hero = striking(attack)
    able = hero is not None and hero.profile.traits & CHALLENGERS
    return tuple(h for h in seen if h.profile.traits & CHALLENGERS) if able else ()


def striking(attack: Fight) -> Hero | None:
    """The hero whose own dice these are; None for a unit's."""
    piece = attack.attacker
    return piece.heroes[0] if piece.unit is None else piece.hero(attack.striker or "")


def duels(state: State, attack: Fight) -> bool:
    """Whether this is a confrontation of characters: the result counts a death in it as ten, and no damage (K27).

    What a miniature does in one counts so too; what is done to it is damage as any other.
    """
    if attack.chain.of_miniature:
        return striking(attack) is None
    strike = strike_of(state, attack)
    return strike.in_confrontation and not strike.attacker.is_unit


def is_loaded(fight: Fight) -> bool:
    """Whether who shoots has loaded: the unit, or the shooter his own weapon (9:3:1)."""
    hero = striking(fight)
    return fight.attacker.loaded if hero is None else hero.loaded


def chips_asked(state: State, attack: Fight) -> tuple[Chip, ...]:
    """The chips that can matter in this attack; nobody is aimed at where nobody can be meant."""
    strike, some_hero = strike_of(state, attack), bool(targets(attack))
    return tuple(chip for chip in CHIPS if chip.asked(strike) and (chip.kind != "hero" or some_hero))


def defaults(state: State, fight: Fight) -> Situation:
    """What the table already knows (2:6:4); the players say the rest, and always how far a shot goes."""
    attacker, defender = fight.attacker, fight.defender
    met = between(state.contacts, attacker.id, defender.id)
    caught = {(chase.piece, flight.piece) for flight, chase in free_attacks(state)}
    known = situation_of(
        Meeting(
            fight.kind,
            replace(_ran(attacker, met), loaded=is_loaded(fight)),
            _ran(defender, met),
            first_turn=first_turn(state.contacts, attacker.id, defender.id, state.turn),
            defender_engaged=engaged(state.contacts, defender.id, state.turn),
            zone=met.zone_of(attacker.id) if met else "front",
            cause=met.cause if met else "strike",
            pursuit=(attacker.id, defender.id) in caught,
        )
    )
    return _broken_away(state, fight, told(state, attacker.id, defender.id, known)) if fight.kind == "melee" else known


def _broken_away(state: State, fight: Fight, known: Situation) -> Situation:
    """With what breaking away has left behind: who stayed in vain, and who was reached by his follower (4:3:8, K67)."""
    met, hero = between(state.contacts, fight.attacker.id, fight.defender.id), striking(fight)
    chased = met is not None and met.cause == "chase" and met.since == state.turn
    failed = hero is not None and "failed-break-away" in effects_on(state.effects, hero.id, state.turn)
    return replace(known, chased_breakaway=chased, failed_break_away=failed and fight.attacker.miniatures > 0)


def _ran(piece: Piece, met: Contact | None) -> Facts:
    """What it did this turn; where it is said who charged in this contact, it charged this enemy or another."""
    if met is None or met.charger is None or piece.facts.counter_charged:
        return piece.facts
    return replace(piece.facts, charged=met.charger == piece.id)


def circumstanced(state: State, chain: Chain, field: str, text: str) -> Chain | Refusal:
    """The chain with one circumstance set; a counter-charge that won is a charge, else he charges only if he did."""
    situation = situated(chain.situation, field, text)
    if isinstance(situation, Refusal):
        return situation
    if field == "counter_charge":
        charged = fight_of(state, chain).attacker.facts.charged
        situation = replace(situation, charging=situation.counter_charge == "won" or charged)
    return replace(chain, situation=situation)


def situated(situation: Situation, field: str, text: str) -> Situation | Refusal:
    """The situation with one circumstance set, read forgivingly from a form's text."""
    circumstance = CIRCUMSTANCES.get(field)
    if circumstance is None:
        names = {"field": field[:40], "known": ", ".join(CIRCUMSTANCES)}
        return Refusal(Text("There is no circumstance %(field)s; known: %(known)s.", names), "9:3:3")
    value = _read(circumstance, text.strip().lower()[:40])
    if isinstance(value, Refusal):
        return value
    changed: dict[str, Any] = {field: value}
    return replace(situation, **changed)


def _read(one: Circumstance, text: str) -> bool | int | float | str | Refusal | None:
    """The value of a circumstance that a text means; nothing longer than forty letters means anything."""
    match one.kind:
        case "flag" if text in ("true", "1", "on", "yes", "false", "0", "off", "no", ""):
            return text in ("true", "1", "on", "yes")
        case "flag":
            return Refusal(Text("%(label)s: yes or no.", {"label": one.label}), one.rule)
        case "choice":
            return _chosen(one, text)
        case "number":
            return _counted(one, text)
        case "distance":
            return _centimeters(one, text)
        case "hero":
            return bool(text)


def _centimeters(one: Circumstance, text: str) -> float | Refusal:
    try:
        cm = float(text)
    except ValueError:
        cm = math.nan
    if one.least <= cm <= one.most:
        return cm
    return Refusal(Text("A distance is 0 to %(most)s cm.", {"most": one.most}), one.rule)


def _chosen(one: Circumstance, text: str) -> str | Refusal | None:
    if text in [value for value, _ in one.choices]:
        return text or None
    allowed = ", ".join(value or "none" for value, _ in one.choices)
    return Refusal(Text("%(label)s: one of %(allowed)s.", {"label": one.label, "allowed": allowed}), one.rule)


def _counted(one: Circumstance, text: str) -> int | Refusal | None:
    if text == "":
        return None
    if text.isdecimal() and one.least <= int(text) <= one.most:
        return int(text)
    values = {"label": one.label, "least": one.least, "most": one.most}
    return Refusal(Text("%(label)s: %(least)s to %(most)s.", values), one.rule)


def strike_of(state: State, attack: Fight) -> Strike:
    """The whole question for the rules: who strikes whom, how, in what circumstances."""
    attacker = combatant(attack.attacker, attack.striker, attack.weapon)
    defender = combatant(attack.defender, attack.aimed_at, None)
    return Strike(
        kind=attack.kind,
        attacker=replace(attacker, effects=lasting_on(state, attack.attacker, attack.striker)),
        defender=replace(defender, effects=lasting_on(state, attack.defender, attack.aimed_at)),
        situation=attack.situation,
        free=tuple(FreeModifier(f.to, f.value, modified(f.reason)) for f in attack.chain.free),
        settings=state.settings,
        weapons=catalog().weapons,
        share=attack.chain.share,
    )
