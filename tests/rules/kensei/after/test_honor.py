"""When honor rolls are owed, and what a failed one brings (9:3:7, 11:3, 11:4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

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
    may_take_heart,
    owed_after_attack,
    stays_dry,
)
from companion.rules.kensei.fight.casualties import casualties
from companion.rules.kensei.fight.combatant import Character, Combatant
from companion.rules.kensei.settings import Settings
from companion.rules.text import Modifier, Text
from tests.modifier_cases import BOWS, KATANA, KENGO, SLINGS, TEPPO, melee, shot, unit
from tests.strategies import catalog, strike_from

UNITS, CHARACTERS = catalog().units, catalog().characters


def owed(body: dict[str, Any], removed: int, points: int = 0) -> list[tuple[str, str]]:
    """What the defender of this body owes after losing so many miniatures."""
    strike = strike_from(body)
    struck = strike.defender
    harm = casualties(struck, removed * struck.attributes.vt + points)
    return [(o.check, o.rule) for o in owed_after_attack(strike, struck, harm)]


def target(miniatures: int, name: str = "katana-samurai") -> dict[str, Any]:
    return unit(name, miniatures)


SHOT_ROLL, HALF_ROLL = [("honor", "9:3:7")], [("honor", "11:4:1")]


@pytest.mark.parametrize(
    ("body", "removed", "expected"),
    [
        pytest.param(shot(BOWS, target(10)), 5, SHOT_ROLL, id="half by one shot"),
        pytest.param(shot(BOWS, target(10)), 4, [], id="less than half"),
        pytest.param(shot(BOWS, target(11)), 5, [], id="five of eleven"),
        pytest.param(shot(BOWS, target(11)), 6, SHOT_ROLL, id="six of eleven"),
        pytest.param(shot(BOWS, target(10)), 0, [], id="nothing"),
        pytest.param(shot(BOWS, target(10)), 10, [], id="destroyed"),
        pytest.param(melee(KATANA, target(10)), 5, [], id="not in close combat"),
        pytest.param(shot(BOWS, target(10), withstand_and_shoot=True), 5, [], id="not by withstand and shoot (K52)"),
        pytest.param(
            shot(BOWS, target(4), withstand_and_shoot=True), 2, HALF_ROLL, id="but half the basic unit counts"
        ),
        pytest.param(melee(KATANA, target(4)), 2, HALF_ROLL, id="half the basic unit"),
        pytest.param(melee(KATANA, target(4)), 1, [], id="three of four left"),
        pytest.param(melee(KATANA, target(2)), 1, [], id="had crossed before"),
        pytest.param(melee(KATANA, target(5, "yari-ashigaru")), 3, HALF_ROLL, id="two of five left"),
        pytest.param(melee(KATANA, target(5, "yari-ashigaru")), 2, [], id="three of five left"),
        pytest.param(shot(BOWS, target(4)), 2, SHOT_ROLL, id="two causes, one roll (K55)"),
        pytest.param(shot(BOWS, target(4), defender_fleeing=True), 2, [], id="fleeing units roll none (K55)"),
        pytest.param(melee(KATANA, target(4), free_attack=True), 2, [], id="none in a pursuit (K58)"),
        pytest.param(melee(BOWS, unit("kengo", 4)), 3, [], id="basic unit of one (K56)"),
        pytest.param(shot(BOWS, unit("kengo", 4)), 2, SHOT_ROLL, id="but half by one shot is half"),
        pytest.param(shot(BOWS, {"character": "kensei"}), 1, [], id="a character"),
    ],
)
def test_honor_roll_owed(body: dict[str, Any], removed: int, expected: list[tuple[str, str]]) -> None:
    assert owed(body, removed) == expected


@pytest.mark.parametrize(
    ("before", "removed", "expected"),
    [
        (target(4), 2, []),
        (target(4), 3, HALF_ROLL),
        (target(2), 1, HALF_ROLL),
        (target(1), 0, []),
        (target(5, "yari-ashigaru"), 3, HALF_ROLL),
        (target(5, "yari-ashigaru"), 2, []),
    ],
)
def test_only_below_half_the_basic_unit(before: Any, removed: int, expected: list[tuple[str, str]]) -> None:
    """Setting `half_unit: below_half` (K56)."""
    assert owed(melee(KATANA, before) | {"settings": {"half_unit": "below_half"}}, removed) == expected


def test_two_causes_are_told_in_one_sentence() -> None:
    strike = strike_from(shot(BOWS, KATANA))
    (roll,) = owed_after_attack(strike, strike.defender, casualties(strike.defender, 6))
    assert str(roll.reason) == "one shot removed 2 of 4; only 2 left of a basic unit of 4"


@pytest.mark.parametrize(
    ("body", "points", "expected"),
    [
        (shot(SLINGS, unit("kiba-musha", 6)), 1, [("ki", "5:2:7")]),
        (shot(SLINGS, unit("kiba-musha", 6)), 0, []),
        (shot(SLINGS, target(10)), 1, []),
        (shot(BOWS, unit("kiba-musha", 6)), 1, []),
        (shot(TEPPO, unit("kiba-musha", 6)), 1, []),
        (shot(SLINGS, unit("kiba-musha", 6), defender_fleeing=True), 1, [("ki", "5:2:7")]),
    ],
)
def test_riders_hurt_by_slings(body: dict[str, Any], points: int, expected: list[tuple[str, str]]) -> None:
    assert owed(body, 0, points) == expected


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


def test_only_a_bushi_in_the_unit_lends() -> None:
    """4:3:8; who is special lends none, a Mitsumono neither (K80)."""
    who = Combatant(UNITS["katana-samurai"], 8)
    led = {id_: honor_target(replace(who, characters=(Character(one),))) for id_, one in CHARACTERS.items()}
    lending = {id_ for id_, number in led.items() if number.value > honor_target(who).value}
    assert lending == {id_ for id_, one in CHARACTERS.items() if one.rank != "special"}
    assert all(number == honor_target(who) for id_, number in led.items() if id_ not in lending)


def test_ashigaru_take_heart_from_sohei_and_from_nobody_else() -> None:
    """5:1:5: units of theirs, and their leaders."""
    spears, everybody = UNITS["yari-ashigaru"], {**UNITS, **CHARACTERS}
    assert {id_ for id_, one in everybody.items() if may_take_heart(spears, (one,))} == {
        "naginata-sohei", "ama-kihei", "ikame-bo", "daimyo-sohei", "taisho-sohei", "busho-sohei",
    }  # fmt: skip
    assert not may_take_heart(UNITS["katana-samurai"], (UNITS["ikame-bo"],))


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


def test_flight_is_added_up() -> None:
    assert flight_cm([3, 0, 7]) == 20


def test_a_unit_without_bonuses_has_none() -> None:
    assert honor_target(strike_from(melee(KATANA, KENGO)).defender).modifiers == ()
