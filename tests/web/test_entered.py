"""The number a tap was entered under, by which its page tells its own entries from those of others."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from companion.store.rows import QUIET
from tests.web.phones import battle

HEADERS = {"HX-Request": "true"}


def test_a_tap_says_its_number_and_a_repeated_one_the_same(app: Flask, client: FlaskClient) -> None:
    made = client.post("/new", data={"game": "zipang", "player": "Ana", "players": "3"}).headers["Location"]
    table = made.split("/")[2]
    other = app.test_client()
    other.post(f"/t/{table}/sit", data={"seat": "b", "player": "Ben"})
    begun = int(client.get(f"/t/{table}/now").headers["X-Seq"])
    numbers = []
    for phone, key in ((client, "move-0001"), (other, "move-0002"), (client, "move-0001"), (client, "move-0003")):
        tap = {"type": "move", "source": "a", "target": "pot", "coins": "1", "key": key}
        entered = phone.post(f"/t/{table}/tap", data=tap, headers=HEADERS).headers["X-Entered"]
        numbers.append(int(entered) - begun)
    assert numbers == [1, 2, 1, 3]
    undone = client.post(f"/t/{table}/undo", data={"key": "undo-0001"}, headers=HEADERS)
    assert int(undone.headers["X-Entered"]) - begun == 4
    late = client.post(
        f"/t/{table}/tap", data={"type": "move", "coins": "1", "key": "move-0004", "seen": "3"}, headers=HEADERS
    )
    assert late.status_code == 409
    assert "X-Entered" not in late.headers


def test_what_is_entered_quietly_or_taken_back_so_is_next_to_no_number(app: Flask) -> None:
    sitting = battle(app, ("yumi-samurai",), ("yari-ashigaru",), battle="pitched")
    draft = sitting.ana.act("order", piece="a1", do="advance")
    undone = sitting.ana.post("/undo", key="undo-0001")
    assert all(int(answer.headers["X-Entered"]) > QUIET for answer in (draft, undone))
