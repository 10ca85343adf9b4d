"""The situation of an attack at the table: what the table knows of it, which circumstances are asked as chips, and what
a tap makes of one. What a circumstance is stands in `companion.rules.kensei.fight.situation`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.content import catalog
from companion.play.kensei.acts import modified
from companion.play.kensei.after.flight import free_attacks
from companion.play.kensei.chains import Chain
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State
from companion.rules.kensei.fight.confrontation import CHALLENGERS
from companion.rules.kensei.fight.modifiers import SHORT_CM, long_over_cm
from companion.rules.kensei.fight.situation import CIRCUMSTANCES, Circumstance, Meeting, Situation, situation_of
from companion.rules.kensei.fight.strike import FreeModifier, Strike
from companion.rules.kensei.profiles import Weapon
from companion.rules.kensei.turn.contacts import Contact, fights_already, first_turn
from companion.rules.kensei.turn.facts import Facts
from companion.rules.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class Fight:
    """A roll chain with the pieces it names, as they stand now."""

    chain: Chain
    attacker: Piece
    defender: Piece

    @property
    def striking(self) -> Hero | None:
        """The hero whose own dice these are; None for a unit's."""
        piece = self.attacker
        return piece.heroes[0] if piece.unit is None else piece.hero(self.chain.striker or "")

    @property
    def is_loaded(self) -> bool:
        """Whether who shoots has loaded: the unit, or the shooter his own weapon (9:3:1)."""
        return (self.striking or self.attacker).loaded

    @property
    def targets(self) -> tuple[Hero, ...]:
        """The characters of the target whom this attack may mean: who is left of a unit that is gone, whom a
        blowpipe may pick out (5:2:10), or whom a hero may challenge: Bushi, Duelists and Assassins (K65)."""
        defender = self.defender
        if defender.unit is None:
            return ()
        if not defender.miniatures:
            return defender.survivors
        seen, hero = defender.seen_heroes, self.striking
        if self.chain.kind == "shot":
            return seen if self.chain.weapon == "blowpipe" else ()
        able = hero is not None and hero.profile.traits & CHALLENGERS
        return tuple(h for h in seen if h.profile.traits & CHALLENGERS) if able else ()

    @property
    def striker_name(self) -> str:
        """Who strikes: the unit, or the hero with his own dice."""
        return (self.striking or self.attacker).title

    @property
    def target_name(self) -> str:
        """Who is struck: the unit, or the character who was meant."""
        hero = self.defender.hero(self.chain.aimed_at or "")
        if hero:
            return hero.title
        fell = self.chain.landed is not None and self.chain.landed.removed
        return self.defender.unit_title if fell else self.defender.title


def fight_of(state: State, chain: Chain) -> Fight:
    """The chain with its two pieces."""
    attacker, defender = state.known(chain.attacker), state.known(chain.defender)
    return Fight(chain, attacker, defender)


CHIPS: tuple[Circumstance, ...] = tuple(one for one in CIRCUMSTANCES.values() if one.kind != "distance")
"""Every circumstance that is a chip; the distance has keys of its own."""


def duels(state: State, attack: Fight) -> bool:
    """Whether this is a confrontation of characters: the result counts a death in it as ten, and no damage (K27).

    What a miniature does in one counts so too; what is done to it is damage as any other.
    """
    if attack.chain.of_miniature:
        return attack.striking is None
    strike = strike_of(state, attack)
    return strike.in_confrontation and not strike.attacker.is_unit


def chips_asked(state: State, attack: Fight) -> tuple[Circumstance, ...]:
    """The chips that can matter in this attack; nobody is aimed at where nobody can be meant."""
    strike, some_hero = strike_of(state, attack), bool(attack.targets)
    return tuple(chip for chip in CHIPS if chip.asked(strike) and (chip.kind != "hero" or some_hero))


