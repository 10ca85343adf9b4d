"""The terrain on the table as a short list: what it is and what it is called, so that later questions can name it."""

from __future__ import annotations

from dataclasses import replace

from companion.play.acts import everybody, said
from companion.play.game import Event, Line
from companion.play.kensei.acts import BattleAct, act, always
from companion.play.kensei.pieces import TerrainPiece, by_name, renewed
from companion.play.kensei.state import State, must
from companion.rules.kensei.deployment.terrain import TerrainKind
from companion.rules.text import Refusal, Text

MOST_TERRAIN = 30
"""More pieces nobody places, and no page lists."""
OVER = Text("The battle is over. Undo its end, or open a new table.")


@act("terrain", sees=everybody, when=always)
class TerrainAct(BattleAct):
    kind: TerrainKind

    def apply(self, state: State, event: Event) -> State | Refusal:
        if state.over:
            return Refusal(OVER, "7:4:7")
        if len(state.terrain) >= MOST_TERRAIN:
            words = Text("A table here takes at most %(most)s pieces of terrain.", {"most": MOST_TERRAIN})
            return Refusal(words, "7:2")
        number = 1 + sum(one.kind == self.kind for one in state.terrain)
        return replace(state, terrain=(*state.terrain, TerrainPiece(self.kind, number, by=event.seat)))

    def line(self, before: State, event: Event, after: State) -> Line:
        return said("On the table: %(terrain)s.", terrain=after.terrain[-1].title)


@act("terrain-off", sees=everybody, when=always)
class TerrainOffAct(BattleAct):
    terrain: str

    def apply(self, state: State, event: Event) -> State | Refusal:
        if state.over:
            return Refusal(OVER, "7:4:7")
        piece = by_name(state.terrain, self.terrain)
        if piece is None or piece.gone:
            return Refusal(
                Text("There is no such terrain on the table: it was removed. Look at the list again."), "7:2"
            )
        return replace(state, terrain=renewed(state.terrain, replace(piece, gone=True)))

    def line(self, before: State, event: Event, after: State) -> Line:
        return said("Off the table: %(terrain)s.", terrain=must(by_name(before.terrain, self.terrain)).title)
