"""The names a phone is offered where one is asked: of players at its own tables, never of strangers."""

from __future__ import annotations

from companion.content.drawings import crests
from companion.play import people
from companion.play.registry import GAMES
from companion.rules.kenjin.cards import CLANS
from companion.web.i18n import gettext as _
from companion.web.security import known_device
from companion.web.services import services

MOST = 8
"""Names offered at once."""


def known() -> tuple[str, ...]:
    """Every name this phone has met, the latest first."""
    return people.people(services().store, known_device(), nobody())


def nameless() -> str:
    """What somebody who asks for a seat is called until he says his name."""
    return _("Somebody")


def nobody() -> frozenset[str]:
    """What a player is called who gave no name: by his seat, his crest or his clan, or nothing at all."""
    seats = sorted({seat for game in GAMES.values() for seat in game.seats})
    return frozenset(
        (
            nameless(),
            *(_("Player %(seat)s", seat=seat.upper()) for seat in seats),
            *(_("Player %(seat)s", seat=number) for number, _seat in enumerate(seats, 1)),
            *(crest.name for crest in crests()),
            *(str(clan.name) for clan in CLANS.values()),
        )
    )


def spelled(typed: str) -> str:
    """The name as this phone has met it."""
    return people.spelled(known(), typed) if typed else typed
