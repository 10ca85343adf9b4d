"""The orders of one unit, kept as text (2:7:1, 2:7:10, 8:3, 9:1 to 9:5; K43, K49, K54, K62, K81): prices, distances,
and every reason against one by its place."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.orders.orders import Commanded, Order, OrdersJudged, Standing, judge_orders
from tests.golden.told import changed
from tests.strategies import catalog


def order(word: str) -> Order:
    """`run+2` is a run with two turns more; what is no order is an ability."""
    pace, _, turns = word.partition("+")
    if pace in ("march", "run"):
        return Order("advance", pace, int(turns or 0))  # type: ignore[arg-type]
    if word == "precise":
        return Order("shoot", greater_precision=True)
    return Order("ability", ability=word) if word in catalog().abilities else Order(word)  # type: ignore[arg-type]


def judged(line: str) -> OrdersJudged:
    """`who: order, order | how it stands`."""
    words, _, standing = line.partition(" | ")
    who, _, orders = words.partition(": ")
    tables = catalog()
    price = ("printed",) if standing == "printed" else ()
    unit = Commanded(
        Combatant(tables.units.get(who) or tables.characters[who]), tables.weapons, tables.abilities, *price
    )
    how: dict[str, Any] = {}
    for one in () if price else standing.split():
        name, _, value = one.partition("=")
        how[name] = int(value) if value.isdigit() else value != "no"
    return judge_orders(unit, replace(Standing(), **how), tuple(order(word) for word in orders.split(", ")))


def told(lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield line
        found = judged(line)
        steps = [
            f"{one.do} {one.ac} ({one.rule}{'' if one.most_cm is None else f', {one.most_cm:g} cm'})"
            for one in found.steps
        ]
        yield f"  {found.spent} of {found.have} AC: {', '.join(steps)}"
        yield from (f"    {one.code} of {one.about}: {one.message} {one.rule}" for one in found.problems)
        assert [one.about for one in found.problems] == sorted(one.about for one in found.problems)


def test_what_becomes_of_orders() -> None:
    assert not changed("judged-orders", told)
