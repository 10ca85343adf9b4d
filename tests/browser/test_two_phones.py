"""Two players, two phones, their own dice: from the three words to the end of a shot, by taps only."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.orders import by_hand
from tests.browser.touched import touch

Players = Callable[[], Hands]


def sit_down(ana: Hands, ben: Hands) -> None:
    """Ana opens a table, Ben joins it by its three words. Here, and only here, something is typed."""
    ana.open("/")
    ana.tap(ana.page.get_by_role("link", name="New table"))
    ana.enter("player", "Ana")
    ana.press("Open the table")
    ana.page.wait_for_url("**/seats")
    words = ana.page.locator("p", has=ana.page.locator("span:nth-of-type(3)")).locator("span").all_inner_texts()
    assert len(words) == 3
    ben.open("/")
    ben.tap(ben.page.get_by_role("link", name="Join"))
    ben.enter("words", " ".join(words))
    ben.press("Join")
    ben.enter("player", "Ben")
    ben.press("Sit here")
    ana.press("To the table")
    for one in (ana, ben):
        one.ready()


def test_a_shot(hands: Players) -> None:
    ana, ben = hands(), hands()
    sit_down(ana, ben)
    counted = [one.count() for one in (ana, ben)]

    # Both make their armies; neither sees the other's.
    for one, unit in ((ana, "yumi-samurai"), (ben, "katana-samurai")):
        touch(one, {"type": "muster", "unit": unit})
        for miniatures in range(5, 11):
            touch(one, {"type": "size", "miniatures": str(miniatures)})
    assert "Katana" not in ana.page.locator("#r-board ul.units").inner_text()
    ana.press("Ready")
    ana.told("You are ready. Waiting for the other side.")
    ben.reads(re.compile("Ana is ready. The army is written down under the code [0-9a-f]{8}"))
    ben.press("Ready")
    ana.unfold("I have deployed")
    ana.press("I have deployed")
    ben.press("I have deployed")
    for one in (ana, ben):
        one.reads("Turn 1", "#r-bar")

    # 9:3: a long shot of ten bows.
    ana.tap(by_hand(ana, "shot", "Katana Samurai"))
    ana.told("How far is it to Katana Samurai?")
    ana.distance(60)
    for one in (ana, ben):
        expect(one.act).to_contain_text("Yumi Samurai → Katana Samurai")
        one.reads(re.compile(r"AT\s+7"))
        assert one.numbers() == {"DC": "10", "AT": "7", "DF": "3", "AR": "2"}
    ana.told("Roll 10 dice. 8 or more hits.")
    ben.told("Yumi Samurai aim at Katana Samurai.")
    assert (ana.has_baton(), ben.has_baton()) == (True, False)
    ana.bin("hits", 2)
    ben.told("Yumi Samurai roll 10 dice against Katana Samurai.")
    ben.reads(re.compile("hits: 2.*Ø: –", re.S))
    ana.bin("tens", 1)

    ben.told("Roll 2 dice: 3 or less saves. Then 1 die against Ø: only a 1 saves.")
    ana.told("Katana Samurai save against 3 hits.")
    assert (ana.has_baton(), ben.has_baton()) == (False, True)
    ben.few(1, 1)

    ana.told("Roll 2 damage dice. 3 or more wounds.")
    ben.told("Yumi Samurai roll 2 damage dice.")
    ana.faces(6)
    expect(ben.page.get_by_label("Dice entered so far")).to_contain_text("6")
    ana.faces(6)
    for one in (ana, ben):
        one.reads(re.compile(r"10\s*dice\s*3\s*hits\s*2\s*unsaved\s*10\s*damage"))
        one.reads("Remove 3 miniatures of Katana Samurai.")
        one.reads("7 of 10 left, the next has 1 of 3 damage")
        one.reads("3 miniatures fall, 7 are left. The next has 1 of 3 damage.", "#r-last")
        expect(one.page.locator("#main")).not_to_contain_text("must make an honor roll")

    for count in counted:
        assert count()[1] == 0, "nothing was typed after the names"
    for one in (ana, ben):
        one.tap(one.page.get_by_role("link", name="Log"))
        one.reads("Yumi Samurai shot at Katana Samurai")
        one.reads("dice by hand")
