"""Every refused or failed request is a sentence, on a page or as problem+json, and never a traceback."""

from __future__ import annotations

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException, default_exceptions

pytestmark = pytest.mark.own_app  # pages that fail


@pytest.fixture
def broken(app: Flask) -> Flask:
    """The app with pages that fail on purpose."""
    app.testing = False  # an exception is answered, as in play

    def bug() -> str:
        raise RuntimeError("the secret of the house")

    def refuse(code: int) -> str:
        abort(code)

    def refuse_with_words() -> str:
        abort(409, "Somebody was faster.")

    app.add_url_rule("/bug", view_func=bug)
    app.add_url_rule("/api/bug", view_func=bug, endpoint="api-bug")
    app.add_url_rule("/refuse/<int:code>", view_func=refuse)
    app.add_url_rule("/api/refuse/<int:code>", view_func=refuse, endpoint="api-refuse")
    app.add_url_rule("/words", view_func=refuse_with_words)
    return app


def test_every_code_is_a_page_with_a_sentence_of_ours_and_a_problem_document_under_api(broken: Flask) -> None:
    for code, error in default_exceptions.items():
        answer = broken.test_client().get(f"/refuse/{code}")
        assert answer.status_code == code
        assert '<p class="error-sentence">' in answer.text, code
        assert error.description
        assert error.description[:40] not in answer.text
        assert answer.headers["Cache-Control"] == "no-store", code
        answer = broken.test_client().get(f"/api/refuse/{code}")
        assert (answer.status_code, answer.mimetype) == (code, "application/problem+json")
        assert answer.json["status"] == code
        assert {"type", "title", "detail"} <= answer.json.keys(), code
        assert "Set-Cookie" not in answer.headers, code


def test_a_bug_is_a_calm_page_without_its_insides(broken: Flask, caplog: pytest.LogCaptureFixture) -> None:
    client = broken.test_client()
    for url in ("/bug", "/api/bug"):
        answer = client.get(url)
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert "Traceback" not in answer.text
    assert caplog.text.count("RuntimeError: the secret of the house") == 2, "but the log has it"


def test_unknown_pages_and_wrong_methods(client: FlaskClient) -> None:
    assert "three words" in client.get("/nowhere").text
    assert client.get("/nowhere").status_code == 404
    wrong = client.delete("/connect")
    assert wrong.status_code == 405
    assert "takes only GET" in wrong.text
    assert "GET" in wrong.headers["Allow"]


def test_a_tap_that_is_refused_goes_to_the_notice(broken: Flask) -> None:
    answer = broken.test_client().get("/words", headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert answer.headers["HX-Retarget"] == "#notice"
    assert answer.text == '<p class="error-sentence">Somebody was faster.</p>'
    assert 'id="notice"' in broken.test_client().get("/connect").text


def test_the_theme_leads_back_to_our_own_pages_only(client: FlaskClient) -> None:
    foreign = ("https://evil.test", "//evil.test", "/\\evil.test", "/\t/evil.test", "/a//b", "//[")
    for back in (*foreign, "javascript:alert(1)", "/\n", ""):
        answer = client.post("/theme", data={"theme": "dusk", "back": back})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/"), back
    assert 'data-theme="dusk"' in client.get("/connect").text
    answer = client.post("/theme", data={"theme": "dusk", "back": "/join?words=a%20b"})
    assert answer.headers["Location"] == "/join?words=a%20b"
    answer = client.post("/theme", data={"theme": "<script>alert(1)</script>", "back": "/"})
    assert (answer.status_code, "<script>alert" in answer.text) == (422, False), "what a page repeats is escaped"
    client.set_cookie("theme", '"><script>')
    assert 'data-theme="auto"' in client.get("/connect").text


def test_redirects_and_made_answers_pass(app: Flask, client: FlaskClient) -> None:
    def made() -> str:
        from flask import Response

        raise HTTPException(response=Response("made", 418))

    app.add_url_rule("/made", view_func=made)
    app.add_url_rule("/folder/", view_func=lambda: "folder")
    assert client.get("/made").text == "made"
    assert client.get("/folder").status_code == 308
