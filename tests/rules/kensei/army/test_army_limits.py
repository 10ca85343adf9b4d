"""Every limit of both level tables at one less, exactly, and one more, for every level (12:3, 12:4, K33 to K35)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.content import catalog
from companion.rules.kensei.army import Limit, judge, most_miniatures
from tests.rules.kensei.army import naive
from tests.rules.kensei.army.lists import Doc, army, doc, hero, plain, unit

LEVELS = range(1, 11)
SPECIAL = {"buke": "yari-samurai", "sohei": "naginata-sohei", "kuge": "onna-bushi"}
ELITE = {"buke": "kengo", "sohei": "ikame-bo", "kuge": "ninjas"}
SHOOTERS = {"basic": "yumi-ashigaru", "special": "teppotai", "elite": "ninjas"}
RIDERS = {"basic": "kiba-musha", "special": "ama-kihei"}


def codes(document: Doc) -> list[str]:
    return [problem.code for problem in judge(army(document), catalog()).problems]


def limit_of(document: Doc, name: str) -> Limit:
    return next(limit for limit in judge(army(document), catalog()).limits if limit.limit == name)


def around(most: int) -> Iterator[tuple[int, bool]]:
    """One less, as many, one more; and whether that is allowed."""
    yield from ((have, have <= most) for have in (most - 1, most, most + 1) if have >= 0)


# ---- how many units


@pytest.mark.parametrize("level", LEVELS)
def test_basic_units_have_a_least_number(level: int) -> None:
    least = naive.LEVELS[level][1]
    for have in (least - 1, least, least + 1):
        document = doc(level=level, units=[unit("yari-ashigaru")] * have)
        assert ("too-few-basic" in codes(document)) == (have < least)
        found = limit_of(document, "basic-units")
        assert (found.have, found.least, found.most) == (have, least, None)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("place", "units", "code"), [(2, SPECIAL, "too-many-special"), (3, ELITE, "too-many-elite")])
def test_special_and_elite_units_have_a_most(level: int, place: int, units: dict[str, str], code: str) -> None:
    most: Any = naive.LEVELS[level][place]
    for path, name in units.items():
        for have, allowed in around(most):
            document = plain(path, level, units=[unit(name)] * have)
            assert (code not in codes(document)) == allowed
            assert limit_of(document, code.removeprefix("too-many-") + "-units").most == most


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["basic", "special", "elite"])
@pytest.mark.parametrize(
    ("place", "units", "code", "limit"),
    [(4, SHOOTERS, "projectile-class", "projectiles"), (5, RIDERS, "cavalry-class", "cavalry")],
)
def test_projectile_and_cavalry_units_of_a_class(
    level: int, name: str, place: int, units: dict[str, str], code: str, limit: str
) -> None:
    if name not in units:  # no elite unit of the book rides
        return
    most: Any = naive.LEVELS[level][place]
    allowed_most = most[naive.CLASSES.index(name)]
    if allowed_most is None:  # level 1: the bare elite 0 has no P and C of its own (K83)
        document = plain("kuge", level, units=[unit(units[name])] * 3)
        assert code not in codes(document)
        assert not [one for one in judge(army(document), catalog()).limits if one.limit == f"{name}-{limit}"]
        return
    path = "sohei" if units[name] == "ama-kihei" else "kuge"
    for have, allowed in around(allowed_most):
        document = plain(path, level, units=[unit(units[name])] * have)
        assert (code not in codes(document)) == allowed
        assert limit_of(document, f"{name}-{limit}").have == have


SHOOTING = ["yumi-ashigaru", "yumi-samurai", "ninjas", "teppotai", "ishitsubute-ashigaru", "yumi-ashigaru"]
RIDING = ["kiba-musha", "yari-kiba-musha", "ama-kihei", "kiba-musha", "yari-kiba-musha"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("place", "path", "mixed", "code", "limit"),
    [
        (7, "kuge", SHOOTING, "projectile-total", "projectiles-total"),
        (8, "sohei", RIDING, "cavalry-total", "cavalry-total"),
    ],
)
def test_projectile_and_cavalry_units_in_all(
    level: int, place: int, path: str, mixed: list[str], code: str, limit: str
) -> None:
    most: Any = naive.LEVELS[level][place]
    for have, allowed in around(most):
        document = plain(path, level, units=[unit(name) for name in mixed[:have]])
        assert (code not in codes(document)) == allowed
        found = limit_of(document, limit)
        assert (found.have, found.most, len(found.contributors)) == (have, most, have)


# ---- how many miniatures


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", naive.UNITS)
def test_the_size_of_every_unit(level: int, name: str) -> None:
    basic = naive.UNITS[name][2]
    most = naive.most_in({"unit": name}, level)
    assert most_miniatures(catalog().units[name], catalog().levels[level]) == most
    path = naive.UNITS[name][1] or "buke"
    for have in {basic - 1, basic, most - 1, most, most + 1}:
        found = codes(plain(path, level, units=[unit(name, have)]))
        assert ("unit-too-large" in found) == (have > most)
        assert ("unit-too-small" in found) == (have < basic)


# ---- points


@pytest.mark.parametrize("level", LEVELS)
def test_koku(level: int) -> None:
    """Miniatures of 20 koku, one of 15, and that one with a standard-bearer; their number is another matter."""
    allowed = naive.LEVELS[level][6]
    exact = doc(level=level, units=[unit("yumi-ashigaru", allowed // 20)])
    less = unit("yumi-ashigaru", allowed // 20 - 1)
    assert sum(map(naive.koku_of, exact["units"])) == allowed
    assert "koku-over" not in codes(exact)
    assert limit_of(exact, "koku").most == allowed
    assert "koku-over" not in codes(doc(level=level, units=[less, unit("yari-ashigaru", 1)]))
    over = doc(level=level, units=[less, unit("yari-ashigaru", 1, standard_bearer=True)])
    (problem,) = (p for p in judge(army(over), catalog()).problems if p.code == "koku-over")
    assert (problem.have, problem.allowed) == (allowed + 20, allowed)


@pytest.mark.parametrize("level", LEVELS)
def test_vp(level: int) -> None:
    """Foot and mounted Daisho Samurai (120, 170) and Daisho Ashigaru (80) reach every level's VP to the point."""
    allowed = naive.HEROES[level][1]
    rest = next(n for n in range(20) if (allowed - 170 * n) % 40 == 0 and allowed - 170 * n not in (40,))
    forties = (allowed - 170 * rest) // 40
    threes, twos = forties % 2, (forties - 3 * (forties % 2)) // 2
    heroes = [hero("daisho-samurai", mounted=True)] * rest + [hero("daisho-samurai")] * threes
    exact = doc(level=level, characters=[*heroes, *[hero("daisho-ashigaru")] * twos])
    assert sum(map(naive.vp_of, exact["characters"])) == allowed
    assert "vp-over" not in codes(exact)
    assert limit_of(exact, "vp").most == allowed
    over = {**exact, "characters": [{**one, "mounted": True} for one in exact["characters"]]}
    assert "vp-over" in codes(over)


