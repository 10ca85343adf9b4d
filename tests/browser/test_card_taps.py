"""Whole games of Tenno and Kenjin: how often the glass is touched, beside the marks a pencil makes on the pad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from companion.play.kenjin.state import KenjinState
from companion.rules.tenno.cards import CARDS
from tests.browser.cardtable import accessible, made
from tests.browser.hands import Hands, boxes
from tests.play.kenjin.test_kenjin_table import STRENGTHS, Combat
from tests.play.tenno.test_tenno_table import Game

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
        one.tap(pad.get_by_role("button", name="Done"))
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
    one.unfold("is the oldest and begins")
    for event in game.table.events:
        if event.type == "decline":
            one.press("No second attack")
        if event.type != "duel":
            continue
        form = one.page.locator("#r-act form.duel")
        expect(form.locator("input[name=number]")).to_have_value(str(event.data["number"]))
        form.locator(f".pick-card:has(input[name=card][value='{event.data['card']}'])").tap()
        form.locator(f".chip:has(input[name=target][value='{event.data['target']}'])").tap()
        if event.data.get("monk"):
            form.locator(".chip:has(input[name=monk])").tap()
        one.tap(form.locator(f"button[name=defense][value='{event.data['defense']}']"))
    for left in range(3, 0, -1):
        expect(one.page.get_by_role("button", name="Yes, these")).to_have_count(left)
        if left == 3:
            accessible(one)
        one.tap(one.page.get_by_role("button", name="Yes, these").first)
    expect(one.page.locator("#r-act h1")).to_have_text(sentence)
    assert touched() == (TENNO_DUELS, 0)


# ---- Kenjin


def lay_out(one: Hands, state: KenjinState) -> None:
    """The battlefields as they lie on the table."""
    for spot in state.spots:
        one.page.locator(f"label:has(input[name='spots.{spot.battlefield}'][value='{''.join(spot.between)}'])").tap()
    one.press("Done")


def finish(one: Hands, combat: Combat) -> None:
    """Says who was a coward, and reads who has won."""
    [coward] = combat.table.state.cowards
    one.tap(one.page.locator(f"#r-act button[name=players][value={coward}]").first)
    result = combat.table.game.result(combat.table.state)
    assert result is not None
    expect(one.page.locator("#r-act h1")).to_have_text(str(result.sentence))


FIRST = "Kamiwashi"
"""The first player is called as his clan, which is what the others are called."""


def test_kenjin_score_only(hands: Callable[[], Hands]) -> None:
    """Fewer players have the same keys on fewer battlefields."""
    combat = Combat(4, 4)
    combat.play_out()
    one = hands()
    one.page.set_viewport_size(SMALL)
    touched = opened(one, "kenjin", 4, way="score", battlefields="table", player=FIRST)
    lay_out(one, combat.table.state)
    for spot in sorted(combat.table.state.spots, key=lambda spot: spot.battlefield != "supply-camp"):
        row = one.page.locator(f"form.quick:has([name=battlefield][value={spot.battlefield}])")
        for name, there in (("peasant", spot.peasant), ("lord", spot.lord)):
            if there:
                row.locator(f".chip:has([name={name}])").tap()
        one.tap(row.locator(f"button[name=winner][value={spot.winner or 'nobody'}]"))
        expect(row).to_have_count(0)
    finish(one, combat)
    assert touched() == (KENJIN_SCORE, 0)


def test_kenjin_with_deployment_help_and_every_card(hands: Callable[[], Hands]) -> None:
    """Seven turns each, and every card of every battlefield. Two players have the same keys on fewer battlefields."""
    combat = Combat(3, 3)
    combat.play_out()
    state = combat.table.state
    one = hands()
    touched = opened(one, "kenjin", 3, way="help", battlefields="table", player=FIRST, checked="yes", **STRENGTHS)
    lay_out(one, state)
    for turn in range(7 * 3):
        expect(one.page.locator("#r-act form:has([value=turn]) input[name=number]")).to_have_value(str(turn + 1))
        one.tap(one.page.locator("#r-act form:has([value=turn]) button"))
    for spot in sorted(state.spots, key=lambda spot: spot.battlefield != "supply-camp"):
        by_cards(one, combat, spot.battlefield)
    finish(one, combat)
    assert touched() == (KENJIN_HELP, 0)


def by_cards(one: Hands, combat: Combat, tile: str) -> None:
    """Taps a battlefield's cards in, answers what is asked, and takes down its result."""
    spot = combat.table.state.spot(tile)
    box = f"#spot-{tile}"
    one.tap(one.page.locator(f"{box} > summary"))
    laid = 0
    for army in spot.sides:
        form = one.page.locator(f"{box} .army.side-{army.player} form.lay")
        for at, card in enumerate(army.cards):
            if card.owner:
                one.tap(one.page.locator(f"{box} summary", has_text="Rival's Assassin"))
                keys = one.page.locator(f"#crossed-{tile}-{laid} form:has([name=seat][value={army.player}])")
                one.tap(keys.locator(f"button[name=owner][value={card.owner}]"))
            else:
                if tile == "port" and card.face == "up":
                    form.locator(".chip").tap()
                one.tap(form.locator(f"button[value={card.card}]"))
            laid += 1
            expect(one.page.locator(f"{box} .army.side-{army.player} .stack li")).to_have_count(at + 1)
    for index in spot.destroy.values():
        one.tap(one.page.locator(f"#ask-{tile} > summary"))
        one.tap(one.page.locator(f"#ask-{tile} button[name=index][value='{index}']"))
    one.tap(one.page.locator(f"{box} .outcome > form button"))
    expect(one.page.locator(f"#done-{tile}")).to_have_count(1)
    for named in spot.named:
        one.page.locator(f"#r-act [data-card='{named}']").tap()
    if spot.named:
        one.press("+1 there")
