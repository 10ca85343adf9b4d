"""Laws over whole evenings: the state is always its own replay, and an undo returns the state of before."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.play.desk import SYSTEM_TYPES
from companion.play.game import Event
from companion.play.tables import Tables
from companion.play.values import Asked, Done, Replacement, Stale
from companion.rules.text import Refusal
from companion.store import rows
from tests.play.tabletop import DEVICES, Tabletop
from tests.play.tally import Tally

SEATS = st.sampled_from(["a", "b"])
ACTS = st.one_of(
    st.tuples(st.sampled_from(["add", "spend"]), st.fixed_dictionaries({"n": st.integers(1, 6)})),
    st.tuples(st.sampled_from(["draw", "hide"]), st.fixed_dictionaries({"card": st.sampled_from(["fox", "owl"])})),
    st.tuples(st.sampled_from(["show", "begin"]), st.just({})),
    st.tuples(st.just("pad"), st.fixed_dictionaries({"face": st.integers(1, 10)})),
    st.tuples(st.just("roll"), st.fixed_dictionaries({"faces": st.lists(st.integers(1, 10), min_size=0, max_size=3)})),
)


def from_the_log_alone(top: Tabletop, logged: list[Any]) -> tuple[Any, list[tuple[Any, Any]]]:
    """The state, and the effective rows with their lines, from the columns that are written once and never changed.

    A twin of what the store keeps beside them: it knows only what undo and amend events say of themselves.
    """
    voided: set[int] = set()
    slots: dict[int, int] = {}
    for row in logged:
        slots.setdefault(row.seq, row.seq)
        if row.type in SYSTEM_TYPES:
            data = json.loads(row.data)
            voided = (voided | set(data["voids"])) - set(data.get("restores", ()))
            slots |= {row.seq + 1 + number: data["slot"] for number in range(data["fresh"])}
    live = [row for row in logged if row.type not in SYSTEM_TYPES and row.seq not in voided]
    live.sort(key=lambda row: (slots[row.seq], row.seq))
    game = Tally()
    state = game.start(top.get().setup)
    lines = []
    for row in live:
        event = Event(row.type, row.seat, row.by, json.loads(row.data), row.how)
        after = game.apply(state, event)
        assert not isinstance(after, Refusal)
        lines.append(game.line(state, event, after).public)
        state = after
    return state, list(zip(live, lines, strict=True))


class Evening(RuleBasedStateMachine):
    """Two phones tap, take back, correct, ask, answer, leave, come back and restart the server at random."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.top = Tabletop(Path(self.folder.name))
        self.top.table("a", "b", coins=4)

    @rule(seat=SEATS, act=ACTS)
    def tap(self, seat: str, act: tuple[str, dict[str, Any]]) -> None:
        self.top.tap(seat, act[0], **act[1])

    @rule(seat=SEATS, act=ACTS, count=st.integers(20, 70))
    def tap_often(self, seat: str, act: tuple[str, dict[str, Any]], count: int) -> None:
        for _ in range(count):
            self.top.tap(seat, act[0], **act[1])

    @rule(seat=SEATS, act=ACTS)
    def tap_and_undo(self, seat: str, act: tuple[str, dict[str, Any]]) -> None:
        before = self.top.get().state
        done = self.top.tap(seat, act[0], **act[1])
        if isinstance(done, Done) and act[0] != "show":
            undone = self.top.undo(seat)
            if isinstance(undone, Done):
                assert self.top.get().state == before
            else:
                assert "asked for something already" in str(undone)

    @rule(seat=SEATS)
    def undo(self, seat: str) -> None:
        foreseen = self.top.tables.next_undo(self.top.id, DEVICES[seat], seat, seat)
        state = self.top.get().state
        answer = self.top.undo(seat)
        if isinstance(answer, Done):
            assert foreseen is not None
            assert next(row.voided_by for row in self.top.rows() if row.seq == foreseen[0]) == answer.seq
        else:
            assert self.top.get().state == state
            assert isinstance(answer, Refusal) or foreseen is not None

    @rule(seat=SEATS, place=st.integers(1, 200), acts=st.lists(ACTS, max_size=3), undone=st.booleans())
    def amend(self, seat: str, place: int, acts: list[tuple[str, dict[str, Any]]], undone: bool) -> None:
        seq = 1 + place % max(1, self.top.get().seq)
        put = [Replacement(*act) for act in acts]
        before = self.top.get()
        preview = self.top.preview(seat, seq, put)
        assert self.top.get() == before
        answer = self.top.amend(seat, seq, put, seen=before.seq)
        if isinstance(preview, Refusal):
            assert isinstance(answer, Refusal)
        elif not isinstance(answer, Refusal):
            assert isinstance(answer, Asked) == preview.consent
        if isinstance(answer, Done) and not isinstance(preview, Refusal):
            lines = {entry.seq: str(entry.text) for entry in self.top.tables.log(self.top.id, seat, limit=200)}
            assert all(lines[change.seq] == str(change.after) for change in preview.changed if change.seq in lines)
        if undone and isinstance(answer, Done):
            taken_back = self.top.undo(seat)
            assert isinstance(taken_back, Asked) or self.top.get().state == before.state, taken_back

    @rule(seat=SEATS, allow=st.booleans())
    def answer(self, seat: str, allow: bool) -> None:
        for ask in self.top.get().asks:
            state = self.top.get().state
            done = self.top.tables.answer(self.top.id, DEVICES[seat], ask.id, allow, self.top.key(), ask.read_by(seat))
            assert isinstance(done, Done | Refusal | Stale)
            if not allow:
                assert self.top.get().state == state

    @rule(seat=SEATS)
    def leave_or_sit(self, seat: str) -> None:
        if seat in self.top.get().seats_of(DEVICES[seat]):
            self.top.tables.leave(self.top.id, DEVICES[seat], seat)
        else:
            self.top.tables.sit(self.top.id, DEVICES[seat], seat, "Back")

    @rule()
    def restart(self) -> None:
        self.top.reopen()

    @invariant()
    def the_state_and_every_line_are_those_of_the_replay(self) -> None:
        table, logged = self.top.get(), self.top.rows()
        state, live = from_the_log_alone(self.top, logged)
        assert table.state == state
        with self.top.store.read() as db:
            assert [row.seq for row in rows.acts_after(db, self.top.id, 0)] == [row.seq for row, _ in live]
        assert [row.seq for row in logged] == list(range(1, table.seq + 1))
        fresh = Tables(self.top.store, self.top.bell, {"tally": Tally()}, now=self.top.now, throw=self.top.throw)
        assert fresh.get(self.top.id).state == state  # from the snapshots, without the cache
        for row, public in live:
            kept = json.loads(row.line) if row.line else None
            assert (kept and kept["text"] % kept["values"]) == (public and str(public))

    @invariant()
    def snapshots_are_true(self) -> None:
        game = Tally()
        with self.top.store.read() as db:
            acts = rows.acts_after(db, self.top.id, 0)
            newest = rows.newest_snapshot(db, self.top.id, game.rules_version)
        if newest is not None:
            state = game.start(self.top.get().setup)
            for row in acts:
                if row.slot <= newest.seq:
                    state = game.apply(state, Event(row.type, row.seat, row.by, json.loads(row.data), row.how))
            assert game.load(newest.state) == state

    def teardown(self) -> None:
        if hasattr(self, "top"):
            self.top.close()
            self.folder.cleanup()


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=12, stateful_step_count=25)
