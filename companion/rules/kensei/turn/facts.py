"""What is true of a unit or lone character beside its numbers: what it did this turn, and where it stands (2:6:4).

A marker on the table shows a fact. `engaged` is none of them: who touches whom is a `Contact`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.text import Refusal, Text

Pace = Literal["none", "march", "run"]
FoughtIn = Literal["open", "forest", "stream"]
Ground = Literal["hill", FoughtIn]
"""Where one stands. Of a hill a strike asks apart: who stood on it first, and who shoots from it."""
Cover = Literal["none", "light", "heavy"]
WET = Refusal(Text("Wet teppo are useless for the rest of the battle."), "6:2:6")
"""Why a unit whose `teppo_wet` is so neither shoots nor loads."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The first group ends with the turn, the second lasts until something ends it."""

    moved: Pace = "none"
    charged: bool = False
    counter_charged: bool = False
    defensive: bool = False
    """In defensive position (10:2:1)."""
    shot: bool = False
    withstood_and_shot: bool = False
    special: bool = False
    """Took a special action (2:6:4)."""
    regrouped: bool = False
    defeated: bool = False

    loaded: bool = True
    fleeing_since: int | None = None
    """The turn in which it began to run away (11:4:2); None while it stands."""
    slowed: bool = False
    """Half movement the next time it moves (5:2:7)."""
    teppo_wet: bool = False
    """They got wet in a stream, for the rest of the battle (6:2:6)."""
    ground: Ground = "open"
    cover: Cover = "none"

    @property
    def flees(self) -> bool:
        """Whether it is running away, begun this turn or earlier."""
        return self.fleeing_since is not None

    def breaks(self, turn: int) -> Facts:
        """The facts of a unit that begins to run away: it fights no more, and its charge is over (11:4:2)."""
        return replace(self, fleeing_since=turn, regrouped=False, charged=False, counter_charged=False, defensive=False)

    def after_turn(self) -> Facts:
        """What is left of them when the turn ends (7:4:7): units that run away go on, a weapon stays as it is."""
        return Facts(
            loaded=self.loaded,
            fleeing_since=self.fleeing_since,
            slowed=self.slowed and self.moved == "none",
            teppo_wet=self.teppo_wet,
            ground=self.ground,
            cover=self.cover,
        )
