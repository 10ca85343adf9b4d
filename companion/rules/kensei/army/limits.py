"""The counts of a list against both level tables (12:3, 12:4), and what is wrong where one is not kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

from companion.rules.kensei.army.mending import less_koku, less_vp, without_last
from companion.rules.kensei.army.roster import Roster
from companion.rules.kensei.army.verdict import Breach, Code, Limit, Share
from companion.rules.kensei.profiles import Level, Rank, Trait, UnitClass, UnitProfile
from companion.rules.text import Text

UNITS_RULE, CHARACTERS_RULE = "12:3", "12:4"


@dataclass(frozen=True, slots=True)
class UnitLimit:
    """How many units there are of a class, with a trait, or both. A level has one bound, under `least` or `most`."""

    name: str
    code: Code
    words: Text
    """What is wrong where it is not kept."""
    most: str
    least: str = ""
    unit_class: UnitClass | None = None
    trait: Trait | None = None

    def counts(self, unit: UnitProfile) -> bool:
        """Whether such a unit counts."""
        return self.unit_class in (None, unit.unit_class) and (self.trait is None or self.trait in unit.traits)

    def bounds(self, level: Level) -> tuple[int, int | None]:
        """How many the level asks for and allows; None: any number."""
        return attrgetter(self.least)(level) if self.least else 0, attrgetter(self.most)(level)


def _of_class(name: UnitClass, title: Text, code: Code, words: Text) -> Iterator[UnitLimit]:
    yield UnitLimit(f"{name}-units", code, words, f"{name}.most", f"{name}.least", name)
    named = {"class": title}
    shoot = Text("Projectile units among the %(class)s ones: %(have)s; level %(level)s allows %(most)s.", named)
    yield UnitLimit(f"{name}-projectiles", "projectile-class", shoot, f"{name}.projectiles", "", name, "projectiles")
    ride = Text("Cavalry units among the %(class)s ones: %(have)s; level %(level)s allows %(most)s.", named)
    yield UnitLimit(f"{name}-cavalry", "cavalry-class", ride, f"{name}.cavalry", "", name, "mounted")


_FEW = Text("Basic units: %(have)s; level %(level)s asks for at least %(least)s.")
_SPECIAL = Text("Special units: %(have)s; level %(level)s allows %(most)s.")
_ELITE = Text("Elite units: %(have)s; level %(level)s allows %(most)s.")
_SHOOT = Text("Projectile units: %(have)s in all; level %(level)s allows %(most)s.")
_RIDE = Text("Cavalry units: %(have)s in all; level %(level)s allows %(most)s.")
UNIT_LIMITS = (
    *_of_class("basic", Text("basic"), "too-few-basic", _FEW),
    *_of_class("special", Text("special"), "too-many-special", _SPECIAL),
    *_of_class("elite", Text("elite"), "too-many-elite", _ELITE),
    UnitLimit("projectiles-total", "projectile-total", _SHOOT, "projectiles_total", trait="projectiles"),
    UnitLimit("cavalry-total", "cavalry-total", _RIDE, "cavalry_total", trait="mounted"),
)
"""In the order of the tables."""
RANKS: dict[Rank, tuple[str, Text]] = {
    "daimyo": ("daimyo", Text("Daimyo")),
    "taisho": ("taisho", Text("Taisho")),
    "busho": ("busho", Text("Busho")),
    "daisho-samurai": ("daisho-samurai", Text("Daisho Samurai")),
    "daisho-ashigaru": ("daisho-ashigaru", Text("Daisho Ashigaru")),
    "special": ("special-characters", Text("Special characters")),
}
"""The name of each rank's limit, and the word for it in a sentence."""


BROKEN: dict[str, tuple[Code, Text]] = {
    "koku": ("koku-over", Text("The units cost %(have)s koku; level %(level)s allows %(most)s: %(over)s too many.")),
    "vp": ("vp-over", Text("The characters cost %(have)s VP; level %(level)s allows %(most)s: %(over)s too many.")),
    **{limit.name: (limit.code, limit.words) for limit in UNIT_LIMITS},
    **{
        name: ("character-limit", Text("%(rank)s: %(have)s; level %(level)s allows %(most)s.", {"rank": word}))
        for name, word in RANKS.values()
    },
}
"""By the name of each limit what is wrong where it is not kept."""


def limits(roster: Roster) -> tuple[Limit, ...]:
    """Every limit of the level, filled or not, in the order of the tables."""
    return (*_budgets(roster), *_units(roster), *_ranks(roster))


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


def _units(roster: Roster) -> Iterator[Limit]:
    for limit in UNIT_LIMITS:
        least, most = limit.bounds(roster.level)
        own = [unit for unit in roster.army.fielded if limit.counts(roster.profile(unit))]
        if limit.least or most is not None:
            yield _limit(limit.name, [Share(unit.id, 1) for unit in own], UNITS_RULE, least=least or None, most=most)


def _ranks(roster: Roster) -> Iterator[Limit]:
    for rank, (name, _) in RANKS.items():
        own = [one for one in roster.army.present if roster.who(one).rank == rank]
        yield _limit(name, [Share(one.id, 1) for one in own], CHARACTERS_RULE, most=roster.level.characters[rank])


def _limit(name: str, shares: list[Share], rule: str, *, least: int | None = None, most: int | None = None) -> Limit:
    return Limit(name, sum(share.amount for share in shares), least, most, rule, tuple(shares))


# ---- what is wrong


def _problem(roster: Roster, limit: Limit) -> Breach:
    level = roster.level.number
    over, bound = (0, limit.least) if limit.most is None else (limit.have - limit.most, limit.most)
    code, words = BROKEN[limit.limit]
    named = {"have": limit.have, "level": level, "least": limit.least, "most": limit.most, "over": over}
    message = replace(words, values={**words.values, **named})
    if code == "koku-over":
        fixes = less_koku(roster, over)
    elif code == "vp-over":
        fixes = less_vp(roster, over)
    else:
        fixes = without_last(limit.contributors, over)
    return Breach(code, message, limit.rule, level, limit.contributors, limit.have, bound, fixes)
