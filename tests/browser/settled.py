"""Waiting until a page has come to rest, however long that takes."""

from __future__ import annotations

from playwright.sync_api import Page

AT_REST = """async (frames) => {
    const ends = ({ timeline, playState, effect }) =>  // unlike what follows a scroll, or beats for ever
        timeline === document.timeline && playState === "running" && effect.getComputedTiming().endTime !== Infinity;
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    let still = 0, y = scrollY;
    do {
        await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
        await frame();
        still = scrollY === y ? still + 1 : 0;
        y = scrollY;
    } while (still < frames);
}"""


def settled(page: Page) -> None:
    """Until nothing fades or glides any more, and for twenty frames nothing has scrolled."""
    page.evaluate(AT_REST, 20)


def faded(page: Page) -> None:
    """Until nothing fades or glides any more, wherever the page is scrolled to."""
    page.evaluate(AT_REST, 0)
