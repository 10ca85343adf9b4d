"""Played games as a household keeps them: evenings, mending, names, one history on several phones, nobody else's."""

import csv
import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.played import Play, play_of
from companion.play.plays_export import bg_stats, bg_stats_link
from companion.play.records import DAYS_BACK, PHONES_MOST, Records
from companion.play.standings import head_to_head, tallies
from companion.rules.kenjin.cards import ENTERED
from tests.web.phones import Phone, Sitting, agreed
from tests.web.test_card_games import decided, finished, make, table_of, tap, text
from tests.web.test_result_only import TWO, plays, send
from tests.web.test_shared_seats import admitted


def words(client: FlaskClient, path: str = "/played") -> str:
    page = re.sub(r"<(?:head|script|svg)\b.*?</(?:head|script|svg)>", " ", text(client, path), flags=re.DOTALL)
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def link_of(client: FlaskClient) -> str:
    """The path of the link to this phone's history."""
    found = re.search(r'href="[^"]*(/played/h/[^"]+)"', text(client, "/played/share"))
    assert found
    return found[1]


def joined(app: Flask, client: FlaskClient) -> FlaskClient:
    """Another phone, which shares the history of this one."""
    phone = app.test_client()
    assert phone.post(link_of(client)).status_code == 303
    return phone


def players(client: FlaskClient) -> dict[str, int]:
    return {one["name"]: one["wins"] for one in client.get("/played/played.json").get_json()["players"]}


# ---- evenings and mending


def test_a_game_stands_under_its_evening_in_the_readers_zone(app: Flask, client: FlaskClient) -> None:
    finished(client, "Ben")
    for zone, away in (("Pacific/Kiritimati", 14), ("Pacific/Pago_Pago", -11)):
        client.set_cookie("zone", zone)
        day = datetime.now(UTC) + timedelta(hours=away - 5)
        days = re.findall(r'<h2 class="heading">(\w+ \d+, \d{4})', text(client, "/played"))
        assert f"{day:%b} {day.day}, {day.year}" in days
    for nonsense in ("nowhere/at-all", "../../etc/passwd", "/etc/localtime", "Europe", "x" * 500):
        client.set_cookie("zone", nonsense)
        assert client.get("/played").status_code == 200


def test_what_surrounds_a_counted_game_is_mended_and_nothing_that_was_counted(client: FlaskClient) -> None:
    """What is wrong is said, and nothing typed is lost."""
    table = finished(client, "Ben")
    [before] = plays(client)
    assert "points." not in text(client, f"/played/{table}/mend"), "what the table counted is no field"
    for form, says in (
        ({"name.0": "", "name.1": "Ana"}, "at least one letter"),
        ({"name.0": "ana", "name.1": "Ana"}, "plays here already"),
        ({"name.0": "x" * 99, "name.1": "Ana"}, "at most 24"),
        ({"minutes": "1441"}, "Enter whole minutes"),
        ({"minutes": "half an hour"}, "Enter whole minutes"),
    ):
        answer = client.post(f"/played/{table}/mend", data={"note": "kept in the form", **form})
        assert answer.status_code == 422
        assert says in unescape(answer.text)
        assert 'value="kept in the form"' in answer.text
        assert plays(client) == [before]
    form = {"place": " At  Ben's ", "note": "rain", "minutes": "55", "name.0": "Benjamin", "name.1": "Ana"}
    assert client.post(f"/played/{table}/mend", data={**form, "points.a": "99"}).status_code == 303
    [after] = plays(client)
    assert (after["place"], after["note"], after["minutes"]) == ("At Ben's", "rain", 55)
    found = [(one["name"], one["place"], one["points"]) for one in after["players"]]
    assert found == [("Benjamin", 1, 8), ("Ana", 2, 0)]
    assert after["winners"] == ["Benjamin"]
    page = words(client)
    assert "· At Ben's" in page
    assert "55 min" in page
    client.post(f"/played/{table}/mend", data={"name.0": "Ben", "name.1": "Ana"})
    [again] = plays(client)
    assert (again["place"], [one["name"] for one in again["players"]]) == ("", ["Ben", "Ana"]), "and back again"


