"""The four pictures on the README's first screen are drawn here from the pages; `make golden` keeps them."""

import io
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.browser import lists
from tests.browser.armies import aimed, step
from tests.browser.hands import Hands, at, painted
from tests.conftest import LiveServer
from tests.golden.pictures import RENEW

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
SIZE = (390, 844)
FACES = {"a": [1, 3, 6, 4, 2, 4, 5, 6, 7, 0], "b": [2, 5, 0, 6, 3]}


def start(one: Hands, _ground: LiveServer) -> str:
    one.open("/")
    return "Zipang Portable"


def attack(one: Hands, ground: LiveServer) -> str:
    battle = aimed(ground.app)
    battle.act("a", "pad", step=step(battle), **{"bin.hits": "4"})
    at(battle, one)
    return "Roll 10 dice. 5 or more hits."


def result(one: Hands, ground: LiveServer) -> str:
    battle = aimed(ground.app)
    for seat, faces in FACES.items():
        battle.act(seat, "roll", step=step(battle), faces=faces)
    battle.act("a", "roll", step=step(battle), faces=[10, 10, 10, 1])
    at(battle, one)
    return "Remove"


def army(one: Hands, _ground: LiveServer) -> str:
    path = lists.made(one, "busho-buke", "katana-samurai", "yumi-samurai", "yari-ashigaru", "yari-ashigaru", level=3)
    one.open(path)
    return "koku"


PICTURES: dict[str, Callable[[Hands, LiveServer], str]] = {
    "start": start,
    "attack": attack,
    "result": result,
    "army": army,
}
"""By the name of its file, what brings a phone there and words that are seen then."""


def test_the_readme_shows_these_first() -> None:
    first_screen = README.split("\n## ")[0]
    assert re.findall(r"!\[[^\]]{10,}\]\[(\w+)\]", first_screen) == list(PICTURES), "each with what it shows in words"
    assert dict(re.findall(r"^\[(\w+)\]: docs/images/(\w+)\.png$", first_screen, re.M)) == {n: n for n in PICTURES}


@pytest.mark.parametrize("name", PICTURES)
def test_each_is_drawn(hands: Callable[[], Hands], ground: LiveServer, name: str) -> None:
    one = hands()
    one.page.set_viewport_size({"width": SIZE[0], "height": SIZE[1]})
    one.page.emulate_media(reduced_motion="reduce")
    words = PICTURES[name](one, ground)
    one.reads(words, "body")
    painted(one.page)
    shot = Image.open(io.BytesIO(one.page.screenshot(animations="disabled", scale="css")))
    picture = shot.convert("P", palette=Image.Palette.ADAPTIVE, colors=32)
    file = ROOT / "docs" / "images" / f"{name}.png"
    if os.environ.get(RENEW):
        picture.save(file, optimize=True)
    with Image.open(file) as kept:
        assert kept.size == picture.size == SIZE
