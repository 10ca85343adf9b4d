"""The limit strip: seven numbers that are on every page of the builder, with all the limits behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.content import catalog
from companion.rules.kensei.army import Army, Breach, Limit, Verdict, limits_at
from companion.rules.text import Text

CELLS: Mapping[str, tuple[Text, Text, tuple[str, ...]]] = {
    "koku": (Text("koku"), Text("Koku"), ("koku",)),
    "vp": (
        Text("VP"),
        Text("VP and characters"),
        ("vp", "daimyo", "taisho", "busho", "daisho-samurai", "daisho-ashigaru", "special-characters"),
    ),
    "basic": (Text("basic"), Text("Basic units"), ("basic-units", "basic-projectiles", "basic-cavalry")),
    "special": (Text("special"), Text("Special units"), ("special-units", "special-projectiles", "special-cavalry")),
    "elite": (Text("elite"), Text("Elite units"), ("elite-units", "elite-projectiles", "elite-cavalry")),
    "projectiles": (
        Text("proj."),
        Text("Projectile units"),
        ("projectiles-total", "basic-projectiles", "special-projectiles", "elite-projectiles"),
    ),
    "cavalry": (
        Text("cavalry"),
        Text("Cavalry units"),
        ("cavalry-total", "basic-cavalry", "special-cavalry", "elite-cavalry"),
    ),
}
"""The strip's cells: short name, whole name, and the limits behind each, its own first."""

LIMIT_NAMES: Mapping[str, Text] = {
    "koku": Text("Koku"),
    "vp": Text("VP"),
    "basic-units": Text("Basic units"),
    "basic-projectiles": Text("Projectile units among the basic ones"),
    "basic-cavalry": Text("Cavalry among the basic ones"),
    "special-units": Text("Special units"),
    "special-projectiles": Text("Projectile units among the special ones"),
    "special-cavalry": Text("Cavalry among the special ones"),
    "elite-units": Text("Elite units"),
    "elite-projectiles": Text("Projectile units among the elite ones"),
    "elite-cavalry": Text("Cavalry among the elite ones"),
    "projectiles-total": Text("Projectile units in all"),
    "cavalry-total": Text("Cavalry units in all"),
    "daimyo": Text("Daimyo"),
    "taisho": Text("Taisho"),
    "busho": Text("Busho"),
    "daisho-samurai": Text("Daisho Samurai"),
    "daisho-ashigaru": Text("Daisho Ashigaru"),
    "special-characters": Text("Special characters"),
}
CELL_OF = {
    "koku-over": "koku",
    "vp-over": "vp",
    "character-limit": "vp",
    "too-few-basic": "basic",
    "too-many-special": "special",
    "too-many-elite": "elite",
    "projectile-total": "projectiles",
    "projectile-class": "projectiles",
    "cavalry-total": "cavalry",
    "cavalry-class": "cavalry",
}


@dataclass(frozen=True, slots=True)
class LimitRow:
    """One limit unfolded: who fills it, and what the next level would allow."""

    name: Text
    limit: Limit
    bounds: Text
    shares: tuple[tuple[str, str | Text, int], ...]
    """Id, title and amount of each contributor."""
    next: Text | None


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the strip. `broken` shows by shape, too; `spoken` is read aloud instead of `note`."""

    id: str
    name: Text
    title: Text
    have: int
    note: Text
    spoken: Text
    broken: bool
    full: bool
    rows: tuple[LimitRow, ...]
    problems: tuple[Breach, ...]


def cells_of(army: Army, verdict: Verdict, titles: Mapping[str, str | Text]) -> Iterator[Cell]:
    limits = {limit.limit: limit for limit in verdict.limits}
    above = {limit.limit: limit for limit in limits_at(army, catalog(), army.level + 1)} if army.level < 10 else {}
    for id_, (name, whole, behind) in CELLS.items():
        rows = tuple(_limit_row(limits[one], above.get(one), army.level, titles) for one in behind if one in limits)
        own = rows[0].limit
        problems = tuple(p for p in verdict.problems if CELL_OF.get(p.code) == id_)
        broken = [row.limit for row in rows if not row.limit.kept]
        yield Cell(
            id=id_,
            name=name,
            title=whole,
            have=own.have,
            note=_note(own, broken=bool(broken)),
            spoken=_spoken(own, problems),
            broken=bool(broken),
            full=not broken and own.most is not None and own.have >= own.most,
            rows=rows,
            problems=problems,
        )


def _spoken(limit: Limit, problems: tuple[Breach, ...]) -> Text:
    """What is read aloud after a cell's number: what has no room there in words, else its note."""
    if limit.least is not None and limit.have < limit.least:
        return Text("needs %(count)s", {"count": limit.least - limit.have})
    if limit.most is not None and limit.have > limit.most:
        return Text("%(count)s over", {"count": limit.have - limit.most})
    return problems[0].message if limit.kept and problems else _note(limit, broken=False)


def _note(limit: Limit, *, broken: bool) -> Text:
    """The word under a cell's number."""
    if limit.most is not None and limit.have > limit.most:
        return Text("+%(count)s", {"count": limit.have - limit.most})
    if broken and limit.kept:
        return Text("why?")
    if limit.most is None:
        return Text("of %(least)s+", {"least": limit.least or 0})
    return Text("of %(most)s", {"most": limit.most})


def _limit_row(limit: Limit, above: Limit | None, level: int, titles: Mapping[str, str | Text]) -> LimitRow:
    shares = tuple((share.id, titles.get(share.id, share.id), share.amount) for share in limit.shares)
    next_: Text | None = None
    if above is not None and (above.most, above.least) != (limit.most, limit.least):
        next_ = Text("level %(level)s: %(bounds)s", {"level": level + 1, "bounds": _bounds(above)})
    return LimitRow(LIMIT_NAMES[limit.limit], limit, _bounds(limit), shares, next_)


def _bounds(limit: Limit) -> Text:
    if limit.most is None:
        return Text("%(least)s or more", {"least": limit.least or 0})
    return Text("at most %(most)s", {"most": limit.most})
