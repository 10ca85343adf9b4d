"""axe-core on every page, at every step of a battle, in light, dark and dusk: it finds nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.play.registry import GAMES
from tests.browser.armies import Battle, aimed, charge, step
from tests.browser.axe import THEMES, objections_in
from tests.browser.hands import Hands
from tests.conftest import LiveServer, new_phone


class Places:
    """Tables that stand at each step, made once; `show` brings a phone to one of them."""

    def __init__(self, server: LiveServer, one: Hands) -> None:
        self.server = server
        self.one = one
        self.muster = Battle(server.app)
        self.muster.enlist("a", "busho-buke", self.muster.muster("a", "katana-samurai"))
        self.choose = charge(server.app)
        self.attack = aimed(server.app)
        self.attack.act("a", "pad", step=step(self.attack), **{"bin.hits": "4"})
        self.faces = aimed(server.app)
        self.faces.act("a", "pad", step=step(self.faces), die="0", face="7")
        self.defense = self._rolled([1, 3, 6, 4, 2, 4, 5, 6, 7, 0])
        self.damage = self._rolled([1, 3, 6, 4, 2, 4, 5, 6, 7, 0], [2, 5, 0, 6, 3])
        self.result = self._rolled([1, 3, 6, 4, 2, 4, 5, 6, 7, 0], [2, 5, 0, 6, 3], [10, 10, 10, 1])
        self.honor = self._rolled([1] * 10)
        self.honor.act("b", "honor", piece="b1", cause="by-hand")
        self.flight = self._rolled([1] * 10)
        self.flight.act("b", "honor", piece="b1", cause="by-hand")
        (honor,) = self.flight.state.rolls
        self.flight.act("b", "roll", step=f"{honor.id}.die", faces=[0])
        self.curtain = Battle(server.app, one_phone=True)
        self.over = self._rolled([1] * 10)
        self.over.act("a", "end", winner="a")

    def _rolled(self, *rolls: list[int]) -> Battle:
        battle = aimed(self.server.app)
        for seat, faces in zip("aba", rolls, strict=False):
            battle.act(seat, "roll", step=step(battle), faces=faces)
        return battle

    def show(self, battle: Battle, seat: str = "a", page: str = "") -> None:
        battle.give(self.one.phone, seat)
        self.one.open(battle.path + page)

    def entry(self, preview: bool) -> None:
        """The page that corrects an entry of the log, or shows what the correction would change."""
        self.show(self.result, "a", "/log")
        line = self.one.page.locator("#r-log li", has_text="10 dice").first
        self.one.tap(line.get_by_role("link", name="Correct this entry"))
        if preview:
            self.one.corrects(9, 1)
            self.one.press("Show what would change")
            self.one.reads("This would change")

    def show_me(self, game: str) -> None:
        """The first look at an act that captions lead through."""
        self.one.open("/")
        self.one.press(f"Show me: {GAMES[game].name}")
        self.one.ready()

    def explained(self) -> None:
        """What an act is lies over the top of the table: the phone has had it explained again."""
        self.show(self.choose, "a", "/more")
        self.one.press("Explain again")
        self.one.page.locator(".explained").wait_for()
        known: Any = [one | {"value": "all"} for one in self.one.page.context.cookies() if one["name"] == "explained"]
        self.one.page.context.add_cookies(known)

    def unfold_all(self) -> None:
        """Everything that can be unfolded is, so that axe sees it too."""
        self.one.page.evaluate(
            "document.querySelectorAll('details:not(.why)').forEach((one) => one.setAttribute('open', ''))"
        )

    def thrown(self) -> None:
        self.one.open("/dice")
        self.one.press("Throw")
        self.one.reads("in all")


PLACES: dict[str, Callable[[Places], None]] = {
    "start": lambda at: at.one.open("/"),
    "help": lambda at: at.one.open("/help"),
    "rules api": lambda at: at.one.open("/api"),
    **{f"show me {game}": partial(Places.show_me, game=game) for game in GAMES},
    "new": lambda at: at.one.open("/new"),
    "a first battle": lambda at: at.one.open("/first"),
    "an act explained": Places.explained,
    "join": lambda at: at.one.open("/join"),
    "wrong words": lambda at: at.one.open("/j/no-such-words"),
    "dice": lambda at: at.one.open("/dice"),
    "dice thrown": Places.thrown,
    "the turn": lambda at: at.one.open("/rules/kensei/turn"),
    "connect": lambda at: at.one.open("/connect"),
    "seats": lambda at: at.show(at.muster, "a", "/seats"),
    "muster": lambda at: at.show(at.muster),
    "choose": lambda at: at.show(at.choose),
    "attack": lambda at: at.show(at.attack),
    "attack die by die": lambda at: at.show(at.faces),
    "attack, the other phone": lambda at: at.show(at.attack, "b"),
    "defense": lambda at: at.show(at.defense, "b"),
    "damage": lambda at: at.show(at.damage),
    "result": lambda at: at.show(at.result),
    "honor": lambda at: at.show(at.honor, "b"),
    "flight": lambda at: at.show(at.flight, "b"),
    "the end": lambda at: at.show(at.over),
    "forces": lambda at: at.show(at.result, "b", "/forces"),
    "log": lambda at: at.show(at.result, "a", "/log"),
    "entry": lambda at: at.entry(preview=False),
    "amend": lambda at: at.entry(preview=True),
    "more": lambda at: at.show(at.result, "a", "/more"),
    "delete": lambda at: at.show(at.result, "a", "/delete"),
    "curtain": lambda at: at.show(at.curtain),
    "no such table": lambda at: at.one.open("/t/nothing"),
    "no such page": lambda at: at.one.open("/nothing"),
}
"""Every page a player can come to, and how."""


@pytest.fixture(scope="module")
def places(browser: Browser, ground: LiveServer) -> Iterator[Places]:
    phone = new_phone(browser, ground, reduced_motion="reduce")
    phone.forgive("404")
    yield Places(ground, Hands(phone))
    phone.check()
    phone.context.close()


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_nothing(places: Places, place: str) -> None:
    PLACES[place](places)
    places.unfold_all()
    assert objections_in(places.one.page, THEMES) == {}
