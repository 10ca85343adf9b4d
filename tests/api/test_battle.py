"""The battle, call by call: one table of cases for orders, charge, initiative, split, combat-result and victory."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import ErrorsOf, Post
from tests.api.examples import COMBAT_RESULT, DIRECT, INITIATIVE, ORDERS, SPLIT, VICTORY, changed

BODIES: dict[str, Any] = {
    "orders": ORDERS,
    "charge": DIRECT,
    "initiative": INITIATIVE,
    "split": SPLIT,
    "combat-result": COMBAT_RESULT,
    "victory": VICTORY,
}


def fought(id_: str, unit: str, left: int, inflicted: int, **more: Any) -> dict[str, Any]:
    return {"id": id_, "unit": unit, "miniatures_left": left, "inflicted": inflicted, **more}


def combat(a: list[Any], b: list[Any], **settings: str) -> dict[str, Any]:
    return {"sides": {"a": a, "b": b}, "settings": settings}


def ordered(*orders: dict[str, Any], unit: str = "yumi-samurai", **state: Any) -> dict[str, Any]:
    return {"unit": unit, "miniatures": 4, "state": state, "orders": list(orders)}


RIDER = {"character": "busho-buke", "mounted": True}
SAMURAI = fought("a1", "katana-samurai", 5, 10)
ANSWERS: list[tuple[str, Any, dict[str, Any]]] = [
    ("orders", ORDERS, {"allowed": True, "ac.have": 2, "ac.spent": 2, "ac.left": 0, "problems": []}),
    ("orders", ORDERS, {"steps.0": {"do": "advance", "ac": 1, "most_cm": 10, "rule": "9:2:1"}}),
    (
        "orders",
        ordered({"do": "face"}, {"do": "load"}, {"do": "shoot"}, loaded=False, ac_spent=1),
        {"allowed": False, "ac.have": 1, "ac.left": -2, "problems.0.code": "ac-over", "problems.0.about": 1},
    ),
    (
        "orders",
        {"character": "spy", "orders": [{"do": "ability", "ability": "kaiden"}, {"do": "advance", "pace": "run"}]},
        {"allowed": True, "ac.have": 3, "steps.1.most_cm": 24},
    ),
    (
        "orders",
        {
            "unit": "onna-bushi",
            "miniatures": 4,
            "orders": [{"do": "ability", "ability": "warrior-women"}],
            "settings": {"ability_cost": "printed"},
        },
        {"ac.spent": 0},
    ),
    (
        "charge",
        DIRECT,
        {
            "advance_cm": 20,
            "gap_left_cm": 0,
            "needs_die": False,
            "dice": 0,
            "least": None,
            "chance": 1,
            "reached": True,
            "stands_cm": 0,
        },
    ),
    (
        "charge",
        {**DIRECT, "turned": True},
        {"gap_left_cm": 5, "dice": 1, "least": 5, "chance": 0.6, "reached": None, "stands_cm": None},
    ),
    ("charge", {**DIRECT, "advance": "march", "dice": [0]}, {"least": 8, "reached": True}),
    ("charge", {**DIRECT, "advance": "march", "gap_cm": 30, "dice": [4]}, {"reached": False, "stands_cm": 16}),
    # The slowest of a unit sets its pace (4:3:1, K93).
    (
        "orders",
        {**ordered({"do": "advance", "pace": "run"}, unit="yari-kiba-musha"), "characters": [RIDER]},
        {"steps.0.most_cm": 30},
    ),
    (
        "charge",
        {
            "charger": {"unit": "yari-kiba-musha", "miniatures": 3, "characters": [RIDER]},
            "gap_cm": 33,
            "advance": "march",
        },
        {"advance_cm": 15, "gap_left_cm": 18, "dice": 2},
    ),
    (
        "charge",
        {"charger": {"character": "busho-buke", "mounted": True}, "gap_cm": 33, "advance": "march"},
        {"advance_cm": 15, "dice": 2},
    ),
    (
        "initiative",
        INITIATIVE,
        {
            "fighters.0.value": 10,
            "fighters.0.base": 3,
            "fighters.2.value": 9,
            "fighters.1.value": 8,
            "order": [["a1"], ["c1"], ["b1"]],
            "roll_again": [],
        },
    ),
    (
        "initiative",
        changed(INITIATIVE, "fighters.0.die", 4),
        {"order": [["a1", "c1"], ["b1"]], "roll_again": ["a1", "c1"]},
    ),
    (
        "initiative",
        changed(INITIATIVE, "fighters.0.fleeing", True),
        {"fighters.0.value": None, "order": [["c1"], ["b1"], ["a1"]]},
    ),
    (
        "initiative",
        changed(INITIATIVE, "fighters.1.effects", ["forest-of-spears"]),
        {"fighters.0.value": 8, "fighters.0.why.1.reason": "Forest of Spears: no charge bonus"},
    ),
    ("split", SPLIT, {"allowed": True, "bounds": {"b1": {"least": 6, "most": 11}, "b2": {"least": 0, "most": 5}}}),
    (
        "split",
        {**SPLIT, "split": {"b1": 5, "b2": 6}},
        {"allowed": False, "problems.0.about": "b1", "problems.1.about": "b2", "problems.0.rule": "10:2:6"},
    ),
    ("split", {**SPLIT, "charged": None, "split": {"b1": 11}}, {"allowed": True, "bounds.b1.least": 6}),
    (
        "combat-result",
        COMBAT_RESULT,
        {"inflicted": {"a": 10, "b": 15}, "difference": 5, "ahead": "b", "result": "draw"},
    ),
    ("combat-result", COMBAT_RESULT, {"defeated": [], "ve": {"a1": 5, "b1": 12}}),
    (
        "combat-result",
        combat([{**SAMURAI, "slain": 1}], [fought("b1", "yari-ashigaru", 10, 10)]),
        {"inflicted.a": 20, "difference": 10, "ahead": "a", "result": "draw"},
    ),
    (
        "combat-result",
        combat([SAMURAI], [fought("b1", "yari-ashigaru", 0, 4), {"id": "b2", "character": "kensei", "inflicted": 0}]),
        {"difference": 6, "result": "a", "defeated": ["b2"], "ve": {"a1": 5, "b1": 0, "b2": 2}},
    ),
    (
        "combat-result",
        combat(
            [fought("a1", "katana-samurai", 5, 17)],
            [fought("b1", "yari-ashigaru", 4, 9), fought("b2", "kengo", 2, 0)],
            defeat_ve="side",
        ),
        {"defeated": [], "result": "draw"},
    ),
    (
        "victory",
        VICTORY,
        {"points": {"a": 425, "b": 0}, "winner": "a", "why.b": [], "why.a.0.points": 175, "why.a.0.rule": "7:1:1"},
    ),
    ("victory", {**VICTORY, "battle": "head-hunt", "turn": 3}, {"points": {"a": 19, "b": 6}, "winner": "a"}),
    (
        "victory",
        changed(changed(VICTORY, "turn", 5), "sides.b.characters.0.slain", False),
        {"points": {"a": 175, "b": 0}, "winner": None},
    ),
]


def at(body: Any, path: str) -> Any:
    for step in path.split("."):
        body = body[int(step)] if isinstance(body, list) else body[step]
    return body


@pytest.mark.parametrize(("call", "body", "expected"), ANSWERS)
def test_answers(post: Post, call: str, body: Any, expected: dict[str, Any]) -> None:
    reply = post(call, body)
    assert reply.status == 200, reply.body
    assert {path: at(reply.body, path) for path in expected} == expected


def test_every_error_at_once(errors_of: ErrorsOf) -> None:
    """Those of shape together with those of names."""
    body = changed(changed(INITIATIVE, "fighters.2.id", "a1"), "fighters.0.die", 11)
    assert errors_of("initiative", body).keys() == {"fighters.2.id", "fighters.0.die"}
    broken = {"dc": -1, "charged": "b3", "enemies": [{"id": "b1"}, 4], "split": {"b1": 1, "b7": 2}}
    assert errors_of("split", broken).keys() == {"dc", "charged", "enemies.1", "split.b7"}


@pytest.mark.parametrize("call", BODIES)
@pytest.mark.parametrize("body", [{}, {"fighters": 4, "sides": [1], "enemies": {"a": 1}, "split": [2], "orders": None}])
def test_bodies_of_the_wrong_shape(errors_of: ErrorsOf, call: str, body: Any) -> None:
    assert errors_of(call, body)
