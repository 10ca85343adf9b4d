"""Many who print at once: a page gets all it asks for, and beyond that one is told to come again."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.security import COOKIE
from printables.press import PRESS
from tests.printables.kits import LARGE, SMALL
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


def test_while_many_wait_for_it_others_are_told_so(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also who wants what is just being drawn: he would wait for as long."""
    dialogue = Dialogue(client, f"/l/{kept(client, app).edit_token}/print")
    monkeypatch.setattr(PRESS, "_places", threading.BoundedSemaphore(1))
    with ThreadPoolExecutor(1) as one:
        with PRESS._turn:
            drawing = one.submit(phone_like(client, app).get, f"{dialogue.path}/kit.pdf")
            full(PRESS)
            for answer in (
                client.get(f"{dialogue.path}/kit.pdf"),
                client.post("/api/kensei/print", json={"army": SMALL, "pieces": ["reference"]}),
            ):
                assert answer.status_code == 503
                assert "Too many are waiting for this already. Try again in a few seconds." in answer.text
                assert int(answer.headers["Retry-After"]) > 0
        assert drawing.result().status_code == 200


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
