"""What can be printed where: from a kept list, from a table, and with neither; who may open which."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask import abort, url_for

from companion.content import catalog
from companion.play.armies.kept import Kept
from companion.play.kensei.muster.bring import ready as ready_armies
from companion.play.kensei.muster.listed import as_list
from companion.play.kensei.state import State
from companion.play.printing import ListPrint
from companion.rules.kensei.army import Army, judge
from companion.rules.kensei.settings import Settings
from companion.web import frame, games, list_frame
from companion.web.asker import Asker
from companion.web.i18n import _
from companion.web.print_choices import Choices, printers_here
from companion.web.seats import scanned_invitation
from companion.web.security import known_device
from companion.web.services import services
from companion.web.shell import public_url
from printables.options import DEFAULT_PIECES, PieceKind, Printer

OF_A_LIST: tuple[PieceKind, ...] = (
    "troop-cards", "character-cards", "stand-ins", "markers", "army-sheet", "opponent-sheet", "reference",
    "battle-sheet",
)  # fmt: skip
OF_A_BATTLE: tuple[PieceKind, ...] = ("table-sheet", "battle-sheet", "reference", "markers")
OF_AN_OWN_ARMY: tuple[PieceKind, ...] = (
    "troop-cards", "character-cards", "stand-ins", "army-sheet", "opponent-sheet",
)  # fmt: skip
OF_A_READY_ARMY: tuple[PieceKind, ...] = ("stand-ins", "markers", "army-sheet", "reference")
WITHOUT_ARMY: tuple[PieceKind, ...] = (
    "reference", "battle-sheet", "markers", "troop-cards", "kenjin-pad", "tenno-pad", "zipang-pad", "calibration",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Subject:
    """What a dialogue prints. `place` says under which name its choice of pieces is remembered; `owner` whose it is."""

    place: str
    title: str
    path: str
    back: str
    owner: str
    offered: tuple[PieceKind, ...]
    usual: Choices
    army: Army | None = None
    list_id: str = ""
    gives: Mapping[str, Any] = field(default_factory=dict)
    """The options that nobody chooses: they follow from what is printed."""
    beside: Mapping[str, Any] = field(default_factory=dict)
    """The values of its page where it belongs to a table: see `frame.beside`."""
    printers: tuple[Printer, ...] = ()
    """This phone's, once they are remembered."""
    list_print: ListPrint = field(default_factory=ListPrint)
    """What this phone chose and printed of the list, once it is remembered."""


def subject_of(token: str = "", table_id: str = "", ready: str = "") -> Subject:
    """What this address prints, or a page that says why this phone cannot."""
    if token:
        return of_list(list_frame.list_or_404(token))
    if ready:
        return of_ready(ready)
    return of_table(table_id) if table_id else without_army()


def remembering(subject: Subject) -> Subject:
    """With what this phone remembers of printing it: read once a request, and by the dialogue only."""
    list_print = services().prints.of_list(subject.list_id, known_device()) if subject.list_id else ListPrint()
    return replace(subject, printers=printers_here(), list_print=list_print)


def of_list(kept: Kept) -> Subject:
    """Everything of a kept list, for whoever has its private link."""
    return Subject(
        place="list",
        title=list_frame.name_of(kept.army),
        path=url_for("printing.show", token=kept.edit_token),
        back=url_for("lists.page", token=kept.edit_token, page="more"),
        owner=f"list {kept.id}",
        offered=OF_A_LIST,
        usual=Choices(pieces=DEFAULT_PIECES),
        army=kept.army.without_bench,
        list_id=kept.id,
        gives={"base_url": card_address(kept.id)},
    )


def of_table(table_id: str) -> Subject:
    """What a table needs, for who sits at it; at a battle of Kensei the own side's army besides, never the other's."""
    who = frame.who_asks(table_id, "print")
    if not who.mine:
        abort(403, _("Only a player at this table can print for it. Take a seat first."))
    table, army = who.table, _own_army(who)
    pad = games.of(table).pad
    offered = OF_A_BATTLE + (OF_AN_OWN_ARMY if army else ()) if pad is None else ("table-sheet", pad)
    playing = len(games.of(table).in_play(table))
    return Subject(
        place=f"table-{table.game.id}",
        title=table.name,
        path=url_for("printing.show", table_id=table.id),
        back=url_for("table.page", table_id=table.id, page="more"),
        owner=f"table {table.id} {who.eyes}",
        offered=offered,
        usual=Choices(pieces=offered[:3], players=4 if playing > 3 else 3 if playing == 3 else 2),
        army=army,
        gives={
            "table_url": scanned_invitation(table.words),
            "table_words": table.words.replace("-", " "),
            "settings": table.state.settings if isinstance(table.state, State) else Settings(),
        },
        beside=frame.beside(who),
    )


def of_ready(code: str) -> Subject:
    """Paper stand-ins first, of an army of a first battle: they are no secret."""
    army = ready_armies().get(code) or abort(404, _("There is no such ready army. Choose one under “A first battle”."))
    return Subject(
        place="ready",
        title=_("A first battle"),
        path=url_for("printing.show", ready=code),
        back=url_for("first.show"),
        owner=f"ready {code}",
        offered=OF_A_READY_ARMY,
        usual=Choices(pieces=OF_A_READY_ARMY[:1]),
        army=army,
    )


def without_army() -> Subject:
    """Sheets that need neither list nor table."""
    return Subject(
        place="plain",
        title=_("Sheets for the table"),
        path=url_for("printing.show"),
        back=url_for("start.index"),
        owner="",
        offered=WITHOUT_ARMY,
        usual=Choices(pieces=("reference", "battle-sheet"), blanks=8),
    )


def _own_army(who: Asker) -> Army | None:
    """The army of the seat that looks, None where it has none yet or its player has not been called."""
    state, seat = who.table.state, who.eyes
    if not isinstance(state, State) or seat is None or not any(state.of(seat)):
        return None
    side = state.sides[seat]
    listed = replace(as_list(state, seat, state.level or 10), mon=side.mon, clan=side.clan)
    if state.level is None:
        legal = [level for level, kept in judge(listed, catalog()).levels.items() if kept]
        listed = replace(listed, level=min(legal, default=10))
    return listed


# ---- the addresses on the cards


def card_address(list_id: str) -> str:
    """What the cards of a list open. All in capitals and digits where the server's own address allows: such codes are
    a size smaller."""
    short = base64.b32encode(base64.urlsafe_b64decode(list_id)).decode().rstrip("=")
    return f"{start_address()}/Q/{short}"


def start_address() -> str:
    """The server's own address, in capitals where it may be."""
    home = public_url()
    return home.upper() if home.count("/") == 2 else home


def list_of_card(short: str) -> Kept | None:
    """The list a card's address names; None for what is none, or lies in the bin."""
    try:
        packed = base64.b32decode(short.upper() + "=" * (-len(short) % 8))
    except ValueError:
        return None
    kept = services().lists.by_id(base64.urlsafe_b64encode(packed).decode())
    return kept if kept is not None and kept.deleted_at is None else None
