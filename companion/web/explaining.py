"""What a phone that has never led a battle is told of each kind of act, until its player taps it away or does the act.

The phone keeps which kinds it knows, as it keeps its theme; the words are the game's (`Pages.explained`).
"""

from __future__ import annotations

from flask import Response, after_this_request, g, request

from companion.play.game import Due
from companion.play.values import Table, Tap
from companion.web import games
from companion.web.asker import Asker
from companion.web.records import history
from companion.web.security import set_cookie

COOKIE = "explained"
ALL, NONE = "all", "none"
"""In the place of a kind: the phone knows every kind, or says that it knows nothing."""
BY_HAND = frozenset({"correct", "mark", "modify", "name", "note", "show-orders", "unmodify"})
"""Taps that set something right, or say how the table is kept, whatever act is due."""
LONGEST = 400
"""Letters of the cookie that are read: more than all kinds there are."""


def kind_for(who: Asker, act: Due | None, page: str) -> str:
    """The kind of act this phone is told about now; empty where it knows it, or has nothing to do. In practice captions
    say it."""
    if page != "table" or act is None or act.seat != who.seat or who.table.is_practice:
        return ""
    kind = games.of(who.table).kind_of(who.table.state, act)
    return kind if kind in games.of(who.table).explained and not {kind, ALL} & _known() else ""


def first_look(response: Response) -> Response:
    """Nobody who has led a battle to its end is told anything: the phone that has no note of it yet looks once, when
    there is something to tell."""
    if COOKIE in request.cookies or "explained" not in g:
        return response
    g.explained = g.explained or {NONE}
    return _kept(response)


def learn(table: Table, kind: str) -> bool:
    """This phone knows one more kind, all, or none of them any more; whether there is such a kind."""
    if kind not in (ALL, NONE, *games.of(table).explained):
        return False
    g.explained = frozenset({kind}) if kind in (ALL, NONE) else _known() - {NONE} | {kind}
    after_this_request(_kept)
    return True


def done(who: Asker, kind: str, asked: Tap) -> None:
    """Whoever does an act of a kind he was told of knows it from then on; what is set right by hand is no act of it."""
    if kind and asked.type not in BY_HAND and asked.seat in ("", who.seat):
        learn(who.table, kind)


def _known() -> frozenset[str]:
    if "explained" not in g:
        noted = request.cookies.get(COOKIE, "")[:LONGEST]
        g.explained = frozenset(noted.split(".")) if noted else _led()
    known: frozenset[str] = g.explained
    return known


def _led() -> frozenset[str]:
    """All kinds, if this phone's household has led a battle to its end."""
    explaining = {one for one, pages in games.PAGES.items() if pages.explained}
    return frozenset({ALL} if any(play.led and play.game in explaining for play in history().plays) else ())


def _kept(response: Response) -> Response:
    return set_cookie(response, COOKIE, ".".join(sorted(g.explained)))
