"""“We forgot −1”: a circumstance said after dice fell. Only the dice between the old and the new target are asked, and
what follows is counted anew.

An attack that is over is put right where its last dice stand in the log; its harm then lands as it should have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import Field

from companion.content import catalog
from companion.play.acts import ActForm, OneLine, everybody
from companion.play.game import AGAIN, Event, Line
from companion.play.kensei.acts import OTHER, act, modified
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.asks import Pad, RollKind, ask_name
from companion.play.kensei.chains import Chain, Forgotten, FreeTerm, thaw
from companion.play.kensei.fight.aim import MOST_FREE, text_of
from companion.play.kensei.fight.chain import passed_on
from companion.play.kensei.fight.numbers import bins, dice_due, numbers_right, question, recounted, tally
from companion.play.kensei.fight.situation import Band, bands, chips_asked, fight_of
from companion.play.kensei.fight.view import ChipView, chip_view
from companion.play.kensei.state import State
from companion.play.values import StepPassage
from companion.rules.dice import AttackTally, DefenseTally
from companion.rules.kensei.fight.attack import Numbers
from companion.rules.kensei.fight.recount import Wanted
from companion.rules.kensei.fight.situation import CIRCUMSTANCES
from companion.rules.kensei.fight.strike import NumberName
from companion.rules.text import Refusal, Text, joined

NAMES = {"dc": Text("DC"), "at": Text("AT"), "df": Text("DF"), "ar": Text("AR"), "damage_bonus": Text("damage")}
FIXED = frozenset({"aimed_at_character"})
"""Circumstances that choose another target: the dice were not thrown at that one."""


@act("forgot", label=Text("what was forgotten"), sees=everybody)
class ForgotAct(ActForm):
    """A circumstance (`field`, `value`) or one's own modifier (`to`, `amount`, `reason`), and the `answers` to what
    has to be known of the dice. `thrown` is the last step whose dice had fallen; `over`: the attack was over.
    """

    chain: str = Field(max_length=120)
    thrown: Literal["attack", "defense", "damage"]
    over: bool = False
    field: str = Field("", max_length=40)
    value: bool | int | float | str | None = None
    to: NumberName | None = None
    amount: int = Field(0, ge=-9, le=9)
    reason: OneLine = Field("", max_length=60)
    words: OneLine = Field("", max_length=60)
    """The player's own reason, where `reason` is `other`."""
    answers: dict[str, int] = Field(default_factory=dict)

    def forgotten(self) -> Forgotten | Refusal:
        """What was forgotten, as the chain keeps it."""
        free = None
        if self.to is not None:
            reason = self.words if self.reason == OTHER else self.reason
            if not reason or not self.amount:
                return Refusal(Text("Say how much the modifier is, and why."), "2:7")
            free = FreeTerm(self.to, self.amount, reason)
        elif self.field not in CIRCUMSTANCES or self.field in FIXED:
            return Refusal(Text("Say which circumstance was forgotten. The target cannot be changed here."), "9:3:3")
        return Forgotten(self.thrown, self.over, self.field, text_of(self.value), free, self.answers)

    def apply(self, state: State, event: Event) -> State | Refusal:
        chain = state.chain(self.chain)
        if chain is None or (chain.attack is None and self.thrown != "attack"):
            words = Text("The dice of that attack were undone or corrected since: nothing of it is left to correct.")
            return Refusal(words, "9:3:3")
        if chain.finished:
            return Refusal(Text("That attack is over: choose it in the log, and correct it there."), "9:3:3")
        one = self.forgotten()
        if isinstance(one, Refusal):
            return one
        if chain.numbers is None and chain.attack is None and not self.over:
            return Refusal(Text("No dice of this attack are entered yet: change its situation."), "9:3:3")
        if len(chain.free) + len(chain.forgotten) >= MOST_FREE:
            return Refusal(Text("At most %(most)s changes are possible to one attack.", {"most": MOST_FREE}), "2:7")
        if getattr(chain, self.thrown) is None:  # its dice follow in the log, and it is put right with them
            return state.with_chain(replace(chain, forgotten=(*chain.forgotten, one)))
        found = recounted(state, chain, one)
        if isinstance(found, Wanted):
            return Refusal(Text("Say this first: %(question)s", {"question": found.words}), "9:3:3")
        return found if isinstance(found, Refusal) else _goes_on(state, chain, found)

    def line(self, before: State, event: Event, after: State) -> Line:
        chain = before.chain(self.chain)
        one = self.forgotten()
        assert chain is not None
        assert isinstance(one, Forgotten)
        fight = fight_of(before, chain)
        names: dict[str, object] = {"who": fight.striker_name, "whom": fight.target_name, "what": change_words(one)}
        sentences = [Text("Forgotten when %(who)s attacked %(whom)s: %(what)s.", names)]
        was, now = question(before, chain), numbers_right(before, chain, one)
        if isinstance(was, Numbers) and isinstance(now, Numbers):
            changes = tuple(number_words(was, now))
            sentences.append(Text("%(changes)s.", {"changes": changes}) if changes else Text("No number changes."))
        as_far = _as_far(before, chain, one)
        sentences += list(_dice_words(chain, as_far))
        saves_alone = chain.attack == as_far.attack
        return Line(joined(sentences), step=f"{AGAIN}{len(chain.forgotten)} {chain.id}.{'df' if saves_alone else ''}")


