"""The terrain on the table as a short list: what it is and what it is called, so that later questions can name it; and
whose turn it is to place some.
"""

from __future__ import annotations

from dataclasses import replace

from companion.play.acts import ActForm, everybody, public_line
from companion.play.game import Event, Line
from companion.play.kensei.acts import OVER, act, always
from companion.play.kensei.pieces import SEATS, TerrainPiece, by_name, other, renewed
from companion.play.kensei.state import State, must
from companion.rules.kensei.deployment.terrain import APART_CM, BY_KIND, LEAST_EACH, TerrainKind
from companion.rules.text import Refusal, Text, player_first

MOST_TERRAIN = 30
"""More pieces nobody places, and no page lists."""


@act("terrain", sees=everybody, when=always)
class TerrainAct(ActForm):
    kind: TerrainKind

    def apply(self, state: State, event: Event) -> State | Refusal:
        if state.over:
            return OVER
        if len(state.terrain) >= MOST_TERRAIN:
            words = Text("A table here takes at most %(most)s pieces of terrain.", {"most": MOST_TERRAIN})
            return Refusal(words, "7:2")
        number = 1 + sum(one.kind == self.kind for one in state.terrain)
        return replace(state, terrain=(*state.terrain, TerrainPiece(self.kind, number, by=event.seat)))

    def line(self, before: State, event: Event, after: State) -> Line:
        return public_line("On the table: %(terrain)s.", terrain=after.terrain[-1].title)


@act("terrain-off", sees=everybody, when=always)
class TerrainOffAct(ActForm):
    terrain: str

    def apply(self, state: State, event: Event) -> State | Refusal:
        if state.over:
            return OVER
        piece = by_name(state.terrain, self.terrain)
        if piece is None or piece.gone:
            words = Text("There is no such terrain on the table: it was removed. Look at the list again.")
            return Refusal(words, "7:2")
        return replace(state, terrain=renewed(state.terrain, replace(piece, gone=True)))

    def line(self, before: State, event: Event, after: State) -> Line:
        return public_line("Off the table: %(terrain)s.", terrain=must(by_name(before.terrain, self.terrain)).title)


# ---- how it is placed before the armies are, by turns (7:2)


PLACING = Text(
    "Place it in turn, %(each)s or more each; when one of you stops, the other may place one more. Every piece "
    "stands %(cm)s cm or more from the others and from the edges, and is of another kind than your last one. Or "
    "let somebody who does not play place them all.",
    {"each": LEAST_EACH, "cm": APART_CM},
)
"""How the terrain is placed (7:2)."""
TERRAIN_FIRST = Text("Either of you may begin: place the terrain in turn, at least %(cm)s cm apart.", {"cm": APART_CM})
MAY_STOP = Text(
    "Each of you has placed %(each)s: when one stops, the other may place one more, and the dice follow.",
    {"each": LEAST_EACH},
)


def placing(state: State) -> Text | None:
    """How the terrain is placed, while it is time for it: before the first card, or, where the table leads no
    deployment, while armies are chosen. Once all that must be placed lies, that either may stop."""
    first = state.deploying and not state.deployment.first
    if state.begun or not (first or not state.deploys):
        return None
    return MAY_STOP if may_stop(state) else PLACING


def may_stop(state: State) -> bool:
    """Whether all that must be placed lies (7:2)."""
    return all(len(_placed(state, seat)) >= LEAST_EACH for seat in SEATS)


def _placed(state: State, seat: str) -> list[TerrainPiece]:
    """What a side has placed that still lies, the newest last."""
    return [one for one in state.terrain if one.by == seat and not one.gone]


def places_next(state: State) -> str:
    """Whose turn it is to place terrain; empty before the first piece, for who begins the book leaves open (7:2)."""
    lying = [one for one in state.terrain if one.by and not one.gone]
    few, many = sorted(SEATS, key=lambda seat: len(_placed(state, seat)))
    if not lying or len(_placed(state, few)) < len(_placed(state, many)):
        return few if lying else ""
    return other(lying[-1].by)


def terrain_words(state: State) -> tuple[Text, Text]:
    """What comes before the first roll, for whose turn it is to place terrain and for the others: of which kind it is
    not, and whether he may stop."""
    seat = places_next(state)
    last = last_kind(state, seat)
    if not seat:
        return TERRAIN_FIRST, TERRAIN_FIRST
    names = {"side": player_first(seat), "last": BY_KIND[last].short if last else ""}
    if last and may_stop(state):
        return (
            Text("Place one more terrain, of another kind than your last (%(last)s), or stop.", names),
            Text("%(side)s may place one more, of another kind than the last (%(last)s), or stop.", names),
        )
    if last:
        return (
            Text("Place the next terrain, of another kind than your last (%(last)s).", names),
            Text("%(side)s places the next terrain, of another kind than the last (%(last)s).", names),
        )
    return Text("Place the next terrain."), Text("%(side)s places the next terrain.", names)


def last_kind(state: State, seat: str) -> TerrainKind | None:
    return next((one.kind for one in reversed(_placed(state, seat))), None)
