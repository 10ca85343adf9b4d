"""Every problem code has a list that fires it and one, almost the same, that does not (12:2 to 12:6)."""

from __future__ import annotations

from typing import Any, NamedTuple, get_args

import pytest

from companion.content import catalog
from companion.rules.kensei.army import Fix, Problem, judge, mended, problems
from companion.rules.kensei.army.verdict import Code, HintCode
from companion.rules.kensei.joining import JoinCode
from tests.rules.army.lists import Doc, army, doc, hero, plain, unit


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


def in_unit(one: Doc, host: Doc, level: int = 8, path: str = "buke", **fields: Any) -> Doc:
    """A legal list with a unit u5 and a character c2 who joins it."""
    return plain(path, level, units=[host], characters=[{**one, "joins": "u5"}], **fields)


CASES = [
    Case(
        "koku-over",
        plain(level=2, units=[unit("katana-samurai", 5)] * 5),
        plain(level=2, units=[unit("katana-samurai", 5)] * 4),
        945,
        800,
        fixes=remove("u3"),
    ),
    Case(
        "vp-over",
        plain(level=1, characters=[hero("busho-buke"), hero("geisha")]),
        plain(level=1, characters=[hero("geisha")]),
        520,
        400,
        "12:4",
        remove("c1"),
    ),
    Case(
        "too-few-basic",
        doc(level=4, units=[unit("katana-samurai")] * 2, characters=[hero("daisho-samurai")]),
        doc(level=4, units=[unit("katana-samurai")] * 3, characters=[hero("daisho-samurai")]),
        2,
        3,
    ),
    Case(
        "too-many-special",
        plain(level=3, units=[unit("yari-samurai")] * 3),
        plain(level=3, units=[unit("yari-samurai")] * 2),
        3,
        2,
        fixes=remove("u5"),
    ),
    Case(
        "too-many-elite",
        plain("kuge", level=1, units=[unit("ninjas")]),
        plain("kuge", level=2, units=[unit("ninjas")]),
        1,
        0,
        fixes=remove("u3"),
    ),
    Case(
        "projectile-class",
        plain("kuge", level=3, units=[unit("teppotai"), unit("teppotai")]),
        plain("kuge", level=3, units=[unit("teppotai"), unit("onna-bushi")]),
        2,
        1,
        fixes=remove("u4"),
    ),
    Case(
        "cavalry-class",
        plain(level=6, units=[unit("kiba-musha"), unit("yari-kiba-musha")]),
        plain(level=5, units=[unit("kiba-musha"), unit("yari-kiba-musha")]),
        2,
        1,
        fixes=remove("u5"),
    ),
    Case(
        "projectile-total",
        plain("kuge", level=2, units=[unit("yumi-ashigaru"), unit("teppotai"), unit("ninjas")]),
        plain("kuge", level=2, units=[unit("yumi-ashigaru"), unit("teppotai")]),
        3,
        2,
        fixes=remove("u5"),
    ),
    Case(
        "cavalry-total",
        plain("sohei", level=2, units=[unit("kiba-musha"), unit("ama-kihei")]),
        plain("sohei", level=3, units=[unit("kiba-musha"), unit("ama-kihei")]),
        2,
        1,
        fixes=remove("u4"),
    ),
    Case(
        "unit-too-small",
        plain(units=[unit("katana-samurai", 3)]),
        plain(units=[unit("katana-samurai", 4)]),
        3,
        4,
        "12:2:1",
        put("u3", miniatures=4),
    ),
    Case(
        "unit-too-large",
        plain(units=[unit("katana-samurai", 7)]),
        plain(units=[unit("katana-samurai", 6)]),
        7,
        6,
        fixes=put("u3", miniatures=6),
    ),
    Case(
        "unit-repeated",
        plain(level=8, units=[unit("yumi-samurai")] * 3),
        plain(level=8, units=[unit("yumi-samurai")] * 2),
        3,
        2,
        "12:2:2",
        remove("u7"),
    ),
    Case(
        "unit-repeated",
        plain(level=6, units=[unit("kengo")] * 2),
        plain(level=6, units=[unit("kengo")]),
        2,
        1,
        "12:2:2",
        remove("u5"),
    ),
    Case(
        "unit-repeated",
        plain(level=5, units=[unit("kiba-musha")] * 2),
        plain(level=5, units=[unit("kiba-musha"), unit("yari-kiba-musha")]),
        2,
        1,
        "12:2:2",
        remove("u5"),
    ),
    Case(
        "wrong-path",
        plain(units=[unit("onna-bushi")]),
        plain("kuge", units=[unit("onna-bushi")]),
        rule="12:1:2",
        fixes=remove("u3"),
    ),
    Case(
        "wrong-path",
        plain(characters=[hero("busho-sohei")]),
        plain(characters=[hero("busho-buke")]),
        rule="12:1:2",
        fixes=remove("c2"),
    ),
    Case(
        "standard-bearer",
        plain(level=4, units=[unit("kiba-musha", standard_bearer=True)]),
        plain(level=4, units=[unit("katana-samurai", standard_bearer=True)]),
        1,
        0,
        "12:5",
        put("u4", standard_bearer=False),
    ),
    Case(
        "character-limit",
        plain(level=3, characters=[hero("busho-buke"), hero("busho-buke")]),
        plain(level=6, characters=[hero("busho-buke"), hero("busho-buke")]),
        2,
        1,
        "12:4",
        remove("c3"),
    ),
    Case(
        "daimyo-and-taisho",
        plain(level=8, characters=[hero("daimyo-buke"), hero("taisho-buke")]),
        plain(level=8, characters=[hero("daimyo-buke"), hero("busho-buke")]),
        1,
        0,
        "12:2:3",
        remove("c3"),
    ),
    Case(
        "special-repeated",
        plain(level=6, characters=[hero("spy"), hero("spy")]),
        plain(level=6, characters=[hero("spy"), hero("geisha")]),
        2,
        1,
        "12:2:3",
        remove("c3"),
    ),
    Case(
        "no-general",
        doc(units=[unit("katana-samurai")] * 2, characters=[hero("daisho-ashigaru"), hero("kensei")]),
        doc(units=[unit("katana-samurai")] * 2, characters=[hero("daisho-samurai")]),
        0,
        1,
        "4:4:1",
    ),
    Case(
        "bad-general",
        plain(characters=[hero("busho-buke")], general="c1"),
        plain(characters=[hero("busho-buke")], general="c2"),
        rule="4:4:1",
        fixes=put(None, general="c2"),
    ),
    Case(
        "bad-general",
        plain(characters=[hero("daisho-ashigaru")], general="c2"),
        plain(characters=[hero("daisho-ashigaru")], general="c1"),
        rule="4:4:1",
        fixes=put(None, general="c1"),
    ),
    Case(
        "weapon-choice",
        plain(characters=[hero("busho-buke", weapon="bow")]),
        plain(characters=[hero("busho-buke", weapon="naginata")]),
        rule="12:6:1",
        fixes=put("c2", weapon="katana"),
    ),
    Case(
        "weapon-choice",
        plain(characters=[hero("daisho-samurai", weapon="spear")]),
        plain(characters=[hero("daisho-samurai", weapon="bow")]),
        rule="12:6:1",
        fixes=put("c2", weapon=None),
    ),
    Case(
        "mount-choice",
        plain(characters=[hero("daisho-ashigaru", mounted=True)]),
        plain(characters=[hero("daisho-samurai", mounted=True)]),
        rule="12:6:1",
        fixes=put("c2", mounted=False),
    ),
    Case(
        "ability-choice",
        plain(characters=[hero("busho-buke")], taisho_abilities=["banzai", "bushido-law"]),
        plain(characters=[hero("busho-buke")], taisho_abilities=["banzai"]),
        2,
        1,
        "12:6:2",
        put(None, taisho_abilities=("banzai",)),
    ),
    Case(
        "ability-choice",
        plain(level=4, characters=[hero("taisho-buke")], taisho_abilities=["banzai", "forest-of-spears"]),
        plain(level=4, characters=[hero("taisho-buke")], taisho_abilities=["banzai", "bushido-law"]),
        2,
        2,
        "12:6:2",
        put(None, taisho_abilities=("banzai",)),
    ),
    Case(
        "ability-choice",
        plain(
            level=8,
            characters=[hero("daimyo-buke")],
            taisho_abilities=["banzai", "bushido-law", "forest-of-spears", "expert-strategist"],
        ),
        plain(
            level=8,
            characters=[hero("daimyo-buke")],
            taisho_abilities=["banzai", "bushido-law", "forest-of-spears"],
        ),
        4,
        3,
        "12:6:2",
        put(None, taisho_abilities=("banzai", "bushido-law", "forest-of-spears")),
    ),
    Case(
        "ability-choice",
        plain(characters=[hero("busho-buke")], taisho_abilities=["divine-wind"]),
        plain("sohei", characters=[hero("busho-sohei")], taisho_abilities=["divine-wind"]),
        rule="12:6:2",
        fixes=put(None, taisho_abilities=()),
    ),
    Case(
        "ability-choice",
        plain(level=8, characters=[hero("daimyo-buke")], taisho_abilities=["banzai", "banzai"]),
        plain(level=8, characters=[hero("daimyo-buke")], taisho_abilities=["banzai", "ashigarus-general"]),
        rule="12:6:2",
        fixes=put(None, taisho_abilities=("banzai",)),
    ),
    Case(
        "ability-choice",
        plain(taisho_abilities=["banzai"]),  # a Daisho Samurai leads, who has none
        plain(taisho_abilities=[]),
        1,
        0,
        "12:6:2",
        put(None, taisho_abilities=()),
    ),
    Case(
        "formation",
        plain(units=[unit("katana-samurai", front=5)]),
        plain(units=[unit("katana-samurai", front=4)]),
        5,
        4,
        "3:4:1",
        put("u3", front=4),
    ),
    Case(
        "formation",
        plain(units=[unit("yari-ashigaru", front=2)]),
        plain(units=[unit("yari-ashigaru", front=3)]),
        2,
        3,
        "3:4:1",
        put("u3", front=3),
    ),
    Case(
        "formation",
        plain(level=5, units=[unit("kiba-musha", front=5)]),
        plain(level=5, units=[unit("kiba-musha", front=2)]),
        5,
        4,
        "3:4:1",
        put("u4", front=4),
    ),
    Case(
        "formation",
        plain("kuge", level=8, units=[unit("teppotai", 9, front=4)]),
        plain("kuge", level=8, units=[unit("teppotai", 8, front=4)]),
        3,
        2,
        "3:4:1",
        put("u5", front=5),
    ),
    Case(
        "formation",
        plain(level=8, units=[unit("katana-samurai", 10, front=3)]),
        plain(level=8, units=[unit("katana-samurai", 9, front=3)]),
        4,
        3,
        "3:4:1",
        put("u5", front=4),
    ),
    Case(
        "formation",  # characters count
        in_unit(hero("busho-buke"), unit("katana-samurai", 9, front=3)),
        in_unit(hero("busho-buke"), unit("katana-samurai", 8, front=3)),
        4,
        3,
        "3:4:1",
        put("u5", front=4),
    ),
    Case(
        "joins-mounted",
        in_unit(hero("busho-buke", mounted=True), unit("katana-samurai")),
        in_unit(hero("busho-buke", mounted=True), unit("kiba-musha")),
        rule="4:3:4",
        fixes=put("c2", joins=None),
    ),
    Case(
        "joins-mounted",
        in_unit(hero("spy"), unit("kiba-musha")),
        in_unit(hero("spy"), unit("katana-samurai")),
        rule="4:3:4",
        fixes=put("c2", joins=None),
    ),
    Case(
        "joins-loner",
        in_unit(hero("busho-buke"), unit("kengo")),
        in_unit(hero("busho-buke"), unit("yari-samurai")),
        rule="5:1:10",
        fixes=put("c2", joins=None),
    ),
    Case(
        "joins-loner",
        in_unit(hero("kensei"), unit("katana-samurai")),
        in_unit(hero("geisha"), unit("katana-samurai")),
        rule="5:1:10",
        fixes=put("c2", joins=None),
    ),
    *(
        Case(
            "joins-loner",
            in_unit(hero("shinobi", kind=kind), unit("katana-samurai")),
            in_unit(hero("shinobi", kind="mitsumono"), unit("katana-samurai")),
            rule="12:6:3",
            fixes=put("c2", joins=None),
        )
        for kind in (None, "kamari", "denuki")
    ),
    Case(
        "joins-projectiles",
        in_unit(hero("taisho-buke", weapon="katana"), unit("yumi-samurai")),
        in_unit(hero("busho-buke", weapon="katana"), unit("yumi-samurai")),
        rule="4:3:4",
        fixes=put("c2", joins=None),
    ),
    Case(
        "joins-projectiles",
        in_unit(hero("daisho-ashigaru"), unit("yumi-samurai")),
        in_unit(hero("daisho-ashigaru"), unit("yumi-ashigaru")),
        rule="4:3:4",
        fixes=put("c2", joins=None),
    ),
    Case(
        "joins-projectiles",
        in_unit(hero("daisho-samurai"), unit("teppotai"), path="kuge"),
        in_unit(hero("geisha"), unit("teppotai"), path="kuge"),
        rule="4:3:4",
        fixes=put("c2", joins=None),
    ),
    Case(
        "joins-heinin",
        in_unit(hero("busho-buke"), unit("yari-ashigaru")),
        in_unit(hero("daisho-ashigaru"), unit("yari-ashigaru")),
        rule="4:3:4",
        fixes=put("c2", joins=None),
    ),
    Case(
        "joins-full",
        in_unit(hero("busho-buke"), unit("katana-samurai", 12), level=9),
        in_unit(hero("busho-buke"), unit("katana-samurai", 11), level=9),
        13,
        12,
        "3:4:1",
        put("c2", joins=None),
    ),
    Case(
        "joins-full",
        in_unit(hero("daisho-ashigaru"), unit("teppotai", 10), path="kuge"),
        in_unit(hero("daisho-ashigaru"), unit("teppotai", 9), path="kuge"),
        11,
        10,
        "3:4:1",
        put("c2", joins=None),
    ),
    Case(
        "joins-full",
        in_unit(hero("busho-buke"), unit("katana-samurai", 9, front=3)),
        in_unit(hero("busho-buke"), unit("katana-samurai", 9, front=4)),
        10,
        9,
        "3:4:1",
        put("u5", front=4),
    ),
    Case(
        "joins-two",
        plain(level=8, characters=[hero("busho-buke", joins="u1"), hero("daisho-samurai", joins="u1")]),
        plain(level=8, characters=[hero("busho-buke", joins="u1"), hero("spy", joins="u1")]),
        2,
        1,
        "4:3:4",
        put("c3", joins=None),
    ),
    Case(
        "joins-two",
        plain(level=8, characters=[hero("geisha", joins="u1"), hero("spy", joins="u1")]),
        plain(level=8, characters=[hero("geisha", joins="u1"), hero("spy", joins="u2")]),
        2,
        1,
        "4:3:4",
        put("c3", joins=None),
    ),
    Case(
        "joins-two",
        plain(level=8, characters=[hero("busho-buke", joins="u1"), hero("shinobi", kind="mitsumono", joins="u1")]),
        plain(level=8, characters=[hero("busho-buke", joins="u2"), hero("shinobi", kind="mitsumono", joins="u1")]),
        2,
        1,
        "12:6:3",
        put("c3", joins=None),
    ),
]


