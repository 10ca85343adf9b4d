"""The order rows under a player's fingers."""

from playwright.sync_api import Locator

from tests.browser.hands import Hands


def opened(one: Hands, piece: str) -> None:
    """The row of a unit, open: one tap where it is not."""
    one.tap(one.page.locator(f"#order-{piece} > summary"))


def chip(one: Hands, piece: str, name: str) -> None:
    one.tap(one.page.locator(f"#order-{piece} .chips button", has_text=name).first)


def at(one: Hands, piece: str, goal: str, target: str) -> None:
    """An order at an enemy: its line, unless that is open already, and the target under it."""
    order = one.page.locator(f"#order-{piece} .aim", has=one.page.locator(f"[name='goal'][value='{goal}']"))
    if order.get_attribute("open") is None:
        one.tap(order.locator("> summary"), wait=False)
    one.tap(order.locator(f"button[name='target'][value='{target}']"))


def by_hand(one: Hands, kind: str, target: str) -> Locator:
    """The key of a shot ("shot") or a strike ("melee") by hand at this target, in the first sheet that has one; what is
    folded above it is opened."""
    attacks = one.page.locator(f"[id^=by-hand-][id$=-{kind}]")
    attack = attacks.filter(has=one.page.locator("button[name=defender]", has_text=target)).first
    for fold in (attack.locator("xpath=ancestor::details[@name='sheet']"), attack.locator("xpath=.."), attack):
        if fold.get_attribute("open") is None:
            one.tap(fold.locator("> summary"), wait=False)
    return attack.locator("button[name=defender]", has_text=target)
