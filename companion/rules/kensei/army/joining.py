"""Who may stand in whose ranks: characters inside units (4:3:4, 12:6; rulings K14, K40) and their room (3:4:1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.kensei.profiles import CharacterProfile, UnitProfile, WeaponId
from companion.rules.text import Refusal, Text

GENERALS = ("daimyo", "taisho", "busho", "daisho-samurai")
"""The ranks that may lead an army, highest first (K31): a Daisho Ashigaru never does."""

ShinobiKind = Literal["mitsumono", "kamari", "denuki"]
"""What a Shinobi is sent to do (12:6:3): to hide in an own unit, behind terrain, or among the enemy."""
KIND_RULES: Mapping[ShinobiKind, Text] = {
    "mitsumono": Text(
        "Starts hidden in a unit of his own side that has no Bushi, and may be shown at any time. Then he counts as "
        "its Bushi, but gives it neither HR nor IN. Once he leaves it, he joins none again."
    ),
    "kamari": Text("Set up as Ninjas are. When an enemy enters the piece he is hidden in, he may stay hidden."),
    "denuki": Text(
        "Before cards are revealed, write down the number of an enemy card; instead of cavalry, the next higher one "
        "that is none. In Taisho orders of his own side he appears in contact with the front of that unit, which is "
        "then engaged; it is no charge. His challenge is not refused that turn."
    ),
}
"""What each kind does, as the sheet of a list explains it (12:6:3, K40, K66, K80)."""

JoinCode = Literal[
    "joins-loner", "joins-mounted", "joins-two", "joins-projectiles", "joins-heinin", "joins-full"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Objection:
    """One rule against a character in a unit; `have` and `allowed` where it is about a number."""

    code: JoinCode
    reason: Text
    rule: str
    have: int | None = None
    allowed: int | None = None


def ranks_of(unit: UnitProfile) -> int:
    """How many ranks deep the unit may stand (3:4:1)."""
    return 2 if "teppo" in unit.weapons else 3


def fronts(unit: UnitProfile) -> tuple[int, int]:
    """The narrowest and the widest front of its formation (3:4:1, K42).

    A basic unit below 3 does not lower the widest front under 3; what has fewer miniatures stands in one rank.
    """
    return (2, 4) if "mounted" in unit.traits else (3, max(3, unit.basic_unit))


def capacity(unit: UnitProfile, front: int | None = None) -> int | None:
    """How many bases the formation holds, characters included (3:4:1); None for harassers, who have no formation.

    `front` is the one chosen; without it (or with an impossible one) the widest counts.
    """
    if "harasser" in unit.traits:
        return None
    least, most = fronts(unit)
    wide = front if front is not None and least <= front <= most else most
    return wide * ranks_of(unit)


def carries(character: CharacterProfile, weapon: WeaponId | None, unit: UnitProfile) -> bool:
    """Whether a Bushi carries the weapon of a firing unit; a Daisho Ashigaru counts as carrying it (K14)."""
    if character.rank == "daisho-ashigaru" and "ashigaru" in unit.traits:
        return True
    return any(w in unit.weapons for w in (*character.weapons, weapon) if w)


def general_of(characters: Sequence[CharacterProfile]) -> int | None:
    """Which of these characters leads the army (K31): the first of the highest rank, or None."""
    ranked = [(GENERALS.index(c.rank), i) for i, c in enumerate(characters) if c.rank in GENERALS]
    return min(ranked)[1] if ranked else None


def takes_bushi_place(character: CharacterProfile) -> bool:
    """Whether he takes a unit's one place for a Bushi; a Shinobi inside is a Mitsumono, who does too (K80)."""
    return character.rank != "special" or character.id == "shinobi"


def objections(
    unit: UnitProfile,
    miniatures: int,
    inside: Sequence[CharacterProfile],
    newcomer: CharacterProfile,
    *,
    mounted: bool = False,
    weapon: WeaponId | None = None,
    is_general: bool = False,
    kind: ShinobiKind | None = None,
    front: int | None = None,
) -> tuple[Objection, ...]:
    """Everything against the newcomer starting in this unit; empty where he may. `inside` are those already there."""
    loner = _loner(unit, newcomer, kind)
    if loner:
        return (loner,)
    return tuple(
        found
        for found in (
            _gait(unit, newcomer, mounted),
            _place(unit, inside, newcomer),
            _weapon(unit, newcomer, weapon),
            _heinin(unit, newcomer, is_general),
            _room(unit, miniatures + len(inside) + 1, newcomer, front),
        )
        if found
    )


