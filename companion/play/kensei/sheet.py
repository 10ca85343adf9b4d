"""What a side's abilities are and when to think of them, and what lasts on its fighters (3:4:6, 12:5, 12:6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.content import catalog
from companion.play.kensei.markers import SHOWN_BY_MARKERS
from companion.play.kensei.muster.sides import general
from companion.play.kensei.owned import cost
from companion.play.kensei.pieces import Hero, Piece
from companion.play.kensei.state import State
from companion.play.traced import question
from companion.rules.kensei.abilities.rule import BEFORE_THE_BATTLE, AbilityRule, Window
from companion.rules.kensei.fight.lasting import CALLED
from companion.rules.kensei.profiles import Ability
from companion.rules.kensei.turn.effects import LASTING, Effect, EffectId, counts, ends_after
from companion.rules.text import Text

WHEN: Mapping[Window, Text] = {
    "card": Text("as an enemy card is laid"),
    "reveal": Text("before your cards are shown"),
    "taisho": Text("with the general's orders"),
    "order": Text("with its orders"),
    "charged": Text("when it is charged"),
    "charging": Text("before its charge touches"),
    "before-in": Text("before initiative is rolled"),
    "challenging": Text("when he challenges"),
    "challenged": Text("when one of them is challenged"),
    "honor-due": Text("when it must roll for honor"),
    "roll-failed": Text("when its roll has failed"),
    "ability": Text("when an enemy uses an ability"),
    "any": Text("at any time"),
    "by-itself": Text("counts by itself"),
}
"""When to think of an ability, by its window."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """An ability, when to think of it and what it does; `who`: the character who has it, or nobody for a unit."""

    name: str
    who: str
    taisho: bool
    price: int
    """AC; of a Taisho's ability, Commandment Points."""
    once: bool
    """It is used once a battle."""
    when: tuple[Text, ...]
    effect: str
    rule: str


@dataclass(frozen=True, slots=True)
class Lies:
    """What lasts on somebody, and until when."""

    words: Text
    rule: str


def sheet(state: State, piece: Piece, seat: str | None) -> Iterator[SheetLine]:
    """The abilities of a piece and of the characters in it whom this seat may know."""
    known = catalog()
    if piece.unit is not None:
        for id_ in piece.profile.abilities:
            yield _line(state, known.abilities[id_], known.ability_rules[id_])
    for hero in piece.heroes:
        for id_ in hero.profile.abilities if piece.seat == seat or not hero.hidden else ():
            yield _line(state, known.abilities[id_], known.ability_rules[id_], hero.title)


def general_sheet(state: State, seat: str) -> tuple[SheetLine, ...]:
    """What the general of a side has learned."""
    known = catalog()
    learned = state.sides[seat].taisho_abilities
    return tuple(_line(state, known.taisho_abilities[id_], known.taisho_rules[id_], taisho=True) for id_ in learned)


def _line(state: State, ability: Ability, rule: AbilityRule, who: str = "", *, taisho: bool = False) -> SheetLine:
    windows = dict.fromkeys(form.window for form in rule.forms)
    free = BEFORE_THE_BATTLE.issuperset(windows)
    price = 0 if free else cost(state.settings, ability, taisho=taisho)
    when = tuple(WHEN[window] for window in windows)
    return SheetLine(ability.name, who, taisho, price, ability.once_per_battle, when, ability.effect, ability.rule)


# ---- what lasts


def lies_on(state: State, piece: Piece, seat: str | None) -> Iterator[Lies]:
    """What lasts on a piece and on its characters; what lies on a whole side is told where its general stands."""
    bearers = {piece.id: "", **{hero.id: _called(piece, hero) for hero in piece.heroes if _known(piece, hero, seat)}}
    tells = _teller(state, piece.seat) == piece.id
    for effect in state.effects:
        if effect.source in SHOWN_BY_MARKERS or not counts(effect, state.turn):
            continue
        if effect.on in bearers:
            yield _lies(effect, bearers[effect.on])
        elif effect.on == piece.seat and tells:
            yield _lies(effect, Text("all of the side"))


def _known(piece: Piece, hero: Hero, seat: str | None) -> bool:
    return hero.alive and (piece.seat == seat or not hero.hidden)


def _called(piece: Piece, hero: Hero) -> str:
    """Who bears it, where that is not the piece itself."""
    return "" if piece.lone is not None and piece.lone.id == hero.id else hero.title


@question
def _teller(state: State, seat: str) -> str:
    """The piece at which it is told what lies on the whole side."""
    found = general(state, seat)
    standing = sorted((one for one in state.of(seat) if one.standing), key=lambda one: found not in one.heroes)
    return standing[0].id if standing else ""


def _lies(effect: Effect, who: str | Text) -> Lies:
    last = ends_after(effect)
    names = {"effect": called(effect.source), "who": who, "turn": last}
    if last is None:
        words = Text("%(effect)s, while it stays there", names)
    else:
        words = Text("%(effect)s, until the end of turn %(turn)s", names)
    rule = LASTING[effect.source].rule
    return Lies(Text("%(who)s: %(words)s", {"who": who, "words": words}) if who else words, rule)


def called(effect: EffectId) -> Text:
    """What an effect is called."""
    if effect in CALLED:
        return CALLED[effect]
    known = catalog()
    ability = known.abilities.get(effect) or known.taisho_abilities[effect]
    return Text("%(ability)s", {"ability": ability.name})
