"""The document and the program say the same: schemathesis sends what the document allows and what it does not."""

from dataclasses import asdict, fields
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from companion.api.endpoints import CALLS
from companion.api.fighters import Attacker
from companion.api.strikes import Attack, ConfrontationValues, SettingsBody, SituationBody
from companion.rules.house import asked
from companion.rules.kensei.fight.situation import CIRCUMSTANCES
from companion.rules.kensei.settings import Settings


@pytest.fixture(scope="module")
def documented(api_app: Flask) -> Any:
    rejected = {"negative_data_rejection": {"expected-statuses": [400, 404, 405, 413, 415, 422]}}
    config = schemathesis.Config.from_dict({"checks": rejected})
    return schemathesis.openapi.from_wsgi("/api/openapi.json", api_app, config=config)


DICE_DECIDE = (
    *("/api/kensei/attack", "/api/kensei/odds", "/api/kensei/army", "/api/kensei/print", "/api/kensei/orders"),
    *("/api/kensei/charge", "/api/kensei/initiative", "/api/kensei/split", "/api/kensei/combat-result"),
    *("/api/kensei/honor", "/api/kensei/victory", "/api/replay"),
)
"""What their bodies may hold follows from the rules, or from their ids, too: the document alone cannot say it all."""

CARD_GAMES = ("/api/kenjin/", "/api/tenno/", "/api/zipang/attack", "/api/zipang/campaign-end")
"""Which cards may stand together is for the rules of these to say."""


@pytest.mark.hypothesis
@pytest.mark.parametrize(
    ("path", "method", "mode"),
    [
        ("/api/openapi.json", "GET", GenerationMode.POSITIVE),
        ("/api/kensei/rules", "GET", GenerationMode.POSITIVE),
        *(("/api/zipang/setup", "GET", mode) for mode in GenerationMode),
        *(("/api" + call.path, "POST", mode) for call in CALLS for mode in GenerationMode),
    ],
)
def test_every_answer_is_documented(documented: Any, path: str, method: str, mode: GenerationMode) -> None:
    rules_decide = path in DICE_DECIDE or path.startswith(CARD_GAMES)
    excluded = [schemathesis.checks.positive_data_acceptance] if rules_decide else []

    @given(case=documented[path][method].as_strategy(generation_mode=mode))
    @settings(max_examples=12, suppress_health_check=list(HealthCheck))
    def check(case: schemathesis.Case) -> None:
        case.call_and_validate(headers={"Accept-Encoding": "identity"}, excluded_checks=excluded)

    check()


def test_every_call_is_documented(api: FlaskClient) -> None:
    document = api.get("/api/openapi.json").get_json()
    assert document["openapi"].startswith("3.1")
    assert document["paths"].keys() == {
        "/api/kensei/rules",
        "/api/openapi.json",
        "/api/zipang/setup",
        *("/api" + call.path for call in CALLS),
    }
    for path, operations in document["paths"].items():
        for operation in operations.values():
            assert "200" in operation["responses"], path


def test_every_route_is_documented(api_app: Flask, api: FlaskClient) -> None:
    routes = {rule.rule for rule in api_app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    assert routes == api.get("/api/openapi.json").get_json()["paths"].keys()


def test_every_circumstance_can_be_sent_with_its_default() -> None:
    """In the situation, in its `ve`, or with who strikes; and the document says where it stands in the book."""
    fields = SituationBody.model_fields
    places = {"situation": fields, "attacker": Attacker.model_fields}
    for name, one in CIRCUMSTANCES.items():
        if one.api == "ve":
            assert ConfrontationValues.model_fields[name.removeprefix("ve_")].default is one.default
        else:
            assert places[one.api][name].default == one.default
            assert one.rule in (places[one.api][name].description or "")
    assert fields.keys() == {one.field for one in CIRCUMSTANCES.values() if one.api == "situation"} | {"ve"}


def test_a_situation_is_read_as_the_rules_have_it() -> None:
    """Every circumstance but its default, sent and found again."""
    sent: dict[str, Any] = {"ve": {"attacker": 7, "defender": 9}}
    for name, one in CIRCUMSTANCES.items():
        if one.api == "situation":
            other = {"choice": one.choices[-1:] and one.choices[-1][0], "distance": 12}
            sent[name] = other.get(one.kind, not one.default)
    side = {"character": "busho-buke", "in_unit": True, "failed_break_away": True}
    body = {"kind": "melee", "attacker": side, "defender": side, "situation": sent}
    found = Attack.model_validate(body).strike().situation
    expected = {name: value for name, value in sent.items() if name != "ve"}
    assert asdict(found) == {**expected, "ve_attacker": 7, "ve_defender": 9, "failed_break_away": True}


def test_every_setting_can_be_sent_with_its_default() -> None:
    assert SettingsBody().model_dump() == {field.name: getattr(Settings(), field.name) for field in fields(Settings)}
    for question in asked(Settings):
        schema = SettingsBody.model_json_schema()["properties"][question.name]
        assert tuple(schema["enum"]) == question.values
