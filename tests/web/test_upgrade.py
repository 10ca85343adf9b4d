"""While processes of two versions serve one database: the older one leaves what the newer has had in hand alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import pytest
from flask import Flask

from companion.config import Config
from companion.play.kensei.game import Kensei
from companion.play.registry import GAMES
from companion.web import create_app
from companion.web.services import Services
from tests.web.phones import Phone, Sitting, notice

SENTENCE = "This table is played by a newer version of Gunbai than the one that answered, so nothing was changed."


class Older(Kensei):
    """The rules of the release before: it had no names of units."""

    rules_version = "kensei-7"
    acts: ClassVar = {name: act for name, act in Kensei.acts.items() if name != "name"}


@pytest.fixture
def older(app: Flask, config: Config, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """A process of that release over the same database."""
    made = create_app(config)
    made.testing = True
    monkeypatch.setattr("companion.web.services.GAMES", {**GAMES, "kensei": Older()})
    services: Services = made.extensions["gunbai"]
    services.tables  # noqa: B018 - by the games of now
    monkeypatch.undo()
    yield made
    services.end_streams()
    services.close()


def at(app: Flask, phone: Phone) -> Phone:
    """The same phone, whose request the proxy gave to this process."""
    client = app.test_client()
    cookie = phone.client.get_cookie("gunbai")
    assert cookie is not None
    client.set_cookie("gunbai", cookie.value)
    return Phone(client, phone.path.removeprefix("/t/"), phone.seat)


def test_a_phone_at_the_older_process_is_told_to_try_again_and_nothing_is_lost(app: Flask, older: Flask) -> None:
    sitting = Sitting(app)
    sitting.ana.act("muster", unit="katana-samurai")
    ana = at(older, sitting.ana)
    sitting.ana.act("name", piece="a1", name="Lions")
    before = sitting.table
    answers = [ana.get(page) for page in ("", "/now", "/log", "/log/1", "/log.json", "/log.txt", "/seats", "/print")]
    answers += [ana.get("/stream"), ana.tap("muster", unit="kiba-musha", key="tap-at-older")]
    answers += [
        ana.post("/rename", name="Monday"),
        ana.post("/undo", seat="a", key="undo-at-older"),
        ana.post("/delete"),
    ]
    for answer in answers:
        assert answer.status_code == 503, answer.request.path
        assert SENTENCE in notice(answer), answer.request.path
        assert int(answer.headers["Retry-After"]) > 0
    assert sitting.table == before
    named = sitting.state.piece("a1")
    assert named is not None
    assert named.name == "Lions"
    sitting.ana.act("muster", unit="kiba-musha", key="tap-at-older")
    assert sitting.table.seq == before.seq + 1
