"""Two lists beside each other, kept as text: sums, splits, standard-bearers, who stands where and with what."""

from collections.abc import Iterator

from hypothesis import given, settings

from companion.play.armies.compare import Pair, compared
from companion.play.armies.reading import read
from tests.golden.told import changed
from tests.rules.kensei.army.lists import Doc, army, documents


def told(lines: list[str]) -> Iterator[str]:
    """Each row as a player reads it; what does not differ is counted."""
    one, other = (read(line).army for line in lines)
    assert one is not None
    assert other is not None
    yield from lines
    for group in compared(one, other):
        yield f"  {group.title}: {group.same} alike"
        assert group.differs == any(pair.differs for pair in group.pairs)
        yield from (f"    {row(pair)}" for pair in group.pairs if pair.differs)


def row(pair: Pair) -> str:
    left, right = ("; ".join(" · ".join(map(str, line)) for line in lines) for lines in (pair.one, pair.other))
    return f"{pair.what}: {left or '-'} | {right or '-'}"


def test_two_lists_beside_each_other() -> None:
    assert not changed("compared-lists", told)


@settings(max_examples=60)
@given(documents(), documents())
def test_every_pair_of_lists_can_be_compared_and_differs_alike_from_both_sides(a: Doc, b: Doc) -> None:
    one, other = army(a), army(b)
    there, back = (
        [(str(pair.what), pair.differs) for group in compared(*lists) for pair in group.pairs]
        for lists in ((one, other), (other, one))
    )
    assert there == back
    assert not any(group.differs for group in compared(one, one))
