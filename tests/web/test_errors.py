"""Every refused or failed request is a sentence, on a page or as problem+json, and never a traceback."""

import pytest
from flask import Flask, Response, abort
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


def test_every_code_is_a_page_with_a_sentence_of_ours_and_a_problem_document_under_api(
    broken: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    """A bug is a calm page without its insides."""
    for url in ("/bug", "/api/bug"):
        answer = broken.test_client().get(url)
        assert answer.status_code == 500
        assert not [inside for inside in ("secret", "Traceback") if inside in answer.text]
    assert caplog.text.count("RuntimeError: the secret of the house") == 2, "but the log has it"
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


def test_unknown_pages_wrong_methods_redirects_and_made_answers(app: Flask, client: FlaskClient) -> None:
    def made() -> str:
        raise HTTPException(response=Response("made", 418))

    app.add_url_rule("/made", view_func=made)
    app.add_url_rule("/folder/", view_func=lambda: "folder")
    assert client.get("/made").text == "made"
    assert client.get("/folder").status_code == 308
    unknown, wrong = client.get("/nowhere"), client.delete("/connect")
    assert (unknown.status_code, "three words" in unknown.text) == (404, True)
    assert (wrong.status_code, "takes only GET" in wrong.text) == (405, True)
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
