"""What all phones at a card game show alike is made once, and again only where it changed; whose tap it is, is kept."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from bench.phones import Phone
from companion.web import page_values
from companion.web.services import Services
from tests.web.keys import keys_of
from tests.web.test_card_games import make, tap, text

SPOTS = ("port", "torii", "village", "rice-field"), ("sanctuary", "palace", "bridge", "fortress")


def combat(app: Flask) -> dict[str, Phone]:
    """Four phones and one that watches, before eight battlefields of which none is resolved."""
    phones = {seat: Phone(app, seat) for seat in "abcd"}
    table = make(phones["a"].client, "kenjin", players="4", phones="many", battlefields="table", way="score")
    for seat, phone in phones.items():
        phone.path = f"/t/{table}"
        phone.sit(seat, f"Player {seat.upper()}")
    pairs = ("ab", "bc", "cd", "ad")
    spots = {f"spots.{tile}": pair for row in SPOTS for tile, pair in zip(row, pairs, strict=True)}
    answer = tap(phones["a"].client, table, "a", "place", **spots)
    assert answer.status_code == 303, answer.text
    phones["watcher"] = Phone(app)
    phones["watcher"].path = f"/t/{table}"
    for phone in phones.values():
        phone.look()
    return phones


def spots_of(phone: Phone) -> str:
    """The battlefields of this phone's page, without the keys of the moment."""
    page = text(phone.client, phone.path)
    return re.sub(r'name="key" value="[^"]*"', "", page.split('<div class="spots">')[1].split('id="r-asks"')[0])


def test_battlefields_are_the_same_on_all_phones_that_may_tap(app: Flask) -> None:
    phones = combat(app)
    shown = {who: spots_of(phone) for who, phone in phones.items()}
    assert shown["a"].count('name="card"') == 8 * 2 * (10 + 1)
    assert len({shown[seat] for seat in "abcd"}) == 1
    assert "<form" not in shown["watcher"]


def test_a_battlefield_is_made_once_for_all_and_only_where_it_changed(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = combat(app)
    made: list[str] = []
    piece = page_values.Piece

    def counted(html: str, *parts: Any) -> page_values.Piece:
        made.append(html)
        return piece(html, *parts)

    monkeypatch.setattr(page_values, "Piece", counted)
    phones["c"].tap("quick", battlefield="village", winner="c")
    for phone in phones.values():
        phone.look()
    spots = [re.findall(r'id="(?:spot|done)-([a-z-]+)"', html) for html in made]
    assert [found for found in spots if found] == [["village"], ["village"]], "with keys for all players, and without"


@pytest.mark.parametrize("phones", ["many", "one"])
@pytest.mark.parametrize("game", ["tenno", "zipang"])
def test_a_tap_that_names_no_seat_is_that_of_its_phone_and_one_phone_for_all_says_whose_it_is(
    app: Flask, game: str, phones: str
) -> None:
    ana, ben = app.test_client(), app.test_client()
    table = make(ana, game, players="2", phones=phones, **({"name.b": "Ben"} if phones == "one" else {}))
    if phones == "many":
        ben.post(f"/t/{table}/sit", data={"seat": "b", "player": "Ben"})
    tap(ana, table, "a", "starts", player="a")
    tap(ana, table, "a", "campaign", number="1")
    if phones == "one":
        ben = ana
        ana.post(f"/t/{table}/hand", data={"seat": "b"})
    kind = "count" if (game, phones) == ("zipang", "one") else "turn"
    key = next(key for key in keys_of(text(ben, f"/t/{table}")) if key.get("type") == kind)
    assert ("seat" in key) == (phones == "one")
    assert ben.post(f"/t/{table}/tap", data=key).status_code == 303
    assert entered(app, table)[:2] == (kind, "b")
    assert phones == "one" or entered(app, table)[2] == "b"


def entered(app: Flask, table: str) -> tuple[str, str, str]:
    """The newest line of the log: its type, whose it is, and who entered it."""
    services: Services = app.extensions["gunbai"]
    line = services.tables.log(table, None)[0]
    return line.type, line.seat, line.by
