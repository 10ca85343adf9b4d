"""Every problem code fires where it must and is quiet where it must not; its fix mends it (12:2 to 12:6)."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.content import catalog
from companion.rules.kensei.army import Breach, Fix, judge, mended, problems
from companion.rules.kensei.army.joining import JoinCode
from companion.rules.kensei.army.verdict import Code
from tests.rules.kensei.army.lists import Doc, army, doc, hero, plain, unit
from tests.rules.kensei.army.problem_cases import CASES, Case, put, remove


def found(document: Doc) -> tuple[Breach, ...]:
    return judge(army(document), catalog()).problems


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_it_fires_where_it_should_and_its_fix_mends_it(case: Case) -> None:
    first = next(problem for problem in found(case.fires) if problem.code == case.code)
    assert (first.rule, first.have, first.allowed) == (case.rule, case.have, case.allowed)
    assert list(first.fixes) == list(case.fixes)
    assert case.code not in {problem.code for problem in found(case.quiet)}
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


@pytest.mark.parametrize(
    ("leader", "abilities", "sentence"),
    [
        ("daisho-samurai", ["banzai"], "Daisho Samurai: 1 Taisho ability; his rank has none."),
        ("busho-buke", ["banzai", "bushido-law"],
         "Busho Buke: 2 Taisho abilities; he may have 1, a general one or one of his path."),
        ("taisho-buke", ["banzai", "forest-of-spears"],
         "Taisho Buke: 2 general Taisho abilities and 0 of his path; the limits are 1 and 1."),
        ("daimyo-buke", ["banzai", "bushido-law", "expert-strategist"],
         "Daimyo Buke: 1 general Taisho ability and 2 of his path; the limits are 2 and 1."),
    ],
)  # fmt: skip
def test_abilities_too_many_are_told_by_kind(leader: str, abilities: list[str], sentence: str) -> None:
    problem = next(p for p in found(doc(level=8, characters=[hero(leader)], taisho_abilities=abilities))
                   if p.code == "ability-choice")  # fmt: skip
    assert str(problem.message) == sentence


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
    """A smaller unit first, then a standard-bearer, then the unit added last that is dear enough."""
    document = doc(level=1, units=units)
    (problem,) = (p for p in found(document) if p.code == "koku-over")
    assert problem.have == 400 + over
    assert list(problem.fixes) == (fixes or remove("u3"))


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


@pytest.mark.parametrize(("level", "characters", "gone"), [
    (4, ["daimyo-buke", "taisho-buke"], ["c2"]),  # level 4 knows no Daimyo
    (10, ["daimyo-buke", "taisho-buke"], ["c3"]),
    (10, ["taisho-buke", "daimyo-buke"], ["c3"]),
    (10, ["daimyo-buke", "taisho-buke", "taisho-buke", "taisho-buke"], ["c2"]),
    (10, ["daimyo-buke", "daimyo-buke", "taisho-buke"], ["c4"]),
])  # fmt: skip
def test_of_daimyo_and_taisho_who_came_last_gives_way_and_one_rather_than_three(
    level: int, characters: list[str], gone: list[str]
) -> None:
    document = plain(level=level, characters=[hero(one) for one in characters])
    (problem,) = (p for p in found(document) if p.code == "daimyo-and-taisho")
    assert [fix.remove for fix in problem.fixes] == gone


def test_what_was_added_last_goes_first_wherever_it_stands_by_now() -> None:
    units = [{**unit("yumi-samurai"), "id": id_} for id_ in ("u7", "u2", "u9", "u3")]
    (problem,) = (p for p in found(doc(level=1, units=units)) if p.code == "projectile-total")
    assert [fix.remove for fix in problem.fixes] == ["u9", "u7", "u3"]
