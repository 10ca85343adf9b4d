"""What an attack leaves behind: casualties, markers, blows for the combat's result, rolls owed (K24–K27)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.after.honor import KI, owe
from companion.play.kensei.fight.situation import combatant, duels, strike_of
from companion.play.kensei.muster.sides import general
from companion.play.kensei.state import Attack, Blow, Piece, State
from companion.play.kensei.turn import markers
from companion.rules.kensei.after.honor import falls_to_half, owed_after_attack
from companion.rules.kensei.after.result import CombatResult, Fighter, combat_result
from companion.rules.kensei.fight.attack import Outcome
from companion.rules.kensei.fight.casualties import casualties


def land(state: State, attack: Attack, found: Outcome) -> State:
    """The state after the attack's damage: pieces, markers, blows, and the honor rolls it causes."""
    points = found.damage.points if found.damage else 0
    before = state.piece(attack.defender.id)
    assert before is not None
    led = general(state, before.seat) is not None
    after = _hero_struck(before, attack.aimed_at, points) if attack.aimed_at else _piece_struck(before, points)
    state = _owing(state.with_piece(after), attack, before, found)
    if led and general(state, before.seat) is None:
        for piece in tuple(state.of(before.seat)):
            state = owe(state, piece.id, _moment(state, attack), "general")
    if attack.kind == "shot":
        return _shot(state, attack)
    return replace(state, blows=(*state.blows, _blow(state, attack, before, after, points)))


def _moment(state: State, attack: Attack) -> str:
    """When the honor rolls of this attack are due: a shot's at once, those of all combats together (K55)."""
    return attack.id if attack.kind == "shot" else combats_of(state)


def combats_of(state: State) -> str:
    """The name of the moment in which the combats of this turn are resolved."""
    return f"combats of turn {state.turn}"


def _hero_struck(piece: Piece, hero_id: str, points: int) -> Piece:
    """A shot or blow at one character: of a lone one, one aimed at, or one left of his unit."""
    hero = piece.hero(hero_id)
    assert hero is not None
    harm = casualties(combatant(piece, hero_id, None), points)
    wounds = combatant(piece, hero_id, None).attributes.vt if harm.destroyed else harm.accumulated_damage
    return piece.with_hero(replace(hero, wounds=wounds, alive=not harm.destroyed))


def _piece_struck(piece: Piece, points: int) -> Piece:
    """A unit loses miniatures; what is beyond its last one reaches the characters inside, hidden ones too (K68)."""
    if piece.unit is None:
        return _hero_struck(piece, piece.heroes[0].id, points)
    harm = casualties(combatant(piece, None, None), points)
    if not harm.destroyed:
        return replace(piece, miniatures=harm.miniatures_left, accumulated_damage=harm.accumulated_damage)
    piece = replace(piece.unveiled(), standard_bearer=False)
    alive = [h for h in piece.heroes if h.alive]
    for struck in casualties(combatant(piece, None, None), points).characters:
        hero = alive[struck.character]
        full = combatant(piece, hero.id, None).attributes.vt
        wounds = full if struck.dead else struck.accumulated_damage
        piece = piece.with_hero(replace(hero, wounds=wounds, alive=not struck.dead))
    return replace(piece, miniatures=0, accumulated_damage=0)


def _owing(state: State, attack: Attack, before: Piece, found: Outcome) -> State:
    if found.result is None or before.unit is None or attack.aimed_at:
        return state
    strike = strike_of(state, attack)
    struck = combatant(before, None, None)
    owed = owed_after_attack(strike, struck, found.result)
    causes = ["shot-half" for o in owed if o.check == "honor" and o.rule == "9:3:7"]
    if any(o.check == "honor" for o in owed) and falls_to_half(strike, struck, found.result.miniatures_left):
        causes.append("half-unit")
    moment = _moment(state, attack)
    state = owe(state, before.id, moment, *causes)
    return owe(state, before.id, moment, *KI) if any(o.check == "ki" for o in owed) else state


def _shot(state: State, attack: Attack) -> State:
    """The weapon is empty, and the markers tell what was done (9:3:1)."""
    piece = state.piece(attack.attacker.id)
    assert piece is not None
    if attack.striker and piece.miniatures:
        return state
    piece = piece.marked("shot", "unloaded")
    if attack.situation.get("withstand_and_shoot"):
        piece = piece.marked("withstood-and-shot")
    return state.with_piece(piece)


def _blow(state: State, attack: Attack, before: Piece, after: Piece, points: int) -> Blow:
    """What counts of this strike in the result of the combat (K27, K57)."""
    duel = duels(state, attack)
    died = sum(h.alive for h in before.heroes) > sum(h.alive for h in after.heroes)
    return Blow(
        attack.attacker.id,
        attack.defender.id,
        0 if duel else points,
        slain=duel and died,
        destroyed=before.miniatures > 0 and after.miniatures == 0,
        pursuit=bool(attack.situation.get("free_attack")),
    )


def combats(state: State) -> tuple[tuple[frozenset[str], tuple[Blow, ...]], ...]:
    """This turn's combats: groups of pieces that struck one another, with their blows."""
    groups: list[set[str]] = []
    fought = [b for b in state.blows if not b.pursuit]
    for blow in fought:
        touched = [g for g in groups if g & {blow.attacker, blow.defender}]
        merged = {blow.attacker, blow.defender}.union(*touched)
        groups = [g for g in groups if g not in touched] + [merged]
    return tuple((frozenset(g), tuple(b for b in fought if b.attacker in g)) for g in groups)


def judged(state: State, group: frozenset[str], blows: tuple[Blow, ...]) -> CombatResult:
    """Who won one combat (11:2); first is side a, second side b."""
    sides: dict[str, list[Fighter]] = {"a": [], "b": []}
    for piece_id in sorted(group):
        piece = state.piece(piece_id)
        if piece is not None:
            ve = combatant(piece, None, None).ve if piece.standing else 0
            sides[piece.seat].append(Fighter(piece_id, sum(b.damage for b in blows if b.attacker == piece_id), ve))
    kills = {
        seat: sum(b.slain for b in blows for p in [state.piece(b.attacker)] if p and p.seat == seat) for seat in "ab"
    }
    return combat_result(sides["a"], sides["b"], state.settings, slain_by_first=kills["a"], slain_by_second=kills["b"])


def settle(state: State) -> State:
    """Every combat of the turn judged: the defeated get their marker and owe an honor roll (11:2:3)."""
    for group, blows in combats(state):
        for piece_id in judged(state, group, blows).defeated:
            piece = state.piece(piece_id)
            if piece is not None and piece.standing:
                state = state.with_piece(markers.put(piece, "defeated"))
                state = owe(state, piece_id, combats_of(state), "defeated")
    return state


def turned(state: State) -> tuple[Piece, ...]:
    """The pieces as the next turn finds them: who fought stays engaged while an enemy he fought is left to fight."""
    foes: dict[str, set[str]] = {}
    for blow in state.blows:
        foes.setdefault(blow.attacker, set()).add(blow.defender)
        foes.setdefault(blow.defender, set()).add(blow.attacker)
    here = {p.id for p in state.pieces if p.standing and not markers.flees(p)}
    destroyers = {b.attacker for b in state.blows if b.destroyed}
    found = []
    for piece in state.pieces:
        engaged = bool(foes[piece.id] & here) if piece.id in foes else "engaged" in piece.markers
        found.append(markers.at_turn_end(piece, engaged, piece.id in destroyers))
    return tuple(found)
