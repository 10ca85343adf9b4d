"""Who may stand in whose ranks: characters inside units (4:3:4, 12:6; RULINGS K14, K40) and their room (3:4:1)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.kensei.profiles import CharacterProfile, UnitProfile, WeaponId
from companion.rules.text import Refusal, Text

GENERALS = ("daimyo", "taisho", "busho", "daisho-samurai")
"""The ranks that may lead an army, highest first (K31): a Daisho Ashigaru never does."""


def capacity(unit: UnitProfile) -> int | None:
    """How many bases the formation holds, characters included (3:4:1); None for harassers, who have no formation."""
    if "harasser" in unit.traits:
        return None
    ranks = 2 if "teppo" in unit.weapons else 3
    front = 4 if "mounted" in unit.traits else unit.basic_unit
    return front * ranks


def carries(character: CharacterProfile, weapon: WeaponId | None, unit: UnitProfile) -> bool:
    """Whether a Bushi carries the weapon of a firing unit; a Daisho Ashigaru counts as carrying it (K14)."""
    if character.rank == "daisho-ashigaru" and "ashigaru" in unit.traits:
        return True
    return any(w in unit.weapons for w in (*character.weapons, weapon) if w)


def general_of(characters: Sequence[CharacterProfile]) -> int | None:
    """Which of these characters leads the army (K31): the first of the highest rank, or None."""
    ranked = [(GENERALS.index(c.rank), i) for i, c in enumerate(characters) if c.rank in GENERALS]
    return min(ranked)[1] if ranked else None


def may_join(
    unit: UnitProfile,
    miniatures: int,
    inside: Sequence[CharacterProfile],
    newcomer: CharacterProfile,
    *,
    mounted: bool = False,
    weapon: WeaponId | None = None,
    is_general: bool = False,
) -> Refusal | None:
    """Why the newcomer may not start in this unit, or None where he may. `inside` are the characters already there."""
    names = {"who": newcomer.name, "unit": unit.name}
    if "loner" in unit.traits:
        return Refusal(Text("Nobody joins %(unit)s: they are loners. Choose another unit.", names), "5:1:10")
    if "loner" in newcomer.traits and newcomer.id not in ("spy",):
        return Refusal(Text("%(who)s is a loner and joins no unit: let him stand alone.", names), "5:1:10")
    if mounted != ("mounted" in unit.traits):
        how = Text("mounted") if mounted else Text("on foot")
        return Refusal(
            Text("%(who)s is %(how)s and %(unit)s is not: they must be alike.", {**names, "how": how}), "4:3:4"
        )
    special = newcomer.rank == "special"
    if any((c.rank == "special") == special for c in inside):
        kind = Text("special character") if special else Text("Bushi")
        return Refusal(Text("%(unit)s already has a %(kind)s: one of each at most.", {**names, "kind": kind}), "4:3:4")
    if not special and "projectiles" in unit.traits and not carries(newcomer, weapon, unit):
        return Refusal(Text("%(unit)s takes only a Bushi who carries their weapon.", names), "4:3:4")
    if is_general and "heinin" in unit.traits:
        return Refusal(Text("The general never stands in a Heinin unit like %(unit)s.", names), "4:3:4")
    room = capacity(unit)
    if room is not None and miniatures + len(inside) + 1 > room:
        return Refusal(
            Text(
                "%(unit)s has no place left: its formation holds %(room)s, characters included.",
                {**names, "room": room},
            ),
            "3:4:1",
        )
    return None
