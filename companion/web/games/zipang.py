"""The pages of Zipang Portable: acts in the place of others, and coins counted anew."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from companion.play.game import Seat
from companion.play.values import LogEntry, Replacement, Table
from companion.play.zipang.campaigns import LOT
from companion.rules.zipang.cards import CARDS, LEAST_PLAYERS, MOST_PLAYERS, REMOVED
from companion.rules.zipang.house import ZipangHouse
from companion.web.fields import whole
from companion.web.games.pages import CardPages, Coins, Entry, Instead, Offer
from companion.web.i18n import _, say
from companion.web.services import services


def pairs(seats: tuple[Seat, ...]) -> list[tuple[Seat, ...]]:
    """Every two of these, for an attack on two players by one tap."""
    return list(combinations(seats, 2))


def own_first(asked: Iterable[Any], seat: Seat) -> list[Any]:
    """Seats, or what is of one, with what is of this seat first."""
    return sorted(asked, key=lambda one: getattr(one, "seat", one) != seat)


def _answers(entry: Entry) -> list[Instead]:
    words = {"blocked": _("Blocked"), "out": _("Eliminated"), "coin": _("Pay a coin"), "monk": _("Monk")}
    where = {"campaign": entry.data["campaign"], "number": entry.data["number"]}
    was = entry.data.get("answer")  # nothing where the hand was added up
    return [Instead(label, "answer", {**where, "answer": kind}) for kind, label in words.items() if kind != was]


def _winners(entry: Entry) -> list[Instead]:
    following = {"next": True} if entry.data.get("next") else {}
    where = {"campaign": entry.data["campaign"], **following}
    found = [
        Instead(_("%(name)s takes the pot", name=name), "decide", {**where, "winner": seat})
        for seat, name in entry.names.items()
    ]
    for tied in _ties(entry):
        names = " + ".join(entry.names[seat] for seat in tied)
        label = _("A draw: %(names)s", names=names) if tied else _("A draw")
        tie = {"tied": ",".join(tied)} if tied else {}
        found.append(Instead(label, "decide", {**where, "winner": "nobody", **tie}))
    return found


def _ties(entry: Entry) -> Sequence[tuple[Seat, ...]]:
    """Who may have tied: it matters only where the pot of a draw may be shared."""
    if not entry.view.shared_pot:
        return ((),)
    everybody = tuple(entry.names)
    return (*pairs(everybody), *([everybody] if len(everybody) > 2 else []))


def _cards(entry: Entry) -> list[Instead]:
    """The same card at somebody else, and every other card at whom this one was aimed, or at anybody."""
    where = {"campaign": entry.data["campaign"], "number": entry.data["number"]}
    was, hit = entry.data["card"], tuple(entry.data.get("targets", ()))
    rivals = [seat for seat in entry.names if seat != entry.line.seat]
    found = []
    for card in entry.view.palette:
        anybody = [(seat,) for seat in rivals]
        two = pairs(tuple(rivals)) if len(rivals) > 1 else anybody
        aims: Sequence[tuple[str, ...]] = (((),), anybody, two)[card.most]
        if card.id != was and hit in aims and card.most:
            aims = [hit]
        for aim in aims:
            if card.count and (card.id, aim) != (was, hit):
                label = say(card.name)
                if aim:
                    label = f"{label} → {', '.join(entry.names[seat] for seat in aim)}"
                found.append(Instead(label, "play", {**where, "card": card.id, "targets": ",".join(aim)}))
    return found


def _starters(entry: Entry) -> list[Instead]:
    following = {"next": True} if entry.data.get("next") else {}
    return [
        Instead(_("%(name)s begins", name=name), "starts", {"player": seat, **following})
        for seat, name in entry.names.items()
    ]


class ZipangPages(CardPages):
    """Campaigns with coins."""

    players = (LEAST_PLAYERS, MOST_PLAYERS)
    house = ZipangHouse
    pad = "zipang-pad"
    values: ClassVar = {**CardPages.values, "pairs": pairs, "own_first": own_first}
    rules: ClassVar = {"cards": CARDS, "removed": REMOVED, "few": 2, "some": 4}
    acts_instead: ClassVar = {
        "answer": _answers,
        "hand": _winners,
        "decide": _winners,
        "play": _cards,
        "roll": _starters,
        "starts": _starters,
    }

    def offer(self, table: Table, line: LogEntry, data: Mapping[str, Any]) -> Offer:
        drawn = line.type == "roll" and len(data["faces"]) == LOT
        return Offer(super().offer(table, line, data).acts, self._coins_after(table, line), not drawn)

    def _coins_after(self, table: Table, line: LogEntry) -> Coins | None:
        """Purses and pot to correct, where this entry ended a campaign or counted the coins after it."""
        view = table.game.view(table.state, None)
        column = next((one for one in view.columns if one.number == _campaign(line)), None)
        if column is None or line.seq != services().tables.last_entry(table.id, None, column.steps):
            return None
        purses = tuple((seat, view.name(seat), coins) for seat, coins in column.purses.items())
        return Coins(column.number, purses, column.pot)

    def counted_anew(
        self, table: Table, seat: Seat | None, line: LogEntry, data: Mapping[str, Any], form: Mapping[str, str]
    ) -> Sequence[Replacement]:
        """The campaign's end as it was, and the coins of this form counted after it; nothing for other entries. What
        began with it begins after the count, unless somebody has no coins left.
        """
        if self._coins_after(table, line) is None:
            return ()
        kept = [Replacement(line.type, data, line.seat)]
        if line.step.endswith(".end"):
            exported = services().tables.export(table.id, seat) or {"events": ()}
            kept = [
                Replacement(event["type"], event["data"], event["seat"])
                for event in exported["events"]
                if event["counts"]
                and event["type"] in ("hand", "decide")
                and event["data"]["campaign"] == _campaign(line)
            ]
        coins = {name: value for name, value in form.items() if name == "pot" or name.startswith("purses.")}
        number = next((end.form["campaign"] + 1 for end in kept if end.form.get("next")), 0)
        ends = [Replacement(end.type, {**end.form, "next": False}, end.seat) if number else end for end in kept]
        broke = any(name != "pot" and whole(coins[name]) == 0 for name in coins)
        begins = [Replacement("campaign", {"number": number})] if number and not broke else []
        return (*ends, Replacement("count", coins), *begins)


def _campaign(line: LogEntry) -> int | None:
    found = re.match(r"c(\d+)\.", line.step)
    return int(found[1]) if found else None
