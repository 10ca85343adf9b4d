"""Kenjin, Tenno and Zipang Portable over the API: the contract's shapes, the books' FAQs, and every mistake located."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api import examples
from tests.api.conftest import ErrorsOf, Post, Reply, errors
from tests.api.examples import changed

# ---- Kenjin


def test_a_battlefield(post: Post) -> None:
    body = post("kenjin/battlefield", examples.BATTLEFIELD).body
    # Ben's Archer takes the Samurai; an Assassin 1 stays, +1 face up (the Port), +1 of the Supply Camp.
    assert body["strength"] == {"ana": 3, "ben": 5}
    assert body["winner"] == "ben"
    assert body["eliminated"] == [{"player": "ana", "index": 0, "by": "archer"}]
    assert body["left"] == {"ana": [1], "ben": [0, 1, 2]}
    assert body["ask"] is None
    assert "Samurai" in " ".join(body["steps"])
    for player, total in body["strength"].items():
        assert sum(term["value"] for term in body["why"][player]) == total
    assert {"value": 1, "reason": "Supply Camp", "rule": "Supply Camp"} in body["why"]["ana"]
    anyway = post("kenjin/battlefield", {**examples.BATTLEFIELD, "destroy": {"ana": 2}}).body
    assert (anyway["strength"], "destroy" in " ".join(anyway["steps"])) == (body["strength"], True)


def test_the_sanctuary_asks_one_at_a_time(post: Post) -> None:
    body = post("kenjin/battlefield", examples.SANCTUARY).body
    assert (body["strength"], body["winner"]) == (None, None)
    assert body["ask"]["player"] == "ana"
    assert body["ask"]["choices"] == [0, 1]
    done = post("kenjin/battlefield", {**examples.SANCTUARY, "destroy": {"ana": 1}}).body
    assert (done["ask"], done["winner"], done["strength"]) == (None, "ana", {"ana": 4, "ben": 0})
    assert {"player": "ana", "index": 1, "by": "sanctuary"} in done["eliminated"]


def test_the_score_of_the_contract(post: Post) -> None:
    body = post("kenjin/score", examples.KENJIN_SCORE).body
    assert body["points"] == {
        "ana": {"battlefields": 4, "peasants": 1, "lord": 0, "torii": 0, "coward": 0, "total": 5},
        "ben": {"battlefields": 0, "peasants": 0, "lord": 0, "torii": 0, "coward": -5, "total": -5},
    }
    assert body["ranking"] == [["ana"], ["ben"]]
    assert (body["team_totals"], body["conquered"]) == (None, {"ana": 1, "ben": 0})


@pytest.mark.parametrize(
    ("call", "body", "at"),
    [
        ("tenno/duel", {"attacker": "pawn", "defender": "farmr-1"}, {"attacker", "defender"}),
        ("tenno/duel", {"attacker": "ninja", "defender": "monk", "monk": True}, {"monk"}),
        ("tenno/duel", {"attacker": "ninja"}, {"defender"}),
        ("tenno/duel", {"attacker": "ninja", "defender": "monk", "monk": 1}, {"monk"}),
        ("tenno/score", {"captured": {"ana": []}}, {"captured"}),
        ("tenno/score", {"captured": {"ana": ["geisha"], "ben": ["pawn"]}}, {"captured.ana", "captured.ben.0"}),
        ("tenno/score", {"captured": {"ana": [], "ben": []}, "hands": {"dai": []}}, {"hands.dai"}),
        ("tenno/score", {"captured": []}, {"captured"}),
        (
            "zipang/attack",
            changed(changed(examples.ZIPANG_ATTACK, "targets.ben.hand.0", "samurai"), "targets.ben.cards", 1),
            {"targets.ben.hand.0", "targets.ben.cards"},
        ),
        ("zipang/campaign-end", [], {""}),
        (
            "kenjin/battlefield",
            changed(examples.BATTLEFIELD, "battlefield", "castle") | {"tile": 1},
            {"battlefield", "tile"},
        ),
    ],
)
def test_what_is_wrong_about_a_body(errors_of: ErrorsOf, call: str, body: Any, at: set[str]) -> None:
    assert errors_of(call, body).keys() == at


# ---- Tenno


def test_the_examples_of_the_contract_and_a_shogun_who_never_attacks(post: Post) -> None:
    body = post("tenno/duel", examples.DUEL).body
    assert {name: body[name] for name in body if name not in ("reason", "rule")} == {
        "allowed": True, "attack": 8, "defense": 7, "winner": "attacker", "captured": "defender", "discarded": [],
        "look": False, "swap": True, "second_attack": False,
    }  # fmt: skip
    refused = post("tenno/duel", {"attacker": "shogun", "defender": "farmer-1"}).body
    assert (refused["allowed"], refused["winner"]) == (False, None)
    assert "never attacks" in refused["reason"]
    body = post("tenno/score", examples.TENNO_SCORE).body
    assert body == {"points": {"ana": 9, "ben": 9}, "tie_break": {"ana": 17, "ben": 13}, "ranking": [["ana"], ["ben"]]}


# ---- Zipang Portable


def test_an_attack_and_the_end_of_a_campaign(post: Post) -> None:
    body = post("zipang/attack", examples.ZIPANG_ATTACK).body
    assert body == {"targets": {"ben": {"outcome": "blocked", "sum": 4, "needed": 4}}}
    assert post("zipang/campaign-end", examples.CAMPAIGN_END).body == {
        "winner": "ana", "honor": {"ana": 3, "ben": 1}, "purses": {"ana": 8, "ben": 0}, "pot": 0, "starts": "ana",
        "game_over": True, "ranking": [["ana"], ["ben"]],
    }  # fmt: skip
    tie = {**examples.CAMPAIGN_END, "hands": {"ana": ["captain"], "ben": ["bandit"]}, "purses": {"ana": 1, "ben": 1}}
    body = post("zipang/campaign-end", tie).body
    assert (body["winner"], body["pot"], body["starts"], body["game_over"]) == (None, 7, "ana", False)
    assert body["ranking"] is None


def test_the_setup(api: FlaskClient) -> None:
    assert api.get("/api/zipang/setup?players=4").get_json() == {
        "players": 4, "remove": {"bandit": 1, "captain": 1, "peasant": 1, "monk": 1, "commander": 1},
        "deck": 25, "coins": 5,
    }  # fmt: skip
    decks = [api.get(f"/api/zipang/setup?players={players}").get_json()["deck"] for players in range(2, 7)]
    assert decks == [18, 18, 25, 25, 30]


@pytest.mark.parametrize(
    ("query", "at"),
    [
        ("", {"players"}),
        ("players=1", {"players"}),
        ("players=7", {"players"}),
        ("players=four", {"players"}),
        ("players=4&players=5", {"players"}),
        ("players=4&coins=3", {"coins"}),
        ("player=4", {"player", "players"}),
        ("players=" + "9" * 5000, {"players"}),
    ],
)
def test_what_is_wrong_about_the_setup(api: FlaskClient, query: str, at: set[str]) -> None:
    answer = api.get(f"/api/zipang/setup?{query}")
    assert errors(Reply(answer.status_code, answer.get_json(), answer.content_type)).keys() == at
