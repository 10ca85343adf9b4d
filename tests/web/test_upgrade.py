"""Tables meet newer rules: what these refuse is named. While processes of two versions serve one database, the older
one leaves what the newer has had in hand alone."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from typing import Any, ClassVar

import pytest
from flask import Flask

from companion.config import Config
from companion.play.kensei.game import Kensei
from companion.play.kensei.state import State
from companion.play.registry import GAMES
from companion.rules.text import Refusal, Text
from companion.web import create_app
from companion.web.services import Services
from tests.web.phones import Phone, Sitting, notice

SENTENCE = "This table is played by a newer version of Gunbai than the one that answered, so nothing was changed."


class Older(Kensei):
    """The rules of the release before: it had no names of units."""

    rules_version = "kensei-0"
    acts: ClassVar = {name: act for name, act in Kensei.acts.items() if name != "name"}


class Newer(Older):
    """Those of one to come, which has done away with names of units."""

    rules_version = "kensei-2"


class Stricter(Newer):
    """Those of one that knows no quick battle any more."""

    def start(self, setup: Mapping[str, Any]) -> State | Refusal:
        return Refusal(Text("There is no such battle."))


@contextmanager
def process(config: Config, monkeypatch: pytest.MonkeyPatch, game: Kensei) -> Iterator[Flask]:
    """A process with these rules over the same database."""
    made = create_app(config)
    made.testing = True
    monkeypatch.setattr("companion.web.services.GAMES", {**GAMES, "kensei": game})
    services: Services = made.extensions["gunbai"]
    services.tables  # noqa: B018 - by the games of now
    monkeypatch.undo()
    yield made
    services.close()


def at(app: Flask, phone: Phone) -> Phone:
    """The same phone, whose request the proxy gave to this process."""
    client = app.test_client()
    cookie = phone.client.get_cookie("gunbai")
    assert cookie is not None
    client.set_cookie("gunbai", cookie.value)
    return Phone(client, phone.table_id, phone.seat)


def test_a_phone_at_the_older_process_is_told_to_try_again_and_nothing_is_lost(
    app: Flask, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(app)
    sitting.ana.act("muster", unit="katana-samurai")
    with process(config, monkeypatch, Older()) as older:
        ana = at(older, sitting.ana)
        sitting.ana.act("name", piece="a1", name="Lions")
        before = sitting.table
        pages = ("", "/now", "/log", "/log/1", "/log.json", "/log.txt", "/seats", "/print", "/stream")
        answers = [ana.tap("muster", unit="kiba-musha", key="tap-at-older"), *map(ana.get, pages)]
        answers += [ana.post("/rename", name="Monday"), ana.post("/undo", seat="a", key="undo-at-older")]
        for answer in (*answers, ana.post("/delete")):
            assert answer.status_code == 503, answer.request.path
            assert SENTENCE in notice(answer), answer.request.path
            assert int(answer.headers["Retry-After"]) > 0
    assert sitting.table == before
    assert [piece.name for piece in sitting.state.pieces] == ["Lions"]
    sitting.ana.act("muster", unit="kiba-musha", key="tap-at-older")
    assert sitting.table.seq == before.seq + 1


def test_newer_rules_name_at_the_table_what_they_refuse(
    app: Flask, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(app)
    sitting.ana.act("muster", unit="katana-samurai")
    sitting.ana.act("name", piece="a1", name="Lions")
    sitting.ana.act("size", piece="a1", miniatures=9)
    with process(config, monkeypatch, Newer()) as newer:
        ana, ben = (at(newer, phone) for phone in (sitting.ana, sitting.ben))
        page, others = ana.get("/log").text, ben.get("/log").text
        assert "Entries that no longer count: 1. “Army: 4 Lions.”: This game has no act name." in unescape(page)
        assert "Entries that no longer count: 1" in others
        assert "/log/4" not in page, "the line itself cannot be amended"
        assert "Lions" not in others, "an army is secret before the battle"
        ana.act("muster", unit="kiba-musha")
        table = newer.extensions["gunbai"].tables.get(sitting.id)
        assert [(p.unit, p.name) for p in table.state.pieces] == [("katana-samurai", ""), ("kiba-musha", "")]
        assert table.state.pieces[0].miniatures == 9, "what was entered after it still counts"


def test_a_table_whose_setup_newer_rules_refuse_says_so_and_is_kept(
    app: Flask, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(app)
    before = sitting.table
    with process(config, monkeypatch, Stricter()) as stricter:
        ana = at(stricter, sitting.ana)
        for answer in (ana.get(""), ana.tap("muster", unit="kiba-musha", key="tap-at-stricter")):
            assert answer.status_code == 410
            assert "no longer know what was agreed on at this table" in notice(answer)
        assert ana.client.get("/").status_code == 200, "the start page lists it all the same"
    assert sitting.table == before
