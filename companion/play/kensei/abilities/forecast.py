"""What an ability may come to before it is used: its roll, and what would be different with it (9:4:3, K49)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.play.kensei.abilities.answering import THEIRS
from companion.play.kensei.abilities.offers import Offer, enemies_of, met_by_charge
from companion.play.kensei.abilities.rolls import MINE, attribute
from companion.play.kensei.abilities.rolls import chance as chance_of
from companion.play.kensei.abilities.using import pool, supposed
from companion.play.kensei.combat.initiative import numbers_now
from companion.play.kensei.combat.listing import strikers_of
from companion.play.kensei.fight.aim import drafted
from companion.play.kensei.fight.numbers import target_of
from companion.play.kensei.fight.situation import fight_of, strike_of
from companion.play.kensei.melees import Melee
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.play.kensei.turn_state import Use
from companion.rules.counts import percent
from companion.rules.dice import wins
from companion.rules.kensei.abilities.rule import Lasts, Window
from companion.rules.kensei.fight import odds as exact
from companion.rules.kensei.fight.attack import numbers
from companion.rules.kensei.turn.contacts import Contact
from companion.rules.text import Refusal, Text

FEW = 2
"""Enemies of whom each is told apart on a key that has little room."""


# ---- its roll


def against(state: State, use: Use, target: str) -> float | None:
    """The chance that it works on this one, where dice of both decide, or his own."""
    if not state.odds_shown:
        return None
    match use.rolls:
        case "opposed":
            return wins(attribute(state, use, MINE + target).value, attribute(state, use, THEIRS + target).value)
        case "each":
            return 1 - chance_of(state, use, THEIRS + target)
    return None


def chance(state: State, offer: Offer) -> float | None:
    """The chance of its user's own roll; of an opposed one where it can be against one alone."""
    use = supposed(state, offer.owned, offer.form, offer.about)
    if not state.odds_shown or use.rolls == "none":
        return None
    if use.rolls != "opposed":
        return chance_of(state, use)
    able = _able(state, use)
    return against(state, use, able[0]) if len(able) == 1 else None


def each(state: State, offer: Offer) -> Iterator[tuple[str, float]]:
    """Against each of a few it may be rolled against, where there is more than one."""
    use = supposed(state, offer.owned, offer.form, offer.about)
    able = _able(state, use) if state.odds_shown and use.rolls == "opposed" else ()
    for one in able if 1 < len(able) <= FEW else ():
        found = against(state, use, one)
        if found is not None:
            yield state.title(one), found


def _able(state: State, use: Use) -> tuple[str, ...]:
    """Whom it is rolled against: known without a word, or all who could be meant."""
    found = use.targets or tuple(one for one, _ in pool(state, use))
    return tuple(one for one in found if state.whereabouts(one) is not None)


# ---- what it changes


def changes(state: State, use: Use) -> Iterator[Text]:
    """What would be different in a fight with each enemy it meets, without it and with it."""
    form, piece = use.form_used, state.piece_of(use)
    won = [one for one in form.won if isinstance(one, Lasts)]
    if not won or not state.odds_shown or form.window not in FOUGHT:
        return
    enemies = [one for who in _met(state, use, piece) if (one := state.known(who)).standing]
    for enemy in enemies[:FEW]:
        bare = _in_contact(state, use, piece, enemy)
        with_it = bare
        hit = replace(use, targets=(enemy.id,), losers=(enemy.id,))
        for outcome in won:
            for who in hit.lies_on(outcome):
                with_it = with_it.with_effect(who, outcome.effect)
        yield from _different(bare, with_it, use.user, piece.id, enemy.id)


FOUGHT: frozenset[Window] = frozenset({"order", "charged", "charging", "before-in"})
"""Windows of abilities that are used for a fight at hand."""


def _met(state: State, use: Use, piece: Piece) -> tuple[str, ...]:
    """The pieces it fights with: who charges it, whom it charges, whom it touches."""
    window = use.form_used.window
    if window in ("order", "charging"):
        return met_by_charge(state, piece)
    if window == "charged":
        return tuple(charge.piece for charge in state.charges if charge.id == use.about)
    return enemies_of(state, piece.id)


def _in_contact(state: State, use: Use, piece: Piece, enemy: Piece) -> State:
    """The state in which the charge it is about has reached its target, from the front."""
    if state.between(piece.id, enemy.id) is not None:
        return state
    own = use.form_used.window != "charged" and any(one.piece == piece.id for one in state.charges)
    charger = piece if own else enemy
    met = Contact(piece.id, enemy.id, state.turn, "charge", charger=charger.id)
    return replace(state, contacts=(*state.contacts, met))


def _different(bare: State, with_it: State, user: str, piece: str, enemy: str) -> Iterator[Text]:
    """First strike, what it fells and what it loses, each where the ability changes it."""
    names = {"who": bare.title(user), "enemy": bare.title(enemy)}
    before, after = _first(bare, user, piece, enemy), _first(with_it, user, piece, enemy)
    if before != after and before is not None and after is not None:
        values = {**names, "before": f"{percent(before)} %", "after": f"{percent(after)} %"}
        yield Text("Chance of %(who)s to strike before %(enemy)s: %(before)s, with the ability %(after)s.", values)
    striker = user if user != piece else None
    fells, more = _falls(bare, piece, enemy, striker), _falls(with_it, piece, enemy, striker)
    if fells != more:
        yield _loses(bare, enemy, fells, more)
    loses, less = _falls(bare, enemy, piece, None), _falls(with_it, enemy, piece, None)
    if loses != less:
        yield _loses(bare, piece, loses, less)


def _loses(state: State, piece_id: str, before: float | str, after: float | str) -> Text:
    """What it loses in one strike, without the ability and with it: miniatures, or damage to who stands alone."""
    values = {"who": state.title(piece_id), "before": before, "after": after}
    if state.known(piece_id).lone is not None:
        return Text("Damage to %(who)s on average: %(before)s, with the ability %(after)s.", values)
    return Text("Miniatures lost by %(who)s on average: %(before)s, with the ability %(after)s.", values)


def _first(state: State, user: str, piece: str, enemy: str) -> float | None:
    """The chance that it strikes before the enemy does."""
    strikers = tuple(striker for one in (piece, enemy) for striker in strikers_of(state.known(one)))
    found = numbers_now(state, Melee("", (piece, enemy), strikers))
    mine, theirs = found.get(user) or found.get(piece), found.get(enemy)
    return None if mine is None or theirs is None else wins(mine.value, theirs.value)


def _falls(state: State, attacker: str, defender: str, striker: str | None) -> float | str:
    """How many fall on average in one strike, or how much damage a lone one takes; empty where nobody strikes."""
    mine, theirs = state.known(attacker), state.known(defender)
    chain = drafted(state, mine, theirs, striker if mine.unit is not None else None)
    if isinstance(chain, Refusal):
        return ""
    asked, target = numbers(strike_of(state, fight_of(state, chain))), target_of(state, chain)
    if isinstance(asked, Refusal):
        return ""
    found = exact.odds(exact.Attack.of(asked, target))
    return round(found.mean_removed if target.is_unit else found.mean_damage, 1)
