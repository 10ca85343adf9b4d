"""A whole game of Zipang Portable in taps of the glass, beside the marks a pencil makes on the score pad.

The pad has a name for each player, and after each campaign every purse and the pot. The coins are moved on the table in
any case. Three players, three campaigns; a Bandit and a Merchant are played on the way.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask

from tests.browser.cardtable import accessible, fits, made, three_at_zipang
from tests.browser.hands import Hands
from tests.browser.test_zipang import coin, purses, whom

CAMPAIGNS, PLAYERS = 3, 3
PENCIL = PLAYERS + CAMPAIGNS * (PLAYERS + 1)
END = {"Ana": "13", "Ben": "2", "Chie": "0"}


class Three:
    """Three phones; what is said of all of them together."""

    def __init__(self, app: Flask, hands: Callable[[], Hands], way: str = "cards") -> None:
        self.ana, self.ben, self.chie = self.all = three_at_zipang(app, hands, way)
        self.counts = [one.count() for one in self.all]

    def begins(self, number: int) -> None:
        """Ana has the first turn of this campaign."""
        if number == 1:
            self.ana.tap(self.ana.act.locator("button[name=player][value=a]"))
        self.ana.press(f"New campaign {number}")
        for one in self.all:
            one.told("Draw a card, then play one." if one is self.ana else "Ana draws a card, then plays one.")

    def over(self) -> int:
        """Ana has won; how often the glass was touched."""
        for one in self.all:
            one.reads("Ana is Shogun with 13 coins.")
        assert purses(self.ben) == END
        found = [count() for count in self.counts]
        assert sum(keys for _, keys in found) == 0, "no key of a keyboard"
        return sum(touches for touches, _ in found)


def chip(one: Hands, name: str, seat: str) -> None:
    """Taps the key of the panel that names this player."""
    one.tap(one.act.locator(f"button[name={name}][value={seat}]:visible").first)


def test_by_result(app: Flask, hands: Callable[[], Hands], record_property: Callable[[str, object], None]) -> None:
    """The same game with nothing tapped but who takes each pot, and the coins of a Bandit and a Merchant."""
    three = Three(app, hands, "result")
    chip(three.ana, "player", "a")
    three.ben.told("Ana begins. Who takes the pot in the end?")
    chip(three.ana, "winner", "a")
    three.ben.reads("Ana takes 3 coins.")
    coin(three.ben, "c", "b")  # a Bandit
    chip(three.ana, "winner", "a")
    three.ana.unfold("Coins that moved")
    three.ana.tap(three.ana.act.locator("form:has([value=merchant]) button[value=a]"))
    chip(three.ana, "winner", "a")
    taps = three.over()
    record_property("taps", taps)
    print(f"by result: {taps} taps, {PENCIL} marks")
    assert taps == 8 < PENCIL


STORY: tuple[tuple[str, ...], ...] = (
    ("a",), ("c", "merchant c"), ("d", "d>pot"), ("nobody", "princess b"), ("c", "b>c"),
)  # fmt: skip
"""Campaigns of four players: who takes the pot, and before it the coins that cards move."""
RING_TAPS = 15


def test_by_result_on_a_shared_phone(scout: Hands, record_property: Callable[[str, object], None]) -> None:
    """Four players, four campaigns and a drawn one, three taps each; every purse is where its coins lie."""
    one = scout
    named = {"name.b": "Ben", "name.c": "Chie", "name.d": "Dai"}
    _, path = made(one, "zipang", 4, way="result", **named)
    one.open(path)
    counted = one.count()
    one.unfold("Answer")
    chip(one, "player", "a")
    accessible(one)
    for number, (winner, *moves) in enumerate(STORY, 1):
        one.reads(f"Campaign {number}", within="header.board")
        for move in moves:
            if ">" in move:
                coin(one, *move.split(">"))
                continue
            one.unfold("Coins that moved")
            card, player = move.split()
            one.tap(one.act.locator(f"form:has([value={card}]) button[value={player}]:visible"))
        chip(one, "winner", winner)
    one.reads("Chie is Shogun with 14 coins.")
    taps, struck = counted()
    record_property("taps", taps)
    print(f"by result on a shared phone: {taps} taps")
    assert (taps, struck) == (RING_TAPS, 0)
    fits(one)


def last_rival(one: Hands, card: str) -> None:
    """Plays an attack where only one player is left to be hit: he need not be named."""
    one.tap(one.page.locator(f"button[name=card][value={card}]:visible"))


def test_score_only(app: Flask, hands: Callable[[], Hands], record_property: Callable[[str, object], None]) -> None:
    """Campaigns begin and end, and coins that moved between are moved here: at most twice a pencil's marks."""
    three = Three(app, hands)
    moved: tuple[tuple[Hands, ...], ...] = ((), (three.ben,), (three.ana, three.ana))
    coins = iter((("c", "b"), ("b", "pot"), ("c", "pot")))  # a Bandit, and a Merchant
    for number, movers in enumerate(moved, 1):
        three.begins(number)
        for one in movers:
            coin(one, *next(coins))
        three.ana.unfold("Skip to the result")
        three.ana.tap(three.ana.page.locator("button[name=winner][value=a]:visible"))
    taps = three.over()
    record_property("taps", taps)
    print(f"score only: {taps} taps, {PENCIL} marks")
    assert taps <= 16 < 2 * PENCIL


def test_every_card_tapped(
    app: Flask, hands: Callable[[], Hands], record_property: Callable[[str, object], None]
) -> None:
    """Two taps a card at most and one an answer; coins move by themselves."""
    three = Three(app, hands)
    ana, ben, chie = three.all
    three.begins(1)
    ana.press("Peasant 1 · 0 · ×2")
    ben.told("Draw a card, then play one.")
    whom(ben, "Captain", "Ana")
    ana.press("Blocked")
    whom(chie, "Warlord", "Ben")
    ben.press("Eliminated")
    ana.told("Draw a card, then play one.")
    last_rival(ana, "captain")
    chie.press("Eliminated")
    three.begins(2)
    ana.press("Peasant 1 · 0 · ×2")
    whom(ben, "Bandit", "Chie")
    whom(chie, "Captain", "Ben")
    ben.press("Eliminated")
    ana.told("Draw a card, then play one.")
    last_rival(ana, "warlord")
    chie.press("Eliminated")
    three.begins(3)
    ana.press("Merchant 1 · 0 · ×2")
    ben.told("Draw a card, then play one.")
    ben.press("Peasant 1 · 0 · ×2")
    whom(chie, "Captain", "Ben")
    ben.press("Eliminated")
    ana.told("Draw a card, then play one.")
    last_rival(ana, "warlord")
    chie.press("Eliminated")
    taps = three.over()
    record_property("taps", taps)
    print(f"every card: {taps} taps")
    assert taps <= 28
