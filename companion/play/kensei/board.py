"""What pages, exports and prints are given of what stands on the table: plain values, ready to be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from companion.content import catalog
from companion.play.kensei import markers
from companion.play.kensei.markers import SHOWN_BY_MARKERS, Marker
from companion.play.kensei.muster.listed import Price
from companion.play.kensei.owned import cost
from companion.play.kensei.pieces import Hero, Piece, WrittenDown
from companion.play.kensei.state import State
from companion.play.traced import part, question
from companion.rules.kensei.abilities.rule import BEFORE_THE_BATTLE, Window
from companion.rules.kensei.army import Breach
from companion.rules.kensei.fight.lasting import EFFECT_NAMES
from companion.rules.kensei.profiles import Ability, UnitProfile
from companion.rules.kensei.turn.effects import Effect, EffectId, counts, ends_after
from companion.rules.text import Text


class HasSeat(Protocol):
    """Whatever one seat has to do with."""

    @property
    def seat(self) -> str: ...


S = TypeVar("S", bound=HasSeat)


def of_seat(views: Iterable[S], seat: str) -> tuple[S, ...]:
    """The views that have to do with this seat."""
    return tuple(one for one in views if one.seat == seat)


@dataclass(frozen=True, slots=True)
class HeroView:
    """`profile` is the id of his line in 12:6; `title` what he is called here, `inside` on the card of his piece: the
    piece need not tell him from others there."""

    id: str
    title: str
    inside: str
    profile: str
    weapon: str | None
    mounted: bool
    wounds: int
    vitality: int
    alive: bool
    hidden: bool
    general: bool
    shoots: bool
    loaded: bool


@dataclass(frozen=True, slots=True)
class Shooter:
    """Who of a piece has a bow, a teppo or the like: its own dice (`id`: the piece), or a hero's in it (with his)."""

    id: str
    title: str
    within: str
    """What a hero's unit is called; empty for the piece itself."""
    cannot: Text | None
    """Why he would not shoot now, in a word or two."""


@dataclass(frozen=True, slots=True)
class PieceView:
    id: str
    seat: str
    title: str
    unit: str | None
    miniatures: int
    at_start: int
    accumulated_damage: int
    vitality: int
    standard_bearer: bool
    heroes: tuple[HeroView, ...]
    markers: tuple[Marker, ...]
    standing: bool
    lone: str
    """Who acts for it alone: by his id, or empty while a unit stands."""
    unit_title: str
    """What its unit is called, when the piece is called by the last of it."""
    shooters: tuple[Shooter, ...]
    cannot_strike: Text | None
    """What the table knows that keeps it from striking (11:4:2)."""
    cavalry: bool
    off_table: bool
    fell_short: Text | None
    """That its charge fell short, this turn or the last."""
    against: tuple[str, ...]
    """The enemies it is in contact with."""
    lies: tuple[Text, ...]
    """What lasts on it and on its characters, with the end of it."""
    sheet: tuple[SheetLine, ...]
    """Its abilities and theirs, and when to think of them."""
    hides: Text | None = None
    """Where it waits hidden, as far as that is written down: for its own side; for others that it may be hidden."""
    seal: str = ""
    """What is sealed of it being hidden, where no other seal may say it too; its own side alone is told."""


@dataclass(frozen=True, slots=True)
class SideView:
    """`pieces` is None while the army is another seat's secret; `seal` is then its fingerprint."""

    seat: str
    path: str | None
    mon: str
    clan: str
    ready: bool
    seal: str
    pieces: tuple[PieceView, ...] | None
    miniatures: int
    at_start: int
    characters: int
    """Living characters of it that the viewer may see, on the table."""
    price: Price | None = None
    """What the army costs and may cost, for its own side while it is made."""
    problems: tuple[Breach, ...] = ()
    """What the army breaks at the agreed level, for its own side while it is made."""
    barred: Mapping[str, Text] = field(default_factory=dict)
    """Units and characters no army of the agreed level may have, with the reason, for its own side while it is made."""
    legal: bool | None = None
    """Whether it kept the agreed level; for everybody once the battle has begun, before that for its own side."""
    no_general: Text | None = None
    """What an army goes without that nobody leads, for its own side while it is made; with an agreed level that is one
    of the `problems`."""
    absent: tuple[Hero, ...] = ()
    """Its characters that are on no table yet; for its own side alone."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """What each Shinobi of it is sent to do, by his id, for its own side while it is made."""
    learnable: tuple[Ability, ...] = ()
    """What a Taisho may have learned besides, while the army is made; for its own side."""
    sheet: tuple[SheetLine, ...] = ()
    """Its general's Taisho abilities, and when to think of them; for its own side, which names each when it is used."""


