"""The calls answer as the contract says: its own examples."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.api.endpoints import CALLS
from companion.rules.kensei.fight.modifiers import MODIFIERS
from tests.api import examples
from tests.api.conftest import Post


def charge(**dice: list[int]) -> dict[str, Any]:
    """The example attack with these dice only."""
    return {**examples.CHARGE, "dice": dice}


# ---- attack


def test_the_example_attack(post: Post) -> None:
    body = post("attack", examples.CHARGE).body
    for name, value in {"allowed": True, "dc": 10, "at": 4, "df": 4, "ar": 1, "damage_bonus": 0}.items():
        assert body[name] == value
    # K7: the book prints 4 hits, but five of the dice beat AT 4.
    assert body["attack"] == {"dice": 10, "hits": 5, "marked": 1}
    assert body["defense"] == {
        "dice": [{"count": 4, "target": 4}, {"count": 1, "target": 2}],
        "saved": 1,
        "through": 4,
        "marked": 1,
    }
    assert body["damage"] == {
        "dice": [{"count": 3, "over": 1, "bonus": 0}, {"count": 1, "over": 1, "bonus": 2}],
        "points": 12,
    }
    result = {name: body["result"][name] for name in ("miniatures_removed", "miniatures_left", "accumulated_damage")}
    assert result == {"miniatures_removed": 4, "miniatures_left": 6, "accumulated_damage": 0}
    assert (body["result"]["destroyed"], body["result"]["spilled"]) == (False, 0)
    assert (body["owed"], body["next"]) == ([], None)


def test_every_number_says_why(post: Post) -> None:
    body = post("attack", examples.CHARGE).body
    assert {"value": -1, "reason": "katana", "rule": "5:2:4"} in body["why"]["at"]
    assert body["base"]["at"]["value"] == 6
    for name in ("dc", "at", "df", "ar", "damage_bonus"):
        assert body["base"][name]["value"] + sum(term["value"] for term in body["why"][name]) == body[name]
        for term in body["why"][name]:
            assert term.keys() == {"value", "reason", "rule"}
            assert term["value"] != 0


def test_the_shot_of_the_book(post: Post) -> None:
    shot = {
        **examples.SHOT,
        "dice": {"attack": [6, 5, 7, 8, 4, 2, 5, 9, 0, 3], "defense": [1, 0, 3], "damage": [6, 6]},
    }
    body = post("attack", shot).body
    assert (body["at"], body["df"], body["ar"]) == (7, 3, 2)
    assert body["attack"] == {"dice": 10, "hits": 3, "marked": 1}
    assert (body["defense"]["through"], body["defense"]["marked"]) == (2, 1)
    assert body["damage"]["points"] == 10
    assert (body["result"]["miniatures_removed"], body["result"]["accumulated_damage"]) == (3, 1)


def test_dice_may_stop_anywhere(post: Post) -> None:
    first = post("attack", {name: value for name, value in examples.CHARGE.items() if name != "dice"}).body
    assert (first["attack"], first["result"]) == (None, None)
    assert first["next"] == {"roll": "attack", "by": "attacker", "dice": [{"count": 10, "over": 4}]}
    attack = examples.CHARGE["dice"]["attack"]  # type: ignore[index]
    second = post("attack", charge(attack=attack)).body
    assert (second["defense"], second["result"]) == (None, None)
    assert second["next"] == {
        "roll": "defense",
        "by": "defender",
        "dice": [{"count": 4, "target": 4}, {"count": 1, "target": 2}],
    }
    third = post("attack", charge(attack=attack, defense=[2, 5, 0, 6, 3])).body
    assert (third["damage"], third["result"], third["owed"]) == (None, None, [])
    assert third["next"] == {
        "roll": "damage",
        "by": "attacker",
        "dice": [{"count": 3, "over": 1, "bonus": 0}, {"count": 1, "over": 1, "bonus": 2}],
    }


@pytest.mark.parametrize("rest", [{}, {"defense": []}, {"defense": [], "damage": []}])
def test_without_hits_there_is_a_result(post: Post, rest: dict[str, list[int]]) -> None:
    body = post("attack", charge(attack=[1] * 10, **rest)).body
    assert body["attack"] == {"dice": 10, "hits": 0, "marked": 0}
    assert (body["defense"], body["damage"], body["next"]) == (None, None, None)
    assert (body["result"]["miniatures_removed"], body["result"]["miniatures_left"]) == (0, 10)


@pytest.mark.parametrize("rest", [{}, {"damage": []}])
def test_when_all_are_saved_there_is_a_result(post: Post, rest: dict[str, list[int]]) -> None:
    body = post("attack", charge(attack=[1] * 9 + [5], defense=[1], **rest)).body
    assert (body["defense"]["saved"], body["defense"]["through"]) == (1, 0)
    assert body["next"] is None
    assert body["result"]["miniatures_left"] == 10


@pytest.mark.parametrize("dice", [{}, {"attack": []}, {"attack": [], "defense": [], "damage": []}])
def test_without_dice_left_nothing_happens(post: Post, dice: dict[str, list[int]]) -> None:
    weak = {
        **examples.CHARGE,
        "attacker": {"unit": "katana-samurai", "miniatures": 1},
        "situation": {"attacker_defensive": True},
        "dice": dice,
    }
    body = post("attack", weak).body
    assert (body["allowed"], body["dc"]) == (True, 0)
    assert body["attack"] == {"dice": 0, "hits": 0, "marked": 0}
    assert (body["result"]["miniatures_left"], body["result"]["miniatures_removed"]) == (10, 0)
    assert body["next"] is None


def test_a_ten_may_be_written_as_ten(post: Post) -> None:
    with_zero = post("attack", examples.CHARGE).body
    with_ten = json.loads(json.dumps(examples.CHARGE).replace(" 0]", " 10]").replace("5, 0,", "5, 10,"))
    assert with_ten["dice"] != examples.CHARGE["dice"]
    assert post("attack", with_ten).body == with_zero


def test_what_cannot_be_shot_is_refused_with_its_section(post: Post) -> None:
    far = {**examples.SHOT, "situation": {"distance_cm": 61}}
    body = post("attack", far).body
    assert body.keys() == {"allowed", "reason", "rule"}
    assert (body["allowed"], body["rule"]) == (False, "9:3:3")
    assert "60 cm" in body["reason"]
    unloaded = {**examples.SHOT, "situation": {"distance_cm": 30, "loaded": False}}
    assert post("attack", unloaded).body["rule"] == "9:3:1"


def test_half_the_miniatures_by_one_shot_owe_an_honor_roll(post: Post) -> None:
    shot = {
        **examples.SHOT,
        "dice": {"attack": [9] * 10, "defense": [9] * 10, "damage": [4] * 9 + [1]},
    }
    body = post("attack", shot).body
    assert body["result"]["miniatures_removed"] == 6
    assert [owed["check"] for owed in body["owed"]] == ["honor"]
    assert body["owed"][0]["rule"] == "9:3:7"


def test_a_profile_stands_for_its_unit(api: FlaskClient, post: Post) -> None:
    units = api.get("/api/kensei/rules").get_json()["units"]
    written = deepcopy(examples.CHARGE)
    for side in ("attacker", "defender"):
        written[side]["profile"] = units[written[side].pop("unit")]  # type: ignore[index]
    assert post("attack", written).body == post("attack", examples.CHARGE).body


def test_a_profile_stands_for_its_character(api: FlaskClient, post: Post) -> None:
    characters = api.get("/api/kensei/rules").get_json()["characters"]
    named = {**examples.CHARGE, "attacker": {"character": "busho-buke", "weapon": "katana"}, "dice": {}}
    written = {**named, "attacker": {"profile": characters["busho-buke"], "weapon": "katana"}}
    assert post("attack", written).body == post("attack", named).body


def test_a_short_profile_is_enough(post: Post) -> None:
    body = post(
        "attack",
        {
            "kind": "melee",
            "attacker": {"profile": {"dc": 7, "at": 6}, "miniatures": 5},
            "defender": {"profile": {"df": 4, "ar": 0, "vt": 3}, "miniatures": 5},
        },
    ).body
    assert [body[name] for name in ("dc", "at", "df", "ar")] == [7, 6, 4, 1]


@pytest.mark.parametrize("weapon", [None, "bow"])
def test_a_bow_is_no_weapon_in_close_combat(post: Post, weapon: str | None) -> None:
    body = {**examples.CHARGE, "attacker": {"unit": "yumi-samurai", "miniatures": 10, "weapon": weapon}, "dice": {}}
    assert post("attack", body).body["weapon"] is None


# ---- odds


def test_the_example_odds(post: Post) -> None:
    body = post("odds", examples.NUMBERS).body
    assert body["mean_damage"] == pytest.approx(8.76, abs=1e-9)
    assert body["p_no_damage"] == pytest.approx(0.1308885292, abs=1e-9)
    assert body["p_at_least"][3] == pytest.approx(0.4522254497, abs=1e-9)
    assert body["p_half"] == pytest.approx(0.190188630947, abs=1e-9)
    assert body["p_destroyed"] == pytest.approx(0.00569461106449, abs=1e-9)
    assert body["p_holds"] == pytest.approx(0.902058378994, abs=1e-9)
    assert len(body["removed"]) == len(body["p_at_least"]) == 11
    assert sum(body["removed"]) == pytest.approx(1)
    assert body["percentiles"].keys() == {"10", "50", "90"}


def test_odds_of_an_attack_are_those_of_its_numbers(post: Post) -> None:
    attack = {name: value for name, value in examples.CHARGE.items() if name != "dice"}
    of_attack = post("odds", attack).body
    assert of_attack["why"] == post("attack", attack).body["why"]
    bare = post("odds", of_attack["numbers"]).body
    assert {**bare, "why": None, "base": None} == {**of_attack, "why": None, "base": None}
    # Yari ashigaru have HR 3, and 10 of them with 3 VT stand against 10 dice.
    assert of_attack["numbers"] == {
        "dc": 10, "at": 4, "df": 4, "ar": 1, "damage_bonus": 0, "vt": 3, "accumulated_damage": 0, "miniatures": 10,
        "hr": 3,
    }  # fmt: skip


def test_odds_of_what_is_not_allowed(post: Post) -> None:
    far = {**examples.SHOT, "situation": {"distance_cm": 61}}
    assert post("odds", far).body["allowed"] is False


def test_odds_without_an_hr_leave_holding_open(post: Post) -> None:
    bare = {name: value for name, value in examples.NUMBERS.items() if name != "hr"}
    body = post("odds", bare).body
    assert body["p_holds"] is None
    assert body["p_destroyed"] == pytest.approx(0.00569461106449)


def test_odds_take_a_negative_defense_and_no_armor(post: Post) -> None:
    low = post("odds", {**examples.NUMBERS, "df": -3, "ar": 0}).body
    one = post("odds", {**examples.NUMBERS, "df": 1, "ar": 1}).body
    assert low["removed"] == one["removed"]


def test_combat_odds_are_disjoint(post: Post) -> None:
    body = post("combat-odds", examples.COMBAT).body
    ends = ("first_destroys", "first_wins", "draw", "second_wins", "second_destroys")
    assert sum(body[end] for end in ends) == pytest.approx(1)
    assert 0 < body["second_flees"] <= body["first_wins"]
    assert 0 < body["first_flees"] <= body["second_wins"]
    assert 0 < body["second_loses"] <= 10


# ---- honor


def test_the_example_honor_roll(post: Post) -> None:
    body = post("honor", examples.HONOR).body
    # HR 3, the Taisho within 15 cm +3, the standard-bearer +1.
    assert (body["target"], body["chance"], body["holds"]) == (7, 0.7, True)
    assert body["base"]["value"] + sum(term["value"] for term in body["why"]) == 7
    assert post("honor", {**examples.HONOR, "die": 8}).body["holds"] is False
    assert post("honor", {**examples.HONOR, "die": 0}).body["holds"] is False
    assert post("honor", {**examples.HONOR, "die": None}).body["holds"] is None


def test_honor_counts_each_circumstance(post: Post) -> None:
    def target(**more: Any) -> int:
        return int(post("honor", {"unit": "yari-ashigaru", **more}).body["target"])

    assert target() == 3
    assert target(characters=[{"character": "daisho-ashigaru"}]) == 4
    assert target(characters=[{"character": "daisho-ashigaru", "bonus_lost": True}]) == 3
    assert target(commander={"character": "taisho-buke", "distance_cm": 15.5}) == 3
    assert target(commander={"character": "taisho-buke", "distance_cm": 3, "in_other_unit": True}) == 3
    assert target(sohei_cm=20) == 4
    assert target(destroyed_enemy=True) == 4
    assert target(character_broke_away=True, run_through=True) == 1
    assert target(bonuses=[{"value": 2, "reason": "100 % sure"}]) == 5


# ---- the rules themselves


def test_rules_name_every_field_of_the_contract(api: FlaskClient) -> None:
    body = api.get("/api/kensei/rules").get_json()
    attributes = {"mv", "dc", "at", "df", "ar", "vt", "ki", "hr", "in", "ac", "ve"}
    for unit in body["units"].values():
        assert attributes | {
            "basic_unit", "max", "koku", "dc_per_miniature", "standard_bearer", "class", "path", "traits", "weapons",
            "armor", "abilities",
        } <= unit.keys()  # fmt: skip
    for character in body["characters"].values():
        assert attributes | {"vp", "rank", "weapons", "weapon_choice", "may_ride"} <= character.keys()
    assert body["levels"].keys() == {str(level) for level in range(1, 11)}
    yari = body["units"]["yari-ashigaru"]
    assert [yari[name] for name in ("basic_unit", "max", "dc", "in", "koku", "standard_bearer", "class", "path")] == [
        5, 15, 5, 2, 15, 25, "basic", None,
    ]  # fmt: skip
    assert body["characters"]["geisha"]["at"] is None
    assert {modifier["id"] for modifier in body["modifiers"]} == {rule.id for rule in MODIFIERS}


def test_rules_know_every_identifier_of_the_contract(api: FlaskClient) -> None:
    body = api.get("/api/kensei/rules").get_json()
    leaders = {f"{rank}-{path}" for rank in ("daimyo", "taisho", "busho") for path in ("kuge", "buke", "sohei")}
    others = {"daisho-samurai", "daisho-ashigaru", "kensei", "geisha", "shinobi", "spy"}
    assert body["characters"].keys() == leaders | others
    assert " ".join(sorted(body["units"])) == (
        "ama-kihei ikame-bo ishitsubute-ashigaru katana-samurai kengo kiba-musha naginata-sohei ninjas "
        "no-dachi-samurai onna-bushi teppotai yari-ashigaru yari-kiba-musha yari-samurai yumi-ashigaru yumi-samurai"
    )
    assert " ".join(sorted(body["weapons"])) == (
        "blowpipe bow fan katana naginata no-dachi shinobi-gatana shuriken sling spear teppo tetsubo"
    )
    assert " ".join(sorted(body["taisho_abilities"])) == (
        "ashigarus-general banzai bushido-law clandestine-practices darma-wheel divine-wind expert-strategist "
        "forest-of-spears fulfil-your-duty master-in-calligraphy"
    )


# ---- all calls


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_every_documented_example_works(api: FlaskClient, call: Any) -> None:
    assert call.examples
    for name, body in call.examples.items():
        assert api.post("/api" + call.path, json=body).status_code == 200, name


def test_nothing_is_opened_set_or_asked_for(api_app: Flask, no_database: Path) -> None:
    answer = api_app.test_client().post(
        "/api/kensei/honor", json=examples.HONOR, headers={"Sec-Fetch-Site": "cross-site", "Cookie": "gunbai=broken"}
    )
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert not no_database.exists()


@pytest.mark.parametrize("path", ["/api/kensei/rules", "/api/openapi.json"])
def test_what_never_changes_is_cached(api: FlaskClient, path: str) -> None:
    first = api.get(path)
    assert "max-age" in first.headers["Cache-Control"]
    again = api.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