def defaults(state: State, fight: Fight) -> Situation:
    """What the table already knows (2:6:4); the players say the rest, and always how far a shot goes."""
    attacker, defender, strikes = fight.attacker, fight.defender, fight.chain.kind == "melee"
    met = state.between(attacker.id, defender.id)
    caught = {(chase.piece, flight.piece) for flight, chase in free_attacks(state)}
    known = situation_of(
        Meeting(
            fight.chain.kind,
            replace(_ran(attacker, met), loaded=fight.is_loaded),
            _ran(defender, met),
            first_turn=first_turn(state.contacts, attacker.id, defender.id, state.turn),
            defender_engaged=strikes and fights_already(state.contacts, defender.id, attacker.id, state.turn),
            zone=met.zone_of(attacker.id) if met else "front",
            cause=met.cause if met else "strike",
            pursuit=(attacker.id, defender.id) in caught,
        )
    )
    if not strikes:
        return known
    return _broken_away(state, fight, _with_combat_ve(state, fight.chain, known))


def _broken_away(state: State, fight: Fight, known: Situation) -> Situation:
    """With what breaking away has left behind: who stayed in vain, and who was reached by his follower (4:3:8, K67)."""
    met, hero = state.between(fight.attacker.id, fight.defender.id), fight.striking
    chased = met is not None and met.cause == "chase" and met.since == state.turn
    failed = hero is not None and "failed-break-away" in state.effects_on(hero.id)
    return replace(known, chased_breakaway=chased, failed_break_away=failed and fight.attacker.miniatures > 0)


def _ran(piece: Piece, met: Contact | None) -> Facts:
    """What it did this turn; where it is said who charged in this contact, it charged this enemy or another."""
    if met is None or met.charger is None or piece.facts.counter_charged:
        return piece.facts
    return replace(piece.facts, charged=met.charger == piece.id)


def with_circumstance(state: State, chain: Chain, field: str, text: str) -> Chain | Refusal:
    """The chain with one circumstance set, read forgivingly from a form's text; a counter-charge that won is a charge,
    else he charges only if he did."""
    circumstance = CIRCUMSTANCES.get(field)
    if circumstance is None:
        names = {"field": field[:40], "known": ", ".join(CIRCUMSTANCES)}
        return Refusal(Text("There is no circumstance %(field)s; known: %(known)s.", names), "9:3:3")
    value = _read(circumstance, text.strip().lower()[:40])
    if isinstance(value, Refusal):
        return value
    changed: dict[str, Any] = {field: value}
    if field == "counter_charge":
        changed["charging"] = value == "won" or state.known(chain.attacker).facts.charged
    return chain.situated(**changed)


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
    chain = attack.chain
    attacker = attack.attacker.combatant(chain.striker, chain.weapon)
    defender = attack.defender.combatant(chain.aimed_at)
    return Strike(
        kind=chain.kind,
        attacker=replace(attacker, effects=state.lasting_on(attack.attacker, chain.striker)),
        defender=replace(defender, effects=state.lasting_on(attack.defender, chain.aimed_at)),
        situation=chain.situation,
        free=tuple(FreeModifier(f.to, f.value, modified(f.reason)) for f in chain.free),
        settings=state.settings,
        weapons=catalog().weapons,
        share=chain.share,
    )


# ---- what a combat under way tells of a strike in it: who charged whom, how strong each side is


def _with_combat_ve(state: State, chain: Chain, known: Situation) -> Situation:
    """With both sides' VE, where more than these two fight in their combat (K46)."""
    melee = None if _is_free(state) else state.melee_of(chain)
    if melee is None or len(melee.members) == 2:
        return known
    standing = [p for p in state.members(melee) if p.id not in melee.left and p.standing]
    own = next((p.seat for p in standing if p.id == chain.attacker), "")
    ours = sum(p.combatant().ve for p in standing if p.seat == own)
    theirs = sum(p.combatant().ve for p in standing if p.seat != own)
    return replace(known, ve_attacker=ours, ve_defender=theirs)


