"""The hard turn on two phones, entire: how many taps it takes, and how often the baton changes hands. Its dice and what
they bring about are those of the golden playthrough `hard_turn_entire`.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from companion.play.kensei.combat.listing import chooser
from companion.rules.dice import tally_attack, tally_defense
from tests.browser.armies import Battle
from tests.browser.hands import Hands, each_size, seated
from tests.browser.orders import at, charges, chip, opened
from tests.browser.sitting import put
from tests.browser.test_reference_turn import Turn, attack, defense
from tests.playthroughs.runner import HERE, entries

SESSION = entries((HERE / "hard_turn_entire.play").read_text())
MOST_TAPS = 117
"""On both phones together, besides one for each damage die."""
KENSEI = "ah4"
NINJAS = "b7"
GEISHA = "bx-geisha"
AGAINST_TWO = "t2.combat.a6+b2+b3"
LAST = "t2.combat.a1+b7"
"""The one that is left opens by itself."""
SIZES = ((390, 844), (320, 640))
INSIDE = """(key) => {
    const range = document.createRange();
    range.selectNodeContents(key);
    const ends = (one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right];
    return { words: ends(range), box: ends(key) };
}"""
"""From where to where what a key says and shows reaches, and the key."""


def hard(app: Flask) -> Battle:
    """Both armies before turn 2; the Ninjas are written down."""
    battle = Battle(app, battle="pitched")
    put(battle.tables, battle.id, next(before for _, before, _, _ in SESSION if before.begun and before.turn == 2))
    return battle


# ---- rolls


def thrown(
    turn: Turn, fight: str, dice: tuple[int, ...], saves: tuple[int, ...] = (), damage: tuple[int, ...] = ()
) -> None:
    """A roll chain, `a6>b3.shot`; a ten as 0."""
    step = f"t2.{fight}"
    one, other = fight.split(".")[0].split(">")
    striker, struck = turn.of(one), turn.of(other)
    striker.page.locator(f"[data-mine=yes][data-step='{step}.at']").wait_for()
    hits = tally_attack(dice, int(striker.numbers()["AT"]))
    attack(turn, turn.hand(striker), f"{step}.at", hits)
    if saves:
        struck.page.locator(f"[data-mine=yes][data-step='{step}.df']").wait_for()
        if len(saves) == 1:
            turn.hand(struck).tap(struck.page.locator("[data-row=lone] button").nth(0 if saves == (1,) else 1))
        else:
            tally = tally_defense(saves, int(struck.numbers()["DF"]), hits.tens)
            defense(turn, turn.hand(struck), f"{step}.df", hits, tally)
    if damage:
        striker.page.locator(f"[data-mine=yes][data-step='{step}.damage']").wait_for()
        turn.battle.act("a" if turn.hand(striker) is turn.ana else "b", "roll", step=f"{step}.damage", faces=[*damage])


def far(player: Hands, cm: int) -> None:
    """The key of the distance that this one belongs to."""
    keys = player.page.locator("button[name='set.distance_cm']").locator("visible=true")
    keys.first.wait_for()
    ends = [int(one.get_attribute("value") or 0) for one in keys.all()]
    player.distance(min(end for end in ends if end >= cm))


def met_by(turn: Turn, combat: str, first: Hands, **dice: int) -> None:
    """A combat begun, unless it is the last, and each side's initiative dice; the last of several gives them."""
    if combat != LAST:
        player = turn.hand(turn.ana if chooser(turn.battle.state) == "a" else turn.ben)
        player.tap(player.page.locator(f"#r-act button[name=combat][value='{combat}']"))
    for player in (first, turn.ben if first is turn.ana else turn.ana):
        mine = {piece: die for piece, die in dice.items() if turn.of(piece) is player}
        if not mine:
            continue
        form = player.page.locator(f"#r-act form.initiative:has([name=step][value^='{combat}.in'])").first
        form.wait_for()
        turn.hand(player)
        for piece, die in mine.items():
            key = form.locator(f"[name='die.{piece}'][value='{die}']")
            player.tap(key if len(mine) == 1 else form.locator(f"label:has([name='die.{piece}'][value='{die}'])"))


def strikes(turn: Turn, one: str, other: str) -> None:
    player = turn.hand(turn.of(one))
    player.tap(
        player.page.locator(
            f"#r-act .strike form:has([name=attacker][value='{one}']) button[name=defender][value='{other}']"
        )
    )


