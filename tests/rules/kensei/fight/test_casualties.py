"""Damage to units and to the characters in them (2:7:6, 4:3:8, 9:3:6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.kensei.fight.casualties import Casualties, Harm, casualties, spill
from companion.rules.kensei.fight.combatant import Character, Combatant
from tests.strategies import catalog, combatants, members

UNITS, CHARACTERS = catalog().units, catalog().characters
BUSHO = Character(CHARACTERS["busho-buke"])
GEISHA = Character(CHARACTERS["geisha"])


@pytest.mark.parametrize(
    ("miniatures", "accumulated", "points", "expected"),
    [
        (10, 0, 0, Casualties(0, 10, 0, False)),
        (10, 2, 0, Casualties(0, 10, 2, False)),
        (10, 0, 2, Casualties(0, 10, 2, False)),
        (10, 0, 3, Casualties(1, 9, 0, False)),
        (10, 2, 1, Casualties(1, 9, 0, False)),
        (10, 2, 4, Casualties(2, 8, 0, False)),
        (10, 0, 29, Casualties(9, 1, 2, False)),
        (10, 0, 30, Casualties(10, 0, 0, True)),
        (10, 1, 30, Casualties(10, 0, 0, True, beyond=1)),
        (1, 0, 40, Casualties(1, 0, 0, True, beyond=37)),
    ],
)
def test_miniatures_of_three_points(miniatures: int, accumulated: int, points: int, expected: Casualties) -> None:
    unit = Combatant(UNITS["yari-ashigaru"], miniatures, accumulated_damage=accumulated)
    assert casualties(unit, points) == expected


def test_spilled_damage_loses_the_armor_once() -> None:
    """One ashigaru (VT 3) with a Busho (AR 3, VT 9) takes 12: nine are left, six reach him (K68)."""
    harm = casualties(Combatant(UNITS["yari-ashigaru"], 1, characters=(BUSHO,)), 12)
    assert (harm.spilled, harm.beyond) == (6, 9)
    assert harm.characters == (Harm(0, BUSHO.profile.name, 6, 6, False),)


def test_spilled_damage_that_his_armor_stops() -> None:
    harm = casualties(Combatant(UNITS["yari-ashigaru"], 1, characters=(BUSHO,)), 6)
    assert (harm.destroyed, harm.spilled, harm.beyond, harm.characters) == (True, 0, 3, ())


@pytest.mark.parametrize("order", [(BUSHO, GEISHA), (GEISHA, BUSHO)])
def test_special_character_falls_first_then_the_bushi(order: tuple[Character, ...]) -> None:
    """20 beyond: less the Geisha's AR 1 is 19, she dies of 6; 13 less the Busho's AR 3 is 10, he dies of 9."""
    harm = casualties(Combatant(UNITS["yari-ashigaru"], 1, characters=order), 3 + 20)
    assert harm.spilled == 19
    assert [(order[h.character].profile.id, h.points, h.dead) for h in harm.characters] == [
        ("geisha", 19, True),
        ("busho-buke", 10, True),
    ]


def test_wounds_stay_and_add_up() -> None:
    wounded = Character(CHARACTERS["busho-buke"], accumulated_damage=5)
    assert spill((wounded,), 6) == (Harm(0, wounded.profile.name, 3, 8, False),)
    assert spill((wounded,), 7)[0].dead


def test_mount_helps_the_rider() -> None:
    """AR 4 and VT 11 on horseback (K21)."""
    rider = Character(CHARACTERS["busho-buke"], mounted=True)
    assert spill((rider,), 14) == (Harm(0, rider.profile.name, 10, 10, False),)
    assert spill((rider,), 15)[0].dead


def test_lone_character() -> None:
    kensei = Combatant(CHARACTERS["kensei"], accumulated_damage=3)
    assert casualties(kensei, 11) == Casualties(0, 1, 14, False)
    assert casualties(kensei, 12) == Casualties(1, 0, 0, True)


@given(combatants, st.integers(0, 80), st.integers(0, 20))
def test_more_damage_never_leaves_more(who: Combatant, points: int, more: int) -> None:
    one, two = casualties(who, points), casualties(who, points + more)
    assert two.miniatures_left <= one.miniatures_left
    assert two.spilled >= one.spilled
    assert len(two.characters) >= len(one.characters)


@given(members(), st.integers(0, 80))
def test_spill_never_makes_damage(inside: tuple[Character, ...], points: int) -> None:
    harms = spill(inside, points)
    assert [inside[h.character].is_bushi for h in harms] == sorted(inside[h.character].is_bushi for h in harms)
    for harm in harms:
        hurt = inside[harm.character]
        assert 0 < harm.points <= points - hurt.attributes.ar
        assert harm.dead == (hurt.accumulated_damage + harm.points >= hurt.attributes.vt)
        assert harm.dead or harm.accumulated_damage == hurt.accumulated_damage + harm.points
    assert all(harm.dead for harm in harms[:-1])
