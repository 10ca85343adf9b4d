"""POST /api/kensei/split: the dice of one strike shared out among several enemies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from companion.api.fields import Answer, Dice, Flag, Name, Request
from companion.api.names import doubled, entries, unknown
from companion.api.problem import Error
from companion.rules.kensei.fight.split import Foe, shares, split_problems

MOST_ENEMIES = 30


class Enemy(Request):
    """An enemy in the combat."""

    id: Name
    lone_character: Flag = Field(default=False, description="Held to half where friends of his fight too (10:2:6).")


class Split(Request):
    """The dice of one strike and who gets them; who is left out of `split` gets none."""

    dc: Dice
    charged: Name | None = Field(default=None, description="The enemy it charged or counter-charged this turn.")
    enemies: list[Enemy] = Field(min_length=1, max_length=MOST_ENEMIES)
    split: Annotated[dict[Name, Dice], Field(max_length=MOST_ENEMIES)]


class BoundsAnswer(Answer):
    """The fewest and the most dice for one enemy, over all allowed ways to share them out."""

    least: int
    most: int


class SplitProblemAnswer(Answer):
    """What is wrong; `about` null: the sum is."""

    about: str | None
    message: str
    rule: str


class SplitAnswer(Answer):
    """`allowed` exactly when there is no problem."""

    allowed: bool
    bounds: dict[str, BoundsAnswer]
    problems: list[SplitProblemAnswer]


def misnamed(data: dict[str, Any]) -> Iterator[Error]:
    """Names given twice, and dice or a charge for nobody."""
    enemies = list(entries(data.get("enemies")))
    known = [one.get("id") for _, one in enemies]
    yield from doubled((f"enemies.{place}", one.get("id")) for place, one in enemies)
    yield from unknown("charged", data.get("charged"), known)
    for name in data["split"] if isinstance(data.get("split"), dict) else ():
        yield from unknown(f"split.{name}", name, known)


def answer_split(body: Split) -> SplitAnswer:
    """The bounds of every share, and what is wrong with these."""
    foes = [Foe(one.id, one.lone_character) for one in body.enemies]
    problems = split_problems(body.dc, foes, body.split, body.charged)
    return SplitAnswer(
        allowed=not problems,
        bounds={id_: BoundsAnswer.model_validate(share) for id_, share in shares(body.dc, foes, body.charged).items()},
        problems=[SplitProblemAnswer(about=one.about, message=str(one.message), rule=one.rule) for one in problems],
    )


SPLIT = {
    "dc": 11,
    "charged": "b1",
    "enemies": [{"id": "b1", "lone_character": False}, {"id": "b2", "lone_character": True}],
    "split": {"b1": 6, "b2": 5},
}
