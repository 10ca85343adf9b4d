"""A second checker of army lists, written from chapter 12 and the rulings alone: slow, plain, no code shared.

It reads the JSON document and gives the set of problem codes. The numbers of its tables are the catalog's, which
`tests/content/test_kensei_tables.py` holds against a second transcription.
"""

from collections import Counter
from math import ceil
from typing import Any

from companion.content import catalog
from companion.rules.kensei.profiles import Level

CLASSES = ("basic", "special", "elite")
RANKS = ("daimyo", "taisho", "busho", "daisho-samurai", "daisho-ashigaru", "special")
WORDS = {"projectiles": "shoots", "mounted": "rides", "harasser": "loose"}
UNITS = {
    one.id: (
        *(one.unit_class, one.path, one.basic_unit, one.maximum, one.koku, one.standard_bearer),
        " ".join(WORDS.get(word, word) for word in (*one.traits, *one.weapons)),
    )
    for one in catalog().units.values()
}
"""Class, path, basic unit, maximum, koku, standard-bearer, what it is."""


def _row(level: Level) -> tuple[Any, ...]:
    sizes = (level.general, level.heinin, level.cavalry, level.loner)
    classes = (level.basic, level.special, level.elite)
    return (
        *(tuple(99 if size == "max" else size for size in sizes), level.basic.least, level.special.most),
        *(level.elite.most, tuple(one.projectiles for one in classes), tuple(one.cavalry for one in classes)),
        *(level.koku, level.projectiles_total, level.cavalry_total),
    )


LEVELS = {number: _row(level) for number, level in catalog().levels.items()}
"""Miniatures above the basic unit (general, heinin, cavalry, loner; 99 is the unit's own maximum), least basic, most
special, most elite, P of each class, C of each class, koku, PT, CT."""
HEROES = {n: (tuple(level.characters[rank] for rank in RANKS), level.vp) for n, level in catalog().levels.items()}
"""The most of each rank, and VP."""
PRICES = {"daimyo": 400, "taisho": 250, "busho": 200, "daisho-samurai": 120, "daisho-ashigaru": 80}
SPECIALS = {"kensei": 250, "geisha": 200, "shinobi": 250, "spy": 200}
CHOSEN = ("katana", "spear", "naginata")
CARRIED = {
    **{f"busho-{path}": (*CHOSEN, "bow") for path in ("buke", "kuge", "sohei")},
    "daisho-samurai": ("katana", "bow"),
    "daisho-ashigaru": ("katana",),
    "kensei": ("katana",),
    "geisha": ("fan",),
    "shinobi": ("shinobi-gatana", "blowpipe"),
    "spy": ("katana",),
}
GENERAL_ABILITIES = ("forest-of-spears", "banzai", "ashigarus-general", "master-in-calligraphy")
PATH_ABILITIES = {
    "kuge": ("fulfil-your-duty", "clandestine-practices"),
    "buke": ("expert-strategist", "bushido-law"),
    "sohei": ("darma-wheel", "divine-wind"),
}
LEADERS = ("daimyo", "taisho", "busho", "daisho-samurai")


def rank_and_path(character: str) -> tuple[str, str | None]:
    if character in SPECIALS:
        return "special", None
    if character in ("daisho-samurai", "daisho-ashigaru"):
        return character, None
    rank, path = character.split("-")
    return rank, path


def koku_of(unit: dict[str, Any]) -> int:
    _, _, _, _, koku, bearer, _ = UNITS[unit["unit"]]
    return koku * unit["miniatures"] + (bearer if unit.get("standard_bearer") and bearer else 0)


def vp_of(one: dict[str, Any]) -> int:
    rank, _ = rank_and_path(one["character"])
    price = SPECIALS[one["character"]] if rank == "special" else PRICES[rank]
    return price + (50 if one.get("mounted") else 0)


