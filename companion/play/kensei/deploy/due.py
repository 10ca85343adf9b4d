"""What each side does next in the deployment when no die is due."""

from __future__ import annotations

from collections.abc import Iterator

from companion.play.game import Due
from companion.play.kensei.deploy.stage import deploying, next_to_lay, to_turn_up, troops
from companion.play.kensei.pieces import SEATS
from companion.play.kensei.state import State
from companion.rules.text import Text

TROOP = Text("Lay a deployment card face down, and tap the unit it stands for.")
CHARACTER = Text("Lay a character card face down, and tap whom it stands for.")
TURN_UP = Text("All cards are on the table. Turn your own face up.")
PLACE = Text("Place the miniatures where the cards lie, Ninjas last.")


def due(state: State) -> Iterator[Due]:
    """Nothing while a die is due: the rolls come first, and may be left out."""
    if not deploying(state) or not state.deployment.first:
        return
    if seat := next_to_lay(state):
        laid = {card.piece for card in state.deployment.cards}
        units = any(p.id not in laid for one in SEATS for p in troops(state, one))
        step = f"deploy.card.{seat}{len(state.deployment.of(seat)) + 1}"  # it passes the one phone of both on
        yield Due(seat, "lay", TROOP if units else CHARACTER, step, secret=True)
    elif seats := to_turn_up(state):
        yield from (Due(one, "turn-up", TURN_UP) for one in seats)
    else:
        yield from (Due(one, "deployed", PLACE) for one in SEATS if one not in state.deployment.placed)
