"""When honor rolls are owed, and what a failed one brings (9:3:7, 11:3, 11:4)."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.kensei.after.honor import (
    Commander,
    are_near,
    chance,
    command_reach_cm,
    flight_cm,
    flight_dice,
    holds,
    honor_target,
    owed_after_attack,
    stays_dry,
)
from companion.rules.kensei.fight.casualties import casualties
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.settings import Settings
from companion.rules.text import Modifier, Text
from tests.golden.told import changed
from tests.rules.kensei.fight.test_numbers import struck
from tests.strategies import catalog

UNITS, CHARACTERS = catalog().units, catalog().characters


def owing(lines: list[str]) -> Iterator[str]:
    """`5 removed: STRIKE` or `1 points: STRIKE`: what the defender of it owes after losing so much."""
    for line in lines:
        yield line
        lost, _, words = line.partition(": ")
        number, what = lost.split()
        strike = struck(words)
        harm = casualties(strike.defender, int(number) * (strike.defender.attributes.vt if what == "removed" else 1))
        owed = owed_after_attack(strike, strike.defender, harm)
        yield f"  {', '.join(f'{one.check}: {one.reason} ({one.rule})' for one in owed) or 'nothing'}"


def test_what_is_owed_is_as_it_is_kept() -> None:
    assert not changed("rules/owed", owing)


@pytest.mark.parametrize(
    ("settings", "ki", "dry"),
    [
        (Settings(), 4, {4, 5, 6, 7, 8, 9, 10, 0}),
        (Settings(), 10, {10, 0}),
        (Settings(wet_teppo="ki_or_less"), 4, {1, 2, 3, 4}),
        (Settings(wet_teppo="ki_or_less"), 0, {1}),
    ],
)
def test_teppo_in_a_stream_stay_dry_as_the_table_has_chosen(settings: Settings, ki: int, dry: set[int]) -> None:
    """6:2:6 prints KI or more, every other KI roll is KI or less (2:6:2, K64)."""
    assert {face for face in range(11) if stays_dry(ki, face, settings)} == dry


def test_why_names_every_bonus() -> None:
    who = Combatant(UNITS["yari-ashigaru"], 5, characters=(Character(CHARACTERS["daisho-ashigaru"]),))
    number = honor_target(
        who, standard_bearer=True, sohei_near=are_near(3), bonuses=(Modifier(2, Text("Bushido Law"), "12:6:2"),)
    )
    assert [(m.value, m.rule) for m in number.modifiers] == [(1, "2:7:8"), (1, "3:4:7"), (1, "5:1:5"), (2, "12:6:2")]
    assert (number.base, number.value) == (3, 8)


def test_a_bushi_who_lost_his_bonus_gives_none() -> None:
    """After a refused duel or a failed break-away (K66, K67); then a commander near by counts."""
    coward = Character(CHARACTERS["busho-buke"], bonus_lost=True)
    who = Combatant(UNITS["yari-ashigaru"], 5, characters=(coward,))
    assert honor_target(who).value == 3
    assert honor_target(who, commander=Commander(CHARACTERS["taisho-buke"], 10)).value == 6


def test_reach_of_a_commander() -> None:
    assert command_reach_cm(Combatant(UNITS["katana-samurai"], 4)) == 25
    assert command_reach_cm(Combatant(UNITS["yari-ashigaru"], 5)) == 15
    beside = Commander(CHARACTERS["taisho-buke"], 0)
    assert honor_target(Combatant(UNITS["yari-ashigaru"], 5), commander=beside).value == 6
    negative = Commander(CHARACTERS["taisho-buke"], -1)
    assert honor_target(Combatant(UNITS["yari-ashigaru"], 5), commander=negative).value == 3


@given(st.integers(-5, 15))
def test_chance_counts_the_faces_that_hold(number: int) -> None:
    assert chance(number) == sum(holds(number, face) for face in range(10)) / 10


@pytest.mark.parametrize(
    ("who", "dice", "further"),
    [
        (Combatant(UNITS["katana-samurai"], 4), 2, 1),
        (Combatant(UNITS["kiba-musha"], 3), 3, 2),
        (Combatant(CHARACTERS["busho-buke"]), 2, 1),
        (Combatant(CHARACTERS["busho-buke"], mounted=True), 3, 2),
    ],
)
def test_flight(who: Combatant, dice: int, further: int) -> None:
    assert flight_dice(who) == dice
    assert flight_dice(who, after_free_attack=True) == further
    assert flight_cm([3, 0, 7]) == 20
    assert honor_target(who).modifiers == (), "nothing lends by itself"