def found(document: Doc) -> tuple[Problem, ...]:
    return judge(army(document), catalog()).problems


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_fires(case: Case) -> None:
    first = next(problem for problem in found(case.fires) if problem.code == case.code)
    assert first.rule == case.rule
    assert (first.have, first.allowed) == (case.have, case.allowed)
    assert list(first.fixes) == list(case.fixes)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_quiet(case: Case) -> None:
    assert case.code not in {problem.code for problem in found(case.quiet)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_its_fix_mends_it(case: Case) -> None:
    made = army(case.fires)
    for problem in problems(made, catalog()):
        if problem.code == case.code and problem.fixes:
            left = problems(mended(made, problem.fixes), catalog())
            assert not [p for p in left if p.code == case.code and set(p.about) <= set(problem.about)]


def test_every_code_has_a_case() -> None:
    every = {code for part in get_args(Code) for code in get_args(part)}
    assert {case.code for case in CASES} == every
    assert set(get_args(JoinCode)) < every


def test_sentences_say_what_how_many_and_where() -> None:
    document = plain(level=3, units=[{**unit("yari-ashigaru", 13), "name": "First spears"}])
    (large,) = found(document)
    assert str(large.message) == "First spears (Yari Ashigaru): 13 miniatures; level 3 allows 9."
    few = next(p for p in found(doc(level=3)) if p.code == "too-few-basic")
    assert str(few.message) == "Basic units: 0; level 3 asks for at least 2."


# ---- koku and VP, mended at the least loss


@pytest.mark.parametrize(
    ("units", "over", "fixes"),
    [
        ([unit("yumi-samurai", 7), unit("yari-ashigaru", 9)], 15, put("u2", miniatures=8)),
        ([unit("yumi-samurai", 9), unit("yari-ashigaru", 5)], 35, put("u1", miniatures=8)),
        ([unit("katana-samurai"), unit("yari-ashigaru", standard_bearer=True), unit("kengo", 1), unit("yari-ashigaru"),
          unit("yari-ashigaru", 2)], 15, put("u2", standard_bearer=False)),
        ([unit("katana-samurai")] * 3 + [unit("yari-ashigaru", 4), unit("kengo", 1)], 110, None),
    ],
)  # fmt: skip
def test_koku_are_saved_where_it_hurts_least(units: list[Doc], over: int, fixes: list[Fix] | None) -> None:
    """A smaller unit first, then a standard-bearer, then the cheapest unit that is dear enough."""
    document = doc(level=1, units=units)
    (problem,) = (p for p in found(document) if p.code == "koku-over")
    assert problem.have == 400 + over
    assert list(problem.fixes) == (fixes or remove("u1"))


def test_many_units_too_many_take_several_acts_and_none_alone() -> None:
    document = doc(level=1, units=[unit("katana-samurai")] * 12, characters=[hero("daisho-samurai")])
    (problem,) = (p for p in found(document) if p.code == "koku-over")
    assert (problem.have, problem.allowed, problem.fix) == (1440, 400, None)
    assert len(problem.fixes) == 9
    assert "koku-over" not in {p.code for p in problems(mended(army(document), problem.fixes), catalog())}


def test_vp_are_saved_by_a_mount_before_a_character_and_the_general_goes_last() -> None:
    rider = doc(level=1, characters=[hero("busho-buke", mounted=True), hero("spy")])
    (problem,) = (p for p in found(rider) if p.code == "vp-over")
    assert list(problem.fixes) == put("c1", mounted=False)
    on_foot = doc(level=1, characters=[hero("busho-buke"), hero("kensei")])
    (problem,) = (p for p in found(on_foot) if p.code == "vp-over")
    assert list(problem.fixes) == remove("c2")
    crowd = doc(level=1, characters=[hero("daisho-ashigaru")] * 9 + [hero("busho-buke")])
    (problem,) = (p for p in found(crowd) if p.code == "vp-over")
    assert len(problem.fixes) == 7
    assert Fix(remove="c10") not in problem.fixes


def test_the_daimyo_gives_way_where_the_level_knows_none() -> None:
    document = plain(level=4, characters=[hero("daimyo-buke"), hero("taisho-buke")])
    (problem,) = (p for p in found(document) if p.code == "daimyo-and-taisho")
    assert list(problem.fixes) == remove("c2")


# ---- the bench, and advice


def test_the_bench_counts_for_nothing() -> None:
    everything_wrong = plain(
        level=1,
        units=[unit("onna-bushi", 40, benched=True, front=9), unit("kengo", benched=True)],
        characters=[hero("daimyo-kuge", benched=True, mounted=True, weapon="fan")],
    )
    verdict = judge(army(everything_wrong), catalog())
    assert verdict.legal
    assert verdict.koku.spent == 195
    assert all("u3" not in limit.contributors for limit in verdict.limits)


def test_a_benched_general_does_not_lead() -> None:
    document = plain(characters=[hero("busho-buke", benched=True)], general="c2")
    (problem,) = found(document)
    assert problem.code == "bad-general"
    assert "bench" in str(problem.message)


HINTS: list[tuple[str, Doc, Doc]] = [
    (
        "ability-unchosen",
        plain(characters=[hero("busho-buke")]),
        plain(characters=[hero("busho-buke")], taisho_abilities=["banzai"]),
    ),
    ("kind-unchosen", plain(characters=[hero("shinobi")]), plain(characters=[hero("shinobi", kind="kamari")])),
    ("kind-ignored", plain(characters=[hero("spy", kind="denuki")]), plain(characters=[hero("spy")])),
    (
        "weapon-unchosen",
        plain(characters=[hero("busho-buke")]),
        plain(characters=[hero("busho-buke", weapon="spear")]),
    ),
    ("hidden-alone", plain(characters=[hero("geisha")]), plain(characters=[hero("geisha", joins="u1")])),
    (
        "hidden-alone",
        plain(characters=[hero("shinobi", kind="mitsumono")]),
        plain(characters=[hero("shinobi", kind="mitsumono", joins="u1")]),
    ),
    (
        "joins-benched",
        plain(units=[unit("katana-samurai", benched=True)], characters=[hero("busho-buke", joins="u3")]),
        plain(units=[unit("katana-samurai")], characters=[hero("busho-buke", joins="u3")]),
    ),
    ("koku-unspent", plain(level=1), doc(level=1, units=[unit("yumi-ashigaru", 20)])),
    ("vp-unspent", plain(level=1), doc(level=1, characters=[hero("busho-buke"), hero("geisha")])),
]


@pytest.mark.parametrize(("code", "fires", "quiet"), HINTS, ids=[hint[0] for hint in HINTS])
def test_hints(code: str, fires: Doc, quiet: Doc) -> None:
    given = [hint.code for hint in judge(army(fires), catalog()).hints]
    assert code in given
    assert code not in [hint.code for hint in judge(army(quiet), catalog()).hints]


def test_every_hint_has_a_case() -> None:
    assert {hint[0] for hint in HINTS} == set(get_args(HintCode))
