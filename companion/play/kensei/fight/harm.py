"""What a roll chain leaves behind: casualties, blows, contacts, facts, rolls owed, last dice (K20 to K27, K47, K75)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.content import catalog
from companion.play.kensei.after.flight import goes_on
from companion.play.kensei.after.owing import general_died, may_have_lost_general, owe
from companion.play.kensei.ask.kinds import DAMAGE, KINDS, Faces, Kind, Words
from companion.play.kensei.asks import Ask
from companion.play.kensei.chains import Chain, Fallen, Landed
from companion.play.kensei.fight.situation import duels, fight_of, strike_of
from companion.play.kensei.pieces import Hero, Piece, by_name, renewed
from companion.play.kensei.state import State, must
from companion.rules import counts
from companion.rules.dice import faces_text, pips
from companion.rules.kensei.after.combats import Blow
from companion.rules.kensei.after.honor import Cause, owed_after_attack
from companion.rules.kensei.fight.casualties import casualties
from companion.rules.kensei.fight.lasting import FLOWERS, last_dice
from companion.rules.kensei.fight.melees import groups
from companion.rules.kensei.fight.situation import Situation
from companion.rules.kensei.fight.strike import Strike
from companion.rules.kensei.turn.contacts import Contact, ContactCause, named
from companion.rules.kensei.turn.effects import Effect
from companion.rules.text import Text, counted


def finish(state: State, chain: Chain) -> State:
    """The chain's dice are thrown: its harm lands, or waits until the Bushi in the unit has struck too (K47)."""
    state = state.with_chain(chain)
    unit = state.chain(chain.beside)
    if unit is not None:
        return _land(state.without_asks(unit.id), (unit, chain))
    if bushi_beside(state, chain) and not _nobody_left(state, chain):
        return state.with_question("beside", state.known(chain.attacker).seat, chain.id)
    return _land(state, (chain,))


def bushi_beside(state: State, chain: Chain) -> tuple[Hero, ...]:
    """The Bushi who strike right after this unit and have not yet this turn (K47). Nobody joins a free attack (K86)."""
    attacker = fight_of(state, chain).attacker
    alone = chain.kind == "shot" or chain.striker is not None or attacker.unit is None
    if alone or chain.of_miniature or chain.situation.free_attack:
        return ()
    struck = {blow.striker for blow in state.blows}
    return tuple(hero for hero in attacker.bushi if hero.id not in struck)


def _nobody_left(state: State, chain: Chain) -> bool:
    """Whether this strike alone leaves nobody of an enemy unit whom both sides know of: what a Bushi adds to it would
    reach nobody (K24, K47), and there is no other in the combat whose result it could change (11:2)."""
    enemy = fight_of(state, chain).defender
    left = harmed(replace(enemy, heroes=enemy.seen_heroes), chain.aimed_at, chain.points or 0)
    standing = {piece.id for piece in state.pieces if piece.standing}
    fought = next((one for one in groups(state.contacts, standing) if chain.attacker in one), ())
    others = {one for one in fought if state.known(one).seat == enemy.seat} - {enemy.id}
    return enemy.miniatures > 0 and not left.standing and not others


def waiting(state: State) -> Chain | None:
    """The unit's chain whose harm waits for the Bushi beside it."""
    return next((c for c in state.chains if c.finished and c.landed is None), None)


def land_waiting(state: State, *, at_once: bool = False) -> State:
    """The state when nobody waits for the Bushi any longer; a strike of his that has not begun is called off.

    Once his dice are thrown the unit's harm waits for them, unless the battle ends `at_once`.
    """
    chain = waiting(state)
    if chain is None:
        return state
    his = [c for c in state.chains if c.beside == chain.id]
    if not at_once and any(c.attack is not None or not state.untouched(c.id) for c in his):
        return state
    for one in his:
        state = state.without_chain(one.id)
    return _land(state.without_asks(chain.id), (chain,))


