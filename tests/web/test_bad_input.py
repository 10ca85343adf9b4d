"""Whatever a page, a broken phone or somebody bored sends to a table: a sentence that helps, and nothing is lost."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.config import Config
from companion.play.kensei.game import KENSEI
from companion.web import create_app
from companion.web.security import COOKIE
from tests.web import phones
from tests.web.phones import Phone, Sitting, notice

STEP = "t1.a1>b1.shot.at"


@pytest.fixture(scope="module")
def one_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app for all that changes nothing: what is sent here must leave the table as it was."""
    folder = tmp_path_factory.mktemp("tables")
    app = create_app(Config(database_url=f"sqlite:///{folder / 'tables.sqlite3'}", host="127.0.0.1", port=0))
    app.testing = True
    yield app
    app.extensions["gunbai"].close()


@pytest.fixture(scope="module")
def sitting(one_app: Flask) -> Sitting:
    """The same battle for all tests that must not change it."""
    return battle(one_app)


def battle(app: Flask) -> Sitting:
    """A battle in which Ana has tapped half of ten dice of a shot at Ben's swordsmen."""
    armies = ("yumi-samurai 10", "katana-samurai 10"), ("katana-samurai 10", "*daisho-samurai")
    sitting = phones.battle(app, *armies)
    sitting.ana.act("aim", kind="shot", attacker="a1", defender="b1")
    sitting.ana.act("situate", step=STEP, field="distance_cm", value="40")
    for die in range(5):
        sitting.ana.act("pad", step=STEP, die=str(die), face=str(die + 3))
    return sitting


LONG, HUGE = "x" * 20_000, "9" * 5_000
SIGNS = "🏯\u202e\x01\x1b[31m\ud7ff<script>alert(1)</script>%(x)s"

CASES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("pad", {"step": STEP, "bin.hits": HUGE}, "a whole number"),
    ("pad", {"step": STEP, f"bin.{SIGNS}": "1"}, "its counts are misses, hits, tens"),
    ("reveal", {"hero": SIGNS}, "Nobody with that name"),
    ("announce", {"piece": "a1", "goal": SIGNS, "target": "b1"}, "goal is not known here"),
    ("announce", {"piece": "a1", "goal": "ability+march+zzz", "target": "b1+anyway"}, "That is no ability of"),
    ("fly", {}, "known: ability, aim, alike, announce, answer"),
    (SIGNS, {}, ""),
    ("mark", {"key": SIGNS * 2, "piece": "a2", "marker": "run", "on": "yes"}, "8 to 64 letters"),
)
"""What is sent by Ana's phone, and words of the sentence that tells what is allowed; the rest is in `refused.page`."""


def untouched(sitting: Sitting, *, pad: bool = True) -> Callable[[], None]:
    """Remembers the table; what it returns fails if anything entered since then, or before, was changed or lost.
    `pad`: one is half filled.
    """
    before = sitting.state, sitting.table.seq, sitting.table.version

    def check() -> None:
        assert (sitting.state, sitting.table.seq, sitting.table.version) == before
        page = sitting.ana.get().text
        for face in "34567" if pad else "":
            assert f'data-face="{face}"' in page, "the half-filled pad is still there"

    return check


def helps(answer: TestResponse, status: int, says: str) -> None:
    assert answer.status_code == status, (answer.status, notice(answer))
    told = notice(answer).replace("&#39;", "'").replace("&#34;", '"')
    assert says in told, told
    assert told.strip()
    for stock in ("Traceback", "Internal Server", "companion.", "pydantic", "<script>alert"):
        assert stock not in answer.text


def test_a_bad_tap_gets_a_sentence_and_changes_nothing(sitting: Sitting) -> None:
    check = untouched(sitting)
    for type, form, says in CASES:
        helps(sitting.ana.tap(type, **form), 422, says)
        check()


def test_bad_armies_get_their_sentences_too(app: Flask) -> None:
    sitting = Sitting(app)
    sitting.ana.act("muster", unit="katana-samurai")
    before = sitting.state
    for type, form, says in (
        ("muster", {"unit": SIGNS}, "Known: ama-kihei"),
        ("muster", {"unit": "katana-samurai", "miniatures": HUGE}, "a whole number"),
        ("enlist", {"character": LONG}, "Known: busho-buke"),
        ("name", {"piece": "a1", "name": LONG}, "at most 40"),
    ):
        helps(sitting.ana.tap(type, **form), 422, says)
        assert sitting.state == before
    sitting.ana.act("side", clan=SIGNS)
    sitting.ana.act("name", piece="a1", name="🏯 Ōtomo%s")
    page = sitting.ana.get().text
    assert "🏯 Ōtomo%s" in page
    assert "<script>alert(1)" not in page
    assert sitting.ana.get("/log").status_code == 200
    assert sitting.ben.get("/log.txt").status_code == 200