def hero_view(state: State, piece: Piece, hero: Hero) -> HeroView:
    leader = state.general(piece.seat)
    return HeroView(
        id=hero.id,
        title=hero.title,
        inside=hero.own_title if hero.distinct_name == f"{hero.own_title} ({piece.title})" else hero.title,
        profile=hero.character,
        weapon=hero.weapon,
        mounted=hero.mounted,
        wounds=hero.wounds,
        vitality=piece.combatant(hero.id).attributes.vt,
        alive=hero.alive,
        hidden=hero.hidden,
        general=leader is not None and leader.id == hero.id,
        shoots=bool(piece.ranged_of(hero.id)),
        loaded=hero.loaded,
    )


def piece_view(state: State, piece_id: str, seat: str | None) -> PieceView:
    """A piece without the heroes another seat may not know of."""
    piece = state.known(piece_id)
    seen = _piece_view(state, piece_id, piece.seat == seat and any(hero.hidden for hero in piece.heroes))
    if piece.seat != seat:
        unseen = piece.standing and not state.over and state.may_hide(piece)
        return replace(seen, hides=MAY_HIDE) if unseen else seen
    one = state.written_of(piece)
    if one is None:
        return seen
    like = [other for other in state.closed_seals(piece.seat) if other.who == one.who]
    return replace(seen, hides=_hides(state, one), seal=one.seal if len(like) == 1 else "")


MAY_HIDE = Text("may be hidden, off the field")
"""What everybody else reads of Ninjas whose side has sealed something (5:1:6)."""


def _hides(state: State, one: WrittenDown) -> Text:
    behind = next((place.title for place in state.terrain if place.id == one.behind), None)
    if one.off:
        return Text("hidden, kept off the table")
    if not one.who:
        return Text("hidden, if your seal says so")
    return Text("hidden") if behind is None else Text("hidden behind %(terrain)s", {"terrain": behind})


@part
def _piece_view(state: State, piece_id: str, hidden_too: bool) -> PieceView:
    piece = state.known(piece_id)
    profile, seat = piece.profile, piece.seat if hidden_too else None
    return PieceView(
        id=piece.id,
        seat=piece.seat,
        title=piece.title,
        unit=piece.unit,
        miniatures=piece.miniatures,
        at_start=piece.at_start,
        accumulated_damage=piece.accumulated_damage,
        vitality=profile.attributes.vt,
        standard_bearer=piece.standard_bearer,
        heroes=tuple(hero_view(state, piece, h) for h in piece.heroes if not h.hidden or hidden_too),
        markers=markers.shown(state, piece),
        standing=piece.standing,
        lone=piece.lone_id or "",
        unit_title=piece.unit_title,
        shooters=tuple(_shooters(state, piece)),
        cannot_strike=Text("in flight") if piece.facts.flees else None,
        cavalry=isinstance(profile, UnitProfile) and "mounted" in profile.traits,
        off_table=piece.off_table,
        fell_short=_fell_short(state, piece),
        against=tuple(_against(state, piece)),
        lies=tuple(lies_on(state, piece, seat)) if state.effects else (),
        sheet=tuple(sheet(state, piece, seat)),
    )


def _fell_short(state: State, piece: Piece) -> Text | None:
    turn = state.fell_short.get(piece.id)
    if turn is None or not piece.standing:
        return None
    return Text("charged and fell short") if turn == state.turn else Text("charged last turn and fell short")


def _against(state: State, piece: Piece) -> Iterator[str]:
    for enemy in map(state.known, state.foes_of(piece.id) if piece.standing else ()):
        if enemy.standing:
            yield enemy.title


def _shooters(state: State, piece: Piece) -> Iterator[Shooter]:
    """The unit, or who acts for it alone, and every other hero seen in it, as far as they carry something to shoot."""
    lone = piece.lone
    if piece.standing and piece.ranged_of(piece.lone_id):
        yield Shooter(piece.id, piece.title, "", _kept_from_shooting(state, piece, lone))
    for hero in piece.seen_heroes:
        if hero is not lone and piece.ranged_of(hero.id):
            yield Shooter(f"{piece.id}+{hero.id}", hero.title, piece.title, _kept_from_shooting(state, piece, hero))


