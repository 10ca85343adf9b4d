"""Rows of the table of abilities, and the rules they are about."""

from __future__ import annotations

import pytest

from companion.content import catalog
from companion.play.kensei.state import must
from companion.rules.kensei.abilities.rule import AbilityRule, Form
from tests.play.kensei.abilities.table import ROWS, Row


def named(row: Row) -> str:
    return f"{'taisho-' * row.taisho}{row.ability}-{row.form}"


each = pytest.mark.parametrize("row", ROWS, ids=named)


def rule(row: Row) -> AbilityRule:
    known = catalog()
    return (known.taisho_rules if row.taisho else known.ability_rules)[row.ability]


def form_of(row: Row) -> Form:
    return must(rule(row).form(row.form_id))
