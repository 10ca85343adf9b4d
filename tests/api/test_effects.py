"""`effects` on fighters over the API: every effect in the calls that take it, named, and counted once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.content import catalog
from companion.rules.kensei.fight.lasting import EFFECT_NAMES, ELSEWHERE
from companion.rules.kensei.turn.effects import LASTING
from tests.api.conftest import ErrorsOf, Post
from tests.effect_cases import STRIKES, StrikeCase

NAMES = ("dc", "at", "df", "ar", "damage_bonus")


def fighter(id_: str, effects: list[str]) -> dict[str, Any]:
    units = catalog().units
    if id_ not in units:
        return {"character": id_, "effects": effects}
    return {"unit": id_, "miniatures": units[id_].maximum, "effects": effects}


def attack(case: StrikeCase, effects: list[str]) -> dict[str, Any]:
    on = {"attacker": case.attacker, "defender": case.defender}
    sides = {side: fighter(id_, effects if case.on == side else []) for side, id_ in on.items()}
    return {"kind": case.kind, **sides, "situation": case.situation}


def total(terms: list[dict[str, Any]]) -> int:
    return sum(term["value"] for term in terms)


@pytest.mark.parametrize("case", STRIKES, ids=lambda case: f"{case.effect}-{case.on}")
def test_strikes(post: Post, case: StrikeCase) -> None:
    before, after = (post("attack", attack(case, effects)).body for effects in ([], [case.effect, case.effect]))
    changes = {name: after[name] - before[name] for name in NAMES if after[name] != before[name]}
    assert changes == case.changes
    for name in case.changes:
        assert after["why"][name] != before["why"][name]
        assert after["base"][name]["value"] + total(after["why"][name]) == after[name]
    odds = post("odds", attack(case, [case.effect])).body
    assert {name: odds["numbers"][name] for name in NAMES} == {name: after[name] for name in NAMES}


def test_flags_and_effects_count_once(post: Post) -> None:
    said = {"destroyed_enemy": True, "character_broke_away": True, "run_through": True}
    unit = {"unit": "katana-samurai", **said}
    effects = ["destroyed-enemy", "broke-away", "run-through"]
    assert post("honor", {**unit, "effects": effects}).body == post("honor", unit).body
    case = next(case for case in STRIKES if case.effect == "withstood-and-shot" and case.changes == {"at": 2})
    flagged = attack(case, []) | {"situation": {"attacker_withstood_and_shot": True}}
    both = attack(case, [case.effect]) | {"situation": {"attacker_withstood_and_shot": True}}
    assert post("attack", both).body == post("attack", flagged).body


def test_a_refused_commander_outside_still_lends(post: Post) -> None:
    near = {"character": "taisho-buke", "distance_cm": 10}
    sent = {"unit": "katana-samurai", "characters": [{"character": "busho-buke"}], "commander": near}
    assert post("honor", {**sent, "effects": ["refused"]}).body["target"] == 7


def test_the_flowers_owe_their_dice(post: Post) -> None:
    """12:5:4: a die for each who fell, beside the honor roll of those who are left; also when none is."""
    body = {
        "kind": "melee",
        "attacker": {"unit": "kiba-musha", "miniatures": 3},
        "defender": {"unit": "onna-bushi", "miniatures": 4, "effects": ["cherry-tree-flowers"]},
        "dice": {"attack": [1, 1, 1, 1, 9, 9], "defense": [9, 9], "damage": [5, 3]},
    }
    answer = post("attack", body).body
    assert answer["result"]["miniatures_removed"] == 2
    dice = [owed for owed in answer["owed"] if owed["check"] == "damage"]
    assert [(owed["dice"], owed["ar"], owed["rule"]) for owed in dice] == [(2, 3, "12:5:4")]
    assert [owed["check"] for owed in answer["owed"]] == ["honor", "damage"]
    all_fall = {**body, "dice": {"attack": [1, 1, 1, 1, 9, 9], "defense": [9, 9], "damage": [8, 8]}}
    assert [owed["check"] for owed in post("attack", all_fall).body["owed"]] == ["damage"]


def test_cover_in_close_combat_is_for_the_first_turn(post: Post) -> None:
    """6:2:5."""
    sides = {"attacker": fighter("katana-samurai", []), "defender": fighter("yari-ashigaru", [])}
    for first_turn, df in ((True, 5), (False, 3)):
        body = {"kind": "melee", **sides, "situation": {"cover": "heavy", "first_turn": first_turn}}
        assert post("attack", body).body["df"] == post("odds", body).body["numbers"]["df"] == df


@pytest.mark.parametrize(
    ("call", "path", "body"),
    [
        ("attack", "attacker.effects.0", {"kind": "melee", "attacker": {"effects": ["bravery"]}}),
        ("odds", "defender.effects.0", {"kind": "melee", "defender": {"effects": ["bravery"]}}),
        ("honor", "effects.0", {"unit": "kengo", "effects": ["bravery"]}),
        ("initiative", "fighters.0.effects.0", {"fighters": [{"id": "a", "effects": ["bravery"]}]}),
    ],
)
def test_an_unknown_effect(errors_of: ErrorsOf, call: str, path: str, body: Any) -> None:
    message = errors_of(call, body)[path]
    assert "overwhelmed" in message
    assert "two-swords" in message


def test_the_rules_list_every_effect(api: FlaskClient, post: Post) -> None:
    rules = api.get("/api/kensei/rules").get_json()
    effects = rules["effects"]
    assert effects.keys() == {*rules["abilities"], *rules["taisho_abilities"], *EFFECT_NAMES}
    cried = {(count["to"], count["value"]) for count in effects["cried-at"]["counts"]}
    assert cried == {("in", -2), ("hr", -1)}
    assert {count["value"] for count in effects["moved-through"]["counts"]} == {-2, -1}
    assert effects["banzai"]["counts"] == []
    assert post("honor", {"unit": "kengo", "effects": list(effects)}).status == 200


def test_every_effect_of_a_battle_has_numbers_or_counts_elsewhere(client: FlaskClient) -> None:
    """An effect that `turn/effects.py` knows is listed, with what it counts or as one that counts in no roll."""
    listed = client.get("/api/kensei/rules").get_json()["effects"]
    assert not set(LASTING) - set(listed)
    for id_ in LASTING:
        assert listed[id_]["name"]
        assert listed[id_]["about"]
        assert bool(listed[id_]["counts"]) is not listed[id_]["elsewhere"], id_
    assert {id_ for id_, one in listed.items() if one["elsewhere"]} == ELSEWHERE
    for used_up in ("protect-the-lord", "kaiden", "yutei", "bushido-law"):
        assert not listed[used_up]["elsewhere"]


@pytest.mark.parametrize("id_", sorted(LASTING))
def test_every_effect_is_taken_by_every_call_with_fighters(post: Post, id_: str) -> None:
    """And one that touches no number of a call changes nothing in it."""
    calls: dict[str, Callable[[list[str]], dict[str, Any]]] = {
        "attack": lambda effects: {**PAIR, "attacker": {**PAIR["attacker"], "effects": effects}},
        "odds": lambda effects: {**PAIR, "attacker": {**PAIR["attacker"], "effects": effects}},
        "honor": lambda effects: {"unit": "katana-samurai", "effects": effects},
        "initiative": lambda effects: {"fighters": [{"id": "a", "die": 4, **PAIR["attacker"], "effects": effects}]},
    }
    for call, body in calls.items():
        bare, with_it = post(call, body([])), post(call, body([id_]))
        assert (bare.status, with_it.status) == (200, 200)
        assert id_ not in ELSEWHERE or bare.body == with_it.body


PAIR: dict[str, Any] = {
    "kind": "melee",
    "attacker": {"unit": "katana-samurai", "miniatures": 8},
    "defender": {"unit": "yari-ashigaru", "miniatures": 8},
}


def test_dice_set_apart_for_a_confrontation_are_named(post: Post) -> None:
    """12:5:2, 12:5:4: the others strike the unit."""
    for effect, unit, strikers, dice in (("duels-basic", "kengo", 3, (9, 6)), ("duels-half", "ninjas", 4, (8, 4))):
        attacker = {"unit": unit, "miniatures": strikers, "effects": [effect]}
        bare = post("attack", {**PAIR, "attacker": {**attacker, "effects": []}}).body
        answer = post("attack", {**PAIR, "attacker": attacker}).body
        assert (bare["dc"], answer["dc"]) == dice
        last = answer["why"]["dc"][-1]
        assert last["value"] == answer["dc"] - bare["dc"]


def test_banzai_and_the_divine_wind_count_in_a_charge_once(post: Post) -> None:
    """12:5:2, 12:6:2: two dice on foot; 3 cm for Sohei units, said by effect or field."""
    far: dict[str, Any] = {"gap_cm": 28, "advance": "run"}
    monks = {"unit": "naginata-sohei", "miniatures": 8}
    bare = post("charge", {**far, "charger": monks}).body
    assert (bare["dice"], bare["least"]) == (1, 8)
    shouted: list[dict[str, Any]] = [{"banzai": True}, {"charger": {**monks, "effects": ["banzai"]}}]
    shouted.append({**shouted[0], **shouted[1]})
    answers = [post("charge", {**far, "charger": monks, **more}).body for more in shouted]
    assert [one["dice"] for one in answers] == [2, 2, 2]
    assert answers[0] == answers[1] == answers[2]
    blown: list[dict[str, Any]] = [{"plus_cm": 3}, {"charger": {**monks, "effects": ["divine-wind"]}}]
    blown.append({**blown[0], **blown[1]})
    assert [post("charge", {**far, "charger": monks, **more}).body["least"] for more in blown] == [5, 5, 5]
    samurai = {"unit": "katana-samurai", "miniatures": 8, "effects": ["divine-wind"]}
    assert post("charge", {**far, "charger": samurai}).body["least"] == 8


def test_who_failed_to_break_away_is_said_by_effect_or_flag_and_once(post: Post) -> None:
    """4:3:8, K67: a third of a Bushi's dice, half of a special character's."""
    for who, dice in (("busho-buke", 1), ("spy", 1), ("kensei", 3)):
        alone = {"character": who, "in_unit": True, "stands_in": "katana-samurai"}
        asked: list[dict[str, Any]] = [{}, {"failed_break_away": True}, {"effects": ["failed-break-away"]}]
        asked.append({**asked[1], **asked[2]})
        bare, *found = [post("attack", {**PAIR, "attacker": {**alone, **more}}).body for more in asked]
        assert [one["dc"] for one in found] == [dice] * 3
        assert found[0]["why"]["dc"] == found[1]["why"]["dc"] == found[2]["why"]["dc"] != bare["why"]["dc"]
