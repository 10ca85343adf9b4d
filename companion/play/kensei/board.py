"""What pages, exports and prints are given of a battle: plain values, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass

from companion.content import catalog
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.fight.chances import Bar
from companion.play.kensei.fight.situation import combatant, weapons_of
from companion.play.kensei.muster.sides import general
from companion.play.kensei.state import Hero, Piece, SituationValue, State
from companion.play.kensei.turn.markers import BY_ID, Marker
from companion.rules.kensei.army import Problem
from companion.rules.kensei.fight.attack import Outcome
from companion.rules.kensei.profiles import Ability, UnitProfile, Weapon, WeaponId
from companion.rules.text import Number, Refusal, Text


@dataclass(frozen=True, slots=True)
class HeroView:
    """`profile` is the id of his line in 12:6, `character` its name; `title` what he is called here."""

    id: str
    title: str
    profile: str
    character: str
    weapon: str | None
    mounted: bool
    wounds: int
    vitality: int
    alive: bool
    hidden: bool
    general: bool
    bushi: bool


@dataclass(frozen=True, slots=True)
class PieceView:
    id: str
    seat: str
    title: str
    profile: str
    unit: str | None
    miniatures: int
    at_start: int
    accumulated_damage: int
    vitality: int
    standard_bearer: bool
    may_have_standard: bool
    least: int
    most: int
    heroes: tuple[HeroView, ...]
    markers: tuple[Marker, ...]
    standing: bool
    shoots: bool
    cavalry: bool


@dataclass(frozen=True, slots=True)
class AbsentView:
    id: str
    title: str
    kind: str


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
    problems: tuple[Problem, ...] = ()
    """What the army breaks at the agreed level, for its own side while it is made."""
    legal: bool | None = None
    """Whether it kept the agreed level; for everybody once the battle has begun, before that for its own side."""
    absent: tuple[AbsentView, ...] = ()
    """Its characters that are on no table yet; for its own side alone."""
    abilities: tuple[Ability, ...] = ()
    """Its general's Taisho abilities; for its own side, which names each when it is used."""


@dataclass(frozen=True, slots=True)
class ChipView:
    field: str
    label: Text
    kind: str
    rule: str
    choices: tuple[tuple[str, Text], ...]
    value: SituationValue
    least: int
    most: int
    set: bool
    """It differs from "no" or the first choice, so that it is worth showing without being asked."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a faces pad: what counts on it, and its face once it has fallen."""

    index: int
    face: int | None
    marked: bool
    wants: Text


@dataclass(frozen=True, slots=True)
class AttackView:
    id: str
    step: str
    step_id: str
    kind: str
    holder: str
    attacker: PieceView
    defender: PieceView
    who: str
    whom: str
    sentence: Text
    waiting: Text
    refusal: Refusal | None
    numbers: tuple[tuple[str, Number], ...]
    dice: int
    chips: tuple[ChipView, ...]
    bands: tuple[tuple[float, Text], ...]
    distance: SituationValue
    weapons: tuple[Weapon, ...]
    weapon: str | None
    strikers: tuple[HeroView, ...]
    striker: str | None
    free: tuple[tuple[str, int, str], ...]
    aiming: bool
    bins: tuple[pads.Bin, ...]
    faces: tuple[Die, ...]
    by_faces: bool
    targets: tuple[Text, ...]
    outcome: Outcome | None
    how: tuple[tuple[str, str], ...]
    bars: tuple[Bar, ...]
    fallen: Text | None


@dataclass(frozen=True, slots=True)
class HonorView:
    id: str
    step: str
    step_id: str
    piece: PieceView
    holder: str
    causes: tuple[tuple[Text, str], ...]
    target: Number
    chance: float
    commanders: tuple[HeroView, ...]
    commander: str | None
    reach: int
    ask_sohei: bool
    sohei: bool
    destroyed_enemy: bool
    deserted: bool
    run_through: bool
    asking: bool
    sentence: Text
    waiting: Text
    faces: tuple[Die, ...]
    die: int | None
    holds: bool | None
    cm: int
    done: bool
    how: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OwedView:
    id: str
    piece: str
    seat: str
    title: str
    causes: tuple[tuple[Text, str], ...]


def hero_view(state: State, piece: Piece, hero: Hero) -> HeroView:
    leader = general(state, piece.seat)
    return HeroView(
        id=hero.id,
        title=hero.title,
        profile=hero.character,
        character=hero.profile.name,
        weapon=hero.weapon,
        mounted=hero.mounted,
        wounds=hero.wounds,
        vitality=combatant(piece, hero.id, None).attributes.vt,
        alive=hero.alive,
        hidden=hero.hidden,
        general=leader is not None and leader.id == hero.id,
        bushi=hero.profile.rank != "special",
    )


def piece_view(state: State, piece: Piece, seat: str | None) -> PieceView:
    """A piece without the heroes another seat may not know of."""
    profile = piece.profile
    is_unit = isinstance(profile, UnitProfile)
    return PieceView(
        id=piece.id,
        seat=piece.seat,
        title=piece.title,
        profile=profile.name,
        unit=piece.unit,
        miniatures=piece.miniatures,
        at_start=piece.at_start,
        accumulated_damage=piece.accumulated_damage,
        vitality=profile.attributes.vt,
        standard_bearer=piece.standard_bearer,
        may_have_standard=isinstance(profile, UnitProfile) and profile.standard_bearer is not None,
        least=profile.basic_unit if isinstance(profile, UnitProfile) else 1,
        most=profile.maximum if isinstance(profile, UnitProfile) else 1,
        heroes=tuple(hero_view(state, piece, h) for h in piece.heroes if not h.hidden or piece.seat == seat),
        markers=tuple(BY_ID[m] for m in BY_ID if m in piece.markers),
        standing=piece.standing,
        shoots=any(catalog().weapons[w].ranged for w in _all_weapons(piece)),
        cavalry=is_unit and "mounted" in profile.traits,
    )


def _all_weapons(piece: Piece) -> tuple[WeaponId, ...]:
    heroes = [w for h in piece.heroes if h.alive and not h.hidden for w in weapons_of(piece, h.id)]
    return (*weapons_of(piece, None), *heroes) if piece.unit else tuple(heroes)
