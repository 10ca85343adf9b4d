"""The counts of a list against both level tables (12:3, 12:4), and what is wrong where one is not kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.kensei.army.mending import less_koku, less_vp, without_last
from companion.rules.kensei.army.model import CharacterEntry, UnitEntry
from companion.rules.kensei.army.roster import Roster
from companion.rules.kensei.army.verdict import Breach, Code, Limit, Share
from companion.rules.kensei.profiles import ClassLimits, Rank, Trait, UnitClass
from companion.rules.text import Text

UNITS_RULE, CHARACTERS_RULE = "12:3", "12:4"
CLASSES: tuple[UnitClass, ...] = ("basic", "special", "elite")
CLASS_NAMES: dict[UnitClass, Text] = {"basic": Text("basic"), "special": Text("special"), "elite": Text("elite")}
RANKS: dict[Rank, tuple[str, Text]] = {
    "daimyo": ("daimyo", Text("Daimyo")),
    "taisho": ("taisho", Text("Taisho")),
    "busho": ("busho", Text("Busho")),
    "daisho-samurai": ("daisho-samurai", Text("Daisho Samurai")),
    "daisho-ashigaru": ("daisho-ashigaru", Text("Daisho Ashigaru")),
    "special": ("special-characters", Text("Special characters")),
}
"""The name of each rank's limit, and the word for it in a sentence."""


def limits(roster: Roster) -> tuple[Limit, ...]:
    """Every limit of the level, filled or not, in the order of the tables."""
    return (*_budgets(roster), *_classes(roster), *_totals(roster), *_ranks(roster))


def limit_problems(roster: Roster) -> Iterator[Breach]:
    """A problem for each limit that is not kept."""
    for limit in limits(roster):
        if not limit.kept:
            yield _problem(roster, limit)


# ---- counting


def _budgets(roster: Roster) -> Iterator[Limit]:
    koku = [Share(unit.id, roster.koku(unit)) for unit in roster.army.fielded]
    yield _limit("koku", koku, UNITS_RULE, most=roster.koku_allowed)
    vp = [Share(one.id, roster.vp(one)) for one in roster.army.present]
    yield _limit("vp", vp, CHARACTERS_RULE, most=roster.level.vp)


def _classes(roster: Roster) -> Iterator[Limit]:
    for name in CLASSES:
        allowed: ClassLimits = getattr(roster.level, name)
        own = [unit for unit in roster.army.fielded if roster.profile(unit).unit_class == name]
        yield _limit(f"{name}-units", _ones(own), UNITS_RULE, least=allowed.least or None, most=allowed.most)
        if allowed.projectiles is not None:
            shooting = _ones(_with(roster, own, "projectiles"))
            yield _limit(f"{name}-projectiles", shooting, UNITS_RULE, most=allowed.projectiles)
        if allowed.cavalry is not None:
            yield _limit(f"{name}-cavalry", _ones(_with(roster, own, "mounted")), UNITS_RULE, most=allowed.cavalry)


def _totals(roster: Roster) -> Iterator[Limit]:
    every, level = roster.army.fielded, roster.level
    shooting, riding = _with(roster, every, "projectiles"), _with(roster, every, "mounted")
    yield _limit("projectiles-total", _ones(shooting), UNITS_RULE, most=level.projectiles_total)
    yield _limit("cavalry-total", _ones(riding), UNITS_RULE, most=level.cavalry_total)


def _ranks(roster: Roster) -> Iterator[Limit]:
    for rank, (name, _) in RANKS.items():
        own = [one for one in roster.army.present if roster.who(one).rank == rank]
        yield _limit(name, _ones(own), CHARACTERS_RULE, most=roster.level.characters[rank])


def _with(roster: Roster, units: Iterable[UnitEntry], trait: Trait) -> list[UnitEntry]:
    return [unit for unit in units if trait in roster.profile(unit).traits]


def _ones(entries: Iterable[UnitEntry | CharacterEntry]) -> list[Share]:
    return [Share(entry.id, 1) for entry in entries]


def _limit(name: str, shares: list[Share], rule: str, *, least: int | None = None, most: int | None = None) -> Limit:
    return Limit(name, sum(share.amount for share in shares), least, most, rule, tuple(shares))


# ---- what is wrong


def _problem(roster: Roster, limit: Limit) -> Breach:
    values = {"have": limit.have, "level": roster.level.number}
    if limit.least is not None and limit.have < limit.least:
        message = Text(
            "Basic units: %(have)s; level %(level)s asks for at least %(least)s.", {**values, "least": limit.least}
        )
        return Breach(
            "too-few-basic", message, limit.rule, roster.level.number, limit.contributors, limit.have, limit.least
        )
    assert limit.most is not None
    over = limit.have - limit.most
    code, message = _too_much(limit, {**values, "most": limit.most, "over": over})
    if code == "koku-over":
        fixes = less_koku(roster, over)
    elif code == "vp-over":
        fixes = less_vp(roster, over)
    else:
        fixes = without_last(limit.contributors, over)
    return Breach(code, message, limit.rule, roster.level.number, limit.contributors, limit.have, limit.most, fixes)


def _too_much(limit: Limit, values: dict[str, object]) -> tuple[Code, Text]:
    if limit.limit == "koku":
        return "koku-over", Text(
            "The units cost %(have)s koku; level %(level)s allows %(most)s: %(over)s too many.", values
        )
    if limit.limit == "vp":
        return "vp-over", Text(
            "The characters cost %(have)s VP; level %(level)s allows %(most)s: %(over)s too many.", values
        )
    if limit.limit == "projectiles-total":
        return "projectile-total", Text("Projectile units: %(have)s in all; level %(level)s allows %(most)s.", values)
    if limit.limit == "cavalry-total":
        return "cavalry-total", Text("Cavalry units: %(have)s in all; level %(level)s allows %(most)s.", values)
    for name in CLASSES:
        named = {**values, "class": CLASS_NAMES[name]}
        if limit.limit == f"{name}-projectiles":
            return "projectile-class", Text(
                "Projectile units among the %(class)s ones: %(have)s; level %(level)s allows %(most)s.", named
            )
        if limit.limit == f"{name}-cavalry":
            return "cavalry-class", Text(
                "Cavalry units among the %(class)s ones: %(have)s; level %(level)s allows %(most)s.", named
            )
    if limit.limit == "special-units":
        return "too-many-special", Text("Special units: %(have)s; level %(level)s allows %(most)s.", values)
    if limit.limit == "elite-units":
        return "too-many-elite", Text("Elite units: %(have)s; level %(level)s allows %(most)s.", values)
    rank = next(word for name, word in RANKS.values() if name == limit.limit)
    return "character-limit", Text("%(rank)s: %(have)s; level %(level)s allows %(most)s.", {**values, "rank": rank})
