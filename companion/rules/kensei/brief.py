"""Kensei in short: the turn, one attack, honor and the rest as short sentences, each with its section.

The printed quick reference and the rules page both show these; modifiers come from the very table the rules use.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.kensei.after.honor import BUSHI_BONUSES, COMMAND_CM, COMMAND_SAMURAI_CM, HONOR_BONUSES, SOHEI_CM
from companion.rules.kensei.fight import initiative
from companion.rules.kensei.fight.modifiers import LONG_CM, LONG_FROM_HILL_CM, MODIFIERS, SHORT_CM, ModifierRule
from companion.rules.kensei.fight.strike import NumberName
from companion.rules.kensei.settings import Settings
from companion.rules.kensei.turn import command
from companion.rules.text import Modifier, Text

Row = tuple[str, Text, str]
"""A sign or an amount, what it is for, the section."""
Named = tuple[Text, Text, str]
"""A name, what it is, the section."""


def signed(value: int) -> str:
    """An amount as a table shows it."""
    return f"{value:+d}".replace("-", "−")


GENERAL_REASONS: Mapping[str, Text] = {
    "sohei": Text("Ashigaru with Sohei within %(cm)s cm", {"cm": SOHEI_CM}),
    "broke-away": Text("a character broke away from it"),
    "run-through": Text("friends fled through it, this turn and next"),
    "spear-charged": Text(
        "spears on foot charged in front (%(riders)s by riders)",
        {"riders": signed(initiative.INITIATIVE["spear-charged-by-riders"].value)},
    ),
    "bushi": Text("Bushi inside (Daimyo %(more)s)", {"more": signed(initiative.INITIATIVE["daimyo"].value)}),
    "miniatures": Text("for each miniature above or below the basic unit"),
    "short-distance": Text("short distance, up to %(cm)s cm", {"cm": SHORT_CM}),
    "bushi-failed-break-away": Text("a Bushi who failed to break away: a third, rounded down"),
    "special-failed-break-away": Text("a special character who failed to break away: half, rounded down"),
}
"""Reasons as a table says them for every case at once; the rules say the case at hand."""
SAID_WITH_ANOTHER = frozenset({"spear-charged-by-riders", "daimyo"})


def rows_of(modifiers: Mapping[str, Modifier]) -> tuple[Row, ...]:
    """Modifiers as rows of a table: the amount, the reason, the section."""
    shown = {name: one for name, one in modifiers.items() if name not in SAID_WITH_ANOTHER}
    return tuple((signed(one.value), GENERAL_REASONS.get(name, one.reason), one.rule) for name, one in shown.items())


TABLES: tuple[tuple[NumberName, Text], ...] = (
    ("dc", Text("Dice (DC)")),
    ("at", Text("Attack (AT): hit with more; − is better")),
    ("df", Text("Defense (DF): save with this or less")),
    ("ar", Text("Armor (AR): hurt with more")),
    ("damage_bonus", Text("Damage")),
)
SHARES = {
    "half-dc-shooting": "½",
    "bushi-in-unit": "½",
    "bushi-failed-break-away": "⅓",
    "special-failed-break-away": "½",
    "teppo": "½",
    "miniatures": "±",
}
"""Modifiers that are no fixed number, as a table shows them."""

FIGURES: Mapping[str, str] = {
    **{rule.id: signed(rule.value) for rule in MODIFIERS if isinstance(rule.value, int)},
    **{f"{name}-initiative": signed(one.value) for name, one in initiative.INITIATIVE.items()},
    "long-cm": str(LONG_CM),
    "long-from-hill-cm": str(LONG_FROM_HILL_CM),
}
"""Numbers of the rules by name, as the sentences of the content tables show them."""

# Numbered as the phases of 7:4 are on the track: orders and actions are one.
TURN: tuple[Named, ...] = (
    (Text("1 Commandment roll"), Text("Each general 1D10 + HR; the winner chooses who acts first."), "7:4:2"),
    (
        Text("2 Orders"),
        Text("Taisho: ability, then regrouping, then strategic orders. Then every unit's orders aloud; they stand."),
        "8:3",
    ),
    (Text("2 Actions"), Text("One unit after the other. Charges are answered at once. Then the other side."), "9:1"),
    (
        Text("3 Combat"),
        Text("Challenges, then IN: 1D10 + IN, highest strikes first. The winner of 1 picks first."),
        "10:1",
    ),
    (
        Text("4 Resolution"),
        Text("Compare damage, honor rolls, flight, pursuit. Take markers off; turn run-away over to regroup."),
        "11:1",
    ),
)
ATTACK: tuple[Named, ...] = (
    (Text("AT roll"), Text("DC dice, hits show more than AT. Each 10 marks one damage die: −2 DF against it."), "10:3"),
    (Text("DF roll"), Text("A die for each hit, saves with DF or less. Failed with a 10: damage +2 there."), "10:4"),
    (Text("Damage"), Text("A die for each hit not saved: over AR, the difference plus bonuses is damage."), "10:5"),
    (Text("Losses"), Text("Add to the unit's damage; every full VT removes one. The rest stays."), "9:3:6"),
)
INITIATIVE: tuple[Row, ...] = rows_of(initiative.INITIATIVE)
WHO_STRIKES: tuple[Row, ...] = (
    ("•", Text("a Bushi strikes when his unit does, right after it, with his own dice"), "10:2:4"),
    ("•", Text("a special character rolls IN for himself; in a unit too he has all his dice"), "10:2:4"),
)
"""Where a Bushi and a special character in a unit differ when they strike (K13, K44)."""
HONOR: tuple[tuple[Text, str], ...] = (
    (Text("one shot removed half of the miniatures, or more"), "9:3:7"),
    (Text("the unit falls to half its basic unit, once"), "11:4:1"),
    (Text("defeated: the difference is greater than the VE left"), "11:2:3"),
    (Text("the general died within 30 cm"), "4:4:5"),
    (Text("an ability says so"), "12:5"),
)
HONOR_BONUS: tuple[Row, ...] = (
    *rows_of(BUSHI_BONUSES),
    (
        f"{signed(BUSHI_BONUSES['daisho'].value)}–{BUSHI_BONUSES['taisho'].value}",
        Text(
            "Bushi with Commandment within %(cm)s cm (%(far)s for Samurai), in no other unit: as if inside",
            {"cm": COMMAND_CM, "far": COMMAND_SAMURAI_CM},
        ),
        "5:1:11",
    ),
    *rows_of(HONOR_BONUSES),
)
ACTIONS: tuple[Row, ...] = (
    ("1", Text("advance, once a turn: march up to MV or run up to 2 × MV"), "9:2:1"),
    ("1", Text("turn once more, or face about"), "9:2:3"),
    ("1", Text("shoot once, or load; greater precision takes 3"), "9:3:2"),
    ("1", Text("charge an enemy seen when the phase began"), "9:5"),
    ("1", Text("special action or ability, unless it prints another"), "9:4:3"),
    ("1", Text("get over an obstacle on foot, or occupy it"), "9:4:1"),
)
CHARGE: tuple[Named, ...] = (
    (Text("Reach"), Text("1D10 cm on foot, 2D10 mounted; contact within the advance needs no die."), "9:5:3"),
    (Text("Withstand"), Text("Free."), "9:5:6"),
    (Text("Shoot"), Text("1 AC, loaded, front: +2 AT (worse), then −1 DF, −1 IN, +2 AT in the combat."), "9:5:6"),
    (
        Text("Counter"),
        Text("1 AC, charger seen: whoever wins contact has the charge and +2 DC, the other −1 DF."),
        "9:5:6",
    ),
    (Text("Flee"), Text("Free, with 1 AC left: 2D10 cm on foot, 3D10 mounted."), "9:5:6"),
)
AFTER: tuple[Named, ...] = (
    (Text("Flight"), Text("2D10 cm on foot, 3D10 mounted, straight away. Table edge, impassable: destroyed."), "11:4"),
    (Text("Pursuit"), Text("2D10 cm, 3D10 mounted; reached: free attack, −2 DF fleeing, +1 DF defensive."), "11:4:5"),
    (
        Text("Regroup"),
        Text("From the next turn: 1 Commandment Point a try, two tries a turn; HR. Costs the unit 2 AC."),
        "8:3:2",
    ),
)
COMMAND: tuple[Row, ...] = (
    (
        " ".join(str(points) for points in command.POINTS.values()),
        Text("Daimyo, Taisho, Busho, Daisho Samurai; %(more)s on a hill", {"more": signed(command.ON_HILL)}),
        "8:2",
    ),
    (str(command.TAISHO_ABILITY), Text("Taisho ability, one a turn: KI of the general"), "8:3:1"),
    (str(command.REGROUPING), Text("try to regroup"), "8:3:2"),
    (str(command.STRATEGIC_ORDER), Text("strategic order: KI; failed, the unit loses 1 AC"), "8:3:3"),
)


NUMBERS: tuple[Row, ...] = (
    ("MV", Text("centimeters of a march; running doubles it"), "2:7:1"),
    ("DC", Text("dice of an attack, for the basic unit"), "2:7:2"),
    ("AT", Text("attack: a die hits with more than this"), "2:7:3"),
    ("DF", Text("defense: a die saves with this or less; a 1 always does"), "2:7:4"),
    ("AR", Text("armor: a damage die does as much damage as it shows above this"), "2:7:5"),
    ("VT", Text("damage that removes one miniature"), "2:7:6"),
    ("KI", Text("spirit: abilities work with this or less on 1D10"), "2:7:7"),
    ("HR", Text("honor: the unit holds with this or less on 1D10"), "2:7:8"),
    ("IN", Text("initiative, added to 1D10"), "2:7:9"),
    ("AC", Text("actions of a turn"), "2:7:10"),
    ("VE", Text("what a miniature counts for in superiority and in the result of a combat"), "2:7:11"),
)
DICE: tuple[tuple[Text, str], ...] = (
    (Text("Ten-sided dice; the 0 is a 10."), "2:6:2"),
    (Text("Opposed roll: 1D10 and the attribute each, the higher wins, a tie is rolled again."), "2:6:2"),
    (Text("A 10 in an AT roll always hits, a 1 in a DF roll always saves."), "2:7:3"),
)
DEPLOYMENT: tuple[tuple[Text, str], ...] = (
    (
        Text(
            "The generals' opposed HR: the winner takes a side of the table. Their opposed KI: the winner may lay "
            "cards up to 30 cm from his edge, the other up to 20."
        ),
        "7:3",
    ),
    (
        Text(
            "Card by card in turn, face down; then characters; then all are turned up and miniatures take their places."
        ),
        "7:3",
    ),
)
RESULT: tuple[tuple[Text, str], ...] = (
    (
        Text(
            "Damage of each side of a combat is added up. The side that did less is defeated if the difference is "
            "greater than the VE the unit has left; otherwise it is a draw."
        ),
        "11:2",
    ),
    (Text("A defeated unit rolls HR or flees."), "11:2:3"),
    (Text("A character killed in a confrontation adds 10 to the difference instead of his damage."), "11:2:3"),
    (Text("A pursuer rolls 2D10 cm on foot, 3D10 mounted, and strikes once what he reaches."), "11:4:5"),
)
VICTORY: tuple[Named, ...] = (
    (
        Text("Pitched battle"),
        Text("Six turns. Koku of units destroyed or off the table, and VP of the slain."),
        "7:1:1",
    ),
    (Text("Assassination"), Text("The enemy general dead, however long it takes."), "7:1:1"),
    (
        Text("Head hunt"),
        Text(
            "Six turns. Points for all that is slain: infantry 1, cavalry 2, Loner 3, Daisho Ashigaru 2, "
            "Daisho Samurai 3, Busho and special characters 6, the general 9. All characters dead wins "
            "at once."
        ),
        "7:1:1",
    ),
)


def shown_value(rule: ModifierRule) -> str:
    """The amount of a modifier as a table shows it; a fraction where the rule divides."""
    if isinstance(rule.value, int):
        return signed(rule.value)
    return SHARES[rule.id]


def modifiers_of(number: NumberName) -> tuple[ModifierRule, ...]:
    """Every modifier of one number, in the rules' own order."""
    return tuple(rule for rule in MODIFIERS if rule.to == number)


