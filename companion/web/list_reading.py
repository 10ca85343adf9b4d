"""What others may read of a kept list just now, and the pages that say it: the whole, the opponent's version, one card.

`policy_now` is the only place that decides it, for the link as for the codes on cards.
"""

from __future__ import annotations

from typing import Any

from flask import Response

from companion.content import catalog
from companion.play.armies.board import board_of
from companion.play.armies.brought import BroughtTo
from companion.play.armies.draft import draft_of
from companion.play.armies.kept import Kept
from companion.play.kensei.deploy.stage import open_army
from companion.play.kensei.state import State
from companion.play.values import Table
from companion.rules.kensei.army import Army, Policy, judge, redacted, redacted_card
from companion.web import list_frame
from companion.web.answers import render_page
from companion.web.services import services


def policy_now(kept: Kept) -> Policy:
    """What its owner lets others see; nothing while the army lies face down at a table, unless he has opened it."""
    return "nothing" if kept.shown == "opponent" and not_shown_yet(kept) else kept.shown


def not_shown_yet(kept: Kept) -> bool:
    """Whether the list was brought to a table where the other side may not know it yet (7:3)."""
    return any(not open_army(state, to.seat) for to, _table, state in places(kept))


def places(kept: Kept) -> list[tuple[BroughtTo, Table, State]]:
    """The battles a list was brought to, newest first."""
    found = [(to, services().tables.get(to.table_id)) for to in services().brought.places(kept.id)]
    return [(to, table, table.state) for to, table in found if table is not None and isinstance(table.state, State)]


def reading(kept: Kept, policy: Policy, *, seal: str = "", notice: str = "", marked: str = "") -> Response:
    """The list for reading, as far as the policy tells it; `seal` is what its reader knows besides the link."""
    army = redacted(kept.army, catalog(), policy)
    if army is None:
        return shut()
    problems = judge(kept.army, catalog()).problems
    return render_page(
        "list_read.html", **shown(army), legal=not problems, whole=policy == "open", alone=False, marked=marked,
        notice=notice, problems=problems if policy == "open" else (), token=kept.share_token, seal=seal,
    )  # fmt: skip


def card(kept: Kept, entry: str, *, right_code: bool, notice: str) -> Response:
    """The unit or character of a card and nothing besides; its owner's secret where the code is not that of the card,
    and where somebody hides whom no table has seen: these look all the same.
    """
    army = redacted_card(kept.army, catalog(), entry, revealed=_revealed(kept, entry)) if right_code else None
    if army is None:
        return render_page("card_secret.html", notice=notice)
    return render_page("list_card.html", **shown(army), whole=False, alone=True, marked=entry, notice=notice)


def shut() -> Response:
    """The page of a list that tells nothing just now."""
    return render_page("card_down.html")


def shown(army: Army) -> dict[str, Any]:
    """What a page names that lets others read a list."""
    return {
        "army": army,
        "board": board_of(draft_of(army), army),
        "list_name": list_frame.name_of(army),
        "crest": list_frame.crest_of(army),
    }


def _revealed(kept: Kept, entry: str) -> bool:
    """Whether a battle this list was brought to has shown a character who may hide (5:1:13)."""
    one = kept.army.character(entry)
    if one is None:
        return False
    return any(
        hero.character == one.character and not hero.hidden
        for to, _table, state in places(kept)
        if open_army(state, to.seat)
        for piece in state.of(to.seat)
        for hero in piece.heroes
    )
