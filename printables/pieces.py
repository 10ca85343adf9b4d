"""A piece is anything cut out of a sheet: its trim size, how its face is drawn, and what is behind it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Set
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from printables.pen import Draw
from printables.printed import Words

Back = Literal["cloth", "crest"]
"""What is behind a piece: the cloth of the army's cards, or a marker's plain crest. Never a word."""


def all_of(value: Any) -> str:
    """Everything a value holds, in words that are the same in every process: each orders its sets in its own way."""
    if is_dataclass(value):
        return f"{type(value).__name__}({', '.join(all_of(getattr(value, one.name)) for one in fields(value))})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(sorted(f'{all_of(name)}: {all_of(held)}' for name, held in value.items()))}}}"
    if isinstance(value, Set):
        return f"{{{', '.join(sorted(map(all_of, value)))}}}"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(all_of, value))})"
    return repr(value)


@dataclass(frozen=True)
class Piece:
    """One piece. `data` is all its face depends on: the fingerprint by which an unchanged piece is known again.

    `reverse` draws the other face of a two-sided marker, which is folded at its foot. `parts` are the millimeters
    across after which a piece too large for the paper is joined.
    """

    kind: str
    id: str
    title: Words
    width: float
    height: float
    face: Draw
    data: str
    back: Back | None = None
    reverse: Draw | None = None
    round: bool = False
    joins: tuple[float, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Changes when the printed piece would, its back included: an old back among new ones would tell a card."""
        woven = f"/{self.back}" if self.back == "cloth" else ""
        return hashlib.sha256(f"{self.kind}/{self.id}/{self.data}{woven}".encode()).hexdigest()[:12]
