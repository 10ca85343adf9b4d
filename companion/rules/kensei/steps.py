"""A turn step by step, in the book's order: two lines each, with their sections and the rulings that settle them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.kensei.after.honor import FLIGHT_MOUNTED, FLIGHT_ON_FOOT
from companion.rules.kensei.orders.charge import DICE_MOUNTED, DICE_ON_FOOT, NEAR_CM
from companion.rules.kensei.turn.command import REGROUPING, STRATEGIC_ORDER, TAISHO_ABILITY, TRIES
from companion.rules.kensei.victory import LAST_TURN
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class StepLine:
    """A sentence, the section it comes from, and the ruling that settles how that is read."""

    words: Text
    rule: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class TurnStep:
    """One step of a turn; `id` is the phase of a table that begins with it, where one does."""

    title: Text
    lines: tuple[StepLine, StepLine]
    id: str = ""


STEPS: tuple[TurnStep, ...] = (
    TurnStep(
        Text("Commandment roll"),
        (
            StepLine(Text("Each side: 1D10 and its general's HR. A tie is rolled again."), "7:4:2", "K69"),
            StepLine(Text("The winner says who acts first, and later picks the first combat."), "7:4:2", "K69"),
        ),
        "orders",
    ),
    TurnStep(
        Text("Taisho orders"),
        (
            StepLine(
                Text(
                    "For Commandment Points, in this order: an ability (%(ability)s), regrouping (%(regroup)s a "
                    "try, %(tries)s tries a unit), strategic orders (%(order)s).",
                    {"ability": TAISHO_ABILITY, "regroup": REGROUPING, "tries": TRIES, "order": STRATEGIC_ORDER},
                ),
                "8:3",
                "K30",
            ),
            StepLine(Text("A unit not regrouped flees again at once, before any unit gets an order."), "8:3:2", "K91"),
        ),
    ),
    TurnStep(
        Text("Orders"),
        (
            StepLine(
                Text("Aloud for every unit, before the first one moves. Each act costs AC; what is said stands."),
                "8:3",
                "K70",
            ),
            StepLine(
                Text(
                    "A unit less than %(cm)s cm from an enemy and not engaged charges, or flees 2 × MV.",
                    {"cm": NEAR_CM},
                ),
                "11:4:1",
                "K54",
            ),
        ),
    ),
    TurnStep(
        Text("Actions"),
        (
            StepLine(
                Text("One unit after the other. An order that proves impossible stops it there."),
                "9:1",
                "K70",
            ),
            StepLine(Text("Shots are rolled at once, and so are the honor rolls they cause."), "9:3:7", "K55"),
        ),
    ),
    TurnStep(
        Text("Charges"),
        (
            StepLine(
                Text("A charged unit answers at once: withstand, withstand and shoot, counter-charge, or flee."),
                "9:5:6",
                "K51",
            ),
            StepLine(
                Text(
                    "Contact within the advance needs no die; beyond it %(foot)sD10 cm on foot, %(riders)sD10 mounted.",
                    {"foot": DICE_ON_FOOT, "riders": DICE_MOUNTED},
                ),
                "9:5:3",
                "K43",
            ),
        ),
    ),
    TurnStep(
        Text("The other side"),
        (
            StepLine(Text("Its Taisho orders, its orders, its actions, in the same way."), "7:4:1"),
            StepLine(Text("AC already spent on reactions to charges are no longer available."), "9:5:6", "K51"),
        ),
    ),
    TurnStep(
        Text("Combat"),
        (
            StepLine(
                Text(
                    "Challenges first. Then each unit 1D10 + IN: the highest strikes first, whoever is left "
                    "strikes back."
                ),
                "10:2",
                "K44",
            ),
            StepLine(
                Text("A strike: hit with more than AT, save with DF or less, wound with more than AR."), "10:3", "K45"
            ),
        ),
        "combat",
    ),
    TurnStep(
        Text("Resolution"),
        (
            StepLine(
                Text(
                    "Damage is compared. Whoever did less is defeated if the difference is greater than the VE left, "
                    "and rolls HR or less."
                ),
                "11:2",
                "K27",
            ),
            StepLine(
                Text(
                    "Whoever fails flees %(foot)sD10 cm on foot, %(riders)sD10 mounted. The victor may pursue.",
                    {"foot": FLIGHT_ON_FOOT, "riders": FLIGHT_MOUNTED},
                ),
                "11:4",
                "K28",
            ),
        ),
        "resolution",
    ),
    TurnStep(
        Text("End of the turn"),
        (
            StepLine(Text("Markers of this turn come off; a run-away marker is turned over to regroup."), "7:4:7"),
            StepLine(
                Text(
                    "Points decide after turn %(last)s. An Assassination battle ends at once when a general dies.",
                    {"last": LAST_TURN},
                ),
                "7:1:1",
                "K92",
            ),
        ),
    ),
)
"""All steps, first to last."""
