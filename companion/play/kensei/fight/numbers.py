"""What the dice of a roll chain are thrown with, what may still come of it, and how it is put right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.play.kensei.ask import pad as pads
from companion.play.kensei.asks import Pad
from companion.play.kensei.chains import PARTS, Chain, Forgotten, freeze, thaw
from companion.play.kensei.fight.situation import fight_of, strike_of, with_circumstance
from companion.play.kensei.state import State, must
from companion.play.traced import part
from companion.rules.dice import AttackTally, DefenseTally
from companion.rules.kensei.fight import odds as exact
from companion.rules.kensei.fight.attack import Numbers, Outcome, numbers, resolve
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.fight.recount import LyingDice, Wanted, recount
from companion.rules.text import Modifier, Number, Refusal, Text


def question(state: State, chain: Chain) -> Numbers | Refusal:
    """The numbers of an attack, or why it is not allowed."""
    return _known(state, chain.id) if state.chain(chain.id) is chain else _found(state, chain)


@part
def _known(state: State, chain_id: str) -> Numbers | Refusal:
    """Of one that is under way; of others it is only asked what they would be."""
    return _found(state, must(state.chain(chain_id)))


def _found(state: State, chain: Chain) -> Numbers | Refusal:
    return thaw(chain.numbers) if chain.numbers is not None else numbers(strike_of(state, fight_of(state, chain)))


def target_of(state: State, chain: Chain) -> Combatant:
    """Who takes the damage: the piece, or the character who was meant."""
    return fight_of(state, chain).defender.combatant(chain.aimed_at)


def bins(chain: Chain, asked: Numbers, pad: Pad) -> pads.Bins:
    """The rows of the pad of its attack roll, or else of its defense roll."""
    if chain.attack is None:
        return pads.attack_bins(pad, asked.dc.value, asked.at.value)
    return pads.defense_bins(pad, chain.attack.hits, chain.attack.tens, asked.df.value)


def tally(chain: Chain, asked: Numbers, pad: Pad) -> AttackTally | DefenseTally | Refusal | None:
    """What that pad says, None while dice are missing, a refusal where that cannot be."""
    if chain.attack is None:
        return pads.attack_tally(pad, asked.dc.value, asked.at.value)
    return pads.defense_tally(pad, chain.attack.hits, chain.attack.tens, asked.df.value)


def outcome(state: State, chain: Chain, asked: Numbers | Refusal) -> Outcome | None:
    """How far the attack has come, as the rules count it."""
    if isinstance(asked, Refusal):
        return None
    return resolve(asked, target_of(state, chain), chain.attack, chain.defense, chain.damage)


def dice_due(chain: Chain, asked: Numbers | Refusal) -> int:
    """How many dice the current step of the attack wants."""
    if chain.finished or isinstance(asked, Refusal):
        return 0
    if chain.attack is None:
        return asked.dc.value
    if chain.defense is None:
        return chain.attack.hits + chain.attack.tens
    return chain.defense.failed + chain.defense.tens


# ---- odds in the flow: what may still come of the attack as it stands, exact


MOST_BARS = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """One small bar: what, and how likely (0 to 1)."""

    label: Text
    chance: float


def attack_bars(state: State, attack: Chain, numbers: Numbers) -> tuple[Bar, ...]:
    """Chances that at least 1, 2, … miniatures fall, half of them, all of them; from where the dice stand now, and with
    the harm of its unit that waits for a Bushi."""
    if attack.finished:
        return ()
    target, waits = target_of(state, attack), _waits(state, attack)
    asked = exact.Attack.of(numbers, replace(target, accumulated_damage=target.accumulated_damage + waits))
    found = exact.odds(asked, attack.attack, attack.defense)
    if not target.is_unit:
        return (Bar(Text("wounded"), 1 if waits else 1 - found.p_no_damage), Bar(Text("slain"), found.p_destroyed))
    half = (asked.miniatures + 1) // 2
    falls = {*range(1, min(MOST_BARS, asked.miniatures - 1) + 1), half} - {asked.miniatures}
    rows = [
        Bar(Text("half of them (%(count)s)", {"count": k}), found.p_half)
        if k == half
        else Bar(Text("%(count)s or more fall", {"count": k}), found.p_at_least[k])
        for k in sorted(falls)
    ]
    rows.append(Bar(Text("destroyed"), found.p_destroyed))
    return tuple(rows)


def _waits(state: State, attack: Chain) -> int:
    """The points its unit has dealt to the same target, which land with its own (K47)."""
    unit = state.chain(attack.beside)
    same = unit is not None and (unit.defender, unit.aimed_at) == (attack.defender, attack.aimed_at)
    return unit.points or 0 if unit is not None and same else 0


# ---- a roll chain put right where something was forgotten: its numbers as they should have been


UNFIT = Text("What was forgotten does not fit these dice any more: say it again.")


def with_forgotten(state: State, chain: Chain, one: Forgotten) -> Chain | Refusal:
    """The chain with the circumstance or modifier that was forgotten, its dice still as they were."""
    if one.free is not None:
        return replace(chain, free=(*chain.free, one.free))
    return with_circumstance(state, chain, one.circumstance, one.value)


def numbers_right(state: State, chain: Chain, one: Forgotten) -> Numbers | Refusal:
    """The numbers as they should have been. What else has changed on the table since the first die stays out of it."""
    right = with_forgotten(state, chain, one)
    if isinstance(right, Refusal):
        return right
    without, now = (numbers(strike_of(state, fight_of(state, each))) for each in (chain, right))
    if isinstance(now, Refusal):
        return now
    if chain.numbers is None or isinstance(without, Refusal) or freeze(without) == chain.numbers:
        return now
    frozen = thaw(chain.numbers)
    shifted: dict[str, Any] = {
        part: _shifted(getattr(frozen, part), getattr(now, part).value - getattr(without, part).value) for part in PARTS
    }
    return replace(frozen, **shifted)


def _shifted(number: Number, by: int) -> Number:
    if not by:
        return number
    return replace(number, modifiers=(*number.modifiers, Modifier(by, Text("forgotten at first"), "2:7")))


def recounted(state: State, chain: Chain, one: Forgotten) -> Chain | Wanted | Refusal:
    """The chain with its dice counted anew, or what the players have to say first, or why it cannot be."""
    right, now = with_forgotten(state, chain, one), numbers_right(state, chain, one)
    if isinstance(right, Refusal):
        return right
    if isinstance(now, Refusal):
        return now
    if chain.numbers is None or chain.attack is None:
        return Refusal(Text("No dice of this attack are entered yet: change its situation."), "9:3:3")
    known = {step: chain.faces.get(step, ()) for step in ("attack", "defense")}
    dice = LyingDice(chain.attack, chain.defense, chain.damage, known["attack"], known["defense"])
    found = recount(thaw(chain.numbers), now, dice, one.answers, to_end=one.over)
    if not isinstance(found, LyingDice):
        return found
    faces = {"attack": found.attack_faces, "defense": found.defense_faces}
    return replace(
        right,
        numbers=freeze(now),
        attack=found.attack,
        defense=found.defense,
        damage=found.damage,
        faces={step: dice for step, dice in faces.items() if dice},
    )


def put_right(state: State, chain: Chain) -> Chain:
    """The chain with everything forgotten whose dice have been thrown; what does not fit them stays aside."""
    for one in chain.forgotten:
        if getattr(chain, one.thrown) is None:
            continue
        found = recounted(state, chain, one)
        if isinstance(found, Chain):
            chain = replace(found, forgotten=tuple(other for other in found.forgotten if other is not one))
    return chain
