"""Odds in the flow: what may still come of the attack as it stands, exact (never simulated)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.kensei.fight.numbers import target_of
from companion.play.kensei.state import Chain, State
from companion.rules.kensei.fight import odds as exact
from companion.rules.kensei.fight.attack import Numbers
from companion.rules.text import Text

MOST_BARS = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """One small bar: what, how likely (0 to 1), and whether it is one of the marks that matter most."""

    label: Text
    chance: float
    strong: bool = False


def attack_bars(state: State, attack: Chain, numbers: Numbers) -> tuple[Bar, ...]:
    """Chances that at least 1, 2, … miniatures fall, half of them, all of them; from where the dice stand now."""
    if attack.finished:
        return ()
    target = target_of(state, attack)
    asked = exact.Attack(
        dc=numbers.dc.value,
        at=numbers.at.value,
        df=numbers.df.value,
        ar=numbers.ar.value,
        damage_bonus=numbers.damage_bonus.value,
        vt=target.attributes.vt,
        accumulated_damage=target.accumulated_damage,
        miniatures=max(target.miniatures, 1),
    )
    hits = marked = through = tens = None
    if attack.attack:
        hits, marked = attack.attack.hits + attack.attack.tens, attack.attack.tens
    if attack.defense:
        through, tens = attack.defense.failed + attack.defense.tens, attack.defense.tens
    found = exact.odds_after(asked, hits, marked, through, tens)
    if not target.is_unit:
        return (Bar(Text("wounded"), 1 - found.p_no_damage), Bar(Text("slain"), found.p_destroyed, strong=True))
    half = (asked.miniatures + 1) // 2
    rows = [
        Bar(Text("%(count)s or more fall", {"count": k}), found.p_at_least[k])
        for k in range(1, min(MOST_BARS, asked.miniatures - 1) + 1)
        if k != half
    ]
    if half < asked.miniatures:
        rows.append(Bar(Text("half of them (%(count)s)", {"count": half}), found.p_half, strong=True))
    rows.append(Bar(Text("destroyed"), found.p_destroyed, strong=True))
    return tuple(rows)
