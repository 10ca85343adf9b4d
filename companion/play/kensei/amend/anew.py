"""A roll that is counted anew: the pad as it was when the roll was made, with what is to stand there instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.play.kensei.ask import pad as pads
from companion.play.kensei.ask.names import ask_at
from companion.play.kensei.fight.chain import asked as asked_of
from companion.play.kensei.fight.numbers import question
from companion.play.kensei.state import Chain, Pad, State
from companion.rules.dice import AttackTally, DefenseTally
from companion.rules.kensei.fight.attack import Numbers
from companion.rules.text import Refusal, Text

Tally = AttackTally | DefenseTally | Refusal | None
LABELS = {
    "hits": (Text("Hits"), "hit"),
    "tens": (Text("Tens"), "ten"),
    "misses": (Text("Misses"), "miss"),
    "saved": (Text("Saved"), "hit"),
    "saved_marked": (Text("Saved against Ø"), "hit"),
}
"""In the order of the pad's rows: what a bin is called there and how its die looks."""
SAVES_MOST = (9, 5)
"""Up to so many unmarked and marked dice one tap says how many of both were saved."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of counts; `dice` is its last key."""

    bin: pads.Bin
    label: Text
    kind: str
    dice: int


@dataclass(frozen=True, slots=True)
class Anew:
    """The pad of a roll that was made, and the counts that are chosen now."""

    rows: tuple[Row, ...]
    saves: tuple[Row, Row] | None
    """Unmarked and marked dice whose saves are one tap."""
    lone: tuple[pads.Way, ...]
    counts: Mapping[str, int]
    full: bool
    """Nothing is missing, so that it can be entered."""

    @property
    def chosen(self) -> str:
        """The counts as a tap of a lone die sends them."""
        return "+".join(str(self.counts.get(name, 0)) for name in ("saved", "saved_marked", "tens"))


def anew(before: State, step: str, was: Mapping[str, int], tapped: Mapping[str, int]) -> Anew | None:
    """The pad of this step in the state before it; None where it is not one of bins.

    What is `tapped` now stays, and of what `was` there all that goes with it.
    """
    ask = ask_at(before, step)
    chain = before.chain(ask.about) if ask is not None else None
    if chain is None or asked_of(before, chain) is not ask:
        return None
    asked = question(before, chain)
    if isinstance(asked, Refusal) or chain.step not in ("attack", "defense") or not asked.dc.value:
        return None
    given = _kept(chain, asked, was, tapped)
    bins = _bins(chain, asked, given)
    counts = {one.name: one.count for one in bins if one.count is not None}
    rows = tuple(_row(one, chain) for one in (_shown(chain, asked, one) for one in bins))
    rows = tuple(sorted(rows, key=lambda row: _place(chain, row.bin.name)))
    lone = _lone(chain, asked)
    both = rows[:2] if chain.step == "defense" else ()
    saves = (both[0], both[1]) if both and _one_tap(both[0].dice, both[1].dice) else None
    return Anew(
        rows=() if lone else tuple(row for row in rows[2 if saves else 0 :] if row.dice),
        saves=None if lone else saves,
        lone=lone,
        counts=counts,
        full=isinstance(_tally(chain, asked, given), AttackTally | DefenseTally),
    )


def _one_tap(plain: int, marked: int) -> bool:
    return bool(plain and marked) and plain <= SAVES_MOST[0] and marked <= SAVES_MOST[1]


def _kept(chain: Chain, asked: Numbers, was: Mapping[str, int], tapped: Mapping[str, int]) -> dict[str, int]:
    """Counts that go together: those tapped, then of the others one after the other."""
    given: dict[str, int] = {}
    for name, count in (*tapped.items(), *sorted(was.items(), key=lambda one: _place(chain, one[0]))):
        if name not in given and not isinstance(_tally(chain, asked, {**given, name: count}), Refusal):
            given[name] = count
    return given


def _place(chain: Chain, name: str) -> int:
    order = ("hits", "tens", "misses") if chain.step == "attack" else ("saved", "saved_marked", "tens")
    return order.index(name) if name in order else len(order)


def _bins(chain: Chain, asked: Numbers, given: Mapping[str, int]) -> tuple[pads.Bin, ...]:
    if chain.attack is None:
        return pads.attack_bins(Pad(bins=given), asked.dc.value, asked.at.value)
    return pads.defense_bins(Pad(bins=given), chain.attack.hits, chain.attack.tens, asked.df.value)


def _tally(chain: Chain, asked: Numbers, given: Mapping[str, int]) -> Tally:
    if chain.attack is None:
        return pads.attack_tally(Pad(bins=given), asked.dc.value, asked.at.value)
    return pads.defense_tally(Pad(bins=given), chain.attack.hits, chain.attack.tens, asked.df.value)


def _shown(chain: Chain, asked: Numbers, one: pads.Bin) -> pads.Bin:
    """A row of the attack takes what it took when the pad was empty: what is tapped there puts the others right."""
    if chain.attack is not None:
        return one
    empty = next(bin for bin in _bins(chain, asked, {}) if bin.name == one.name)
    return replace(one, least=empty.least, most=empty.most)


def _row(one: pads.Bin, chain: Chain) -> Row:
    label, kind = LABELS[one.name]
    if chain.attack is None:
        return Row(one, label, kind, one.most)
    if one.name == "tens":
        return Row(one, Text("Ø among the failed"), kind, chain.attack.hits + chain.attack.tens)
    return Row(one, label, kind, one.most)


def _lone(chain: Chain, asked: Numbers) -> tuple[pads.Way, ...]:
    if chain.attack is None or chain.attack.hits + chain.attack.tens != 1:
        return ()
    return pads.lone_die(bool(chain.attack.tens), asked.df.value)