def test_a_key_used_again_is_answered_again_or_refused_for_other_things(app: Flask) -> None:
    sitting = battle(app)
    form = {"piece": "a2", "marker": "run", "on": "yes"}
    sitting.ana.act("mark", key="once-and-again", **form)
    check = untouched(sitting)
    assert sitting.ana.tap("mark", key="once-and-again", **form).status_code == 200
    assert sitting.ana.tap("mark", key="once-and-again", seen="1", page="forces", **form).status_code == 200
    check()
    for phone, act, other in (
        (sitting.ana, "mark", form | {"marker": "hill"}),
        (sitting.ana, "mark", form | {"on": "no"}),
        (sitting.ana, "correct", {"piece": "a2", "reason": "x", "miniatures": "3"}),
        (sitting.ben, "mark", form),
    ):
        helps(phone.tap(act, key="once-and-again", **other), 422, "taken for an earlier one")
    check()


def test_putting_right_answering_and_taking_back_by_a_key_used_before(app: Flask) -> None:
    sitting = battle(app)
    sitting.ana.act("pad", step=STEP, clear="yes")
    sitting.ana.act("pad", step=STEP, **{"bin.hits": "2"})
    sitting.ana.act("pad", step=STEP, **{"bin.tens": "0"})
    seq = sitting.table.seq
    put = {"what": "dice", "step": STEP, "bin.hits": "3", "bin.tens": "0", "key": "put-right-1"}
    assert sitting.ana.post(f"/log/{seq}/amend", **put, seen=seq).status_code == 303
    last = sitting.table.seq
    check = untouched(sitting, pad=False)
    assert sitting.ana.post(f"/log/{seq}/amend", **put, seen=seq).status_code == 303
    for other in ({"bin.hits": "4"}, {"what": "strike"}):
        helps(sitting.ana.post(f"/log/{seq}/amend", **put | other), 422, "taken for an earlier one")
    helps(sitting.ana.post(f"/log/{seq}/amend", **put | {"key": "put-right-2"}, seen="x"), 422, "by itself")
    check()
    assert sitting.stranger.post("/ask", seat="a", player="Eve").status_code == 303
    asked = sitting.table.asks[0].id
    no = {"ask": asked, "allow": "no", "key": "answer-once-1"}
    for _ in range(2):
        assert sitting.ana.post("/answer", **no).status_code == 303
    helps(sitting.ana.post("/answer", **no | {"allow": "yes"}), 422, "taken for an earlier one")
    assert sitting.stranger.post("/withdraw", ask=asked).status_code == 303
    assert sitting.ana.post("/answer", **no).status_code == 303
    helps(sitting.ana.post("/answer", **no | {"ask": "another"}), 422, "taken for an earlier one")
    sitting.ben.act("mark", piece="b1", marker="run", on="yes")
    back = {"key": "take-back-1", "act": str(sitting.table.seq)}
    assert sitting.ben.post("/undo", **back).status_code == 303
    check = untouched(sitting, pad=False)
    assert sitting.ben.post("/undo", **back).status_code == 303
    helps(sitting.ben.post("/undo", **back | {"act": str(last)}), 422, "taken for an earlier one")
    helps(sitting.ben.post("/undo", key="take-back-2", act="the last"), 422, "by itself")
    check()


def test_without_a_key_or_a_seat_nothing_is_entered(sitting: Sitting) -> None:
    check = untouched(sitting)
    path, form = f"{sitting.ana.path}/tap", {"type": "mark", "seat": "a", "piece": "a2", "marker": "run", "on": "yes"}
    for headers in ({"HX-Request": "true"}, {}):
        helps(sitting.ana.client.post(path, data=form, headers=headers), 422, "8 to 64 letters")
    for phone in (sitting.watcher, sitting.stranger):
        helps(phone.tap("mark", seat="a", piece="a2", marker="run", on="yes"), 422, "Take a seat to act")
        helps(phone.post("/undo", key="undo-no-seat"), 422, "Take a seat to act")
        assert phone.post("/log/1/amend", key="amend-no-seat").status_code in (404, 422)
    check()