def _kept_from_shooting(state: State, piece: Piece, hero: Hero | None) -> Text | None:
    """What the table knows that keeps a unit, or a hero of it, from shooting (6:2:6, 9:1, 9:3:1, 11:4:2)."""
    if state.engaged_before(piece.id):
        return Text("engaged")
    if piece.facts.flees:
        return Text("in flight")
    if piece.is_wet(hero.id if hero is not None else None):
        return Text("teppo wet")
    if piece.facts.ground == "stream":
        return Text("in a stream")
    return None if (hero or piece).loaded else Text("not loaded")


# ---- what a side's abilities are and when to think of them, and what lasts on its fighters


WHEN: Mapping[Window, Text] = {
    "card": Text("when an enemy card is laid"),
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
    "by-itself": Text("applies automatically"),
}
"""When to think of an ability, by its window."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """An ability and when to think of it; `who`: the character who has it, or nobody for a unit."""

    ability: Ability
    who: str
    taisho: bool
    price: int
    """AC; of a Taisho's ability, Commandment Points."""
    when: tuple[Text, ...]


def sheet(state: State, piece: Piece, seat: str | None) -> Iterator[SheetLine]:
    """The abilities of a piece and of the characters in it whom this seat may know."""
    if piece.unit is not None:
        for id_ in piece.profile.abilities:
            yield _line(state, id_)
    for hero in piece.heroes:
        for id_ in hero.profile.abilities if piece.seat == seat or not hero.hidden else ():
            yield _line(state, id_, hero.title)


def general_sheet(state: State, seat: str) -> tuple[SheetLine, ...]:
    """What the general of a side has learned."""
    return tuple(_line(state, id_, taisho=True) for id_ in state.sides[seat].taisho_abilities)


def _line(state: State, id_: str, who: str = "", *, taisho: bool = False) -> SheetLine:
    known = catalog()
    ability = (known.taisho_abilities if taisho else known.abilities)[id_]
    rule = (known.taisho_rules if taisho else known.ability_rules)[id_]
    windows = dict.fromkeys(form.window for form in rule.forms)
    price = 0 if BEFORE_THE_BATTLE.issuperset(windows) else cost(state.settings, ability, taisho=taisho)
    return SheetLine(ability, who, taisho, price, tuple(WHEN[window] for window in windows))


# ---- what lasts


def lies_on(state: State, piece: Piece, seat: str | None) -> Iterator[Text]:
    """What lasts on a piece and on its characters, and until when; what lies on a whole side is told where its general
    stands."""
    known = [hero for hero in piece.heroes if hero.alive and (piece.seat == seat or not hero.hidden)]
    lone = piece.lone_id or ""  # what lies on him needs no name: the piece has his
    bearers = {piece.id: "", **{hero.id: "" if hero.id == lone else hero.title for hero in known}}
    tells = _teller(state, piece.seat) == piece.id
    for effect in state.effects:
        if effect.source in SHOWN_BY_MARKERS or not counts(effect, state.turn):
            continue
        if effect.on in bearers:
            yield _lies(effect, bearers[effect.on])
        elif effect.on == piece.seat and tells:
            yield _lies(effect, Text("the whole side"))


@question
def _teller(state: State, seat: str) -> str:
    """The piece at which it is told what lies on the whole side."""
    found = state.general(seat)
    standing = sorted(state.standing(seat), key=lambda one: found not in one.heroes)
    return standing[0].id if standing else ""


def _lies(effect: Effect, who: str | Text) -> Text:
    last = ends_after(effect)
    names = {"effect": effect_name(effect.source), "who": who, "turn": last}
    if last is None:
        words = Text("%(effect)s, while it stays there", names)
    else:
        words = Text("%(effect)s, until the end of turn %(turn)s", names)
    return Text("%(who)s: %(words)s", {"who": who, "words": words}) if who else words


def effect_name(effect: EffectId) -> Text:
    """What an effect is called."""
    if effect in EFFECT_NAMES:
        return EFFECT_NAMES[effect]
    known = catalog()
    ability = known.abilities.get(effect) or known.taisho_abilities[effect]
    return Text("%(ability)s", {"ability": ability.name})
