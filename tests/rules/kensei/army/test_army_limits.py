"""Every limit of both level tables at one less, exactly, and one more, for every level (12:3, 12:4, K33 to K35)."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.content import catalog
from companion.rules.kensei.army import judge, most_miniatures
from tests.rules.kensei.army import naive
from tests.rules.kensei.army.lists import Doc, army, doc, hero, plain, unit

SPECIAL = {"buke": "yari-samurai", "sohei": "naginata-sohei", "kuge": "onna-bushi"}
ELITE = {"buke": "kengo", "sohei": "ikame-bo", "kuge": "ninjas"}
SHOOTERS = ("yumi-ashigaru", "teppotai", "ninjas")
RIDERS = ("kiba-musha", "ama-kihei")
"""One of each class; no elite unit of the book rides."""
SHOOTING = ["yumi-ashigaru", "yumi-samurai", "ninjas", "teppotai", "ishitsubute-ashigaru", "yumi-ashigaru"]
RIDING = ["kiba-musha", "yari-kiba-musha", "ama-kihei", "kiba-musha", "yari-kiba-musha"]
HEROES = {rank: [rank] * 4 for rank in naive.RANKS}
HEROES |= {rank: [f"{rank}-buke"] * 4 for rank in ("daimyo", "taisho", "busho")}
HEROES["special"] = ["geisha", "spy", "kensei"]


def codes(document: Doc) -> set[str]:
    return {problem.code for problem in judge(army(document), catalog()).problems}


def around(most: int) -> range:
    """One less, as many, one more."""
    return range(max(0, most - 1), most + 2)


def lists_of_units(level: int) -> Iterator[Doc]:
    least, special, elite = naive.LEVELS[level][1:4]
    shooting, riding, _, all_shooting, all_riding = naive.LEVELS[level][4:]
    for have in around(least):
        yield doc(level=level, units=[unit("yari-ashigaru")] * have)
    for most, units in ((special, SPECIAL), (elite, ELITE)):
        for path, name in units.items():
            yield from (plain(path, level, units=[unit(name)] * have) for have in around(most))
    for of_classes, names in ((shooting, SHOOTERS), (riding, RIDERS)):
        for of_class, name in zip(of_classes, names, strict=False):
            path = naive.UNITS[name][1] or "kuge"
            counts = around(3 if of_class is None else of_class)
            yield from (plain(path, level, units=[unit(name)] * have) for have in counts)
    for most, path, mixed in ((all_shooting, "kuge", SHOOTING), (all_riding, "sohei", RIDING)):
        yield from (plain(path, level, units=[unit(name) for name in mixed[:have]]) for have in around(most))
    for name, (_, of_path, basic, *_) in naive.UNITS.items():
        most = naive.most_in({"unit": name}, level)
        for have in {basic - 1, basic, most - 1, most, most + 1}:
            yield plain(of_path or "buke", level, units=[unit(name, have)])


def lists_of_characters(level: int) -> Iterator[Doc]:
    units = plain(level=level)["units"]
    for rank, most in zip(naive.RANKS, naive.HEROES[level][0], strict=True):
        yield from (doc(level=level, units=units, characters=[*map(hero, HEROES[rank][:n])]) for n in around(most))


def lists_at_their_points(level: int) -> Iterator[tuple[Doc, set[str]]]:
    """Miniatures of 20 koku, one of 15, and that one with a standard-bearer; foot and mounted Daisho Samurai (120, 170)
    and Daisho Ashigaru (80), who reach every level's VP to the point; and what of them is too much."""
    allowed = naive.LEVELS[level][6]
    less = unit("yumi-ashigaru", allowed // 20 - 1)
    yield doc(level=level, units=[unit("yumi-ashigaru", allowed // 20)]), set()
    yield doc(level=level, units=[less, unit("yari-ashigaru", 1)]), set()
    yield doc(level=level, units=[less, unit("yari-ashigaru", 1, standard_bearer=True)]), {"koku-over"}
    allowed = naive.HEROES[level][1]
    riders = next(n for n in range(20) if (allowed - 170 * n) % 40 == 0 and allowed - 170 * n != 40)
    forties = (allowed - 170 * riders) // 40
    heroes = [hero("daisho-samurai", mounted=True)] * riders + [hero("daisho-samurai")] * (forties % 2)
    exact = doc(level=level, characters=[*heroes, *[hero("daisho-ashigaru")] * ((forties - 3 * (forties % 2)) // 2)])
    assert sum(map(naive.vp_of, exact["characters"])) == allowed
    yield exact, set()
    yield {**exact, "characters": [{**one, "mounted": True} for one in exact["characters"]]}, {"vp-over"}


@pytest.mark.parametrize("level", naive.LEVELS)
def test_one_less_exactly_and_one_more(level: int) -> None:
    for document in (*lists_of_units(level), *lists_of_characters(level)):
        assert codes(document) == naive.codes(document, level), document
    for document, over in lists_at_their_points(level):
        assert codes(document) & {"koku-over", "vp-over"} == over, document


@pytest.mark.parametrize("level", naive.LEVELS)
def test_the_limits_are_those_of_the_tables(level: int) -> None:
    """The bare elite 0 of level 1 has no P and C of its own (K83)."""
    _, least, special, elite, shooting, riding, koku, all_shooting, all_riding = naive.LEVELS[level]
    ranks, vp = naive.HEROES[level]
    expected: dict[str, Any] = {"koku": koku, "vp": vp, "special-units": special, "elite-units": elite}
    expected |= {"projectiles-total": all_shooting, "cavalry-total": all_riding}
    for name, of_classes in (("projectiles", shooting), ("cavalry", riding)):
        of_names = zip(naive.CLASSES, of_classes, strict=True)
        expected |= {f"{of_class}-{name}": most for of_class, most in of_names if most is not None}
    expected |= dict(zip((*naive.RANKS[:-1], "special-characters"), ranks, strict=True))
    found = {one.limit: one for one in judge(army(plain(level=level)), catalog()).limits}
    basic = found.pop("basic-units")
    assert (basic.least, basic.most) == (least, None)
    assert {name: one.most for name, one in found.items()} == expected
    for name in naive.UNITS:
        known = most_miniatures(catalog().units[name], catalog().levels[level])
        assert known == naive.most_in({"unit": name}, level), name
