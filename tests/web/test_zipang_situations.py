"""The tricky situations through the page: every tap is a key that it offers just then, sent as it stands there."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.zipang.state import ZipangState
from tests.play.zipang.situations import CASES, NAMES, Case, Tap
from tests.play.zipang.test_zipang_situations import came, filled
from tests.web.keys import Key, keys_of
from tests.web.phones import Phone, notice
from tests.web.test_card_games import make, table_of


class Page:
    """A phone in the middle of the table, and its page as it stands."""

    def __init__(self, app: Flask, client: FlaskClient, players: int) -> None:
        names = {name: called for name, called in NAMES.items() if name[-1] in "abcdef"[:players]}
        self.app = app
        self.id = make(client, "zipang", players=str(players), phones="one", **names)
        self.phone = Phone(client, self.id, "a")
        self.press(Tap("a", "starts", {"player": "a"}))
        self.press(Tap("a", "campaign", {"number": "1"}))

    @property
    def state(self) -> ZipangState:
        state = table_of(self.app, self.id).state
        assert isinstance(state, ZipangState)
        return state

    def keys(self, tap: Tap) -> list[Key]:
        """The keys of this act that a player has before him; what is set right by hand belongs to nobody."""
        by_hand = tap.act in ("count", "out", "turn", "campaign", "starts")
        return [
            key
            for key in keys_of(self.phone.get().text)
            if key.get("type") == tap.act and (by_hand or key.get("seat") == tap.seat)
        ]

    def press(self, tap: Tap) -> None:
        """Sends the key that says this; hands and counts are typed into their field first."""
        if tap.act == "count":  # steppers, one for each place: here all that a case begins with at once
            assert tap.form.keys() <= {name for key in self.keys(tap) for name in key}
            self.phone.act("count", **tap.form)
            return
        wanted = [dict(tap.form)]
        if tap.act == "hand":
            wanted = [{"cards": ""}]
        elif "sum" in tap.form:
            wanted.append({"answer": "blocked"})  # a sum that blocks is not sent
        found = next((key for one in wanted for key in self.keys(tap) if one.items() <= key.items()), None)
        assert found is not None, f"no key for {tap}; there are {self.keys(tap)}"
        typed = tap.form if tap.act == "hand" else {}
        answer = self.phone.post("/tap", **{**found, **typed})
        assert answer.status_code == 303, notice(answer)

    def words(self) -> str:
        """What stands on the table's page and in its log."""
        page = self.phone.get().text + self.phone.get("/log").text
        return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_by_the_keys_of_the_page(app: Flask, client: FlaskClient, case: Case) -> None:
    page = Page(app, client, case.players)
    for tap in case.taps:
        if tap.refused:
            refused = page.phone.tap(tap.act, seat=tap.seat, **filled(page.state, tap))
            assert refused.status_code == 422
            assert tap.refused in html.unescape(notice(refused))
        else:
            page.press(tap)
    came(case, page.state)
    words = page.words()
    for said in case.says:
        assert said in words
    for seat, word in case.silent:
        assert not [key for key in page.keys(Tap(seat, "answer", {})) if word in key.values()]
