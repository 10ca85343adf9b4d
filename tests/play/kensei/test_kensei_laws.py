"""Laws that hold whatever players and their phones send: nothing raises, nothing is lost, no secret is told."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.play.kensei.game import KENSEI
from companion.rules.text import Refusal
from tests.play.kensei.driven import Driver, of_any_units
from tests.play.kensei.field import Field
from tests.play.kensei.forms import anything
from tests.play.kensei.laws import check

numbers = st.integers(0, 2**32 - 1)
many = st.tuples(*[st.lists(numbers, max_size=12)] * 12).map(lambda parts: [one for part in parts for one in part])
"""Some sixty acts, each by its own number: any may be missing, and hypothesis shrinks by leaving them out. In short
lists, as it makes a long one only of a long least."""
MOST_LED = 40
TABLES: dict[str, Callable[[Random], Field]] = {
    "muster": lambda chance: Field(odds="nobody"),
    "deployment": lambda chance: of_any_units(chance, deploys="yes"),
    "battle": lambda chance: under_way(chance),
}


def under_way(chance: Random) -> Field:
    """A battle led for a while."""
    field = of_any_units(chance)
    for _ in zip(range(chance.randint(0, MOST_LED)), Driver(field, chance).acts(), strict=False):
        pass
    return field


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=18)
@given(army=numbers, wanted=many)
def test_a_table_of_any_acts_keeps_its_laws(table: str, army: int, wanted: list[int]) -> None:
    """The laws hold after every act, and all of them again lead to the same end."""
    field = TABLES[table](Random(army))
    state, accepted = field.state, []
    for number in wanted:
        event = anything(state, Random(number))
        after = event if isinstance(event, Refusal) else KENSEI.apply(state, event)
        if isinstance(event, Refusal) or isinstance(after, Refusal):
            assert str(after)
            assert "Traceback" not in str(after)
            continue
        check(state, event, after)
        accepted.append(event)
        state = after
    again = field.state
    for event in accepted:
        again = KENSEI.apply(again, event)
    assert again == state