def _goes_on(state: State, was: Chain, now: Chain) -> State:
    """The chain goes on with the roll that is due now; dice tapped in so far stay where the same are due."""
    open_ = state.ask_about(was.id)
    state = passed_on(state.with_chain(now), now, open_.parent if open_ else "")
    after = state.chain(now.id)
    ask = state.ask_about(after.id) if after is not None else None
    if open_ is None or ask is None or after is None or ask.id != open_.id:
        return state
    if dice_due(after, question(state, after)) == dice_due(was, question(state, was)) and _same(was, after):
        state = state.with_ask(replace(ask, pad=open_.pad))
    return state


def _same(was: Chain, now: Chain) -> bool:
    """Whether the dice of the roll that is due count as they did."""
    if was.numbers is None or now.numbers is None:
        return False
    old, new = thaw(was.numbers), thaw(now.numbers)
    if was.defense is not None:
        return was.defense == now.defense
    return was.attack == now.attack and old.df.value == new.df.value


# ---- what the log says


def change_words(one: Forgotten) -> Text:
    """What was forgotten: a circumstance as its chip says it, or the players' own modifier."""
    if one.free is not None:
        sign = f"{one.free.value:+d}".replace("-", "−")
        values = {"number": NAMES[one.free.to], "by": sign, "reason": modified(one.free.reason)}
        return Text("%(by)s %(number)s, %(reason)s", values)
    circumstance = CIRCUMSTANCES[one.circumstance]
    value = one.value.strip().lower()
    if circumstance.kind == "flag":
        return circumstance.in_words(value in ("true", "1", "on", "yes"))
    return circumstance.in_words(value if value in dict(circumstance.choices) else one.value)


def number_words(was: Numbers, now: Numbers) -> Iterator[Text]:
    """Each number that changed, before and after."""
    for name, words in NAMES.items():
        old, new = getattr(was, name).value, getattr(now, name).value
        if old != new:
            yield Text("%(number)s %(was)s → %(now)s", {"number": words, "was": old, "now": new})


def _as_far(state: State, chain: Chain, one: Forgotten) -> Chain:
    """The chain counted anew as far as its dice have fallen here; what is over is told with its last roll too."""
    found = recounted(state, chain, replace(one, over=False)) if chain.attack is not None else chain
    return found if isinstance(found, Chain) else chain


def _dice_words(was: Chain, now: Chain) -> Iterator[Text]:
    if was.attack and now.attack and was.attack != now.attack:
        old, new = (one.hits + one.tens for one in (was.attack, now.attack))
        yield Text("Hits %(was)s → %(now)s.", {"was": old, "now": new})
    if was.defense and was.defense != now.defense:
        through = [one.failed + one.tens if one else 0 for one in (was.defense, now.defense)]
        yield Text("Not saved: %(was)s → %(now)s.", {"was": through[0], "now": through[1]})


# ---- a roll that is counted anew: the pad as it was when the roll was made


@dataclass(frozen=True, slots=True)
class Anew:
    """The pad of a roll that was made, and the counts that are chosen now."""

    rows: tuple[tuple[pads.Bin, int], ...]
    """Each with its last key."""
    saves: pads.Bins
    """Unmarked and marked dice whose saves are counted together, `totals` a tap each."""
    totals: pads.Ways
    lone: pads.Ways
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
    ask = before.ask_at(step)
    chain = before.chain(ask.about) if ask is not None else None
    if chain is None or before.ask_about(chain.id) is not ask:
        return None
    asked = question(before, chain)
    if isinstance(asked, Refusal) or chain.step not in ("attack", "defense") or not asked.dc.value:
        return None
    given = _kept(chain, asked, was, tapped)
    filled = bins(chain, asked, Pad(bins=given))
    counts = {one.name: one.count for one in filled if one.count is not None}
    shown = sorted((_shown(chain, asked, one) for one in filled), key=lambda one: _place(chain, one.name))
    lone = _lone(chain, asked)
    saves = tuple(shown[:2]) if chain.step == "defense" and not lone else ()
    totals = pads.totals(saves, asked.df.value) if saves else ()
    rows = ((one, _last_key(chain, one)) for one in shown[2 if totals else 0 :])
    return Anew(
        rows=() if lone else tuple(row for row in rows if row[1]),
        saves=saves,
        totals=totals,
        lone=lone,
        counts=counts,
        full=isinstance(tally(chain, asked, Pad(bins=given)), AttackTally | DefenseTally),
    )


def _kept(chain: Chain, asked: Numbers, was: Mapping[str, int], tapped: Mapping[str, int]) -> dict[str, int]:
    """Counts that go together: those tapped, then of the others one after the other."""
    given: dict[str, int] = {}
    for name, count in (*tapped.items(), *sorted(was.items(), key=lambda one: _place(chain, one[0]))):
        if name not in given and not isinstance(tally(chain, asked, Pad(bins={**given, name: count})), Refusal):
            given[name] = count
    return given


