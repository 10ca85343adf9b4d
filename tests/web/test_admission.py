"""Who is refused before his body is read, and how long such a refusal is held back."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.stream import ASKED_FIRST, HOLD, TOO_MANY
from companion.web import admission
from companion.web.allowances import LIMITS
from companion.web.limiter import Limiter
from companion.web.services import Services

LENGTH = {"CONTENT_LENGTH": "200000", "REMOTE_ADDR": "192.0.2.7"}
ASKED = {**LENGTH, ASKED_FIRST: True, HOLD: 0.0}


def test_the_app_says_by_its_length_whether_it_wants_a_body(client: FlaskClient) -> None:
    """It is not there yet, so that whoever read it would say that it was cut off."""
    for path, length, status in (
        ("/join", 200_000, 100),
        ("/join", 300_000, 413),
        ("/lists/open", 300_000, 100),
        ("/api/replay", 4_000_000, 100),
        ("/api/replay", 5_000_000, 413),
        ("/nowhere", 70_000, 404),
    ):
        kind = "application/json" if path.startswith("/api") else "application/x-www-form-urlencoded"
        asked = {**ASKED, "CONTENT_LENGTH": str(length)}
        assert client.post(path, content_type=kind, environ_overrides=asked).status_code == status, (path, length)
    foreign = client.post("/join", headers={"Origin": "https://elsewhere.example"}, environ_overrides=ASKED)
    assert foreign.status_code == 403, "a page of another site is not read"


def test_whoever_was_asked_about_first_is_counted_once(client: FlaskClient, services: Services) -> None:
    services.clock = lambda: 1000.0
    services.limits["replays"] = Limiter((3, 3.0), *LIMITS["replays"][1:])
    told = {"content_type": "application/json"}
    counted = 0
    while client.post("/api/replay", **told, environ_overrides=ASKED).status_code == 100:
        again = {"REMOTE_ADDR": "192.0.2.7", ASKED_FIRST: False, HOLD: 0.0}
        assert client.post("/api/replay", **told, data=b"{", environ_overrides=again).status_code == 400
        counted += 1
        assert counted < 9, "there is no end"
    assert counted == 3
    other = client.post("/api/replay", **told, environ_overrides={**ASKED, "REMOTE_ADDR": "192.0.2.8"})
    assert other.status_code == 100


@pytest.mark.parametrize("refused", ["full", "enough"])
def test_a_refusal_is_held_back_by_our_server_or_in_a_thread_of_another(
    app: Flask, client: FlaskClient, refused: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("companion.web.admission.time.sleep", slept.append)
    if refused == "enough":
        monkeypatch.setattr(app.extensions["gunbai"].limits["replays"], "wait", lambda *_asked: 3.0)
    over: dict[str, Any] = {TOO_MANY: refused == "full"}
    status = 503 if refused == "full" else 429

    def ask() -> int:
        return client.post("/api/replay", content_type="application/json", environ_overrides=over).status_code

    assert ask() == status
    assert slept == [admission.HELD_SECONDS]
    over[HOLD] = 0.0
    assert ask() == status
    assert len(slept) == 1, "our server has no thread to wait in"
    del over[HOLD]
    for _ in range(admission.MOST_HELD):
        assert admission._held.acquire(blocking=False)
    try:
        assert ask() == status
        assert len(slept) == 1, "nor has another for more than so many"
    finally:
        admission._held.release(admission.MOST_HELD)
