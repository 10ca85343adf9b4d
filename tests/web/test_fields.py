"""A number that comes with a request is one a column can hold, or is refused: the same on both databases."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from companion.config import Config
from companion.store.schema import HIGHEST
from companion.web import create_app
from companion.web.fields import whole
from companion.web.services import Services
from tests.databases import empty_database
from tests.system import postgres
from tests.web.builder import Builder
from tests.web.phones import Sitting, notice

BEYOND = (str(HIGHEST + 1), "9999999999", "9" * 20, "9" * 5_000)
BY_ITSELF = "must be a whole number; the page sends it by itself"
STALE = "Your tap was not entered: the table has changed since you looked."


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def kept_app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app over each database: what is sent here changes nothing."""
    folder: Path = tmp_path_factory.mktemp("tables")
    with ExitStack() as ends:
        if request.param == "PostgreSQL":
            url = ends.enter_context(postgres()).url
        else:
            url = empty_database(folder / "tables.sqlite3")
        app = create_app(Config(database_url=url, host="127.0.0.1", port=0, key_file=str(folder / "key")))
        app.testing = True
        services: Services = app.extensions["gunbai"]
        services.store.migrate()
        yield app
        services.close()


@pytest.fixture(scope="module")
def sitting(kept_app: Flask) -> Sitting:
    """A table with an entry that Ana may correct."""
    sitting = Sitting(kept_app)
    sitting.ana.act("muster", unit="yumi-samurai", miniatures="10")
    return sitting


@pytest.fixture(scope="module")
def builder(kept_app: Flask) -> Builder:
    """A list with one edit."""
    builder = Builder(kept_app.test_client(), kept_app)
    builder.did("add", unit="yari-ashigaru")
    return builder


def test_what_a_column_holds_is_read_and_nothing_else_is_a_number() -> None:
    assert [whole(text) for text in ("0", "7", "007", str(HIGHEST))] == [0, 7, 7, HIGHEST]
    for text in ("", " 7", "-1", "+7", "1_0", "7.0", "x", "٣", "²", "0" * 11, *BEYOND):
        assert whole(text) is None, text[:24]


def test_a_page_that_showed_what_no_entry_can_be_is_told_to_reload(sitting: Sitting) -> None:
    """The highest number is that of an older page: it can be asked for, and so can what was entered behind it."""
    before = sitting.table.version
    put = {"what": "act", "type": "muster", "key": "put-right-beyond"}
    for seen in BEYOND:
        for answer in (
            sitting.ana.tap("end", winner="a", seen=seen),
            sitting.ana.post("/log/1/amend", **put, seen=seen),
            sitting.ana.post("/undo", key="undo-beyond", act=seen),
        ):
            assert (answer.status_code, BY_ITSELF in notice(answer)) == (422, True), seen[:24]
    answer = sitting.ana.tap("end", winner="a", seen=str(HIGHEST))
    assert (answer.status_code, STALE in notice(answer)) == (409, True)
    amended = sitting.ana.post("/log/1/amend", what="strike", key="put-right-highest", seen=str(HIGHEST))
    assert amended.status_code == 409
    assert sitting.ana.get(f"/log/{HIGHEST}").status_code == 404
    assert sitting.table.version == before


@pytest.mark.parametrize("number", BEYOND, ids=lambda text: text[:24])
def test_an_address_with_what_nothing_can_have_leads_nowhere(kept_app: Flask, sitting: Sitting, number: str) -> None:
    numbered = [rule for rule in kept_app.url_map.iter_rules() if "<int:" in rule.rule]
    assert len(numbered) > 5
    for rule in numbered:
        there = re.sub(r"<int:\w+>", number, rule.rule).replace("<table_id>", sitting.id)
        for method in {"GET", "POST"} & set(rule.methods or ()):
            answer = sitting.ana.client.open(there, method=method)
            assert answer.status_code == 404, rule
            assert "no page at this address" in notice(answer)


def test_a_history_begins_where_it_is_asked_to_and_before_no_such_edit(builder: Builder) -> None:
    for before in (*BEYOND, "-1", "x"):
        answer = builder.client.get(f"{builder.url}/history?before={before}")
        assert (answer.status_code, "no page at this address" in notice(answer)) == (404, True), before[:24]
    for before, told in (("", True), ("0", False), ("1", False), (str(HIGHEST), True)):
        shown = builder.page(f"/history?before={before}").split("</header>")[-1]
        assert ("Yari Ashigaru" in shown) is told, before


@pytest.mark.parametrize("number", BEYOND, ids=lambda text: text[:24])
def test_a_list_and_its_print_dialogue_take_no_number_beyond(builder: Builder, number: str) -> None:
    seq = builder.kept.seq
    back = builder.client.post(f"{builder.url}/back", data={"seq": number, "key": "back-beyond"})
    assert back.status_code == 422
    assert BY_ITSELF in notice(back)
    assert builder.client.get(f"{builder.url}/suggest?since={number}&base={number}").status_code == 200
    assert builder.client.post("/lists/new", data={"path": "buke", "level": number}).status_code == 422
    printed = {"marker_mm": number, "players": number, "pieces": "markers"}
    assert builder.client.post(f"{builder.url}/print", data=printed).status_code == 422
    assert builder.kept.seq == seq


# ---- a NUL byte has no place in any text here: it is refused once, before anything is looked up by it


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
