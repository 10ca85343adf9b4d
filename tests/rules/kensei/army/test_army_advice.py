"""What lies on the bench counts for nothing, and what is left open is advice, no problem (12:1)."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.content import catalog
from companion.rules.kensei.army import judge
from companion.rules.kensei.army.verdict import HintCode
from tests.rules.kensei.army.lists import Doc, army, doc, hero, plain, unit


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
    (problem,) = judge(army(document), catalog()).problems
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
