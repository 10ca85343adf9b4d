"""Things set right by hand, turns, the end of a battle, and its setup."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.kensei.game import KENSEI
from companion.rules.text import Refusal
from tests.play.kensei.field import Field, attack_of, fielded


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


def test_a_phase_is_left_once(field: Field) -> None:
    field.leave()
    assert "already over" in field.refused("b", "leave", turn=1, phase="orders")
    assert "orders" in field.refused("b", "leave", turn=1, phase="lunch")
    assert field.act("b", "first", first="b") == "The Commandment roll: side B acts first."
    assert [d.seat for d in KENSEI.due(field.state)] == ["b", "a"]


def test_the_end_is_said_and_stays(field: Field) -> None:
    assert KENSEI.result(field.state) is None
    for piece in ("b1", "b2"):
        field.act("a", "correct", piece=piece, miniatures=0, reason="swept away")
    assert KENSEI.view(field.state, None).winner == "", "their Bushi is left"
    field.act("a", "correct", piece="b1", hero="bh1", wounds=6, reason="swept away")
    assert KENSEI.view(field.state, None).winner == "a"
    assert field.act("b", "end", winner="a") == "The battle is over: side A has won."
    result = KENSEI.result(field.state)
    assert result is not None
    assert result.places == (("a",), ("b",))
    assert KENSEI.due(field.state) == ()
    for type, form in (("leave", {"turn": 1, "phase": "orders"}), ("end", {"winner": "b"}), ("reveal", {"hero": "x"})):
        assert "battle is over" in field.refused("a", type, **form)


def test_a_draw_has_one_place(field: Field) -> None:
    field.act("a", "end", winner="draw")
    result = KENSEI.result(field.state)
    assert result is not None
    assert result.places == (("a", "b"),)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"odds": "some"}, "all or to nobody"),
        ({"halved_defense": "sideways"}, "halved_defense is one of up, down"),
        ({"superiority": 3, "half_unit": None}, "superiority is one of cumulative, flat. half_unit is one of"),
    ],
)
def test_a_setup_is_checked_at_once(setup: dict[str, object], words: str) -> None:
    refusal = KENSEI.start(setup)
    assert isinstance(refusal, Refusal)
    assert words in str(refusal)


def test_odds_for_nobody_are_shown_to_nobody() -> None:
    field = fielded("yumi-samurai 10", "katana-samurai 8", odds="nobody")
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert attack_of(field).bars == ()
    assert not KENSEI.view(field.state, "a").odds_shown
