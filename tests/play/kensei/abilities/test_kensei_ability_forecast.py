"""A side's sheet and keys: what each ability is, what it takes, and what it may come to
(3:4:6, 9:4:3, 12:5, K30, K49)."""

from __future__ import annotations

import pytest

from companion.play.kensei.abilities.view import AbilityChip
from companion.play.kensei.board import SheetLine, sheet
from companion.rules.dice import wins
from tests.play.kensei.abilities.combats import met
from tests.play.kensei.field import Field, fielded


def sealed(field: Field, ability: str) -> AbilityChip:
    """The key of an ability under the seal of the dice."""
    able = (chip for one in field.view("a").combat_abilities.sealed for _, chip in one.able)
    return next(chip for chip in able if chip.ability == ability)


def test_an_opposed_roll_against_one_has_its_chance_and_against_a_few_each_has_one() -> None:
    one = sealed(met("sohei: ama-kihei", "katana-samurai"), "overwhelming-beauty")
    assert (one.chance, one.each) == (pytest.approx(wins(5, 4)), ())
    two = sealed(met("sohei: ama-kihei", "buke: katana-samurai, kengo"), "overwhelming-beauty")
    assert two.chance is None
    assert two.each == (("Katana Samurai", pytest.approx(wins(5, 4))), ("Kengo", pytest.approx(wins(5, 5))))


def test_what_would_be_different_is_said_by_name_and_only_that() -> None:
    cut = sealed(met("buke: kensei", "katana-samurai"), "clean-cut")
    assert [str(words) for words in cut.changes] == [
        "Miniatures lost by Katana Samurai on average: 2.6, with the ability 2.9."
    ]
    flowers = sealed(met("kuge: onna-bushi", "katana-samurai"), "cherry-tree-flowers")
    assert [str(words) for words in flowers.changes] == [
        "Miniatures lost by Onna-Bushi on average: 1.3, with the ability 1.9."
    ]


def test_a_table_that_shows_no_odds_is_told_none() -> None:
    chip = sealed(met("kuge: onna-bushi", "katana-samurai", odds="nobody"), "cherry-tree-flowers")
    assert (chip.chance, chip.each, chip.changes) == (None, (), ())


def test_at_its_die_too_an_ability_of_a_charge_says_what_it_will_change() -> None:
    field = fielded("buke: kengo", "katana-samurai", battle="pitched")
    field.act("a", "order", piece="a1", do="ability", ability="no-thinking")
    field.act("a", "announce", piece="a1", goal="charge+none+", target="b1")
    for seat in ("a", "b"):
        (die,) = field.view(seat).abilities.dice
        assert not die.opposed
        (words,) = (str(one) for one in die.changes)
        assert words.startswith("Miniatures lost by Katana Samurai on average: ")
    state = field.state
    assert not state.contacts, "only supposed"
    assert not any(piece.facts.charged for piece in state.pieces)


def lines(unit: str, **setup: str) -> dict[str, SheetLine]:
    field = Field(**setup).army("a", f"{unit} 8")
    return {line.ability.name: line for line in sheet(field.state, next(iter(field.state.of("a"))), "a")}
