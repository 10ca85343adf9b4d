"""The word that somebody lends his KI to a die that is asked (K71, K72, K75, K76)."""

from __future__ import annotations

from dataclasses import replace

from companion.play.acts import Act, Data, everybody
from companion.play.game import Event, Line
from companion.play.kensei.abilities import lending
from companion.play.kensei.abilities.rolls import RULE, lenders, name_of, roller
from companion.play.kensei.ask.names import ask_at
from companion.play.kensei.state import Ask, State, must
from companion.play.kensei.uses import Use, form_of
from companion.rules.text import Refusal, Text, player_at


class LendData(Data):
    """`lender`: who lends his KI to the die that `step` asks for; nobody: it rolls with its own."""

    step: str
    lender: str = ""


def _asked(state: State, step: str) -> tuple[Ask, Use, str] | None:
    ask = ask_at(state, step)
    use = state.use(ask.about) if ask is not None and ask.kind == "ki" else None
    return (ask, use, name_of(use, ask)) if ask is not None and use is not None else None


def _lend(state: State, event: Event, data: LendData) -> State | Refusal:
    found = _asked(state, data.step)
    if found is None:
        return Refusal(Text("That die has fallen, or was taken back: look at the table as it is now."), RULE)
    ask, use, name = found
    if event.seat != ask.seat:
        return Refusal(Text("That is %(side)s's to say.", {"side": player_at(ask.seat)}), RULE)
    able = lenders(state, use, name)
    if data.lender and data.lender not in [one.id for one in able]:
        words = Text("He lends no KI here; these can: %(able)s.", {"able": tuple(one.title for one in able)})
        return Refusal(words if able else Text("Nobody lends his KI here."), RULE)
    if not data.lender and lending.must_lend(use, form_of(use), roller(state, use, name)[0]):
        names = {"able": tuple(one.title for one in able)}
        return Refusal(Text("Its own KI does not count here. Choose who lends his: %(able)s.", names), "12:6:2")
    return state.with_use(replace(use, lent={**use.lent, name: data.lender}))


def _line(before: State, event: Event, data: LendData, after: State) -> Line:
    found = must(_asked(after, data.step))
    _, use, name = found
    piece, hero = roller(after, use, name)
    names = {"unit": hero.title if hero is not None else piece.title}
    lender = next((one for one in lenders(after, use, name) if one.id == data.lender), None)
    if lender is None:
        return Line(Text("%(unit)s rolls with its own KI.", names))
    return Line(Text("%(who)s lends his KI to %(unit)s.", {**names, "who": lender.title}))


ACTS = (Act("lend", LendData, _lend, _line, called=lambda _: Text("who lends his KI"), sees=everybody),)