def tidied(state: State) -> State:
    """Without aims that lost who strikes or whom they mean; what was thrown at somebody who is gone has no harm.

    The harm of a unit whose Bushi is gone waits no longer. Who has outlived his unit is known to have: its
    shots were not his.
    """
    for piece in state.pieces:
        last = next(iter(piece.survivors), None)
        if last is not None and not last.outlived:
            heroes = tuple(replace(hero, outlived=hero == last) for hero in piece.heroes)
            state = state.with_facts(replace(piece, heroes=heroes), shot=False, withstood_and_shot=False)
    chains = state.chains
    for place, chain in enumerate(chains, 1):
        if chain.finished or _has_both(state, chain):
            continue
        # One that waited meanwhile, after a correction, leaves a newer one's result.
        if chain.numbers is None or any(one.landed is not None for one in chains[place:]):
            state = state.without_chain(chain.id)
        else:
            state = finish(state.without_asks(chain.id), replace(chain, points=0))
    unit = waiting(state)
    return land_waiting(state) if unit is not None and not bushi_beside(state, unit) else state


def _has_both(state: State, chain: Chain) -> bool:
    """Whether who strikes and who is struck are still there; dice already thrown need their thrower no more."""
    fight = fight_of(state, chain)
    target = fight.defender.hero(chain.aimed_at or "")
    struck = target.alive if target else fight.defender.lone is not None or fight.defender.miniatures > 0
    if chain.numbers is not None:
        return struck
    hero = fight.attacker.hero(chain.striker or "")
    strikes = hero.alive if hero else fight.attacker.unit is None or fight.attacker.miniatures > 0
    return struck and strikes and fight.attacker.standing


def _land(state: State, together: Sequence[Chain]) -> State:
    """The harm of these chains on the table at once, and all that follows from it; they stay to be shown.

    A duel is counted apart from what is struck beside it, and told as it was before any harm landed (K27).
    """
    leaders = {seat: state.general(seat) for seat in state.sides}
    targets: dict[tuple[str, str | None, bool], list[Chain]] = {}
    for chain in together:
        duel = duels(state, fight_of(state, chain))
        targets.setdefault((chain.defender, chain.aimed_at, duel), []).append(chain)
    for (_, _, duel), chains in targets.items():
        state = _struck(state, chains, duel)
    for seat, leader in leaders.items():
        if leader is not None and state.general(seat) is None:
            state = general_died(state, seat, leader.id, _moment(state, together[-1]))
    ids = {chain.id for chain in together}
    return replace(state, chains=tuple(c for c in state.chains if c.id in ids or c.landed is None))


def _struck(state: State, chains: Sequence[Chain], duel: bool) -> State:
    """One target after all the chains that meant it. The last of them says what it did in all."""
    last = chains[-1]
    before = fight_of(state, last).defender
    points = sum(chain.points or 0 for chain in chains)
    after = harmed(before, last.aimed_at, points)
    owing = _causes(state, last, before, points)
    state = state.with_piece(after)
    for causes in owing:
        state = owe(state, before.id, _moment(state, last), *causes)
    for chain in chains:
        mine = _landed(before, after) if chain is last else Landed()
        state = state.with_chain(replace(chain, landed=mine))
        state = _fired(state, chain) if chain.kind == "shot" else _met(state, chain, duel, mine, after)
    return fell(state, chains, before.miniatures - after.miniatures)


def _landed(before: Piece, after: Piece) -> Landed:
    alive = {h.id for h in before.heroes if h.alive}
    slain = tuple(h.id for h in after.heroes if h.id in alive and not h.alive)
    return Landed(before.miniatures - after.miniatures, before.standing and not after.standing, slain)


def _moment(state: State, chain: Chain) -> str:
    """When the honor rolls of this attack are due: a shot's at once, those of all combats together (K55)."""
    return chain.id if chain.kind == "shot" else state.combats_name


def harmed(piece: Piece, hero_id: str | None, points: int) -> Piece:
    """The piece, or one character of it, after so much damage."""
    if not piece.standing:
        return piece
    return _hero_struck(piece, hero_id, points) if hero_id else _piece_struck(piece, points)


def _hero_struck(piece: Piece, hero_id: str, points: int) -> Piece:
    """A shot or blow at one character: of a lone one, one aimed at, or one left of his unit."""
    hero = piece.hero(hero_id)
    if hero is None or not hero.alive:
        return piece
    harm = casualties(piece.combatant(hero_id), points)
    wounds = piece.combatant(hero_id).attributes.vt if harm.destroyed else harm.accumulated_damage
    return piece.with_hero(replace(hero, wounds=wounds, alive=not harm.destroyed))


