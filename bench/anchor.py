"""What a tap is measured against: the smallest app that keeps one and answers looks, Flask and one file of SQLite."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from flask import Flask, g, request
from flask.testing import FlaskClient

LOOKS = 3
ANSWER = "0123456789abcdef" * 128
"""2 KB, about what a phone gets of us."""


def anchor_app(file: Path) -> Flask:
    """One INSERT a tap, as safe against a power cut as ours, on a connection of the request as Flask's manual has it;
    a look is answered with a constant."""
    app = Flask("anchor")

    def database() -> sqlite3.Connection:
        if "db" not in g:
            g.db = sqlite3.connect(file)
            g.db.execute("PRAGMA journal_mode = WAL")
            g.db.execute("PRAGMA synchronous = FULL")
        found: sqlite3.Connection = g.db
        return found

    @app.teardown_appcontext
    def close(_problem: BaseException | None) -> None:
        if "db" in g:
            g.pop("db").close()

    @app.post("/tap")
    def tap() -> tuple[str, int]:
        with database() as db:
            db.execute("INSERT INTO taps (what) VALUES (?)", (request.form["what"],))
        return "", 204

    @app.get("/look")
    def look() -> str:
        return ANSWER

    with app.app_context(), database() as db:
        db.execute("CREATE TABLE taps (id INTEGER PRIMARY KEY, what TEXT NOT NULL)")
    return app


class Anchor:
    """A phone of that app."""

    def __init__(self, folder: Path) -> None:
        self._client: FlaskClient = anchor_app(folder / "anchor.sqlite3").test_client()

    def round(self) -> None:
        """A tap, and the look of each of the three other phones."""
        assert self._client.post("/tap", data={"what": "a tap of so many letters"}).status_code == 204
        for _ in range(LOOKS):
            assert self._client.get("/look").text == ANSWER
