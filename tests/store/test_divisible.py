"""A database can be divided by the table's id (docs/scale.md): keys begin with it, and a tap's statements name one."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import PrimaryKeyConstraint, UniqueConstraint, event

from companion.play.values import Done, Replacement, Tap
from companion.store.schema import metadata
from tests.play.tabletop import A, B, Tabletop

PLAY = {"tables", "events", "snapshots", "seats", "partners", "asks", "army_brought", "closed"}
LOOKUPS = {"codes", "links", "visits", "bringings"}
LISTS = {"army_lists", "army_edits", "army_phones", "army_miniatures"}
EVENINGS = {"evenings", "evening_lists"}
HOUSEHOLDS = {"households", "household_phones", "household_plays"}
PRINTS = {"print_choices", "print_lists", "print_profiles"}
BESIDE = {"told"}


def test_every_table_of_the_database_is_of_one_kind() -> None:
    assert set(metadata.tables) == PLAY | LOOKUPS | LISTS | EVENINGS | HOUSEHOLDS | PRINTS | BESIDE


def test_every_key_begins_with_the_tables_id_and_look_ups_hold_nothing_but_the_way_to_a_table() -> None:
    for name in PLAY:
        table = metadata.tables[name]
        own = "id" if name == "tables" else "table_id"
        keys = [key for key in table.constraints if isinstance(key, PrimaryKeyConstraint | UniqueConstraint)]
        assert keys, name
        for key in [*keys, *table.indexes]:
            assert next(iter(key.columns)).name == own, key.name
        for foreign in table.foreign_key_constraints:
            assert foreign.column_keys == ["table_id"]
            assert foreign.referred_table.name == "tables", "nothing of a table points at what lies elsewhere"
    for name in LOOKUPS:
        table = metadata.tables[name]
        assert set(table.columns.keys()) <= {"words", "token", "device", "list_id", "table_id", "seat"}
        assert all(foreign.referred_table.name != "tables" for foreign in table.foreign_key_constraints)


@contextmanager
def statements(top: Tabletop) -> Iterator[list[tuple[str, Any]]]:
    """Every statement sent to the database meanwhile, with its values."""
    sent: list[tuple[str, Any]] = []

    def note(_db: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA")):
            sent.append((statement, values))

    engines = top.store.engines
    for engine in engines:  # of those who look, and of those who change something
        event.listen(engine, "before_cursor_execute", note)
    yield sent
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)


def named(values: Any, *ids: str) -> set[str]:
    """Which of these tables a statement names by its values."""
    return {one for row in (values if isinstance(values, list) else [values]) for one in row} & set(ids)


def touched(statement: str) -> set[str]:
    """The tables of the database it reads or writes."""
    return set(re.findall(r"(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)", statement))


def test_every_statement_of_a_tap_names_one_tables_id(tmp_path: Path) -> None:
    top = Tabletop(tmp_path)
    others = [top.table("a", "b").id, top.table("a").id]
    top.table("a", "b")
    for _ in range(70):  # past a snapshot
        top.did("a", "add", n=1)
    with statements(top) as sent:
        top.did("a", "add", n=1)
        assert isinstance(top.tables.tap(top.id, A, Tap("think", {"card": "x"}, "a", "a", top.key())), Done)
        assert isinstance(top.undo("a"), Done)
        top.did("a", "add", n=2)
        top.did("b", "add", n=2)
        top.undo("a")  # has to be asked for
        assert isinstance(top.answer("b", True), Done)
        preview = top.tables.preview_amend(top.id, A, "a", 70, [Replacement("add", {"n": 4})])
        top.tables.amend(top.id, A, "a", 70, [Replacement("add", {"n": 4})], top.key(), seen=preview.seq)
        top.tables.tap(top.id, B, Tap("add", {"n": 1}, "b", "b", top.key(), 1))
    top.reopen()  # nothing is known yet
    with statements(top) as looked:
        top.get()
        for seat in ("a", "b", None):
            top.lines(seat)
        top.tables.version(top.id)
    assert (len(sent) > 40, len(looked) > 10) == (True, True), "who changes something is heard, and who looks"
    for statement, values in (*sent, *looked):
        assert named(values, top.id, *others) == {top.id}, statement
        assert touched(statement) <= PLAY, statement
    top.close()


def test_a_look_at_the_next_game_asks_those_before_it_one_by_one(tmp_path: Path) -> None:
    """Whether a request is open there that has to be answered still, and nothing else."""
    top = Tabletop(tmp_path)
    games = [top.table("a", "b").id]
    for _ in range(2):
        top.did("a", "add", n=1000)
        top.id = str(top.tables.begin_next(top.id, A))
        games.append(top.id)
    with statements(top) as tapped:
        top.did("a", "add", n=1)
    with statements(top) as looked:
        top.get()
    assert [named(values, *games) for _, values in tapped] == [{games[-1]}] * len(tapped)
    beside = [(statement, values) for statement, values in looked if named(values, *games) != {games[-1]}]
    assert sorted(min(named(values, *games)) for _, values in beside) == sorted([games[0], games[1]] * 2)
    for statement, values in beside:
        assert len(named(values, *games)) == 1, statement
        assert touched(statement) <= {"asks", "tables"}, statement
    top.close()
