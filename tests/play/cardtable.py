"""A card game on a table of its own: every act goes the way a tap goes, and every state is looked at from all sides."""

from typing import Any

from companion.play.acts import Game
from companion.play.codec import plain, settled
from companion.play.game import Event, Seat
from companion.play.zipang.game import ZIPANG
from companion.rules.text import Refusal


class Cardtable:
    """A game, its state, and the events that led there. `do` must succeed, `refused` must not."""

    def __init__(self, game: Game[Any], **setup: Any) -> None:
        self.game = game
        self.setup = setup
        state = game.start(setup)
        assert not isinstance(state, Refusal), str(state)
        self.state: Any = state
        self.events: list[Event] = []
        self.lines: list[str] = []

    def tap(self, seat: Seat, type: str, by: Seat = "", **form: Any) -> Refusal | None:
        """Enters a form; None when it counted."""
        data = self.game.read(type, form)
        if isinstance(data, Refusal):
            return data
        kept = plain({name: value for name, value in data.items() if name != "how"})
        event = Event(type, seat, by or seat, kept, "hand" if "faces" in kept else "")
        after = self.game.apply(self.state, event)
        if isinstance(after, Refusal):
            return after
        line = settled(self.game.line(self.state, event, after))
        self.lines.append(str(line.public) if line.public else "")
        self.state = after
        self.events.append(event)
        return None

    def do(self, seat: Seat, type: str, **form: Any) -> str:
        """An act that has to succeed; its line."""
        refusal = self.tap(seat, type, **form)
        assert refusal is None, str(refusal)
        self.look()
        return self.lines[-1]

    def refused(self, seat: Seat, type: str, **form: Any) -> str:
        """An act that has to be refused; why."""
        before = self.state
        refusal = self.tap(seat, type, **form)
        assert refusal is not None
        assert self.state is before
        return str(refusal)

    def view(self, seat: Seat | None = None) -> Any:
        """What this seat is shown, or who watches."""
        return self.game.view(self.state, seat)

    def result(self) -> Any:
        return self.game.result(self.state)

    def look(self) -> None:
        """Nothing that a page, the store or an export does with this state fails."""
        assert self.game.load(self.game.dump(self.state)) == self.state
        for seat in (None, *self.game.seats):
            self.view(seat)
        for due in self.game.due(self.state):
            assert str(due.sentence)
        self.result()
        self.game.has_secret(self.state)

    def replayed(self) -> Any:
        """The state from the events alone."""
        state = self.game.start(self.setup)
        for event in self.events:
            state = self.game.apply(state, event)
        return state

    def due(self) -> list[tuple[Seat, str]]:
        """Who does what next."""
        return [(due.seat, due.kind) for due in self.game.due(self.state)]


def begun(players: int | str, **setup: str) -> Cardtable:
    """A table of Zipang in the first turn of campaign 1, which is a's."""
    table = Cardtable(ZIPANG, players=players, **setup)
    table.do("a", "starts", player="a")
    table.do("a", "campaign", number=1)
    return table
