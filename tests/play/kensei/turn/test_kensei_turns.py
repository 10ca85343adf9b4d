"""Things set right by hand, turns, the Commandment roll, the end of a battle, and its setup (7:4:2, K69)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.play.kensei.ask.contest import ContestDie
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import must
from companion.rules.text import Refusal
from tests.play.kensei.field import Field, fielded


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"piece": "b9", "miniatures": 1, "reason": "x"}, "no such unit"),
        ({"piece": "b1", "miniatures": 13, "reason": "x"}, "0 to 12 miniatures"),
        ({"piece": "b1", "miniatures": -1, "reason": "x"}, "0 to 12 miniatures"),
        ({"piece": "b1", "accumulated_damage": 3, "reason": "x"}, "0 to 2"),
        ({"piece": "b1", "miniatures": 8, "reason": "x"}, "Nothing was changed"),
        ({"piece": "b1", "miniatures": 7}, "reason"),
        ({"piece": "b1", "miniatures": 7, "reason": ""}, "reason"),
        ({"piece": "b1", "miniatures": 7, "reason": "x" * 121}, "at most 120"),
        ({"piece": "b2", "standard": True, "reason": "x"}, "no standard-bearer"),
        ({"piece": "b1", "hero": "ah1", "wounds": 1, "reason": "x"}, "No such character"),
        ({"piece": "b1", "hero": "bh1", "reason": "x"}, "0 to 6 wounds"),
    ],
)
def test_corrections_keep_within_the_profile(field: Field, form: dict[str, Any], words: str) -> None:
    assert words in field.refused("a", "correct", **form)


def test_a_correction_says_what_it_changed_and_why(field: Field) -> None:
    said = field.act("b", "correct", piece="b1", miniatures=6, accumulated_damage=2, standard=True, reason="miscounted")
    assert said == "Katana Samurai, miniatures 8 → 6, damage 0 → 2, standard recovered: by hand (miscounted)."
    assert "bh1" not in said
    said = field.act("b", "correct", piece="b1", hero="bh1", wounds=6, reason="an arrow")
    assert said == "Katana Samurai, wounds of Daisho Samurai 0 → 6: by hand (an arrow)."
    assert not field.hero_of("bh1").alive


def test_markers_are_known_ones_and_some_exclude_each_other(field: Field) -> None:
    assert "known: march, run" in field.refused("a", "mark", piece="a1", marker="tired", on=True)
    for marker in ("march", "run", "hill", "forest", "light-cover", "heavy-cover"):
        field.act("a", "mark", piece="a1", marker=marker, on=True)
    assert field.markers("a1") == {"run", "forest", "heavy-cover"}
    assert field.act("a", "mark", piece="a1", marker="run", on=False) == "Yumi Samurai: no longer “Ran”."
    for turn, piece, who in ((2, "a1", "Yumi Samurai, Katana Samurai"), (3, "b1", "Katana Samurai, Yumi Samurai")):
        field.act("a", "touch", one="a1", other="b1")
        field.state = replace(field.state, turn=turn)
        assert field.act("a", "mark", piece=piece, marker="engaged", on=False) == f"{who}: no longer “Engaged”."


def test_a_phase_is_left_once(field: Field) -> None:
    field.leave()
    assert "already over" in field.refused("b", "leave", turn=1, phase="orders")
    assert "orders" in field.refused("b", "leave", turn=1, phase="lunch")
    assert field.act("b", "first", first="b") == "The Commandment roll: side B acts first."
    assert [d.seat for d in field.due()] == ["b", "a"]


def test_the_end_is_said_and_stays(field: Field) -> None:
    assert KENSEI.result(field.state) is None
    begun = field.state
    field.act("a", "end", winner="draw")
    assert must(KENSEI.result(field.state)).places == (("a", "b"),), "a draw has one place"
    field.state = begun
    for piece in ("b1", "b2"):
        field.act("a", "correct", piece=piece, miniatures=0, reason="swept away")
    assert field.view(None).winner == "", "their Bushi is left"
    field.act("a", "correct", piece="b1", hero="bh1", wounds=6, reason="swept away")
    assert field.view(None).winner == "a"
    assert field.act("b", "end", winner="a") == "Side A has won: the battle is over."
    assert must(KENSEI.result(field.state)).places == (("a",), ("b",))
    assert field.due() == ()
    for type, form in (("leave", {"turn": 1, "phase": "orders"}), ("end", {"winner": "b"}), ("reveal", {"hero": "x"})):
        assert "battle is over" in field.refused("a", type, **form)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"odds": "some"}, "all or to nobody"),
        ({"halved_defense": "sideways"}, "halved_defense must be one of up, down"),
        ({"superiority": 3, "half_unit": None}, "superiority must be one of cumulative, flat. half_unit must be"),
        ({"battle": "pitched", "turns": "0"}, "The last turn is 1 to 30, not 0"),
        ({"battle": "pitched", "turns": "31"}, "The last turn is 1 to 30, not 31"),
        ({"battle": "head-hunt", "turns": "six"}, "1 to 30, not six"),
        ({"battle": "pitched", "turns": "9" * 13}, f"1 to 30, not {'9' * 12}."),
        ({"battle": "assassination", "turns": "6"}, "Only a pitched battle and a head hunt have a last turn"),
        ({"turns": "6"}, "Only a pitched battle"),
        ({"battle": "tea"}, "pitched, assassination, head-hunt, quick"),
        ({"armies": "both"}, "choose points or lists"),
    ],
)
def test_a_setup_is_checked_at_once(setup: dict[str, object], words: str) -> None:
    refusal = KENSEI.start(setup)
    assert isinstance(refusal, Refusal)
    assert words in str(refusal)


def battle(**setup: str) -> Field:
    """A Taisho (HR 6) with archers and riders against swordsmen with their Daisho Samurai (HR 5)."""
    return fielded("buke: yumi-samurai 10, taisho-buke", "katana-samurai 8 + daisho-samurai", battle="pitched", **setup)


def asks(field: Field) -> list[str]:
    return [ask.id for ask in field.state.asks]


def die(field: Field, seat: str, face: int, step: str = "t1.command", by: str | None = None) -> str:
    return field.act(seat, "roll", by, step=f"{step}.{seat}", faces=[face])


def roll_of(field: Field, seat: str) -> ContestDie:
    """What both sides see of this side's roll."""
    return must(field.view("a").command).of(seat)