def refused_by(found: Sequence[Objection]) -> Refusal | None:
    """The first of these objections as a refusal; None where there is none."""
    return Refusal(found[0].reason, found[0].rule) if found else None


# ---- one rule each


def _loner(unit: UnitProfile, newcomer: CharacterProfile, kind: ShinobiKind | None) -> Objection | None:
    names = {"who": newcomer.name, "unit": unit.name}
    if "loner" in unit.traits:
        return Objection(
            "joins-loner", Text("Nobody joins %(unit)s: they are loners. Choose another unit.", names), "5:1:10"
        )
    if "loner" not in newcomer.traits or newcomer.id == "spy" or (newcomer.id == "shinobi" and kind == "mitsumono"):
        return None
    if newcomer.id == "shinobi" and kind == "denuki":
        reason = Text("A Denuki hides among the enemy and joins no unit of his own: let him stand alone.")
    elif newcomer.id == "shinobi":
        reason = Text("Only a Shinobi who is a Mitsumono may start in a unit: make him one, or let him stand alone.")
    else:
        reason = Text("%(who)s is a loner and joins no unit: let him stand alone.", names)
    return Objection("joins-loner", reason, "12:6:3" if newcomer.id == "shinobi" else "5:1:10")


def _gait(unit: UnitProfile, newcomer: CharacterProfile, mounted: bool) -> Objection | None:
    if mounted == ("mounted" in unit.traits):
        return None
    how = Text("mounted") if mounted else Text("on foot")
    values = {"who": newcomer.name, "unit": unit.name, "how": how}
    return Objection("joins-mounted", Text("%(who)s is %(how)s, unlike %(unit)s: they must be alike.", values), "4:3:4")


def _place(unit: UnitProfile, inside: Sequence[CharacterProfile], newcomer: CharacterProfile) -> Objection | None:
    same = [c for c in inside if takes_bushi_place(c) == takes_bushi_place(newcomer)]
    if not same:
        return None
    if "shinobi" in (newcomer.id, *(c.id for c in same)):
        reason = Text("%(unit)s: a Mitsumono hides only where no Bushi stands.", {"unit": unit.name})
        return Objection("joins-two", reason, "12:6:3", len(same) + 1, 1)
    kind = Text("special character") if newcomer.rank == "special" else Text("Bushi")
    reason = Text("%(unit)s can have only one %(kind)s: choose another unit.", {"unit": unit.name, "kind": kind})
    return Objection("joins-two", reason, "4:3:4", len(same) + 1, 1)


def _weapon(unit: UnitProfile, newcomer: CharacterProfile, weapon: WeaponId | None) -> Objection | None:
    if newcomer.rank == "special" or "projectiles" not in unit.traits or carries(newcomer, weapon, unit):
        return None
    reason = Text("Only a Bushi with the same weapon may join %(unit)s.", {"unit": unit.name})
    return Objection("joins-projectiles", reason, "4:3:4")


def _heinin(unit: UnitProfile, newcomer: CharacterProfile, is_general: bool) -> Objection | None:
    if not is_general or "heinin" not in unit.traits:
        return None
    reason = Text("The general never stands in a Heinin unit like %(unit)s.", {"unit": unit.name})
    return Objection("joins-heinin", reason, "4:3:4")


def _room(unit: UnitProfile, standing: int, newcomer: CharacterProfile, front: int | None) -> Objection | None:
    room = capacity(unit, front)
    if room is None or standing <= room:
        return None
    reason = Text(
        "No place is left in %(unit)s: the formation holds %(room)s, characters included.",
        {"who": newcomer.name, "unit": unit.name, "room": room},
    )
    return Objection("joins-full", reason, "3:4:1", standing, room)
