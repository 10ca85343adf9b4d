"""Statistics of a game in teams: the team's points and places for both partners, who are no rivals of each other."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.played import Play, play_of
from companion.play.plays_export import bg_stats, bg_stats_link
from companion.play.standings import head_to_head, tallies
from companion.rules.kenjin.cards import ENTERED
from tests.web.phones import Phone, Sitting, agreed
from tests.web.test_card_games import make, table_of
from tests.web.test_shared_seats import let_in


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
    let_in(app, sitting)
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
