"""What lies on the bench counts for nothing, and what is left open is advice, no problem (12:1)."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from companion.content import catalog
from companion.rules.kensei.army import judge
from companion.rules.kensei.army.verdict import HintCode
from tests.rules.kensei.army.lists import Doc, army, doc, hero, plain, unit
from tests.rules.kensei.army.naive import GENERAL_ABILITIES, PATH_ABILITIES


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
    ("weapon-unchosen", plain(characters=[hero("busho-buke")]), plain(characters=[hero("busho-buke", weapon="spear")])),
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


@pytest.mark.parametrize(
    ("general", "chosen", "advice"),
    [
        ("busho-buke", 0, "may choose a Taisho ability."),
        ("daimyo-buke", 0, "may choose up to 3 Taisho abilities."),
        ("daimyo-buke", 1, "may choose 2 more Taisho abilities."),
        ("daimyo-buke", 2, "may choose 1 more Taisho ability."),
    ],
)
def test_abilities_left_are_said_without_a_number_more_than_needed(general: str, chosen: int, advice: str) -> None:
    document = plain(characters=[hero(general)], taisho_abilities=[*GENERAL_ABILITIES[:chosen]])
    hints = {hint.code: str(hint.message) for hint in judge(army(document), catalog()).hints}
    assert hints["ability-unchosen"].endswith(advice)


def koku_hint(*units: Doc) -> str:
    """What a list of level 3 (1,200 koku) is told that has five full units of Katana Samurai (900) and these."""
    full = [unit("katana-samurai", 6)] * 5
    hints = judge(army(doc(units=[*full, *units])), catalog()).hints
    return next((str(hint.message) for hint in hints if hint.code == "koku-unspent"), "")


def test_koku_that_is_left_goes_to_the_dearest_miniature_it_pays_for() -> None:
    katana, full = unit("katana-samurai", 5), unit("katana-samurai", 6)
    assert koku_hint(katana, unit("yumi-ashigaru", 4)).endswith(
        "70 koku are not spent; one more in Katana Samurai costs 30."
    )
    assert koku_hint(full, unit("yari-ashigaru", 7)) == "15 koku are not spent; one more in Yari Ashigaru costs 15."
    assert koku_hint(unit("kiba-musha", 2), katana).endswith("20 koku are not spent."), "65 and 30 are too dear"
    assert koku_hint(full, unit("yari-ashigaru", 8)) == "", "all is spent"


def test_a_unit_that_is_full_is_not_advised_to_grow() -> None:
    assert koku_hint(unit("katana-samurai", 6)) == "120 koku are not spent."
    assert koku_hint(unit("katana-samurai", 9)) == "30 koku are not spent.", "nor one that is too large"


def test_a_unit_that_is_one_too_many_is_not_advised_to_grow() -> None:
    """Level 3 allows one elite unit, and two Kengo never: advice goes to whoever stays in any case."""
    both = [unit("kengo"), unit("kengo")]
    basic = [unit("katana-samurai", 6), unit("katana-samurai", 6), unit("yari-ashigaru", 5)]
    hints = {hint.code: str(hint.message) for hint in judge(army(doc(units=[*basic, *both])), catalog()).hints}
    assert hints["koku-unspent"].endswith("; one more in Yari Ashigaru costs 15.")
    few = judge(army(doc(units=[unit("katana-samurai", 3)])), catalog())
    assert {problem.code for problem in few.problems} >= {"too-few-basic", "unit-too-small"}
    assert "one more in Katana Samurai" in " ".join(str(hint.message) for hint in few.hints), "too little may grow"


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


def test_the_first_free_id_is_taken() -> None:
    assert army(doc()).free_id("u") == "u1"
    assert army(doc(units=[unit("kengo"), unit("kengo")])).free_id("u") == "u3"
    assert army(doc(units=[{"id": "u2", **unit("kengo")}])).free_id("u") == "u1"


def abilities(characters: list[Doc], *chosen: str) -> list[tuple[str, int | None, int | None]]:
    """What is wrong with the Taisho abilities of a list with these characters."""
    document = doc(level=8, characters=characters, taisho_abilities=list(chosen))
    problems = judge(army(document), catalog()).problems
    return [(str(p.message), p.have, p.allowed) for p in problems if p.code == "ability-choice"]


def test_only_generals_of_rank_have_taisho_abilities() -> None:
    """Of a Daisho: `test_army_problems`."""
    told = [("Taisho abilities: 2 chosen, but there is no general to have them.", 2, 0)]
    assert abilities([], "banzai", "forest-of-spears") == told


@pytest.mark.parametrize(
    ("general", "of_all", "of_path", "together"),
    [("daimyo-buke", 2, 1, 3), ("taisho-buke", 1, 1, 2), ("busho-buke", 1, 1, 1), ("daisho-samurai", 0, 0, 0)],
)
def test_how_many_abilities_a_rank_has(general: str, of_all: int, of_path: int, together: int) -> None:
    """12:6:1, K41."""
    for common, own in product(range(4), range(3)):
        chosen = (*GENERAL_ABILITIES[:common], *PATH_ABILITIES["buke"][:own])
        legal = common <= of_all and own <= of_path and common + own <= together
        assert (not abilities([hero(general)], *chosen)) == legal, chosen


def test_an_ability_of_another_path_is_told_once_and_not_counted_besides() -> None:
    ((told, have, allowed),) = abilities([hero("taisho-buke")], "fulfil-your-duty")
    assert told.startswith("Fulfil Your Duty is no")
    assert told.endswith("ability of the Buke.")
    assert (have, allowed) == (None, None)


def test_of_two_who_could_lead_the_first_is_named() -> None:
    document = doc(characters=[hero("busho-buke", name="Sanada"), hero("busho-buke", name="Baba"), hero("spy")])
    problems = judge(army({**document, "general": "c3"}), catalog()).problems
    assert [str(p.message) for p in problems if p.code == "bad-general"] == [
        "Spy cannot be the general: Sanada (Busho Buke) leads."
    ]
