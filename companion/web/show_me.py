"""Show me: a small battle on one phone in the middle of its first turn, for whoever has never seen Gunbai.

It is a table like any other, made of the same acts as every other. It is marked as practice, so that no record is kept
of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from flask import Blueprint, Response, redirect, url_for

from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from companion.play.tables import PRACTICE, Done, Table, Tap
from companion.rules.text import Refusal
from companion.web import frame, quotas
from companion.web.i18n import gettext as _
from companion.web.services import services

bp = Blueprint("show_me", __name__)

COMBAT = "t1.combat.a1+b1"
BEGINNING: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("a", "side", {"path": "buke", "mon": "tomoe"}),
    ("a", "muster", {"unit": "katana-samurai", "miniatures": 8}),
    ("a", "muster", {"unit": "yumi-ashigaru", "miniatures": 6}),
    ("b", "side", {"path": "sohei", "mon": "ume"}),
    ("b", "muster", {"unit": "naginata-sohei", "miniatures": 8}),
    ("b", "muster", {"unit": "yumi-ashigaru", "miniatures": 6}),
    ("a", "ready", {}),
    ("b", "ready", {}),
    ("b", "done", {"turn": 1}),
    ("a", "leave", {"turn": 1, "phase": "orders"}),
    ("a", "touch", {"one": "a1", "other": "b1", "charged": "one"}),
    ("a", "fight", {"combat": COMBAT}),
)
"""Swordsmen have charged warrior monks; archers stand behind both."""


@bp.post("/show-me")
def make() -> Response:
    """Makes the table with both its seats on this phone, the dice of the first attack in hand."""
    phone = frame.my_device()
    setup = {PRACTICE: "yes", "battle": "quick"}
    quotas.count("tables")
    table = services().tables.create(phone, KENSEI.id, _("Practice battle"), setup)
    if isinstance(table, Refusal):
        raise RuntimeError(f"the practice battle cannot begin: {table}")
    for seat, player in (("a", _("Indigo")), ("b", _("Vermilion"))):
        services().tables.sit(table.id, phone, seat, player)
    _Demonstrator(table, phone).plays()
    return redirect(url_for("table.show", table_id=table.id), 303)  # type: ignore[return-value]


class _Demonstrator:
    """Enters the acts up to the first attack, as two players would."""

    def __init__(self, table: Table, phone: str) -> None:
        self.table, self.phone = table, phone
        self.keys = (f"show-me-{number:04}" for number in count())

    def plays(self) -> None:
        for seat, type, form in BEGINNING:
            self.act(seat, type, form)
        while (due := KENSEI.due(self.state)[0]).kind == "initiative":
            self.act(due.seat, "initiative", {"step": due.step, "app": True})

    @property
    def state(self) -> State:
        table = services().tables.get(self.table.id)
        assert table is not None
        state: State = table.state
        return state

    def act(self, seat: str, type: str, form: Mapping[str, Any]) -> None:
        done = services().tables.tap(self.table.id, self.phone, Tap(type, form, seat, seat, next(self.keys)))
        if not isinstance(done, Done):
            raise RuntimeError(f"the practice battle does not come to its first attack: {done}")
