"""Numbers of the book that no roll and no list shows: read there, and kept here beside their sections."""

import pytest

from companion.rules.kensei.after import honor
from companion.rules.kensei.deployment import laying, terrain
from companion.rules.kensei.orders.characters import DASH_DICE
from companion.rules.kensei.turn import command

PRINTED = {
    "4:3:8 dice of who breaks away, and of who follows": (DASH_DICE, 2),
    "4:4:2 Commandment Points": (
        command.POINTS,
        {"daimyo": 4, "taisho": 3, "busho": 2, "daisho-samurai": 1},
    ),
    "2:7:8 honor that a Bushi lends his unit": (
        {rank: modifier.value for rank, modifier in honor.BUSHI_BONUSES.items()},
        {"daisho": 1, "busho": 2, "taisho": 3},
    ),
    "4:4:5 cm around a dead general": (honor.GENERAL_CM, 30),
    "5:1:4 cm from every enemy for Heinin who are called back": (command.HEININ_CM, 20),
    "7:1:2 cm of a side of the table, by level": (laying.TABLE_CM, (120, 150, 180)),
    "7:2 pieces of terrain that each player places": (terrain.LEAST_EACH, 2),
    "7:2 cm between pieces of terrain": (terrain.APART_CM, 15),
    "7:3 cm from the edges for who deploys first, and the other": ((laying.FIRST_CM, laying.SECOND_CM), (30, 20)),
    "8:3:2 AC of a unit that is called back": (command.REGROUPED_AC, 2),
    "8:3:3 AC of a strategic order that failed": (command.FAILED_ORDER_AC, 1),
}


@pytest.mark.parametrize("what", PRINTED)
def test_as_the_book_prints_it(what: str) -> None:
    told, printed = PRINTED[what]
    assert told == printed
