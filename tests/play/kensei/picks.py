"""Choices out of numbers that hypothesis can shrink, and what is wrong with a form as often as it can be."""

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from companion.play.kensei.state import State

T = TypeVar("T")
Form = dict[str, Any]
Wish = tuple[str, str, Form]
"""Whose act, its type, and what its form holds."""

JUNK: tuple[Any, ...] = (
    "", " ", "0", "-1", "99", "9" * 5000, "nan", "inf", "1e9", "٣", "true", "no", "a1", "b1", "ah1", "bx-spy",
    "t1.a1>b1.shot.at", "t1.called.honor.a1.die", "dc", "shot", "melee", "bow", "fan", "katana-samurai", "spy",
    "🀄", "\x00\x1b",
    "\u202eevil", "\ud800", "x" * 300, None, True, 0, -1, 11, 10**30, 1.5, [], [1, 2], ["x"], {}, {"hits": 3},
    {"tens": -2, "misses": "x"}, {"": None},
)  # fmt: skip


BITS = 24
"""How long a number is: longer ones hypothesis draws short as a rule."""
numbers = st.integers(0, 2**BITS - 1)


class Picks:
    """Choices, one after the other, out of numbers; when these are used up, the first of everything."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._left = sum(number << BITS * place for place, number in enumerate(numbers))

    def number(self, least: int, most: int) -> int:
        self._left, chosen = divmod(self._left, most - least + 1)
        return least + chosen

    def one(self, options: Sequence[T]) -> T:
        return options[self.number(0, len(options) - 1)]

    def some(self, options: Sequence[T], count: int) -> list[T]:
        """So many different ones."""
        left = list(options)
        return [left.pop(self.number(0, len(left) - 1)) for _ in range(min(count, len(left)))]

    def yes(self) -> bool:
        return self.number(0, 1) == 1


def pieces_of(state: State, seat: str = "") -> list[str]:
    return [p.id for p in state.pieces if not seat or p.seat == seat] or [f"{seat or 'a'}1"]


def heroes_of(state: State) -> list[str]:
    return [h.id for p in state.pieces for h in p.heroes] or ["ah1"]
