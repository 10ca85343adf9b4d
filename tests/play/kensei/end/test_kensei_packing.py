"""A battle put away: a line of each side, for both to read (7:4:1)."""

from __future__ import annotations

from companion.play.kensei.game import KENSEI
from tests.play.kensei.field import fielded


def test_each_side_writes_one_line_that_both_read() -> None:
    field = fielded("katana-samurai 8", "katana-samurai 8")
    said = field.act("a", "note", text="a1 stands 12 cm from the forest")
    assert said == "Side A notes where things stand: a1 stands 12 cm from the forest"
    field.act("b", "note", text="we attack")
    field.act("a", "note", text="a1 stands 10 cm from the forest")
    for seat in ("a", "b", None):
        assert KENSEI.view(field.state, seat).notes == {"a": "a1 stands 10 cm from the forest", "b": "we attack"}
    assert field.act("b", "note") == "Side B removes its line."
    assert KENSEI.view(field.state, "a").notes == {"a": "a1 stands 10 cm from the forest"}
    assert KENSEI.load(KENSEI.dump(field.state)) == field.state
    assert "200" in field.refused("a", "note", text="x" * 201)
