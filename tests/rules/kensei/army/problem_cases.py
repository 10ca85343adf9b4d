"""A list that fires each problem code, and one, almost the same, that does not (12:2 to 12:6)."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.rules.kensei.army import Fix
from tests.rules.kensei.army.lists import Doc, doc, hero, plain, unit


class Case(NamedTuple):
    """What fires a code, what does not, and the numbers and section of the problem."""

    code: str
    fires: Doc
    quiet: Doc
    have: int | None = None
    allowed: int | None = None
    rule: str = "12:3"
    fixes: Any = ()


def remove(*ids: str) -> list[Fix]:
    return [Fix(remove=id_) for id_ in ids]


def put(id_: str | None, **fields: Any) -> list[Fix]:
    return [Fix(set={"id": id_, **fields} if id_ else fields)]


MITSUMONO = hero("shinobi", kind="mitsumono", joins="u1")
AS_MANY = ("banzai", "bushido-law", "forest-of-spears")
"""Taisho abilities of a Daimyo of the Buke: as many as he may have."""
ALONE = put("c2", joins=None)


def in_unit(one: Doc, host: Doc, level: int = 8, path: str = "buke", **fields: Any) -> Doc:
    """A legal list with a unit u5 and a character c2 who joins it."""
    return plain(path, level, units=[host], characters=[{**one, "joins": "u5"}], **fields)


def led(leader: str, *abilities: str, **fields: Any) -> Doc:
    """A legal list with this leader besides, and with these Taisho abilities."""
    return plain(characters=[hero(leader)], taisho_abilities=list(abilities), **fields)


# Three lines each: a list that fires it; one that does not; and the problem.
CASES = [
    Case("koku-over", plain(level=2, units=[unit("katana-samurai", 5)] * 5),
         plain(level=2, units=[unit("katana-samurai", 5)] * 4),
         945, 800, fixes=remove("u7")),
    Case("vp-over", plain(level=1, characters=[hero("busho-buke"), hero("geisha")]),
         plain(level=1, characters=[hero("geisha")]),
         520, 400, "12:4", remove("c3")),
    Case("too-few-basic", doc(level=4, units=[unit("katana-samurai")] * 2, characters=[hero("daisho-samurai")]),
         doc(level=4, units=[unit("katana-samurai")] * 3, characters=[hero("daisho-samurai")]),
         2, 3),
    Case("too-many-special", plain(level=3, units=[unit("yari-samurai")] * 3),
         plain(level=3, units=[unit("yari-samurai")] * 2),
         3, 2, fixes=remove("u5")),
    Case("too-many-elite", plain("kuge", level=1, units=[unit("ninjas")]),
         plain("kuge", level=2, units=[unit("ninjas")]),
         1, 0, fixes=remove("u3")),
    Case("projectile-class", plain("kuge", level=3, units=[unit("teppotai"), unit("teppotai")]),
         plain("kuge", level=3, units=[unit("teppotai"), unit("onna-bushi")]),
         2, 1, fixes=remove("u4")),
    Case("cavalry-class", plain(level=6, units=[unit("kiba-musha"), unit("yari-kiba-musha")]),
         plain(level=5, units=[unit("kiba-musha"), unit("yari-kiba-musha")]),
         2, 1, fixes=remove("u5")),
    Case("projectile-total", plain("kuge", level=2, units=[unit("yumi-ashigaru"), unit("teppotai"), unit("ninjas")]),
         plain("kuge", level=2, units=[unit("yumi-ashigaru"), unit("teppotai")]),
         3, 2, fixes=remove("u5")),
    Case("cavalry-total", plain("sohei", level=2, units=[unit("kiba-musha"), unit("ama-kihei")]),
         plain("sohei", level=3, units=[unit("kiba-musha"), unit("ama-kihei")]),
         2, 1, fixes=remove("u4")),
    Case("unit-too-small", plain(units=[unit("katana-samurai", 3)]),
         plain(units=[unit("katana-samurai", 4)]),
         3, 4, "12:2:1", put("u3", miniatures=4)),
    Case("unit-too-large", plain(units=[unit("katana-samurai", 7)]),
         plain(units=[unit("katana-samurai", 6)]),
         7, 6, fixes=put("u3", miniatures=6)),
    Case("unit-repeated", plain(level=8, units=[unit("yumi-samurai")] * 3),
         plain(level=8, units=[unit("yumi-samurai")] * 2),
         3, 2, "12:2:2", remove("u7")),
    Case("unit-repeated", plain(level=6, units=[unit("kengo")] * 2),
         plain(level=6, units=[unit("kengo")]),
         2, 1, "12:2:2", remove("u5")),
    Case("unit-repeated", plain(level=5, units=[unit("kiba-musha")] * 2),
         plain(level=5, units=[unit("kiba-musha"), unit("yari-kiba-musha")]),
         2, 1, "12:2:2", remove("u5")),
    Case("wrong-path", plain(units=[unit("onna-bushi")]),
         plain("kuge", units=[unit("onna-bushi")]),
         rule="12:1:2", fixes=remove("u3")),
    Case("wrong-path", plain(characters=[hero("busho-sohei")]),
         plain(characters=[hero("busho-buke")]),
         rule="12:1:2", fixes=remove("c2")),
    Case("standard-bearer", plain(level=4, units=[unit("kiba-musha", standard_bearer=True)]),
         plain(level=4, units=[unit("katana-samurai", standard_bearer=True)]),
         1, 0, "12:5", put("u4", standard_bearer=False)),
    Case("character-limit", plain(level=3, characters=[hero("busho-buke"), hero("busho-buke")]),
         plain(level=6, characters=[hero("busho-buke"), hero("busho-buke")]),
         2, 1, "12:4", remove("c3")),
    Case("daimyo-and-taisho", plain(level=8, characters=[hero("daimyo-buke"), hero("taisho-buke")]),
         plain(level=8, characters=[hero("daimyo-buke"), hero("busho-buke")]),
         1, 0, "12:2:3", remove("c3")),
    Case("special-repeated", plain(level=6, characters=[hero("spy"), hero("spy")]),
         plain(level=6, characters=[hero("spy"), hero("geisha")]),
         2, 1, "12:2:3", remove("c3")),
    Case("no-general", doc(units=[unit("katana-samurai")] * 2, characters=[hero("daisho-ashigaru"), hero("kensei")]),
         doc(units=[unit("katana-samurai")] * 2, characters=[hero("daisho-samurai")]),
         0, 1, "4:4:1"),
    Case("bad-general", plain(characters=[hero("busho-buke")], general="c1"),
         plain(characters=[hero("busho-buke")], general="c2"),
         rule="4:4:1", fixes=put(None, general="c2")),
    Case("bad-general", plain(characters=[hero("daisho-ashigaru")], general="c2"),
         plain(characters=[hero("daisho-ashigaru")], general="c1"),
         rule="4:4:1", fixes=put(None, general="c1")),
    Case("weapon-choice", plain(characters=[hero("busho-buke", weapon="teppo")]),
         plain(characters=[hero("busho-buke", weapon="bow")]),
         rule="12:6:1", fixes=put("c2", weapon="katana")),
    Case("mount-choice", plain(characters=[hero("daisho-ashigaru", mounted=True)]),
         plain(characters=[hero("daisho-samurai", mounted=True)]),
         rule="12:6:1", fixes=put("c2", mounted=False)),
    Case("ability-choice", led("busho-buke", "banzai", "bushido-law"),
         led("busho-buke", "banzai"),
         2, 1, "12:6:2", put(None, taisho_abilities=("banzai",))),
    Case("ability-choice", led("taisho-buke", "banzai", "forest-of-spears", level=4),
         led("taisho-buke", "banzai", "bushido-law", level=4),
         2, 1, "12:6:2", put(None, taisho_abilities=("banzai",))),
    Case("ability-choice", led("daimyo-buke", *AS_MANY, "expert-strategist", level=8),
         led("daimyo-buke", *AS_MANY, level=8),
         2, 1, "12:6:2", put(None, taisho_abilities=AS_MANY)),
    Case("ability-choice", led("busho-buke", "divine-wind"),
         led("busho-sohei", "divine-wind", path="sohei"),
         rule="12:6:2", fixes=put(None, taisho_abilities=())),
    Case("ability-choice", led("daimyo-buke", "banzai", "banzai", level=8),
         led("daimyo-buke", "banzai", "ashigarus-general", level=8),
         rule="12:6:2", fixes=put(None, taisho_abilities=("banzai",))),
    # a Daisho Samurai leads, who has none
    Case("ability-choice", plain(taisho_abilities=["banzai"]),
         plain(taisho_abilities=[]),
         1, 0, "12:6:2", put(None, taisho_abilities=())),
    Case("formation", plain(units=[unit("katana-samurai", front=5)]),
         plain(units=[unit("katana-samurai", front=4)]),
         5, 4, "3:4:1", put("u3", front=4)),
    Case("formation", plain(units=[unit("yari-ashigaru", front=2)]),
         plain(units=[unit("yari-ashigaru", front=3)]),
         2, 3, "3:4:1", put("u3", front=3)),
    Case("formation", plain(level=5, units=[unit("kiba-musha", front=5)]),
         plain(level=5, units=[unit("kiba-musha", front=2)]),
         5, 4, "3:4:1", put("u4", front=4)),
    Case("formation", plain("kuge", level=8, units=[unit("teppotai", 9, front=4)]),
         plain("kuge", level=8, units=[unit("teppotai", 8, front=4)]),
         3, 2, "3:4:1", put("u5", front=5)),
    Case("formation", plain(level=8, units=[unit("katana-samurai", 10, front=3)]),
         plain(level=8, units=[unit("katana-samurai", 9, front=3)]),
         4, 3, "3:4:1", put("u5", front=4)),
    # characters count
    Case("formation", in_unit(hero("busho-buke"), unit("katana-samurai", 9, front=3)),
         in_unit(hero("busho-buke"), unit("katana-samurai", 8, front=3)),
         4, 3, "3:4:1", put("u5", front=4)),
    Case("joins-mounted", in_unit(hero("busho-buke", mounted=True), unit("katana-samurai")),
         in_unit(hero("busho-buke", mounted=True), unit("kiba-musha")),
         rule="4:3:4", fixes=ALONE),
    Case("joins-loner", in_unit(hero("busho-buke"), unit("kengo")),
         in_unit(hero("busho-buke"), unit("yari-samurai")),
         rule="5:1:10", fixes=ALONE),
    *(
        Case("joins-loner", in_unit(hero("shinobi", kind=kind), unit("katana-samurai")),
             in_unit(hero("shinobi", kind="mitsumono"), unit("katana-samurai")),
             rule="12:6:3", fixes=ALONE)
        for kind in (None, "kamari", "denuki")
    ),
    Case("joins-projectiles", in_unit(hero("taisho-buke", weapon="katana"), unit("yumi-samurai")),
         in_unit(hero("busho-buke", weapon="katana"), unit("yumi-samurai")),
         rule="4:3:4", fixes=ALONE),
    Case("joins-heinin", in_unit(hero("busho-buke"), unit("yari-ashigaru")),
         in_unit(hero("daisho-ashigaru"), unit("yari-ashigaru")),
         rule="4:3:4", fixes=ALONE),
    Case("joins-full", in_unit(hero("busho-buke"), unit("katana-samurai", 12), level=9),
         in_unit(hero("busho-buke"), unit("katana-samurai", 11), level=9),
         13, 12, "3:4:1", ALONE),
    Case("joins-full", in_unit(hero("busho-buke"), unit("katana-samurai", 9, front=3)),
         in_unit(hero("busho-buke"), unit("katana-samurai", 9, front=4)),
         10, 9, "3:4:1", put("u5", front=4)),
    Case("joins-two", plain(level=8, characters=[hero("busho-buke", joins="u1"), hero("daisho-samurai", joins="u1")]),
         plain(level=8, characters=[hero("busho-buke", joins="u1"), hero("spy", joins="u1")]),
         2, 1, "4:3:4", put("c3", joins=None)),
    Case("joins-two", plain(level=8, characters=[hero("geisha", joins="u1"), hero("spy", joins="u1")]),
         plain(level=8, characters=[hero("geisha", joins="u1"), hero("spy", joins="u2")]),
         2, 1, "4:3:4", put("c3", joins=None)),
    Case("joins-two", plain(level=8, characters=[hero("busho-buke", joins="u1"), MITSUMONO]),
         plain(level=8, characters=[hero("busho-buke", joins="u2"), MITSUMONO]),
         2, 1, "12:6:3", put("c3", joins=None)),
]  # fmt: skip
