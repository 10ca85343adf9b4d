"""What can be wrong between entries: too many of a kind, who leads and with what, who stands in whose ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.rules.counts import units
from companion.rules.kensei.army.joining import Objection, fronts, objections, ranks_of
from companion.rules.kensei.army.mending import made_as, setting, without_last
from companion.rules.kensei.army.model import CharacterEntry, UnitEntry
from companion.rules.kensei.army.roster import Roster, copies_allowed
from companion.rules.kensei.army.verdict import Breach, Fix
from companion.rules.kensei.profiles import CharacterProfile, Rank
from companion.rules.text import Text, counted

ABILITIES: dict[Rank, tuple[int, int, int]] = {"daimyo": (2, 1, 3), "taisho": (1, 1, 2), "busho": (1, 1, 1)}
"""Taisho abilities of a general by rank: general ones, ones of his path, and together (12:6:1, K41)."""


def repeated_units(roster: Roster) -> Iterator[Breach]:
    """Projectile units of one kind twice at most, elite and cavalry units once (12:2:2, K36)."""
    for id_, profile in roster.tables.units.items():
        same = [unit.id for unit in roster.army.fielded if unit.unit == id_]
        allowed = copies_allowed(profile)
        if allowed is None or len(same) <= allowed:
            continue
        values = {"unit": profile.name, "have": units(len(same)), "most": allowed, "level": roster.level.number}
        message = Text("%(unit)s: %(have)s of this kind; %(most)s allowed, at level %(level)s and every other.", values)
        fixes = without_last(same, len(same) - allowed)
        yield Breach("unit-repeated", message, "12:2:2", roster.level.number, tuple(same), len(same), allowed, fixes)


def repeated_characters(roster: Roster) -> Iterator[Breach]:
    """No two special characters of one kind, and no Taisho beside a Daimyo (12:2:3, K39)."""
    for id_, profile in roster.tables.characters.items():
        same = [one.id for one in roster.army.present if one.character == id_]
        if profile.rank == "special" and len(same) > 1:
            values = {"who": profile.name, "have": len(same)}
            message = Text("%(who)s: %(have)s of the same kind; an army has 1 at most.", values)
            fixes = without_last(same, len(same) - 1)
            yield Breach("special-repeated", message, "12:2:3", roster.level.number, tuple(same), len(same), 1, fixes)
    daimyo, taisho = (
        [one.id for one in roster.army.present if roster.who(one).rank == rank] for rank in ("daimyo", "taisho")
    )
    if daimyo and taisho:
        # Who came last gives way, but no more than have to; and whom the level does not know anyway.
        gives_way = min((taisho, daimyo), key=lambda ids: (len(ids), -max(map(made_as, ids))))
        gives_way = gives_way if roster.level.characters["daimyo"] else daimyo
        message = Text(
            "A Daimyo leads in person: an army with him has no Taisho; this one has %(have)s.", {"have": len(taisho)}
        )
        fixes = tuple(Fix(remove=id_) for id_ in gives_way)
        yield Breach(
            "daimyo-and-taisho", message, "12:2:3", roster.level.number, (*daimyo, *taisho), len(taisho), 0, fixes
        )


# ---- the general


def leading(roster: Roster) -> Iterator[Breach]:
    """An army needs a general, the Bushi of highest rank, who has no more abilities than his rank (K31, K39, K41)."""
    able, level = roster.fit_to_lead(), roster.level.number
    if not able:
        message = Text("Nobody can lead: choose a Daimyo, Taisho, Busho or Daisho Samurai as general.")
        yield Breach("no-general", message, "4:4:1", level, (), 0, 1)
    named = roster.army.general
    if named is not None and named not in [one.id for one in able]:
        fix = setting(None, general=able[0].id if able else None)
        yield Breach("bad-general", _why_not(roster, named, able), "4:4:1", level, (named,), fixes=(fix,))
    yield from _abilities(roster)


def _why_not(roster: Roster, named: str, able: tuple[CharacterEntry, ...]) -> Text:
    entry = roster.army.character(named)
    who = roster.title(entry) if entry else named
    if entry is not None and entry.benched:
        return Text("%(who)s is on the bench and cannot be the general.", {"who": who})
    if not able:
        return Text("%(who)s can never be the general.", {"who": who})
    return Text("%(who)s cannot be the general: %(best)s leads.", {"who": who, "best": roster.title(able[0])})


def _abilities(roster: Roster) -> Iterator[Breach]:
    chosen = roster.army.taisho_abilities
    lawful = lawful_abilities(roster)
    if lawful == chosen:
        return
    level, fix = roster.level.number, setting(None, taisho_abilities=lawful)
    general = roster.general()
    about = (general.id,) if general else ()
    foreign = [id_ for id_ in chosen if ability_path(roster, id_) not in ("all", roster.army.path)]
    doubled = sorted({id_ for id_ in chosen if chosen.count(id_) > 1})
    for id_ in foreign:
        names = {"ability": roster.tables.taisho_abilities[id_].name, "path": roster.army.path.title()}
        message = Text("%(ability)s is not an ability of the %(path)s.", names)
        yield Breach("ability-choice", message, "12:6:2", level, about, fixes=(fix,))
    for id_ in doubled:
        message = Text("%(ability)s is chosen twice.", {"ability": roster.tables.taisho_abilities[id_].name})
        yield Breach("ability-choice", message, "12:6:2", level, about, fixes=(fix,))
    others = [id_ for id_ in dict.fromkeys(chosen) if id_ not in foreign]
    if len(lawful) < len(others):
        message, have, most = _too_many_abilities(roster, general, others)
        yield Breach("ability-choice", message, "12:6:2", level, about, have, most, (fix,))


def _too_many_abilities(roster: Roster, general: CharacterEntry | None, chosen: Sequence[str]) -> tuple[Text, int, int]:
    """What the general has more of than his rank allows, how many of it, and how many he may have."""
    if general is None:
        message = Text(
            "Taisho abilities: %(have)s chosen, but there is no general to have them.", {"have": len(chosen)}
        )
        return message, len(chosen), 0
    common, own, most = allowance(roster)
    of_all = sum(1 for id_ in chosen if ability_path(roster, id_) == "all")
    of_path = len(chosen) - of_all
    values: dict[str, Any] = {"who": roster.title(general), "most": most, "common": common, "own": own}
    if most <= 1:
        values["have"] = counted("%(num)s Taisho ability", "%(num)s Taisho abilities", len(chosen))
        message = Text("%(who)s: %(have)s; his rank has none.", values)
        if most:
            message = Text("%(who)s: %(have)s; he may have %(most)s, a general one or one of his path.", values)
        return message, len(chosen), most
    values["general"] = counted("%(num)s general Taisho ability", "%(num)s general Taisho abilities", of_all)
    values["of_path"] = of_path
    message = Text("%(who)s: %(general)s and %(of_path)s of his path; the limits are %(common)s and %(own)s.", values)
    return (message, of_all, common) if of_all > common else (message, of_path, own)


def allowance(roster: Roster) -> tuple[int, int, int]:
    """How many abilities the general may have: general ones, ones of his path, and together."""
    general = roster.general()
    return ABILITIES.get(roster.who(general).rank, (0, 0, 0)) if general else (0, 0, 0)


def lawful_abilities(roster: Roster) -> tuple[str, ...]:
    """Those of the chosen abilities the general may keep, the first chosen first."""
    common, own, most = allowance(roster)
    kept: list[str] = []
    for id_ in roster.army.taisho_abilities:
        path = ability_path(roster, id_)
        of_kind = sum(1 for other in kept if ability_path(roster, other) == path)
        most_of_kind = common if path == "all" else own if path == roster.army.path else 0
        if id_ not in kept and of_kind < most_of_kind and len(kept) < most:
            kept.append(id_)
    return tuple(kept)


def ability_path(roster: Roster, id_: str) -> str:
    """Whose ability it is: a path, or `all`."""
    return roster.tables.taisho_abilities[id_].owners[0]


# ---- characters in units


def joined(roster: Roster) -> Iterator[Breach]:
    """Everything against characters starting where they do; who joined first is asked first (4:3:4, K40)."""
    for unit in roster.army.fielded:
        inside: list[CharacterProfile] = []
        for one in roster.army.inside(unit):
            found = objections_to(roster, unit, one, inside)
            for objection in found:
                yield _problem(roster, unit, one, objection)
            if not any(objection.code == "joins-loner" for objection in found):
                inside.append(roster.who(one))


def objections_to(
    roster: Roster, unit: UnitEntry, one: CharacterEntry, inside: Sequence[CharacterProfile] | None = None
) -> tuple[Objection, ...]:
    """What speaks against a character of the list starting in this unit; `inside` are those already there, where that
    is not everybody else who joins it.
    """
    if inside is None:
        inside = [roster.who(other) for other in roster.army.inside(unit) if other.id != one.id]
    leader = roster.general()
    return objections(
        roster.profile(unit),
        unit.miniatures,
        inside,
        roster.who(one),
        mounted=one.mounted,
        weapon=one.weapon,
        is_general=leader is not None and leader.id == one.id,
        kind=one.kind,
        front=unit.front,
    )


def _problem(roster: Roster, unit: UnitEntry, one: CharacterEntry, objection: Objection) -> Breach:
    return Breach(
        objection.code,
        objection.reason,
        objection.rule,
        roster.level.number,
        (one.id, unit.id),
        objection.have,
        objection.allowed,
        (_way_out(roster, unit, one, objection),),
    )


def _way_out(roster: Roster, unit: UnitEntry, one: CharacterEntry, objection: Objection) -> Fix:
    """A wider front where that makes room, else the character stands alone."""
    profile = roster.profile(unit)
    if objection.code == "joins-full" and unit.front is not None:
        standing = unit.miniatures + len(roster.army.inside(unit))
        needed = -(-standing // ranks_of(profile))
        least, most = fronts(profile)
        if needed <= most and unit.front < needed:
            return setting(unit.id, front=max(least, needed))
    return setting(one.id, joins=None)
