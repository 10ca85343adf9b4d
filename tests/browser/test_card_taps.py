"""Whole games of Tenno, Kenjin and Zipang Portable: how often the glass is touched, beside the marks a pencil makes on
the pad. That of Zipang has a name for each player, and after each campaign every purse and the pot; the coins are moved
on the table in any case."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import expect

from companion.rules.tenno.cards import CARDS
from tests.browser.cardtable import accessible, fits, made, three_at_zipang
from tests.browser.hands import Hands, boxes, looks
from tests.browser.test_zipang import coin, purses
from tests.browser.touched import touch
from tests.play.kenjin.test_kenjin_table import STRENGTHS, Combat
from tests.play.tenno.test_tenno_table import Game
from tests.web.forms import form_of

SMALL, USUAL = {"width": 320, "height": 640}, {"width": 390, "height": 844}


def opened(one: Hands, game: str, players: int, **choices: str) -> Callable[[], tuple[int, int]]:
    """A new table with one phone for all; what it gives back counts from here."""
    _, path = made(one, game, players, **choices)
    one.open(path)
    return one.count()


# ---- Tenno


def ended(game: Game) -> str:
    result = game.table.game.result(game.table.state)
    assert result is not None
    return str(result.sentence)


def played(players: int) -> Game:
    """A game of real cards that nobody has to share or break a tie in."""
    for seed in range(50):
        game = Game(players, seed)
        game.play_out()
        if not game.table.state.rests:
            return game
    raise AssertionError("every game was a tie")


def names_of(one: Hands, game: Any, sentence: str) -> str:
    """The sentence with the names this page gives to the seats."""
    shown = one.page.locator(".purses .who-name").all_inner_texts()
    for seat, name in zip(game.table.state.seats, shown, strict=True):
        sentence = sentence.replace(f"P{seat}", name)
    return sentence


TENNO_SCORE, TENNO_DUELS, KENJIN_SCORE, KENJIN_HELP = 16, 66, 24, 83
"""Touches of a whole game of the most players, whose keys those of fewer are; docs/performance.md has them too."""


def test_tenno_score_only(hands: Callable[[], Hands]) -> None:
    """A pile fits one screen of any phone, and no card moves a key; the game is played on the smallest."""
    one, game = hands(), played(7)
    opened(one, "tenno", 7, way="score")
    keys = one.page.locator("#r-act [data-card]:visible")
    laid = one.page.locator("#r-act .laid button:visible")
    for size in (USUAL, SMALL):
        one.page.set_viewport_size(size)
        stood = boxes(one.page, "#r-act [data-card]")
        for place in range(10):
            keys.nth(place).tap()
        expect(laid).to_have_count(10)
        one.page.wait_for_function("() => !document.querySelector('.key:active')")  # it sinks a pixel under a finger
        assert boxes(one.page, "#r-act [data-card]") == stood
        for part in (*keys.all(), one.page.locator("#r-act button.primary:visible").first):
            expect(part).to_be_in_viewport(ratio=1)
        accessible(one)
        while laid.count():
            laid.first.tap()
    touched = one.count()
    sentence = names_of(one, game, ended(game))
    for seat in game.seats:
        pad = one.page.locator("#r-act form:has([data-card]):visible")
        expect(pad.locator("input[name=seat]")).to_have_value(seat)
        for card in game.piles[seat]:
            pad.locator(f"[data-card='{card}']").tap()
        one.tap(pad.get_by_role("button", name="Done" if game.piles[seat] else "No card: 0 points"))
    expect(one.page.locator("#r-act h1")).to_have_text(sentence)
    assert touched() == (TENNO_SCORE, 0)


def test_a_pile_adds_up_while_it_is_tapped_or_is_said_as_a_total(hands: Callable[[], Hands]) -> None:
    """The first of two piles card by card, of which each is there once; the other by its points alone."""
    one = hands()
    opened(one, "tenno", 2, way="score")
    keys = one.page.locator("#r-act [data-card]:visible")
    expect(keys).to_have_count(len(CARDS) - 1)
    pad = one.page.locator("#r-act form:has([data-card]):visible").first
    added = pad.locator("[data-sum]")
    expect(added).to_have_text("0")
    for card, so_far in (("samurai-7", 7), ("monk", 7 + CARDS["monk"].value)):
        pad.locator(f"[data-card='{card}']").tap()
        expect(added).to_have_text(str(so_far))
    expect(keys.filter(has_text="Samurai 7")).to_be_disabled()
    pad.locator(".laid button", has_text="Samurai").tap()
    expect(added).to_have_text(str(CARDS["monk"].value))
    one.tap(pad.get_by_role("button", name="Done"))
    one.unfold("Just a total")
    accessible(one)
    one.enter("points", "12")
    one.tap(one.page.locator("form:has([name=points]):visible").get_by_role("button", name="Done"))
    expect(one.page.locator("#r-act h1")).to_contain_text("with 12 points")


def test_tenno_duels(hands: Callable[[], Hands]) -> None:
    """With two players nobody has to be named; the first duel of two is entered by `test_tenno`."""
    one, game = hands(), played(3)
    touched = opened(one, "tenno", 3, way="duels")
    sentence = names_of(one, game, ended(game))
    for event in game.table.events:
        if event.type in ("duel", "decline"):
            touch(one, {"type": event.type, **form_of(event.data)})
    for left in range(3, 0, -1):
        expect(one.page.get_by_role("button", name="Yes, these")).to_have_count(left)
        if left == 3:
            accessible(one)
        one.tap(one.page.get_by_role("button", name="Yes, these").first)
    expect(one.page.locator("#r-act h1")).to_have_text(sentence)
    assert touched() == (TENNO_DUELS, 0)


# ---- Kenjin


FIRST = "Kamiwashi"
"""The first player is called as his clan, which is what the others are called."""


def of_the_layout(combat: Combat) -> dict[str, str]:
    """Where the battlefields lie on the table, as it is entered."""
    return {f"spots.{spot.battlefield}": "".join(spot.between) for spot in combat.table.state.spots}


def finish(one: Hands, combat: Combat) -> None:
    """Says who was a coward, and reads who has won."""
    [coward] = combat.table.state.cowards
    touch(one, {"type": "cowards", "players": coward})
    result = combat.table.game.result(combat.table.state)
    assert result is not None
    expect(one.page.locator("#r-act h1")).to_have_text(str(result.sentence))


def test_kenjin_score_only(hands: Callable[[], Hands]) -> None:
    """Fewer players have the same keys on fewer battlefields."""
    combat = Combat(4, 4)
    combat.play_out()
    one = hands()
    one.page.set_viewport_size(SMALL)
    touched = opened(one, "kenjin", 4, way="score", battlefields="table", player=FIRST)
    touch(one, {"type": "place", **of_the_layout(combat)})
    for spot in sorted(combat.table.state.spots, key=lambda spot: spot.battlefield != "supply-camp"):
        left = {name: "true" for name, there in (("peasant", spot.peasant), ("lord", spot.lord)) if there}
        won = {"battlefield": spot.battlefield, "winner": spot.winner or "nobody"}
        touch(one, {"type": "quick", **won, **left})
        expect(one.page.locator(f"form.quick:has([name=battlefield][value={spot.battlefield}])")).to_have_count(0)
    finish(one, combat)
    assert touched() == (KENJIN_SCORE, 0)


def test_kenjin_with_deployment_help_and_every_card(hands: Callable[[], Hands]) -> None:
    """Seven turns each, and every card of every battlefield. Two players have the same keys on fewer battlefields."""
    combat = Combat(3, 3)
    combat.play_out()
    one = hands()
    touched = opened(one, "kenjin", 3, way="help", battlefields="table", player=FIRST, checked="yes", **STRENGTHS)
    touch(one, {"type": "place", **of_the_layout(combat)})
    accessible(one)
    for turn in range(7 * 3):
        touch(one, {"type": "turn", "number": str(turn + 1)})
    for spot in sorted(combat.table.state.spots, key=lambda spot: spot.battlefield != "supply-camp"):
        here = {"battlefield": spot.battlefield}
        for army in spot.sides:
            for at, card in enumerate(army.cards):
                lies = {"owner": card.owner, "face": card.face if spot.battlefield == "port" else None}
                told = {name: word for name, word in lies.items() if word}
                touch(one, {"type": "lay", "seat": army.player, "card": card.card, "at": str(at), **here, **told})
        for index in spot.destroy.values():
            touch(one, {"type": "destroy", "index": str(index), **here})
        touch(one, {"type": "conquer", "winner": spot.winner or "nobody", **here})
        for named in spot.named:
            one.page.locator(f"#r-act [data-card='{named}']").tap()
        if spot.named:
            one.press("+1 there")
    finish(one, combat)
    assert touched() == (KENJIN_HELP, 0)


# ---- Zipang Portable

PENCIL = 3 + 3 * (3 + 1)
"""Three players, three campaigns; a Bandit and a Merchant are played on the way."""
END = {"Ana": "13", "Ben": "2", "Chie": "0"}
WAYS: dict[str, tuple[str, int, str]] = {
    "result": ("result", 8, "a starts player=a, a decide winner=a, b c>b, a decide winner=a,"
               " a moved card=merchant player=a, a decide winner=a"),
    "score": ("cards", 16, "a starts player=a, a campaign number=1, a decide winner=a, a campaign number=2, b c>b,"
              " a decide winner=a, a campaign number=3, a b>pot, a c>pot, a decide winner=a"),
    "cards": ("cards", 28, "a starts player=a, a campaign number=1, a play card=peasant,"
              " b play card=captain targets=a, a answer answer=blocked, c play card=warlord targets=b,"
              " b answer answer=out, a play card=captain targets=c, c answer answer=out,"
              " a campaign number=2, a play card=peasant, b play card=bandit targets=c,"
              " c play card=captain targets=b, b answer answer=out, a play card=warlord targets=c,"
              " c answer answer=out, a campaign number=3, a play card=merchant, b play card=peasant,"
              " c play card=captain targets=b, b answer answer=out, a play card=warlord targets=c,"
              " c answer answer=out"),
}  # fmt: skip
"""One game entered in three ways: the way of its table, the taps it may take, and who enters what; `c>b` is a coin."""


def enter(one: Hands, what: str, *words: str) -> None:
    """A coin from one purse to another, or an act by its key."""
    if ">" in what:
        coin(one, *what.split(">"))
    else:
        touch(one, {"type": what, **dict(word.split("=", 1) for word in words)})


@pytest.mark.parametrize("way", WAYS)
def test_zipang_on_three_phones(
    app: Flask, hands: Callable[[], Hands], record_property: Callable[[str, object], None], way: str
) -> None:
    """At most twice a pencil's marks: two taps a card at most, one an answer; coins move by themselves with cards."""
    of_table, most, story = WAYS[way]
    three = dict(zip("abc", three_at_zipang(app, hands, of_table), strict=True))
    counts = [one.count() for one in three.values()]
    for line in story.split(","):
        seat, *words = line.split()
        looks(three[seat].page)  # who has not seen what another entered is asked to look again
        enter(three[seat], *words)
    for one in three.values():
        one.reads("Ana is Shogun with 13 coins.")
    assert purses(three["b"]) == END
    taps, keys = (sum(found) for found in zip(*(count() for count in counts), strict=True))
    record_property("taps", taps)
    print(f"{way}: {taps} taps, {PENCIL} marks")
    assert keys == 0, "no key of a keyboard"
    assert taps <= most < 2 * PENCIL


