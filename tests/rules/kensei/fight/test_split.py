"""Shared dice (10:2:6; K48): bounds and verdicts against every way there is to share them out."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.kensei.fight.split import DiceShare, Foe, shares, split_problems

foes = st.lists(st.booleans(), min_size=1, max_size=4).map(
    lambda lone: tuple(Foe(f"b{number}", alone) for number, alone in enumerate(lone))
)


def ways(dc: int, count: int) -> Iterator[tuple[int, ...]]:
    """Every way to give all the dice to so many enemies."""
    if count == 1:
        yield (dc,)
        return
    for first in range(dc + 1):
        yield from ((first, *rest) for rest in ways(dc - first, count - 1))


def follows_the_book(dc: int, enemies: tuple[Foe, ...], given_: tuple[int, ...], charged: str | None) -> bool:
    friends = any(not foe.lone_character for foe in enemies)
    for foe, dice in zip(enemies, given_, strict=True):
        if foe.id == charged and not foe.lone_character and 2 * dice < dc:
            return False
        if foe.id == charged and foe.lone_character and dice < min(1, dc):
            return False
        if foe.lone_character and friends and 2 * dice > dc and not (foe.id == charged and dice == 1):
            return False
    return True


@given(st.integers(0, 9), foes, st.data())
def test_bounds_and_verdicts_against_all_splits(dc: int, enemies: tuple[Foe, ...], data: st.DataObject) -> None:
    charged = data.draw(st.sampled_from([None, *(foe.id for foe in enemies)]))
    every = list(ways(dc, len(enemies)))
    allowed = [way for way in every if follows_the_book(dc, enemies, way, charged)]
    assert allowed
    columns = zip(enemies, zip(*allowed, strict=True), strict=True)
    expected = {foe.id: DiceShare(min(column), max(column)) for foe, column in columns}
    assert shares(dc, enemies, charged) == expected
    for way in every:
        split = {foe.id: dice for foe, dice in zip(enemies, way, strict=True)}
        assert (not split_problems(dc, enemies, split, charged)) == (way in allowed)
