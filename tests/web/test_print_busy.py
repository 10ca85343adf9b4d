"""Many who print at once: a page gets all it asks for, and beyond that one is told to come again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.security import COOKIE
from printables.press import PRESS
from tests.printables.kits import LARGE
from tests.printables.test_press import full
from tests.web.test_print import Dialogue, kept

pytestmark = pytest.mark.paper


def phone_like(client: FlaskClient, app: Flask) -> FlaskClient:
    """The same phone, asking beside itself."""
    other = app.test_client()
    cookie = client.get_cookie(COOKIE)
    assert cookie is not None
    other.set_cookie(cookie.key, cookie.value)
    return other


def test_a_page_gets_all_its_previews_at_once(client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser of a wide screen asks for every page of a large kit together, where the proxy lets it."""
    monkeypatch.setattr("companion.worker.TURN_SECONDS", 600.0)  # however slow the machine is
    dialogue = Dialogue(client, f"/l/{kept(client, app, LARGE).edit_token}/print")
    every = ("troop-cards", "character-cards", "markers", "army-sheet", "reference", "table-sheet", "battle-sheet")
    dialogue.choose(pieces=every, blanks="40")
    asked = [(phone_like(client, app), one) for one in dialogue.previews()]
    assert len(asked) > 15
    with ThreadPoolExecutor(len(asked)) as browser:
        with PRESS._turn:
            answers = [browser.submit(phone.get, one) for phone, one in asked]
            full(PRESS, left=PRESS.most_waiting - len(asked))
        assert {one.result().status_code for one in answers} == {200}