STORY: tuple[tuple[str, ...], ...] = (
    ("a",), ("c", "moved card=merchant player=c"), ("d", "d>pot"),
    ("nobody", "moved card=princess player=b"), ("c", "b>c"),
)  # fmt: skip
"""Campaigns of four players: who takes the pot, and before it the coins that cards move."""
RING_TAPS = 15


def test_zipang_by_result_on_a_shared_phone(scout: Hands, record_property: Callable[[str, object], None]) -> None:
    """Four players, four campaigns and a drawn one, three taps each; every purse is where its coins lie."""
    one = scout
    _, path = made(one, "zipang", 4, way="result", **{"name.b": "Ben", "name.c": "Chie", "name.d": "Dai"})
    one.open(path)
    counted = one.count()
    one.unfold("Answer")
    touch(one, {"type": "starts", "player": "a"})
    accessible(one)
    for number, (winner, *moves) in enumerate(STORY, 1):
        one.reads(f"Campaign {number}", within="header.board")
        for move in moves:
            enter(one, *move.split())
        touch(one, {"type": "decide", "winner": winner})
    one.reads("Chie is Shogun with 14 coins.")
    taps, struck = counted()
    record_property("taps", taps)
    print(f"by result on a shared phone: {taps} taps")
    assert (taps, struck) == (RING_TAPS, 0)
    fits(one)
