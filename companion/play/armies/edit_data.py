"""What each edit of a list is told: the fields of its form, checked before anything is changed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from companion.play.kensei.acts import Words
from companion.rules.kensei.army.joining import ShinobiKind
from companion.rules.kensei.profiles import Path, WeaponId

MOST_MINIATURES = 99


class EditData(BaseModel):
    """Base of the data of every edit: unknown fields are errors, numbers and yes/no may come as a form's text."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


def _emptied(value: Any) -> Any:
    return None if value == "" else value


class Add(EditData):
    unit: str


class Enlist(EditData):
    character: str
    joins: Annotated[str | None, BeforeValidator(_emptied)] = None


class Entry(EditData):
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
    name: Words = Field(max_length=60)


class Note(Entry):
    note: Words = Field(max_length=300)


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


class General(EditData):
    id: Annotated[str | None, BeforeValidator(_emptied)] = None


class TaishoAbilityEdit(EditData):
    ability: str
    on: bool


class Mend(EditData):
    """Which problem: its code and the entries it is about."""

    code: str
    about: str = ""


class Head(EditData):
    """What stands over the list; only what is given changes."""

    path: Path | None = None
    level: int | None = Field(default=None, ge=1, le=10)
    name: Words | None = Field(default=None, max_length=60)
    clan: Words | None = Field(default=None, max_length=40)
    mon: str | None = Field(default=None, max_length=40)
    koku_limit: Annotated[int | Literal["none"] | None, BeforeValidator(_emptied)] = None
