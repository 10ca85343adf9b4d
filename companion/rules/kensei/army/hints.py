"""Advice on a list that is no problem: what was left open, and points left over (K33, K41, K84)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.kensei.army.roster import Roster, most_miniatures
from companion.rules.kensei.army.together import allowance
from companion.rules.kensei.army.verdict import Breach, Code, Hint
from companion.rules.text import Text, counted

TOO_LITTLE: tuple[Code, ...] = ("too-few-basic", "unit-too-small")
"""What no unit has to go for."""


def hints(roster: Roster, broken: Iterable[Breach]) -> Iterator[Hint]:
    """Every piece of advice for the list; `broken` is what is wrong with it."""
    yield from _general(roster)
    yield from _characters(roster)
    yield from _koku(roster, broken)
    yield from _vp(roster)


def _general(roster: Roster) -> Iterator[Hint]:
    general, most = roster.general(), allowance(roster)[2]
    left = most - len(roster.army.taisho_abilities)
    if general is not None and left > 0:
        who = {"who": roster.title(general)}
        if left < most:
            message = counted(
                "%(who)s may choose %(num)s more Taisho ability.",
                "%(who)s may choose %(num)s more Taisho abilities.",
                left,
                who,
            )
        else:
            message = counted(
                "%(who)s may choose a Taisho ability.", "%(who)s may choose up to %(num)s Taisho abilities.", left, who
            )
        yield Hint("ability-unchosen", message, "12:6:2", (general.id,))


def _characters(roster: Roster) -> Iterator[Hint]:
    fielded = {unit.id for unit in roster.army.fielded}
    for one in roster.army.present:
        who, values = roster.who(one), {"who": roster.title(one)}
        if who.id == "shinobi" and one.kind is None:
            message = Text("%(who)s: write down whether he is a Mitsumono, a Kamari or a Denuki.", values)
            yield Hint("kind-unchosen", message, "12:6:3", (one.id,))
        if who.id != "shinobi" and one.kind is not None:
            message = Text("%(who)s: only a Shinobi has a kind; the one written down does not count.", values)
            yield Hint("kind-ignored", message, "12:6:3", (one.id,))
        if who.weapon_choice and one.weapon not in who.weapon_choice:
            message = Text("%(who)s: choose a weapon; until then it is the first of his.", values)
            yield Hint("weapon-unchosen", message, "12:6:1", (one.id,))
        hides = "hidden" in who.traits or one.kind == "mitsumono"
        if hides and one.joins not in fielded:
            message = Text("%(who)s starts hidden in a unit: choose which.", values)
            yield Hint("hidden-alone", message, "12:6:3" if who.id == "shinobi" else "5:1:13", (one.id,))
        elif one.joins is not None and one.joins not in fielded:
            message = Text("%(who)s stands alone while his unit is on the bench.", values)
            yield Hint("joins-benched", message, "4:3:4", (one.id, one.joins))


def _koku(roster: Roster, broken: Iterable[Breach]) -> Iterator[Hint]:
    left = roster.koku_allowed - sum(map(roster.koku, roster.army.fielded))
    if left <= 0:
        return
    # What may have to go is not advised to grow.
    doubted = {id_ for breach in broken if breach.code not in TOO_LITTLE for id_ in breach.about}
    growing = [
        (roster.profile(unit).koku, unit)
        for unit in roster.army.fielded
        if unit.id not in doubted and unit.miniatures < most_miniatures(roster.profile(unit), roster.level)
    ]
    price, unit = max((way for way in growing if way[0] <= left), key=lambda way: way[0], default=(0, None))
    if unit is None:
        yield Hint("koku-unspent", counted("%(num)s koku is not spent.", "%(num)s koku are not spent.", left), "12:1:3")
    else:
        message = counted(
            "%(num)s koku is not spent; one more in %(unit)s costs %(koku)s.",
            "%(num)s koku are not spent; one more in %(unit)s costs %(koku)s.",
            left,
            {"unit": roster.title(unit), "koku": price},
        )
        yield Hint("koku-unspent", message, "12:1:3", (unit.id,))


def _vp(roster: Roster) -> Iterator[Hint]:
    left = roster.level.vp - sum(map(roster.vp, roster.army.present))
    if left > 0:
        yield Hint("vp-unspent", counted("%(num)s VP is not spent.", "%(num)s VP are not spent.", left), "12:1:5")
