"""Combat results beyond the oracles (2:7:11, 10:6:2, 11:2; K27, K57)."""

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.kensei.after.combats import Fighter, by_difference, combat_result
from companion.rules.kensei.fight.combatant import superiority
from companion.rules.kensei.settings import Settings
from tests.strategies import settings_values

sides = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 20)), min_size=1, max_size=4)


def fighters(name: str, side: list[tuple[int, int]]) -> list[Fighter]:
    return [Fighter(f"{name}{i}", inflicted, ve) for i, (inflicted, ve) in enumerate(side)]


@given(sides, sides, settings_values, st.integers(0, 2), st.integers(0, 2))
def test_result_is_the_same_from_both_sides(
    one: list[tuple[int, int]], two: list[tuple[int, int]], settings: Settings, slain: int, lost: int
) -> None:
    here = combat_result(fighters("a", one), fighters("b", two), settings, slain_by_first=slain, slain_by_second=lost)
    there = combat_result(fighters("b", two), fighters("a", one), settings, slain_by_first=lost, slain_by_second=slain)
    swap = {"first": "second", "second": "first", None: None}
    assert (here.difference, here.ahead, here.winner) == (there.difference, swap[there.ahead], swap[there.winner])
    assert (here.defeated, here.held) == (there.defeated, there.held)


@given(sides, sides, settings_values)
def test_who_is_defeated(one: list[tuple[int, int]], two: list[tuple[int, int]], settings: Settings) -> None:
    found = combat_result(fighters("a", one), fighters("b", two), settings)
    losing = {"first": two, "second": one, None: []}[found.ahead]
    assert len(found.defeated) + len(found.held) in (0, sum(ve > 0 for _, ve in losing))
    for name in found.defeated:
        ve = losing[int(name[1:])][1]
        assert found.difference > ve > 0
        assert found.winner == found.ahead
    if settings.defeat_ve == "side":
        assert not (found.defeated and found.held)


@given(st.integers(0, 60), st.integers(0, 60))
def test_superiority_by_its_definition(own: int, enemy: int) -> None:
    times = superiority(own, enemy)
    assert (times >= 2) == (own > 0 and own >= 2 * enemy)
    assert (times == 3) == (own > 0 and own >= 3 * enemy)


@given(sides, sides, settings_values)
def test_by_difference_alone(one: list[tuple[int, int]], two: list[tuple[int, int]], settings: Settings) -> None:
    """The same as the result, but for sides that are gone: the side ahead wins there too, or nobody does (11:2:1)."""
    found = by_difference(fighters("a", one), fighters("b", two), settings)
    result = combat_result(fighters("a", one), fighters("b", two), settings)
    assert (found.difference, found.ahead) == (result.difference, result.ahead)
    if all(any(ve for _, ve in side) for side in (one, two)):
        assert found == result
    losing = {"first": two, "second": one, None: []}[found.ahead]
    alive = [ve for _, ve in losing if ve]
    limit = sum(alive) if settings.defeat_ve == "side" else min(alive, default=0)
    decided = found.ahead is not None and (not alive or found.difference > limit)
    assert found.winner == (found.ahead if decided else None)
    assert bool(found.defeated) == (decided and bool(alive))