def test_one_place_for_the_whole_evening(client: FlaskClient) -> None:
    first, second = finished(client, "Ben"), finished(client, "Ben")
    client.post(f"/played/{second}/mend", data={"note": "of the second", "name.0": "Benjamin"})
    client.post(f"/played/{first}/mend", data={"place": "At Ana's", "evening": "yes"})
    found = {one["note"]: (one["place"], one["players"][0]["name"]) for one in plays(client)}
    assert found == {"": ("At Ana's", "Ben"), "of the second": ("At Ana's", "Benjamin")}


def test_a_game_that_goes_on_again_is_no_played_game(app: Flask, client: FlaskClient) -> None:
    """What was set right around it is there again when it is over."""
    table = finished(client, "Ben")
    client.post(f"/played/{table}/mend", data={"note": "rain"})
    client.post(f"/t/{table}/undo", data={"seat": "a", "key": "an-undo-key"})
    assert table_of(app, table).game.result(table_of(app, table).state) is None
    assert plays(client) == []
    tap(client, table, "a", "decide", campaign="4", winner="b")
    assert table_of(app, table).game.result(table_of(app, table).state) is not None
    [play] = plays(client)
    assert play["note"] == "rain"


def test_a_removed_game_is_put_back_or_gone_after_a_month(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = finished(client, "Ben"), finished(client, "Chie")
    for table in (first, second):
        assert client.post(f"/played/{table}/remove").status_code == 303
    assert plays(client) == []
    assert "Removed: 2" in words(client)
    assert f'action="/played/{first}/back"' in text(client, "/played")
    assert client.post(f"/played/{first}/back").status_code == 303
    assert len(plays(client)) == 1
    later = datetime.now(UTC) + timedelta(days=DAYS_BACK + 1)
    records: Records = app.extensions["gunbai"].records
    monkeypatch.setattr(
        type(app.extensions["gunbai"]), "records", Records(records._store, records._tables, now=lambda: later)
    )
    assert "Removed" not in words(client)
    assert len(plays(client)) == 1, "its table is there still, and does not bring it back"
    assert client.post(f"/played/{second}/back").status_code == 404
    finished(client, "Dai")
    assert len(plays(client)) == 2


def test_a_result_outlives_its_table(app: Flask, client: FlaskClient) -> None:
    """Deleted, or closed for its age."""
    table = finished(client, "Ben")
    running = make(client, "zipang", players="2")
    for one in (table, running):
        client.post(f"/t/{one}/delete")
        assert client.get(f"/t/{one}").status_code == 404
    assert [play["winners"] for play in plays(client)] == [["Ben"]], "that it was not looked at before is no matter"
    assert f'href="/t/{table}"' not in text(client, "/played"), "there is nothing behind it"
    finished(client, "Chie")
    ended = app.extensions["gunbai"]
    assert ended.tables.close_old(1, datetime.now(UTC) + timedelta(days=2), lambda: False, ended.records.keep) == 1
    assert sorted(play["winners"] for play in plays(client)) == [["Ben"], ["Chie"]]


# ---- players


def test_names_are_merged_and_parted_on_a_players_page(client: FlaskClient) -> None:
    finished(client, "Benny")
    finished(client, "Ben")
    assert players(client) == {"Benny": 1, "Ben": 1, "Ana": 0}
    assert client.post("/played/player", data={"name": "Benny", "into": "Ben"}).status_code == 303
    assert players(client) == {"Ben": 2, "Ana": 0}
    page = words(client, "/played/player?name=Benny")
    assert "Ben Zipang Portable 2 games · 2 wins · 2 in a row now · longest streak 2 · average 8.0 · best 8" in page
    assert "also Benny" in page
    refused = client.post("/played/player", data={"name": "Ben", "into": "Ana"})
    assert refused.status_code == 422
    assert "correct that game first" in refused.text
    assert 'card" open>' in refused.text, "what was chosen stays in sight"
    assert "<option selected>Ana" in refused.text
    client.post("/played/player", data={"name": "Ben", "part": "Benny"})
    assert players(client) == {"Benny": 1, "Ben": 1, "Ana": 0}


def test_guests_are_left_out_and_a_seat_without_a_name_is_nobody_until_it_is_mended(client: FlaskClient) -> None:
    table = make(client, "zipang", players="2", phones="one", player="Ana")
    decided(client, table)
    assert players(client) == {"Ana": 0}
    client.post(f"/played/{table}/mend", data={"name.0": "Ben", "name.1": "Ana"})
    assert players(client) == {"Ben": 1, "Ana": 0}
    client.post("/played/player", data={"name": "Ben", "guest": "yes"})
    assert players(client) == {"Ana": 0}
    assert "Guests, left out: Ben" in words(client)
    assert "A guest" in words(client, "/played/player?name=Ben")
    assert len(plays(client)[0]["players"]) == 2, "in the result he stays"
    client.post("/played/player", data={"name": "Ben", "guest": "no"})
    assert players(client) == {"Ben": 1, "Ana": 0}
    assert client.get("/played/player?name=Eva").status_code == 404
    assert client.post("/played/player", data={"name": "Eva", "guest": "yes"}).status_code == 404
    assert client.post("/played/player", data={"name": "Eva", "into": "Ben"}).status_code in (404, 422)


# ---- to take away


def test_the_sheet_has_what_the_page_has(client: FlaskClient) -> None:
    finished(client, "=Ben")
    answer = client.get("/played/played.csv")
    assert answer.mimetype == "text/csv"
    assert answer.headers["Cache-Control"] == "no-store"
    found = list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert [(one["player"], one["points"], one["won"]) for one in found] == [("'=Ben", "8", "yes"), ("Ana", "0", "no")]
    assert list(csv.DictReader(io.StringIO(client.get("/played/played.csv?game=tenno").data.decode("utf-8-sig")))) == []


# ---- one history on several phones


def test_a_phone_with_the_link_shares_the_history_and_brings_its_own(app: Flask, client: FlaskClient) -> None:
    finished(client, "Ben")
    other = app.test_client()
    send(other, TWO)
    other.post("/played/player", data={"name": "Ben", "guest": "yes"})
    link = link_of(client)
    page = words(other, link)
    assert "a history of 1 played game" in page
    assert "Your 1 played game is added" in page
    assert other.post(link).status_code == 303
    assert other.post(link).status_code == 303, "twice is once"
    for phone in (client, other):
        assert sorted(play["game"] for play in plays(phone)) == ["tenno", "zipang"]
        assert "Guests, left out: Ben" in words(phone), "its guests came along"
    finished(other, "Chie")
    assert len(plays(client)) == 3
    [tenno] = [play for play in plays(client) if play["game"] == "tenno"]
    assert not tenno["led"]
    assert "Shared by 2 phones" in words(client)


def test_who_has_not_the_word_sees_nothing(app: Flask, client: FlaskClient) -> None:
    """A renewed link ends the old one."""
    table = finished(client, "Ben")
    link = link_of(client)
    stranger = app.test_client()
    for path in (link[:-1], f"{link}x", "/played/h/none"):
        assert stranger.get(path).status_code == 404
        assert stranger.post(path).status_code == 422
    assert "Ben" not in text(stranger, link), "before he shares it he hears how much there is, and nothing else"
    for path in (f"/played/{table}/mend", "/played/player?name=Ben"):
        assert stranger.get(path).status_code == 404
    for path in (f"/played/{table}/mend", f"/played/{table}/remove", f"/played/{table}/back"):
        assert stranger.post(path, data={}).status_code == 404
    stranger.post("/played/player", data={"name": "Ben", "guest": "yes"})
    assert plays(stranger) == []
    assert players(client) == {"Ben": 1, "Ana": 0}
    assert client.post("/played/share/renew").status_code == 303
    assert link_of(client) != link
    assert stranger.get(link).status_code == 404
    refused = stranger.post(link)
    assert refused.status_code == 422
    assert "renewed" in refused.text
    assert stranger.post(link_of(client)).status_code == 303
    assert len(plays(stranger)) == 1


def test_a_lost_phone_is_put_out_and_cannot_come_back(app: Flask, client: FlaskClient) -> None:
    finished(client, "Ben")
    other = joined(app, client)
    old = link_of(client)
    for nobody in ("9", "x", ""):
        assert client.post("/played/share/leave", data={"phone": nobody}).status_code == 422, "and nobody is put out"
    (key,) = re.findall(r'name="phone" value="(\w+)"', client.get("/played/share").text)
    assert client.post("/played/share/leave", data={"phone": key}).status_code == 303
    assert plays(other) == []
    assert other.get(old).status_code == 404
    assert len(plays(client)) == 1
    assert "Phones" not in words(client, "/played/share")


def test_who_leaves_takes_the_games_of_his_own_tables(app: Flask, client: FlaskClient) -> None:
    """A phone that lost its cookie has the history back by the link; so many share it, and no more."""
    finished(client, "Ben")
    other, link = joined(app, client), link_of(client)
    finished(other, "Chie")
    assert len(plays(client)) == 2
    assert other.post("/played/share/leave").status_code == 303
    assert [play["winners"] for play in plays(other)] == [["Chie"]]
    assert len(plays(client)) == 2, "what the household had it keeps"
    alone = client.post("/played/share/leave")
    assert alone.status_code == 422
    assert "it would be lost" in alone.text
    assert len(plays(client)) == 2
    client.delete_cookie("gunbai")
    assert plays(client) == []
    client.post(link)
    assert len(plays(client)) == 2
    for _ in range(PHONES_MOST - 2):
        joined(app, client)
    refused = app.test_client().post(link_of(client))
    assert refused.status_code == 422
    assert "At most 12 phones" in refused.text


def test_a_game_two_phones_of_a_household_sat_at_is_one_game(app: Flask, client: FlaskClient) -> None:
    table = make(client, "zipang", players="2")
    other = app.test_client()
    other.post(f"/t/{table}/sit", data={"seat": "b", "player": "Ben"})
    decided(client, table)
    client.post(f"/played/{table}/mend", data={"place": "At Ana's"})
    assert len(plays(other)) == 1
    assert plays(other)[0]["place"] == "", "each household says its own of a game"
    other.post(f"/played/{table}/mend", data={"note": "rain"})
    other.post(link_of(client))
    [play] = plays(other)
    assert (play["place"], play["note"]) == ("At Ana's", ""), "where both say something, the household's holds"


def test_nothing_of_a_running_table_is_in_it(app: Flask, client: FlaskClient) -> None:
    running = make(client, "tenno", players="2", way="duels")
    tap(client, running, "a", "duel", number="1", card="samurai-8", target="b", defense="samurai-7")
    finished(client, "Ben")
    other = joined(app, client)
    for phone in (client, other):
        for path in ("/played", "/played/played.json", "/played/played.csv", "/played/share"):
            assert running not in text(phone, path)
    assert text(other, f"/t/{running}").count('name="card"') == 0, "and to its seats the link leads nobody"
    shown: dict[str, Any] = json.loads(text(other, "/played/played.json"))
    assert [play["game"] for play in shown["plays"]] == ["zipang"]


# ---- games in teams: the team's points and places for both partners, who are no rivals of each other


@pytest.fixture
def played(app: Flask, client: FlaskClient) -> Play:
    """Ana and Chie, who sit across, took every battlefield from Ben and Dai."""
    names = {"name.b": "Ben", "name.c": "Chie", "name.d": "Dai"}
    strengths = {f"strengths.{card}": "2" for card in ENTERED}
    at = make(client, "kenjin", players="4", phones="one", teams="yes", **names, **strengths)
    phone = Phone(client, at, "a")
    phone.act("roll", step="tiles", app="true")
    phone.act("combat")
    for spot in table_of(app, at).state.spots:
        phone.act("quick", battlefield=spot.battlefield, winner=next(one for one in spot.between if one in "ac"))
    phone.act("cowards", players="b")
    found = play_of(table_of(app, at), table_of(app, at).created_at)
    assert found is not None
    return found


def test_partners_have_the_points_and_the_place_of_their_team(client: FlaskClient, played: Play) -> None:
    """The average and the best are a player's own; the end names each with his points, and the team's total."""
    ana, ben, chie, dai = sorted(played.players, key=lambda player: player.name)
    assert ana.points == chie.points
    assert ana.points is not None
    assert ana.points > 0
    assert (ben.points, dai.points) == (-5, -5), "one coward costs his partner as much"
    assert [(one.place, one.team) for one in (ana, chie, ben, dai)] == [(1, 1), (1, 1), (2, 2), (2, 2)]
    assert sorted(played.winners) == ["Ana", "Chie"]
    assert ana.own is not None
    assert chie.own is not None
    assert ana.own + chie.own == ana.points
    found = {one.name: (one.wins, one.best) for one in tallies([played])}
    assert found == {"Ana": (1, ana.own), "Chie": (1, chie.own), "Ben": (0, -5), "Dai": (0, 0)}
    page = " ".join(re.sub(r"<[^>]+>", " ", client.get(f"/t/{played.table}").text).split())
    assert f"1 Ana {ana.own} points Chie {chie.own} points {ana.points} points 2 Ben -5 points Dai 0 points -5" in page


def test_bg_stats_hears_of_teams_clans_and_who_began(played: Play) -> None:
    sent = {one["name"]: one for one in bg_stats(played)["players"]}
    assert {name: one["team"] for name, one in sent.items()} == {"Ana": "1", "Chie": "1", "Ben": "2", "Dai": "2"}
    assert len({one["role"] for one in sent.values()}) == 4
    assert [name for name, one in sent.items() if one["startPlayer"]] == ["Ana"]
    longer = replace(played, minutes=75)
    assert bg_stats(longer)["durationMin"] == 75
    assert bg_stats_link(longer).startswith("https://app.bgstatsapp.com/createPlay.html?data=")


def test_partners_are_no_rivals(client: FlaskClient, played: Play) -> None:
    """Neither are they on the page; and the export says who played together."""
    pairs = {(pair.one, pair.other): (pair.ahead, pair.shared, pair.behind) for pair in head_to_head([played])}
    assert pairs == {
        ("Ana", "Ben"): (1, 0, 0),
        ("Ana", "Dai"): (1, 0, 0),
        ("Ben", "Chie"): (0, 0, 1),
        ("Chie", "Dai"): (1, 0, 0),
    }
    [kept] = json.loads(client.get("/played/played.json").text)["plays"]
    assert {one["name"]: one["team"] for one in kept["players"]} == {"Ana": 1, "Chie": 1, "Ben": 2, "Dai": 2}
    page = client.get("/played").text
    assert page.count(" of 1. ") == 8, "who came before whom: four pairs, from both sides"
    assert "Ana before Ben: 1 of 1. " in page
    assert "Ana before Chie" not in page


def test_who_shares_a_seat_is_a_player_of_his_own(app: Flask) -> None:
    """Two at one side are partners there: each has the place, none is the other's rival, no pair becomes a name."""
    sitting = Sitting(app)
    admitted(app, sitting)
    for phone in (sitting.ana, sitting.ben):
        phone.musters("yari-ashigaru")
    sitting.ready()
    agreed(sitting.ben, sitting.ana, "end", winner="a")
    found = play_of(sitting.table, sitting.table.created_at)
    assert found is not None
    assert [(one.name, one.place, one.team) for one in found.players] == [("Ana", 1, 1), ("Cleo", 1, 1), ("Ben", 2, 0)]
    assert {(one.role, one.seat) for one in found.players} == {("", 0)}, (
        "no clan was named, and nobody is first in a battle"
    )
    assert found.winners == ("Ana", "Cleo")
    assert [(one.name, one.plays, one.wins) for one in tallies([found])] == [
        ("Ana", 1, 1),
        ("Cleo", 1, 1),
        ("Ben", 1, 0),
    ]
    assert {(pair.one, pair.other) for pair in head_to_head([found])} == {("Ana", "Ben"), ("Ben", "Cleo")}


def test_who_shares_a_seat_of_a_card_game_is_named_beside_its_holder(app: Flask, client: FlaskClient) -> None:
    at = make(client, "zipang", players="2", phones="one", **{"name.b": "Ben"})
    cleo = app.test_client()
    cleo.get(f"/t/{at}")
    cleo.post(f"/t/{at}/ask", data={"seat": "b", "player": "Cleo", "together": "yes"})
    ask = table_of(app, at).asks[0].id
    client.post(f"/t/{at}/answer", data={"ask": ask, "allow": "yes", "key": "answer-of-ben"})
    phone = Phone(client, at, "a")
    phone.act("starts", player="a")
    phone.act("campaign", number="1")
    phone.act("count", **{"purses.a": "8", "purses.b": "0"})
    phone.act("decide", campaign="1", winner="a")
    found = play_of(table_of(app, at), table_of(app, at).created_at)
    assert found is not None
    assert [(one.name, one.place, one.team) for one in found.players] == [("Ana", 1, 0), ("Ben", 2, 1), ("Cleo", 2, 1)]
