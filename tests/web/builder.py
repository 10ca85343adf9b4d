"""A list in a browser without a screen, for tests of the builder's pages."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.play.armies.kept import Kept, Lists
from companion.web.services import Services


class Builder:
    """A list in a browser without a screen."""

    def __init__(self, client: FlaskClient, app: Flask, path: str = "buke", level: int = 3) -> None:
        self.client = client
        answer = client.post("/lists/new", data={"path": path, "level": level})
        assert answer.status_code == 303
        self.url = answer.headers["Location"].removesuffix("/add")
        services: Services = app.extensions["gunbai"]
        self.lists: Lists = services.lists
        self._number = 0

    @property
    def kept(self) -> Kept:
        found = self.lists.by_edit(self.url.rpartition("/")[2])
        assert found is not None
        return found

    def key(self) -> str:
        self._number += 1
        return f"test-key-{self._number:04}"

    def post(self, op: str, client: FlaskClient | None = None, /, **form: Any) -> Any:
        return (client or self.client).post(f"{self.url}/edit", data={"op": op, "key": self.key(), **form})

    def did(self, op: str, client: FlaskClient | None = None, /, **form: Any) -> None:
        answer = self.post(op, client, **form)
        assert answer.status_code == 303, answer.text

    def page(self, path: str = "") -> str:
        answer = self.client.get(self.url + path)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"
        return answer.text


def filled(builder: Builder) -> Builder:
    """Four units, a general in one of them, a Spy hidden in another, a Shinobi of a kind, a note."""
    for unit in ("yari-ashigaru", "yari-ashigaru", "katana-samurai", "yumi-samurai"):
        builder.did("add", unit=unit)
    builder.did("enlist", character="busho-buke", joins="u3")
    builder.did("enlist", character="spy", joins="u1")
    builder.did("enlist", character="shinobi")
    builder.did("outfit", id="c7", kind="kamari")
    builder.did("name", id="u1", name="First <spears>")
    builder.did("note", id="u1", note="ambush behind the mill")
    return builder