def _piece_struck(piece: Piece, points: int) -> Piece:
    """A unit loses miniatures; what is beyond its last one reaches the characters inside, hidden ones too (K68)."""
    lone = piece.lone
    if lone is not None:
        return _hero_struck(piece, lone.id, points)
    harm = casualties(piece.combatant(), points)
    if not harm.destroyed:
        return replace(piece, miniatures=harm.miniatures_left, accumulated_damage=harm.accumulated_damage)
    piece = replace(piece.revealed(), standard_bearer=False)
    alive = [h for h in piece.heroes if h.alive]
    for struck in casualties(piece.combatant(), points).characters:
        hero = alive[struck.character]
        wounds = piece.combatant(hero.id).attributes.vt if struck.dead else struck.accumulated_damage
        piece = piece.with_hero(replace(hero, wounds=wounds, alive=not struck.dead))
    return replace(piece, miniatures=0, accumulated_damage=0)


def _causes(state: State, chain: Chain, before: Piece, points: int) -> tuple[tuple[Cause, ...], ...]:
    """Why the target rolls after this: honor and KI apart."""
    if before.lone is not None or chain.aimed_at or not before.standing:
        return ()
    struck = before.combatant()
    found = owed_after_attack(strike_of(state, fight_of(state, chain)), struck, casualties(struck, points))
    return tuple(owed.causes for owed in found)


def _fired(state: State, chain: Chain) -> State:
    """The weapon is empty: the unit's, or the shooter's own (9:3:1)."""
    piece = fight_of(state, chain).attacker
    hero = piece.hero(chain.striker or "") or piece.lone
    if hero is not None:
        piece = piece.with_hero(replace(hero, loaded=False))
    if hero is None or piece.lone is not None:
        withstood = piece.facts.withstood_and_shot or chain.situation.withstand_and_shoot
        loaded = piece.facts.loaded and hero is not None
        piece = piece.with_facts(shot=True, withstood_and_shot=withstood, loaded=loaded)
    return state.with_piece(piece)


def _met(state: State, chain: Chain, duel: bool, landed: Landed, after: Piece) -> State:
    """What counts of this strike in the result of the combat (K27, K57), and who stands in contact by it."""
    pursuit = chain.situation.free_attack
    destroyed = landed.removed > 0 and after.miniatures == 0
    damage = 0 if duel else chain.points or 0
    slain = duel and bool(landed.slain)
    apart = chain.of_miniature and fight_of(state, chain).striking is None
    striker = chain.striker or (chain.attacker if apart else "")
    blow = Blow(chain.attacker, chain.defender, damage, slain, destroyed, pursuit, striker)
    state = replace(state, blows=(*state.blows, blow))
    if destroyed:
        state = replace(state, effects=(*state.effects, Effect("destroyed-enemy", chain.attacker, state.turn)))
    if pursuit:
        return goes_on(state, chain)
    return touched(state, chain)


# ---- the last dice of who falls under an ability that lets her strike as she falls


RULE = "12:5:4"


def _fallen(state: State, ask: Ask) -> Fallen:
    return must(by_name(state.fallen, ask.about))


def past_armor(faces: Sequence[int], armor: int) -> int:
    """The damage of these dice, each less the armor."""
    return sum(max(0, pips(face) - armor) for face in faces)


def _thrown(state: State, ask: Ask, faces: Faces) -> State:
    """Harm that lands by itself. It is no strike of hers: her unit has that still."""
    one = _fallen(state, ask)
    target, points = state.known(one.target), past_armor(faces, one.ar)
    after = harmed(target, one.hero or None, points)
    thrown = replace(one, points=points, landed=_landed(target, after))
    state = replace(state, fallen=renewed(state.fallen, thrown)).without_asks(one.id)
    destroyed = target.miniatures > 0 and after.miniatures == 0
    blow = Blow(one.piece, one.target, points, destroyed=destroyed, pursuit=one.pursuit, striker=one.piece)
    before, state = state, replace(state.with_piece(after), blows=(*state.blows, blow))
    if not one.hero and target.lone is None and target.standing:
        struck, hers = target.combatant(), state.piece_of(one)
        strike = Strike("melee", hers.combatant(), struck, settings=state.settings)
        for roll in owed_after_attack(strike, struck, casualties(struck, points)):
            state = owe(state, target.id, state.combats_name, *roll.causes)
    return may_have_lost_general(before, state, target.seat, state.combats_name)


