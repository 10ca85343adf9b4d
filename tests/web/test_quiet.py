"""What is entered quietly keeps its place in the fold: beside snapshots, corrections and undo, and for its own seat."""

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play import desk, entry
from companion.play import fold as folding
from companion.play.fold import fold
from companion.play.values import Done, Preview, Replacement
from companion.rules.text import Refusal
from companion.store import rows
from companion.store.rows import QUIET
from tests.web.phones import Sitting, battle


@pytest.fixture
def sitting(app: Flask) -> Sitting:
    return battle(app, ("katana-samurai", "yumi-samurai"), ("yari-ashigaru",), battle="pitched")


def from_the_store(sitting: Sitting) -> object:
    """The state as a server that has just started finds it."""
    with sitting.tables.look(sitting.id) as work:
        assert work is not None
        state, _, acts = work.base(below=work.seq + 1)
        return fold(work.game, state, acts)


def device(sitting: Sitting, seat: str) -> str:
    found = next(held.device for held in sitting.table.seats if held.seat == seat)
    assert found is not None
    return found


def test_quiet_acts_survive_snapshots(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    often = 16
    for module in (desk, folding, entry):
        monkeypatch.setattr(module, "SNAPSHOT_EVERY", often)
    kept = set()
    for turn in range(often + 8):
        sitting.ben.act("first", first="ab"[turn % 2])
        with sitting.tables.store.read() as db:
            newest = rows.newest_snapshot(db, sitting.id, sitting.table.game.rules_version)
        kept.add(newest.seq if newest is not None else 0)
        sitting.ana.act("order", piece="a1", do="advance", on="false" if turn % 2 else "true")
        assert from_the_store(sitting) == sitting.state
    assert often in kept


def test_a_draft_is_not_corrected_in_the_log_and_stays_one_where_the_act_before_it_is(sitting: Sitting) -> None:
    sitting.ana.act("announce", piece="a1", do="advance")
    seq, ana = sitting.table.seq, (sitting.id, device(sitting, "a"), "a")
    sitting.ana.act("order", piece="a2", do="advance")
    order = (Replacement("order", {"piece": "a2", "do": "face"}),)
    for wrong in (rows.lane(0) + 1, seq):
        assert isinstance(sitting.tables.preview_amend(*ana, wrong, order), Refusal)
    assert isinstance(sitting.tables.preview_amend(*ana, seq, ()), Preview), "taken away"
    instead = (Replacement("announce", {"piece": "a1", "do": "advance", "pace": "run"}),)
    assert isinstance(sitting.tables.amend(*ana, seq, instead, "amend-key", None), Done)
    assert {plan.piece: plan.announced for plan in sitting.state.plans} == {"a1": 1, "a2": 0}
    assert from_the_store(sitting) == sitting.state


def test_undo_takes_drafts_back_before_what_they_follow(sitting: Sitting) -> None:
    sitting.ana.act("announce", piece="a1", do="face")
    states = []
    for type, piece, do in (("order", "a2", "advance"), ("order", "a1", "occupy"), ("order", "a2", "face")):
        states.append(sitting.state)
        sitting.ana.act(type, piece=piece, do=do)
        sitting.ben.act("first", first="b")
    for number, state in enumerate(reversed(states)):
        assert sitting.ana.post("/undo", key=f"undo-{number:05}").status_code == 303
        assert sitting.table.asks == (), "the other's later acts have nothing to do with it"
        assert sitting.state.plans == state.plans
        assert from_the_store(sitting) == sitting.state
    sitting.ana.post("/undo", key="undo-spoken")
    assert sitting.table.asks == (), "nor with what was announced"
    assert sitting.state.plans == ()


def test_the_export_of_its_own_seat_holds_a_draft_and_nothing_of_one_taken_back(sitting: Sitting) -> None:
    """The same draft sent twice counts once."""

    def orders() -> list[str]:
        events = json.loads(sitting.ana.get("/log.json").text)["events"]
        assert [event["n"] for event in events] == list(range(1, len(events) + 1))
        return [event["data"]["do"] for event in events if event["type"] == "order"]

    for _ in range(2):
        assert sitting.ana.tap("order", key="drafted-once", piece="a1", do="advance").status_code == 200
    assert sitting.table.quiet_of("a") == (rows.lane(0) + 1,)
    assert sitting.table.quiet_of("b") == (rows.lane(1),)
    sitting.ana.act("order", piece="a1", do="face")
    assert orders() == ["advance", "face"]
    sitting.ana.post("/undo", key="undo-drafted")
    assert orders() == ["advance"]


def test_whose_drafts_fall_by_a_correction_is_told_so_and_nobody_else(sitting: Sitting) -> None:
    sitting.ben.act("correct", piece="b1", miniatures="4", reason="miscounted")
    seq = sitting.table.seq
    sitting.ana.act("order", piece="a1", do="advance")
    sitting.ana.act("order", piece="a1", do="face")
    sitting.ana.act("order", piece="a2", do="face")
    instead = (Replacement("correct", {"piece": "a1", "miniatures": 0, "reason": "all fell"}, "a"),)
    done = sitting.tables.amend(sitting.id, device(sitting, "b"), "b", seq, instead, "amend-key", None)
    assert isinstance(done, Done)
    assert {plan.piece for plan in sitting.state.plans} == {"a2"}
    told = "2 drafts of yours were undone with this: look at your drafts."
    lines = {seat: " ".join(str(one.text) for one in sitting.tables.log(sitting.id, seat)) for seat in ("a", "b", None)}
    assert [told in lines[seat] for seat in ("a", "b", None)] == [True, False, False]
    assert told in sitting.ana.get().text
    assert all("drafts of yours" not in phone.get().text for phone in (sitting.ben, sitting.watcher))
    for seat in ("b", None):
        assert told not in json.dumps(sitting.tables.export(sitting.id, seat))


# ---- the number a tap was entered under, by which its page tells its own entries from those of others


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
