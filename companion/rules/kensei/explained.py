"""What each kind of act is, told once to a phone that has never led a battle: a sentence, and what to do on the table.

A table of words alone: which kind an act is of says the table (`companion/play/kensei/choose.py`), and what a phone
knows already is its own to say (`companion/web/explaining.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.kensei.deployment.laying import SECOND_CM
from companion.rules.kensei.deployment.terrain import APART_CM, LEAST_EACH
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class Explained:
    """One kind of act. `does`: what its player does on the table, and taps then. `rule`: the section of the book."""

    what: Text
    does: Text
    rule: str
    ruling: str = ""


OWN_CHOICES = ("orders", "actions", "combat", "resolution", "ending")
"""Into these `choose` is parted: what a phone shows while nothing is asked of it."""

EXPLAINED: Mapping[str, Explained] = {
    # Before the battle
    "muster": Explained(
        Text("An army is units and the characters who lead them."),
        Text("Put these miniatures beside the table, or print paper ones: “More”, “Print”. Then tap “Ready”."),
        "12:1",
    ),
    "ground": Explained(
        Text("Terrain is placed in turn. Then the higher roll chooses a side of the table."),
        Text("Place a piece, and tap which. When all is placed, each rolls one die and taps what it shows."),
        "7:3",
        "K79",
    ),
    "advantage": Explained(
        Text("The higher roll deploys first, and farther from the edge."),
        Text("Each rolls one die. Tap what yours shows."),
        "7:3",
        "K79",
    ),
    "lay": Explained(
        Text("Cards hide which unit stands where."),
        Text("Lay a card face down within your zone. Tap the unit it stands for; the other side sees only the card."),
        "7:3",
    ),
    "turn-up": Explained(
        Text("Now both sides see what stands where."),
        Text("Turn your cards up where they lie, then tap."),
        "7:3",
    ),
    "deployed": Explained(
        Text("Each card becomes its unit."),
        Text("Put the miniatures where the card lies, facing its arrow, and take the card away. Then tap."),
        "7:3",
    ),
    "set-up": Explained(
        Text("The armies stand at opposite edges, with terrain between them."),
        Text(
            "In turn, place %(each)s or more pieces of terrain each, %(apart)s cm apart. Put your army within "
            "%(cm)s cm of your edge. Then roll.",
            {"each": LEAST_EACH, "apart": APART_CM, "cm": SECOND_CM},
        ),
        "7:3",
    ),
    # Command and orders
    "command": Explained(
        Text("Each turn begins with this roll: the higher one has the command."),
        Text("Each rolls a die; tap what yours shows."),
        "7:4:2",
        "K69",
    ),
    "first": Explained(
        Text("Whoever goes first moves first; the other sees more before moving."),
        Text("Say it aloud, and tap who acts first."),
        "7:4:2",
        "K69",
    ),
    "orders": Explained(
        Text("Each order costs AC, the dots on a unit's card; charge the enemy you want to fight."),
        Text("Tap a unit, then its order. Move nothing until all orders are announced."),
        "8:3",
        "K70",
    ),
    "actions": Explained(
        Text("Announced orders are carried out, one unit after the other."),
        Text("Measure and move the unit on the table, then tap its next step below."),
        "9:1",
        "K70",
    ),
    "regroup": Explained(
        Text("Your general regroups units in flight."),
        Text("Roll one die: the number shown or less stops them. Tap what it shows."),
        "8:3:2",
    ),
    "run-on": Explained(
        Text("A unit in flight is regrouped now, or flees again at once."),
        Text("Try to regroup it, or roll and move it farther the way it fled."),
        "8:3:2",
        "K91",
    ),
    "strategic": Explained(
        Text("Your general sends a unit an order that costs it nothing."),
        Text("Roll one die: KI or less, and the order arrives. Tap what it shows."),
        "8:3:3",
    ),
    # Charges
    "react": Explained(
        Text("Your unit is charged and answers before the enemy moves."),
        Text("Choose one answer; each says what it costs. Leave the unit where it stands until it is asked to move."),
        "9:5:6",
        "K51",
    ),
    "charge": Explained(
        Text("The enemy is farther away than the advance: dice decide whether the charge reaches."),
        Text("Roll the dice, add them up, move that many cm, and tap what they show."),
        "9:5:3",
        "K43",
    ),
    # Strikes and shots
    "shot": Explained(
        Text("A shot hits with more than AT. The farther, the harder."),
        Text("Measure from the shooters to the target, tap the distance, roll the dice it asks for, tap the hits."),
        "9:3",
    ),
    "attack": Explained(
        Text("A strike hits with more than AT."),
        Text("Roll all the dice at once. Count each Ø, a ten, apart from the other hits: it hurts more. Tap both."),
        "10:3",
        "K45",
    ),
    "defense": Explained(
        Text("Whoever is hit may save: DF or less stops a hit."),
        Text("Roll a die for each hit, and tap how many saved."),
        "10:4",
    ),
    "damage": Explained(
        Text("A hit not saved does damage: each point its die shows over AR. Damage equal to VT removes a miniature."),
        Text("Roll a die for each, and tap what it shows. Then remove those who fell."),
        "10:5",
    ),
    "beside": Explained(
        Text("A leader in the unit has dice of his own."),
        Text("Let him strike right after them, or stand back so that nobody strikes him."),
        "4:3:8",
    ),
    "last": Explained(
        Text("Those who fall here strike once more as they fall."),
        Text("Roll a die for each of them, and tap what they show."),
        "12:5:4",
    ),
    # Combats
    "combat": Explained(
        Text("Units in contact fight; whoever has the command says which combat comes first."),
        Text("Push the bases together, and tap the combat you fight now."),
        "10:1",
    ),
    "initiative": Explained(
        Text("The highest die and IN strikes first, before the others can."),
        Text("Roll a die for each of your fighters named here, and tap what it shows."),
        "10:2",
        "K44",
    ),
    "declare": Explained(
        Text("Nobody else would roll here: yours strike first, without a die."),
        Text("Choose what you declare and a position, if any; then tap the key below."),
        "10:2",
        "K44",
    ),
    "duel": Explained(
        Text("A challenge is fought out by two characters alone."),
        Text("Place the two apart, face to face. Accept or refuse; then roll as for a strike."),
        "10:2",
    ),
    "strike": Explained(
        Text("It is their turn to strike, by initiative."),
        Text("Tap whom they strike. Then roll the strikers' dice."),
        "10:2",
        "K44",
    ),
    # Results, honor and flight
    "resolution": Explained(
        Text(
            "Whoever did less damage is defeated if the difference is greater than the VE left, and may have to flee."
        ),
        Text("Resolve one combat after the other; each roll still to make is listed here."),
        "11:2",
        "K27",
    ),
    "owed": Explained(
        Text("Something shook this unit: it must roll, or lose its nerve."),
        Text("Open the roll and roll one die."),
        "11:3:1",
        "K55",
    ),
    "honor": Explained(
        Text("An honor roll decides whether a unit holds or flees: with HR or less it holds."),
        Text("Roll one die and tap what it shows."),
        "11:3:1",
    ),
    "flight": Explained(
        Text("The unit turns and flees from its enemies."),
        Text("Roll the dice, move it that many cm, and tap what it meets on its way."),
        "11:4",
        "K28",
    ),
    "chase": Explained(
        Text("The victor may pursue units that flee, and strike those reached."),
        Text("Say whether they pursue or hold their ground."),
        "11:4:5",
    ),
    "pursuit": Explained(
        Text("Pursuers who roll as far as the flight, or farther, reach it."),
        Text("Roll the dice, and move the pursuers that many cm, straight behind those who flee."),
        "11:4:5",
    ),
    "further": Explained(
        Text("Who is left after the free attack flees on; the pursuers stay where they are."),
        Text("Roll the dice, and move the unit that many cm."),
        "11:4:5",
        "K58",
    ),
    "again": Explained(
        Text("The unit is still pursued, and flees again."),
        Text("Roll the dice, and move the unit that many cm."),
        "11:4:5",
    ),
    "escape": Explained(
        Text("Your unit flees from the charge."),
        Text("Roll the dice, turn it away from the enemy, and move it that many cm."),
        "9:5:6",
    ),
    "death": Explained(
        Text("The general is dead, and his soldiers see it."),
        Text("Measure from where he fell. Tap which units stand within that distance."),
        "4:4:5",
    ),
    "ending": Explained(
        Text("The turn is over."),
        Text("Take off the markers of this turn, as listed, and tap the next turn."),
        "7:4:7",
    ),
    # Characters on their own, and abilities
    "break": Explained(
        Text("A character fights his way out of a combat."),
        Text("Each rolls one die and adds IN. Tap what yours shows."),
        "4:3:8",
    ),
    "dash": Explained(
        Text("He has got away, and moves off."),
        Text("Roll the dice, and move him that many cm."),
        "4:3:8",
    ),
    "follow": Explained(
        Text("A character got away from your unit."),
        Text("Say who goes after him, or that nobody does."),
        "4:3:8",
    ),
    "ki": Explained(
        Text("An ability succeeds with KI or less; in an opposed roll the higher total wins."),
        Text("Roll one die and tap what it shows."),
        "3:4:6",
    ),
    "whom": Explained(
        Text("The ability asks whom it is for."),
        Text("Point at them on the table, and tap them."),
        "3:4:6",
    ),
    "shorter": Explained(
        Text("The ability makes a charge shorter."),
        Text("Roll the dice; the charge is that many cm shorter."),
        "3:4:6",
    ),
    "away": Explained(
        Text("The ability takes a character out of reach."),
        Text("Roll the dice, and move him that many cm, in any direction."),
        "3:4:6",
    ),
    "harm": Explained(
        Text("The ability wounds by itself."),
        Text("Roll the dice, and tap what they show. Then remove those who fell."),
        "3:4:6",
    ),
    "hidden": Explained(
        Text("An ability asks who is hidden."),
        Text("Say who on your side is meant, or nobody; then place him on the table."),
        "5:1:13",
    ),
}
"""By kind of act: every question that dice or a choice answer, every other thing that is due, and `OWN_CHOICES`."""
