"""Distract: a Geisha disturbs an enemy's ability until its die is entered, and nobody learns that she could (K77)."""

from __future__ import annotations

import pytest

from companion.play.kensei.abilities.view import AbilityChip
from companion.play.kensei.game import KENSEI
from tests.play.kensei.abilities.combats import lasts, throw
from tests.play.kensei.field import Field, fielded

SWORDS = "t1.two-swords.b1"


def field_of(unit: str = "kengo", miniatures: int = 2, *, shown: bool = True) -> tuple[Field, str]:
    """Side a has a Geisha among its samurai, side b this unit."""
    path = {"teppotai": "kuge", "onna-bushi": "kuge", "naginata-sohei": "sohei"}.get(unit, "buke")
    field = fielded("buke: katana-samurai 8 + geisha, kengo 2", f"{path}: {unit} {miniatures}", battle="pitched")
    if shown:
        field.act("a", "reveal", hero="ax-geisha")
    return field, "ax-geisha"


def swords(*, shown: bool = True) -> tuple[Field, str]:
    field, geisha = field_of(shown=shown)
    field.act("b", "announce", piece="b1", do="ability", ability="two-swords")
    return field, geisha


def chips(field: Field, seat: str = "a") -> dict[str, AbilityChip]:
    return {chip.ability: chip for chip in KENSEI.view(field.state, seat).abilities.interrupts}


def test_it_is_offered_while_the_die_is_due_and_closes_with_it() -> None:
    field, geisha = swords()
    chip = chips(field)["distract"]
    assert (str(chip.name), chip.user, chip.price, chip.against) == ("Distract: Two Swords of Kengo 2", geisha, 1, None)
    assert chip.chance == pytest.approx(KI_7_AGAINST_5)
    assert chips(field, "b") == {}, "the other side sees nothing until she is used"
    throw(field, f"{SWORDS}.ki", 5)
    assert chips(field) == {}
    assert "until its die is entered" in field.refused(
        "a", "use", user=geisha, ability="distract", about=SWORDS, anyway=True
    )
    assert "two-swords" in lasts(field, "b1")


KI_7_AGAINST_5 = 64 / 92
"""Of a hundred pairs eight tie; 2 more on her side leave 28 that lose."""


@pytest.mark.parametrize(("hers", "his", "holds"), [(9, 1, False), (1, 9, True)])
def test_it_lowers_ki_by_three_where_she_wins(hers: int, his: int, holds: bool) -> None:
    field, geisha = swords()
    assert field.act("a", "use", user=geisha, ability="distract", about=SWORDS) == "Geisha used Distract."
    assert "is over or was undone" in field.refused("b", "roll", step=f"{SWORDS}.ki", faces=[1]), "it waits for hers"
    distract = f"t1.distract.{geisha}.ki"
    throw(field, f"{distract}>b1", hers)
    assert "Only side B" in field.refused("a", "roll", step=f"{distract}<b1", faces=[1])
    throw(field, f"{distract}<b1", his)
    number = KENSEI.view(field.state, "b").abilities.dice[0].number
    assert (number.value, [str(term.reason) for term in number.modifiers]) == (
        (5, []) if holds else (2, ["distracted by a Geisha"])
    )
    assert throw(field, f"{SWORDS}.ki", 4).endswith("It works." if holds else "It fails.")
    assert chips(field) == {}


def test_an_ability_without_a_roll_is_cancelled_until_the_next_die() -> None:
    field, geisha = field_of("teppotai", 8)
    field.act("b", "announce", piece="b1", do="ability", ability="wall-of-stakes")
    stakes = "t1.wall-of-stakes.b1"
    assert "wall-of-stakes" in lasts(field, "b1")
    assert [chip.about for chip in chips(field).values()] == [stakes]
    field.act("a", "use", user=geisha, ability="distract", about=stakes)
    throw(field, f"t1.distract.{geisha}.ki>b1", 9)
    throw(field, f"t1.distract.{geisha}.ki<b1", 1)
    assert "wall-of-stakes" not in lasts(field, "b1")
    assert [use.holds for use in field.state.uses if use.id == stakes] == [False]


def test_she_disturbs_no_friend_no_ability_that_is_gone_and_nobody_twice() -> None:
    field, geisha = swords()
    assert "was undone" in field.refused("a", "use", user=geisha, ability="distract", about="t1.nothing", anyway=True)
    field.act("a", "use", user=geisha, ability="distract", about=SWORDS)
    throw(field, f"t1.distract.{geisha}.ki>b1", 1)
    throw(field, f"t1.distract.{geisha}.ki<b1", 9)
    assert "disturbed already" in field.refused("a", "use", user=geisha, ability="distract", about=SWORDS, anyway=True)
    field.act("a", "announce", piece="a2", do="ability", ability="two-swords")
    assert "enemy units and characters only" in field.refused(
        "a", "use", user=geisha, ability="distract", about="t1.two-swords.a2", anyway=True
    )


def test_a_hidden_geisha_is_told_of_nobody() -> None:
    field, _ = swords(shown=False)
    assert "still hidden" in str(chips(field)["distract"].against)
    assert chips(field, "b") == {}
    other = fielded("buke: katana-samurai 8, kengo 2", "buke: kengo 2", battle="pitched")
    other.act("b", "announce", piece="b1", do="ability", ability="two-swords")
    assert KENSEI.view(field.state, "b").abilities == KENSEI.view(other.state, "b").abilities
    assert [d.sentence for d in KENSEI.due(field.state)] == [d.sentence for d in KENSEI.due(other.state)]
