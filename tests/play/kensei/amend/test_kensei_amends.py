"""A table of Kensei corrected in the middle: what other fights rolled stands (identifiers come from content)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.live import Bell
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from companion.play.tables import Tables
from companion.play.values import Done, Preview, Replacement, Table, Tap
from companion.store import Store
from tests.databases import empty_database

DEVICE = "one-phone"


class Evening:
    """A table of Kensei on a real store, both seats on one phone: so many archers of a against swordsmen of b."""

    def __init__(self, folder: Path, units: int) -> None:
        moments = (datetime(2026, 11, 21, tzinfo=UTC) + timedelta(seconds=n) for n in itertools.count())
        self.store = Store(empty_database(folder / "tables.sqlite3"))
        self.bell = Bell()
        self.tables = Tables(
            self.store, self.bell, {"kensei": KENSEI}, now=lambda: next(moments), throw=lambda dice: (1,) * dice
        )
        self.keys = (f"key-{number:05}" for number in itertools.count())
        table = self.tables.create(DEVICE, "kensei", "Evening", {})
        assert isinstance(table, Table)
        self.id = table.id
        for seat in "ab":
            self.tables.sit(self.id, DEVICE, seat, {"a": "Aki", "b": "Ben"}[seat])
        for _ in range(units):
            self.did("a", "muster", unit="yumi-samurai", miniatures=10)
            self.did("b", "muster", unit="katana-samurai", miniatures=8)
        for seat in "ab":
            self.did(seat, "ready")

    def close(self) -> None:
        self.bell.close()
        self.store.close()

    @property
    def state(self) -> State:
        table = self.tables.get(self.id)
        assert table is not None
        assert isinstance(table.state, State)
        return table.state

    def did(self, seat: str, type: str, **form: Any) -> int:
        """An act that must succeed; its number in the log."""
        done = self.tables.tap(self.id, DEVICE, Tap(type, form, seat, seat, next(self.keys)))
        assert isinstance(done, Done), done
        return done.seq

    def step(self) -> str:
        return KENSEI.due(self.state)[0].step

    def shot(self, attacker: str, defender: str, *rolls: list[int]) -> list[int]:
        """A shot at 30 cm with these dice; the numbers of its rolls in the log."""
        seats = {"a": "aba", "b": "bab"}[attacker[0]]
        self.did(attacker[0], "aim", kind="shot", attacker=attacker, defender=defender)
        self.did(attacker[0], "situate", step=self.step(), field="distance_cm", value=30)
        return [
            self.did(seat, "roll", step=self.step(), faces=faces) for seat, faces in zip(seats, rolls, strict=False)
        ]

    def honor(self, piece: str, die: int) -> None:
        (owed,) = (r for r in self.state.owed if r.piece == piece)
        self.did(piece[0], "honor", piece=piece, owed=owed.id)
        self.did(piece[0], "roll", step=f"{owed.id}.die", faces=[die])

    def lines(self) -> list[str]:
        return [str(entry.text) for entry in reversed(self.tables.log(self.id, None, limit=200)) if not entry.undone]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Three archers of a against three units of swordsmen of b."""
    found = Evening(tmp_path, units=3)
    yield found
    found.close()


HALF: tuple[list[int], ...] = ([9, 9, 9, 9, 1, 1, 1, 1, 1, 1], [9, 9, 9, 9], [5, 5, 5, 5])
"""Takes four of eight Katana Samurai: an honor roll is owed."""


def test_a_shot_that_owes_no_roll_any_more_leaves_every_roll_of_two_other_fights(evening: Evening) -> None:
    *_, damage = evening.shot("a1", "b1", *HALF)
    evening.honor("b1", 2)
    evening.shot("a2", "b2", *HALF)
    evening.honor("b2", 3)
    evening.shot("a3", "b3", *HALF)
    evening.honor("b3", 1)
    step = "t1.a1>b1.shot.damage"
    less = [Replacement("roll", {"step": step, "faces": [5, 5, 5, 2]})]
    preview = evening.tables.preview_amend(evening.id, DEVICE, "a", damage, less)
    assert isinstance(preview, Preview)
    assert [str(gone.before) for gone in preview.impossible] == [
        "Honor of Katana Samurai 1: 2 against 4, held.",
    ], "only the roll that is no longer owed"
    done = evening.tables.amend(evening.id, DEVICE, "a", damage, less, next(evening.keys))
    assert isinstance(done, Done), done
    told = evening.lines()
    assert sum(", held." in line for line in told) == 2
    assert [p.miniatures for p in evening.state.of("b")] == [5, 4, 4]
    assert not evening.state.owed


def test_taking_back_the_first_of_two_like_it_leaves_the_second_its_name(evening: Evening) -> None:
    first = evening.shot("a1", "b1", [1] * 10)
    evening.did("a", "mark", piece="a1", marker="unloaded", on=False)
    evening.shot("a1", "b1", *HALF)
    evening.honor("b1", 2)
    blank: list[Replacement] = []
    preview = evening.tables.preview_amend(evening.id, DEVICE, "a", first[0], blank)
    assert isinstance(preview, Preview)
    assert not preview.impossible, "the second is still t1.a1>b1.shot/2"
    done = evening.tables.amend(evening.id, DEVICE, "a", first[0], blank, next(evening.keys))
    assert isinstance(done, Done), done
    assert any(", held." in line for line in evening.lines())
    assert [p.miniatures for p in evening.state.of("b")] == [4, 8, 8]


def test_the_name_is_kept_with_the_event_and_a_form_cannot_choose_it(evening: Evening) -> None:
    evening.did("a", "aim", kind="shot", attacker="a1", defender="b1", name="t1.a1>b1.shot/9")
    exported = evening.tables.export(evening.id, "a")
    assert exported is not None
    (aimed,) = (event for event in exported["events"] if event["type"] == "aim")
    assert aimed["data"]["name"] == "t1.a1>b1.shot"
