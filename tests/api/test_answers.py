"""The calls answer as the contract says: its own examples."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.api.endpoints import CALLS
from companion.content import catalog
from companion.rules.kensei.fight.combat_odds import Contender, combat_odds
from companion.rules.kensei.fight.modifiers import MODIFIERS
from companion.rules.kensei.fight.odds import Attack, odds
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


@pytest.mark.parametrize(
    ("dice", "attack", "defense"),
    [
        ({"attack": [1] * 10}, (0, 0), None),
        ({"attack": [1] * 10, "defense": [], "damage": []}, (0, 0), None),
        ({"attack": [1] * 9 + [5], "defense": [1], "damage": []}, (1, 0), (1, 0)),
    ],
    ids=["no hits", "no hits, said", "all saved"],
)
def test_without_dice_left_there_is_a_result(
    post: Post, dice: dict[str, list[int]], attack: tuple[int, int], defense: tuple[int, int] | None
) -> None:
    body = post("attack", charge(**dice)).body
    assert (body["attack"]["hits"], body["attack"]["marked"]) == attack
    assert (body["defense"] and (body["defense"]["saved"], body["defense"]["through"])) == defense
    assert body["next"] is None
    assert (body["result"]["miniatures_removed"], body["result"]["miniatures_left"]) == (0, 10)


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
    assert post("odds", far).body == body


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


# ---- odds


def test_the_example_odds(post: Post) -> None:
    body = post("odds", examples.NUMBERS).body
    of_rules = odds(Attack(**examples.NUMBERS))
    same = ("mean_damage", "mean_removed", "p_no_damage", "p_half", "p_destroyed", "p_holds", "percentiles")
    assert {name: body[name] for name in same} == {name: getattr(of_rules, name) for name in same}
    assert (body["removed"], body["p_at_least"]) == (list(of_rules.removed), list(of_rules.p_at_least))
    without_hr = {name: value for name, value in examples.NUMBERS.items() if name != "hr"}
    assert post("odds", without_hr).body == {**body, "p_holds": None, "numbers": {**body["numbers"], "hr": None}}


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


def test_combat_odds_are_those_of_the_rules(post: Post) -> None:
    sides = (Contender(**examples.COMBAT[side]) for side in ("first", "second"))
    assert post("combat-odds", examples.COMBAT).body == asdict(combat_odds(*sides))


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
    for table in ("units", "characters", "weapons", "taisho_abilities"):
        assert body[table].keys() == getattr(catalog(), table).keys()


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