def hr(field: Field, seat: str) -> int:
    return roll_of(field, seat).number.value


def test_a_tie_is_rolled_again_under_another_name() -> None:
    field = battle()
    lead = hr(field, "a") - hr(field, "b")
    die(field, "a", 3)
    assert die(field, "b", 3 + lead).endswith("A tie: both roll again.")
    assert asks(field) == ["t1.command/2.a", "t1.command/2.b"]
    fell = f"A tie, 3 + {hr(field, 'a')} = {3 + lead} + {hr(field, 'b')}: both roll again. Commandment roll: 1 die"
    assert [str(one.sentence).startswith(fell) for one in field.due()[:2]] == [True, True], "why it is asked"
    die(field, "a", 0, "t1.command/2")
    assert field.act("b", "pad", step="t1.command/2.b", die=0, face=1).endswith("command.")
    assert field.state.commanding == "a"


def test_either_phone_enters_a_die_but_only_for_its_own_side_and_a_word_takes_its_place() -> None:
    field = battle()
    die(field, "b", 4, by="a")
    assert field.state.command.dice == {"b": 4}
    assert "Only side A rolls" in field.refused("b", "roll", step="t1.command.a", faces=[5])
    assert "tap what the die shows" in field.refused("a", "pad", step="t1.command.a", bins={"hits": 1})
    field.act("a", "first", first="b")
    assert (field.state.first, asks(field)) == ("b", [])
    assert field.view("a").command is None
