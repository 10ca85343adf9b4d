"""Who a phone has played with: the names at the tables where it sits, offered where a name is asked."""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from companion.play.values import PRACTICE
from companion.rules.text import Text
from companion.rules.written import one_line
from companion.store import Store, rows

LOOKED_THROUGH = 200
"""How many seats are looked through for names, those taken last first."""
SOMEBODY = "Somebody"
"""What is kept of who asks for a seat until he says his name."""
SIDES = {"Indigo": Text("Indigo"), "Vermilion": Text("Vermilion")}
"""Who is kept to play a table that only shows how the program is used: its two sides, by their colors."""
_NUMBERED = re.compile(r"Player (\d+)")


def people(store: Store, device: str, nobody: Collection[str] = ()) -> tuple[str, ...]:
    """Names at the tables where this device sits, those of the latest first, each once whatever its capitals.

    `nobody`: names the program has given where somebody gave none.
    """
    found: dict[str, str] = {}
    with store.read() as db:
        for row in rows.players_met(db, device, LOOKED_THROUGH):
            for name in () if json.loads(row.setup).get(PRACTICE) else (row.player, row.partner_name):
                if name and name not in nobody:
                    found.setdefault(name.casefold(), name)
    return tuple(found.values())


def numbered(number: int) -> str:
    """What is kept of who sits down without a name: the number of his seat."""
    return f"Player {number}"


def practice(game: str) -> Text:
    """The name of a table that only shows how the program is used; its English is kept."""
    return Text("Practice: %(game)s", {"game": game})


def table_named(kept: str) -> Text | str:
    """The name of a table; of one for practice, unless it was renamed, which game it shows, as each phone says it."""
    before = str(practice(""))
    return practice(kept.removeprefix(before)) if kept.startswith(before) else kept


def named(kept: str) -> Text | str:
    """The name; of who gave none the number of his seat, which each phone says in its own words."""
    if kept == SOMEBODY:
        return Text("Somebody")
    if kept in SIDES:
        return SIDES[kept]
    number = _NUMBERED.fullmatch(kept)
    return Text("Player %(seat)s", {"seat": number[1]}) if number else kept


def spelled(known: Collection[str], name: str) -> str:
    """The name as this phone knows it, where it differs in capitals or spaces only: so a player stays one player."""
    wanted = one_line(name).casefold()
    return next((one for one in known if one.casefold() == wanted), name)
