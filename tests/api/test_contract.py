"""The document and the program say the same: schemathesis sends what the document allows and what it does not."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from companion.api import requests
from companion.api.endpoints import CALLS
from companion.rules.kensei.fight.strike import Situation
from companion.rules.kensei.settings import Settings, settings_asked


@pytest.fixture(scope="session")
def documented(api_app: Flask) -> Any:
    return schemathesis.openapi.from_wsgi("/api/openapi.json", api_app)


DICE_DECIDE = ("/api/kensei/attack", "/api/kensei/odds", "/api/kensei/army", "/api/kensei/print")
"""What their bodies may hold follows from the rules, or from their ids, too: the document alone cannot say it all."""

CARD_GAMES = ("/api/kenjin/", "/api/tenno/", "/api/zipang/attack", "/api/zipang/campaign-end")
"""Which cards may stand together is for the rules of these to say."""


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
    @settings(
        max_examples=60,
        deadline=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
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


def test_every_field_of_a_situation_can_be_sent() -> None:
    sent = requests.Situation.model_fields.keys() - {"ve"} | {"ve_attacker", "ve_defender"}
    assert sent == {field.name for field in fields(Situation)}


def test_every_setting_can_be_sent_with_its_default() -> None:
    assert requests.Settings().model_dump() == {
        field.name: getattr(Settings(), field.name) for field in fields(Settings)
    }
    for question in settings_asked():
        schema = requests.Settings.model_json_schema()["properties"][question.name]
        assert tuple(schema["enum"]) == question.values