def is_(unit: dict[str, Any], what: str) -> bool:
    return what in UNITS[unit["unit"]][6].split()


def most_in(unit: dict[str, Any], level: int) -> int:
    general, heinin, cavalry, loner = LEVELS[level][0]
    _, _, basic, maximum, _, _, _ = UNITS[unit["unit"]]
    more = general
    if is_(unit, "heinin"):
        more = heinin
    if is_(unit, "rides"):
        more = cavalry
    if is_(unit, "loner"):
        more = loner
    return min(basic + more, maximum)


def leader_of(army: dict[str, Any]) -> dict[str, Any] | None:
    for rank in LEADERS:
        equals = [one for one in heroes_of(army) if rank_and_path(one["character"])[0] == rank]
        for one in equals:
            if one["id"] == army.get("general"):
                return one
        if equals:
            return equals[0]
    return None


def units_of(army: dict[str, Any]) -> list[dict[str, Any]]:
    return [unit for unit in army["units"] if not unit.get("benched")]


def heroes_of(army: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in army["characters"] if not one.get("benched")]


def codes(army: dict[str, Any], level: int) -> set[str]:
    """The codes of everything wrong with the list at this level."""
    return (
        _points(army, level)
        | _counts(army, level)
        | {code for unit in units_of(army) for code in _unit(army, unit, level)}
        | _heroes(army, level)
        | _leading(army)
        | {code for unit in units_of(army) for code in _inside(army, unit)}
    )


def _points(army: dict[str, Any], level: int) -> set[str]:
    found = set()
    allowed = LEVELS[level][6]
    if level == 10 and army.get("koku_limit"):
        allowed = max(4000, army["koku_limit"])
    if sum(koku_of(unit) for unit in units_of(army)) > allowed:
        found.add("koku-over")
    if sum(vp_of(one) for one in heroes_of(army)) > HEROES[level][1]:
        found.add("vp-over")
    return found


def _counts(army: dict[str, Any], level: int) -> set[str]:
    found = set()
    _, least, special, elite, shooting, riding, _, shooting_total, riding_total = LEVELS[level]
    units = units_of(army)
    by_class = {name: [u for u in units if UNITS[u["unit"]][0] == name] for name in CLASSES}
    if len(by_class["basic"]) < least:
        found.add("too-few-basic")
    if len(by_class["special"]) > special:
        found.add("too-many-special")
    if len(by_class["elite"]) > elite:
        found.add("too-many-elite")
    for name, most_shooting, most_riding in zip(CLASSES, shooting, riding, strict=True):
        if most_shooting is not None and sum(is_(u, "shoots") for u in by_class[name]) > most_shooting:
            found.add("projectile-class")
        if most_riding is not None and sum(is_(u, "rides") for u in by_class[name]) > most_riding:
            found.add("cavalry-class")
    if sum(is_(u, "shoots") for u in units) > shooting_total:
        found.add("projectile-total")
    if sum(is_(u, "rides") for u in units) > riding_total:
        found.add("cavalry-total")
    for name, count in Counter(u["unit"] for u in units).items():
        kind, _, _, _, _, _, what = UNITS[name]
        once = kind == "elite" or "rides" in what
        if (once and count > 1) or ("shoots" in what and count > 2):
            found.add("unit-repeated")
    return found


def _unit(army: dict[str, Any], unit: dict[str, Any], level: int) -> set[str]:
    found = set()
    _, path, basic, _, _, bearer, what = UNITS[unit["unit"]]
    if path not in (None, army["path"]):
        found.add("wrong-path")
    if unit["miniatures"] < basic:
        found.add("unit-too-small")
    if unit["miniatures"] > most_in(unit, level):
        found.add("unit-too-large")
    if unit.get("standard_bearer") and bearer is None:
        found.add("standard-bearer")
    front = unit.get("front")
    if front is not None:
        standing = unit["miniatures"] + sum(one.get("joins") == unit["id"] for one in heroes_of(army))
        narrow, wide = (2, 4) if "rides" in what else (3, max(3, basic))
        ranks = 2 if "teppo" in what else 3
        wider_helps = any(ceil(standing / other) <= ranks for other in range(front, wide + 1))
        too_deep = ceil(standing / front) > ranks and wider_helps
        if front > wide or front < min(narrow, standing) or too_deep:
            found.add("formation")
    return found


