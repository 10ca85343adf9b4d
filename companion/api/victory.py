"""POST /api/kensei/victory: the points of both armies, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from companion.api.errors import mistake
from companion.api.fields import UNIT_MOST, Answer, CharacterId, Flag, Int, Miniatures, Request, UnitId
from companion.api.names import entries
from companion.api.problem import Error
from companion.api.sides import check_rider
from companion.content import catalog
from companion.rules.kensei.victory import ArmyAtEnd, Battle, CharacterAtEnd, Scored, UnitAtEnd, victory

MOST_PIECES = 100
MOST_TURNS = 1000


class UnitSent(Request):
    """A unit as it stands now. Off the table counts as destroyed to the last miniature (7:1:1)."""

    unit: UnitId
    at_start: Miniatures
    left: Annotated[Int, Field(ge=0, le=UNIT_MOST)]
    standard_bearer: Flag = Field(default=False, description="It began with one; his price counts too.")
    off_table: Flag = False

    @field_validator("at_start")
    @classmethod
    def _fits_the_unit(cls, value: int, info: ValidationInfo) -> int:
        unit = info.data.get("unit")
        if unit and value > catalog().units[unit].maximum:
            raise mistake(f"Got {value}; allowed are at least 1, at most {catalog().units[unit].maximum} for {unit}.")
        return value

    @field_validator("left")
    @classmethod
    def _at_most_all(cls, value: int, info: ValidationInfo) -> int:
        at_start = info.data.get("at_start")
        if at_start is not None and value > at_start:
            raise mistake(f"Got {value}; at most the {at_start} it had at the start are left.")
        return value


class CharacterSent(Request):
    """A character; one who is off the table is sent as slain."""

    character: CharacterId
    mounted: Flag = False
    general: Flag = Field(default=False, description="He led the army when the battle began (4:4:1).")
    slain: Flag = False

    @field_validator("mounted")
    @classmethod
    def _only_riders(cls, value: bool, info: ValidationInfo) -> bool:
        return check_rider(value, info)


class ArmySent(Request):
    """Everybody the army began with."""

    units: list[UnitSent] = Field(default=[], max_length=MOST_PIECES)
    characters: list[CharacterSent] = Field(default=[], max_length=MOST_PIECES)


class ArmiesSent(Request):
    """Both armies."""

    a: ArmySent
    b: ArmySent


class BattleSoFar(Request):
    """A battle after a turn. `turn`: the last one played to its end."""

    battle: Battle
    turn: Annotated[Int, Field(ge=0, le=MOST_TURNS)]
    sides: ArmiesSent


class ScoredAnswer(Answer):
    """Points for one thing the enemy lost."""

    points: int
    reason: str
    rule: str


class PointsOfSides(Answer):
    """The points each side scored; an assassination has none."""

    a: int
    b: int


class ScoredBySides(Answer):
    """What each side scored its points for."""

    a: list[ScoredAnswer]
    b: list[ScoredAnswer]


class VictoryAnswer(Answer):
    """`winner` is null while the battle goes on."""

    points: PointsOfSides
    winner: Literal["a", "b", "draw"] | None
    why: ScoredBySides


def two_generals(data: dict[str, Any]) -> Iterator[Error]:
    """An army is led by one."""
    sides = data.get("sides")
    for side in ("a", "b"):
        army = sides.get(side) if isinstance(sides, dict) else None
        sent = entries(army.get("characters")) if isinstance(army, dict) else ()
        for place in [place for place, one in sent if one.get("general") is True][1:]:
            yield Error(f"sides.{side}.characters.{place}.general", "An army has one general; leave this out.")


def answer_victory(body: BattleSoFar) -> VictoryAnswer:
    """The points, and the winner as soon as there is one."""
    found = victory(body.battle, body.turn, _army(body.sides.a), _army(body.sides.b))
    return VictoryAnswer(
        points=PointsOfSides(a=found.points("a"), b=found.points("b")),
        winner=found.winner,
        why=ScoredBySides(a=_why(found.why["a"]), b=_why(found.why["b"])),
    )


def _army(sent: ArmySent) -> ArmyAtEnd:
    known = catalog()
    units = [
        UnitAtEnd(known.units[one.unit], one.at_start, one.left, one.standard_bearer, one.off_table)
        for one in sent.units
    ]
    characters = [
        CharacterAtEnd(known.characters[one.character], one.mounted, one.general, one.slain) for one in sent.characters
    ]
    return ArmyAtEnd(units, characters)


def _why(scored: tuple[Scored, ...]) -> list[ScoredAnswer]:
    return [ScoredAnswer(points=one.points, reason=str(one.reason), rule=one.rule) for one in scored]


VICTORY = {
    "battle": "pitched",
    "turn": 6,
    "sides": {
        "a": {
            "units": [
                {"unit": "katana-samurai", "at_start": 10, "left": 4, "standard_bearer": True, "off_table": False}
            ],
            "characters": [{"character": "taisho-buke", "mounted": False, "general": True, "slain": False}],
        },
        "b": {
            "units": [{"unit": "yari-ashigaru", "at_start": 10, "left": 0, "standard_bearer": True}],
            "characters": [{"character": "busho-kuge", "mounted": True, "general": True, "slain": True}],
        },
    },
}
