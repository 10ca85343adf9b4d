"""A first battle: two ready armies, what is needed for them, and the table they begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from flask import Blueprint, Response

from companion.content import catalog
from companion.play.armies.first import first_battle
from companion.play.armies.shelf import count_name
from companion.play.kensei.muster.bring import READY, ready
from companion.play.kensei.pieces import SEATS
from companion.rules.kensei.army import Roster
from companion.rules.kensei.deployment.laying import TABLE_CM
from companion.web.answers import render_page
from companion.web.security import known_device
from companion.web.services import services

bp = Blueprint("first", __name__)


@bp.get("/first")
def show() -> Response:
    """The two armies that fit each other and this phone's miniatures best."""
    owned = services().lists.miniatures(known_device())
    found = first_battle(owned)
    armies = tuple(_shown(seat, code) for seat, code in zip(SEATS, found.codes, strict=True))
    missing = tuple((count, count_name(key)) for key, count in found.missing.items())
    return render_page("first.html", armies=armies, missing=missing, counted=bool(owned), table_cm=TABLE_CM[0])


def _shown(seat: str, code: str) -> Mapping[str, object]:
    """One of the two: `field` and `code` make it its side's, `units` counts those of each profile."""
    army = ready()[code]
    koku, units = Roster.of(army, catalog()).koku_budget.spent, Counter(unit.unit for unit in army.units)
    return {"field": f"{READY}{seat}", "code": code, "army": army, "units": units, "koku": koku}