def reason_of(rule: ModifierRule) -> Text:
    """The rules' reason, said for every case at once where theirs names the numbers of one."""
    return GENERAL_REASONS.get(rule.id, Text(rule.reason))


# ---- kensei in short as a table plays it: only what its settings let hold


SIGN = "◆"
"""Stands before what a table has settled for itself."""
LEGEND = Text("◆ players may agree on something else here")

SETTLED: Mapping[str, str] = {
    "teppo": "halved_defense",
    "superiority-double": "superiority",
    "superiority-triple": "superiority",
    "loner-in-melee": "loner_in_melee",
}
"""Modifiers whose amount, or whether they hold at all, is a setting: its name."""
SHOOT_RULE = "9:3:2"
"""The section by which units shoot (9:3:2), and may or may not shoot at who is engaged."""


def settled_modifiers(number: NumberName, settings: Settings) -> tuple[ModifierRule, ...]:
    """The modifiers of one number that hold at this table, in the rules' own order."""
    return tuple(rule for rule in modifiers_of(number) if rule.holds(settings))


def settled_reason(rule: ModifierRule, settings: Settings) -> Text:
    """The reason of a modifier with what this table has chosen for it."""
    if rule.id == "teppo":
        up, down = Text("a teppo halves Defense, rounded up"), Text("a teppo halves Defense, rounded down")
        return up if settings.halved_defense == "up" else down
    if rule.id == "superiority-triple":
        return Text("at least triple the enemy's VE, on top of that")
    if rule.id == "superiority-double" and settings.superiority == "flat":
        return Text("at least double the enemy's VE, no more for triple")
    return reason_of(rule)


