"""The pages of Kenjin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.play.game import Seat
from companion.play.kenjin.setup import drawn
from companion.play.records import Records
from companion.play.values import LogEntry, Table
from companion.rules.kenjin.cards import BATTLEFIELDS, CARDS, CLANS, ENTERED, LEAST_PLAYERS, MOST_PLAYERS
from companion.rules.kenjin.house import KenjinHouse
from companion.web.games.pages import CardPages, EnteredAnew, Entry, Instead, Offer
from companion.web.i18n import _, say


def _conquerors(entry: Entry) -> list[Instead]:
    tile = entry.data["battlefield"]
    between = next((spot.between for spot in entry.view.spots if spot.tile.id == tile), ())  # others may lie by now
    named = {"tile": say(BATTLEFIELDS[tile].name)}
    left = {name: "true" for name in ("peasant", "lord") if entry.data.get(name)}
    anyway = {"anyway": "true"}  # whatever the cards entered there, if any are, come to
    found = [
        Instead(
            _("%(name)s conquers %(tile)s", name=entry.names[seat], **named),
            "quick",
            {"battlefield": tile, "winner": seat, **left, **anyway},
        )
        for seat in between
    ]
    nobody = {"battlefield": tile, "winner": "nobody", **anyway}
    return [*found, Instead(_("Nobody conquers %(tile)s", **named), "quick", nobody)]


def _cowards(entry: Entry) -> list[Instead]:
    names = [(one.seat, entry.names[one.seat]) for one in entry.view.players if not one.covered]
    only = [Instead(_("Only %(name)s", name=name), "cowards", {"players": seat}) for seat, name in names]
    return [Instead(_("Nobody"), "cowards", {}), *only]


def _oldest(entry: Entry) -> list[Instead]:
    return [
        Instead(_("%(name)s is the oldest", name=name), "oldest", {"player": seat})
        for seat, name in entry.names.items()
    ]


def _now(entry: Entry) -> Mapping[str, str]:
    """The battlefields that this entry brought to the table, or on offer, as the fields of their form."""
    view, data = entry.view, entry.data
    if entry.line.type == "place":
        spots: Mapping[str, str] = data["spots"]
    elif entry.line.type == "offer":
        return {"fours": ",".join(data["fours"]), "sixes": ",".join(data["sixes"])}
    elif view.mode == "draft":
        fours, sixes = drawn(data["faces"])
        offered = len(view.players) + 1
        return {"fours": ",".join(fours[:offered]), "sixes": ",".join(sixes[:offered])}
    else:
        spots = {spot.tile.id: "".join(spot.between) for spot in view.spots}
    return {f"spots.{tile}": between for tile, between in spots.items()}


class KenjinPages(CardPages):
    """Clans that fight over battlefields."""

    players = (LEAST_PLAYERS, MOST_PLAYERS)
    house = KenjinHouse
    pad = "kenjin-pad"
    rules: ClassVar = {"cards": CARDS, "tiles": BATTLEFIELDS, "entered": ENTERED}
    form: ClassVar = {"clans": tuple(CLANS.values())}
    acts_instead: ClassVar = {"conquer": _conquerors, "quick": _conquerors, "cowards": _cowards, "oldest": _oldest}

    def offer(self, table: Table, line: LogEntry, data: Mapping[str, Any]) -> Offer:
        """Battlefields are chosen anew: those that the app drew were no throw of dice."""
        if line.type not in ("roll", "place", "offer"):
            return super().offer(table, line, data)
        view = table.game.view(table.state, None)
        about = {"view": view, "now": _now(Entry(line, data, view, self.names(table)))}
        kind = "offer" if view.mode == "draft" else "place"
        return Offer(anew=False, fields=EnteredAnew(kind, "kenjin/anew.html", about))

    def colors(self, table: Table) -> Mapping[Seat, str]:
        clans: Mapping[Seat, str] = table.state.clans
        return clans

    def setup(self, player: str, records: Records) -> Mapping[str, str]:
        known = {f"strengths.{card}": str(strength) for card, strength in records.kenjin_strengths().items()}
        return {**super().setup(player, records), **known}
