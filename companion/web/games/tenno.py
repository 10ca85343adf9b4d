"""The pages of Tenno."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.play.cardgame import names_of, row
from companion.play.values import LogEntry, Table
from companion.rules.tenno.cards import CARDS, LEAST_PLAYERS, MOST_PLAYERS
from companion.rules.tenno.house import TennoHouse
from companion.rules.text import Text
from companion.web.games.pages import CardPages, EnteredAnew, Entry, Instead, Offer
from companion.web.i18n import _


def _turns(entry: Entry) -> list[Instead]:
    return [Instead(_("%(name)s's turn", name=name), "turn", {"player": seat}) for seat, name in entry.names.items()]


class TennoPages(CardPages):
    """Duels of face-down cards."""

    players = (LEAST_PLAYERS, MOST_PLAYERS)
    house = TennoHouse
    pad = "tenno-pad"
    rules: ClassVar = {"cards": CARDS}
    acts_instead: ClassVar = {"turn": _turns}

    def outcome(self, table: Table) -> Sequence[Text]:
        """Who won, and everybody's points. No entry holds them: one that is taken back would go on telling what lay in
        the piles.
        """
        result = table.game.result(table.state)
        if result is None:
            return ()
        names = names_of(table.state)
        seats = (seat for place in result.places for seat in place)
        points = [f"{names[seat]} {result.points[seat]}" for seat in seats]
        return (*filter(None, (result.sentence,)), Text("Points: %(points)s.", {"points": row(points)}))

    def offer(self, table: Table, line: LogEntry, data: Mapping[str, Any]) -> Offer:
        """The newest duel is entered anew with its keys, and any once all lie open. What falls with another card in an
        older one would tell which cards met since.
        """
        state = table.state
        if line.type != "duel" or state.piles:
            return super().offer(table, line, data)
        if data["number"] != len(state.attacks) and not state.over:
            words = _(
                "Other cards can be entered for the newest duel only: for an older one this would show which cards met "
                "since. At the end every duel can be entered again."
            )
            return Offer(note=words)
        rivals = [player for player in table.game.view(state, None).players if player.seat != line.seat]
        about = {"number": data["number"], "rivals": rivals, "target": data["target"], "cards": CARDS.values()}
        return Offer(fields=EnteredAnew("duel", "tenno/anew.html", about))
