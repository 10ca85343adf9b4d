"""“We forgot −1”: a circumstance said after dice fell. Only the dice between the old and the new target are asked, and
what follows is counted anew.

An attack that is over is put right where its last dice stand in the log; its harm then lands as it should have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from pydantic import Field

from companion.play.acts import Act, Data, OneLine, everybody
from companion.play.game import Event, Line
from companion.play.kensei.acts import must_have_begun
from companion.play.kensei.ask.frozen import thaw
from companion.play.kensei.fight.aim import MOST_FREE, text_of
from companion.play.kensei.fight.chain import asked, passed_on
from companion.play.kensei.fight.numbers import dice_due, question
from companion.play.kensei.fight.right import changed_numbers, numbers_right, recounted
from companion.play.kensei.fight.situation import fight_of
from companion.play.kensei.fight.words import joined, striker_name, target_name
from companion.play.kensei.reasons import OTHER, modified
from companion.play.kensei.state import Chain, Forgotten, FreeTerm, State
from companion.rules.kensei.fight.attack import Numbers
from companion.rules.kensei.fight.recount import Wanted
from companion.rules.kensei.fight.situation import CIRCUMSTANCES
from companion.rules.kensei.fight.strike import NumberName
from companion.rules.text import Refusal, Text

NAMES = {"dc": Text("DC"), "at": Text("AT"), "df": Text("DF"), "ar": Text("AR"), "damage_bonus": Text("damage")}
FIXED = frozenset({"aimed_at_character"})
"""Circumstances that choose another target: the dice were not thrown at that one."""


class ForgotData(Data):
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


def forgotten(data: ForgotData) -> Forgotten | Refusal:
    """What was forgotten, as the chain keeps it."""
    free = None
    if data.to is not None:
        reason = data.words if data.reason == OTHER else data.reason
        if not reason or not data.amount:
            return Refusal(Text("Say how much the modifier is, and why."), "2:7")
        free = FreeTerm(data.to, data.amount, reason)
    elif data.field not in CIRCUMSTANCES or data.field in FIXED:
        return Refusal(Text("Say which circumstance was forgotten; another target is another attack."), "9:3:3")
    return Forgotten(data.thrown, data.over, data.field, text_of(data.value), free, data.answers)


def _forgot(state: State, event: Event, data: ForgotData) -> State | Refusal:
    if refused := must_have_begun(state):
        return refused
    chain = next((one for one in state.chains if one.id == data.chain), None)
    if chain is None or (chain.attack is None and data.thrown != "attack"):
        words = Text("The dice of that attack were taken back or amended away: nothing of it is left to put right.")
        return Refusal(words, "9:3:3")
    if chain.finished:
        return Refusal(Text("That attack is over: choose it in the log, and put it right there."), "9:3:3")
    one = forgotten(data)
    if isinstance(one, Refusal):
        return one
    if chain.numbers is None and chain.attack is None and not data.over:
        return Refusal(Text("No dice of this attack have fallen yet: change its situation."), "9:3:3")
    if len(chain.free) + len(chain.forgotten) >= MOST_FREE:
        return Refusal(Text("At most %(most)s changes are possible to one attack.", {"most": MOST_FREE}), "2:7")
    if getattr(chain, data.thrown) is None:  # its dice follow in the log, and it is put right with them
        return state.with_chain(replace(chain, forgotten=(*chain.forgotten, one)))
    found = recounted(state, chain, one)
    if isinstance(found, Wanted):
        return Refusal(Text("Say this first: %(question)s", {"question": found.words}), "9:3:3")
    return found if isinstance(found, Refusal) else _goes_on(state, chain, found)


def _goes_on(state: State, was: Chain, now: Chain) -> State:
    """The chain goes on with the roll that is due now; dice tapped in so far stay where the same are due."""
    open_ = asked(state, was)
    state = passed_on(state.with_chain(now), now, open_.parent if open_ else "")
    after = state.chain(now.id)
    ask = asked(state, after) if after is not None else None
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
        return circumstance.told(value in ("true", "1", "on", "yes"))
    return circumstance.told(value if value in dict(circumstance.choices) else one.value)


def number_words(was: Numbers, now: Numbers) -> Iterator[Text]:
    """Each number that changed, before and after."""
    for name, old, new in changed_numbers(was, now):
        yield Text("%(number)s %(was)s → %(now)s", {"number": NAMES[name], "was": old.value, "now": new.value})


def _line(before: State, event: Event, data: ForgotData, after: State) -> Line:
    chain = before.chain(data.chain)
    one = forgotten(data)
    assert chain is not None
    assert isinstance(one, Forgotten)
    fight = fight_of(before, chain)
    names: dict[str, object] = {"who": striker_name(fight), "whom": target_name(fight), "what": change_words(one)}
    told = [Text("Forgotten when %(who)s attacked %(whom)s: %(what)s.", names)]
    was, now = question(before, chain), numbers_right(before, chain, one)
    if isinstance(was, Numbers) and isinstance(now, Numbers):
        changes = tuple(number_words(was, now))
        told.append(Text("%(changes)s.", {"changes": changes}) if changes else Text("No number changes."))
    told += list(_dice_words(chain, _as_far(before, chain, one)))
    return Line(joined(told))


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
        yield Text("Through %(was)s → %(now)s.", {"was": through[0], "now": through[1]})


ACTS = (Act("forgot", ForgotData, _forgot, _line, called=lambda _: Text("what was forgotten"), sees=everybody),)
