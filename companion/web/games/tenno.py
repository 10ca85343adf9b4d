"""The pages of Tenno."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.rules.tenno.cards import CARDS, LEAST_PLAYERS, MOST_PLAYERS
from companion.web.games.cards import CardPages, Entry
from companion.web.games.pages import Instead, instead
from companion.web.i18n import gettext as _


def _turns(entry: Entry) -> list[Instead]:
    return [instead(_("%(name)s's turn", name=name), "turn", {"player": seat}) for seat, name in entry.names.items()]


class TennoPages(CardPages):
    """Duels of face-down cards."""

    players = (LEAST_PLAYERS, MOST_PLAYERS)
    pad = "tenno-pad"
    acts_instead: ClassVar = {"turn": _turns}

    def rules(self) -> Mapping[str, Any]:
        return {"cards": CARDS}
