"""Kenjin, Tenno and Zipang Portable over the API: the contract's shapes, the books' FAQs, and every mistake located."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.rules.tenno.cards import CARDS as TENNO_CARDS
from companion.rules.tenno.duel import Duel, duel
from tests.api import examples
from tests.api.conftest import Reply
from tests.api.examples import changed


@pytest.fixture
def ask(api: FlaskClient) -> Any:
    """Posts to a call by its whole name: `ask("tenno/duel", body)`."""

    def send(call: str, body: Any) -> Reply:
        answer = api.post(f"/api/{call}", json=body)
        return Reply(answer.status_code, answer.get_json(), answer.content_type)

    return send


def errors(reply: Reply) -> dict[str, str]:
    assert (reply.status, reply.type) == (422, "application/problem+json"), reply.body
    return {error["path"]: error["message"] for error in reply.body["errors"]}


# ---- Kenjin


def test_a_battlefield(ask: Any) -> None:
    body = ask("kenjin/battlefield", examples.BATTLEFIELD).body
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


def test_the_sanctuary_asks_one_at_a_time(ask: Any) -> None:
    body = ask("kenjin/battlefield", examples.SANCTUARY).body
    assert (body["strength"], body["winner"]) == (None, None)
    assert body["ask"]["player"] == "ana"
    assert body["ask"]["choices"] == [0, 1]
    done = ask("kenjin/battlefield", {**examples.SANCTUARY, "destroy": {"ana": 1}}).body
    assert (done["ask"], done["winner"], done["strength"]) == (None, "ana", {"ana": 4, "ben": 0})
    assert {"player": "ana", "index": 1, "by": "sanctuary"} in done["eliminated"]


def test_an_empty_army_and_a_lone_peasant(ask: Any) -> None:
    alone = {"player": "ana", "cards": [{"card": "peasant"}]}
    body = ask("kenjin/battlefield", {"battlefield": "torii", "armies": [alone, {"player": "ben", "cards": []}]}).body
    assert (body["strength"], body["winner"]) == ({"ana": 0, "ben": 0}, "ana")
    nobody = {"player": "ana"}
    body = ask("kenjin/battlefield", {"battlefield": "torii", "armies": [nobody, {"player": "ben"}]}).body
    assert body["winner"] is None


def test_a_lord_counts_cards_above_him(ask: Any) -> None:
    cards = [{"card": "lord"}, {"card": "peasant"}, {"card": "peasant"}]
    armies = [{"player": "ana", "cards": cards}, {"player": "ben", "cards": []}]
    assert ask("kenjin/battlefield", {"battlefield": "rice-field", "armies": armies}).body["strength"]["ana"] == 6


def test_the_score_of_the_contract(ask: Any) -> None:
    body = ask("kenjin/score", examples.KENJIN_SCORE).body
    assert body["points"] == {
        "ana": {"battlefields": 4, "peasants": 1, "lord": 0, "torii": 0, "coward": 0, "total": 5},
        "ben": {"battlefields": 0, "peasants": 0, "lord": 0, "torii": 0, "coward": -5, "total": -5},
    }
    assert body["ranking"] == [["ana"], ["ben"]]
    assert (body["team_totals"], body["conquered"]) == (None, {"ana": 1, "ben": 0})


def test_teams_stand_together(ask: Any) -> None:
    field = {"battlefield": "bridge", "between": ["a", "b"], "winner": "b", "lord": True}
    body = ask(
        "kenjin/score",
        {"players": ["a", "b", "c", "d"], "teams": [["a", "c"], ["b", "d"]], "battlefields": [field]},
    ).body
    assert (body["team_totals"], body["ranking"]) == ([0, 9], [["b", "d"], ["a", "c"]])


@pytest.mark.parametrize(
    ("path", "value", "at", "says"),
    [
        ("battlefield", "castle", "battlefield", "port"),
        ("strengths.scout", 4, "strengths.scout", "0 to 3"),
        ("strengths.lord", 2, "strengths.lord", "not entered"),
        ("strengths.scout", "1", "strengths.scout", 'Got "1"'),
        ("strengths", {"scout": 1}, "strengths.samurai", "missing"),
        ("armies", [], "armies", "two armies"),
        ("armies.1.player", "ana", "armies", "two different players"),
        ("armies.1.player", "", "armies.1.player", "1 to 40"),
        ("armies.0.cards.0.card", "ninja", "armies.0.cards.0.card", "is not a card"),
        ("armies.0.cards.0.card", 3, "armies.0.cards.0.card", "one of scout"),
        ("armies.0.cards.2", {"card": "samurai"}, "armies.0.cards.2", "only once"),
        ("armies.0.cards.0", {"card": "samurai", "from": "ben"}, "armies.0.cards.0.from", "stays with its owner"),
        ("armies.0.cards.0", {"card": "scout", "face": "down"}, "armies.0.cards.0.face", "leaves the game"),
        ("armies.0.cards.0", {"card": "samurai", "face": "side"}, "armies.0.cards.0.face", "up or down"),
        ("bonus", {"ana": 2}, "bonus.ana", "+1"),
        ("bonus", {"dai": 1}, "bonus.dai", "no army here"),
        ("bonus", {"": 1}, "bonus.", "1 to 40"),
        ("bonus", [1], "bonus", "an object by name"),
        ("destroy", {"ana": 0}, "destroy", "Only the Sanctuary"),
        ("armor", 1, "armor", "known here: armies"),
    ],
)
def test_what_is_wrong_about_a_battlefield(ask: Any, path: str, value: Any, at: str, says: str) -> None:
    found = errors(ask("kenjin/battlefield", changed(examples.BATTLEFIELD, path, value)))
    assert says in found[at]


def test_five_peasants_and_a_fourth_card_on_the_bridge(ask: Any) -> None:
    peasants = {"player": "ana", "cards": [{"card": "peasant"}] * 5}
    found = errors(ask("kenjin/battlefield", {"battlefield": "bridge", "armies": [peasants, {"player": "ben"}]}))
    assert found.keys() == {"armies.0.cards", "armies.0.cards.4"}


def test_all_mistakes_come_at_once_unknown_fields_among_them(ask: Any) -> None:
    body = changed(examples.BATTLEFIELD, "battlefield", "castle")
    body = changed(body, "armies.0.cards.0.card", "ninja")
    body = changed(body, "armies.0.cards.1.color", "red")
    body = changed(body, "tile", 1)
    found = errors(ask("kenjin/battlefield", body))
    assert found.keys() == {"battlefield", "armies.0.cards.0.card", "armies.0.cards.1.color", "tile"}


@pytest.mark.parametrize(
    ("path", "value", "at"),
    [
        ("players", ["ana"], "players"),
        ("teams", [["ana"], ["ben"]], "teams"),
        ("battlefields.0.winner", "dai", "battlefields.0.winner"),
        ("battlefields.0.between", ["ana"], "battlefields.0.between"),
        ("battlefields.1", {"battlefield": "torii", "between": ["ana", "ben"]}, "battlefields.1.battlefield"),
        ("cowards", ["dai"], "cowards.0"),
    ],
)
def test_what_is_wrong_about_a_score(ask: Any, path: str, value: Any, at: str) -> None:
    assert at in errors(ask("kenjin/score", changed(examples.KENJIN_SCORE, path, value)))


# ---- Tenno


def test_the_duel_of_the_contract(ask: Any) -> None:
    body = ask("tenno/duel", examples.DUEL).body
    assert {name: body[name] for name in body if name not in ("reason", "rule")} == {
        "allowed": True, "attack": 8, "defense": 7, "winner": "attacker", "captured": "defender", "discarded": [],
        "look": False, "swap": True, "second_attack": False,
    }  # fmt: skip


def test_a_shogun_never_attacks(ask: Any) -> None:
    body = ask("tenno/duel", {"attacker": "shogun", "defender": "farmer-1"}).body
    assert body["allowed"] is False
    assert body["winner"] is None
    assert "never attacks" in body["reason"]


def test_all_duels_are_those_of_the_rules(ask: Any) -> None:
    for attacker in TENNO_CARDS:
        for defender in TENNO_CARDS:
            for monk in (False, True):
                if monk and defender == "monk":
                    continue
                found = duel(attacker, defender, monk)
                body = ask("tenno/duel", {"attacker": attacker, "defender": defender, "monk": monk}).body
                assert isinstance(found, Duel)
                assert body["winner"] == found.winner
                assert (body["captured"], body["discarded"]) == (found.captured, list(found.discarded))


def test_a_tie_is_broken_by_hand_and_layout(ask: Any) -> None:
    body = ask("tenno/score", examples.TENNO_SCORE).body
    assert body == {"points": {"ana": 9, "ben": 9}, "tie_break": {"ana": 17, "ben": 13}, "ranking": [["ana"], ["ben"]]}


@pytest.mark.parametrize(
    ("call", "body", "at"),
    [
        ("duel", {"attacker": "pawn", "defender": "farmr-1"}, {"attacker", "defender"}),
        ("duel", {"attacker": "ninja", "defender": "monk", "monk": True}, {"monk"}),
        ("duel", {"attacker": "ninja"}, {"defender"}),
        ("duel", {"attacker": "ninja", "defender": "monk", "monk": 1}, {"monk"}),
        ("score", {"captured": {"ana": []}}, {"captured"}),
        ("score", {"captured": {"ana": ["geisha"], "ben": ["pawn"]}}, {"captured.ana", "captured.ben.0"}),
        ("score", {"captured": {"ana": [], "ben": []}, "hands": {"dai": []}}, {"hands.dai"}),
        ("score", {"captured": []}, {"captured"}),
    ],
)
def test_what_is_wrong_about_tenno(ask: Any, call: str, body: Any, at: set[str]) -> None:
    assert errors(ask(f"tenno/{call}", body)).keys() == at


# ---- Zipang Portable


def test_the_attack_of_the_contract(ask: Any) -> None:
    body = ask("zipang/attack", examples.ZIPANG_ATTACK).body
    assert body == {"targets": {"ben": {"outcome": "blocked", "sum": 4, "needed": 4}}}


@pytest.mark.parametrize(
    ("target", "outcome"),
    [
        ({"hand": ["peasant", "peasant"]}, "eliminated"),
        ({"hand": ["warlord"]}, "blocked"),
        ({"hand": [], "before_first_turn": True, "answer": "coin"}, "paid"),
        ({"hand": ["monk"], "answer": "monk"}, "cancelled"),
    ],
)
def test_every_outcome_of_an_ikki(ask: Any, target: Any, outcome: str) -> None:
    body = ask("zipang/attack", {"card": "ikki", "attacker": "ana", "targets": {"ben": target}}).body
    assert body["targets"]["ben"]["outcome"] == outcome
    assert body["targets"]["ben"]["needed"] == 5


def test_the_end_of_a_campaign(ask: Any) -> None:
    assert ask("zipang/campaign-end", examples.CAMPAIGN_END).body == {
        "winner": "ana", "honor": {"ana": 3, "ben": 1}, "purses": {"ana": 8, "ben": 0}, "pot": 0, "starts": "ana",
        "game_over": True, "ranking": [["ana"], ["ben"]],
    }  # fmt: skip
    tie = {**examples.CAMPAIGN_END, "hands": {"ana": ["captain"], "ben": ["bandit"]}, "purses": {"ana": 1, "ben": 1}}
    body = ask("zipang/campaign-end", tie).body
    assert (body["winner"], body["pot"], body["starts"], body["game_over"]) == (None, 7, "ana", False)
    assert body["ranking"] is None


@pytest.mark.parametrize(
    ("call", "body", "at"),
    [
        ("attack", changed(examples.ZIPANG_ATTACK, "card", "captian"), {"card"}),
        ("attack", changed(examples.ZIPANG_ATTACK, "targets", {}), {"targets"}),
        ("attack", changed(examples.ZIPANG_ATTACK, "targets.ana", {"hand": []}), {"targets.ana"}),
        ("attack", changed(examples.ZIPANG_ATTACK, "targets.ben.answer", "run"), {"targets.ben.answer"}),
        ("attack", changed(examples.ZIPANG_ATTACK, "targets.ben.answer", "coin"), {"targets.ben.answer"}),
        ("attack", changed(examples.ZIPANG_ATTACK, "targets.ben.hand", ["monk"] * 3), {"targets.ben.hand"}),
        (
            "attack",
            changed(changed(examples.ZIPANG_ATTACK, "targets.ben.hand.0", "samurai"), "targets.ben.cards", 1),
            {"targets.ben.hand.0", "targets.ben.cards"},
        ),
        ("campaign-end", changed(examples.CAMPAIGN_END, "reason", "peace"), {"reason"}),
        ("campaign-end", changed(examples.CAMPAIGN_END, "pot", -1), {"pot"}),
        ("campaign-end", changed(examples.CAMPAIGN_END, "purses.ben", -2), {"purses.ben"}),
        ("campaign-end", changed(examples.CAMPAIGN_END, "first", "dai"), {"first"}),
        ("campaign-end", changed(examples.CAMPAIGN_END, "hands", {}), {"hands"}),
        ("campaign-end", changed(examples.CAMPAIGN_END, "hands.dai", ["joker"]), {"hands.dai", "hands.dai.0"}),
        ("campaign-end", changed(examples.CAMPAIGN_END, "reason", "last-standing"), {"hands"}),
        ("campaign-end", changed(examples.CAMPAIGN_END, "pot", 10**9), {"pot"}),
        ("campaign-end", [], {""}),
    ],
)
def test_what_is_wrong_about_zipang(ask: Any, call: str, body: Any, at: set[str]) -> None:
    assert errors(ask(f"zipang/{call}", body)).keys() == at


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
        ("players=", {"players"}),
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
