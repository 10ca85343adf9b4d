"""Charges (9:5:1 to 9:5:7; K16, K43, K54): the book's examples, and exact chances against every throw there is."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.content import catalog
from companion.rules.kensei.fight.combatant import Combatant
from companion.rules.kensei.orders.charge import Charge, charge_end, with_effects, wrong_dice
from companion.rules.kensei.turn.facts import Pace

centimeters = st.integers(0, 600).map(lambda tenths: tenths / 10)
charges = st.builds(
    Charge,
    mv=st.sampled_from([10, 12, 15, 17]),
    mounted=st.booleans(),
    gap_cm=centimeters,
    advance=st.sampled_from(["none", "march", "run"]),
    turned=st.booleans(),
    halved=st.booleans(),
    banzai=st.booleans(),
    plus_cm=st.sampled_from([0, 0.3, 3]),
    minus_cm=st.sampled_from([0, 1.7, 6]),
)


def exact(cm: float) -> Fraction:
    """Tenths of centimeters without binary fractions."""
    return Fraction(round(cm * 10), 10)


def by_hand(charge: Charge, dice: tuple[int, ...]) -> tuple[bool, Fraction]:
    """The rule said once more, in tenths: whether it reaches, and where it stands."""
    paces = {"none": 0, "march": 1, "run": 2}[charge.advance]
    share = Fraction(1, 2) if charge.halved else Fraction(1)
    left = max(Fraction(0), exact(charge.gap_cm) + exact(charge.minus_cm) - charge.mv * paces * share)
    if charge.turned:
        left = max(Fraction(5), left)
    moved = sum(dice) * share + exact(charge.plus_cm)
    if not left or moved >= left:
        return True, Fraction(0)
    return False, min(exact(charge.gap_cm), max(Fraction(5), left - moved))


@given(charges)
def test_chances_against_every_throw(charge: Charge) -> None:
    throws = list(product(range(1, 11), repeat=charge.dice))
    reaching = [throw for throw in throws if by_hand(charge, throw)[0]]
    assert charge.chance == pytest.approx(len(reaching) / len(throws), abs=1e-12)
    needed = charge.dice and reaching
    assert charge.least == (min(map(sum, reaching)) if needed else None)
    assert charge.needs_die == bool(charge.dice)


@given(charges, st.data())
def test_where_it_ends(charge: Charge, data: st.DataObject) -> None:
    faces = data.draw(st.lists(st.integers(0, 10), min_size=charge.dice, max_size=charge.dice))
    reached, stands = by_hand(charge, tuple(face or 10 for face in faces))
    found = charge_end(charge, faces)
    assert (found.reached, found.stands_cm) == (reached, pytest.approx(float(stands)))
    assert found.reached or found.stands_cm >= min(5, charge.gap_cm)


def test_the_riders_of_the_book() -> None:
    """9:5:1: riders with MV 10 run at samurai 20 cm away: direct needs no die, indirect stops at 5 cm and needs a 5."""
    direct = Charge(mv=10, mounted=True, gap_cm=20, advance="run")
    assert (direct.advance_cm, direct.gap_left_cm, direct.dice, direct.chance, direct.least) == (20, 0, 0, 1, None)
    assert charge_end(direct, ()).reached
    indirect = Charge(mv=10, mounted=True, gap_cm=20, advance="run", turned=True)
    assert (indirect.gap_left_cm, indirect.dice, indirect.least, indirect.chance) == (5, 2, 5, 0.94)
    assert Charge(mv=10, mounted=False, gap_cm=20, advance="run", turned=True).chance == 0.6


@pytest.mark.parametrize(
    ("charge", "left", "dice", "least", "chance"),
    [
        (Charge(10, False, 18, "march"), 8, 1, 8, 0.3),
        (Charge(10, False, 18), 18, 1, None, 0),
        (Charge(10, False, 18, banzai=True), 18, 2, 18, 0.06),
        (Charge(15, True, 18, banzai=True), 18, 2, 18, 0.06),
        (Charge(10, False, 18, "march", halved=True), 13, 1, None, 0),
        (Charge(10, False, 10, "march", halved=True), 5, 1, 10, 0.1),
        (Charge(10, False, 10, "march", halved=True, plus_cm=3), 5, 1, 4, 0.7),
        (Charge(10, False, 12, "march", plus_cm=3), 2, 1, 1, 1),
        (Charge(10, False, 18, "run", minus_cm=4), 2, 1, 2, 0.9),
        (Charge(10, False, 18, "run", turned=True, minus_cm=4), 5, 1, 5, 0.6),
        (Charge(10, False, 3, "run", turned=True), 5, 1, 5, 0.6),
        (Charge(10, False, 18.3, "march", plus_cm=0.3), 8.3, 1, 8, 0.3),
        (Charge(10, False, 0), 0, 0, None, 1),
    ],
)
def test_what_is_left_for_the_dice(charge: Charge, left: float, dice: int, least: int | None, chance: float) -> None:
    assert (charge.gap_left_cm, charge.dice, charge.least, charge.chance) == (left, dice, least, pytest.approx(chance))


@pytest.mark.parametrize(
    ("charge", "faces", "stands"),
    [
        (Charge(10, False, 18, "march"), [7], 5),
        (Charge(10, False, 30, "march"), [3], 17),
        (Charge(10, False, 4, minus_cm=6), [3], 4),
        (Charge(10, False, 18, minus_cm=4), [3], 18),
    ],
)
def test_a_failed_charge_stands_where_it_fell_short(charge: Charge, faces: list[int], stands: float) -> None:
    """9:5:7 with K54: never under 5 cm, or where it began."""
    found = charge_end(charge, faces)
    assert (found.reached, found.stands_cm) == (False, stands)


@pytest.mark.parametrize(
    ("who", "effects", "banzai", "plus"),
    [
        ("naginata-sohei", ("divine-wind",), False, 3),
        ("naginata-sohei", ("banzai",), True, 0),
        ("katana-samurai", ("divine-wind", "banzai"), True, 0),
    ],
)
def test_a_general_lends_his_banzai_and_to_sohei_the_divine_wind(
    who: str, effects: tuple[str, ...], banzai: bool, plus: int
) -> None:
    """12:6:2, K72."""
    found = with_effects(Charge(10, False, 18), Combatant(catalog().units[who], 8), effects)
    assert (found.banzai, found.plus_cm) == (banzai, plus)


@pytest.mark.parametrize(("pace", "dice", "wrong"), [("run", 1, True), ("run", 0, False), ("march", 2, True)])
def test_wrong_numbers_of_dice(pace: Pace, dice: int, wrong: bool) -> None:
    found = wrong_dice(Charge(10, False, 18, pace), [4] * dice)
    assert (found is not None) == wrong
    assert wrong_dice(Charge(10, False, 18, "march"), [4]) is None


@pytest.mark.parametrize(
    ("advance", "minus", "carries"), [("run", 6, 14), ("march", 10, 0), ("none", 4, 0), ("run", 0, 20)]
)
def test_a_cry_takes_its_centimeters_off_the_advance_first(advance: Pace, minus: int, carries: int) -> None:
    charge = Charge(10, mounted=False, gap_cm=0, advance=advance, minus_cm=minus)
    assert charge.carries_cm == carries
    left = replace(charge, gap_cm=charge.carries_cm + 3).gap_left_cm
    assert left == 3 + max(0, minus - charge.advance_cm), "what the advance cannot pay, the die does"
