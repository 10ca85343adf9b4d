"""`effects` on fighters over the API: every effect in the calls that take it, named, and counted once."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.rules.kensei.fight.attack import Numbers, numbers
from companion.rules.kensei.fight.lasting import EFFECT_NAMES, ELSEWHERE
from companion.rules.kensei.turn.effects import LASTING
from tests.api.conftest import Post
from tests.golden.told import cases
from tests.rules.kensei.fight.test_numbers import NAMES, body_of, struck

STRIKES = [line for case in cases("rules/lasting") for line in case.split("\n") if line.startswith(("melee", "shot"))]


def total(terms: list[dict[str, Any]]) -> int:
    return sum(term["value"] for term in terms)


@pytest.mark.parametrize("line", STRIKES)
def test_strikes(post: Post, line: str) -> None:
    """The numbers are those of the rules, also where an effect is said twice."""
    body, _ = body_of(line)
    for fighter in (body["attacker"], body["defender"]):
        fighter["effects"] = fighter.get("effects", []) * 2
    answer, odds, known = post("attack", body).body, post("odds", body).body, numbers(struck(line))
    assert isinstance(known, Numbers)
    for name in NAMES:
        number = getattr(known, name)
        assert answer[name] == odds["numbers"][name] == number.value
        assert [term["value"] for term in answer["why"][name]] == [term.value for term in number.modifiers]
        assert answer["base"][name]["value"] + total(answer["why"][name]) == number.value


def test_flags_and_effects_count_once(post: Post) -> None:
    said = {"destroyed_enemy": True, "character_broke_away": True, "run_through": True}
    unit = {"unit": "katana-samurai", **said}
    effects = ["destroyed-enemy", "broke-away", "run-through"]
    assert post("honor", {**unit, "effects": effects}).body == post("honor", unit).body
    both, _ = body_of("melee: yumi-samurai 12 effects=withstood-and-shot > katana-samurai 12")
    both["situation"] = {"attacker_withstood_and_shot": True}
    flagged = both | {"attacker": {"unit": "yumi-samurai", "miniatures": 12}}
    assert post("attack", both).body == post("attack", flagged).body


def test_the_flowers_owe_their_dice(post: Post) -> None:
    """12:5:4: a die for each who fell, beside the honor roll of those who are left; also when none is."""
    body: dict[str, Any] = {
        "kind": "melee",
        "attacker": {"unit": "kiba-musha", "miniatures": 3},
        "defender": {"unit": "onna-bushi", "miniatures": 4, "effects": ["cherry-tree-flowers"]},
        "dice": {"attack": [1, 1, 1, 1, 9, 9], "defense": [9, 9], "damage": [5, 3]},
    }
    honor, damage = post("attack", body).body["owed"]
    assert honor["check"] == "honor"
    assert [damage[name] for name in ("check", "dice", "ar", "rule")] == ["damage", 2, 3, "12:5:4"]
    all_fall = {**body, "dice": {**body["dice"], "damage": [8, 8]}}
    assert [owed["check"] for owed in post("attack", all_fall).body["owed"]] == ["damage"]


def test_the_rules_list_every_effect_with_numbers_or_as_one_that_counts_elsewhere(api: FlaskClient) -> None:
    """Those that `turn/effects.py` knows among them, with what they count or as ones that count in no roll."""
    rules = api.get("/api/kensei/rules").get_json()
    listed = rules["effects"]
    assert listed.keys() == {*rules["abilities"], *rules["taisho_abilities"], *EFFECT_NAMES} >= set(LASTING)
    assert {(count["to"], count["value"]) for count in listed["cried-at"]["counts"]} == {("in", -2), ("hr", -1)}
    assert {count["value"] for count in listed["moved-through"]["counts"]} == {-2, -1}
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


def test_banzai_and_the_divine_wind_count_in_a_charge_once(post: Post) -> None:
    """12:5:2, 12:6:2: two dice on foot; 3 cm for Sohei units, said by effect or field."""
    far: dict[str, Any] = {"gap_cm": 28, "advance": "run"}
    monks = {"unit": "naginata-sohei", "miniatures": 8}
    samurai = {"unit": "katana-samurai", "miniatures": 8, "effects": ["divine-wind"]}
    by_effect, by_wind = ({"charger": {**monks, "effects": [effect]}} for effect in ("banzai", "divine-wind"))
    rows: list[tuple[dict[str, Any], int, int]] = [
        ({}, 1, 8),
        *((more, 2, 8) for more in ({"banzai": True}, by_effect, {"banzai": True, **by_effect})),
        *((more, 1, 5) for more in ({"plus_cm": 3}, by_wind, {"plus_cm": 3, **by_wind})),
        ({"charger": samurai}, 1, 8),
    ]
    for more, dice, least in rows:
        answer = post("charge", {**far, "charger": monks, **more}).body
        assert (answer["dice"], answer["least"]) == (dice, least), more


def test_who_failed_to_break_away_is_said_by_effect_or_flag_and_once(post: Post) -> None:
    """4:3:8, K67: a third of a Bushi's dice, half of a special character's."""
    for who, dice in (("busho-buke", 1), ("spy", 1), ("kensei", 3)):
        alone = {"character": who, "in_unit": True, "stands_in": "katana-samurai"}
        asked: list[dict[str, Any]] = [{}, {"failed_break_away": True}, {"effects": ["failed-break-away"]}]
        asked.append({**asked[1], **asked[2]})
        bare, *found = [post("attack", {**PAIR, "attacker": {**alone, **more}}).body for more in asked]
        assert [one["dc"] for one in found] == [dice] * 3
        assert found[0]["why"]["dc"] == found[1]["why"]["dc"] == found[2]["why"]["dc"] != bare["why"]["dc"]
