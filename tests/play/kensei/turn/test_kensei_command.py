"""The Commandment roll at the table: asked of both, never demanded (7:4:2, K69)."""

from __future__ import annotations

import pytest

from companion.play.kensei.ask.contest import ContestDie
from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import Field, fielded


def battle(**setup: str) -> Field:
    """A Taisho (HR 6) with archers and riders against swordsmen with their Daisho Samurai (HR 5)."""
    return fielded("buke: yumi-samurai 10, taisho-buke", "katana-samurai 8 + daisho-samurai", battle="pitched", **setup)


def asks(field: Field) -> list[str]:
    return [ask.id for ask in field.state.asks]


def die(field: Field, seat: str, face: int, step: str = "t1.command", by: str | None = None) -> str:
    return field.act(seat, "roll", by, step=f"{step}.{seat}", faces=[face])


def roll_of(field: Field, seat: str) -> ContestDie:
    """What both sides see of this side's roll."""
    view = KENSEI.view(field.state, "a").command
    assert view is not None
    return view.of(seat)


def hr(field: Field, seat: str) -> int:
    return roll_of(field, seat).number.value


def test_both_are_asked_when_the_battle_begins_and_in_each_turn() -> None:
    field = battle()
    assert asks(field) == ["t1.command.a", "t1.command.b"]
    assert [(d.seat, d.step) for d in KENSEI.due(field.state)][:2] == [("a", "t1.command.a"), ("b", "t1.command.b")]
    field.next_turn()
    assert asks(field) == ["t2.command.a", "t2.command.b"]


def test_the_higher_has_the_command_and_chooses_in_one_tap() -> None:
    field = battle()
    lead = hr(field, "a") - hr(field, "b")
    assert die(field, "b", 9) == f"Commandment roll of side B: 9 and HR {hr(field, 'b')}, {9 + hr(field, 'b')}."
    assert asks(field) == ["t1.command.a"]
    said = die(field, "a", 9 - lead - 1)
    assert said.endswith("Side B has the command.")
    assert asks(field) == ["t1.command.first"]
    first = KENSEI.due(field.state)[0]
    assert (first.seat, str(first.sentence)) == ("b", "You have the command. Who acts first?")
    assert field.act("b", "first", first="a") == "The Commandment roll: side A acts first."
    assert (field.state.first, field.state.commanding, asks(field)) == ("a", "b", [])


def test_a_tie_is_rolled_again_under_another_name() -> None:
    field = battle()
    lead = hr(field, "a") - hr(field, "b")
    die(field, "a", 3)
    assert die(field, "b", 3 + lead).endswith("A tie: both roll again.")
    assert asks(field) == ["t1.command/2.a", "t1.command/2.b"]
    die(field, "a", 0, "t1.command/2")
    assert field.act("b", "pad", step="t1.command/2.b", die=0, face=1).endswith("command.")
    assert field.state.commanding == "a"


def test_nothing_waits_for_it() -> None:
    field = battle()
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert KENSEI.due(field.state)[0].kind == "attack", "dice in the air come first"
    assert KENSEI.view(field.state, "a").front == "attack"
    field.act("a", "cancel", step=field.step())
    assert field.leave() == "Turn 1: Combat."
    assert asks(field) == []
    assert "is over or was undone" in field.refused("a", "roll", step="t1.command.a", faces=[5])


def test_who_acts_first_can_be_said_without_a_die() -> None:
    field = battle()
    die(field, "a", 5)
    field.act("a", "first", first="b")
    assert (field.state.first, asks(field)) == ("b", [])
    assert KENSEI.view(field.state, "a").command is None


def test_either_phone_enters_a_die_but_only_for_its_own_side() -> None:
    field = battle()
    die(field, "b", 4, by="a")
    assert field.state.command.dice == {"b": 4}
    assert "Only side A rolls" in field.refused("b", "roll", step="t1.command.a", faces=[5])
    assert "tap what the die shows" in field.refused("a", "pad", step="t1.command.a", bins={"hits": 1})


def test_a_dead_general_leaves_it_to_the_highest_bushi() -> None:
    field = battle()
    field.act("b", "correct", piece="b1", hero="bh1", wounds=6, reason="an arrow")
    assert hr(field, "b") == 0
    assert str(roll_of(field, "b").number.source) == "no general, and no Bushi is left"


def test_numbers_stay_as_they_were_when_the_die_fell() -> None:
    field = battle()
    before = hr(field, "b")
    die(field, "b", 4)
    field.act("b", "correct", piece="b1", hero="bh1", wounds=6, reason="an arrow")
    assert (hr(field, "b"), roll_of(field, "b").total) == (before, before + 4)


@pytest.mark.parametrize("setup", [{}, {"battle": ""}])
def test_a_table_from_before_is_asked_nothing(setup: dict[str, str]) -> None:
    field = fielded("yumi-samurai 10", "katana-samurai 8", **setup)
    assert asks(field) == []
    field.next_turn()
    assert asks(field) == []


def test_a_battle_nobody_knows_is_refused() -> None:
    refusal = KENSEI.start({"battle": "tea"})
    assert "pitched, assassination, head-hunt, quick" in str(refusal)


def test_nothing_is_asked_once_it_is_over() -> None:
    field = battle()
    field.act("a", "end", winner="draw")
    assert asks(field) == []
    assert KENSEI.view(field.state, "a").command is None
