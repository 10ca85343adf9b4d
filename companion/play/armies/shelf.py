"""What the owner's shelf of miniatures has and lacks for a list.

A collection counts miniatures by profile (`busho-buke`), and of each profile those that are something besides
(`busho-buke.mounted`, `busho-buke.spear`, `katana-samurai.standard`, `kengo.painted`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from companion.content import catalog
from companion.rules.kensei.army import Army
from companion.rules.text import Text

STANDARD, MOUNTED, PAINTED = "standard", "mounted", "painted"


@cache
def kinds() -> dict[str, dict[str, str | Text]]:
    """What is counted: of each profile all it has, and the parts that are told apart, with their words."""
    counted: dict[str, dict[str, str | Text]] = {}
    for unit in catalog().units.values():
        standard = {STANDARD: Text("with a standard")} if unit.standard_bearer is not None else {}
        counted[unit.id] = {**standard, PAINTED: Text("painted")}
    for who in catalog().characters.values():
        arms = {str(weapon): catalog().weapons[weapon].name for weapon in who.weapon_choice}
        horse = {MOUNTED: Text("mounted")} if who.may_ride else {}
        counted[who.id] = {**arms, **horse, PAINTED: Text("painted")}
    return counted


def count_name(key: str) -> str | Text:
    """A count in words: `Busho Buke`, or `Busho Buke, mounted` for a part."""
    id_, _, part = key.partition(".")
    name = (catalog().units.get(id_) or catalog().characters[id_]).name
    return Text("%(name)s, %(part)s", {"name": name, "part": kinds()[id_][part]}) if part else name


def limit_of(owned: Mapping[str, int], id_: str, part: str) -> int | None:
    """How many of a profile are of this part; None where its owner tells none apart.

    Who counts one standard or one horse counts them all; weapons are told apart by character.
    """
    if part in (STANDARD, MOUNTED):
        counted = any(count for key, count in owned.items() if key.endswith(f".{part}"))
    else:
        counted = any(owned.get(f"{id_}.{weapon}") for weapon in catalog().characters[id_].weapon_choice)
    return min(owned.get(f"{id_}.{part}", 0), owned.get(id_, 0)) if counted else None


def armed(owned: Mapping[str, int], id_: str) -> int:
    """How many characters of a profile can be fielded: of who tells weapons apart, those with one."""
    limits = (limit_of(owned, id_, weapon) for weapon in catalog().characters[id_].weapon_choice)
    known = [limit for limit in limits if limit is not None]
    return min(owned.get(id_, 0), sum(known)) if known else owned.get(id_, 0)


def needed_miniatures(army: Army) -> dict[str, int]:
    """How many miniatures of each profile, and of its parts, a list puts on the table."""
    needed = Counter[str]()
    for unit in army.fielded:
        needed[unit.unit] += unit.miniatures
        needed[f"{unit.unit}.{STANDARD}"] += unit.standard_bearer and STANDARD in kinds()[unit.unit]
    for one in army.present:
        needed[one.character] += 1
        needed[f"{one.character}.{MOUNTED}"] += one.mounted
        needed[f"{one.character}.{one.weapon}"] += one.weapon in catalog().characters[one.character].weapon_choice
    return dict(+needed)


def missing_miniatures(army: Army, owned: Mapping[str, int]) -> dict[str, int]:
    """What the collection lacks for the list; nothing where nobody has counted any miniature."""
    if not owned:
        return {}
    short = {key: count - _there(owned, key, count) for key, count in needed_miniatures(army).items()}
    return {key: count for key, count in short.items() if count > 0}


def lacks_of(missing: Mapping[str, int], id_: str, *parts: str | None) -> tuple[tuple[int, str | Text], ...]:
    """What is missing of all of a profile, and of those with these parts: how many, and the part's words."""
    words = {"": "", **kinds()[id_]}
    return tuple(
        (missing[key], words[part])
        for part in words
        if (key := f"{id_}.{part}".rstrip(".")) in missing and part in ("", *parts)
    )


def _there(owned: Mapping[str, int], key: str, needed: int) -> int:
    id_, _, part = key.partition(".")
    if not part:
        return owned.get(id_, 0)
    most = limit_of(owned, id_, part)
    return needed if most is None else most