def with_them(turn: Turn, hero: str) -> None:
    """A Bushi strikes right after his unit."""
    player = turn.of(hero)
    player.tap(player.page.locator(f".beside form:has([name=striker][value='{hero}']) button").first)


# ---- the steps of the turn


def commandment(turn: Turn) -> None:
    turn.hand(turn.ana).faces(9)
    turn.ben.told("Commandment roll: 1 die and HR 7.")
    turn.hand(turn.ben).faces(3)
    turn.ana.told("You have the command. Who acts first?")
    turn.hand(turn.ana).press("You act first")


def banzai(turn: Turn) -> None:
    """The general calls it on those with the large swords: his KI roll serves for both (K71)."""
    ana = turn.hand(turn.ana)
    ana.tap(ana.page.locator("#taisho-a > summary"))
    ana.tap(ana.page.locator("#taisho-a form:has([name=ability][value=banzai]) button"))
    ana.reads("Banzai.", within="#r-act")
    ana.tap(ana.act.locator("button[name='target.a6']"))
    ana.told("Banzai: roll one die for Taisho Buke, KI 6 or less.")
    ana.faces(2)
    assert [(one.on, one.source) for one in turn.battle.state.effects] == [("a6", "banzai")]


def orders(turn: Turn) -> None:
    for charger, target, answer in (
        ("a6", "b3", "Withstand and shoot"),
        ("a2", "b1", "Counter-charge"),
        ("a4", "b4", "Flee"),
    ):
        ana = turn.hand(turn.ana)
        opened(ana, charger)
        at(ana, charger, "charge+run+", target)
        turn.ben.told(f"{turn.title(charger)} charge {turn.title(target)}. What is the reaction?")
        turn.hand(turn.ben).press(answer, exact=False)
    ana = turn.hand(turn.ana)
    expect(ana.act).not_to_contain_text("Waiting for the reaction of")
    opened(ana, "a3")
    at(ana, "a3", "shoot+march+", "b6")
    for piece, pace in (("a1", "March"), ("a5", "Run"), (KENSEI, "Run")):
        opened(ana, piece)
        chip(ana, piece, pace)


def actions(turn: Turn) -> None:
    """The archers, each reaction before its charge, and the ambush in the grove."""
    ana, ben = turn.ana, turn.ben
    turn.hand(ben).press("shoot first", exact=False)
    far(ben, 28)
    thrown(turn, "b3>a6.shot", (0, 3, 9, 2, 5, 4, 6, 8), (9,), (4,))
    turn.hand(ana)
    ana.press(f"{turn.title('a3')} shoot at", exact=False)
    far(ana, 22)
    thrown(turn, "a3>b6.shot", (0, 9, 8, 1, 2, 3), (9, 9, 9), (6, 5, 1))
    ben.told(f"{turn.title('b6')} must make an honor roll.")
    turn.hand(ben).faces(2)
    turn.hand(ana)
    charges(ana, "a6", left_cm=8)
    ana.told(f"{turn.title('a6')} charge {turn.title('b3')}. Roll 2 dice: 8 or more reaches.")
    ana.faces(6, 5)
    charges(ana, "a2", left_cm=9)
    ana.faces(4)
    turn.hand(ben).tap(ben.page.locator("#r-act form:has([name=type][value=reply]) button"))
    ben.faces(5, 3)
    reached = ben.page.locator("#r-act button[name=reached][value=true]")
    for size in each_size(ben.page, SIZES):
        key = reached.evaluate(INSIDE)
        assert key["words"][0] >= key["box"][0], size
        assert key["words"][1] <= key["box"][1], size
    ben.tap(reached)
    turn.hand(ana)
    charges(ana, "a4", left_cm=6)
    ana.faces(7, 4)
    turn.hand(ana).press("Announce, move and end the orders")
    turn.hand(ben)
    ben.tap(ben.page.locator("#seals-b > summary"))
    ben.tap(ben.page.locator("#seals-b button[name=touched][value='a1']"))


def second_side(turn: Turn) -> None:
    """A second charge, into a flank; a shot at long range."""
    ben = turn.hand(turn.ben)
    opened(ben, "b2")
    at(ben, "b2", "charge+run+", "a6")
    opened(ben, "b6")
    at(ben, "b6", "shoot+march+", "a5")
    ben.press(f"{turn.title('b6')} shoot at", exact=False)
    far(ben, 35)
    thrown(turn, "b6>a5.shot", (9, 1, 1), (1,))
    turn.hand(ben)
    form = ben.page.locator("form.charge:has([name=charge][value*='.charge.b2>'])")
    ben.tap(form.locator("summary"))
    ben.tap(form.locator("label:has([name=zone][value=flank])"), wait=False)
    ben.tap(form.locator("button[name=left_cm][value='0']"))
    turn.hand(ben).press("Done")
    assert [(met.one, met.other, met.cause) for met in turn.battle.state.contacts] == [
        ("a6", "b3", "charge"),
        ("b1", "a2", "counter"),
        ("a4", "b4", "charge"),
        (NINJAS, "a1", "charge"),
        ("b2", "a6", "charge"),
    ]


