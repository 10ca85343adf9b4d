"""Without JavaScript, and without a touch screen: the whole attack by plain forms, and by the keyboard alone."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Locator, Page, expect

from tests.browser.armies import Battle, charge
from tests.browser.hands import Hands, seated
from tests.browser.orders import by_hand
from tests.conftest import Phone

Make = Callable[..., Phone]


def send(one: Hands, button: Locator) -> None:
    """Taps a button and waits for the page that answers."""
    with one.page.expect_navigation():
        button.tap()


def test_an_attack_by_plain_forms(app: Flask, phone: Make) -> None:
    """Each act is a form of its own, and the page comes back fresh."""
    battle = charge(app)
    ana, ben = Hands(phone(java_script_enabled=False)), Hands(phone(java_script_enabled=False))
    for one, seat in ((ana, "a"), (ben, "b")):
        battle.give(one.phone, seat)
        one.phone.open(battle.path)

    send(ana, by_hand(ana, "melee", "Yari Ashigaru"))
    ana.told("Roll 10 dice. 5 or more hits.")
    ana.page.locator("#situation > summary").tap()
    send(ana, ana.page.get_by_role("button", name="flank", exact=True))
    ana.reads("flank")
    assert ana.numbers()["DF"] == "3"
    ana.page.locator("#situation > summary").tap()
    send(ana, ana.page.get_by_role("button", name="front", exact=True))
    assert ana.numbers()["DF"] == "4"

    send(ana, ana.key("hits", 4))
    assert ana.pressed("hits") == "4"
    send(ana, ana.key("tens", 1))
    ana.told("Yari Ashigaru save against 5 hits.")
    ben.page.reload()
    ben.told("Roll 4 dice: 4 or less saves. Then 1 die against Ø: 2 or less saves.")
    send(ben, ben.key("saves", "1+0"))
    send(ben, ben.key("tens", 1))
    ana.page.reload()
    for face in (6, 7, 2, 1):
        ana.told("Roll 4 damage dice. 2 or more wounds.")
        send(ana, ana.face_key(face))
    ana.reads("Remove 4 miniatures of Yari Ashigaru.")
    ben.page.reload()
    ben.reads("Remove 4 miniatures of Yari Ashigaru.")
    send(ben, ben.page.locator("#r-last").get_by_role("button", name="Undo"))
    ben.reads("Waiting for the other player's tap.")


class Keyboard:
    """A player who has only Tab, Shift+Tab, the arrows, Space and Enter."""

    def __init__(self, one: Hands) -> None:
        self.one = one
        self.page: Page = one.page

    def to(self, selector: str, most: int = 150) -> None:
        """Goes on with Tab until something that fits the selector has the focus."""
        for _ in range(most):
            if self.page.evaluate("(wanted) => document.activeElement?.matches(wanted)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard never comes to {selector}")

    def press(self, selector: str, key: str = "Enter") -> None:
        self.to(selector)
        assert self._is_seen(), f"what has the focus is not marked or not on the screen: {selector}"
        self.page.keyboard.press(key)
        self.one.sent()

    def _is_seen(self) -> bool:
        """The focused control has an outline and is inside the window."""
        return bool(
            self.page.evaluate(
                """() => {
                    const one = document.activeElement, box = one.getBoundingClientRect();
                    const shown = getComputedStyle(one).outlineStyle !== "none" || one.matches("summary, a");
                    return shown && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
                }"""
            )
        )


def test_an_attack_by_keyboard_alone(app: Flask, hands: Callable[[], Hands]) -> None:
    battle: Battle = charge(app)
    for player in "ab":
        battle.act(player, "first", first="a")
    ana, ben = seated(battle, hands)
    mine, his = Keyboard(ana), Keyboard(ben)
    for fold in ("#order-a1", "#by-hand-a1", "#by-hand-a1-melee"):
        mine.press(f"{fold} > summary")
    mine.press("#by-hand-a1-melee button[name=defender]")
    ana.told("Roll 10 dice. 5 or more hits.")
    mine.press("#situation > summary")
    mine.press("#situation button[name='set.zone'][value=flank]")
    expect(ana.act).to_contain_text("struck in the flank")
    assert ana.page.evaluate("document.activeElement.value") == "flank", "the focus stays on the chip that was pressed"
    mine.press("[data-row=hits] button[value='4']")
    assert ana.page.evaluate("document.activeElement.value") == "4", "and on the key"
    mine.press("[data-row=tens] button[value='1']")
    ana.told("Yari Ashigaru save against 5 hits.")
    heading = ana.page.evaluate("document.activeElement.textContent")
    assert "save against" in heading, "the act has moved on: the focus is on its sentence"

    his.press("[data-row=saves] button[value='1+0']")
    his.press("[data-row=tens] button[value='1']", "Space")
    ana.told("Roll 4 damage dice. 2 or more wounds.")
    for face in (6, 7, 2, 1):
        mine.press(f"form[data-pad=faces] button[name=face][value='{face}']", "Space")
    ana.reads("Remove 4 miniatures of Yari Ashigaru.")
    ben.reads("Remove 4 miniatures of Yari Ashigaru.")
