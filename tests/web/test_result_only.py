"""Only a result is written down, of a game that had no table: it counts as any played game, and looks like none led."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text as sql

from companion.play.noted import NOTED, NotedState
from companion.play.registry import GAMES
from companion.rules.text import Refusal
from tests.web.test_card_games import make, text

TODAY = f"{datetime.now(UTC).astimezone():%Y-%m-%d}"
YESTERDAY = f"{datetime.now(UTC).astimezone() - timedelta(days=1):%Y-%m-%d}"
TWO = {"game": "tenno", "day": YESTERDAY, "name.a": "Ana", "points.a": "21", "name.b": "Ben", "points.b": "14"}
TEAMS = {
    "game": "kenjin", "day": TODAY, "name.a": "Ana", "name.b": "Ben", "name.c": "Chie", "name.d": "Dai",
    "points.a": "9", "points.b": "20", "points.c": "16", "points.d": "2",
    "team.a": "1", "team.c": "1", "team.b": "2", "team.d": "2",
}  # fmt: skip


def noted(client: FlaskClient, form: dict[str, str]) -> Any:
    return client.post("/played/result", data={"key": secrets.token_hex(8), **form})


def plays(client: FlaskClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/played/played.json").get_json()["plays"]
    return found


def state(**changed: str) -> NotedState | Refusal:
    return NOTED.start({**TWO, "today": TODAY, **changed})


@pytest.mark.parametrize("game", GAMES)
def test_every_game_takes_a_result_of_yesterday(client: FlaskClient, game: str) -> None:
    assert f'href="/played/result?game={game}"' in text(client, f"/new?game={game}")
    page = text(client, f"/played/result?game={game}")
    assert f'name="game" value="{game}"' in page
    assert noted(client, {**TWO, "game": game}).status_code == 303
    [play] = plays(client)
    assert (play["game"], play["at"][:10], play["led"], play["winners"]) == (game, YESTERDAY, False, ["Ana"])
    assert [(one["name"], one["place"], one["points"]) for one in play["players"]] == [("Ana", 1, 21), ("Ben", 2, 14)]


def test_it_counts_in_the_statistics_and_says_what_it_is(client: FlaskClient) -> None:
    noted(client, TWO)
    page = unescape(text(client, "/played"))
    assert "result only" in page
    assert "/t/" not in page, "no table stands behind it"
    tallies = client.get("/played/played.json").get_json()["players"]
    assert [(one["name"], one["plays"], one["wins"], one["best"]) for one in tallies] == [
        ("Ana", 1, 1, 21), ("Ben", 1, 0, 14),
    ]  # fmt: skip


def test_teams_add_up(client: FlaskClient) -> None:
    assert noted(client, TEAMS).status_code == 303
    [play] = plays(client)
    assert sorted(play["winners"]) == ["Ana", "Chie"]
    found = {one["name"]: (one["place"], one["points"], one["own_points"], one["team"]) for one in play["players"]}
    assert found == {"Ana": (1, 25, 9, 1), "Chie": (1, 25, 16, 1), "Ben": (2, 22, 20, 2), "Dai": (2, 22, 2, 2)}
    page = unescape(text(client, "/played"))
    assert "(team 25)" in page


def test_a_winner_without_points(client: FlaskClient) -> None:
    noted(client, {"game": "kensei", "day": TODAY, "name.a": "Ana", "name.b": "Ben", "won.b": "yes"})
    [play] = plays(client)
    assert play["winners"] == ["Ben"]
    assert [one["points"] for one in play["players"]] == [None, None]


def test_a_tie_that_was_broken_at_the_table() -> None:
    found = state(**{"points.b": "21", "won.b": "yes"})
    assert isinstance(found, NotedState)
    assert NOTED.result(found).places == (("b",), ("a",))


def test_equal_points_share_the_place() -> None:
    found = state(**{"points.b": "21"})
    assert isinstance(found, NotedState)
    assert NOTED.result(found).places == (("a", "b"),)
    assert str(NOTED.result(found).sentence) == "Nobody won: they share the first place."


@pytest.mark.parametrize(
    ("changed", "path", "says"),
    [
        ({"game": "chess"}, "game", "one of the games"),
        ({"day": "soon"}, "day", "like 2026-04-30"),
        ({"day": "2999-01-01"}, "day", "to today"),
        ({"day": "1603-01-01"}, "day", "from 2000-01-01"),
        ({"name.b": ""}, "name.b", "Whose is that"),
        ({"name.b": "", "points.b": ""}, "name.b", "at least two"),
        ({"name.b": "ana"}, "name.b", "plays here already"),
        ({"name.b": "x" * 90}, "name.b", ""),
        ({"points.b": "many"}, "points.b", "whole number"),
        ({"points.b": "99999"}, "points.b", "up to 9999"),
        ({"points.b": ""}, "points.b", "of all players, or of none"),
        ({"points.a": "", "points.b": ""}, "won.a", "who won"),
        ({"won.b": "yes"}, "won.a", "more points than who won"),
        ({"won.a": "yes", "won.b": "yes"}, "won.a", "equal points only"),
        ({"team.a": "1"}, "team.a", "no such team"),
        ({"game": "kenjin", "team.a": "1"}, "team.b", "play in teams"),
        ({"game": "kenjin", "team.a": "1", "team.b": "1"}, "team.a", "All are in one team"),
        ({"game": "kenjin", "team.a": "3"}, "team.a", "no such team"),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field(
    client: FlaskClient, changed: dict[str, str], path: str, says: str
) -> None:
    refusal = state(**changed)
    assert isinstance(refusal, Refusal)
    assert path in [problem.path for problem in refusal.problems]
    assert says in " ".join(str(problem.message) for problem in refusal.problems)
    answer = noted(client, {**TWO, **changed})
    assert answer.status_code == 422
    assert says in unescape(answer.text)
    assert 'value="Ana"' in answer.text, "nothing entered is lost"
    assert plays(client) == []


def test_a_form_sent_twice_is_written_down_once(client: FlaskClient) -> None:
    key = re.search(r'name="key" value="([^"]+)"', text(client, "/played/result"))
    assert key
    for _ in range(2):
        assert noted(client, {**TWO, "key": key[1]}).status_code == 303
    assert len(plays(client)) == 1


def test_no_table_stands_behind_it(app: Flask, client: FlaskClient) -> None:
    noted(client, TWO)
    [summary] = app.extensions["gunbai"].tables.mine(_device(app))
    for path in ("", "/seats", "/log", "/now", "/more"):
        assert client.get(f"/t/{summary.id}{path}").status_code == 404
    assert client.post("/join", data={"words": summary.words}).status_code == 404
    assert summary.id not in text(client, "/"), "it is not among the tables"
    assert client.post("/new", data={"game": "noted", "player": "Ana"}).status_code == 422
    assert client.get("/lists").status_code == 200


def test_who_wrote_it_down_removes_it(app: Flask, client: FlaskClient) -> None:
    noted(client, TWO)
    [summary] = app.extensions["gunbai"].tables.mine(_device(app))
    assert plays(app.test_client()) == [], "another phone does not see it"
    assert app.test_client().post(f"/played/{summary.id}/remove").status_code == 403
    assert len(plays(client)) == 1
    assert client.post(f"/played/{summary.id}/remove").status_code == 303
    assert plays(client) == []
    assert client.post(f"/played/{summary.id}/remove").status_code == 404
    led = make(client, "tenno")
    assert client.post(f"/played/{led}/remove").status_code == 404, "a table is deleted on its own page"


def _device(app: Flask) -> str:
    """The phone that wrote the only result down."""
    with app.extensions["gunbai"].store.read() as db:
        return str(db.execute(sql("select owner from tables")).scalar_one())
