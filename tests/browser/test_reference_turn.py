"""The reference turn on two phones, from the Commandment roll to the tap that opens the next turn: how many taps it
takes, and how often the baton changes hands.

What falls stands in the golden session of it, where each number and what comes of it is asked: this turn comes to the
same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from flask import Flask
from playwright.sync_api import expect

from companion.play.game import Event
from companion.play.kensei.ask.pad import FEW_SAVES
from companion.play.kensei.combat.listing import chooser
from companion.play.kensei.state import State
from companion.rules.dice import AttackTally, DefenseTally, tally_attack, tally_defense
from tests.browser.armies import Battle
from tests.browser.hands import Hands, seated
from tests.browser.orders import at, charges, chip, opened
from tests.browser.sitting import put
from tests.playthroughs.runner import HERE, entries

MOST_TAPS = 64
"""On both phones together, besides one for each damage die."""
SESSION = entries((HERE / "reference_turn.play").read_text())
PLAYED: list[tuple[Event, State]] = [(event, after) for _, before, event, after in SESSION if before.turn == 2]
"""What is entered in that turn, and what it comes to each time."""
CHARGES = (("a1", "b1"), ("a4", "b3"), ("a6", "b2"))


@dataclass
class Turn:
    """The battle and both players; who touched the glass last holds the baton."""

    battle: Battle
    ana: Hands
    ben: Hands
    holder: Hands | None = None
    changes: int = 0
    touches: list[Callable[[], tuple[int, int]]] = field(default_factory=list)

    def of(self, piece: str) -> Hands:
        return self.ana if piece[0] == "a" else self.ben

    def hand(self, player: Hands) -> Hands:
        """This player is the next to touch his phone."""
        if self.holder is not None and self.holder is not player:
            self.changes += 1
        self.holder = player
        return player

    def title(self, piece: str) -> str:
        found = self.battle.state.piece(piece)
        assert found is not None
        return found.title

    def waits(self, step: str) -> bool:
        """Whether dice of this step are still due."""
        return step in (ask.id for ask in self.battle.state.asks)

    @property
    def each(self) -> tuple[int, ...]:
        """How often each player touched the glass."""
        return tuple(touched()[0] for touched in self.touches)

    def took(self, before: tuple[int, ...], *taps: int) -> bool:
        """Whether each player touched the glass so often since then."""
        return tuple(now - then for now, then in zip(self.each, before, strict=True)) == taps


def reference(app: Flask, turn: int = 2) -> Battle:
    """Both armies before this turn; nobody is engaged, all is loaded."""
    battle = Battle(app, battle="pitched")
    state = next(before for _, before, _, _ in SESSION if before.begun and before.turn == turn)
    put(battle.tables, battle.id, replace(state, odds_shown=True))
    return battle


# ---- the steps of the turn


def commandment(turn: Turn) -> None:
    """A's die 7, B's 4: A has it and goes first."""
    turn.hand(turn.ana).faces(7)
    turn.ben.told("Commandment roll: 1 die and HR 7.")
    turn.hand(turn.ben).faces(4)
    turn.ana.told("You have the command. Who acts first?")
    turn.hand(turn.ana).press("You act first")


def orders(turn: Turn) -> None:
    """Three run and charge, each answered before the next unit is announced; one shoots."""
    ana = turn.hand(turn.ana)
    before = turn.each
    for charger, target in CHARGES:
        opened(turn.hand(ana), charger)
        at(ana, charger, "charge+run+", target)
        turn.ben.told(f"{turn.title(charger)} charge {turn.title(target)}. What is the reaction?")
        turn.hand(turn.ben).press("Withstand")
    assert turn.took(before, 6, 3), "a charge two at a run, which is chosen; a reaction one"
    turn.hand(ana)
    expect(ana.act).not_to_contain_text("Waiting for the reaction of")
    opened(ana, "a3")
    at(ana, "a3", "shoot+march+", "b4")
    assert turn.took(before, 8, 3), "a shot two where the unit carries a bow"


def actions(turn: Turn) -> None:
    """The archers at 30 cm; two in contact at once, the spears by a die; at last all others march."""
    ana = turn.hand(turn.ana)
    before = turn.each
    ana.press(f"{turn.title('a3')} shoot at", exact=False)
    ana.distance(40)
    assert turn.took(before, 2, 0), "a shot one and its distance"
    for event, after in PLAYED:
        if ".shot." in event.data.get("step", "") and event.type == "roll":
            rolls(turn, event, after)
    turn.hand(ana)
    before = turn.each
    charges(ana, "a1")
    charges(ana, "a4")
    charges(ana, "a6", left_cm=4)
    ana.told(f"{turn.title('a6')} charge {turn.title('b2')}. Roll 1 die: 4 or more reaches.")
    ana.faces(6)
    assert turn.took(before, 5, 0), "a charge is one tap, with a die three"
    ana.press("All march")
    ana.press("Announce, move and end the orders")
    assert turn.took(before, 7, 0), "the march of all others, and with it the end of the orders, are one each"


def second_side(turn: Turn) -> None:
    """Two march; the archers hold."""
    ben = turn.hand(turn.ben)
    before = turn.each
    for piece in ("b5", "b6"):
        opened(ben, piece)
        chip(ben, piece, "March")
    ben.press("Announce, move and end the orders")
    turn.ana.reads("which is fought next")
    assert turn.took(before, 0, 5), "two a march, and one for all else"


def combats(turn: Turn) -> None:
    """In the offered order, a tap a combat and a fighter; each strike opens by itself, and so does the last combat."""
    for event, after in PLAYED:
        step = event.data.get("step", "")
        if event.type == "fight":
            one, enemy = event.data["combat"].removeprefix("t2.combat.").split("+")
            player = turn.ana if chooser(turn.battle.state) == "a" else turn.ben  # who says which is next (K69)
            turn.hand(player).press(f"{turn.title(one)} against {turn.title(enemy)}")
        elif event.type == "initiative":
            [piece] = (piece for piece in step.split(".")[2].split("+") if piece[0] == event.seat)
            turn.of(piece).told(f"Roll 1 die for initiative: {turn.title(piece)}.")
            turn.hand(turn.of(piece)).press(f"{turn.title(piece)} rolled {event.data['faces'][0]}")
        elif ".melee." in step:
            rolls(turn, event, after)


def rolls(turn: Turn, event: Event, after: State) -> None:
    """The dice of a step with the numbers the phone shows: those of damage, whose taps are not counted, are posted."""
    step, faces = event.data["step"], event.data["faces"]
    player = turn.of(event.seat)
    player.page.locator(f"[data-mine=yes][data-step='{step}']").wait_for()
    turn.hand(player)
    numbers = {name: int(shown) for name, shown in player.numbers().items()}
    attacker, defender = step.split(".")[1].split(">")
    if step.endswith(".at"):
        if ".melee." in step:
            expect(player.page.locator(".strikes li[aria-current=step]")).to_contain_text(turn.title(attacker))
        assert numbers["DC"] == len(faces)
        attack(turn, player, step, tally_attack(faces, numbers["AT"]))
    elif step.endswith(".df"):
        thrown = turn.battle.state.running
        assert thrown is not None
        assert thrown.attack is not None
        defense(turn, player, step, thrown.attack, tally_defense(faces, numbers["DF"], thrown.attack.tens))
    else:
        turn.battle.act(event.seat, "roll", step=step, faces=[*faces])
        piece = after.piece(defender)
        assert piece is not None
        turn.of(defender).reads(f"{piece.miniatures} of {piece.at_start} left")


def attack(turn: Turn, player: Hands, step: str, tally: AttackTally) -> None:
    """Hits, then tens where they do not follow."""
    if player.page.locator("[data-row='hits']").count():
        player.bin("hits", tally.hits)
    if turn.waits(step):
        player.bin("tens", tally.tens)


def defense(turn: Turn, player: Hands, step: str, thrown: AttackTally, tally: DefenseTally) -> None:
    """One tap for a few dice; else one for the saves of both kinds, then the tens among the others where they do not
    follow."""
    plain = min(tally.saved, thrown.hits)  # whichever they were
    if 1 < thrown.hits + thrown.tens <= FEW_SAVES:
        player.few(tally.saved, tally.tens)
    elif thrown.hits and thrown.tens:
        player.bin("saves", f"{plain}+{tally.saved - plain}")
    else:
        player.bin("saved" if thrown.hits else "saved_marked", tally.saved)
    if turn.waits(step):
        player.bin("tens", tally.tens)


def resolution(turn: Turn) -> None:
    """Two draws; b3 breaks and runs 14 cm, and the riders do not pursue."""
    turn.ben.told(f"{turn.title('b3')} must make an honor roll.")
    turn.ben.reads("Roll 1 die. 4 or less holds.", within="#r-act")
    turn.hand(turn.ben).faces(9)
    turn.ben.told(f"{turn.title('b3')} flee. Roll 2 dice to see how far.")
    turn.ben.faces(6, 8)
    turn.ben.reads("flee 14 cm")
    turn.ben.reads("What stands in the way?", within="#r-act")
    turn.ana.told(f"{turn.title('a4')} may pursue {turn.title('b3')}: 14 cm or more is enough.")
    turn.hand(turn.ana).press("Hold")


def next_turn(turn: Turn) -> None:
    turn.ana.told("Turn 2 ends: take these markers off.")
    turn.hand(turn.ana).press("Next turn")
    turn.ana.told("Commandment roll: 1 die and HR 8.")
    assert turn.battle.state.turn == 3


STEPS: tuple[Callable[[Turn], None], ...] = (commandment, orders, actions, second_side, combats, resolution, next_turn)


def test_the_reference_turn(
    app: Flask, hands: Callable[[], Hands], record_property: Callable[[str, object], None]
) -> None:
    battle = reference(app)
    ana, ben = seated(battle, hands)
    turn = Turn(battle, ana, ben, touches=[ana.count(), ben.count()])
    ana.told("Commandment roll: 1 die and HR 8.")
    for part in STEPS:
        part(turn)
    assert battle.state.pieces == SESSION[-1][3].pieces
    taps = sum(turn.each)
    record_property("taps", taps)
    record_property("batons", turn.changes)
    print(f"{taps} taps besides those for damage dice; the baton changed hands {turn.changes} times")
    assert taps <= MOST_TAPS
    assert all(touched()[1] == 0 for touched in turn.touches), "no key of a keyboard"
