"""What is said of lists, kept as text: each code where it fires and almost the same list where it does not, what mends
it, advice, where a list is legal, and what its opponent is told (12:2 to 12:6)."""

from collections.abc import Iterator
from itertools import product
from typing import get_args

import pytest

from companion.content import catalog
from companion.play.armies.reading import read
from companion.play.armies.text import write
from companion.rules.kensei.army import Breach, Fix, judge, keeps_secrets, mended, problems, redacted, redacted_card
from companion.rules.kensei.army.joining import JoinCode
from companion.rules.kensei.army.verdict import Code, HintCode
from tests.golden.told import cases, changed
from tests.rules.kensei.army.lists import army, doc, hero, unit
from tests.rules.kensei.army.naive import GENERAL_ABILITIES, PATH_ABILITIES

TOLD = "judged-lists"


UNSPENT = ("koku-unspent", "vp-unspent")


def act(fix: Fix) -> str:
    return f"remove {fix.remove}" if fix.remove else " ".join(f"{name}={value}" for name, value in fix.set.items())


def problem_line(one: Breach) -> str:
    counts = "" if one.have is None else f" {one.have}/{one.allowed}"
    acts = f" → {', '.join(map(act, one.fixes))}" if one.fixes else ""
    return f"  {one.code} {one.rule} ({' '.join(one.about)}){counts}: {one.message}{acts}"


def judged(lines: list[str]) -> Iterator[str]:
    """A list and its verdict; advice what could still be bought only where a line before it asks for that."""
    made = read("\n".join(line for line in lines if line != "~ unspent")).army
    assert made is not None
    verdict = judge(made, catalog())
    yield from lines
    spent = f"{verdict.koku.spent}/{verdict.koku.allowed} koku, {verdict.vp.spent}/{verdict.vp.allowed} VP"
    yield f"  {spent}; legal at {' '.join(str(level) for level, legal in verdict.levels.items() if legal) or '-'}"
    for problem in verdict.problems:
        yield problem_line(problem)
        left = problems(mended(made, problem.fixes), catalog())
        mends = [p for p in left if p.code == problem.code and set(p.about) <= set(problem.about)]
        assert not mends or not problem.fixes, "its acts mend it"
        assert all(problem in verdict.about(id_) for id_ in problem.about)
    hints = [one for one in verdict.hints if lines[0] == "~ unspent" or one.code not in UNSPENT]
    yield from (f"  hint {one.code} {one.rule} ({' '.join(one.about)}): {one.message}" for one in hints)
    if keeps_secrets(made, catalog()):
        opponents = redacted(made, catalog(), "opponent")
        assert opponents is not None
        known = [one.id for one in made.counting if redacted_card(made, catalog(), one.id, revealed=False)]
        told = " ".join(one.id for one in opponents.counting)
        yield f"  the opponent: {write(opponents, 'one-line')} ({told}); of its cards {' '.join(known)}"


def test_what_is_said_of_lists() -> None:
    assert not changed(TOLD, judged)


def test_every_code_and_every_hint_is_said_of_some_list() -> None:
    kept = "\n".join(cases(TOLD))
    every = {code for part in get_args(Code) for code in get_args(part)}
    assert set(get_args(JoinCode)) < every
    for code in (*every, *(f"hint {hint}" for hint in get_args(HintCode))):
        assert f"\n  {code} " in kept, code


def test_what_was_added_last_goes_first_wherever_it_stands_by_now() -> None:
    units = [{**unit("yumi-samurai"), "id": id_} for id_ in ("u7", "u2", "u9", "u3")]
    found = judge(army(doc(level=1, units=units)), catalog()).problems
    (problem,) = (p for p in found if p.code == "projectile-total")
    assert [fix.remove for fix in problem.fixes] == ["u9", "u7", "u3"]


@pytest.mark.parametrize(
    ("general", "of_all", "of_path", "together"),
    [("daimyo-buke", 2, 1, 3), ("taisho-buke", 1, 1, 2), ("busho-buke", 1, 1, 1), ("daisho-samurai", 0, 0, 0)],
)
def test_how_many_abilities_a_rank_has(general: str, of_all: int, of_path: int, together: int) -> None:
    """12:6:1, K41."""
    for common, own in product(range(4), range(3)):
        chosen = [*GENERAL_ABILITIES[:common], *PATH_ABILITIES["buke"][:own]]
        found = judge(army(doc(level=8, characters=[hero(general)], taisho_abilities=chosen)), catalog()).problems
        legal = common <= of_all and own <= of_path and common + own <= together
        assert ("ability-choice" not in {problem.code for problem in found}) == legal, chosen


def test_a_list_without_its_bench_keeps_who_stands_where() -> None:
    listed = army(
        doc(
            units=[unit("katana-samurai"), unit("yari-ashigaru", benched=True)],
            characters=[hero("busho-buke", joins="u1"), hero("daisho-samurai", joins="u2")],
            general="c1",
        )
    )
    left = listed.without_bench
    assert [(one.id, one.joins) for one in left.characters] == [("c1", "u1"), ("c2", None)]
    assert ([one.id for one in left.units], left.general) == (["u1"], "c1")
    assert all("u2" not in limit.contributors for limit in judge(listed, catalog()).limits)


def test_the_first_free_id_is_taken() -> None:
    assert army(doc()).free_id("u") == "u1"
    assert army(doc(units=[unit("kengo"), unit("kengo")])).free_id("u") == "u3"
    assert army(doc(units=[{"id": "u2", **unit("kengo")}])).free_id("u") == "u1"