def challenged_by(state: State, chain: Chain) -> str | None:
    """Whom this striker faces in a confrontation that is being fought and in which he has not struck (K65).

    A unit's own dice are those of its miniature, while that has one: both are named by their piece.
    """
    melee = state.melee_of(chain)
    if melee is None:
        return None
    piece, enemy = state.known(chain.attacker), state.known(chain.defender)
    hero = piece.heroes[0].id if piece.unit is None else chain.striker or piece.id
    fought = (c for c in melee.confrontations if hero in c.both and c.first and not c.off)
    foes = (one.foe(hero) for one in fought if not has_struck(state, piece, hero))
    met = next((foe for foe in foes if enemy.hero(foe) is not None or foe == enemy.id), None)
    faced = enemy.hero(met or "")
    over = faced is not None and not faced.alive and hero == piece.id and piece.unit is not None
    return None if over else met


def has_struck(state: State, piece: Piece, hero: str) -> bool:
    """Whether this character, or the miniature of a unit that its piece names, has struck with dice of his own."""
    own = "" if piece.unit is None else hero
    return any(b.attacker == piece.id and b.striker == own and not b.pursuit for b in state.blows)


def share_of(state: State, chain: Chain) -> int | None:
    """The dice this strike has of those its striker shared out; None where nothing was shared."""
    melee = None if _is_free(state) else state.melee_of(chain)
    shared = melee.shares.get(chain.striker or chain.attacker) if melee is not None else None
    return None if shared is None else shared.get(chain.defender)


def _is_free(state: State) -> bool:
    """Whether what is struck now is the free attack of a pursuit, after the combat and alone (11:4:5, K58, K86)."""
    return state.phase == "resolution"


# ---- how far a shot goes, as it is asked: a key for each of the weapon's distances, short


@dataclass(frozen=True, slots=True)
class Band:
    """One key: from over `low` to `cm` centimeters, which the tap enters; or everything `beyond` the weapon's reach."""

    low: float
    cm: float
    label: Text
    name: Text
    beyond: bool = False

    @property
    def within(self) -> Text:
        """Where its target stands, in a sentence."""
        return self.label if self.low else Text("up to %(high)s", {"high": f"{self.cm:g}"})

    def holds(self, distance: float | None) -> bool:
        """Whether a target so far away stands in it."""
        if distance is None:
            return False
        return (distance > self.low or not self.low) and (self.beyond or distance <= self.cm)


def entered_by(chain: Chain) -> Band | None:
    """The key that entered its distance, of which nobody measured the last centimeter; None where somebody did."""
    offered = bands(catalog().weapons[chain.weapon], chain.situation.attacker_on_hill) if chain.weapon else ()
    return next((band for band in offered if band.cm == chain.situation.distance_cm and not band.beyond), None)


def bands(weapon: Weapon, on_hill: bool) -> Iterator[Band]:
    """The distances worth telling apart for a weapon, and one beyond its reach."""
    least = weapon.over_cm
    reach = max(weapon.range_cm, weapon.range_from_hill_cm) if on_hill else weapon.range_cm
    middle = min(long_over_cm(weapon.id, on_hill=on_hill) or reach, reach)
    if least:
        yield Band(0, least, _range(0, least), Text("too near"))
    if least < SHORT_CM:
        yield Band(least, SHORT_CM, _range(least, SHORT_CM), Text("short"))
    if middle > SHORT_CM:
        yield Band(SHORT_CM, middle, _range(SHORT_CM, middle), Text("medium"))
    if reach > middle > SHORT_CM:
        yield Band(middle, reach, _range(middle, reach), Text("long"))
    yield Band(reach, reach + 1, Text("over %(low)s", {"low": f"{reach:g}"}), Text("too far"), beyond=True)


def _range(low: float, high: float) -> Text:
    if not low:
        return Text("to %(high)s", {"high": f"{high:g}"})
    return Text("%(low)s–%(high)s", {"low": f"{low:g}", "high": f"{high:g}"})


@dataclass(frozen=True, slots=True)
class Nudge:
    """One key of the exact distance: so many centimeters `by`, and the `cm` it enters."""

    by: int
    cm: float


def nudges(distance: float | None) -> tuple[Nudge, ...]:
    """Keys to a distance a little nearer or farther, within what a distance may be; none before it is given."""
    if distance is None:
        return ()
    may_be = CIRCUMSTANCES["distance_cm"]
    return tuple(Nudge(by, min(max(distance + by, may_be.least), may_be.most)) for by in (-10, -1, 1, 10))
