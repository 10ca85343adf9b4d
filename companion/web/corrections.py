"""Correcting an entry of a card game's log: the acts that may stand in its place by one tap, and coins counted anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from companion.play.tables import LogEntry, Replacement, Table
from companion.rules.kenjin.cards import BATTLEFIELDS
from companion.web import games
from companion.web.i18n import gettext as _
from companion.web.i18n import say
from companion.web.services import services


@dataclass(frozen=True, slots=True)
class Instead:
    """An act in the place of an entry of the log: `data` as an address holds it."""

    label: str
    type: str
    data: str


@dataclass(frozen=True, slots=True)
class Coins:
    """Purses (seat, name, coins) and pot at the end of a campaign of Zipang Portable, to be corrected."""

    campaign: int
    purses: tuple[tuple[str, str, int], ...]
    pot: int


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry with the data of its event and the view of its game."""

    line: LogEntry
    data: Mapping[str, Any]
    view: Any

    @property
    def names(self) -> dict[str, str]:
        return games.names(self.view)


def instead(table: Table, line: LogEntry, data: Mapping[str, Any]) -> tuple[Instead, ...]:
    """The acts that may stand in this entry's place; dice are entered anew on the page itself."""
    make = _INSTEAD.get((table.game.id, line.type))
    return tuple(make(_Entry(line, data, table.game.view(table.state, None)))) if make else ()


# ---- Zipang Portable


def _answers(entry: _Entry) -> list[Instead]:
    words = {"blocked": _("Blocked"), "out": _("Eliminated"), "coin": _("Pay a coin"), "monk": _("Monk")}
    where = {"campaign": entry.data["campaign"], "number": entry.data["number"]}
    was = entry.data["answer"]
    return [_act(label, "answer", {**where, "answer": kind}) for kind, label in words.items() if kind != was]


def _winners(entry: _Entry) -> list[Instead]:
    winners = {seat: _("%(name)s takes the pot", name=name) for seat, name in entry.names.items()}
    campaign = entry.data["campaign"]
    return [
        _act(label, "decide", {"campaign": campaign, "winner": winner})
        for winner, label in {**winners, "nobody": _("A draw")}.items()
    ]


def _cards(entry: _Entry) -> list[Instead]:
    """The same card at somebody else, and every other card at whom this one was aimed, or at anybody."""
    where = {"campaign": entry.data["campaign"], "number": entry.data["number"]}
    was, hit = entry.data["card"], tuple(entry.data.get("targets", ()))
    rivals = [seat for seat in entry.names if seat != entry.line.seat]
    found = []
    for card in entry.view.palette:
        anybody = [(seat,) for seat in rivals]
        pairs = games.pairs(tuple(rivals)) if len(rivals) > 1 else anybody
        aims: Sequence[tuple[str, ...]] = (((),), anybody, pairs)[card.most]
        if card.id != was and hit in aims and card.most:
            aims = [hit]
        for aim in aims:
            if card.count and (card.id, aim) != (was, hit):
                label = say(card.name)
                if aim:
                    label = f"{label} → {', '.join(entry.names[seat] for seat in aim)}"
                found.append(_act(label, "play", {**where, "card": card.id, "targets": ",".join(aim)}))
    return found


def _starters(entry: _Entry) -> list[Instead]:
    return [_act(_("%(name)s begins", name=name), "starts", {"player": seat}) for seat, name in entry.names.items()]


def coins_after(table: Table, line: LogEntry) -> Coins | None:
    """Purses and pot to correct, where this entry ended a campaign or counted the coins after it."""
    number = _campaign(line)
    column = next((one for one in getattr(_view(table), "columns", ()) if one.number == number), None)
    if column is None or line.seq != services().tables.last_entry(table.id, column.steps):
        return None
    names = games.names(_view(table))
    return Coins(column.number, tuple((seat, names[seat], coins) for seat, coins in column.purses), column.pot)


def with_coins(
    table: Table, seat: str | None, line: LogEntry, data: Mapping[str, Any], form: Mapping[str, str]
) -> Sequence[Replacement]:
    """The campaign's end as it was, and the coins of this form counted after it."""
    kept = [Replacement(line.type, data, line.seat)]
    if line.step.endswith(".end"):
        exported = services().tables.export(table.id, seat) or {"events": ()}
        kept = [
            Replacement(event["type"], event["data"], event["seat"])
            for event in exported["events"]
            if event["counts"] and event["type"] in ("hand", "decide") and event["data"]["campaign"] == _campaign(line)
        ]
    coins = {name: value for name, value in form.items() if name == "pot" or name.startswith("purses.")}
    return (*kept, Replacement("count", coins))


def _campaign(line: LogEntry) -> int | None:
    found = re.match(r"c(\d+)\.", line.step)
    return int(found[1]) if found else None


def _view(table: Table) -> Any:
    return table.game.view(table.state, None)


# ---- Kenjin and Tenno


def _conquerors(entry: _Entry) -> list[Instead]:
    tile = entry.data["battlefield"]
    spot = next(spot for spot in entry.view.spots if spot.tile.id == tile)
    named = {"tile": say(BATTLEFIELDS[tile].name)}
    left = {name: "true" for name in ("peasant", "lord") if entry.data.get(name)}
    found = [
        _act(_("%(name)s conquers %(tile)s", name=entry.names[seat], **named), "quick",
             {"battlefield": tile, "winner": seat, **left})
        for seat in spot.between
    ]  # fmt: skip
    nobody = {"battlefield": tile, "winner": "nobody"}
    return [*found, _act(_("Nobody conquers %(tile)s", **named), "quick", nobody)]


def _cowards(entry: _Entry) -> list[Instead]:
    only = [_act(_("Only %(name)s's", name=name), "cowards", {"players": seat}) for seat, name in entry.names.items()]
    return [_act(_("Nobody's"), "cowards", {}), *only]


def _oldest(entry: _Entry) -> list[Instead]:
    return [
        _act(_("%(name)s is the oldest", name=name), "oldest", {"player": seat}) for seat, name in entry.names.items()
    ]


def _turns(entry: _Entry) -> list[Instead]:
    return [_act(_("%(name)s's turn", name=name), "turn", {"player": seat}) for seat, name in entry.names.items()]


def _act(label: str, type: str, data: Mapping[str, Any]) -> Instead:
    return Instead(label, type, urlencode(data))


_INSTEAD: dict[tuple[str, str], Callable[[_Entry], Sequence[Instead]]] = {
    ("zipang", "answer"): _answers,
    ("zipang", "hand"): _winners,
    ("zipang", "decide"): _winners,
    ("zipang", "play"): _cards,
    ("zipang", "roll"): _starters,
    ("zipang", "starts"): _starters,
    ("kenjin", "conquer"): _conquerors,
    ("kenjin", "quick"): _conquerors,
    ("kenjin", "cowards"): _cowards,
    ("kenjin", "oldest"): _oldest,
    ("tenno", "turn"): _turns,
}
