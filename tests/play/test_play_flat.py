"""The cost of a table does not grow with its log: statements, rows and folded events are counted, not seconds."""

import json
from typing import Any

import pytest
from sqlalchemy import event, insert

from companion.play.fold import SNAPSHOT_EVERY
from companion.play.values import Done
from companion.store import rows
from companion.store.schema import events
from tests.play.tabletop import A, Counter, Tabletop


def fill(top: Tabletop, count: int) -> None:
    """A log of `count` events as the program itself writes it, stored in one go; the last ones are tapped."""
    top.did("a", "add", n=1)
    pattern = dict(top.rows()[0]._mapping)
    values = [
        {
            **pattern,
            "seq": seq,
            "slot": seq,
            "key": f"filled-{seq:06}",
            "version": pattern["version"] + seq - 1,
            "line": json.dumps(
                {"text": "%(seat)s adds %(n)s and has %(total)s", "values": {"seat": "a", "total": seq, "n": 1}}
            ),
        }
        for seq in range(2, count + 1)
    ]
    with top.store.write() as db:
        db.execute(insert(events), values)
        rows.set_table(db, top.id, {"seq": count, "version": pattern["version"] + count - 1})
        game = top.game
        for seq in range(SNAPSHOT_EVERY, count + 1, SNAPSHOT_EVERY):
            state = game.start({})
            rows.add_snapshot(db, top.id, seq, game.rules_version, game.dump(game._coins(state, "a", seq)))
    top.reopen()


def cost(top: Tabletop, act) -> tuple[int, int]:
    """Statements sent and events folded by an act in a freshly started process."""
    top.reopen()
    counter = Counter(top.store)
    folded = top.game.folded
    act()
    counter.close()
    return counter.statements, top.game.folded - folded


ACTS = {
    "load": lambda top: top.get(),
    "tap": lambda top: top.did("a", "add", n=1),
    "undo": lambda top: top.undo("a"),
    "next undo": lambda top: top.tables.next_undo(top.id, A, "a", "a"),
    "stale tap": lambda top: top.tap("a", "spend", n=1, seen=top.get().seq - 3),
    "log": lambda top: top.tables.log(top.id, "a"),
    "preview": lambda top: top.tables.preview_amend(top.id, A, "a", top.get().seq - 5, []),
}


@pytest.fixture(scope="module")
def costs(tmp_path_factory) -> dict[int, dict[str, tuple[int, int]]]:
    found = {}
    for count in (10, 3000):
        top = Tabletop(tmp_path_factory.mktemp(f"log{count}"))
        top.table("a", "b")
        fill(top, count)
        assert top.get().state.coins["a"] == count
        for _ in range(9):  # undone and corrected things lie about too
            top.did("a", "add", n=1)
        top.undo("a")
        found[count] = {name: cost(top, lambda act=act, top=top: act(top)) for name, act in ACTS.items()}
        assert top.get().state == top.replayed()
        top.close()
    return found


def test_an_act_costs_the_same_however_long_the_log(costs):
    for act in ACTS:
        statements = {found[act][0] for found in costs.values()}
        folded = {count: found[act][1] for count, found in costs.items()}
        assert max(statements) - min(statements) <= 1, (act, statements)
        assert max(statements) <= 20, act
        assert max(folded.values()) <= 2 * SNAPSHOT_EVERY, (act, folded)


def test_a_tap_in_a_running_process_folds_only_itself(top):
    for _ in range(3 * SNAPSHOT_EVERY):
        top.did("a", "add", n=1)
    folded = top.game.folded
    counter = Counter(top.store)
    top.did("a", "add", n=1)
    assert top.game.folded - folded == 1
    assert counter.statements <= 8
    counter.close()


def test_every_query_on_a_long_log_goes_through_an_index(top):
    """No statement of a tap, an undo, a load or the log reads a table from its beginning or sorts the log."""
    fill(top, 300)
    asked: dict[str, Any] = {}

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")) and ("events" in statement or "snapshots" in statement):
            asked[statement] = values

    for engine in top.store.engines:
        event.listen(engine, "before_cursor_execute", note)
    for act in ACTS.values():
        act(top)
    for engine in top.store.engines:
        event.remove(engine, "before_cursor_execute", note)
    assert len(asked) > 8
    with top.store.read() as db:
        for statement, values in asked.items():
            plan = [str(row[3]) for row in db.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)]
            assert all(step.startswith(("SEARCH", "SCALAR SUBQUERY", "SCAN CONSTANT ROW")) for step in plan), (
                statement,
                plan,
            )


def test_undoing_back_through_snapshots_stays_cheap(top):
    """Tap and undo in turn at the place where snapshots are taken: none may push the last one out of reach."""
    for _ in range(2 * SNAPSHOT_EVERY):
        top.did("a", "add", n=1)
        assert isinstance(top.undo("a"), Done)
        top.did("a", "add", n=1)
    folded = top.game.folded
    top.undo("a")
    assert top.game.folded - folded <= 2 * SNAPSHOT_EVERY
    top.reopen()
    top.get()
    assert top.game.folded <= 2 * SNAPSHOT_EVERY
    assert top.get().state == top.replayed()
