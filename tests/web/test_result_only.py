"""Only a result is written down, of a game that had no table: it counts as any played game, and looks like none led."""

import re
import secrets
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.noted import form_of, noted
from companion.play.played import Play
from companion.play.registry import GAMES
from companion.rules.text import Refusal
from tests.web.test_card_games import text

TODAY = f"{datetime.now(UTC).astimezone():%Y-%m-%d}"
YESTERDAY = f"{datetime.now(UTC).astimezone() - timedelta(days=1):%Y-%m-%d}"
TWO = {"game": "tenno", "day": YESTERDAY, "name.a": "Ana", "points.a": "21", "name.b": "Ben", "points.b": "14"}
TEAMS = {
    "game": "kenjin", "day": TODAY, "name.a": "Ana", "name.b": "Ben", "name.c": "Chie", "name.d": "Dai",
    "points.a": "9", "points.b": "20", "points.c": "16", "points.d": "2",
    "team.a": "1", "team.c": "1", "team.b": "2", "team.d": "2",
}  # fmt: skip


def send(client: FlaskClient, form: dict[str, str]) -> Any:
    return client.post("/played/result", data={"key": secrets.token_hex(8), **form})


def plays(client: FlaskClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/played/played.json").get_json()["plays"]
    return found


def made(**changed: str) -> Play | Refusal:
    return noted("an id", {**TWO, **changed}, TODAY)


def places(play: Play | Refusal) -> list[tuple[str, int]]:
    assert isinstance(play, Play)
    return [(one.name, one.place) for one in play.players]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_takes_a_result_of_yesterday(client: FlaskClient, game: str) -> None:
    """It counts in the statistics, and says what it is."""
    assert f'href="/played/result?game={game}"' in text(client, f"/new?game={game}")
    page = text(client, f"/played/result?game={game}")
    assert f'name="game" value="{game}"' in page
    ana, ben = (8, 0) if game == "zipang" else (21, 14)
    assert send(client, {**TWO, "game": game, "points.a": str(ana), "points.b": str(ben)}).status_code == 303
    [play] = plays(client)
    assert (play["game"], play["at"][:10], play["led"], play["winners"]) == (game, YESTERDAY, False, ["Ana"])
    assert [(one["name"], one["place"], one["points"]) for one in play["players"]] == [("Ana", 1, ana), ("Ben", 2, ben)]
    page = unescape(text(client, "/played"))
    assert "result only" in page
    assert "/t/" not in page, "no table stands behind it"
    for path in ("", "/seats", "/log", "/now", "/more"):
        assert client.get(f"/t/{shown(client)}{path}").status_code == 404
    tallies = client.get("/played/played.json").get_json()["players"]
    assert [(one["name"], one["plays"], one["wins"], one["best"]) for one in tallies] == [
        ("Ana", 1, 1, ana), ("Ben", 1, 0, ben),
    ]  # fmt: skip
    assert client.post("/new", data={"game": "noted", "player": "Ana"}).status_code == 422


def test_teams_add_up(client: FlaskClient) -> None:
    assert send(client, TEAMS).status_code == 303
    [play] = plays(client)
    assert sorted(play["winners"]) == ["Ana", "Chie"]
    found = {one["name"]: (one["place"], one["points"], one["own_points"], one["team"]) for one in play["players"]}
    assert found == {"Ana": (1, 25, 9, 1), "Chie": (1, 25, 16, 1), "Ben": (2, 22, 20, 2), "Dai": (2, 22, 2, 2)}
    page = unescape(text(client, "/played"))
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "1 Ana 9 & Chie 16 25 2 Ben 20 & Dai 2 22" in words, "names with their own points, and the team's total"


def test_clan_and_turn_are_asked_where_the_game_has_them_and_may_stay_empty(client: FlaskClient) -> None:
    asked = {game: re.findall(r'name="(clan|turn)\.a"', text(client, f"/played/result?game={game}")) for game in GAMES}
    assert asked == {"kensei": ["clan"], "kenjin": ["clan", "turn"], "tenno": ["turn"], "zipang": ["turn"]}
    kenjin = {**TWO, "game": "kenjin", "clan.a": "Hondo", "clan.b": "Jozu", "turn.a": "2", "turn.b": "1"}
    assert send(client, kenjin).status_code == 303
    [play] = plays(client)
    assert [(one["clan"], one["turn"]) for one in play["players"]] == [("Hondo", 2), ("Jozu", 1)]
    page = text(client, "/played/player?name=Ana")
    assert "Hondo" in page
    assert "number 2" in page
    mending = text(client, f"/played/{shown(client)}/mend")
    assert re.search(r'<option value="Hondo" selected>', mending)
    battle = noted("an id", {**TWO, "game": "kensei", "clan.a": "Date of Sendai"}, TODAY)
    assert isinstance(battle, Play)
    assert [one.role for one in battle.players] == ["Date of Sendai", ""]


def test_a_winner_without_points_a_broken_tie_and_a_shared_place() -> None:
    alone = made(**{"points.a": "", "points.b": "", "won.b": "yes"})
    assert isinstance(alone, Play)
    assert (alone.winners, [one.points for one in alone.players]) == (("Ben",), [None, None])
    assert places(made(**{"points.b": "21", "won.b": "yes"})) == [("Ben", 1), ("Ana", 2)], "it was broken at the table"
    found = made(**{"points.b": "21", "name.c": "Chie", "points.c": "4"})
    assert places(found) == [("Ana", 1), ("Ben", 1), ("Chie", 3)]
    level = made(**{"points.b": "21"})
    assert places(level) == [("Ana", 1), ("Ben", 1)]
    assert isinstance(level, Play)
    assert level.winners == ("Ana", "Ben"), "they share the victory, as at a table"


@pytest.mark.parametrize("game", ["tenno", "kenjin"])
def test_a_victory_that_all_share_counts_for_each(client: FlaskClient, game: str) -> None:
    """Ticked or not, with points or without: no tick is dropped."""
    send(client, {**TWO, "game": game, "points.b": "21", "won.a": "yes", "won.b": "yes"})
    send(client, {**TWO, "game": game, "points.b": "21"})
    send(client, {**TWO, "game": game, "points.a": "", "points.b": "", "won.a": "yes", "won.b": "yes"})
    assert [play["winners"] for play in plays(client)] == [["Ana", "Ben"]] * 3
    assert [line.split(",")[9] for line in text(client, "/played/played.csv").splitlines()[1:]] == ["yes"] * 6
    found = client.get("/played/played.json").get_json()["players"]
    assert [(one["name"], one["wins"]) for one in found] == [("Ana", 3), ("Ben", 3)]


def test_partners_in_a_battle_are_folded_away_until_there_are_any(client: FlaskClient) -> None:
    """A table has two seats, which several may share; who stands in the result is never hidden."""
    assert re.search(r'<details class="partners">', text(client, "/played/result?game=kensei"))
    assert "partners" not in text(client, "/played/result?game=tenno")
    send(client, {**TEAMS, "game": "kensei"})
    assert re.search(r'<details class="partners" open>', text(client, f"/played/{shown(client)}/mend"))
    refused = send(client, {**TWO, "game": "kensei", "team.a": "1"}).text
    assert re.search(r'<details class="partners" open>', refused), "where teams are what is wrong"


def test_a_battle_that_ends_level_is_won_by_nobody() -> None:
    """Ruling K84; `pages/forms.page` has what is said to who ticks both."""
    level = made(game="kensei", **{"points.b": "21"})
    assert isinstance(level, Play)
    assert (places(level), level.winners) == ([("Ana", 1), ("Ben", 1)], ())


def test_a_battle_is_won_with_fewer_points_too() -> None:
    """The general of who had more is dead, or all his characters are (ruling K92)."""
    assert places(made(game="kensei", **{"points.a": "1200", "points.b": "300", "won.b": "yes"})) == [
        ("Ben", 1), ("Ana", 2),
    ]  # fmt: skip


def test_a_form_sent_twice_is_written_down_once(client: FlaskClient) -> None:
    key = re.search(r'name="key" value="([^"]+)"', text(client, "/played/result"))
    assert key
    for _ in range(2):
        assert send(client, {**TWO, "key": key[1]}).status_code == 303
    assert len(plays(client)) == 1


def test_results_of_one_day_stand_in_the_order_they_were_written_down(client: FlaskClient) -> None:
    """So that a streak is one; who mends one leaves it there, and its other day is behind what that day has."""
    points = [str(number) for number in range(30, 38)]
    for number in points:
        send(client, {**TWO, "points.a": number})
    newest = [str(play["players"][0]["points"]) for play in plays(client)]
    assert newest == points[::-1]
    assert [n for n in re.findall(r"<b>(\d+)</b>", text(client, "/played")) if n in points] == newest, "as in the files"
    *_, first = re.findall(r'id="p-([^"]+)"', text(client, "/played"))
    client.post(f"/played/{first}/mend", data={**TWO, "points.a": "29"})
    assert [play["players"][0]["points"] for play in plays(client)] == [*map(int, points[:0:-1]), 29]
    client.post(f"/played/{first}/mend", data={**TWO, "day": TODAY, "points.a": "29"})
    client.post(f"/played/{first}/mend", data={**TWO, "points.a": "29"})
    assert plays(client)[0]["players"][0]["points"] == 29


def test_the_form_of_a_result_gives_that_result() -> None:
    """So that mending begins from what was written down."""
    without = {"points.a": "", "points.b": "", "won.b": "yes"}
    around = {"game": "kenjin", "clan.a": "Jozu", "turn.a": "2", "turn.b": "1"}
    drawn = {"game": "kensei", "points.b": "21"}
    fewer = {"game": "kensei", "won.b": "yes"}
    shared = {**without, "won.a": "yes"}
    for changed in ({}, around, without, shared, {"points.b": "21"}, drawn, fewer, TEAMS):
        form = {**TWO, **changed}
        play = noted("an id", form, TODAY)
        assert isinstance(play, Play)
        assert noted("an id", form_of(play), TODAY) == play


def test_a_result_is_mended_in_the_form_it_was_entered_in(app: Flask, client: FlaskClient) -> None:
    send(client, {**TEAMS, "place": "At Chie's", "minutes": "75", "note": "rain"})
    play = shown(client)
    page = unescape(text(client, f"/played/{play}/mend"))
    for value in ("Ana", "16", "At Chie's", "75", "rain"):
        assert f'value="{value}"' in page
    assert re.search(r'name="team.b" value="1" checked', page)
    again = {**TEAMS, "points.d": "12", "place": "", "note": "no rain"}
    assert client.post(f"/played/{play}/mend", data=again).status_code == 303
    [found] = plays(client)
    assert (found["winners"], found["place"], found["note"]) == (["Ben", "Dai"], "", "no rain")
    wrong = client.post(f"/played/{play}/mend", data={**TEAMS, "points.d": "", "note": "kept in the form"})
    assert wrong.status_code == 422
    assert "points of all players" in unescape(wrong.text)
    assert 'value="kept in the form"' in wrong.text
    assert plays(client) == [found], "nothing was changed"
    stranger = app.test_client()
    assert stranger.post(f"/played/{play}/mend", data=TEAMS).status_code == 404


def test_what_is_refused_is_not_written_down(client: FlaskClient) -> None:
    """And stays in the form; `pages/forms.page` has every sentence."""
    for field, value, says in (("day", "2999-01-01", "to today"), ("note", "x" * 201, "At most 200")):
        answer = send(client, {**TWO, field: value})
        assert answer.status_code == 422
        assert says in unescape(answer.text)
        assert f'value="{value}"' in answer.text
    assert plays(client) == []


def shown(client: FlaskClient) -> str:
    """The id of the only game on the page."""
    [found] = re.findall(r'id="p-([^"]+)"', text(client, "/played"))
    return str(found)


def test_a_refused_day_is_written_as_the_reader_writes_days(client: FlaskClient) -> None:
    form = {**TWO, "game": "kensei", "day": "1603-01-01", "key": "a-result-of-old-0"}
    for language, told in (("en", "from Jan 1, 2000"), ("de", "01.01.2000"), ("fr", "1 janv. 2000")):
        refused = client.post("/played/result", data=form, headers={"Accept-Language": language})
        assert refused.status_code == 422
        assert told in " ".join(unescape(refused.text).split())
