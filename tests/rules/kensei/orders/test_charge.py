"""Charges (9:5:1 to 9:5:7; K16, K43, K54): the book's examples, and exact chances against every throw there is."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.kensei.orders.charge import Charge, charge_end

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
