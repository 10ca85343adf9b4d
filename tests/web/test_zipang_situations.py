"""The tricky situations through the page: every tap is a key that it offers just then, sent as it stands there.

They and what comes of them are kept in `tests/playthroughs/situations/zipang_book.play`.
"""

import html
import re
import shlex
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.zipang.game import ZIPANG
from tests.play.cardtable import Cardtable
from tests.playthroughs.situations import HERE
from tests.web.keys import Key, keys_of
from tests.web.phones import Phone, notice
from tests.web.test_card_games import make, table_of

Lines = list[str]
SHOWN = "it shows what was secret"
"""A remark on an act, which nobody reads at the table."""


def situations() -> dict[str, Lines]:
    """The lines of each, those that every table of its players begins with among them, by what it is about."""
    found: dict[str, Lines] = {}
    for block in (HERE / "zipang_book.play").read_text().split("\n\n")[1:]:
        begun, *rest = re.split(r"^# (.*)\n", block, flags=re.MULTILINE)
        for what, taps in zip(rest[::2], rest[1::2], strict=True):
            found[what] = [*begun.splitlines(), *taps.splitlines()]
    return found


SITUATIONS = situations()


class Page:
    """A phone in the middle of the table, and its page as it stands."""

    def __init__(self, app: Flask, client: FlaskClient, setup: dict[str, str]) -> None:
        self.app = app
        self.id = make(client, "zipang", phones="one", **setup)
        self.phone = Phone(client, self.id, "a")

    @property
    def state(self) -> Any:
        return table_of(self.app, self.id).state

    def keys(self, seat: str, act: str) -> list[Key]:
        """The keys of this act that a player has before him; what is set right by hand belongs to nobody."""
        by_hand = act in ("count", "out", "turn", "campaign", "starts")
        page = self.phone.get().text
        return [key for key in keys_of(page) if key.get("type") == act and (by_hand or key.get("seat") == seat)]

    def offered(self, seat: str, act: str, form: dict[str, str]) -> Key | None:
        """The key that says this; hands are typed into their field first."""
        wanted = [{**form, "cards": ""} if act == "hand" else form]
        if "sum" in form:
            wanted.append({"answer": "blocked"})  # a sum that blocks is not sent
        return next((key for one in wanted for key in self.keys(seat, act) if one.items() <= key.items()), None)

    def press(self, seat: str, act: str, form: dict[str, str]) -> None:
        if act == "count":  # steppers, one for each place: here all that a case begins with at once
            assert form.keys() <= {name for key in self.keys(seat, act) for name in key}
            self.phone.act("count", **form)
            return
        found = self.offered(seat, act, form)
        assert found is not None, f"no key for {act} {form}; there are {self.keys(seat, act)}"
        answer = self.phone.post("/tap", **{**found, **(form if act == "hand" else {})})
        assert answer.status_code == 303, notice(answer)

    def words(self) -> str:
        """What stands on the table's page and in its log."""
        page = self.phone.get().text + self.phone.get("/log").text
        return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


@pytest.mark.parametrize("what", SITUATIONS)
def test_by_the_keys_of_the_page(app: Flask, client: FlaskClient, what: str) -> None:
    """What the page makes of it is what the rules make of it; what is refused has no key."""
    lines = [line for line in SITUATIONS[what] if line[:4] not in ("keep", "back", "see ")]
    setup = dict(word.split("=") for word in lines[0].split()[2:])
    table, page = Cardtable(ZIPANG, **setup), Page(app, client, setup)
    for at, line in enumerate(lines):
        if line.startswith(("game", "  ")):
            continue
        seat, act, *words = shlex.split(line.replace(":", " ", 1))
        form = dict(word.split("=", 1) for word in words)
        if not lines[at + 1].startswith("  refused: "):
            table.do(seat, act, **form)
            page.press(seat, act, form)
            continue
        refused = page.phone.tap(act, seat=seat, **form)
        assert refused.status_code == 422
        assert lines[at + 1].removeprefix("  refused: ").partition(" [")[0] in html.unescape(notice(refused))
        assert act == "hand" or page.offered(seat, act, form) is None, line
    assert page.state == table.state == table.replayed()
    open_to = {one.seat for one in getattr(table.view().play, "targets", ()) if one.monk}
    assert {key["seat"] for key in keys_of(page.phone.get().text) if key.get("answer") == "monk"} == open_to
    said = [line.removeprefix("  log: ") for line in lines if line.startswith("  log: ") and SHOWN not in line]
    assert not [one for one in said if one not in page.words()]
    [*_, sentence] = [line.removeprefix("  sentence: ") for line in lines if line.startswith("  sentence: ")]
    assert sentence in page.words()