def _names(state: State, one: Fallen) -> dict[str, object]:
    target = state.known(one.target)
    hero = target.hero(one.hero)
    return {
        "ability": catalog().abilities[FLOWERS].name,
        "target": hero.title if hero is not None else target.title,
        "dice": counts.dice(one.dice),
        "ar": one.ar,
    }


def _words(state: State, ask: Ask) -> Words:
    names = _names(state, _fallen(state, ask))
    mine = Text("%(ability)s: those who fell strike %(target)s. Roll %(dice)s: each, less AR %(ar)s, is damage.", names)
    return mine, Text("%(ability)s: those who fell strike %(target)s.", names)


def _line(before: State, after: State, ask: Ask, faces: Faces) -> Text:
    one = _fallen(before, ask)
    names = {**_names(before, one), "faces": faces_text(faces), "points": past_armor(faces, one.ar)}
    text = Text("%(ability)s: %(faces)s, %(points)s damage at %(target)s.", names)
    lost = before.known(one.target).miniatures - after.known(one.target).miniatures
    if not lost:
        return text
    return counted("%(first)s %(num)s miniature falls.", "%(first)s %(num)s miniatures fall.", lost, {"first": text})


KINDS |= {"last": Kind(RULE, lambda state, ask: _fallen(state, ask).dice, _words, _thrown, _line, wants=DAMAGE)}


# ---- who falls under an ability that lets her strike as she falls


def fell(state: State, chains: Sequence[Chain], removed: int) -> State:
    """The state in which those removed by these strikes throw their dice at who struck, the unit before its Bushi."""
    chain = chains[0]
    fight = fight_of(state, chain)
    due = last_dice(strike_of(state, fight), removed)
    if due is None:
        return state
    hero = fight.striking
    name = state.free_name(f"{chain.id}.last")
    by, in_pursuit = hero.id if hero is not None else "", chain.situation.free_attack
    one = Fallen(name, chain.defender, chain.attacker, by, due.dice, due.ar, in_pursuit)
    state = replace(state, fallen=(*state.fallen, one)).given(name)
    return state.with_question("last", fight.defender.seat, name)


# ---- what a strike tells the table of its two: that they are in contact, from which side


def touched(state: State, chain: Chain) -> State:
    """The state after this strike: the answer to it, and whoever strikes beside it, need not be told again."""
    situation = chain.situation
    since = state.turn if situation.first_turn else state.turn - 1
    zone = situation.zone if situation.first_turn else "front"
    met = Contact(chain.attacker, chain.defender, since, _cause(situation), zone)
    state = replace(state, contacts=named(state.contacts, met))
    if not situation.first_turn:
        return state
    fight = fight_of(state, chain)
    state = _ran_in(state, fight.attacker, charged=situation.charging, counter=situation.counter_charge is not None)
    return _ran_in(state, fight.defender, counter=situation.defender_counter_charge is not None)


def _cause(situation: Situation) -> ContactCause:
    """Who counter-charged and was reached stands in a charge of the other."""
    if not situation.first_turn:
        return "strike"
    if "won" in (situation.counter_charge, situation.defender_counter_charge):
        return "counter"
    charged = situation.charging or "lost" in (situation.counter_charge, situation.defender_counter_charge)
    return "charge" if charged else "strike"


def _ran_in(state: State, piece: Piece, *, charged: bool = False, counter: bool) -> State:
    """What it is said to have done stays true this turn. A counter-charge has a marker of its own."""
    if not piece.standing:
        return state
    facts = piece.facts
    charged = facts.charged or (charged and not counter)
    countered = facts.counter_charged or counter
    return state.with_piece(piece.with_facts(charged=charged, counter_charged=countered))
