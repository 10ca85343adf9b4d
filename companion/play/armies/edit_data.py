"""What each edit of a list is told: the fields of its form, checked before anything is changed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from companion.play.acts import Data, OneLine
from companion.rules.kensei.army import Policy
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.profiles import Path, WeaponId

MOST_MINIATURES = 99


def _emptied(value: Any) -> Any:
    return None if value == "" else value


class Add(Data):
    unit: str


class Enlist(Data):
    character: str
    joins: Annotated[str | None, BeforeValidator(_emptied)] = None


class Entry(Data):
    id: str


class Size(Entry):
    """`by` steps from whatever the size is now, so that two quick taps are two steps; `to` sets it."""

    by: int | None = Field(default=None, ge=-MOST_MINIATURES, le=MOST_MINIATURES)
    to: int | Literal["least", "most"] | None = None


class Standard(Entry):
    on: bool


class Front(Entry):
    front: Annotated[int | None, BeforeValidator(_emptied)] = Field(default=None, ge=1, le=20)


class Rename(Entry):
    name: OneLine = Field(max_length=60)


class Note(Entry):
    note: OneLine = Field(max_length=300)


class Bench(Entry):
    on: bool


class Reorder(Entry):
    """One place up or down, or to stand `before` another entry (empty: last)."""

    way: Literal["up", "down"] | None = None
    before: str | None = None


class Join(Entry):
    unit: Annotated[str | None, BeforeValidator(_emptied)] = None


class Outfit(Entry):
    weapon: WeaponId | None = None
    mounted: bool | None = None
    kind: ShinobiKind | Literal["", "none"] | None = None


class General(Data):
    id: Annotated[str | None, BeforeValidator(_emptied)] = None


class TaishoAbilityEdit(Data):
    ability: str
    on: bool


class Shown(Data):
    to: Policy


class Mend(Data):
    """Which problem: its code and the entries it is about."""

    code: str
    about: str = ""


class MendAll(Data):
    """Which set of changes, as its page named it; `fresh` are the entries it took for new, by id."""

    way: str
    fresh: str = ""


class Head(Data):
    """What stands over the list; only what is given changes."""

    path: Path | None = None
    level: int | None = Field(default=None, ge=1, le=10)
    name: OneLine | None = Field(default=None, max_length=60)
    clan: OneLine | None = Field(default=None, max_length=40)
    mon: str | None = Field(default=None, max_length=40)
    koku_limit: Annotated[int | Literal["none"] | None, BeforeValidator(_emptied)] = None
