"""What the rules of each ability are (12:5, 12:6): when it may be used, what is rolled, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.kensei.abilities.rule import (
    AbilityRule,
    Avoids,
    CannotRefuse,
    Captures,
    Disturbs,
    Duels,
    Enters,
    Form,
    Harms,
    Lasts,
    Leaves,
    LiesOpen,
    LosesDice,
    Moment,
    NotRolled,
    OwesHonor,
    RollsAgain,
    ShortensCharge,
    ShowsHidden,
    SwapsCards,
    Whom,
    all_laid,
    all_of,
    card_just_laid,
    charged_in_front,
    charging,
    charging_or_counter,
    has_not_shot,
    in_contact,
    near,
    near_character,
    no_shot,
    not_engaged,
    second_turn,
    shown,
)
from companion.rules.kensei.profiles import CharacterProfile
from companion.rules.text import Text


def _geisha(who: CharacterProfile) -> bool:
    return who.id == "geisha"


def _none(names: dict[str, object]) -> Text:
    return Text("No revealed enemy Geisha is in contact with %(unit)s.", names)


def _second(moment: Moment) -> Text | None:
    return None if moment.turn >= 2 else Text("Only from the second turn on.")


def _two_run(moment: Moment) -> Text | None:
    return None if moment.fleeing_friends >= 2 else Text("Only with two or more units in flight.")


OWNED = (
    # Alternated Shot (12:5:4, K75): +4 DC for one shot, which its 2 AC include; a character inside may lend his KI.
    AbilityRule(
        "alternated-shot",
        (Form("order", (Lasts("alternated-shot"),), against=not_engaged, lenders="inside", shoots=True),),
    ),
    # Assassin (12:6:3, K77): 3D10 at a character in contact, each less his AR; lost, she takes 3 damage.
    AbilityRule(
        "assassin",
        (
            Form(
                "before-in",
                (Harms(dice=3, armor=True),),
                (Harms(points=3, on="self"),),
                against=near_character,
                whom=Whom("enemy-characters", asks=Text("Whom does she try to kill?")),
            ),
        ),
    ),
    # Banzai (12:5:2, K73): the charge goes 2D10 cm instead of 1D10. A failed roll leaves an ordinary charge.
    AbilityRule("banzai", (Form("order", (Lasts("banzai"),), against=all_of(not_engaged, charging)),)),
    # Battle Cry (12:5:3, K74): once, in either form: charged, it shortens the charge; charging, it frightens.
    AbilityRule(
        "battle-cry",
        (
            Form("charged", (ShortensCharge(),), roll="opposed", label=Text("the charge is 1D10 cm shorter")),
            Form(
                "charging",
                (Lasts("cried-at", on="targets"),),
                against=charging_or_counter,
                roll="own",
                id="charging",
                label=Text("−2 IN and −1 HR for those charged"),
            ),
        ),
    ),
    # Cherry Tree Flowers (12:5:4, K75): −1 DF and −1 AR in this combat; each who falls rolls one damage die.
    AbilityRule("cherry-tree-flowers", (Form("before-in", (Lasts("cherry-tree-flowers"),), against=in_contact),)),
    # A Clean Cut (12:6:3, K77): the enemy has −2 AR, at least 1, this combat.
    AbilityRule("clean-cut", (Form("before-in", (Lasts("clean-cut"),), against=in_contact),)),
    # Death Chant (12:5:3, K74): enemies within 20 cm who fail their KI have −1 HR and −1 IN, this turn and the next.
    AbilityRule(
        "death-chant",
        (
            Form(
                "order",
                (Lasts("chanted-at", on="losers"),),
                roll="each",
                whom=Whom(
                    "enemy-units",
                    many=True,
                    after=True,
                    within_cm=20,
                    asks=Text("Which enemies stand within 20 cm?"),
                ),
            ),
        ),
    ),
    # Distract (12:6:3, K77): an ability within 30 cm is cancelled where it has no roll, else its KI is 3 lower.
    AbilityRule("distract", (Form("ability", (Disturbs(3),), against=shown),)),
    # Fight for the Emperor (12:5:2, K73): one honor roll that failed is rolled again.
    AbilityRule("fight-for-the-emperor", (Form("roll-failed", (RollsAgain(),)),)),
    # Forest of Spears (12:5:2, K73): charged in front, withstanding: no charge bonuses, and +1 DF.
    AbilityRule(
        "forest-of-spears",
        (
            Form(
                "charged",
                (Lasts("forest-of-spears"),),
                against=charged_in_front,
                lenders="inside-or-commandment",  # where it is only lent by the general (K71)
            ),
        ),
    ),
    # I Dare You (12:5:2, K73): one Kengo fights an enemy character with the basic DC; the other dice strike the unit.
    AbilityRule(
        "i-dare-you",
        (
            Form(
                "before-in",
                (Duels("basic", refusable=True),),
                against=near_character,
                whom=Whom("enemy-characters", asks=Text("Whom does one of them challenge?")),
            ),
        ),
    ),
    # Incendiary Bomb (12:6:3, K76): 3D10 damage, no AR, to a unit up to 20 cm away; failed, he takes it himself.
    AbilityRule(
        "incendiary-bomb",
        (
            Form(
                "order",
                (Harms(dice=3),),
                (Harms(dice=3, on="self"),),
                against=all_of(not_engaged, no_shot),
                whom=Whom("enemy-units", within_cm=20, asks=Text("Which unit does he throw it at, up to 20 cm away?")),
            ),
        ),
    ),
    # Inspire (12:6:3, K77): once shown, her unit rolls one failed attribute roll again, once a turn.
    AbilityRule("inspire", (Form("roll-failed", (RollsAgain("any"),), against=shown),)),
    # Kaiden (12:6:3, K78): who is hidden within 30 cm is shown.
    AbilityRule("kaiden", (Form("order", (ShowsHidden(30),)),)),
    # Metsuke (12:6:3, K78): three times his dice and +4 IN against Ninjas and Shinobi; or he captures a Geisha.
    AbilityRule(
        "metsuke",
        (
            Form("by-itself", (Lasts("metsuke"),)),
            Form(
                "before-in",
                (Captures(),),
                against=near(_geisha, _none),
                roll="opposed",
                attribute="hr",
                whom=Whom("enemy-characters", asks=Text("Which Geisha does he capture?"), fits=_geisha),
                id="capture",
                label=Text("captures a Geisha"),
            ),
        ),
    ),
    # No Thinking (12:5:2, K73): before charging; the enemy has −1 DF this turn.
    AbilityRule("no-thinking", (Form("order", (Lasts("no-thinking"),), against=all_of(not_engaged, charging)),)),
    # Overwhelming Beauty (12:5:3, K74): enemies in contact who lose the opposed roll have +1 AT, which is worse.
    AbilityRule(
        "overwhelming-beauty",
        (Form("before-in", (Lasts("overwhelmed", on="losers"),), against=in_contact, roll="opposed"),),
    ),
    # The Path Is Void (12:6:3, K77): before charging; the enemy has −2 DF this turn.
    AbilityRule("path-is-void", (Form("order", (Lasts("path-is-void"),), against=all_of(not_engaged, charging)),)),
    # Protect the Lord (12:5:2, K66, K73): a character in the unit who is challenged need not fight, whoever challenges.
    AbilityRule("protect-the-lord", (Form("challenged", (Avoids(),)),)),
    # Rappa (12:6:3, K76): enemy units within 20 cm who lose the opposed roll owe an honor roll.
    AbilityRule(
        "rappa",
        (
            Form(
                "order",
                (OwesHonor(),),
                whom=Whom("enemy-units", many=True, within_cm=20, asks=Text("Which enemies stand within 20 cm?")),
                lenders="commandment",
                lent_to="targets",
            ),
        ),
    ),
    # Remain Steadfast (12:5:3, K74): withstanding a charge; its charger has no charge bonuses.
    AbilityRule("remain-steadfast", (Form("charged", (Lasts("remain-steadfast"),), roll="opposed"),)),
    # Revolving Hit (12:5:3, K74): charging; +1 DC for each miniature.
    AbilityRule("revolving-hit", (Form("order", (Lasts("revolving-hit"),), against=all_of(not_engaged, charging)),)),
    # Vanishing of the Shinobi (12:6:3, K76): from the second turn of a combat, 2D10 cm away; failed, −3 IN.
    AbilityRule(
        "shinobi-vanishing", (Form("before-in", (Leaves(),), (Lasts("failed-vanishing"),), against=second_turn),)
    ),
    # Specialist in Duels (12:6:3, K66, K77): his challenge is not refused, and that unit does not strike him this turn.
    AbilityRule("specialist-in-duels", (Form("challenging", (CannotRefuse(),)),)),
    # 'Till the End (12:5:3, K74): one honor roll is not rolled.
    AbilityRule("till-the-end", (Form("honor-due", (NotRolled(),)),)),
    # Trained Assassins (12:5:4, K75): half of their dice strike a character; failed, they are lost.
    AbilityRule(
        "trained-assassins",
        (
            Form(
                "before-in",
                (Duels("half"),),
                (LosesDice(),),
                against=near_character,
                whom=Whom("enemy-characters", asks=Text("Which character is struck by half of the dice?")),
            ),
        ),
    ),
    # Two Swords (12:5:2, K73): +1 DF this turn, for who is not engaged.
    AbilityRule("two-swords", (Form("order", (Lasts("two-swords"),), against=not_engaged),)),
    # Vanishing of units (12:5:4, K76): from the second turn of a combat, 2D10 cm away, not pursued; failed, −3 IN.
    AbilityRule("vanishing", (Form("before-in", (Leaves(),), (Lasts("failed-vanishing"),), against=second_turn),)),
    # Wall of Stakes (12:5:4, K75): before any shot; a defended obstacle in front of it, as long as it stays there.
    AbilityRule(
        "wall-of-stakes", (Form("order", (Lasts("wall-of-stakes"),), against=all_of(not_engaged, has_not_shot)),)
    ),
    # Warrior Women (12:5:4, K75): other friends within 20 cm have +1 HR, this turn and the next.
    AbilityRule(
        "warrior-women",
        (
            Form(
                "any",
                (Lasts("warrior-women", on="targets"),),
                whom=Whom(
                    "friends", many=True, after=True, within_cm=20, asks=Text("Which friends stand within 20 cm?")
                ),
            ),
        ),
    ),
    # Yutei (12:6:3, K78): up to three times, as an enemy card is laid; it lies face up.
    AbilityRule("yutei", (Form("card", (LiesOpen(),), against=card_just_laid, times=3),)),
)
"""Those of units and characters."""
GENERALS = (
    # Ashigarus' General (12:6:2, K71): Heinin regroup near enemies and have −1 AT this turn.
    AbilityRule("ashigarus-general", (Form("taisho", (Lasts("ashigarus-general", on="side"),)),)),
    # The general's Banzai (12:6:2, K71): one infantry unit charges 2D10 cm; until it has succeeded once.
    AbilityRule(
        "banzai",
        (Form("taisho", (Lasts("banzai", on="targets"),), whom=Whom("own-units", asks=Text("Which unit on foot?"))),),
        until_success=True,
    ),
    # Bushido Law (12:6:2, K72): all units of the army have +2 IN and +2 HR this turn.
    AbilityRule("bushido-law", (Form("taisho", (Lasts("bushido-law", on="side"),)),)),
    # Clandestine Practices (12:6:2, K72): Ninjas or a Shinobi kept off the table enter from any edge.
    AbilityRule("clandestine-practices", (Form("taisho", (Enters(),), against=_second),)),
    # The Darma Wheel (12:6:2, K72): the general's death asks no honor roll; he still calls back.
    AbilityRule("darma-wheel", (Form("by-itself", (Lasts("darma-wheel", on="side"),)),)),
    # Divine Wind (12:6:2, K72): Sohei units have +3 cm on the charge die this turn.
    AbilityRule("divine-wind", (Form("taisho", (Lasts("divine-wind", on="side"),)),)),
    # Expert Strategist (12:6:2, K72, K79): two own cards that no Spy turned change places.
    AbilityRule(
        "expert-strategist",
        (
            Form(
                "reveal",
                (SwapsCards(),),
                against=all_laid,
                whom=Whom("own-cards", many=True, count=2, asks=Text("Which two of your cards change places, if any?")),
            ),
        ),
    ),
    # The general's Forest of Spears (12:6:2, K71): this turn every Yari Ashigaru unit may use it.
    AbilityRule("forest-of-spears", (Form("taisho", (Lasts("spears-allowed", on="side"),)),)),
    # Fulfil Your Duty (12:6:2, K72): this turn one unit skips an honor roll, or rolls one KI with the general's.
    AbilityRule("fulfil-your-duty", (Form("taisho", (Lasts("fulfil-your-duty", on="side"),)),)),
    # Master in Calligraphy (12:6:2, K71): two or more run; his HR reaches them anywhere, and two cost one point.
    AbilityRule(
        "master-in-calligraphy", (Form("taisho", (Lasts("master-in-calligraphy", on="side"),), against=_two_run),)
    ),
)
"""Those of a general (12:6:2)."""

RULES: Mapping[str, AbilityRule] = {rule.id: rule for rule in OWNED}
TAISHO: Mapping[str, AbilityRule] = {rule.id: rule for rule in GENERALS}
"""Both by the ids of their entries in the tables."""
