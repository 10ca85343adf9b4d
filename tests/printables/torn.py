"""Answers of another process that cannot be read. A module of its own: that process loads it anew each time."""

import os
from typing import Any


class Torn:
    """Can be read only where it was made, as if the code were another here."""

    def __init__(self, problem: Exception) -> None:
        self._problem = problem

    def __reduce__(self) -> tuple[Any, ...]:
        return whole, (os.getpid(), self._problem)


def whole(maker: int, problem: Exception) -> Torn:
    if os.getpid() != maker:
        raise problem
    return Torn(problem)


def stray(problem: Exception) -> None:
    raise problem
