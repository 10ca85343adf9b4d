"""Who of an army starts unseen, and the ids that do not tell of him (5:1:13, 12:6:3; K80): the same whether a list
brings him or he is chosen at the table."""

from __future__ import annotations

from collections.abc import Collection

from companion.content import catalog
from companion.rules.kensei.army.joining import ShinobiKind


def hides(character: str, kind: ShinobiKind | None, *, inside: bool) -> bool:
    """Whether he starts unseen: in a unit (`inside`), behind terrain or among the enemy."""
    if character == "shinobi":
        return inside or kind in ("kamari", "denuki")
    return inside and "hidden" in catalog().characters[character].traits


def secret_id(seat: str, character: str, taken: Collection[str]) -> str:
    """The id of a hidden character: made of who he is, with a number of its own where that one is taken.

    A number of the common count would tell by its gap that somebody is hidden.
    """
    first = f"{seat}x-{character}"
    return next(one for one in (first, *(f"{first}-{n}" for n in range(2, len(taken) + 3))) if one not in taken)


def is_secret(id_: str) -> bool:
    return id_[1:3] == "x-"
