"""What must agree in any two answers, and what holds for all calls; `test_told` has the answers themselves."""

from copy import deepcopy
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.content import catalog
from companion.rules.kensei.fight.modifiers import MODIFIERS
from tests.api.conftest import CHARGE, HONOR, Post


def test_a_profile_stands_for_its_unit(api: FlaskClient, post: Post) -> None:
    units = api.get("/api/kensei/rules").get_json()["units"]
    written = deepcopy(CHARGE)
    for side in ("attacker", "defender"):
        written[side]["profile"] = units[written[side].pop("unit")]  # type: ignore[index]
    assert post("attack", written).body == post("attack", CHARGE).body


def test_a_profile_stands_for_its_character(api: FlaskClient, post: Post) -> None:
    characters = api.get("/api/kensei/rules").get_json()["characters"]
    named = {**CHARGE, "attacker": {"character": "busho-buke", "weapon": "katana"}, "dice": {}}
    written = {**named, "attacker": {"profile": characters["busho-buke"], "weapon": "katana"}}
    assert post("attack", written).body == post("attack", named).body


def test_odds_of_an_attack_are_those_of_its_numbers(post: Post) -> None:
    attack = {name: value for name, value in CHARGE.items() if name != "dice"}
    of_attack = post("odds", attack).body
    assert of_attack["why"] == post("attack", attack).body["why"]
    bare = post("odds", of_attack["numbers"]).body
    assert {**bare, "why": None, "base": None} == {**of_attack, "why": None, "base": None}


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


def test_nothing_is_opened_set_or_asked_for(api_app: Flask, no_database: Path) -> None:
    answer = api_app.test_client().post(
        "/api/kensei/honor", json=HONOR, headers={"Sec-Fetch-Site": "cross-site", "Cookie": "gunbai=broken"}
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
