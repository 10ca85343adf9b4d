"""Bad input is never answered by a page, nor by a 500. What is said of each mistake, and where, is in `test_told`."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.api.endpoints import CALLS
from companion.api.errors import MOST_ERRORS
from companion.api.reading import LARGEST_BODY
from tests.api.conftest import CHARGE, COMBAT, HONOR, NUMBERS, ErrorsOf, Post, Reply, errors


def test_what_is_far_too_large_is_named_where_it_stands(api: FlaskClient, errors_of: ErrorsOf) -> None:
    many = errors_of("attack", {**CHARGE, "dice": {"attack": [1] * 201}, "defender": {"miniatures": 10**400}})
    assert "at most 200" in many["dice.attack"]
    assert "a number that is too large" in many["defender.miniatures"]
    answer = api.get("/api/zipang/setup?players=" + "9" * 5000)
    assert errors(Reply(answer.status_code, answer.get_json(), answer.content_type)).keys() == {"players"}


def test_absurdly_many_errors_are_counted(post: Post) -> None:
    reply = post("honor", {**HONOR, **{f"x{i}": i for i in range(3000)}})
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


def test_what_is_too_large(api: FlaskClient) -> None:
    for call in CALLS:
        if call.routed:
            answer = api.post("/api" + call.path, data=b" " * (LARGEST_BODY + 1), content_type="application/json")
            assert (answer.status_code, answer.content_type) == (413, "application/problem+json"), call.name
            assert "64 KB" in answer.get_json()["detail"], call.name


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
        ("odds", {**NUMBERS, "dc": 200, "miniatures": 200, "vt": 100, "damage_bonus": 10, "ar": 0}),
        ("combat-odds", {side: {**numbers, **LARGE} for side, numbers in COMBAT.items()}),
    ],
)
def test_the_largest_request_is_answered(post: Post, call: str, body: Any) -> None:
    """What it costs is measured by `python -m bench odds`."""
    assert post(call, body).status == 200