def _heroes(army: dict[str, Any], level: int) -> set[str]:
    found = set()
    heroes = heroes_of(army)
    ranks = Counter(rank_and_path(one["character"])[0] for one in heroes)
    for rank, most in zip(RANKS, HEROES[level][0], strict=True):
        if ranks[rank] > most:
            found.add("character-limit")
    if ranks["daimyo"] and ranks["taisho"]:
        found.add("daimyo-and-taisho")
    for one in heroes:
        rank, path = rank_and_path(one["character"])
        if path not in (None, army["path"]):
            found.add("wrong-path")
        if rank == "special" and sum(other["character"] == one["character"] for other in heroes) > 1:
            found.add("special-repeated")
        if one.get("mounted") and rank in ("special", "daisho-ashigaru"):
            found.add("mount-choice")
        if one.get("weapon") and one["weapon"] not in CARRIED.get(one["character"], CHOSEN):
            found.add("weapon-choice")
    return found


def _leading(army: dict[str, Any]) -> set[str]:
    found = set()
    leader = leader_of(army)
    if leader is None:
        found.add("no-general")
    if army.get("general") is not None and (leader is None or leader["id"] != army["general"]):
        found.add("bad-general")
    rank = rank_and_path(leader["character"])[0] if leader else None
    chosen = army.get("taisho_abilities", [])
    common = [id_ for id_ in chosen if id_ in GENERAL_ABILITIES]
    own = [id_ for id_ in chosen if id_ in PATH_ABILITIES[army["path"]]]
    fine = {
        "daimyo": len(common) <= 2 and len(own) <= 1,
        "taisho": len(common) <= 1 and len(own) <= 1,
        "busho": len(common) + len(own) <= 1,
    }.get(str(rank), not chosen)
    if not fine or len(common) + len(own) < len(chosen) or len(set(chosen)) < len(chosen):
        found.add("ability-choice")
    return found


def _inside(army: dict[str, Any], unit: dict[str, Any]) -> set[str]:
    found = set()
    _, _, basic, _, _, _, what = UNITS[unit["unit"]]
    bushi = special = present = 0
    leader = leader_of(army)
    for one in heroes_of(army):
        if one.get("joins") != unit["id"]:
            continue
        rank, _ = rank_and_path(one["character"])
        mitsumono = one["character"] == "shinobi" and one.get("kind") == "mitsumono"
        stays_out = one["character"] == "kensei" or (one["character"] == "shinobi" and not mitsumono)
        if "loner" in what or stays_out:
            found.add("joins-loner")
            continue
        if rank == "special" and not mitsumono:
            special += 1
        else:
            bushi += 1
        present += 1
        if bool(one.get("mounted")) != ("rides" in what):
            found.add("joins-mounted")
        if bushi > 1 or special > 1:
            found.add("joins-two")
        if "shoots" in what and rank != "special":
            bow = rank in ("busho", "daisho-samurai") or one.get("weapon") == "bow"
            if not (("bow" in what.split() and bow) or (rank == "daisho-ashigaru" and "heinin" in what)):
                found.add("joins-projectiles")
        if "heinin" in what and leader is one:
            found.add("joins-heinin")
        if "loose" not in what:
            narrow, wide = (2, 4) if "rides" in what else (3, basic)
            front = unit["front"] if unit.get("front") is not None and narrow <= unit["front"] <= wide else wide
            if unit["miniatures"] + present > front * (2 if "teppo" in what else 3):
                found.add("joins-full")
    return found
