"""The reference turn on two phones, from the Commandment roll to the tap that opens the next turn: each number of its
table, how many taps it takes, and how often the baton changes hands.

The second side's general stands with his swordsmen: no general stands in a Heinin unit (K40).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from flask import Flask
from playwright.sync_api import expect

from companion.play.kensei.ask.pad import FEW_SAVES
from companion.play.kensei.combat.listing import chooser
from companion.play.kensei.state import Chain, State
from companion.rules.dice import tally_attack, tally_defense
from tests.browser.armies import Battle, step
from tests.browser.hands import Hands, seated
from tests.browser.orders import at, charges, chip, opened
from tests.browser.sitting import put

MOST_TAPS = 64
"""On both phones together, besides one for each damage die."""
ARMIES = {
    "a": (
        ("katana-samurai", 8),
        ("yari-ashigaru", 8),
        ("yumi-samurai", 6),
        ("kiba-musha", 4),
        ("no-dachi-samurai", 5),
        ("yari-samurai", 6),
    ),
    "b": (
        ("naginata-sohei", 8),
        ("yari-ashigaru", 9),
        ("katana-samurai", 7),
        ("yumi-ashigaru", 6),
        ("yari-ashigaru", 6),
        ("katana-samurai", 6),
    ),
}
GENERALS = {"a": ("taisho-buke", "a5"), "b": ("taisho-sohei", "b6")}


@dataclass(frozen=True)
class Strike:
    """One row of the table; the dice in their order, marked ones last, a ten as 0."""

    attacker: str
    defender: str
    numbers: Mapping[str, str]
    attack: tuple[int, ...]
    defense: tuple[int, ...]
    damage: tuple[int, ...]
    result: tuple[int, int, int]
    """Points, miniatures left and damage on the next."""


def numbers(dc: int, at: int, df: int, ar: int) -> Mapping[str, str]:
    return {"DC": str(dc), "AT": str(at), "DF": str(df), "AR": str(ar)}


CHARGES = (("a1", "b1"), ("a4", "b3"), ("a6", "b2"))
SHOT = Strike("a3", "b4", numbers(6, 6, 2, 1), (5, 3, 6, 7, 0, 6), (9, 4), (6, 2), (6, 4, 0))
COMBATS: tuple[tuple[Mapping[str, int], tuple[int, int], tuple[Strike, Strike]], ...] = (
    (
        {"a1": 6, "b1": 3},
        (11, 7),
        (
            Strike("a1", "b1", numbers(8, 4, 4, 2), (8, 7, 7, 4, 1, 4, 3, 1), (0, 5, 2), (7, 7), (12, 4, 0)),
            Strike("b1", "a1", numbers(4, 5, 3, 2), (0, 6, 9, 8), (9, 8, 1, 2), (1, 0, 2), (8, 6, 2)),
        ),
    ),
    (
        {"a4": 5, "b3": 4},
        (11, 7),
        (
            Strike("a4", "b3", numbers(8, 3, 4, 2), (7, 2, 9, 3, 6, 3, 3, 3), (6, 8, 6), (5, 9, 1), (10, 4, 1)),
            Strike("b3", "a4", numbers(4, 5, 4, 3), (7, 5, 6, 4), (3, 1), (), (0, 4, 0)),
        ),
    ),
    (
        {"b2": 7, "a6": 3},
        (11, 8),
        (
            Strike("b2", "a6", numbers(9, 7, 4, 2), (4, 8, 0, 2, 3, 4, 2, 5, 3), (1, 3), (7,), (5, 5, 2)),
            Strike("a6", "b2", numbers(5, 5, 3, 1), (0, 0, 9, 9, 5), (1, 9, 4, 3), (2, 4, 1), (4, 8, 1)),
        ),
    ),
)
"""In the offered order: the initiative dice, both sums with the higher first, and the strikes in their order."""


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

    def other(self, piece: str) -> Hands:
        return self.ben if piece[0] == "a" else self.ana

    def hand(self, player: Hands) -> Hands:
        """This player is the next to touch his phone."""
        if self.holder is not None and self.holder is not player:
            self.changes += 1
        self.holder = player
        return player

    def chooser(self) -> Hands:
        """Who says which combat is next (K69)."""
        return self.ana if chooser(self.battle.state) == "a" else self.ben

    def title(self, piece: str) -> str:
        found = self.battle.state.piece(piece)
        assert found is not None
        return found.title

    def chain(self, row: Strike) -> Chain:
        """The attack of a row, under way or just ended: the next one may have opened by itself."""
        chains = {
            (f"{c.attacker}:{c.striker}" if c.striker else c.attacker, c.defender): c for c in self.battle.state.chains
        }
        return chains[row.attacker, row.defender]

    def throws(self, player: Hands, faces: Sequence[int]) -> None:
        """His damage dice, which are not counted: posted, not tapped."""
        seat = "a" if self.hand(player) is self.ana else "b"
        self.battle.act(seat, "roll", step=step(self.battle), faces=[*faces])

    @property
    def taps(self) -> int:
        return sum(self.each)

    @property
    def each(self) -> tuple[int, ...]:
        """How often each player touched the glass."""
        return tuple(touched()[0] for touched in self.touches)

    def took(self, before: tuple[int, ...], *taps: int) -> bool:
        """Whether each player touched the glass so often since then."""
        return tuple(now - then for now, then in zip(self.each, before, strict=True)) == taps


_before_turn_2: list[State] = []


def reference(app: Flask) -> Battle:
    """Both armies before turn 2; nobody is engaged, all is loaded."""
    battle = Battle(app, battle="pitched")
    if _before_turn_2:
        put(battle.tables, battle.id, _before_turn_2[0])
        return battle
    for seat, army in ARMIES.items():
        for unit, miniatures in army:
            battle.muster(seat, unit, miniatures)
        battle.enlist(seat, *GENERALS[seat])
    battle.begin()
    for phase in ("orders", "combat", "resolution"):
        battle.leave(phase)
    _before_turn_2.append(battle.state)
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
    strike(turn, SHOT)
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
    assert [(met.one, met.other, met.cause) for met in turn.battle.state.contacts] == [
        (charger, target, "charge") for charger, target in CHARGES
    ]


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
    assert [found.facts.moved for found in turn.battle.state.pieces if found.id in ("b5", "b6")] == ["march"] * 2


def combats(turn: Turn) -> None:
    """In the offered order, a tap a combat and a fighter; each strike opens by itself, and so does the last combat."""
    for dice, sums, strikes in COMBATS:
        one, enemy = sorted(dice)
        if dice is not COMBATS[-1][0]:
            turn.hand(turn.chooser()).press(f"{turn.title(one)} against {turn.title(enemy)}")
        for piece, die in dice.items():
            turn.of(piece).told(f"Roll 1 die for initiative: {turn.title(piece)}.")
            turn.hand(turn.of(piece)).press(f"{turn.title(piece)} rolled {die}")
        for row, total in zip(strikes, sums, strict=True):
            now = turn.of(row.attacker).page.locator(".strikes li[aria-current=step]")
            expect(now).to_contain_text(turn.title(row.attacker))
            expect(now).to_contain_text(str(total))
            strike(turn, row)


def strike(turn: Turn, row: Strike) -> None:
    """The dice of one row, in bins and damage faces, with the numbers and the result it must show."""
    striker, struck = turn.of(row.attacker), turn.other(row.attacker)
    striker.page.locator("[data-mine=yes][data-step$='.at']").wait_for()
    assert striker.numbers() == row.numbers
    attack(turn, striker, row)
    struck.page.locator("[data-mine=yes][data-step$='.df']").wait_for()
    defense(turn, struck, row)
    if row.damage:
        striker.page.locator("[data-mine=yes][data-step$='.damage']").wait_for()
        turn.throws(striker, row.damage)
    points, left, rest = row.result
    landed, piece = turn.chain(row), turn.battle.state.piece(row.defender)
    assert piece is not None
    assert (landed.points, piece.miniatures, piece.accumulated_damage) == (points, left, rest)
    struck.reads(f"{left} of {piece.at_start} left")


def attack(turn: Turn, player: Hands, row: Strike) -> None:
    """Hits, then tens where they do not follow."""
    tally = tally_attack(row.attack, int(row.numbers["AT"]))
    turn.hand(player)
    if player.page.locator("[data-row='hits']").count():
        player.bin("hits", tally.hits)
    if turn.chain(row).attack is None:
        player.bin("tens", tally.tens)
    assert turn.chain(row).attack == tally


def defense(turn: Turn, player: Hands, row: Strike) -> None:
    """One tap for a few dice; else one for the saves of both kinds, then the tens among the others where they do not
    follow."""
    df, thrown = int(row.numbers["DF"]), turn.chain(row).attack
    assert thrown is not None
    tally = tally_defense(row.defense, df, thrown.tens)
    plain = min(tally.saved, thrown.hits)  # whichever they were
    turn.hand(player)
    if 1 < thrown.hits + thrown.tens <= FEW_SAVES:
        player.few(tally.saved, tally.tens)
    elif thrown.hits and thrown.tens:
        player.bin("saves", f"{plain}+{tally.saved - plain}")
    else:
        player.bin("saved" if thrown.hits else "saved_marked", tally.saved)
    if turn.chain(row).defense is None:
        player.bin("tens", tally.tens)
    assert turn.chain(row).defense == tally


def resolution(turn: Turn) -> None:
    """Two draws; b3 breaks and runs 14 cm, and the riders do not pursue."""
    for sums in ("12 against 8 damage: a draw.", "10 against 0 damage", "4 against 5 damage: a draw."):
        assert any(sums in line for line in told(turn.battle)), sums
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


def told(battle: Battle) -> list[str]:
    return [str(line.text) for line in battle.tables.log(battle.id, None, limit=100)]


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
    taps = turn.taps
    record_property("taps", taps)
    record_property("batons", turn.changes)
    print(f"{taps} taps besides those for damage dice; the baton changed hands {turn.changes} times")
    assert taps <= MOST_TAPS
    assert all(touched()[1] == 0 for touched in turn.touches), "no key of a keyboard"
