"""What an act has done, compared part by part: what it has not touched does not count."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from companion.play.fold import difference


@dataclass(frozen=True)
class Thing:
    id: str
    size: int = 0


@dataclass(frozen=True)
class Board:
    things: tuple[Thing, ...] = ()
    marks: tuple[str, ...] = ()
    coins: dict[str, int] = field(default_factory=dict)
    turn: int = 1


ONE, TWO = Thing("one"), Thing("two")
FULL = Board((ONE, TWO), ("x",), {"a": 1, "b": 2})


@pytest.mark.parametrize(
    ("change", "elsewhere"),
    [
        ({"turn": 2}, {"things": (ONE,)}),
        ({"things": (replace(ONE, size=5), TWO)}, {"things": (ONE, replace(TWO, size=9))}),
        ({"things": (ONE, TWO, Thing("three"))}, {"things": (TWO,)}),
        ({"marks": ("x", "y")}, {"marks": ()}),
        ({"coins": {"a": 1, "b": 3}}, {"coins": {"a": 7, "b": 2}}),
    ],
)
def test_the_same_act_beside_another_table_does_the_same(change: dict[str, Any], elsewhere: dict[str, Any]) -> None:
    other = replace(FULL, **elsewhere)
    both = {name: merged(getattr(FULL, name), value, getattr(other, name)) for name, value in change.items()}
    done = difference(FULL, replace(FULL, **change))
    assert done
    assert done == difference(other, replace(other, **both))


def merged(was: Any, now: Any, other: Any) -> Any:
    """The change from `was` to `now`, made at `other`."""
    if isinstance(now, dict):
        return {**other, **{key: value for key, value in now.items() if was.get(key) != value}}
    if isinstance(now, tuple):
        new = {getattr(one, "id", one): one for one in now if one not in was}
        kept = [new.pop(getattr(one, "id", one), one) for one in other]
        return (*kept, *new.values())
    return now


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"turn": 2}, {"turn": 3}),
        ({"things": (replace(ONE, size=5), TWO)}, {"things": (replace(ONE, size=6), TWO)}),
        ({"things": (ONE,)}, {"things": (TWO,)}),
        ({"marks": ()}, {"marks": ("x", "y")}),
        ({"coins": {"a": 2, "b": 2}}, {"coins": {"a": 1, "b": 3}}),
    ],
)
def test_acts_that_do_something_else_are_told_apart(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert difference(FULL, replace(FULL, **one)) != difference(FULL, replace(FULL, **other))


def test_nothing_done_is_nothing() -> None:
    assert difference(FULL, FULL) is None
