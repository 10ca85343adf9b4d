"""Crest and clan that a side keeps from one battle to the next: a choice of the new table's setup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.content.drawings import crests
from companion.play.kensei.muster.sides import MOST_LETTERS
from companion.play.kensei.pieces import Side
from companion.rules.written import one_line


def dress_of(sides: Mapping[str, Side]) -> dict[str, str]:
    """What both sides wear, as the setup of their next battle."""
    return {f"{what}.{seat}": value for seat, side in sides.items() for what, value in _worn(side) if value}


def _worn(side: Side) -> tuple[tuple[str, str], ...]:
    return ("mon", side.mon), ("clan", side.clan)


def dressed(side: Side, setup: Mapping[str, Any]) -> Side:
    """The side as the setup dresses it; as it is, where that says nothing that can be worn."""
    mon, clan = str(setup.get(f"mon.{side.seat}", "")), one_line(str(setup.get(f"clan.{side.seat}", "")))
    known = {crest.id for crest in crests()}
    return replace(side, mon=mon if mon in known else side.mon, clan=clan[:MOST_LETTERS] or side.clan)