def test_a_broken_or_forged_cookie_has_no_seat_and_breaks_nothing(sitting: Sitting) -> None:
    """The name of another's phone is worth nothing without its signature."""
    check = untouched(sitting)
    holder = next(seat.device for seat in sitting.table.seats if seat.seat == "a")
    forged = (str(holder), f'"{holder}".AAAAAAAAAAAAAAAAAAAAAAAAAAA')
    for cookie in ("", "rubbish", "a.b.c", '"x".AAAA', "x" * 3000, "\u202e", *forged):
        thief = Phone(sitting.app.test_client(), sitting.id, "a")
        thief.client.set_cookie(COOKIE, cookie)
        assert thief.get().status_code == 200, cookie
        helps(thief.tap("mark", piece="a2", marker="run", on="yes"), 422, "Take a seat to act")
    check()


def test_bodies_that_are_too_large_or_no_form(sitting: Sitting) -> None:
    check = untouched(sitting)
    client, path = sitting.ana.client, f"{sitting.ana.path}/tap"
    answer = client.post(path, data={"type": "mark", "seat": "a", "key": "big-body-1", "reason": "x" * 1_000_000})
    assert answer.status_code == 413
    assert "at most" in notice(answer)
    for body, kind in (
        (b"{", "application/json"),
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (b"type=%ff%fe&key=%00%00%00%00%00%00%00%00&seat=a", "application/x-www-form-urlencoded"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"", "text/plain"),
    ):
        answer = client.post(path, data=body, content_type=kind)
        assert 400 <= answer.status_code < 500, (body, answer.status)
        assert notice(answer).strip()
    check()


def test_entries_that_are_none(sitting: Sitting) -> None:
    check = untouched(sitting)
    numbers = ("/log/0", "/log/99999", "/log/-1", "/log/x", "/log/99999999999999999999999", "/log/1/nix")
    for page in (*numbers, "/nix"):
        for answer in (
            sitting.ana.get(page),
            sitting.ana.post(page, key="entry-none-1", what="dice", faces="1 2 11 x"),
        ):
            assert 400 <= answer.status_code < 500, (page, answer.status)
            assert notice(answer).strip()
    check()


@pytest.mark.parametrize("game", ["kensei", "kenjin", "tenno", "zipang"])
def test_a_setup_keeps_what_the_game_knows_and_nothing_else(app: Flask, game: str) -> None:
    phone = app.test_client()
    way = "result" if game == "zipang" else "score"
    known = {"players": "3", "crest.a": "tomoe", "name.b": "Ben", "way": way, "level": "3", "odds": "nobody",
             "phones": "one"}  # fmt: skip
    form = {"game": game, "player": "Ana", **known, "more": "x" * 5_000, "name.q": "Q", "set": "x", "clan.q": "1"}
    made = phone.post("/new", data=form)
    assert made.status_code == 303, notice(made)
    tables = app.extensions["gunbai"].tables
    table = tables.get(made.headers["Location"].split("/t/")[1].split("/")[0])
    assert len(str(table.setup)) < 600
    assert table.setup.keys().isdisjoint({"more", "name.q", "set", "clan.q", "phones", "player"})
    assert table.setup["odds" if game == "kensei" else "crest.a"] == ("nobody" if game == "kensei" else "tomoe")
    assert table.game.start(table.setup) == table.state


def test_new_tables_seats_and_words(app: Flask, client: FlaskClient) -> None:
    for form in (
        {"game": SIGNS, "player": "Ana"},
        {},
        {"game": "kensei", "player": "Ana", "name": LONG},
        {"game": "kensei", "player": "Ana", "odds": SIGNS},
        {"game": "kensei", "player": "Ana", "more": "x" * 9_000},
    ):
        answer = client.post("/new", data=form)
        assert answer.status_code == 422, form
        assert "<script>alert" not in answer.text
    sitting = Sitting(app)
    for seat, player in (("z", "Eve"), ("", "Eve"), (SIGNS, "Eve"), ("a", "Eve"), ("b", LONG)):
        assert sitting.stranger.post("/sit", seat=seat, player=player).status_code == 422
    for words in ("", "x", "one two three", SIGNS, LONG):
        answer = sitting.stranger.client.post("/join", data={"words": words})
        assert answer.status_code == 404
        assert "three words" in answer.text.lower() or "Three short words" in answer.text
    for path in ("/t/nix", "/t/nix/tap", f"/t/{LONG}", "/r/rubbish", "/j/no-such-words"):
        for answer in (client.get(path), client.post(path)):
            assert answer.status_code < 500
    assert KENSEI.view(sitting.state, None).begun is False
