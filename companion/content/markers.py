"""The signs of Kensei's markers (2:6:4): what each shows, says and means, on a phone and on paper alike."""

from __future__ import annotations

from dataclasses import dataclass

from companion.content.drawings import Shape, signs
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign beside a unit. `rule` is the section of the fact it shows.

    `word` is short and stands on the printed marker; `label` is what a phone says of the piece. A sign has either or
    both; `unprinted` says why nothing is printed of one that phones show.
    """

    id: str
    rule: str
    word: Text | None = None
    label: Text | None = None
    unprinted: str = ""

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """How it is drawn."""
        return signs()[self.id]


SHOWN_BY_THE_TABLE = "The terrain itself lies on the table, and the piece stands in it or behind it."

SIGNS: tuple[Sign, ...] = (
    Sign("taisho-ability", "2:6:4", Text("Ability")),
    Sign("strategic-order", "2:6:4", Text("Order")),
    Sign("march", "2:6:4", Text("March"), Text("Marched")),
    Sign("run", "2:6:4", Text("Run"), Text("Ran")),
    Sign("charge", "2:6:4", Text("Charge"), Text("Charged")),
    Sign("counter-charge", "2:6:4", Text("Counter"), Text("Counter-charged")),
    Sign("withstand", "2:6:4", Text("Withstand")),
    Sign(
        "defensive",
        "10:2:1",
        label=Text("Defensive position"),
        unprinted="It is taken before the initiative roll and gone with the combat; the book has no marker for it.",
    ),
    Sign("shot", "9:3:2", Text("Shot"), Text("Shot this turn")),
    Sign("withstood-and-shot", "9:5:6", Text("Stand, shoot"), Text("Withstood and shot")),
    Sign("special", "2:6:4", Text("Special"), Text("Special action")),
    Sign("reload", "2:6:4", Text("Loaded")),
    Sign(
        "unloaded",
        "9:3:1",
        label=Text("Not loaded"),
        unprinted="On the table the printed “Loaded” lies beside all who are, and is missing beside this one.",
    ),
    Sign("engaged", "10:1", Text("Engaged"), Text("Engaged")),
    Sign("fleeing", "11:4:2", Text("Run away"), Text("Running away")),
    Sign("regroup", "11:4:3", Text("Regroup"), Text("Still in flight")),
    Sign("regrouped", "8:3:2", Text("Regrouped"), Text("Regrouped")),
    Sign("defeated", "11:2:3", Text("Defeat"), Text("Defeated")),
    Sign(
        "enemy-destroyed",
        "11:1",
        label=Text("Destroyed an enemy last turn"),
        unprinted="It outlasts the end of the turn, when all markers are taken away (2:6:4).",
    ),
    Sign(
        "run-through",
        "11:4:2",
        label=Text("Friends ran through"),
        unprinted="It outlasts the end of the turn, when all markers are taken away (2:6:4).",
    ),
    Sign(
        "slowed",
        "5:2:7",
        label=Text("Half movement next time"),
        unprinted="The book has no marker for it; it is gone with the unit's next movement.",
    ),
    Sign("hill", "6:2:2", label=Text("On a hill"), unprinted=SHOWN_BY_THE_TABLE),
    Sign("forest", "6:2:1", label=Text("In a forest"), unprinted=SHOWN_BY_THE_TABLE),
    Sign("stream", "6:2:6", label=Text("In a stream"), unprinted=SHOWN_BY_THE_TABLE),
    Sign(
        "teppo-wet",
        "6:2:6",
        label=Text("Teppo wet"),
        unprinted="The book has no marker for it, and it outlasts the end of the turn.",
    ),
    Sign("light-cover", "6:2:5", label=Text("Light cover"), unprinted=SHOWN_BY_THE_TABLE),
    Sign("heavy-cover", "6:2:5", label=Text("Heavy cover"), unprinted=SHOWN_BY_THE_TABLE),
    Sign("hidden", "5:1:6", Text("Hidden")),
    Sign("obstacle", "9:4:4", Text("Occupied")),
    Sign("wall-of-stakes", "12:5:4", Text("Stakes")),
    Sign("palisade", "6:2:5", Text("Palisade")),
    Sign("wound", "9:3:6", Text("Wounds")),
    Sign("commandment", "8:2", Text("Command")),
    Sign("command-won", "7:4:2", Text("Initiative")),
    Sign("turn", "7:4:1", Text("Turn")),
    Sign("phase", "7:4:1", Text("Phase")),
)
BY_ID = {sign.id: sign for sign in SIGNS}