def _place(chain: Chain, name: str) -> int:
    order = ("hits", "tens", "misses") if chain.step == "attack" else ("saved", "saved_marked", "tens")
    return order.index(name) if name in order else len(order)


def _shown(chain: Chain, asked: Numbers, one: pads.Bin) -> pads.Bin:
    """A row of the attack takes what it took when the pad was empty: what is tapped there puts the others right."""
    if chain.attack is not None:
        return one
    empty = next(bin for bin in bins(chain, asked, Pad(bins={})) if bin.name == one.name)
    return replace(one, least=empty.least, most=empty.most)


def _last_key(chain: Chain, one: pads.Bin) -> int:
    """How far the keys of a row go: of tens among the failed as far as all defense dice, which may all have failed."""
    return chain.attack.hits + chain.attack.tens if chain.attack is not None and one.name == "tens" else one.most


def _lone(chain: Chain, asked: Numbers) -> pads.Ways:
    if chain.attack is None or chain.attack.hits + chain.attack.tens != 1:
        return ()
    return pads.lone_die(bool(chain.attack.tens), asked.df.value)


# ---- what was forgotten as it is shown: what may be said, which numbers change by it, and what is asked


@dataclass(frozen=True, slots=True)
class ForgotView:
    """An attack whose dice have fallen. Without a `chosen` change the players say one; then what is `wanted`, one
    question after the other; with none left it is `ready`.
    """

    title: Text
    chips: tuple[ChipView, ...]
    bands: tuple[Band, ...]
    distance: float | None
    chosen: Text | None = None
    changes: tuple[Text, ...] = ()
    wanted: Wanted | None = None
    refusal: Refusal | None = None

    @property
    def ready(self) -> bool:
        return self.chosen is not None and self.wanted is None and self.refusal is None


@dataclass(frozen=True, slots=True)
class Thrown:
    """An attack whose dice have fallen: the chain as it counts now, its last step, and where in the log that stands."""

    seq: int
    state: State
    chain: Chain
    thrown: RollKind
    over: bool

    def view(self, filled: Mapping[str, Any], problem: Refusal | None) -> ForgotView:
        """What its page shows with what was said of it so far."""
        found = forgot_view(self.state, self.chain, filled)
        return found if problem is None else replace(found, refusal=problem)


ROLLS: tuple[RollKind, ...] = ("damage", "defense", "attack")
"""The steps of an attack, the last first."""


def chain_of(step: str) -> str:
    """The attack whose dice this step threw; nothing for another step, damage by an ability among them."""
    about = step.rpartition(".")[0]
    return about if ">" in about and step in [ask_name(about, kind) for kind in ROLLS] else ""


def thrown(state: State, attack: str, passage: Callable[[str], StepPassage | None]) -> Thrown | None:
    """The attack of this name, under way in this state or found in the log; None where no roll of it is whole."""
    under_way = state.chain(attack)
    for kind in ROLLS:
        found = passage(ask_name(attack, kind))
        if found is None:
            continue
        if under_way is not None and not under_way.finished:
            if getattr(under_way, kind) is not None:
                return Thrown(found.seq, state, under_way, kind, over=False)
            continue
        chain = found.after.chain(attack)
        if chain is not None and chain.finished and chain.attack is not None:
            return Thrown(found.seq, found.before, chain, kind, over=True)
    return None


def forgot_view(state: State, chain: Chain, form: Mapping[str, Any]) -> ForgotView:
    """The chain in the state in which it would be put right, with what this form has said so far."""
    fight = fight_of(state, chain)
    weapon = catalog().weapons[chain.weapon] if chain.weapon else None
    chips = (chip for chip in chips_asked(state, fight) if chip.field not in FIXED)
    title = Text("%(who)s against %(whom)s", {"who": fight.striker_name, "whom": fight.target_name})
    view = ForgotView(
        title,
        tuple(chip_view(chip, fight) for chip in chips),
        tuple(bands(weapon, chain.situation.attacker_on_hill)) if chain.kind == "shot" and weapon else (),
        chain.situation.distance_cm,
    )
    return view if not (form.get("field") or form.get("to")) else _previewed(state, chain, view, form)


def _previewed(state: State, chain: Chain, view: ForgotView, form: Mapping[str, Any]) -> ForgotView:
    one = ForgotAct.model_validate(form).forgotten()
    if isinstance(one, Refusal):
        return replace(view, refusal=one)
    was, now = question(state, chain), numbers_right(state, chain, one)
    if isinstance(now, Refusal):
        return replace(view, refusal=now)
    found = recounted(state, chain, one)
    return replace(
        view,
        chosen=change_words(one),
        changes=tuple(number_words(was, now)) if isinstance(was, Numbers) else (),
        wanted=found if isinstance(found, Wanted) else None,
        refusal=found if isinstance(found, Refusal) else None,
    )
