"""What the pages of the card games have in common: players with names and crests, and acts that replace one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.play.game import Seat
from companion.play.values import LogEntry, Table
from companion.rules.text import Text
from companion.web.games.pages import Instead, Offer, Pages
from companion.web.marks import CRESTS


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log with the data of its event, the view of its game, and the names of the players."""

    line: LogEntry
    data: Mapping[str, Any]
    view: Any
    names: Mapping[Seat, str]


class CardPages(Pages):
    """A game whose view has players."""

    values: ClassVar[Mapping[str, Any]] = {"crests_offered": CRESTS, "second_tab": ("general", Text("Cards"))}
    acts_instead: ClassVar[Mapping[str, Callable[[Entry], Sequence[Instead]]]] = {}
    """By the type of an entry, the acts that may stand in its place."""

    def crests(self, view: Any) -> dict[Seat, str]:
        return {player.seat: player.crest for player in view.players}

    def names(self, view: Any) -> dict[Seat, str]:
        return {player.seat: player.name for player in view.players}

    def offer(self, table: Table, line: LogEntry, data: Mapping[str, Any]) -> Offer:
        make = self.acts_instead.get(line.type)
        if make is None:
            return Offer()
        view = table.game.view(table.state, None)
        return Offer(tuple(make(Entry(line, data, view, self.names(view)))))
