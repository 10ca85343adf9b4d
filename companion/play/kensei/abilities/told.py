"""What the log says besides of what an ability has done: cards it turned up (K78)."""

from __future__ import annotations

from companion.play.kensei.deploy.cards import inside
from companion.play.kensei.state import State
from companion.rules.text import Text, player_at


def told(before: State, after: State) -> list[Text]:
    """The cards that lie face up since."""
    found = []
    for seat in after.sides:
        for number, card in enumerate(after.deployment.of(seat), 1):
            piece = after.piece(card.piece)
            open_now = after.deployment.lies_open(card.piece) and not before.deployment.lies_open(card.piece)
            if open_now and piece is not None:
                values = {"number": number, "side": player_at(seat), "unit": inside(piece)}
                found.append(Text("Card %(number)s of %(side)s lies face up: %(unit)s.", values))
    return found
