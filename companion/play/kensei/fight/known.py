"""What a combat under way tells of a strike in it: who charged whom, how strong each side is, how many dice it shares
out (9:5:5, K46, K48).
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.kensei.fighters import combatant
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import Chain, State
from companion.rules.kensei.after.result import side_ve
from companion.rules.kensei.fight.situation import Situation


def told(state: State, one: str, enemy: str, known: Situation) -> Situation:
    """With both sides' VE, where more than these two fight in their combat (K46)."""
    melee = None if _is_free(state) else state.melee_with(one, enemy)
    if melee is None or len(melee.members) == 2:
        return known
    standing = [p for p in state.pieces if p.id in melee.members and p.id not in melee.left and p.standing]
    own = next((p.seat for p in standing if p.id == one), "")
    ours = side_ve(combatant(p, None, None) for p in standing if p.seat == own)
    theirs = side_ve(combatant(p, None, None) for p in standing if p.seat != own)
    return replace(known, ve_attacker=ours, ve_defender=theirs)


def challenged_by(state: State, chain: Chain) -> str | None:
    """Whom this striker faces in a confrontation that is being fought and in which he has not struck (K65).

    A unit's own dice are those of its miniature, while that has one: both are named by their piece.
    """
    melee = state.melee_with(chain.attacker, chain.defender) if chain.kind == "melee" else None
    piece, enemy = state.piece(chain.attacker), state.piece(chain.defender)
    if melee is None or piece is None or enemy is None:
        return None
    hero = piece.heroes[0].id if piece.unit is None else chain.striker or piece.id
    fought = (c for c in melee.confrontations if hero in c.both and c.first and not c.off)
    foes = (one.foe(hero) for one in fought if not has_struck(state, piece, hero))
    met = next((foe for foe in foes if enemy.hero(foe) is not None or foe == enemy.id), None)
    return None if hero == piece.id and piece.unit is not None and _is_dead(enemy, met) else met


def _is_dead(enemy: Piece, met: str | None) -> bool:
    hero = enemy.hero(met or "")
    return hero is not None and not hero.alive


def has_struck(state: State, piece: Piece, hero: str) -> bool:
    """Whether this character, or the miniature of a unit that its piece names, has struck with dice of his own."""
    own = "" if piece.unit is None else hero
    return any(b.attacker == piece.id and b.striker == own and not b.pursuit for b in state.blows)


def share_of(state: State, chain: Chain) -> int | None:
    """The dice this strike has of those its striker shared out; None where nothing was shared."""
    in_combat = chain.kind == "melee" and not _is_free(state)
    melee = state.melee_with(chain.attacker, chain.defender) if in_combat else None
    shared = melee.shares.get(chain.striker or chain.attacker) if melee is not None else None
    return None if shared is None else shared.get(chain.defender)


def _is_free(state: State) -> bool:
    """Whether what is struck now is the free attack of a pursuit, after the combat and alone (11:4:5, K58, K86)."""
    return state.phase == "resolution"
