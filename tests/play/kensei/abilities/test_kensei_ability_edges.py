"""Edges of the abilities' machine: what closes a window, who pays, whose chance is shown, what is told of harm."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.play.kensei.abilities.answering import may_be_disturbed
from companion.play.kensei.abilities.offers import ac_left, offers
from companion.play.kensei.abilities.rolls import chance
from companion.play.kensei.abilities.using import begun, tidied
from companion.play.kensei.game import KENSEI
from companion.play.kensei.owned import owned
from tests.play.kensei.abilities.combats import throw
from tests.play.kensei.abilities.test_kensei_distract import chips, field_of, swords
from tests.play.kensei.field import Field, fielded

BOMB = "incendiary-bomb"


def bombed(ki: int, *faces: int) -> tuple[Field, str]:
    """A Shinobi throws his bomb at swordsmen with these dice; what the log says of the damage."""
    field = fielded("kuge: katana-samurai 8, shinobi", "katana-samurai 8", battle="pitched")
    field.act("a", "announce", piece="ah1", do="ability", ability=BOMB)
    throw(field, f"t1.{BOMB}.ah1.ki", ki)
    said = ""
    for place, face in enumerate(faces):  # tapped in one by one
        (ask,) = (one for one in field.state.asks if one.kind == "harm")
        said = field.act("a", "pad", step=ask.id, die=place, face=face)
    return field, said


@pytest.mark.parametrize(
    ("faces", "end", "owed"),
    [
        ((6, 6, 6), "6 6 6, 18 damage at Katana Samurai 2. Removed: 6 miniatures.", [("b1", ("half-unit",))]),
        ((2, 2, 2), "Removed: 2 miniatures.", []),
        ((0, 0, 9), "Nothing is left of them.", []),
    ],
)
def test_a_bomb_that_halves_a_unit_owes_an_honor_roll_at_once(
    faces: tuple[int, ...], end: str, owed: list[Any]
) -> None:
    field, said = bombed(1, *faces)
    assert said.startswith("Incendiary Bomb: ")
    assert said.endswith(end)
    assert field.owed() == owed


def test_a_bomb_that_fails_hurts_or_kills_him_who_throws_it() -> None:
    field, said = bombed(9, 1, 2, 3)
    assert said == "Incendiary Bomb: 1 2 3, 6 damage at Shinobi."
    assert (field.hero_of("ah1").wounds, field.hero_of("ah1").alive, field.owed()) == (6, True, [])
    field, said = bombed(9, 4, 4, 4)
    assert said.endswith("He is dead.")
    assert not field.hero_of("ah1").alive


def test_a_geisha_may_disturb_in_the_next_turn_another_and_the_last_die_closes_what_had_none() -> None:
    field, geisha = swords()
    field.act("a", "use", user=geisha, ability="distract", about="t1.two-swords.b1")
    throw(field, f"t1.distract.{geisha}.ki>b1", 1)
    throw(field, f"t1.distract.{geisha}.ki<b1", 9)
    throw(field, "t1.two-swords.b1.ki", 9)
    field.next_turn(skip=True)
    field.act("b", "announce", piece="b1", do="ability", ability="no-thinking")
    known = offers(field.state, "a", "ability", field.state.uses[-1].id)
    assert [one.against for one in known] == [None]
    field, geisha = field_of("teppotai", 8)
    field.act("b", "announce", piece="b1", do="ability", ability="wall-of-stakes")
    stakes = field.state.uses[-1]
    assert may_be_disturbed(field.state, stakes)
    assert chips(field)
    field.act("a", "announce", piece="a2", do="ability", ability="two-swords")
    throw(field, "t1.two-swords.a2.ki", 2)
    assert not may_be_disturbed(field.state, stakes)
    assert not chips(field)


def test_a_character_inside_pays_with_his_own_points() -> None:
    field = fielded("katana-samurai 8 + spy", "katana-samurai 8", battle="pitched")
    field.act("a", "announce", piece="a1", do="advance", pace="march")
    found = {one.ability.id: ac_left(field.state, one) for one in owned(field.state, "a")}
    assert found["kaiden"] == 3
    assert field.piece("a1").profile.attributes.ac == 2


def test_the_charge_of_another_is_no_charge_of_ones_own() -> None:
    field = fielded("buke: kengo 2, katana-samurai 8", "katana-samurai 8", battle="pitched")
    for piece, why in (("a2", "It needs a charge"), ("a1", "None")):
        field.act("a", "announce", piece=piece, do="charge", pace="run", target="b1")
        (one,) = (o for o in offers(field.state, "a", "order") if o.owned.ability.id == "no-thinking")
        assert why in str(one.against)


def test_the_chance_of_a_die_is_its_ki_in_ten_and_an_opposed_one_tells_its_sum() -> None:
    field, geisha = swords()
    use = field.state.uses[-1]
    assert chance(field.state, use) == 0.5
    field.act("a", "use", user=geisha, ability="distract", about=use.id)
    said = throw(field, f"t1.distract.{geisha}.ki>b1", 4)
    assert said.startswith("Distract, Geisha: 4 + KI 7 = 11.")


def test_nothing_is_asked_of_an_ability_whose_user_has_gone() -> None:
    field, _ = swords()
    gone = field.state.with_piece(replace(field.piece("b1"), miniatures=0))
    after = tidied(gone)
    assert not [ask for ask in after.asks if ask.about == "t1.two-swords.b1"]
    assert after.uses[-1].holds is False
    assert [ask.about for ask in tidied(field.state).asks if ask.kind == "ki"] == ["t1.two-swords.b1"]


def test_a_row_says_that_something_could_be_used_only_while_it_can() -> None:
    field = fielded("kuge: onna-bushi 8, katana-samurai 8", "katana-samurai 8", battle="pitched")
    assert KENSEI.view(field.state, "a").abilities.usable == {"a1"}
    field.act("a", "use", user="a1", ability="warrior-women")
    assert KENSEI.view(field.state, "a").abilities.usable == frozenset()


@pytest.mark.parametrize("odds", ["shown", "hidden"])
def test_no_chance_is_told_where_the_table_hides_odds(odds: str) -> None:
    field, _ = swords()
    field.state = replace(field.state, odds_shown=odds == "shown")
    assert (chips(field)["distract"].chance is None) is (odds == "hidden")


def test_a_failed_roll_that_cost_nothing_is_paid_when_it_is_thrown_again() -> None:
    """K50 with `kept`: the AC comes back with the failure, and is spent again with the second die."""
    for setting, after_failure in (("kept", 0), ("spent", 1)):
        field = fielded(
            "buke: no-dachi-samurai 8 + geisha", "katana-samurai 8", battle="pitched", failed_ability=setting
        )
        geisha = "ax-geisha"
        field.act("a", "reveal", hero=geisha)
        field.act("a", "announce", piece="a1", do="charge", pace="none", target="b1")
        (one,) = (o for o in owned(field.state, "a") if o.ability.id == "fight-for-the-emperor")
        field.state = begun(field.state, one, one.rule.forms[0], "t1.nothing")
        use = field.state.uses[-1].id
        throw(field, f"{use}.ki", 9)
        failed = field.state.use(use)
        assert failed is not None
        assert (failed.holds, failed.ac) == (False, after_failure)
        field.act("a", "use", user=geisha, ability="inspire", about=use)
        throw(field, f"t1.inspire.{geisha}.ki", 1)
        again = field.state.use(use)
        assert again is not None
        assert (again.holds, again.ac, again.again) == (None, 1, 1)


def test_only_who_is_hidden_and_alive_could_be_shown_to_a_spy() -> None:
    field = fielded("katana-samurai 8 + spy", "katana-samurai 8 + busho-buke + geisha", battle="pitched")
    spy, geisha = "ax-spy", "bx-geisha"
    field.act("a", "use", user=spy, ability="kaiden")
    throw(field, f"t1.kaiden.{spy}.ki", 1)
    (asked,) = KENSEI.view(field.state, "b").abilities.hidden
    assert [one for one, *_ in asked.pool] == [geisha]
    assert KENSEI.view(field.state, "a").abilities.hidden == ()
    assert "Only side B can say" in field.refused("a", "show-hidden", step=asked.step)
    field.act("b", "reveal", hero=geisha)
    (asked,) = KENSEI.view(field.state, "b").abilities.hidden
    assert asked.pool == ()
