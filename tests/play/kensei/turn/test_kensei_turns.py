"""Things set right by hand, turns, the Commandment roll, the end of a battle, and its setup (7:4:2, K69)."""

from dataclasses import replace

import pytest

from companion.play.kensei.game import KENSEI
from companion.rules.text import Refusal
from tests.play.kensei.field import Field


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
