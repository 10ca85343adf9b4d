"""The general's death: one question, who stands within 30 cm of him (4:4:5, 11:4:1; K25, K31, K55)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pydantic import Field

from companion.content import catalog
from companion.play.acts import Act, Data, everybody, said
from companion.play.game import Event, Line
from companion.play.kensei.acts import others_word
from companion.play.kensei.after.owing import may_roll, owe
from companion.play.kensei.ask.kinds import PAST, AskView, Kind, choice
from companion.play.kensei.ask.names import ask_at, ask_name, combats_name
from companion.play.kensei.markers import with_effect
from companion.play.kensei.muster.sides import WHEEL, general, leader
from companion.play.kensei.pieces import SEATS, Piece
from companion.play.kensei.state import Ask, AskKind, State, must
from companion.play.kensei.turn_state import Death
from companion.rules.kensei.abilities.rule import Lasts
from companion.rules.kensei.after.honor import GENERAL_CM
from companion.rules.kensei.turn.effects import EffectId, effects_on
from companion.rules.text import Refusal, Text

RULE = "4:4:5"


class NearDeathData(Data):
    """Who stands near him, by the ids of the pieces; one that is left out does not."""

    step: str
    near: dict[str, bool] = Field(default_factory=dict, max_length=100)


def general_died(state: State, seat: str, hero: str, moment: str) -> State:
    """The state when this side's general has died: it is asked who stands near him."""
    for effect in _by_themselves(state, seat):
        state = with_effect(state, seat, effect, present=True)
    if WHEEL in effects_on(state.effects, seat, state.turn):
        return state
    death = Death(f"{moment}.general.{seat}", state.sides[seat].seat, hero, moment)
    if not any(able(state, death)):
        return state
    state = replace(state, deaths=(*state.deaths, death))
    return state.with_ask(Ask(ask_name(death.id, "death"), "death", death.seat, death.id))


def _by_themselves(state: State, seat: str) -> Iterator[EffectId]:
    """What a dead general has learned that begins without a word (K72)."""
    for learned in state.sides[seat].taisho_abilities:
        for form in catalog().taisho_rules[learned].forms:
            if form.window == "by-itself":
                yield from (one.effect for one in form.won if isinstance(one, Lasts))


def told(before: State, after: State) -> tuple[Text, ...]:
    """What the log says of a general whose death asks no honor roll."""
    sides = (seat for seat in SEATS if WHEEL in effects_on(after.effects, seat, after.turn))
    new = (seat for seat in sides if WHEEL not in effects_on(before.effects, seat, before.turn))
    words = (
        Text(
            "The Darma Wheel: no honor roll for %(who)s. This turn and the next he regroups units, and lends his HR.",
            {"who": fallen.title},
        )
        for seat in new
        if (fallen := leader(after, seat)) is not None
    )
    return tuple(words)


def may_have_lost_general(before: State, state: State, seat: str, moment: str) -> State:
    """The state when this side may have lost its general; `moment` names what killed him, unless it is in the combats
    (K55)."""
    lost = general(before, seat)
    if lost is None or general(state, seat) is not None:
        return state
    return general_died(state, seat, lost.id, moment if state.phase == "orders" else combats_name(state))


def able(state: State, death: Death) -> Iterator[Piece]:
    """Who rolls if he stands near: his own side only, and nobody who runs away already (K55)."""
    return (piece for piece in state.of(death.seat) if may_roll(piece, ("general",)))


def _death(state: State, ask: Ask) -> Death:
    return next(death for death in state.deaths if death.id == ask.about)


def _near(state: State, event: Event, data: NearDeathData) -> State | Refusal:
    ask = ask_at(state, data.step)
    if ask is None or ask.kind != "death":
        return Refusal(PAST, RULE)
    if event.seat != ask.seat:
        return others_word(ask.seat, RULE)
    death = _death(state, ask)
    titles = {piece.id: piece.title for piece in able(state, death)}
    near = [piece for piece, stands in data.near.items() if stands]
    if any(piece not in titles for piece in near):
        values = {"able": tuple(titles.values()) or Text("nobody")}
        return Refusal(Text("Only these can stand near him and roll: %(able)s.", values), RULE)
    state = replace(state, deaths=tuple(d for d in state.deaths if d != death)).without_asks(death.id)
    for piece in near:
        state = owe(state, piece, death.moment, "general")
    return state


def _near_line(before: State, event: Event, data: NearDeathData, after: State) -> Line:
    ask = must(ask_at(before, data.step))
    death = _death(before, ask)
    near = tuple(piece.title for piece in able(before, death) if data.near.get(piece.id))
    values = {"who": _title(before, death), "near": near, "cm": GENERAL_CM}
    if not near:
        return said("Nobody stands within %(cm)s cm of %(who)s, who is dead.", **values)
    return said("Within %(cm)s cm of %(who)s, who is dead: %(near)s. They owe an honor roll.", **values)


def _title(state: State, death: Death) -> str:
    return next(hero.title for piece in state.of(death.seat) for hero in piece.heroes if hero.id == death.hero)


def _words(state: State, ask: Ask) -> tuple[Text, Text]:
    values = {"who": _title(state, _death(state, ask)), "cm": GENERAL_CM}
    return (
        Text("%(who)s is dead. Who stands within %(cm)s cm of him?", values),
        Text("%(who)s is dead: waiting to hear who stands near him.", values),
    )


def death_views(state: State) -> tuple[AskView, ...]:
    """The questions that are open: who may stand near, his own unit surely."""
    return tuple(_view(state, ask) for ask in state.asks if ask.kind == "death")


def _view(state: State, ask: Ask) -> AskView:
    death = _death(state, ask)
    nearby = ((piece.id, piece.title, piece.hero(death.hero) is not None) for piece in able(state, death))
    return replace(KINDS["death"].asked(state, ask), pool=tuple(nearby))


KINDS: dict[AskKind, Kind] = {
    "death": choice(RULE, _words, Text("No dice are needed yet: say first who stands near him."))
}

ACTS = (Act("mourn", NearDeathData, _near, _near_line, called=Text("who stood near the dead"), sees=everybody),)
