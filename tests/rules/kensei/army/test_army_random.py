"""Random lists: the verdict against the naive checker at every level, its books, and its fixes (12:2 to 12:6)."""

from dataclasses import replace

from hypothesis import given, settings

from companion.content import catalog
from companion.rules.kensei.army import breaks_at, judge, limits_at, mended, problems
from tests.rules.kensei.army import naive
from tests.rules.kensei.army.lists import Doc, army, documents

SEARCH = settings(max_examples=100)


@SEARCH
@given(documents())
def test_every_level_agrees_with_the_naive_checker_and_the_verdict_is_of_one_piece(document: Doc) -> None:
    made = army(document)
    verdict = judge(made, catalog())
    for rung in verdict.ladder:
        assert {problem.code for problem in rung.problems} == naive.codes(document, rung.level), rung.level
    assert verdict.koku.spent == sum(naive.koku_of(unit) for unit in naive.units_of(document))
    assert verdict.vp.spent == sum(naive.vp_of(one) for one in naive.heroes_of(document))
    assert verdict.legal == (not verdict.problems) == verdict.levels[made.level]
    assert [rung.level for rung in verdict.ladder] == list(range(1, 11))
    known = {entry.id for entry in (*made.units, *made.characters)}
    for limit in verdict.limits:
        assert limit.have == sum(share.amount for share in limit.shares)
        assert len(set(limit.contributors)) == len(limit.contributors)
        assert set(limit.contributors) <= known
    for problem in verdict.problems:
        assert set(problem.about) <= known | {made.general}
        assert problem.level == made.level
        assert str(problem.message).endswith(".")
        assert "%(" not in str(problem.message)
    broken = {limit.limit for limit in verdict.limits if not limit.kept}
    about_limits = [p for p in verdict.problems if p.rule in ("12:3", "12:4") and p.code != "unit-too-large"]
    assert len(broken) == len(about_limits)
    for hint in verdict.hints:
        assert set(hint.about) <= known
        assert str(hint.message).endswith(".")


@SEARCH
@given(documents())
def test_every_fix_removes_its_problem(document: Doc) -> None:
    made = army(document)
    for problem in problems(made, catalog()):
        assert problem.fix is None or problem.fixes == (problem.fix,)
        if not problem.fixes:
            assert problem.code in ("too-few-basic", "no-general")
            continue
        after = mended(made, problem.fixes)
        same = [p for p in problems(after, catalog()) if p.code == problem.code]
        assert not [p for p in same if set(p.about) <= set(problem.about)], problem


@SEARCH
@given(documents())
def test_mending_on_and_on_leaves_nothing_but_what_the_player_has_to_add(document: Doc) -> None:
    made = army(document)
    for _ in range(80):
        fixable = [problem for problem in problems(made, catalog()) if problem.fixes]
        if not fixable:
            break
        made = mended(made, fixable[0].fixes)
    assert {problem.code for problem in problems(made, catalog())} <= {"too-few-basic", "no-general"}


@SEARCH
@given(documents())
def test_another_level_is_told_before_it_is_taken(document: Doc) -> None:
    made = army(document)
    for level in (1, 5, 10):
        moved = replace(made, level=level)
        assert limits_at(made, catalog(), level) == judge(moved, catalog()).limits
        told = breaks_at(made, catalog(), level)
        now = [(p.code, p.about, p.have, p.allowed) for p in problems(made, catalog())]
        for p in problems(moved, catalog()):
            assert (p.code, p.about, p.have, p.allowed) in now or p.code == "too-few-basic" or p in told