def test_level_ten_is_open_and_the_others_are_not() -> None:
    lots = [unit("katana-samurai", 12)] * 13  # 4680 koku
    at_ten = doc(level=10, units=lots)
    assert "koku-over" in codes(at_ten)
    assert "koku-over" in codes({**at_ten, "koku_limit": 4679})
    assert "koku-over" not in codes({**at_ten, "koku_limit": 4680})
    at_nine = {**at_ten, "level": 9, "koku_limit": 9000}
    assert "koku-over" in codes(at_nine)
    verdict = judge(army(at_nine), catalog())
    assert verdict.koku.allowed == 3600
    assert "koku-over" not in {problem.code for problem in verdict.ladder[9].problems}


# ---- characters


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("place", "rank"), list(enumerate(naive.RANKS)))
def test_the_characters_of_every_rank(level: int, place: int, rank: str) -> None:
    most = naive.HEROES[level][0][place]
    name = {"daimyo": "daimyo-buke", "taisho": "taisho-buke", "busho": "busho-buke"}.get(rank, rank)
    specials = ["geisha", "spy", "kensei"]
    for have, allowed in around(most):
        heroes = [hero(specials[n] if rank == "special" else name) for n in range(have)]
        document = doc(level=level, units=plain(level=level)["units"], characters=heroes)
        assert ("character-limit" not in codes(document)) == allowed
        limit = limit_of(document, "special-characters" if rank == "special" else rank)
        assert (limit.have, limit.most, limit.rule) == (have, most, "12:4")
