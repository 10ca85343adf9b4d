"""The page of the rules API: everything the document describes, nothing from elsewhere, and lines that work."""

import json
import re
import shlex
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from companion.api.endpoints import CALLS
from companion.api.openapi import document
from companion.web.developers import groups, pretty

OPERATIONS = [call for calls in groups(document("http://localhost")).values() for call in calls]
ELSEWHERE = {"Origin": "https://bot.example"}


@pytest.fixture
def document(client: FlaskClient) -> Any:
    return client.get("/api/openapi.json").get_json()


def test_the_page_shows_every_call_and_every_model_of_the_document(client: FlaskClient, document: Any) -> None:
    text = client.get("/api").text
    page = unescape(text)
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", text), "nothing is inline"
    addresses = re.findall(r'(?:src|href|action)="([^"]*)"', text)
    assert all(url.startswith(("/", "#")) for url in addresses), "and nothing comes from elsewhere"
    for host in ("localhost:8000", "127.0.0.1"):
        told = client.get("/api/openapi.json", base_url=f"http://{host}").get_json()
        assert [server["url"] for server in told["servers"]] == [f"http://{host}"]
    for path, operations in document["paths"].items():
        for method, told in operations.items():
            assert f"<b>{method.upper()}</b> {path}</code><span>{told['summary']}</span>" in page
            assert f'<form method="{method}" action="{path}" data-call' in page
            assert re.sub("`(.+?)`", r"<code>\1</code>", told.get("description", "")) in page
    for name, model in document["components"]["schemas"].items():
        assert f'id="{name}"' in page
        assert all(f"<code>{field}</code>" in page for field in model.get("properties", {}))
    assert {f"#{name}" for name in document["components"]["schemas"]} >= set(re.findall(r'href="(#[A-Z]\w*)"', page))


def test_the_line_for_a_shell_is_answered(client: FlaskClient) -> None:
    for call in OPERATIONS:
        curl, address, *options = shlex.split(call.curl)
        where = urlsplit(address)
        assert (curl, where.path) == ("curl", call.path)
        if call.method == "GET":
            assert client.get(f"{where.path}?{where.query}").status_code == 200, call.id
        else:
            answer = client.post(where.path, data=options[3], content_type="application/json")
            assert answer.status_code == 200, (call.id, answer.text)


def test_the_document_and_the_page_give_the_answers_to_the_examples(client: FlaskClient, document: Any) -> None:
    page = unescape(client.get("/api").text)
    for call in (call for call in CALLS if call.routed and call.gives):
        operation = document["paths"]["/api" + call.path]["post"]
        sent = operation["requestBody"]["content"]["application/json"]["examples"]
        given = operation["responses"]["200"]["content"]["application/json"]["examples"]
        assert sent.keys() == given.keys() == call.examples.keys(), call.path
        for name, example in sent.items():
            answer = client.post("/api" + call.path, json=example["value"]).get_json()
            assert given[name]["value"] == answer, call.path
            assert f'<pre tabindex="0">{pretty(answer)}</pre>' in page, call.path


def test_json_to_be_read_is_the_same_json() -> None:
    for call in CALLS:
        for sent in call.examples.values():
            assert json.loads(pretty(sent)) == sent
            assert max(map(len, pretty(sent).splitlines())) <= 100


def test_pages_of_other_sites_may_read_every_answer_and_no_page(client: FlaskClient) -> None:
    for method, path, body, status in (
        ("GET", "/api/kensei/rules", None, 200),
        ("GET", "/api/openapi.json", None, 200),
        ("POST", "/api/tenno/duel", {"attacker": "ninja", "defender": "samurai-7", "monk": False}, 200),
        ("POST", "/api/tenno/duel", {"attacker": "nobody"}, 422),
        ("POST", "/api/replay", {}, 422),
        ("GET", "/api/nothing", None, 404),
        ("GET", "/api/tenno/duel", None, 405),
    ):
        answer = client.open(path, method=method, json=body, headers=ELSEWHERE)
        assert answer.status_code == status, path
        assert answer.headers["Access-Control-Allow-Origin"] == "*", path
        assert "Access-Control-Allow-Credentials" not in answer.headers, "whoever asks, no cookie comes with it"
        assert "Set-Cookie" not in answer.headers, path
    for path in ("/", "/lists", "/api", "/help"):
        assert "Access-Control-Allow-Origin" not in client.get(path, headers=ELSEWHERE).headers, path
    assert 'href="/api"' in client.get("/help").text
    assert "/api shows it" in client.get("/api/nothing").get_json()["detail"]
    for path in ("/api/tenno/duel", "/api/replay", "/api/kensei/print"):  # browsers ask before they send
        asks = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
        answer = client.options(path, headers={**ELSEWHERE, **asks})
        assert answer.status_code == 200, path
        assert "POST" in answer.headers["Access-Control-Allow-Methods"]
        assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]
