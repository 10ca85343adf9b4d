"""Ready armies for a first battle: legal at level 1, small, and named by codes that say all of them (12:3, 12:4)."""

import pytest

from companion.content import catalog
from companion.rules.kensei.army import judge
from companion.rules.kensei.army.ready import LEVEL, UNITS, code_of, hardness, ready_armies, with_weapon

READY = ready_armies(catalog())
FEW = 18
"""Miniatures of one side, its leader included."""


@pytest.mark.parametrize("code", READY)
def test_each_is_legal_and_small(code: str) -> None:
    army = READY[code]
    verdict = judge(army, catalog())
    assert verdict.problems == ()
    assert army.level == LEVEL == 1
    assert len(army.units) == UNITS
    assert sum(unit.miniatures for unit in army.units) + len(army.characters) <= FEW
    assert code_of(army) == code
    leader = army.character(army.general)
    assert leader is not None
    assert army.unit(leader.joins) is not None, "he stands among his soldiers"


def test_every_path_and_every_weapon_of_a_leader_is_there() -> None:
    assert {army.path for army in READY.values()} == {"buke", "kuge", "sohei"}
    for army in READY.values():
        for weapon in catalog().characters[army.characters[0].character].weapon_choice:
            assert code_of(with_weapon(army, weapon)) in READY


def test_units_of_the_book_on_foot_are_all_used() -> None:
    used = {unit.unit for army in READY.values() for unit in army.units}
    on_foot = {one.id for one in catalog().units.values() if one.unit_class != "elite" and "mounted" not in one.traits}
    assert used == on_foot


def test_abilities_and_units_that_spread_make_it_harder() -> None:
    def of(units: str) -> int:
        return hardness(next(army for code, army in READY.items() if code.endswith(units)), catalog())

    names = ("yumi-ashigaru.katana-samurai", "katana-samurai.onna-bushi", "katana-samurai.ishitsubute-ashigaru")
    assert [of(f".yari-ashigaru.{name}") for name in names] == [0, 2, 2]
