"""A first battle: two ready armies, what is needed for them, and the table they begin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, Response

from companion.content import catalog
from companion.play.armies.first import first_battle
from companion.play.armies.shelf import count_name
from companion.play.kensei.muster.bring import READY, ready
from companion.play.kensei.pieces import SEATS
from companion.rules.kensei.army import Roster
from companion.rules.kensei.deployment.laying import TABLE_CM
from companion.rules.kensei.profiles import UnitProfile
from companion.web import people
from companion.web.answers import render_page
from companion.web.list_frame import crest_of
from companion.web.security import known_device
from companion.web.services import services

bp = Blueprint("first", __name__)


@dataclass(frozen=True, slots=True)
class ReadyArmy:
    """One of the two as the page shows it: `field` and `code` make it its side's."""

    field: str
    code: str
    crest: str
    path: str
    units: tuple[tuple[UnitProfile, int, int], ...]
    """Profile, miniatures of one, and how many of it."""
    leader: str
    leads: str
    koku: int


@bp.get("/first")
def show() -> Response:
    """The two armies that fit each other and this phone's miniatures best."""
    owned = services().lists.miniatures(known_device())
    found = first_battle(owned)
    armies = tuple(_shown(seat, code) for seat, code in zip(SEATS, found.codes, strict=True))
    missing = tuple((count, count_name(key)) for key, count in found.missing.items())
    return render_page(
        "first.html",
        armies=armies,
        missing=missing,
        counted=bool(owned),
        table_cm=TABLE_CM[0],
        known=people.known()[: people.MOST],
    )


def _shown(seat: str, code: str) -> ReadyArmy:
    army, tables = ready()[code], catalog()
    roster, leader = Roster.of(army, tables), army.characters[0]
    led = next(unit for unit in army.units if unit.id == leader.joins)
    return ReadyArmy(
        f"{READY}{seat}",
        code,
        crest_of(army),
        army.path,
        tuple(_kinds([roster.profile(unit) for unit in army.units])),
        tables.characters[leader.character].name,
        tables.units[led.unit].name,
        roster.koku_budget.spent,
    )


def _kinds(units: list[UnitProfile]) -> Iterator[tuple[UnitProfile, int, int]]:
    for id_, same in groupby(units, key=lambda unit: unit.id):
        yield catalog().units[id_], catalog().units[id_].basic_unit, len(list(same))
