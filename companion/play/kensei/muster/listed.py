"""A side's force as an army list, judged against the level the table has agreed on (12:3, 12:4; rulings K33 to K41)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from companion.content import catalog
from companion.play.kensei.state import State
from companion.rules.kensei.army import Army, Breach, CharacterEntry, Limit, UnitEntry, fits, limits_at, problems
from companion.rules.kensei.profiles import CharacterProfile, Path, UnitProfile
from companion.rules.text import Text

ANY_LEVEL = 10
"""Without an agreed level only what no level allows is told, as the most generous one sees it."""


def as_list(state: State, seat: str, level: int) -> Army:
    """The force of a side as a list of this level."""
    side = state.sides[seat]
    units = tuple(
        UnitEntry(piece.id, piece.unit, piece.at_start, piece.standard_bearer, piece.front, piece.name)
        for piece in state.of(seat)
        if piece.unit is not None
    )
    heroes = [(hero, piece.id if piece.unit else None) for piece in state.of(seat) for hero in piece.heroes]
    heroes += [(hero, None) for hero in side.absent]
    heroes.sort(key=lambda one: one[0].number)
    return Army(
        side.path,
        level,
        units,
        tuple(
            CharacterEntry(_entry_id(h.id), h.character, h.weapon, h.mounted, inside, h.kind, h.name)
            for h, inside in heroes
        ),
        koku_limit=state.koku_limit,
        general=_entry_id(side.general) if side.general else None,
        taisho_abilities=side.taisho_abilities,
    )


OF_HERO = "h-"


def _entry_id(hero_id: str) -> str:
    """A lone character's piece has his id, and the ids of a list are all different."""
    return f"{OF_HERO}{hero_id}"


def judged(state: State, seat: str) -> tuple[Breach, ...]:
    """What a side's force breaks at the agreed level; where none was agreed, who may not stand in whose ranks."""
    if state.level is not None:
        return problems(as_list(state, seat, state.level), catalog())
    found = problems(as_list(state, seat, ANY_LEVEL), catalog())
    return tuple(problem for problem in found if problem.code.startswith("joins-"))


@cache
def barred(path: Path, level: int, koku_limit: int | None) -> Mapping[str, Text]:
    """Which units and characters of a path no army of this level may have, by id, with the reason."""
    army, tables = Army(path, level, (), (), koku_limit=koku_limit), catalog()
    known: dict[str, UnitProfile | CharacterProfile] = {**tables.units, **tables.characters}
    found = {id_: fits(army, tables, id_) for id_, one in known.items() if one.path in (None, path)}
    return {one: breaches[0].message for one, breaches in found.items() if breaches}


@dataclass(frozen=True, slots=True)
class Price:
    """What a force costs: koku of its units, VP of its characters, and of both what the agreed level allows; `most` is
    None where no level was agreed. `each`: the koku of a unit by its piece; `led`: the VP of a piece's characters.
    """

    koku: Limit
    vp: Limit
    each: Mapping[str, int]
    led: Mapping[str, int]


def price(state: State, seat: str) -> Price:
    """What a side's force costs (12:3, 12:4; K38)."""
    level = state.level or ANY_LEVEL
    found = {one.limit: one for one in limits_at(as_list(state, seat, level), catalog(), level)}
    koku, vp = (found[name] if state.level else replace(found[name], most=None) for name in ("koku", "vp"))
    of_hero = {share.id.removeprefix(OF_HERO): share.amount for share in vp.shares}
    led = {piece.id: sum(of_hero[hero.id] for hero in piece.heroes) for piece in state.of(seat)}
    return Price(koku, vp, {share.id: share.amount for share in koku.shares}, led)
