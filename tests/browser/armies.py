"""Battles made quickly, by the same acts the pages send but without a browser, for tests that begin in the middle."""

from typing import Any

from flask import Flask

from companion.content import catalog
from companion.play.kensei.state import State
from companion.play.kensei.turn.whose import ended, is_led
from companion.web.security import COOKIE
from tests.browser.sitting import Sitting


class Battle(Sitting):
    """A table of Kensei."""

    def __init__(self, app: Flask, *, one_phone: bool = False, **setup: str) -> None:
        super().__init__(app, "kensei", one_phone=one_phone, **setup)

    @property
    def state(self) -> State:
        state = self.table.state
        assert isinstance(state, State)
        return state

    def muster(self, seat: str, unit: str, miniatures: int | None = None) -> str:
        """A unit more; its piece's id. A count the book does not allow at the start is set by hand in `begin`."""
        profile = catalog().units[unit]
        if profile.path:
            self.act(seat, "side", path=profile.path)
        self.act(seat, "muster", unit=unit)
        piece = next(p for p in reversed(self.state.pieces) if p.seat == seat)
        if miniatures is not None and profile.basic_unit <= miniatures <= profile.maximum:
            self.act(seat, "size", piece=piece.id, miniatures=miniatures)
        elif miniatures is not None:
            self._by_hand[piece.id] = (seat, miniatures)
        return piece.id

    def enlist(self, seat: str, character: str, piece: str | None = None, **outfit: Any) -> str:
        """A character more, inside a unit or alone; his hero's id."""
        profile = catalog().characters[character]
        if profile.path:
            self.act(seat, "side", path=profile.path)
        before = {h.id for p in self.state.pieces for h in p.heroes}
        form = {"character": character, **({"piece": piece} if piece else {}), **outfit}
        self.act(seat, "enlist", **form)
        return next(h.id for p in self.state.pieces for h in p.heroes if h.id not in before)

    def begin(self) -> None:
        """Both sides are ready, and counts that no army may begin with are set by hand."""
        self.act("a", "ready")
        self.act("b", "ready")
        for piece, (seat, miniatures) in self._by_hand.items():
            self.act(seat, "correct", piece=piece, miniatures=miniatures, reason="for the test")

    def leave(self, phase: str, **more: str) -> None:
        """Ends a phase by hand: that of the orders once both sides have ended theirs."""
        turn = self.state.turn
        if phase == "orders" and "b" not in ended(self.state) and is_led(self.state):
            self.act("b", "done", turn=turn)
        if self.state.phase == phase:
            self.act("a", "leave", turn=turn, phase=phase, **more)

    def now(self, seat: str, language: str = "en") -> str:
        """Every region of the table on the phone of this seat, as an answer to its look."""
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.cookie(seat))
        return client.get(f"{self.path}/now", headers={"Accept-Language": language}).text

    @property
    def _by_hand(self) -> dict[str, tuple[str, int]]:
        return self.__dict__.setdefault("by_hand", {})


def charge(app: Flask, **setup: str) -> Battle:
    """The book's charge (10:3): ten Katana Samurai of a against ten Yari Ashigaru of b in defensive position."""
    battle = Battle(app, **setup)
    attacker = battle.muster("a", "katana-samurai", 10)
    defender = battle.muster("b", "yari-ashigaru", 10)
    battle.begin()
    battle.act("b", "mark", piece=defender, marker="defensive", on=True)
    battle.act("a", "mark", piece=attacker, marker="charge", on=True)
    return battle


def aimed(app: Flask, **setup: str) -> Battle:
    """The book's charge, aimed: side a is about to roll ten dice against AT 4."""
    battle = charge(app, **setup)
    battle.act("a", "aim", kind="melee", attacker="a1", defender="b1")
    return battle


def step(battle: Battle) -> str:
    """The step the running attack stands at, as pads name it."""
    running = battle.state.running
    assert running is not None
    return next(ask.id for ask in battle.state.asks if ask.about == running.id)