def settled_honor(settings: Settings) -> tuple[Row, ...]:
    """When an honor roll is due at this table."""
    changed = {
        "11:4:1": Text("the unit falls to half its basic unit, once")
        if settings.half_unit == "half"
        else Text("the unit falls below half its basic unit, once"),
        "11:2:3": Text("defeated: the difference is greater than the VE the unit has left")
        if settings.defeat_ve == "unit"
        else Text("defeated: the difference is greater than the VE its side has left"),
    }
    return tuple((SIGN if rule in changed else "•", changed.get(rule, words), rule) for words, rule in HONOR)


def settled_actions(settings: Settings) -> tuple[Row, ...]:
    """What AC pay for, and whether they pay for a shot at who is engaged."""
    engaged = (
        Text("no shot at a unit that is engaged")
        if settings.shoot_into_combat == "no"
        else Text("a unit that is engaged may be shot at")
    )
    rows: list[Row] = []
    for cost, words, rule in ACTIONS:
        rows.append((cost, words, rule))
        if rule == SHOOT_RULE:
            rows.append((SIGN, engaged, rule))
    return (*rows, (SIGN, _abilities(settings), "3:4:6"))


def settled_dry(settings: Settings) -> Text:
    """Which KI roll keeps teppo in a stream dry (6:2:6)."""
    return Text("KI or more") if settings.wet_teppo == "ki_or_more" else Text("KI or less")


def _abilities(settings: Settings) -> Text:
    """What abilities cost at this table, and what a failed one has cost."""
    return Text(
        "an ability: %(price)s, %(failed)s; a general's: %(points)s",
        {
            "price": Text("1 AC") if settings.ability_cost == "one" else Text("printed AC"),
            "failed": Text("spent if it fails") if settings.failed_ability == "spent" else Text("back if it fails"),
            "points": Text("2 points") if settings.taisho_ability_cost == "2" else Text("1 point"),
        },
    )
