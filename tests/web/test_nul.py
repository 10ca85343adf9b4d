"""A NUL byte has no place in any text here: it is refused once, before anything is looked up by it."""

from __future__ import annotations

from io import BytesIO

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from companion.web.services import Services
from tests.web.phones import Sitting, notice

WORDS = "NUL character"


def asked(app: Flask) -> list[str]:
    """Every statement the database is given from now on."""
    services: Services = app.extensions["gunbai"]
    statements: list[str] = []
    for engine in services.store.engines:
        event.listen(engine, "before_cursor_execute", lambda *told: statements.append(str(told[2])))
    return statements


def test_no_address_with_a_nul_byte_comes_to_the_database(app: Flask) -> None:
    """One of every kind that looks something up by what stands in it."""
    statements, client = asked(app), app.test_client()
    for path in (
        "/t/%00",
        "/t/a%00b/seats",
        "/r/%00",
        "/j/%00",
        "/l/%00",
        "/q/%00",
        "/q/ab/%00",
        "/no%00where",
        "/%00",
    ):
        for answer in (client.get(path), client.post(path)):
            assert answer.status_code == 400, path
            assert WORDS in notice(answer)
    assert client.get("/join?words=amber%00fox").status_code == 400
    assert client.get("/join?wor%00ds=amber").status_code == 400
    assert statements == []


def test_no_form_with_a_nul_byte_comes_to_the_database(app: Flask) -> None:
    sitting = Sitting(app)
    version, statements = sitting.table.version, asked(app)
    table = sitting.ana.path
    for path, form in (
        (f"{table}/tap", {"type": "mark", "seat": "a", "key": "nul-in-a-tap", "piece": "a\x001"}),
        (f"{table}/tap", {"type": "mark", "seat": "a", "key": "nul-in-a-tap", "pie\x00ce": "a1"}),
        (f"{table}/answer", {"ask": "\x00", "key": "nul-in-an-answer"}),
        (f"{table}/withdraw", {"ask": "x\x00"}),
        (f"{table}/undo", {"tap": "\x00", "key": "nul-in-an-undo"}),
        (f"{table}/sit", {"seat": "b", "player": "Be\x00n"}),
        ("/new", {"game": "kensei", "player": "Ana", "name": "\x00"}),
        ("/join", {"words": "amber\x00fox river"}),
        ("/lists/open", {"text": "\x00"}),
    ):
        for headers in ({}, {"HX-Request": "true"}):
            answer = sitting.ana.client.post(path, data=form, headers=headers)
            assert answer.status_code == 400, (path, form)
            assert WORDS in notice(answer), path
    parts = {"text": "a\x00", "file": (BytesIO(b""), "")}
    answer = sitting.ana.client.post("/lists/open", data=parts, content_type="multipart/form-data")
    assert answer.status_code == 400
    assert statements == []
    assert sitting.table.version == version


def test_a_program_is_told_so_too(client: FlaskClient) -> None:
    for answer in (
        client.get("/api/kensei/rules?level=%00"),
        client.post("/api/kensei/attack", json={"attacker": "a\x00"}),
        client.post("/api/kensei/attack", json={"att\x00acker": "a"}),
        client.post("/api/kensei/attack", json={"attacker": ["a", {"b": "c\x00"}]}),
    ):
        assert answer.status_code == 400, answer.text
        assert answer.content_type == "application/problem+json"
        assert WORDS in answer.get_json()["detail"]
    backslash = client.post("/api/kensei/attack", json={"attacker": "a\\u0000"})
    assert WORDS not in backslash.text, "a backslash before u0000 is no NUL"
