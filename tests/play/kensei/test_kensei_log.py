"""What the log tells of an attack: how far, by whom and how it was thrown, and what it did in all."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from tests.play.kensei.field import Field, fielded


def swords() -> Field:
    field = fielded("katana-samurai 10", "yari-ashigaru 10")
    field.leave()
    return field


def thrown(field: Field, faces: list[int]) -> str:
    """The line of the due roll, thrown by the app."""
    due = KENSEI.due(field.state)[0]
    event = Event("roll", due.seat, due.seat, {"step": due.step, "faces": faces}, "app")
    after = KENSEI.apply(field.state, event)
    assert isinstance(after, State), after
    line = KENSEI.line(field.state, event, after)
    field.state = after
    return str(line.public)


@pytest.mark.parametrize(("cm", "far"), [(58, "58"), (20, "up to 20"), (60, "40–60"), (21, "21")])
def test_a_shot_says_how_far_as_it_was_measured_or_what_its_key_says(field: Field, cm: int, far: str) -> None:
    assert field.shoot("a1", "b1", "1", distance_cm=cm) == (
        f"Yumi Samurai shot at Katana Samurai from {far} cm: 10 dice, 0 hits. Nothing happens."
    )


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        ({}, "struck Yari Ashigaru:"),
        ({"zone": "rear"}, "struck Yari Ashigaru in the rear:"),
        ({"charging": "yes"}, "charged Yari Ashigaru:"),
        ({"charging": "yes", "zone": "flank"}, "charged Yari Ashigaru in the flank:"),
        ({"counter_charge": "won"}, "counter-charged Yari Ashigaru:"),
        ({"charging": "yes", "zone": "flank", "first_turn": "no"}, "struck Yari Ashigaru:"),
    ],
)
def test_a_strike_says_charge_and_zone_while_they_count(situation: dict[str, Any], words: str) -> None:
    said = swords().strike("a1", "b1", "1", **situation)
    assert said.startswith(f"Katana Samurai {words} ")


def test_faces_the_app_threw_are_told_where_the_line_does_not_show_them() -> None:
    field = swords()
    field.act("a", "aim", kind="melee", attacker="a1", defender="b1")
    assert thrown(field, [9, 1, 1, 1, 1, 1, 1, 1, 1, 0]).startswith("The app threw 9 1 1 1 1 1 1 1 1 Ø.")
    assert thrown(field, [9, 9]).startswith("The app threw 9 9.")
    assert "threw" not in thrown(field, [3, 3]), "damage dice are told by their faces"


def test_a_battle_says_what_ended_it() -> None:
    field = swords()
    field.act("b", "correct", piece="b1", miniatures=0, reason="miscounted")
    field.act("a", "end", winner="a")
    assert str(KENSEI.view(field.state, "a").decided) == "Nobody of the other side is left."
    field = swords()
    field.act("a", "end", winner="a")
    assert str(KENSEI.view(field.state, "a").decided) == "The players ended it."
