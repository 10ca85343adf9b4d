"""The table settings of Kensei (house rules): what the book leaves open and a table may choose.

The first value of each is the default. Which question each one answers stands in its `asks`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Literal

from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class Settings:
    """One value for each open question; `settings_asked()` lists the questions for a form."""

    halved_defense: Literal["up", "down"] = field(
        default="up", metadata={"asks": Text("A teppo halves Defense: round up or down?"), "rule": "5:2:5"}
    )
    superiority: Literal["cumulative", "flat"] = field(
        default="cumulative",
        metadata={"asks": Text("Triple superiority: +2 DC on top of the double's, or +2 in all?"), "rule": "2:7:2"},
    )
    half_unit: Literal["half", "below_half"] = field(
        default="half",
        metadata={"asks": Text("Honor roll at half the basic unit, or only below it?"), "rule": "11:4:1"},
    )
    defeat_ve: Literal["unit", "side"] = field(
        default="unit",
        metadata={"asks": Text("Defeat: compare with the unit's own VE, or its side's?"), "rule": "11:2:3"},
    )
    shoot_into_combat: Literal["no", "yes"] = field(
        default="no", metadata={"asks": Text("May units shoot at an engaged unit?"), "rule": "9:3:2"}
    )
    loner_in_melee: Literal["none", "plus_one"] = field(
        default="none",
        metadata={"asks": Text("Are loners harder to hit in close combat too (+1 AT, worse)?"), "rule": "2:7:3"},
    )
    taisho_ability_cost: Literal["2", "1"] = field(
        default="2", metadata={"asks": Text("Commandment Points for an ability of the general?"), "rule": "8:3:1"}
    )
    ability_cost: Literal["one", "printed"] = field(
        default="one",
        metadata={"asks": Text("Does every ability cost 1 AC, or only one that prints a price?"), "rule": "3:4:6"},
    )
    failed_ability: Literal["spent", "kept"] = field(
        default="spent", metadata={"asks": Text("A failed KI roll: is the AC spent, or kept?"), "rule": "12:5:2"}
    )


@dataclass(frozen=True, slots=True)
class Question:
    """A setting as a form shows it: its name, its question, the section, and its values, default first."""

    name: str
    asks: Text
    rule: str
    values: tuple[str, ...]


def settings_asked() -> tuple[Question, ...]:
    """Every setting with its question, in the order of the class."""
    from typing import get_args, get_type_hints

    hints = get_type_hints(Settings)
    return tuple(
        Question(f.name, f.metadata["asks"], f.metadata["rule"], get_args(hints[f.name])) for f in fields(Settings)
    )
