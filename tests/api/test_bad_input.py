"""Bad input: each mistake at its exact path, in a sentence that says what is allowed; never a page, never a 500."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.api.endpoints import CALLS
from companion.api.errors import MOST_ERRORS
from companion.api.reading import LARGEST_BODY
from tests.api import examples
from tests.api.conftest import ErrorsOf, Post
from tests.api.examples import GONE, changed

BODIES: dict[str, tuple[str, Any]] = {
    "attack": ("attack", examples.CHARGE),
    "shot": ("attack", examples.SHOT),
    "odds": ("odds", examples.NUMBERS),
    "combat-odds": ("combat-odds", examples.COMBAT),
    "honor": ("honor", examples.HONOR),
    "orders": ("orders", examples.ORDERS),
    "charge": ("charge", examples.DIRECT),
    "initiative": ("initiative", examples.INITIATIVE),
    "split": ("split", examples.SPLIT),
    "combat-result": ("combat-result", examples.COMBAT_RESULT),
    "victory": ("victory", examples.VICTORY),
    "battlefield": ("kenjin/battlefield", examples.BATTLEFIELD),
    "kenjin score": ("kenjin/score", examples.KENJIN_SCORE),
    "zipang attack": ("zipang/attack", examples.ZIPANG_ATTACK),
    "campaign end": ("zipang/campaign-end", examples.CAMPAIGN_END),
}
MISTAKES: list[tuple[Any, ...]] = [
    ("attack", "attacker.unit", "yari-asigaru", "one of yari-ashigaru"),
    ("attack", "attacker.unit", GONE, "exactly one of unit, profile and character"),
    ("attack", "attacker.character", "geisha", "given: character, unit", "attacker.unit"),
    ("attack", "attacker.miniatures", 0, "at least 1, at most 12 for katana-samurai"),
    ("attack", "defender.miniatures", 99, "at least 1, at most 15 for yari-ashigaru"),
    ("attack", "defender.miniatures", True, "Got true"),
    ("attack", "defender.miniatures", 9.5, "Got 9.5"),
    ("attack", "defender.miniatures", 10**400, "a number that is too large"),
    ("attack", "defender.accumulated_damage", 3, "0 to 2"),
    ("attack", "defender.accumulated_damage", -1, "from 0"),
    ("attack", "defender.mounted", True, "leave it out for a unit"),
    (
        "attack",
        "defender.characters.0",
        {"character": "geisha", "mounted": True},
        "cannot ride",
        "defender.characters.0.mounted",
    ),
    ("attack", "defender.weapon", "yari", "one of"),
    ("attack", "attacker.characters.0", {"character": "busho"}, "one of busho-", "attacker.characters.0.character"),
    ("attack", "attacker.characters", {}, "Got an object; give a list"),
    ("attack", "attacker.profile", {"dc": 3, "at": 4}, "given: profile, unit", "attacker.unit"),
    ("attack", "kind", "mele", "one of melee"),
    ("attack", "kind", GONE, "Missing; give one of melee"),
    ("attack", "attacker", GONE, "Missing; give an object"),
    ("attack", "defender", [], "Got an empty list"),
    ("attack", "situation.zone", "flanc", "one of flank"),
    ("attack", "situation.charging", 1, "true or false"),
    ("attack", "situation.charge", True, "known here: charging"),
    ("attack", "situation.ve", {"attacker": -1}, "from 0 to 1000", "situation.ve.attacker"),
    ("attack", "modifiers.0.to", "attack", "one of"),
    ("attack", "modifiers.0.value", 21, "from -20 to 20"),
    ("attack", "modifiers.0.value", None, "Got null"),
    ("attack", "settings.halved_defense", "sideways", "one of up, down"),
    ("attack", "settings.superior", "flat", "known here: superiority"),
    ("attack", "dice.attack.3", 11, "Got 11; give a whole number from 0 to 10"),
    ("attack", "dice.damage.0", 2.5, "from 0 to 10"),
    ("attack", "dice.attack", [1, 2], "10 dice needed, 2 given"),
    ("attack", "dice.attack", [1] * 201, "at most 200"),
    ("attack", "dice.defense", [1], "5 dice needed, 1 given"),
    ("attack", "dice.damage", [], "4 dice needed, 0 given"),
    ("attack", "dice.roll", [], "known here"),
    ("shot", "situation.distance_cm", GONE, "Missing; a shot needs the distance"),
    ("shot", "situation.distance_cm", -1, "from 0 to 1000"),
    ("odds", "dc", 201, "from 0 to 200"),
    ("odds", "miniatures", 201, "from 1 to 200"),
    ("odds", "vt", 0, "from 1 to 100"),
    ("odds", "at", GONE, "Missing"),
    ("odds", "hr", "5", 'Got "5"'),
    ("combat-odds", "first.dc_per_miniature", GONE, "Missing"),
    ("combat-odds", "second.miniatures", 101, "from 1 to 100"),
    ("combat-odds", "third", {}, "known here"),
    ("honor", "die", 11, "from 0 to 10"),
    ("honor", "commander.character", "taisho", "one of taisho-"),
    ("honor", "commander.distance_cm", GONE, "Missing; give a number from 0 to 1000"),
    ("honor", "standard_bearer", None, "true or false"),
    ("honor", "bonuses.0", 2, "Got 2; give an object"),
    # ---- the battle, call by call
    ("orders", "orders.0.do", "attack", "one of advance"),
    ("orders", "orders.0.pace", "jog", "one of march, run"),
    ("orders", "orders.1.pace", "run", 'Only "advance"'),
    ("orders", "orders.0.greater_precision", True, 'Only "shoot"'),
    ("orders", "orders.0.ability", "banzai", 'Only "ability"'),
    ("orders", "orders.1", {"do": "ability"}, "id of the ability", "orders.1.ability"),
    ("orders", "orders.0.extra_turns", -1, "from 0"),
    ("orders", "state.tired", True, "known here: loaded"),
    ("orders", "settings", {"ability_cost": "two"}, "one of one, printed", "settings.ability_cost"),
    ("orders", "unit", "samurai", "one of"),
    ("charge", "charger.unit", "yari", "one of yari-"),
    ("charge", "gap_cm", -1, "from 0 to 1000"),
    ("charge", "advance", "walk", "one of none, march, run"),
    ("charge", "dice", [4], "0 dice needed, 1 given"),
    ("charge", "minus_cm", -1, "from 0"),
    ("initiative", "fighters", [], "list"),
    ("initiative", "fighters.1.id", "a1", "second time", "fighters.1.id fighters.0.charges fighters.2.charges"),
    ("initiative", "fighters.0.charges", "b9", "known here: b1"),
    ("initiative", "fighters.0.charged_by", "riders", "one of foot, mounted"),
    ("initiative", "fighters.0.effects", ["bravery"], "one of battle-cry", "fighters.0.effects.0"),
    ("split", "charged", "b3", "known here: b"),
    ("split", "enemies.1.id", "b1", "second time", "enemies.1.id split.b2"),
    ("split", "split.b3", 1, "known here: b"),
    ("split", "enemies", [], "list", "enemies charged split.b1 split.b2"),
    ("combat-result", "sides.b.0.id", "a1", "second time"),
    ("combat-result", "sides.b", [], "list"),
    ("combat-result", "sides.c", [], "known here: a, b"),
    ("combat-result", "sides.a.0.miniatures_left", 13, "at most 12"),
    ("combat-result", "sides.a.0.inflicted", -1, "from 0"),
    ("combat-result", "settings.defeat_ve", "both", "one of unit, side"),
    ("victory", "battle", "skirmish", "one of pitched"),
    ("victory", "sides.b", GONE, "Missing"),
    ("victory", "sides.a.units.0.left", 11, "at most 10"),
    ("victory", "sides.a.units.0.at_start", 99, "1 to 12"),
    (
        "victory",
        "sides.a.characters.1",
        {"character": "busho-buke", "general": True},
        "one general",
        "sides.a.characters.1.general",
    ),
    # ---- the card games
    ("battlefield", "battlefield", "castle", "port"),
    ("battlefield", "strengths.scout", 4, "0 to 3"),
    ("battlefield", "strengths.lord", 2, "Leave out the Strength"),
    (
        "battlefield",
        "strengths",
        {"scout": 1},
        "missing",
        "strengths.samurai strengths.assassin strengths.archer strengths.ashigaru",
    ),
    ("battlefield", "armies", [], "two armies", "armies bonus.ana"),
    ("battlefield", "armies.1.player", "ana", "two different players", "armies"),
    ("battlefield", "armies.1.player", "", "1 to 40"),
    ("battlefield", "armies.0.cards.0.card", "ninja", "is not a card"),
    ("battlefield", "armies.0.cards.0", {"card": "samurai", "face": "side"}, "up or down", "armies.0.cards.0.face"),
    ("battlefield", "bonus", [1], "an object: for each name"),
    ("battlefield", "destroy", {"zoe": 0}, "has no army here", "destroy.zoe"),
    ("battlefield", "armor", 1, "known here: armies"),
    ("kenjin score", "players", ["ana"], "", "players battlefields.0.between cowards.0"),
    ("kenjin score", "teams", [["ana"], ["ben"]], ""),
    ("zipang attack", "targets", {}, "Nobody is attacked"),
    ("zipang attack", "targets.ana", {"hand": []}, "cannot attack themselves"),
    ("zipang attack", "targets.ben.answer", "coin", "before the first turn"),
    ("zipang attack", "targets.ben.hand", ["monk"] * 3, "holds 2 at most"),
    ("campaign end", "reason", "peace", "does not end for"),
    ("campaign end", "pot", -1, "0 or more"),
    ("campaign end", "hands.dai", ["joker"], "no purse", "hands.dai hands.dai.0"),
    ("campaign end", "reason", "last-standing", "one player left", "hands"),
    ("campaign end", "pot", 10**9, "from 0 to 30"),
]
"""An example, the place that is changed, what is put there, what is said of it; and where it is said, first, and all
other places where something is said besides, unless it is said in that place alone.
"""


def named(mistake: tuple[str, str, object, object]) -> str:
    """The same in every process: what is gone has no name of its own."""
    return f"{mistake[0]} {mistake[1]} {'gone' if mistake[2] is GONE else str(mistake[2])[:30]}"


@pytest.mark.parametrize("mistake", MISTAKES, ids=named)
def test_a_mistake_is_named_where_it_stands(errors_of: ErrorsOf, mistake: tuple[Any, ...]) -> None:
    name, path, value, says, places = (*mistake, mistake[1])[:5]
    call, body = BODIES[name]
    errors = errors_of(call, changed(body, path, value))
    assert errors.keys() == set(places.split())
    assert says in errors[places.split()[0]]


def test_every_error_comes_at_once(errors_of: ErrorsOf) -> None:
    errors = errors_of(
        "attack",
        {
            "kind": "shot",
            "attacker": {"miniatures": 0, "hat": "red"},
            "defender": {"unit": "yari-ashigaru", "character": "geisha", "miniatures": True},
            "situation": {"moved": "jog"},
            "modifiers": [{"to": "at"}],
            "dice": {"attack": [1, 11, "3"]},
        },
    )
    assert errors.keys() == {
        "attacker.unit", "attacker.hat", "attacker.miniatures", "defender.unit", "defender.miniatures",
        "situation.distance_cm", "situation.moved", "modifiers.0.value", "dice.attack.1", "dice.attack.2",
    }  # fmt: skip


def test_a_character_is_no_unit(errors_of: ErrorsOf) -> None:
    of_units = {"miniatures": 4, "characters": [{"character": "spy"}], "accumulated_damage": 99}
    errors = errors_of("attack", changed(examples.CHARGE, "attacker", {"character": "busho-buke", **of_units}))
    assert errors.keys() == {"attacker.miniatures", "attacker.characters", "attacker.accumulated_damage"}


def test_dice_before_their_turn(errors_of: ErrorsOf) -> None:
    for dice, path in (({"defense": [1]}, "dice.defense"), ({"attack": [9] * 10, "damage": [1]}, "dice.damage")):
        errors = errors_of("attack", {**examples.CHARGE, "dice": dice})
        assert errors.keys() == {path}
        assert "come first" in errors[path]


def test_more_dice_than_a_table_holds(errors_of: ErrorsOf) -> None:
    horde = {"profile": {"dc": 200, "at": 5, "dc_per_miniature": 20, "basic_unit": 1}, "miniatures": 200}
    attack = {"kind": "melee", "attacker": horde, "defender": {"unit": "yari-ashigaru", "miniatures": 5}}
    for call in ("attack", "odds"):
        assert "at most 200" in errors_of(call, attack)["attacker"]


def test_absurdly_many_errors_are_counted(post: Post) -> None:
    reply = post("honor", {**examples.HONOR, **{f"x{i}": i for i in range(3000)}})
    assert reply.status == 422
    assert len(reply.body["errors"]) == MOST_ERRORS
    assert "3000" in reply.body["detail"]


# ---- before there is JSON to look at


@pytest.mark.parametrize(
    ("data", "content_type", "status", "says"),
    [
        (b"", "application/json", 400, "empty"),
        (b"{", "application/json", 400, "not JSON"),
        (b'{"dc": 1} x', "application/json", 400, "not JSON"),
        (b'{"dc": NaN}', "application/json", 400, "NaN"),
        (b'{"dc": 1, "dc": 2}', "application/json", 400, "twice"),
        (b"\xff\xfe", "application/json", 400, "UTF-8"),
        (b"[" * 60_000, "application/json", 400, "nested"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "application/json", 400, "nested"),
        (b"[" * 450 + b'"\\u0000"' + b"]" * 450, "application/json", 400, ""),
        (b'{"dc": ' + b"9" * 5000 + b"}", "application/json", 400, "digits"),
        (b'{"dc": 1}', "text/plain", 415, "Content-Type"),
        (b'{"dc": 1}', None, 415, "Content-Type"),
        (b"[]", "application/json", 422, "object"),
        (b"null", "application/json", 422, "object"),
        (b'{"dc": 1e999}', "application/json", 422, ""),
        (b'{"\\ud800": "\\ud800"}', "application/json", 422, ""),
    ],
)
def test_what_is_no_request(api: FlaskClient, data: bytes, content_type: str | None, status: int, says: str) -> None:
    for call in CALLS:
        answer = api.post("/api" + call.path, data=data, content_type=content_type)
        assert (answer.status_code, answer.content_type) == (status, "application/problem+json"), call.name
        body = answer.get_json()
        assert says in body["detail"] + json.dumps(body.get("errors")), call.name


@pytest.mark.parametrize("sent", [26, "26", None, {}, [25], True, 25.5])
@pytest.mark.parametrize(("field", "known"), [("marker_mm", "20, 25, 30, 40"), ("players", "2, 3, 4")])
def test_numbers_of_which_one_is_chosen_are_named(errors_of: ErrorsOf, field: str, known: str, sent: Any) -> None:
    said = errors_of("print", {"pieces": ["markers"], field: sent})[field]
    assert set(known.split(", ")) <= set(re.findall(r"\d+", said.partition("one of")[2]))


def test_what_is_too_large(api: FlaskClient) -> None:
    for call in CALLS:
        if call.routed:
            answer = api.post("/api" + call.path, data=b" " * (LARGEST_BODY + 1), content_type="application/json")
            assert (answer.status_code, answer.content_type) == (413, "application/problem+json"), call.name
            assert "64 KB" in answer.get_json()["detail"], call.name


def test_an_export_is_read_further_than_other_bodies(api: FlaskClient) -> None:
    for size, status, says in ((1_000_000, 400, "empty"), (4 * 1024 * 1024 + 1, 413, "4096 KB")):
        answer = api.post("/api/replay", data=b" " * size, content_type="application/json")
        assert (answer.status_code, answer.content_type) == (status, "application/problem+json")
        assert says in answer.get_json()["detail"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/kensei/attack", 405),
        ("PUT", "/api/kensei/odds", 405),
        ("POST", "/api/kensei/rules", 405),
        ("GET", "/api/kensei/nothing", 404),
        ("POST", "/api/kensei/attack/", 404),
        ("GET", "/api/", 404),
    ],
)
def test_wrong_addresses_and_methods(api: FlaskClient, method: str, path: str, status: int) -> None:
    answer = api.open(path, method=method)
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json")
    assert answer.get_json()["status"] == status
    assert ("Allow" in answer.headers) == (status == 405)


def test_a_body_without_a_length_is_read_no_further_than_others(api: FlaskClient) -> None:
    answer = api.post(
        "/api/kensei/odds",
        data=b" " * 1_000_000,
        content_type="application/json",
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"CONTENT_LENGTH": "", "wsgi.input_terminated": True},
    )
    assert answer.status_code == 413
    assert "64 KB" in answer.get_json()["detail"]


LARGE = {"miniatures": 100, "dc": 100, "vt": 20, "damage_bonus": 10, "ar": 0}


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("odds", {**examples.NUMBERS, "dc": 200, "miniatures": 200, "vt": 100, "damage_bonus": 10, "ar": 0}),
        ("combat-odds", {side: {**numbers, **LARGE} for side, numbers in examples.COMBAT.items()}),
    ],
)
def test_the_largest_request_is_answered(post: Post, call: str, body: Any) -> None:
    """What it costs is measured by `python -m bench odds`."""
    assert post(call, body).status == 200