def combats(turn: Turn) -> None:
    """Two against one; a counter-charge; who was reached in flight; the ambush. Only who shares out his dice says whom
    he strikes."""
    ana, ben = turn.ana, turn.ben
    expect(ana.page.locator("body")).not_to_contain_text("Geisha")
    met_by(turn, AGAINST_TWO, ana, a6=5, b2=6, b3=2)
    ana.reads("Geisha", within="body")
    thrown(turn, "b2>a6.melee", (9, 8, 7, *[1] * 7), (9, 9, 9), (9, 8, 7))
    with_them(turn, "bh1")
    thrown(turn, "b2:bh1>a6.melee", (9, 1, 1), (1,))
    turn.hand(ana).tap(ana.page.locator("#r-act button[name=split][value*='b3:1']"))
    strikes(turn, "a6", "b3")
    thrown(turn, "a6>b3.melee", (8,), (1,))
    thrown(turn, "a6>b2.melee", (1,))
    thrown(turn, "b3>a6.melee", (1,) * 12)
    met_by(turn, "t2.combat.a2+b1", ana, a2=4, b1=7)
    thrown(turn, "b1>a2.melee", (9, 8, *[1] * 8), (9, 1), (5,))
    thrown(turn, "a2>b1.melee", (9, 8, *[1] * 5), (9, 1), (5,))
    with_them(turn, "ah1")
    thrown(turn, "a2:ah1>b1.melee", (1, 1, 1))
    met_by(turn, "t2.combat.a4+b4", ana)
    thrown(turn, "a4>b4.melee", (9, 8, 7, 6, 1, 1, 1, 1), (9, 9, 9, 9), (9, 9, 8, 7))
    met_by(turn, "t2.combat.a1+b7", ben, a1=4, b7=7)
    thrown(turn, "b7>a1.melee", (9, *[1] * 7), (9,), (5,))
    thrown(turn, "a1>b7.melee", (9, *[1] * 6), (9,), (5,))


def resolution(turn: Turn) -> None:
    """One breaks and runs through friends; one of two victors pursues, in vain."""
    ana, ben = turn.ana, turn.ben
    turn.hand(ana)
    ana.told(f"{turn.title('a6')} must make an honor roll.")
    ana.faces(9)
    ana.told(f"{turn.title('a6')} flee. Roll 2 dice to see how far.")
    ana.faces(7, 6)
    ana.tap(ana.page.locator("#r-act form:has([name=who][value=a3]) button[name=on]"))
    chase = "#r-act form:has([name=step][value$='.run.{}.chase']) button:has-text('{}')"
    turn.hand(ben).tap(ben.page.locator(chase.format("b2", "Pursue")))
    ben.faces(4, 3)
    ben.tap(ben.page.locator(chase.format("b3", "Hold")))
    ana.told("Turn 2 ends: take these markers off.")
    turn.hand(ana).press("Next turn")
    ana.reads("Commandment roll: 1 die and HR 8.")
    assert turn.battle.state.turn == 3


STEPS: tuple[Callable[[Turn], None], ...] = (commandment, banzai, orders, actions, second_side, combats, resolution)


def test_the_hard_turn(app: Flask, hands: Callable[[], Hands], record_property: Callable[[str, object], None]) -> None:
    battle = hard(app)
    ana, ben = seated(battle, hands)
    turn = Turn(battle, ana, ben, touches=[ana.count(), ben.count()])
    ana.told("Commandment roll: 1 die and HR 8.")
    for step in STEPS:
        step(turn)
    taps = sum(turn.each)
    record_property("taps", taps)
    record_property("batons", turn.changes)
    print(f"{taps} taps besides those for damage dice; the baton changed hands {turn.changes} times")
    assert battle.state.pieces == next(after for _, _, _, after in SESSION if after.turn == 3).pieces
    assert taps <= MOST_TAPS
    assert not next(h for p in battle.state.pieces for h in p.heroes if h.id == GEISHA).hidden
    assert all(touched()[1] == 0 for touched in turn.touches), "no key of a keyboard"
