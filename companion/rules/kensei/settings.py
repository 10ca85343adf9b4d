"""The table settings of Kensei (house rules): what the book leaves open and a table may choose.

The first value of each is the default. Which question each one answers stands in its `asks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.house import choice
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class Settings:
    """One value for each open question; `asked` lists the questions for a form."""

    halved_defense: Literal["up", "down"] = choice(
        "up", Text("A teppo halves Defense: round up or down?"), "5:2:5", up=Text("round up"), down=Text("round down")
    )
    superiority: Literal["cumulative", "flat"] = choice(
        "cumulative",
        Text("Triple superiority: +2 DC on top of the double's, or +2 in all?"),
        "2:7:2",
        cumulative=Text("+2 on top, 4 in all"),
        flat=Text("+2 in all"),
    )
    half_unit: Literal["half", "below_half"] = choice(
        "half",
        Text("Honor roll at half the basic unit, or only below it?"),
        "11:4:1",
        half=Text("at half"),
        below_half=Text("below half"),
    )
    defeat_ve: Literal["unit", "side"] = choice(
        "unit",
        Text("Defeat: compare with the unit's own VE, or its side's?"),
        "11:2:3",
        unit=Text("the unit's own"),
        side=Text("its side's"),
    )
    shoot_into_combat: Literal["no", "yes"] = choice(
        "no", Text("May units shoot at an engaged unit?"), "9:3:2", no=Text("no"), yes=Text("yes")
    )
    loner_in_melee: Literal["none", "plus_one"] = choice(
        "none",
        Text("Are loners harder to hit in close combat too (+1 AT, worse)?"),
        "2:7:3",
        none=Text("no"),
        plus_one=Text("yes, +1 AT (worse)"),
    )
    taisho_ability_cost: Literal["2", "1"] = choice(
        "2", Text("Commandment Points for an ability of the general?"), "8:3:1", **{"2": Text("2"), "1": Text("1")}
    )
    ability_cost: Literal["one", "printed"] = choice(
        "one",
        Text("Does every ability cost 1 AC, or only one that prints a price?"),
        "3:4:6",
        one=Text("1 AC each"),
        printed=Text("only a printed price"),
    )
    failed_ability: Literal["spent", "kept"] = choice(
        "spent", Text("A failed KI roll: is the AC spent, or kept?"), "12:5:2", spent=Text("spent"), kept=Text("kept")
    )
    wet_teppo: Literal["ki_or_more", "ki_or_less"] = choice(
        "ki_or_more",
        Text("Teppo in a stream: which KI roll keeps them dry?"),
        "6:2:6",
        ki_or_more=Text("KI or more"),
        ki_or_less=Text("KI or less"),
    )
